//! Secrets: the server's master key, and the tokens, invitations and ids that must not be guessable.

use data_encoding::{BASE32_NOPAD, BASE64URL_NOPAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use kosti_dice::fair::Generation;
use kosti_journal::{CommandId, TableId};
use sha2::Sha256;

use crate::host::Host;

/// Characters of an invitation.
const INVITE: usize = 8;

/// The key that all secrets of a server are derived from.
#[derive(Clone)]
pub struct Master([u8; 32]);

impl Master {
    /// The key with these bytes, which must be secret.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The key itself, for the dice.
    #[must_use]
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// A fingerprint: shows whether two servers have the same key, and nothing else about it.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        BASE32_NOPAD.encode(&self.derive("kosti-fingerprint-1/", "")[..10]).to_ascii_lowercase()
    }

    fn derive(&self, purpose: &str, of: &str) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("any length will do");
        mac.update(purpose.as_bytes());
        mac.update(of.as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// The invitation to a table.
    #[must_use]
    pub fn invite(&self, table: TableId) -> String {
        let code = BASE32_NOPAD.encode(&self.derive("kosti-invite-1/", &table.to_string()));
        code[..INVITE].to_ascii_lowercase()
    }

    /// Whether this is the invitation to a table, however it was typed.
    #[must_use]
    pub fn invites(&self, table: TableId, code: &str) -> bool {
        let typed = code.trim().to_ascii_lowercase();
        subtle_eq(typed.as_bytes(), self.invite(table).as_bytes())
    }

    /// The id of the table that this command opens for the holder of this token.
    #[must_use]
    pub fn table_opened_by(&self, token: &str, command: CommandId) -> TableId {
        table_id(&self.derive("kosti-open-1/", &format!("{command}/{token}")))
    }

    /// The id of a table's rematch and of the command that opens it: always the same.
    #[must_use]
    pub fn rematch(&self, table: TableId) -> (TableId, CommandId) {
        let bytes = self.derive("kosti-rematch-1/", &table.to_string());
        let mut command = [0; 16];
        command.copy_from_slice(&bytes[16..]);
        (table_id(&bytes), CommandId::from_bytes(command))
    }
}

/// One run of a server, from its start to its end. A chain whose generation names another run may have shown links
/// that the journal does not tell, if the journal was restored from a backup: it is not used any more.
#[derive(Debug)]
pub struct Run([u8; 8]);

impl Run {
    pub fn begin(host: &dyn Host) -> Self {
        Self(host.random())
    }

    /// For a new chain.
    pub fn new_generation(&self, host: &dyn Host) -> Generation {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.0);
        bytes[8..].copy_from_slice(&host.random::<8>());
        Generation::from_bytes(bytes)
    }

    /// Whether this run began that chain.
    pub fn has_begun(&self, generation: Generation) -> bool {
        generation.as_bytes().starts_with(&self.0)
    }
}

impl std::fmt::Debug for Master {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Master(…)")
    }
}

fn subtle_eq(one: &[u8], other: &[u8]) -> bool {
    subtle::ConstantTimeEq::ct_eq(one, other).into()
}

/// A new token of a seat.
#[must_use]
pub(crate) fn new_token(host: &dyn Host) -> String {
    BASE64URL_NOPAD.encode(&host.random::<32>())
}

/// Whether a text may be a token: as long as ours, so as hard to guess.
#[must_use]
pub fn is_token(text: &str) -> bool {
    text.len() == 43 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// A new id of a table.
#[must_use]
pub(crate) fn new_table(host: &dyn Host) -> TableId {
    table_id(&host.random())
}

fn table_id(bytes: &[u8; 32]) -> TableId {
    let bits = u64::from_be_bytes(bytes[..8].try_into().expect("eight bytes"));
    TableId::from_bits(bits)
}

/// The id of a command that was sent without one.
#[must_use]
pub(crate) fn new_command(host: &dyn Host) -> CommandId {
    CommandId::from_bytes(host.random())
}

/// A seed for the random choices of a bot.
#[must_use]
pub(crate) fn new_seed(host: &dyn Host) -> u64 {
    u64::from_be_bytes(host.random())
}
