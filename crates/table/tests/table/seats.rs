//! What happens to seats during a game, and to its end.

use kosti_coach::Level;
use kosti_engine::{Action, Correction, Refusal, Seat};
use kosti_rules::Entry;
use kosti_table::{Actor, Command, CommandError, DiceKind, Key, Opened, Table, TableEvent, Who};

use crate::driver::{ANY, Played, RulesCache, SMALL, key, opening_of, person};

fn act(seat: usize, action: Action) -> Command {
    Command::Act { seat: Some(seat), action, fell: None, contribution: None }
}

#[test]
fn a_bot_stands_in_and_the_person_comes_back() {
    let mut played = Played::small();
    let stand_in = |level| Command::StandIn { seat: 0, level };
    assert_eq!(played.command(person(0), &Command::TakeBack { seat: 0 }), Err(CommandError::NoBot));
    assert_eq!(played.command(person(9), &stand_in(Level::Regular)), Err(CommandError::OnlyOpener));
    played.command(person(0), &stand_in(Level::Regular)).unwrap();
    assert_eq!(played.command(person(0), &stand_in(Level::Regular)), Err(CommandError::BotPlays));
    assert_eq!(played.table.bot_on_turn(), Some((0, Level::Regular)));
    assert_eq!(played.command(person(0), &act(0, Action::first_throw())), Err(CommandError::BotPlays));
    played.command(Actor::Server, &act(0, Action::first_throw())).unwrap();
    // Throws of bots are witnessed too.
    played.answer();
    assert_eq!(played.command(person(1), &Command::TakeBack { seat: 0 }), Err(CommandError::NotYours));
    played.command(person(0), &Command::TakeBack { seat: 0 }).unwrap();
    played.command(person(0), &act(0, Action::Score { slot: 0 })).unwrap();
    let throws = played.verify().unwrap().throws;
    assert_eq!((throws.len(), throws[0].thrower, throws[0].witness), (1, false, Some(1)));
}

#[test]
fn the_opener_lets_a_bot_play_for_who_has_left() {
    let mut played = Played::small();
    played.act(1, Action::Leave).unwrap();
    let commit = played.command(person(0), &Command::StandIn { seat: 1, level: Level::Beginner }).unwrap();
    assert_eq!(
        commit.events,
        [TableEvent::StoodIn { seat: 1, level: Level::Beginner }, TableEvent::Returned { seat: 1 }]
    );
}

#[test]
fn an_empty_seat_waits_for_somebody_else() {
    let mut played = Played::small();
    played.throw(0);
    let commit = played.command(person(0), &Command::Vacate { seat: 0 }).unwrap();
    assert_eq!(commit.events, [TableEvent::Vacated { seat: 0 }, TableEvent::Left { seat: 0 }]);
    assert_eq!(played.command(person(0), &act(0, Action::Return)), Err(CommandError::NotYours));
    assert_eq!(played.command(person(0), &Command::Vacate { seat: 0 }), Err(CommandError::NoSuchSeat));
    assert_eq!(played.on_turn(), Some(1));
    played.keys[0] = Key::of("another");
    let commit = played.sit(0, "Ірина", true).unwrap();
    assert_eq!(commit.events.last(), Some(&TableEvent::Returned { seat: 0 }));
    // Her predecessor's dice still lie there, and her chain begins here.
    played.throw(1);
    played.act(1, Action::Score { slot: 0 }).unwrap();
    played.act(0, Action::Throw { keep: kosti_dice::Dice::NONE }).unwrap();
    let checked = played.verify().unwrap();
    assert!(checked.throws.iter().all(|throw| throw.thrower));
    assert_eq!(checked.record.tags.players, ["Ірина", "Petro"]);
}

#[test]
fn the_last_decision_can_be_taken_back_and_the_end_with_it() {
    let mut played = Played::open_started(opening_of("small", SMALL, 1));
    played.throw(0);
    played.act(0, Action::Score { slot: 0 }).unwrap();
    assert_eq!(played.act(0, Action::Undo).unwrap(), [TableEvent::Undone { seat: 0 }]);
    played.act(0, Action::Score { slot: 1 }).unwrap();
    played.throw(0);
    let events = played.act(0, Action::Score { slot: 0 }).unwrap();
    assert!(matches!(events[..], [TableEvent::Scored { .. }, TableEvent::Ended { .. }]));
    let events = played.act(0, Action::Undo).unwrap();
    assert_eq!(events, [TableEvent::Undone { seat: 0 }, TableEvent::Resumed {}]);
    let events = played.act(0, Action::Score { slot: 0 }).unwrap();
    let [_, TableEvent::Ended { results, winners }] = &events[..] else { panic!("{events:?}") };
    let outcome = played.table.state().unwrap().outcome().unwrap();
    assert_eq!((results[0].total, &winners[..]), (outcome.results[0].total, &[0][..]));
    let over = CommandError::Illegal { why: Refusal::GameOver };
    assert_eq!(played.act(0, Action::first_throw()), Err(over));
    played.verify().unwrap();
}

#[test]
fn only_what_real_dice_brought_is_corrected() {
    let entry = Correction::Entry { seat: Seat(0), slot: 0, nth: 0, to: 0, entry: Entry::Score(9) };
    let mut played = Played::small();
    let only = CommandError::Illegal { why: Refusal::OnlyRealDice };
    assert_eq!(played.act(1, Action::Correct(entry)), Err(only));

    let real = Opened { dice: DiceKind::Real, anchor: None, ..opening_of("small", SMALL, 1) };
    let mut played = Played::open_started(real);
    let throw = |fell: &str| Command::Act {
        seat: None,
        action: Action::first_throw(),
        fell: (!fell.is_empty()).then(|| fell.parse().unwrap()),
        contribution: None,
    };
    assert_eq!(played.command(person(0), &throw("")), Err(CommandError::DiceNeeded { count: 2 }));
    for wrong in ["6-7", "1", "1-2-3"] {
        assert_eq!(
            played.command(person(0), &throw(wrong)),
            Err(CommandError::WrongDice { count: 2, sides: 6 })
        );
    }
    for (slot, dice) in ["4-6", "3-3"].into_iter().enumerate() {
        played.command(person(0), &throw(dice)).unwrap();
        played.act(0, Action::Score { slot }).unwrap();
    }
    let events = played.act(0, Action::Correct(entry)).unwrap();
    let [TableEvent::EntryCorrected { .. }, TableEvent::Ended { results, .. }] = &events[..] else {
        panic!("{events:?}")
    };
    assert_eq!(results[0].total, 15);
    assert_eq!(played.verify().unwrap().record.replay().outcome().unwrap().results[0].total, 15);
}

#[test]
fn a_deleted_table_is_gone() {
    let mut played = Played::small();
    assert_eq!(played.command(person(1), &Command::Delete), Err(CommandError::OnlyOpener));
    played.command(Actor::Server, &Command::Rematch { table: "garden".to_owned() }).unwrap();
    assert_eq!(played.table.rematch(), Some("garden"));
    played.call(0, Action::first_throw()).unwrap();
    assert!(played.table.in_the_air().is_some());
    assert_eq!(played.command(person(0), &Command::Delete).unwrap().events, [TableEvent::Deleted {}]);
    assert!(played.table.is_deleted() && played.table.bot_on_turn().is_none());
    for command in
        [act(0, Action::first_throw()), Command::Unwitnessed { number: 1 }, Command::Delete, Command::Start]
    {
        assert_eq!(played.command(Actor::Server, &command), Err(CommandError::Gone));
    }
    let chairs = played.table.chairs();
    assert!(chairs.iter().all(|chair| matches!(chair.who, Who::Person { .. })));
}

#[test]
fn at_a_rematch_everybody_has_the_same_seat_and_who_lost_starts() {
    let mut played = Played::small();
    for slot in 0..2 {
        for seat in 0..2 {
            played.throw(seat);
            played.act(seat, Action::Score { slot }).unwrap();
        }
    }
    let outcome = played.table.state().unwrap().outcome().unwrap();
    let plan = played.table.rematch_plan("garden", None);
    assert_eq!(plan.seats.iter().map(|seat| seat.key).collect::<Vec<_>>(), [Some(key(0)), Some(key(1))]);
    let starts = plan.first.unwrap_or(0);
    match &outcome.winners[..] {
        [winner] => assert_ne!(starts, winner.0),
        _ => assert_eq!(starts, 1, "nobody lost: the next one"),
    }
    // The starter of that game is the one before; a draw passes it on.
    let commit = Table::opening(Opened { first: Some(1), ..plan }, &ANY, 1).unwrap();
    let again = Table::open("garden", &commit.to_text(), &RulesCache).unwrap();
    assert_eq!(again.state().unwrap().on_turn(), Some(Seat(1)));
    assert_eq!(again.rematch_plan("yard", None).first, None, "after the last seat comes the first");
}

#[test]
fn nobody_is_replaced_while_they_play() {
    let mut played = Played::small();
    played.throw(0);
    let minute = 60_000;
    let at = played.table.times().1;
    let refused = Err(CommandError::PlayerIsHere);
    assert_eq!(played.table.may_be_replaced(0, true, at + 10 * minute), refused, "they are connected");
    assert_eq!(played.table.may_be_replaced(0, false, at + minute - 1), refused, "they think");
    assert_eq!(played.table.may_be_replaced(0, false, at + minute), Ok(()));
    assert_eq!(played.table.may_be_replaced(1, false, at), Ok(()), "not on turn, and away");
    assert_eq!(played.table.may_be_replaced(1, true, at), refused);
    let waiting = Played::open(opening_of("small", SMALL, 2));
    assert_eq!(waiting.table.may_be_replaced(1, true, 0), Ok(()), "the game has not begun");
}

#[test]
fn real_dice_are_taken_back_by_who_entered_them() {
    let real = Opened { dice: DiceKind::Real, anchor: None, ..opening_of("small", SMALL, 2) };
    let mut played = Played::open_started(real);
    let throw = |keep: &str, dice: &str| {
        let keep = if keep.is_empty() { kosti_dice::Dice::NONE } else { keep.parse().unwrap() };
        let fell = Some(dice.parse().unwrap());
        Command::Act { seat: None, action: Action::Throw { keep }, fell, contribution: None }
    };
    let undo = Command::Act { seat: None, action: Action::Undo, fell: None, contribution: None };
    played.command(person(0), &throw("", "4-6")).unwrap();
    played.act(0, Action::Score { slot: 0 }).unwrap();
    played.command(person(1), &throw("", "3-3")).unwrap();
    let nothing = Err(CommandError::from(Refusal::NothingToUndo));
    assert_eq!(played.command(person(0), &undo).map(drop), nothing, "the last entry is the other's");
    assert_eq!(played.command(person(1), &undo).unwrap().events, [TableEvent::Undone { seat: 1 }]);
    assert_eq!(played.command(person(1), &undo).map(drop), nothing);
    assert_eq!(played.command(person(0), &undo).unwrap().events, [TableEvent::Undone { seat: 0 }]);
    assert_eq!(played.command(person(0), &undo).unwrap().events, [TableEvent::Undone { seat: 0 }]);
    let state = played.table.state().unwrap();
    assert!(*state == played.table.initial_state().unwrap());
    assert_eq!(played.verify().unwrap().record.events.len(), 6);
}
