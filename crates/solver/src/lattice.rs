//! The keep lattice: every multiset of fewer than n dice, the whole throws of n, and the edges between those that
//! differ by one die.

use kosti_dice::{Dice, Space};
use kosti_rules::{SheetRules, Thrown};

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

/// The lattice: keeps ordered by their number of dice, and whole throws.
///
/// A node consists of the dice that were set aside before the throw and stay aside, and of others, from which more can be kept
/// or which have fallen so far. Where dice do not stay aside, the first part is empty.
#[derive(Debug)]
pub(crate) struct Lattice {
    pub(crate) sides: usize,
    /// By throw: its probability as a first throw.
    pub(crate) first: Vec<f64>,
    /// By throw: its dice, as an index into the space of all dice.
    pub(crate) dice: Vec<usize>,
    /// By number of dice: the keeps with so many, and at the end the whole throws.
    levels: Vec<Level>,
    /// The fewest dice that are set aside after each throw, if dice stay aside.
    least_aside: Option<usize>,
    /// The keeps that the rules forbid.
    pub(crate) forbidden: Vec<usize>,
    /// Keeps of dice that are set aside beside earlier ones, and the keeps in which all of them are aside: these are thrown with.
    pub(crate) set_aside: Vec<[usize; 2]>,
}

/// The nodes with one number of dice.
#[derive(Debug)]
struct Level {
    /// The index of its first node.
    from: usize,
    /// By number of dice aside: the number of nodes before those, the space of the dice aside, and that of the others.
    parts: Vec<(usize, Space, Space)>,
}

impl Level {
    fn new(from: usize, dice: usize, most_aside: usize, sides: u8) -> Self {
        let mut before = 0;
        let part = |aside: usize| {
            let spaces = (Space::new(aside, sides), Space::new(dice - aside, sides));
            let this = before;
            before += spaces.0.all().len() * spaces.1.all().len();
            (this, spaces.0, spaces.1)
        };
        Self { from, parts: (0..=most_aside.min(dice)).map(part).collect() }
    }

    fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        self.parts.iter().flat_map(|(_, aside, others)| {
            let with = |&aside: &Dice| others.all().iter().map(move |&others| Node { aside, others });
            aside.all().iter().flat_map(with)
        })
    }

    fn index(&self, node: Node) -> usize {
        let (before, aside, others) = &self.parts[node.aside.len()];
        self.from + before + aside.index(node.aside) * others.all().len() + others.index(node.others)
    }

    fn len(&self) -> usize {
        self.parts.iter().map(|(_, aside, others)| aside.all().len() * others.all().len()).sum()
    }
}

/// A node of the lattice.
#[derive(Debug, Clone, Copy)]
struct Node {
    aside: Dice,
    others: Dice,
}

impl Node {
    fn dice(self) -> Dice {
        self.aside.plus(self.others)
    }
}

/// Nodes with the same number of different faces among the dice that can be left out: each node, followed by the keeps with one
/// die less.
pub(crate) struct Downward<I> {
    /// The number of these faces.
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
    /// Creates the lattice of a game. Throws that end the game at once are no first throws.
    pub(crate) fn of(rules: &SheetRules) -> Self {
        let (dice, sides) = (rules.space.dice(), rules.space.sides());
        let most_aside = rules.set_aside.map_or(0, |_| dice - 1);
        let mut levels: Vec<Level> = Vec::new();
        for count in 0..=dice {
            let from = levels.last().map_or(0, |below| below.from + below.len());
            // The index of whole throws begins anew.
            let from = if count == dice { 0 } else { from };
            levels.push(Level::new(from, count, most_aside, sides));
        }
        let mut lattice = Self {
            sides: sides.into(),
            first: Vec::new(),
            dice: levels[dice].nodes().map(|node| rules.space.index(node.dice())).collect(),
            levels,
            least_aside: rules.set_aside,
            forbidden: Vec::new(),
            set_aside: Vec::new(),
        };
        lattice.first = lattice.first_throws(rules);
        lattice.restrict_keeps(rules);
        lattice
    }

    /// Returns the probability of each throw to be the first of a turn.
    fn first_throws(&self, rules: &SheetRules) -> Vec<f64> {
        let weight = |throw: Node| {
            let happens = throw.aside.is_empty() && rules.wins(throw.others, 1).is_none();
            if happens { rules.space.probability(throw.others) } else { 0.0 }
        };
        let weights: Vec<f64> = self.whole().nodes().map(weight).collect();
        let total: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / total).collect()
    }

    /// Lists the keeps that the rules forbid, and those that set dice aside.
    fn restrict_keeps(&mut self, rules: &SheetRules) {
        let (mut forbidden, mut set_aside) = (Vec::new(), Vec::new());
        for (at, node) in self.smaller().iter().flat_map(Level::nodes).enumerate() {
            let thrown = Thrown { dice: node.dice(), aside: node.aside };
            let thrown_with = self.keep(thrown.dice);
            if thrown_with == at {
                // Where dice stay aside, no maximum finds the keep that they are thrown with, unless it may be kept again.
                if self.least_aside.is_none() && !rules.may_keep(thrown.dice) {
                    forbidden.push(at);
                }
            } else if rules.may_keep(thrown.dice) && rules.sets_aside(thrown, thrown.dice) {
                set_aside.push([at, thrown_with]);
            } else {
                forbidden.push(at);
            }
        }
        (self.forbidden, self.set_aside) = (forbidden, set_aside);
    }

    fn whole(&self) -> &Level {
        &self.levels[self.levels.len() - 1]
    }

    /// The levels of keeps.
    fn smaller(&self) -> &[Level] {
        &self.levels[..self.levels.len() - 1]
    }

    /// The number of keeps.
    pub(crate) fn keeps(&self) -> usize {
        self.smaller().iter().map(Level::len).sum()
    }

    /// The number of throws.
    pub(crate) fn throws(&self) -> usize {
        self.first.len()
    }

    /// Whether an index fits into a byte.
    pub(crate) fn is_small(&self) -> bool {
        self.keeps() <= SMALL && self.throws() <= SMALL
    }

    /// Returns the index of the keep that these dice are thrown with.
    pub(crate) fn keep(&self, dice: Dice) -> usize {
        let (aside, others) =
            if self.least_aside.is_some() { (dice, Dice::NONE) } else { (Dice::NONE, dice) };
        self.index(Node { aside, others })
    }

    /// Returns the dice of each throw.
    pub(crate) fn all_thrown(&self) -> impl Iterator<Item = Thrown> + '_ {
        self.whole().nodes().map(|node| Thrown { dice: node.dice(), aside: node.aside })
    }

    /// The nodes with one die less among the others, one for each different face, of which enough can still be set aside.
    fn below(&self, node: Node) -> impl Iterator<Item = Node> {
        let enough = node.others.len() > self.least_aside.unwrap_or(0);
        let without = move |face| Some(Node { others: node.others.minus(Dice::NONE.with(face))?, ..node });
        (1..=self.sides as u8).filter(move |_| enough).filter_map(without)
    }

    /// Returns the index of a keep or of a whole throw.
    fn index(&self, node: Node) -> usize {
        self.levels[node.dice().len()].index(node)
    }

    pub(crate) fn edges<I: Index>(&self) -> Edges<I> {
        let sides = self.sides;
        let place = |node: Node| I::new(self.index(node));
        let above =
            |node: Node| (1..=sides as u8).map(move |face| Node { others: node.others.with(face), ..node });
        let edges_up = |level: &Level| level.nodes().flat_map(above).map(place).collect::<Vec<_>>();
        let down = |level: &Level| -> Vec<Downward<I>> {
            let by_faces = |faces: usize| {
                let shown = level.nodes().filter(|node| self.below(*node).count() == faces);
                let nodes = shown.flat_map(|node| [node].into_iter().chain(self.below(node)));
                Downward { faces, nodes: nodes.map(place).collect() }
            };
            (0..self.levels.len().min(sides + 1)).map(by_faces).collect()
        };
        let (largest, smaller) = self.smaller().split_last().expect("there is at least one die");
        Edges {
            to_whole: edges_up(largest),
            to_keeps: smaller.iter().flat_map(edges_up).collect(),
            keeps_down: self.smaller().iter().skip(1).flat_map(down).filter(|it| it.faces > 0).collect(),
            whole_down: down(self.whole()),
        }
    }
}
