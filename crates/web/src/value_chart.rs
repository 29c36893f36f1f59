//! The chart of a review: the expected result after every step, with marks at lucky throws and costly choices. Each mark
//! links to its position.

use kosti_coach::{Review, ValueUnit};
use kosti_engine::Event;
use kosti_journal::TableId;
use kosti_query::format_value;
use maud::{Markup, html};

use super::review::{format_amount, inaccurate_decisions, is_perceptible};
use super::shell::Page;
use super::steps::{Step, step_of};

/// The width and height of the drawing.
const SIZE: (f64, f64) = (360.0, 270.0);
/// The edges of the plot: left, right, top, bottom.
const PLOT: (f64, f64, f64, f64) = (38.0, 352.0, 44.0, 200.0);
/// The middle of the lane of luck, above the plot, and of mistakes, below it.
const LANES: (f64, f64) = (18.0, 246.0);
/// The width of a mark: large enough for a finger.
const MARK: f64 = 28.0;
/// The most marks of good luck, of bad luck, and of mistakes.
const MOST: (usize, usize, usize) = (4, 3, 7);
/// The most numbers along the axis of turns.
const TICKS: usize = 10;
/// Dash patterns, so that lines differ without colours.
const DASHES: [&str; 5] = ["none", "6 3", "2 3", "9 3 2 3", "1 5"];

/// The chart of a reviewed game.
pub(super) struct ValueChart<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) table: TableId,
    pub(super) names: &'a [String],
    pub(super) review: &'a Review,
    pub(super) steps: &'a [Step],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Lucky,
    Unlucky,
    Mistake,
}

impl Kind {
    fn class(self) -> &'static str {
        match self {
            Self::Lucky => "lucky",
            Self::Unlucky => "unlucky",
            Self::Mistake => "mistake",
        }
    }

    /// A shape around the middle of a mark.
    fn shape(self) -> &'static str {
        match self {
            Self::Lucky => "M0 -9L8 4H-8Z",
            Self::Unlucky => "M0 4L8 -9H-8Z",
            Self::Mistake => "M-6 -9L6 3M6 -9L-6 3",
        }
    }
}

/// A mark in the chart.
#[derive(Debug, Clone, Copy)]
struct Mark {
    kind: Kind,
    step: usize,
    amount: f64,
}

/// Spreads sorted places so that neighbours are at least `gap` apart and all lie between `low` and `high`.
fn spread(places: &mut [f64], gap: f64, low: f64, high: f64) {
    let mut least = low;
    for place in places.iter_mut() {
        *place = place.max(least);
        least = *place + gap;
    }
    let mut most = high;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - gap;
    }
}

fn number(x: f64) -> String {
    format!("{x:.1}")
}

impl ValueChart<'_> {
    /// Draws the chart. `label` is its description for screen readers.
    pub(super) fn draw(&self, label: &str) -> Markup {
        let (low, high) = self.range();
        let y = |value: f64| PLOT.2 + (PLOT.3 - PLOT.2) * (high - value) / (high - low);
        let line = |seat: usize| {
            let points = self.steps.iter().enumerate();
            let points = points.filter_map(|(nth, step)| Some((self.x(nth), y(*step.worth.get(seat)?))));
            points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
        };
        let (luck, mistakes) = (self.luck_marks(), self.mistake_marks());
        let height = |mark: &Mark| {
            let step = &self.steps[mark.step];
            let seat = if mark.kind == Kind::Mistake { self.decided_by(mark.step) } else { step.seat };
            y(step.worth.get(seat).copied().unwrap_or(low))
        };
        html! {
            figure.chart.marked {
                svg role="group" aria-label=(label) viewBox=(format!("0 0 {} {}", SIZE.0, SIZE.1)) {
                    @for value in [high, f64::midpoint(high, low), low] {
                        line.grid x1=(PLOT.0) x2=(PLOT.1) y1=(number(y(value))) y2=(number(y(value))) {}
                        text x=(PLOT.0 - 4.0) y=(number(y(value) + 3.5)) text-anchor="end" { (self.short(value)) }
                    }
                    @for (nth, turn) in self.ticks() {
                        line.tick x1=(number(self.x(nth))) x2=(number(self.x(nth))) y1=(PLOT.3) y2=(PLOT.3 + 4.0) {}
                        text x=(number(self.x(nth))) y=(PLOT.3 + 15.0) text-anchor="middle" { (turn) }
                    }
                    @for seat in 0..self.review.seats.len() {
                        polyline.seat.own[seat == 0] points=(line(seat)) stroke-dasharray=(DASHES[seat % DASHES.len()]) {}
                    }
                    (self.lane(&luck, LANES.0, height))
                    (self.lane(&mistakes, LANES.1, height))
                }
                (self.key(&luck, &mistakes))
            }
        }
    }

    /// The legend.
    fn key(&self, luck: &[Mark], mistakes: &[Mark]) -> Markup {
        let page = self.page;
        let any = |kind: Kind| luck.iter().chain(mistakes).any(|mark| mark.kind == kind);
        html! {
            figcaption {
                @for (seat, name) in self.names.iter().enumerate() {
                    span.key-of {
                        svg viewBox="0 0 40 6" aria-hidden="true" { line.seat.own[seat == 0] x1="0" x2="40" y1="3" y2="3" stroke-dasharray=(DASHES[seat % DASHES.len()]) {} }
                        (name)
                    }
                }
                @for (kind, said) in [(Kind::Lucky, "chart-lucky"), (Kind::Unlucky, "chart-unlucky"), (Kind::Mistake, "chart-mistake")] {
                    @if any(kind) { span.key-of { svg.sign viewBox="-10 -12 20 18" aria-hidden="true" { path.(kind.class()) d=(kind.shape()) {} } (page.say(said)) } }
                }
                span.faint { (page.say("chart-turns")) @if !luck.is_empty() || !mistakes.is_empty() { " " (page.say("chart-tap")) } }
            }
        }
    }

    /// Marks in a row, each a link to its position, with a thin line to its place.
    fn lane(&self, marks: &[Mark], middle: f64, height: impl Fn(&Mark) -> f64) -> Markup {
        let mut places: Vec<f64> = marks.iter().map(|mark| self.x(mark.step)).collect();
        spread(&mut places, MARK, PLOT.0, SIZE.0 - MARK / 2.0);
        html! {
            @for (mark, place) in marks.iter().zip(&places) {
                @let edge = if middle < PLOT.2 { middle + 18.0 } else { middle - 18.0 };
                path.leads d=(format!("M{place:.1} {edge:.1}L{:.1} {:.1}", self.x(mark.step), height(mark))) {}
                circle.(mark.kind.class()) cx=(number(self.x(mark.step))) cy=(number(height(mark))) r="3.5" {}
                a href={ "/t/" (self.table) "/replay/" (mark.step) } aria-label=(self.describe(mark)) {
                    rect.hit x=(number(place - MARK / 2.0)) y=(middle - 17.0) width=(MARK) height="35" rx="6" {}
                    g transform=(format!("translate({place:.1} {middle})")) {
                        path.(mark.kind.class()) d=(mark.kind.shape()) {}
                        // The axis has the unit.
                        text y="15" text-anchor="middle" { (self.amount(mark).trim_end_matches('%')) }
                    }
                }
            }
        }
    }

    fn x(&self, step: usize) -> f64 {
        let last = self.steps.len().max(2) - 1;
        PLOT.0 + (PLOT.1 - PLOT.0) * step as f64 / last as f64
    }

    /// The least and the largest value. A game in which nothing changed is a line in the middle.
    fn range(&self) -> (f64, f64) {
        let values = self.steps.iter().flat_map(|step| &step.worth);
        let (low, high) =
            values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(*value), high.max(*value)));
        match high - low {
            wide if wide >= 1e-9 => (low, high),
            wide if wide < 0.0 => (0.0, 1.0),
            _ => (low - 1.0, high + 1.0),
        }
    }

    /// The steps at which turns begin, thinned out to fit the axis.
    fn ticks(&self) -> Vec<(usize, usize)> {
        let mut firsts: Vec<(usize, usize)> = Vec::new();
        for (nth, step) in self.steps.iter().enumerate().skip(1) {
            if firsts.last().is_none_or(|(_, turn)| step.turn > *turn) {
                firsts.push((nth, step.turn));
            }
        }
        let every = firsts.len().div_ceil(TICKS).max(1);
        firsts.into_iter().step_by(every).collect()
    }

    /// The throws that changed most, in the order of the game.
    fn luck_marks(&self) -> Vec<Mark> {
        let (low, high) = self.range();
        // A change too small to see in the chart gets no mark.
        let seen = |step: &Step| step.luck.abs() > (high - low) / 40.0;
        let fell = |step: &Step| matches!(step.event, Some(Event::Thrown { .. } | Event::Busted { .. }));
        let thrown = || self.steps.iter().enumerate().filter(|(_, step)| fell(step) && seen(step));
        let of = |kind: Kind, most: usize| {
            let sign = if kind == Kind::Lucky { 1.0 } else { -1.0 };
            let own = thrown().filter(|(_, step)| step.luck * sign > 0.0);
            let mut marks: Vec<Mark> =
                own.map(|(step, at)| Mark { kind, step, amount: at.luck.abs() }).collect();
            marks.sort_by(|one, other| other.amount.total_cmp(&one.amount));
            marks.truncate(most);
            marks
        };
        in_order([of(Kind::Lucky, MOST.0), of(Kind::Unlucky, MOST.1)].concat())
    }

    /// The decisions that cost most, in the order of the game.
    fn mistake_marks(&self) -> Vec<Mark> {
        let seats = 0..self.review.seats.len();
        let mut costly: Vec<usize> = seats.flat_map(|seat| inaccurate_decisions(self.review, seat)).collect();
        let loss = |nth: &usize| self.review.decisions[*nth].loss;
        costly.retain(|nth| is_perceptible(self.review.worth, loss(nth)));
        costly.sort_by(|one, other| loss(other).total_cmp(&loss(one)));
        costly.truncate(MOST.2);
        let mark = |nth: usize| {
            Some(Mark { kind: Kind::Mistake, step: step_of(self.steps, nth)?, amount: loss(&nth) })
        };
        in_order(costly.into_iter().filter_map(mark).collect())
    }

    fn decided_by(&self, step: usize) -> usize {
        self.steps[step].state.on_turn().map_or(0, |seat| seat.0)
    }

    /// The amount beside a mark: whole where it is large.
    fn amount(&self, mark: &Mark) -> String {
        let sign = if mark.kind == Kind::Lucky { '+' } else { '−' };
        let text = match self.review.worth {
            ValueUnit::Win => format!("{:.0}%", mark.amount * 100.0),
            ValueUnit::Points if mark.amount >= 1.0 => format!("{:.0}", mark.amount),
            worth => format_amount(worth, mark.amount),
        };
        format!("{sign}{text}")
    }

    /// A mark in words: "Olena, turn 4: a lucky throw, +12".
    fn describe(&self, mark: &Mark) -> String {
        let step = &self.steps[mark.step];
        let seat = if mark.kind == Kind::Mistake { self.decided_by(mark.step) } else { step.seat };
        let name = self.names.get(seat).map_or("", String::as_str);
        let args = [
            ("name", name.into()),
            ("turn", step.turn.into()),
            ("amount", self.amount(mark).into()),
            ("kind", mark.kind.class().into()),
        ];
        self.page.tell("chart-mark", &args)
    }

    /// A number beside the drawing: few digits.
    fn short(&self, value: f64) -> String {
        let text = format_value(self.review.worth, value);
        match text.split_once('.') {
            Some((whole, rest)) => {
                format!("{whole}{}", rest.trim_start_matches(|c: char| c.is_ascii_digit()))
            }
            None => text,
        }
    }
}

fn in_order(mut marks: Vec<Mark>) -> Vec<Mark> {
    marks.sort_by_key(|mark| mark.step);
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_do_not_cover_each_other() {
        let mut places = [40.0, 41.0, 200.0, 338.0, 340.0, 341.0];
        spread(&mut places, MARK, 30.0, 346.0);
        assert!(places.windows(2).all(|two| two[1] - two[0] >= MARK - 1e-9), "{places:?}");
        assert!(places[0] >= 30.0 && places[5] <= 346.0, "{places:?}");
        assert_eq!(places[2], 200.0);
    }

    #[test]
    fn as_many_as_fit_stay_in_the_drawing() {
        let mut places = vec![300.0; MOST.0 + MOST.1];
        spread(&mut places, MARK, PLOT.0, SIZE.0 - MARK / 2.0);
        assert!(places[0] >= PLOT.0 && places[places.len() - 1] <= SIZE.0 - MARK / 2.0, "{places:?}");
    }
}
