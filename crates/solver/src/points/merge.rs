//! Classes of a box merged into fewer: neighbours to which entries bring almost the same.

use super::grid::{Axis, Grid, Seen, Stand};
use super::track::Track;

/// How much what did not come up counts: whoever profits by it would go there.
const UNSEEN: f64 = 0.1;

/// The classes of one box that was filled so often, in groups.
struct Groups {
    members: Vec<Vec<u16>>,
    /// What merging each group with the next would cost.
    costs: Vec<f64>,
    /// By class and entry: the points given, and what is expected after it more than before.
    brings: Vec<Vec<f64>>,
    /// How likely each entry is.
    likely: Vec<f64>,
    /// How often each class comes up.
    shares: Vec<f64>,
    /// What is still expected from each class.
    promises: Vec<f64>,
}

impl Groups {
    fn new(track: &Track, seen: &Seen, fill: usize, promises: &[Vec<f64>]) -> Self {
        let (here, counts) = (promises[fill].clone(), &seen.classes[fill]);
        let all = counts.iter().sum::<f64>().max(1.0);
        let share = |count: &f64| (1.0 - UNSEEN) * count / all + UNSEEN / counts.len() as f64;
        let brings = |class: usize| -> Vec<f64> {
            let Some(next) = promises.get(fill + 1) else { return vec![0.0; track.entries.len()] };
            let steps = track.steps(fill, class as u16).iter();
            steps.map(|step| step.given + next[usize::from(step.class)] - here[class]).collect()
        };
        let mut order: Vec<u16> = (0..here.len() as u16).collect();
        order.sort_by(|&a, &b| here[usize::from(a)].total_cmp(&here[usize::from(b)]));
        let mut groups = Self {
            members: order.into_iter().map(|class| vec![class]).collect(),
            costs: Vec::new(),
            brings: (0..here.len()).map(brings).collect(),
            likely: seen.likely(),
            shares: counts.iter().map(share).collect(),
            promises: here,
        };
        groups.costs = (1..groups.members.len()).map(|nth| groups.more(nth - 1)).collect();
        groups
    }

    /// What a group costs: each entry brings what it brings to the class that it brings most.
    fn cost(&self, members: &[u16]) -> f64 {
        let of = |nth: usize| {
            let brings = |class: u16| self.brings[usize::from(class)][nth];
            let most = members.iter().map(|&class| brings(class)).fold(f64::NEG_INFINITY, f64::max);
            let lost = members.iter().map(|&class| self.shares[usize::from(class)] * (most - brings(class)));
            self.likely[nth] * lost.sum::<f64>()
        };
        (0..self.likely.len()).map(of).sum()
    }

    /// What merging a group with the next costs.
    fn more(&self, nth: usize) -> f64 {
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
                self.costs[near] = self.more(near);
            }
        }
    }

    fn cheapest(&self) -> Option<(usize, f64)> {
        let costs = self.costs.iter().copied().enumerate();
        costs.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    fn axis(self) -> Axis {
        let stand = |class: usize| {
            let of = |group: &Vec<u16>| group.contains(&(class as u16));
            let at = self.members.iter().position(of).expect("every class has a group") as u16;
            Stand { to: [at, at], offset: [0.0; 2], share: 0.0, own: true, common: true }
        };
        Axis {
            stands: (0..self.promises.len()).map(stand).collect(),
            real: self.members.iter().map(|group| group[0]).collect(),
            usual: 0,
            members: self.members,
            shifts: self.promises,
        }
    }
}

/// Merges classes, those first that cost least for the states they save, until there are at most so many states.
pub(super) fn merged(tracks: &[Track], seen: &[Seen], values: &[Vec<Vec<f64>>], most: usize) -> Grid {
    let groups = |((track, seen), values): ((&Track, &Seen), &Vec<Vec<f64>>)| -> Vec<Groups> {
        (0..track.filled.len()).map(|fill| Groups::new(track, seen, fill, values)).collect()
    };
    let mut boxes: Vec<Vec<Groups>> = tracks.iter().zip(seen).zip(values).map(groups).collect();
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
    Grid { axes: boxes.into_iter().map(|fills| fills.into_iter().map(Groups::axis).collect()).collect() }
}
