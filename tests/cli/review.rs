//! The effects of luck and decisions.

use std::fs;

use expect_test::expect;

use super::{json_of, place, stderr_of, stdout_of};

/// A game won at once by dice, with a decision undone.
const GAME: &str = r#"[Kosti "1"]
[Game "generals"]
[House "straight=circle-and-joker"]
[Rules "c7b1972b333f53d4a1a521a805c5defa"]
[Dice "virtual"]
[Player "Olena"]
[Player "Petro"]

lot Olena: threw 1-2-2-3-5
lot Petro: threw 1-1-2-2-6
1 Petro: threw 1-3-6-6-6, kept 6-6-6, threw 2-6, kept 6-6-6-6, threw 3, scored four 40, took it back, scored sixes 24
1 Olena: threw 1-3-4-5-6, scored straight 25
2 Petro: threw 1-2-2-4-5, kept nothing, threw 3-3-3-4-4, scored full-house 30
2 Olena: threw 4-4-4-4-4, wins by great-general
"#;

#[test]
fn review_tells_luck_from_mistakes() {
    let file = place("review").join("game.kosti");
    fs::write(&file, GAME).unwrap();
    let file = file.to_str().unwrap();
    expect![[r#"
        Generals
               at the start      luck  mistakes  others' turns  at the end  best decisions
        Olena       50.00 %  +53.53 %   +0.00 %        -3.53 %    100.00 %  100.00 % (1/1)
        Petro       50.00 %   +5.68 %   -2.15 %       -53.53 %      0.00 %   60.00 % (3/5)
        Luck of Olena: +53.53 %, that is +1.07 standard deviations of a whole game (50.00 %).
        Luck of Petro: +5.68 %, that is +0.11 standard deviations of a whole game (50.00 %).

        Olena: no decision cost anything.

        Petro, the most expensive decisions:
          turn 2, 1-2-2-4-5: throw all again (49.74 %); best: keep 2-2 (51.43 %); -1.69 %
            kosti advise generals --dice 1,2,2,4,5 --throw 1 --objective win --sheets sixes=24/straight=25 --turn 1
          turn 1, 3-6-6-6-6: score Sixes (52.32 %); best: score Four (52.78 %); -0.46 %
            kosti advise generals --dice 3,6,6,6,6 --throw 3 --objective win --sheets / --turn 1

        Values are estimates: best play of this game is not known.
    "#]]
    .assert_eq(&stdout_of(&["review", file]));
    expect!["Значення приблизні: найкраща гра тут невідома."]
        .assert_eq(stdout_of(&["review", file, "--lang", "uk"]).lines().next_back().unwrap());
    let json = json_of(&["review", file, "--json"]);
    for seat in json["seats"].as_array().unwrap() {
        let number = |field: &str| seat[field].as_f64().unwrap();
        let sum = number("start") + number("luck") - number("mistakes")
            + number("others")
            + number("corrected")
            + number("unplayed");
        assert!((sum - number("end")).abs() < 1e-9, "{seat}");
    }
    let worst = &json["seats"][1]["worst"][0];
    // The position as a question has the same answer.
    let again = json_of(&[
        "advise",
        "generals",
        "--dice",
        "1,2,2,4,5",
        "--throw",
        "1",
        "--objective",
        "win",
        "--sheets",
        "sixes=24/straight=25",
        "--turn",
        "1",
        "--seconds",
        "0",
        "--json",
    ]);
    assert_eq!(again["actions"][0]["keep"], worst["best"]["keep"], "{worst}");
    assert_eq!(again["actions"][0]["value"], worst["best"]["value"], "{worst}");
    let sheets = serde_json::json!([{ "sixes": 24 }, { "straight": 25 }]);
    assert_eq!((&worst["position"]["sheets"], &worst["position"]["turn"]), (&sheets, &0.into()));
}

#[test]
fn what_is_no_record_is_not_reviewed() {
    let file = place("review-none").join("game.kosti");
    fs::write(&file, "nonsense\n").unwrap();
    let output = stderr_of(1, &["review", file.to_str().unwrap()]);
    assert!(output.contains("game.kosti, line 1"), "{output}");
}
