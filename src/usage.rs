//! The errors of a command line, for people.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use kosti_text::Words;

use crate::args;

/// Describes the mistake in one line, with a suggestion.
pub(crate) fn describe_mistake(error: &clap::Error, words: &Words) -> String {
    let context = |kind: ContextKind| error.get(kind).map(format_value).unwrap_or_default();
    let argument = context(ContextKind::InvalidArg);
    let value = context(ContextKind::InvalidValue);
    let message = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            return unknown_command(&context(ContextKind::InvalidSubcommand), words);
        }
        ErrorKind::MissingRequiredArgument if argument.contains("<GAME>") => {
            let known = kosti_games::ids().collect::<Vec<_>>().join(", ");
            words.say("usage-missing-game", &[("argument", argument.into()), ("known", known.into())])
        }
        ErrorKind::UnknownArgument => words.say("usage-unknown-argument", &[("argument", argument.into())]),
        ErrorKind::MissingRequiredArgument => words.say("usage-missing", &[("argument", argument.into())]),
        ErrorKind::ArgumentConflict => {
            let other = context(ContextKind::PriorArg);
            words.say("usage-conflict", &[("argument", argument.into()), ("other", other.into())])
        }
        _ if value.is_empty() => words.say("usage-no-value", &[("argument", argument.into())]),
        _ => {
            let known = match context(ContextKind::ValidValue) {
                // The error of our own parsers is the list of allowed values.
                none if none.is_empty() => error.source().map_or_else(String::new, ToString::to_string),
                known => known,
            };
            let args = [("argument", argument.into()), ("value", value.into()), ("known", known.into())];
            words.say("usage-bad-value", &args)
        }
    };
    let near = [ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let near = near.into_iter().map(context).find(|near| !near.is_empty());
    let near = near
        .map_or_else(String::new, |near| format!("; {}", words.say("usage-near", &[("near", near.into())])));
    format!("{message}{near}\n{}", words.say("usage-help", &[]))
}

/// Describes an unknown command, with a suggestion and the list of commands.
pub(crate) fn unknown_command(command: &str, words: &Words) -> String {
    let known = args::names();
    let near = find_similar(command, known.iter().map(String::as_str));
    let near = near
        .map_or_else(String::new, |near| format!("; {}", words.say("usage-near", &[("near", near.into())])));
    let message = words.say("usage-unknown-command", &[("command", command.into())]);
    let known = words.say("usage-commands", &[("known", known.join(", ").into())]);
    format!("{message}{near}\n{known}\n{}", words.say("usage-help", &[]))
}

/// The most similar known word, if it is similar enough.
pub(crate) fn find_similar<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let distance = |word: &&str| strsim::damerau_levenshtein(&typed, &word.to_lowercase());
    let nearest = known.into_iter().map(|word| (distance(&word), word)).min()?;
    (nearest.0 <= 2 && nearest.0 < typed.chars().count()).then_some(nearest.1)
}

fn format_value(value: &ContextValue) -> String {
    match value {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join(", "),
        ContextValue::Number(number) => number.to_string(),
        ContextValue::StyledStr(text) => text.to_string(),
        _ => String::new(),
    }
}
