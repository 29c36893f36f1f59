//! A question of `kosti ask`: one line of JSON.

use std::sync::{Arc, LazyLock};

use kosti_query::{Cache, Prepared, QueryEngine, Request, WorkLimits};
use kosti_rules::RulesFile;
use kosti_text::{Language, Words};
use serde_json::Value;

use crate::world::{RACE, SHEET};

/// Games small enough to be solved for every input; other games only get quick questions.
const SOLVED: [(&str, &str); 2] = [("small", SHEET), ("short", RACE)];
/// The limits of one question.
const LIMITS: WorkLimits = WorkLimits { large_games: false, simulated: 200 };

type Find = fn(&str) -> Option<RulesFile>;

fn find(id: &str) -> Option<RulesFile> {
    let solved = SOLVED.iter().find(|(known, _)| *known == id);
    solved.map(|(id, text)| RulesFile::read(id, text)).or_else(|| kosti_games::file(id))
}

/// A line has exactly one answer, always the same: an object in one line, which may be an error with a message.
pub fn ask(data: &[u8]) {
    static ENGINES: LazyLock<Vec<QueryEngine<Find>>> = LazyLock::new(|| {
        let ids = || SOLVED.iter().map(|(id, _)| *id).chain(kosti_games::ids()).collect();
        let engine = |language| {
            let cache = Arc::new(Cache::new(|| 0.0));
            QueryEngine::new(ids(), Words::new(language), find as Find, cache).with_limits(LIMITS)
        };
        Language::all().map(engine).collect()
    });
    let line = String::from_utf8_lossy(data);
    let request = Request::parse(&line);
    let game = request.as_ref().ok().and_then(|request| request.question.game());
    let is_solved = SOLVED.iter().any(|(id, _)| game.is_some_and(|(game, _)| game == *id));
    for engine in &*ENGINES {
        let is_task =
            |request: &Request| matches!(engine.prepare_request(request), Ok((Prepared::Task(_), _)));
        if !is_solved && request.as_ref().is_ok_and(is_task) {
            continue;
        }
        let answer = engine.answer_line(&line);
        check_answer(&answer);
        assert_eq!(engine.answer_line(&line), answer, "another answer to the same question");
    }
}

fn check_answer(answer: &str) {
    assert!(!answer.contains('\n'), "{answer}");
    let answer: Value = serde_json::from_str(answer).unwrap();
    assert!(answer.is_object(), "{answer}");
    if let Some(error) = answer.get("error") {
        assert_eq!(answer.as_object().map(serde_json::Map::len), Some(1), "{answer}");
        for field in ["kind", "message"] {
            assert!(error[field].as_str().is_some_and(|text| !text.is_empty()), "{field} of {answer}");
        }
    }
}
