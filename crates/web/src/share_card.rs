//! `ShareCard`: the picture that messengers show of a table, as SVG. The host makes pixels of it.

use std::net::IpAddr;

use kosti_app::{App, JobStatus};
use kosti_dice::Dice;
use kosti_engine::Event;
use kosti_journal::TableId;
use kosti_text::Language;
use maud::{Markup, html};

use super::die::pips;
use super::preferences::Preferences;
use super::shell::Page;
use super::table::{better_than, names, result_line, total_distribution};
use crate::problem::Problem;

/// The width and height that messengers ask for.
pub(crate) const SIZE: (u32, u32) = (1200, 630);
/// Where the page ends and the desk begins.
const DESK: f64 = 770.0;
/// Players that are named.
const NAMED: usize = 4;
/// Dice that are svg: the middle of each, its size and how it is turned.
const DICE: [(f64, f64, f64, i32); 6] = [
    (980.0, 345.0, 142.0, 4),
    (896.0, 216.0, 132.0, -10),
    (1061.0, 206.0, 138.0, 8),
    (855.0, 385.0, 112.0, -16),
    (1122.0, 368.0, 112.0, 18),
    (1150.0, 250.0, 84.0, -6),
];
/// Letters of a name.
const MOST_NAME: usize = 16;
/// Letters of a line.
const MOST_LINE: usize = 60;

/// What the picture of a table shows. All texts are made printable when it is svg.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShareCard {
    /// Who won, or what the invitation says.
    pub title: String,
    /// The result, large; none before the end.
    pub score: Option<i32>,
    /// A line below.
    pub below: String,
    /// The name of the game.
    pub game: String,
    /// The last throw.
    pub dice: Vec<u8>,
    /// The players, best first, with their results.
    pub players: Vec<(String, Option<i32>)>,
}

/// The address of a table's picture.
pub(crate) fn address(origin: &str, table: TableId, language: &str) -> String {
    format!("{origin}/t/{table}/card.png?lang={language}")
}

impl ShareCard {
    /// What the picture of a table shows now.
    ///
    /// # Errors
    /// When there is no such table.
    pub async fn of_table(
        app: &App,
        table: TableId,
        language: Language,
        address: IpAddr,
    ) -> Result<Self, Problem> {
        let preferences = Preferences { language, ..Preferences::default() };
        let page = Page::new(app, &preferences, "/");
        let session = app.table(table).await?;
        let (mut card, compiled, total) = {
            let locked = session.lock().await;
            let called = names(&locked.table, &page);
            let called: Vec<String> =
                called.iter().enumerate().map(|(seat, name)| printable_name(&page, seat, name)).collect();
            let game = session.rules.name.get(page.language()).to_owned();
            let last = locked.recent_events.newest().find_map(|event| match event {
                Event::Thrown { kept, dice, .. } => Some((*kept, *dice)),
                _ => None,
            });
            let dice = last.map_or(Vec::new(), |(kept, dice)| faces(kept, dice));
            let outcome = locked.table.state().and_then(kosti_engine::State::outcome);
            let compiled = locked.table.compiled().clone();
            match outcome {
                None => {
                    let chairs = locked.table.chairs().iter().zip(&called);
                    let here: Vec<&str> = chairs
                        .filter(|(chair, _)| !chair.name.is_empty())
                        .map(|(_, name)| name.as_str())
                        .collect();
                    let below = page.tell("page-at-table", &[("names", here.join(", ").into())]);
                    let players = called.into_iter().map(|name| (name, None)).collect();
                    (
                        Self { title: page.say("card-invited"), score: None, below, game, dice, players },
                        compiled,
                        None,
                    )
                }
                Some(outcome) => {
                    let winner = outcome.winners.first().map_or(0, |winner| winner.0);
                    // Whoever gets the picture is not the one who played alone.
                    let title = match called.as_slice() {
                        [alone] => alone.clone(),
                        several => result_line(&page, several, &outcome, None),
                    };
                    let results = outcome.results.iter().map(|result| Some(result.decides()));
                    let mut players: Vec<_> = called.into_iter().zip(results).collect();
                    players.sort_by_key(|(_, result)| std::cmp::Reverse(*result));
                    let score = Some(outcome.results[winner].decides());
                    let total = outcome.results[winner].total;
                    (Self { title, score, below: String::new(), game, dice, players }, compiled, Some(total))
                }
            }
        };
        if let Some(total) = total
            && let JobStatus::Ready(totals) = total_distribution(app, &compiled, address).await
            && !totals.is_empty()
        {
            card.below = better_than(&page, &totals, total);
        }
        Ok(card)
    }

    /// Whether the faces have a letter. A test of the host compares this with its files.
    #[must_use]
    pub fn can_print(letter: char) -> bool {
        matches!(letter,
            '\u{20}'..='\u{7e}' | '\u{a0}'..='\u{ac}' | '\u{ae}'..='\u{125}' | '\u{127}'..='\u{131}'
            | '\u{133}'..='\u{148}' | '\u{14c}'..='\u{161}' | '\u{168}'..='\u{17e}' | '\u{400}'..='\u{45f}'
            | '\u{490}'..='\u{491}' | '\u{2013}'..='\u{2014}' | '\u{2018}'..='\u{2019}' | '\u{201c}'..='\u{201d}'
            | '\u{2026}')
    }

    /// The picture. Its faces are "Caveat" for figures and "Kosti Print" for everything else.
    #[must_use]
    pub fn svg(&self) -> String {
        let (width, height) = SIZE;
        let title = fit_text(&self.title, 66.0, DESK - 130.0, MOST_LINE);
        let below = fit_text(&self.below, 34.0, DESK - 130.0, MOST_LINE);
        let game = fit_text(&self.game, 54.0, f64::from(width) - DESK - 50.0, MOST_LINE);
        let svg = html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height) {
                (background())
                text x="74" y="106" font-family="Caveat" font-weight="700" font-size="64" fill="#1d3f96" { "Kosti" }
                @match self.score {
                    Some(score) => {
                        text x="72" y="210" font-family="Kosti Print" font-size=(title.size) fill="#1a2440" { (title.text) }
                        (large(score))
                        text x="72" y="560" font-family="Kosti Print" font-size=(below.size) fill="#17703f" { (below.text) }
                    }
                    None => {
                        @let name = fit_text(&self.game, 120.0, DESK - 130.0, MOST_LINE);
                        text x="72" y="220" font-family="Kosti Print" font-size=(title.size) fill="#566079" { (title.text) }
                        text x="72" y="370" font-family="Kosti Print" font-size=(name.size) fill="#1d3f96" { (name.text) }
                        text x="72" y="470" font-family="Kosti Print" font-size=(below.size) fill="#1a2440" { (below.text) }
                    }
                }
                @if self.score.is_some() { text x="985" y="92" text-anchor="middle" font-family="Kosti Print" font-size=(game.size) fill="#f4f1e6" { (game.text) } }
                (self.dice())
                (self.results())
            }
        };
        svg.into_string()
    }

    fn dice(&self) -> Markup {
        let usual = [6, 5, 4, 3, 2];
        let faces = if self.dice.is_empty() { &usual[..] } else { &self.dice[..] };
        html! { @for (face, place) in faces.iter().zip(DICE) { (die(*face, place)) } }
    }

    /// The players at the foot of the desk: a line each.
    fn results(&self) -> Markup {
        let shown = self.players.iter().filter(|(_, result)| result.is_some()).take(NAMED);
        let shown: Vec<_> = if self.players.len() > 1 { shown.collect() } else { Vec::new() };
        let first = 596.0 - 44.0 * (shown.len().max(1) - 1) as f64;
        html! {
            @for (nth, (name, result)) in shown.iter().enumerate() {
                @let y = first + 44.0 * nth as f64;
                @let name = fit_text(name, 30.0, 230.0, MOST_NAME);
                text x="810" y=(y) font-family="Kosti Print" font-size=(name.size) fill="#f4f1e6" { (name.text) }
                text x="1160" y=(y) text-anchor="end" font-family="Caveat" font-weight="700" font-size="50" fill="#f4f1e6" { (result.unwrap_or(0)) }
            }
        }
    }
}

/// The faces of the last throw, as many as are svg.
fn faces(kept: Dice, thrown: Dice) -> Vec<u8> {
    kept.faces().chain(thrown.faces()).take(DICE.len()).collect()
}

/// A text and the size at which it fits.
struct Fitted {
    text: String,
    size: String,
}

/// Shortens a text to `most` letters, and makes it smaller until it is not wider than `width`.
fn fit_text(text: &str, size: f64, width: f64, most: usize) -> Fitted {
    let text = printable(text);
    let text = if text.chars().count() > most {
        let short: String = text.chars().take(most - 1).collect();
        format!("{}…", short.trim_end())
    } else {
        text
    };
    let wide: f64 = text.chars().map(letter_width).sum();
    Fitted { size: format!("{:.1}", size.min(width / wide.max(1.0))), text }
}

/// About how wide a letter is, as a share of the size; rather more than less.
fn letter_width(letter: char) -> f64 {
    match letter {
        ' ' | 'i' | 'l' | 'j' | 'I' | '.' | ',' | ':' | '\'' | 'і' | 'ї' => 0.4,
        'm' | 'w' | 'M' | 'W' | 'ш' | 'щ' | 'ж' | 'ю' | 'ф' | 'м' => 0.98,
        letter if letter.is_uppercase() && letter as u32 >= 0x400 => 1.05,
        letter if letter.is_uppercase() => 0.85,
        _ => 0.68,
    }
}

/// A text without what cannot be svg: emoji, other scripts, what controls direction.
fn printable(text: &str) -> String {
    let kept: String = text
        .chars()
        .map(|letter| if letter == '−' { '-' } else { letter })
        .filter(|letter| ShareCard::can_print(*letter))
        .collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A name as far as it can be svg; "Player 2" where nothing of it can.
fn printable_name(page: &Page<'_>, seat: usize, name: &str) -> String {
    let kept = printable(name);
    if kept.chars().any(char::is_alphanumeric) {
        let short: String = kept.chars().take(MOST_NAME).collect();
        return if short.len() < kept.len() { format!("{}…", short.trim_end()) } else { kept };
    }
    page.tell("play-name", &[("nth", (seat + 1).into())])
}

/// Squared paper, its margin, and the desk.
fn background() -> Markup {
    html! {
        defs {
            linearGradient id="desk" x1="0" y1="0" x2=".3" y2="1" { stop offset="0" stop-color="#2a4272" {} stop offset="1" stop-color="#1c2f56" {} }
            linearGradient id="side" { stop offset="0" stop-color="#b59f70" {} stop offset=".5" stop-color="#c4ae7d" {} stop offset="1" stop-color="#8d7748" {} }
            linearGradient id="body" x1=".12" y1="0" x2=".8" y2="1" { stop offset="0" stop-color="#fffdf5" {} stop offset=".5" stop-color="#f1e4c3" {} stop offset="1" stop-color="#cfb988" {} }
            radialGradient id="face" cx=".36" cy=".3" r=".85" { stop offset="0" stop-color="#fffaea" {} stop offset=".6" stop-color="#f8edd2" {} stop offset="1" stop-color="#ecdcb6" {} }
            pattern id="squares" width="35" height="35" patternUnits="userSpaceOnUse" { path d="M0 .75H35M.75 0V35" stroke="#dde7f1" stroke-width="1.5" {} }
        }
        rect width="1200" height="630" fill="#fffdf6" {}
        rect width=(DESK) height="630" fill="url(#squares)" {}
        rect x=(DESK) width="430" height="630" fill="url(#desk)" {}
        rect x=(DESK - 3.0) width="3" height="630" fill="#e08a80" {}
    }
}

/// The score by hand, underlined, with a star where there is room.
fn large(score: i32) -> Markup {
    let digits = score.to_string().len() as f64;
    let size = (620.0 / (0.46 * digits)).min(310.0);
    let wide = 0.46 * size * digits;
    html! {
        text x="86" y="444" font-family="Caveat" font-weight="700" font-size=(format!("{size:.0}")) fill="#1d3f96" { (score) }
        g fill="none" stroke="#f2ab1d" stroke-width="7" stroke-linecap="round" {
            path d=(format!("M78 486Q{:.0} 470 {:.0} 480M{:.0} 496Q{:.0} 486 {:.0} 490", 78.0 + wide / 2.0, 92.0 + wide, 110.0 + wide / 8.0, 78.0 + wide / 2.0, 78.0 + wide * 0.85)) {}
        }
        @if wide < 480.0 {
            g transform="translate(600 262) rotate(12 60 60) scale(5)" {
                path d="M12 1.5l3.1 6.7 7.3.8-5.4 5 1.5 7.2L12 17.5l-6.5 3.7L7 14 1.6 9l7.3-.8z" fill="#f2ab1d" stroke="#9d6f13" stroke-width="1" stroke-linejoin="round" {}
            }
        }
    }
}

/// A die with depth, on a field of 100 by 100.
fn die(face: u8, (x, y, size, turned): (f64, f64, f64, i32)) -> Markup {
    let scale = size / 100.0;
    html! {
        g transform=(format!("translate({x} {y}) rotate({turned}) scale({scale:.3}) translate(-50 -50)")) {
            rect x="6" y="20" width="92" height="88" rx="22" fill="#0b1730" opacity=".45" {}
            rect x="4" y="12" width="92" height="87" rx="21" fill="url(#side)" {}
            rect x="4" y="3" width="92" height="90" rx="21" fill="url(#body)" {}
            rect x="10" y="8" width="80" height="79" rx="25" fill="url(#face)" {}
            @if pips(face).is_empty() {
                text x="50" y="66" text-anchor="middle" font-family="Kosti Print" font-size="48" fill="#2a2420" { (face) }
            }
            @for (column, row) in pips(face) {
                circle cx=(28 + 22 * column) cy=(26 + 22 * row) r=(if face == 1 { 10.5 } else { 8.4 }) fill="#1d1815" {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(title: &str, name: &str) -> ShareCard {
        let players = vec![(name.to_owned(), Some(263)), ("Тарас".to_owned(), Some(246))];
        ShareCard {
            title: title.into(),
            score: Some(263),
            below: String::new(),
            game: "Yatzy".into(),
            dice: vec![6, 6, 6, 6, 5],
            players,
        }
    }

    #[test]
    fn names_are_text_and_nothing_else() {
        let svg = card("<script>&\u{0}\u{202e} wins", "\"</text><a>").svg();
        assert!(
            svg.contains("&lt;script&gt;&amp; wins") && svg.contains("&quot;&lt;/text&gt;&lt;a&gt;"),
            "{svg}"
        );
        assert!(!svg.contains(['\u{0}', '\u{202e}']));
    }

    #[test]
    fn what_cannot_be_drawn_is_left_out() {
        assert_eq!(printable("Олена 🎲 Ґ小明 Zoë−1"), "Олена Ґ Zoë-1");
        assert_eq!(printable("👩‍👩‍👧"), "");
    }

    #[test]
    fn long_texts_get_smaller_and_are_cut() {
        let long = fit_text(&"Щ".repeat(200), 66.0, 640.0, MOST_LINE);
        assert_eq!((long.text.chars().count(), long.text.ends_with('…')), (MOST_LINE, true));
        assert!(long.size.parse::<f64>().is_ok_and(|size| size < 12.0), "{}", long.size);
        assert_eq!(fit_text("Olena", 66.0, 640.0, MOST_LINE).size, "66.0");
    }

    #[test]
    fn every_result_has_its_place() {
        for score in [-120, 5, 263, 10_000] {
            let mut other = card("Olena wins", "Olena");
            other.score = Some(score);
            assert!(other.svg().contains(&format!(">{score}</text>")));
        }
    }
}
