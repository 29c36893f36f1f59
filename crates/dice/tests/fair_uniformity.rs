//! Verifiable dice are fair: each face, and each pair of neighbours, occurs as often as it should. The secrets
//! are fixed, so the counts are always the same.

use kosti_dice::MAX_SIDES;
use kosti_dice::fair::{Chain, Draw};

/// Every throw of a chain, `count` dice each.
fn throws(count: usize, sides: u8) -> Vec<Vec<u8>> {
    let (mut server, mut olena) = (Chain::new([1; 32]), Chain::new([2; 32]));
    let throw = |number| {
        let draw = Draw {
            table: "kitchen",
            number,
            seat: 0,
            server: &server.link(number).unwrap(),
            thrower: Some(&olena.link(number).unwrap()),
            witness: None,
        };
        draw.fall(count, sides)
    };
    (1..=Chain::LENGTH).map(throw).collect()
}

/// Pearson's chi-square for cells that should be equal, as deviations from its mean. Fair dice exceed 6 in one
/// of 500 tests with two cells, and less often with more cells.
fn deviations(cells: &[u64]) -> f64 {
    let freedom = cells.len() as f64 - 1.0;
    let expected = cells.iter().sum::<u64>() as f64 / (freedom + 1.0);
    let square: f64 = cells.iter().map(|&cell| (cell as f64 - expected).powi(2) / expected).sum();
    (square - freedom) / (2.0 * freedom).sqrt()
}

#[track_caller]
fn assert_even(what: &str, cells: &[u64]) {
    let found = deviations(cells);
    assert!(found < 6.0, "{what}: {found:.1} deviations, {cells:?}");
}

#[test]
fn every_face_is_equally_likely() {
    for sides in 2..=MAX_SIDES {
        let mut faces = vec![0; sides.into()];
        throws(300, sides).iter().flatten().for_each(|&face| faces[usize::from(face) - 1] += 1);
        assert_even(&format!("{sides} sides"), &faces);
    }
    assert!(throws(3, 1).iter().all(|throw| *throw == [1, 1, 1]));
}

#[test]
fn neighbours_know_nothing_of_each_other() {
    let pair = |one: u8, other: u8| usize::from(one - 1) * 6 + usize::from(other - 1);
    let throws = throws(60, 6);
    let (mut within, mut between) = ([0; 36], [0; 36]);
    throws.iter().flat_map(|throw| throw.windows(2)).for_each(|two| within[pair(two[0], two[1])] += 1);
    for two in throws.windows(2) {
        two[0].iter().zip(&two[1]).for_each(|(&one, &other)| between[pair(one, other)] += 1);
    }
    assert_even("one die and the next", &within);
    assert_even("one throw and the next", &between);
}

#[test]
fn the_measure_sees_bytes_that_were_not_left_out() {
    // All 256 bytes modulo 6, as often as above: an unfair generator.
    let times = Chain::LENGTH * 300 / 256;
    let mut faces = [0; 6];
    (0..=u8::MAX).for_each(|byte| faces[usize::from(byte % 6)] += times);
    assert!(deviations(&faces) > 6.0);
}
