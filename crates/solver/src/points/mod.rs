//! `Points`: strong play of games that points decide, and what no play can exceed.
//!
//! Awards look at single boxes and at the total, which is too much to solve exactly: how often each box is filled, what
//! it can still win (`track`), and the running total. So the last turns are solved exactly (`ends`); before them a sheet is
//! worth what its total promises (`rise`) and a sum over boxes and pairs of boxes, learned from games (`fit`). Every turn
//! is played exactly on the keep lattice, for the values that follow it.

mod bound;
mod ends;
mod fillings;
mod fit;
mod grid;
mod joint;
mod play;
mod rise;
mod stairs;
#[cfg(test)]
mod tests;
mod track;

use std::sync::Arc;

use ends::{Ends, Goal};
use fillings::Fillings;
use fit::Fit;
use kosti_dice::Dice;
use kosti_rules::{Rules, Sheet, SheetRules};
use play::{Playing, Scratch, sequence};
use rayon::prelude::*;
use rise::{Course, Rise};
use stairs::Stairs;
use track::Track;

use crate::backward::{AnyTables, with_tables};
use crate::book::Source;
use crate::lattice::Lattice;
use crate::moves::{Aim, Moves};
use crate::states::TooLarge;
use crate::strategy::{Valued, advice};
use crate::watch::{Progress, UNWATCHED, Watch};

/// The games that are learned from, round after round: how many, and how often a box is chosen at random in them, in
/// percent. What earlier rounds have seen is learned from again, so that no corner is forgotten.
const ROUNDS: [(usize, u32); 3] = [(4096, 50), (8192, 30), (40_960, 20)];
/// The games that are only looked at, before each round.
const LOOKED_AT: usize = 4096;
const FIRST_SEED: u64 = 999;
/// The share of positions that are changed, so that rare classes come up, is two out of three of these.
const CHANGED: usize = 3;

/// How much is worked out at most.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// Exact values of the last turns: states by their running totals.
    ends: usize,
    /// States of a layer that are solved for the bound.
    bound: usize,
}

const LIMITS: Limits = Limits { ends: 1_000_000, bound: 2_000_000 };

/// Why a game has no `Points`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoPoints {
    /// Points do not decide it.
    #[error("points do not decide this game")]
    NoAwards,
    /// It has a gate, a last resort, jokers, or a bonus or penalty of a group beside its awards.
    #[error("awards together with gates, last resorts, jokers or bonuses of groups are not solved")]
    Mixed,
    /// It has too many fillings.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Strong play for the expected points. Values are estimates, exact for the last turns.
pub struct Points {
    rules: Arc<Rules>,
    lattice: Lattice,
    tables: AnyTables,
    moves: Moves,
    tracks: Vec<Track>,
    stairs: Stairs,
    /// By box and entry: what it adds to the total.
    counted: Vec<Vec<i32>>,
    fillings: Fillings,
    ends: Ends,
    rise: Rise,
    fit: Fit,
    positions: usize,
    limits: Limits,
}

impl Points {
    /// Solves a game.
    ///
    /// # Errors
    /// When points do not decide it, or it is too large or too unlike the games this is made for.
    ///
    /// # Panics
    /// When the rules are not those of a score-sheet game.
    pub fn solve(rules: Arc<Rules>) -> Result<Self, NoPoints> {
        Self::solve_watched(rules, UNWATCHED)
    }

    /// Solves a game, and tells how far it is.
    ///
    /// # Errors
    /// When points do not decide it, or it is too large or too unlike the games this is made for.
    ///
    /// # Panics
    /// When the rules are not those of a score-sheet game.
    pub fn solve_watched(rules: Arc<Rules>, watch: Watch<'_>) -> Result<Self, NoPoints> {
        Self::solve_within(rules, LIMITS, watch)
    }

    fn solve_within(rules: Arc<Rules>, limits: Limits, watch: Watch<'_>) -> Result<Self, NoPoints> {
        let sheet = rules.sheet().expect("a score-sheet game");
        if sheet.awards.is_empty() {
            return Err(NoPoints::NoAwards);
        }
        let resorts = sheet.slots.iter().any(|slot| slot.last_resort.is_some());
        if resorts
            || sheet.gate.is_some()
            || sheet.joker.is_some()
            || sheet.groups.iter().any(|group| group.mark.is_some())
        {
            return Err(NoPoints::Mixed);
        }
        let moves = Moves::new(sheet, Aim::Score);
        let lattice = Lattice::of(sheet);
        let tables = AnyTables::new(&lattice, &moves);
        let tracks: Vec<Track> = (0..sheet.slots.len()).map(|slot| Track::new(sheet, &moves, slot)).collect();
        let counted = tracks.iter().map(|track| track.entries.iter().map(|entry| entry.points).collect());
        let (counted, stairs) = (counted.collect::<Vec<Vec<i32>>>(), Stairs::new(sheet));
        let fillings = Fillings::new(&tracks)?;
        let goal =
            Goal { tracks: &tracks, moves: &moves, counted: &counted, stairs: &|total| stairs.at(total) };
        let ends =
            with_tables!(&tables, |tables, N| Ends::solve::<_, N>(&goal, &fillings, tables, limits.ends));
        let fit = Fit::new(&tracks, fillings.rounds());
        let rise = Rise::first(&stairs, &fillings, &counted);
        let mut points = Self {
            rules,
            lattice,
            tables,
            moves,
            tracks,
            stairs,
            counted,
            fillings,
            ends,
            rise,
            fit,
            positions: 0,
            limits,
        };
        points.learn(watch);
        Ok(points)
    }

    /// Learns from games, layer by layer backwards, round after round.
    fn learn(&mut self, watch: Watch<'_>) {
        let layers = self.ends.written;
        let work = ROUNDS.iter().map(|(games, _)| games * layers).sum();
        let progress = Progress::new(work, watch);
        // Before anything is learned a box promises what its entries bring in games that look no further than a turn.
        let (likely, _) = self.look(FIRST_SEED);
        for (slot, likely) in likely.iter().enumerate() {
            self.fit.promise(slot, &self.tracks[slot].promises(likely));
        }
        let mut seen: Vec<Vec<Playing>> = vec![Vec::new(); layers];
        for (round, (games, slips)) in (0..).zip(ROUNDS) {
            let fresh = self.sample(games, slips, round);
            let (likely, courses) = self.look(FIRST_SEED + round + 1);
            let mean = |(likely, counted): (&Vec<f64>, &Vec<i32>)| {
                likely.iter().zip(counted).map(|(likely, &points)| likely * f64::from(points)).sum()
            };
            let entry = likely.iter().zip(&self.counted).map(mean).collect();
            self.rise = Rise::new(&self.stairs, &self.fillings, entry, &courses);
            let ends = courses.iter().map(|course| i64::from(course.end)).sum::<i64>();
            let usual = (ends / courses.len().max(1) as i64) as i32;
            self.add(&mut seen, &fresh, round);
            for written in (0..layers).rev() {
                self.learn_layer(written, &mut seen[written], usual);
                progress.add(games);
            }
        }
    }

    /// Adds what has come up, and positions near it that seldom do.
    fn add(&self, seen: &mut [Vec<Playing>], fresh: &[Vec<Playing>], round: u64) {
        let mut change = sequence(round + 1000);
        for (written, (all, fresh)) in seen.iter_mut().zip(fresh).enumerate() {
            // There is only one empty sheet.
            let fresh = if written == 0 { &fresh[..1.min(fresh.len())] } else { &fresh[..] };
            for (nth, playing) in fresh.iter().enumerate() {
                all.push(playing.clone());
                if written > 0 && nth % CHANGED > 0 {
                    all.push(self.changed(playing, nth % CHANGED, &mut change));
                }
            }
        }
    }

    /// Learns what sheets with so many entries are worth, from what those with one more are.
    fn learn_layer(&mut self, written: usize, seen: &mut [Playing], usual: i32) {
        // A total tells of luck with other boxes, which is not to be learned twice: all totals are headed for usual
        // ends, spread over a step.
        let step = self.stairs.step().max(1);
        for (nth, playing) in seen.iter_mut().enumerate() {
            let headed = usual + (nth % step as usize) as i32 - step / 2;
            playing.total = headed - self.rise.headed(&self.fillings, playing.at.filling, 0);
        }
        let known = |playing: &Playing| {
            let mut known = fit::Known::new();
            self.fit.know(&self.fillings, playing.at.filling, &playing.classes, &mut known);
            known
        };
        let known: Vec<fit::Known> = seen.par_iter().map(known).collect();
        let beside = |(playing, worth): (&Playing, f64)| {
            let headed = self.rise.headed(&self.fillings, playing.at.filling, playing.total);
            worth - playing.certain - self.rise.at(written, headed)
        };
        let worth: Vec<f64> = seen.iter().zip(self.turn_values(seen)).map(beside).collect();
        self.fit.learn(written, &known, &worth);
        self.positions += known.len();
    }

    /// Looks at games as they are played now: by box how often each entry comes, and how totals grow.
    fn look(&self, seed: u64) -> (Vec<Vec<f64>>, Vec<Course>) {
        let mut counts: Vec<Vec<f64>> =
            self.tracks.iter().map(|track| vec![0.0; track.entries.len()]).collect();
        let games = self.courses(LOOKED_AT, seed);
        for course in &games {
            for pair in course.turns.windows(2) {
                let ((before, had), (after, has)) = (pair[0], pair[1]);
                let left = |filling, slot| self.fillings.left(filling, slot);
                let written = (0..self.tracks.len()).find(|&slot| left(before, slot) > left(after, slot));
                let Some(slot) = written else { continue };
                let entry = self.tracks[slot].entries.iter().position(|entry| entry.points == has - had);
                if let Some(entry) = entry {
                    counts[slot][entry] += 1.0;
                }
            }
        }
        for counts in &mut counts {
            let all = counts.iter().sum::<f64>().max(1.0);
            counts.iter_mut().for_each(|count| *count /= all);
        }
        (counts, games)
    }

    /// The same position with another class of some boxes.
    fn changed(&self, playing: &Playing, boxes: usize, source: &mut impl Source) -> Playing {
        let mut changed = playing.clone();
        for _ in 0..boxes {
            let slot = source.below(self.tracks.len() as u32) as usize;
            let fill = self.fillings.filled(playing.at.filling, slot);
            changed.classes[slot] = source.below(self.tracks[slot].filled[fill].classes as u32) as u16;
        }
        changed
    }

    fn sheet(&self) -> &SheetRules {
        self.rules.sheet().expect("checked when solved")
    }

    /// The rules that were solved.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// How many positions were learned from.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// The points that are expected to be added to those of the sheet as it stands, before the first throw of a turn.
    /// An estimate; exact for the last turns.
    #[must_use]
    pub fn sheet_value(&self, sheet: &Sheet) -> f64 {
        let rules = self.sheet();
        let present = f64::from(rules.totals(sheet).points.unwrap_or(0));
        let playing = self.locate(sheet);
        if rules.is_full(sheet) {
            return playing.certain + self.stairs.at(playing.total) - present;
        }
        self.turn_values(&[playing])[0] - present
    }

    /// Whether what is told of this sheet is exact: few turns are left.
    #[must_use]
    pub fn is_exact(&self, sheet: &Sheet) -> bool {
        sheet.written() + 1 >= self.ends.written
    }

    /// Everything that can be done with these dice on this throw, best first, with the points that are then expected
    /// to be added to those of the sheet as it stands.
    #[must_use]
    pub fn advise(&self, sheet: &Sheet, dice: Dice, throw: u8) -> Vec<Valued> {
        let rules = self.sheet();
        if rules.wins(dice, throw).is_some() || rules.is_full(sheet) {
            return Vec::new();
        }
        let present = f64::from(rules.totals(sheet).points.unwrap_or(0));
        let playing = self.locate(sheet);
        let mut all: Vec<Vec<f64>> = vec![Vec::new(); rules.slots.len()];
        self.weigh(&playing, &mut Scratch::default(), |slot, values| all[slot] = values.to_vec());
        let after = |slot: usize, points: i32, _: i32| {
            let nth = self.tracks[slot].entries.iter().position(|entry| entry.points == points);
            all[slot][nth.expect("an entry that the rules allow")] - present
        };
        advice(rules, sheet, dice, throw, after, |keeps| {
            let values = self.keep_values(&playing, throw + 1, keeps);
            values.into_iter().map(|value| value - present).collect()
        })
    }
}
