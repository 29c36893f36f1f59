//! How a race stands: a lane for each player with the barrels on it, what scores, and the last turns.

use kosti_dice::Dice;
use kosti_engine::{Event, Seat, State};
use kosti_rules::RaceRules;
use maud::{Markup, html};

use super::Seen;

/// Lanes that are drawn; the tabs tell the scores of the others.
const LANES: usize = 3;
/// Turns that are told.
const TURNS: usize = 6;
/// Where the track begins and how long it is, in the units of its picture.
const TRACK: (f64, f64) = (18.0, 344.0);

/// A lane of the track.
struct Lane {
    seat: usize,
    y: f64,
}

fn place(score: i32, rules: &RaceRules) -> f64 {
    let share = f64::from(score) / f64::from(rules.target.max(1));
    TRACK.0 + TRACK.1 * share.clamp(0.0, 1.0)
}

fn number(x: f64) -> String {
    format!("{x:.1}")
}

impl Seen<'_> {
    pub(super) fn standings(&self, state: &State, rules: &RaceRules) -> Markup {
        html! {
            div.race role="region" aria-label=(self.page.say("page-sheet")) {
                (self.track(state, rules))
                (self.barrel_note(state, rules))
            }
            div.pays { (self.what_scores(state, rules)) (self.last_turns()) }
        }
    }

    /// The seats that have a lane: the visitor's, the one on turn, who leads, and others while there is room.
    fn lanes(&self, state: &State) -> Vec<Lane> {
        let count = state.players().len();
        let leader = (0..count).max_by_key(|seat| state.players()[*seat].standing.score);
        let wanted = [Some(self.focus(state)), state.on_turn().map(|seat| seat.0), leader];
        let mut seats: Vec<usize> = Vec::new();
        for seat in wanted.into_iter().flatten().chain(0..count) {
            if !seats.contains(&seat) && seats.len() < LANES {
                seats.push(seat);
            }
        }
        let lane = |(seat, y): (usize, f64)| Lane { seat, y };
        seats.into_iter().zip((0..).map(|nth| 34.0 + 34.0 * f64::from(nth))).map(lane).collect()
    }

    fn track(&self, state: &State, rules: &RaceRules) -> Markup {
        let lanes = self.lanes(state);
        let height = 34.0 * f64::from(u8::try_from(lanes.len()).unwrap_or(3)) + 42.0;
        let end = TRACK.0 + TRACK.1;
        let mut marks = vec![0, rules.target];
        marks.extend(rules.barrels.iter().flat_map(|barrel| [barrel.from, barrel.exit]));
        marks.sort_unstable();
        marks.dedup();
        html! {
            svg.track viewBox={ "0 0 380 " (height) } role="img" aria-label=(self.page.tell("rules-race", &[("target", rules.target.into())])) {
                @for barrel in &rules.barrels { (barrel_picture(place(barrel.from, rules), place(barrel.exit, rules), height - 34.0)) }
                @for Lane { seat, y } in &lanes { (self.lane(state, rules, *seat, *y)) }
                @for (nth, mark) in marks.iter().enumerate() {
                    @let near = nth > 0 && place(*mark, rules) - place(marks[nth - 1], rules) < 30.0;
                    @if !near || *mark == rules.target { text x=(number(place(*mark, rules).min(end - 2.0))) y=(number(height - 8.0)) { (mark) } }
                }
            }
        }
    }

    fn lane(&self, state: &State, rules: &RaceRules, seat: usize, y: f64) -> Markup {
        let at = place(state.players()[seat].standing.score, rules);
        let own = self.focus(state) == seat;
        let turn = state.turn().filter(|turn| turn.seat == Seat(seat) && turn.points > 0);
        let after = turn.map(|turn| {
            let standing = rules.after_turn(state.players()[seat].standing, turn.points);
            place(standing.score, rules)
        });
        let letter: String = self.names[seat].chars().take(1).collect();
        html! {
            line.lane x1=(TRACK.0) x2=(TRACK.0 + TRACK.1) y1=(y) y2=(y) {}
            line.run .own[own] x1=(TRACK.0) x2=(number(at)) y1=(y) y2=(y) {}
            @if let Some(after) = after.filter(|after| after - at > 4.0) {
                circle.ghost cx=(number(after)) cy=(y) r="11" {}
            }
            circle.pawn .own[own] cx=(number(at)) cy=(y) r="13" {}
            text.letter x=(number(at)) y=(number(y + 4.5)) { (letter) }
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
                b { (self.names[seat]) ": " (counted) }
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
                thead { tr { td {} @for face in 1..=sides { th scope="col" { (self.drawn().die(face)) span.visually-hidden { (self.face(face)) } } } } }
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
            (self.mixed(rules))
        }
    }

    /// Combinations of different dice.
    fn mixed(&self, rules: &RaceRules) -> Markup {
        let different = |dice: &Dice| dice.faces().any(|face| dice.count(face) < dice.len());
        let language = self.page.language();
        html! {
            ul.mixed {
                @for combination in &rules.combinations {
                    @let made: Vec<_> = combination.made_of.iter().filter(|(dice, _)| different(dice)).collect();
                    @if let [(dice, points)] = made.as_slice() {
                        li { (self.drawn().row(&dice.faces().collect::<Vec<_>>())) b { (points) } }
                    } @else if let Some((_, first)) = made.first() {
                        @let most = made.iter().map(|(_, points)| **points).max().unwrap_or(**first);
                        @let least = made.iter().map(|(_, points)| **points).min().unwrap_or(**first);
                        li { span { (combination.name.get(language)) } b { (least) @if most > least { "–" (most) } } }
                    }
                }
            }
        }
    }

    /// How the last turns ended.
    fn last_turns(&self) -> Markup {
        let turns = self.recent_events.newest().filter_map(|event| match *event {
            Event::Banked { seat, points } => Some((seat.0, Some(points))),
            Event::Busted { seat } => Some((seat.0, None)),
            _ => None,
        });
        let turns: Vec<_> = turns.take(TURNS).collect();
        html! {
            @if !turns.is_empty() {
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

/// A barrel between two places of the track.
fn barrel_picture(from: f64, exit: f64, height: f64) -> Markup {
    let (left, right) = (from - 2.0, exit + 2.0);
    let (top, bottom, middle) = (10.0, height, f64::midpoint(left, right));
    let bulge = ((right - left) * 0.12).min(7.0);
    html! {
        path.barrel d=(format!(
            "M{left:.1} {top:.1}Q{:.1} {:.1} {left:.1} {bottom:.1}H{right:.1}Q{:.1} {:.1} {right:.1} {top:.1}Z",
            left - 2.0 * bulge, f64::midpoint(top, bottom), right + 2.0 * bulge, f64::midpoint(top, bottom)
        )) {}
        path.stave d=(format!("M{:.1} {top:.1}V{bottom:.1}M{middle:.1} {top:.1}V{bottom:.1}M{:.1} {top:.1}V{bottom:.1}", f64::midpoint(left, middle), f64::midpoint(middle, right))) {}
        path.hoop d=(format!("M{:.1} {:.1}H{:.1}M{:.1} {:.1}H{:.1}", left - bulge * 0.7, top + 12.0, right + bulge * 0.7, left - bulge * 0.7, bottom - 12.0, right + bulge * 0.7)) {}
    }
}
