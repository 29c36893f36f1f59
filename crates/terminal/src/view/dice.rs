//! Draws the dice: with pips, or as text if there is little room. GameLock dice have another frame and a word.

use kosti_rules::file::Colour;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use crate::table::LocalTable;

use super::{DIM, HELD, text};

/// The three lines of pips of a face.
fn pips(face: u8) -> [&'static str; 3] {
    match face {
        1 => ["     ", "  ●  ", "     "],
        2 => ["●    ", "     ", "    ●"],
        3 => ["●    ", "  ●  ", "    ●"],
        4 => ["●   ●", "     ", "●   ●"],
        5 => ["●   ●", "  ●  ", "●   ●"],
        6 => ["●   ●", "●   ●", "●   ●"],
        _ => ["     ", "     ", "     "],
    }
}

/// The number of dice to show: those on the table, or those of the next throw.
fn count(table: &LocalTable) -> usize {
    if table.faces.is_empty() { usize::from(table.state.rules().dice) } else { table.faces.len() }
}

/// The area of each die.
pub(super) fn places(table: &LocalTable, area: Rect, large: bool) -> Vec<Rect> {
    let (width, step) = if large { (7, 8) } else { (4, 5) };
    let all = (0..count(table) as u16).map(|die| Rect::new(area.x + die * step, area.y, width, area.height));
    all.map(|die| die.intersection(area)).collect()
}

pub(super) fn draw(table: &LocalTable, area: Rect, large: bool, buffer: &mut Buffer) {
    let flying = table.throws.is_some() && !table.setup.real_dice;
    for (die, place) in places(table, area, large).into_iter().enumerate() {
        let face = table.faces.get(die).copied();
        let held = table.held.get(die).copied().unwrap_or(false);
        let face = if flying && !held { None } else { face };
        let die = Die { number: die + 1, face, held };
        if large { die.large(table, place, buffer) } else { die.small(table, place, buffer) }
    }
}

struct Die {
    number: usize,
    face: Option<u8>,
    held: bool,
}

impl Die {
    fn style(&self) -> Style {
        match (self.face, self.held) {
            (_, true) => HELD,
            (None, _) => DIM,
            _ => Style::new(),
        }
    }

    /// The name of the face, or its number.
    fn name(&self, table: &LocalTable) -> Option<String> {
        self.face.map(|face| table.state.rules().faces().name(face, table.words.language()))
    }

    /// Draws what is on the die in its colour, over the frame that is drawn already.
    fn paint(&self, table: &LocalTable, at: Rect, buffer: &mut Buffer) {
        let colour = self.face.and_then(|face| table.state.rules().faces().colour(face));
        if let Some(colour) = colour.and_then(terminal_colour) {
            buffer.set_style(at.intersection(buffer.area), Style::new().fg(colour));
        }
    }

    fn large(&self, table: &LocalTable, at: Rect, buffer: &mut Buffer) {
        let (top, side, bottom) = match (self.face, self.held) {
            (_, true) => ("╔═════╗", "║", "╚═════╝"),
            (Some(_), false) => ("┌─────┐", "│", "└─────┘"),
            (None, false) => ("╭╌╌╌╌╌╮", "╎", "╰╌╌╌╌╌╯"),
        };
        let mut middle = pips(self.face.unwrap_or(0)).map(str::to_owned);
        let named = table.state.rules().faces().named() || self.face.is_some_and(|face| face > 6);
        if let Some(name) = self.name(table).filter(|_| named) {
            middle = [" ".repeat(5), format!("{name:^5}"), " ".repeat(5)];
        }
        let label = if self.held {
            let id = if table.sheet().is_some() { "play-die-held" } else { "play-die-aside" };
            format!("{} {}", self.number, table.words.say(id, &[]))
        } else {
            format!("   {}", self.number)
        };
        let drawn = [
            top.to_owned(),
            format!("{side}{}{side}", middle[0]),
            format!("{side}{}{side}", middle[1]),
            format!("{side}{}{side}", middle[2]),
            bottom.to_owned(),
            text::truncate(&label, 7),
        ];
        super::lines(&drawn, self.style(), at, buffer);
        self.paint(table, Rect::new(at.x + 1, at.y + 1, 5, 3).intersection(at), buffer);
    }

    fn small(&self, table: &LocalTable, at: Rect, buffer: &mut Buffer) {
        let face = self.name(table).unwrap_or_else(|| "·".to_owned());
        let (die, label) = if self.held {
            (format!("*{face}*"), format!("▲{}", self.number))
        } else {
            (format!("[{face}]"), format!(" {}", self.number))
        };
        super::lines(&[die, label], self.style(), at, buffer);
        self.paint(table, Rect::new(at.x + 1, at.y, 1, 1).intersection(at), buffer);
    }
}

/// The colour of a face in a terminal; black is the terminal's own.
fn terminal_colour(colour: Colour) -> Option<Color> {
    match colour {
        Colour::Black => None,
        Colour::Red => Some(Color::Red),
        Colour::Green => Some(Color::Green),
        Colour::Blue => Some(Color::Blue),
    }
}
