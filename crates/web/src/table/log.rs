//! What happened lately, newest first; said aloud as it comes.

use kosti_text::Narrator;
use maud::{Markup, html};

use super::Seen;

impl Seen<'_> {
    /// What happened, oldest first, with the version that it made.
    pub(super) fn told(&self) -> Vec<(String, String)> {
        let mut told = Vec::new();
        self.recent_events.each(|state, version, event| {
            let narrator = Narrator { words: self.page.words, state, names: &self.names };
            told.push((version.to_string(), narrator.describe_event(event)));
        });
        told
    }

    pub(super) fn log(&self, told: &[(String, String)]) -> Markup {
        html! {
            section.log {
                h2 { (self.page.say("page-lately")) }
                ol #log reversed {
                    @for (nth, (version, said)) in told.iter().enumerate().rev() {
                        // One record can tell several things; its mark stands with the last of them.
                        @let last = told.get(nth + 1).is_none_or(|(next, _)| next != version);
                        li data-version=(version) { (said) @if let (true, Some(mark)) = (last, self.mark_of(version)) { (self.mark(mark)) } }
                    }
                }
                @if told.is_empty() { p.faint { (self.page.say("page-nothing-yet")) } }
            }
        }
    }

    /// The newest, beside the dice.
    pub(super) fn news(told: &[(String, String)]) -> Markup {
        let newest = told.last().map(|(version, _)| version);
        let said: Vec<&str> = told
            .iter()
            .filter(|(version, _)| Some(version) == newest)
            .map(|(_, said)| said.as_str())
            .collect();
        html! { span.news { (said.join(" ")) } }
    }
}
