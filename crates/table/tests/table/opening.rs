//! Opening a table, joining, starting the game.

use kosti_coach::Level;
use kosti_engine::Action;
use kosti_rules::file::PlayersFile;
use kosti_table::{Command, CommandError, SeatPlan, Table, TableEvent, Who};

use crate::driver::{NAMES, Played, SMALL, key, opening_of, person};

fn plan(name: Option<&str>, seat: Option<usize>, bot: Option<Level>) -> SeatPlan {
    SeatPlan { name: name.map(str::to_owned), key: seat.map(key), bot }
}

fn join(seat: Option<usize>, name: &str, of: usize) -> Command {
    Command::Join { seat, name: name.to_owned(), key: key(of), anchor: None }
}

#[test]
fn the_game_begins_when_everybody_is_there() {
    let mut played = Played::open(opening_of("small", SMALL, 2));
    assert!(played.table.state().is_none());
    let throw = Command::Act { seat: Some(0), action: Action::first_throw(), fell: None, contribution: None };
    assert_eq!(played.command(person(0), &throw), Err(CommandError::NotYours));
    played.command(person(0), &join(None, "Olena", 0)).unwrap();
    assert_eq!(played.command(person(0), &throw), Err(CommandError::NotStarted));
    let commit = played.command(person(1), &join(None, "Petro", 1)).unwrap();
    assert_eq!(commit.events[1..], [TableEvent::Started { seats: vec![0, 1] }]);
    assert_eq!(played.on_turn(), Some(0));
    assert_eq!(played.command(person(2), &join(None, "Third", 2)), Err(CommandError::NoFreeSeat));
    assert_eq!(played.command(person(0), &Command::Start), Err(CommandError::Started));
}

#[test]
fn seats_and_names_that_will_not_do() {
    let mut played = Played::open(opening_of("small", SMALL, 3));
    played.sit(1, "Olena", false).unwrap();
    assert_eq!(played.command(person(0), &join(Some(1), "Petro", 0)), Err(CommandError::SeatTaken));
    assert_eq!(played.command(person(0), &join(Some(3), "Petro", 0)), Err(CommandError::NoSuchSeat));
    let same = CommandError::SameName { name: "Olena".to_owned() };
    assert_eq!(played.command(person(0), &join(None, "Olena", 0)), Err(same));
    for name in ["", " Petro", "a\nb", &"x".repeat(61)] {
        let bad = CommandError::BadName { name: name.to_owned() };
        assert_eq!(played.command(person(0), &join(None, name, 0)), Err(bad));
    }
}

#[test]
fn one_may_practise_alone_where_the_rules_say_so() {
    let players = |alone| PlayersFile { min: 2, max: 3, alone };
    let seat = || {
        let mut of_one = opening_of("small", SMALL, 0);
        of_one.seats = vec![plan(Some("Olena"), Some(0), None)];
        of_one
    };
    assert!(Table::opening(seat(), &players(true), 1).is_ok());
    let refused = CommandError::SeatCount { seats: 1, min: 2, max: 3 };
    assert_eq!(Table::opening(seat(), &players(false), 1).map(|_| ()), Err(refused));
}

#[test]
fn a_table_that_cannot_be_opened() {
    let with = |seats: Vec<SeatPlan>| {
        let mut plan = opening_of("small", SMALL, 0);
        plan.seats = seats;
        Table::opening(plan, &PlayersFile { min: 2, max: 3, alone: false }, 1).map(|_| ())
    };
    let olena = || plan(Some("Olena"), Some(0), None);
    assert_eq!(with(vec![olena()]), Err(CommandError::SeatCount { seats: 1, min: 2, max: 3 }));
    assert_eq!(with(vec![olena(); 4]), Err(CommandError::SeatCount { seats: 4, min: 2, max: 3 }));
    assert_eq!(with(vec![olena(); 2]), Err(CommandError::SameName { name: "Olena".to_owned() }));
    let nameless = Err(CommandError::BadName { name: String::new() });
    assert_eq!(with(vec![olena(), plan(None, Some(1), None)]), nameless);
    assert_eq!(with(vec![olena(), plan(None, None, Some(Level::Regular))]), nameless);
    assert_eq!(with(vec![olena(), plan(None, None, None)]), Ok(()));
}

#[test]
fn with_bots_nobody_is_waited_for() {
    let mut table = opening_of("small", SMALL, 0);
    table.seats = vec![plan(Some("Olena"), Some(0), None), plan(Some("Bot"), None, Some(Level::Beginner))];
    let mut played = Played::open(table);
    assert_eq!(played.on_turn(), Some(0));
    assert_eq!(played.table.bot_on_turn(), None);
    played.throw(0);
    played.act(0, Action::Score { slot: 0 }).unwrap();
    assert_eq!(played.table.bot_on_turn(), Some((1, Level::Beginner)));
}

#[test]
fn who_did_not_come_is_not_waited_for() {
    let mut played = Played::open(opening_of("small", SMALL, 4));
    assert_eq!(
        played.command(person(0), &Command::Start),
        Err(CommandError::SeatCount { seats: 0, min: 1, max: 64 })
    );
    played.sit(1, NAMES[0], true).unwrap();
    played.sit(3, NAMES[1], true).unwrap();
    assert_eq!(played.command(person(1), &Command::Start), Err(CommandError::OnlyOpener));
    let commit = played.command(person(0), &Command::Start).unwrap();
    assert_eq!(commit.events, [TableEvent::Started { seats: vec![1, 3] }]);
    // The seats move up, with their chains.
    let chairs = played.table.chairs();
    assert_eq!(chairs.iter().map(|chair| chair.name.as_str()).collect::<Vec<_>>(), NAMES[..2]);
    assert!(chairs.iter().all(|chair| chair.has_chain() && matches!(chair.who, Who::Person { .. })));
    played.clients = played.clients.drain(..).filter(Option::is_some).collect();
    played.keys = vec![key(1), key(3)];
    played.throw(0);
    let throws = played.verify().unwrap().throws;
    assert!(throws[0].thrower && throws[0].seat == 0);
}
