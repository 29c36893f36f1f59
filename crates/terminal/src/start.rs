//! The choice of a game, its house rules and its players.

use std::sync::Arc;

use kosti_coach::{CoachMode, Level};
use kosti_engine::Record;
use kosti_query::bot_name;
use kosti_rules::{House, Rules, RulesFile};
use kosti_text::Words;

use crate::input::Key;
use crate::setup::{Player, PlayerKind, Setup, free_bot_name, free_name, next_mode};

/// A line of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Row {
    /// The game.
    Game,
    /// A house rule.
    House(usize),
    /// A player.
    Player(usize),
    /// One more player.
    Add,
    /// Real dice or not.
    Dice,
    /// How the coach helps.
    Coach,
    /// The button that begins the game.
    Begin,
}

/// The choice of a game and its players.
pub struct Start {
    pub(crate) words: Arc<Words>,
    /// The games, each with its file if it is not bundled.
    games: Vec<(RulesFile, Option<String>)>,
    game: usize,
    house: House,
    pub(crate) rules: Arc<Rules>,
    pub(crate) players: Vec<Player>,
    pub(crate) real_dice: bool,
    pub(crate) coach_mode: CoachMode,
    warn: f64,
    seed: u64,
    date: Option<String>,
    pub(crate) row: usize,
    /// An error or a note.
    pub(crate) message: String,
    /// The setup, once the game begins.
    pub(crate) begun: Option<(Setup, Record)>,
}

impl Start {
    /// The form with these games; the game of the setup comes first.
    #[must_use]
    pub fn new(games: Vec<(RulesFile, Option<String>)>, setup: Setup, words: Arc<Words>) -> Self {
        let game = games.iter().position(|(file, _)| file.id() == setup.rules.id).unwrap_or(0);
        let house = setup.rules.house.iter().map(|o| (o.id.clone(), o.choice().to_owned())).collect();
        let message = words.say("play-start-hint", &[]);
        let mut start = Self {
            words,
            games,
            game,
            house,
            rules: setup.rules,
            players: setup.players,
            real_dice: setup.real_dice,
            coach_mode: setup.coach_mode,
            warn: setup.warn,
            seed: setup.seed,
            date: setup.date,
            row: 0,
            message,
            begun: None,
        };
        if start.players.is_empty() {
            start.add();
        }
        start.fill_seats();
        start.row = 0;
        start
    }

    /// Adds a note below the choices.
    #[must_use]
    pub fn with_note(mut self, note: String) -> Self {
        self.message = note;
        self
    }

    pub(crate) fn rows(&self) -> Vec<Row> {
        let house = (0..self.rules.house.len()).map(Row::House);
        let players = (0..self.players.len()).map(Row::Player);
        let all = [Row::Game].into_iter().chain(house).chain(players);
        all.chain([Row::Add, Row::Dice, Row::Coach, Row::Begin]).collect()
    }

    /// Processes a key. Returns true to leave.
    pub(crate) fn key(&mut self, key: Key) -> bool {
        let rows = self.rows();
        let row = rows[self.row.min(rows.len() - 1)];
        match key {
            Key::Escape | Key::Interrupt => return true,
            Key::Down | Key::Tab => self.go_to((self.row + 1) % rows.len()),
            Key::Up | Key::BackTab => self.go_to((self.row + rows.len() - 1) % rows.len()),
            Key::Left => self.turn(row, false),
            Key::Right => self.turn(row, true),
            Key::Enter if row == Row::Add => self.add(),
            Key::Enter if row == Row::Begin => self.begin(),
            Key::Enter => self.go_to(self.row + 1),
            Key::Delete => self.remove(row),
            Key::Backspace => self.erase(row),
            Key::Char(typed) => return self.type_in(row, typed),
        }
        false
    }

    fn go_to(&mut self, row: usize) {
        self.row = row;
        self.message = self.words.say("play-start-hint", &[]);
    }

    fn type_in(&mut self, row: Row, typed: char) -> bool {
        match row {
            Row::Player(at) if !typed.is_control() => {
                let name = &mut self.players[at].name;
                if name.chars().count() < 20 {
                    name.push(typed);
                }
            }
            _ if typed == ' ' && row == Row::Begin => self.begin(),
            _ if typed == ' ' && row == Row::Add => self.add(),
            _ if typed == ' ' => self.turn(row, true),
            _ if Key::Char(typed).command() == Key::Char('q') => return true,
            _ => self.message = self.words.say("play-start-hint", &[]),
        }
        false
    }

    fn erase(&mut self, row: Row) {
        if let Row::Player(at) = row {
            self.players[at].name.pop();
        }
    }

    /// Switches a line to its next or previous choice.
    fn turn(&mut self, row: Row, next: bool) {
        let step = |at: usize, of: usize| (at + if next { 1 } else { of - 1 }) % of;
        match row {
            Row::Game => {
                self.game = step(self.game, self.games.len());
                self.house = House::default();
                self.compile();
                self.fill_seats();
            }
            Row::House(at) => {
                let option = &self.rules.house[at];
                let (choice, _) = &option.choices[step(option.chosen, option.choices.len())];
                self.house.insert(option.id.clone(), choice.clone());
                self.compile();
            }
            Row::Player(at) => {
                let was = PlayerKind::ALL.iter().position(|kind| *kind == self.players[at].kind).unwrap_or(0);
                let kind = PlayerKind::ALL[step(was, PlayerKind::ALL.len())];
                let mut others = self.players.clone();
                others.remove(at);
                let name = match kind {
                    PlayerKind::Person => free_name(&others, &self.words),
                    PlayerKind::Bot(level) => {
                        let label = level.label(&self.rules, self.players.len());
                        free_bot_name(&others, label, &self.words)
                    }
                };
                self.players[at] = Player { name, kind };
            }
            Row::Dice => self.real_dice = !self.real_dice,
            Row::Coach if next => self.coach_mode = next_mode(self.coach_mode),
            Row::Coach => self.coach_mode = next_mode(next_mode(self.coach_mode)),
            Row::Add | Row::Begin => {}
        }
    }

    fn compile(&mut self) {
        // Bundled games have no faults, and other files were checked before.
        if let Ok(rules) = self.games[self.game].0.rules(&self.house) {
            self.rules = Arc::new(rules);
            self.rename_bots();
        }
    }

    /// Renames bots by their label in this game with this many seats; names that people typed stay.
    fn rename_bots(&mut self) {
        let seats = self.players.len();
        for player in &mut self.players {
            let PlayerKind::Bot(level) = player.kind else { continue };
            let label = level.label(&self.rules, seats);
            let given = |nth: &usize| {
                Level::LABELS.iter().any(|label| bot_name(&self.words, label, *nth) == player.name)
            };
            if let Some(nth) = (1..=seats).find(given) {
                player.name = bot_name(&self.words, label, nth);
            }
        }
    }

    /// Adds players up to the minimum of the game.
    fn fill_seats(&mut self) {
        while !self.rules.seats_allowed(self.players.len())
            && self.players.len() < usize::from(self.rules.players.min)
        {
            self.add();
        }
    }

    fn add(&mut self) {
        if self.players.len() >= usize::from(self.rules.players.max) {
            self.message = self.words.say("play-start-full", &[]);
            return;
        }
        let name = free_name(&self.players, &self.words);
        self.players.push(Player { name, kind: PlayerKind::Person });
        let rows = self.rows();
        let last = Row::Player(self.players.len() - 1);
        self.row = rows.iter().position(|row| *row == last).unwrap_or(0);
        self.rename_bots();
    }

    fn remove(&mut self, row: Row) {
        if let Row::Player(at) = row
            && self.players.len() > 1
        {
            self.players.remove(at);
            self.rename_bots();
        }
    }

    fn begin(&mut self) {
        for player in &mut self.players {
            player.name = player.name.trim().to_owned();
        }
        let setup = Setup {
            rules: self.rules.clone(),
            rules_file: self.games[self.game].1.clone(),
            players: self.players.clone(),
            real_dice: self.real_dice,
            coach_mode: self.coach_mode,
            warn: self.warn,
            date: self.date.clone(),
            seed: self.seed,
        };
        match setup.record() {
            Ok(record) => self.begun = Some((setup, record)),
            Err(fault) => self.message = self.words.describe("record", &fault.kind),
        }
    }
}
