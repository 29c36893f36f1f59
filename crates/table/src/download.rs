//! The download of a table: the record of the game, followed by the commits as comments of the record.

use kosti_engine::{Record, RecordFault, Tags};

use crate::table::RulesSource;
use crate::verify::{VerifiedTable, VerifyError, verify};

/// The start of a line with a commit.
const MARK: &str = "#= ";

/// The record and the commits as one text.
#[must_use]
pub fn download(record: &Record, commits: &[impl AsRef<str>]) -> String {
    let mut text = record.to_string();
    for commit in commits {
        text += MARK;
        text += commit.as_ref();
        text.push('\n');
    }
    text
}

/// The commits of a downloaded table.
#[must_use]
pub fn commits(text: &str) -> Vec<&str> {
    let lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    lines.filter_map(|line| line.strip_prefix(MARK)).collect()
}

/// Verifies a download: its commits, and that the record above them is of the same game.
///
/// # Errors
/// At the first fault.
pub fn verify_download(text: &str, source: &impl RulesSource) -> Result<VerifiedTable, VerifyError> {
    let wrong = |fault: RecordFault| VerifyError::Text { line: fault.line, why: fault.kind };
    // An empty comment in place of each commit keeps the line numbers.
    let lines = text.split_inclusive('\n').map(|line| if line.starts_with(MARK) { "#\n" } else { line });
    let above: String = lines.collect();
    let tags = Tags::parse(&above).map_err(wrong)?;
    let checked = verify(commits(text), source)?;
    let record = Record::parse(&above, checked.table.rules().clone()).map_err(wrong)?;
    let table = tags.other.iter().find(|(name, _)| name == "Table").map(|(_, id)| id.as_str());
    let verified = (&record.events, &record.tags.players, record.tags.real_dice, table);
    let own = &checked.record;
    if verified != (&own.events, &own.tags.players, own.tags.real_dice, Some(checked.table.id())) {
        return Err(VerifyError::OtherGame);
    }
    Ok(checked)
}
