//! What a review counts, event by event, and the course that the game took.

use kosti_engine::{Event, Seat};

use crate::advice::NOTHING;
use crate::review::{Decided, SeatReview};

/// What the game was worth at one point of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// What brought it there; nothing at the start.
    pub moment: Option<Moment>,
    /// What it was worth to each seat, as in [`SeatReview::start`] and [`SeatReview::end`].
    pub worth: Vec<f64>,
}

/// When something happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// Which event of the record it was, counted from 0.
    pub event: usize,
    /// Whose.
    pub seat: Seat,
    /// In which turn of that player, counted from 1; between turns the next one.
    pub turn: usize,
}

/// What is counted so far.
pub(crate) struct Tally {
    pub(crate) seats: Vec<SeatReview>,
    pub(crate) decisions: Vec<Decided>,
    pub(crate) course: Vec<Point>,
    /// What the position is worth to each seat.
    pub(crate) worth: Vec<f64>,
}

impl Tally {
    pub(crate) fn new(start: Vec<f64>, deviation: &[f64]) -> Self {
        let seats = start.iter().zip(deviation);
        let seats =
            seats.map(|(&start, &deviation)| SeatReview { start, deviation, ..SeatReview::default() });
        Self {
            seats: seats.collect(),
            decisions: Vec::new(),
            course: vec![Point { moment: None, worth: start.clone() }],
            worth: start,
        }
    }

    /// Counts an event, after which the position is worth this.
    pub(crate) fn count(&mut self, event: &Event, at: Moment, decided: Option<Decided>, now: Vec<f64>) {
        let loss = decided.as_ref().map_or(0.0, |decided| decided.loss);
        for (seat, told) in self.seats.iter_mut().enumerate() {
            let change = now[seat] - self.worth[seat];
            match event {
                Event::EntryCorrected { .. }
                | Event::JokerCorrected { .. }
                | Event::StandingCorrected { .. } => told.corrected += change,
                Event::WonAtOnce { .. } => told.unplayed += change,
                Event::Left { .. } | Event::Returned { .. } if seat == at.seat.0 => told.unplayed += change,
                Event::Undone { .. } => told.others += change,
                _ if seat != at.seat.0 => told.others += change,
                _ => {
                    told.luck += change + loss;
                    told.mistakes += loss;
                }
            }
        }
        self.decisions.extend(decided);
        let last = self.course.last().map_or(&self.worth, |point| &point.worth);
        if last.iter().zip(&now).any(|(last, now)| (last - now).abs() > NOTHING) {
            self.course.push(Point { moment: Some(at), worth: now.clone() });
        }
        self.worth = now;
    }

    /// Nothing else happens: what each player has come to.
    pub(crate) fn close(&mut self) {
        for (seat, told) in self.seats.iter_mut().enumerate() {
            told.end = self.worth[seat];
            let own = self.decisions.iter().filter(|decided| decided.seat.0 == seat);
            told.decisions = own.clone().count();
            told.best = own.filter(|decided| decided.is_best()).count();
        }
    }
}
