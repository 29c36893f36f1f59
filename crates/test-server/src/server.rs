//! The program as a server, in a process of its own.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Time limits that no test reaches, however slow the machine is. A test of a limit sets its own, which comes later and counts.
const LONG_LIMITS: [&str; 12] = [
    "--limit",
    "request=3600",
    "--limit",
    "answer=3600",
    "--limit",
    "work=3600",
    "--limit",
    "witness=3600",
    "--limit",
    "stop=3600",
    "--limit",
    "journal=3600",
];

/// A running server; it is killed when this is dropped.
pub struct Server {
    pub child: Child,
    pub address: SocketAddr,
}

impl Server {
    /// Starts the program on this data, without rate limits and without pauses of bots.
    pub fn start(data: &Path) -> Self {
        Self::start_with(data, &["--rate", "0", "--bot-pause", "0"])
    }

    pub fn start_with(data: &Path, options: &[&str]) -> Self {
        Self::spawn(Self::command(data, options).stderr(Stdio::null()))
    }

    /// Starts a server, and waits until it prints its address.
    pub fn spawn(command: &mut Command) -> Self {
        Self::of(command.stdout(Stdio::piped()).spawn().expect("the program starts"))
    }

    /// The server in this process, whose piped output has the address.
    pub fn of(child: Child) -> Self {
        Self::try_of(child).unwrap_or_else(|_| panic!("the server does not start"))
    }

    /// The same, or the process if it has ended.
    pub fn try_of(mut child: Child) -> Result<Self, Child> {
        let stdout = child.stdout.take().expect("it was asked for");
        let mut line = String::new();
        if BufReader::new(stdout).read_line(&mut line).expect("it can be read") == 0 {
            child.wait().expect("it ends");
            return Err(child);
        }
        let address = line.trim_end().rsplit("http://").next().and_then(|address| address.parse().ok());
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}"));
        Ok(Self { child, address })
    }

    /// A server with time limits that no test reaches.
    pub fn command(data: &Path, options: &[&str]) -> Command {
        Self::standard_command(data, &[&LONG_LIMITS, options].concat())
    }

    /// A server with the usual time limits.
    pub fn standard_command(data: &Path, options: &[&str]) -> Command {
        let mut command = Command::new(kosti_testkit::program());
        command.args(["--lang", "en", "serve", "--listen", "127.0.0.1:0", "--data"]).arg(data).args(options);
        command
    }

    /// Kills it.
    pub fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Asks it to stop, and waits until it has ended.
    pub fn stop(mut self) -> std::process::ExitStatus {
        let killed = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(killed.expect("there is a shell").success());
        self.child.wait().expect("it ends")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
