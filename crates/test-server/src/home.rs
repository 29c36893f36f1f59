//! `Home`: a directory with the data of a server, and the commands of the program on it.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use kosti_journal::{Journal as _, SqliteJournal, Stored, Version};

use crate::server::Server;

pub struct Home {
    directory: tempfile::TempDir,
}

impl Home {
    pub fn new() -> Self {
        Self { directory: tempfile::tempdir().unwrap() }
    }

    pub fn data(&self) -> &Path {
        self.directory.path()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.data().join(name)
    }

    pub fn start(&self) -> Server {
        Server::start(self.data())
    }

    /// Starts the server, and returns it with its output.
    pub fn start_with_output(&self) -> (Server, String) {
        self.try_start().unwrap_or_else(|error| panic!("it does not start: {error}"))
    }

    /// Starts the server, and returns it with its output, or the error.
    pub fn try_start(&self) -> Result<(Server, String), String> {
        let mut command = Server::command(self.data(), &["--rate", "0", "--bot-pause", "0"]);
        // No log, so that standard error has only the messages for people.
        command.env("KOSTI_LOG", "off").stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        if output.read_line(&mut text).unwrap() == 0 {
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(1));
            return Err(String::from_utf8(output.stderr).unwrap());
        }
        let address = text.trim_end().rsplit("http://").next().unwrap().parse();
        let address = address.unwrap_or_else(|_| panic!("no address in {text:?}"));
        // The line arrives at once.
        text += &String::from_utf8_lossy(output.buffer());
        Ok((Server { child, address }, text))
    }

    /// The error of a server that cannot start.
    pub fn start_error(&self) -> String {
        self.try_start().err().expect("it does not start")
    }

    /// Runs `kosti COMMAND --data DIRECTORY`.
    pub fn run(&self, command: &str) -> Output {
        self.run_with(command, &[])
    }

    /// The same with more options.
    pub fn run_with(&self, command: &str, options: &[&str]) -> Output {
        let mut kosti = Command::new(kosti_testkit::program());
        kosti.args(["--lang", "en", command, "--data"]).arg(self.data()).args(options).output().unwrap()
    }

    /// The output of a successful command.
    pub fn run_ok(&self, command: &str) -> String {
        self.run_ok_with(command, &[])
    }

    /// The same with more options.
    pub fn run_ok_with(&self, command: &str, options: &[&str]) -> String {
        let output = self.run_with(command, options);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    pub fn journal(&self) -> SqliteJournal {
        SqliteJournal::open(self.file("journal.db")).unwrap()
    }

    /// The records of tables, once no server runs.
    pub async fn records(&self, tables: impl IntoIterator<Item = &str>) -> Vec<Vec<Stored>> {
        let journal = self.journal();
        let mut records = Vec::new();
        for table in tables {
            records.push(journal.read(table.parse().unwrap(), Version::START).await.unwrap());
        }
        records
    }

    /// A copy of these files.
    pub fn copy(&self) -> Self {
        let copy = Self::new();
        for entry in fs::read_dir(self.data()).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, copy.data().join(path.file_name().unwrap())).unwrap();
        }
        copy
    }

    pub fn truncate(&self, name: &str, length: u64) {
        fs::OpenOptions::new().write(true).open(self.file(name)).unwrap().set_len(length).unwrap();
    }

    pub fn length(&self, name: &str) -> u64 {
        fs::metadata(self.file(name)).unwrap().len()
    }
}
