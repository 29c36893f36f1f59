//! `Grid`: for a bound, a few classes of each box stand for all of them, each never worth less than what it stands for.

use super::track::Track;

/// How much what did not come up counts: it could be chosen.
const UNSEEN: f64 = 0.2;

/// What stands for a class: two classes of the grid, each with something added; the smaller may be taken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stand {
    pub(crate) to: [u16; 2],
    pub(crate) more: [f64; 2],
}

/// The classes of one box that was filled so often.
#[derive(Debug)]
pub(crate) struct Axis {
    /// What stands for each class.
    pub(crate) stands: Vec<Stand>,
    /// The classes of the grid.
    pub(crate) real: Vec<u16>,
}

/// By box and how often it was filled.
#[derive(Debug)]
pub(crate) struct Grid {
    pub(crate) axes: Vec<Vec<Axis>>,
}

impl Grid {
    /// How many states a filling has.
    pub(crate) fn states(&self, filled: impl Iterator<Item = usize>) -> usize {
        self.axes.iter().zip(filled).map(|(fills, fill)| fills[fill].real.len()).product()
    }
}

/// What is known of a box from games that were played.
pub(crate) struct Seen {
    /// By fill and class: how often it came up.
    pub(crate) classes: Vec<Vec<f64>>,
    /// By entry: how likely it is.
    pub(crate) likely: Vec<f64>,
}

/// For each box and fill, its classes in the order in which they are worth a place.
pub(crate) struct Choice {
    axes: Vec<Vec<Ranked>>,
}

/// The classes of one box that was filled so often.
struct Ranked {
    /// What is still expected from each.
    promises: Vec<f64>,
    /// How much more than from another can come at most.
    beyond: Vec<Vec<f64>>,
    /// How often each came up, as a share.
    shares: Vec<f64>,
    order: Vec<u16>,
    /// By how many there are, one or more: what is lost without the others.
    costs: Vec<f64>,
}

impl Choice {
    pub(crate) fn new(tracks: &[Track], seen: &[Seen]) -> Self {
        let axes = tracks.iter().zip(seen).map(|(track, seen)| {
            let fills = track.promises(&seen.likely).into_iter().zip(track.beyond()).zip(&seen.classes);
            fills.map(|((promises, beyond), counts)| Ranked::new(promises, beyond, counts)).collect()
        });
        Self { axes: axes.collect() }
    }

    /// The grid whose classes each save at least so much, measured by how many more states they make.
    pub(crate) fn grid(&self, worth: f64) -> Grid {
        let axis = |ranked: &Ranked| ranked.axis(worth);
        Grid { axes: self.axes.iter().map(|fills| fills.iter().map(axis).collect()).collect() }
    }
}

impl Ranked {
    fn new(promises: Vec<f64>, beyond: Vec<Vec<f64>>, counts: &[f64]) -> Self {
        let all = counts.iter().sum::<f64>().max(1.0);
        let shares: Vec<f64> = counts.iter().map(|count| count / all).collect();
        let mut ranked = Self { promises, beyond, shares, order: Vec::new(), costs: Vec::new() };
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

    /// What is lost when only these have a place.
    fn cost(&self, real: &[u16]) -> f64 {
        let little = UNSEEN / self.shares.len() as f64;
        let of = |class: usize| {
            let stand = self.stand(class, real);
            let above = self.promises[usize::from(real[usize::from(stand.to[0])])] + stand.more[0];
            (self.shares[class] + little) * (above - self.promises[class])
        };
        (0..self.shares.len()).map(of).sum()
    }

    /// The two classes of the grid that promise least among those that are worth at least as much.
    fn stand(&self, class: usize, real: &[u16]) -> Stand {
        let more = |other: u16| self.beyond[class][usize::from(other)];
        if let Some(at) = real.iter().position(|&other| usize::from(other) == class) {
            return Stand { to: [at as u16; 2], more: [0.0; 2] };
        }
        let above = |&at: &usize| self.promises[usize::from(real[at])] + more(real[at]);
        let mut order: Vec<usize> = (0..real.len()).collect();
        order.sort_by(|a, b| above(a).total_cmp(&above(b)));
        let two = [order[0], order[1.min(order.len() - 1)]];
        Stand { to: two.map(|at| at as u16), more: two.map(|at| more(real[at])) }
    }

    fn axis(&self, worth: f64) -> Axis {
        let saves = |&count: &usize| (self.costs[count - 1] - self.costs[count]) * count as f64 >= worth;
        let count = (1..self.costs.len()).rev().find(saves).map_or(1, |count| count + 1);
        let mut real = self.order[..count].to_vec();
        real.sort_unstable();
        Axis { stands: (0..self.shares.len()).map(|class| self.stand(class, &real)).collect(), real }
    }
}
