//! The faults as people see them.

use expect_test::{Expect, expect};
use kosti_rules::RulesFile;

use super::words;

fn check(language: &str, text: &str, expect: &Expect) {
    let faults = RulesFile::read("game", text).check().unwrap_err();
    expect.assert_eq(&words(language).render_faults("game.toml", text, &faults, false));
}

const SLIPS: &str = r#"name = "Our game"
dice = 5
throws = 12
[box.pair]
needs = { alik = 2 }
score = "combination"
[box.six]
nummer = 6
score = "matchin"
cross = true
[box.chance]
score = "points"
hand = { same = 2 }
"#;

#[test]
fn slips_of_the_pen() {
    check(
        "en",
        SLIPS,
        &expect![[r#"
            error: `throws` can't be 12
             --> game.toml:3:10
              |
            3 | throws = 12
              |          ^^
              |
              = help: write a whole number from 1 to 9

            error: unknown word `alik`
             --> game.toml:5:11
              |
            5 | needs = { alik = 2 }
              |           ^^^^
              |
              = help: did you mean `alike`?

            error: unknown key `nummer`
             --> game.toml:8:1
              |
            8 | nummer = 6
              | ^^^^^^
              |
              = help: did you mean `number`?

            error: unknown word `matchin`
             --> game.toml:9:9
              |
            9 | score = "matchin"
              |         ^^^^^^^^^
              |
              = help: did you mean `matching`?

            error: unknown word `true`
              --> game.toml:10:9
               |
            10 | cross = true
               |         ^^^^
               |
               = help: known here: `never`, `last-throw`, `any-throw`

            error: `points` needs a value
              --> game.toml:12:9
               |
            12 | score = "points"
               |         ^^^^^^^^
               |
               = help: write `{ points = … }`

            error: `same` takes no value
              --> game.toml:13:10
               |
            13 | hand = { same = 2 }
               |          ^^^^
               |
               = help: write the word alone: `"same"`

            7 errors in game.toml"#]],
    );
}

#[test]
fn slips_of_the_pen_in_ukrainian() {
    check(
        "uk",
        SLIPS,
        &expect![[r#"
            помилка: `throws` не може бути 12
             --> game.toml:3:10
              |
            3 | throws = 12
              |          ^^
              |
              = підказка: напишіть ціле число від 1 до 9

            помилка: невідоме слово `alik`
             --> game.toml:5:11
              |
            5 | needs = { alik = 2 }
              |           ^^^^
              |
              = підказка: може, `alike`?

            помилка: невідомий ключ `nummer`
             --> game.toml:8:1
              |
            8 | nummer = 6
              | ^^^^^^
              |
              = підказка: може, `number`?

            помилка: невідоме слово `matchin`
             --> game.toml:9:9
              |
            9 | score = "matchin"
              |         ^^^^^^^^^
              |
              = підказка: може, `matching`?

            помилка: невідоме слово `true`
              --> game.toml:10:9
               |
            10 | cross = true
               |         ^^^^
               |
               = підказка: тут можна: `never`, `last-throw`, `any-throw`

            помилка: `points` потребує значення
              --> game.toml:12:9
               |
            12 | score = "points"
               |         ^^^^^^^^
               |
               = підказка: напишіть `{ points = … }`

            помилка: `same` не має значення
              --> game.toml:13:10
               |
            13 | hand = { same = 2 }
               |          ^^^^
               |
               = підказка: напишіть лише слово: `"same"`

            7 помилок у game.toml"#]],
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "one text, and what is said about it")]
fn a_game_that_is_not_thought_through() {
    let text = r#"
name = "Школа"
throws = 3
dice = 5
[group.numbers]
per-number = ["ones", "twos", "threes"]
names.uk = ["Одиниці", "Двійки"]
[group.numbers.each-box]
score = "matching"
[box.poker]
needs = { alike = 6 }
score = { points = 50 }
[box.pair]
needs = { alike = 2 }
score = "combination"
example = [{ dice = [6, 6, 1, 2, 3], score = 11 }, { dice = [6, 6, 1], score = 12 }]
[gate]
until = { scored = 3, of = "number" }
only = "numbers"
"#;
    check(
        "en",
        text,
        &expect![[r#"
        error: 2 names for 3 boxes
         --> game.toml:7:12
          |
        7 | names.uk = ["Одиниці", "Двійки"]
          |            ^^^^^^^^^^^^^^^^^^^^^
          |
          = help: write one name for each box of `per-number`

        error: this needs 6 dice, and the game has 5
          --> game.toml:11:1
           |
        11 | needs = { alike = 6 }
           | ^^^^^
           |
           = help: ask for fewer, or play with `dice = 6`

        error: the example says 11, the rules give 12
          --> game.toml:16:46
           |
        16 | example = [{ dice = [6, 6, 1, 2, 3], score = 11 }, { dice = [6, 6, 1], score = 12 }]
           |                                              ^^
           |
           = help: one of the two is wrong: correct the example, or the rules

        error: the example has 3 dice
          --> game.toml:16:61
           |
        16 | example = [{ dice = [6, 6, 1, 2, 3], score = 11 }, { dice = [6, 6, 1], score = 12 }]
           |                                                             ^^^^^^^^^
           |
           = help: the game has 5

        error: there is no group `number`
          --> game.toml:18:28
           |
        18 | until = { scored = 3, of = "number" }
           |                            ^^^^^^^^
           |
           = help: did you mean `numbers`?

        5 errors in game.toml"#]],
    );
}

#[test]
fn a_player_can_get_stuck() {
    let text = r#"
name = "Pairs"
dice = 2
throws = 2
[box.pair]
needs = { alike = 2 }
score = "combination"
cross = "never"
"#;
    check(
        "en",
        text,
        &expect![[r#"
            error: a player with 1-2 and only `pair` open can do nothing
             --> game.toml:5:6
              |
            5 | [box.pair]
              |      ^^^^
              |
              = help: let dice that do not fit score zero with `unfit = "zero"`, or let the box be crossed out with `cross = "last-throw"`

            1 error in game.toml"#]],
    );
}

#[test]
fn a_race() {
    let text = r#"
name = "Race"
dice = 5
throws = 3
[race]
target = 1000
[race.combination.single]
needs = { alike = 1 }
points = [10, 0, 0, 0, 5]
[race.barrel.first]
from = 900
exit = 1100
turns = 3
"#;
    check(
        "en",
        text,
        &expect![[r#"
            error: `throws` can't be used in a race
             --> game.toml:4:1
              |
            4 | throws = 3
              | ^^^^^^
              |
              = help: a game is either a race or a score sheet: take out `throws`, or `[race]`

            error: the list has 5 entries
             --> game.toml:9:10
              |
            9 | points = [10, 0, 0, 0, 5]
              |          ^^^^^^^^^^^^^^^^
              |
              = help: it needs 6

            error: the barrel ends at 1100, past the target of 1000
              --> game.toml:12:8
               |
            12 | exit = 1100
               |        ^^^^
               |
               = help: write `exit = 1000` or less

            3 errors in game.toml"#]],
    );
}

#[test]
fn nothing_yet() {
    check(
        "en",
        "",
        &expect![[r#"
            error: `name` is missing
             --> game.toml:1:1
              |
            1 |
              | ^
              |
              = help: say what it is called: `name = "…"`

            error: `dice` is missing
             --> game.toml:1:1
              |
            1 |
              | ^
              |
              = help: add `dice = …`

            error: there is no game yet: neither boxes nor a race
             --> game.toml:1:1
              |
            1 |
              | ^
              |
              = help: a score-sheet game has `throws = 3` and boxes like `[box.pair]`; a race has `[race]`

            3 errors in game.toml"#]],
    );
}

#[test]
fn not_even_toml() {
    check(
        "en",
        "name = Our game\ndice: 5\n[box.pair\nscore = \"matching\n",
        &expect![[r#"
            error: this can't be read: it is neither a number nor text in quotes
             --> game.toml:1:8
              |
            1 | name = Our game
              |        ^^^^^^^^

            error: this can't be read: without quotes a key has only letters a to z, digits, `-` and `_`
             --> game.toml:2:5
              |
            2 | dice: 5
              |     ^

            error: this can't be read: `=` and a value are missing
             --> game.toml:2:7
              |
            2 | dice: 5
              |       ^

            error: this can't be read: `]` is missing at the end of the heading
             --> game.toml:3:10
              |
            3 | [box.pair
              |          ^

            4 errors in game.toml"#]],
    );
}
