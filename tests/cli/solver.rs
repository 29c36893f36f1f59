//! Best play, asked for on the command line.

use expect_test::expect;

use crate::{json_of, refused, said};

#[test]
fn solve_tells_value_deviation_and_size() {
    let told = said(&["solve", "generals"]);
    let lines: Vec<&str> = told.lines().filter(|line| !line.starts_with("Solved in ")).collect();
    expect![[r#"
        Generals
        Expected total: 162.0263594
        Standard deviation: 32.2184
        Sheet states: 1024
        Of games that no instant win decides: the first throw is taken as none, and no decision changes how likely it is."#]]
    .assert_eq(&lines.join("\n"));
    let json = json_of(&["solve", "crag", "--json"]);
    assert!(
        (json["value"].as_f64().unwrap() - 149.847_593_2).abs() < 1e-6 && json["exact"] == true,
        "{json}"
    );
}

#[test]
fn advise_tells_every_action_best_first() {
    let told = said(&["advise", "crag", "--dice", "4,4,6", "--throw", "1", "--lang", "uk"]);
    let first: Vec<&str> = told.lines().take(4).collect();
    expect![[r#"
        Ще попереду за найкращої гри: 149.7693
        149.7693    0.0000  залишити 4-4
        149.1461   -0.6232  залишити 4-6
        147.0848   -2.6845  залишити 6"#]]
    .assert_eq(&first.join("\n"));
    let json = json_of(&["advise", "crag", "--dice", "4,4,6", "--throw", "2", "--json"]);
    let values: Vec<f64> =
        json["actions"].as_array().unwrap().iter().map(|action| action["value"].as_f64().unwrap()).collect();
    assert!(values.len() == 13 && values.is_sorted_by(|a, b| a >= b) && json["value"] == values[0], "{json}");
    let start = json_of(&["advise", "crag", "--json"]);
    assert_eq!(start["value"], json_of(&["solve", "crag", "--json"])["value"]);
}

#[test]
fn what_cannot_be_solved_is_said() {
    let told = [
        refused(1, &["solve", "thousand"]),
        refused(1, &["solve", "balut"]),
        refused(1, &["advise", "school", "--sheet", "pair=12"]),
        refused(1, &["advise", "crag", "--dice", "1,2", "--throw", "1"]),
    ];
    expect![[r#"
        error: "solve" is not for a race
        error: this game can't be solved for "points" yet; there are: total
        error: box `pair` can't be filled yet: 3 boxes have to be scored first
        error: 2 dice, and 3 are needed
    "#]]
    .assert_eq(&told.concat());
}
