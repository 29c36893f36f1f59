//! The log of recent events, newest first; the script announces new lines to screen readers.

use kosti_text::Narrator;
use maud::{Markup, html};

use super::TablePage;

/// A line of the log.
pub(super) struct LogLine {
    /// The version of the table after the event.
    version: String,
    text: String,
}

impl TablePage<'_> {
    /// The recent events in words, oldest first.
    pub(super) fn log_lines(&self) -> Vec<LogLine> {
        let mut lines = Vec::new();
        self.recent_events.each(|state, version, event| {
            let narrator = Narrator { words: self.page.words, state, names: &self.names };
            lines.push(LogLine { version: version.to_string(), text: narrator.describe_event(event) });
        });
        lines
    }

    pub(super) fn log_section(&self, log: &[LogLine]) -> Markup {
        html! {
            section.log {
                h2 { (self.page.say("page-lately")) }
                ol #log reversed {
                    @for (nth, line) in log.iter().enumerate().rev() {
                        // A commit can make several lines; the mark of its throw stands in the last of them.
                        @let last = log.get(nth + 1).is_none_or(|next| next.version != line.version);
                        li data-version=(line.version) { span { (in_whole_dice(&line.text)) } @if let (true, Some(mark)) = (last, self.mark_of(&line.version)) { (self.mark(mark)) } }
                    }
                }
                @if log.is_empty() { p.faint { (self.page.say("page-nothing-yet")) } }
            }
        }
    }

    /// The newest line, beside the dice.
    pub(super) fn newest_line(log: &[LogLine]) -> Markup {
        html! { @if let Some(line) = log.last() { span.news { (line.text) } } }
    }
}

/// A text whose dice stay together where lines break: `2-3-5` is one word.
fn in_whole_dice(text: &str) -> Markup {
    html! {
        @for (nth, word) in text.split(' ').enumerate() {
            @if nth > 0 { " " }
            @if word.contains('-') { span.whole-dice { (word) } } @else { (word) }
        }
    }
}
