//! The command line. Its texts are in locales/, under `cli-COMMAND` and `cli-COMMAND-ARGUMENT`.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, CommandFactory as _, Parser, Subcommand};
use clap_complete::engine::ArgValueCompleter;
use kosti_text::Words;

use crate::completions;
use crate::values::{
    TimeLimit, parse_address, parse_language, parse_points, parse_seed, parse_time_limit, parse_whole,
};

#[derive(Debug, Parser)]
#[command(name = "kosti", version = env!("KOSTI_VERSION"), disable_help_subcommand = true)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub(crate) struct Args {
    #[arg(long, global = true, value_name = "LANG", value_parser = parse_language, add = ArgValueCompleter::new(completions::languages))]
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
    /// For `kosti serve`, which examines rules files in a separate process.
    #[command(hide = true)]
    Judge,
    Completions(CompletionsArgs),
    Man(HelpArgs),
    Help(HelpArgs),
}

/// A command; without one, all commands.
#[derive(Debug, clap::Args)]
pub(crate) struct HelpArgs {
    #[arg(add = ArgValueCompleter::new(completions::commands))]
    pub(crate) command: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct GamesArgs {
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PlayArgs {
    #[arg(add = ArgValueCompleter::new(completions::games))]
    pub(crate) game: Option<String>,
    #[arg(long, value_name = "NAMES", value_delimiter = ',', add = ArgValueCompleter::new(completions::bots))]
    pub(crate) players: Vec<String>,
    #[arg(long, value_name = "OPTION=CHOICE", value_delimiter = ',', add = ArgValueCompleter::new(completions::house))]
    pub(crate) house: Vec<String>,
    #[arg(long)]
    pub(crate) real_dice: bool,
    #[arg(long, value_name = "HELP", value_parser = ["off", "warn", "on"])]
    pub(crate) coach: Option<String>,
    #[arg(long, value_name = "N")]
    pub(crate) warn: Option<f64>,
    #[arg(long, value_name = "N", value_parser = parse_seed)]
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

/// A game with its house rules.
#[derive(Debug, clap::Args)]
pub(crate) struct GameArgs {
    #[arg(add = ArgValueCompleter::new(completions::games))]
    pub(crate) game: String,
    #[arg(long, value_name = "OPTION=CHOICE", value_delimiter = ',', add = ArgValueCompleter::new(completions::house))]
    pub(crate) house: Vec<String>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ScoreArgs {
    #[arg(long, value_name = "DICE", allow_hyphen_values = true)]
    dice: Option<String>,
    #[arg(long, value_name = "N", value_parser = parse_whole::<0, 255, u8>)]
    pub(crate) throw: Option<u8>,
    #[arg(long, value_name = "SHEET", allow_hyphen_values = true, add = ArgValueCompleter::new(completions::sheet))]
    pub(crate) sheet: Option<String>,
    #[arg(long, value_name = "N", conflicts_with_all = ["throw", "sheet"], value_parser = parse_whole::<0, 255, usize>)]
    pub(crate) aside: Option<usize>,
    #[command(flatten)]
    pub(crate) of: GameArgs,
    #[arg(value_name = "DICE", allow_negative_numbers = true)]
    thrown: Vec<String>,
}

impl ScoreArgs {
    pub(crate) fn dice(&self) -> Option<String> {
        typed_dice(self.dice.as_ref(), &self.thrown)
    }
}

/// Dice are typed as the value of an option, as words after the game, or in part as both: `--dice 2 2 5 5 5`.
fn typed_dice(option: Option<&String>, thrown: &[String]) -> Option<String> {
    let all: Vec<&str> = option.into_iter().chain(thrown).map(String::as_str).collect();
    (!all.is_empty()).then(|| all.join(" "))
}

#[derive(Debug, clap::Args)]
pub(crate) struct AdviseArgs {
    #[arg(long, value_name = "DICE", allow_hyphen_values = true)]
    dice: Option<String>,
    #[arg(long, value_name = "N", value_parser = parse_whole::<0, 255, u8>)]
    pub(crate) throw: Option<u8>,
    #[arg(long, value_name = "DICE", allow_hyphen_values = true)]
    pub(crate) kept: Option<String>,
    #[arg(long, value_name = "SHEET", allow_hyphen_values = true, add = ArgValueCompleter::new(completions::sheet))]
    pub(crate) sheet: Option<String>,
    #[arg(
        long,
        value_name = "SHEETS",
        value_delimiter = '/',
        allow_hyphen_values = true,
        conflicts_with = "sheet"
    )]
    pub(crate) sheets: Vec<String>,
    #[arg(long, value_name = "SEATS", value_delimiter = ',', conflicts_with_all = ["throw", "sheet"])]
    pub(crate) seats: Vec<String>,
    #[arg(long, value_name = "N", conflicts_with = "sheet", value_parser = parse_whole::<1, 64, usize>)]
    pub(crate) turn: Option<usize>,
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, conflicts_with_all = ["throw", "sheet"], value_parser = parse_points)]
    pub(crate) points: Option<i32>,
    #[arg(long, value_name = "N", conflicts_with_all = ["throw", "sheet"], value_parser = parse_whole::<0, 255, usize>)]
    pub(crate) aside: Option<usize>,
    #[arg(long, value_name = "N", value_parser = parse_whole::<0, 86_400, u64>)]
    pub(crate) seconds: Option<u64>,
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) of: GameArgs,
    #[arg(value_name = "DICE", allow_negative_numbers = true)]
    thrown: Vec<String>,
}

impl AdviseArgs {
    pub(crate) fn dice(&self) -> Option<String> {
        typed_dice(self.dice.as_ref(), &self.thrown)
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) of: GameArgs,
}

/// The objective.
#[derive(Debug, clap::Args)]
pub(crate) struct GoalArgs {
    #[arg(long, value_name = "GOAL")]
    objective: Option<String>,
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, conflicts_with = "objective", value_parser = parse_points)]
    pub(crate) reach: Option<i32>,
    #[arg(long, value_name = "TURNS", conflicts_with_all = ["objective", "reach"], value_parser = parse_whole::<1, 1_000, usize>)]
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
    #[arg(long, value_name = "N", value_parser = parse_whole::<1, 10_000_000, usize>)]
    pub(crate) games: Option<usize>,
    #[arg(long, value_name = "PLAYER", value_delimiter = ',', add = ArgValueCompleter::new(completions::players))]
    pub(crate) players: Vec<String>,
    #[arg(long, value_name = "N", value_parser = parse_seed)]
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
    #[arg(long, value_name = "N", value_parser = parse_whole::<1, 8, u32>)]
    pub(crate) dice: Option<u32>,
    #[arg(long, value_name = "N", value_parser = parse_whole::<2, 12, u32>)]
    pub(crate) sides: Option<u32>,
    #[arg(long, value_name = "N", value_parser = parse_whole::<1, 9, u32>)]
    pub(crate) throws: Option<u32>,
    #[arg(long, value_name = "POINTS", value_parser = parse_whole::<10, 10_000, u32>, conflicts_with = "throws")]
    pub(crate) target: Option<u32>,
    #[arg(long, value_name = "N", value_parser = parse_whole::<1, 64, u32>)]
    pub(crate) players: Option<u32>,
}

impl NewArgs {
    /// Whether no option describes the game.
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
    #[arg(long, value_name = "ADDRESS", value_parser = parse_address)]
    pub(crate) listen: Option<SocketAddr>,
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    #[arg(long, value_name = "SERVERS")]
    pub(crate) journal: Option<String>,
    #[arg(long, value_name = "N", requires = "journal", value_parser = parse_whole::<1, 5, u8>)]
    pub(crate) replicas: Option<u8>,
    #[arg(long)]
    pub(crate) lan: bool,
    #[arg(long, value_name = "DIR")]
    pub(crate) web: Option<PathBuf>,
    #[arg(long, value_name = "N", value_parser = parse_whole::<0, { u32::MAX as i128 }, u32>)]
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
    #[arg(long, value_name = "SECONDS", value_parser = parse_whole::<0, { u32::MAX as i128 }, u64>)]
    pub(crate) idle: Option<u64>,
    #[arg(long, value_name = "MILLISECONDS", value_parser = parse_whole::<0, { u32::MAX as i128 }, u64>)]
    pub(crate) bot_pause: Option<u64>,
    #[arg(long, value_name = "NAME=SECONDS", value_parser = parse_time_limit)]
    pub(crate) limit: Vec<(TimeLimit, Duration)>,
    #[arg(long, value_name = "FORM", value_parser = ["text", "json"])]
    pub(crate) log: Option<String>,
}

/// Copies between the journal of one machine and a shared one.
#[derive(Debug, clap::Args)]
pub(crate) struct CopyArgs {
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    #[arg(long, value_name = "SERVERS", required_unless_present = "from")]
    pub(crate) to: Option<String>,
    #[arg(long, value_name = "SERVERS", conflicts_with = "to")]
    pub(crate) from: Option<String>,
    #[arg(long, value_name = "N", value_parser = parse_whole::<1, 5, u8>)]
    pub(crate) replicas: Option<u8>,
}

/// The tables of a server, and the target.
#[derive(Debug, clap::Args)]
pub(crate) struct BackupArgs {
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    #[arg(value_name = "DIR")]
    pub(crate) to: PathBuf,
}

/// The lists of a server, and the journal they are built from.
#[derive(Debug, clap::Args)]
pub(crate) struct RebuildArgs {
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    #[arg(long, value_name = "SERVERS")]
    pub(crate) journal: Option<String>,
    #[arg(long, value_name = "N", requires = "journal", value_parser = parse_whole::<1, 5, u8>)]
    pub(crate) replicas: Option<u8>,
}

/// The data directory of a server.
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

/// The command line with its texts.
pub(crate) fn command(words: &Words) -> clap::Command {
    let mut command = Args::command()
        .about(words.say("cli", &[]))
        .after_help(words.say("cli-exit-codes", &[]))
        .subcommand_help_heading(words.say("cli-commands", &[]))
        .help_template(template(words))
        .mut_args(|arg| with_help(arg, words, ""));
    for name in all_names(&command) {
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

fn all_names(command: &clap::Command) -> Vec<String> {
    command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect()
}

/// The names of the commands, without hidden ones.
pub(crate) fn names() -> Vec<String> {
    let command = Args::command();
    let shown = command.get_subcommands().filter(|sub| !sub.is_hide_set());
    shown.map(|sub| sub.get_name().to_owned()).collect()
}

fn template(words: &Words) -> String {
    format!(
        "{{about-with-newline}}\n{}: {{usage}}\n\n{{all-args}}{{after-help}}",
        words.say("cli-usage", &[])
    )
}

/// The help of an argument: the command's own text, or else the one that all commands share.
fn with_help(arg: Arg, words: &Words, command: &str) -> Arg {
    let id = arg.get_id().to_string();
    let own = format!("cli-{command}-{id}");
    let help = if words.has(&own) { words.say(&own, &[]) } else { words.say(&format!("cli-any-{id}"), &[]) };
    let heading = if arg.is_positional() { "cli-arguments" } else { "cli-options" };
    arg.help(help).help_heading(words.say(heading, &[]))
}
