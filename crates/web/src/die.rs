//! Dice as pictures: cream, with round pips; a numeral where there are no pips for it.

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

/// A die. What it shows is said by whatever stands around it.
pub(crate) fn die(face: u8) -> Markup {
    html! {
        svg.die viewBox="0 0 48 48" aria-hidden="true" focusable="false" {
            rect.body x="2" y="2" width="44" height="44" rx="9" {}
            @if pips(face).is_empty() {
                text x="24" y="32" text-anchor="middle" { @if face > 0 { (face) } }
            } @else {
                @for (column, row) in pips(face) {
                    circle cx=(12 + 12 * column) cy=(12 + 12 * row) r="4.2" {}
                }
            }
        }
    }
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

/// A large die with depth. What it shows is said by whatever stands around it.
pub(crate) fn cast(face: u8) -> Markup {
    html! {
        span.cast aria-hidden="true" {
            svg viewBox="0 0 100 100" focusable="false" {
                @if pips(face).is_empty() {
                    text x="50" y="67" text-anchor="middle" { (face) }
                } @else {
                    use href={ "#pips-" (face) } {}
                }
            }
        }
    }
}

/// Dice in a row, each with the class of its mark; said as text.
pub(crate) fn marked_row(dice: &[(u8, &'static str)]) -> Markup {
    let said: Vec<String> = dice.iter().map(|(face, _)| face.to_string()).collect();
    html! {
        span.dice-row role="img" aria-label=(said.join("-")) {
            @for (face, mark) in dice { span.(mark) { (die(*face)) } }
        }
    }
}

/// Dice in a row, said as text: "2-2-5-5-5".
pub(crate) fn row(faces: &[u8]) -> Markup {
    let said: Vec<String> = faces.iter().map(u8::to_string).collect();
    html! {
        span.dice-row role="img" aria-label=(said.join("-")) { @for face in faces { (die(*face)) } }
    }
}
