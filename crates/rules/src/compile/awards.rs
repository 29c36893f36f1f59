//! Compiles the awards of a game that points decide.

use super::Compiler;
use crate::fault::{FaultKind, Place, Step, known, place};
use crate::file::{AwardFile, WhenFile};
use crate::limits::MOST_PARTS;
use crate::rules::{Award, NamedAward, SheetRules};

impl Compiler<'_> {
    /// Compiles the awards. `whole` says whether every box compiled: only then does an unknown box id become a
    /// fault.
    pub(crate) fn awards(&mut self, rules: &mut SheetRules, whole: bool) {
        if self.file.points.len() > MOST_PARTS {
            let kind = FaultKind::TooManyParts { is: self.file.points.len(), most: MOST_PARTS };
            return self.fault_at_key(&place!["points"], kind);
        }
        for (i, file) in self.file.points.iter().enumerate() {
            if let Some(award) = self.award(rules, i, file, whole) {
                rules.awards.push(NamedAward { name: file.name.clone(), award });
            }
        }
    }

    fn award(&mut self, rules: &SheetRules, i: usize, file: &AwardFile, whole: bool) -> Option<Award> {
        let at = |keys: &[&str]| -> Place {
            Place(place!["points", i].0.into_iter().chain(keys.iter().map(|&key| Step::from(key))).collect())
        };
        let give = file.give.unwrap_or(0);
        self.points(&at(&["give"]), "give", give);
        if file.give.is_some() == matches!(file.when, WhenFile::Total(_)) {
            let kind = match file.give {
                None => FaultKind::Missing { key: "give".to_owned() },
                Some(_) => FaultKind::UnknownKey {
                    key: "give".to_owned(),
                    expected: vec!["name".to_owned(), "when".to_owned()],
                    near: None,
                },
            };
            self.fault(&at(&["give"]), kind);
        }
        match &file.when {
            WhenFile::SumOf(sum) => {
                let slot = self.box_named(rules, &sum.slot, &at(&["when", "sum-of", "box"]), whole)?;
                Some(Award::SumOf { slot, at_least: sum.at_least, give })
            }
            WhenFile::NeverCrossed(id) => {
                let slot = self.box_named(rules, id, &at(&["when", "never-crossed"]), whole)?;
                Some(Award::NeverCrossed { slot, give })
            }
            WhenFile::EachScored(id) => {
                let slot = self.box_named(rules, id, &at(&["when", "each-scored"]), whole)?;
                Some(Award::EachScored { slot, give })
            }
            WhenFile::Total(steps) => {
                let (is, should) = (steps.give.len(), steps.from.len());
                if should == 0 {
                    self.fault(&at(&["when", "total", "from"]), FaultKind::EmptyList);
                    return None;
                }
                if is != should {
                    let kind = FaultKind::ListLength { is, should };
                    self.fault(&at(&["when", "total", "give"]), kind);
                    return None;
                }
                for pair in steps.from.windows(2).filter(|pair| pair[0] >= pair[1]) {
                    let kind = FaultKind::StepsDescend { is: pair[1].into(), before: pair[0].into() };
                    self.fault(&at(&["when", "total", "from"]), kind);
                }
                for &give in &steps.give {
                    self.points(&at(&["when", "total", "give"]), "give", give);
                }
                let steps = steps.from.iter().copied().zip(steps.give.iter().copied()).collect();
                Some(Award::Total { steps })
            }
        }
    }

    pub(crate) fn box_named(
        &mut self,
        rules: &SheetRules,
        id: &str,
        at: &Place,
        whole: bool,
    ) -> Option<usize> {
        let found = rules.slot(id);
        if found.is_none() && whole {
            let (near, known) = known(id, rules.slots.iter().map(|slot| &slot.id));
            self.fault(at, FaultKind::UnknownBox { id: id.to_owned(), near, known });
        }
        found
    }
}
