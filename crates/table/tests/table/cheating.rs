//! Clients that cheat: their commands are rejected, the table stays unchanged, and the game continues.

use kosti_coach::Level;
use kosti_dice::fair::{Chain, History, Link, Version};
use kosti_engine::{Action, Refusal};
use kosti_table::{Actor, Command, CommandError, Contribution, SeatPlan};

use crate::driver::{Played, SMALL, key, opening_of, person};

/// Checks that the command is rejected, and that the next throw can still be verified.
#[track_caller]
fn expect_refusal(played: &mut Played, actor: Actor, command: &Command, why: &CommandError) {
    let (history, commits) = (*played.table.history(), played.commits.len());
    assert_eq!(played.command(actor, command).as_ref(), Err(why));
    assert_eq!((*played.table.history(), played.commits.len()), (history, commits));
    played.verify().unwrap();
}

fn throw(seat: Option<usize>, contribution: Option<Contribution>) -> Command {
    Command::Act { seat, action: Action::first_throw(), fell: None, contribution }
}

/// A link with the current history.
fn on_all(played: &Played, link: Option<Link>) -> Option<Contribution> {
    link.map(|link| Contribution { link, history: *played.table.history() })
}

#[test]
fn somebody_elses_seat() {
    let mut played = Played::small();
    expect_refusal(&mut played, person(1), &throw(Some(0), None), &CommandError::NotYours);
    expect_refusal(&mut played, person(2), &throw(None, None), &CommandError::NotYours);
    expect_refusal(&mut played, person(1), &throw(Some(2), None), &CommandError::NoSuchSeat);
    let anchor = Chain::new([9; 32]).anchor();
    expect_refusal(&mut played, person(1), &Command::Anchor { seat: 0, anchor }, &CommandError::NotYours);
    expect_refusal(&mut played, person(1), &Command::Vacate { seat: 0 }, &CommandError::OnlyOpener);
    let level = Level::Perfect;
    expect_refusal(&mut played, person(1), &Command::StandIn { seat: 0, level }, &CommandError::OnlyOpener);
    expect_refusal(&mut played, person(1), &Command::StandIn { seat: 5, level }, &CommandError::NoSuchSeat);
    played.throw(0);
}

#[test]
fn a_throw_out_of_turn() {
    let mut played = Played::small();
    let not_yours = CommandError::Illegal { why: Refusal::NotYourTurn };
    let contribution = played.contribution(1);
    expect_refusal(&mut played, person(1), &throw(Some(1), contribution), &not_yours);
    // Without a seat, the actor's only seat.
    expect_refusal(&mut played, person(1), &throw(None, contribution), &not_yours);
    played.command(person(0), &throw(None, None)).unwrap();
}

#[test]
fn a_made_up_die() {
    let mut played = Played::small();
    let contribution = played.contribution(0);
    let command =
        Command::Act { seat: Some(0), action: Action::first_throw(), fell: "6-6".parse().ok(), contribution };
    expect_refusal(&mut played, person(0), &command, &CommandError::DiceNotNeeded);
    played.throw(0);
    let score = Action::Score { slot: 0 };
    let command = Command::Act { seat: Some(0), action: score, fell: "6-6".parse().ok(), contribution: None };
    expect_refusal(&mut played, person(0), &command, &CommandError::DiceNotNeeded);
    played.act(0, Action::Score { slot: 0 }).unwrap();
}

#[test]
fn links_that_are_not_of_this_throw() {
    let mut played = Played::small();
    let old = played.link(0);
    played.throw(0);
    played.act(0, Action::Score { slot: 0 }).unwrap();
    played.throw(1);
    played.act(1, Action::Score { slot: 0 }).unwrap();
    let mut ahead = Chain::new([1; 32]);
    let others = played.link(1);
    for wrong in [old, others, ahead.link(2), ahead.link(4), Some(ahead.anchor())] {
        let contribution = on_all(&played, wrong);
        expect_refusal(&mut played, person(0), &throw(Some(0), contribution), &CommandError::BadLink);
    }
    // The right link with another history.
    let link = played.link(0).unwrap();
    let elsewhere = Some(Contribution { link, history: History::START });
    expect_refusal(&mut played, person(0), &throw(Some(0), elsewhere), &CommandError::OtherHistory);
    assert_eq!(played.link(0), ahead.link(3));
    played.throw(0);
    assert!(played.verify().unwrap().throws[2].thrower);
}

#[test]
fn a_link_without_a_chain() {
    let mut played = Played::open(opening_of("small", SMALL, 1));
    played.sit(0, "Olena", false).unwrap();
    let link = Chain::new([1; 32]).link(1);
    let contribution = on_all(&played, link);
    expect_refusal(&mut played, person(0), &throw(Some(0), contribution), &CommandError::NoChain);
    played.throw(0);
    assert!(played.verify().unwrap().throws[0].is_by_server_only());
}

#[test]
fn while_the_dice_are_in_the_air() {
    let mut played = Played::open_started(opening_of("small", SMALL, 3));
    let answers = |seat, number, contribution: Option<Contribution>| Command::Witness {
        seat,
        number,
        contribution: contribution.unwrap(),
    };
    let early = answers(1, 1, played.contribution(1));
    expect_refusal(&mut played, person(1), &early, &CommandError::NotInTheAir);
    expect_refusal(
        &mut played,
        Actor::Server,
        &Command::Unwitnessed { number: 1 },
        &CommandError::NotInTheAir,
    );
    played.call(0, Action::first_throw()).unwrap();
    assert_eq!(played.table.bot_on_turn(), None);
    let again = throw(Some(0), None);
    let anchor = Command::Anchor { seat: 1, anchor: Chain::new([8; 32]).anchor() };
    for command in [&again, &anchor, &Command::Vacate { seat: 0 }, &Command::NewChain, &Command::Start] {
        expect_refusal(&mut played, Actor::Server, command, &CommandError::InTheAir);
    }
    // A witness that was not asked, the wrong link, the wrong number, somebody else's answer, another history.
    let not_asked = answers(2, 1, played.contribution(2));
    expect_refusal(&mut played, person(2), &not_asked, &CommandError::NotInTheAir);
    let right = played.contribution(1);
    let wrong = on_all(&played, right.map(|right| right.link.before(Version::Two)));
    expect_refusal(&mut played, person(1), &answers(1, 1, wrong), &CommandError::BadLink);
    expect_refusal(&mut played, person(1), &answers(1, 2, right), &CommandError::NotInTheAir);
    expect_refusal(&mut played, person(2), &answers(1, 1, right), &CommandError::NotYours);
    expect_refusal(&mut played, person(1), &early, &CommandError::OtherHistory);
    expect_refusal(
        &mut played,
        Actor::Server,
        &Command::Unwitnessed { number: 2 },
        &CommandError::NotInTheAir,
    );
    // Only the server decides that the time is over.
    expect_refusal(&mut played, person(0), &Command::Unwitnessed { number: 1 }, &CommandError::NotYours);
    played.answer();
    let throws = played.verify().unwrap().throws;
    assert_eq!((throws[0].thrower, throws[0].witness, throws[0].silent), (true, Some(1), None));
}

#[test]
fn a_witness_that_does_not_answer_is_asked_again_when_it_has_anchored() {
    let mut played = Played::small();
    played.call(0, Action::first_throw()).unwrap();
    played.leave_out();
    // The same witness is not asked again.
    played.call(0, Action::Throw { keep: kosti_dice::Dice::NONE }).unwrap();
    assert_eq!(played.table.in_the_air(), None);
    played.act(0, Action::Score { slot: 0 }).unwrap();
    // It throws itself, with its chain.
    played.throw(1);
    played.anchor(1).unwrap();
    played.act(1, Action::Score { slot: 0 }).unwrap();
    played.throw(0);
    let throws = played.verify().unwrap().throws;
    let result: Vec<_> = throws.iter().map(|throw| (throw.thrower, throw.witness, throw.silent)).collect();
    assert_eq!(
        result,
        [(true, None, Some(1)), (true, None, None), (true, Some(0), None), (true, Some(1), None)]
    );
}

#[test]
fn only_who_can_be_a_witness_is_asked() {
    // Somebody without a chain.
    let mut played = Played::open(opening_of("small", SMALL, 2));
    played.sit(0, "Olena", true).unwrap();
    played.sit(1, "Petro", false).unwrap();
    assert_eq!(played.table.witness_of(0), None);
    played.throw(0);
    // Oneself, on another seat.
    let mut played = Played::open(opening_of("small", SMALL, 3));
    played.keys[1] = key(0);
    for (seat, name) in ["Olena", "Olena too", "Petro"].into_iter().enumerate() {
        played.sit(seat, name, true).unwrap();
    }
    assert_eq!([0, 1, 2].map(|seat| played.table.witness_of(seat)), [Some(2), Some(2), Some(0)]);
    played.throw(0);
    assert_eq!(played.verify().unwrap().throws[0].witness, Some(2));
}

#[test]
fn a_bots_seat() {
    let mut table = opening_of("small", SMALL, 0);
    let bot = Some(Level::Beginner);
    table.seats = vec![
        SeatPlan { name: Some("Bot".to_owned()), key: None, bot },
        SeatPlan { name: Some("Olena".to_owned()), key: Some(key(1)), bot: None },
    ];
    let mut played = Played::open(table);
    expect_refusal(&mut played, person(1), &throw(Some(0), None), &CommandError::NotYours);
    expect_refusal(&mut played, person(0), &throw(Some(0), None), &CommandError::NotYours);
    expect_refusal(&mut played, Actor::Server, &Command::TakeBack { seat: 0 }, &CommandError::NoBot);
    expect_refusal(&mut played, Actor::Server, &Command::Vacate { seat: 0 }, &CommandError::NoSuchSeat);
    played.command(Actor::Server, &throw(Some(0), None)).unwrap();
}

#[test]
fn the_servers_chain_is_the_houses() {
    let mut played = Played::small();
    for actor in [person(0), person(1)] {
        expect_refusal(&mut played, actor, &Command::NewChain, &CommandError::NotYours);
    }
}
