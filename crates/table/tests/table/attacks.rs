//! Servers that cheat, as described in docs/dice.md: the result of each attack, and the error of the verifier. The
//! program and the reference agree.

use std::collections::BTreeSet;

use kosti_dice::fair::{Chain, Draw, Generation};
use kosti_engine::Action;
use kosti_table::{
    Actor, Command, Commit, Context, Dealer, TableEvent, VerifyError, download, verify_download,
};
use serde_json::{Value, json};

use crate::downloads::reference;
use crate::driver::{MASTER, Played, RulesCache, SMALL, opening_of};

/// The dice of the throw in a commit.
fn dice(events: &[TableEvent]) -> String {
    let fell = events.iter().find_map(|event| match event {
        TableEvent::Thrown { dice, .. } => Some(dice.to_string()),
        _ => None,
    });
    fell.unwrap()
}

/// The error of the program for commits that a server wrote; the reference rejects them too.
#[track_caller]
fn verify_error(played: &Played, commits: &[String]) -> VerifyError {
    let text = download(&played.verify().unwrap().record, commits);
    let wrong = verify_download(&text, &RulesCache).map(|_| ()).unwrap_err();
    assert!(reference(&[text])[0].get("wrong").is_some(), "the reference takes it: {wrong}");
    wrong
}

/// The commits with one of them changed.
fn with_change(played: &Played, nth: usize, change: impl Fn(&mut Value)) -> Vec<String> {
    let mut commits = played.commits.clone();
    let mut commit: Value = serde_json::from_str(&commits[nth]).unwrap();
    change(&mut commit);
    commits[nth] = commit.to_string();
    commits
}

/// With every link known, the server writes the call of a throw at other times, and with other commits before it.
#[test]
fn trying_times_and_records_gives_the_same_dice() {
    let thrown = |at: i64, records: usize| {
        let mut played = Played::small();
        for _ in 0..records {
            // A commit that changes nothing in the game.
            played.anchor(0).unwrap();
            played.clients[0] = Some(crate::driver::Client { chain: Chain::new([1; 32]), base: 0 });
            let anchor = Chain::new([1; 32]).anchor();
            played.command(played.holder(0), &Command::Anchor { seat: 0, anchor }).unwrap();
        }
        let contribution = played.contribution(0);
        let throw = Command::Act { seat: Some(0), action: Action::first_throw(), fell: None, contribution };
        let context = Context { at, generation: Generation::from_bytes([5; 16]) };
        let by = played.holder(0);
        let commit = played.table.decide(&mut played.dealer, by, &throw, context).unwrap();
        let text = commit.to_text();
        played.table.apply(&text).unwrap();
        played.twin.apply_commit(&commit, &text).unwrap();
        played.commits.push(text);
        let fell = dice(&played.answer());
        played.verify().unwrap();
        fell
    };
    let tried: BTreeSet<String> =
        (0..50).map(|at| thrown(at, 0)).chain((1..20).map(|n| thrown(0, n))).collect();
    assert_eq!(tried.len(), 1, "{tried:?}");
}

/// The server asks another witness, or none.
#[test]
fn another_witness_than_the_notes_call_for_is_found() {
    let mut played = Played::open_started(opening_of("small", SMALL, 3));
    played.throw(0);
    let called = played.commits.len() - 2;
    // Seat 2 instead of seat 1, with its right link, on the right history.
    let link = Chain::new([3; 32]).link(1).unwrap().to_string();
    let mut commits = with_change(&played, called, |commit| commit["did"][0]["called"]["witness"] = json!(2));
    let history = commits[..=called]
        .iter()
        .fold(kosti_dice::fair::History::START, |so_far, commit| so_far.then(commit.as_bytes()))
        .to_string();
    let mut thrown: Value = serde_json::from_str(&commits[called + 1]).unwrap();
    thrown["did"][0]["thrown"]["proof"]["witness"] = json!({ "seat": 2, "link": link, "history": history });
    commits[called + 1] = thrown.to_string();
    assert_eq!(verify_error(&played, &commits), VerifyError::WitnessRule { number: 1 });
    // No witness.
    let mut commits = played.commits.clone();
    commits.remove(called);
    let mut thrown: Value = serde_json::from_str(&commits[called]).unwrap();
    thrown["did"][0]["thrown"]["proof"].as_object_mut().unwrap().remove("witness");
    commits[called] = thrown.to_string();
    assert_eq!(verify_error(&played, &commits), VerifyError::WitnessRule { number: 1 });
}

/// A host who runs the server and throws knows two of three links: the third still decides.
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

/// The server drops the witness if it does not like the dice: that gives it a second try, visible to everybody.
#[test]
fn a_dropped_witness_is_told_and_not_asked_until_it_anchors_again() {
    let mut played = Played::small();
    played.call(0, Action::first_throw()).unwrap();
    played.leave_out();
    let again = Action::Throw { keep: kosti_dice::Dice::NONE };
    played.act(0, again).unwrap();
    played.anchor(1).unwrap();
    played.act(0, Action::Score { slot: 0 }).unwrap();
    let checked = played.verify().unwrap();
    assert_eq!((checked.throws[0].witness, checked.throws[0].silent), (None, Some(1)));
    assert_eq!((checked.throws[1].witness, checked.throws[1].silent), (None, None));
    assert_eq!(played.table.witness_of(0), Some(1));
    // Asked again without an anchor: a server that drops it over and over.
    let mut fresh = Played::small();
    fresh.call(0, Action::first_throw()).unwrap();
    fresh.leave_out();
    let called = TableEvent::Called {
        seat: 0,
        keep: kosti_dice::Dice::NONE,
        aside: false,
        number: 2,
        thrower: None,
        history: None,
        witness: 1,
    };
    let text = Commit { at: 1, events: vec![called] }.to_text();
    fresh.table.apply(&text).unwrap();
    fresh.twin.apply(&text).unwrap();
    fresh.commits.push(text);
    fresh.leave_out();
    let wrong =
        kosti_table::verify(fresh.commits.iter().map(String::as_str), &RulesCache).map(|_| ()).unwrap_err();
    assert_eq!(wrong, VerifyError::WitnessRule { number: 2 });
}

/// With the thrower's link known, the server begins a chain that suits it.
#[test]
fn a_chain_that_begins_after_a_link_was_given_is_found() {
    let mut played = Played::open_started(opening_of("small", SMALL, 1));
    let given = played.contribution(0).unwrap();
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
    let renew = played.table.decide(
        &mut played.dealer,
        Actor::Server,
        &Command::NewChain,
        Context { at: 1, generation },
    );
    let text = renew.unwrap().to_text();
    played.table.apply(&text).unwrap();
    played.twin.apply(&text).unwrap();
    played.commits.push(text);
    played.dealer = played.table.dealer(&MASTER).0;
    let events = played.throw(0);
    assert_eq!(dice(&events), "6-6");
    // The client was asked again, with the new history: honest clients refuse. The history of the first link cannot
    // be written any more.
    let history = given.history.to_string();
    let last = played.commits.len() - 1;
    let commits =
        with_change(&played, last, |commit| commit["did"][0]["thrown"]["proof"]["history"] = json!(history));
    assert_eq!(verify_error(&played, &commits), VerifyError::OtherHistory { number: 1 });
    assert_eq!(played.verify().unwrap().replaced, [1]);
}

/// Two players are shown two histories; only one of them is recorded.
#[test]
fn two_histories_do_not_fit_one_record() {
    let mut played = Played::small();
    played.throw(0);
    let last = played.commits.len() - 1;
    let elsewhere = played.table.history().to_string();
    let commits = with_change(&played, last, |commit| {
        commit["did"][0]["thrown"]["proof"]["witness"]["history"] = json!(elsewhere);
    });
    assert_eq!(verify_error(&played, &commits), VerifyError::OtherHistory { number: 1 });
    // A commit that only one of them saw changes the history of the other.
    let commits = with_change(&played, 1, |commit| commit["at"] = json!(1));
    assert_eq!(verify_error(&played, &commits), VerifyError::OtherHistory { number: 1 });
}

/// Back to version 1, where times can be tried.
#[test]
fn a_server_cannot_go_back_to_version_1() {
    let mut played = Played::small();
    let renewed = played.command(Actor::Server, &Command::NewChain).unwrap();
    let mut commit = serde_json::to_value(&renewed.events[0]).unwrap();
    commit["anchored"].as_object_mut().unwrap().remove("generation");
    let text = json!({ "v": 1, "at": 1, "did": [commit] }).to_string();
    let last = played.commits.len() - 1;
    let mut commits = played.commits.clone();
    commits[last] = text;
    assert!(matches!(verify_error(&played, &commits), VerifyError::Unreadable { .. }));
}
