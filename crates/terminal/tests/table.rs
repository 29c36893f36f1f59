//! Actions at the table.

use kosti_coach::CoachMode;
use kosti_engine::{Event, Record, Seat};
use kosti_terminal::Key;

use crate::test_terminal::{TestTerminal, rules};

/// A bundled game of each family.
fn sheet() -> &'static str {
    kosti_games::ids().find(|id| rules(id).sheet().is_some_and(|rules| rules.lot.is_none())).unwrap()
}

fn race() -> &'static str {
    kosti_games::ids().find(|id| rules(id).race().is_some()).unwrap()
}

#[test]
fn everything_is_saved_as_it_happens_and_goes_on_from_there() {
    for game in kosti_games::ids() {
        let mut terminal = TestTerminal::new(game, &["Olena", "bot:beginner"], "en");
        terminal.play_on(12);
        let text = terminal.record().to_string();
        let record = Record::parse(&text, rules(game)).unwrap();
        let mut again = TestTerminal::from_record(record.clone());
        let mut terminal = TestTerminal::from_record(record);
        assert!(again.person(0) && !again.person(1), "{game}: a bot stays a bot");
        again.play_on(100_000);
        terminal.play_on(100_000);
        assert_eq!(
            terminal.record().to_string(),
            again.record().to_string(),
            "{game}: the same seed, the same game"
        );
        assert!(!terminal.record().to_string().contains("[Result \"*\"]"));
    }
}

#[test]
fn held_dice_stay_where_they_are() {
    let mut terminal = TestTerminal::new(sheet(), &["Olena"], "en");
    terminal.press(" 24 ");
    let Some(Event::Thrown { kept, .. }) = terminal.record().events.last() else { panic!() };
    assert_eq!(kept.len(), 2);
    assert!(
        terminal.screen().contains("2 HELD") && terminal.screen().contains("4 HELD"),
        "{}",
        terminal.screen()
    );
}

#[test]
fn the_keys_are_where_they_are_with_a_ukrainian_layout_too() {
    let mut terminal = TestTerminal::new(sheet(), &["Olena"], "uk");
    terminal.press("к");
    assert_eq!(terminal.record().events.len(), 1, "{}", terminal.screen());
    terminal.press("йн");
    assert!(!terminal.left, "{}", terminal.screen());
    terminal.press("йт");
    assert!(terminal.left);
}

#[test]
fn what_was_decided_can_be_taken_back() {
    let mut terminal = TestTerminal::new(sheet(), &["Olena", "Petro"], "en");
    terminal.press(" \nyu");
    assert!(
        matches!(terminal.record().events.last(), Some(Event::Undone { seat: Seat(0) })),
        "{}",
        terminal.screen()
    );
    terminal.press("u");
    assert!(terminal.status().contains("nothing to take back"), "{}", terminal.status());
}

/// The bot has thrown and scored by the time the player sees the mistake; undoing only the bot's entry would
/// make the bot repeat it.
#[test]
fn a_decision_is_taken_back_with_what_bots_did_since() {
    let mut terminal = TestTerminal::new(sheet(), &["Olena", "bot:beginner", "bot:regular"], "en");
    terminal.press(" \ny");
    let played = terminal.record().events.clone();
    let scored = |event: &&Event| matches!(event, Event::Scored { .. } | Event::CrossedOut { .. });
    assert_eq!(played.iter().filter(scored).count(), 3, "bots play on: {}", terminal.screen());
    terminal.press("u");
    assert_eq!(
        terminal.record().events.last(),
        Some(&Event::Undone { seat: Seat(0) }),
        "{}",
        terminal.screen()
    );
    let state = terminal.record().replay();
    assert_eq!(state.on_turn(), Some(Seat(0)));
    assert!(state.players().iter().all(|player| player.turns == 0));
    assert_eq!(state.turn().map(|turn| turn.throw), Some(1), "the own dice stay");
    // The saved game is read back and continues.
    let text = terminal.record().to_string();
    let read = Record::parse(&text, rules(sheet())).unwrap_or_else(|fault| panic!("{fault}: {text}"));
    assert!(read == *terminal.record());
    terminal.press("\nyu");
    assert_eq!(terminal.record().replay().on_turn(), Some(Seat(0)), "and once more");
    terminal.press("\ny u");
    assert!(
        terminal.status().contains("nothing to take back"),
        "own dice were thrown: {}",
        terminal.status()
    );
    assert!(!matches!(terminal.record().events.last(), Some(Event::Undone { .. })));
}

#[test]
fn real_dice_that_were_typed_wrong_are_taken_back() {
    let mut terminal = TestTerminal::real(sheet(), &["Olena", "Petro"]);
    terminal.press(" 12345\n");
    let before = terminal.record().replay();
    terminal.press(" 11223\n");
    terminal.press("u");
    assert_eq!(terminal.record().replay().phase(), before.phase(), "{}", terminal.screen());
    terminal.press("u");
    assert_eq!(terminal.record().replay().turn().map(|turn| turn.throw), Some(0));
    let text = terminal.record().to_string();
    assert!(Record::parse(&text, rules(sheet())).unwrap() == *terminal.record(), "{text}");
}

#[test]
fn giving_up_asks_once() {
    let game = kosti_games::ids().find(|id| {
        let rules = rules(id);
        rules.sheet().is_some_and(|rules| rules.lot.is_none() && rules.gate.is_none())
    });
    let mut terminal = TestTerminal::new(game.unwrap(), &["Olena"], "en");
    terminal.press(" ");
    for _ in 0..terminal.record().rules().sheet().unwrap().slots.len() {
        let before = terminal.record().events.len();
        terminal.key(Key::Enter);
        if terminal.record().events.len() > before {
            terminal.press("u");
        } else if terminal.screen().contains("Sure?") {
            terminal.press("n");
            assert_eq!(terminal.record().events.len(), before);
            terminal.press("\ny");
            assert_eq!(terminal.record().events.len(), before + 1, "{}", terminal.screen());
            return;
        }
        terminal.key(Key::Down);
    }
    panic!("every box fits: {}", terminal.screen());
}

#[test]
fn in_a_race_only_what_scores_can_be_chosen() {
    let mut terminal = TestTerminal::real(race(), &["Olena", "Petro"]);
    terminal.press(" 12346\n");
    terminal.press("b");
    assert!(terminal.status().contains("First choose dice"), "{}", terminal.status());
    terminal.press("2");
    assert!(terminal.status().contains("scores nothing"), "{}", terminal.status());
    terminal.press("1b");
    assert!(
        matches!(terminal.record().events.last(), Some(Event::Banked { points: 10, .. })),
        "{}",
        terminal.screen()
    );
}

#[test]
fn dice_that_score_together_are_chosen_together() {
    let mut terminal = TestTerminal::real(race(), &["Olena", "Petro"]);
    terminal.press(" 22251\n");
    terminal.press("1");
    assert!(terminal.status().contains("2-2-2 for 20"), "{}", terminal.status());
    terminal.press("5");
    assert!(terminal.status().contains("1-2-2-2 for 30"), "{}", terminal.status());
    terminal.press("2");
    assert!(terminal.status().contains("To set aside: 1 for 10"), "{}", terminal.status());
}

#[test]
fn real_dice_are_typed_and_nonsense_is_refused() {
    let mut terminal = TestTerminal::real(sheet(), &["Olena", "Petro"]);
    for nonsense in ["123\n", "123457\n", "99999\n", "\n", "abc\n", "0 0 0 0 0\n"] {
        terminal.press(" ");
        terminal.press(nonsense);
        assert!(terminal.status().contains("can't have been thrown"), "{nonsense}: {}", terminal.status());
        assert!(terminal.saved.as_ref().is_none_or(|record| record.events.is_empty()));
        terminal.key(Key::Escape);
    }
    terminal.press(" 6,6-5 1 1\n");
    assert!(terminal.record().to_string().contains("threw 1-1-5-6-6"), "{}", terminal.record());
}

#[test]
fn what_real_dice_brought_can_be_corrected() {
    let game = kosti_games::ids().find(|id| rules(id).sheet().is_some_and(|r| r.gate.is_some())).unwrap();
    let mut terminal = TestTerminal::real(game, &["Olena", "Petro"]);
    terminal.press(" 11156\n\n");
    terminal.key(Key::Left);
    terminal.press("mabc\n");
    assert!(terminal.status().contains("Type points"), "{}", terminal.status());
    for _ in 0..3 {
        terminal.key(Key::Backspace);
    }
    terminal.press("99\n");
    assert!(terminal.status().contains("not possible"), "{}", terminal.status());
    for _ in 0..2 {
        terminal.key(Key::Backspace);
    }
    terminal.press("-3\n");
    assert!(
        terminal.record().to_string().contains("corrected Olena: ones -2 to ones -3"),
        "{}",
        terminal.record()
    );

    let mut terminal = TestTerminal::real(race(), &["Olena", "Petro"]);
    terminal.press("m310/2\n");
    assert!(terminal.record().to_string().contains("corrected Olena: 0 to 310/2"), "{}", terminal.record());
}

#[test]
fn the_coach_shows_and_warns() {
    let game = kosti_games::ids().find(|id| rules(id).sheet().is_some_and(|r| r.gate.is_some())).unwrap();
    let mut terminal = TestTerminal::with_coach(game, &["Olena"], CoachMode::Show);
    terminal.press(" ");
    assert!(
        terminal.screen().contains("worth") && terminal.screen().contains("keep"),
        "{}",
        terminal.screen()
    );
    let mut terminal = TestTerminal::with_coach(game, &["Olena"], CoachMode::Warn);
    terminal.press(" ");
    for _ in 0..6 {
        let before = terminal.record().events.len();
        terminal.key(Key::Enter);
        if terminal.screen().contains("costs") {
            terminal.press("n");
            assert_eq!(terminal.record().events.len(), before);
            terminal.press("\ny");
            assert!(terminal.record().events.len() > before);
            return;
        }
        terminal.press("u");
        terminal.key(Key::Down);
    }
    panic!("no choice was costly: {}", terminal.screen());
}

#[test]
fn nonsense_does_no_harm() {
    let keystrokes = if kosti_testkit::full_length() { 2000 } else { 200 };
    for game in kosti_games::ids() {
        let mut terminal = TestTerminal::new(game, &["Olena", "Petro"], "en");
        let keys = [Key::Up, Key::Left, Key::Enter, Key::Delete, Key::Backspace, Key::Tab, Key::BackTab];
        for (nth, typed) in "9zж 8bxmuae?r1 к5\n🎲x yq n m".chars().cycle().take(keystrokes).enumerate() {
            terminal.key(Key::Char(typed));
            terminal.key(keys[nth % keys.len()]);
            if nth % 3 == 0 {
                terminal.key(Key::Escape);
            }
            terminal.screen();
        }
        let text = terminal.record().to_string();
        assert!(Record::parse(&text, rules(game)).is_ok(), "{text}");
    }
}

/// The solver does not support columns; the coach estimates, and its bot is not called perfect.
#[test]
fn an_estimate_says_so() {
    let text = "name = 'Two'\ndice = 2\nthrows = 2\n[each-box]\nscore = 'all-dice'\n[box.a]\n[box.b]\n[column.x]\n[column.y]\n";
    for (language, estimate, chance, bot, asked) in [
        ("en", "An estimate.", "chance to win about ", "Bot 1 (careful)", "by an estimate"),
        ("uk", "Це оцінка.", "шанс на перемогу близько ", "Бот 1 (обачний)", "за оцінкою"),
    ] {
        let mut terminal = TestTerminal::of_text(text, &["Olena", "bot:careful"], language, CoachMode::Show);
        terminal.press(" ");
        let screen = terminal.screen();
        assert!(screen.contains(estimate) && screen.contains(chance), "{screen}");
        assert!(terminal.record().to_string().contains(bot), "{}", terminal.record());
        assert!(
            terminal.record().to_string().contains("[Bots \"2=perfect\"]"),
            "a record says what it always said"
        );
        let mut terminal = TestTerminal::of_text(text, &["Olena"], language, CoachMode::Warn);
        terminal.press(" ");
        // Every choice loses more than a negative limit.
        terminal.key(Key::Enter);
        let screen = terminal.screen();
        assert!(screen.contains(asked), "{screen}");
    }
}
