//! The server's chain: used up, and replaced.

use kosti_dice::fair::Chain;
use kosti_engine::{Action, Then};
use kosti_table::{Actor, Command, CommandError, Contribution, TableEvent};

use crate::driver::{MASTER, Played, opening_of};

/// Every throw of the one die scores, so a turn never ends by itself.
const ENDLESS: &str = "name = 'Endless'\ndice = 1\n[race]\ntarget = 100000\n\
    [race.combination.single]\nneeds = { alike = 1 }\npoints = 1\n";

fn throw_on(played: &mut Played) -> Vec<TableEvent> {
    let dice = played.table.state().unwrap().turn().unwrap().dice;
    let action = if dice.is_empty() {
        Action::first_throw()
    } else {
        Action::SetAside { take: dice, then: Then::Throw }
    };
    played.act(0, action).unwrap()
}

#[test]
fn a_chain_that_is_used_up_is_followed_by_the_next() {
    let mut played = Played::open_started(opening_of("endless", ENDLESS, 1));
    for number in 1..=Chain::LENGTH {
        let events = throw_on(&mut played);
        let anchored = events.iter().any(|event| matches!(event, TableEvent::Anchored { seat: None, .. }));
        assert_eq!(anchored, number == Chain::LENGTH);
    }
    // The client's own chain is used up as well: the server goes on alone until there is a new one.
    assert_eq!(played.link(0), None);
    throw_on(&mut played);
    played.anchor(0).unwrap();
    throw_on(&mut played);
    let checked = played.verify().unwrap();
    assert_eq!(checked.throws.len() as u64, Chain::LENGTH + 2);
    let alone: Vec<u64> =
        checked.throws.iter().filter(|throw| throw.is_by_server_only()).map(|throw| throw.number).collect();
    assert_eq!(alone, [Chain::LENGTH + 1]);
    assert!(checked.replaced.is_empty());
    assert!(played.table.dealer(&MASTER).1);
}

#[test]
fn a_server_with_another_key_says_so() {
    let mut played = Played::small();
    played.throw(0);
    let other = [8; 32];
    assert!(played.table.dealer(&MASTER).1);
    let (dealer, known) = played.table.dealer(&other);
    assert!(!known);
    played.dealer = dealer;
    let old = played.contribution(0);
    let commit = played.command(Actor::Server, &Command::NewChain).unwrap();
    assert!(matches!(commit.events[..], [TableEvent::Anchored { seat: None, base: 1, .. }]));
    let (dealer, known) = played.table.dealer(&other);
    assert!(known);
    played.dealer = dealer;
    // A link given before the new chain is rejected: the chain could have been chosen for it.
    assert_eq!(played.command(played.holder(0), &again(old)), Err(CommandError::OtherHistory));
    played.act(0, Action::Throw { keep: kosti_dice::Dice::NONE }).unwrap();
    let checked = played.verify().unwrap();
    assert_eq!((checked.throws.len(), &checked.replaced[..]), (2, &[2][..]));
    assert!(checked.throws.iter().all(|throw| throw.thrower));
}

fn again(contribution: Option<Contribution>) -> Command {
    let action = Action::Throw { keep: kosti_dice::Dice::NONE };
    Command::Act { seat: Some(0), action, fell: None, contribution }
}

#[test]
fn a_client_may_begin_a_new_chain_between_any_two_throws() {
    let mut played = Played::small();
    played.throw(0);
    let old = played.link(0).unwrap();
    played.anchor(0).unwrap();
    assert_eq!(played.clients[0].as_ref().unwrap().base, 1);
    let history = *played.table.history();
    let of_the_old = Some(Contribution { link: old, history });
    assert_eq!(played.command(played.holder(0), &again(of_the_old)), Err(CommandError::BadLink));
    played.act(0, Action::Throw { keep: kosti_dice::Dice::NONE }).unwrap();
    assert!(played.verify().unwrap().throws.iter().all(|throw| throw.thrower));
}
