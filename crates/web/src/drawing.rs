//! A small drawing for each game, made from its rules: the feature that sets it apart, with its own numbers.

use kosti_rules::file::{ColumnOrder, Hand};
use kosti_rules::{Family, GroupMark, RaceRules, Rules, SheetRules};
use maud::{Markup, html};

use super::die;

/// The drawing of a game. It says nothing that is not written beside it.
pub(super) fn drawing(rules: &Rules) -> Markup {
    let drawn = match &rules.family {
        Family::Sheet(sheet) => draw_sheet(rules, sheet),
        Family::Race(race) => draw_race(rules, race),
    };
    html! { svg.drawing viewBox="0 0 56 46" aria-hidden="true" focusable="false" { (drawn) } }
}

/// The feature of a sheet that nobody overlooks.
fn draw_sheet(rules: &Rules, sheet: &SheetRules) -> Markup {
    let fill = sheet.slots.iter().map(|slot| slot.fill).max().unwrap_or(1);
    let penalty = sheet.groups.iter().any(|group| matches!(group.mark, Some(GroupMark::Penalty { .. })));
    let served = sheet.slots.iter().any(|slot| matches!(slot.how.hand, Hand::Plus(_)));
    let marks = sheet.groups.iter().filter_map(|group| group.mark.as_ref());
    let bonus = marks.filter_map(|mark| mark.steps().first()).map(|step| step.points).next();
    match (&sheet.gate, bonus) {
        _ if sheet.columns.len() > 1 => columns(sheet),
        _ if fill > 1 => places(sheet, fill),
        _ if !sheet.keeps.is_empty() => stairs(sheet),
        _ if sheet.set_aside.is_some() => shelf(&top_dice(rules)),
        _ if sheet.rounds == 1 => fan(&top_dice(rules)),
        (Some(gate), _) => blackboard(gate.scored),
        _ if penalty => card(&top_dice(rules)),
        _ if !sheet.instant_wins.is_empty() => medal(if served { 1 } else { 3 }),
        _ if rules.dice != 5 => block(rules.dice),
        _ if sheet.joker.is_some() => joker(),
        (None, Some(bonus)) => bonus_sheet(bonus, sheet.rounds),
        (None, None) => sail(sheet.rounds),
    }
}

fn draw_race(rules: &Rules, race: &RaceRules) -> Markup {
    match (race.barrels.len(), race.lost_turns) {
        (0, Some(lost)) => crosses(race.target, lost.row),
        (0, None) if rules.dice == 1 => one_die(race.target),
        (0, None) if race.can_lose_score() => lost_dice(race.target),
        (0, None) if race.last_round.is_some() => flag(race.target),
        (0, None) => flame(race.target),
        (barrels, _) => barrel(barrels),
    }
}

/// The dice of the best example.
fn top_dice(rules: &Rules) -> Vec<u8> {
    let best = match &rules.family {
        Family::Sheet(sheet) => {
            sheet.slots.iter().flat_map(|slot| &slot.examples).max_by_key(|example| example.score)
        }
        Family::Race(race) => race.examples.iter().max_by_key(|example| example.score),
    };
    best.map(|example| example.dice.faces().collect()).unwrap_or_default()
}

/// An arrow for each column, in the order in which it is filled.
fn columns(sheet: &SheetRules) -> Markup {
    let step = 48 / sheet.columns.len().clamp(1, 6);
    html! {
        @for (nth, column) in sheet.columns.iter().take(6).enumerate() {
            g.line transform={ "translate(" (4 + step / 2 + nth * step) " 0)" } {
                path d="M0 6v34" {}
                @if column.order != ColumnOrder::Down { path d="M-4 11l4-5 4 5" {} }
                @if column.order != ColumnOrder::Up { path d="M-4 35l4 5 4-5" {} }
                @if column.order == ColumnOrder::Announced { circle.solid cx="0" cy="23" r="4" {} }
            }
            @if column.times > 1 { text.pen.small x=(4 + step / 2 + nth * step + 6) y="45" { "×" (column.times) } }
        }
    }
}

/// Boxes that are filled several times: some are.
fn places(sheet: &SheetRules, fill: u8) -> Markup {
    let (rows, across) = (sheet.slots.len().min(3), usize::from(fill.min(5)));
    let (width, height) = (40 / across, 39 / rows);
    html! {
        g.line.thin {
            @for nth in 0..=across { path d=(format!("M{} 4v{}", 8 + nth * width, rows * height)) {} }
            @for nth in 0..=rows { path d=(format!("M8 {}h{}", 4 + nth * height, across * width)) {} }
        }
        @for row in 0..rows {
            @for place in 0..across.saturating_sub(row + 1) {
                circle.solid cx=(8 + place * width + width / 2) cy=(4 + row * height + height / 2) r="3.2" {}
            }
        }
    }
}

/// A blackboard: so many boxes come before all others.
fn blackboard(scored: usize) -> Markup {
    html! {
        rect.slate x="6" y="4" width="44" height="32" rx="3" {}
        path.wood d="M14 38l-4 7M42 38l4 7" {}
        text.chalk x="28" y="29" { (scored) "+" }
    }
}

/// Dice that are kept one after the other.
fn stairs(sheet: &SheetRules) -> Markup {
    let mut first: Vec<u8> = Vec::new();
    for keep in &sheet.keeps {
        first.extend(keep.faces().filter(|face| !first.contains(face)).take(1).collect::<Vec<_>>());
    }
    html! {
        @for (nth, face) in first.iter().take(3).enumerate() { (small_die(2 + 18 * nth as i32, 26 - 12 * nth as i32, 18, *face)) }
    }
}

/// Dice that stay aside, and one that is still thrown.
fn shelf(dice: &[u8]) -> Markup {
    let mut faces = dice.to_vec();
    faces.dedup();
    html! {
        path.wood d="M3 43h50" {}
        @for (nth, face) in faces.iter().take(3).enumerate() { (small_die(3 + 17 * nth as i32, 25, 16, *face)) }
        g transform="rotate(14 28 12)" { (small_die(20, 3, 16, dice.last().copied().unwrap_or(6))) }
    }
}

/// One hand only: it lies open.
fn fan(dice: &[u8]) -> Markup {
    html! {
        @for (nth, face) in dice.iter().rev().take(3).enumerate() {
            g transform=(format!("translate({} {}) rotate({} 10 13)", 1 + nth * 17, if nth == 1 { 5 } else { 10 }, nth as i32 * 12 - 12)) {
                rect.bone x="0" y="0" width="20" height="26" rx="5" {}
                g transform="translate(1.5 4.5) scale(.355)" { (die::pips_of(*face)) }
            }
        }
    }
}

/// A card behind a die.
fn card(dice: &[u8]) -> Markup {
    html! {
        g transform="rotate(-10 20 24)" {
            rect.bone x="7" y="5" width="25" height="35" rx="4" {}
            path.dark d="M19.5 13c5 5 8 7 8 11a4 4 0 0 1-7 2.5l1.5 6h-5l1.5-6a4 4 0 0 1-7-2.5c0-4 3-6 8-11z" {}
        }
        (small_die(26, 17, 27, dice.last().copied().unwrap_or(6)))
    }
}

/// A win at once: a medal, or stars for each way.
fn medal(stars: usize) -> Markup {
    html! {
        @if stars == 1 {
            path.ribbon d="M18 2h8l4 12-6 4zM38 2h-8l-4 12 6 4z" {}
            circle.gold cx="28" cy="29" r="14" {}
            (star(28.0, 29.0, 0.62))
        } @else {
            path.cloth d="M6 17h44v20H6z" {}
            @for nth in 0..stars { (star(15.0 + 13.0 * nth as f64, 27.0, 0.55)) }
            path.line d="M6 17h44M6 37h44" {}
            path.gold d="M12 11h32l-4-7H16z" {}
        }
    }
}

fn star(x: f64, y: f64, scale: f64) -> Markup {
    html! {
        path.star transform=(format!("translate({x} {y}) scale({scale}) translate(-12 -12)"))
            d="M12 1.5l3.1 6.7 7.3.8-5.4 5 1.5 7.2L12 17.5l-6.5 3.7L7 14 1.6 9l7.3-.8z" {}
    }
}

/// All dice of a game that has more or fewer than five.
fn block(dice: u8) -> Markup {
    let across = if dice > 3 { dice.div_ceil(2) } else { dice };
    let rows = dice.div_ceil(across.max(1));
    html! {
        @for nth in 0..dice.min(8) {
            @let (x, y) = (28 - i32::from(across) * 9 + i32::from(nth % across) * 18, 23 - i32::from(rows) * 10 + i32::from(nth / across) * 20);
            (small_die(x, y + 1, 17, nth % 6 + 1))
        }
    }
}

/// A die that may stand for others.
fn joker() -> Markup {
    html! {
        (small_die(6, 12, 30, 5))
        g transform="rotate(10 40 16)" { rect.bone x="29" y="3" width="22" height="26" rx="5" {} (star(40.0, 16.0, 0.7)) }
    }
}

/// A bonus, on a sheet of so many boxes.
fn bonus_sheet(bonus: i32, boxes: usize) -> Markup {
    html! {
        path.leaf d="M9 3h38v40H9z" {}
        g.line.thin { @for nth in 1..(boxes / 3).clamp(2, 7) { path d={ "M9 " (3 + nth * 5) "h38" } {} } path.red d="M20 3v40" {} }
        rect.leaf x="20" y="22" width="34" height="19" rx="4" {}
        text.pen x="37" y="38" { "+" (bonus) }
    }
}

/// A sail with a plank for every three boxes: nothing but boxes.
fn sail(boxes: usize) -> Markup {
    html! {
        path.line.filled d="M29 2v32M29 4l18 26H29M26 9L10 30h16" {}
        path.solid d="M5 35h46l-6 9H12z" {}
        g.foam { @for nth in 0..(boxes / 3).clamp(1, 6) { circle cx=(16 + nth * 7) cy="39.5" r="1.6" {} } }
    }
}

/// A barrel; and the others behind it.
fn barrel(barrels: usize) -> Markup {
    html! {
        @for nth in (0..barrels.min(3)).rev() {
            g transform=(format!("translate({} {}) scale({})", 22 - 9 * barrels.min(3) as i32 / 2 + 13 * nth as i32 - 6, 3 + 3 * nth, 0.56 - 0.06 * nth as f64)) {
                path.barrel d="M12 3h36c7 20 7 46 0 66H12C5 49 5 23 12 3z" {}
                path.stave d="M22 3c-4 22-4 44 0 66M38 3c4 22 4 44 0 66M30 3v66" {}
                path.hoop d="M8 17h44M8 55h44" {}
            }
        }
    }
}

/// One die and the way to the target.
fn one_die(target: i32) -> Markup {
    html! {
        g transform="rotate(-9 18 20)" { (small_die(2, 4, 31, 1)) }
        text.pen x="41" y="43" { (target) }
    }
}

/// The dice that cost everything, and the target.
fn lost_dice(target: i32) -> Markup {
    html! {
        g transform="rotate(-8 15 16)" { (small_die(2, 3, 25, 1)) }
        g transform="rotate(9 40 16)" { (small_die(29, 3, 25, 1)) }
        text.pen.small x="28" y="46" { (target) }
    }
}

/// Dice that can be thrown again and again.
fn flame(target: i32) -> Markup {
    html! {
        path.fire d="M28 14c-9-5-4-10 0-14 1 5 9 7 5 13z" {}
        path.fire.low d="M18 15c-6-3-4-8-1-10 1 4 5 4 4 8zM38 15c6-3 4-8 1-10-1 4-5 4-4 8z" {}
        (small_die(17, 12, 22, 5))
        text.pen.small x="28" y="46" { (target) }
    }
}

/// The target as a flag at the end of the way: who reaches it starts the last round.
fn flag(target: i32) -> Markup {
    html! {
        path.line d="M14 34V4" {}
        path.fire d="M14 4c9-4 14 5 24 0v14c-10 5-15-4-24 0z" {}
        (small_die(34, 16, 20, 1))
        text.pen.small x="28" y="46" { (target) }
    }
}

/// The target, and turns that may be lost before it costs.
fn crosses(target: i32, row: u8) -> Markup {
    html! {
        text.pen.small x="28" y="22" { (target) }
        path.line d="M4 28c16-3 32-3 48-1" {}
        g.red.line { @for nth in 0..row.min(5) { path transform={ "translate(" (28 - i32::from(row.min(5)) * 6 + i32::from(nth) * 12 + 2) " 34)" } d="M0 0l8 8M8 0l-8 8" {} } }
    }
}

fn small_die(x: i32, y: i32, size: i32, face: u8) -> Markup {
    html! {
        svg x=(x) y=(y) width=(size) height=(size) viewBox="0 0 48 48" {
            rect.bone x="2" y="2" width="44" height="44" rx="10" {}
            (die::pips_of(face))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use kosti_rules::House;

    use super::*;

    #[test]
    fn every_game_has_a_drawing_of_its_own() {
        let mut seen = HashMap::new();
        for id in kosti_games::ids() {
            let rules = kosti_games::file(id).unwrap().rules(&House::default()).unwrap();
            let drawn = drawing(&rules).into_string();
            assert_eq!(seen.insert(drawn, id), None, "{id}");
        }
    }
}
