//! Dice as pictures: cream, with round pips; a numeral where there are no pips for it.

use kosti_dice::Dice;
use kosti_rules::{Faces, Rules};
use maud::{Markup, html};

/// Where the pips of a face are, on a grid of three by three.
pub(crate) fn pips(face: u8) -> &'static [(u8, u8)] {
    match face {
        1 => &[(1, 1)],
        2 => &[(0, 0), (2, 2)],
        3 => &[(0, 0), (1, 1), (2, 2)],
        4 => &[(0, 0), (0, 2), (2, 0), (2, 2)],
        5 => &[(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)],
        6 => &[(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)],
        _ => &[],
    }
}

/// Renders the dice of a game: with pips, or with the names of faces, in their colours.
#[derive(Clone, Copy)]
pub(crate) struct DiceRenderer<'a> {
    faces: &'a Faces,
    language: &'a str,
}

impl<'a> DiceRenderer<'a> {
    pub(crate) fn of(rules: &'a Rules, language: &'a str) -> Self {
        Self::with(rules.faces(), language)
    }

    pub(crate) fn with(faces: &'a Faces, language: &'a str) -> Self {
        Self { faces, language }
    }

    /// The text on a face, unless it has pips.
    fn text(self, face: u8) -> Option<String> {
        (face > 0 && (self.faces.named() || pips(face).is_empty()))
            .then(|| self.faces.name(face, self.language))
    }

    /// A class, and the colour of the face as another.
    fn class(self, class: &str, face: u8) -> String {
        self.faces
            .colour(face)
            .map_or_else(|| class.to_owned(), |colour| format!("{class} {}", colour.word()))
    }

    /// A die. What it shows is said by whatever stands around it.
    pub(crate) fn die(self, face: u8) -> Markup {
        let text = self.text(face);
        html! {
            svg class=(self.class("die", face)) viewBox="0 0 48 48" aria-hidden="true" focusable="false" {
                rect.body x="2" y="2" width="44" height="44" rx="9" {}
                @if let Some(text) = text {
                    text x="24" y="32" text-anchor="middle" textLength=[narrow(&text, 34)] lengthAdjust="spacingAndGlyphs" { (text) }
                } @else {
                    @for (column, row) in pips(face) {
                        circle cx=(12 + 12 * column) cy=(12 + 12 * row) r="4.2" {}
                    }
                }
            }
        }
    }

    /// A large die with depth. What it shows is said by whatever stands around it.
    pub(crate) fn large_die(self, face: u8) -> Markup {
        let text = self.text(face);
        html! {
            span class=(self.class("cast", face)) data-face=(face) aria-hidden="true" {
                svg viewBox="0 0 100 100" focusable="false" {
                    @if let Some(text) = text {
                        text x="50" y="67" text-anchor="middle" textLength=[narrow(&text, 74)] lengthAdjust="spacingAndGlyphs" { (text) }
                    } @else {
                        use href={ "#pips-" (face) } {}
                    }
                }
            }
        }
    }

    /// Dice as text.
    pub(crate) fn write(self, dice: Dice) -> String {
        self.faces.write(dice, self.language)
    }

    /// Dice in a row, said as text: "2-2-5-5-5".
    pub(crate) fn row(self, faces: &[u8]) -> Markup {
        let dice: Vec<(u8, &'static str)> = faces.iter().map(|face| (*face, "")).collect();
        self.marked_row(&dice)
    }

    /// Dice in a row, each with the class of its mark, if it has one; said as text.
    pub(crate) fn marked_row(self, dice: &[(u8, &'static str)]) -> Markup {
        let said: Vec<String> = dice.iter().map(|(face, _)| self.faces.name(*face, self.language)).collect();
        html! {
            span.dice-row role="img" aria-label=(said.join("-")) {
                @for (face, mark) in dice {
                    @if mark.is_empty() { (self.die(*face)) } @else { span.(mark) { (self.die(*face)) } }
                }
            }
        }
    }
}

/// The width of a text that would not fit on a die otherwise.
fn narrow(text: &str, width: u8) -> Option<u8> {
    (text.chars().count() > 2).then_some(width)
}

/// The pips of a face alone, on a field of 48 by 48; the numeral where there are none.
pub(crate) fn pips_of(face: u8) -> Markup {
    html! {
        @if pips(face).is_empty() {
            text x="24" y="32" text-anchor="middle" { @if face > 0 { (face) } }
        } @else {
            @for (column, row) in pips(face) { circle.dot cx=(12 + 12 * column) cy=(12 + 12 * row) r="4.6" {} }
        }
    }
}

/// The pips of every face, for large dice to show with `use`.
pub(crate) fn sprite() -> Markup {
    html! {
        svg.sprite aria-hidden="true" {
            @for face in 1..=6 {
                symbol id={ "pips-" (face) } viewBox="0 0 100 100" {
                    @for (column, row) in pips(face) {
                        @let (x, y) = (28 + 22 * column, 28 + 22 * row);
                        @let size: u8 = if face == 1 { 11 } else { 9 };
                        circle.pip-light cx=(x + 1) cy=(f32::from(y) + 1.6) r=(size) {}
                        circle.pip cx=(x) cy=(y) r=(f32::from(size) - 0.5) {}
                    }
                }
            }
        }
    }
}
