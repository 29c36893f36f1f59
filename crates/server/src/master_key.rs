//! The file of the server's master key.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use kosti_app::Master;

/// Reads the key in this file; makes a new one if there is no file yet.
///
/// # Errors
/// When the file cannot be read or made, or holds no key.
pub fn read_master_key(path: &Path) -> io::Result<Master> {
    match File::open(path) {
        Ok(file) => read(&file, path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mut key = [0; 32];
            getrandom::fill(&mut key)?;
            write(&key, path)?;
            Ok(Master::from_bytes(key))
        }
        Err(error) => Err(error),
    }
}

fn read(file: &File, path: &Path) -> io::Result<Master> {
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
    Ok(Master::from_bytes(key))
}

/// Writes under another name first, so that a key is there whole or not at all.
fn write(key: &[u8; 32], path: &Path) -> io::Result<()> {
    let new = path.with_extension("new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&new)?;
    file.write_all(key)?;
    file.sync_all()?;
    fs::rename(&new, path)
}
