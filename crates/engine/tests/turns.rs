//! Turns from the players' documents, played through the engine.

use std::sync::Arc;

use kosti_dice::Dice;
use kosti_engine::{Action, Correction, Decision, Phase, Refusal, Seat, State, Then};
use kosti_rules::{Entry, House, Standing};

/// A table with short methods.
struct Table(State);

impl Table {
    fn new(game: &str, seats: usize) -> Self {
        Self::with_house(game, seats, &[])
    }

    fn with_house(game: &str, seats: usize, house: &[(&str, &str)]) -> Self {
        let house: House = house.iter().map(|(o, c)| ((*o).to_owned(), (*c).to_owned())).collect();
        let rules = kosti_games::file(game).unwrap().rules(&house).unwrap();
        Self(State::new(Arc::new(rules), seats).unwrap())
    }

    fn on_turn(&self) -> Seat {
        self.0.on_turn().expect("somebody is on turn")
    }

    fn try_to(&mut self, seat: Seat, action: Action, dice: &str) -> Result<(), Refusal> {
        let events = match self.0.decide(seat, &action).map_err(|e| e.why)? {
            Decision::Done(events) => events,
            Decision::Throws(throws) => throws.resolve(dice.parse().unwrap()).expect("these dice can fall"),
        };
        events.iter().for_each(|event| self.0.apply(event));
        Ok(())
    }

    /// Throws all dice for the player on turn.
    fn throw(&mut self, dice: &str) -> &mut Self {
        self.try_to(self.on_turn(), Action::first_throw(), dice).unwrap();
        self
    }

    fn keep(&mut self, keep: &str, dice: &str) -> &mut Self {
        self.try_to(self.on_turn(), Action::Throw { keep: keep.parse().unwrap() }, dice).unwrap();
        self
    }

    fn slot(&self, id: &str) -> usize {
        self.0.rules().sheet().unwrap().slot(id).unwrap()
    }

    fn score(&mut self, id: &str) -> &mut Self {
        let slot = self.slot(id);
        self.try_to(self.on_turn(), Action::Score { slot }, "").unwrap();
        self
    }

    fn cross(&mut self, id: &str) -> Result<(), Refusal> {
        let slot = self.slot(id);
        self.try_to(self.on_turn(), Action::Cross { slot }, "")
    }

    fn aside(&mut self, take: &str, then: Then, dice: &str) -> Result<(), Refusal> {
        self.try_to(self.on_turn(), Action::SetAside { take: take.parse().unwrap(), then }, dice)
    }

    fn standing(&self, seat: usize) -> (i32, u8) {
        let standing = self.0.players()[seat].standing;
        (standing.score, standing.turns_left)
    }

    /// The standing of a single player after turns with these gains.
    fn alone_after(game: &str, house: &[(&str, &str)], gains: &[i32]) -> (i32, u8) {
        let rules = kosti_games::file(game)
            .unwrap()
            .rules(&house.iter().map(|(o, c)| ((*o).to_owned(), (*c).to_owned())).collect())
            .unwrap();
        let race = rules.race().unwrap();
        let end = gains.iter().fold(Standing::default(), |standing, &gain| race.after_turn(standing, gain));
        (end.score, end.turns_left)
    }
}

#[test]
fn fixed_seat_order() {
    let mut table = Table::new("yatzy", 3);
    let mut order = Vec::new();
    for id in ["ones", "ones", "ones", "twos", "twos", "twos"] {
        order.push(table.on_turn().0);
        table.throw("1-2-3-4-5").score(id);
    }
    assert_eq!(order, [0, 1, 2, 0, 1, 2]);
}

#[test]
fn a_rethrow_throws_at_least_one_die() {
    let mut table = Table::new("school", 1);
    table.throw("1-2-3-4-5");
    let all = Action::Throw { keep: "1-2-3-4-5".parse().unwrap() };
    assert_eq!(table.try_to(Seat(0), all, ""), Err(Refusal::KeepAll));
    let other = Action::Throw { keep: "6".parse().unwrap() };
    assert!(matches!(table.try_to(Seat(0), other, ""), Err(Refusal::KeepNotThere { .. })));
    table.keep("5", "1-1-1-1").keep("", "6-6-6-6-6");
    let more = Action::Throw { keep: Dice::NONE };
    assert_eq!(table.try_to(Seat(0), more, ""), Err(Refusal::NoThrowsLeft { throws: 3 }));
}

#[test]
fn the_gate_opens_after_three_grades() {
    let mut table = Table::new("school", 1);
    for (turn, id) in ["ones", "twos", "threes"].into_iter().enumerate() {
        table.throw("6-6-6-6-6");
        let slot = table.slot("poker");
        let refused = table.try_to(Seat(0), Action::Score { slot }, "");
        assert_eq!(refused, Err(Refusal::GateShut { left: 3 - turn }));
        assert_eq!(table.cross("poker"), Err(Refusal::GateShut { left: 3 - turn }));
        table.score(id);
    }
    table.throw("6-6-6-6-6").score("poker");
    assert_eq!(table.0.result(Seat(0)).total, -5 - 10 - 15 + 60);
}

#[test]
fn crossing_out_waits_for_the_last_throw() {
    let mut table = Table::new("school", 1);
    for id in ["ones", "twos", "threes"] {
        table.throw("1-2-3-4-6").score(id);
    }
    table.throw("1-2-3-4-6");
    assert_eq!(table.cross("poker"), Err(Refusal::NotNow { id: "poker".into() }));
    table.keep("6", "6-6-6-6");
    assert_eq!(table.cross("poker"), Err(Refusal::NotNow { id: "poker".into() }), "even a poker");
    table.keep("6-6-6-6", "6");
    assert_eq!(table.cross("fours"), Err(Refusal::NoCrossing { id: "fours".into() }));
    table.cross("poker").unwrap();
    assert_eq!(table.0.players()[0].sheet.entries(table.slot("poker")), [Entry::Crossed]);

    let mut poker = Table::new("dice-poker", 1);
    poker.throw("1-2-3-4-6").cross("poker").unwrap();
    assert_eq!(poker.throw("1-2-3-4-6").cross("ones"), Err(Refusal::NoCrossing { id: "ones".into() }));
}

#[test]
fn the_last_resort_of_the_school() {
    let mut table = Table::new("dice-poker", 1);
    for id in ["pair", "two-pairs", "three", "straight-1-5", "straight-2-6", "full-house", "four", "poker"] {
        table.throw("1-2-3-4-6").cross(id).unwrap();
    }
    for id in ["ones", "twos", "threes"] {
        table.throw("1-2-3-4-6").score(id);
    }
    let score = |table: &mut Table, id: &str| {
        let slot = table.slot(id);
        table.try_to(Seat(0), Action::Score { slot }, "")
    };
    // The chance is open: the last resort does not apply yet.
    table.throw("1-2-3-1-2");
    assert_eq!(score(&mut table, "fives"), Err(Refusal::NotNow { id: "fives".into() }));
    table.score("chance");
    // All boxes outside the school are full, and no die shows 4, 5 or 6: the last resort applies after any
    // throw.
    table.throw("1-2-3-1-2").score("fives");
    // A six shows: only the sixes can be scored.
    table.throw("1-2-3-1-6");
    assert_eq!(score(&mut table, "fours"), Err(Refusal::NotNow { id: "fours".into() }));
    table.score("sixes");
    table.throw("1-1-1-1-1").score("fours");
    let school = -1 - 2 - 3 - 5 - 6 - 4;
    assert_eq!(table.0.outcome().unwrap().results[0].total, 9 + school - 50);
}

#[test]
fn the_lot_decides_who_starts() {
    let mut table = Table::new("generals", 3);
    assert!(matches!(table.0.phase(), Phase::Lot { .. }));
    // Five alike win nothing in the lot.
    table.throw("1-1-1-2-3").throw("6-6-6-6-6").throw("1-1-2-2-2");
    assert_eq!(table.on_turn(), Seat(0), "those equal lowest throw again");
    table.throw("2-2-2-2-2").throw("1-1-1-1-1");
    assert!(matches!(table.0.phase(), Phase::Playing(_)));
    let mut order = vec![table.on_turn().0];
    for _ in 0..3 {
        table.throw("1-2-3-4-5").score("ones");
        order.push(table.on_turn().0);
    }
    assert_eq!(order, [2, 0, 1, 2], "then clockwise");
    assert!(
        matches!(Table::new("generals", 1).0.phase(), Phase::Playing(_)),
        "alone there is nothing to settle"
    );
}

#[test]
fn a_great_general_ends_the_game() {
    let mut table = Table::new("generals", 2);
    table.throw("1-1-1-1-2").throw("6-6-6-6-5");
    table.throw("5-5-5-5-1").keep("5-5-5-5", "5").score("general");
    table.throw("1-2-3-4-5").score("straight");
    // In any round, and even with the box full.
    table.throw("3-3-3-3-3");
    let outcome = table.0.outcome().unwrap();
    assert_eq!((outcome.winners, outcome.at_once), (vec![Seat(0)], Some(0)));
    let refused = table.0.decide(Seat(1), &Action::first_throw()).unwrap_err();
    assert_eq!(refused.why, Refusal::GameOver);
    // A general on a later throw scores 60 and ends nothing.
    let mut minor = Table::new("generals", 1);
    minor.throw("5-5-5-5-1").keep("5-5-5-5", "5").score("general");
    assert_eq!((minor.0.result(Seat(0)).total, minor.0.outcome()), (60, None));
}

#[test]
fn ties_share_the_win() {
    let mut table = Table::new("crag", 3);
    let ids: Vec<String> =
        table.0.rules().sheet().unwrap().slots.iter().map(|slot| slot.id.clone()).collect();
    for id in ids {
        table.throw("4-4-5").score(&id).throw("4-4-5").score(&id).throw("1-1-2").score(&id);
    }
    let outcome = table.0.outcome().unwrap();
    assert_eq!(outcome.winners, [Seat(0), Seat(1)]);
    assert_eq!(outcome.results[0], outcome.results[1]);
}

#[test]
fn any_scoring_selection_may_be_taken() {
    let mut table = Table::new("thousand", 2);
    table.throw("1-1-1-2-2");
    for (take, points) in [("1", 10), ("1-1", 20), ("1-1-1", 100)] {
        let mut table = Table(table.0.clone());
        table.aside(take, Then::Bank, "").unwrap();
        assert_eq!(table.standing(0), (points, 0), "{take}");
    }
    assert_eq!(
        table.aside("2-2", Then::Bank, ""),
        Err(Refusal::DoesNotScore { take: "2-2".parse().unwrap() })
    );
    assert_eq!(
        table.aside("1-1-2", Then::Bank, ""),
        Err(Refusal::DoesNotScore { take: "1-1-2".parse().unwrap() })
    );
    assert!(matches!(table.aside("5", Then::Bank, ""), Err(Refusal::NotThere { .. })));
    assert!(matches!(table.aside("", Then::Throw, "1-2-3-4-5"), Err(Refusal::DoesNotScore { .. })));
    // Dice set aside earlier make no combination with later ones.
    table.aside("1-1", Then::Throw, "1-2-3").unwrap();
    table.aside("1", Then::Bank, "").unwrap();
    assert_eq!(table.standing(0), (30, 0));
}

#[test]
fn a_bust_loses_the_turn_and_only_the_turn() {
    let mut table = Table::new("thousand", 2);
    table.throw("1-1-1-2-3").aside("1-1-1", Then::Bank, "").unwrap();
    table.throw("2-2-3-4-6");
    assert_eq!((table.on_turn(), table.standing(1)), (Seat(0), (0, 0)));
    table.throw("1-1-1-2-3").aside("1-1-1", Then::Throw, "2-4").unwrap();
    assert_eq!((table.on_turn(), table.standing(0)), (Seat(1), (100, 0)));
}

#[test]
fn hot_dice_keep_the_points() {
    let mut table = Table::new("thousand", 2);
    table.throw("1-2-2-2-5").aside("1-2-2-2-5", Then::Throw, "1-3-4-6-6").unwrap();
    let turn = table.0.turn().unwrap();
    assert_eq!((turn.points, turn.aside, turn.dice.len()), (35, 0, 5));
    table.aside("1", Then::Bank, "").unwrap();
    assert_eq!(table.standing(0), (45, 0));
    // Banking right after all five are aside is allowed too.
    table.throw("1-2-3-4-5").aside("1-2-3-4-5", Then::Bank, "").unwrap();
    assert_eq!(table.standing(1), (125, 0));
}

#[test]
fn a_double_on_the_last_two() {
    let three_aside = || {
        let mut table = Table::new("thousand", 2);
        table.throw("2-2-2-3-4");
        table
    };
    // 1-1 and 5-5 score as usual; setting both aside makes hot dice.
    let mut both = three_aside();
    both.aside("2-2-2", Then::Throw, "1-1").unwrap();
    both.aside("1-1", Then::Throw, "5-2-3-4-6").unwrap();
    assert_eq!(both.0.turn().map(|turn| (turn.points, turn.aside)), Some((40, 0)));
    // A player who takes only one of them throws the other die alone.
    let mut one = three_aside();
    one.aside("2-2-2", Then::Throw, "5-5").unwrap();
    one.aside("5", Then::Throw, "1").unwrap();
    assert_eq!(one.0.turn().map(|turn| (turn.points, turn.aside)), Some((25, 4)));
    // With another number of dice aside, a double has no effect.
    let mut four = Table::new("thousand", 2);
    four.throw("1-1-3-4-6").aside("1-1", Then::Throw, "2-2-3").unwrap();
    assert_eq!(four.on_turn(), Seat(1), "bust");
}

#[test]
fn a_blank_double_must_throw_or_may_bank() {
    for (choice, bank) in [("must-throw", Err(Refusal::MustThrow)), ("may-bank", Ok(()))] {
        for double in ["2-2", "3-3", "4-4", "6-6"] {
            let mut table = Table::with_house("thousand", 2, &[("blank-double", choice)]);
            table.throw("1-1-1-3-4").aside("1-1-1", Then::Throw, double).unwrap();
            assert_eq!(table.on_turn(), Seat(0), "no bust");
            let mut banks = Table(table.0.clone());
            assert_eq!(banks.aside("", Then::Bank, ""), bank);
            if bank.is_ok() {
                assert_eq!(banks.standing(0), (100, 0));
            }
            table.aside("", Then::Throw, "5-2-3-4-6").unwrap();
            assert_eq!(table.0.turn().map(|turn| (turn.points, turn.aside)), Some((100, 0)));
        }
    }
}

#[test]
fn barrels_count_turns_and_reset() {
    let after = |gains: &[i32]| Table::alone_after("thousand", &[], gains);
    assert_eq!(after(&[290]), (290, 0));
    assert_eq!(after(&[295]), (295, 3), "a turn that ends inside starts the count");
    assert_eq!(after(&[300, 20, 0]), (320, 1), "banked or bust, each uses one");
    assert_eq!(after(&[300, 20, 0, 30]), (295, 3), "the third ends: back to the entry, a new count");
    assert_eq!(after(&[300, 0, 0, 100]), (400, 0), "the exit score leaves");
    assert_eq!(after(&[300, 0, 0, 95]), (295, 3), "395 does not");
    assert_eq!(after(&[290, 110]), (400, 0), "jumps over a barrel");
    assert_eq!(after(&[300, 0, 300]), (600, 3), "lands in the next");
    assert_eq!(after(&[595, 0, 0, 0, 0, 0]), (595, 1), "and again");
    assert_eq!(after(&[890, 110]), (1000, 0), "a jump from below wins");
    let exceed = |gains: &[i32]| Table::alone_after("thousand", &[("win", "exceed")], gains);
    assert_eq!(exceed(&[895, 105]), (1000, 2), "1000 itself is still inside");
    assert_eq!(exceed(&[895, 0, 105, 0]), (895, 3));
    assert_eq!(exceed(&[895, 110]), (1005, 0));
}

#[test]
fn too_little_is_not_banked() {
    let least = |least| Err(Refusal::BankMore { least });
    let mut zilch = Table::new("zilch", 2);
    zilch.throw("1-1-3-4-6-6");
    assert_eq!(zilch.aside("1-1", Then::Bank, ""), least(300));
    zilch.aside("1-1", Then::Throw, "1-3-4-6").unwrap();
    zilch.aside("1", Then::Bank, "").unwrap();
    assert_eq!((zilch.on_turn(), zilch.standing(0)), (Seat(1), (300, 0)), "300 are enough");
    let mut opening = Table::with_house("zilch", 2, &[("opening", "five-hundred")]);
    opening.throw("4-4-4-2-3-6");
    assert_eq!(opening.aside("4-4-4", Then::Bank, ""), least(500));
    opening.aside("4-4-4", Then::Throw, "1-2-3").unwrap();
    opening.aside("1", Then::Bank, "").unwrap();
    assert_eq!(opening.standing(0), (500, 0));
    opening.throw("5-5-5-2-3-6").aside("5-5-5", Then::Bank, "").unwrap();
    opening.throw("3-3-3-2-4-6").aside("3-3-3", Then::Bank, "").unwrap();
    assert_eq!(opening.standing(0), (800, 0), "who has a score banks 300");
    let mut farkle = Table::with_house("farkle", 2, &[("opening", "five-hundred")]);
    farkle.throw("1-2-3-4-6-6");
    assert_eq!(farkle.aside("1", Then::Bank, ""), least(500));
}

#[test]
fn six_dice_that_score_nothing_score_in_zilch() {
    let mut table = Table::new("zilch", 2);
    table.throw("2-2-3-3-4-6").aside("2-2-3-3-4-6", Then::Throw, "2-2-3-3-4-4").unwrap();
    table.aside("2-2-3-3-4-4", Then::Bank, "").unwrap();
    assert_eq!(table.standing(0), (2000, 0));
    table.throw("1-2-3-4-4-6").aside("1", Then::Throw, "2-3-4-4-6").unwrap();
    assert_eq!((table.on_turn(), table.standing(1)), (Seat(0), (0, 2)), "five of them do not");
}

#[test]
fn lost_turns_in_a_row_cost_points() {
    let after = |gains: &[i32]| Table::alone_after("zilch", &[], gains);
    assert_eq!(after(&[1000, 0]), (1000, 2), "one is lost");
    assert_eq!(after(&[1000, 0, 0]), (1000, 1));
    assert_eq!(after(&[1000, 0, 0, 0]), (500, 0), "the third costs 500, and the count begins anew");
    assert_eq!(after(&[1000, 0, 0, 0, 0]), (500, 2));
    assert_eq!(after(&[1000, 0, 0, 300, 0]), (1300, 2), "points end the row");
    assert_eq!(after(&[300, 0, 0, 0]), (0, 0), "no score falls below 0");
    let never = |gains: &[i32]| Table::alone_after("zilch", &[("zilches", "nothing")], gains);
    assert_eq!(never(&[1000, 0, 0, 0]), (1000, 0));
    let farkle = |gains: &[i32]| Table::alone_after("farkle", &[("farkles", "thousand")], gains);
    assert_eq!(farkle(&[2500, 0, 0, 0]), (1500, 0));
}

#[test]
fn a_second_generala_has_its_own_box() {
    let offered = |first: &str| {
        let mut table = Table::new("generala", 1);
        table.throw("1-2-3-4-6").keep("", first).score("generala");
        table.throw("1-2-3-4-6").keep("", "5-5-5-5-5");
        let second = table.slot("double-generala");
        table.0.offers().into_iter().find(|offer| offer.slot == second).unwrap().score
    };
    assert_eq!(offered("6-6-6-6-6"), Some(100));
    assert_eq!(offered("1-1-1-1-2"), Some(0), "the first one was given up");
}

#[test]
fn first_to_the_target_wins_at_the_end_of_the_turn() {
    for (choice, over) in [("reach", true), ("exceed", false)] {
        let mut table = Table::with_house("thousand", 2, &[("win", choice)]);
        table.throw("1-1-1-1-1");
        assert_eq!(table.0.outcome(), None, "in hand is not banked");
        table.aside("1-1-1-1-1", Then::Bank, "").unwrap();
        assert_eq!(table.0.outcome().is_some(), over);
        let mut further = Table::with_house("thousand", 2, &[("win", choice)]);
        further.throw("1-1-1-1-1").aside("1-1-1-1-1", Then::Throw, "5-2-3-4-6").unwrap();
        further.aside("5", Then::Bank, "").unwrap();
        let outcome = further.0.outcome().unwrap();
        assert_eq!((outcome.winners, outcome.results[0].total), (vec![Seat(0)], 1005));
    }
}

#[test]
fn some_dice_lose_the_turn_and_some_the_whole_score() {
    let mut table = Table::new("two-dice-pig", 2);
    table.throw("5-6").aside("5-6", Then::Bank, "").unwrap();
    table.throw("4-4").aside("4-4", Then::Bank, "").unwrap();
    // Both dice count together: one of them alone cannot be set aside.
    table.throw("2-6");
    assert!(matches!(table.aside("6", Then::Bank, ""), Err(Refusal::DoesNotScore { .. })));
    let turn = |table: &Table| table.0.turn().map(|turn| (turn.points, turn.aside));
    table.aside("2-6", Then::Throw, "3-3").unwrap();
    assert_eq!(turn(&table), Some((8, 0)));
    // A single 1 loses the turn, whatever the other die shows.
    table.aside("3-3", Then::Throw, "1-6").unwrap();
    assert_eq!((table.on_turn(), table.standing(0)), (Seat(1), (11, 0)));
    table.throw("1-1");
    assert_eq!((table.on_turn(), table.standing(1)), (Seat(0), (0, 0)));
    assert_eq!(table.standing(0), (11, 0));
}

#[test]
fn only_what_the_rules_let_stay_can_be_kept() {
    let mut table = Table::new("ship-captain-crew", 1);
    table.throw("2-4-5-6-6");
    let kept = |table: &Table| {
        let keeps = table.0.legal_actions().into_iter().filter_map(|action| match action {
            Action::Throw { keep } => Some(keep.to_string()),
            _ => None,
        });
        keeps.collect::<Vec<_>>()
    };
    let mut all = kept(&table);
    all.sort_unstable();
    assert_eq!(all, ["", "4-5-6", "5-6", "6"]);
    for keep in ["5", "4-6", "6-6", "2-4-5-6"] {
        let keep: Dice = keep.parse().unwrap();
        assert_eq!(table.try_to(Seat(0), Action::Throw { keep }, ""), Err(Refusal::KeepForbidden { keep }));
    }
    table.keep("4-5-6", "5-6").score("cargo");
    assert_eq!(table.0.result(Seat(0)).total, 11);
    let mut either = Table::with_house("ship-captain-crew", 1, &[("cargo", "either")]);
    either.throw("2-4-5-6-6").keep("4-5-6-6", "6").score("cargo");
    assert_eq!(either.0.result(Seat(0)).total, 12);
}

#[test]
fn dice_that_were_kept_stay_aside() {
    let mut table = Table::new("midnight", 1);
    table.throw("3-4-4-5-1-2");
    let keep = |text: &str| Action::Throw { keep: text.parse().unwrap() };
    assert_eq!(table.try_to(Seat(0), keep(""), ""), Err(Refusal::SetMoreAside { least: 1 }));
    assert_eq!(table.0.throws_left(), 5);
    table.keep("4-5", "6-4-3-6");
    let aside: Dice = "4-5".parse().unwrap();
    assert_eq!(table.try_to(Seat(0), keep("4-6-6"), ""), Err(Refusal::StaysAside { aside }));
    assert_eq!(table.try_to(Seat(0), keep("4-5"), ""), Err(Refusal::SetMoreAside { least: 1 }));
    assert_eq!(table.0.throws_left(), 3);
    let keeps = table.0.legal_actions().into_iter().filter(|action| matches!(action, Action::Throw { .. }));
    // Of 3-4-6-6, at least one, but not all.
    assert_eq!(keeps.count(), 2 * 2 * 3 - 2);
    // Four more in the second throw, and one left: then nothing can be thrown again.
    table.keep("4-4-5-6-6", "1");
    assert_eq!(table.0.throws_left(), 0);
    assert_eq!(
        table.try_to(Seat(0), keep("1-4-4-5-6"), ""),
        Err(Refusal::StaysAside { aside: "4-4-5-6-6".parse().unwrap() })
    );
    table.score("four");
    assert_eq!(table.0.result(Seat(0)).total, 21);
}

/// A race to 20 with one die, in which every number but 1 scores, and more.
fn race_with(more: &str, seats: usize) -> Table {
    let text = format!(
        "name = 'Last'\ndice = 2\n[race]\ntarget = 20\n{more}\n[race.combination.one]\nneeds = {{ alike = 1 }}\npoints = [0, 2, 3, 4, 5, 6]"
    );
    let rules = kosti_rules::RulesFile::read("last", &text).rules(&House::default()).unwrap();
    Table(State::new(Arc::new(rules), seats).unwrap())
}

impl Table {
    /// A turn that banks two equal dice as often as it takes to bring these points.
    fn bank(&mut self, face: u8, times: usize) -> &mut Self {
        let both = format!("{face}-{face}");
        self.throw(&both);
        for _ in 1..times {
            self.aside(&both, Then::Throw, &both).unwrap();
        }
        self.aside(&both, Then::Bank, "").unwrap();
        self
    }
}

#[test]
fn the_others_have_one_more_turn_in_the_last_round() {
    let mut table = race_with("last-round = { ties = 'first' }", 3);
    table.bank(2, 1).bank(5, 2);
    assert_eq!((table.0.outcome(), table.0.score_to_beat()), (None, Some(20)));
    table.bank(6, 1);
    assert_eq!(table.on_turn(), Seat(0));
    assert_eq!(table.0.finished_seats(), [Seat(1), Seat(2)]);
    let before_last = table.0.clone();
    // 4 and 16 are 20 too, but the others must beat it.
    table.bank(4, 2);
    let outcome = table.0.outcome().unwrap();
    assert_eq!((outcome.winners, outcome.results[0].total), (vec![Seat(1)], 20));
    // The last entry is undone, and the round goes on.
    table.try_to(Seat(0), Action::Undo, "").unwrap();
    assert_eq!((table.0.outcome(), table.0.finished_seats().len()), (None, 2));
    let mut beaten = Table(before_last.clone());
    beaten.bank(6, 2);
    assert_eq!(beaten.0.outcome().unwrap().winners, [Seat(0)]);
    // Who leaves has no turn any more, and cannot win.
    let mut left = Table(before_last);
    left.try_to(Seat(0), Action::Leave, "").unwrap();
    assert_eq!(left.0.outcome().unwrap().winners, [Seat(1)]);
}

#[test]
fn equal_scores_of_a_last_round_share_the_win_where_the_rules_say_so() {
    let mut table = race_with("last-round = { ties = 'shared' }", 2);
    table.bank(5, 2).bank(5, 2);
    assert_eq!(table.0.outcome().unwrap().winners, [Seat(0), Seat(1)]);
    let mut alone = race_with("last-round = { ties = 'shared' }", 1);
    alone.bank(5, 2);
    assert!(alone.0.outcome().is_some());
}

#[test]
fn a_corrected_score_begins_the_last_round_or_takes_it_back() {
    let mut table = race_with("last-round = { ties = 'first' }", 2);
    table.0 = table.0.clone().with_real_dice();
    let stand = |seat: usize, score| {
        let standing = Standing { score, turns_left: 0 };
        Action::Correct(Correction::Standing { seat: Seat(seat), standing })
    };
    table.bank(5, 2);
    table.try_to(Seat(1), stand(0, 16), "").unwrap();
    assert_eq!(table.0.score_to_beat(), None);
    table.bank(2, 1);
    assert_eq!(table.on_turn(), Seat(0));
    table.try_to(Seat(1), stand(1, 24), "").unwrap();
    assert_eq!(table.0.score_to_beat(), Some(24));
    table.bank(5, 1);
    assert_eq!(table.0.outcome().unwrap().winners, [Seat(0)]);
}

#[test]
fn points_past_an_exact_target_are_lost_or_lead_back() {
    for (overshoot, after) in [("lost", 16), ("back", 16)] {
        let mut table = race_with(&format!("overshoot = '{overshoot}'"), 1);
        table.bank(4, 2).bank(4, 1);
        assert_eq!((table.0.outcome(), table.standing(0).0), (None, after), "{overshoot}");
        table.bank(2, 1);
        assert!(table.0.outcome().is_some());
    }
    let mut back = race_with("overshoot = 'back'", 1);
    back.bank(6, 2);
    assert_eq!(back.standing(0).0, 16);
}

#[test]
fn corrections_are_events() {
    let mut table = Table::new("yatzy", 2);
    table.throw("5-5-5-2-2").score("pair").throw("1-1-1-2-2").score("ones");
    let pair = table.slot("pair");
    let fix = |to: usize, entry| {
        Action::Correct(Correction::Entry { seat: Seat(0), slot: pair, nth: 0, to, entry })
    };
    let to = table.slot("three");
    assert_eq!(table.try_to(Seat(1), fix(to, Entry::Score(15)), ""), Err(Refusal::OnlyRealDice));
    table.0 = table.0.clone().with_real_dice();
    let refused = table.try_to(Seat(1), fix(to, Entry::Score(16)), "");
    assert_eq!(refused, Err(Refusal::ImpossibleEntry { id: "three".into() }));
    table.try_to(Seat(1), fix(to, Entry::Score(15)), "").unwrap();
    assert_eq!(table.0.result(Seat(0)).total, 15);
    assert_eq!(
        table.try_to(Seat(1), fix(to, Entry::Score(15)), ""),
        Err(Refusal::NoSuchEntry { id: "pair".into() })
    );
    table.throw("5-5-5-2-2").score("pair");

    let mut race = Table::new("thousand", 2);
    race.0 = race.0.clone().with_real_dice();
    let stand = |score, turns_left| {
        let standing = Standing { score, turns_left };
        Action::Correct(Correction::Standing { seat: Seat(1), standing })
    };
    assert_eq!(race.try_to(Seat(0), stand(300, 0), ""), Err(Refusal::ImpossibleStanding));
    race.try_to(Seat(0), stand(300, 2), "").unwrap();
    race.try_to(Seat(0), stand(1000, 0), "").unwrap();
    assert_eq!(race.0.outcome().unwrap().winners, [Seat(1)]);
    race.try_to(Seat(0), stand(990, 1), "").unwrap();
    assert_eq!((race.0.outcome(), race.on_turn()), (None, Seat(0)), "the win is taken back");
}

#[test]
fn the_seats_a_game_is_for() {
    let rules = |game: &str| Arc::new(kosti_games::file(game).unwrap().rules(&House::default()).unwrap());
    assert!(State::new(rules("thousand"), 1).is_ok(), "one may practise alone");
    for game in ["school", "thousand", "generals"] {
        assert!(State::new(rules(game), 0).is_err());
        assert!(State::new(rules(game), 64).is_ok());
        assert!(State::new(rules(game), 65).is_err());
    }
}
