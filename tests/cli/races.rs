//! Best play of races on the command line.

use expect_test::expect;

use super::{json_of, place, stderr_of, stdout_of};

const PIG: &str = "pig";

fn without_seconds(output: &str) -> String {
    output.lines().filter(|line| !line.starts_with("Solved in ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn solve_tells_the_chance_of_the_first_and_the_turns_of_one() {
    expect![[r#"
        Pig
        Of two players, each playing best, the first one wins: 53.059273 %
        Positions before a turn: 10000"#]]
    .assert_eq(&without_seconds(&stdout_of(&["solve", PIG])));
    expect![[r#"
        Pig
        Alone, expected turns: 12.5452324
        Standard deviation: 4.3704
        Quantiles: 1 % ≤ 5 · 5 % ≤ 7 · 25 % ≤ 9 · 50 % ≤ 12 · 75 % ≤ 15 · 95 % ≤ 21 · 99 % ≤ 26

           4…5   1.02 %  ██
           6…7   8.55 %  █████████████████▏
           8…9  16.91 %  █████████████████████████████████▉
         10…11  19.94 %  ████████████████████████████████████████
         12…13  17.90 %  ███████████████████████████████████▉
         14…15  13.58 %  ███████████████████████████▎
         16…17   9.18 %  ██████████████████▍
         18…19   5.71 %  ███████████▌
         20…21   3.34 %  ██████▊
         22…23   1.86 %  ███▊
         24…25   0.99 %  ██
         26…27   0.51 %  █
         28…29   0.26 %  ▌
         30…31   0.13 %  ▎
         32…33   0.06 %  ▏
         34…35   0.03 %
         36…37   0.01 %
         38…39  <0.01 %
        40…103  <0.01 %

        How likely each number of turns is under this play, exactly.
        Positions before a turn: 100"#]]
    .assert_eq(&without_seconds(&stdout_of(&["solve", PIG, "--objective", "turns"])));
    expect![[r#"
        Pig
        Alone, chance to finish within 1 turn under best play for it: 1.019698 %
        Positions before a turn: 100"#]]
    .assert_eq(&without_seconds(&stdout_of(&["solve", PIG, "--within", "1"])));
    let json = json_of(&["solve", PIG, "--json"]);
    let value = json["value"].as_f64().unwrap();
    assert!((value - 0.530_592_725).abs() < 1e-9 && json["exact"] == true, "{json}");
}

#[test]
fn advise_tells_what_banking_and_throwing_are_worth() {
    expect![[r#"
        Chance to win under best play: 60.3075 %
        Best: take 4, throw on: 60.3 % to win; take 4, bank: 56.6 %
        60.3075 %   0.0000 %  take 4, throw on
        56.6412 %  -3.6663 %  take 4, bank
    "#]]
    .assert_eq(&stdout_of(&["advise", PIG, "--seats", "60,70", "--points", "18", "--dice", "4"]));
    expect![[r#"
        Chance to win under best play: 82.4230 %
        Best: throw on: 82.4 % to win; bank: 76.7 %
        82.4230 %   0.0000 %  throw on
        76.6566 %  -5.7665 %  bank
    "#]]
    .assert_eq(&stdout_of(&["advise", PIG, "--seats", "60,70", "--turn", "2", "--points", "20"]));
    expect![[r#"
        Expected turns under best play, this one included: 6.1346
        These dice are a bust: the turn is lost.
    "#]]
    .assert_eq(&stdout_of(&["advise", PIG, "--seats", "60", "--points", "20", "--dice", "1"]));
    expect![[r#"
        Ймовірність перемоги, оцінена за шансами проти кожного з інших: 26.3627 %
        Значення приблизні: найкраща гра тут невідома.
        Найкраще за оцінкою: відкласти 6, кидати далі: 26.4 % на перемогу; відкласти 6, записати: 10.2 %
        26.3627 %    0.0000 %  відкласти 6, кидати далі
        10.2129 %  -16.1498 %  відкласти 6, записати
    "#]]
    .assert_eq(&stdout_of(&["advise", PIG, "--seats", "60,70,90", "--lang", "uk", "--dice", "6"]));
    expect![[r#"
        Chance to finish within 3 turns under best play for it: 4.3201 %
        Best: take 6, throw on: 4.3 %; take 6, bank: 2.7 %
        4.3201 %   0.0000 %  take 6, throw on
        2.6548 %  -1.6653 %  take 6, bank
    "#]]
    .assert_eq(&stdout_of(&["advise", PIG, "--within", "3", "--dice", "6"]));
    let json = json_of(&["advise", PIG, "--json"]);
    let solved = json_of(&["solve", PIG, "--json"])["value"].as_f64().unwrap();
    assert!((json["value"].as_f64().unwrap() - solved).abs() < 1e-11, "{json} {solved}");
    assert_eq!(json["actions"], serde_json::json!([]));
}

#[test]
fn simulate_tells_who_wins_and_how_fast() {
    let output = stdout_of(&["simulate", PIG, "--players", "perfect,fastest,random", "--games", "2000"]);
    expect![[r#"
        Pig: 2000 games, seed 1
        Seat 1: careful
        Plays by estimates: best play of this game is not known.
        Wins: 55.95 % ± 1.11 % (standard error)
        Seat 2: fastest
        Wins: 42.15 % ± 1.10 % (standard error)
        Seat 3: random
        Wins: 1.90 % ± 0.31 % (standard error)
        Turns of the winner: 9.8595 ± 0.0657 (standard error), deviation 2.9380
        Quantiles: 1 % ≤ 5 · 5 % ≤ 6 · 25 % ≤ 8 · 50 % ≤ 10 · 75 % ≤ 12 · 95 % ≤ 15 · 99 % ≤ 19"#]]
    .assert_eq(&output.lines().take(10).collect::<Vec<_>>().join("\n"));
    let alone = json_of(&["simulate", PIG, "--games", "1000", "--json"]);
    assert!(alone["seats"][0]["wins"] == 1.0 && alone["turns"]["mean"].as_f64().unwrap() > 11.0, "{alone}");
}

#[test]
fn what_cannot_be_is_refused() {
    let typed = |args: &[&str]| stderr_of(2, args);
    expect![[r#"
        error: no player can stand at 100; inside a barrel say how many turns are left, as in 310/2
    "#]]
    .assert_eq(&typed(&["advise", PIG, "--seats", "100"]));
    expect![[r#"
        error: no player can stand at 310; inside a barrel say how many turns are left, as in 310/2
    "#]]
    .assert_eq(&typed(&["advise", "thousand", "--seats", "310,0"]));
    expect![[r#"
        error: seats are typed as SCORE or SCORE/TURNS: 310/2,450; not many
    "#]]
    .assert_eq(&typed(&["advise", PIG, "--seats", "many"]));
    expect![[r#"
        error: seats are counted from 1, and there are 2
    "#]]
    .assert_eq(&typed(&["advise", PIG, "--turn", "3"]));
    expect![[r#"
        error: --throw is not for this game (Pig)
    "#]]
    .assert_eq(&typed(&["advise", PIG, "--throw", "2"]));
    expect![[r#"
        error: --points is not for this game (Crag)
    "#]]
    .assert_eq(&typed(&["advise", "crag", "--points", "2"]));
    let asked = |args: &[&str]| stderr_of(1, args);
    expect![[r#"
        error: no turn has 7 points: they are multiples of 5
    "#]]
    .assert_eq(&asked(&["advise", "thousand", "--points", "7"]));
    expect![[r#"
        error: 3 dice, and 2 are needed
    "#]]
    .assert_eq(&asked(&["advise", "thousand", "--aside", "3", "--dice", "1,2,3"]));
    expect![[r#"
        error: this game can't be solved for "total"; there are: win, turns, within
    "#]]
    .assert_eq(&asked(&["solve", PIG, "--objective", "total"]));
    expect![[r#"
        error: `0` can't be the value of --within <TURNS>; allowed: 1…1000
        Help: kosti help, kosti help COMMAND
    "#]]
    .assert_eq(&typed(&["solve", PIG, "--within", "0"]));
    expect![[r#"
        error: this game can't be solved for "win"; there are: turns, within
    "#]]
    .assert_eq(&asked(&["advise", PIG, "--seats", "60", "--objective", "win"]));
    expect![[r#"
        error: there is no player "slowest"; there are: perfect, duel, fastest, regular, random
    "#]]
    .assert_eq(&asked(&["simulate", PIG, "--players", "perfect,slowest"]));
}

#[test]
fn a_race_that_nobody_can_finish_is_told() {
    let file = place("dead-end").join("stuck.toml");
    let text = "name = 'Stuck'\ndice = 1\n[race]\ntarget = 40\nhot-dice = false\n[race.combination.any]\n\
                needs = { alike = 1 }\npoints = 5\n[race.barrel.one]\nfrom = 10\nexit = 30\nturns = 1\n";
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    expect![[r#"
        error: the race can't be solved: with a score of 0 and 0 turns left nobody can win any more
    "#]]
    .assert_eq(&stderr_of(1, &["solve", file]));
    expect![[r#"
        помилка: перегони не розв'язуються: з рахунком 0 (ходів у бочці 0) перемогти вже не можна
    "#]]
    .assert_eq(&stderr_of(1, &["advise", file, "--seats", "0", "--lang", "uk"]));
}
