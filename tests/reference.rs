//! Compares `kosti ask` with the reference: tests/reference/reference.py implements the same rules in another
//! language and by other means; it writes questions and the expected answers.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

use serde_json::{Value, json};

fn ask() -> Child {
    Command::new(env!("CARGO_BIN_EXE_kosti"))
        .args(["ask", "--lang", "en"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The questions and expected answers of the reference. The short form has one of 24 throws on an empty sheet.
fn questions() -> Vec<(Value, Value)> {
    let every = if kosti_testkit::full_length() { "1" } else { "48" };
    let out = Command::new("python3")
        .args(["tests/reference/reference.py", "questions", "--every", every])
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

/// The place where an answer differs: objects are compared on the expected keys, lists entry by entry.
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
    assert!(questions.len() > 10_000, "only {} questions", questions.len());
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
        // Every line has an answer, also a blank one, so that callers can count.
        writeln!(input).unwrap();
        line.clear();
        answers.read_line(&mut line).unwrap();
        assert!(line.starts_with(r#"{"error":{"kind":"bad-json""#), "{line}");
    }
    drop(input);
    line.clear();
    assert_eq!(answers.read_line(&mut line).unwrap(), 0, "an answer too many: {line}");
    assert!(process.wait().unwrap().success());
}

#[test]
fn a_difference_is_found() {
    let differs = |expected: Value, got: Value| differs(&expected, &got, "");
    assert_eq!(
        differs(json!({"a": [1, {"b": null}]}), json!({"a": [1, {"b": null, "why": ""}], "c": 1})),
        None
    );
    assert_eq!(differs(json!({"a": [1, 2]}), json!({"a": [2, 1]})).unwrap(), "/a/0 is 2 and should be 1");
    assert_eq!(differs(json!([1]), json!([1, 2])).unwrap(), " is [1,2] and should be [1]");
    assert_eq!(differs(json!({"a": null}), json!({})).unwrap(), "/a is missing");
}

/// A running `kosti ask`, with its input written by a thread.
fn spawn_ask(lines: String) -> (Child, JoinHandle<std::io::Result<()>>) {
    let mut ask = ask();
    let mut input = ask.stdin.take().unwrap();
    (ask, std::thread::spawn(move || input.write_all(lines.as_bytes())))
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let request = "{\"ask\":\"score\",\"game\":\"yatzy\",\"dice\":[1,2,3,4,5],\"throw\":1}\n";
    let (mut ask, writer) = spawn_ask(request.repeat(50_000));
    let mut first = String::new();
    BufReader::new(ask.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with("{\"boxes\":"), "{first}");
    // The reader has gone, so the writer's pipe may be closed when the program has ended.
    let _ = writer.join().unwrap();
    let output = ask.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(0), ""));
}

#[test]
fn bad_lines_get_an_error_each_and_the_next_is_answered() {
    let total = "{\"ask\":\"total\",\"game\":\"crag\",\"sheet\":{\"crag\":50}}";
    let long = format!("{{\"ask\":\"{}\"}}", "x".repeat(3 << 20));
    let lines = [total, &long, total, "nonsense", "[]", "\u{fffd}", "{\"ask\":\"total\",\"game\":\"crag\"}"];
    let (ask, writer) = spawn_ask(lines.join("\n"));
    let output = ask.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    let result = String::from_utf8(output.stdout).unwrap();
    let result: Vec<Value> = result.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let brief = |answer: &Value| answer.pointer("/error/kind").or(answer.get("total")).cloned().unwrap();
    let brief: Vec<Value> = result.iter().map(brief).collect();
    assert_eq!(json!(brief), json!([50, "too-long", 50, "bad-json", "not-an-object", "bad-json", 0]));
    assert!(
        result
            .iter()
            .filter_map(|t| t.get("error"))
            .all(|e| e["message"].as_str().is_some_and(|m| !m.is_empty()))
    );
}

#[test]
fn a_line_that_is_no_text_gets_an_error() {
    let mut ask = ask();
    ask.stdin.take().unwrap().write_all(b"\xff\xfe\n{\"ask\":\"what\"}\r\n").unwrap();
    let result = String::from_utf8(ask.wait_with_output().unwrap().stdout).unwrap();
    let kinds: Vec<Value> = result
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["error"]["kind"].take())
        .collect();
    assert_eq!(json!(kinds), json!(["bad-json", "unknown-ask"]));
}

/// The requests of docs/ask.md, each followed by a part of its answer.
#[test]
fn the_documented_questions_have_the_documented_answers() {
    let page = include_str!("../docs/ask.md");
    let block = page.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let lines: Vec<&str> = block.lines().collect();
    assert!(lines.len() >= 12 && lines.len().is_multiple_of(2));
    let mut process = ask();
    let mut input = process.stdin.take().unwrap();
    let mut answers = BufReader::new(process.stdout.take().unwrap()).lines();
    for pair in lines.chunks_exact(2) {
        writeln!(input, "{}", pair[0]).unwrap();
        let got: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        let expected: Value = serde_json::from_str(pair[1]).unwrap();
        assert_eq!(differs(&expected, &got, ""), None, "{}", pair[0]);
    }
    drop(input);
    assert!(process.wait().unwrap().success());
}
