//! `kosti play`: the game screen.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use kosti_engine::{MOST_RECORD_BYTES, Record, Tags};
use kosti_rules::RulesFile;
use kosti_solver::NoProgress;
use kosti_terminal::{App, Player, RunOptions, Setup, Start, find_mode, store};
use kosti_text::{Language, Words};

use crate::args::PlayArgs;
use crate::failure::Failure;
use crate::out::Out;
use crate::{game, replay, review};

pub(crate) fn run(args: &PlayArgs, out: &mut Out) -> Result<ExitCode> {
    let words = Words::new(Language::from_tag(out.language()).unwrap_or_default());
    let (mut app, save) = match &args.resume {
        Some(file) => resume_game(args, file.as_deref(), Arc::new(words))?,
        None => (begin_game(args, &Arc::new(words))?, args.save.clone()),
    };
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Failure::new(out.say("play-no-terminal", &[])).into());
    }
    let options = RunOptions { pause: args.seed.is_none(), save };
    let left = kosti_terminal::run(&mut app, options);
    if let Some((record, coach)) = app.finished_game() {
        let own = kosti_terminal::rules_file(&record.tags).unwrap_or(&record.tags.game);
        // A game too large to be solved has no review; that is not an error.
        let solved = match coach {
            Some(coach) => Some(coach),
            None => review::solve(record, out).ok().map(Arc::new),
        };
        if let Some(coach) = solved {
            review::print_review(record, &coach.review(record, &NoProgress)?, own, out)?;
            out.line("")?;
        }
    }
    if let Some(text) = app.farewell() {
        out.line(&text)?;
    }
    left?;
    Ok(ExitCode::SUCCESS)
}

/// Begins a game: at once if the players are given, else after asking.
fn begin_game(args: &PlayArgs, words: &Arc<Words>) -> Result<App> {
    if let Some(path) = args.save.as_ref().filter(|path| path.exists()) {
        let file = path.display().to_string();
        return Err(Failure::new(words.say("play-exists", &[("file", file.into())])).into());
    }
    let setup = setup(args, words)?;
    if args.game.is_some() && !setup.players.is_empty() {
        let app = App::begin(setup, words.clone());
        return app.map_err(|fault| Failure::usage(words.describe("record", &fault.kind)).into());
    }
    let mut games: Vec<(RulesFile, Option<String>)> =
        kosti_games::ids().filter_map(kosti_games::file).map(|file| (file, None)).collect();
    if let (Some(game), Some(path)) = (&args.game, &setup.rules_file) {
        games.insert(0, (game::find(game, words)?, Some(path.clone())));
    }
    let unfinished = store::games().map_or(0, |place| unfinished_games(&place).len());
    let start = Start::new(games, setup, words.clone());
    Ok(App::start(if unfinished > 0 {
        start.with_note(words.say("play-start-unfinished", &[("count", unfinished.into())]))
    } else {
        start
    }))
}

fn setup(args: &PlayArgs, words: &Words) -> Result<Setup> {
    let first = kosti_games::ids().next().unwrap_or_default();
    let game = args.game.as_deref().unwrap_or(first);
    let file = game::find(game, words)?;
    let rules = game::rules(&file, &game::choices(&args.house, words)?, game, words)?;
    let players = Player::parse(&args.players, &rules, words)
        .map_err(|level| Failure::usage(words.say("play-bad-level", &[("level", level.into())])))?;
    let warn = args.warn.unwrap_or(kosti_coach::COSTLY_LOSS);
    if !(warn.is_finite() && warn >= 0.0) {
        return Err(Failure::usage(words.say("play-bad-warn", &[])).into());
    }
    let bundled = kosti_games::file(game).is_some();
    let path = || std::path::absolute(game).map_or_else(|_| game.to_owned(), |p| p.display().to_string());
    let coach_mode = args.coach.as_deref().and_then(find_mode).unwrap_or_default();
    Ok(Setup {
        rules: Arc::new(rules),
        rules_file: (!bundled).then(path),
        players,
        real_dice: args.real_dice,
        coach_mode,
        warn,
        date: Some(kosti_terminal::today()),
        seed: seed(args)?,
    })
}

fn seed(args: &PlayArgs) -> Result<u64> {
    Ok(args.seed.map_or_else(kosti_terminal::fresh_seed, Ok)?)
}

/// Resumes a game; returns it with its file.
fn resume_game(args: &PlayArgs, file: Option<&Path>, words: Arc<Words>) -> Result<(App, Option<PathBuf>)> {
    let seed = seed(args)?;
    if let Some(file) = file {
        let text = game::text(file, MOST_RECORD_BYTES, &words)?;
        let record = read(file, &text, args.game.as_deref(), &words)?;
        if record.replay().outcome().is_some() {
            let args = [("file", file.display().to_string().into())];
            return Err(Failure::new(words.say("play-resume-over", &args)).into());
        }
        return Ok((App::resume(record, words, seed), Some(file.to_owned())));
    }
    let place = store::games()?;
    let games = unfinished_games(&place);
    if games.is_empty() {
        let args = [("place", place.display().to_string().into())];
        return Err(Failure::new(words.say("play-resume-none", &args)).into());
    }
    let readable: Vec<(PathBuf, Record)> = games
        .iter()
        .filter_map(|(path, text)| Some((path.clone(), read(path, text, args.game.as_deref(), &words).ok()?)))
        .collect();
    if let ([], [(path, text), ..]) = (readable.as_slice(), games.as_slice()) {
        // None can be resumed: report the error of the newest.
        read(path, text, args.game.as_deref(), &words)?;
    }
    Ok((App::choose(readable, words, seed), None))
}

/// The unfinished games of a directory, newest first.
fn unfinished_games(place: &Path) -> Vec<(PathBuf, String)> {
    let records = store::records(place).into_iter();
    let texts = records.filter_map(|path| Some((path.clone(), std::fs::read_to_string(path).ok()?)));
    texts.filter(|(_, text)| text.lines().any(|line| line == "[Result \"*\"]")).collect()
}

/// Reads a record with its rules. Records of this user's games may name a rules file.
fn read(path: &Path, text: &str, rules: Option<&str>, words: &Words) -> Result<Record> {
    let tags = Tags::parse(text).unwrap_or_default();
    let own = kosti_terminal::rules_file(&tags).filter(|_| rules.is_none());
    if own.is_some_and(|own| !Path::new(own).exists()) {
        let args = [("file", path.display().to_string().into())];
        return Err(Failure::new(words.say("play-resume-rules", &args)).into());
    }
    replay::read(path, text, rules.or(own), words)
}
