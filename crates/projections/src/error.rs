//! `ListsError`: errors of reading and writing the lists.

use std::path::PathBuf;

use kosti_journal::ReadError;

/// An error of reading or writing the lists.
#[derive(Debug, thiserror::Error)]
pub enum ListsError {
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] ReadError),
    /// The file is damaged. `Lists::follow` recreates it.
    #[error("the lists are damaged ({why}): they are rebuilt from the journal")]
    Damaged {
        /// The damage.
        why: String,
    },
    /// The file is the database of another program. It is not touched.
    #[error("{} is the database of another program: name another file for the lists", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Another program has the file open.
    #[error("{} is in use: stop the server that uses it, then try again", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A file cannot be created, moved or removed.
    #[error("{}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        why: std::io::Error,
    },
    /// Any other error of SQLite.
    #[error("the lists cannot be read or written: {why}")]
    Failed {
        /// The cause.
        why: String,
    },
}
