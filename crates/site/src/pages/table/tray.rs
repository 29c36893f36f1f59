//! The dice within thumb's reach, and what can be done with them.

use kosti_dice::Dice;
use kosti_engine::{Action, Event, Phase, Seat, State, Then, Turn};
use kosti_rules::{Family, RaceRules, SheetRules};
use maud::{Markup, html};

use super::Seen;
use super::grid::worth;
use super::wanted::Pending;
use crate::pages::die::die;
use crate::problem::Problem;

/// A die as it lies there.
struct Lying {
    face: u8,
    /// Whether it has just fallen.
    fell: bool,
    held: bool,
}

impl Seen<'_> {
    /// The desk: dice, buttons, and what is asked before.
    pub(super) fn desk(&self, state: &State, told: &[(String, String)]) -> Markup {
        let acting = self.acting();
        let undo = self.may_take_back(state);
        html! {
            section.desk aria-label=(self.page.say("page-dice")) {
                (Self::news(told))
                (self.notices(state))
                @match self.correcting(state) {
                    Some(correcting) => (correcting),
                    None => form #act method="post" action={ (self.path()) "/act" } data-selections=[self.selections(state)] {
                        (self.hidden())
                        @match self.pending {
                            Some(pending) => (self.asking(state, pending)),
                            None => (self.dice_and_buttons(state, acting)),
                        }
                    },
                }
                @if let (Some(seat), None) = (undo, self.pending) {
                    form #takes-back method="post" action={ (self.path()) "/act" } {
                        (self.hidden())
                        input type="hidden" name="seat" value=(seat);
                        @if acting.is_none() { div.row { (self.undo_button()) } }
                    }
                }
                @if self.pending.is_none() { (self.advised()) }
                (self.proof(state))
            }
        }
    }

    /// The visitor's seat that can take its last entry back.
    pub(super) fn may_take_back(&self, state: &State) -> Option<usize> {
        self.mine.iter().copied().find(|&seat| state.may_undo(Seat(seat)))
    }

    /// Takes the last decision back: beside the other buttons, so that nothing moves when it comes and goes.
    pub(super) fn undo_button(&self) -> Markup {
        html! { button #undo form="takes-back" name="undo" value="1" { "↶ " (self.page.say("page-undo")) } }
    }

    /// What went wrong, and what was asked about a box.
    fn notices(&self, state: &State) -> Markup {
        let teller = self.teller(state);
        let seat = self.acting().or(state.on_turn()).unwrap_or(Seat(0));
        let why = self.asked.get("why").and_then(|id| state.rules().sheet()?.slot(id));
        html! {
            @if let Some(problem) = self.problem {
                p.wrong role="alert" {
                    @match problem {
                        Problem::Refused { why: kosti_table::Refused::Illegal { why } } => (teller.refusal(why.clone())),
                        problem => (problem.detail(self.page.words)),
                    }
                }
            }
            @if let Some(slot) = why {
                div.why role="status" {
                    p { (teller.told_box(seat, slot)) }
                    a.button href=(self.path()) data-part { (self.page.say("page-close")) }
                }
            }
        }
    }

    /// Something that gives a box up, or costs a lot.
    fn asking(&self, state: &State, pending: &Pending) -> Markup {
        let (page, rules) = (&self.page, state.rules());
        let doing = |action: &Action| page.words.doing(rules, action);
        let name = |slot: usize| self.teller(state).slot_name(slot).to_owned();
        let question = match pending {
            Pending::GiveUp { action: Action::Cross { slot } } => {
                page.tell("play-ask-cross", &[("box", name(*slot).into())])
            }
            Pending::GiveUp { action: Action::Score { slot } } => {
                page.tell("play-ask-zero", &[("box", name(*slot).into())])
            }
            Pending::GiveUp { action } => doing(action),
            Pending::Costly { action, loss, worth: kind, exact, best } => {
                let (action, best) = (doing(action), doing(best));
                let args = [
                    ("action", action.into()),
                    ("loss", worth(*kind, *loss).into()),
                    ("exact", (*exact).into()),
                    ("best", best.into()),
                ];
                page.tell("play-ask-warn", &args)
            }
        };
        let id = |slot: usize| rules.sheet().map_or("", |sheet| sheet.slots[slot].id.as_str());
        let (sure, keep) = match pending.action() {
            Action::Score { slot } => (format!("score:{}", id(slot)), Dice::NONE),
            Action::Cross { slot } => (format!("cross:{}", id(slot)), Dice::NONE),
            Action::Announce { slot } => (format!("announce:{}", id(slot)), Dice::NONE),
            Action::SetAside { take, then: Then::Bank } => ("then:bank".to_owned(), take),
            Action::SetAside { take, then: Then::Throw } => ("then:throw".to_owned(), take),
            Action::Throw { keep } => ("throw".to_owned(), keep),
            _ => (String::new(), Dice::NONE),
        };
        html! {
            div.ask role="alertdialog" aria-labelledby="asked" {
                p #asked { (question) }
                @for face in keep.faces() { input type="hidden" name="keep" value=(face); }
                @for fell in self.asked.of("fell") { input type="hidden" name="fell" value=(fell); }
                div.row {
                    button.primary #sure name="sure" value=(sure) autofocus { (page.say("page-yes")) }
                    a.button href=(self.path()) data-part { (page.say("page-no")) }
                }
            }
        }
    }

    fn dice_and_buttons(&self, state: &State, acting: Option<Seat>) -> Markup {
        if self.table.in_the_air().is_some() {
            return html! { p.hint { (self.page.say("page-in-the-air")) } };
        }
        let Some(_) = acting else { return self.watched(state) };
        if let Some(entering) = self.entering(state) {
            return entering;
        }
        match (state.phase(), &state.rules().family) {
            (Phase::Lot { .. }, _) => self.first_throw(state, "page-throw-lot"),
            (Phase::Playing(turn), _) if turn.throw == 0 => self.first_throw(state, "page-throw"),
            (Phase::Playing(turn), Family::Sheet(rules)) => self.sheet_turn(state, turn, rules),
            (Phase::Playing(turn), Family::Race(rules)) => self.race_turn(state, turn, rules),
            _ => html! {},
        }
    }

    fn first_throw(&self, state: &State, said: &str) -> Markup {
        html! {
            div.dice aria-hidden="true" { @for _ in 0..state.rules().dice { span.die-box { (die(0)) } } }
            div.row {
                button.primary.throw #throw name="throw" value="1" { (self.page.say(said)) }
                @if self.may_take_back(state).is_some() { (self.undo_button()) }
            }
        }
    }

    /// The dice of somebody else, or of a bot.
    fn watched(&self, state: &State) -> Markup {
        let Some(turn) = state.turn() else { return html! {} };
        let (lying, bot) = (self.lying(turn), self.table.bot_on_turn().is_some());
        html! {
            @if turn.throw > 0 {
                div.dice role="img" aria-label=(turn.dice.to_string()) {
                    @for lies in &lying { span.die-box.fell[lies.fell] { (die(lies.face)) } }
                }
            }
            (self.turn_points(turn))
            @if bot { p.hint { (self.page.say("play-bot-plays")) } } @else { p.hint { (self.teller(state).whose_turn()) } }
        }
    }

    fn sheet_turn(&self, state: &State, turn: &Turn, rules: &SheetRules) -> Markup {
        let must = state.must_announce();
        let left = if must { 0 } else { rules.throws.saturating_sub(turn.throw) };
        let announced = turn.announced.map(|slot| self.teller(state).slot_name(slot).to_owned());
        // There is one box to write into, and it may lie where one would have to look for it.
        let offer = state.offers().into_iter().find(|offer| turn.announced == Some(offer.slot));
        let write = offer.and_then(|offer| Some((&rules.slots[offer.slot], offer.score?)));
        html! {
            @if left > 0 { (self.dice(turn, "page-held")) } @else { (self.still_dice(turn)) }
            @if let Some(name) = announced { p.hint { (self.page.tell("page-announced", &[("box", name.into())])) } }
            div.row {
                @if let Some((slot, points)) = write {
                    @let args = [("box", slot.row.get(self.page.language()).into()), ("points", points.into())];
                    button #write name="score" value=(slot.id) { (self.page.tell("page-score-box", &args)) }
                }
                @if self.may_take_back(state).is_some() { (self.undo_button()) }
                @if must {
                    p.hint { (self.page.say("page-must-announce")) }
                } @else if left > 0 {
                    button.primary.throw #throw name="throw" value="1" { (self.page.tell("page-throw-again", &[("left", left.into())])) }
                } @else {
                    p.hint { (self.page.say("page-choose-box")) }
                }
            }
        }
    }

    fn race_turn(&self, state: &State, turn: &Turn, rules: &RaceRules) -> Markup {
        let actions = state.legal_actions();
        let may = |wanted: Then| {
            actions.iter().any(|a| matches!(a, Action::SetAside { then, .. } if *then == wanted))
        };
        let blank = state.selections().is_empty();
        let hint = match (blank, rules.is_double(turn.dice, turn.aside), actions.len() > 1) {
            (true, true, true) => {
                self.page.tell("score-blank-may", &[("dice", turn.dice.to_string().into())])
            }
            (true, true, false) => {
                self.page.tell("score-blank-must", &[("dice", turn.dice.to_string().into())])
            }
            _ => self.page.say("page-choose-dice"),
        };
        let least = rules.least_bank(state.players()[turn.seat.0].standing);
        html! {
            (self.turn_points(turn))
            @if blank { (self.still_dice(turn)) } @else { (self.dice(turn, "page-taken")) }
            p.hint {
                (hint)
                @if turn.points < least { " " (self.page.tell("rules-bank-least", &[("least", least.into())])) }
            }
            div.row {
                @if may(Then::Throw) { button.primary.throw #throw name="then" value="throw" { (self.page.say("page-throw-rest")) } }
                @if may(Then::Bank) {
                    button.bank #bank name="then" value="bank" data-had=(turn.points) data-said=(self.page.say("page-bank")) { (self.page.say("page-bank")) }
                }
                @if self.may_take_back(state).is_some() { (self.undo_button()) }
            }
        }
    }

    /// What is aside, and what the turn has brought, in a race.
    fn turn_points(&self, turn: &Turn) -> Markup {
        if self.table.rules().race().is_none() {
            return html! {};
        }
        let aside = self.aside(turn);
        html! {
            div.turn-points {
                span { (self.page.tell("page-turn-points", &[("points", turn.points.into())])) }
                @if turn.aside > 0 {
                    span.aside role="img" aria-label=(self.page.tell("play-aside", &[("count", turn.aside.into())])) {
                        @for face in aside { (die(face)) }
                    }
                }
            }
        }
    }

    /// The faces that were set aside in this turn, as far as that is known.
    fn aside(&self, turn: &Turn) -> Vec<u8> {
        let mut faces: Vec<u8> = Vec::new();
        for event in self.lately.newest() {
            match event {
                Event::SetAside { seat, dice, .. } if *seat == turn.seat => faces.extend(dice.faces()),
                Event::Thrown { seat, .. } if *seat == turn.seat => {}
                _ => break,
            }
            if faces.len() >= turn.aside {
                break;
            }
        }
        faces.resize(turn.aside, 0);
        faces
    }

    /// The dice as they lie: what was kept first, then what fell.
    fn lying(&self, turn: &Turn) -> Vec<Lying> {
        let thrown = self.lately.newest().next().and_then(|event| match event {
            Event::Thrown { seat, kept, dice } if *seat == turn.seat && kept.plus(*dice) == turn.dice => {
                Some((*kept, *dice))
            }
            _ => None,
        });
        let (kept, fell) = thrown.unwrap_or((Dice::NONE, turn.dice));
        let fresh = thrown.is_some();
        let mut lying: Vec<Lying> =
            kept.faces().map(|face| Lying { face, fell: false, held: true }).collect();
        lying.extend(fell.faces().map(|face| Lying { face, fell: fresh, held: false }));
        self.hold(turn, &mut lying);
        lying
    }

    /// What was held when something was asked or refused stays so; in a race what brings most is chosen first.
    fn hold(&self, turn: &Turn, lying: &mut [Lying]) {
        let asked: Vec<u8> = self.asked.of("keep").filter_map(|face| face.parse().ok()).collect();
        let best = || {
            let race = self.table.rules().race()?;
            let most = race
                .selections(turn.dice)
                .iter()
                .max_by_key(|selection| (selection.points, selection.take.len()))?;
            Some(most.take.faces().collect::<Vec<u8>>())
        };
        let race = self.table.rules().race().is_some();
        if asked.is_empty() && !race {
            return;
        }
        let mut wanted = if asked.is_empty() { best().unwrap_or_default() } else { asked };
        for lies in lying {
            let found = wanted.iter().position(|face| *face == lies.face);
            lies.held = found.map(|nth| wanted.remove(nth)).is_some();
        }
    }

    /// Dice that can be held, each on its own.
    fn dice(&self, turn: &Turn, word: &str) -> Markup {
        let wished = self.advised_keep();
        let mut wished: Vec<u8> = wished.map(|keep| keep.faces().collect()).unwrap_or_default();
        html! {
            fieldset.dice {
                legend.visually-hidden { (self.page.say(&format!("{word}-legend"))) }
                @for (nth, lies) in self.lying(turn).iter().enumerate() {
                    @let best = wished.iter().position(|face| *face == lies.face).map(|at| wished.remove(at)).is_some();
                    label.die-box.fell[lies.fell].wished[best] {
                        input.visually-hidden id={ "die-" (nth) } type="checkbox" name="keep" value=(lies.face) checked[lies.held];
                        (die(lies.face))
                        span.visually-hidden { (self.face(lies.face)) @if best { ", " (self.page.say("page-coach-keeps")) } }
                        span.held { (self.page.say(word)) }
                    }
                }
            }
        }
    }

    /// Dice that nothing more can be done with.
    fn still_dice(&self, turn: &Turn) -> Markup {
        html! {
            div.dice role="img" aria-label=(turn.dice.to_string()) {
                @for lies in self.lying(turn) { span.die-box.fell[lies.fell] { (die(lies.face)) } }
            }
        }
    }

    /// What a die shows, in a word.
    pub(super) fn face(&self, face: u8) -> String {
        let id = format!("page-face-{face}");
        if self.page.words.has(&id) { self.page.say(&id) } else { face.to_string() }
    }

    /// The dice that the coach would keep, or set aside.
    fn advised_keep(&self) -> Option<Dice> {
        match self.counsel.advice()?.choices.first()?.action {
            Action::Throw { keep } => Some(keep),
            Action::SetAside { take, .. } => Some(take),
            _ => None,
        }
    }

    /// What can be set aside, for the page to say what the chosen dice bring.
    fn selections(&self, state: &State) -> Option<String> {
        let race = state.rules().race()?;
        let turn = state.turn().filter(|turn| turn.throw > 0)?;
        let actions = state.legal_actions();
        let told = race.selections(turn.dice).iter().map(|selection| {
            let may = |then: Then| actions.contains(&Action::SetAside { take: selection.take, then });
            serde_json::json!({
                "take": selection.take.to_string(), "points": selection.points,
                "bank": may(Then::Bank), "throw": may(Then::Throw),
            })
        });
        Some(serde_json::Value::from(told.collect::<Vec<_>>()).to_string())
    }
}
