//! `Desk`: where questions are answered.

use std::collections::HashMap;
use std::sync::Arc;

use kosti_rules::{Family, House, Rules, RulesError, RulesFile, Sheet};
use kosti_words::Words;
use serde_json::{Map, Value, json};

use crate::balance::Balance;
use crate::error::AskError;
use crate::request::Request;
use crate::solved::Kept;
use crate::{advise, games, play, race, score, simulate, solve, total};

/// The questions there are, in the order they are told.
const ASKS: &[&str] = &["games", "score", "total", "advise", "solve", "simulate", "balance", "play"];
/// How many compiled games are kept at hand.
const MOST_KEPT: usize = 64;
/// How many answers about whole games are kept at hand.
const MOST_BALANCES: usize = 16;

/// Answers questions about games. It keeps the games it has compiled.
pub struct Desk<F> {
    ids: Vec<&'static str>,
    words: Words,
    find: F,
    kept: HashMap<(String, String), Arc<Rules>>,
    solved: Kept,
    balances: Vec<((String, String), Map<String, Value>)>,
    watch: Box<dyn Fn(f64) + Send + Sync>,
}

impl<F: Fn(&str) -> Option<RulesFile>> Desk<F> {
    /// A desk that knows these games by id, speaks these words, and finds any game with `find`.
    pub fn new(ids: Vec<&'static str>, words: Words, find: F) -> Self {
        let watch = Box::new(|_| {});
        let (kept, solved, balances) = (HashMap::new(), Kept::default(), Vec::new());
        Self { ids, words, find, kept, solved, balances, watch }
    }

    /// Tells now and then how far long work is, as a share of it; it may begin anew within one answer.
    #[must_use]
    pub fn watched(self, watch: impl Fn(f64) + Send + Sync + 'static) -> Self {
        Self { watch: Box::new(watch), ..self }
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
            "balance" => self.balance(&mut request)?,
            "simulate" => {
                let rules = self.game(&mut request)?;
                simulate::answer(&rules, &mut request, &mut self.solved, &*self.watch)?
            }
            "advise" => {
                let rules = self.game(&mut request)?;
                match &rules.family {
                    Family::Sheet(sheet) => {
                        let position = advise::Position::read(&rules, sheet, &mut request, &self.words)?;
                        let objective = request.objective(&rules)?;
                        let solved = self.solved.solve(&rules, objective, &position.sheet, &*self.watch)?;
                        advise::answer(&rules, sheet, &solved, &position, &self.words)
                    }
                    Family::Race(race) => {
                        race::advise(&rules, race, &mut request, &mut self.solved, &self.words, &*self.watch)?
                    }
                }
            }
            "solve" => {
                let rules = self.game(&mut request)?;
                match &rules.family {
                    Family::Sheet(sheet) => {
                        let (objective, more) = (request.objective(&rules)?, request.more()?);
                        let empty = Sheet::empty(sheet.slots.len());
                        let solved = self.solved.solve(&rules, objective, &empty, &*self.watch)?;
                        solve::answer(&solved, more, &*self.watch)
                    }
                    Family::Race(_) => {
                        let (objective, more) = (request.race_objective(2)?, request.more()?);
                        race::solve(&*self.solved.race(&rules, objective, &*self.watch)?, more)
                    }
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

    /// What somebody who makes a game wants to know; it is kept, because it takes long.
    fn balance(&mut self, request: &mut Request) -> Result<Map<String, Value>, AskError> {
        let game: String = request.peek("game")?.ok_or(AskError::NoGame)?;
        let rules = self.game(request)?;
        let key = (game, rules.hash.clone());
        if let Some((_, known)) = self.balances.iter().find(|(known, _)| *known == key) {
            return Ok(known.clone());
        }
        let unknown = || AskError::UnknownGame { game: key.0.clone(), known: self.ids.join(", ") };
        let file = (self.find)(&key.0).ok_or_else(unknown)?;
        let told = Balance::of(&file, &rules, &*self.watch)?.to_json();
        if self.balances.len() >= MOST_BALANCES {
            self.balances.remove(0);
        }
        self.balances.push((key, told.clone()));
        Ok(told)
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
