//! Kosti against the reference: tests/reference/reference.py is another reading of the same rules, in another
//! language and by other means; it asks, and says what the answers must be.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

fn ask() -> Child {
    Command::new(env!("CARGO_BIN_EXE_kosti"))
        .args(["ask", "--lang", "en"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// What the reference asks and expects.
fn questions() -> Vec<(Value, Value)> {
    let out = Command::new("python3")
        .args(["tests/reference/reference.py", "questions"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()
        .expect("python3 runs the reference");
    assert!(out.status.success(), "the reference: {}", out.status);
    let lines = String::from_utf8(out.stdout).unwrap();
    let question = |line| {
        let mut question: Value = serde_json::from_str(line).unwrap();
        (question["request"].take(), question["answer"].take())
    };
    lines.lines().map(question).collect()
}

/// Where the answer is not what was expected: objects are compared on the keys that are expected, lists entry by
/// entry.
fn differs(expected: &Value, got: &Value, at: &str) -> Option<String> {
    match (expected, got) {
        (Value::Object(wanted), Value::Object(got)) => wanted.iter().find_map(|(key, value)| {
            let at = format!("{at}/{key}");
            match got.get(key) {
                Some(got) => differs(value, got, &at),
                None => Some(format!("{at} is missing")),
            }
        }),
        (Value::Array(wanted), Value::Array(got)) if wanted.len() == got.len() => {
            let mut pairs = wanted.iter().zip(got).enumerate();
            pairs.find_map(|(i, (wanted, got))| differs(wanted, got, &format!("{at}/{i}")))
        }
        _ if expected == got => None,
        _ => Some(format!("{at} is {got} and should be {expected}")),
    }
}

#[test]
fn kosti_agrees_with_the_reference() {
    let questions = questions();
    assert!(questions.len() > 15_000, "only {} questions", questions.len());
    let mut process = ask();
    let mut input = process.stdin.take().unwrap();
    let lines: String = questions.iter().map(|(request, _)| format!("{request}\n")).collect();
    // From another thread, so that neither process waits for the other to read.
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let mut answers = BufReader::new(process.stdout.take().unwrap()).lines();
    for (request, expected) in &questions {
        let line = answers.next().expect("an answer for each question").unwrap();
        let got: Value = serde_json::from_str(&line).unwrap();
        if let Some(difference) = differs(expected, &got, "") {
            panic!("{difference}\nrequest:  {request}\nexpected: {expected}\ngot:      {got}");
        }
    }
    assert!(answers.next().is_none(), "more answers than questions");
    writer.join().unwrap().unwrap();
    assert!(process.wait().unwrap().success());
}

#[test]
fn every_question_is_answered_before_the_next() {
    let mut process = ask();
    let mut input = process.stdin.take().unwrap();
    let mut answers = BufReader::new(process.stdout.take().unwrap());
    let mut line = String::new();
    for score in [0, 50, 0, 50] {
        let request = format!(r#"{{"ask":"total","game":"yatzy","sheet":{{"yatzy":{score}}}}}"#);
        writeln!(input, "{request}").unwrap();
        line.clear();
        answers.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["total"], score, "{request}");
        // A blank line is no question; nothing answers it, and nothing gets stuck on it.
        writeln!(input).unwrap();
    }
    drop(input);
    line.clear();
    assert_eq!(answers.read_line(&mut line).unwrap(), 0, "an answer too many: {line}");
    assert!(process.wait().unwrap().success());
}
