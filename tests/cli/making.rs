//! Making a game: a start file, checking on every save, and the balance report.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use expect_test::expect;
use kosti_rules::{House, RulesFile};
use kosti_solver::{NoProgress, Objective, solve};
use kosti_testkit::DEADLINE;
use kosti_text::{Kind, Language, Start};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use serde_json::Value;
use std::sync::Arc;

use super::{json_of, kosti, place, ran, stdout_of};

fn starts() -> impl Iterator<Item = Start> {
    let kinds = [Kind::Sheet, Kind::Race].into_iter();
    let dice = kinds.flat_map(|kind| (1..=8).map(move |dice| (kind, dice)));
    let sides = dice.flat_map(|(kind, dice)| (2..=12).map(move |sides| (kind, dice, sides)));
    sides.map(|(kind, dice, sides)| Start { name: "Olena".to_owned(), dice, sides, ..Start::of(kind) })
}

/// Every start is sound, or too large; the program reports that before it writes anything.
#[test]
fn every_start_is_sound_and_solved() {
    let mut refused = Vec::new();
    for start in starts() {
        let text = start.text(Language::ENGLISH);
        let file = RulesFile::read("start", &text);
        if file.check().is_err() {
            refused.push((start.kind, start.dice, start.sides));
            continue;
        }
        // Only small dice are solved, because others take long; the tables are of the same kind.
        if start.dice > 4 || ![2, 3, 6].contains(&start.sides) {
            continue;
        }
        for throws in [1, 3] {
            let small = Start { throws, target: 60, players: 2, ..start.clone() };
            let file = RulesFile::read("start", &small.text(Language::ENGLISH));
            let rules = file.rules(&House::default()).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
            assert_eq!((rules.dice, rules.sides), (start.dice, start.sides));
            let rules = Arc::new(rules);
            let objective = match start.kind {
                Kind::Sheet => Objective::Total,
                Kind::Race => Objective::Turns,
            };
            let value = solve(&rules, &objective, &NoProgress).unwrap().value();
            assert!(value > 0.0, "{text}");
        }
    }
    assert!(refused.iter().all(|&(_, dice, sides)| dice > 5 && sides > 6), "{refused:?}");
    assert!(refused.len() < 60, "{refused:?}");
}

#[test]
fn new_takes_what_is_said() {
    let place = place("new-said");
    let at = |args: &[&str]| ran(kosti(args).current_dir(&place));
    let made = at(&["new", "--name", "Kitchen table!", "--kind", "race", "--dice", "3", "--target", "200"]);
    expect![[r#"
        Wrote kitchen-table.toml. Make it yours: kosti check --watch kitchen-table.toml
    "#]]
    .assert_eq(&made.out);
    expect![[r#"
        kitchen-table.toml: fine. Kitchen table!: a race to 200, 2 variants, 1 example.

        The game
          2–8 players (one may practise alone); 3 dice with 6 sides; first to 200.
          Be the first to reach 200 points.
          After each throw set aside dice that score, then bank or throw the rest; a throw that scores nothing loses the turn's points.
          A player who has set all dice aside may throw all of them again.

        What scores
          Single dice – one die: 1 → 10, 5 → 5.
          Three alike – 3 alike: 1 → 100, 2 → 20, 3 → 30, 4 → 40, 5 → 50, 6 → 60.

        House rules
          hot-dice=off: A player who has set all dice aside must bank.
    "#]]
    .assert_eq(&at(&["check", "kitchen-table.toml"]).out);
    let wrong: Vec<String> = [
        &["new", "x.toml", "--dice", "9"][..],
        &["new", "x.toml", "--kind", "race", "--throws", "2"],
        &["new", "x.toml", "--kind", "sheet", "--target", "100"],
        &["new", "x.toml", "--kind", "race", "--dice", "8", "--sides", "12"],
    ]
    .into_iter()
    .map(|args| {
        let ran = at(args);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        ran.err.lines().next().unwrap_or_default().to_owned()
    })
    .collect();
    expect![[r#"
        error: `9` can't be the value of --dice <N>; allowed: 1…8
        error: a race has no --throws: a turn goes on until the player banks or loses it
        error: a score sheet has no --target: it ends when all boxes are full
        error: 8 dice with 12 sides are too much for Kosti: the game is too large: its tables would have 24379393 entries"#]]
    .assert_eq(&wrong.join("\n"));
    assert!(!place.join("x.toml").exists());
}

/// Types into `kosti new` in a terminal, and returns the screen.
fn dialogue(place: &Path, args: &[&str], typed: &[(&str, &str)]) -> (String, bool) {
    let size = PtySize { rows: 40, cols: 100, pixel_width: 0, pixel_height: 0 };
    let pty = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_kosti"));
    command.args([&["new"], args].concat());
    command.env_clear();
    command.env("LC_ALL", "en_GB.UTF-8");
    command.cwd(place);
    let mut child = pty.slave.spawn_command(command).unwrap();
    drop(pty.slave);
    let mut keys = pty.master.take_writer().unwrap();
    let mut output = pty.master.try_clone_reader().unwrap();
    let (sender, bytes) = channel();
    thread::spawn(move || {
        let mut some = [0; 1024];
        while let Ok(count @ 1..) = output.read(&mut some) {
            let _ = sender.send(some[..count].to_vec());
        }
    });
    let mut shown = String::new();
    let mut from = 0;
    for (question, answer) in typed {
        let start = Instant::now();
        while !shown[from..].contains(question) {
            assert!(start.elapsed() < DEADLINE, "no {question}:\n{shown}");
            if let Ok(some) = bytes.recv_timeout(Duration::from_millis(100)) {
                shown += &String::from_utf8_lossy(&some);
            }
        }
        from = shown.len();
        keys.write_all(answer.as_bytes()).unwrap();
        keys.flush().unwrap();
    }
    let status = child.wait().unwrap();
    // The reader ends with the program, which held the last end of the terminal.
    while let Ok(some) = bytes.recv() {
        shown += &String::from_utf8_lossy(&some);
    }
    (shown, status.success())
}

#[test]
fn new_asks_at_a_terminal() {
    let place = place("new-asks");
    fs::write(place.join("sunday.toml"), "").unwrap();
    let (shown, done) = dialogue(
        &place,
        &[],
        &[
            ("[1] ", "banana\r"),
            ("[1] ", "race\r"),
            ("called? [My game] ", "Sunday\r"),
            ("dice? [5] ", "many\r"),
            ("dice? [5] ", "8\r"),
            ("each? [6] ", "12\r"),
            ("dice? [5] ", "2\r"),
            ("each? [6] ", "\r"),
            ("wins? [500] ", "100\r"),
            ("most? [8] ", "1\r"),
            ("most? [8] ", "4\r"),
            ("file? [sunday.toml] ", "\r"),
            ("file? [sunday.toml] ", "other.toml\r"),
        ],
    );
    assert!(done, "{shown}");
    for kind in [
        "1 or 2, please",
        "A number from 1 to 8",
        "are too much",
        "from 2 to 64",
        "sunday.toml is there already",
        "Wrote other.toml",
    ] {
        assert!(shown.contains(kind), "{kind}:\n{shown}");
    }
    let file = RulesFile::read("other", &fs::read_to_string(place.join("other.toml")).unwrap());
    let rules = file.rules(&House::default()).unwrap();
    assert_eq!((rules.name.get("en"), rules.dice, rules.sides, rules.players.max), ("Sunday", 2, 6, 4));
    assert_eq!(rules.race().unwrap().target, 100);
    assert_eq!(fs::read_to_string(place.join("sunday.toml")).unwrap(), "");
}

#[test]
fn who_leaves_the_questions_leaves_no_file() {
    let place = place("new-left");
    for leaving in ["\u{4}", "\u{3}"] {
        let (shown, done) = dialogue(&place, &["left.toml"], &[("[1] ", "\r"), ("[My game] ", leaving)]);
        assert!(!done, "{shown}");
        assert!(!place.join("left.toml").exists());
    }
}

/// `kosti check --watch` and its output.
struct Watched {
    child: Child,
    lines: Receiver<String>,
    seen: String,
}

impl Watched {
    fn new(place: &Path, file: &str) -> Self {
        let mut command = kosti(&["check", "--watch", file]);
        let mut child =
            command.current_dir(place).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { child, lines, seen: String::new() }
    }

    /// Waits for a line with this text, and returns it.
    #[track_caller]
    fn wait_for(&mut self, what: &str) -> String {
        let start = Instant::now();
        loop {
            assert!(start.elapsed() < DEADLINE, "no {what}:\n{}", self.seen);
            if let Ok(line) = self.lines.recv_timeout(Duration::from_millis(100)) {
                self.seen += &format!("{line}\n");
                if line.contains(what) {
                    return line;
                }
            }
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const SIX: &str = "name = 'Six'\ndice = 1\nthrows = 1\n[box.any]\nscore = 'all-dice'\n\
                   [house.more]\nname = 'More'\n[house.more.choices]\nno = {}\nyes.change = { throws = 2 }\n";

#[test]
fn watch_tells_what_each_save_changes() {
    let place = place("watch");
    let file = place.join("six.toml");
    fs::write(&file, SIX).unwrap();
    let mut watched = Watched::new(&place, "six.toml");
    watched.wait_for("six.toml: fine. Six: 1 box, 2 variants");
    let hash = watched.wait_for("Hash ");
    assert_eq!(watched.wait_for("the game: "), "the game: 3.50");
    assert_eq!(watched.wait_for("more=yes: "), "more=yes: 4.25");
    // A fault, in the same form as `kosti check`.
    fs::write(&file, SIX.replace("all-dice", "all-dise")).unwrap();
    watched.wait_for("all-dise");
    watched.wait_for("six.toml:5:");
    // Replaced by a renamed file, with another value.
    let new = place.join("six.toml.new");
    fs::write(&new, SIX.replace("throws = 1", "throws = 2")).unwrap();
    fs::rename(&new, &file).unwrap();
    assert_ne!(watched.wait_for("Hash "), hash);
    assert_eq!(watched.wait_for("the game: "), "the game: 4.25, +0.75");
    assert_eq!(watched.wait_for("more=yes: "), "more=yes: 4.25");
    // Removed, and restored with the first text.
    fs::remove_file(&file).unwrap();
    fs::write(&file, SIX).unwrap();
    assert_eq!(watched.wait_for("the game: "), "the game: 3.50, −0.75");
    assert!(watched.child.try_wait().unwrap().is_none(), "it goes on");
}

#[test]
fn a_newer_save_ends_the_work_on_an_older_one() {
    let place = place("watch-newer");
    let file = place.join("game.toml");
    // This takes far longer to solve than the test waits.
    let large = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("games/balut.toml")).unwrap();
    fs::write(&file, large).unwrap();
    let mut watched = Watched::new(&place, "game.toml");
    watched.wait_for("Hash ");
    fs::write(&file, SIX).unwrap();
    watched.wait_for("Six");
    assert_eq!(watched.wait_for("the game: "), "the game: 3.50");
    assert!(!watched.seen.contains(" ± "), "{}", watched.seen);
}

#[test]
fn watch_is_for_one_file_that_is_there() {
    let refused = ran(&mut kosti(&["check", "--watch", "games/crag.toml", "games/yatzy.toml"]));
    assert!(refused.code == Some(2) && refused.err.contains("one file"), "{refused:?}");
    let missing = ran(&mut kosti(&["check", "--watch", "no-such.toml"]));
    assert!(missing.code == Some(1) && missing.err.contains("no-such.toml"), "{missing:?}");
}

fn number(value: &Value) -> f64 {
    value["value"].as_f64().unwrap()
}

#[test]
fn balance_adds_up() {
    let result = json_of(&["balance", "crag", "--json"]);
    let solved = json_of(&["solve", "crag", "--json"]);
    assert!((number(&result["value"]) - solved["value"].as_f64().unwrap()).abs() < 1e-9);
    assert_eq!(result["value"]["exact"], true);
    let close =
        (result["spread"]["deviation"].as_f64().unwrap() - solved["deviation"].as_f64().unwrap()).abs();
    assert!(close < 1e-6, "{close}");
    let brings: f64 =
        result["boxes"].as_array().unwrap().iter().map(|result| number(&result["brings"])).sum();
    assert!((brings - number(&result["value"])).abs() < 1e-9, "{brings}");
    let two = &result["seats"][0];
    assert!((2.0 * number(&two["wins"][0]) + number(&two["shared"]) - 1.0).abs() < 1e-9, "{two}");
    // The same question in another form.
    let mut child = kosti(&["ask"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"{\"ask\":\"balance\",\"game\":\"crag\"}\n").unwrap();
    let answer: Value = serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(answer, result);
}

#[test]
fn balance_of_a_race() {
    let result = json_of(&["balance", "pig", "--json"]);
    let solved = json_of(&["solve", "pig", "--json"]);
    assert_eq!(result["seats"][0]["wins"][0]["value"], solved["value"]);
    assert_eq!(result["seats"][0]["wins"][0]["exact"], true);
    let three = &result["seats"][1]["wins"][0];
    assert!(three["exact"] == false && three["error"].as_f64().unwrap() > 0.0, "{three}");
    // A turn that is lost ends with a 1, one in six throws.
    let (lost, throws) = (number(&result["lost"]), number(&result["throws"]));
    assert!((lost - throws / 6.0).abs() < 1e-9, "{lost} {throws}");
    let text = stdout_of(&["balance", "pig", "--lang", "uk"]);
    assert!(text.contains("Хто виграє") && text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

/// If points decide, the result is measured, and the report says so.
#[test]
fn balance_of_points_is_measured() {
    let place = place("balance-points");
    let text = "name = 'Few'\ndice = 2\nthrows = 2\n[box.a]\nscore = 'all-dice'\nfill = 2\n[[points]]\nname = 'A'\n\
                when = { sum-of = { box = 'a', at-least = 18 } }\ngive = 3\n";
    fs::write(place.join("few.toml"), text).unwrap();
    let result = ran(kosti(&["balance", "few.toml", "--json"]).current_dir(&place));
    let result: Value = serde_json::from_str(&result.out).unwrap();
    assert_eq!((&result["play"], &result["points_decide"]), (&Value::from("strong"), &Value::from(true)));
    assert!(
        result["value"]["error"].as_f64().unwrap() > 0.0 && result["value"]["exact"] == false,
        "{result}"
    );
    assert!(result["boxes"][0]["brings"]["error"].as_f64().unwrap() > 0.0, "{result}");
}

/// A game that is too large to be solved is simulated with heuristic players, and the report says so.
#[test]
fn balance_of_what_is_too_large() {
    let place = place("balance-large");
    let boxes = (0..8).map(|nth| format!("[box.b{nth}]\nscore = 'all-dice'\nfill = 9\n")).collect::<String>();
    fs::write(place.join("large.toml"), format!("name = 'Large'\ndice = 1\nthrows = 1\n{boxes}")).unwrap();
    let result = ran(kosti(&["balance", "large.toml"]).current_dir(&place));
    assert!(
        result.out.contains("too large to be solved") && result.out.contains("The total: 252.12 ± 0.23"),
        "{result:?}"
    );
    // The total of 72 dice is 252; each of the nine entries of a box is the mean of a die.
    assert!(
        result.out.lines().any(|line| line.starts_with("b7 ") && line.contains("31.42 ± 0.09")),
        "{result:?}"
    );
}

/// The game that games/README.md builds step by step: the commands print what the document shows.
#[test]
fn the_game_that_is_built_in_the_readme() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("games/README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let place: PathBuf = place("built");
    let (mut built, mut written, mut info): (String, String, Option<String>) = Default::default();
    for line in readme.lines() {
        match (&info, line.strip_prefix("```")) {
            (None, Some(opened)) => info = Some(opened.to_owned()),
            (Some(_), Some(_)) => info = None,
            (Some(kind), None) if kind == "toml step" => built += &format!("{line}\n"),
            (Some(kind), None) if kind == "console" => {
                // Earlier output is skipped; commands are run again.
                if let Some(command) = line.strip_prefix("$ kosti ") {
                    fs::write(place.join("dinner.toml"), &built).unwrap();
                    // After `#` comes the part that is shown.
                    let (command, part) = command.split_once("  # ").unwrap_or((command, ""));
                    let args: Vec<&str> = command.split(' ').collect();
                    let result = ran(kosti(&args).current_dir(&place));
                    assert_eq!(result.code, Some(0), "{result:?}");
                    let shown = result.out.split("\n\n").find(|text| text.starts_with(part));
                    let shown = shown.unwrap_or_else(|| panic!("no {part}: {}", result.out));
                    written += &format!("{line}\n{}\n", shown.trim_end());
                }
                continue;
            }
            _ => {}
        }
        written += &format!("{line}\n");
    }
    expect_test::expect_file![path].assert_eq(&written);
}
