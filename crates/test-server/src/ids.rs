//! Random identifiers that a client chooses.

use kosti_testkit::TestRng;

/// The id of a command: a UUID.
pub fn command_id(rng: &mut TestRng) -> String {
    let digits = format!("{:016x}{:016x}", rng.bits(), rng.bits());
    [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| &digits[part]).join("-")
}

/// A player's token: 43 letters and digits.
pub fn token(rng: &mut TestRng) -> String {
    let mut token: String = (0..3).map(|_| format!("{:016x}", rng.bits())).collect();
    token.truncate(43);
    token
}
