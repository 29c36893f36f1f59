//! Clients that cheat: what they want is refused, nothing changes, and the game goes on.

use kosti_coach::Level;
use kosti_dice::fair::{Chain, Link};
use kosti_engine::{Action, Refusal};
use kosti_table::{By, Refused, SeatPlan, Wish};

use crate::driver::{Played, SMALL, key, opened, person};

/// The wish is refused; the throw that follows is derived again all the same.
#[track_caller]
fn refused(played: &mut Played, by: By, wish: &Wish, why: &Refused) {
    let (history, notes) = (*played.table.history(), played.notes.len());
    assert_eq!(played.wish(by, wish).as_ref(), Err(why));
    assert_eq!((*played.table.history(), played.notes.len()), (history, notes));
    played.verified().unwrap();
}

fn throw(seat: Option<usize>, link: Option<Link>) -> Wish {
    Wish::Act { seat, action: Action::first_throw(), fell: None, link }
}

#[test]
fn somebody_elses_seat() {
    let mut played = Played::small();
    refused(&mut played, person(1), &throw(Some(0), None), &Refused::NotYours);
    refused(&mut played, person(2), &throw(None, None), &Refused::NotYours);
    refused(&mut played, person(1), &throw(Some(2), None), &Refused::NoSuchSeat);
    let anchor = Chain::new([9; 32]).anchor();
    refused(&mut played, person(1), &Wish::Anchor { seat: 0, anchor }, &Refused::NotYours);
    refused(&mut played, person(1), &Wish::Vacate { seat: 0 }, &Refused::OnlyOpener);
    let level = Level::Perfect;
    refused(&mut played, person(1), &Wish::StandIn { seat: 0, level }, &Refused::OnlyOpener);
    refused(&mut played, person(1), &Wish::StandIn { seat: 5, level }, &Refused::NoSuchSeat);
    played.throw(0);
}

#[test]
fn a_throw_out_of_turn() {
    let mut played = Played::small();
    let not_yours = Refused::Illegal { why: Refusal::NotYourTurn };
    let link = played.link(1);
    refused(&mut played, person(1), &throw(Some(1), link), &not_yours);
    // Without a seat it is the one of theirs that there is.
    refused(&mut played, person(1), &throw(None, link), &not_yours);
    played.wish(person(0), &throw(None, None)).unwrap();
}

#[test]
fn a_made_up_die() {
    let mut played = Played::small();
    let link = played.link(0);
    let wish = Wish::Act { seat: Some(0), action: Action::first_throw(), fell: "6-6".parse().ok(), link };
    refused(&mut played, person(0), &wish, &Refused::DiceNotNeeded);
    played.throw(0);
    let wish =
        Wish::Act { seat: Some(0), action: Action::Score { slot: 0 }, fell: "6-6".parse().ok(), link: None };
    refused(&mut played, person(0), &wish, &Refused::DiceNotNeeded);
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
        refused(&mut played, person(0), &throw(Some(0), wrong), &Refused::BadLink);
    }
    assert_eq!(played.link(0), ahead.link(3));
    played.throw(0);
    assert!(played.verified().unwrap().throws[2].thrower);
}

#[test]
fn a_link_without_a_chain() {
    let mut played = Played::open(opened("small", SMALL, 1));
    played.sit(0, "Olena", false).unwrap();
    let link = Chain::new([1; 32]).link(1);
    refused(&mut played, person(0), &throw(Some(0), link), &Refused::NoChain);
    played.throw(0);
    assert!(played.verified().unwrap().throws[0].by_server_only());
}

#[test]
fn while_the_dice_are_in_the_air() {
    let mut played = Played::begun(opened("small", SMALL, 3));
    let link = played.link(2).unwrap();
    refused(&mut played, person(2), &Wish::Witness { seat: 2, number: 1, link }, &Refused::NotInTheAir);
    refused(&mut played, By::House, &Wish::Unwitnessed { number: 1 }, &Refused::NotInTheAir);
    played.act_with(0, Action::first_throw(), Some(2)).unwrap();
    assert_eq!(played.table.bot_on_turn(), None);
    let again = throw(Some(0), None);
    let anchor = Wish::Anchor { seat: 2, anchor: Chain::new([8; 32]).anchor() };
    for wish in [&again, &anchor, &Wish::Vacate { seat: 0 }, &Wish::NewChain, &Wish::Start] {
        refused(&mut played, By::House, wish, &Refused::InTheAir);
    }
    // A witness that was not asked, the wrong link, the wrong number, somebody else's answer.
    let not_asked = Wish::Witness { seat: 1, number: 1, link: played.link(1).unwrap() };
    refused(&mut played, person(1), &not_asked, &Refused::NotInTheAir);
    let wrong = Wish::Witness { seat: 2, number: 1, link: link.before() };
    refused(&mut played, person(2), &wrong, &Refused::BadLink);
    refused(&mut played, person(2), &Wish::Witness { seat: 2, number: 2, link }, &Refused::NotInTheAir);
    refused(&mut played, person(1), &Wish::Witness { seat: 2, number: 1, link }, &Refused::NotYours);
    refused(&mut played, By::House, &Wish::Unwitnessed { number: 2 }, &Refused::NotInTheAir);
    // Whose time is up, only the house says.
    refused(&mut played, person(0), &Wish::Unwitnessed { number: 1 }, &Refused::NotYours);
    played.wish(person(2), &Wish::Witness { seat: 2, number: 1, link }).unwrap();
    let throws = played.verified().unwrap().throws;
    assert_eq!((throws[0].thrower, throws[0].witness, throws[0].silent), (true, Some(2), None));
}

#[test]
fn a_witness_that_does_not_answer() {
    let mut played = Played::small();
    played.act_with(0, Action::first_throw(), Some(1)).unwrap();
    played.wish(By::House, &Wish::Unwitnessed { number: 1 }).unwrap();
    let throws = played.verified().unwrap().throws;
    assert_eq!((throws[0].thrower, throws[0].witness, throws[0].silent), (true, None, Some(1)));
}

#[test]
fn only_who_can_be_a_witness_is_asked() {
    // Oneself, somebody without a chain, nobody at all.
    for witness in [0, 1, 7] {
        let mut played = Played::open(opened("small", SMALL, 2));
        played.sit(0, "Olena", true).unwrap();
        played.sit(1, "Petro", false).unwrap();
        played.act_with(0, Action::first_throw(), Some(witness)).unwrap();
        let throws = played.verified().unwrap().throws;
        assert_eq!((throws.len(), throws[0].witness, throws[0].silent), (1, None, None));
    }
}

#[test]
fn a_bots_seat() {
    let mut table = opened("small", SMALL, 0);
    let bot = Some(Level::Beginner);
    table.seats = vec![
        SeatPlan { name: Some("Bot".to_owned()), key: None, bot },
        SeatPlan { name: Some("Olena".to_owned()), key: Some(key(1)), bot: None },
    ];
    let mut played = Played::open(table);
    refused(&mut played, person(1), &throw(Some(0), None), &Refused::NotYours);
    refused(&mut played, person(0), &throw(Some(0), None), &Refused::NotYours);
    refused(&mut played, By::House, &Wish::TakeBack { seat: 0 }, &Refused::NoBot);
    refused(&mut played, By::House, &Wish::Vacate { seat: 0 }, &Refused::NoSuchSeat);
    played.wish(By::House, &throw(Some(0), None)).unwrap();
}

#[test]
fn the_servers_chain_is_the_houses() {
    let mut played = Played::small();
    for by in [person(0), person(1)] {
        refused(&mut played, by, &Wish::NewChain, &Refused::NotYours);
    }
}
