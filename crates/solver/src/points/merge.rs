//! Merges the classes of a box for the upper bound (step 3 of `bound`): neighbours for which entries bring almost the
//! same.

use super::box_automaton::BoxAutomaton;
use super::grid::{Axis, Grid, Interpolation, VisitCounts};

/// The weight of classes that did not occur: optimal play may use them.
const UNSEEN: f64 = 0.1;

/// The classes of a box at one fill level, in groups.
struct ClassGroups {
    members: Vec<Vec<u16>>,
    /// The cost of merging each group with the next.
    costs: Vec<f64>,
    /// By class and entry: the points given, plus the change of expected points.
    brings: Vec<Vec<f64>>,
    /// The probability of each entry.
    likely: Vec<f64>,
    /// The share of each class.
    shares: Vec<f64>,
    /// The expected points of each class.
    expected: Vec<f64>,
}

impl ClassGroups {
    fn new(automaton: &BoxAutomaton, visits: &VisitCounts, fill: usize, expected: &[Vec<f64>]) -> Self {
        let (here, counts) = (expected[fill].clone(), &visits.classes[fill]);
        let all = counts.iter().sum::<f64>().max(1.0);
        let share = |count: &f64| (1.0 - UNSEEN) * count / all + UNSEEN / counts.len() as f64;
        let brings = |class: usize| -> Vec<f64> {
            let Some(next) = expected.get(fill + 1) else { return vec![0.0; automaton.entries.len()] };
            let steps = automaton.steps(fill, class as u16).iter();
            steps.map(|step| step.given + next[usize::from(step.class)] - here[class]).collect()
        };
        let mut order: Vec<u16> = (0..here.len() as u16).collect();
        order.sort_by(|&a, &b| here[usize::from(a)].total_cmp(&here[usize::from(b)]));
        let mut groups = Self {
            members: order.into_iter().map(|class| vec![class]).collect(),
            costs: Vec::new(),
            brings: (0..here.len()).map(brings).collect(),
            likely: visits.entry_probabilities(),
            shares: counts.iter().map(share).collect(),
            expected: here,
        };
        groups.costs = (1..groups.members.len()).map(|nth| groups.merge_cost(nth - 1)).collect();
        groups
    }

    /// Returns the cost of a group: each entry is valued as for the class where it brings most.
    fn cost(&self, members: &[u16]) -> f64 {
        let of = |nth: usize| {
            let brings = |class: u16| self.brings[usize::from(class)][nth];
            let most = members.iter().map(|&class| brings(class)).fold(f64::NEG_INFINITY, f64::max);
            let lost = members.iter().map(|&class| self.shares[usize::from(class)] * (most - brings(class)));
            self.likely[nth] * lost.sum::<f64>()
        };
        (0..self.likely.len()).map(of).sum()
    }

    /// Returns the cost of merging a group with the next.
    fn merge_cost(&self, nth: usize) -> f64 {
        let (one, other) = (&self.members[nth], &self.members[nth + 1]);
        let both: Vec<u16> = one.iter().chain(other).copied().collect();
        self.cost(&both) - self.cost(one) - self.cost(other)
    }

    fn merge(&mut self, nth: usize) {
        let other = self.members.remove(nth + 1);
        self.members[nth].extend(other);
        self.costs.remove(nth);
        for near in nth.saturating_sub(1)..=nth {
            if near < self.costs.len() {
                self.costs[near] = self.merge_cost(near);
            }
        }
    }

    fn cheapest(&self) -> Option<(usize, f64)> {
        let costs = self.costs.iter().copied().enumerate();
        costs.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    fn axis(self) -> Axis {
        let interpolation = |class: usize| {
            let of = |group: &Vec<u16>| group.contains(&(class as u16));
            let at = self.members.iter().position(of).expect("every class has a group") as u16;
            Interpolation { to: [at, at], offset: [0.0; 2], share: 0.0, own: true, common: true }
        };
        Axis {
            interpolations: (0..self.expected.len()).map(interpolation).collect(),
            nodes: self.members.iter().map(|group| group[0]).collect(),
            usual: 0,
            members: self.members,
            shifts: self.expected,
        }
    }
}

/// Merges the classes that cost least per state saved, until there are at most `most` states.
pub(super) fn merge_classes(
    boxes: &[BoxAutomaton],
    visits: &[VisitCounts],
    values: &[Vec<Vec<f64>>],
    most: usize,
) -> Grid {
    let groups =
        |((automaton, visits), values): ((&BoxAutomaton, &VisitCounts), &Vec<Vec<f64>>)| -> Vec<ClassGroups> {
            (0..automaton.filled.len())
                .map(|fill| ClassGroups::new(automaton, visits, fill, values))
                .collect()
        };
    let mut boxes: Vec<Vec<ClassGroups>> = boxes.iter().zip(visits).zip(values).map(groups).collect();
    loop {
        let counts = boxes.iter().map(|fills| fills.iter().map(|groups| groups.members.len()).sum::<usize>());
        let counts: Vec<f64> = counts.map(|count| count as f64).collect();
        if counts.iter().product::<f64>() <= most as f64 {
            break;
        }
        let cheapest = boxes.iter().zip(&counts).enumerate().flat_map(|(slot, (fills, count))| {
            let saved = (count / (count - 1.0)).ln();
            fills.iter().enumerate().filter_map(move |(fill, groups)| {
                let (nth, cost) = groups.cheapest()?;
                Some((cost / saved, slot, fill, nth))
            })
        });
        let Some((_, slot, fill, nth)) = cheapest.min_by(|a, b| a.0.total_cmp(&b.0)) else { break };
        boxes[slot][fill].merge(nth);
    }
    Grid { axes: boxes.into_iter().map(|fills| fills.into_iter().map(ClassGroups::axis).collect()).collect() }
}
