//! The server's master key, tokens of seats, invitations and ids: everything that nobody may guess.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use data_encoding::{BASE32_NOPAD, BASE64URL_NOPAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use kosti_dice::fair::Generation;
use kosti_journal::{CommandId, TableId};
use sha2::Sha256;

/// Characters of an invitation.
const INVITE: usize = 8;

/// The key that everything a server keeps secret comes from.
#[derive(Clone)]
pub struct Master([u8; 32]);

impl Master {
    /// A new key.
    #[must_use]
    pub fn random() -> Self {
        Self(random())
    }

    /// The key in this file; a new one where there is none yet.
    ///
    /// # Errors
    /// When the file cannot be read or made, or holds no key.
    pub fn at(path: &Path) -> io::Result<Self> {
        match File::open(path) {
            Ok(file) => Self::read(&file, path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let key = Self::random();
                key.write(path)?;
                Ok(key)
            }
            Err(error) => Err(error),
        }
    }

    fn read(file: &File, path: &Path) -> io::Result<Self> {
        let mut bytes = Vec::new();
        file.take(100).read_to_end(&mut bytes)?;
        let key = bytes.try_into().map_err(|bytes: Vec<u8>| {
            let message = format!(
                "{} has {} bytes and not 32: it is not a key of Kosti. Put the right one back, or take it away for a \
                 new one (links to join will change)",
                path.display(),
                bytes.len()
            );
            io::Error::new(io::ErrorKind::InvalidData, message)
        })?;
        Ok(Self(key))
    }

    /// Under another name first, so that a key is there whole or not at all.
    fn write(&self, path: &Path) -> io::Result<()> {
        let new = path.with_extension("new");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&new)?;
        file.write_all(&self.0)?;
        file.sync_all()?;
        fs::rename(&new, path)
    }

    /// The key itself, for the dice.
    #[must_use]
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Tells whether two servers have the same key, and nothing else about it.
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

    /// What lets somebody sit down at a table.
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

    /// Where the table is that this command of whoever has the token opens.
    #[must_use]
    pub fn opened(&self, token: &str, command: CommandId) -> TableId {
        table_id(&self.derive("kosti-open-1/", &format!("{command}/{token}")))
    }

    /// Where the rematch of a table is: the same every time it is asked for.
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
pub(crate) struct Run([u8; 8]);

impl Run {
    pub(crate) fn begin() -> Self {
        Self(random())
    }

    /// For a new chain.
    pub(crate) fn new_generation(&self) -> Generation {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.0);
        bytes[8..].copy_from_slice(&random::<8>());
        Generation::from_bytes(bytes)
    }

    /// Whether this run began that chain.
    pub(crate) fn began(&self, generation: Generation) -> bool {
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

/// Bytes that nobody knows.
///
/// # Panics
/// When the operating system has none; nothing is safe without.
fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// A new token of a seat.
#[must_use]
pub(crate) fn new_token() -> String {
    BASE64URL_NOPAD.encode(&random::<32>())
}

/// Whether this can be somebody's own token: as long as ours, so as hard to guess.
#[must_use]
pub(crate) fn is_token(text: &str) -> bool {
    text.len() == 43 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// A new id of a table.
#[must_use]
pub(crate) fn new_table() -> TableId {
    table_id(&random())
}

fn table_id(bytes: &[u8; 32]) -> TableId {
    let bits = u64::from_be_bytes(bytes[..8].try_into().expect("eight bytes"));
    TableId::from_bits(bits)
}

/// A name for a command that came without.
#[must_use]
pub(crate) fn new_command() -> CommandId {
    CommandId::from_bytes(random())
}

/// A seed for a bot's whims.
#[must_use]
pub(crate) fn new_seed() -> u64 {
    u64::from_be_bytes(random())
}
