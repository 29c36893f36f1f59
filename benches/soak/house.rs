//! The server, everything that happens to it, and how much memory it takes.

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
use kosti_testkit::chance::Chance;
use kosti_testkit::home::Home;
use kosti_testkit::line::{DEADLINE, Line, Place};
use kosti_testkit::server::Server;

/// What can happen to a server. The first three end it.
const TROUBLES: [&str; 6] =
    ["killed", "stopped in order", "killed with a full disk", "cut off", "full disk", "clock jump"];
const ENDING: u64 = 3;

pub(crate) struct House {
    pub(crate) home: Home,
    disk: Disk,
    clock: Clock,
    running: Mutex<Option<Server>>,
    place: watch::Sender<Option<SocketAddr>>,
    enough: AtomicBool,
    happened: Mutex<[u64; TROUBLES.len()]>,
}

impl House {
    pub(crate) fn open() -> Self {
        let home = Home::new();
        let disk = Disk::mount(home.data());
        let house = Self {
            home,
            disk,
            clock: Clock::new(),
            running: Mutex::default(),
            place: watch::Sender::new(None),
            enough: AtomicBool::new(false),
            happened: Mutex::default(),
        };
        house.begin();
        house
    }

    pub(crate) fn line(&self) -> Line {
        Line::patient(self.place())
    }

    pub(crate) fn place(&self) -> Place {
        self.place.subscribe()
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
        let mut command = Server::command(self.home.data(), &options);
        self.clock.show_to(&mut command);
        let server = Server::spawn(command.env("KOSTI_LOG", "error").stderr(Stdio::null()));
        self.place.send_replace(Some(server.address));
        *self.running() = Some(server);
    }

    /// Takes the server out of service.
    fn end(&self) -> Server {
        self.place.send_replace(None);
        self.running().take().expect("it runs")
    }

    /// The process must not have ended by itself.
    pub(crate) async fn still_there(&self) {
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

    /// Something happens; nothing that ends the server where it is to stay calm.
    pub(crate) async fn suffer(&self, chance: &mut Chance, calm: bool) {
        let first = if calm { ENDING } else { 0 };
        let trouble = usize::try_from(first + chance.below(TROUBLES.len() as u64 - first)).unwrap();
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
                sleep(Duration::from_millis(500 + chance.below(2500))).await;
                self.signal(Signal::CONT);
                true
            }
            _ => self.clock.set(chance.below(4_000_000).cast_signed() - 2_000_000),
        };
        if self.place.borrow().is_none() {
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

    /// Ends the server in order.
    pub(crate) fn close(&self) {
        assert!(self.end().stop().success());
    }

    pub(crate) fn begin_again(&self) -> Line {
        self.begin();
        self.line()
    }

    pub(crate) fn told(&self) -> String {
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
    /// Minutes since it began, and megabytes.
    seen: Vec<(f64, f64)>,
}

impl Watch {
    /// Looks now and then for this long.
    pub(crate) async fn memory(&mut self, house: &House, time: Duration) {
        let end = Instant::now() + time.min(DEADLINE);
        while Instant::now() < end {
            let process = house.running().as_ref().map_or(0, |server| server.child.id());
            if process != self.process {
                *self = Self { process, begun: Some(Instant::now()), seen: Vec::new() };
            }
            if let (Some(begun), Ok(usage)) = (self.begun, Usage::of(&process.to_string())) {
                self.seen.push((begun.elapsed().as_secs_f64() / 60.0, usage.memory / 1e6));
            }
            sleep(Duration::from_millis(500)).await;
        }
    }

    /// How it went since the last start: by tenths of the time.
    pub(crate) fn told(&self) -> String {
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
