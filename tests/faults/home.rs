//! A directory with the data of a server, and the program's chores on it.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use kosti_journal::{Journal as _, SqliteJournal, Stored, Version};

use crate::server::Server;

pub(crate) struct Home {
    directory: tempfile::TempDir,
}

impl Home {
    pub(crate) fn new() -> Self {
        Self { directory: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn data(&self) -> &Path {
        self.directory.path()
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.data().join(name)
    }

    pub(crate) fn start(&self) -> Server {
        Server::start(self.data())
    }

    /// Starts the server; what it says then, too.
    pub(crate) fn start_telling(&self) -> (Server, String) {
        self.try_start().unwrap_or_else(|says| panic!("it does not start: {says}"))
    }

    /// Starts the server, or gives why it does not.
    pub(crate) fn try_start(&self) -> Result<(Server, String), String> {
        let mut command = Server::command(self.data(), &["--rate", "0", "--bot-pause", "0"]);
        // No log, so that only what is meant for people is on standard error.
        command.env("KOSTI_LOG", "off").stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut told = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        if told.read_line(&mut text).unwrap() == 0 {
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(1));
            return Err(String::from_utf8(output.stderr).unwrap());
        }
        let address = text.trim_end().rsplit("http://").next().unwrap().parse();
        let address = address.unwrap_or_else(|_| panic!("no address in {text:?}"));
        // It is told all at once.
        text += &String::from_utf8_lossy(told.buffer());
        Ok((Server { child, address }, text))
    }

    /// A server that cannot start; what it says.
    pub(crate) fn refuses_to_start(&self) -> String {
        self.try_start().err().expect("it does not start")
    }

    /// Runs `kosti COMMAND --data` on this.
    pub(crate) fn chore(&self, command: &str) -> Output {
        self.chore_with(command, &[])
    }

    /// The same with more options.
    pub(crate) fn chore_with(&self, command: &str, options: &[&str]) -> Output {
        let mut kosti = Command::new(env!("CARGO_BIN_EXE_kosti"));
        kosti.args(["--lang", "en", command, "--data"]).arg(self.data()).args(options).output().unwrap()
    }

    /// The same, which must succeed; what it says.
    pub(crate) fn done(&self, command: &str) -> String {
        self.done_with(command, &[])
    }

    /// The same with more options.
    pub(crate) fn done_with(&self, command: &str, options: &[&str]) -> String {
        let output = self.chore_with(command, options);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    pub(crate) fn journal(&self) -> SqliteJournal {
        SqliteJournal::open(self.file("journal.db")).unwrap()
    }

    /// The records of tables, once no server runs.
    pub(crate) async fn records(&self, tables: impl IntoIterator<Item = &str>) -> Vec<Vec<Stored>> {
        let journal = self.journal();
        let mut records = Vec::new();
        for table in tables {
            records.push(journal.read(table.parse().unwrap(), Version::START).await.unwrap());
        }
        records
    }

    /// A copy of these files.
    pub(crate) fn copy(&self) -> Self {
        let copy = Self::new();
        for entry in fs::read_dir(self.data()).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, copy.data().join(path.file_name().unwrap())).unwrap();
        }
        copy
    }

    pub(crate) fn cut(&self, name: &str, length: u64) {
        fs::OpenOptions::new().write(true).open(self.file(name)).unwrap().set_len(length).unwrap();
    }

    pub(crate) fn length(&self, name: &str) -> u64 {
        fs::metadata(self.file(name)).unwrap().len()
    }
}
