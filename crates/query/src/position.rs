//! Checks that the dice, sheets and seats of a question are possible in the game.

use kosti_dice::Dice;
use kosti_rules::limits::MOST_SEATS;
use kosti_rules::{RaceRules, Rules, Sheet, SheetRules, Standing, Thrown, WrittenSheet};
use kosti_solver::WinPosition;
use kosti_text::Words;

use crate::error::QueryError;
use crate::question::{AdviseQuestion, RaceSeats};

/// Checks the dice; exactly `needs` dice are required.
pub(crate) fn check_dice(rules: &Rules, dice: Option<&Vec<u8>>, needs: usize) -> Result<Dice, QueryError> {
    let faces = dice.ok_or_else(|| QueryError::missing("dice"))?;
    if faces.len() != needs {
        return Err(QueryError::DiceCount { is: faces.len(), needs });
    }
    if let Some(&face) = faces.iter().find(|&&face| face == 0 || face > rules.sides) {
        return Err(QueryError::BadFace { face, sides: rules.sides });
    }
    Dice::from_faces(faces)
        .map_err(|error| QueryError::BadField { field: "dice".to_owned(), message: error.to_string() })
}

/// Reads the sheet; empty if the question has none.
pub(crate) fn check_sheet(
    rules: &SheetRules,
    sheet: Option<&WrittenSheet>,
    words: &Words,
) -> Result<Sheet, QueryError> {
    let empty = WrittenSheet::default();
    rules.read(sheet.unwrap_or(&empty)).map_err(|error| QueryError::sheet(words, &error))
}

/// Checks the number of dice aside in a race.
pub(crate) fn check_aside(race: &RaceRules, aside: Option<usize>) -> Result<usize, QueryError> {
    let (aside, most) = (aside.unwrap_or(0), race.dice() - 1);
    if aside > most { Err(QueryError::BadAside { aside, most }) } else { Ok(aside) }
}

/// Checks the standings of a race. In a race with a last round, any but the seat on turn may have reached the target.
pub(crate) fn check_seats(
    race: &RaceRules,
    seats: Option<&RaceSeats>,
    turn: Option<usize>,
) -> Result<Vec<Standing>, QueryError> {
    let seats = seats.ok_or_else(|| QueryError::missing("seats"))?.standings();
    if seats.is_empty() || seats.len() > usize::from(MOST_SEATS) {
        return Err(QueryError::SeatCount { is: seats.len(), most: MOST_SEATS });
    }
    let may_be_there = |seat: usize| race.last_round.is_some() && turn.is_some_and(|turn| turn != seat);
    let wrong = |seat: &usize| {
        !race.is_standing(seats[*seat]) || (race.is_won(seats[*seat].score) && !may_be_there(*seat))
    };
    match (0..seats.len()).find(wrong) {
        Some(seat) => Err(QueryError::standing(seat, seats[seat])),
        None => Ok(seats),
    }
}

/// Checks the throw and its dice; `None` before the first throw.
fn check_thrown(
    rules: &Rules,
    sheet_rules: &SheetRules,
    question: &AdviseQuestion,
) -> Result<Option<(Thrown, u8)>, QueryError> {
    let throws = sheet_rules.throws;
    let throw = question.throw.ok_or_else(|| QueryError::missing("throw"))?;
    if throw > throws {
        return Err(QueryError::BadThrow { throw, throws });
    }
    match (throw, question.dice.as_ref()) {
        (0, Some(dice)) if !dice.is_empty() => Err(QueryError::DiceCount { is: dice.len(), needs: 0 }),
        (0, _) => Ok(None),
        (_, dice) => {
            let dice = check_dice(rules, dice, rules.dice.into())?;
            Ok(Some((Thrown { dice, aside: check_kept(sheet_rules, question, dice, throw)? }, throw)))
        }
    }
}

/// Checks the dice that were set aside before a throw and stay aside.
fn check_kept(
    rules: &SheetRules,
    question: &AdviseQuestion,
    dice: Dice,
    throw: u8,
) -> Result<Dice, QueryError> {
    let Some(least) = rules.set_aside else { return Ok(Dice::NONE) };
    let before = usize::from(throw) - 1;
    let most = if before == 0 { 0 } else { dice.len() - 1 };
    let wrong = || QueryError::BadKept { throw, least: least * before, most };
    let kept = Dice::from_faces(question.kept.as_deref().unwrap_or_default()).map_err(|_| wrong())?;
    let fine = dice.contains(kept) && (least * before..=most).contains(&kept.len());
    if fine { Ok(kept) } else { Err(wrong()) }
}

/// A position of two score sheets that are played to win.
pub(crate) struct TwoSheetsPosition {
    pub(crate) seats: WinPosition,
    /// The dice and the number of the throw; `None` before the first.
    pub(crate) thrown: Option<(Thrown, u8)>,
}

impl TwoSheetsPosition {
    pub(crate) fn new(
        rules: &Rules,
        sheet_rules: &SheetRules,
        question: &AdviseQuestion,
        words: &Words,
    ) -> Result<Self, QueryError> {
        let sheets = question.sheets.as_ref().ok_or_else(|| QueryError::missing("sheets"))?;
        let turn = question.turn.unwrap_or(0);
        let [first, second] = &sheets[..] else { return Err(QueryError::NotTwo { is: sheets.len() }) };
        if turn >= sheets.len() {
            return Err(QueryError::NoSeat { turn, seats: sheets.len() });
        }
        let read = |sheet: &WrittenSheet| {
            let sheet = check_sheet(sheet_rules, Some(sheet), words)?;
            sheet_rules.could_be(&sheet).map_err(|error| QueryError::sheet(words, &error))?;
            Ok::<Sheet, QueryError>(sheet)
        };
        let seats = WinPosition { sheets: [read(first)?, read(second)?], turn };
        if !seats.is_in_turn() {
            return Err(QueryError::OutOfTurn { turn });
        }
        Ok(Self { seats, thrown: check_thrown(rules, sheet_rules, question)? })
    }
}

/// A position on a score sheet.
pub(crate) struct SheetPosition {
    pub(crate) sheet: Sheet,
    /// The dice and the number of the throw; `None` before the first.
    pub(crate) thrown: Option<(Thrown, u8)>,
}

impl SheetPosition {
    pub(crate) fn new(
        rules: &Rules,
        sheet_rules: &SheetRules,
        question: &AdviseQuestion,
        words: &Words,
    ) -> Result<Self, QueryError> {
        // The first of several errors is that of the throw.
        let throws = sheet_rules.throws;
        let throw = question.throw.ok_or_else(|| QueryError::missing("throw"))?;
        if throw > throws {
            return Err(QueryError::BadThrow { throw, throws });
        }
        let sheet = check_sheet(sheet_rules, question.sheet.as_ref(), words)?;
        sheet_rules.could_be(&sheet).map_err(|error| QueryError::sheet(words, &error))?;
        Ok(Self { sheet, thrown: check_thrown(rules, sheet_rules, question)? })
    }
}

/// A position of a race.
pub(crate) struct RacePosition {
    pub(crate) seats: Vec<Standing>,
    /// The seat that plays.
    pub(crate) turn: usize,
    /// The points of the turn so far.
    pub(crate) points: i32,
    pub(crate) aside: usize,
    /// The dice as thrown; `None` before a throw.
    pub(crate) dice: Option<Dice>,
}

impl RacePosition {
    pub(crate) fn new(
        rules: &Rules,
        race: &RaceRules,
        question: &AdviseQuestion,
    ) -> Result<Self, QueryError> {
        let seats = check_seats(race, question.seats.as_ref(), question.turn)?;
        if let Some(seat) = seats.iter().position(|seat| !race.adds_up(seat.score)) {
            return Err(QueryError::standing(seat, seats[seat]));
        }
        let turn = question.turn.unwrap_or(0);
        if turn >= seats.len() {
            return Err(QueryError::NoSeat { turn, seats: seats.len() });
        }
        let (points, unit) = (question.turn_points.unwrap_or(0), race.unit());
        if points < 0 || points % unit != 0 {
            return Err(QueryError::BadPoints { points, unit });
        }
        let aside = check_aside(race, question.aside)?;
        let dice = question.dice.as_ref().filter(|dice| !dice.is_empty());
        let dice = dice.map(|dice| self::check_dice(rules, Some(dice), race.dice() - aside)).transpose()?;
        Ok(Self { seats, turn, points, aside, dice })
    }
}
