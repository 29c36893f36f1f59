//! Best play on the command line.

use expect_test::expect;

use super::{json_of, place, stderr_of, stdout_of};

#[test]
fn solve_tells_value_deviation_and_size() {
    let output = stdout_of(&["solve", "generals"]);
    let lines: Vec<&str> = output.lines().filter(|line| !line.starts_with("Solved in ")).collect();
    expect![[r#"
        Generals
        Expected total: 162.0263594
        Standard deviation: 32.2184
        Quantiles: 1 % ≤ 95 · 5 % ≤ 109 · 25 % ≤ 144 · 50 % ≤ 153 · 75 % ≤ 191 · 95 % ≤ 218 · 99 % ≤ 226

           0…59   0.03 %
          60…69   0.11 %  ▏
          70…79   0.17 %  ▎
          80…89   0.25 %  ▍
          90…99   1.35 %  ██▏
        100…109   3.33 %  █████▍
        110…119   2.49 %  ████
        120…129   1.84 %  ███
        130…139   6.40 %  ██████████▎
        140…149  22.69 %  ████████████████████████████████████▎
        150…159  25.01 %  ████████████████████████████████████████
        160…169   8.74 %  ██████████████
        170…179   1.57 %  ██▌
        180…189   0.84 %  █▍
        190…199   2.88 %  ████▋
        200…209   8.83 %  ██████████████▏
        210…219   9.61 %  ███████████████▍
        220…229   3.44 %  █████▌
        230…239   0.42 %  ▋
        240…270   0.02 %

        How likely each total is under this play, exactly.
        Sheet states: 1024 solved; 1024 reachable before those that decide the same are merged; 1024 ways to fill the boxes
        Of games that no instant win decides: the first throw is taken as none, and no decision changes how likely it is."#]]
    .assert_eq(&lines.join("\n"));
    let json = json_of(&["solve", "crag", "--json"]);
    assert!(
        (json["value"].as_f64().unwrap() - 149.847_593_2).abs() < 1e-6 && json["exact"] == true,
        "{json}"
    );
}

/// A stored solution is read instead of solved, belongs to its rules, and is never overwritten by something else.
#[test]
fn a_solution_is_kept_in_a_file() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("crag.solution");
    let store = file.to_str().unwrap();
    let plain = |args: &[&str]| {
        let output = stdout_of(args);
        output.lines().filter(|line| !line.starts_with("Solved in ")).collect::<Vec<_>>().join("\n")
    };
    let solved = plain(&["solve", "crag"]);
    assert_eq!(plain(&["solve", "crag", "--store", store]), solved);
    let bytes = std::fs::read(&file).unwrap();
    assert_eq!(plain(&["solve", "crag", "--store", store]), solved);
    assert_eq!(
        stdout_of(&["advise", "crag", "661", "--store", store]),
        stdout_of(&["advise", "crag", "661"])
    );
    assert!(stderr_of(1, &["solve", "generals", "--store", store]).contains("the solution of other rules"));
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
    std::fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    assert!(stderr_of(1, &["solve", "crag", "--store", store]).contains("damaged"));
    assert_eq!(std::fs::read(&file).unwrap().len(), bytes.len() - 1);
    let none = place.path().join("none");
    stderr_of(1, &["solve", "crag", "--reach", "200", "--store", none.to_str().unwrap()]);
    assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 1);
}

/// Without the time to solve a game, advice is an estimate that says so.
#[test]
fn advice_within_a_time_is_an_answer_in_any_case() {
    let json = json_of(&["advise", "maxi-yatzy", "112256", "--seconds", "1", "--json"]);
    assert_eq!(json["exact"], false, "{json}");
    let keeps = json["actions"].as_array().unwrap();
    assert!(keeps.len() > 20 && keeps[0]["value"].as_f64().unwrap() > 200.0, "{json}");
    let output = stdout_of(&["advise", "crag", "123", "--objective", "win", "--seconds", "1"]);
    assert!(output.starts_with("Chance to win, estimated from the totals that are expected: "), "{output}");
}

/// Games that the solver refuses: one has columns, the other too many states.
#[test]
fn advice_for_what_cannot_be_solved_is_an_estimate() {
    for game in ["yamb", "triple-yahtzee"] {
        let json = json_of(&["advise", game, "22555", "--json"]);
        assert_eq!(json["exact"], false, "{json}");
        assert!(json["actions"].as_array().unwrap().len() > 10, "{json}");
        let output = stdout_of(&["advise", game, "22555"]);
        assert!(output.starts_with("To come, estimated: "), "{output}");
        assert!(output.contains("Values are estimates"), "{output}");
    }
}

#[test]
fn advise_tells_every_action_best_first() {
    let output = stdout_of(&["advise", "crag", "--dice", "4,4,6", "--throw", "1", "--lang", "uk"]);
    let first: Vec<&str> = output.lines().take(4).collect();
    expect![[r#"
        Ще попереду за найкращої гри: 149.7693
        Найкраще: залишити 4-4: 149.8 попереду; вписати: Четвірки: 144.6
        149.7693    0.0000  залишити 4-4
        149.1461   -0.6232  залишити 4-6"#]]
    .assert_eq(&first.join("\n"));
    let json = json_of(&["advise", "crag", "--dice", "4,4,6", "--throw", "2", "--json"]);
    let values: Vec<f64> =
        json["actions"].as_array().unwrap().iter().map(|action| action["value"].as_f64().unwrap()).collect();
    assert!(values.len() == 13 && values.is_sorted_by(|a, b| a >= b) && json["value"] == values[0], "{json}");
    let start = json_of(&["advise", "crag", "--json"]);
    assert_eq!(start["value"], json_of(&["solve", "crag", "--json"])["value"]);
}

/// Only keeps that leave dice aside and add one are advised.
#[test]
fn advise_knows_which_dice_stay_aside() {
    let position = ["advise", "midnight", "--dice", "344612", "--throw", "2"];
    let json = json_of(&[&position[..], &["--kept", "44", "--json"]].concat());
    let keeps = json["actions"].as_array().unwrap().iter().filter_map(|action| action["keep"].as_array());
    let fours = |keep: &Vec<serde_json::Value>| keep.iter().filter(|face| **face == 4).count();
    // Of 1-2-3-6 at least one, but not all.
    assert_eq!(keeps.clone().count(), 14, "{json}");
    assert!(keeps.clone().all(|keep| fours(keep) == 2), "{json}");
    assert_eq!(json["actions"][0]["keep"], serde_json::json!([1, 4, 4, 6]), "{json}");
    assert_eq!(stderr_of(1, &position), "error: `kept` must name 1 to 5 of the dice before throw 2\n");
    let other = ["advise", "crag", "--dice", "446", "--throw", "2", "--kept", "44"];
    assert_eq!(stderr_of(2, &other), "error: --kept is not for this game (Crag)\n");
}

#[test]
fn what_cannot_be_solved_is_said() {
    let output = [
        stderr_of(1, &["solve", "crag", "--objective", "fun"]),
        stderr_of(2, &["solve", "crag", "--objective", "total", "--reach", "9"]),
        stderr_of(2, &["solve", "crag", "--reach", "many"]),
        stderr_of(2, &["simulate", "crag", "--games", "0"]),
        stderr_of(1, &["simulate", "crag", "--players", "perfect,lucky"]),
        stderr_of(1, &["advise", "school", "--sheet", "pair=12"]),
        stderr_of(1, &["advise", "crag", "--dice", "1,2", "--throw", "1"]),
    ];
    expect![[r#"
        error: this game can't be solved for "fun"; there are: total, reach, win
        error: --objective <GOAL> can't be used with --reach <POINTS>
        Help: kosti help, kosti help COMMAND
        error: `many` can't be the value of --reach <POINTS>; allowed: -2147483648…2147483647
        Help: kosti help, kosti help COMMAND
        error: `0` can't be the value of --games <N>; allowed: 1…10000000
        Help: kosti help, kosti help COMMAND
        error: there is no player "lucky"; there are: perfect, win, total, regular, greedy, random
        error: box `pair` can't be filled yet: 3 boxes have to be scored first
        error: 2 dice, and 3 are needed
    "#]]
    .assert_eq(&output.concat());
}

#[test]
fn the_chance_of_a_score_and_what_every_choice_makes_of_it() {
    let output = stdout_of(&["solve", "crag", "--reach", "200"]);
    assert!(output.contains("Chance of at least 200 under best play for it: 5.40"), "{output}");
    assert!(stdout_of(&["solve", "crag", "--reach=-5"]).contains("100.000000 %"));
    let output = stdout_of(&["advise", "crag", "--dice", "4,4,6", "--reach", "180"]);
    let first: Vec<&str> = output.lines().take(3).collect();
    expect![[r#"
        Chance of at least 180 under best play for it: 20.3338 %
        Best: keep 4-6: 20.3 %; score Fours: 16.0 %
        20.3338 %    0.0000 %  keep 4-6"#]]
    .assert_eq(&first.join("\n"));
    // One box is left, and 50 points are needed: the score of a crag.
    let sheet = "ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,straight-1-2-3=0,straight-4-5-6=20,\
                 straight-1-3-5=20,straight-2-4-6=20,three=25,thirteen=26";
    let crag =
        stdout_of(&["advise", "crag", "--sheet", sheet, "--dice", "6,6,1", "--throw", "2", "--reach", "224"]);
    assert!(crag.starts_with("Chance of at least 224 under best play for it: 100.0000 %"), "{crag}");
    assert!(crag.lines().nth(1).is_some_and(|line| line.ends_with("score Crag")), "{crag}");
}

#[test]
fn simulated_tables_are_measured_and_repeat_themselves() {
    let play = |seed: &str| {
        let players = ["--players", "perfect,greedy,random", "--games", "3000", "--seed", seed, "--json"];
        json_of(&[&["simulate", "generals"][..], &players].concat())
    };
    let first = play("7");
    assert_eq!(first, play("7"), "the same seed gives the same games");
    assert_ne!(first, play("8"));
    let seats = first["seats"].as_array().unwrap();
    let means: Vec<f64> = seats.iter().map(|seat| seat["mean"].as_f64().unwrap()).collect();
    assert!(means.is_sorted_by(|a, b| a > b), "{means:?}");
    let wins: f64 = seats.iter().map(|seat| seat["wins"].as_f64().unwrap()).sum();
    assert!((wins + first["ties"].as_f64().unwrap() - 1.0).abs() < 1e-9, "every game has an end");
    // Five alike in the first throw of one of three seats in ten rounds.
    let at_once = 1.0 - (1.0_f64 - 6.0 / 7776.0).powi(30);
    let error = (at_once / 3000.0).sqrt();
    assert!((first["won_at_once"].as_f64().unwrap() - at_once).abs() < 4.0 * error, "{first}");
    let output = stdout_of(&["simulate", "crag", "--games", "1000", "--lang", "uk"]);
    assert!(output.starts_with("Крег: 1000 ігор, зерно 1\nМісце 1: perfect\n"), "{output}");
}

#[test]
fn points_are_advised_where_they_decide() {
    let file = place("points").join("points.toml");
    let boxes = "[each-box]\nunfit = \"zero\"\nfill = 8\n[box.fives]\nnumber = 5\nscore = \"matching\"\n\
        [box.sixes]\nnumber = 6\nscore = \"matching\"\n[box.chance]\nscore = \"all-dice\"\n";
    let points =
        "[[points]]\nname = \"Fives\"\nwhen = { sum-of = { box = \"fives\", at-least = 110 } }\ngive = 4\n";
    std::fs::write(&file, format!("name = \"Points\"\ndice = 5\nthrows = 3\n{boxes}{points}")).unwrap();
    let output = stdout_of(&["advise", &file.to_string_lossy(), "--dice", "5,5,5,6,1"]);
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines[0].starts_with("To come, estimated: "), "{output}");
    assert_eq!(lines[1], "Values are estimates: best play of this game is not known.");
    assert!(lines[2].starts_with("Best by the estimate: keep 5-5-5: "), "{output}");
    let worth = |line: &&str| line.split_whitespace().next().unwrap().parse::<f64>().unwrap();
    assert!(lines[3..].len() > 15 && lines[3..].is_sorted_by(|a, b| worth(a) >= worth(b)), "{output}");
}

#[test]
fn a_game_too_large_to_solve_is_told_before_it_starts_and_can_be_simulated() {
    let file = place("large").join("large.toml");
    let boxes: String = (0..40).map(|nth| format!("[box.b{nth}]\nscore = \"all-dice\"\n")).collect();
    std::fs::write(&file, format!("name = \"Large\"\ndice = 2\nthrows = 2\n{boxes}")).unwrap();
    let file = file.to_string_lossy();
    expect![[r#"
        error: the game has at least 1099511627776 states, too many to solve: 40000000 at most; `simulate` measures players who need no solved game: regular, greedy, random
    "#]]
    .assert_eq(&stderr_of(1, &["solve", &file]));
    let json = json_of(&["simulate", &file, "--players", "greedy", "--games", "200", "--json"]);
    // Each box: the best of two throws of each die, about 8.5 in the mean.
    let mean = json["seats"][0]["mean"].as_f64().unwrap();
    assert!((mean - 40.0 * 8.5).abs() < 4.0, "{json}");
}
