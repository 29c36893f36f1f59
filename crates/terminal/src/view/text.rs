//! Text in columns: how wide it is, cut and wrapped.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// How many columns the text takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// The text in at most so many columns; what was cut shows.
pub(crate) fn cut(text: &str, most: usize) -> String {
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

/// The text at the right end of so many columns.
pub(crate) fn right(text: &str, columns: usize) -> String {
    let text = cut(text, columns);
    format!("{}{text}", " ".repeat(columns - text.width()))
}

/// The text at the left end of so many columns.
pub(crate) fn left(text: &str, columns: usize) -> String {
    let text = cut(text, columns);
    format!("{text}{}", " ".repeat(columns - text.width()))
}

/// The text in lines of at most so many columns, broken between words where that can be.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let word = cut(word, columns);
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
