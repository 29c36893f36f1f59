//! How to play well, in a few sentences made from what best play does in whole games.

use std::cmp::Reverse;

use kosti_coach::{PlayStatistics, RacePlay, SheetPlay};
use kosti_rules::{GroupMark, RaceRules, Rules, SheetRules};
use maud::{Markup, html};

use super::shell::Page;

/// Boxes that a sentence names.
const NAMED: usize = 3;
/// Points and shares are sorted by thousandths.
const PRECISION: f64 = 1000.0;

/// The sentences and the table of a game.
pub(super) fn section(page: &Page<'_>, rules: &Rules, play: &PlayStatistics) -> Markup {
    match (play, rules.sheet(), rules.race()) {
        (PlayStatistics::Sheet(play), Some(sheet), _) => sheet_section(page, sheet, play),
        (PlayStatistics::Race(play), _, Some(race)) => race_section(page, race, play),
        _ => html! {},
    }
}

/// A box, or the same box of all columns: what best play does with it in a game.
struct BoxPlay<'a> {
    name: &'a str,
    /// The mean points.
    points: f64,
    /// The share of its entries that bring nothing.
    nothing: f64,
    /// The mean turn in which it is filled.
    turn: f64,
}

/// The nearest whole number.
fn whole(value: f64) -> i32 {
    // Means of a game are far from the limits of the type.
    #[expect(clippy::cast_possible_truncation, reason = "rounded for texts and sorting")]
    let whole = value.round() as i32;
    whole
}

/// A share, as so many times out of 100.
fn of_hundred(share: f64) -> i32 {
    whole(share * 100.0)
}

fn boxes<'a>(page: &Page<'_>, rules: &'a SheetRules, play: &SheetPlay) -> Vec<BoxPlay<'a>> {
    let [of_column, _] = rules.in_column();
    let columns = rules.side_by_side() as f64;
    let language = page.language();
    let row = |row: usize| {
        let slot = &rules.slots[row];
        let (mut points, mut nothing, mut turn) = (0.0, 0.0, 0.0);
        for of in play.statistics.slots.iter().skip(row).step_by(of_column) {
            points += of.points.value / columns;
            nothing += of.zero.value / columns / f64::from(slot.fill);
            turn += of.turn.value / columns;
        }
        BoxPlay { name: slot.row.get(language), points, nothing, turn }
    };
    (0..of_column).map(row).collect()
}

fn sheet_section(page: &Page<'_>, rules: &SheetRules, play: &SheetPlay) -> Markup {
    let boxes = boxes(page, rules, play);
    if boxes.len() == 1 {
        let results = play.results.as_ref().map(|results| [0.5, 0.9].map(|share| results.quantile(share)));
        return html! { @if let Some(results) = results { p { (result_sentence(page, results)) } } };
    }
    let marks = mark_sentences(page, rules, play);
    html! {
        ul.strategy {
            li { (most_sentence(page, &boxes)) }
            li { (nothing_sentence(page, &boxes)) }
            @if marks.is_empty() { li { (order_sentence(page, &boxes)) } }
            @for sentence in marks { li { (sentence) } }
        }
        (table(page, &boxes))
    }
}

/// A game of one box: how its results are spread.
fn result_sentence(page: &Page<'_>, [half, tenth]: [i32; 2]) -> String {
    page.tell("strategy-result", &[("half", half.into()), ("tenth", tenth.into())])
}

fn most_sentence(page: &Page<'_>, boxes: &[BoxPlay<'_>]) -> String {
    let mut most: Vec<&BoxPlay<'_>> = boxes.iter().collect();
    most.sort_by_key(|of| Reverse(whole(of.points * PRECISION)));
    let named = most.iter().take(NAMED).map(|of| format!("{} ({:.1})", of.name, of.points));
    page.tell("strategy-most", &[("boxes", named.collect::<Vec<_>>().join(", ").into())])
}

/// The boxes that most often bring nothing.
fn nothing_sentence(page: &Page<'_>, boxes: &[BoxPlay<'_>]) -> String {
    let mut least: Vec<&BoxPlay<'_>> = boxes.iter().filter(|of| of.nothing >= 0.05).collect();
    least.sort_by_key(|of| Reverse(whole(of.nothing * PRECISION)));
    let Some(first) = least.first() else { return page.say("strategy-nothing-rare") };
    let others = least.iter().skip(1).take(NAMED - 1);
    let others = others.map(|of| format!("{} ({})", of.name, of_hundred(of.nothing)));
    let args = [
        ("box", first.name.into()),
        ("share", of_hundred(first.nothing).into()),
        ("others", others.collect::<Vec<_>>().join(", ").into()),
        ("count", (least.len().min(NAMED) - 1).into()),
    ];
    page.tell("strategy-nothing", &args)
}

/// How often the bonus of each group is reached, or its penalty avoided.
fn mark_sentences(page: &Page<'_>, rules: &SheetRules, play: &SheetPlay) -> Vec<String> {
    let [_, of_column] = rules.in_column();
    let columns = rules.side_by_side() as f64;
    let sentences = |nth: usize| {
        let group = &rules.groups[nth];
        let thresholds: Vec<(&str, i32, i32)> = match &group.mark {
            None => Vec::new(),
            Some(GroupMark::Bonus { steps, .. }) => {
                steps.iter().map(|step| ("strategy-bonus", step.at_least, step.points)).collect()
            }
            Some(GroupMark::Penalty { below, points }) => vec![("strategy-penalty", *below, *points)],
        };
        let sentence = move |(step, (said, sum, points)): (usize, (&str, i32, i32))| {
            let reached = play.statistics.reached.iter().skip(nth).step_by(of_column);
            let share = reached.map(|steps| steps[step].value).sum::<f64>() / columns;
            let args = [
                ("group", group.row.get(page.language()).into()),
                ("share", of_hundred(share).into()),
                ("sum", sum.into()),
                ("points", points.into()),
            ];
            page.tell(said, &args)
        };
        thresholds.into_iter().enumerate().map(sentence)
    };
    (0..of_column).flat_map(sentences).collect()
}

/// What is filled early, and what is kept for the end.
fn order_sentence(page: &Page<'_>, boxes: &[BoxPlay<'_>]) -> String {
    let mut order: Vec<&BoxPlay<'_>> = boxes.iter().collect();
    order.sort_by_key(|of| whole(of.turn * PRECISION));
    let named = |boxes: &[&BoxPlay<'_>]| boxes.iter().map(|of| of.name).collect::<Vec<_>>().join(", ");
    let some = (order.len() / 2).min(2);
    let args =
        [("early", named(&order[..some]).into()), ("late", named(&order[order.len() - some..]).into())];
    page.tell("strategy-order", &args)
}

fn table(page: &Page<'_>, boxes: &[BoxPlay<'_>]) -> Markup {
    html! {
        details.by-box {
            summary { (page.say("strategy-table")) }
            table.figures {
                thead { tr {
                    @for head in ["strategy-box", "strategy-points", "strategy-empty", "strategy-turn"] { th scope="col" { (page.say(head)) } }
                } }
                tbody {
                    @for of in boxes {
                        tr {
                            th scope="row" { (of.name) }
                            td { (format!("{:.1}", of.points).replace('-', "−")) }
                            td { (of_hundred(of.nothing)) " %" }
                            td { (whole(of.turn)) }
                        }
                    }
                }
            }
        }
    }
}

fn race_section(page: &Page<'_>, rules: &RaceRules, play: &RacePlay) -> Markup {
    let turn = [("points", whole(play.banked).into()), ("lost", of_hundred(play.lost).into())];
    let bust = |dice: usize| of_hundred(rules.bust_chance(dice));
    let with =
        |id: &str, dice: usize, value: i32| page.tell(id, &[("dice", dice.into()), ("value", value.into())]);
    let few = 1..=rules.dice().min(NAMED);
    let risks: Vec<String> = few.clone().map(|dice| with("strategy-risk-of", dice, bust(dice))).collect();
    let stops = play.stops.iter().filter(|(dice, _)| few.contains(dice));
    // Where there is one die only, nobody asks how many are left.
    let stop = if rules.dice() == 1 { "strategy-stop-alone" } else { "strategy-stop-with" };
    let stops: Vec<String> = stops.map(|(dice, points)| with(stop, *dice, *points)).collect();
    html! {
        ul.strategy {
            li { (page.tell("strategy-turn-brings", &turn)) }
            li { (page.tell("strategy-risk", &[("risks", risks.join(", ").into())])) }
            @if !stops.is_empty() { li { (page.tell("strategy-stop", &[("stops", stops.join(", ").into())])) } }
        }
        details.by-box {
            summary { (page.say("strategy-table-dice")) }
            table.figures {
                thead { tr {
                    @for head in ["strategy-dice", "strategy-lost", "strategy-bank-from"] { th scope="col" { (page.say(head)) } }
                } }
                tbody {
                    @for dice in (1..=rules.dice()).rev() {
                        @let stop = play.stops.iter().find(|(of, _)| *of == dice).map(|(_, points)| points.to_string());
                        tr { th scope="row" { (dice) } td { (bust(dice)) " %" } td { (stop.unwrap_or_else(|| "–".to_owned())) } }
                    }
                }
            }
        }
    }
}
