//! `kosti ask`: questions and answers as JSON, one a line.

use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::process::ExitCode;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use anyhow::Result;
use kosti_query::{Cache, Prepared, QueryEngine, QueryError};
use kosti_rules::RulesFile;
use kosti_solver::{Progress, SolutionCache};
use kosti_text::{Language, Words};

use crate::failure::Failure;
use crate::game;
use crate::out::Out;
use crate::progress::Bar;

/// The longest line accepted.
const MOST_BYTES: u64 = 1 << 20;

pub(crate) fn run(out: &mut Out) -> Result<ExitCode> {
    let engine = engine(out.language());
    let mut input = BufReader::new(io::stdin().lock());
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(ExitCode::SUCCESS);
        }
        let answer = if read as u64 > MOST_BYTES && !line.ends_with(b"\n") {
            skip_line(&mut input)?;
            QueryError::TooLong { most: MOST_BYTES as usize }.to_json(engine.words()).to_string()
        } else {
            match std::str::from_utf8(&line) {
                Ok(text) => engine.answer_line(text),
                Err(error) => {
                    QueryError::BadJson { message: error.to_string() }.to_json(engine.words()).to_string()
                }
            }
        };
        writeln!(out.writer(), "{answer}")?;
        // Flush for callers that wait for the answer before they ask on; callers that have asked more already are
        // not slowed down.
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
    }
}

/// Skips the rest of the line without storing it.
fn skip_line(input: &mut impl BufRead) -> Result<()> {
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            return Ok(());
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(chunk.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

/// The engine for bundled games and rules files.
pub(crate) fn engine(language: &str) -> QueryEngine<impl Fn(&str) -> Option<RulesFile> + use<>> {
    engine_with(language, None)
}

/// The same with the solutions of a cache.
pub(crate) fn engine_with(
    language: &str,
    solutions: Option<Arc<SolutionCache>>,
) -> QueryEngine<impl Fn(&str) -> Option<RulesFile> + use<>> {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let clock = || START.elapsed().as_secs_f64();
    let cache = match solutions {
        Some(solutions) => Cache::with_solutions(clock, solutions),
        None => Cache::new(clock),
    };
    let words = || Words::new(Language::from_tag(language).unwrap_or_default());
    let (finder, cache) = (words(), Arc::new(cache));
    QueryEngine::new(
        kosti_games::ids().collect(),
        words(),
        move |game: &str| game::find(game, &finder).ok(),
        cache,
    )
}

/// Runs a question, with a progress bar if it takes long.
pub(crate) fn run_prepared<A: 'static>(prepared: Result<Prepared<A>, QueryError>, out: &Out) -> Result<A> {
    let bar = Bar::new();
    let answer = prepared.and_then(|prepared| prepared.run(&|share| bar.show(share)));
    bar.clear();
    answer.map_err(|error| failure(&error, out).into())
}

/// The same for at most this time; `None` if it takes longer.
pub(crate) fn run_within<A: 'static>(
    prepared: Result<Prepared<A>, QueryError>,
    time: Duration,
    out: &Out,
) -> Result<Option<A>> {
    let (bar, end) = (Bar::new(), Instant::now() + time);
    let answer = prepared.and_then(|prepared| prepared.run(&Deadline { bar: &bar, end }));
    bar.clear();
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(QueryError::Cancelled) => Ok(None),
        Err(error) => Err(failure(&error, out).into()),
    }
}

/// Cancels work at a time.
struct Deadline<'a> {
    bar: &'a Bar,
    end: Instant,
}

impl Progress for Deadline<'_> {
    fn report(&self, share: f64) {
        self.bar.show(share);
    }

    fn is_cancelled(&self) -> bool {
        Instant::now() > self.end
    }
}

/// Describes the error of a question.
pub(crate) fn failure(error: &QueryError, out: &Out) -> Failure {
    Failure::new(out.words.describe("ask", error))
}
