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
               at the start   luck  mistakes  not played  at the end  best decisions
        Olena        162.03  -0.62     +0.00     -136.41       25.00  100.00 % (1/1)
        Petro        162.03  +6.50     -2.85     -111.68       54.00   60.00 % (3/5)
        Luck of Olena: -0.62, that is -0.02 standard deviations of a whole game (32.22).
        Luck of Petro: +6.50, that is +0.20 standard deviations of a whole game (32.22).

        Olena: no decision cost anything.

        Petro, the most expensive decisions:
          turn 2, 1-2-2-4-5: throw all again (137.22); best: keep 2-2 (139.19); -1.97
            kosti advise generals --dice 1,2,2,4,5 --throw 1 --sheet sixes=24
          turn 1, 3-6-6-6-6: score Sixes (164.90); best: score Four (165.78); -0.88
            kosti advise generals --dice 3,6,6,6,6 --throw 3
    "#]]
    .assert_eq(&stdout_of(&["review", file]));
    expect!["    kosti advise generals --dice 3,6,6,6,6 --throw 3"]
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
        "--sheet",
        "sixes=24",
        "--json",
    ]);
    assert_eq!(again["actions"][0], worst["best"], "{worst}");
    assert_eq!(worst["position"]["sheet"], serde_json::json!({ "sixes": 24 }));
}

#[test]
fn what_is_no_record_is_not_reviewed() {
    let file = place("review-none").join("game.kosti");
    fs::write(&file, "nonsense\n").unwrap();
    let output = stderr_of(1, &["review", file.to_str().unwrap()]);
    assert!(output.contains("game.kosti, line 1"), "{output}");
}
