//! Entering real dice: a keypad of faces. The dice entered so far are in the query, so no script is needed.

use kosti_dice::Dice;
use kosti_engine::{Action, Decision, State, Then};
use maud::{Markup, html};

use super::TablePage;

impl TablePage<'_> {
    /// The buttons, while dice are to be typed in.
    pub(super) fn dice_entry(&self, state: &State) -> Option<Markup> {
        if !self.is_real() {
            return None;
        }
        let first = state.turn().is_none_or(|turn| turn.throw == 0);
        let asked = first || self.asked.has("do");
        let seat = state.on_turn().filter(|_| asked)?;
        let kept: Vec<u8> = self.asked.of("keep").filter_map(|face| face.parse().ok()).collect();
        let keep = Dice::from_faces(&kept).ok()?;
        let (action, button) = match state.rules().race() {
            _ if first => (Action::first_throw(), ("throw", "1")),
            None => (Action::Throw { keep }, ("throw", "1")),
            Some(_) => (Action::SetAside { take: keep, then: Then::Throw }, ("then", "throw")),
        };
        let Ok(Decision::Throws(throws)) = state.decide(seat, &action) else { return None };
        let sides = state.rules().sides;
        let mut fell: Vec<u8> = self.asked.of("fell").filter_map(|face| face.parse().ok()).collect();
        fell.retain(|face| (1..=sides).contains(face));
        fell.truncate(throws.count());
        Some(self.keypad(state, &DiceEntry { sides, count: throws.count(), kept, fell, button, first }))
    }

    fn keypad(&self, state: &State, entering: &DiceEntry) -> Markup {
        let DiceEntry { sides, count, kept, fell, button, first } = entering;
        let missing = count - fell.len();
        let name = self.game().and_then(State::on_turn).map_or("", |seat| self.names[seat.0].as_str());
        html! {
            p.hint { (self.page.tell("page-enter-dice", &[("name", name.into()), ("count", missing.into())])) }
            @for face in kept { input type="hidden" name="keep" value=(face); }
            @for face in fell { input type="hidden" name="fell" value=(face); }
            div.dice.entered {
                @for (nth, face) in fell.iter().enumerate() {
                    @let mut rest = fell.clone();
                    @let _ = rest.remove(nth);
                    a.die-box href=(self.address(kept, &rest)) data-part aria-label=(self.page.tell("page-take-off", &[("face", self.face(*face).into())])) { (self.dice_renderer().large_die(*face)) }
                }
                @for _ in 0..missing { span.die-box.empty aria-hidden="true" { span.cast {} } }
            }
            @if missing > 0 {
                div.keypad {
                    @for face in 1..=*sides {
                        @let more: Vec<u8> = fell.iter().copied().chain([face]).collect();
                        a.key id={ "key-" (face) } href=(self.address(kept, &more)) data-part aria-label=(self.face(face)) { (self.dice_renderer().die(face)) }
                    }
                }
            } @else {
                div.acts {
                    (self.undo_button(state))
                    button.primary.go #throw name=(button.0) value=(button.1) { (self.page.say("page-dice-right")) }
                }
            }
            @if missing > 0 || !first {
                div.acts {
                    @if missing > 0 { (self.undo_button(state)) }
                    @if !first { a.button.alt href=(self.path()) data-part { (self.page.say("page-back")) } }
                }
            }
        }
    }

    /// The page with these dice tapped.
    fn address(&self, kept: &[u8], fell: &[u8]) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("do", "enter");
        for face in kept {
            query.append_pair("keep", &face.to_string());
        }
        for face in fell {
            query.append_pair("fell", &face.to_string());
        }
        format!("{}?{}", self.path(), query.finish())
    }
}

/// Dice that are being entered.
struct DiceEntry {
    sides: u8,
    count: usize,
    kept: Vec<u8>,
    fell: Vec<u8>,
    /// The name and value of the button that confirms the dice.
    button: (&'static str, &'static str),
    first: bool,
}
