//! Faults of columns and of groups that count a difference.

use expect_test::expect;
use kosti_dice::Dice;
use kosti_rules::file::ColumnOrder;
use kosti_rules::{Entry, House, Reason, RulesFile, Sheet, SheetError};

use super::{BOX, SHEET, Seen};

const COLUMNS: &str = "[column.down]\norder = 'down'\n[column.free]\n[column.up]\norder = 'up'\n[column.said]\norder = 'announced'\n";
const TWO: &str = "[box.a]\ngroup = 'g'\nscore = 'all-dice'\n[box.b]\ngroup = 'g'\nscore = 'all-dice'\n";

fn difference(more: &str) -> String {
    format!("[group.g]\ndifference = {{ {more} }}\n{TWO}{BOX}")
}

pub(super) fn faults(seen: &mut Seen) {
    seen.sheet(&format!("{BOX}{COLUMNS}"), expect!["nothing"]);
    seen.sheet(
        &format!("{BOX}[column.Down]\norder = 'dawn'\n"),
        expect![[r#"7:9 `'dawn'` unknown-word word="dawn" near="down""#]],
    );
    seen.sheet(
        &format!("{BOX}{COLUMNS}[joker]\nbox = 'ok'\nbonus = 5\n[[points]]\nwhen = {{ each-scored = 'ok' }}\ngive = 1\n"),
        expect![[r#"
            13:2 `joker` not-with-columns key="joker"
            16:3 `points` not-with-columns key="points""#]],
    );
    seen.sheet(
        &format!("[group.n]\nper-number = ['one']\neach-box = {{ score = {{ by-count = {{ 5 = 1 }} }} }}\nlast-resort = {{ score = 0 }}\n{COLUMNS}"),
        expect![[r#"
            4:8 `n` column-hard id="one"
            7:1 `last-resort` not-with-columns key="last-resort""#]],
    );
    seen.sheet(
        &format!("[box.pair]\nneeds = {{ alike = 2 }}\nscore = 'combination'\n{BOX}{COLUMNS}"),
        expect![[r#"4:6 `pair` column-hard id="pair""#]],
    );
    let boxes: String = (0..17).map(|nth| format!("[box.b{nth}]\nscore = 'all-dice'\n")).collect();
    seen.sheet(&format!("{boxes}{COLUMNS}"), expect!["1:1 `` too-many-boxes is=68 most=64"]);
    seen.sheet("[box.a]\nscore = { by-throw = [3, 2] }\n", expect!["5:1 `score` list-length is=2 should=3"]);
    seen.sheet(&difference("of = 'a', less = 'b', times = 'ok'"), expect!["nothing"]);
    seen.sheet(
        &difference("of = 'a', less = 'c', times = 'ok'"),
        expect![[r#"5:33 `'c'` unknown-box id="c" near="a" known=["a","b","ok"]"#]],
    );
    seen.sheet(
        &difference("of = 'a', less = 'ok', times = 'b'"),
        expect!["5:1 `difference` difference-boxes"],
    );
    seen.sheet(
        &difference("of = 'a', less = 'b', times = 'ok' }\nbonus = { at-least = 9, points = 9"),
        expect!["5:1 `difference` difference-mark"],
    );
}

/// The faults of columns that count several times.
pub(super) fn weights(seen: &mut Seen) {
    seen.sheet(
        &format!("{BOX}[column.a]\ntimes = 0\n[column.b]\ntimes = 101\n"),
        expect![[r#"
        7:9 `0` out-of-range what="times" is=0 least=1 most=100
        9:9 `101` out-of-range what="times" is=101 least=1 most=100"#]],
    );
    let both = difference("of = 'a', less = 'b', times = 'ok'");
    seen.sheet(
        &format!("{both}[column.a]\n[column.b]\ntimes = 2\n"),
        expect![[r#"16:1 `times` not-together key="times" other="difference""#]],
    );
}

/// The points of a column, its bonus and its explanation count several times.
#[test]
fn a_column_counts_several_times() {
    let text = format!(
        "{SHEET}[group.n]\nper-number = ['ones', 'twos']\neach-box.score = 'matching'\n\
         bonus = {{ at-least = 8, points = 5 }}\n\
         [box.pair]\nneeds = {{ alike = 2 }}\nscore = 'combination'\nplus = 3\nhand = {{ times = 2 }}\nunfit = 'zero'\n\
         [column.a]\n[column.b]\ntimes = 3\n"
    );
    let rules = RulesFile::read("weights", &text).rules(&House::default()).unwrap();
    let sheet = rules.sheet().unwrap();
    let dice: Dice = "1-2-2-2-6".parse().unwrap();
    let empty = Sheet::empty(sheet.slots.len());
    let score = |id: &str, throw: u8| sheet.offer(&empty, sheet.slot(id).unwrap(), dice, throw).score;
    assert_eq!([score("twos-a", 2), score("twos-b", 2)], [Some(6), Some(18)]);
    assert_eq!([score("pair-a", 1), score("pair-b", 1)], [Some(14), Some(42)]);
    let steps = sheet.explain(&empty, sheet.slot("pair-b").unwrap(), dice, 1);
    assert_eq!(
        steps,
        [
            Reason::Combination { dice: "2-2".parse().unwrap(), sum: 4 },
            Reason::Plus { points: 3, sum: 7 },
            Reason::HandTimes { times: 2, sum: 14 },
            Reason::ColumnTimes { times: 3, sum: 42 },
        ]
    );
    let total = |ones: i32, twos: i32| {
        let mut filled = empty.clone();
        filled.write(sheet.slot("ones-b").unwrap(), Entry::Score(ones));
        filled.write(sheet.slot("twos-b").unwrap(), Entry::Score(twos));
        sheet.totals(&filled).total
    };
    // 24 bring 15 where 8 bring 5.
    assert_eq!([total(9, 12), total(9, 18)], [21, 42]);
}

/// The order of boxes in columns, and announcements.
#[test]
fn columns_are_filled_in_their_order() {
    let text = format!("{SHEET}[box.a]\nscore = 'all-dice'\n[box.b]\nscore = 'all-dice'\n{COLUMNS}");
    let rules = RulesFile::read("a", &text).rules(&House::default()).unwrap();
    let rules = rules.sheet().unwrap();
    let ids: Vec<&str> = rules.slots.iter().map(|slot| slot.id.as_str()).collect();
    assert_eq!(ids, ["a-down", "b-down", "a-free", "b-free", "a-up", "b-up", "a-said", "b-said"]);
    let orders: Vec<ColumnOrder> = rules.columns.iter().map(|column| column.order).collect();
    assert_eq!(orders, [ColumnOrder::Down, ColumnOrder::Free, ColumnOrder::Up, ColumnOrder::Announced]);
    assert_eq!(rules.rounds, 8);
    let may = |sheet: &Sheet| -> Vec<&str> {
        (0..8).filter(|&slot| rules.may_fill(sheet, slot)).map(|slot| ids[slot]).collect()
    };
    let mut sheet = Sheet::empty(8);
    assert_eq!(may(&sheet), ["a-down", "a-free", "b-free", "b-up", "a-said", "b-said"]);
    sheet.write(0, Entry::Score(5));
    sheet.write(5, Entry::Score(6));
    assert_eq!(may(&sheet), ["b-down", "a-free", "b-free", "a-up", "a-said", "b-said"]);
    assert_eq!(rules.could_be(&sheet), Ok(()));
    let dice: Dice = "1-2-3-4-5".parse().unwrap();
    assert_eq!(rules.offer(&Sheet::empty(8), 1, dice, 1).score, None);
    let mut early = Sheet::empty(8);
    early.write(4, Entry::Score(5));
    let expected = SheetError::OutOfOrder { id: "a-up".to_owned(), before: "b-up".to_owned() };
    assert_eq!(rules.could_be(&early), Err(expected));
    assert!(
        rules.need_not_announce(&sheet) && rules.may_announce(&sheet, 6) && !rules.may_announce(&sheet, 2)
    );
    (1..5).filter(|&slot| slot != 5).for_each(|slot| sheet.write(slot, Entry::Score(7)));
    assert!(!rules.need_not_announce(&sheet), "only what is announced is left");
}

/// The difference of two boxes, times a third, in each column by itself.
#[test]
fn a_difference_counts_once_all_three_are_there() {
    let text =
        format!("{SHEET}{}[column.one]\n[column.two]\n", difference("of = 'a', less = 'b', times = 'ok'"));
    let rules = RulesFile::read("a", &text).rules(&House::default()).unwrap();
    let rules = rules.sheet().unwrap();
    let total = |written: &[(&str, i32)]| {
        let mut sheet = Sheet::empty(rules.slots.len());
        written.iter().for_each(|(id, points)| sheet.write(rules.slot(id).unwrap(), Entry::Score(*points)));
        rules.totals(&sheet).total
    };
    assert_eq!(total(&[("a-one", 25), ("ok-one", 10)]), 10);
    assert_eq!(total(&[("a-one", 25), ("b-one", 6), ("ok-two", 10)]), 10);
    assert_eq!(total(&[("a-one", 25), ("b-one", 6), ("ok-one", 10)]), 10 + 19 * 10);
    assert_eq!(total(&[("a-two", 6), ("b-two", 25), ("ok-two", 10)]), 10 - 19 * 10);
}
