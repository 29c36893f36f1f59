//! `kosti play` in a real terminal: whole games, a kill in the middle of one, and the restored terminal.

use std::fs;
use std::io::{Read as _, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use kosti_testkit::DEADLINE;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

const SIZE: PtySize = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
/// Keys that play a turn of a score sheet, and of a race: throw, accept the offer, yes.
const SHEET: &str = " \ry";
const RACE: &str = " ab";

/// The program in a terminal.
struct Session {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// Ends when the screen has all output of the program.
    reader: thread::JoinHandle<()>,
    // The terminal lives as long as this.
    _master: Box<dyn MasterPty + Send>,
}

impl Session {
    fn new(place: &Path, args: &[&str]) -> Self {
        let pty = native_pty_system().openpty(SIZE).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_kosti"));
        command.args(["play"]);
        command.args(args);
        command.env_clear();
        for (name, value) in [("LC_ALL", "en_GB.UTF-8"), ("TERM", "xterm-256color")] {
            command.env(name, value);
        }
        command.env("HOME", place);
        command.env("XDG_DATA_HOME", place);
        let child = pty.slave.spawn_command(command).unwrap();
        let screen = Arc::new(Mutex::new(vt100::Parser::new(SIZE.rows, SIZE.cols, 0)));
        let mut output = pty.master.try_clone_reader().unwrap();
        let shown = screen.clone();
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                shown.lock().unwrap().process(&bytes[..count]);
            }
        });
        let keys = pty.master.take_writer().unwrap();
        // So that the output ends with the program.
        drop(pty.slave);
        Self { child, keys, screen, reader, _master: pty.master }
    }

    fn press(&mut self, keys: &str) {
        // A killed program reads no more.
        let _ = self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush());
    }

    fn screen(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    #[track_caller]
    fn wait_for(&self, what: &str) {
        let start = Instant::now();
        while !self.screen().contains(what) {
            assert!(start.elapsed() < DEADLINE, "no {what}:\n{}", self.screen());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Presses the keys repeatedly until this holds.
    #[track_caller]
    fn play_until(&mut self, keys: &str, done: impl Fn() -> bool) {
        let start = Instant::now();
        while !done() {
            assert!(start.elapsed() < DEADLINE, "stuck:\n{}", self.screen());
            self.press(keys);
            thread::sleep(Duration::from_millis(15));
        }
    }

    fn signal(&self, signal: &str) {
        let id = self.child.process_id().unwrap().to_string();
        let kill = format!("kill -s {signal} {id}");
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    }

    /// Waits until the program has ended; the terminal must be usable then.
    #[track_caller]
    fn wait_for_end(mut self) -> String {
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status:?}\n{}", self.screen());
        self.reader.join().unwrap();
        let screen = self.screen.lock().unwrap();
        assert!(!screen.screen().alternate_screen() && !screen.screen().hide_cursor());
        assert!(screen.screen().mouse_protocol_mode() == vt100::MouseProtocolMode::None);
        screen.screen().contents()
    }
}

fn place(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("terminal").join(name);
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).unwrap();
    place
}

/// The number of turns in a record.
fn turns(record: &Path) -> usize {
    fs::read_to_string(record).map_or(0, |text| text.lines().skip_while(|line| !line.is_empty()).count())
}

fn is_over(record: &Path) -> bool {
    fs::read_to_string(record).is_ok_and(|text| !text.contains("[Result \"*\"]"))
}

/// The output of `kosti replay`, which checks the record word by word.
fn replay_output(record: &Path) -> String {
    let replay = Command::new(env!("CARGO_BIN_EXE_kosti")).arg("replay").arg(record).output().unwrap();
    assert!(replay.status.success(), "{replay:?}");
    String::from_utf8(replay.stdout).unwrap()
}

fn whole_game(game: &str, players: &str, keys: &str) {
    let place = place(game);
    let record = place.join("game.kosti");
    let save = record.to_str().unwrap();
    let mut session = Session::new(&place, &[game, "--players", players, "--seed", "7", "--save", save]);
    session.wait_for("begins");
    session.play_until(keys, || is_over(&record));
    session.wait_for("The game is over");
    session.press("q");
    let answer = session.wait_for_end();
    assert!(answer.contains("kosti review"), "{answer}");
    assert!(replay_output(&record).contains("win") || replay_output(&record).contains("Won"));
}

#[test]
fn school_is_played_to_the_end() {
    whole_game("school", "Olena,Petro", SHEET);
}

#[test]
fn a_sheet_is_played_to_the_end_against_a_bot() {
    whole_game(if kosti_testkit::full_length() { "balut" } else { "crag" }, "Olena,bot:regular", SHEET);
}

#[test]
fn thousand_is_played_to_the_end_against_a_bot() {
    whole_game("thousand", "Olena,bot:beginner", RACE);
}

#[test]
fn zilch_is_played_to_the_end_against_a_bot() {
    whole_game("zilch", "Olena,bot:regular", RACE);
}

#[test]
fn a_hand_of_poker_dice_is_played() {
    whole_game("poker-dice", "Olena,Petro", SHEET);
}

#[test]
fn a_killed_game_goes_on() {
    let place = place("killed");
    let games = place.join("kosti").join("games");
    let mut session = Session::new(&place, &["school", "--players", "Olena,Petro", "--seed", "3"]);
    session.wait_for("begins");
    let mut files = fs::read_dir(&games).unwrap().map(|entry| entry.unwrap().path());
    let path = files.find(|path| path.extension().is_some_and(|extension| extension == "kosti")).unwrap();
    session.play_until(SHEET, || turns(&path) > 8);
    session.signal("KILL");
    session.child.wait().unwrap();
    let before = fs::read_to_string(&path).unwrap();
    replay_output(&path);

    let mut session = Session::new(&place, &["--resume", "--seed", "3"]);
    session.wait_for("Olena, Petro");
    session.press("\r");
    session.wait_for("goes on");
    let moves = before.split_once("\n\n").unwrap().1.trim_end();
    assert!(fs::read_to_string(&path).unwrap().contains(moves));
    session.play_until(SHEET, || is_over(&path));
    assert!(fs::read_to_string(&path).unwrap().contains(moves), "what was there is still there");
    session.press("q");
    session.wait_for_end();
    let left: Vec<_> = fs::read_dir(&games).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(left, std::slice::from_ref(&path), "nothing else is left behind");
    replay_output(&path);
}

#[test]
fn signals_and_keys_leave_the_terminal_usable() {
    let place = place("left");
    for leave in ["HUP", "TERM", "\x03\r", "qy"] {
        let record = place.join(format!("{}.kosti", leave.len()));
        let _ = fs::remove_file(&record);
        let save = record.to_str().unwrap();
        let mut session =
            Session::new(&place, &["yatzy", "--players", "Olena", "--seed", "3", "--save", save]);
        session.wait_for("begins");
        session.press(" ");
        session.wait_for("threw");
        match leave {
            "HUP" | "TERM" => session.signal(leave),
            keys => session.press(keys),
        }
        let answer = session.wait_for_end();
        assert!(answer.contains("The game is saved"), "{answer}");
        assert!(replay_output(&record).contains("The game goes on"));
    }
}

#[test]
fn the_start_screen_begins_a_game() {
    let place = place("start");
    let mut session = Session::new(&place, &["--seed", "1"]);
    session.wait_for("a new game");
    session.press("\x1b[B");
    session.press("\x1b[A\x1b[A\r");
    session.wait_for("begins");
    session.press("qy");
    session.wait_for_end();
}

#[test]
fn nobody_else_plays_a_game_that_is_played() {
    let place = place("taken");
    let save = place.join("game.kosti");
    let save = save.to_str().unwrap();
    let game = kosti_games::ids().next().unwrap();
    let mut first = Session::new(&place, &[game, "--players", "Olena", "--seed", "1", "--save", save]);
    first.wait_for("begins");
    let answer = Session::new(&place, &["--resume", save]).wait_for_end();
    assert!(answer.contains("another Kosti plays this game"), "{answer}");
    first.press("qy");
    first.wait_for_end();
    let mut again = Session::new(&place, &["--resume", save]);
    again.wait_for("begins");
    again.press("qy");
    again.wait_for_end();
    assert_eq!(fs::read_dir(&place).unwrap().count(), 1, "nothing is left over");
}

/// Reading keys from a closed terminal would block for ever. Python opens the terminal and is killed.
#[test]
#[cfg(target_os = "linux")]
fn a_closed_terminal_ends_the_program_and_the_game_is_kept() {
    let place = place("closed");
    let save = place.join("game.kosti");
    let game = kosti_games::ids().next().unwrap();
    let mut python = Command::new("python3")
        .args(["-c", "import pty, sys; pty.spawn(sys.argv[1:])"])
        .args([env!("CARGO_BIN_EXE_kosti"), "play", game, "--players", "Olena", "--seed", "1", "--save"])
        .arg(&save)
        .env("TERM", "xterm-256color")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let within = |what: &str, done: &dyn Fn() -> bool| {
        let start = Instant::now();
        while !done() {
            assert!(start.elapsed() < DEADLINE, "{what}");
            thread::sleep(Duration::from_millis(20));
        }
    };
    within("no game", &|| save.exists());
    let child = children(python.id()).pop().unwrap();
    python.stdin.as_mut().unwrap().write_all(b" ").unwrap();
    within("no throw", &|| fs::read_to_string(&save).unwrap().contains("threw"));
    python.kill().unwrap();
    python.wait().unwrap();
    within("it goes on without a terminal", &|| !Path::new(&format!("/proc/{child}/exe")).exists());
    assert!(fs::read_to_string(&save).unwrap().contains("threw"));
}

/// The child processes of a process.
#[cfg(target_os = "linux")]
fn children(of: u32) -> Vec<u32> {
    let ids =
        fs::read_dir("/proc").unwrap().filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok());
    let parent = |id: &u32| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse::<u32>().ok()
    };
    ids.filter(|id| parent(id) == Some(of)).collect()
}
