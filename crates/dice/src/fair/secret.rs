//! The server's secrets: one master key, one secret for each chain of each table.

use hkdf::Hkdf;
use sha2::Sha256;

const TAG: &[u8] = b"kosti-dice-1/secret";

/// The secret of a chain of the server, from its master key. `generation` counts the chains of a table from 0.
#[must_use]
pub fn table_secret(master: &[u8; 32], table: &str, generation: u32) -> [u8; 32] {
    let length = (table.len() as u64).to_be_bytes();
    let generation = u64::from(generation).to_be_bytes();
    let mut secret = [0; 32];
    Hkdf::<Sha256>::new(None, master)
        .expand_multi_info(&[TAG, &length, table.as_bytes(), &generation], &mut secret)
        .expect("HKDF gives up to 8160 bytes");
    secret
}
