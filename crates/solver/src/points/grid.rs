//! `Grid`: the nodes of each box and fill level, and the interpolation of all other classes between them, formula (3)
//! of the module docs.

use super::box_automaton::BoxAutomaton;

/// Classes with a smaller share of games than this get no correction of their own.
const RARE: f64 = 0.0005;
/// The weight of classes that did not occur in sampled games, but can be chosen.
const UNSEEN: f64 = 0.03;

/// The interpolation of a class between one or two nodes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Interpolation {
    pub(crate) to: [u16; 2],
    /// The summand of the value of each node.
    pub(crate) offset: [f64; 2],
    /// The weight λ of the second node.
    pub(crate) share: f64,
    /// Whether the class is a node.
    pub(crate) own: bool,
    /// Whether the class occurs often enough for a correction of its own.
    pub(crate) common: bool,
}

/// The classes of a box at one fill level.
#[derive(Debug)]
pub(crate) struct Axis {
    /// By class: its interpolation.
    pub(crate) interpolations: Vec<Interpolation>,
    /// The nodes.
    pub(crate) nodes: Vec<u16>,
    /// The most frequent node.
    pub(crate) usual: u16,
    /// If classes are merged: the members of each node.
    pub(crate) members: Vec<Vec<u16>>,
    /// If classes are merged: the shift of each class.
    pub(crate) shifts: Vec<f64>,
}

/// The axes, by box and fill level.
#[derive(Debug)]
pub(crate) struct Grid {
    pub(crate) axes: Vec<Vec<Axis>>,
}

/// Counts from sampled games for one box.
pub(crate) struct VisitCounts {
    /// By fill level and class: its number of occurrences.
    pub(crate) classes: Vec<Vec<f64>>,
    /// By entry: its number of occurrences.
    pub(crate) entries: Vec<f64>,
}

impl VisitCounts {
    pub(crate) fn empty(automaton: &BoxAutomaton) -> Self {
        Self {
            classes: automaton.filled.iter().map(|filled| vec![0.0; filled.classes]).collect(),
            entries: vec![0.0; automaton.entries.len()],
        }
    }

    /// Returns the probability of each entry; none is 0.
    pub(crate) fn entry_probabilities(&self) -> Vec<f64> {
        let little = 1e-3 * self.entries.iter().sum::<f64>().max(1.0) / self.entries.len() as f64;
        let all: f64 = self.entries.iter().map(|count| count + little).sum();
        self.entries.iter().map(|count| (count + little) / all).collect()
    }
}

/// How a class that is no node gets its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reduction {
    /// Interpolated between neighbouring nodes: an estimate.
    Interpolate,
    /// Merged with other classes and bounded from above.
    UpperBound,
}

/// By box and fill level: the classes in the order in which they become nodes.
pub(crate) struct ClassRanking {
    axes: Vec<Vec<RankedClasses>>,
}

/// The classes of a box at one fill level.
struct RankedClasses {
    /// By class: the points h(c) that are expected from it.
    expected: Vec<f64>,
    /// The largest possible points of any class.
    most: f64,
    /// By class: its share of games.
    shares: Vec<f64>,
    order: Vec<u16>,
    /// By number of nodes, at least one: the interpolation cost.
    costs: Vec<f64>,
}

impl ClassRanking {
    pub(crate) fn new(boxes: &[BoxAutomaton], visits: &[VisitCounts]) -> Self {
        let axes = boxes.iter().zip(visits).map(|(automaton, visits)| {
            let expected = automaton.expected_awards(&visits.entry_probabilities());
            let pace = expected[0][0];
            let fills = expected.into_iter().zip(automaton.max_awards()).zip(&visits.classes);
            fills.map(|((expected, most), counts)| RankedClasses::new(expected, most, counts, pace)).collect()
        });
        Self { axes: axes.collect() }
    }

    /// Returns the grid in which each node saves at least `worth` per additional state, with at least `least` nodes per
    /// box and fill level.
    pub(crate) fn grid(&self, worth: f64, least: usize) -> Grid {
        let axis = |ranked: &RankedClasses| ranked.axis(worth, least);
        Grid { axes: self.axes.iter().map(|fills| fills.iter().map(axis).collect()).collect() }
    }
}

impl RankedClasses {
    fn new(expected: Vec<f64>, most: f64, counts: &[f64], pace: f64) -> Self {
        let all = counts.iter().sum::<f64>().max(1.0);
        let shares: Vec<f64> = counts.iter().map(|count| count / all).collect();
        // The most frequent class; if none occurred, the one whose expected points are nearest to those of an empty
        // box.
        let order = |&a: &usize, &b: &usize| {
            let far = |class: usize| (expected[class] - pace).abs();
            shares[a].total_cmp(&shares[b]).then(far(b).total_cmp(&far(a)))
        };
        let usual = (0..expected.len()).max_by(order).unwrap_or(0) as u16;
        let mut ranked = Self { expected, most, shares, order: vec![usual], costs: Vec::new() };
        ranked.costs.push(ranked.cost(&[usual]));
        // The class with the least expected points is a node, so that other classes lie between nodes.
        let least = |a: &usize, b: &usize| ranked.expected[*a].total_cmp(&ranked.expected[*b]);
        let least = (0..ranked.expected.len()).min_by(least).unwrap_or(0) as u16;
        if least != usual {
            ranked.order.push(least);
            ranked.costs.push(ranked.cost(&ranked.order));
        }
        while ranked.order.len() < ranked.expected.len() {
            let others = (0..ranked.expected.len() as u16).filter(|class| !ranked.order.contains(class));
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

    /// Returns the interpolation cost with these nodes. Classes that did not occur have a small weight.
    fn cost(&self, nodes: &[u16]) -> f64 {
        let little = UNSEEN / self.shares.len() as f64;
        let of = |class: usize| {
            (self.shares[class] + little) * interpolate(class, nodes, &self.expected, self.most).1
        };
        (0..self.shares.len()).map(of).sum()
    }

    fn axis(&self, worth: f64, least: usize) -> Axis {
        let saves = |&count: &usize| (self.costs[count - 1] - self.costs[count]) * count as f64 >= worth;
        let count = (1..self.costs.len()).rev().find(saves).map_or(1, |count| count + 1);
        let count = count.max(least.min(self.order.len()));
        let mut nodes = self.order[..count].to_vec();
        nodes.sort_unstable();
        let usual = nodes.iter().position(|class| *class == self.order[0]).unwrap_or(0) as u16;
        let interpolation = |class: usize| Interpolation {
            common: self.shares[class] > RARE,
            ..interpolate(class, &nodes, &self.expected, self.most).0
        };
        Axis {
            interpolations: (0..self.shares.len()).map(interpolation).collect(),
            nodes,
            usual,
            members: Vec::new(),
            shifts: Vec::new(),
        }
    }
}

impl Grid {
    /// Returns the number of states of a filling.
    pub(crate) fn states(&self, filled: impl Iterator<Item = usize>) -> usize {
        self.axes.iter().zip(filled).map(|(fills, fill)| fills[fill].nodes.len()).product()
    }
}

fn node_of(class: usize, nodes: &[u16]) -> Option<Interpolation> {
    let at = nodes.iter().position(|&other| usize::from(other) == class)? as u16;
    Some(Interpolation { to: [at, at], offset: [0.0, 0.0], share: 0.0, own: true, common: true })
}

/// Returns the interpolation of a class whose expected points equal h(c), and its cost.
fn interpolate(class: usize, nodes: &[u16], expected: &[f64], most: f64) -> (Interpolation, f64) {
    if let Some(interpolation) = node_of(class, nodes) {
        return (interpolation, 0.0);
    }
    let expected_of = expected[class];
    // A class with nothing left to win, plus all points, bounds the range from above like a class that is sure to win.
    let points = nodes.iter().enumerate().map(|(at, &other)| (expected[usize::from(other)], at as u16, 0.0));
    let closed = nodes.iter().enumerate().filter(|&(_, &other)| expected[usize::from(other)] == 0.0);
    let given = closed.map(|(at, _)| (most, at as u16, most));
    let points: Vec<(f64, u16, f64)> = points.chain(given).collect();
    let below = points.iter().filter(|point| point.0 <= expected_of).max_by(|a, b| a.0.total_cmp(&b.0));
    let above = points.iter().filter(|point| point.0 > expected_of).min_by(|a, b| a.0.total_cmp(&b.0));
    let (below, above) = match (below, above) {
        (Some(below), Some(above)) => (below, above),
        (Some(only), None) | (None, Some(only)) => (only, only),
        (None, None) => unreachable!("a grid has at least one class"),
    };
    let width = above.0 - below.0;
    let share = if width > 0.0 { (expected_of - below.0) / width } else { 0.0 };
    let interpolation =
        Interpolation { to: [below.1, above.1], offset: [below.2, above.2], share, own: false, common: true };
    let cost = if width > 0.0 {
        (expected_of - below.0) * (above.0 - expected_of)
    } else {
        (expected_of - below.0).powi(2)
    };
    (interpolation, cost)
}
