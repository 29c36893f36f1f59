//! The text that a table is downloaded as: the record of the game, and under it the notes of the table, which readers
//! of records take for comments.

use kosti_engine::{Record, RecordFault, Tags};

use crate::table::Library;
use crate::verify::{Checked, NotProven, verify};

/// What a line with a note begins with.
const MARK: &str = "#= ";

/// The record and the notes as one text.
#[must_use]
pub fn download(record: &Record, notes: &[impl AsRef<str>]) -> String {
    let mut text = record.to_string();
    for note in notes {
        text += MARK;
        text += note.as_ref();
        text.push('\n');
    }
    text
}

/// The notes of a downloaded table.
#[must_use]
pub fn notes(text: &str) -> Vec<&str> {
    let lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    lines.filter_map(|line| line.strip_prefix(MARK)).collect()
}

/// Verifies a downloaded table: its notes, and that the record above them is of the same game.
///
/// # Errors
/// At the first thing that does not hold.
pub fn verify_download(text: &str, library: &impl Library) -> Result<Checked, NotProven> {
    let wrong = |fault: RecordFault| NotProven::Text { line: fault.line, why: fault.kind };
    // An empty comment in place of each note, so that lines keep their numbers.
    let lines = text.split_inclusive('\n').map(|line| if line.starts_with(MARK) { "#\n" } else { line });
    let above: String = lines.collect();
    let tags = Tags::parse(&above).map_err(wrong)?;
    let checked = verify(notes(text), library)?;
    let record = Record::parse(&above, checked.table.rules().clone()).map_err(wrong)?;
    let table = tags.other.iter().find(|(name, _)| name == "Table").map(|(_, id)| id.as_str());
    let told = (&record.events, &record.tags.players, record.tags.real_dice, table);
    let own = &checked.record;
    if told != (&own.events, &own.tags.players, own.tags.real_dice, Some(checked.table.id())) {
        return Err(NotProven::OtherGame);
    }
    Ok(checked)
}
