//! `Table`: a game being played, as the screen holds it.

mod correct;
mod dialog;
mod dice;
mod keys;
mod turn;

use std::sync::Arc;

use kosti_engine::{Action, Decision, Event, Record, Seat, State, Throws};
use kosti_words::{Teller, Words};

use crate::input::{Draw, Effect, Input, News};
use crate::setup::{Help, Setup, Who};
use kosti_coach::{Advice, Coach, Level, NoCoach, Worth};

pub(crate) use correct::Correcting;
pub(crate) use dialog::Dialog;

/// How many announcements are kept.
const LOG: usize = 50;

/// What the coach is doing.
pub(crate) enum Brain {
    /// Nothing was asked.
    Idle,
    /// This share of the game is worked out.
    Solving(f64),
    /// Ready to be asked.
    Ready(Arc<Coach>),
    /// The game has no coach, as it was told.
    Failed(String),
}

/// A game being played.
pub(crate) struct Table {
    pub(crate) words: Arc<Words>,
    pub(crate) setup: Setup,
    pub(crate) record: Record,
    pub(crate) state: State,
    /// The dice as they lie, left to right.
    pub(crate) faces: Vec<u8>,
    /// Which of them are held, or chosen to be set aside.
    pub(crate) held: Vec<bool>,
    /// The box the cursor is on.
    pub(crate) cursor: usize,
    /// The player the cursor is on.
    pub(crate) column: usize,
    pub(crate) dialog: Option<Dialog>,
    /// The newest announcement.
    pub(crate) status: String,
    /// What has happened, newest last.
    pub(crate) log: Vec<String>,
    /// Where the game is saved, or why it is not.
    pub(crate) saved: Result<String, String>,
    pub(crate) brain: Brain,
    pub(crate) advice: Option<Advice>,
    /// Dice in the air.
    pub(crate) throws: Option<Throws>,
    unsaved: bool,
    /// Whether a bot, or the outside, was asked already.
    asked: bool,
    pub(crate) leaving: bool,
}

impl Table {
    pub(crate) fn new(setup: Setup, record: Record, words: Arc<Words>) -> Self {
        let state = record.replay();
        let mut table = Self {
            words,
            setup,
            record,
            state,
            faces: Vec::new(),
            held: Vec::new(),
            cursor: 0,
            column: 0,
            dialog: None,
            status: String::new(),
            log: Vec::new(),
            saved: Ok(String::new()),
            brain: Brain::Idle,
            advice: None,
            throws: None,
            unsaved: true,
            asked: false,
            leaving: false,
        };
        table.lay_out();
        table.settle();
        let begins = if table.record.events.is_empty() { "play-begins" } else { "play-goes-on" };
        let game = table.setup.rules.name.get(table.words.language()).to_owned();
        let begun = table.words.say(begins, &[("game", game.into())]);
        table.say(format!("{begun} {}", table.teller().whose_turn()));
        table
    }

    /// Takes in what comes from outside.
    pub(crate) fn update(&mut self, input: Input) {
        match input {
            Input::Key(key) => self.key(key),
            Input::Fell(faces) => self.fell(&faces),
            Input::Bot { action, after } => {
                if after == self.record.events.len() && self.throws.is_none() {
                    self.asked = false;
                    self.act(action);
                }
            }
            Input::Coach(news) => self.hear(news),
            Input::Saved(place) => self.saved = Ok(place),
            Input::Taken => {
                self.saved = Err(self.words.say("play-taken", &[]));
                self.leaving = true;
            }
            Input::NotSaved(why) => {
                let told = self.words.say("play-not-saved", &[("why", (&why).into())]);
                self.saved = Err(why);
                self.say(told);
            }
            Input::Click(..) | Input::Size(..) => {}
        }
    }

    /// What the table wants from outside now. Each wish is told once.
    pub(crate) fn effects(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        let draw = Draw { seed: self.setup.seed, after: self.record.events.len() };
        if std::mem::take(&mut self.unsaved) {
            effects.push(Effect::Save(Box::new(self.record.clone())));
        }
        if matches!(self.brain, Brain::Idle) && self.needs_coach() {
            self.brain = Brain::Solving(0.0);
            let rules = self.state.rules().clone();
            effects.push(Effect::Solve { rules, seats: self.setup.players.len() });
        }
        if let (Some(throws), false, false) = (&self.throws, self.setup.real_dice, self.asked) {
            let (count, sides) = (throws.count(), self.state.rules().sides);
            effects.push(Effect::Throw { count, sides, draw });
            self.asked = true;
        }
        if let (Some(level), None, None, false) = (self.bot(), &self.throws, &self.dialog, self.asked) {
            let coach = match &self.brain {
                Brain::Ready(coach) => Some(coach.clone()),
                _ => None,
            };
            // A bot that needs the coach waits for it, unless there is nothing to choose.
            let waits = level == Level::Perfect && matches!(self.brain, Brain::Solving(_));
            if !waits || self.state.legal_actions().len() < 2 {
                let state = Box::new(self.state.clone());
                effects.push(Effect::Bot { level, state, coach, draw });
                self.asked = true;
            }
        }
        if self.leaving {
            effects.push(Effect::Leave);
        }
        effects
    }

    fn needs_coach(&self) -> bool {
        let bots = self.setup.players.iter().any(|player| player.who == Who::Bot(Level::Perfect));
        bots || self.setup.help != Help::Off
    }

    /// The level of the bot on turn.
    pub(crate) fn bot(&self) -> Option<Level> {
        match self.setup.players[self.state.on_turn()?.0].who {
            Who::Bot(level) => Some(level),
            Who::Person => None,
        }
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Share(share) => {
                if matches!(self.brain, Brain::Solving(_)) {
                    self.brain = Brain::Solving(share);
                }
            }
            News::Ready(coach) => {
                self.brain = Brain::Ready(coach);
                self.say(self.words.say("play-coach-ready", &[]));
                self.ask_coach();
            }
            News::Failed(why) => {
                let why = match why {
                    NoCoach::TooLarge(_) => "too-large",
                    NoCoach::DeadEnd(_) => "dead-end",
                    // The terminal cancels nothing that it still waits for.
                    NoCoach::Cancelled(_) => return,
                };
                let told = self.words.say("play-coach-failed", &[("why", why.into())]);
                self.brain = Brain::Failed(told.clone());
                self.say(told);
            }
        }
    }

    /// Asks the coach about the position, where a person wants to know.
    pub(crate) fn ask_coach(&mut self) {
        self.advice = match &self.brain {
            Brain::Ready(coach) if self.setup.help != Help::Off && self.bot().is_none() => {
                coach.advise(&self.state)
            }
            _ => None,
        };
    }

    /// Announces something.
    pub(crate) fn say(&mut self, text: String) {
        self.status = text;
    }

    /// Says a message that takes nothing.
    pub(crate) fn tell(&mut self, id: &str) {
        self.say(self.words.say(id, &[]));
    }

    /// Who tells of the game as it is.
    pub(crate) fn teller(&self) -> Teller<'_> {
        Teller { words: &self.words, state: &self.state, names: &self.record.tags.players }
    }

    /// The name of a player.
    pub(crate) fn name(&self, seat: Seat) -> &str {
        self.teller().name(seat)
    }

    /// The name of a box.
    pub(crate) fn slot_name(&self, slot: usize) -> &str {
        self.teller().slot_name(slot)
    }

    /// Does what the player on turn wants, unless the rules refuse it, or the coach asks first.
    pub(crate) fn choose(&mut self, action: Action) {
        if let Some((loss, best)) = self.costs(action) {
            self.dialog = Some(Dialog::Warn { action, loss, best });
            return;
        }
        self.act(action);
    }

    /// What a choice costs, and what is best, where that is more than the coach lets pass.
    fn costs(&self, action: Action) -> Option<(f64, Action)> {
        let advice = self.advice.as_ref().filter(|_| self.setup.help == Help::Warn)?;
        let loss = advice.choices.iter().find(|choice| choice.action == action)?.loss;
        let limit = match advice.worth {
            Worth::Points => self.setup.warn,
            Worth::Win => self.setup.warn / 100.0,
            // Alone, in tenths of a turn.
            Worth::Turns => self.setup.warn / 10.0,
        };
        (loss > limit).then(|| Some((loss, advice.choices.first()?.action)))?
    }

    /// Does what the player on turn wants, unless the rules refuse it.
    pub(crate) fn act(&mut self, action: Action) {
        let Some(seat) = self.state.on_turn() else { return self.tell("play-over") };
        self.act_as(seat, action);
    }

    pub(crate) fn act_as(&mut self, seat: Seat, action: Action) {
        match self.state.decide(seat, &action) {
            Ok(Decision::Done(events)) => self.happen(&events),
            Ok(Decision::Throws(throws)) => {
                if self.setup.real_dice {
                    self.dialog = Some(Dialog::Dice { typed: String::new() });
                }
                self.hold_kept(action);
                self.throws = Some(throws);
            }
            Err(refused) => {
                let why = self.teller().refusal(refused.why);
                self.say(why);
            }
        }
    }

    fn fell(&mut self, faces: &[u8]) {
        self.asked = false;
        let Some(throws) = self.throws.take() else { return };
        let fell = kosti_dice::Dice::from_faces(faces).ok().map(|dice| (dice, throws.fell(dice)));
        match fell {
            Some((_, Ok(events))) => {
                self.land(&events, faces);
                self.dialog = None;
                self.happen(&events);
            }
            _ => self.throws = Some(throws),
        }
    }

    /// What has been decided happens.
    pub(crate) fn happen(&mut self, events: &[Event]) {
        let before = self.state.on_turn();
        let told = self.words.happened(&mut self.state, &self.record.tags.players, events);
        self.record.events.extend(events);
        self.unsaved = true;
        self.asked = false;
        let thrown = events.iter().any(|event| matches!(event, Event::Thrown { .. }));
        if !thrown || self.state.on_turn() != before {
            self.lay_out();
        }
        self.settle();
        self.log.push(told.clone());
        if self.log.len() > LOG {
            self.log.remove(0);
        }
        self.say(told);
    }

    /// Puts cursor and advice where the game is.
    fn settle(&mut self) {
        if let Some(seat) = self.state.on_turn() {
            self.column = seat.0;
        }
        self.move_cursor_to_open();
        self.ask_coach();
    }
}
