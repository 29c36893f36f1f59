//! `kosti rules`: the rules of a game, explained from its file.

use std::process::ExitCode;

use anyhow::Result;
use kosti_dice::Dice;
use kosti_rules::{Example, Faces, Rules};
use kosti_text::{
    Explained, ExplainedCombination, ExplainedExample, ExplainedHouse, ExplainedSheet, ExplainedSlot, Section,
};
use serde_json::{Value, json};

use crate::args::RulesArgs;
use crate::game;
use crate::out::Out;
use crate::table::{self, Align};

/// Dice of one combination that are listed one by one.
const MOST_DICE_LISTED: usize = 12;

pub(crate) fn run(args: &RulesArgs, out: &mut Out) -> Result<ExitCode> {
    let rules = game::load(&args.of, &out.words)?;
    if args.of.json {
        out.json(&as_json(&rules, out.language()))?;
        return Ok(ExitCode::SUCCESS);
    }
    lay_out(&rules, &out.words.explain_rules(&rules), out)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the explained rules. What only the author says stands beside what the compiled rules say.
fn lay_out(compiled: &Rules, rules: &Explained, out: &mut Out) -> Result<()> {
    out.heading(&rules.name)?;
    let facts = out.words.read_facts(compiled);
    for line in rules.about.iter().chain([&rules.size]).chain(&rules.source).chain(&facts) {
        out.line(line)?;
    }
    for slots in &rules.slots {
        section(slots, box_lines, out)?;
    }
    if let Some(points) = compiled.sheet().and_then(|sheet| out.words.read_awards(sheet)) {
        section(&points, |line| vec![format!("  {line}")], out)?;
    }
    if let Some(sheets) = &rules.sheets {
        section(sheets, sheet_lines, out)?;
    }
    if let Some(combinations) = &rules.combinations {
        combination_table(combinations, &rules.faces, out)?;
    }
    if let Some(examples) = &rules.examples {
        section(examples, |example| vec![format!("  {}", example_line(example))], out)?;
    }
    if let Some(house) = &rules.house {
        house_lines(house, out)?;
    }
    Ok(())
}

fn section<T>(section: &Section<T>, lines: impl Fn(&T) -> Vec<String>, out: &mut Out) -> Result<()> {
    section_head(&section.heading, section.about.as_ref(), out)?;
    for line in section.items.iter().flat_map(lines) {
        out.line(&line)?;
    }
    Ok(())
}

fn section_head(heading: &str, about: Option<&String>, out: &mut Out) -> Result<()> {
    out.line("")?;
    out.heading(heading)?;
    about.map_or(Ok(()), |about| out.line(about))
}

fn box_lines(slot: &ExplainedSlot) -> Vec<String> {
    let mut lines = vec![format!("  {} [{}]", slot.name, slot.id)];
    lines.extend(slot.about.iter().chain([&slot.rule]).map(|text| format!("    {text}")));
    lines.extend(slot.examples.iter().map(|example| format!("    {}", example_line(example))));
    lines
}

/// An example, and the clause it comes from.
fn example_line(example: &ExplainedExample) -> String {
    format!("{}{}", example.text, in_brackets(example.clause.as_ref()))
}

fn in_brackets(clause: Option<&String>) -> String {
    clause.map_or_else(String::new, |clause| format!(" ({clause})"))
}

/// Prints compiled rules as they are read back, part by part.
pub(crate) fn print_reading(parts: &[Section<String>], out: &mut Out) -> Result<()> {
    parts.iter().try_for_each(|part| section(part, |line| vec![format!("  {line}")], out))
}

fn sheet_lines(sheet: &ExplainedSheet) -> Vec<String> {
    let lines = sheet.lines.iter().map(|line| format!("{} {}", line.name, line.entries.join(" ")));
    let lines = lines.collect::<Vec<_>>().join(", ");
    let sums = sheet.sums.iter().map(|(name, sum)| format!("{name} {sum}"));
    let sums = sums.collect::<Vec<_>>().join(", ");
    vec![format!("  {lines}: {sums}{}", in_brackets(sheet.clause.as_ref()))]
}

fn combination_table(
    combinations: &Section<ExplainedCombination>,
    faces: &Faces,
    out: &mut Out,
) -> Result<()> {
    let mut rows = Vec::new();
    for combination in &combinations.items {
        if let Some(points) = points_of_many(&combination.made_of) {
            rows.push(vec![format!("  {}", combination.name), combination.needs.clone(), points.to_string()]);
            continue;
        }
        for (i, (dice, points)) in combination.made_of.iter().enumerate() {
            let name = if i == 0 { combination.name.as_str() } else { "" };
            let dice = out.words.write_dice(faces, *dice);
            rows.push(vec![format!("  {name}"), dice, points.to_string()]);
        }
    }
    section_head(&combinations.heading, combinations.about.as_ref(), out)?;
    for line in table::lines(&rows, &[Align::Left, Align::Left, Align::Right]) {
        out.line(&line)?;
    }
    Ok(())
}

/// The points of a combination of more dice than anybody would read, if all of them give the same.
fn points_of_many(made_of: &[(Dice, i32)]) -> Option<i32> {
    let (_, points) = made_of.first()?;
    let same = made_of.iter().all(|(_, other)| other == points);
    (made_of.len() > MOST_DICE_LISTED && same).then_some(*points)
}

fn house_lines(house: &ExplainedHouse, out: &mut Out) -> Result<()> {
    section_head(&house.heading, None, out)?;
    for option in &house.options {
        out.line(&format!("  {} [{}]", option.name, option.id))?;
        if let Some(about) = &option.about {
            out.line(&format!("    {about}"))?;
        }
        for choice in &option.choices {
            let mark = if choice.is_chosen { "*" } else { " " };
            let [about, default] = [&choice.about, &choice.default].map(|text| text.as_deref().unwrap_or(""));
            out.line(&format!("    {mark} {}: {about} {default}", choice.id))?;
        }
    }
    // Only the command line explains how to change a rule: pages have buttons.
    let otherwise = if house.is_standard { out.say("rules-otherwise", &[]) } else { String::new() };
    out.line(&format!("{} {otherwise}", house.differs))
}

fn as_json(rules: &Rules, language: &str) -> Value {
    let boxes: Vec<Value> = rules
        .sheet()
        .into_iter()
        .flat_map(|sheet| sheet.slots.iter().map(move |slot| (sheet, slot)))
        .map(|(sheet, slot)| {
            json!({
                "id": slot.id,
                "name": slot.name.get(language),
                "about": slot.about.get(language),
                "group": slot.group.map(|group| &sheet.groups[group].id),
                "fill": slot.fill,
                "joker": slot.joker,
                "examples": examples(&slot.examples),
            })
        })
        .collect();
    let joker = rules.sheet().and_then(|sheet| {
        let joker = sheet.joker.as_ref()?;
        let first = joker.first.map(|group| &sheet.groups[group].id);
        let (name, slot) = (joker.name.get(language), &sheet.slots[joker.slot].id);
        Some(json!({ "name": name, "box": slot, "bonus": joker.bonus, "first": first }))
    });
    let house: Vec<Value> = rules
        .house
        .iter()
        .map(|option| {
            let choices: Vec<&str> = option.choices.iter().map(|(id, _)| id.as_str()).collect();
            json!({ "id": option.id, "name": option.name.get(language), "choices": choices, "chosen": option.choice() })
        })
        .collect();
    json!({
        "id": rules.id,
        "name": rules.name.get(language),
        "about": rules.about.get(language),
        "source": rules.source,
        "hash": rules.hash,
        "family": if rules.race().is_some() { "race" } else { "sheet" },
        "players": { "min": rules.players.min, "max": rules.players.max, "alone": rules.players.alone },
        "dice": rules.dice,
        "sides": rules.sides,
        "faces": faces(rules, language),
        "throws": rules.sheet().map(|sheet| sheet.throws),
        "boxes": boxes,
        "joker": joker,
        "target": rules.race().map(|race| race.target),
        "examples": rules.race().map(|race| examples(&race.examples)),
        "house": house,
    })
}

/// The faces with their names and colours, if they have any.
fn faces(rules: &Rules, language: &str) -> Option<Vec<Value>> {
    let faces = rules.faces();
    let one =
        |face| json!({ "face": face, "name": faces.name(face, language), "colour": faces.colour(face) });
    (faces.named() || !faces.colours.is_empty()).then(|| (1..=rules.sides).map(one).collect())
}

fn examples(examples: &[Example]) -> Value {
    let text =
        |e: &Example| json!({ "dice": e.dice, "throw": e.throw, "score": e.score, "clause": e.clause });
    json!(examples.iter().map(text).collect::<Vec<_>>())
}
