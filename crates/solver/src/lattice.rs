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
    /// The nodes with at least one die, in levels, and in each level by how many different faces they show.
    pub(crate) downward: Vec<Downward>,
    /// How likely each whole throw is as a first throw.
    pub(crate) first: Vec<f64>,
    spaces: Vec<Space>,
}

/// Nodes of one level that show the same number of different faces: each node, then the nodes with one die less.
#[derive(Debug)]
pub(crate) struct Downward {
    /// How many different faces.
    pub(crate) faces: usize,
    /// Whether these are whole throws.
    pub(crate) whole: bool,
    /// `faces + 1` indexes for each node.
    pub(crate) nodes: Vec<u16>,
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
        for &dice in spaces.iter().take(space.dice()).flat_map(Space::all) {
            above.extend((1..=sides).map(|face| node(dice.with(face))));
        }
        let mut downward: Vec<Downward> = Vec::new();
        for level in &spaces[1..] {
            for faces in 1..=level.dice().min(sides.into()) {
                let mut nodes = Vec::new();
                for &dice in level.all() {
                    let less = (1..=sides).filter_map(|face| dice.minus(Dice::NONE.with(face)));
                    if less.clone().count() == faces {
                        nodes.push(node(dice));
                        nodes.extend(less.map(node));
                    }
                }
                downward.push(Downward { faces, whole: level.dice() == space.dice(), nodes });
            }
        }
        let weight = |(&dice, &win): (&Dice, &bool)| if win { 0.0 } else { space.probability(dice) };
        let weights: Vec<f64> = space.all().iter().zip(wins).map(weight).collect();
        let total: f64 = weights.iter().sum();
        let first = weights.iter().map(|weight| weight / total).collect();
        Self { sides: sides.into(), levels, above, downward, first, spaces }
    }

    /// How many nodes there are.
    pub(crate) fn nodes(&self) -> usize {
        self.levels[self.levels.len() - 1]
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
