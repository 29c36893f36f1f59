//! A small driver that plays a table. Every note goes through its text, so writing and reading are tested all the time.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use kosti_coach::Level;
use kosti_dice::Dice;
use kosti_dice::fair::{Chain, Generation, Link};
use kosti_engine::{Action, Decision, Seat};
use kosti_rules::file::PlayersFile;
use kosti_rules::{House, RulesFile};
use kosti_table::{
    Booked, By, Checked, CoachAllowed, Contribution, Dealer, DiceKind, Fact, Key, Library, Moment, NotProven,
    Note, Opened, Refused, SeatPlan, Table, Wish, verify,
};

pub(crate) const MASTER: [u8; 32] = [7; 32];
/// The server's first chain.
pub(crate) const GENERATION: Generation = Generation::from_bytes([9; 16]);
/// Any number of players.
pub(crate) const ANY: PlayersFile = PlayersFile { min: 1, max: 64, alone: false };
pub(crate) const NAMES: [&str; 4] = ["Olena", "Petro", "Ірина: \"I\"", "x, threw 1-1\\"];

/// Compiles the rules that the notes bring, each once.
pub(crate) struct Shelf;

impl Library for Shelf {
    fn rules(&self, id: &str, text: &str, house: &House) -> Result<Arc<Booked>, String> {
        static KNOWN: LazyLock<Mutex<HashMap<String, Arc<Booked>>>> = LazyLock::new(Mutex::default);
        let key = format!("{house:?} {id} {text}");
        if let Some(known) = KNOWN.lock().unwrap().get(&key) {
            return Ok(known.clone());
        }
        let rules = RulesFile::read(id, text).rules(house).map_err(|error| error.to_string())?;
        let booked = Arc::new(Booked { text: text.into(), rules: Arc::new(rules) });
        KNOWN.lock().unwrap().insert(key, booked.clone());
        Ok(booked)
    }
}

/// A small generator of its own, so that a seed says everything about a game.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// The key of the person that sat down on a seat first.
pub(crate) fn key(seat: usize) -> Key {
    Key::of(&format!("token {seat}"))
}

pub(crate) fn person(seat: usize) -> By {
    By::Holder(key(seat))
}

/// A table of this game with free seats, opened by the first person.
pub(crate) fn opened(game: &str, rules: &str, seats: usize) -> Opened {
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
    /// The same table, followed by notes instead of texts.
    pub(crate) twin: Table,
    pub(crate) dealer: Dealer,
    pub(crate) notes: Vec<String>,
    /// The chains of the clients, by seat.
    pub(crate) clients: Vec<Option<Client>>,
    /// Who holds each seat.
    pub(crate) keys: Vec<Key>,
    secrets: u8,
}

impl Played {
    pub(crate) fn open(opened: Opened) -> Self {
        let count = opened.seats.len();
        let text = Table::opening(opened, &ANY, 1_000).unwrap().to_text();
        let id = "kitchen";
        Self {
            table: Table::open(id, &text, &Shelf).unwrap(),
            twin: Table::open(id, &text, &Shelf).unwrap(),
            dealer: Dealer::new(&MASTER, id, GENERATION),
            notes: vec![text],
            clients: (0..count).map(|_| None).collect(),
            keys: (0..count).map(key).collect(),
            secrets: 0,
        }
    }

    /// A table where everybody has sat down, with a chain.
    pub(crate) fn begun(opened: Opened) -> Self {
        let count = opened.seats.len();
        let mut played = Self::open(opened);
        for (seat, name) in NAMES.iter().enumerate().take(count) {
            played.sit(seat, name, true).unwrap();
        }
        played
    }

    /// The small game, begun by two.
    pub(crate) fn small() -> Self {
        Self::begun(opened("small", SMALL, 2))
    }

    /// The person of `keys` sits down.
    pub(crate) fn sit(&mut self, seat: usize, name: &str, chained: bool) -> Result<Note, Refused> {
        let client = chained.then(|| self.client());
        let anchor = client.as_ref().map(|client| client.chain.anchor());
        let key = self.keys[seat];
        let wish = Wish::Join { seat: Some(seat), name: name.to_owned(), key, anchor };
        let note = self.wish(By::Holder(key), &wish)?;
        self.clients[seat] = client;
        Ok(note)
    }

    /// A new chain, for the throws to come.
    pub(crate) fn client(&mut self) -> Client {
        self.secrets += 1;
        Client { chain: Chain::new([self.secrets; 32]), base: self.table.throws() }
    }

    pub(crate) fn holder(&self, seat: usize) -> By {
        By::Holder(self.keys[seat])
    }

    /// The client of this seat begins a new chain.
    pub(crate) fn anchor(&mut self, seat: usize) -> Result<Note, Refused> {
        let client = self.client();
        let note = self.wish(self.holder(seat), &Wish::Anchor { seat, anchor: client.chain.anchor() })?;
        self.clients[seat] = Some(client);
        Ok(note)
    }

    /// The link of the next throw, in the chain of this seat's client.
    pub(crate) fn link(&mut self, seat: usize) -> Option<Link> {
        let number = self.table.throws() + 1;
        let client = self.clients[seat].as_mut()?;
        client.chain.link(number - client.base)
    }

    /// The same with the history that the client has seen.
    pub(crate) fn brings(&mut self, seat: usize) -> Option<Contribution> {
        let history = *self.table.history();
        self.link(seat).map(|link| Contribution { link, history })
    }

    pub(crate) fn moment(&self) -> Moment {
        let nth = self.notes.len();
        Moment { at: 1_000 + nth as i64, generation: Generation::from_bytes((nth as u128).to_be_bytes()) }
    }

    pub(crate) fn wish(&mut self, by: By, wish: &Wish) -> Result<Note, Refused> {
        let moment = self.moment();
        let note = self.table.decide(&mut self.dealer, by, wish, moment)?;
        let text = note.to_text();
        assert!(!text.contains(['\n', '\r']), "{text}");
        assert_eq!(self.table.follow(&text).unwrap(), note);
        self.twin.follow_note(&note, &text).unwrap();
        self.notes.push(text);
        self.same();
        if note.did.iter().any(|fact| matches!(fact, Fact::Anchored { seat: None, .. })) {
            self.dealer = self.table.dealer(&MASTER).0;
        }
        Ok(note)
    }

    fn same(&self) {
        let of = |table: &Table| {
            (*table.history(), table.throws(), table.in_the_air().copied(), format!("{:?}", table.chairs()))
        };
        assert_eq!(of(&self.table), of(&self.twin));
        assert!(self.table.state() == self.twin.state());
    }

    /// The facts that come of an action of this seat, with a link where its client has a chain. A witness that is asked
    /// answers.
    pub(crate) fn act(&mut self, seat: usize, action: Action) -> Result<Vec<Fact>, Refused> {
        let did = self.call(seat, action)?;
        Ok(if self.table.in_the_air().is_some() { self.answer() } else { did })
    }

    /// The same, and a witness that is asked has not answered yet.
    pub(crate) fn call(&mut self, seat: usize, action: Action) -> Result<Vec<Fact>, Refused> {
        let state = self.table.state().unwrap();
        let throws = matches!(state.decide(Seat(seat), &action), Ok(Decision::Throws(_)));
        let brings = if throws { self.brings(seat) } else { None };
        let wish = Wish::Act { seat: Some(seat), action, fell: None, brings };
        self.wish(self.holder(seat), &wish).map(|note| note.did)
    }

    /// The witness answers.
    pub(crate) fn answer(&mut self) -> Vec<Fact> {
        let air = *self.table.in_the_air().unwrap();
        let brings = self.brings(air.witness).unwrap();
        let wish = Wish::Witness { seat: air.witness, number: air.number, brings };
        self.wish(self.holder(air.witness), &wish).unwrap().did
    }

    /// The witness does not.
    pub(crate) fn leave_out(&mut self) -> Vec<Fact> {
        let number = self.table.in_the_air().unwrap().number;
        self.wish(By::House, &Wish::Unwitnessed { number }).unwrap().did
    }

    pub(crate) fn throw(&mut self, seat: usize) -> Vec<Fact> {
        self.act(seat, Action::first_throw()).unwrap()
    }

    /// The seat on turn.
    pub(crate) fn on_turn(&self) -> Option<usize> {
        self.table.state()?.on_turn().map(|seat| seat.0)
    }

    pub(crate) fn verified(&self) -> Result<Checked, NotProven> {
        verify(self.notes.iter().map(String::as_str), &Shelf)
    }

    /// The text to download.
    pub(crate) fn download(&self) -> String {
        kosti_table::download(&self.verified().unwrap().record, &self.notes)
    }

    /// Plays on at random: people and bots, witnesses that answer and that do not, and everything that comes between.
    pub(crate) fn play(&mut self, chance: &mut Chance, steps: usize) {
        for _ in 0..steps {
            if self.table.in_the_air().is_some() {
                let witness = self.table.in_the_air().unwrap().witness;
                if chance.one_in(4) {
                    self.leave_out();
                    if chance.one_in(2) {
                        self.anchor(witness).unwrap();
                    }
                } else {
                    self.answer();
                }
                continue;
            }
            if chance.one_in(8) {
                self.disturb(chance);
            }
            let Some(seat) = self.on_turn() else { return };
            let actions = self.table.state().unwrap().legal_actions();
            let action = *chance.pick(&actions);
            let bot = self.table.chairs()[seat].bot().is_some();
            let state = self.table.state().unwrap();
            let throws = match state.decide(Seat(seat), &action).unwrap() {
                Decision::Throws(throws) => Some(throws.count()),
                Decision::Done(_) => None,
            };
            let real = self.table.dice() == DiceKind::Real;
            let fell = throws.filter(|_| real).map(|count| {
                let sides = usize::from(self.table.rules().sides);
                let faces: Vec<u8> = (0..count).map(|_| chance.below(sides) as u8 + 1).collect();
                Dice::from_faces(&faces).unwrap()
            });
            let linked = throws.is_some() && !bot && !real && !chance.one_in(4);
            let brings = if linked { self.brings(seat) } else { None };
            let by = if bot { By::House } else { self.holder(seat) };
            let wish = Wish::Act { seat: Some(seat), action, fell, brings };
            self.wish(by, &wish).unwrap();
        }
    }

    /// Something beside the game; it may be refused.
    fn disturb(&mut self, chance: &mut Chance) {
        let seat = chance.below(self.clients.len());
        let by = self.holder(seat);
        let act = |action| Wish::Act { seat: Some(seat), action, fell: None, brings: None };
        match chance.below(8) {
            0 => drop(self.wish(by, &act(Action::Undo))),
            1 => drop(self.wish(by, &Wish::StandIn { seat, level: *chance.pick(&Level::ALL) })),
            2 => drop(self.wish(by, &Wish::TakeBack { seat })),
            3 => drop(self.anchor(seat)),
            4 => drop(self.wish(By::House, &Wish::NewChain)),
            5 => drop(self.wish(by, &act(Action::Leave))),
            // Somebody else takes the seat, with a chain or without.
            6 if self.wish(by, &Wish::Vacate { seat }).is_ok() => {
                self.clients[seat] = None;
                self.keys[seat] = Key::of(&format!("another {}", self.notes.len()));
                let name = format!("Guest {}", self.notes.len());
                let chained = chance.one_in(2);
                self.sit(seat, &name, chained).unwrap();
            }
            _ => {}
        }
        // Nobody stays away for long.
        if self.on_turn().is_none() {
            drop(self.wish(by, &act(Action::Return)));
        }
    }
}
