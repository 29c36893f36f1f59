//! Actions at the table.

use kosti_coach::CoachMode;
use kosti_engine::{Event, Record, Seat};
use kosti_terminal::Key;

use crate::seen::{Seen, rules};

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
        let mut seen = Seen::new(game, &["Olena", "bot:beginner"], "en");
        seen.play_on(12);
        let text = seen.record().to_string();
        let record = Record::parse(&text, rules(game)).unwrap();
        let mut again = Seen::from_record(record.clone());
        let mut seen = Seen::from_record(record);
        assert!(again.person(0) && !again.person(1), "{game}: a bot stays a bot");
        again.play_on(100_000);
        seen.play_on(100_000);
        assert_eq!(
            seen.record().to_string(),
            again.record().to_string(),
            "{game}: the same seed, the same game"
        );
        assert!(!seen.record().to_string().contains("[Result \"*\"]"));
    }
}

#[test]
fn held_dice_stay_where_they_are() {
    let mut seen = Seen::new(sheet(), &["Olena"], "en");
    seen.press(" 24 ");
    let Some(Event::Thrown { kept, .. }) = seen.record().events.last() else { panic!() };
    assert_eq!(kept.len(), 2);
    assert!(seen.screen().contains("2 HELD") && seen.screen().contains("4 HELD"), "{}", seen.screen());
}

#[test]
fn the_keys_are_where_they_are_with_a_ukrainian_layout_too() {
    let mut seen = Seen::new(sheet(), &["Olena"], "uk");
    seen.press("к");
    assert_eq!(seen.record().events.len(), 1, "{}", seen.screen());
    seen.press("йн");
    assert!(!seen.left, "{}", seen.screen());
    seen.press("йт");
    assert!(seen.left);
}

#[test]
fn what_was_decided_can_be_taken_back() {
    let mut seen = Seen::new(sheet(), &["Olena", "Petro"], "en");
    seen.press(" \nyu");
    assert!(
        matches!(seen.record().events.last(), Some(Event::Undone { seat: Seat(0) })),
        "{}",
        seen.screen()
    );
    seen.press("u");
    assert!(seen.status().contains("nothing to take back"), "{}", seen.status());
}

/// The bot has thrown and scored by the time the player sees the mistake; undoing only the bot's entry would
/// make the bot repeat it.
#[test]
fn a_decision_is_taken_back_with_what_bots_did_since() {
    let mut seen = Seen::new(sheet(), &["Olena", "bot:beginner", "bot:regular"], "en");
    seen.press(" \ny");
    let played = seen.record().events.clone();
    let scored = |event: &&Event| matches!(event, Event::Scored { .. } | Event::CrossedOut { .. });
    assert_eq!(played.iter().filter(scored).count(), 3, "bots play on: {}", seen.screen());
    seen.press("u");
    assert_eq!(seen.record().events.last(), Some(&Event::Undone { seat: Seat(0) }), "{}", seen.screen());
    let state = seen.record().replay();
    assert_eq!(state.on_turn(), Some(Seat(0)));
    assert!(state.players().iter().all(|player| player.turns == 0));
    assert_eq!(state.turn().map(|turn| turn.throw), Some(1), "the own dice stay");
    // The saved game is read back and continues.
    let text = seen.record().to_string();
    let read = Record::parse(&text, rules(sheet())).unwrap_or_else(|fault| panic!("{fault}: {text}"));
    assert!(read == *seen.record());
    seen.press("\nyu");
    assert_eq!(seen.record().replay().on_turn(), Some(Seat(0)), "and once more");
    seen.press("\ny u");
    assert!(seen.status().contains("nothing to take back"), "own dice were thrown: {}", seen.status());
    assert!(!matches!(seen.record().events.last(), Some(Event::Undone { .. })));
}

#[test]
fn real_dice_that_were_typed_wrong_are_taken_back() {
    let mut seen = Seen::real(sheet(), &["Olena", "Petro"]);
    seen.press(" 12345\n");
    let before = seen.record().replay();
    seen.press(" 11223\n");
    seen.press("u");
    assert_eq!(seen.record().replay().phase(), before.phase(), "{}", seen.screen());
    seen.press("u");
    assert_eq!(seen.record().replay().turn().map(|turn| turn.throw), Some(0));
    let text = seen.record().to_string();
    assert!(Record::parse(&text, rules(sheet())).unwrap() == *seen.record(), "{text}");
}

#[test]
fn giving_up_asks_once() {
    let game = kosti_games::ids().find(|id| {
        let rules = rules(id);
        rules.sheet().is_some_and(|rules| rules.lot.is_none() && rules.gate.is_none())
    });
    let mut seen = Seen::new(game.unwrap(), &["Olena"], "en");
    seen.press(" ");
    for _ in 0..seen.record().rules().sheet().unwrap().slots.len() {
        let before = seen.record().events.len();
        seen.key(Key::Enter);
        if seen.record().events.len() > before {
            seen.press("u");
        } else if seen.screen().contains("Sure?") {
            seen.press("n");
            assert_eq!(seen.record().events.len(), before);
            seen.press("\ny");
            assert_eq!(seen.record().events.len(), before + 1, "{}", seen.screen());
            return;
        }
        seen.key(Key::Down);
    }
    panic!("every box fits: {}", seen.screen());
}

#[test]
fn in_a_race_only_what_scores_can_be_chosen() {
    let mut seen = Seen::real(race(), &["Olena", "Petro"]);
    seen.press(" 12346\n");
    seen.press("b");
    assert!(seen.status().contains("First choose dice"), "{}", seen.status());
    seen.press("2");
    assert!(seen.status().contains("scores nothing"), "{}", seen.status());
    seen.press("1b");
    assert!(
        matches!(seen.record().events.last(), Some(Event::Banked { points: 10, .. })),
        "{}",
        seen.screen()
    );
}

#[test]
fn dice_that_score_together_are_chosen_together() {
    let mut seen = Seen::real(race(), &["Olena", "Petro"]);
    seen.press(" 22251\n");
    seen.press("1");
    assert!(seen.status().contains("2-2-2 for 20"), "{}", seen.status());
    seen.press("5");
    assert!(seen.status().contains("1-2-2-2 for 30"), "{}", seen.status());
    seen.press("2");
    assert!(seen.status().contains("To set aside: 1 for 10"), "{}", seen.status());
}

#[test]
fn real_dice_are_typed_and_nonsense_is_refused() {
    let mut seen = Seen::real(sheet(), &["Olena", "Petro"]);
    for nonsense in ["123\n", "123457\n", "99999\n", "\n", "abc\n", "0 0 0 0 0\n"] {
        seen.press(" ");
        seen.press(nonsense);
        assert!(seen.status().contains("can't have been thrown"), "{nonsense}: {}", seen.status());
        assert!(seen.saved.as_ref().is_none_or(|record| record.events.is_empty()));
        seen.key(Key::Escape);
    }
    seen.press(" 6,6-5 1 1\n");
    assert!(seen.record().to_string().contains("threw 1-1-5-6-6"), "{}", seen.record());
}

#[test]
fn what_real_dice_brought_can_be_corrected() {
    let game = kosti_games::ids().find(|id| rules(id).sheet().is_some_and(|r| r.gate.is_some())).unwrap();
    let mut seen = Seen::real(game, &["Olena", "Petro"]);
    seen.press(" 11156\n\n");
    seen.key(Key::Left);
    seen.press("mabc\n");
    assert!(seen.status().contains("Type points"), "{}", seen.status());
    for _ in 0..3 {
        seen.key(Key::Backspace);
    }
    seen.press("99\n");
    assert!(seen.status().contains("not possible"), "{}", seen.status());
    for _ in 0..2 {
        seen.key(Key::Backspace);
    }
    seen.press("-3\n");
    assert!(seen.record().to_string().contains("corrected Olena: ones -2 to ones -3"), "{}", seen.record());

    let mut seen = Seen::real(race(), &["Olena", "Petro"]);
    seen.press("m310/2\n");
    assert!(seen.record().to_string().contains("corrected Olena: 0 to 310/2"), "{}", seen.record());
}

#[test]
fn the_coach_shows_and_warns() {
    let game = kosti_games::ids().find(|id| rules(id).sheet().is_some_and(|r| r.gate.is_some())).unwrap();
    let mut seen = Seen::with_coach(game, &["Olena"], CoachMode::Show);
    seen.press(" ");
    assert!(seen.screen().contains("worth") && seen.screen().contains("keep"), "{}", seen.screen());
    let mut seen = Seen::with_coach(game, &["Olena"], CoachMode::Warn);
    seen.press(" ");
    for _ in 0..6 {
        let before = seen.record().events.len();
        seen.key(Key::Enter);
        if seen.screen().contains("costs") {
            seen.press("n");
            assert_eq!(seen.record().events.len(), before);
            seen.press("\ny");
            assert!(seen.record().events.len() > before);
            return;
        }
        seen.press("u");
        seen.key(Key::Down);
    }
    panic!("no choice was costly: {}", seen.screen());
}

#[test]
fn nonsense_does_no_harm() {
    let keystrokes = if kosti_testkit::full_length() { 2000 } else { 200 };
    for game in kosti_games::ids() {
        let mut seen = Seen::new(game, &["Olena", "Petro"], "en");
        let keys = [Key::Up, Key::Left, Key::Enter, Key::Delete, Key::Backspace, Key::Tab, Key::BackTab];
        for (nth, typed) in "9zж 8bxmuae?r1 к5\n🎲x yq n m".chars().cycle().take(keystrokes).enumerate() {
            seen.key(Key::Char(typed));
            seen.key(keys[nth % keys.len()]);
            if nth % 3 == 0 {
                seen.key(Key::Escape);
            }
            seen.screen();
        }
        let text = seen.record().to_string();
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
        let mut seen = Seen::of_text(text, &["Olena", "bot:careful"], language, CoachMode::Show);
        seen.press(" ");
        let screen = seen.screen();
        assert!(screen.contains(estimate) && screen.contains(chance), "{screen}");
        assert!(seen.record().to_string().contains(bot), "{}", seen.record());
        assert!(
            seen.record().to_string().contains("[Bots \"2=perfect\"]"),
            "a record says what it always said"
        );
        let mut seen = Seen::of_text(text, &["Olena"], language, CoachMode::Warn);
        seen.press(" ");
        // Every choice loses more than a negative limit.
        seen.key(Key::Enter);
        let screen = seen.screen();
        assert!(screen.contains(asked), "{screen}");
    }
}
