//! Properties of verifiable dice for any secrets.

use std::panic::catch_unwind;

use kosti_dice::MAX_SIDES;
use kosti_dice::fair::{Chain, Draw, Generation, HexError, History, Link, Version};
use proptest::prelude::*;

/// Link `number` of a chain, computed from the end; 0 is the anchor.
fn slow(secret: [u8; 32], number: u64) -> Link {
    (number..Chain::LENGTH).fold(Link::from_bytes(secret), |link, _| link.before(Version::Two))
}

/// A draw that owns its parts.
#[derive(Debug, Clone, PartialEq)]
struct Parts {
    table: String,
    number: u64,
    seat: usize,
    server: [u8; 32],
    thrower: Option<[u8; 32]>,
    witness: Option<[u8; 32]>,
}

impl Parts {
    fn fall(&self, count: usize, sides: u8) -> Vec<u8> {
        let [thrower, witness] = [self.thrower, self.witness].map(|link| link.map(Link::from_bytes));
        let draw = Draw {
            table: &self.table,
            number: self.number,
            seat: self.seat,
            server: &Link::from_bytes(self.server),
            thrower: thrower.as_ref(),
            witness: witness.as_ref(),
        };
        draw.fall(count, sides)
    }
}

/// Few values for each part, so that two draws often differ in a single part.
fn parts() -> impl Strategy<Value = Parts> {
    let link = || (0..2_u8, any::<bool>()).prop_map(|(fill, last)| link_of(fill, last));
    let table = prop::sample::select(vec!["", "a", "ab", "b", "\0", "a\0"]).prop_map(str::to_owned);
    let maybe = || prop::option::of(link());
    (table, 0..3_u64, 0..3_usize, link(), maybe(), maybe()).prop_map(
        |(table, number, seat, server, thrower, witness)| Parts {
            table,
            number,
            seat,
            server,
            thrower,
            witness,
        },
    )
}

/// 32 equal bytes, with the last bit of the last byte optionally flipped.
fn link_of(fill: u8, last: bool) -> [u8; 32] {
    let mut link = [fill; 32];
    link[31] ^= u8::from(last);
    link
}

/// The draw with each part changed in turn, links also added or removed.
fn changed(draw: &Parts) -> Vec<Parts> {
    let flip = |bytes: &mut [u8; 32]| bytes[31] ^= 1;
    let changes: [&dyn Fn(&mut Parts); 8] = [
        &|draw| draw.table.push('a'),
        &|draw| draw.number += 1,
        &|draw| draw.seat += 1,
        &|draw| flip(&mut draw.server),
        &|draw| draw.thrower.iter_mut().for_each(flip),
        &|draw| draw.thrower = draw.thrower.xor(Some([0; 32])),
        &|draw| draw.witness.iter_mut().for_each(flip),
        &|draw| draw.witness = draw.witness.xor(Some([0; 32])),
    ];
    let change = |change: &&dyn Fn(&mut Parts)| {
        let mut draw = draw.clone();
        change(&mut draw);
        draw
    };
    changes.iter().map(change).collect()
}

proptest! {
    #[test]
    fn draws_are_equal_exactly_when_all_parts_are(one in parts(), other in parts()) {
        for other in changed(&one).into_iter().chain([other]) {
            prop_assert_eq!(one == other, one.fall(32, 12) == other.fall(32, 12), "{:?}", other);
        }
    }

    #[test]
    fn fewer_dice_are_the_first_of_more(draw in parts(), few in 0..40_usize, sides in 1..=MAX_SIDES) {
        let many = draw.fall(80, sides);
        prop_assert!(many.len() == 80 && many.iter().all(|face| (1..=sides).contains(face)));
        prop_assert_eq!(draw.fall(few, sides), &many[..few]);
    }

    #[test]
    fn histories_tell_records_apart(
        one in prop::collection::vec("[ab]{0,2}", 0..3),
        other in prop::collection::vec("[ab]{0,2}", 0..3),
    ) {
        let history = |records: &[String]| {
            records.iter().fold(History::START, |so_far, record| so_far.then(record.as_bytes()))
        };
        prop_assert_eq!(one == other, history(&one) == history(&other));
    }

    #[test]
    fn hexadecimal_digits_and_back(bytes: [u8; 32]) {
        let link = Link::from_bytes(bytes);
        let slow: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        prop_assert_eq!(link.to_string(), &*slow);
        prop_assert_eq!(slow.to_uppercase().parse(), Ok(link));
        prop_assert_eq!(serde_json::to_string(&link).unwrap(), format!("\"{slow}\""));
        prop_assert_eq!(serde_json::from_str::<Link>(&format!("\"{slow}\"")).unwrap(), link);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_chain_is_what_the_slow_way_gives(
        secret: [u8; 32],
        numbers in prop::collection::vec(1..=Chain::LENGTH, 1..12),
    ) {
        let mut chain = Chain::new(secret);
        prop_assert_eq!(chain.anchor(), slow(secret, 0));
        for number in numbers {
            prop_assert_eq!(chain.link(number), Some(slow(secret, number)));
        }
    }

    #[test]
    fn a_link_leads_to_earlier_ones_by_the_difference_of_their_numbers(
        secret: [u8; 32],
        number in 0..=Chain::LENGTH,
        earlier in 0..=Chain::LENGTH,
        steps in 0..=Chain::LENGTH,
    ) {
        let (link, other) = (slow(secret, number), slow(secret, earlier));
        prop_assert_eq!(link.leads_to(&other, steps, Version::Two), earlier + steps == number);
        if let Some(steps) = number.checked_sub(earlier) {
            prop_assert!(link.leads_to(&other, steps, Version::Two));
        }
    }
}

#[test]
fn a_chain_in_order_leads_to_its_anchor() {
    let mut chain = Chain::new([7; 32]);
    let mut last = chain.anchor();
    for number in 1..=Chain::LENGTH {
        let link = chain.link(number).unwrap();
        assert!(link.leads_to(&last, 1, Version::Two), "{number}");
        last = link;
    }
    assert_eq!(last, Link::from_bytes([7; 32]));
    assert!(last.leads_to(&chain.anchor(), Chain::LENGTH, Version::Two));
    assert_eq!([0, Chain::LENGTH + 1, u64::MAX].map(|number| chain.link(number)), [None; 3]);
}

#[test]
fn versions_share_no_link() {
    let link = Link::from_bytes([7; 32]);
    assert_ne!(link.before(Version::One), link.before(Version::Two));
    assert_ne!(Chain::of(Version::One, [7; 32]).anchor(), Chain::new([7; 32]).anchor());
}

#[test]
fn nobody_is_made_to_hash_without_end() {
    let link = Link::from_bytes([7; 32]);
    let far = slow([7; 32], 0).before(Version::Two);
    assert!(!link.leads_to(&far, Chain::LENGTH + 1, Version::Two));
    assert!(!link.leads_to(&far, u64::MAX, Version::Two));
}

#[test]
fn a_chain_does_not_show_its_links() {
    let mut chain = Chain::new([7; 32]);
    let shown = format!("{chain:?}");
    let links: Vec<Link> = (1..=Chain::LENGTH).map(|number| chain.link(number).unwrap()).collect();
    assert_eq!(shown, format!("Chain {{ anchor: Link({}), .. }}", chain.anchor()));
    assert!(links.iter().all(|link| !shown.contains(&link.to_string())));
}

#[test]
fn nonsense_is_no_link() {
    let parsed = |text: &str| text.parse::<Link>().unwrap_err();
    assert_eq!(parsed(""), HexError::Length { found: 0, digits: 64 });
    assert_eq!(parsed(&"a".repeat(65)), HexError::Length { found: 65, digits: 64 });
    assert_eq!(
        parsed(&format!("{}é", "a".repeat(62))),
        HexError::NotADigit { found: 'é', place: 63, digits: 64 }
    );
    assert_eq!(
        parsed("12g").to_string(),
        "`g` at place 3 is not a hexadecimal digit: write 64 of 0-9 and a-f"
    );
    assert!(serde_json::from_str::<History>("\"12\"").unwrap_err().to_string().starts_with("2 hexadecimal"));
    let said = serde_json::from_str::<Generation>("\"12\"").unwrap_err().to_string();
    assert!(said.starts_with("2 hexadecimal digits, and it takes exactly 32"), "{said}");
    let generation = Generation::from_bytes([0xab; 16]);
    assert_eq!(serde_json::to_string(&generation).unwrap(), format!("\"{}\"", "ab".repeat(16)));
}

#[test]
fn no_die_has_no_side() {
    let parts =
        Parts { table: String::new(), number: 1, seat: 0, server: [0; 32], thrower: None, witness: None };
    for sides in [0, MAX_SIDES + 1] {
        assert!(catch_unwind(|| parts.fall(1, sides)).is_err());
    }
}
