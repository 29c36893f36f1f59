//! The dice of a turn. Held dice keep their places when the others are thrown again.

use kosti_dice::Dice;
use kosti_engine::{Action, Event, State, Turn};
use maud::{Markup, html};

use super::TablePage;
use crate::die::DiceRenderer;

/// A die in its place.
pub(super) struct PlacedDie {
    pub(super) face: u8,
    /// Whether it has just fallen.
    fell: bool,
    pub(super) held: bool,
}

/// The faces of dice in a shuffled order that depends only on the number of the throw, so every visitor sees the same.
fn scatter(dice: Dice, nth: u64) -> Vec<u8> {
    let mut faces: Vec<u8> = dice.faces().collect();
    let mut seed = nth.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for last in (1..faces.len()).rev() {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        faces.swap(last, usize::try_from(seed >> 33).unwrap_or(0) % (last + 1));
    }
    faces
}

/// The dice after another throw: kept dice stay in their places.
fn replace_thrown(lay: &[u8], kept: Dice, fell: Vec<u8>) -> Vec<(u8, bool)> {
    let mut kept: Vec<u8> = kept.faces().collect();
    let mut places: Vec<Option<u8>> = lay
        .iter()
        .map(|face| kept.iter().position(|other| other == face).map(|at| kept.remove(at)))
        .collect();
    // What lay there is not known any more.
    places.resize(kept.len() + places.len().max(fell.len()), None);
    let mut rest =
        kept.into_iter().map(|face| (face, false)).chain(fell.into_iter().map(|face| (face, true)));
    places.into_iter().filter_map(|place| place.map(|face| (face, false)).or_else(|| rest.next())).collect()
}

impl TablePage<'_> {
    /// The dice of the turn, each in its place.
    pub(super) fn placed_dice(&self, turn: &Turn) -> Vec<PlacedDie> {
        let throws = self.recent_events.newest().map_while(|event| match event {
            Event::Thrown { seat, kept, dice } if *seat == turn.seat => Some(Some((*kept, *dice))),
            Event::Announced { .. } => Some(None),
            _ => None,
        });
        let newest = matches!(self.recent_events.newest().next(), Some(Event::Thrown { .. }));
        let mut throws: Vec<(Dice, Dice)> = throws.flatten().take(usize::from(turn.throw)).collect();
        throws.reverse();
        let count = u64::try_from(throws.len()).unwrap_or(0);
        let first = self.table.throws().saturating_sub(count);
        let mut lying: Vec<(u8, bool)> = Vec::new();
        for ((kept, fell), nth) in throws.into_iter().zip(first..) {
            let lay: Vec<u8> = lying.iter().map(|(face, _)| *face).collect();
            lying = replace_thrown(&lay, kept, scatter(fell, nth));
        }
        let mut faces: Vec<u8> = lying.iter().map(|(face, _)| *face).collect();
        faces.sort_unstable();
        if faces != turn.dice.faces().collect::<Vec<_>>() {
            lying = turn.dice.faces().map(|face| (face, false)).collect();
        }
        let again = turn.throw > 1 && self.table.rules().race().is_none();
        let mut lying: Vec<PlacedDie> = lying
            .into_iter()
            .map(|(face, fell)| PlacedDie { face, fell: fell && newest, held: again && !fell })
            .collect();
        self.hold(turn, &mut lying);
        lying
    }

    /// Marks held dice: those of the request, or in a race the selection that scores most; where only some dice can be
    /// kept, the most of these.
    fn hold(&self, turn: &Turn, lying: &mut [PlacedDie]) {
        let asked: Vec<u8> = self.asked.of("keep").filter_map(|face| face.parse().ok()).collect();
        let sheet = self.table.rules().sheet().filter(|sheet| !sheet.keeps.is_empty());
        let best = || {
            if let Some(sheet) = sheet {
                let most = sheet.keeps_of(turn.thrown()).max_by_key(Dice::len)?;
                return Some(most.faces().collect());
            }
            let race = self.table.rules().race()?;
            // Who learns finds chosen what the hint speaks of.
            if let Some(Action::SetAside { take, .. }) = self.lesson_choice() {
                return Some(take.faces().collect());
            }
            let selections = race.selections(turn.dice).iter();
            let most = selections.max_by_key(|selection| (selection.points, selection.take.len()))?;
            Some(most.take.faces().collect::<Vec<u8>>())
        };
        let race = self.table.rules().race().is_some();
        if asked.is_empty() && !race && sheet.is_none() {
            return;
        }
        let mut wanted = if asked.is_empty() { best().unwrap_or_default() } else { asked };
        for lies in lying {
            let found = wanted.iter().position(|face| *face == lies.face);
            lies.held = found.map(|nth| wanted.remove(nth)).is_some();
        }
    }

    /// What can be held of the dice where the rules do not let everything be kept, for the page to say so.
    pub(super) fn keeps(&self, state: &State) -> Option<String> {
        let sheet = state.rules().sheet().filter(|sheet| sheet.restricts_keeps())?;
        let turn = state.turn().filter(|turn| turn.throw > 0)?;
        Some(sheet.keeps_of(turn.thrown()).map(|keep| keep.to_string()).collect::<Vec<_>>().join("|"))
    }

    /// Dice that can be held, each on its own.
    pub(super) fn dice(&self, turn: &Turn, word: &str) -> Markup {
        let wished = self.best_keep();
        let sheet = self.table.rules().sheet();
        let can_be_held = |face: u8| {
            sheet.is_none_or(|sheet| sheet.keeps_of(turn.thrown()).any(|keep| keep.count(face) > 0))
        };
        let mut aside: Vec<u8> = turn.kept.faces().collect();
        let mut stays_aside = |lies: &PlacedDie| {
            let found = aside.iter().position(|face| *face == lies.face && !lies.fell);
            found.map(|at| aside.remove(at)).is_some()
        };
        let mut wished: Vec<u8> = wished.map(|keep| keep.faces().collect()).unwrap_or_default();
        html! {
            fieldset.dice {
                legend.visually-hidden { (self.page.say(&format!("{word}-legend"))) }
                // What cannot be changed is not sent by its own field.
                @for face in turn.kept.faces() { input type="hidden" name="keep" value=(face); }
                @for (nth, lies) in self.placed_dice(turn).iter().enumerate() {
                    @let best = wished.iter().position(|face| *face == lies.face).map(|at| wished.remove(at)).is_some();
                    @let stays = stays_aside(lies);
                    label.die-box .fell[lies.fell] .wished[best] {
                        input.visually-hidden id={ "die-" (nth) } type="checkbox" name="keep" value=(lies.face) checked[lies.held || stays] disabled[stays || !can_be_held(lies.face)];
                        (self.dice_renderer().large_die(lies.face))
                        span.visually-hidden { (self.face(lies.face)) @if best { ", " (self.page.say("page-coach-keeps")) } }
                        span.held { (self.page.say(word)) }
                    }
                }
            }
        }
    }

    /// Dice that nothing more can be done with here.
    pub(super) fn still_dice(&self, turn: &Turn) -> Markup {
        let held = self.acting().is_none() && self.table.rules().race().is_none();
        html! {
            div.dice role="img" aria-label=(self.write_dice(turn.dice)) {
                @for lies in self.placed_dice(turn) {
                    span.die-box .fell[lies.fell] .kept[lies.held && held] { (self.dice_renderer().large_die(lies.face)) span.held { (self.page.say("page-held")) } }
                }
            }
        }
    }

    /// Dice of which all but the kept ones are about to fall.
    pub(super) fn shaken_dice(&self, turn: &Turn, kept: Dice) -> Markup {
        let mut kept: Vec<u8> = kept.faces().collect();
        html! {
            div.dice.shaken role="img" aria-label=(self.write_dice(turn.dice)) {
                @for lies in self.placed_dice(turn) {
                    @let stays = kept.iter().position(|face| *face == lies.face).map(|at| kept.remove(at)).is_some();
                    span.die-box .kept[stays] { (self.dice_renderer().large_die(lies.face)) span.held { (self.page.say("page-held")) } }
                }
            }
        }
    }

    /// How the dice of this game are drawn.
    pub(super) fn dice_renderer(&self) -> DiceRenderer<'_> {
        DiceRenderer::of(self.table.rules(), self.page.language())
    }

    /// Dice as text.
    pub(super) fn write_dice(&self, dice: Dice) -> String {
        self.page.words.write_dice(self.table.rules().faces(), dice)
    }

    /// What a die shows, in a word, with its colour if it has one.
    pub(super) fn face(&self, face: u8) -> String {
        let faces = self.table.rules().faces();
        let id = format!("page-face-{face}");
        let word = if faces.named() || !self.page.words.has(&id) {
            faces.name(face, self.page.language())
        } else {
            self.page.say(&id)
        };
        match faces.colour(face) {
            Some(colour) => format!("{word}, {}", self.page.say(&format!("colour-{}", colour.word()))),
            None => word,
        }
    }

    /// The dice that the coach would keep, or set aside.
    fn best_keep(&self) -> Option<Dice> {
        match self.coach_panel.advice().or_else(|| self.lesson_advice())?.choices.first()?.action {
            Action::Throw { keep } => Some(keep),
            Action::SetAside { take, .. } => Some(take),
            _ => None,
        }
    }
}

/// The cup with the dice in it, before the first throw.
pub(crate) fn cup() -> Markup {
    html! {
        svg.cup viewBox="0 0 150 92" aria-hidden="true" focusable="false" {
            defs {
                linearGradient id="leather" { stop offset="0" stop-color="#3a2418" {} stop offset=".28" stop-color="#7a4e33" {} stop offset=".6" stop-color="#56341f" {} stop offset="1" stop-color="#22130b" {} }
            }
            g transform="rotate(17 75 60)" {
                ellipse cx="75" cy="16" rx="33" ry="8.5" fill="#150b06" {}
                @for (x, y, turned, face) in [(46, -12, -22, 5), (73, -10, 12, 3), (60, -4, -6, 6)] {
                    g transform={ "translate(" (x) " " (y) ") rotate(" (turned) " 15 15) scale(.3)" } {
                        rect x="2" y="8" width="96" height="94" rx="22" fill="#b7a172" {}
                        rect width="96" height="94" rx="22" x="2" fill="#f8edd2" {}
                        use href={ "#pips-" (face) } width="100" height="94" {}
                    }
                }
                path d="M42 16c0 11.5 66 11.5 66 0l-3.5 62c-1 9-58 9-59 0z" fill="url(#leather)" {}
                path d="M42 16c0 11.5 66 11.5 66 0v7c0 11.5-66 11.5-65.6 0z" fill="#8d6040" {}
                path d="M43.5 31c6 9 57 9 63 0M46 73c7 7 51 7 58 0" fill="none" stroke="#d9b48a" stroke-width="1.3" stroke-dasharray="3.5 2.5" {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_dice_stay_in_their_places() {
        let kept = Dice::from_faces(&[4, 4]).unwrap();
        let lies = replace_thrown(&[4, 6, 1, 4, 2], kept, vec![3, 5, 6]);
        assert_eq!(lies, [(4, false), (3, true), (5, true), (4, false), (6, true)]);
        assert_eq!(replace_thrown(&[], Dice::NONE, vec![3, 1]), [(3, true), (1, true)]);
        assert_eq!(replace_thrown(&[], kept, vec![3]), [(4, false), (4, false), (3, true)]);
    }

    #[test]
    fn scattered_dice_are_the_same_dice() {
        let dice = Dice::from_faces(&[1, 2, 3, 4, 5, 6]).unwrap();
        for nth in 0..50 {
            let mut faces = scatter(dice, nth);
            assert_eq!(faces, scatter(dice, nth));
            faces.sort_unstable();
            assert_eq!(faces, [1, 2, 3, 4, 5, 6]);
        }
    }
}
