//! Text in columns: width, truncation, wrapping.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// The width of the text in columns.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// Truncates the text to at most `most` columns, with a mark.
pub(crate) fn truncate(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let mut cut = String::new();
    for c in text.chars() {
        if cut.width() + c.width().unwrap_or(0) + 1 > most {
            break;
        }
        cut.push(c);
    }
    if most > 0 {
        cut.push('…');
    }
    cut
}

/// Aligns the text to the right.
pub(crate) fn align_right(text: &str, columns: usize) -> String {
    let text = truncate(text, columns);
    format!("{}{text}", " ".repeat(columns - text.width()))
}

/// Aligns the text to the left.
pub(crate) fn align_left(text: &str, columns: usize) -> String {
    let text = truncate(text, columns);
    format!("{text}{}", " ".repeat(columns - text.width()))
}

/// Wraps the text into lines of at most `columns` columns, between words if possible.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let word = truncate(word, columns);
            if !line.is_empty() && line.width() + 1 + word.width() > columns {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
        }
        lines.push(line);
    }
    lines
}
