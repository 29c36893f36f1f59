//! Highlights of a game: a bust, a bonus reached, a barrel left. They follow from events alone.

use kosti_dice::Dice;
use kosti_engine::{Event, Seat, State};
use maud::{Markup, html};

use super::TablePage;
use crate::die::DiceRenderer;

/// The fewest dice of which "all alike" is a highlight.
const MANY: usize = 4;

/// A highlight to show in large letters.
pub(super) struct Highlight {
    /// Its name for styles and sounds.
    kind: &'static str,
    said: String,
    /// The dice of a lost throw, which the state no longer has.
    dice: Option<Dice>,
}

impl TablePage<'_> {
    /// The highlight of the newest commit, if it has one.
    pub(super) fn highlight(&self) -> Option<Highlight> {
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
        newest.and_then(|(_, (), highlight)| highlight)
    }

    fn moment_of(&self, before: &State, event: &Event, thrown: Dice) -> Option<Highlight> {
        let page = &self.page;
        let plain = |kind, said| Some(Highlight { kind, said, dice: None });
        match event {
            Event::Busted { score_lost, .. } => {
                let said = if *score_lost { "page-highlight-score-lost" } else { "page-highlight-bust" };
                Some(Highlight { kind: "bust", said: page.say(said), dice: Some(thrown) })
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
                        plain("alike", page.tell("page-highlight-alike", &[("count", all.len().into())]))
                    }
                    (_, true) => plain("hot", page.say("page-highlight-hot")),
                    _ => None,
                }
            }
            Event::Scored { seat, .. } | Event::Banked { seat, .. } => {
                self.entry_highlight(before, event, *seat)
            }
            _ => None,
        }
    }

    /// The highlight of an entry: a bonus reached, a barrel entered or left.
    fn entry_highlight(&self, before: &State, event: &Event, seat: Seat) -> Option<Highlight> {
        let mut after = before.clone();
        after.apply(event);
        let [was, is] = [before, &after].map(|state| &state.players()[seat.0]);
        let said = if let Some(rules) = before.rules().sheet() {
            let extra = |sheet| rules.totals(sheet).groups.iter().map(|(_, extra)| *extra).sum::<i32>();
            let more = extra(&is.sheet) - extra(&was.sheet);
            let said = self.page.tell("page-highlight-bonus", &[("points", more.into())]);
            return (more > 0).then_some(Highlight { kind: "bonus", said, dice: None });
        } else {
            let rules = before.rules().race()?;
            match (rules.barrel(was.standing.score), rules.barrel(is.standing.score)) {
                (None, Some(_)) => "page-highlight-barrel-in",
                (Some(_), None) => "page-highlight-barrel-out",
                _ => return None,
            }
        };
        Some(Highlight { kind: "barrel", said: self.page.say(said), dice: None })
    }
}

impl Highlight {
    /// Its name for styles and sounds.
    pub(super) fn kind(&self) -> &'static str {
        self.kind
    }

    /// The words in large letters over the tray.
    pub(super) fn picture(&self) -> Markup {
        html! { p.highlight.(self.kind) { (self.said) } }
    }

    /// The dice of a throw that ended the turn.
    pub(super) fn lost_dice(&self, drawn: DiceRenderer<'_>) -> Option<Markup> {
        let dice = self.dice?;
        Some(html! {
            div.dice.lost-dice role="img" aria-label=(drawn.write(dice)) {
                @for face in dice.faces() { span.die-box.fell { (drawn.large_die(face)) } }
            }
        })
    }
}
