//! A driver that plays a table. Every commit goes through its text, so writing and reading are always tested.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use kosti_coach::Level;
use kosti_dice::Dice;
use kosti_dice::fair::{Chain, Generation, Link};
use kosti_engine::{Action, Decision, Seat};
use kosti_rules::file::PlayersFile;
use kosti_rules::{House, RulesFile};
use kosti_table::{
    Actor, CoachAllowed, Command, CommandError, Commit, CompiledRules, Context, Contribution, Dealer,
    DiceKind, Key, Opened, RulesSource, SeatPlan, Table, TableEvent, VerifiedTable, VerifyError, verify,
};
use kosti_testkit::TestRng;

pub(crate) const MASTER: [u8; 32] = [7; 32];
/// The server's first chain.
pub(crate) const GENERATION: Generation = Generation::from_bytes([9; 16]);
/// Any number of players.
pub(crate) const ANY: PlayersFile = PlayersFile { min: 1, max: 64, alone: false };
pub(crate) const NAMES: [&str; 4] = ["Olena", "Petro", "Ірина: \"I\"", "x, threw 1-1\\"];

/// Compiles the rules in the commits, each once.
pub(crate) struct RulesCache;

impl RulesSource for RulesCache {
    fn rules(&self, id: &str, text: &str, house: &House) -> Result<Arc<CompiledRules>, String> {
        static KNOWN: LazyLock<Mutex<HashMap<String, Arc<CompiledRules>>>> = LazyLock::new(Mutex::default);
        let key = format!("{house:?} {id} {text}");
        if let Some(known) = KNOWN.lock().unwrap().get(&key) {
            return Ok(known.clone());
        }
        let rules = RulesFile::read(id, text).rules(house).map_err(|error| error.to_string())?;
        let compiled = Arc::new(CompiledRules { text: text.into(), rules: Arc::new(rules) });
        KNOWN.lock().unwrap().insert(key, compiled.clone());
        Ok(compiled)
    }
}

/// The key of the person that sat down on a seat first.
pub(crate) fn key(seat: usize) -> Key {
    Key::of(&format!("token {seat}"))
}

pub(crate) fn person(seat: usize) -> Actor {
    Actor::Holder(key(seat))
}

/// A table of this game with free seats, opened by the first person.
pub(crate) fn opening_of(game: &str, rules: &str, seats: usize) -> Opened {
    Opened {
        table: "kitchen".to_owned(),
        game: game.to_owned(),
        rules: rules.to_owned(),
        house: House::default(),
        dice: DiceKind::Virtual,
        coach: CoachAllowed::Own,
        opener: key(0),
        seats: vec![SeatPlan { name: None, key: None, bot: None }; seats],
        anchor: Some(Dealer::new(&MASTER, "kitchen", GENERATION).anchor()),
        generation: Some(GENERATION),
        after: None,
        first: None,
    }
}

/// A game with two boxes, short and easy to follow.
pub(crate) const SMALL: &str = "name = 'Small'\ndice = 2\nthrows = 2\n[box.any]\nscore = 'all-dice'\n\
    [box.pair]\nneeds = { alike = 2 }\nscore = 'combination'\nunfit = 'zero'\n";

/// The chain of a client.
pub(crate) struct Client {
    pub(crate) chain: Chain,
    pub(crate) base: u64,
}

pub(crate) struct Played {
    pub(crate) table: Table,
    /// The same table, which applies commits instead of texts.
    pub(crate) twin: Table,
    pub(crate) dealer: Dealer,
    pub(crate) commits: Vec<String>,
    /// The chains of the clients, by seat.
    pub(crate) clients: Vec<Option<Client>>,
    /// The key of the holder of each seat.
    pub(crate) keys: Vec<Key>,
    secrets: u8,
}

impl Played {
    pub(crate) fn open(opened: Opened) -> Self {
        let count = opened.seats.len();
        let text = Table::opening(opened, &ANY, 1_000).unwrap().to_text();
        let id = "kitchen";
        Self {
            table: Table::open(id, &text, &RulesCache).unwrap(),
            twin: Table::open(id, &text, &RulesCache).unwrap(),
            dealer: Dealer::new(&MASTER, id, GENERATION),
            commits: vec![text],
            clients: (0..count).map(|_| None).collect(),
            keys: (0..count).map(key).collect(),
            secrets: 0,
        }
    }

    /// A table where everybody has taken a seat, with a chain.
    pub(crate) fn open_started(opened: Opened) -> Self {
        let count = opened.seats.len();
        let mut played = Self::open(opened);
        for (seat, name) in NAMES.iter().enumerate().take(count) {
            played.sit(seat, name, true).unwrap();
        }
        played
    }

    /// The small game of two players, started.
    pub(crate) fn small() -> Self {
        Self::open_started(opening_of("small", SMALL, 2))
    }

    /// The holder of `keys` takes a seat.
    pub(crate) fn sit(&mut self, seat: usize, name: &str, chained: bool) -> Result<Commit, CommandError> {
        let client = chained.then(|| self.client());
        let anchor = client.as_ref().map(|client| client.chain.anchor());
        let key = self.keys[seat];
        let command = Command::Join { seat: Some(seat), name: name.to_owned(), key, anchor };
        let commit = self.command(Actor::Holder(key), &command)?;
        self.clients[seat] = client;
        Ok(commit)
    }

    /// A new chain, for the throws to come.
    pub(crate) fn client(&mut self) -> Client {
        self.secrets += 1;
        Client { chain: Chain::new([self.secrets; 32]), base: self.table.throws() }
    }

    pub(crate) fn holder(&self, seat: usize) -> Actor {
        Actor::Holder(self.keys[seat])
    }

    /// The client of this seat begins a new chain.
    pub(crate) fn anchor(&mut self, seat: usize) -> Result<Commit, CommandError> {
        let client = self.client();
        let commit =
            self.command(self.holder(seat), &Command::Anchor { seat, anchor: client.chain.anchor() })?;
        self.clients[seat] = Some(client);
        Ok(commit)
    }

    /// The link of the next throw, in the chain of this seat's client.
    pub(crate) fn link(&mut self, seat: usize) -> Option<Link> {
        let number = self.table.throws() + 1;
        let client = self.clients[seat].as_mut()?;
        client.chain.link(number - client.base)
    }

    /// The link of the next throw with the current history.
    pub(crate) fn contribution(&mut self, seat: usize) -> Option<Contribution> {
        let history = *self.table.history();
        self.link(seat).map(|link| Contribution { link, history })
    }

    pub(crate) fn context(&self) -> Context {
        let nth = self.commits.len();
        Context { at: 1_000 + nth as i64, generation: Generation::from_bytes((nth as u128).to_be_bytes()) }
    }

    pub(crate) fn command(&mut self, actor: Actor, command: &Command) -> Result<Commit, CommandError> {
        let context = self.context();
        let commit = self.table.decide(&mut self.dealer, actor, command, context)?;
        let text = commit.to_text();
        assert!(!text.contains(['\n', '\r']), "{text}");
        assert_eq!(self.table.apply(&text).unwrap(), commit);
        self.twin.apply_commit(&commit, &text).unwrap();
        self.commits.push(text);
        self.same();
        if commit.events.iter().any(|event| matches!(event, TableEvent::Anchored { seat: None, .. })) {
            self.dealer = self.table.dealer(&MASTER).0;
        }
        Ok(commit)
    }

    fn same(&self) {
        let of = |table: &Table| {
            (*table.history(), table.throws(), table.in_the_air().copied(), format!("{:?}", table.chairs()))
        };
        assert_eq!(of(&self.table), of(&self.twin));
        assert!(self.table.state() == self.twin.state());
    }

    /// Acts for a seat, with a link if its client has a chain. A witness that is asked answers. Returns the events.
    pub(crate) fn act(&mut self, seat: usize, action: Action) -> Result<Vec<TableEvent>, CommandError> {
        let events = self.call(seat, action)?;
        Ok(if self.table.in_the_air().is_some() { self.answer() } else { events })
    }

    /// Acts for a seat; a witness that is asked does not answer yet.
    pub(crate) fn call(&mut self, seat: usize, action: Action) -> Result<Vec<TableEvent>, CommandError> {
        let state = self.table.state().unwrap();
        let throws = matches!(state.decide(Seat(seat), &action), Ok(Decision::Throws(_)));
        let contribution = if throws { self.contribution(seat) } else { None };
        let command = Command::Act { seat: Some(seat), action, fell: None, contribution };
        self.command(self.holder(seat), &command).map(|commit| commit.events)
    }

    /// The witness answers.
    pub(crate) fn answer(&mut self) -> Vec<TableEvent> {
        let air = *self.table.in_the_air().unwrap();
        let contribution = self.contribution(air.witness).unwrap();
        let command = Command::Witness { seat: air.witness, number: air.number, contribution };
        self.command(self.holder(air.witness), &command).unwrap().events
    }

    /// The witness does not answer in time.
    pub(crate) fn leave_out(&mut self) -> Vec<TableEvent> {
        let number = self.table.in_the_air().unwrap().number;
        self.command(Actor::Server, &Command::Unwitnessed { number }).unwrap().events
    }

    pub(crate) fn throw(&mut self, seat: usize) -> Vec<TableEvent> {
        self.act(seat, Action::first_throw()).unwrap()
    }

    /// The seat on turn.
    pub(crate) fn on_turn(&self) -> Option<usize> {
        self.table.state()?.on_turn().map(|seat| seat.0)
    }

    pub(crate) fn verify(&self) -> Result<VerifiedTable, VerifyError> {
        verify(self.commits.iter().map(String::as_str), &RulesCache)
    }

    /// The text to download.
    pub(crate) fn download(&self) -> String {
        kosti_table::download(&self.verify().unwrap().record, &self.commits)
    }

    /// Plays on at random: people and bots, witnesses that answer or do not, and commands beside the game.
    pub(crate) fn play(&mut self, rng: &mut TestRng, steps: usize) {
        for _ in 0..steps {
            if self.table.in_the_air().is_some() {
                let witness = self.table.in_the_air().unwrap().witness;
                if rng.one_in(4) {
                    self.leave_out();
                    if rng.one_in(2) {
                        self.anchor(witness).unwrap();
                    }
                } else {
                    self.answer();
                }
                continue;
            }
            if rng.one_in(8) {
                self.disturb(rng);
            }
            let Some(seat) = self.on_turn() else { return };
            let actions = self.table.state().unwrap().legal_actions();
            let action = *rng.pick(&actions);
            let bot = self.table.chairs()[seat].bot().is_some();
            let state = self.table.state().unwrap();
            let throws = match state.decide(Seat(seat), &action).unwrap() {
                Decision::Throws(throws) => Some(throws.count()),
                Decision::Done(_) => None,
            };
            let real = self.table.dice() == DiceKind::Real;
            let fell = throws.filter(|_| real).map(|count| {
                let sides = self.table.rules().sides;
                let faces: Vec<u8> = (0..count).map(|_| rng.below(sides) + 1).collect();
                Dice::from_faces(&faces).unwrap()
            });
            let linked = throws.is_some() && !bot && !real && !rng.one_in(4);
            let contribution = if linked { self.contribution(seat) } else { None };
            let actor = if bot { Actor::Server } else { self.holder(seat) };
            let command = Command::Act { seat: Some(seat), action, fell, contribution };
            self.command(actor, &command).unwrap();
        }
    }

    /// Sends a command beside the game; it may be rejected.
    fn disturb(&mut self, rng: &mut TestRng) {
        let seat = rng.below(self.clients.len());
        let actor = self.holder(seat);
        let act = |action| Command::Act { seat: Some(seat), action, fell: None, contribution: None };
        match rng.below(8) {
            0 => drop(self.command(actor, &act(Action::Undo))),
            1 => drop(self.command(actor, &Command::StandIn { seat, level: *rng.pick(&Level::ALL) })),
            2 => drop(self.command(actor, &Command::TakeBack { seat })),
            3 => drop(self.anchor(seat)),
            4 => drop(self.command(Actor::Server, &Command::NewChain)),
            5 => drop(self.command(actor, &act(Action::Leave))),
            // Somebody else takes the seat, with a chain or without.
            6 if self.command(actor, &Command::Vacate { seat }).is_ok() => {
                self.clients[seat] = None;
                self.keys[seat] = Key::of(&format!("another {}", self.commits.len()));
                let name = format!("Guest {}", self.commits.len());
                let chained = rng.one_in(2);
                self.sit(seat, &name, chained).unwrap();
            }
            _ => {}
        }
        // Absent players return soon.
        if self.on_turn().is_none() {
            drop(self.command(actor, &act(Action::Return)));
        }
    }
}
