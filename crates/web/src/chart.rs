//! Drawings of how likely results are.

use kosti_text::percent;
use maud::{Markup, html};

use super::shell::Page;

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
