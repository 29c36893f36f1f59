//! Random stories of a few tables, record by record.

use kosti_coach::Level;
use kosti_dice::fair::{History, Link};
use kosti_table::{CoachAllowed, Commit, DiceKind, Opened, Proof, SeatPlan, SeatResult, TableEvent, Witness};
use proptest::prelude::*;

use crate::scripted_feed::{DAMAGED, key, table};

/// The number of different people.
pub(crate) const PEOPLE: u8 = 4;
const TABLES: u64 = 5;

fn level() -> impl Strategy<Value = Level> {
    prop::sample::select(Level::ALL.to_vec())
}

fn plan() -> impl Strategy<Value = SeatPlan> {
    let key = prop::option::of((0..PEOPLE).prop_map(key));
    let name = prop::option::of(prop::sample::select(vec!["Olena", "Petro", "Їжак"]));
    (name, key, prop::option::weighted(0.2, level())).prop_map(|(name, key, bot)| SeatPlan {
        name: name.map(str::to_owned),
        key,
        bot,
    })
}

fn opened(number: u64) -> impl Strategy<Value = TableEvent> {
    let seats = prop::collection::vec(plan(), 2..=4);
    let game = prop::sample::select(vec!["school", "thousand"]);
    let after = prop::option::of((0..TABLES).prop_map(|number| table(number).to_string()));
    (game, seats, any::<bool>(), 0..PEOPLE, after).prop_map(move |(game, seats, real, opener, after)| {
        TableEvent::Opened(Box::new(Opened {
            table: table(number).to_string(),
            game: game.to_owned(),
            rules: "dice = 5".to_owned(),
            house: real.then(|| ("first".to_owned(), "yes".to_owned())).into_iter().collect(),
            dice: if real { DiceKind::Real } else { DiceKind::Virtual },
            coach: CoachAllowed::Own,
            opener: key(opener),
            seats,
            anchor: None,
            generation: None,
            after,
            first: None,
        }))
    })
}

fn proof() -> impl Strategy<Value = Option<Box<Proof>>> {
    let link = || any::<[u8; 32]>().prop_map(kosti_dice::fair::Link::from_bytes);
    let witness = (0..4_usize, prop::option::of(link())).prop_map(|(seat, link)| {
        let history = link.map(|link: Link| History::from_bytes(*link.as_bytes()));
        Witness { seat, link, history }
    });
    let proof = (1..99_u64, link(), prop::option::of(link()), prop::option::of(witness));
    prop::option::of(proof.prop_map(|(number, server, thrower, witness)| {
        let history = thrower.map(|link: Link| History::from_bytes(*link.as_bytes()));
        Box::new(Proof { number, server, thrower, history, witness })
    }))
}

/// Events that do not change the lists.
fn other_event() -> impl Strategy<Value = TableEvent> {
    let dice = || {
        prop::collection::vec(1..=12_u8, 0..=8)
            .prop_map(|faces| kosti_dice::Dice::from_faces(&faces).unwrap())
    };
    let seat = || 0..4_usize;
    let name = || {
        prop::sample::select(vec!["ones", "big-straight", "Їж", "a\"b", "a\\b", ""]).prop_map(str::to_owned)
    };
    let points = || prop_oneof![-99..99_i32, any::<i32>()];
    prop_oneof![
        4 => (seat(), dice(), dice(), proof())
            .prop_map(|(seat, kept, dice, proof)| TableEvent::Thrown { seat, kept, dice, proof }),
        2 => (seat(), name(), points(), points())
            .prop_map(|(seat, r#box, points, bonus)| TableEvent::Scored { seat, r#box, points, bonus }),
        1 => (seat(), name(), points()).prop_map(|(seat, r#box, bonus)| TableEvent::CrossedOut { seat, r#box, bonus }),
        1 => (seat(), dice(), points()).prop_map(|(seat, dice, points)| TableEvent::SetAside { seat, dice, points }),
        1 => (seat(), points()).prop_map(|(seat, points)| TableEvent::Banked { seat, points }),
        1 => (seat(), any::<bool>()).prop_map(|(seat, score_lost)| TableEvent::Busted { seat, score_lost }),
        1 => (seat(), dice(), any::<bool>(), seat()).prop_map(|(seat, keep, aside, witness)| {
            TableEvent::Called { seat, keep, aside, number: 3, thrower: None, history: None, witness }
        }),
        1 => seat().prop_map(|seat| TableEvent::Undone { seat }),
        1 => seat().prop_map(|seat| TableEvent::Left { seat }),
    ]
}

/// Events that change the lists. Most name an existing seat.
fn listed_event() -> impl Strategy<Value = TableEvent> {
    let seat = || prop_oneof![20 => 0..2_usize, 1 => 2..4_usize];
    let results = prop::collection::vec((-50..400_i32, prop::option::of(-9..9_i32)), 2);
    prop_oneof![
        3 => (seat(), 0..PEOPLE).prop_map(|(seat, person)| TableEvent::Seated {
            seat, name: format!("Person {person}"), key: key(person)
        }),
        6 => prop_oneof![Just(vec![0, 1]), Just(vec![1, 0])].prop_map(|seats| TableEvent::Started { seats }),
        2 => (seat(), level()).prop_map(|(seat, level)| TableEvent::StoodIn { seat, level }),
        1 => seat().prop_map(|seat| TableEvent::TookBack { seat }),
        2 => seat().prop_map(|seat| TableEvent::Vacated { seat }),
        6 => (results, prop::collection::vec(0..2_usize, 1..=2)).prop_map(|(results, winners)| TableEvent::Ended {
            results: results.into_iter().map(|(total, points)| SeatResult { total, points }).collect(),
            winners,
        }),
        2 => Just(TableEvent::Resumed {}),
        1 => (0..TABLES).prop_map(|number| TableEvent::Rematched { table: table(number).to_string() }),
        1 => Just(TableEvent::Deleted {}),
    ]
}

/// A commit of one or two events. Times are few, so that many commits share one.
pub(crate) fn commit() -> impl Strategy<Value = String> {
    let event = prop_oneof![2 => other_event(), 1 => listed_event()];
    (0..20_i64, prop::collection::vec(event, 0..3)).prop_map(|(at, events)| Commit { at, events }.to_text())
}

fn opening(number: u64) -> impl Strategy<Value = String> {
    let started = prop::option::of(Just(TableEvent::Started { seats: vec![0, 1] }));
    (0..20_i64, opened(number), started).prop_map(|(at, opened, started)| {
        Commit { at, events: [opened].into_iter().chain(started).collect() }.to_text()
    })
}

/// Records of a few tables in the order of the log.
pub(crate) fn story() -> impl Strategy<Value = Vec<(u64, String)>> {
    let body = prop_oneof![
        60 => commit(),
        1 => Just(DAMAGED.to_owned()),
        1 => commit().prop_map(|text| text.replacen("\"v\":1", "\"v\":2", 1)),
        1 => commit().prop_map(|text| text[..text.len() - 1].to_owned()),
    ];
    let first =
        |number: u64| prop_oneof![12 => opening(number), 1 => commit(), 1 => Just(DAMAGED.to_owned())];
    let table = move |number: u64| {
        let more = prop_oneof![20 => body.clone(), 1 => opening(number)];
        (first(number), prop::collection::vec(more, 0..15))
            .prop_map(|(first, more)| [first].into_iter().chain(more).collect::<Vec<_>>())
    };
    let tables = (table(0), table(1), table(2), table(3), table(4));
    (tables, prop::collection::vec(0..TABLES, 80)).prop_map(|((a, b, c, d, e), order)| {
        let mut bodies = [a, b, c, d, e].map(Vec::into_iter);
        let mut next = |number: u64| Some((number, bodies[usize::try_from(number).ok()?].next()?));
        order.into_iter().filter_map(&mut next).collect()
    })
}
