//! The keep lattice: every multiset of 0 to n dice, and the edges between those that differ by one die.

use kosti_dice::{Dice, Space};

/// Nodes by number of dice, few first; the last level are whole throws, in the order of their space.
#[derive(Debug)]
pub(crate) struct Lattice {
    pub(crate) sides: usize,
    /// Where each level begins; one more entry than there are levels.
    pub(crate) levels: Vec<usize>,
    /// For each node below the last level: the nodes with one die more, one per face.
    pub(crate) above: Vec<u16>,
    /// For each node, the nodes with one die less, one per face that shows: where they begin, and all of them.
    pub(crate) below_from: Vec<u32>,
    pub(crate) below: Vec<u16>,
    /// How likely each whole throw is as a first throw.
    pub(crate) first: Vec<f64>,
    spaces: Vec<Space>,
}

impl Lattice {
    /// The lattice of a space. `wins` are throws that end the game at once: a first throw is none of them.
    pub(crate) fn new(space: &Space, wins: &[bool]) -> Self {
        let sides = space.sides();
        let spaces: Vec<Space> = (0..=space.dice()).map(|n| Space::new(n, sides)).collect();
        let mut levels = vec![0];
        for space in &spaces {
            levels.push(levels[levels.len() - 1] + space.all().len());
        }
        let node = |dice: Dice| (levels[dice.len()] + spaces[dice.len()].index(dice)) as u16;
        let mut above = Vec::new();
        let (mut below_from, mut below) = (vec![0], Vec::new());
        for &dice in spaces.iter().flat_map(Space::all) {
            if dice.len() < space.dice() {
                above.extend((1..=sides).map(|face| node(dice.with(face))));
            }
            let shown = (1..=sides).filter_map(|face| dice.minus(Dice::NONE.with(face)));
            below.extend(shown.map(node));
            below_from.push(below.len() as u32);
        }
        let weight = |(&dice, &win): (&Dice, &bool)| if win { 0.0 } else { space.probability(dice) };
        let weights: Vec<f64> = space.all().iter().zip(wins).map(weight).collect();
        let total: f64 = weights.iter().sum();
        let first = weights.iter().map(|weight| weight / total).collect();
        Self { sides: sides.into(), levels, above, below_from, below, first, spaces }
    }

    /// How many nodes there are.
    pub(crate) fn nodes(&self) -> usize {
        self.below_from.len() - 1
    }

    /// Where the whole throws begin.
    pub(crate) fn throws_from(&self) -> usize {
        self.levels[self.levels.len() - 2]
    }

    /// How many whole throws there are.
    pub(crate) fn throws(&self) -> usize {
        self.nodes() - self.throws_from()
    }

    pub(crate) fn node(&self, dice: Dice) -> usize {
        self.levels[dice.len()] + self.spaces[dice.len()].index(dice)
    }
}
