//! `Desks`: questions about games, answered beside the tables: quick ones by one thread, long ones by another.

use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::time::Duration;

use kosti_ask::Desk;
use kosti_words::{Language, Words};
use serde_json::Value;
use tokio::sync::oneshot;

use crate::problem::Problem;

/// Questions that may wait at a desk.
const MOST_WAITING: usize = 128;
/// Games that one question simulates, over all its players: each is kept until they are counted.
const MOST_SIMULATED: u64 = 1_000_000;
/// How long somebody waits for a long answer; the work goes on, and asking again finds it done.
const PATIENCE: Duration = Duration::from_secs(25);

struct Question {
    asked: String,
    language: Language,
    answer: oneshot::Sender<String>,
}

/// Two desks.
pub(crate) struct Desks {
    quick: SyncSender<Question>,
    long: SyncSender<Question>,
}

impl Desks {
    pub(crate) fn new(pool: &Arc<rayon::ThreadPool>) -> Self {
        Self { quick: desk("desk-quick", pool.clone()), long: desk("desk-long", pool.clone()) }
    }

    /// The answer to a question, as `kosti ask` gives it.
    pub(crate) async fn answer(
        &self,
        ask: &str,
        mut asked: Value,
        language: Language,
    ) -> Result<Value, Problem> {
        let object = asked.as_object_mut().ok_or(Problem::NotAnObject)?;
        object.insert("ask".to_owned(), ask.into());
        if ask == "simulate" && simulated(object) > MOST_SIMULATED {
            return Err(Problem::TooMuchWork);
        }
        let long = matches!(ask, "advise" | "solve" | "simulate" | "balance");
        let (answer, answered) = oneshot::channel();
        let question = Question { asked: asked.to_string(), language, answer };
        let desk = if long { &self.long } else { &self.quick };
        desk.try_send(question).map_err(|error| match error {
            TrySendError::Full(_) => Problem::Busy,
            TrySendError::Disconnected(_) => Problem::Broken,
        })?;
        let told = tokio::time::timeout(PATIENCE, answered).await.map_err(|_| Problem::Busy)?;
        let told = told.map_err(|_| Problem::Broken)?;
        let answer: Value = serde_json::from_str(&told).map_err(|_| Problem::Broken)?;
        match answer.get("error") {
            Some(error) => Err(Problem::Asked {
                kind: error["kind"].as_str().unwrap_or_default().to_owned(),
                message: error["message"].as_str().unwrap_or_default().to_owned(),
            }),
            None => Ok(answer),
        }
    }
}

/// How many games are asked for, over all players.
fn simulated(asked: &serde_json::Map<String, Value>) -> u64 {
    let games = asked.get("games").and_then(Value::as_u64).unwrap_or(0);
    let players = asked.get("players").and_then(Value::as_array).map_or(1, Vec::len);
    games.saturating_mul(players as u64)
}

/// A thread with a desk for each language.
fn desk(name: &str, pool: Arc<rayon::ThreadPool>) -> SyncSender<Question> {
    let (sender, questions) = sync_channel::<Question>(MOST_WAITING);
    let work = move || {
        let new = |language| Desk::new(kosti_games::ids().collect(), Words::new(language), kosti_games::file);
        let mut desks: Vec<_> = Language::all().map(|language| (language, new(language))).collect();
        while let Ok(question) = questions.recv() {
            let found = desks.iter().position(|(language, _)| *language == question.language).unwrap_or(0);
            let desk = &mut desks[found].1;
            // Whoever asked may have gone.
            if !question.answer.is_closed() {
                let _ = question.answer.send(pool.install(|| desk.answer(&question.asked)));
            }
        }
    };
    std::thread::Builder::new().name(name.to_owned()).spawn(work).expect("threads can be started");
    sender
}
