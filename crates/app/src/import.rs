//! Records that come from elsewhere: verified, and imported on a device whose owner moves a table there.

use kosti_journal::{AppendError, CommandId, Entry, TableId, Version};
use kosti_table::{VerifiedTable, VerifyError};
use sha2::{Digest as _, Sha256};

use crate::app::App;
use crate::error::AppError;

/// A table that was imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportedTable {
    /// The table.
    pub id: TableId,
    /// How many of its commits are new here; 0 if all were here before.
    pub added: usize,
}

/// Why a record is not imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportError {
    /// The record does not prove its game.
    Unproven(VerifyError),
    /// The table is here, and has another history than the record.
    OtherHistory,
}

impl App {
    /// Derives every throw of a downloaded record again, wherever it was played.
    ///
    /// # Errors
    /// When the computation fails; the inner error says what the record does not prove.
    pub async fn verify_record(&self, text: &str) -> Result<Result<VerifiedTable, VerifyError>, AppError> {
        let (text, registry) = (text.to_owned(), self.registry.clone());
        self.host().compute(move || kosti_table::verify_download(&text, &registry.rules_cache)).await
    }

    /// Adds the commits of a downloaded record to the journal, after every throw was derived again. A table that is here
    /// already gets the commits that it lacks. An import that ends halfway leaves an earlier state of the table, and can be
    /// repeated.
    ///
    /// # Errors
    /// When the journal cannot be read or written; the inner error says what is wrong with the record.
    pub async fn import_table(&self, text: &str) -> Result<Result<ImportedTable, ImportError>, AppError> {
        let checked = match self.verify_record(text).await? {
            Ok(checked) => checked,
            Err(why) => return Ok(Err(ImportError::Unproven(why))),
        };
        let Ok(id) = checked.table.id().parse::<TableId>() else {
            return Ok(Err(ImportError::Unproven(VerifyError::OtherGame)));
        };
        let commits = kosti_table::commits(text);
        let here = self.commits(id).await?;
        if here.iter().zip(&commits).any(|(stored, commit)| *stored.entry.body != **commit) {
            return Ok(Err(ImportError::OtherHistory));
        }
        let mut version = here.last().map_or(Version::START, |stored| stored.version);
        for commit in commits.iter().skip(here.len()) {
            version = match self.registry.journal.append(id, version, new_entry(commit)).await {
                Ok(version) | Err(AppendError::Again { version }) => version,
                Err(AppendError::Refused { why }) => return Err(AppError::not_saved(&why)),
                Err(AppendError::Conflict { .. }) => return Ok(Err(ImportError::OtherHistory)),
                Err(AppendError::Unknown { .. }) => return Err(AppError::Unclear),
            };
        }
        self.registry.forget_session(id);
        Ok(Ok(ImportedTable { id, added: commits.len().saturating_sub(here.len()) }))
    }
}

/// The entry of an imported commit. Its id follows from its text, so that the same import twice writes nothing twice.
fn new_entry(commit: &str) -> Entry {
    let hash: [u8; 32] = Sha256::digest(commit).into();
    let mut id = [0; 16];
    id.copy_from_slice(&hash[..16]);
    Entry { command: CommandId::from_bytes(id), body: commit.into() }
}
