//! `solve` beside a solver that was written for one game only, on one thread of one process, in turn: the ratio says what
//! the general solver costs. Run with `cargo bench --bench yardstick`.

#![allow(clippy::print_stdout, reason = "it prints what it measured")]

#[cfg(target_arch = "x86_64")]
mod compare;
#[cfg(target_arch = "x86_64")]
mod lattice;
#[cfg(target_arch = "x86_64")]
mod yatzy;

#[cfg(target_arch = "x86_64")]
fn main() {
    compare::run();
}

#[cfg(not(target_arch = "x86_64"))]
fn main() {
    println!("the yardstick is written for the vectors of x86-64");
}
