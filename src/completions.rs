//! Completions for shells. `kosti completions` prints a script; the script calls the program itself, which knows the
//! games, their boxes and house rules.

use std::ffi::OsStr;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap_complete::Shell;
use clap_complete::engine::{CompletionCandidate, PathCompleter, ValueCompleter as _};
use clap_complete::env::{CompleteEnv, Shells};
use kosti_coach::Level;
use kosti_rules::{House, Rules, RulesFile};
use kosti_text::{Language, Words};

use crate::args::{self, CompletionsArgs};
use crate::out::Out;

/// The variable that marks a call from a completion script.
const VARIABLE: &str = "KOSTI_COMPLETE";

/// clap's script for bash takes words as bash splits them, at `=` and `:` too; values such as OPTION=CHOICE are one word.
const BASH: &str = r#"_kosti() {
    local IFS=$'\013' words=() i
    for ((i = 0; i <= COMP_CWORD; i++)); do
        if ((i > 0)) && [[ ${COMP_WORDS[i]} == [=:]* || ${COMP_WORDS[i - 1]} == *[=:] ]]; then
            words[${#words[@]} - 1]+=${COMP_WORDS[i]}
        else
            words+=("${COMP_WORDS[i]}")
        fi
    done
    local current=${words[${#words[@]} - 1]} begun=""
    [[ $current == *[=:]* ]] && begun=${current%"${current##*[=:]}"}
    COMPREPLY=($(_CLAP_IFS="$IFS" _CLAP_COMPLETE_INDEX=$((${#words[@]} - 1)) KOSTI_COMPLETE=bash kosti -- "${words[@]}"))
    COMPREPLY=("${COMPREPLY[@]#"$begun"}")
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=/] ]] && compopt -o nospace 2> /dev/null
    return 0
}
complete -o bashdefault -F _kosti kosti
"#;

pub(crate) fn run(args: &CompletionsArgs, out: &mut Out) -> Result<ExitCode> {
    use std::io::Write as _;
    let mut script = Vec::new();
    let shell = args.shell.to_string();
    match Shells::builtins().completer(&shell) {
        Some(completer) if args.shell != Shell::Bash => {
            completer.write_registration(VARIABLE, "kosti", "kosti", "kosti", &mut script)?;
        }
        _ => script.extend(BASH.bytes()),
    }
    out.writer().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Answers a call from a completion script, and returns whether it was one. Errors are not reported: nobody reads
/// them.
pub(crate) fn answer(words: &Words) -> bool {
    let here = std::env::current_dir().ok();
    let asked = CompleteEnv::with_factory(|| args::command(words)).var(VARIABLE);
    asked.try_complete(std::env::args_os(), here.as_deref()).unwrap_or(true)
}

/// Games by id, and rules files.
pub(crate) fn games(current: &OsStr) -> Vec<CompletionCandidate> {
    let mut found = matching(current, kosti_games::ids().map(str::to_owned));
    let rules = PathCompleter::file().filter(|path| path.extension().is_some_and(|end| end == "toml"));
    found.extend(rules.complete(current));
    found
}

/// House rules of the game typed before, with their choices.
pub(crate) fn house(current: &OsStr) -> Vec<CompletionCandidate> {
    let rules = typed_rules();
    let options = rules.iter().flat_map(|rules| &rules.house);
    let choices = options
        .flat_map(|option| option.choices.iter().map(move |(choice, _)| format!("{}={choice}", option.id)));
    matching(current, choices)
}

/// Boxes of the game typed before, each followed by an entry.
pub(crate) fn sheet(current: &OsStr) -> Vec<CompletionCandidate> {
    let current = current.to_string_lossy();
    let (before, begun) = current.rsplit_once(',').map_or(("", &*current), |(before, begun)| (before, begun));
    let before = if before.is_empty() { String::new() } else { format!("{before},") };
    let rules = typed_rules();
    let slots = rules.iter().filter_map(Rules::sheet).flat_map(|sheet| &sheet.slots);
    let boxes = matching(OsStr::new(begun), slots.map(|slot| format!("{}=", slot.id)));
    boxes.into_iter().map(|candidate| candidate.add_prefix(before.clone())).collect()
}

/// Players of `kosti simulate`.
pub(crate) fn players(current: &OsStr) -> Vec<CompletionCandidate> {
    let names = match typed_rules() {
        Some(rules) => kosti_query::players(&rules, 1),
        None => Vec::new(),
    };
    matching(current, names.into_iter().map(str::to_owned))
}

/// Players of `kosti play`: bots; people have any name.
pub(crate) fn bots(current: &OsStr) -> Vec<CompletionCandidate> {
    let bot = |level: Level| match typed_rules() {
        Some(rules) => format!("bot:{}", level.label(&rules, 2)),
        None => format!("bot:{level}"),
    };
    matching(current, ["bot".to_owned()].into_iter().chain(Level::ALL.map(bot)))
}

/// The languages.
pub(crate) fn languages(current: &OsStr) -> Vec<CompletionCandidate> {
    matching(current, Language::all().map(|language| language.code().to_owned()))
}

/// The commands.
pub(crate) fn commands(current: &OsStr) -> Vec<CompletionCandidate> {
    matching(current, args::names().into_iter())
}

fn matching(current: &OsStr, all: impl Iterator<Item = String>) -> Vec<CompletionCandidate> {
    let current = current.to_string_lossy();
    all.filter(|candidate| candidate.starts_with(&*current)).map(CompletionCandidate::new).collect()
}

/// The rules of the game named on the command line.
fn typed_rules() -> Option<Rules> {
    let file = |word: String| -> Option<RulesFile> {
        let own = || {
            word.ends_with(".toml")
                .then(|| crate::game::read(Path::new(&word), &Words::new(Language::ENGLISH)).ok())
                .flatten()
        };
        kosti_games::file(&word).or_else(own)
    };
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    // After the script's own `--`, and the name of the program.
    let typed = words.skip_while(|word| word != "--").skip(2);
    typed.into_iter().find_map(file)?.rules(&House::default()).ok()
}
