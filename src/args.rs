//! The command line: what can be typed. The words for it are in locales/, under `cli-COMMAND` and
//! `cli-COMMAND-ARGUMENT`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Arg, CommandFactory as _, Parser, Subcommand};
use kosti_words::{Language, Words};

#[derive(Debug, Parser)]
#[command(name = "kosti", version, disable_help_subcommand = true)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub(crate) struct Args {
    #[arg(long, global = true, value_name = "LANG", value_parser = known_language)]
    lang: Option<String>,
    #[arg(short, long, global = true, action = clap::ArgAction::Help)]
    help: Option<bool>,
    #[arg(short = 'V', long, action = clap::ArgAction::Version)]
    version: Option<bool>,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Games(GamesArgs),
    Play(PlayArgs),
    Rules(RulesArgs),
    Score(ScoreArgs),
    Advise(AdviseArgs),
    Solve(SolveArgs),
    Simulate(SimulateArgs),
    Balance(BalanceArgs),
    Check(CheckArgs),
    New(NewArgs),
    Schema,
    Replay(ReplayArgs),
    Review(ReplayArgs),
    Verify(VerifyArgs),
    Ask,
    Serve(ServeArgs),
    Rescue(DataArgs),
    Rebuild(RebuildArgs),
    Copy(CopyArgs),
    Backup(BackupArgs),
    /// For `kosti serve`, which tries rules files out in a process of their own.
    #[command(hide = true)]
    Judge,
    Completions(CompletionsArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct GamesArgs {
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PlayArgs {
    pub(crate) game: Option<String>,
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) players: Vec<String>,
    #[arg(long, value_name = "OPTION=CHOICE", value_delimiter = ',')]
    pub(crate) house: Vec<String>,
    #[arg(long)]
    pub(crate) real_dice: bool,
    #[arg(long, value_name = "HELP", value_parser = ["off", "warn", "on"])]
    pub(crate) coach: Option<String>,
    #[arg(long, value_name = "N")]
    pub(crate) warn: Option<f64>,
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(crate) save: Option<PathBuf>,
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["players", "house", "real_dice", "coach", "warn"])]
    pub(crate) resume: Option<Option<PathBuf>>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RulesArgs {
    #[command(flatten)]
    pub(crate) of: GameArgs,
}

/// What is asked of: a game with its house rules.
#[derive(Debug, clap::Args)]
pub(crate) struct GameArgs {
    pub(crate) game: String,
    #[arg(long, value_name = "OPTION=CHOICE", value_delimiter = ',')]
    pub(crate) house: Vec<String>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ScoreArgs {
    #[arg(long, value_name = "DICE", allow_hyphen_values = true)]
    pub(crate) dice: String,
    #[arg(long, value_name = "N")]
    pub(crate) throw: Option<u8>,
    #[arg(long, value_name = "SHEET", allow_hyphen_values = true)]
    pub(crate) sheet: Option<String>,
    #[arg(long, value_name = "N", conflicts_with_all = ["throw", "sheet"])]
    pub(crate) aside: Option<usize>,
    #[command(flatten)]
    pub(crate) of: GameArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct AdviseArgs {
    #[arg(long, value_name = "DICE", allow_hyphen_values = true)]
    pub(crate) dice: Option<String>,
    #[arg(long, value_name = "N")]
    pub(crate) throw: Option<u8>,
    #[arg(long, value_name = "SHEET", allow_hyphen_values = true)]
    pub(crate) sheet: Option<String>,
    #[arg(long, value_name = "SEATS", value_delimiter = ',', conflicts_with_all = ["throw", "sheet"])]
    pub(crate) seats: Vec<String>,
    #[arg(long, value_name = "N", conflicts_with_all = ["throw", "sheet"])]
    pub(crate) turn: Option<usize>,
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, conflicts_with_all = ["throw", "sheet"])]
    pub(crate) points: Option<i32>,
    #[arg(long, value_name = "N", conflicts_with_all = ["throw", "sheet"])]
    pub(crate) aside: Option<usize>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) of: GameArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) of: GameArgs,
}

/// What is played for.
#[derive(Debug, clap::Args)]
pub(crate) struct GoalArgs {
    #[arg(long, value_name = "GOAL")]
    objective: Option<String>,
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, conflicts_with = "objective")]
    pub(crate) reach: Option<i32>,
    #[arg(long, value_name = "TURNS", conflicts_with_all = ["objective", "reach"])]
    pub(crate) within: Option<usize>,
}

impl GoalArgs {
    pub(crate) fn objective(&self) -> Option<&str> {
        let numbered = self.reach.map(|_| "reach").or(self.within.map(|_| "within"));
        numbered.or(self.objective.as_deref())
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct SimulateArgs {
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<usize>,
    #[arg(long, value_name = "PLAYER", value_delimiter = ',')]
    pub(crate) players: Vec<String>,
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) of: GameArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BalanceArgs {
    #[command(flatten)]
    pub(crate) of: GameArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
    #[arg(long, conflicts_with = "json")]
    pub(crate) watch: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct NewArgs {
    pub(crate) file: Option<PathBuf>,
    #[arg(long, value_name = "KIND", value_parser = ["sheet", "race"])]
    pub(crate) kind: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[arg(long, value_name = "N", value_parser = within::<1, 8>)]
    pub(crate) dice: Option<u32>,
    #[arg(long, value_name = "N", value_parser = within::<2, 12>)]
    pub(crate) sides: Option<u32>,
    #[arg(long, value_name = "N", value_parser = within::<1, 9>)]
    pub(crate) throws: Option<u32>,
    #[arg(long, value_name = "POINTS", value_parser = within::<10, 10_000>, conflicts_with = "throws")]
    pub(crate) target: Option<u32>,
    #[arg(long, value_name = "N", value_parser = within::<1, 64>)]
    pub(crate) players: Option<u32>,
}

impl NewArgs {
    /// Whether nothing is said about the game.
    pub(crate) fn is_silent(&self) -> bool {
        let numbers = [self.dice, self.sides, self.throws, self.target, self.players];
        self.kind.is_none() && self.name.is_none() && numbers.iter().all(Option::is_none)
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct ReplayArgs {
    pub(crate) file: PathBuf,
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Default, clap::Args)]
pub(crate) struct ServeArgs {
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    #[arg(long, value_name = "SERVERS")]
    pub(crate) journal: Option<String>,
    #[arg(long, value_name = "N", requires = "journal", value_parser = clap::value_parser!(u8).range(1..=5))]
    pub(crate) replicas: Option<u8>,
    #[arg(long)]
    pub(crate) lan: bool,
    #[arg(long, value_name = "N")]
    pub(crate) rate: Option<u32>,
    #[arg(long)]
    pub(crate) behind_proxy: bool,
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Vec<String>,
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) metrics: Option<SocketAddr>,
    #[arg(long, value_name = "N")]
    pub(crate) tables_per_day: Option<u32>,
    #[arg(long, value_name = "N")]
    pub(crate) megabytes_per_day: Option<u32>,
    #[arg(long, value_name = "N")]
    pub(crate) tables_in_memory: Option<usize>,
    #[arg(long, value_name = "SECONDS")]
    pub(crate) idle: Option<u64>,
    #[arg(long, value_name = "MILLISECONDS")]
    pub(crate) bot_pause: Option<u64>,
    #[arg(long, value_name = "FORM", value_parser = ["text", "json"])]
    pub(crate) log: Option<String>,
}

/// Between the journal of one machine and one that several share.
#[derive(Debug, clap::Args)]
pub(crate) struct CopyArgs {
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    #[arg(long, value_name = "SERVERS", required_unless_present = "from")]
    pub(crate) to: Option<String>,
    #[arg(long, value_name = "SERVERS", conflicts_with = "to")]
    pub(crate) from: Option<String>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=5))]
    pub(crate) replicas: Option<u8>,
}

/// Which server's tables, and where to.
#[derive(Debug, clap::Args)]
pub(crate) struct BackupArgs {
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    #[arg(value_name = "DIR")]
    pub(crate) to: PathBuf,
}

/// Which server's lists, and which journal they are made from.
#[derive(Debug, clap::Args)]
pub(crate) struct RebuildArgs {
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    #[arg(long, value_name = "SERVERS")]
    pub(crate) journal: Option<String>,
    #[arg(long, value_name = "N", requires = "journal", value_parser = clap::value_parser!(u8).range(1..=5))]
    pub(crate) replicas: Option<u8>,
}

/// Which server's tables.
#[derive(Debug, clap::Args)]
pub(crate) struct DataArgs {
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    #[arg(value_name = "RECORD")]
    pub(crate) file: PathBuf,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    pub(crate) shell: clap_complete::Shell,
}

/// A number from `LEAST` to `MOST`; what is known of a wrong one is this range.
fn within<const LEAST: u32, const MOST: u32>(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (LEAST..=MOST).contains(number));
    number.ok_or_else(|| format!("{LEAST}…{MOST}"))
}

fn known_language(tag: &str) -> Result<String, String> {
    let known: Vec<&str> = Language::all().map(Language::code).collect();
    Language::from_tag(tag).map(|_| tag.to_owned()).ok_or_else(|| known.join(", "))
}

/// The command line with its words.
pub(crate) fn command(words: &Words) -> clap::Command {
    let mut command = Args::command()
        .about(words.say("cli", &[]))
        .after_help(words.say("cli-exit-codes", &[]))
        .subcommand_help_heading(words.say("cli-commands", &[]))
        .help_template(template(words))
        .mut_args(|arg| with_help(arg, words, ""));
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(&name, |sub| {
            let examples = words.say(&format!("cli-{name}-examples"), &[]);
            let heading = words.say("cli-examples", &[]);
            let indented = examples.lines().map(|line| format!("\n  {line}")).collect::<String>();
            sub.about(words.say(&format!("cli-{name}"), &[]))
                .after_help(format!("{heading}:{indented}"))
                .help_template(template(words))
                .mut_args(|arg| with_help(arg, words, &name))
        });
    }
    command
}

fn template(words: &Words) -> String {
    format!(
        "{{about-with-newline}}\n{}: {{usage}}\n\n{{all-args}}{{after-help}}",
        words.say("cli-usage", &[])
    )
}

/// What an argument means; the same for every command that has it, where no command says otherwise.
fn with_help(arg: Arg, words: &Words, command: &str) -> Arg {
    let id = arg.get_id().to_string();
    let own = format!("cli-{command}-{id}");
    let help = if words.has(&own) { words.say(&own, &[]) } else { words.say(&format!("cli-any-{id}"), &[]) };
    let heading = if arg.is_positional() { "cli-arguments" } else { "cli-options" };
    arg.help(help).help_heading(words.say(heading, &[]))
}
