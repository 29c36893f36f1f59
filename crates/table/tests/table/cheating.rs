//! Clients that cheat: what they want is refused, nothing changes, and the game goes on.

use kosti_coach::Level;
use kosti_dice::fair::{Chain, History, Link, Version};
use kosti_engine::{Action, Refusal};
use kosti_table::{By, Contribution, Refused, SeatPlan, Wish};

use crate::driver::{Played, SMALL, key, opened, person};

/// The wish is refused; the throw that follows is derived again all the same.
#[track_caller]
fn refused(played: &mut Played, by: By, wish: &Wish, why: &Refused) {
    let (history, notes) = (*played.table.history(), played.notes.len());
    assert_eq!(played.wish(by, wish).as_ref(), Err(why));
    assert_eq!((*played.table.history(), played.notes.len()), (history, notes));
    played.verified().unwrap();
}

fn throw(seat: Option<usize>, brings: Option<Contribution>) -> Wish {
    Wish::Act { seat, action: Action::first_throw(), fell: None, brings }
}

/// A link as somebody brings it who has seen everything.
fn on_all(played: &Played, link: Option<Link>) -> Option<Contribution> {
    link.map(|link| Contribution { link, history: *played.table.history() })
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
    let brings = played.brings(1);
    refused(&mut played, person(1), &throw(Some(1), brings), &not_yours);
    // Without a seat it is the one of theirs that there is.
    refused(&mut played, person(1), &throw(None, brings), &not_yours);
    played.wish(person(0), &throw(None, None)).unwrap();
}

#[test]
fn a_made_up_die() {
    let mut played = Played::small();
    let brings = played.brings(0);
    let wish = Wish::Act { seat: Some(0), action: Action::first_throw(), fell: "6-6".parse().ok(), brings };
    refused(&mut played, person(0), &wish, &Refused::DiceNotNeeded);
    played.throw(0);
    let score = Action::Score { slot: 0 };
    let wish = Wish::Act { seat: Some(0), action: score, fell: "6-6".parse().ok(), brings: None };
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
        let brings = on_all(&played, wrong);
        refused(&mut played, person(0), &throw(Some(0), brings), &Refused::BadLink);
    }
    // The right link, for somebody who was shown another history.
    let link = played.link(0).unwrap();
    let elsewhere = Some(Contribution { link, history: History::START });
    refused(&mut played, person(0), &throw(Some(0), elsewhere), &Refused::OtherHistory);
    assert_eq!(played.link(0), ahead.link(3));
    played.throw(0);
    assert!(played.verified().unwrap().throws[2].thrower);
}

#[test]
fn a_link_without_a_chain() {
    let mut played = Played::open(opened("small", SMALL, 1));
    played.sit(0, "Olena", false).unwrap();
    let link = Chain::new([1; 32]).link(1);
    let brings = on_all(&played, link);
    refused(&mut played, person(0), &throw(Some(0), brings), &Refused::NoChain);
    played.throw(0);
    assert!(played.verified().unwrap().throws[0].by_server_only());
}

#[test]
fn while_the_dice_are_in_the_air() {
    let mut played = Played::begun(opened("small", SMALL, 3));
    let answers =
        |seat, number, brings: Option<Contribution>| Wish::Witness { seat, number, brings: brings.unwrap() };
    let early = answers(1, 1, played.brings(1));
    refused(&mut played, person(1), &early, &Refused::NotInTheAir);
    refused(&mut played, By::House, &Wish::Unwitnessed { number: 1 }, &Refused::NotInTheAir);
    played.call(0, Action::first_throw()).unwrap();
    assert_eq!(played.table.bot_on_turn(), None);
    let again = throw(Some(0), None);
    let anchor = Wish::Anchor { seat: 1, anchor: Chain::new([8; 32]).anchor() };
    for wish in [&again, &anchor, &Wish::Vacate { seat: 0 }, &Wish::NewChain, &Wish::Start] {
        refused(&mut played, By::House, wish, &Refused::InTheAir);
    }
    // A witness that was not asked, the wrong link, the wrong number, somebody else's answer, another history.
    let not_asked = answers(2, 1, played.brings(2));
    refused(&mut played, person(2), &not_asked, &Refused::NotInTheAir);
    let right = played.brings(1);
    let wrong = on_all(&played, right.map(|right| right.link.before(Version::Two)));
    refused(&mut played, person(1), &answers(1, 1, wrong), &Refused::BadLink);
    refused(&mut played, person(1), &answers(1, 2, right), &Refused::NotInTheAir);
    refused(&mut played, person(2), &answers(1, 1, right), &Refused::NotYours);
    refused(&mut played, person(1), &early, &Refused::OtherHistory);
    refused(&mut played, By::House, &Wish::Unwitnessed { number: 2 }, &Refused::NotInTheAir);
    // Whose time is up, only the house says.
    refused(&mut played, person(0), &Wish::Unwitnessed { number: 1 }, &Refused::NotYours);
    played.answer();
    let throws = played.verified().unwrap().throws;
    assert_eq!((throws[0].thrower, throws[0].witness, throws[0].silent), (true, Some(1), None));
}

#[test]
fn a_witness_that_does_not_answer_is_asked_again_when_it_has_anchored() {
    let mut played = Played::small();
    played.call(0, Action::first_throw()).unwrap();
    played.leave_out();
    // Nobody waits for it again.
    played.call(0, Action::Throw { keep: kosti_dice::Dice::NONE }).unwrap();
    assert_eq!(played.table.in_the_air(), None);
    played.act(0, Action::Score { slot: 0 }).unwrap();
    // It throws itself, with its chain.
    played.throw(1);
    played.anchor(1).unwrap();
    played.act(1, Action::Score { slot: 0 }).unwrap();
    played.throw(0);
    let throws = played.verified().unwrap().throws;
    let told: Vec<_> = throws.iter().map(|throw| (throw.thrower, throw.witness, throw.silent)).collect();
    assert_eq!(
        told,
        [(true, None, Some(1)), (true, None, None), (true, Some(0), None), (true, Some(1), None)]
    );
}

#[test]
fn only_who_can_be_a_witness_is_asked() {
    // Somebody without a chain.
    let mut played = Played::open(opened("small", SMALL, 2));
    played.sit(0, "Olena", true).unwrap();
    played.sit(1, "Petro", false).unwrap();
    assert_eq!(played.table.witness_of(0), None);
    played.throw(0);
    // Oneself, on another seat.
    let mut played = Played::open(opened("small", SMALL, 3));
    played.keys[1] = key(0);
    for (seat, name) in ["Olena", "Olena too", "Petro"].into_iter().enumerate() {
        played.sit(seat, name, true).unwrap();
    }
    assert_eq!([0, 1, 2].map(|seat| played.table.witness_of(seat)), [Some(2), Some(2), Some(0)]);
    played.throw(0);
    assert_eq!(played.verified().unwrap().throws[0].witness, Some(2));
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
