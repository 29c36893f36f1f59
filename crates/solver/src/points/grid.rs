//! `Grid`: a few classes of each box stand for all of them, so that the boxes can be solved together.

use super::track::Track;

/// The share of games in which a class does not come up more often than that is too small to look at it closely.
const RARE: f64 = 0.0005;
/// How much what did not come up counts: it could have been chosen.
const UNSEEN: f64 = 0.03;

/// What stands for a class: one or two classes of the grid.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stand {
    pub(crate) to: [u16; 2],
    /// What is added to the value of each.
    pub(crate) offset: [f64; 2],
    /// The share of the second, where they are mixed.
    pub(crate) share: f64,
    /// Whether it is a class of the grid itself.
    pub(crate) own: bool,
    /// Whether it comes up often enough to be measured.
    pub(crate) common: bool,
}

/// The classes of one box that was filled so often.
#[derive(Debug)]
pub(crate) struct Axis {
    /// What stands for each class.
    pub(crate) stands: Vec<Stand>,
    /// The classes of the grid.
    pub(crate) real: Vec<u16>,
    /// The one of them that comes up most.
    pub(crate) usual: u16,
    /// Where classes are merged: which ones each of the grid is made of.
    pub(crate) members: Vec<Vec<u16>>,
    /// Where they are merged: what each class is worth more than the one it is merged into.
    pub(crate) shifts: Vec<f64>,
}

/// By box and how often it was filled.
#[derive(Debug)]
pub(crate) struct Grid {
    pub(crate) axes: Vec<Vec<Axis>>,
}

/// What is known of a box from games that were played.
pub(crate) struct Seen {
    /// By fill and class: how often it came up.
    pub(crate) classes: Vec<Vec<f64>>,
    /// By entry: how often it was written.
    pub(crate) entries: Vec<f64>,
}

impl Seen {
    pub(crate) fn nothing(track: &Track) -> Self {
        Self {
            classes: track.filled.iter().map(|filled| vec![0.0; filled.classes]).collect(),
            entries: vec![0.0; track.entries.len()],
        }
    }

    /// How likely each entry is. None is impossible.
    pub(crate) fn likely(&self) -> Vec<f64> {
        let little = 1e-3 * self.entries.iter().sum::<f64>().max(1.0) / self.entries.len() as f64;
        let all: f64 = self.entries.iter().map(|count| count + little).sum();
        self.entries.iter().map(|count| (count + little) / all).collect()
    }
}

/// How a class that is not of the grid is made up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Mixed from its neighbours, as near as can be.
    Mixed,
    /// Merged with others, and worth at least what it is.
    Merged,
}

/// For each box and fill, its classes in the order in which they are worth a place.
pub(crate) struct Choice {
    axes: Vec<Vec<Ranked>>,
}

/// The classes of one box that was filled so often.
struct Ranked {
    /// What is still expected from each.
    promises: Vec<f64>,
    /// The most that can come from any.
    most: f64,
    /// How often each came up, as a share.
    shares: Vec<f64>,
    order: Vec<u16>,
    /// By how many there are, one or more: what is lost without the others.
    costs: Vec<f64>,
}

impl Choice {
    pub(crate) fn new(tracks: &[Track], seen: &[Seen]) -> Self {
        let axes = tracks.iter().zip(seen).map(|(track, seen)| {
            let promises = track.promises(&seen.likely());
            let pace = promises[0][0];
            let fills = promises.into_iter().zip(track.most()).zip(&seen.classes);
            fills.map(|((promises, most), counts)| Ranked::new(promises, most, counts, pace)).collect()
        });
        Self { axes: axes.collect() }
    }

    /// The grid whose classes each save at least so much, measured by how many more states they make; so many of each
    /// box and fill in any case.
    pub(crate) fn grid(&self, worth: f64, least: usize) -> Grid {
        let axis = |ranked: &Ranked| ranked.axis(worth, least);
        Grid { axes: self.axes.iter().map(|fills| fills.iter().map(axis).collect()).collect() }
    }
}

impl Ranked {
    fn new(promises: Vec<f64>, most: f64, counts: &[f64], pace: f64) -> Self {
        let all = counts.iter().sum::<f64>().max(1.0);
        let shares: Vec<f64> = counts.iter().map(|count| count / all).collect();
        // What comes up most; what promises as much as an empty box where nothing came up.
        let order = |&a: &usize, &b: &usize| {
            let far = |class: usize| (promises[class] - pace).abs();
            shares[a].total_cmp(&shares[b]).then(far(b).total_cmp(&far(a)))
        };
        let usual = (0..promises.len()).max_by(order).unwrap_or(0) as u16;
        let mut ranked = Self { promises, most, shares, order: vec![usual], costs: Vec::new() };
        ranked.costs.push(ranked.cost(&[usual]));
        // Whatever comes next is to lie between classes of the grid.
        let least = |a: &usize, b: &usize| ranked.promises[*a].total_cmp(&ranked.promises[*b]);
        let least = (0..ranked.promises.len()).min_by(least).unwrap_or(0) as u16;
        if least != usual {
            ranked.order.push(least);
            ranked.costs.push(ranked.cost(&ranked.order));
        }
        while ranked.order.len() < ranked.promises.len() {
            let others = (0..ranked.promises.len() as u16).filter(|class| !ranked.order.contains(class));
            let costs = others.map(|class| {
                let with: Vec<u16> = ranked.order.iter().copied().chain([class]).collect();
                (ranked.cost(&with), class)
            });
            let Some((cost, best)) = costs.min_by(|a, b| a.0.total_cmp(&b.0)) else { break };
            ranked.order.push(best);
            ranked.costs.push(cost);
        }
        ranked
    }

    /// What is lost when only these have a place. What never came up counts a little, too.
    fn cost(&self, real: &[u16]) -> f64 {
        let little = UNSEEN / self.shares.len() as f64;
        let of =
            |class: usize| (self.shares[class] + little) * mixed(class, real, &self.promises, self.most).1;
        (0..self.shares.len()).map(of).sum()
    }

    fn axis(&self, worth: f64, least: usize) -> Axis {
        let saves = |&count: &usize| (self.costs[count - 1] - self.costs[count]) * count as f64 >= worth;
        let count = (1..self.costs.len()).rev().find(saves).map_or(1, |count| count + 1);
        let count = count.max(least.min(self.order.len()));
        let mut real = self.order[..count].to_vec();
        real.sort_unstable();
        let usual = real.iter().position(|class| *class == self.order[0]).unwrap_or(0) as u16;
        let stand = |class: usize| Stand {
            common: self.shares[class] > RARE,
            ..mixed(class, &real, &self.promises, self.most).0
        };
        Axis {
            stands: (0..self.shares.len()).map(stand).collect(),
            real,
            usual,
            members: Vec::new(),
            shifts: Vec::new(),
        }
    }
}

impl Grid {
    /// How many states a filling has.
    pub(crate) fn states(&self, filled: impl Iterator<Item = usize>) -> usize {
        self.axes.iter().zip(filled).map(|(fills, fill)| fills[fill].real.len()).product()
    }
}

fn own(class: usize, real: &[u16]) -> Option<Stand> {
    let at = real.iter().position(|&other| usize::from(other) == class)? as u16;
    Some(Stand { to: [at, at], offset: [0.0, 0.0], share: 0.0, own: true, common: true })
}

/// Mixed so that what the class promises is what the mixture does; and how bad that is.
fn mixed(class: usize, real: &[u16], promises: &[f64], most: f64) -> (Stand, f64) {
    if let Some(stand) = own(class, real) {
        return (stand, 0.0);
    }
    let promise = promises[class];
    // A class with nothing left to win, and all points given, ends the range as well as one that is sure to win.
    let points = real.iter().enumerate().map(|(at, &other)| (promises[usize::from(other)], at as u16, 0.0));
    let closed = real.iter().enumerate().filter(|&(_, &other)| promises[usize::from(other)] == 0.0);
    let given = closed.map(|(at, _)| (most, at as u16, most));
    let points: Vec<(f64, u16, f64)> = points.chain(given).collect();
    let below = points.iter().filter(|point| point.0 <= promise).max_by(|a, b| a.0.total_cmp(&b.0));
    let above = points.iter().filter(|point| point.0 > promise).min_by(|a, b| a.0.total_cmp(&b.0));
    let (below, above) = match (below, above) {
        (Some(below), Some(above)) => (below, above),
        (Some(only), None) | (None, Some(only)) => (only, only),
        (None, None) => unreachable!("a grid has at least one class"),
    };
    let width = above.0 - below.0;
    let share = if width > 0.0 { (promise - below.0) / width } else { 0.0 };
    let stand = Stand { to: [below.1, above.1], offset: [below.2, above.2], share, own: false, common: true };
    let cost =
        if width > 0.0 { (promise - below.0) * (above.0 - promise) } else { (promise - below.0).powi(2) };
    (stand, cost)
}
