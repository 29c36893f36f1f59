//! Drawings: how the expected result went, and how likely results are.

use kosti_coach::Review;
use kosti_query::format_value;
use kosti_text::percent;
use maud::{Markup, html};

use super::shell::Page;

/// The size of the drawing, and what is left free around the lines.
const SIZE: (f64, f64) = (360.0, 200.0);
const EDGE: (f64, f64, f64, f64) = (40.0, 8.0, 8.0, 18.0);
/// Lines that can be told apart without colours.
const DASHES: [&str; 5] = ["none", "6 3", "2 3", "9 3 2 3", "1 5"];

/// A line for each player: what their game was worth after each event.
pub(super) fn course(review: &Review, names: &[String], label: &str) -> Markup {
    let values = review.course.iter().flat_map(|point| &point.worth);
    let (low, high) =
        values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(*value), high.max(*value)));
    // A game in which nothing changed is a line in the middle.
    let (low, high) = if high - low < 1e-9 { (low - 1.0, high + 1.0) } else { (low, high) };
    let steps = review.course.len().max(2) - 1;
    let (width, height) = (SIZE.0 - EDGE.0 - EDGE.1, SIZE.1 - EDGE.2 - EDGE.3);
    let x = |nth: usize| EDGE.0 + width * nth as f64 / steps as f64;
    let y = |value: f64| EDGE.2 + height * (high - value) / (high - low);
    let line = |seat: usize| {
        let points = review.course.iter().enumerate();
        points
            .map(|(nth, point)| format!("{:.1},{:.1}", x(nth), y(point.worth[seat])))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let marks = [high, (high + low) / 2.0, low];
    html! {
        figure.chart {
            svg role="img" aria-label=(label) viewBox=(format!("0 0 {} {}", SIZE.0, SIZE.1)) {
                @for mark in marks {
                    line.grid x1=(EDGE.0) x2=(SIZE.0 - EDGE.1) y1=(format!("{:.1}", y(mark))) y2=(format!("{:.1}", y(mark))) {}
                    text x=(EDGE.0 - 4.0) y=(format!("{:.1}", y(mark) + 3.5)) text-anchor="end" { (short(review, mark)) }
                }
                @for seat in 0..review.seats.len() {
                    polyline.seat.own[seat == 0] points=(line(seat)) stroke-dasharray=(DASHES[seat % DASHES.len()]) {}
                }
            }
            figcaption {
                @for (seat, name) in names.iter().enumerate() {
                    span.key-of {
                        svg viewBox="0 0 40 6" aria-hidden="true" { line.seat.own[seat == 0] x1="0" x2="40" y1="3" y2="3" stroke-dasharray=(DASHES[seat % DASHES.len()]) {} }
                        (name)
                    }
                }
            }
        }
    }
}

/// How likely each total is under best play: a curve, filled below the one that was reached.
pub(super) fn totals(shares: &[(i32, f64)], reached: i32, average: &str) -> Markup {
    const COLUMNS: usize = 60;
    let mean: f64 = shares.iter().map(|(total, share)| f64::from(*total) * share).sum();
    let deviation =
        shares.iter().map(|(total, share)| (f64::from(*total) - mean).powi(2) * share).sum::<f64>().sqrt();
    let low = (mean - 3.0 * deviation).min(f64::from(reached)).floor();
    let high = (mean + 3.0 * deviation).max(f64::from(reached)).ceil().max(low + 1.0);
    let wide = (high - low) / COLUMNS as f64;
    // Wider than a column, so that totals that no dice make leave no gaps.
    let near = (deviation / 5.0).max(wide);
    let heights: Vec<f64> = (0..=COLUMNS)
        .map(|nth| {
            let at = low + wide * nth as f64;
            shares
                .iter()
                .map(|(total, share)| share * (-((f64::from(*total) - at) / near).powi(2)).exp())
                .sum()
        })
        .collect();
    let most = heights.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let x = |value: f64| 340.0 * (value - low) / (high - low);
    let y = |height: f64| 62.0 - 54.0 * height / most;
    let line = |to: f64| {
        let points = heights.iter().enumerate().map(|(nth, height)| (x(low + wide * nth as f64), y(*height)));
        points
            .filter(|(at, _)| *at <= to + 1e-9)
            .fold(String::from("M0 62"), |path, (at, height)| format!("{path}L{at:.1} {height:.1}"))
    };
    let here = x(f64::from(reached));
    let nth = ((f64::from(reached) - low) / wide).round().clamp(0.0, COLUMNS as f64) as usize;
    let top = y(heights[nth]);
    let side = if here > 250.0 { (here - 12.0, "end") } else { (here + 12.0, "start") };
    html! {
        svg.curve viewBox="0 0 340 84" aria-hidden="true" focusable="false" {
            path.all d={ (line(340.0)) "V62z" } {}
            path.below d=(format!("{}L{here:.1} {top:.1}V62z", line(here))) {}
            path.edge d=(line(340.0)) {}
            path.edge d="M0 62H340" {}
            path.here d=(format!("M{here:.1} {top:.1}V62")) {}
            circle.here cx=(format!("{here:.1}")) cy=(format!("{top:.1}")) r="5.5" {}
            text.pen x=(format!("{:.1}", side.0)) y=(format!("{:.1}", (top + 7.0).max(16.0))) text-anchor=(side.1) { (reached) }
            text x=(format!("{:.1}", x(mean))) y="79" text-anchor="middle" { (format!("{mean:.0}")) " " (average) }
        }
    }
}

/// A number beside the drawing: few digits.
fn short(review: &Review, value: f64) -> String {
    let told = format_value(review.worth, value);
    match told.split_once('.') {
        Some((whole, rest)) => format!("{whole}{}", rest.trim_start_matches(|c: char| c.is_ascii_digit())),
        None => told,
    }
}

/// Ranges and how likely they are: a table with bars, so that it can be read out as well as seen.
pub(super) fn likely(page: &Page<'_>, bins: &[(String, f64)]) -> Markup {
    let most = bins.iter().map(|(_, share)| *share).fold(f64::MIN_POSITIVE, f64::max);
    html! {
        table.figures.likely {
            caption.visually-hidden { (page.say("page-balance-likely")) }
            thead.visually-hidden { tr { th scope="col" { (page.say("page-balance-range")) } th scope="col" { (page.say("page-balance-share")) } } }
            tbody {
                @for (range, share) in bins {
                    tr { th scope="row" { (range) } td { (percent(*share)) } td.drawn { (bar(share / most)) } }
                }
            }
        }
    }
}

/// A bar, this share of its longest; the number it draws stands beside it.
pub(super) fn bar(share: f64) -> Markup {
    html! {
        svg.bar viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
            rect x="0" y="1" height="8" width=(format!("{:.1}", share.clamp(0.0, 1.0) * 100.0)) {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_coach::{SeatReview, ValueUnit};

    #[test]
    fn nothing_happened_and_it_is_still_a_drawing() {
        let point = kosti_coach::Point { position: None, worth: vec![3.0] };
        let review = Review {
            worth: ValueUnit::Points,
            exact: true,
            seats: vec![SeatReview::default()],
            decisions: Vec::new(),
            course: vec![point],
        };
        let drawn = course(&review, &["Olena".to_owned()], "how it went").into_string();
        assert!(drawn.contains("points=\"40.0,95.0\"") && !drawn.contains("NaN"), "{drawn}");
    }
}
