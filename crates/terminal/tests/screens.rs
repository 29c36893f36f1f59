//! Snapshots of the screens: every bundled game, from the first throw to the end.

use expect_test::{expect, expect_file};
use kosti_terminal::{Key, PlayerKind};
use kosti_text::Language;

use crate::test_terminal::TestTerminal;

const UKRAINIAN: &str = "uk";

/// Snapshots of a game: after the first throw, with a held die, and at the end.
fn snapshots(game: &str, language: &str) -> String {
    let mut terminal = TestTerminal::new(game, &["Olena", "Petro"], language);
    let mut screens = vec![terminal.screen()];
    while terminal.is_lot() {
        terminal.press(" ");
    }
    terminal.press(" 1");
    screens.push(terminal.screen());
    terminal.press(" ");
    screens.push(terminal.screen());
    terminal.key(Key::Char('e'));
    screens.push(terminal.screen());
    terminal.key(Key::Escape);
    terminal.play_on(30);
    terminal.press(" ");
    screens.push(terminal.screen());
    terminal.play_on(100_000);
    screens.push(terminal.screen());
    screens.join(&format!("\n{}\n", "=".repeat(80)))
}

#[test]
fn every_game_is_drawn() {
    for game in kosti_games::ids() {
        let file = format!("{}/tests/screens/{game}.txt", env!("CARGO_MANIFEST_DIR"));
        expect_file![file].assert_eq(&snapshots(game, Language::ENGLISH.code()));
    }
}

#[test]
fn in_ukrainian_too() {
    let game = kosti_games::ids().next().unwrap();
    let file = format!("{}/tests/screens/{game}.{UKRAINIAN}.txt", env!("CARGO_MANIFEST_DIR"));
    expect_file![file].assert_eq(&snapshots(game, UKRAINIAN));
}

#[test]
fn nothing_is_too_small_to_be_drawn() {
    for game in kosti_games::ids() {
        let mut terminal = TestTerminal::new(game, &["Olena", "Petro", "Ivan"], UKRAINIAN);
        terminal.press(" 12 ");
        for (width, height) in [(1, 1), (5, 3), (34, 10), (40, 12), (60, 40), (80, 24), (300, 100)] {
            for keys in ["", "?", "q", "e"] {
                terminal.resize(width, height);
                terminal.press(keys);
                let screen = terminal.screen();
                assert!(screen.lines().count() <= usize::from(height), "{screen}");
                terminal.click_everywhere();
                terminal.key(Key::Escape);
            }
        }
    }
}

#[test]
fn a_small_screen_scrolls() {
    let mut terminal = TestTerminal::new("school", &["Olena", "Petro", "Ivan", "Iryna"], "en");
    terminal.resize(40, 12);
    terminal.press(" 13");
    for _ in 0..8 {
        terminal.key(Key::Down);
    }
    expect![[r#"
         School                          ? help
        ▶ Olena · Throw 1 of 3, 2 left
        *4*  [3]  *6*  [1]  [2]
        ▲1    2   ▲3    4    5
        ↑7 ↓6 →1          ▶Olena  Petro   Ivan
          Pair                 -      ·      ·
          Set                  -      ·      ·
        ▸ Two pairs            -      ·      ·
          Full                 -      ·      ·
        Two pairs: first score 3 more of Grades.

        space throw · 1-5 hold · ↑↓ Enter box ·…
    "#]]
    .assert_eq(&terminal.screen());
    terminal.resize(33, 9);
    expect![[r#"
        The terminal is too small: 34×10
        are needed, it has 33×9. Make it
        larger; the game waits.
    "#]]
    .assert_eq(&terminal.screen());
}

#[test]
fn many_players_have_columns_that_scroll() {
    let names = ["Olena", "Petro", "Ivan", "Iryna", "Taras", "Lesya"];
    let mut terminal = TestTerminal::new("yatzy", &names, "en");
    for _ in 0..4 {
        terminal.key(Key::Right);
    }
    expect![[r#"
         Yatzy                                                                   ? help
        ←2 →1               Ivan  Iryna  Taras   ▶ Olena
        ▸ Ones                 ·      ·      ·   No throw yet, 3 left
          Twos                 ·      ·      ·   ╭╌╌╌╌╌╮ ╭╌╌╌╌╌╮ ╭╌╌╌╌╌╮ ╭╌╌╌╌╌╮ ╭╌╌╌╌╌╮
          Threes               ·      ·      ·   ╎     ╎ ╎     ╎ ╎     ╎ ╎     ╎ ╎     ╎
          Fours                ·      ·      ·   ╎     ╎ ╎     ╎ ╎     ╎ ╎     ╎ ╎     ╎
          Fives                ·      ·      ·   ╎     ╎ ╎     ╎ ╎     ╎ ╎     ╎ ╎     ╎
          Sixes                ·      ·      ·   ╰╌╌╌╌╌╯ ╰╌╌╌╌╌╯ ╰╌╌╌╌╌╯ ╰╌╌╌╌╌╯ ╰╌╌╌╌╌╯
          Upper section     0/63   0/63   0/63      1       2       3       4       5
          One pair             ·      ·      ·
          Two pairs            ·      ·      ·   Upper section: 63 short of 63 (+50)
          Three of a kind      ·      ·      ·
          Four of a kind       ·      ·      ·
          Small straight       ·      ·      ·
          Large straight       ·      ·      ·
          Full house           ·      ·      ·
          Chance               ·      ·      ·
          Yatzy                ·      ·      ·
          Total                0      0      0


        Taras has 0.

        space throw · 1-5 hold · ↑↓ Enter box · e explain · c coach · u undo · q leave
    "#]]
    .assert_eq(&terminal.screen());
}

#[test]
fn the_start_asks_for_everything() {
    let mut terminal = TestTerminal::start("en");
    expect![[r#"
         Kosti: a new game

        ▸ Game              ◂ Balut ▸
          Player 1          Player 1          ◂ person ▸
          + one more player
          Dice              ◂ thrown by Kosti ▸
          Coach             ◂ silent ▸
          [ Begin ]












        Five dice, three throws, seven boxes filled four times each; in the end points
        decide.

        ↑↓ line · ←→ change · Enter next · Del take a player away · Esc leave
    "#]]
    .assert_eq(&terminal.screen());
    terminal.key(Key::Right);
    for _ in 0..4 {
        terminal.key(Key::Down);
    }
    expect![[r#"
         Kosti: a new game

          Game              ◂ Crag ▸
          Player 1          Player 1          ◂ person ▸
          + one more player
          Dice              ◂ thrown by Kosti ▸
        ▸ Coach             ◂ silent ▸
          [ Begin ]












        Enter goes to the next line; on Begin it begins.


        ↑↓ line · ←→ change · Enter next · Del take a player away · Esc leave
    "#]]
    .assert_eq(&terminal.screen());
    for key in [Key::Up, Key::Up, Key::Up, Key::Right, Key::Up, Key::Up, Key::Enter] {
        terminal.key(key);
    }
    assert!(
        terminal.seats().iter().any(|seat| matches!(seat.kind, PlayerKind::Bot(_))),
        "{:?}",
        terminal.seats()
    );
}
