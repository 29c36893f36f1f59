//! `TestTerminal`: the application with seeded dice and a terminal in memory.

#![allow(dead_code, reason = "not every test looks at everything")]

use std::sync::Arc;

use kosti_coach::{Bot, Coach, CoachMode};
use kosti_engine::{Phase, Record};
use kosti_query::SeededRng;
use kosti_rules::{House, Rules, RulesFile};
use kosti_solver::{DiceRng as _, NoProgress};
use kosti_terminal::{App, CoachMessage, Effect, Input, Key, Player, PlayerKind, Setup, Start, view};
use kosti_text::{Language, Words};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// The seed of the dice.
const SEED: u64 = 1;

pub(crate) struct TestTerminal {
    app: App,
    size: (u16, u16),
    /// The game as saved last.
    pub(crate) saved: Option<Record>,
    pub(crate) left: bool,
}

pub(crate) fn rules(game: &str) -> Arc<Rules> {
    Arc::new(kosti_games::file(game).unwrap().rules(&House::default()).unwrap())
}

pub(crate) fn setup(game: &str, players: &[&str], words: &Words) -> Setup {
    setup_of(rules(game), players, words)
}

fn setup_of(rules: Arc<Rules>, players: &[&str], words: &Words) -> Setup {
    let players: Vec<String> = players.iter().map(|&name| name.to_owned()).collect();
    let players = Player::parse(&players, &rules, words).unwrap();
    Setup {
        rules,
        rules_file: None,
        players,
        real_dice: false,
        coach_mode: CoachMode::Off,
        warn: kosti_coach::COSTLY_LOSS,
        date: None,
        seed: SEED,
    }
}

fn words(language: &str) -> Arc<Words> {
    Arc::new(Words::new(Language::from_tag(language).unwrap()))
}

impl TestTerminal {
    pub(crate) fn new(game: &str, players: &[&str], language: &str) -> Self {
        let words = words(language);
        Self::with(setup(game, players, &words), &words)
    }

    pub(crate) fn real(game: &str, players: &[&str]) -> Self {
        let words = words("en");
        Self::with(Setup { real_dice: true, ..setup(game, players, &words) }, &words)
    }

    pub(crate) fn with_coach(game: &str, players: &[&str], coach_mode: CoachMode) -> Self {
        let words = words("en");
        Self::with(Setup { coach_mode, ..setup(game, players, &words) }, &words)
    }

    /// A game of this rules file; the coach warns of every choice that is not the best.
    pub(crate) fn of_text(text: &str, players: &[&str], language: &str, coach_mode: CoachMode) -> Self {
        let rules = Arc::new(RulesFile::read("own", text).rules(&House::default()).unwrap());
        let words = words(language);
        Self::with(Setup { coach_mode, warn: 0.0, ..setup_of(rules, players, &words) }, &words)
    }

    pub(crate) fn with(setup: Setup, words: &Arc<Words>) -> Self {
        Self::of(App::begin(setup, words.clone()).unwrap())
    }

    pub(crate) fn from_record(record: Record) -> Self {
        Self::of(App::resume(record, words("en"), SEED))
    }

    fn of(app: App) -> Self {
        let mut terminal = Self { app, size: (80, 24), saved: None, left: false };
        terminal.resize(80, 24);
        terminal
    }

    pub(crate) fn start(language: &str) -> Self {
        let words = words(language);
        let games = kosti_games::ids().map(|id| (kosti_games::file(id).unwrap(), None)).collect();
        let first = kosti_games::ids().next().unwrap();
        Self::of(App::start(Start::new(games, setup(first, &[], &words), words)))
    }

    pub(crate) fn resize(&mut self, width: u16, height: u16) {
        self.size = (width, height);
        self.give(Input::Size(width, height));
    }

    pub(crate) fn give(&mut self, input: Input) {
        let mut inputs = vec![input];
        while let Some(input) = inputs.pop() {
            for effect in self.app.update(input) {
                inputs.extend(self.carry_out(effect));
            }
        }
    }

    fn carry_out(&mut self, effect: Effect) -> Option<Input> {
        match effect {
            Effect::Save(record) => {
                self.saved = Some(*record);
                Some(Input::Saved("game.kosti".to_owned()))
            }
            Effect::Throw { count, sides, draw } => {
                let mut chance = SeededRng::new(draw.seed, 0, draw.after as u64);
                Some(Input::Fell((0..count).map(|_| chance.below(sides.into()) as u8 + 1).collect()))
            }
            Effect::Bot { level, state, coach, draw } => {
                let mut chance = SeededRng::new(draw.seed, 1, draw.after as u64);
                let bot = Bot::new(level, state.rules().clone(), coach).unwrap();
                Some(Input::Bot { action: bot.choose(&state, &mut chance), after: draw.after })
            }
            Effect::Solve { rules, seats } => {
                Some(Input::Coach(match Coach::solve(rules, seats, &NoProgress) {
                    Ok(coach) => CoachMessage::Ready(Arc::new(coach)),
                    Err(why) => CoachMessage::Failed(why),
                }))
            }
            Effect::SaveTo(_) => None,
            Effect::Leave => {
                self.left = true;
                None
            }
        }
    }

    pub(crate) fn key(&mut self, key: Key) {
        self.give(Input::Key(key));
    }

    /// Presses the keys one after another; `\n` is Enter.
    pub(crate) fn press(&mut self, keys: &str) {
        for key in keys.chars() {
            self.key(if key == '\n' { Key::Enter } else { Key::Char(key) });
        }
    }

    pub(crate) fn click_everywhere(&mut self) {
        for line in (0..self.size.1).step_by(3) {
            for column in (0..self.size.0).step_by(7) {
                self.give(Input::Click(column, line));
            }
        }
    }

    pub(crate) fn screen(&self) -> String {
        let mut terminal = Terminal::new(TestBackend::new(self.size.0, self.size.1)).unwrap();
        terminal.draw(|frame| view(&self.app, frame)).unwrap();
        let buffer = terminal.backend().buffer();
        let lines = (0..self.size.1).map(|y| {
            let line: String = (0..self.size.0).map(|x| buffer[(x, y)].symbol()).collect();
            line.trim_end().to_owned()
        });
        lines.collect::<Vec<_>>().join("\n").trim_end().to_owned() + "\n"
    }

    /// The newest message.
    pub(crate) fn status(&self) -> String {
        let screen = self.screen();
        let from = screen.lines().count() - 3;
        screen.lines().skip(from).take(2).collect::<Vec<_>>().join(" ").trim().to_owned()
    }

    pub(crate) fn record(&self) -> &Record {
        self.saved.as_ref().unwrap()
    }

    pub(crate) fn is_lot(&self) -> bool {
        matches!(self.record().replay().phase(), Phase::Lot { .. })
    }

    pub(crate) fn is_over(&self) -> bool {
        self.app.finished_game().is_some()
    }

    pub(crate) fn seats(&self) -> Vec<Player> {
        Setup::from_record(self.record(), SEED).players
    }

    /// Plays this many more decisions, always taking an offered choice.
    pub(crate) fn play_on(&mut self, decisions: usize) {
        for _ in 0..decisions {
            if self.is_over() {
                return;
            }
            let before = self.record().events.len();
            let keys = if self.record().rules().sheet().is_some() { "\ny " } else { "ab " };
            for key in keys.chars() {
                self.press(&key.to_string());
                if self.record().events.len() > before {
                    break;
                }
            }
            assert!(self.record().events.len() > before, "stuck:\n{}", self.screen());
        }
    }

    pub(crate) fn person(&self, seat: usize) -> bool {
        self.seats()[seat].kind == PlayerKind::Person
    }
}
