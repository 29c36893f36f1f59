//! `LocalTable`: the model of a game in progress.

mod correct;
mod dialog;
mod dice;
mod keys;
mod turn;

use std::sync::Arc;

use kosti_engine::{Action, Decision, Event, Record, Seat, State, Throws};
use kosti_text::{Narrator, Words};

use crate::input::{CoachMessage, Draw, Effect, Input};
use crate::setup::{PlayerKind, Setup};
use kosti_coach::{Advice, Coach, CoachMode, Level, NoCoach};

pub(crate) use correct::Correcting;
pub(crate) use dialog::Dialog;

/// The most messages in the log.
const LOG: usize = 50;

/// The state of the coach.
pub(crate) enum CoachState {
    /// Not asked for.
    Idle,
    /// Solving; this share is done.
    Solving(f64),
    /// Ready.
    Ready(Arc<Coach>),
    /// The game has no coach, with the message for people.
    Failed(String),
}

/// A game in progress.
pub(crate) struct LocalTable {
    pub(crate) words: Arc<Words>,
    pub(crate) setup: Setup,
    pub(crate) record: Record,
    pub(crate) state: State,
    /// The dice on the table, left to right.
    pub(crate) faces: Vec<u8>,
    /// Whether each die is held, or selected to be set aside.
    pub(crate) held: Vec<bool>,
    /// The box under the cursor.
    pub(crate) cursor: usize,
    /// The player under the cursor.
    pub(crate) column: usize,
    pub(crate) dialog: Option<Dialog>,
    /// The newest message.
    pub(crate) status: String,
    /// The messages, newest last.
    pub(crate) log: Vec<String>,
    /// The file of the game, or the reason why it is not saved.
    pub(crate) saved: Result<String, String>,
    pub(crate) coach_state: CoachState,
    pub(crate) advice: Option<Advice>,
    /// The throw that waits for its dice.
    pub(crate) throws: Option<Throws>,
    unsaved: bool,
    /// Whether a bot or the dice have been asked for.
    asked: bool,
    pub(crate) leaving: bool,
}

impl LocalTable {
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
            coach_state: CoachState::Idle,
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
        table.say(format!("{begun} {}", table.narrator().describe_turn()));
        table
    }

    /// Processes an input.
    pub(crate) fn update(&mut self, input: Input) {
        match input {
            Input::Key(key) => self.key(key),
            Input::Fell(faces) => self.place_thrown(&faces),
            Input::Bot { action, after } => {
                if after == self.record.events.len() && self.throws.is_none() {
                    self.asked = false;
                    self.act(action);
                }
            }
            Input::Coach(message) => self.apply_coach_message(message),
            Input::Saved(place) => self.saved = Ok(place),
            Input::Taken => {
                self.saved = Err(self.words.say("play-taken", &[]));
                self.leaving = true;
            }
            Input::NotSaved(why) => {
                let text = self.words.say("play-not-saved", &[("why", (&why).into())]);
                self.saved = Err(why);
                self.say(text);
            }
            Input::Click(..) | Input::Size(..) => {}
        }
    }

    /// The effects to perform now. Each is returned once.
    pub(crate) fn effects(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        let draw = Draw { seed: self.setup.seed, after: self.record.events.len() };
        if std::mem::take(&mut self.unsaved) {
            effects.push(Effect::Save(Box::new(self.record.clone())));
        }
        if matches!(self.coach_state, CoachState::Idle) && self.needs_coach() {
            self.coach_state = CoachState::Solving(0.0);
            let rules = self.state.rules().clone();
            effects.push(Effect::Solve { rules, seats: self.setup.players.len() });
        }
        if let (Some(throws), false, false) = (&self.throws, self.setup.real_dice, self.asked) {
            let (count, sides) = (throws.count(), self.state.rules().sides);
            effects.push(Effect::Throw { count, sides, draw });
            self.asked = true;
        }
        if let (Some(level), None, None, false) = (self.bot(), &self.throws, &self.dialog, self.asked) {
            let coach = match &self.coach_state {
                CoachState::Ready(coach) => Some(coach.clone()),
                _ => None,
            };
            // A bot that needs the coach waits for it, unless there is only one action.
            let waits = level == Level::Perfect && matches!(self.coach_state, CoachState::Solving(_));
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
        let bots = self.setup.players.iter().any(|player| player.kind == PlayerKind::Bot(Level::Perfect));
        bots || self.setup.coach_mode != CoachMode::Off
    }

    /// The level of the bot on turn.
    pub(crate) fn bot(&self) -> Option<Level> {
        match self.setup.players[self.state.on_turn()?.0].kind {
            PlayerKind::Bot(level) => Some(level),
            PlayerKind::Person => None,
        }
    }

    fn apply_coach_message(&mut self, message: CoachMessage) {
        match message {
            CoachMessage::Share(share) => {
                if matches!(self.coach_state, CoachState::Solving(_)) {
                    self.coach_state = CoachState::Solving(share);
                }
            }
            CoachMessage::Ready(coach) => {
                self.coach_state = CoachState::Ready(coach);
                self.say(self.words.say("play-coach-ready", &[]));
                self.ask_coach();
            }
            CoachMessage::Failed(why) => {
                let why = match why {
                    NoCoach::TooLarge(_) | NoCoach::NotSolvable(_) => "too-large",
                    NoCoach::DeadEnd(_) => "dead-end",
                    // The terminal never cancels a computation that it waits for.
                    NoCoach::Cancelled(_) => return,
                };
                let text = self.words.say("play-coach-failed", &[("why", why.into())]);
                self.coach_state = CoachState::Failed(text.clone());
                self.say(text);
            }
        }
    }

    /// Asks the coach about the position, if a person wants help.
    pub(crate) fn ask_coach(&mut self) {
        self.advice = match &self.coach_state {
            CoachState::Ready(coach) if self.setup.coach_mode != CoachMode::Off && self.bot().is_none() => {
                coach.advise(&self.state)
            }
            _ => None,
        };
    }

    /// Shows a message.
    pub(crate) fn say(&mut self, text: String) {
        self.status = text;
    }

    /// Shows a message without variables.
    pub(crate) fn say_message(&mut self, id: &str) {
        self.say(self.words.say(id, &[]));
    }

    /// The narrator of the current state.
    pub(crate) fn narrator(&self) -> Narrator<'_> {
        Narrator { words: &self.words, state: &self.state, names: &self.record.tags.players }
    }

    /// The name of a player.
    pub(crate) fn name(&self, seat: Seat) -> &str {
        self.narrator().name(seat)
    }

    /// The name of a box.
    pub(crate) fn slot_name(&self, slot: usize) -> &str {
        self.narrator().slot_name(slot)
    }

    /// Performs an action of the player on turn, unless the rules refuse it or the coach asks first.
    pub(crate) fn choose(&mut self, action: Action) {
        if let Some((loss, best)) = self.costly_choice(action) {
            self.dialog = Some(Dialog::Warn { action, loss, best });
            return;
        }
        self.act(action);
    }

    /// The loss of a choice and the best action, if the loss is large enough to ask.
    fn costly_choice(&self, action: Action) -> Option<(f64, Action)> {
        let advice = self.advice.as_ref().filter(|_| self.setup.coach_mode == CoachMode::Warn)?;
        advice.costly_choice(&action, self.setup.warn)
    }

    /// Performs an action of the player on turn, unless the rules refuse it.
    pub(crate) fn act(&mut self, action: Action) {
        let Some(seat) = self.state.on_turn() else { return self.say_message("play-over") };
        self.act_as(seat, action);
    }

    pub(crate) fn act_as(&mut self, seat: Seat, action: Action) {
        match self.state.decide(seat, &action) {
            Ok(Decision::Done(events)) => self.apply_events(&events),
            Ok(Decision::Throws(throws)) => {
                if self.setup.real_dice {
                    self.dialog = Some(Dialog::Dice { typed: String::new() });
                }
                self.hold_kept(action);
                self.throws = Some(throws);
            }
            Err(refused) => {
                let why = self.narrator().describe_refusal(refused.why);
                self.say(why);
            }
        }
    }

    fn place_thrown(&mut self, faces: &[u8]) {
        self.asked = false;
        let Some(throws) = self.throws.take() else { return };
        let fell = kosti_dice::Dice::from_faces(faces).ok().map(|dice| (dice, throws.resolve(dice)));
        match fell {
            Some((_, Ok(events))) => {
                self.place_dice(&events, faces);
                self.dialog = None;
                self.apply_events(&events);
            }
            _ => self.throws = Some(throws),
        }
    }

    /// Applies and shows events.
    pub(crate) fn apply_events(&mut self, events: &[Event]) {
        let before = self.state.on_turn();
        let text = self.words.describe_events(&mut self.state, &self.record.tags.players, events);
        self.record.events.extend(events);
        self.unsaved = true;
        self.asked = false;
        let thrown = events.iter().any(|event| matches!(event, Event::Thrown { .. }));
        if !thrown || self.state.on_turn() != before {
            self.lay_out();
        }
        self.settle();
        self.log.push(text.clone());
        if self.log.len() > LOG {
            self.log.remove(0);
        }
        self.say(text);
    }

    /// Updates the cursor and the advice for the current state.
    fn settle(&mut self) {
        if let Some(seat) = self.state.on_turn() {
            self.column = seat.0;
        }
        self.move_cursor_to_open();
        self.ask_coach();
    }
}
