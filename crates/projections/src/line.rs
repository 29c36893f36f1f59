//! The rows that the lists answer with.

use kosti_journal::TableId;
use kosti_rules::House;
use kosti_table::DiceKind;

use crate::status::{Player, Status};

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
    /// The status; never deleted.
    pub status: Status,
    /// When it was opened, in milliseconds since 1970, like all times here.
    pub opened_at: i64,
    /// When the newest commit was written.
    pub changed_at: i64,
    /// When the game ended.
    pub ended_at: Option<i64>,
    /// Whether the player opened it.
    pub opened_by_me: bool,
    /// The table that it is a rematch of.
    pub after: Option<String>,
    /// The table of its rematch.
    pub rematch: Option<String>,
    /// The seats, in order.
    pub seats: Vec<SeatLine>,
    /// The result of each seat; empty before the end.
    pub results: Vec<ResultLine>,
    /// Why the table cannot be read any more. The rest of the line is its last readable state.
    pub unreadable: Option<String>,
}

/// A seat of a player's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatLine {
    /// The name; empty while nobody has sat there.
    pub name: String,
    /// The kind of player.
    pub player: Player,
    /// Whether the player holds it.
    pub mine: bool,
}

/// The result of a seat of a player's table.
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
    /// The kind of player at the end.
    pub player: Player,
}

/// A finished game as everybody may see it: it names no player and no table, because the table's id allows watching.
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
    /// The kind of player at the end.
    pub player: Player,
}

/// The statistics of one game, without deleted tables.
#[derive(Debug, Clone, PartialEq)]
pub struct GameStatistics {
    /// The id of the game.
    pub game: String,
    /// The number of tables opened.
    pub tables: u64,
    /// The number of finished tables.
    pub finished: u64,
    /// Seats of people at the end.
    pub people: Tally,
    /// Seats of bots. Seats where a bot stood in for a person count in neither tally.
    pub bots: Tally,
}

/// The results of many seats.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Tally {
    /// The number of seats.
    pub seats: u64,
    /// The number of seats that won.
    pub won: u64,
    /// The mean total; 0 without seats.
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
    /// The error of the first unreadable record.
    pub why: String,
    /// The number of skipped records.
    pub records: u64,
}
