//! Sentences about the proofs of a table's dice, for `kosti verify` and for the page.

use kosti_table::{Throw, VerifiedTable};
use kosti_text::Words;

/// Describes which clients prove a throw.
#[must_use]
pub fn describe_throw(throw: &Throw, words: &Words) -> String {
    let witness = throw.witness_name.as_deref().unwrap_or_default();
    let by = match (throw.thrower, throw.witness) {
        (false, None) => "verify-by-server",
        (true, None) => "verify-by-thrower",
        (false, Some(_)) => "verify-by-witness",
        (true, Some(_)) => "verify-by-both",
    };
    let mut said = words.say(by, &[("name", (&throw.name).into()), ("witness", witness.into())]);
    if throw.silent.is_some() {
        said = words.say("verify-silent", &[("proven", said.into()), ("witness", witness.into())]);
    }
    if throw.is_by_tried_times() {
        said = words.say("verify-tried", &[("proven", said.into())]);
    }
    said
}

/// Counts the throws that no client contributed to.
#[must_use]
pub fn count_server_only(checked: &VerifiedTable) -> usize {
    checked.throws.iter().filter(|throw| throw.is_by_server_only()).count()
}

/// Counts the throws that the server could choose by trying different times.
#[must_use]
pub fn count_tried_times(checked: &VerifiedTable) -> usize {
    checked.throws.iter().filter(|throw| throw.is_by_tried_times()).count()
}

/// Describes what all throws together prove.
#[must_use]
pub fn summarize(checked: &VerifiedTable, words: &Words) -> Vec<String> {
    let (all, alone, tried) = (checked.throws.len(), count_server_only(checked), count_tried_times(checked));
    let proven = all - alone - tried;
    let count = |id: &str, count: usize| words.say(id, &[("count", count.into())]);
    let mut lines = vec![count("verify-throws", all)];
    lines.extend((proven > 0).then(|| count("verify-proven", proven)));
    lines.extend((tried > 0).then(|| count("verify-tried-times", tried)));
    lines.extend((alone > 0).then(|| count("verify-server-only", alone)));
    let replaced = |number: &u64| words.say("verify-replaced", &[("number", (*number).into())]);
    lines.extend(checked.replaced.iter().map(replaced));
    lines
}
