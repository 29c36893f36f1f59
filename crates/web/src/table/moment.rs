//! Moments of a game that deserve to be seen: a bust, a bonus reached, a barrel left. They follow from events alone.

use kosti_dice::Dice;
use kosti_engine::{Event, Seat, State};
use maud::{Markup, html};

use super::Seen;
use crate::die::DrawnDice;

/// The fewest dice alike that are remarkable.
const MANY: usize = 4;

/// Something that has just happened.
pub(super) struct Moment {
    /// Its name for styles and sounds.
    kind: &'static str,
    said: String,
    /// The dice that lie there, if they lie there no more for the rules.
    dice: Option<Dice>,
}

impl Seen<'_> {
    /// The moment that the newest event made, if it made one.
    pub(super) fn moment(&self) -> Option<Moment> {
        let mut newest = None;
        let mut thrown = Dice::NONE;
        self.recent_events.each(|before, version, event| {
            if let Event::Thrown { dice, .. } = event {
                thrown = *dice;
            }
            let found = self.moment_of(before, event, thrown);
            newest = match (newest.take(), found) {
                (Some((same, _, earlier)), None) if same == version => Some((version, (), earlier)),
                (_, found) => Some((version, (), found)),
            };
        });
        newest.and_then(|(_, (), moment)| moment)
    }

    fn moment_of(&self, before: &State, event: &Event, thrown: Dice) -> Option<Moment> {
        let page = &self.page;
        let plain = |kind, said| Some(Moment { kind, said, dice: None });
        match event {
            Event::Busted { .. } => {
                Some(Moment { kind: "bust", said: page.say("page-moment-bust"), dice: Some(thrown) })
            }
            Event::WonAtOnce { win, .. } => {
                let name = before.rules().sheet()?.instant_wins.get(*win)?.name.get(page.language());
                plain("win", format!("{name}!"))
            }
            Event::Thrown { kept, dice, seat } => {
                let all = kept.plus(*dice);
                let alike = all.len() >= MANY && all.count(all.highest()) == all.len();
                let turn = before.turn().filter(|turn| turn.seat == *seat);
                let hot = before.rules().race().is_some()
                    && turn.is_some_and(|turn| {
                        turn.points > 0 && dice.len() == usize::from(before.rules().dice)
                    });
                match (alike, hot) {
                    (true, _) => {
                        plain("alike", page.tell("page-moment-alike", &[("count", all.len().into())]))
                    }
                    (_, true) => plain("hot", page.say("page-moment-hot")),
                    _ => None,
                }
            }
            Event::Scored { seat, .. } | Event::Banked { seat, .. } => self.reached(before, event, *seat),
            _ => None,
        }
    }

    /// A bonus that was reached, a barrel that was entered or left.
    fn reached(&self, before: &State, event: &Event, seat: Seat) -> Option<Moment> {
        let mut after = before.clone();
        after.apply(event);
        let [was, is] = [before, &after].map(|state| &state.players()[seat.0]);
        let said = if let Some(rules) = before.rules().sheet() {
            let extra = |sheet| rules.totals(sheet).groups.iter().map(|(_, extra)| *extra).sum::<i32>();
            let more = extra(&is.sheet) - extra(&was.sheet);
            let said = self.page.tell("page-moment-bonus", &[("points", more.into())]);
            return (more > 0).then_some(Moment { kind: "bonus", said, dice: None });
        } else {
            let rules = before.rules().race()?;
            match (rules.barrel(was.standing.score), rules.barrel(is.standing.score)) {
                (None, Some(_)) => "page-moment-barrel-in",
                (Some(_), None) => "page-moment-barrel-out",
                _ => return None,
            }
        };
        Some(Moment { kind: "barrel", said: self.page.say(said), dice: None })
    }
}

impl Moment {
    /// Its name for styles and sounds.
    pub(super) fn kind(&self) -> &'static str {
        self.kind
    }

    /// In large letters over the tray; with the dice that lie there.
    pub(super) fn picture(&self) -> Markup {
        html! { p.moment.(self.kind) { (self.said) } }
    }

    /// The dice of a throw that has ended the turn.
    pub(super) fn lost_dice(&self, drawn: DrawnDice<'_>) -> Option<Markup> {
        let dice = self.dice?;
        Some(html! {
            div.dice.lost-dice role="img" aria-label=(drawn.write(dice)) {
                @for face in dice.faces() { span.die-box.fell { (drawn.cast(face)) } }
            }
        })
    }
}
