//! Faults of jokers.

use expect_test::expect;

use kosti_rules::{House, RulesFile};

use super::{BOX, ONES, SHEET, Seen, list_faults};

/// A game with two boxes of a group, a box for five alike, and the section `joker`.
fn game(five: &str, joker: &str) -> String {
    format!(
        "[group.n]\nper-number = ['one', 'two']\neach-box.score = 'matching'\n\
         [box.five]\nneeds = {{ alike = 5 }}\nscore = {{ points = 50 }}\nunfit = 'zero'\n{five}\n[joker]\n{joker}\n"
    )
}

pub(super) fn faults(seen: &mut Seen) {
    seen.sheet(&game("", "box = 'five'\nbonus = 100\nfirst = 'n'"), expect!["nothing"]);
    seen.sheet(
        &game("", "box = 'fife'\nbonus = 100"),
        expect![[r#"13:7 `'fife'` unknown-box id="fife" near="five" known=["one","two","five"]"#]],
    );
    seen.sheet(
        &game("", "box = 'five'\nfirst = 'm'"),
        expect![[r#"14:9 `'m'` unknown-group id="m" near="n" known=["n"]"#]],
    );
    seen.sheet(&game("", "bonus = 100"), expect![[r#"12:2 `joker` missing key="box""#]]);
    seen.sheet(
        &game("", "box = 'five'\nbonus = 0"),
        expect![[r#"14:9 `0` out-of-range what="bonus" is=0 least=1 most=1000000"#]],
    );
    seen.sheet(&game("", "box = 'five'"), expect!["12:2 `joker` joker-idle"]);
    seen.sheet(
        &game("fill = 2", "box = 'five'\nbonus = 100"),
        expect![[r#"13:7 `'five'` joker-fill id="five" fill=2"#]],
    );
    seen.sheet(
        &game("joker = 5", "box = 'five'\nbonus = 100"),
        expect![[r#"11:1 `joker` joker-itself id="five""#]],
    );
    seen.sheet(
        &game("[box.joker]\nscore = 'all-dice'", "box = 'five'\nbonus = 100"),
        expect!["11:6 `joker` joker-id"],
    );
    seen.sheet(&game("[box.joker]\nscore = 'all-dice'", "box = 'five'\nfirst = 'n'"), expect!["nothing"]);
    seen.sheet(
        &format!("[group.n]\nper-number = ['joker']\neach-box.score = 'matching'\n{BOX}[joker]\nbox = 'ok'\nbonus = 9\n"),
        expect!["5:15 `'joker'` joker-id"],
    );
    // Four alike and another: the number that comes first would be unclear.
    let four = game("", "box = 'five'\nbonus = 100\nfirst = 'n'").replace("alike = 5", "alike = 4");
    seen.sheet(&four, expect!["15:9 `'n'` joker-numbers dice=[1,1,1,1,2]"]);
    seen.sheet(&four.replace("first = 'n'\n", ""), expect!["nothing"]);
    seen.sheet(
        &game("[group.m]\n[box.some]\ngroup = 'm'\nscore = 'all-dice'", "box = 'five'\nfirst = 'm'"),
        expect![[r#"17:9 `'m'` no-number word="first""#]],
    );
    seen.sheet(
        &format!("each-box.joker = 5\n[group.n]\nper-number = ['one']\neach-box = {{ score = 'matching', joker = 5 }}\n{BOX}joker = 5\n"),
        expect![[r#"
            4:10 `joker` no-joker
            7:34 `joker` no-joker
            10:1 `joker` no-joker"#]],
    );
    seen.sheet(
        &format!("{BOX}joker = 1000001\n[joker]\nbox = 'ok'\n"),
        expect![[r#"
            6:1 `joker` joker-itself id="ok"
            6:9 `1000001` out-of-range what="joker" is=1000001 least=-1000000 most=1000000"#]],
    );
    seen.race(&format!("{ONES}[joker]\nbox = 'a'\n"), expect![[r#"7:2 `joker` both-families key="joker""#]]);
    typos();
    examples(seen);
    stuck(seen);
}

#[test]
fn what_jokers_do_is_what_the_rules_mean_and_their_name_is_not() {
    let hash = |joker: &str| {
        let text = format!("{SHEET}{}", game("[box.any]\nscore = 'all-dice'\njoker = 4", joker));
        RulesFile::read("a", &text).rules(&House::default()).unwrap().hash
    };
    let all = [
        "box = 'five'",
        "box = 'five'\nbonus = 100",
        "box = 'five'\nbonus = 50",
        "box = 'five'\nfirst = 'n'",
    ];
    let hashes: std::collections::BTreeSet<String> = all.map(hash).into();
    assert_eq!(hashes.len(), all.len());
    assert_eq!(hash(all[1]), hash(&format!("name = 'Again'\n{}", all[1])));
}

/// Consequences of a typo are not reported beside it.
fn typos() {
    let sound =
        game("[box.two-kinds]\nscore = 'all-dice'\njoker = 25", "box = 'five'\nbonus = 100\nfirst = 'n'");
    for (right, wrong) in [
        ("bonus = 100", "bonsu = 100"),
        ("bonus = 100", "bonus = '100'"),
        ("first = 'n'", "first = 5"),
        ("joker = 25", "jokr = 25"),
        ("[joker]", "[jokr]"),
        ("alike = 5", "alke = 5"),
    ] {
        assert_eq!(sound.matches(right).count(), 1, "{right}");
        let (lines, kinds) = list_faults(&format!("{SHEET}{}", sound.replace(right, wrong)));
        assert_eq!(kinds.len(), 1, "{wrong}: {lines}");
    }
    let only = game("[box.two-kinds]\nscore = 'all-dice'\njokr = 25", "box = 'five'");
    assert_eq!(list_faults(&format!("{SHEET}{only}")).1, ["unknown-key"]);
}

/// The points of jokers on a sheet.
fn examples(seen: &mut Seen) {
    let example = |sheet: &str, total: i32| {
        let game = game("", "box = 'five'\nbonus = 100");
        format!("{game}[[sheet-example]]\nsheet = {{ {sheet} }}\ntotal = {total}\n")
    };
    seen.sheet(&example("five = 50, one = 5, joker = 100", 155), expect!["nothing"]);
    seen.sheet(&example("five = 50, one = 5, two = 0, joker = [100, 100]", 255), expect!["nothing"]);
    seen.sheet(
        &example("five = 50, one = 5, joker = 150", 205),
        expect![[r#"16:1 `sheet` example-sheet why={"sheet":"joker-points","bonus":100}"#]],
    );
    seen.sheet(
        &example("five = 50, one = 5, joker = 'x'", 55),
        expect![[r#"16:1 `sheet` example-sheet why={"sheet":"joker-points","bonus":100}"#]],
    );
    seen.sheet(
        &example("five = 50, joker = 100", 150).replace("bonus = 100", "first = 'n'"),
        expect![[r#"16:1 `sheet` example-sheet why={"sheet":"unknown-box","id":"joker","near":null,"known":["one","two","five"]}"#]],
    );
}

fn stuck(seen: &mut Seen) {
    let differ = |joker: &str, bonus: &str| {
        format!(
            "{BOX}[box.five]\nneeds = {{ alike = 5 }}\nscore = 'all-dice'\ncross = 'last-throw'\n[box.differ]\nneeds = {{ different = 2 }}\nscore = 'all-dice'\n{joker}\n[joker]\nbox = 'five'\n{bonus}\n"
        )
    };
    seen.sheet(
        &differ("", "bonus = 10"),
        expect![[r#"10:6 `differ` stuck dice=[1,1,1,1,1] open=["differ"]"#]],
    );
    // By then all dice that do not fit the last box are jokers, and jokers fit it.
    seen.sheet(&differ("joker = 5", ""), expect!["nothing"]);
    // A box of the number that refuses its joker is no dead end: the joker takes another box.
    seen.sheet(
        "[group.n]\nlast-resort.score = 0\n[box.one]\ngroup = 'n'\nnumber = 1\nscore = { by-count = { 1 = 1 } }\n\
         [box.five]\nneeds = { alike = 5 }\nscore = 'all-dice'\ncross = 'last-throw'\n[box.ok]\nscore = 'all-dice'\n\
         [joker]\nbox = 'five'\nfirst = 'n'\n",
        expect!["nothing"],
    );
}
