//! Dice as pictures: cream, with round pips; a numeral where there are no pips for it.

use maud::{Markup, html};

/// Where the pips of a face are, on a grid of three by three.
fn pips(face: u8) -> &'static [(u8, u8)] {
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

/// Dice in a row, said as text: "2-2-5-5-5".
pub(crate) fn row(faces: &[u8]) -> Markup {
    let said: Vec<String> = faces.iter().map(u8::to_string).collect();
    html! {
        span.dice-row role="img" aria-label=(said.join("-")) { @for face in faces { (die(*face)) } }
    }
}
