//! Draws the screen from the model alone.

mod dialog;
mod dice;
mod forms;
mod grid;
mod panel;
mod text;

use kosti_text::Words;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use crate::app::{App, Screen};
use crate::table::LocalTable;

pub(crate) use forms::start_row;

/// The smallest screen that a game fits on.
const LEAST: (u16, u16) = (34, 10);

/// Important text.
pub(crate) const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
/// Less important text.
pub(crate) const DIM: Style = Style::new().add_modifier(Modifier::DIM);
/// The cursor.
pub(crate) const CURSOR: Style = Style::new().add_modifier(Modifier::REVERSED);
/// A possible score.
pub(crate) const OFFER: Style = Style::new().fg(Color::Cyan);
/// A held die.
pub(crate) const HELD: Style = Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD);

/// Draws the screen.
pub fn view(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return draw_too_small(&app.words, area, buffer);
    }
    match &app.screen {
        Screen::Start(start) => forms::start(start, area, buffer),
        Screen::Choose(choose) => forms::choose(choose, &app.words, area, buffer),
        Screen::Table(table) => draw(table, area, buffer),
    }
}

fn draw_too_small(words: &Words, area: Rect, buffer: &mut Buffer) {
    let args = [
        ("width", LEAST.0.into()),
        ("height", LEAST.1.into()),
        ("is-width", area.width.into()),
        ("is-height", area.height.into()),
    ];
    let text = words.say("play-too-small", &args);
    lines(&text::wrap(&text, usize::from(area.width)), Style::new(), area, buffer);
}

/// Writes lines from the top of an area, as many as fit.
pub(crate) fn lines(lines: &[String], style: Style, area: Rect, buffer: &mut Buffer) {
    for (line, text) in (area.y..area.bottom()).zip(lines) {
        buffer.set_stringn(area.x, line, text, usize::from(area.width), style);
    }
}

/// The layout of the table.
pub(crate) struct Places {
    title: Rect,
    sheet: Rect,
    turn: Rect,
    dice: Rect,
    /// Whether dice are drawn large.
    large: bool,
    /// The side panel, if there is room.
    panel: Rect,
    status: Rect,
    keys: Rect,
}

impl Places {
    pub(crate) fn new(table: &LocalTable, area: Rect) -> Self {
        let row = |y: u16, height: u16| Rect::new(area.x, area.y + y, area.width, height);
        let (width, height) = (area.width, area.height);
        let (title, keys) = (row(0, 1), row(height - 1, 1));
        let status_lines = if height >= 12 { 2 } else { 1 };
        let status = row(height - 1 - status_lines, status_lines);
        let body = row(1, height - 2 - status_lines);
        let dice_width = u16::from(table.state.rules().dice) * 8 - 1;
        let side = dice_width.max(38);
        if width >= side + 32 && body.height >= 12 {
            let x = area.right() - side;
            let right = |y: u16, height: u16| Rect::new(x, body.y + y, side, height);
            let panel = right(9, body.height - 9);
            let sheet = Rect { width: width - side - 1, ..body };
            return Self {
                title,
                sheet,
                turn: right(0, 2),
                dice: right(2, 6),
                large: true,
                panel,
                status,
                keys,
            };
        }
        let large = body.height >= 28 && dice_width <= width;
        let dice_lines = if large { 6 } else { 2 };
        let turn = Rect { height: 1, ..body };
        let dice = Rect { y: body.y + 1, height: dice_lines, ..body };
        let rest = body.height - 1 - dice_lines;
        let sheet_lines = grid::lines(table).min(rest);
        let sheet = Rect { y: dice.bottom(), height: sheet_lines, ..body };
        let panel = Rect { y: sheet.bottom(), height: rest - sheet_lines, ..body };
        Self { title, sheet, turn, dice, large, panel, status, keys }
    }
}

fn draw(table: &LocalTable, area: Rect, buffer: &mut Buffer) {
    let places = Places::new(table, area);
    panel::title(table, places.title, buffer);
    grid::draw(table, places.sheet, buffer);
    panel::turn(table, places.turn, buffer);
    if table.state.outcome().is_none() {
        dice::draw(table, places.dice, places.large, buffer);
    } else {
        panel::result(table, places.dice, buffer);
    }
    panel::draw(table, places.panel, buffer);
    panel::status(table, places.status, buffer);
    panel::keys(table, places.keys, buffer);
    if let Some(dialog) = &table.dialog {
        let over = Rect { height: area.height - places.status.height - 1, ..area };
        dialog::draw(table, dialog, over, buffer);
    }
}

/// The target of a click.
pub(crate) enum Hit {
    /// A die.
    Die(usize),
    /// A box.
    Box(usize),
}

/// Finds the die or box at this column and line.
pub(crate) fn hit(table: &LocalTable, area: Rect, at: (u16, u16)) -> Option<Hit> {
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return None;
    }
    let places = Places::new(table, area);
    let die =
        dice::places(table, places.dice, places.large).into_iter().position(|die| die.contains(at.into()));
    die.map(Hit::Die).or_else(|| grid::slot_at(table, places.sheet, at).map(Hit::Box))
}
