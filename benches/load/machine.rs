//! Processes and their resource usage.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result};

/// A server in a separate process, with its own data.
pub(crate) struct Process {
    child: Child,
    pub(crate) address: SocketAddr,
    data: tempfile::TempDir,
}

/// The resource usage of a process.
pub(crate) struct Usage {
    /// Seconds of CPU.
    pub(crate) cpu: f64,
    /// Bytes of memory.
    pub(crate) memory: f64,
}

impl Process {
    /// The program with these options.
    pub(crate) fn kosti(options: &[&str]) -> Result<Self> {
        Self::kosti_in(tempfile::tempdir()?, options)
    }

    /// The program with the key of this one, so that they can share tables.
    pub(crate) fn kosti_beside(&self, options: &[&str]) -> Result<Self> {
        let data = tempfile::tempdir()?;
        std::fs::copy(self.data.path().join("master.key"), data.path().join("master.key"))?;
        Self::kosti_in(data, options)
    }

    fn kosti_in(data: tempfile::TempDir, options: &[&str]) -> Result<Self> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kosti"));
        command.args(["--lang", "en", "serve", "--listen", "127.0.0.1:0", "--rate", "0", "--data"]);
        command.arg(data.path()).args(options).env("KOSTI_LOG", "warn");
        Self::start(command, data)
    }

    pub(crate) fn bare() -> Result<Self> {
        let data = tempfile::tempdir()?;
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("bare").arg(data.path().join("journal.db"));
        Self::start(command, data)
    }

    fn start(mut command: Command, data: tempfile::TempDir) -> Result<Self> {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("no output")?).read_line(&mut line)?;
        let address = line.trim_end().rsplit("http://").next().context("no address")?.parse()?;
        Ok(Self { child, address, data })
    }

    pub(crate) fn usage(&self) -> Result<Usage> {
        Usage::of(&self.child.id().to_string())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl std::iter::Sum for Usage {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self { cpu: 0.0, memory: 0.0 }, |sum, one| Self {
            cpu: sum.cpu + one.cpu,
            memory: sum.memory + one.memory,
        })
    }
}

impl Usage {
    pub(crate) fn own() -> Result<Self> {
        Self::of("self")
    }

    pub(crate) fn of(process: &str) -> Result<Self> {
        let text = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
        // The name in parentheses may contain anything.
        let rest = text.rsplit(") ").next().context("no such process")?;
        let field = |nth: usize| rest.split(' ').nth(nth).and_then(|field| field.parse::<f64>().ok());
        let (user, system) = (field(11).context("no times")?, field(12).context("no times")?);
        let pages: f64 = field(21).context("no memory")?;
        let ticks = rustix::param::clock_ticks_per_second() as f64;
        let page = rustix::param::page_size() as f64;
        Ok(Self { cpu: (user + system) / ticks, memory: pages * page })
    }
}

/// Every stream is a file, in this process and in the server.
pub(crate) fn allow_many_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    // Privileged processes raise the limit themselves.
    let many = Some(1 << 16);
    if setrlimit(Resource::Nofile, Rlimit { current: many, maximum: many }).is_err() {
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        let _ = setrlimit(Resource::Nofile, limit);
    }
}
