//! `Fit`: what sheets are worth, learned backwards from positions that come up in play.
//!
//! A sheet is worth, beside what its total promises, something for each box and something for each pair of boxes, by
//! layer. For positions of games that were played, some of them changed so that rare classes come up too, the turn is
//! solved exactly with what the next layer is worth; the sums are fitted to that, box by box and pair by pair.

use rayon::prelude::*;

use super::fillings::Fillings;
use super::track::Track;

/// How often all parts of a sum are fitted anew to what the others leave.
const PASSES: usize = 12;
/// What is added to the number of positions that a part is fitted to: a part that few positions know stays near zero.
const DOUBT: f32 = 1.0;

/// A position to learn from: the number of each box's class among all of the box.
pub(crate) type Known = Vec<u16>;

/// What sheets with so many entries are worth.
#[derive(Debug, Clone)]
struct Layer {
    base: f32,
    /// By box and class.
    alone: Vec<Vec<f32>>,
    /// By two boxes, in both orders: by the class of the second, then of the first.
    together: Vec<Vec<f32>>,
}

/// What sheets are worth beside what their totals promise.
#[derive(Debug)]
pub(crate) struct Fit {
    /// By box and fill: the number of the first class.
    first: Vec<Vec<u16>>,
    /// By box: how many classes it has in all.
    classes: Vec<usize>,
    layers: Vec<Layer>,
}

impl Fit {
    /// Nothing is worth anything yet.
    pub(crate) fn new(tracks: &[Track], rounds: usize) -> Self {
        let boxes = tracks.len();
        let mut first: Vec<Vec<u16>> = Vec::new();
        let mut classes = Vec::new();
        for track in tracks {
            let mut count = 0;
            let begin = |filled: &super::track::Filled| {
                count += filled.classes;
                (count - filled.classes) as u16
            };
            first.push(track.filled.iter().map(begin).collect());
            classes.push(count);
        }
        let sizes = (0..boxes * boxes).map(|nth| classes[nth / boxes] * classes[nth % boxes]);
        let layer = Layer {
            base: 0.0,
            alone: classes.iter().map(|&count| vec![0.0; count]).collect(),
            together: sizes.map(|size| vec![0.0; size]).collect(),
        };
        Self { first, classes, layers: vec![layer; rounds + 1] }
    }

    /// A first guess in all layers: what a box still promises, by fill and class.
    pub(crate) fn promise(&mut self, slot: usize, promises: &[Vec<f64>]) {
        for layer in &mut self.layers {
            for (part, promise) in layer.alone[slot].iter_mut().zip(promises.iter().flatten()) {
                *part = *promise as f32;
            }
        }
    }

    /// The position of a sheet.
    pub(crate) fn know(&self, fillings: &Fillings, filling: usize, classes: &[u16], known: &mut Known) {
        let boxes = fillings.all_filled(filling).zip(classes).enumerate();
        known.clear();
        known.extend(boxes.map(|(slot, (fill, class))| self.first[slot][fill] + class));
    }

    /// What two boxes together are worth: the classes of the first in one row.
    fn row<'a>(&self, layer: &'a Layer, first: usize, second: usize, of_second: u16) -> &'a [f32] {
        let (width, from) = (self.classes[first], usize::from(of_second) * self.classes[first]);
        &layer.together[first * self.classes.len() + second][from..from + width]
    }

    /// What all boxes would be worth as they are, in the layer after this one.
    pub(crate) fn all(&self, written: usize, known: &[u16]) -> f32 {
        let layer = &self.layers[written + 1];
        let mut all = layer.base;
        for (a, &of_a) in known.iter().enumerate() {
            all += layer.alone[a][usize::from(of_a)];
            for (b, &of_b) in known.iter().enumerate().skip(a + 1) {
                all += self.row(layer, a, b, of_b)[usize::from(of_a)];
            }
        }
        all
    }

    /// What each entry of an open box leads to: points given, and what the sheet after it is worth.
    pub(crate) fn after(
        &self,
        (tracks, written): (&[Track], usize),
        (known, all): (&[u16], f32),
        (slot, fill): (usize, usize),
        own: &mut Vec<f32>,
        after: &mut Vec<f64>,
    ) {
        let layer = &self.layers[written + 1];
        let (now, next) = (usize::from(known[slot]), usize::from(self.first[slot][fill + 1]));
        let next = next..next + tracks[slot].filled[fill + 1].classes;
        // The box as it is makes way for the box as it becomes.
        let mut others = all - layer.alone[slot][now];
        own.clear();
        own.extend_from_slice(&layer.alone[slot][next.clone()]);
        for (other, &of) in known.iter().enumerate().filter(|(other, _)| *other != slot) {
            let row = self.row(layer, slot, other, of);
            others -= row[now];
            own.iter_mut().zip(&row[next.clone()]).for_each(|(sum, with)| *sum += with);
        }
        after.clear();
        let class = known[slot] - self.first[slot][fill];
        let steps = tracks[slot].steps(fill, class).iter();
        after.extend(steps.map(|step| step.given + f64::from(others + own[usize::from(step.class)])));
    }

    /// Fits a layer to what these positions are worth.
    pub(crate) fn learn(&mut self, written: usize, known: &[Known], worth: &[f64]) {
        let columns: Vec<Vec<u16>> =
            (0..self.classes.len()).map(|slot| known.iter().map(|known| known[slot]).collect()).collect();
        let mean = worth.iter().sum::<f64>() / worth.len().max(1) as f64;
        let mut left: Vec<f32> = worth.iter().map(|worth| (worth - mean) as f32).collect();
        let (layer, boxes) = (&mut self.layers[written], self.classes.len());
        layer.base = mean as f32;
        layer.alone.iter_mut().chain(&mut layer.together).for_each(|part| part.fill(0.0));
        for _ in 0..PASSES {
            for (slot, part) in layer.alone.iter_mut().enumerate() {
                fit(part, &mut left, |nth| usize::from(columns[slot][nth]));
            }
            for a in 0..boxes {
                for b in a + 1..boxes {
                    let (part, width) = (&mut layer.together[a * boxes + b], self.classes[a]);
                    let (of_a, of_b) = (&columns[a][..], &columns[b][..]);
                    fit(part, &mut left, |nth| usize::from(of_b[nth]) * width + usize::from(of_a[nth]));
                }
            }
        }
        for a in 0..boxes {
            for b in a + 1..boxes {
                let (width, height) = (self.classes[a], self.classes[b]);
                let part = std::mem::take(&mut layer.together[a * boxes + b]);
                let turned = (0..width * height).map(|at| part[at % height * width + at / height]).collect();
                (layer.together[a * boxes + b], layer.together[b * boxes + a]) = (part, turned);
            }
        }
    }
}

/// Fits one part to what is left, and takes it out.
fn fit(part: &mut [f32], left: &mut [f32], of: impl Fn(usize) -> usize + Sync) {
    // Chunks of fixed length, added up in order: the same result on any number of threads.
    const CHUNK: usize = 16_384;
    let sums: Vec<Vec<(f32, f32)>> = left
        .par_chunks(CHUNK)
        .enumerate()
        .map(|(chunk, left)| {
            let mut sums = vec![(0.0, 0.0); part.len()];
            for (nth, left) in left.iter().enumerate() {
                let (sum, count) = &mut sums[of(chunk * CHUNK + nth)];
                *sum += left;
                *count += 1.0;
            }
            sums
        })
        .collect();
    let change: Vec<f32> = (0..part.len())
        .map(|nth| {
            let all = sums.iter().fold((0.0, 0.0), |all, sums| (all.0 + sums[nth].0, all.1 + sums[nth].1));
            all.0 / (all.1 + DOUBT)
        })
        .collect();
    part.iter_mut().zip(&change).for_each(|(part, change)| *part += change);
    left.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, left)| {
        for (nth, left) in left.iter_mut().enumerate() {
            *left -= change[of(chunk * CHUNK + nth)];
        }
    });
}
