//! Draws the screens before a game: the choice of a game and its players, and of an unfinished game.

use kosti_engine::Record;
use kosti_text::Words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::choose::Choose;
use crate::setup::mode_name;
use crate::start::{Row, Start};

use super::{BOLD, CURSOR, DIM, text};

/// The title, the lines, and the note below.
struct Form {
    title: Rect,
    body: Rect,
    message: Rect,
    keys: Rect,
}

impl Form {
    fn new(area: Rect) -> Self {
        let row = |y: u16, height: u16| Rect::new(area.x, area.y + y, area.width, height);
        let height = area.height;
        Self {
            title: row(0, 1),
            body: row(2, height - 6),
            message: row(height - 4, 3),
            keys: row(height - 1, 1),
        }
    }

    /// The first visible line.
    fn first(&self, row: usize, rows: usize) -> usize {
        let room = usize::from(self.body.height);
        row.saturating_sub(room / 2).min(rows.saturating_sub(room))
    }

    fn frame(&self, title: &str, message: &str, keys: &str, buffer: &mut Buffer) {
        let width = usize::from(self.title.width);
        buffer.set_stringn(
            self.title.x,
            self.title.y,
            text::align_left(&format!(" {title}"), width),
            width,
            CURSOR,
        );
        super::lines(&text::wrap(message, width), BOLD, self.message, buffer);
        buffer.set_stringn(self.keys.x, self.keys.y, text::align_left(keys, width), width, DIM);
    }
}

pub(super) fn start(start: &Start, area: Rect, buffer: &mut Buffer) {
    let form = Form::new(area);
    let say = |id: &str| start.words.say(id, &[]);
    let message = about(start).unwrap_or_else(|| start.message.clone());
    form.frame(&say("play-start-title"), &message, &say("play-keys-start"), buffer);
    let rows = start.rows();
    let first = form.first(start.row, rows.len());
    let shown = rows.iter().enumerate().skip(first);
    for (y, (at, row)) in (form.body.y..form.body.bottom()).zip(shown) {
        let here = at == start.row;
        let line = line(start, *row, here);
        let style = if here { CURSOR } else { Style::new() };
        let width = usize::from(area.width);
        buffer.set_stringn(area.x, y, text::truncate(&line, width), width, style);
    }
}

fn line(start: &Start, row: Row, here: bool) -> String {
    let language = start.words.language();
    let say = |id: &str| start.words.say(id, &[]);
    let mark = if here { "▸" } else { " " };
    let labels = start.rules.house.iter().map(|option| text::width(option.name.get(language)));
    let wide = labels.max().unwrap_or(0).clamp(16, 28);
    let choice = |label: &str, value: &str| format!("{mark} {}  ◂ {value} ▸", text::align_left(label, wide));
    match row {
        Row::Game => choice(&say("play-start-game"), start.rules.name.get(language)),
        Row::House(at) => {
            let option = &start.rules.house[at];
            let (id, about) = &option.choices[option.chosen];
            let meaning = about.get(language);
            choice(option.name.get(language), if meaning.is_empty() { id } else { meaning })
        }
        Row::Player(at) => {
            let player = &start.players[at];
            let label = start.words.say("play-start-player", &[("nth", (at + 1).into())]);
            let edge = if here { "_" } else { "" };
            let name = format!("{}{edge}", player.name);
            format!(
                "{mark} {}  {}  ◂ {} ▸",
                text::align_left(&label, wide),
                text::align_left(&name, 16),
                player.kind.label(&start.rules, start.players.len(), &start.words)
            )
        }
        Row::Add => format!("{mark} {}", say("play-start-add")),
        Row::Dice => {
            let id = if start.real_dice { "play-start-real" } else { "play-start-virtual" };
            choice(&say("play-start-dice"), &say(id))
        }
        Row::Coach => {
            let value = start.words.say("play-start-help", &[("help", mode_name(start.coach_mode).into())]);
            choice(&say("play-coach-title"), &value)
        }
        Row::Begin => format!("{mark} [ {} ]", say("play-start-begin")),
    }
}

/// The description of the line under the cursor.
fn about(start: &Start) -> Option<String> {
    let language = start.words.language();
    let hint = start.words.say("play-start-hint", &[]);
    if start.message != hint {
        return None;
    }
    match start.rows().get(start.row)? {
        Row::Game => Some(start.rules.about.get(language).to_owned()),
        Row::House(at) => {
            let option = &start.rules.house[*at];
            let chosen = option.choices[option.chosen].1.get(language);
            Some(format!("{}\n{}: {chosen}", option.about.get(language), option.choice()))
        }
        Row::Player(_) => Some(start.words.say("play-start-player-hint", &[])),
        _ => None,
    }
    .filter(|about| !about.is_empty())
}

/// The line at this position.
pub(crate) fn start_row(start: &Start, area: Rect, at: (u16, u16)) -> Option<usize> {
    if area.height < super::LEAST.1 {
        return None;
    }
    let form = Form::new(area);
    if !form.body.contains(at.into()) {
        return None;
    }
    let rows = start.rows().len();
    let row = form.first(start.row, rows) + usize::from(at.1 - form.body.y);
    (row < rows).then_some(row)
}

pub(super) fn choose(choose: &Choose, words: &Words, area: Rect, buffer: &mut Buffer) {
    let form = Form::new(area);
    let file = choose.games.get(choose.row).map_or_else(String::new, |(path, _)| path.display().to_string());
    form.frame(&words.say("play-resume-title", &[]), &file, &words.say("play-keys-resume", &[]), buffer);
    let first = form.first(choose.row, choose.games.len());
    let shown = choose.games.iter().enumerate().skip(first);
    for (y, (at, (_, record))) in (form.body.y..form.body.bottom()).zip(shown) {
        let here = at == choose.row;
        let mark = if here { "▸" } else { " " };
        let width = usize::from(area.width);
        let line = text::truncate(&format!("{mark} {}", describe_record(record, words)), width);
        buffer.set_stringn(area.x, y, line, width, if here { CURSOR } else { Style::new() });
    }
}

fn describe_record(record: &Record, words: &Words) -> String {
    let state = record.replay();
    let turns = state.players().iter().map(|player| player.turns).max().unwrap_or(0);
    let args = [
        ("game", record.rules().name.get(words.language()).into()),
        ("players", record.tags.players.join(", ").into()),
        ("turns", turns.into()),
        ("date", record.tags.date.clone().unwrap_or_default().into()),
    ];
    words.say("play-resume-line", &args)
}
