//! The cost of verifiable dice. Run with `cargo bench -p kosti-dice`.

use divan::{Bencher, black_box};
use kosti_dice::fair::{Chain, Draw, Generation, Link, Version, table_secret};

fn main() {
    divan::main();
}

#[divan::bench]
fn secret() -> [u8; 32] {
    table_secret(black_box(&[1; 32]), black_box("kitchen"), Generation::from_bytes([2; 16]))
}

#[divan::bench]
fn chain() -> Chain {
    Chain::new(black_box([1; 32]))
}

/// A link of the current block, and the first link of another block.
#[divan::bench(args = [1, 64])]
fn link(bencher: Bencher<'_, '_>, step: u64) {
    let mut chain = Chain::new([1; 32]);
    let mut number = 0;
    bencher.bench_local(|| {
        number = (number + step) % Chain::LENGTH;
        chain.link(number + 1)
    });
}

#[divan::bench]
fn before() -> Link {
    black_box(Link::from_bytes([1; 32])).before(Version::Two)
}

/// Six-sided dice: one block of bytes is enough for five, hardly ever for forty.
#[divan::bench(args = [1, 5, 40])]
fn fall(count: usize) -> Vec<u8> {
    let link = Link::from_bytes([1; 32]);
    let draw = Draw {
        table: "kitchen",
        number: 1,
        seat: 0,
        server: &link,
        thrower: Some(&link),
        witness: Some(&link),
    };
    black_box(draw).fall(black_box(count), 6)
}
