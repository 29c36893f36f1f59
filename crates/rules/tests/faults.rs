//! Faulty files and their faults: kind, position (line and column, from 1), and the text at that position.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "faults/columns.rs"]
mod columns;
#[path = "faults/faces.rs"]
mod faces;
#[path = "faults/jokers.rs"]
mod jokers;
#[path = "faults/races.rs"]
mod races;
#[path = "faults/syntax.rs"]
mod syntax;

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use kosti_rules::{House, RulesError, RulesFile};
use serde_json::Value;

/// The beginning of every sheet file; the text of a case begins on line 4.
const SHEET: &str = "name = 'a'\ndice = 5\nthrows = 3\n";
/// The beginning of every race file; the text of a case begins on line 6.
const RACE: &str = "name = 'a'\ndice = 3\n[race]\ntarget = 100\n[race.combination]\n";
/// A box without faults.
const BOX: &str = "[box.ok]\nscore = 'all-dice'\n";
/// A combination without faults.
const ONES: &str = "ones = { needs = { shows = [1] }, points = 10 }\n";

/// The faults of the text, one line each.
fn list_faults(text: &str) -> (String, Vec<String>) {
    let Err(faults) = RulesFile::read("a", text).check() else { return ("nothing".to_owned(), Vec::new()) };
    let mut lines = Vec::new();
    let mut kinds = Vec::new();
    for fault in &faults.0 {
        let before = &text[..fault.span.start];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        let Ok(Value::Object(mut fields)) = serde_json::to_value(&fault.kind) else { panic!("{fault:?}") };
        let kind = fields.shift_remove("fault").unwrap().as_str().unwrap().to_owned();
        // A list of allowed words may be long, and the schema tests it.
        let long = |value: &Value| value.as_array().is_some_and(|list| list.len() > 3);
        fields.retain(|name, value| !value.is_null() && (name != "expected" || !long(value)));
        let fields: String = fields.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        let cut: String = text[fault.span.clone()].chars().take(30).collect();
        lines.push(format!("{line}:{column} `{cut}` {kind}{fields}"));
        kinds.push(kind);
    }
    (lines.join("\n"), kinds)
}

/// The kinds of fault seen so far.
#[derive(Default)]
struct Seen(BTreeSet<String>);

impl Seen {
    #[expect(clippy::needless_pass_by_value, reason = "reads as expect-test does")]
    fn file(&mut self, text: &str, expected: Expect) {
        let (lines, kinds) = list_faults(text);
        expected.assert_eq(&lines);
        self.0.extend(kinds);
    }

    fn sheet(&mut self, added: &str, expected: Expect) {
        self.file(&format!("{SHEET}{added}"), expected);
    }

    fn race(&mut self, added: &str, expected: Expect) {
        self.file(&format!("{RACE}{added}"), expected);
    }
}

#[test]
fn every_kind_of_fault() {
    let mut seen = Seen::default();
    text_and_values(&mut seen);
    whole_game(&mut seen);
    boxes(&mut seen);
    groups_and_gates(&mut seen);
    faces::names_colours_and_steps(&mut seen);
    points(&mut seen);
    races::faults(&mut seen);
    house_rules(&mut seen);
    examples(&mut seen);
    stuck(&mut seen);
    jokers::faults(&mut seen);
    columns::faults(&mut seen);
    columns::weights(&mut seen);
    // Each kind has a sentence in locales/, so that file lists all of them.
    let words = include_str!("../../../locales/en.ftl");
    let ids = words.lines().filter_map(|line| line.strip_prefix("fault-")?.split_once(" ="));
    let all: BTreeSet<String> = ids.map(|(id, _)| id.to_owned()).collect();
    assert!(all.len() > 40);
    assert_eq!(all.difference(&seen.0).collect::<Vec<_>>(), Vec::<&String>::new(), "never reported");
    assert!(seen.0.is_subset(&all));
}

#[expect(clippy::too_many_lines, reason = "a list")]
fn text_and_values(seen: &mut Seen) {
    seen.file(
        "name = 'a\ndice = 5\n",
        expect![[r#"1:10 `` syntax message="invalid literal string, expected `'`""#]],
    );
    seen.file(
        "name = 'a'\ndice = = 5\nthrows = 3\n[box.ok]\nscore 'all-dice'\n",
        expect![[r#"
        2:8 `=` syntax message="extra `=`, expected nothing"
        2:10 `` syntax message="unexpected key or value, expected newline, `#`"
        5:7 `` syntax message="key with no value, expected `=`""#]],
    );
    seen.file(&"#\n".repeat(140_000), expect!["1:1 `` too-long bytes=280000 most=262144"]);
    seen.sheet(
        "[box.a]\nscor = 'all-dice'\nfrobnicate = 1\n",
        expect![[r#"
        5:1 `scor` unknown-key key="scor" near="score"
        6:1 `frobnicate` unknown-key key="frobnicate""#]],
    );
    seen.sheet(
        "[box.a]\nscore = 'all-dize'\n[box.b]\nscore = { poins = 3 }\n",
        expect![[r#"
        5:9 `'all-dize'` unknown-word word="all-dize" near="all-dice"
        7:11 `poins` unknown-word word="poins" near="points""#]],
    );
    seen.sheet(
        "[box.a]\nscore = 'points'\n[box.b]\nscore = { all-dice = 3 }\n",
        expect![[r#"
        5:9 `'points'` needs-value word="points"
        7:11 `all-dice` takes-no-value word="all-dice""#]],
    );
    seen.sheet(
        "[box.a]\nscore = { points = 3, plus = 1 }\n[box.b]\nscore = []\n",
        expect![[r#"
        5:1 `score` unknown-word word="{ points, plus }"
        7:9 `[]` unknown-word word="[…]""#]],
    );
    seen.sheet(
        "about = 5\nsource = ['a']\nbox = 7\n",
        expect![[r#"
        4:9 `5` wrong-type found="5" expected="texts"
        5:10 `['a']` wrong-type found="[…]" expected="text"
        6:7 `7` wrong-type found="7" expected="table""#]],
    );
    seen.sheet(
        "[box.a]\nscore = 'all-dice'\nplus = '5'\nfill = 1.5\nexample = {}\n",
        expect![[r#"
            6:8 `'5'` wrong-type found="\"5\"" expected="whole-number"
            7:8 `1.5` wrong-type found="1.5" expected="whole-number"
            8:1 `example` wrong-type found="{…}" expected="list""#]],
    );
    seen.sheet(
        "[box.a]\nscore = { points = 3_000_000_000 }\nfill = 300\n",
        expect![[r#"
        5:20 `3_000_000_000` bad-value found="3000000000" expected="whole-number"
        6:8 `300` bad-value found="300" expected="small-number""#]],
    );
    seen.sheet(
        "[box.a]\nnumber = 1\nscore = { each-miss = 'numbr' }\n",
        expect![[r#"6:23 `'numbr'` bad-value found="\"numbr\"" expected="amount""#]],
    );
    seen.sheet(
        "[box.a]\nscore = 'all-dice'\nexample = [{ dice = [1, 2, 3, 4, 13], score = 'no' }]\n",
        expect![[r#"
            6:21 `[1, 2, 3, 4, 13]` bad-value found="13 is not a face: faces go from 1 to 12" expected="dice"
            6:47 `'no'` bad-value found="\"no\"" expected="outcome""#]],
    );
    seen.sheet(
        "[box.a]\nscore = 'all-dice'\nexample = [{ dice = [1, 2, 3, 4, 5] }]\n",
        expect![[r#"6:12 `{ dice = [1, 2, 3, 4, 5] }` missing key="score""#]],
    );
}

fn whole_game(seen: &mut Seen) {
    seen.file(
        "",
        expect![[r#"
            1:1 `` missing key="name"
            1:1 `` missing key="dice"
            1:1 `` no-family"#]],
    );
    seen.file("name = 'a'\ndice = 5\n", expect!["1:1 `` no-family"]);
    seen.file(SHEET, expect!["1:1 `` no-boxes"]);
    seen.file(
        "dice = 2\nthrows = 2\n[box.a]\nscore = 'all-dice'\n",
        expect![[r#"1:1 `` missing key="name""#]],
    );
    seen.file(
        "name = 'a'\ndice = 9\nsides = 1\nthrows = 10\n[box.a]\nscore = 'all-dice'\n",
        expect![[r#"
        2:8 `9` out-of-range what="dice" is=9 least=1 most=8
        3:9 `1` out-of-range what="sides" is=1 least=2 most=12"#]],
    );
    seen.file(
        "name = 'a'\ndice = 5\nthrows = 10\n[box.a]\nscore = 'all-dice'\n",
        expect![[r#"3:10 `10` out-of-range what="throws" is=10 least=1 most=9"#]],
    );
    seen.file(
        "name = 'a'\ndice = 2\nthrows = 2\nkeeps = [[7], [], [1, 1]]\n[box.a]\nscore = 'all-dice'\n",
        expect![[r#"
            4:10 `[7]` out-of-range what="face" is=7 least=1 most=6
            4:15 `[]` out-of-range what="face" is=0 least=1 most=6
            4:19 `[1, 1]` too-many-dice needs=3 dice=2"#]],
    );
    seen.file(
        "name = 'a'\ndice = 2\nthrows = 2\nset-aside = 2\n[box.a]\nneeds = { alike = 2 }\nscore = 'all-dice'\ncross = 'last-throw'\n[column.c]\n",
        expect![[r#"
            4:1 `set-aside` not-together key="set-aside" other="column"
            4:13 `2` out-of-range what="set-aside" is=2 least=0 most=1
            5:6 `a` aside-hard id="a""#]],
    );
    seen.file(
        "name = 'a'\ndice = 8\nsides = 12\nthrows = 2\nset-aside = 1\n[box.a]\nscore = 'all-dice'\n",
        expect!["5:13 `1` tables-too-large cells=7888725 most=100000"],
    );
    seen.sheet(
        &format!("players = {{ min = 5, max = 4 }}\n{BOX}"),
        expect![[r#"4:28 `4` out-of-range what="max" is=4 least=5 most=64"#]],
    );
    let six: String = (0..6).map(|i| format!("[box.a{i}]\nscore = 'all-dice'\n")).collect();
    seen.file(
        &format!("name = 'a'\ndice = 8\nsides = 12\nthrows = 3\n{six}"),
        expect!["2:8 `8` tables-too-large cells=453492 most=400000"],
    );
    let many: String = (0..65).map(|i| format!("[box.a{i}]\nscore = 'all-dice'\n")).collect();
    seen.sheet(&many, expect!["1:1 `` too-many-boxes is=65 most=64"]);
    seen.sheet(
        &format!("[instant-win.all]\nneeds = {{ alike = 6 }}\nthrow = 'first'\n{BOX}"),
        expect!["5:1 `needs` too-many-dice needs=6 dice=5"],
    );
    seen.sheet(
        &format!("[instant-win.all]\nneeds = {{ matching = 2 }}\nthrow = 'any'\n{BOX}"),
        expect![[r#"5:1 `needs` no-number word="matching""#]],
    );
}

fn boxes(seen: &mut Seen) {
    seen.sheet(
        "[box.'Two Pairs']\nscore = 'all-dice'\n",
        expect![[r#"4:6 `'Two Pairs'` bad-id id="Two Pairs""#]],
    );
    seen.sheet(
        "[group.g]\nper-number = ['a', 'b']\neach-box.score = 'matching'\n[box.b]\nscore = 'all-dice'\n",
        expect![[r#"7:6 `b` same-id id="b""#]],
    );
    seen.sheet("[box.a]\nneeds = { alike = 2 }\n", expect![[r#"4:6 `a` no-score id="a""#]]);
    seen.sheet(
        "[box.a]\nscore = 'matching'\n[box.b]\nscore = 'all-dice'\nneeds = { matching = 2 }\n",
        expect![[r#"
            5:9 `'matching'` no-number word="matching"
            8:1 `needs` no-number word="matching""#]],
    );
    seen.sheet(
        "[box.a]\nnumber = 7\nscore = 'matching'\n",
        expect![[r#"5:10 `7` out-of-range what="number" is=7 least=1 most=6"#]],
    );
    seen.sheet(
        "[box.a]\nscore = 'all-dice'\nneeds = { alike = 6 }\ncross = 'any-throw'\n",
        expect!["6:1 `needs` too-many-dice needs=6 dice=5"],
    );
    seen.sheet("[box.a]\nscore = 'all-dice'\nneeds = { any-of = [{ sets = [3, 3] }, { run = 0 }, { shows = [7] }] }\n", expect![[r#"
        6:21 `{ sets = [3, 3] }` too-many-dice needs=6 dice=5
        6:40 `{ run = 0 }` out-of-range what="needs" is=0 least=1 most=5
        6:53 `{ shows = [7] }` out-of-range what="face" is=7 least=1 most=6"#]]);
    seen.sheet(
        "[box.a]\nscore = 'all-dice'\nneeds = { sum = 31 }\nunfit = 'zero'\n",
        expect![[r#"4:6 `a` never-scores id="a""#]],
    );
    seen.sheet(
        "[box.a]\nscore = 'combination'\nwild = { number = 1, as = [2] }\n",
        expect!["6:1 `wild` wild-combination"],
    );
    seen.sheet(
        "[box.a]\nscore = 'all-dice'\nwild = { number = 0, as = [7] }\n",
        expect![[r#"
        6:1 `wild` out-of-range what="face" is=7 least=1 most=6
        6:1 `wild` out-of-range what="face" is=0 least=1 most=6"#]],
    );
    seen.sheet(
        "[box.a]\nscore = 'all-dice'\nplus = 1000001\nhand = { times = 0 }\nfill = 21\n",
        expect![[r#"
            6:8 `1000001` out-of-range what="plus" is=1000001 least=-1000000 most=1000000
            7:1 `hand` out-of-range what="times" is=0 least=1 most=100
            8:8 `21` out-of-range what="fill" is=21 least=1 most=20"#]],
    );
    seen.sheet(
        "[box.a]\nnumber = 1\nscore = { by-count = { 6 = 1 } }\n",
        expect![[r#"6:1 `score` out-of-range what="by-count" is=6 least=0 most=5"#]],
    );
    seen.sheet(
        &format!("[each-box]\nname = 'a'\nnumber = 3\n{BOX}"),
        expect![[r#"
        5:1 `name` unknown-key key="name"
        6:1 `number` unknown-key key="number""#]],
    );
}

fn groups_and_gates(seen: &mut Seen) {
    seen.sheet(
        "[group.upper]\n[box.a]\ngroup = 'uper'\nscore = 'all-dice'\n",
        expect![[r#"6:9 `'uper'` unknown-group id="uper" near="upper" known=["upper"]"#]],
    );
    seen.sheet(
        "[group.g]\nper-number = ['a', 'b']\nnames.en = ['A']\neach-box.score = 'matching'\n",
        expect!["6:12 `['A']` names-differ names=1 boxes=2"],
    );
    seen.sheet(
        "[group.g]\nper-number = ['a']\neach-box.score = 'matching'\nbonus = { at-least = 1, points = 1 }\npenalty = { below = 1, points = 1 }\n",
        expect!["8:1 `penalty` bonus-and-penalty"],
    );
    seen.sheet(
        "[group.g]\nlast-resort.score = 'number'\n[box.a]\ngroup = 'g'\nscore = 'all-dice'\n",
        expect![[r#"5:21 `'number'` no-number word="last-resort""#]],
    );
    let groups = "[group.g]\nper-number = ['a', 'b']\neach-box.score = 'matching'\n[group.h]\nper-number = ['c']\neach-box.score = 'matching'\n";
    seen.sheet(
        &format!("{groups}[gate]\nuntil = {{ scored = 3, of = 'g' }}\nonly = 'g'\n"),
        expect!["11:20 `3` gate-never-opens needs=3 boxes=2"],
    );
    seen.sheet(
        &format!("{groups}[gate]\nuntil = {{ scored = 1, of = 'g' }}\nonly = 'h'\n"),
        expect![[r#"12:8 `'h'` gate-of-others of="g" only="h""#]],
    );
}

fn points(seen: &mut Seen) {
    let when = |when: &str| format!("{BOX}[[points]]\nwhen = {when}\n");
    seen.sheet(
        &format!("{}give = 2\n", when("{ never-crossed = 'okk' }")),
        expect![[r#"7:26 `'okk'` unknown-box id="okk" near="ok" known=["ok"]"#]],
    );
    seen.sheet(&when("{ each-scored = 'ok' }"), expect![[r#"6:1 `[[points]]` missing key="give""#]]);
    seen.sheet(&when("{ total = { from = [], give = [] } }"), expect!["7:27 `[]` empty-list"]);
    seen.sheet(
        &when("{ total = { from = [0, 5], give = [1] } }"),
        expect!["7:42 `[1]` list-length is=1 should=2"],
    );
    seen.sheet(
        &when("{ total = { from = [0, 5, 5], give = [1, 2, 3] } }"),
        expect!["7:27 `[0, 5, 5]` steps-descend is=5 before=5"],
    );
    seen.sheet(
        &format!("{}give = 2\n", when("{ total = { from = [0], give = [1] } }")),
        expect![[r#"8:8 `2` unknown-key key="give" expected=["name","when"]"#]],
    );
    seen.sheet(
        &format!("{}give = 1000001\n", when("{ sum-of = { box = 'ok', at-least = 3 } }")),
        expect![[r#"8:8 `1000001` out-of-range what="give" is=1000001 least=-1000000 most=1000000"#]],
    );
}

fn house_rules(seen: &mut Seen) {
    let house = |choices: &str| format!("{BOX}[house.o.choices]\n{choices}");
    seen.sheet(&house("a = {}\n"), expect![[r#"6:8 `o` one-choice id="o""#]]);
    let many: String = (0..9).map(|i| format!("[house.o{i}.choices]\na = {{}}\nb = {{}}\n")).collect();
    seen.sheet(&format!("{BOX}{many}"), expect!["6:2 `house` too-many-variants is=512 most=256"]);
    // The limit counts the dice after the house rules, not before.
    let option = |nth: usize| format!("[house.o{nth}.choices]\nx = {{}}\ny.change.throws = 2\n");
    let options: String = (0..6).map(option).collect();
    let dice = "[house.dice.choices]\nfew = {}\nmany.change = { dice = 8, sides = 12 }\n";
    seen.sheet(&format!("{BOX}{options}"), expect!["nothing"]);
    seen.sheet(
        &format!("{BOX}{dice}{options}"),
        expect!["6:2 `house` tables-too-large cells=4021974 most=4000000"],
    );
    let example = |house: &str| {
        format!(
            "{BOX}example = [{{ dice = [1, 1, 1, 1, 1], score = 5, house = {house} }}]\n[house.o.choices]\na = {{}}\nb = {{}}\n"
        )
    };
    seen.sheet(
        &example("{ oo = 'a' }"),
        expect![[r#"6:64 `'a'` unknown-option id="oo" near="o" known=["o"]"#]],
    );
    seen.sheet(
        &example("{ o = 'aa' }"),
        expect![[r#"6:63 `'aa'` unknown-choice option="o" id="aa" near="a" known=["a","b"]"#]],
    );
    // A fault of a change is reported at the change, not at the place that it changes.
    seen.sheet(
        &house("a = {}\nb.change.box.ok.score = 'all-dize'\n"),
        expect![[r#"8:25 `'all-dize'` unknown-word word="all-dize" near="all-dice""#]],
    );
    seen.sheet(
        &house("a = {}\nb.change = { throws = 0, players.min = 0 }\n"),
        expect![[r#"
        8:23 `0` out-of-range what="throws" is=0 least=1 most=9
        8:40 `0` out-of-range what="min" is=0 least=1 most=64"#]],
    );
    seen.sheet(
        &house("a = {}\nb.change.bx.ok.plus = 1\n"),
        expect![[r#"8:10 `bx` unknown-key key="bx" near="box""#]],
    );
    seen.sheet(
        &house("a = {}\nb.change.box.other.plus = 1\n"),
        expect![[r#"8:14 `other` no-score id="other""#]],
    );
    seen.race(
        &format!("{ONES}[house.o.choices]\na = {{}}\nb.change.race = {{ target = 0, hot-dise = true }}\n"),
        expect![[r#"
            9:28 `0` out-of-range what="target" is=0 least=1 most=1000000
            9:31 `hot-dise` unknown-key key="hot-dise" near="hot-dice""#]],
    );
}

fn examples(seen: &mut Seen) {
    let example = |example: &str| {
        format!("{BOX}example = [{{ dice = [1, 2, 3, 4, 5], score = 15 }}, {{ {example} }}]\n")
    };
    seen.sheet(
        &example("dice = [1, 2, 3, 4], score = 10"),
        expect!["6:61 `[1, 2, 3, 4]` example-dice dice=4 needs=5"],
    );
    seen.sheet(
        &example("dice = [1, 2, 3, 4, 7], score = 17"),
        expect![[r#"6:61 `[1, 2, 3, 4, 7]` out-of-range what="face" is=7 least=1 most=6"#]],
    );
    seen.sheet(
        &example("dice = [1, 2, 3, 4, 5], throw = 4, score = 15"),
        expect!["6:86 `4` example-throw throw=4 throws=3"],
    );
    seen.sheet(
        &example("dice = [1, 2, 3, 4, 5], score = 16"),
        expect![[r#"6:86 `16` example-fails says="16" gives="15""#]],
    );
    let group = "[group.g]\nper-number = ['a']\neach-box.score = 'matching'\n[[group.g.example]]\ndice = [1, 2, 3, 4, 5]\nscore = 1\n";
    seen.sheet(group, expect!["7:1 `[[group.g.example]]` example-no-box"]);
    seen.sheet(
        &format!("{group}box = 'aa'\n"),
        expect![[r#"10:7 `'aa'` unknown-box id="aa" near="a" known=["a"]"#]],
    );
    seen.race(
        &format!("{ONES}[[race.example]]\ndice = [1, 1, 1, 1]\nscore = 40\n"),
        expect!["8:8 `[1, 1, 1, 1]` example-dice dice=4 needs=3"],
    );
    seen.race(
        &format!("{ONES}[[race.example]]\ndice = [1, 2]\nscore = 10\n"),
        expect![[r#"9:9 `10` example-fails says="10" gives="refused""#]],
    );
    let sheet = |sheet: &str| format!("{BOX}[[sheet-example]]\nsheet = {{ {sheet} }}\ntotal = 5\n");
    seen.sheet(&sheet("ok = 6"), expect![[r#"8:9 `5` example-fails says="5" gives="6""#]]);
    seen.sheet(
        &sheet("okk = 5"),
        expect![[
            r#"7:1 `sheet` example-sheet why={"sheet":"unknown-box","id":"okk","near":"ok","known":["ok"]}"#
        ]],
    );
    seen.sheet(
        &sheet("ok = 31"),
        expect![[r#"7:1 `sheet` example-sheet why={"sheet":"impossible","id":"ok","points":31}"#]],
    );
    seen.sheet(
        &sheet("ok = 'x'"),
        expect![[r#"7:1 `sheet` example-sheet why={"sheet":"never-crossed","id":"ok"}"#]],
    );
}

fn stuck(seen: &mut Seen) {
    seen.sheet(
        "[group.g]\n[box.a]\ngroup = 'g'\nscore = 'all-dice'\n[box.b]\ngroup = 'g'\nscore = 'all-dice'\ncross = 'last-throw'\n[gate]\nuntil = { scored = 1, of = 'g' }\nonly = 'g'\n",
        expect![[r#"14:8 `'g'` gate-crossed id="b""#]],
    );
    let many = "{ alike = 2 }, ".repeat(64);
    seen.sheet(
        &format!("[box.a]\nneeds = {{ any-of = [{many}] }}\nscore = 'all-dice'\n"),
        expect!["5:1 `needs` too-many-parts is=65 most=64"],
    );
    seen.sheet(
        &format!("{BOX}[box.pair]\nneeds = {{ alike = 2 }}\nscore = 'combination'\n"),
        expect![[r#"6:6 `pair` stuck dice=[1,2,3,4,5] open=["pair"]"#]],
    );
    // Neither last resort applies while the other group is open.
    let group = |id: &str| {
        format!(
            "[group.{id}]\nlast-resort.score = 0\n[box.{id}-pair]\ngroup = '{id}'\nneeds = {{ alike = 2 }}\nscore = 'combination'\n"
        )
    };
    seen.sheet(&group("g"), expect!["nothing"]);
    seen.sheet(
        &[group("g"), group("h")].concat(),
        expect![[r#"6:6 `g-pair` stuck dice=[1,2,3,4,5] open=["g-pair","h-pair"]"#]],
    );
    // The last resort waits for a box behind the closed gate.
    let gate = "[gate]\nuntil = { scored = 1, of = 'g' }\nonly = 'g'\n";
    seen.sheet(&format!("{}{BOX}{gate}", group("g")), expect![[r#"14:8 `'g'` gate-hard id="g-pair""#]]);
    // Crossing out boxes leaves one that cannot be crossed out.
    let per_number = "[group.n]\nper-number = ['x', 'y']\n[group.n.each-box]\nneeds = { matching = 1 }\nscore = 'matching'\n";
    seen.sheet(&format!("{BOX}{per_number}"), expect![[r#"7:15 `'x'` stuck dice=[2,2,2,2,2] open=["x"]"#]]);
}

#[test]
fn faults_of_one_file_are_all_told_in_the_order_of_the_text() {
    let text = "name = 'a'\ndice = 5\nthrows = 33\nplayers.min = 99\n[box.a]\nneeds = { alke = 3 }\nscore = 'combination'\n\
        [box.b]\nnumber = 9\nscore = 'matching'\n[box.C]\nscore = { points = 'x' }\n[box.d]\nscore = 'all-dice'\n\
        example = [{ dice = [1], score = 1 }]\n[house.o.choices]\nx = {}\n[house.p.choices]\nx = {}\ny.change.throws = -1\n";
    expect![[r#"
        3:10 `33` out-of-range what="throws" is=33 least=1 most=9
        4:15 `99` out-of-range what="min" is=99 least=1 most=64
        6:11 `alke` unknown-word word="alke" near="alike"
        9:10 `9` out-of-range what="number" is=9 least=1 most=6
        12:20 `'x'` wrong-type found="\"x\"" expected="whole-number"
        15:21 `[1]` example-dice dice=1 needs=5
        16:8 `o` one-choice id="o"
        20:19 `-1` bad-value found="-1" expected="small-number""#]]
    .assert_eq(&list_faults(text).0);
    // Syntax errors come first, then the faults of the readable rest.
    expect![[r#"
        2:8 `5x` syntax message="string values must be quoted, expected literal string"
        5:1 `scor` unknown-key key="scor" near="score"
        6:12 `` syntax message="unclosed array, expected `]`""#]]
    .assert_eq(&list_faults("name = 'a'\ndice = 5x\nthrows = 3\n[box.a]\nscor = 1\nnumber = [1\n").0);
}

#[test]
fn a_mistake_is_told_once() {
    let once = |wrong: &str, right: &str| {
        let text = "name = 'a'\ndice = 5\nthrows = 3\n[group.n]\nper-number = ['one', 'two']\nbonus = { at-least = 3, points = 5 }\n\
             [group.n.each-box]\nscore = 'matching'\n[[group.n.example]]\nbox = 'two'\ndice = [2, 2, 2, 2, 1]\nscore = 8\n\
             [box.pair]\nneeds = { alike = 2 }\nscore = 'combination'\ncross = 'last-throw'\nhand = { times = 2 }\nplus = 3\n\
             example = [{ dice = [6, 6, 1, 2, 3], score = 15 }, { dice = [6, 6, 1, 2, 3], throw = 1, score = 30 }]\n\
             [house.o.choices]\nx = {}\ny.change.box.pair.plus = 3\n";
        assert_eq!(list_faults(text).1, Vec::<String>::new(), "the file is sound");
        assert_eq!(text.matches(right).count(), 1, "{right}");
        let (lines, kinds) = list_faults(&text.replace(right, wrong));
        assert_eq!(kinds.len(), 1, "{wrong}: {lines}");
    };
    for (wrong, right) in [
        ("dice = '5'\n", "dice = 5\n"),
        ("nme = 'a'\n", "name = 'a'\n"),
        ("[grup.n]\n", "[group.n]\n"),
        ("per-numbr = ['one', 'two']", "per-number = ['one', 'two']"),
        ("per-number = ['one', 2]", "per-number = ['one', 'two']"),
        ("points = '5'", "points = 5"),
        ("score = 'matchin'", "score = 'matching'"),
        ("box = 'tow'", "box = 'two'"),
        ("dice = [2, 2, 2, 2]", "dice = [2, 2, 2, 2, 1]"),
        ("dice = [2, 2, 2, 2, '1']", "dice = [2, 2, 2, 2, 1]"),
        ("needs = { alke = 2 }", "needs = { alike = 2 }"),
        ("needs = { alike = '2' }", "needs = { alike = 2 }"),
        ("nees = { alike = 2 }", "needs = { alike = 2 }"),
        ("score = 'combintion'", "score = 'combination'"),
        ("scor = 'combination'", "score = 'combination'"),
        ("cros = 'last-throw'", "cross = 'last-throw'"),
        ("cross = 'lst-throw'", "cross = 'last-throw'"),
        ("hand = { tims = 2 }", "hand = { times = 2 }"),
        ("plus = '3'\nex", "plus = 3\nex"),
        ("throw = 7", "throw = 1"),
        ("score = 31", "score = 30"),
        ("y.change.bx.pair.plus = 3", "y.change.box.pair.plus = 3"),
        ("y.change.box.pair.pls = 3", "y.change.box.pair.plus = 3"),
        ("y.change.box.pair.plus = '3'", "y.change.box.pair.plus = 3"),
        ("y.change.box.pair.needs.alike = 6", "y.change.box.pair.plus = 3"),
    ] {
        once(wrong, right);
    }
}

#[test]
fn a_variant_is_refused_for_its_own_faults_only() {
    let text = format!("{SHEET}{BOX}[house.o.choices]\na = {{}}\nb.change.throws = 0\n");
    let file = RulesFile::read("a", &text);
    assert!(file.check().is_err());
    assert!(file.rules(&House::default()).is_ok());
    let with =
        |option: &str, choice: &str| file.rules(&House::from([(option.to_owned(), choice.to_owned())]));
    assert!(with("o", "a").is_ok());
    assert!(matches!(with("o", "b"), Err(RulesError::Faults(faults)) if faults.0.len() == 1));
    assert!(matches!(with("o", "c"), Err(RulesError::UnknownChoice { known, .. }) if known == ["a", "b"]));
    assert!(matches!(with("p", "a"), Err(RulesError::UnknownOption { known, .. }) if known == ["o"]));
}

#[test]
fn right_files_are_accepted() {
    for text in [
        // Other line ends, a byte order mark, and numbers in every TOML form.
        "\u{feff}name = 'a'\r\ndice = 0x5\r\nthrows = +3\r\n[box.a]\r\nscore = { points = 1_000 }\r\n"
            .to_owned(),
        format!(
            "{SHEET}[box.a]\nnumber = 6\nscore = {{ by-count = {{ 0 = 'number', 1 = 1, 2 = 1, 3 = 1, 4 = 1, 5 = '-number' }} }}\n"
        ),
        // A box that few dice fit may stay open if it can be crossed out.
        format!("{SHEET}[box.a]\nneeds = {{ alike = 5 }}\nscore = 'all-dice'\ncross = 'last-throw'\n"),
        // Boxes that together fit all dice do not help: each can be the last. A last resort does.
        format!(
            "{SHEET}[group.g]\nlast-resort.score = -5\n[box.a]\ngroup = 'g'\nneeds = {{ alike = 5 }}\nscore = 'all-dice'\n{BOX}"
        ),
        format!("{RACE}{ONES}[race.barrel]\na = {{ from = 1, exit = 100, turns = 100 }}\n"),
        "name = 'a'\ndice = 1\nsides = 2\nthrows = 1\n[box.a]\nscore = 'all-dice'\n".to_owned(),
        format!(
            "{SHEET}[house.o.choices]\na.change.box.a.score = 'all-dice'\nb.change.box.a.score = {{ points = 3 }}\n[box.b]\nscore = 'all-dice'\n"
        ),
    ] {
        assert_eq!(list_faults(&text).0, "nothing", "{text}");
    }
}
