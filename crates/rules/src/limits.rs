//! Upper limits, so that a rules file of a stranger cannot take unbounded time or memory.

/// Bytes of a rules file.
pub const MOST_BYTES: usize = 256 * 1024;
/// Boxes of a sheet.
pub const MOST_BOXES: usize = 64;
/// Seats of a table.
pub const MOST_SEATS: u8 = 64;
/// Throws of a turn.
pub const MOST_THROWS: u8 = 9;
/// How often one box can be filled.
pub const MOST_FILLS: u8 = 20;
/// Points that one rule can give or take.
pub const MOST_POINTS: i32 = 1_000_000;
/// Entries of a game's tables: multisets of dice times boxes, or throws times selections.
pub const MOST_CELLS: usize = 400_000;
/// Combinations of house rules.
pub const MOST_VARIANTS: usize = 256;
/// Different throws together with dice that were set aside before.
pub const MOST_THROWS_WITH_ASIDE: usize = 100_000;
/// Entries of the tables of all variants together.
pub const MOST_CELLS_IN_ALL: usize = 4_000_000;
/// Characters of the name of a face, which is drawn on the die.
pub const MOST_FACE_LETTERS: usize = 3;
/// Parts of one pattern, combinations of a race, and awards.
pub const MOST_PARTS: usize = 64;
