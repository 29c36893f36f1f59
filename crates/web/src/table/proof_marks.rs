//! Marks on the table that say who proves each throw. The server writes them, and the script adds what it has verified.

use kosti_app::Mark;
use kosti_engine::State;
use kosti_table::Who;
use maud::{Markup, html};

use super::TablePage;

impl TablePage<'_> {
    /// The mark of the throw in the commit with this version.
    pub(super) fn mark_of(&self, version: &str) -> Option<&Mark> {
        self.recent_events.marks().find(|mark| mark.version.to_string() == version)
    }

    /// A mark in a line of the log.
    pub(super) fn mark(&self, mark: &Mark) -> Markup {
        html! { " " span.mark data-mark=(mark.version) { (self.proven_by(mark)) span.here {} } }
    }

    fn proven_by(&self, mark: &Mark) -> String {
        let name = |seat: usize| self.names.get(seat).map_or("", String::as_str);
        let witness = mark.witness.map_or("", name);
        let id = match (mark.thrower, mark.witness) {
            (true, Some(_)) => "page-mark-both",
            (true, None) => "page-mark-thrower",
            (false, Some(_)) => "page-mark-witness",
            (false, None) => "page-mark-server",
        };
        self.page.tell(id, &[("name", name(mark.seat).into()), ("witness", witness.into())])
    }

    /// The link to the page that verifies all throws, and a warning where nobody can witness the next one. The attributes are
    /// for the script that verifies throws.
    pub(super) fn proof(&self, state: &State) -> Markup {
        if self.is_real() {
            return html! {};
        }
        let say = |id: &str| self.page.say(id);
        let about = |id: &str| self.page.tell(id, &[("what", "#".into())]);
        let last = self.recent_events.marks().next();
        html! {
            p #proof.proof data-mark=[last.map(|mark| mark.version)] data-checked=(say("page-mark-checked"))
                data-alarm=(about("page-dice-alarm")) data-replaced=(say("page-dice-replaced")) data-dropped=(about("page-dice-dropped"))
                data-left=(about("page-dice-left")) data-foreign=(say("page-dice-foreign")) data-burnt=(about("page-dice-burnt")) {
                a href={ (self.path()) "/dice" } { (say("page-check-dice")) }
            }
            @if self.could_be_foreseen(state) { p.foreseen { (say("page-dice-foreseen")) } }
        }
    }

    /// Whether several people play and nobody's device can witness the next throw.
    fn could_be_foreseen(&self, state: &State) -> bool {
        let mut people: Vec<String> = Vec::new();
        for chair in self.table.chairs() {
            if let Who::Person { key, .. } = chair.who {
                people.push(key.into());
            }
        }
        people.sort_unstable();
        people.dedup();
        let witness = state.on_turn().map(|seat| self.table.witness_of(seat.0));
        people.len() > 1 && self.table.in_the_air().is_none() && witness == Some(None)
    }
}
