//! `QueryEngine`: answers questions about games.

use std::sync::Arc;

use kosti_rules::{Family, House, Rules, RulesError, RulesFile, Sheet, SheetRules};
use kosti_solver::{NoProgress, SolutionCache};
use kosti_text::Words;
use quick_cache::sync::Cache as RecentCache;

use crate::advise::AdviceAnswer;
use crate::answer::{Answer, Reply};
use crate::balance::Balance;
use crate::error::QueryError;
use crate::games::{GameInfo, GamesAnswer};
use crate::objective::{Objective, RaceObjective};
use crate::play::PlayAnswer;
use crate::position::{RacePosition, SheetPosition, TwoSheetsPosition};
use crate::prepared::{Effort, Prepared};
use crate::question::{
    AdviseQuestion, BalanceQuestion, PlayQuestion, Question, ScoreQuestion, SimulateQuestion, SolveQuestion,
    TotalQuestion,
};
use crate::request::Request;
use crate::score::ScoreAnswer;
use crate::simulate::{Plan, SimulateAnswer};
use crate::solve::SolveAnswer;
use crate::solved::SolvedCache;
use crate::total::TotalAnswer;
use crate::work_limits::WorkLimits;
use crate::{advise, play, race, score, simulate, solve, total, win};

/// The most compiled games in the cache.
const MOST_RULES: usize = 64;
/// Bytes of the solutions in the cache.
const SOLUTION_BYTES: usize = 256 << 20;
/// The most balance reports in the cache.
const MOST_BALANCES: usize = 16;

/// The id of a game and its house rules, sorted.
type RulesKey = (String, Vec<(String, String)>);

/// The compiled rules and solved games. Engines of several languages can share it.
pub struct Cache {
    rules: RecentCache<RulesKey, Arc<Rules>>,
    solved: SolvedCache,
    /// Balance reports by the id of the game and the hash of its rules.
    balances: RecentCache<(String, String), Arc<Balance>>,
}

impl Cache {
    /// Creates an empty cache. The clock measures the solving time, `seconds` in answers.
    #[must_use]
    pub fn new(clock: impl Fn() -> f64 + Send + Sync + 'static) -> Self {
        Self::with_solutions(clock, Arc::new(SolutionCache::new(SOLUTION_BYTES)))
    }

    /// The same with a cache of solutions that others use too.
    #[must_use]
    pub fn with_solutions(
        clock: impl Fn() -> f64 + Send + Sync + 'static,
        solutions: Arc<SolutionCache>,
    ) -> Self {
        Self {
            rules: RecentCache::new(MOST_RULES),
            solved: SolvedCache::new(Box::new(clock), solutions),
            balances: RecentCache::new(MOST_BALANCES),
        }
    }
}

/// Answers questions about games, from any number of threads.
pub struct QueryEngine<F> {
    ids: Vec<&'static str>,
    words: Arc<Words>,
    find: F,
    cache: Arc<Cache>,
    limits: WorkLimits,
}

impl<F: Fn(&str) -> Option<RulesFile>> QueryEngine<F> {
    /// Creates an engine. `ids` are the games it lists, `find` finds any game.
    pub fn new(ids: Vec<&'static str>, words: Words, find: F, cache: Arc<Cache>) -> Self {
        Self { ids, words: Arc::new(words), find, cache, limits: WorkLimits::default() }
    }

    /// Sets the limits of questions.
    #[must_use]
    pub fn with_limits(self, limits: WorkLimits) -> Self {
        Self { limits, ..self }
    }

    /// The language of answers.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// Answers a JSON line with a JSON line, without the line end.
    ///
    /// # Panics
    /// Never: answers are JSON objects.
    pub fn answer_line(&self, line: &str) -> String {
        let reply = || {
            let (prepared, ignored) = self.prepare_request(&Request::parse(line)?)?;
            Ok(Reply { answer: prepared.run(&NoProgress)?, ignored })
        };
        match reply() {
            Ok(reply) => serde_json::to_string(&reply).expect("answers are JSON objects"),
            Err(error) => QueryError::to_json(&error, &self.words).to_string(),
        }
    }

    /// Checks a request. Returns the answer or a task, and the names of the fields that the answer does not depend
    /// on.
    ///
    /// # Errors
    /// If the question is wrong, or needs more work than the limits allow.
    pub fn prepare_request(&self, request: &Request) -> Result<(Prepared<Answer>, Vec<String>), QueryError> {
        let question = &request.question;
        let prepared = self.prepare(question).map_err(|error| request.explain(error))?;
        let ignored = match question.game() {
            None => request.ignored_fields([])?,
            Some((game, house)) => {
                let used = question.used_fields(&*self.rules(game, house)?);
                request.ignored_fields(["game", "house"].into_iter().chain(used))?
            }
        };
        Ok((prepared, ignored))
    }

    /// Checks a question. Quick questions are answered at once; the others become tasks that do not need the engine
    /// any more.
    ///
    /// # Errors
    /// If the question is wrong, or needs more work than the limits allow.
    pub fn prepare(&self, question: &Question) -> Result<Prepared<Answer>, QueryError> {
        Ok(match question {
            Question::Games => Prepared::Answer(Answer::Games(self.games())),
            Question::Score(question) => Prepared::Answer(Answer::Score(self.score(question)?)),
            Question::Total(question) => Prepared::Answer(Answer::Total(self.total(question)?)),
            Question::Play(question) => Prepared::Answer(Answer::Play(self.play(question)?)),
            Question::Advise(question) => self.advise(question)?.map(Answer::Advise),
            Question::Solve(question) => self.solve(question)?.map(|answer| Answer::Solve(Box::new(answer))),
            Question::Simulate(question) => self.simulate(question)?.map(Answer::Simulate),
            Question::Balance(question) => {
                self.balance(question)?.map(|balance| Answer::Balance(Box::new(Balance::clone(&balance))))
            }
        })
    }

    /// Lists the games.
    pub fn games(&self) -> GamesAnswer {
        let rules = self.ids.iter().filter_map(|id| self.rules(id, &House::new()).ok());
        GamesAnswer { games: rules.map(|rules| GameInfo::new(&rules, self.words.language())).collect() }
    }

    /// Scores dice.
    ///
    /// # Errors
    /// If the question is wrong.
    pub fn score(&self, question: &ScoreQuestion) -> Result<ScoreAnswer, QueryError> {
        score::answer(&*self.rules(&question.game, &question.house)?, question, &self.words)
    }

    /// Totals a sheet.
    ///
    /// # Errors
    /// If the question is wrong.
    pub fn total(&self, question: &TotalQuestion) -> Result<TotalAnswer, QueryError> {
        total::answer(&*self.rules(&question.game, &question.house)?, question, &self.words)
    }

    /// Computes the standings after finished turns of a race.
    ///
    /// # Errors
    /// If the question is wrong.
    pub fn play(&self, question: &PlayQuestion) -> Result<PlayAnswer, QueryError> {
        play::answer(&*self.rules(&question.game, &question.house)?, question)
    }

    /// Evaluates every action.
    ///
    /// # Errors
    /// If the question is wrong, or needs more work than the limits allow.
    pub fn advise(&self, question: &AdviseQuestion) -> Result<Prepared<AdviceAnswer>, QueryError> {
        let rules = self.rules(&question.game, &question.house)?;
        let (cache, words) = (self.cache.clone(), self.words.clone());
        let name = question.objective.as_deref();
        match &rules.family {
            Family::Sheet(sheet) => {
                if name == Some("win") {
                    return self.advise_win(&rules, sheet, question);
                }
                let position = SheetPosition::new(&rules, sheet, question, &words)?;
                let objective = Objective::new(&rules, name, question.at_least)?;
                let objective = self.limits.advise(sheet, objective)?;
                if let Some(solved) = cache.solved.get(&rules, objective, &position.sheet) {
                    return Ok(Prepared::Answer(advise::answer(&rules, sheet, &solved, &position, &words)));
                }
                let effort = Effort::of_sheet(sheet, objective);
                Ok(Prepared::task(effort, move |progress| {
                    let solved =
                        cache.solved.solve_or_estimate(&rules, objective, &position.sheet, progress)?;
                    let sheet = QueryError::require_sheet(&rules, "advise")?;
                    Ok(advise::answer(&rules, sheet, &solved, &position, &words))
                }))
            }
            Family::Race(race) => {
                let position = RacePosition::new(&rules, race, question)?;
                let objective = RaceObjective::new(position.seats.len(), name, question.at_most)?;
                if let Some(solved) = cache.solved.get_race(&rules, objective) {
                    let answer = race::advise(&rules, race, &position, objective, &solved, &words)?;
                    return Ok(Prepared::Answer(answer));
                }
                let effort = Effort::of_race(&rules, objective);
                Ok(Prepared::task(effort, move |progress| {
                    let solved = cache.solved.race(&rules, objective, progress)?;
                    let race = QueryError::require_race(&rules, "advise")?;
                    race::advise(&rules, race, &position, objective, &solved, &words)
                }))
            }
        }
    }

    /// Evaluates every action by the probability to win with a score sheet.
    fn advise_win(
        &self,
        rules: &Arc<Rules>,
        sheet: &SheetRules,
        question: &AdviseQuestion,
    ) -> Result<Prepared<AdviceAnswer>, QueryError> {
        // Games that awards decide have no such objective.
        Objective::new(rules, question.objective.as_deref(), None)?;
        let (rules, cache, words) = (rules.clone(), self.cache.clone(), self.words.clone());
        let position = TwoSheetsPosition::new(&rules, sheet, question, &words)?;
        let (total, most) = (self.limits.beside_win(sheet)?, self.limits.win_values());
        Ok(Prepared::task(Effort::Long, move |progress| {
            win::advise(&rules, &position, (total, most), &cache.solved, &words, progress)
        }))
    }

    /// Evaluates a game under best play.
    ///
    /// # Errors
    /// If the question is wrong, or needs more work than the limits allow.
    pub fn solve(&self, question: &SolveQuestion) -> Result<Prepared<SolveAnswer>, QueryError> {
        let (rules, cache) = (self.rules(&question.game, &question.house)?, self.cache.clone());
        let (name, distribution) = (question.objective.as_deref(), question.distribution.unwrap_or(false));
        match &rules.family {
            Family::Sheet(sheet) => {
                let objective = Objective::new(&rules, name, question.at_least)?;
                self.limits.solve(sheet, objective)?;
                let (effort, empty) = (Effort::of_sheet(sheet, objective), Sheet::empty(sheet.slots.len()));
                Ok(Prepared::task(effort, move |progress| {
                    let solved = cache.solved.solve(&rules, objective, &empty, progress)?;
                    solve::answer(&rules, &solved, distribution, progress)
                }))
            }
            Family::Race(_) => {
                let objective = RaceObjective::new(2, name, question.at_most)?;
                let effort = Effort::of_race(&rules, objective);
                Ok(Prepared::task(effort, move |progress| {
                    let solved = cache.solved.race(&rules, objective, progress)?;
                    Ok(race::solve(&rules, &solved, distribution, progress)?)
                }))
            }
        }
    }

    /// Simulates games.
    ///
    /// # Errors
    /// If the question is wrong, or needs more work than the limits allow.
    pub fn simulate(&self, question: &SimulateQuestion) -> Result<Prepared<SimulateAnswer>, QueryError> {
        let (rules, cache) = (self.rules(&question.game, &question.house)?, self.cache.clone());
        let plan = Plan::new(&rules, question)?;
        self.limits.simulate(&rules, &plan)?;
        let effort = Effort::of_games(&rules, &plan);
        Ok(Prepared::task(effort, move |progress| simulate::answer(&rules, &plan, &cache.solved, progress)))
    }

    /// Computes the balance report of a game. Reports are cached, because they take long.
    ///
    /// # Errors
    /// If the question is wrong.
    pub fn balance(&self, question: &BalanceQuestion) -> Result<Prepared<Arc<Balance>>, QueryError> {
        let (rules, cache) = (self.rules(&question.game, &question.house)?, self.cache.clone());
        let key = (question.game.clone(), rules.hash.clone());
        if let Some(known) = cache.balances.get(&key) {
            return Ok(Prepared::Answer(known));
        }
        let file = self.file(&question.game)?;
        Ok(Prepared::task(Effort::Long, move |progress| {
            let balance = Arc::new(Balance::of(&file, &rules, progress)?);
            cache.balances.insert(key, balance.clone());
            Ok(balance)
        }))
    }

    fn file(&self, id: &str) -> Result<RulesFile, QueryError> {
        let unknown = || QueryError::UnknownGame { game: id.to_owned(), known: self.ids.join(", ") };
        (self.find)(id).ok_or_else(unknown)
    }

    /// The compiled rules of a game.
    ///
    /// # Errors
    /// If there is no such game, or its file or its house rules are wrong.
    pub fn rules(&self, id: &str, house: &House) -> Result<Arc<Rules>, QueryError> {
        let mut house = house.clone();
        house.sort_keys();
        let chosen = house.iter().map(|(option, choice)| (option.clone(), choice.clone()));
        let key = (id.to_owned(), chosen.collect());
        if let Some(rules) = self.cache.rules.get(&key) {
            return Ok(rules);
        }
        let file = self.file(id)?;
        let rules = file.rules(&house).map_err(|error| match &error {
            RulesError::Faults(faults) => QueryError::BadGame {
                game: id.to_owned(),
                faults: self.words.render_faults(id, file.text(), faults, false),
            },
            _ => QueryError::house(&self.words, &error),
        })?;
        let rules = Arc::new(rules);
        self.cache.rules.insert(key, rules.clone());
        Ok(rules)
    }
}
