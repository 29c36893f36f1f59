//! `Desk`: where questions are answered.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kosti_rules::{Family, House, Rules, RulesError, RulesFile, Sheet};
use kosti_solver::{NoProgress, Progress};
use kosti_words::Words;
use serde_json::{Map, Value, json};

use crate::balance::Balance;
use crate::error::AskError;
use crate::limits::Limits;
use crate::request::Request;
use crate::simulate::Plan;
use crate::solved::Kept;
use crate::task::{Effort, Reply, Task};
use crate::{advise, games, play, race, score, simulate, solve, total};

/// The questions there are, in the order they are told.
const ASKS: &[&str] = &["games", "score", "total", "advise", "solve", "simulate", "balance", "play"];
/// How many compiled games are kept at hand.
const MOST_KEPT: usize = 64;
/// How many answers about whole games are kept at hand.
const MOST_BALANCES: usize = 16;

/// A balance report, by what was asked for and the hash of the rules.
type Reported = ((String, String), Map<String, Value>);

/// What was compiled and solved before. Desks of several languages can share it.
#[derive(Default)]
pub struct Cache {
    rules: Mutex<HashMap<(String, String), Arc<Rules>>>,
    solved: Kept,
    balances: Mutex<Vec<Reported>>,
}

/// Answers questions about games, from any number of threads.
pub struct Desk<F> {
    ids: Vec<&'static str>,
    words: Arc<Words>,
    find: F,
    cache: Arc<Cache>,
    limits: Limits,
    progress: Box<dyn Progress + Send>,
}

impl<F: Fn(&str) -> Option<RulesFile>> Desk<F> {
    /// A desk that knows these games by id, speaks these words, and finds any game with `find`.
    pub fn new(ids: Vec<&'static str>, words: Words, find: F) -> Self {
        let (words, cache, limits) = (Arc::new(words), Arc::default(), Limits::default());
        Self { ids, words, find, cache, limits, progress: Box::new(NoProgress) }
    }

    /// Reports the progress of long work in [`Desk::answer`]; it may begin anew within one answer.
    #[must_use]
    pub fn watched(self, progress: impl Progress + Send + 'static) -> Self {
        Self { progress: Box::new(progress), ..self }
    }

    /// Shares what was compiled and solved with other desks.
    #[must_use]
    pub fn with_cache(self, cache: Arc<Cache>) -> Self {
        Self { cache, ..self }
    }

    /// Answers within these limits only.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Answers one request, as one line of JSON without its end.
    pub fn answer(&self, line: &str) -> String {
        let answer = self.prepare(line).and_then(|reply| match reply {
            Reply::Answer(answer) => Ok(answer),
            Reply::Task(task) => task.run(&*self.progress),
        });
        answer.unwrap_or_else(|error| error.to_json(&self.words)).to_string()
    }

    /// The words that the desk speaks.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// Reads and checks a request. Quick ones are answered at once; the rest is a task that needs the desk no more.
    ///
    /// # Errors
    /// When the request is wrong, or asks for more than the limits allow.
    pub fn prepare(&self, line: &str) -> Result<Reply, AskError> {
        let mut request = Request::parse(line)?;
        let known = || ASKS.join(", ");
        let ask: String = request.take("ask")?.ok_or_else(|| AskError::NoAsk { known: known() })?;
        let reply = match ask.as_str() {
            "games" => {
                Reply::answer(games::answer(&self.ids, |id| self.rules(id, &House::new()).ok(), &self.words))
            }
            "score" => Reply::answer(score::answer(&*self.game(&mut request)?, &mut request, &self.words)?),
            "total" => Reply::answer(total::answer(&*self.game(&mut request)?, &mut request, &self.words)?),
            "play" => Reply::answer(play::answer(&*self.game(&mut request)?, &mut request)?),
            "balance" => self.balance(&mut request)?,
            "simulate" => self.simulate(&mut request)?,
            "advise" => self.advise(&mut request)?,
            "solve" => self.solve(&mut request)?,
            _ => return Err(AskError::UnknownAsk { ask, known: known() }),
        };
        Ok(reply.with_ignored(request.rest()))
    }

    fn advise(&self, request: &mut Request) -> Result<Reply, AskError> {
        let (rules, cache, words) = (self.game(request)?, self.cache.clone(), self.words.clone());
        match &rules.family {
            Family::Sheet(sheet) => {
                let position = advise::Position::read(&rules, sheet, request, &words)?;
                let objective = self.limits.advise(sheet, request.objective(&rules)?)?;
                if let Some(solved) = cache.solved.known(&rules, objective, &position.sheet) {
                    return Ok(Reply::answer(advise::answer(&rules, sheet, &solved, &position, &words)));
                }
                let effort = Effort::of_sheet(sheet, objective);
                Ok(Task::reply(effort, move |progress| {
                    let solved = cache.solved.solve(&rules, objective, &position.sheet, progress)?;
                    let sheet = AskError::unless_sheet(&rules, "advise")?;
                    Ok(advise::answer(&rules, sheet, &solved, &position, &words))
                }))
            }
            Family::Race(race) => {
                let moment = race::Moment::read(&rules, race, request)?;
                let objective = request.race_objective(moment.seats.len())?;
                if let Some(solved) = cache.solved.known_race(&rules, objective) {
                    let answer = race::advise(&rules, race, &moment, objective, &solved, &words)?;
                    return Ok(Reply::answer(answer));
                }
                let effort = Effort::of_race(&rules, objective);
                Ok(Task::reply(effort, move |progress| {
                    let solved = cache.solved.race(&rules, objective, progress)?;
                    let race = AskError::unless_race(&rules, "advise")?;
                    race::advise(&rules, race, &moment, objective, &solved, &words)
                }))
            }
        }
    }

    fn solve(&self, request: &mut Request) -> Result<Reply, AskError> {
        let (rules, cache) = (self.game(request)?, self.cache.clone());
        match &rules.family {
            Family::Sheet(sheet) => {
                let (objective, more) = (request.objective(&rules)?, request.more()?);
                self.limits.solve(sheet, objective)?;
                let (effort, empty) = (Effort::of_sheet(sheet, objective), Sheet::empty(sheet.slots.len()));
                Ok(Task::reply(effort, move |progress| {
                    let solved = cache.solved.solve(&rules, objective, &empty, progress)?;
                    Ok(with_source(solve::answer(&solved, more, progress)?, &rules))
                }))
            }
            Family::Race(_) => {
                let (objective, more) = (request.race_objective(2)?, request.more()?);
                let effort = Effort::of_race(&rules, objective);
                Ok(Task::reply(effort, move |progress| {
                    let solved = cache.solved.race(&rules, objective, progress)?;
                    Ok(with_source(race::solve(&solved, more, progress)?, &rules))
                }))
            }
        }
    }

    fn simulate(&self, request: &mut Request) -> Result<Reply, AskError> {
        let (rules, cache) = (self.game(request)?, self.cache.clone());
        let plan = Plan::read(&rules, request)?;
        self.limits.simulate(&rules, &plan)?;
        let effort = Effort::of_games(&rules, &plan);
        Ok(Task::reply(effort, move |progress| {
            Ok(with_source(simulate::answer(&rules, &plan, &cache.solved, progress)?, &rules))
        }))
    }

    /// The balance report of a game. It is kept, because it takes long.
    fn balance(&self, request: &mut Request) -> Result<Reply, AskError> {
        let game: String = request.peek("game")?.ok_or(AskError::NoGame)?;
        let (rules, cache) = (self.game(request)?, self.cache.clone());
        let key = (game, rules.hash.clone());
        if let Some((_, known)) = lock(&cache.balances).iter().find(|(known, _)| *known == key) {
            return Ok(Reply::answer(known.clone()));
        }
        let file = self.file(&key.0)?;
        Ok(Task::reply(Effort::Long, move |progress| {
            let balance = Balance::of(&file, &rules, progress)?.to_json();
            let mut balances = lock(&cache.balances);
            if balances.len() >= MOST_BALANCES {
                balances.remove(0);
            }
            balances.push((key, balance.clone()));
            Ok(balance)
        }))
    }

    fn game(&self, request: &mut Request) -> Result<Arc<Rules>, AskError> {
        let id: String = request.take("game")?.ok_or(AskError::NoGame)?;
        let mut house: House = request.house()?;
        house.sort_keys();
        self.rules(&id, &house)
    }

    fn file(&self, id: &str) -> Result<RulesFile, AskError> {
        let unknown = || AskError::UnknownGame { game: id.to_owned(), known: self.ids.join(", ") };
        (self.find)(id).ok_or_else(unknown)
    }

    fn rules(&self, id: &str, house: &House) -> Result<Arc<Rules>, AskError> {
        let key = (id.to_owned(), json!(house).to_string());
        if let Some(rules) = lock(&self.cache.rules).get(&key) {
            return Ok(rules.clone());
        }
        let file = self.file(id)?;
        let rules = file.rules(house).map_err(|error| match &error {
            RulesError::Faults(faults) => AskError::BadGame {
                game: id.to_owned(),
                faults: self.words.faults(id, file.text(), faults, false),
            },
            _ => AskError::house(&self.words, &error),
        })?;
        let rules = Arc::new(rules);
        let mut kept = lock(&self.cache.rules);
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert(key, rules.clone());
        Ok(rules)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says which rules and which version of the program a number comes from, so that it can be found again.
fn with_source(mut answer: Map<String, Value>, rules: &Rules) -> Map<String, Value> {
    answer.insert("rules".to_owned(), json!(rules.hash));
    answer.insert("version".to_owned(), json!(env!("CARGO_PKG_VERSION")));
    answer
}

/// An object of these fields, in this order.
pub(crate) fn object<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
