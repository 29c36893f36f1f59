//! The pace of a bonus: whether the numbers written so far bring as much as the bonus needs on average. The same count of
//! every number reaches a bonus: three of each make 63.

use kosti_rules::{Group, Sheet, SheetRules};

/// How many points more than its share of a bonus a box gets; `None` for boxes without such a share.
pub(super) fn pace_of_box(rules: &SheetRules, slot: usize, points: i32) -> Option<f64> {
    let group = rules.groups.iter().find(|group| group.slots.contains(&slot))?;
    Some(f64::from(points) - share(rules, group, slot)?)
}

/// How many points a column is ahead of the pace of a group's bonus; negative if it is behind. `None` for groups without a
/// pace, before the first entry and after the last.
pub(super) fn pace_of_group(rules: &SheetRules, group: usize, sheet: &Sheet) -> Option<f64> {
    let group = &rules.groups[group];
    let filled: Vec<usize> = group.slots.iter().copied().filter(|slot| sheet.filled(*slot) > 0).collect();
    if filled.is_empty() || filled.len() == group.slots.len() {
        return None;
    }
    filled.into_iter().map(|slot| Some(f64::from(sheet.sum(slot)) - share(rules, group, slot)?)).sum()
}

/// The share of a box in the first step of the bonus, if every box of the group is a number that is filled once.
fn share(rules: &SheetRules, group: &Group, slot: usize) -> Option<f64> {
    let bonus = group.mark.as_ref()?.steps().first()?.at_least;
    let number = |slot: usize| (rules.slots[slot].fill == 1).then(|| f64::from(rules.slots[slot].number));
    let all: f64 =
        group.slots.iter().map(|slot| number(*slot).filter(|number| *number > 0.0)).sum::<Option<f64>>()?;
    Some(f64::from(bonus) * number(slot)? / all)
}

#[cfg(test)]
mod tests {
    use kosti_rules::{Entry, House, Rules};

    use super::*;

    #[test]
    fn three_of_each_number_are_on_pace() {
        let rules = |id| kosti_games::file(id).unwrap().rules(&House::default()).unwrap();
        let first_step = |group: &Group| group.mark.as_ref()?.steps().first().map(|step| step.at_least);
        let needs_63 = |group: &Group| first_step(group) == Some(63);
        let has_pace = |rules: &Rules| rules.sheet().is_some_and(|sheet| sheet.groups.iter().any(needs_63));
        let rules = kosti_games::ids().map(rules).find(has_pace).unwrap();
        let rules = rules.sheet().unwrap();
        let [fours, sixes] = ["fours", "sixes"].map(|id| rules.slot(id).unwrap());
        assert_eq!(pace_of_box(rules, fours, 12), Some(0.0));
        assert_eq!(pace_of_box(rules, rules.slot("chance").unwrap(), 12), None);
        let mut sheet = Sheet::empty(rules.slots.len());
        let group = rules.groups.iter().position(|group| group.slots.contains(&fours)).unwrap();
        assert_eq!(pace_of_group(rules, group, &sheet), None);
        sheet.write(fours, Entry::Score(16));
        sheet.write(sixes, Entry::Score(12));
        assert_eq!(pace_of_group(rules, group, &sheet), Some(-2.0));
    }
}
