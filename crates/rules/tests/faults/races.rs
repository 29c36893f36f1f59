//! Faults of a race.

use expect_test::expect;

use super::{BOX, ONES, Seen};

pub(crate) fn faults(seen: &mut Seen) {
    ends(seen);
    seen.race("", expect!["3:2 `race` always-bust dice=3"]);
    seen.race(&format!("{ONES}{BOX}"), expect![[r#"7:2 `box` both-families key="box""#]]);
    seen.race(
        &format!("{ONES}two = {{ needs = {{ alike = 4 }}, points = 10 }}\n"),
        expect!["7:9 `needs` too-many-dice needs=4 dice=3"],
    );
    seen.race(
        &format!("{ONES}two = {{ needs = {{ alike = 2 }}, points = [1, 2] }}\n"),
        expect!["7:41 `[1, 2]` list-length is=2 should=6"],
    );
    seen.race(
        &format!("{ONES}two = {{ needs = {{ alike = 2 }}, points = [0, 0, 0, 0, 0, 0] }}\n"),
        expect![[r#"7:1 `two` no-combination id="two""#]],
    );
    seen.race(
        &format!("{ONES}two = {{ needs = {{ run = 2 }}, points = [1, 2, 3, 4, 5, 6] }}\n"),
        expect![[r#"7:39 `[1, 2, 3, 4, 5, 6]` points-per-number id="two""#]],
    );
    seen.race(
        &format!("{ONES}[race.double]\naside = 2\nblank = 'must-throw'\n"),
        expect![[r#"8:9 `2` out-of-range what="aside" is=2 least=0 most=1"#]],
    );
    let barrels = |from: i32, exit: i32, turns: u8| {
        format!(
            "{ONES}[race.barrel]\na = {{ from = 20, exit = 40, turns = 3 }}\nb = {{ from = {from}, exit = {exit}, turns = {turns} }}\n"
        )
    };
    seen.race(
        &barrels(50, 50, 0),
        expect![[r#"
        9:25 `50` barrel-empty from=50 exit=50
        9:37 `0` out-of-range what="turns" is=0 least=1 most=100"#]],
    );
    seen.race(&barrels(39, 60, 3), expect!["9:14 `39` barrel-overlap from=39 before=40"]);
    seen.race(&barrels(50, 101, 3), expect!["9:25 `101` barrel-past-target exit=101 target=100"]);
    seen.file(
        "name = 'a'\ndice = 3\n[race]\n[race.combination.a]\nneeds = { alike = 2 }\npoints = 5\n",
        expect![[r#"3:2 `race` missing key="target""#]],
    );
    seen.file(
        "name = 'a'\ndice = 8\nsides = 12\n[race]\ntarget = 9\n",
        expect!["2:8 `8` tables-too-large cells=24379393 most=1600000"],
    );
    let lost = "[race.lost-turns]\nrow = 0\npoints = 0\n[race.barrel.a]\nfrom = 20\nexit = 40\nturns = 3\n";
    seen.race(
        &format!("{ONES}{lost}"),
        expect![[r#"
        7:7 `lost-turns` lost-turns-and-barrels
        8:7 `0` out-of-range what="row" is=0 least=1 most=100
        9:10 `0` out-of-range what="points" is=0 least=1 most=1000000"#]],
    );
    let least = "name = 'a'\ndice = 3\n[race]\ntarget = 100\nbank-at-least = 0\nopen-at-least = -1\n[race.combination]\n";
    seen.file(
        &format!("{least}{ONES}"),
        expect![[r#"
        5:17 `0` out-of-range what="bank-at-least" is=0 least=1 most=1000000
        6:17 `-1` out-of-range what="open-at-least" is=-1 least=1 most=1000000"#]],
    );
}

/// Faults of the ways in which a race ends.
fn ends(seen: &mut Seen) {
    let race = |more: &str| {
        format!("name = 'a'\ndice = 3\n[race]\ntarget = 100\n{more}\n[race.combination]\n{ONES}")
    };
    let barrel = "[race.barrel.b]\nfrom = 10\nexit = 20\nturns = 3\n";
    let both = race("overshoot = 'lost'\nlast-round = { ties = 'shared' }");
    seen.file(
        &format!("{both}{barrel}"),
        expect![[r#"
        5:1 `overshoot` not-together key="overshoot" other="last-round"
        5:1 `overshoot` not-together key="overshoot" other="barrel"
        6:1 `last-round` not-together key="last-round" other="barrel""#]],
    );
    seen.file(
        &race("overshoot = 'bounce'\nlast-round = {}"),
        expect![[r#"
        5:13 `'bounce'` unknown-word word="bounce" expected=["lost","back"]
        6:1 `last-round` missing key="ties""#]],
    );
    // Dice that lose never score.
    let loss = |shows: &str| format!("[race.loss.all]\nneeds = {{ shows = [{shows}] }}\ncosts = 'score'\n");
    seen.file(&format!("{}{}", race(""), loss("1")), expect![[r#"7:1 `ones` no-combination id="ones""#]]);
    seen.file(
        &format!("{}{}", race(""), loss("1, 1, 1, 1").replace("'score'", "'everything'")),
        expect![[r#"10:9 `'everything'` unknown-word word="everything" expected=["turn","score"]"#]],
    );
}
