//! `RulesFile`: a rules file as written, and its way to `Rules`.

use indexmap::IndexMap;
use kosti_dice::Space;
use serde::Serialize;

use crate::compile::{Choices, Compiler, race_cells, unknown_choice};
use crate::decode::decode;
use crate::fault::{Fault, FaultKind, Faults, Step, place};
use crate::file::GameFile;
use crate::house::{apply_change, change_path};
use crate::limits::{MOST_BYTES, MOST_CELLS, MOST_CELLS_IN_ALL, MOST_VARIANTS};
use crate::node::Node;
use crate::recover::{self, Lost, Recovered};
use crate::rules::{HouseOption, Rules};

/// A choice of house rules: option → choice. An option that is not named has its default.
pub type House = IndexMap<String, String>;

/// A rules file as written, with positions. Nothing is checked yet.
///
/// ```
/// use kosti_rules::{FaultKind, RulesFile};
/// let file = RulesFile::read("wrong", "name = 'Wrong'\ndice = 5\nthrows = 3\n[box.pair]\nscor = 'combination'");
/// let faults = file.check().unwrap_err();
/// assert_eq!(&file.text()[faults.0[0].span.clone()], "scor");
/// assert!(matches!(&faults.0[0].kind, FaultKind::UnknownKey { near: Some(near), .. } if near == "score"));
/// ```
#[derive(Debug, Clone)]
pub struct RulesFile {
    id: String,
    text: String,
    tree: Node,
    /// The faults of parts that cannot be read, and those parts.
    syntax: Vec<Fault>,
    lost: Vec<Lost>,
    file: GameFile,
}

/// Why a file and a choice of house rules give no rules. Field names are the variables of the message.
#[derive(Debug, Clone, PartialEq, Serialize, thiserror::Error)]
#[serde(tag = "house", rename_all = "kebab-case")]
pub enum RulesError {
    /// The file is wrong.
    #[error(transparent)]
    #[serde(skip)]
    Faults(#[from] Faults),
    /// The file has no such house rule.
    #[error("there is no house rule `{option}`{}", listed(.known))]
    UnknownOption {
        /// The option asked for.
        option: String,
        /// The options of the file.
        known: Vec<String>,
    },
    /// The house rule has no such choice.
    #[error("house rule `{option}` has no choice `{choice}`{}", listed(.known))]
    UnknownChoice {
        /// The house rule.
        option: String,
        /// The choice asked for.
        choice: String,
        /// The choices of the house rule.
        known: Vec<String>,
    },
}

fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        _ => format!(": there is {}", words.join(", ")),
    }
}

impl RulesFile {
    /// Reads the text. [`RulesFile::check`] and [`RulesFile::rules`] report its faults.
    #[must_use]
    pub fn read(id: &str, text: &str) -> Self {
        let Recovered { tree, faults: syntax, lost } = if text.len() > MOST_BYTES {
            let kind = FaultKind::TooLong { bytes: text.len(), most: MOST_BYTES };
            Recovered::nothing(vec![Fault { span: 0..0, kind }])
        } else {
            recover::read(text)
        };
        let (file, _, _) = decode(&mut tree.clone());
        Self { id: id.to_owned(), text: text.to_owned(), tree, syntax, lost, file }
    }

    /// The id of the game.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The text that was read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The decoded file, as far as it could be read, before any house rule.
    #[must_use]
    pub fn written(&self) -> &GameFile {
        &self.file
    }

    /// The game with these house rules.
    ///
    /// # Errors
    /// If the file has faults (all faults of this variant), or an option or a choice is unknown.
    pub fn rules(&self, house: &House) -> Result<Rules, RulesError> {
        let choices = self.choices(house)?;
        match self.variant(&choices) {
            (Some(rules), faults) if faults.is_empty() => Ok(rules),
            (_, faults) => Err(sorted(faults).into()),
        }
    }

    /// Checks every variant of the game.
    ///
    /// # Errors
    /// All faults of all variants, if there are any.
    pub fn check(&self) -> Result<(), Faults> {
        let mut variants = self.variants();
        if !self.syntax.is_empty() {
            // The unreadable parts are the same under every choice: one variant is enough.
            variants.truncate(1);
        }
        if let Some(fault) = self.too_large(&variants) {
            return Err(Faults(vec![fault]));
        }
        let mut faults = self.house_faults();
        for choices in variants {
            for fault in self.variant(&choices).1 {
                if !faults.contains(&fault) {
                    faults.push(fault);
                }
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(sorted(faults)) }
    }

    /// The number of combinations of choices.
    fn variants_count(&self) -> usize {
        let choices = self.file.house.values().map(|option| option.choices.len().max(1));
        choices.fold(1, usize::saturating_mul)
    }

    /// The fault of a file whose variants have too many table entries together. Counts them before any table is
    /// built, because house rules may change the dice and the boxes.
    fn too_large(&self, variants: &[House]) -> Option<Fault> {
        let mut cells: usize = 0;
        for choices in variants {
            let file = if choices.is_empty() {
                self.file.clone()
            } else {
                decode(&mut self.apply_choices(choices)).0
            };
            // A variant that is too large on its own is reported when it is compiled, without building its
            // tables.
            cells += cells_of(&file).min(MOST_CELLS);
            if cells > MOST_CELLS_IN_ALL {
                return Some(Fault {
                    span: self.tree.key_span_of(&place!["house"]),
                    kind: FaultKind::TablesTooLarge { cells, most: MOST_CELLS_IN_ALL },
                });
            }
        }
        None
    }

    /// The tree with the changes of these choices applied.
    fn apply_choices(&self, choices: &Choices) -> Node {
        let mut tree = self.tree.clone();
        for (option, choice) in choices {
            if let Some(change) = self.tree.at(&change_path(option, choice)) {
                apply_change(&mut tree, change);
            }
        }
        tree
    }

    /// The faults of the house rules themselves.
    fn house_faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let is = self.variants_count();
        if is > MOST_VARIANTS {
            let kind = FaultKind::TooManyVariants { is, most: MOST_VARIANTS };
            faults.push(Fault { span: self.tree.key_span_of(&place!["house"]), kind });
        }
        let lost = |id: &str| self.lost.iter().any(|lost| lost.path.starts_with(&place!["house", id]));
        for id in self.file.house.keys().filter(|id| !lost(id)) {
            let choices = self.tree.at(&place!["house", id, "choices"]).and_then(Node::table);
            if choices.is_none_or(|choices| choices.len() < 2) {
                let span = self.tree.key_span_of(&place!["house", id]);
                faults.push(Fault { span, kind: FaultKind::OneChoice { id: id.clone() } });
            }
        }
        faults
    }

    /// Every combination of choices, the defaults first.
    #[must_use]
    pub fn variants(&self) -> Vec<House> {
        let mut variants = vec![House::new()];
        for (id, option) in &self.file.house {
            if option.choices.is_empty() {
                continue;
            }
            let with = |variant: &House, choice: &String| {
                let mut variant = variant.clone();
                variant.insert(id.clone(), choice.clone());
                variant
            };
            variants = variants
                .iter()
                .flat_map(|variant| option.choices.keys().map(move |choice| with(variant, choice)))
                .take(MOST_VARIANTS)
                .collect();
        }
        variants
    }

    /// The choice for each option of the file: the one asked for, or the default.
    fn choices(&self, house: &House) -> Result<Choices, RulesError> {
        for (option, choice) in house {
            match unknown_choice(&self.file, option, choice) {
                None => {}
                Some(FaultKind::UnknownChoice { known, .. }) => {
                    let (option, choice) = (option.clone(), choice.clone());
                    return Err(RulesError::UnknownChoice { option, choice, known });
                }
                Some(_) => {
                    let known = self.file.house.keys().cloned().collect();
                    return Err(RulesError::UnknownOption { option: option.clone(), known });
                }
            }
        }
        let default = |option: &str| self.file.house[option].choices.keys().next().cloned();
        Ok(self
            .file
            .house
            .keys()
            .filter_map(|option| {
                Some((option.clone(), house.get(option).cloned().or_else(|| default(option))?))
            })
            .collect())
    }

    /// Compiles the rules under these choices, and returns all faults.
    fn variant(&self, choices: &Choices) -> (Option<Rules>, Vec<Fault>) {
        let mut tree = self.apply_choices(choices);
        if self.lost.iter().any(Lost::is_everything) {
            return (None, self.syntax.clone());
        }
        let (file, mut faults, mut damaged) = decode::<GameFile>(&mut tree);
        // A section that is lost as a whole leaves nothing behind that could be reported.
        damaged.extend(self.lost.iter().filter(|lost| !lost.whole).map(|lost| lost.path.clone()));
        let compiler = Compiler {
            file: &file,
            tree: &tree,
            choices,
            faults: Vec::new(),
            faces: crate::Faces::default(),
        };
        let (rules, found) = compiler.compile(&self.id, self.house_options(choices));
        // Do not report the consequences of a fault beside it: within the same part, and in every box if the
        // part holds for all boxes.
        let misspelt: Vec<String> = faults
            .iter()
            .filter_map(|fault| match &fault.kind {
                FaultKind::UnknownKey { near, .. } => near.clone(),
                _ => None,
            })
            .collect();
        let holds_for_all =
            [Step::from("each-box"), Step::from("group"), Step::from("race"), Step::from("house")];
        let lost = self.lost.iter().map(|lost| &lost.path);
        let wide = damaged
            .iter()
            .chain(lost)
            .any(|path| path.first().is_some_and(|step| holds_for_all.contains(step)));
        let has_lost = !self.lost.is_empty();
        let consequence = |fault: &Fault| match &fault.kind {
            FaultKind::Missing { key } => {
                let is_this = |path: &Vec<Step>| path.last() == Some(&Step::from(key)) || path.is_empty();
                misspelt.contains(key) || damaged.iter().any(is_this)
            }
            kind => {
                ((has_lost || !damaged.is_empty()) && may_follow_from_any_fault(kind))
                    || (has_lost && may_follow_from_lost_parts(kind))
                    || (wide && may_follow_from_defaults(kind))
                    || damaged.iter().any(|path| self.is_within(fault, path))
            }
        };
        faults.retain(|fault| {
            !(has_lost && matches!(fault.kind, FaultKind::Missing { .. }) && consequence(fault))
        });
        for fault in found.into_iter().filter(|fault| !consequence(fault)) {
            if !faults.contains(&fault) {
                faults.push(fault);
            }
        }
        faults.splice(0..0, self.syntax.iter().cloned());
        (rules.filter(|_| self.syntax.is_empty()), faults)
    }

    /// Whether the fault lies in the part of the file (box, group, …) that contains the path.
    fn is_within(&self, fault: &Fault, path: &[Step]) -> bool {
        let part = &path[..path.len().min(2)];
        let from = self.tree.key_span_of(part).start;
        // Parts follow each other in the text: a part ends where the next one begins.
        let next = self.part_starts().into_iter().filter(|&start| start > from).min();
        (from..next.unwrap_or(self.text.len())).contains(&fault.span.start)
    }

    /// The positions of the keys of the file and of the keys one level below.
    fn part_starts(&self) -> Vec<usize> {
        let top = self.tree.table().into_iter().flatten();
        top.flat_map(|(_, entry)| {
            let below = entry.node.table().into_iter().flatten().map(|(_, below)| below.key_span.start);
            [entry.key_span.start].into_iter().chain(below).collect::<Vec<_>>()
        })
        .collect()
    }

    fn house_options(&self, choices: &Choices) -> Vec<HouseOption> {
        self.file
            .house
            .iter()
            .filter(|(_, option)| !option.choices.is_empty())
            .map(|(id, option)| HouseOption {
                id: id.clone(),
                name: option.name.clone(),
                about: option.about.clone(),
                choices: option
                    .choices
                    .iter()
                    .map(|(id, choice)| (id.clone(), choice.about.clone()))
                    .collect(),
                chosen: choices.get(id).and_then(|choice| option.choices.get_index_of(choice)).unwrap_or(0),
            })
            .collect()
    }
}

/// The number of table entries of a game: multisets of dice times boxes, or throws times selections.
fn cells_of(file: &GameFile) -> usize {
    let (dice, sides) = (file.dice.unwrap_or(0).min(8), file.sides.unwrap_or(6).clamp(1, 12));
    if file.race.is_some() {
        // Entries of a race take a quarter of the time of a sheet's.
        return race_cells(dice.into(), sides) / 4;
    }
    let in_groups: usize = file.group.values().map(|group| group.per_number.len()).sum();
    let boxes = (file.boxes.len() + in_groups).max(1) * file.column.len().max(1);
    Space::size(dice.into(), sides).saturating_mul(boxes)
}

/// Faults that are certain only in a file without other faults.
fn may_follow_from_any_fault(kind: &FaultKind) -> bool {
    use FaultKind as K;
    matches!(
        kind,
        K::Stuck { .. }
            | K::UnknownBox { .. }
            | K::NoFamily
            | K::NoBoxes
            | K::AlwaysBust { .. }
            | K::NoJoker
            | K::JokerIdle
            | K::JokerNumbers { .. }
    )
}

/// Faults of one part that may follow from another part that cannot be read.
fn may_follow_from_lost_parts(kind: &FaultKind) -> bool {
    use FaultKind as K;
    matches!(
        kind,
        K::UnknownGroup { .. }
            | K::UnknownOption { .. }
            | K::UnknownChoice { .. }
            | K::ExampleNoBox
            | K::ExampleSheet { .. }
            | K::GateNeverOpens { .. }
            | K::GateOfOthers { .. }
    )
}

/// Faults of a box that may follow from a fault in what holds for all boxes.
fn may_follow_from_defaults(kind: &FaultKind) -> bool {
    use FaultKind as K;
    matches!(
        kind,
        K::NoScore { .. }
            | K::NoNumber { .. }
            | K::NeverScores { .. }
            | K::ExampleFails { .. }
            | K::ExampleSheet { .. }
            | K::GateNeverOpens { .. }
            | K::GateHard { .. }
            | K::GateCrossed { .. }
    )
}

fn sorted(mut faults: Vec<Fault>) -> Faults {
    faults.sort_by_key(|fault| (fault.span.start, fault.span.end));
    Faults(faults)
}
