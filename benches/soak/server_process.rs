//! The server process, its troubles, and its memory.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tokio::sync::watch;
use tokio::time::sleep;

use crate::clock::Clock;
use crate::disk::Disk;
use crate::machine::Usage;
use kosti_test_server::home::Home;
use kosti_test_server::line::{AddressWatch, Line};
use kosti_test_server::server::Server;
use kosti_testkit::TestRng;

/// The longest observation of the memory between two troubles.
const LONGEST: Duration = Duration::from_secs(60);
/// The troubles of a server. The first three end it.
const TROUBLES: [&str; 6] =
    ["killed", "stopped in order", "killed with a full disk", "cut off", "full disk", "clock jump"];
const ENDING: usize = 3;

pub(crate) struct ServerProcess {
    pub(crate) home: Home,
    disk: Disk,
    clock: Clock,
    running: Mutex<Option<Server>>,
    address: watch::Sender<Option<SocketAddr>>,
    enough: AtomicBool,
    happened: Mutex<[u64; TROUBLES.len()]>,
}

impl ServerProcess {
    pub(crate) fn open() -> Self {
        let home = Home::new();
        let disk = Disk::mount(home.data());
        let server = Self {
            home,
            disk,
            clock: Clock::new(),
            running: Mutex::default(),
            address: watch::Sender::new(None),
            enough: AtomicBool::new(false),
            happened: Mutex::default(),
        };
        server.begin();
        server
    }

    pub(crate) fn line(&self) -> Line {
        Line::through_full_disk(self.address())
    }

    pub(crate) fn address(&self) -> AddressWatch {
        self.address.subscribe()
    }

    pub(crate) fn is_enough(&self) -> bool {
        self.enough.load(Ordering::Relaxed)
    }

    pub(crate) fn enough(&self) {
        self.enough.store(true, Ordering::Relaxed);
    }

    fn running(&self) -> MutexGuard<'_, Option<Server>> {
        self.running.lock().unwrap()
    }

    fn begin(&self) {
        let options = ["--rate", "0", "--bot-pause", "1500", "--idle", "15"];
        let mut command = Server::standard_command(self.home.data(), &options);
        self.clock.show_to(&mut command);
        let server = Server::spawn(command.env("KOSTI_LOG", "error").stderr(Stdio::null()));
        self.address.send_replace(Some(server.address));
        *self.running() = Some(server);
    }

    /// Takes the server out of service.
    fn end(&self) -> Server {
        self.address.send_replace(None);
        self.running().take().expect("it runs")
    }

    /// Fails if the process has ended by itself.
    pub(crate) async fn check_running(&self) {
        let ended = self.running().as_mut().and_then(|server| server.child.try_wait().unwrap());
        assert!(ended.is_none(), "the server has ended by itself: {ended:?}");
        let mut line = self.line();
        let reply = line.get("/healthz", "").await;
        assert_eq!(reply.status, 200, "{}", reply.text());
    }

    fn signal(&self, signal: Signal) {
        let running = self.running();
        let id = i32::try_from(running.as_ref().expect("it runs").child.id()).unwrap();
        kill_process(Pid::from_raw(id).unwrap(), signal).unwrap();
    }

    /// Causes a trouble; none that ends the server if it is to stay calm.
    pub(crate) async fn cause_trouble(&self, rng: &mut TestRng, calm: bool) {
        let first = if calm { ENDING } else { 0 };
        let trouble = first + rng.below(TROUBLES.len() - first);
        let happened = match trouble {
            0 => {
                self.end().kill();
                true
            }
            1 => {
                assert!(self.end().stop().success(), "it does not stop in order");
                true
            }
            2 | 4 => self.full_disk(trouble == 2).await,
            3 => {
                self.signal(Signal::STOP);
                sleep(Duration::from_millis(500 + rng.below(2500))).await;
                self.signal(Signal::CONT);
                true
            }
            _ => self.clock.set(rng.below(4_000_000) - 2_000_000),
        };
        if self.address.borrow().is_none() {
            self.begin();
        }
        self.happened.lock().unwrap()[trouble] += u64::from(happened);
    }

    async fn full_disk(&self, kill: bool) -> bool {
        let full = self.disk.fill();
        sleep(Duration::from_secs(2)).await;
        if kill {
            self.end().kill();
        }
        self.disk.make_room();
        full
    }

    /// Stops the server in order.
    pub(crate) fn close(&self) {
        assert!(self.end().stop().success());
    }

    pub(crate) fn begin_again(&self) -> Line {
        self.begin();
        self.line()
    }

    pub(crate) fn summary(&self) -> String {
        let happened = self.happened.lock().unwrap();
        let mut text = String::from("the server was:");
        for (trouble, count) in TROUBLES.iter().zip(happened.iter()) {
            write!(text, " {trouble} {count}×,").unwrap();
        }
        text.trim_end_matches(',').to_owned()
    }
}

/// The memory of a server that is not restarted.
#[derive(Default)]
pub(crate) struct Watch {
    process: u32,
    begun: Option<Instant>,
    /// Minutes since the start, and megabytes.
    seen: Vec<(f64, f64)>,
}

impl Watch {
    /// Observes the memory for this long.
    pub(crate) async fn memory(&mut self, server: &ServerProcess, time: Duration) {
        let end = Instant::now() + time.min(LONGEST);
        while Instant::now() < end {
            let process = server.running().as_ref().map_or(0, |server| server.child.id());
            if process != self.process {
                *self = Self { process, begun: Some(Instant::now()), seen: Vec::new() };
            }
            if let (Some(begun), Ok(usage)) = (self.begun, Usage::of(&process.to_string())) {
                self.seen.push((begun.elapsed().as_secs_f64() / 60.0, usage.memory / 1e6));
            }
            sleep(Duration::from_millis(500)).await;
        }
    }

    /// The memory since the last start, by tenths of the time.
    pub(crate) fn summary(&self) -> String {
        let mut text = format!(
            "memory since the last start, {:.1} minutes, MB:",
            self.seen.last().map_or(0.0, |(minutes, _)| *minutes)
        );
        for part in self.seen.chunks(self.seen.len().div_ceil(10).max(1)) {
            let mean = part.iter().map(|(_, memory)| memory).sum::<f64>() / part.len() as f64;
            write!(text, " {mean:.0}").unwrap();
        }
        text
    }
}
