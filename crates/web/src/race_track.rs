//! The track of a race: a lane for each player, with the barrels across all lanes.

use kosti_engine::{Seat, State};
use kosti_rules::RaceRules;
use maud::{Markup, html};

use crate::shell::Page;

/// The most lanes of a track.
const LANES: usize = 3;
/// Where the track begins and how long it is, in the units of its picture.
const TRACK: (f64, f64) = (18.0, 344.0);
/// The height of a lane.
const LANE: f64 = 34.0;

/// A track with its lanes from top to bottom.
pub(crate) struct RaceTrack<'a> {
    rules: &'a RaceRules,
    lanes: Vec<TrackLane<'a>>,
    /// The description for screen readers.
    label: String,
}

/// A player on the track.
struct TrackLane<'a> {
    name: &'a str,
    score: i32,
    /// The score if the points of the running turn are banked.
    banked: Option<i32>,
    /// Whether it is the lane of the player who looks.
    own: bool,
}

impl<'a> RaceTrack<'a> {
    /// The track of a race as it stands. The lane of `own` comes first; others have one while there is room.
    pub(crate) fn new(
        page: &Page<'_>,
        state: &State,
        rules: &'a RaceRules,
        names: &'a [String],
        own: usize,
    ) -> Self {
        let lane = |seat: usize| {
            let standing = state.players()[seat].standing;
            let turn = state.turn().filter(|turn| turn.seat == Seat(seat) && turn.points > 0);
            let banked = turn.map(|turn| rules.after_turn(standing, turn.points).score);
            TrackLane { name: &names[seat], score: standing.score, banked, own: seat == own }
        };
        let lanes = seats_with_lanes(state, own).into_iter().map(lane).collect();
        let label = page.tell("rules-race", &[("target", rules.target.into())]);
        Self { rules, lanes, label }
    }

    pub(crate) fn render(&self) -> Markup {
        // One lane runs through the middle of what two would have.
        let (lanes, first) = if self.lanes.len() == 1 { (2, 1.5) } else { (self.lanes.len(), 1.0) };
        let height = LANE * f64::from(u8::try_from(lanes).unwrap_or(u8::MAX)) + 42.0;
        let rules = self.rules;
        html! {
            svg.track viewBox={ "0 0 380 " (height) } role="img" aria-label=(self.label) {
                @for barrel in &rules.barrels { (barrel_picture(self.x(barrel.from), self.x(barrel.exit), height - LANE)) }
                @for (lane, y) in self.lanes.iter().zip((0..).map(|nth| LANE * (first + f64::from(nth)))) { (self.lane(lane, y)) }
                @for mark in self.marks() {
                    text x=(number(self.x(mark).min(TRACK.0 + TRACK.1 - 2.0))) y=(number(height - 8.0)) { (mark) }
                }
            }
        }
    }

    fn x(&self, score: i32) -> f64 {
        let share = f64::from(score) / f64::from(self.rules.target.max(1));
        TRACK.0 + TRACK.1 * share.clamp(0.0, 1.0)
    }

    /// The scores along the track: start, barrels and target, without those that would overlap.
    fn marks(&self) -> Vec<i32> {
        let barrels = self.rules.barrels.iter().flat_map(|barrel| [barrel.from, barrel.exit]);
        let mut marks: Vec<i32> = [0, self.rules.target].into_iter().chain(barrels).collect();
        marks.sort_unstable();
        marks.dedup();
        let far = |two: &[i32]| self.x(two[1]) - self.x(two[0]) >= 30.0 || two[1] == self.rules.target;
        let rest = marks.windows(2).filter(|two| far(two)).map(|two| two[1]);
        marks.first().copied().into_iter().chain(rest).collect()
    }

    fn lane(&self, lane: &TrackLane<'_>, y: f64) -> Markup {
        let at = self.x(lane.score);
        let banked = lane.banked.map(|score| self.x(score)).filter(|banked| banked - at > 4.0);
        let letter: String = lane.name.chars().take(1).collect();
        html! {
            line.lane x1=(TRACK.0) x2=(TRACK.0 + TRACK.1) y1=(y) y2=(y) {}
            line.run .own[lane.own] x1=(TRACK.0) x2=(number(at)) y1=(y) y2=(y) {}
            @if let Some(banked) = banked { circle.ghost cx=(number(banked)) cy=(y) r="11" {} }
            circle.pawn .own[lane.own] cx=(number(at)) cy=(y) r="13" {}
            text.letter x=(number(at)) y=(number(y + 4.5)) { (letter) }
        }
    }
}

/// The seats that have a lane: `first`, the one on turn, the leader, then others in their order.
fn seats_with_lanes(state: &State, first: usize) -> Vec<usize> {
    let count = state.players().len();
    let leader = (0..count).max_by_key(|seat| state.players()[*seat].standing.score);
    let wanted = [Some(first), state.on_turn().map(|seat| seat.0), leader];
    let mut seats: Vec<usize> = Vec::new();
    for seat in wanted.into_iter().flatten().chain(0..count) {
        if !seats.contains(&seat) && seats.len() < LANES {
            seats.push(seat);
        }
    }
    seats
}

fn number(x: f64) -> String {
    format!("{x:.1}")
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
