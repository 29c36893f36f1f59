//! The keep lattice: every multiset of fewer than n dice, the whole throws of n, and the edges between those that
//! differ by one die.

use kosti_dice::{Dice, Space};
use kosti_rules::SheetRules;

/// The array length for the usual games: five six-sided dice have 252 throws and 210 keeps, so an index is a byte and
/// needs no bounds check.
pub(crate) const SMALL: usize = 256;
/// The array length for all other games.
pub(crate) const LARGE: usize = 131_072;

/// An index into an array of `N` entries.
pub(crate) trait Index: Copy + Send + Sync {
    fn new(at: usize) -> Self;
    fn at<const N: usize>(self) -> usize;
    fn to_usize(self) -> usize;
}

impl Index for u8 {
    fn new(at: usize) -> Self {
        at as Self
    }

    #[inline(always)]
    fn at<const N: usize>(self) -> usize {
        usize::from(self) & (N - 1)
    }

    #[inline(always)]
    fn to_usize(self) -> usize {
        self.into()
    }
}

impl Index for u32 {
    fn new(at: usize) -> Self {
        at as Self
    }

    #[inline(always)]
    fn at<const N: usize>(self) -> usize {
        self as usize & (N - 1)
    }

    #[inline(always)]
    fn to_usize(self) -> usize {
        self as usize
    }
}

/// The lattice: keeps ordered by their number of dice, and whole throws in the order of their space.
#[derive(Debug)]
pub(crate) struct Lattice {
    pub(crate) sides: usize,
    /// By throw: its probability as a first throw.
    pub(crate) first: Vec<f64>,
    /// By number of dice: the number of keeps with fewer dice.
    levels: Vec<usize>,
    spaces: Vec<Space>,
    /// The keeps that the rules forbid.
    pub(crate) forbidden: Vec<usize>,
}

/// Nodes with the same number of different faces: each node, followed by the keeps with one die less.
pub(crate) struct Downward<I> {
    /// The number of different faces.
    pub(crate) faces: usize,
    /// `faces + 1` indexes for each node.
    pub(crate) nodes: Vec<I>,
}

/// The edges of a lattice, with indexes of type `I`.
pub(crate) struct Edges<I> {
    /// By keep of all dice but one: the throws with one die more, one per face.
    pub(crate) to_whole: Vec<I>,
    /// By smaller keep: the keeps with one die more.
    pub(crate) to_keeps: Vec<I>,
    /// The keeps with at least one die, by level and number of different faces.
    pub(crate) keeps_down: Vec<Downward<I>>,
    /// The whole throws, by number of different faces.
    pub(crate) whole_down: Vec<Downward<I>>,
}

impl Lattice {
    /// Creates the lattice of a game.
    pub(crate) fn of(rules: &SheetRules) -> Self {
        let wins: Vec<bool> = rules.space.all().iter().map(|&dice| rules.wins(dice, 1).is_some()).collect();
        let mut lattice = Self::new(&rules.space, &wins);
        let keeps = lattice.spaces.iter().take(rules.space.dice()).flat_map(Space::all);
        let forbidden = keeps.filter(|&&keep| !rules.may_keep(keep)).map(|&keep| lattice.keep(keep));
        lattice.forbidden = forbidden.collect();
        lattice
    }

    /// Creates the lattice of a space of dice. Throws in `wins` end the game at once; a first throw is none of them.
    fn new(space: &Space, wins: &[bool]) -> Self {
        let sides = space.sides();
        let spaces: Vec<Space> = (0..=space.dice()).map(|n| Space::new(n, sides)).collect();
        let mut levels = vec![0];
        for space in &spaces {
            levels.push(levels[levels.len() - 1] + space.all().len());
        }
        let weight = |(&dice, &win): (&Dice, &bool)| if win { 0.0 } else { space.probability(dice) };
        let weights: Vec<f64> = space.all().iter().zip(wins).map(weight).collect();
        let total: f64 = weights.iter().sum();
        let first = weights.iter().map(|weight| weight / total).collect();
        Self { sides: sides.into(), first, levels, spaces, forbidden: Vec::new() }
    }

    /// The number of keeps.
    pub(crate) fn keeps(&self) -> usize {
        self.levels[self.spaces.len() - 1]
    }

    /// The number of throws.
    pub(crate) fn throws(&self) -> usize {
        self.first.len()
    }

    /// Whether an index fits into a byte.
    pub(crate) fn is_small(&self) -> bool {
        self.keeps() <= SMALL && self.throws() <= SMALL
    }

    /// Returns the index of a keep.
    pub(crate) fn keep(&self, dice: Dice) -> usize {
        self.levels[dice.len()] + self.spaces[dice.len()].index(dice)
    }

    pub(crate) fn edges<I: Index>(&self) -> Edges<I> {
        let faces = || 1..=self.sides as u8;
        let (whole, keeps) = self.spaces.split_last().expect("there is the space of no dice");
        let (largest, smaller) = keeps.split_last().expect("there is at least one die");
        let above = |dice: &Dice| faces().map(move |face| dice.with(face)).collect::<Vec<_>>();
        let less = |dice: Dice| faces().filter_map(move |face| dice.minus(Dice::NONE.with(face)));
        let down = |space: &Space, place: &dyn Fn(Dice) -> usize| -> Vec<Downward<I>> {
            let by_faces = |faces: usize| {
                let shown = space.all().iter().filter(|&&dice| less(dice).count() == faces);
                let entry = |&dice: &Dice| {
                    [I::new(place(dice))].into_iter().chain(less(dice).map(|dice| I::new(self.keep(dice))))
                };
                Downward { faces, nodes: shown.flat_map(entry).collect() }
            };
            (1..=space.dice().min(self.sides)).map(by_faces).collect()
        };
        Edges {
            to_whole: largest.all().iter().flat_map(above).map(|dice| I::new(whole.index(dice))).collect(),
            to_keeps: smaller
                .iter()
                .flat_map(Space::all)
                .flat_map(above)
                .map(|dice| I::new(self.keep(dice)))
                .collect(),
            keeps_down: keeps.iter().skip(1).flat_map(|space| down(space, &|dice| self.keep(dice))).collect(),
            whole_down: down(whole, &|dice| whole.index(dice)),
        }
    }
}
