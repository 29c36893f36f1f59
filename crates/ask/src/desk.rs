//! `Desk`: where questions are answered.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use kosti_rules::{House, Rules, RulesError, RulesFile};
use kosti_solver::{Strategy, TooLarge};
use kosti_words::Words;
use serde_json::{Map, Value, json};

use crate::error::AskError;
use crate::request::Request;
use crate::{advise, games, play, score, solve, total};

/// The questions there are, in the order they are told.
const ASKS: &[&str] = &["games", "score", "total", "advise", "solve", "play"];
/// How many compiled games are kept at hand.
const MOST_KEPT: usize = 64;
/// How many solved ones: the largest take some megabytes each.
const MOST_SOLVED: usize = 4;

/// Answers questions about games. It keeps the games it has compiled.
pub struct Desk<F> {
    ids: Vec<&'static str>,
    words: Words,
    find: F,
    kept: HashMap<(String, String), Arc<Rules>>,
    /// By the hash of the rules, the newest last, with the seconds it took.
    solved: Vec<(String, Arc<Strategy>, f64)>,
}

impl<F: Fn(&str) -> Option<RulesFile>> Desk<F> {
    /// A desk that knows these games by id, speaks these words, and finds any game with `find`.
    pub fn new(ids: Vec<&'static str>, words: Words, find: F) -> Self {
        Self { ids, words, find, kept: HashMap::new(), solved: Vec::new() }
    }

    /// Answers one request, as one line of JSON without its end.
    pub fn answer(&mut self, line: &str) -> String {
        self.answer_value(line).unwrap_or_else(|error| error.to_json(&self.words)).to_string()
    }

    /// The words that the desk speaks.
    pub fn words(&self) -> &Words {
        &self.words
    }

    fn answer_value(&mut self, line: &str) -> Result<Value, AskError> {
        let mut request = Request::parse(line)?;
        let known = || ASKS.join(", ");
        let ask: String = request.take("ask")?.ok_or_else(|| AskError::NoAsk { known: known() })?;
        let mut answer = match ask.as_str() {
            "games" => games::answer(&self.ids, &self.find, self.words.language()),
            "score" => score::answer(&*self.game(&mut request)?, &mut request, &self.words)?,
            "total" => total::answer(&*self.game(&mut request)?, &mut request, &self.words)?,
            "play" => play::answer(&*self.game(&mut request)?, &mut request)?,
            "advise" | "solve" => {
                let rules = self.game(&mut request)?;
                let (strategy, seconds) = self.strategy(&ask, &rules, &mut request)?;
                match ask.as_str() {
                    "advise" => advise::answer(&rules, &strategy, &mut request, &self.words)?,
                    _ => solve::answer(&strategy, seconds),
                }
            }
            _ => return Err(AskError::UnknownAsk { ask, known: known() }),
        };
        let ignored = request.rest();
        if !ignored.is_empty() {
            answer.insert("ignored".to_owned(), json!(ignored));
        }
        Ok(Value::Object(answer))
    }

    /// The game solved, and how long that took, or has taken before.
    fn strategy(
        &mut self,
        ask: &str,
        rules: &Arc<Rules>,
        request: &mut Request,
    ) -> Result<(Arc<Strategy>, f64), AskError> {
        AskError::unless_sheet(rules, ask)?;
        request.objective(rules)?;
        if let Some((_, strategy, seconds)) = self.solved.iter().find(|(hash, ..)| *hash == rules.hash) {
            return Ok((strategy.clone(), *seconds));
        }
        let start = Instant::now();
        let strategy = Strategy::solve(rules.clone())
            .map_err(|TooLarge { states, most }| AskError::TooLarge { states, most })?;
        let (strategy, seconds) = (Arc::new(strategy), start.elapsed().as_secs_f64());
        if self.solved.len() >= MOST_SOLVED {
            self.solved.remove(0);
        }
        self.solved.push((rules.hash.clone(), strategy.clone(), seconds));
        Ok((strategy, seconds))
    }

    fn game(&mut self, request: &mut Request) -> Result<Arc<Rules>, AskError> {
        let id: String = request.take("game")?.ok_or(AskError::NoGame)?;
        let mut house: House = request.house()?;
        house.sort_keys();
        let key = (id, json!(house).to_string());
        if let Some(rules) = self.kept.get(&key) {
            return Ok(rules.clone());
        }
        let unknown = || AskError::UnknownGame { game: key.0.clone(), known: self.ids.join(", ") };
        let file = (self.find)(&key.0).ok_or_else(unknown)?;
        let rules = file.rules(&house).map_err(|error| match &error {
            RulesError::Faults(faults) => AskError::BadGame {
                game: key.0.clone(),
                faults: self.words.faults(&key.0, file.text(), faults, false),
            },
            _ => AskError::house(&self.words, &error),
        })?;
        let rules = Arc::new(rules);
        if self.kept.len() >= MOST_KEPT {
            self.kept.clear();
        }
        self.kept.insert(key, rules.clone());
        Ok(rules)
    }
}

/// An object of these fields, in this order.
pub(crate) fn object<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
