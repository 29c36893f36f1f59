//! What the lists answer with.

use kosti_journal::TableId;
use kosti_rules::House;
use kosti_table::DiceKind;

use crate::listed::{Player, Status};

/// One of a player's tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableLine {
    /// The table.
    pub id: TableId,
    /// The id of its game.
    pub game: String,
    /// The house rules that were chosen.
    pub house: House,
    /// Where the dice come from.
    pub dice: DiceKind,
    /// How far it is; never deleted.
    pub status: Status,
    /// When it was opened, in milliseconds since 1970, like all times here.
    pub opened_at: i64,
    /// When something last happened.
    pub changed_at: i64,
    /// When the game ended.
    pub ended_at: Option<i64>,
    /// Whether the player opened it.
    pub opened_by_me: bool,
    /// The table that it is a rematch of.
    pub after: Option<String>,
    /// Where its rematch is.
    pub rematch: Option<String>,
    /// The seats, in order.
    pub seats: Vec<SeatLine>,
    /// What each seat had at the end; nothing before it.
    pub results: Vec<ResultLine>,
    /// Why the table cannot be read any more; the line tells how it stood before.
    pub unreadable: Option<String>,
}

/// A seat of a player's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatLine {
    /// The name; empty while nobody has sat there.
    pub name: String,
    /// Who plays there.
    pub player: Player,
    /// Whether the player holds it.
    pub mine: bool,
}

/// What a seat of a player's table had at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultLine {
    /// The name at the end.
    pub name: String,
    /// The total of the sheet, or the score of the race.
    pub total: i32,
    /// The points, where points decide.
    pub points: Option<i32>,
    /// Whether it won, perhaps with others.
    pub won: bool,
    /// Who played there at the end.
    pub player: Player,
}

/// A finished game, for everybody: it names no player, and no table, since the table's name lets people watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedLine {
    /// The id of the game.
    pub game: String,
    /// When it ended.
    pub ended_at: i64,
    /// The seats, in order.
    pub seats: Vec<FinishedSeat>,
}

/// A seat of a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FinishedSeat {
    /// The total of the sheet, or the score of the race.
    pub total: i32,
    /// The points, where points decide.
    pub points: Option<i32>,
    /// Whether it won, perhaps with others.
    pub won: bool,
    /// Who played there at the end.
    pub player: Player,
}

/// What has been played of one game, deleted tables left out.
#[derive(Debug, Clone, PartialEq)]
pub struct GameStatistics {
    /// The id of the game.
    pub game: String,
    /// How many tables were opened.
    pub tables: u64,
    /// How many of them are over.
    pub finished: u64,
    /// Seats on which a person played at the end.
    pub people: Tally,
    /// Seats of bots. Seats where one stood in for a person count nowhere.
    pub bots: Tally,
}

/// Results of many seats.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Tally {
    /// How many seats.
    pub seats: u64,
    /// How many of them won.
    pub won: u64,
    /// The mean total; 0 without any seats.
    pub mean: f64,
    /// The highest total.
    pub best: Option<i32>,
    /// The lowest total.
    pub lowest: Option<i32>,
}

/// A table that cannot be read any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableLine {
    /// The table.
    pub id: TableId,
    /// What was wrong with the first record that could not be read.
    pub why: String,
    /// How many of its records were skipped.
    pub records: u64,
}
