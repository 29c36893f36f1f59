//! What happened lately, newest first; said aloud as it comes.

use kosti_words::Teller;
use maud::{Markup, html};

use super::Seen;

impl Seen<'_> {
    pub(super) fn log(&self) -> Markup {
        let mut told: Vec<(String, String)> = Vec::new();
        self.lately.each(|state, version, event| {
            let teller = Teller { words: self.page.words, state, names: &self.names };
            told.push((version.to_string(), teller.event(event)));
        });
        html! {
            details.log open {
                summary { (self.page.say("page-lately")) }
                ol #log reversed {
                    @for (version, said) in told.iter().rev() { li data-version=(version) { (said) } }
                }
                @if told.is_empty() { p.faint { (self.page.say("page-nothing-yet")) } }
            }
        }
    }
}
