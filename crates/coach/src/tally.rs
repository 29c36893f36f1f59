//! The sums of a review, event by event, and the course of values.

use kosti_engine::{Event, Seat};

use crate::advice::VALUE_TOLERANCE;
use crate::review::{Decided, SeatReview};

/// The values at one point of the game.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The event that led there; `None` at the start.
    pub position: Option<EventPosition>,
    /// The value for each seat, as in [`SeatReview::start`] and [`SeatReview::end`].
    pub worth: Vec<f64>,
}

/// The position of an event in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventPosition {
    /// The index of the event in the record.
    pub event: usize,
    /// The seat that caused it.
    pub seat: Seat,
    /// The turn of that player, counted from 1; between turns the next one.
    pub turn: usize,
}

/// The sums so far.
pub(crate) struct Tally {
    pub(crate) seats: Vec<SeatReview>,
    pub(crate) decisions: Vec<Decided>,
    pub(crate) course: Vec<Point>,
    /// The value of the position for each seat.
    pub(crate) values: Vec<f64>,
    /// Whether all values are as exact as the coach can be.
    pub(crate) exact: bool,
}

impl Tally {
    pub(crate) fn new(start: Vec<f64>, deviation: &[f64]) -> Self {
        let seats = start.iter().zip(deviation);
        let seats =
            seats.map(|(&start, &deviation)| SeatReview { start, deviation, ..SeatReview::default() });
        Self {
            seats: seats.collect(),
            decisions: Vec::new(),
            course: vec![Point { position: None, worth: start.clone() }],
            values: start,
            exact: true,
        }
    }

    /// Counts an event that led to the values `now`.
    pub(crate) fn count(
        &mut self,
        event: &Event,
        at: EventPosition,
        decided: Option<Decided>,
        now: Vec<f64>,
    ) {
        let loss = decided.as_ref().map_or(0.0, |decided| decided.loss);
        for (seat, review) in self.seats.iter_mut().enumerate() {
            let change = now[seat] - self.values[seat];
            match event {
                Event::EntryCorrected { .. }
                | Event::JokerCorrected { .. }
                | Event::StandingCorrected { .. } => review.corrected += change,
                Event::WonAtOnce { .. } => review.unplayed += change,
                Event::Left { .. } | Event::Returned { .. } if seat == at.seat.0 => review.unplayed += change,
                Event::Undone { .. } => review.others += change,
                _ if seat != at.seat.0 => review.others += change,
                _ => {
                    review.luck += change + loss;
                    review.mistakes += loss;
                }
            }
        }
        self.decisions.extend(decided);
        let last = self.course.last().map_or(&self.values, |point| &point.worth);
        if last.iter().zip(&now).any(|(last, now)| (last - now).abs() > VALUE_TOLERANCE) {
            self.course.push(Point { position: Some(at), worth: now.clone() });
        }
        self.values = now;
    }

    /// Sets the final values and the counts of decisions.
    pub(crate) fn close(&mut self) {
        for (seat, review) in self.seats.iter_mut().enumerate() {
            review.end = self.values[seat];
            let own = self.decisions.iter().filter(|decided| decided.seat.0 == seat);
            review.decisions = own.clone().count();
            review.best = own.filter(|decided| decided.is_best()).count();
        }
    }
}
