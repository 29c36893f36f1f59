//! Servers that cheat, as docs/dice.md tells them: what each of them gets, and what a verifier says. The program and
//! the reference agree.

use std::collections::BTreeSet;

use kosti_dice::fair::{Chain, Draw, Generation};
use kosti_engine::Action;
use kosti_table::{By, Dealer, Fact, Moment, NotProven, Note, Wish, download, verify_download};
use serde_json::{Value, json};

use crate::downloads::reference;
use crate::driver::{MASTER, Played, SMALL, Shelf, opened};

/// The dice of the throw in a note.
fn dice(did: &[Fact]) -> String {
    let fell = did.iter().find_map(|fact| match fact {
        Fact::Thrown { dice, .. } => Some(dice.to_string()),
        _ => None,
    });
    fell.unwrap()
}

/// What the program says of notes that a server wrote; the reference refuses them too.
#[track_caller]
fn found(played: &Played, notes: &[String]) -> NotProven {
    let text = download(&played.verified().unwrap().record, notes);
    let wrong = verify_download(&text, &Shelf).map(|_| ()).unwrap_err();
    assert!(reference(&[text])[0].get("wrong").is_some(), "the reference takes it: {wrong}");
    wrong
}

/// The notes with one of them changed.
fn changed(played: &Played, nth: usize, change: impl Fn(&mut Value)) -> Vec<String> {
    let mut notes = played.notes.clone();
    let mut note: Value = serde_json::from_str(&notes[nth]).unwrap();
    change(&mut note);
    notes[nth] = note.to_string();
    notes
}

/// With every link in its hands the server writes the call of a throw at other times, and with other records before it.
#[test]
fn trying_times_and_records_gives_the_same_dice() {
    let thrown = |at: i64, records: usize| {
        let mut played = Played::small();
        for _ in 0..records {
            // Something that changes nothing in the game.
            played.anchor(0).unwrap();
            played.clients[0] = Some(crate::driver::Client { chain: Chain::new([1; 32]), base: 0 });
            let anchor = Chain::new([1; 32]).anchor();
            played.wish(played.holder(0), &Wish::Anchor { seat: 0, anchor }).unwrap();
        }
        let brings = played.brings(0);
        let throw = Wish::Act { seat: Some(0), action: Action::first_throw(), fell: None, brings };
        let moment = Moment { at, generation: Generation::from_bytes([5; 16]) };
        let by = played.holder(0);
        let note = played.table.decide(&mut played.dealer, by, &throw, moment).unwrap();
        let text = note.to_text();
        played.table.follow(&text).unwrap();
        played.twin.follow_note(&note, &text).unwrap();
        played.notes.push(text);
        let fell = dice(&played.answer());
        played.verified().unwrap();
        fell
    };
    let tried: BTreeSet<String> =
        (0..200).map(|at| thrown(at, 0)).chain((1..20).map(|n| thrown(0, n))).collect();
    assert_eq!(tried.len(), 1, "{tried:?}");
}

/// It asks a witness that it likes better, or none.
#[test]
fn another_witness_than_the_notes_call_for_is_found() {
    let mut played = Played::begun(opened("small", SMALL, 3));
    played.throw(0);
    let called = played.notes.len() - 2;
    // Seat 2 instead of seat 1, with its right link, on the right history.
    let link = Chain::new([3; 32]).link(1).unwrap().to_string();
    let mut notes = changed(&played, called, |note| note["did"][0]["called"]["witness"] = json!(2));
    let history = notes[..=called]
        .iter()
        .fold(kosti_dice::fair::History::START, |so_far, note| so_far.then(note.as_bytes()))
        .to_string();
    let mut thrown: Value = serde_json::from_str(&notes[called + 1]).unwrap();
    thrown["did"][0]["thrown"]["proof"]["witness"] = json!({ "seat": 2, "link": link, "history": history });
    notes[called + 1] = thrown.to_string();
    assert_eq!(found(&played, &notes), NotProven::WitnessRule { number: 1 });
    // Nobody.
    let mut notes = played.notes.clone();
    notes.remove(called);
    let mut thrown: Value = serde_json::from_str(&notes[called]).unwrap();
    thrown["did"][0]["thrown"]["proof"].as_object_mut().unwrap().remove("witness");
    notes[called] = thrown.to_string();
    assert_eq!(found(&played, &notes), NotProven::WitnessRule { number: 1 });
}

/// A host who runs the server and throws knows two of three links: the third decides.
#[test]
fn a_host_who_throws_cannot_foresee_a_witnessed_throw() {
    let generation = Generation::from_bytes([5; 16]);
    let host = Dealer::new(&MASTER, "kitchen", generation).anchor();
    let fell = |witness: Option<u8>| {
        let witness = witness.map(|secret| Chain::new([secret; 32]).link(1).unwrap());
        let draw = Draw {
            table: "kitchen",
            number: 1,
            seat: 0,
            server: &host,
            thrower: Some(&host),
            witness: witness.as_ref(),
        };
        draw.fall(2, 6)
    };
    let possible: BTreeSet<Vec<u8>> = (0..200).map(|secret| fell(Some(secret))).collect();
    assert!(possible.len() > 30, "{possible:?}");
    // Without a witness there is one, and the host knows it.
    assert_eq!(fell(None), fell(None));
}

/// The server drops the witness when it does not like the dice: it has one of two, and everybody sees that.
#[test]
fn a_dropped_witness_is_told_and_not_asked_until_it_anchors_again() {
    let mut played = Played::small();
    played.call(0, Action::first_throw()).unwrap();
    played.leave_out();
    let again = Action::Throw { keep: kosti_dice::Dice::NONE };
    played.act(0, again).unwrap();
    played.anchor(1).unwrap();
    played.act(0, Action::Score { slot: 0 }).unwrap();
    let checked = played.verified().unwrap();
    assert_eq!((checked.throws[0].witness, checked.throws[0].silent), (None, Some(1)));
    assert_eq!((checked.throws[1].witness, checked.throws[1].silent), (None, None));
    assert_eq!(played.table.witness_of(0), Some(1));
    // Asked again without an anchor: a server that drops it over and over.
    let mut fresh = Played::small();
    fresh.call(0, Action::first_throw()).unwrap();
    fresh.leave_out();
    let called = Fact::Called {
        seat: 0,
        keep: kosti_dice::Dice::NONE,
        aside: false,
        number: 2,
        thrower: None,
        history: None,
        witness: 1,
    };
    let text = Note { at: 1, did: vec![called] }.to_text();
    fresh.table.follow(&text).unwrap();
    fresh.twin.follow(&text).unwrap();
    fresh.notes.push(text);
    fresh.leave_out();
    let wrong = kosti_table::verify(fresh.notes.iter().map(String::as_str), &Shelf).map(|_| ()).unwrap_err();
    assert_eq!(wrong, NotProven::WitnessRule { number: 2 });
}

/// With the thrower's link in its hands the server begins a chain that suits it.
#[test]
fn a_chain_that_begins_after_a_link_was_given_is_found() {
    let mut played = Played::begun(opened("small", SMALL, 1));
    let given = played.brings(0).unwrap();
    // It tries generations until the dice are sixes.
    let suits = |nth: u64| {
        let generation = Generation::from_bytes((u128::from(nth) << 64).to_be_bytes());
        let mut chain = Chain::new(kosti_dice::fair::table_secret(&MASTER, "kitchen", generation));
        let server = chain.link(1).unwrap();
        let draw = Draw {
            table: "kitchen",
            number: 1,
            seat: 0,
            server: &server,
            thrower: Some(&given.link),
            witness: None,
        };
        (draw.fall(2, 6) == [6, 6]).then_some(generation)
    };
    let generation = (0..2_000).find_map(suits).expect("one of 36 will do");
    let renew =
        played.table.decide(&mut played.dealer, By::House, &Wish::NewChain, Moment { at: 1, generation });
    let text = renew.unwrap().to_text();
    played.table.follow(&text).unwrap();
    played.twin.follow(&text).unwrap();
    played.notes.push(text);
    played.dealer = played.table.dealer(&MASTER).0;
    let did = played.throw(0);
    assert_eq!(dice(&did), "6-6");
    // The client was asked again and stood on the new history: it must not, and that is its part. What it stood on
    // when it gave the link first cannot be written down.
    let history = given.history.to_string();
    let last = played.notes.len() - 1;
    let notes = changed(&played, last, |note| note["did"][0]["thrown"]["proof"]["history"] = json!(history));
    assert_eq!(found(&played, &notes), NotProven::OtherHistory { number: 1 });
    assert_eq!(played.verified().unwrap().replaced, [1]);
}

/// Two players are shown two histories; one of them is written down.
#[test]
fn two_histories_do_not_fit_one_record() {
    let mut played = Played::small();
    played.throw(0);
    let last = played.notes.len() - 1;
    let elsewhere = played.table.history().to_string();
    let notes = changed(&played, last, |note| {
        note["did"][0]["thrown"]["proof"]["witness"]["history"] = json!(elsewhere);
    });
    assert_eq!(found(&played, &notes), NotProven::OtherHistory { number: 1 });
    // A record that only one of them saw changes what the other stood on.
    let notes = changed(&played, 1, |note| note["at"] = json!(1));
    assert_eq!(found(&played, &notes), NotProven::OtherHistory { number: 1 });
}

/// Back to version 1, where times can be tried.
#[test]
fn a_server_cannot_go_back_to_version_1() {
    let mut played = Played::small();
    let renewed = played.wish(By::House, &Wish::NewChain).unwrap();
    let mut note = serde_json::to_value(&renewed.did[0]).unwrap();
    note["anchored"].as_object_mut().unwrap().remove("generation");
    let text = json!({ "v": 1, "at": 1, "did": [note] }).to_string();
    let last = played.notes.len() - 1;
    let mut notes = played.notes.clone();
    notes[last] = text;
    assert!(matches!(found(&played, &notes), NotProven::Unreadable { .. }));
}
