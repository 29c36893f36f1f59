//! What is wrong with a command line, in words for people.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use kosti_words::Words;

/// The mistake in one line, and what was probably meant.
pub(crate) fn told(error: &clap::Error, words: &Words) -> String {
    let context = |kind: ContextKind| error.get(kind).map(shown).unwrap_or_default();
    let argument = context(ContextKind::InvalidArg);
    let value = context(ContextKind::InvalidValue);
    let message = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            words.say("usage-unknown-command", &[("command", context(ContextKind::InvalidSubcommand).into())])
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
                none if none.is_empty() => "none".to_owned(),
                known => known,
            };
            let args = [("argument", argument.into()), ("value", value.into()), ("known", known.into())];
            words.say("usage-bad-value", &args)
        }
    };
    let near = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let near = near.into_iter().map(context).find(|near| !near.is_empty());
    let near = near
        .map_or_else(String::new, |near| format!("; {}", words.say("usage-near", &[("near", near.into())])));
    format!("{message}{near}\n{}", words.say("usage-help", &[]))
}

fn shown(value: &ContextValue) -> String {
    match value {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join(", "),
        ContextValue::Number(number) => number.to_string(),
        ContextValue::StyledStr(text) => text.to_string(),
        _ => String::new(),
    }
}
