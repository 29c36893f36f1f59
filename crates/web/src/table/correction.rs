//! Forms to correct entries at tables with real dice.

use kosti_engine::State;
use kosti_rules::SheetRules;
use maud::{Markup, html};

use super::TablePage;
use super::grid::format_entry;

impl TablePage<'_> {
    /// The form that the query asks for: `?correct=SEAT:BOX:NTH`, in a race `?correct=SEAT`.
    pub(super) fn correction_form(&self, state: &State) -> Option<Markup> {
        if !self.is_real() || self.mine.is_empty() {
            return None;
        }
        if let Some(seat) = self.asked.get("correct-joker") {
            let seat = seat.parse().ok().filter(|&seat| seat < state.players().len())?;
            return Some(self.correct_joker(state, seat));
        }
        let asked = self.asked.get("correct").or_else(|| self.asked.get("correct-score"))?;
        let mut parts = asked.split(':');
        let seat = parts.next()?.parse().ok().filter(|&seat| seat < state.players().len())?;
        match state.rules().sheet() {
            Some(rules) => {
                let slot = rules.slot(parts.next()?)?;
                let nth = parts.next().and_then(|nth| nth.parse().ok()).unwrap_or(0);
                self.correct_entry(state, rules, seat, slot, nth)
            }
            None => Some(self.correct_score(state, seat)),
        }
    }

    fn correct_entry(
        &self,
        state: &State,
        rules: &SheetRules,
        seat: usize,
        slot: usize,
        nth: usize,
    ) -> Option<Markup> {
        let entry = *state.players()[seat].sheet.entries(slot).get(nth)?;
        let language = self.page.language();
        let was = format_entry(rules, slot, entry);
        let name = self.narrator(state).slot_name(slot).to_owned();
        let args = [("name", (&self.names[seat]).into()), ("box", name.into()), ("was", was.as_str().into())];
        let now = if entry == kosti_rules::Entry::Crossed { "x".to_owned() } else { entry.to_string() };
        let fields = html! {
            label for="entry" { (self.page.say("page-correct-points")) }
            input #entry name="entry" inputmode="text" value=(now) required maxlength="8" autocomplete="off";
            label for="to" { (self.page.say("page-correct-box")) }
            select #to name="to" {
                @for (other, box_of) in rules.slots.iter().enumerate() {
                    option value=(box_of.id) selected[other == slot] { (box_of.name.get(language)) }
                }
            }
        };
        Some(self.wrap_correction(
            &self.page.tell("page-correct-entry", &args),
            &fields,
            ("correct", &format!("{seat}:{}:{nth}", rules.slots[slot].id)),
        ))
    }

    /// What jokers have brought.
    fn correct_joker(&self, state: &State, seat: usize) -> Markup {
        let had = state.players()[seat].sheet.joker();
        let args = [("name", (&self.names[seat]).into()), ("was", had.to_string().into())];
        let fields = html! {
            label for="score" { (self.page.say("page-correct-points")) }
            input #score name="score" inputmode="numeric" value=(had) required maxlength="6" autocomplete="off";
        };
        self.wrap_correction(
            &self.page.tell("page-correct-joker", &args),
            &fields,
            ("correct-joker", &seat.to_string()),
        )
    }

    fn correct_score(&self, state: &State, seat: usize) -> Markup {
        let standing = state.players()[seat].standing;
        let args = [("name", (&self.names[seat]).into()), ("was", standing.to_string().into())];
        let fields = html! {
            label for="score" { (self.page.say("page-correct-points")) }
            input #score name="score" inputmode="numeric" value=(standing.score) required maxlength="6" autocomplete="off";
            label for="left" { (self.page.say("page-correct-left")) }
            input #left name="left" inputmode="numeric" value=(standing.turns_left) maxlength="2" autocomplete="off";
        };
        self.wrap_correction(
            &self.page.tell("page-correct-score", &args),
            &fields,
            ("correct-score", &seat.to_string()),
        )
    }

    /// The form around what is corrected.
    fn wrap_correction(&self, question: &str, fields: &Markup, (button, value): (&str, &str)) -> Markup {
        html! {
            form.correct method="post" action={ (self.path()) "/act" } {
                (self.hidden())
                input type="hidden" name="seat" value=(self.mine[0]);
                p { (question) }
                div.inline { (fields) }
                div.row {
                    button.primary name=(button) value=(value) { (self.page.say("page-correct-go")) }
                    a.button href=(self.path()) data-part { (self.page.say("page-back")) }
                }
            }
        }
    }
}
