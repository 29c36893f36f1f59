//! The standings of a race: a track with lanes and barrels, the table of what scores, and the last turns.

use kosti_dice::Dice;
use kosti_engine::{Event, Seat, State};
use kosti_rules::RaceRules;
use maud::{Markup, html};

use super::TablePage;
use crate::race_track::RaceTrack;

/// Turns in the list of the last turns.
const TURNS: usize = 6;

impl TablePage<'_> {
    pub(super) fn standings(&self, state: &State, rules: &RaceRules) -> Markup {
        html! {
            div.race role="region" aria-label=(self.page.say("page-sheet")) {
                (RaceTrack::new(&self.page, state, rules, &self.names, self.focus(state)).render())
                (self.barrel_note(state, rules))
            }
            div.pays { (self.what_scores(state, rules)) (self.last_turns()) }
        }
    }

    /// What a player in a barrel has to do, and in how many turns.
    fn barrel_note(&self, state: &State, rules: &RaceRules) -> Markup {
        let seat = self.focus(state);
        let standing = state.players()[seat].standing;
        let Some(counted) = self.page.words.describe_turns_left(rules, standing) else { return html! {} };
        let exit = rules.barrel(standing.score).map(|nth| rules.barrels[nth].exit - standing.score);
        html! {
            p.note {
                b { @if state.on_turn() != Some(Seat(seat)) { (self.names[seat]) ": " } (counted) }
                @if let Some(more) = exit { span { (self.page.tell("page-barrel-more", &[("points", more.into())])) } }
            }
        }
    }

    /// What scores: alike dice as a table, the rest in a row.
    fn what_scores(&self, state: &State, rules: &RaceRules) -> Markup {
        let sides = state.rules().sides;
        let all = || rules.combinations.iter().flat_map(|combination| &combination.made_of);
        let alike = |face: u8, count: usize| {
            let points = all().filter(|(dice, _)| dice.len() == count && dice.count(face) == count);
            points.map(|(_, points)| *points).max()
        };
        let counts: Vec<usize> = (1..=rules.dice())
            .filter(|count| (1..=sides).any(|face| alike(face, *count).is_some()))
            .collect();
        let thrown = state.turn().filter(|turn| turn.throw > 0).map_or(Dice::NONE, |turn| turn.dice);
        // Of the dice that lie there, the most alike that score.
        let hit = |face: u8, count: usize| {
            let most = counts
                .iter()
                .rev()
                .find(|most| thrown.count(face) >= **most && alike(face, **most).is_some());
            most == Some(&count)
        };
        html! {
            table.alike {
                caption.visually-hidden { (self.page.say("rules-combinations")) }
                thead { tr { td {} @for face in 1..=sides { th scope="col" { (self.dice_renderer().die(face)) span.visually-hidden { (self.face(face)) } } } } }
                tbody {
                    @for &count in &counts {
                        tr {
                            th scope="row" { "×" (count) }
                            @for face in 1..=sides {
                                @match alike(face, count) {
                                    Some(points) => td.hit[hit(face, count)] { (points) },
                                    None => td.no { "–" },
                                }
                            }
                        }
                    }
                }
            }
            (self.combinations_of_different_dice(rules, thrown))
        }
    }

    /// Combinations of different dice; those that lie there are marked.
    fn combinations_of_different_dice(&self, rules: &RaceRules, thrown: Dice) -> Markup {
        let lies = |dice: &Dice| dice.faces().all(|face| dice.count(face) <= thrown.count(face));
        let different = |dice: &Dice| dice.faces().any(|face| dice.count(face) < dice.len());
        let language = self.page.language();
        html! {
            ul.mixed {
                @for combination in &rules.combinations {
                    @let made: Vec<_> = combination.made_of.iter().filter(|(dice, _)| different(dice)).collect();
                    @if let [(dice, points)] = made.as_slice() {
                        li .hit[lies(dice)] { (self.dice_renderer().row(&dice.faces().collect::<Vec<_>>())) b { (points) } }
                    } @else if let Some((_, first)) = made.first() {
                        @let most = made.iter().map(|(_, points)| **points).max().unwrap_or(**first);
                        @let least = made.iter().map(|(_, points)| **points).min().unwrap_or(**first);
                        li .hit[made.iter().any(|(dice, _)| lies(dice))] { span { (combination.name.get(language)) } b { (least) @if most > least { "–" (most) } } }
                    }
                }
            }
        }
    }

    /// How the last turns ended.
    fn last_turns(&self) -> Markup {
        let turns = self.recent_events.newest().filter_map(|event| match *event {
            Event::Banked { seat, points } => Some((seat.0, Some(points))),
            Event::Busted { seat, .. } => Some((seat.0, None)),
            _ => None,
        });
        let turns: Vec<_> = turns.take(TURNS).collect();
        html! {
            // Its place is kept, so that nothing moves when the first turn ends.
            @if turns.is_empty() { div.turns {} } @else {
                ol.turns aria-label=(self.page.say("page-last-turns")) {
                    @for (seat, points) in turns {
                        li .busted[points.is_none()] {
                            bdi.name { (self.names[seat]) } " "
                            @match points { Some(points) => b { "+" (points) }, None => b { (self.page.say("page-bust")) } }
                        }
                    }
                }
            }
        }
    }
}
