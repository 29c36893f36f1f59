//! `kosti rules`: the rules of a game, explained from its file.

use std::process::ExitCode;

use anyhow::Result;
use kosti_rules::file::{Amount, Blank, Cross, Lot, Unfit};
use kosti_rules::{Award, Example, Family, GroupMark, RaceRules, Rules, SheetRules, Slot};
use kosti_words::Words;
use serde_json::{Value, json};

use crate::args::RulesArgs;
use crate::game;
use crate::out::Out;
use crate::table::{self, Align};

pub(crate) fn run(args: &RulesArgs, out: &mut Out) -> Result<ExitCode> {
    let rules = game::load(&args.of, &out.words)?;
    if args.of.json {
        out.json(&as_json(&rules, out.language()))?;
        return Ok(ExitCode::SUCCESS);
    }
    head(&rules, out)?;
    match &rules.family {
        Family::Sheet(sheet) => score_sheet(sheet, out)?,
        Family::Race(race) => race_to(race, out)?,
    }
    house(&rules, out)?;
    Ok(ExitCode::SUCCESS)
}

/// A line, where there is something to say.
fn said(text: &str, indent: &str, out: &mut Out) -> Result<()> {
    if text.is_empty() { Ok(()) } else { out.line(&format!("{indent}{text}")) }
}

fn head(rules: &Rules, out: &mut Out) -> Result<()> {
    let language = out.language();
    out.heading(rules.name.get(language))?;
    said(rules.about.get(language), "", out)?;
    let players = if rules.players.alone { "rules-players-alone" } else { "rules-players" };
    let (min, max) = (rules.players.min, rules.players.max);
    let players = out.say(players, &[("min", min.into()), ("max", max.into())]);
    let dice = out.say("rules-dice", &[("dice", rules.dice.into()), ("sides", rules.sides.into())]);
    let size = match &rules.family {
        Family::Sheet(sheet) => {
            out.say("rules-sheet", &[("throws", sheet.throws.into()), ("rounds", sheet.rounds.into())])
        }
        Family::Race(race) => out.say("rules-race", &[("target", race.target.into())]),
    };
    out.line(&format!("{players}; {dice}; {size}."))?;
    if let Some(source) = &rules.source {
        let source = out.say("rules-source", &[("source", source.into())]);
        out.line(&source)?;
    }
    Ok(())
}

fn score_sheet(rules: &SheetRules, out: &mut Out) -> Result<()> {
    let language = out.language();
    for line in sheet_facts(rules, &out.words) {
        out.line(&line)?;
    }
    let mut last_group = None;
    for slot in &rules.slots {
        if slot.group != last_group || last_group.is_none() && slot.id == rules.slots[0].id {
            out.line("")?;
            match slot.group.map(|group| &rules.groups[group]) {
                Some(group) => {
                    out.heading(group.name.get(language))?;
                    said(group.about.get(language), "", out)?;
                }
                None => {
                    let boxes = out.say("rules-boxes", &[]);
                    out.heading(&boxes)?;
                }
            }
            last_group = slot.group;
        }
        box_lines(slot, out)?;
    }
    if !rules.awards.is_empty() {
        let heading = out.say("rules-points", &[]);
        out.line("")?;
        out.heading(&heading)?;
        for award in &rules.awards {
            let worth = award_worth(&award.award, &out.words);
            out.line(&format!("  {}: {worth}", award.name.get(language)))?;
        }
    }
    sheet_examples(rules, out)
}

/// What holds for the whole sheet: who starts, what comes first, bonuses, instant wins.
fn sheet_facts(rules: &SheetRules, words: &Words) -> Vec<String> {
    let language = words.language();
    let mut facts = Vec::new();
    match rules.lot {
        Some(Lot::LowestSum) => facts.push(words.say("rules-lot-lowest", &[])),
        Some(Lot::HighestSum) => facts.push(words.say("rules-lot-highest", &[])),
        None => {}
    }
    if let Some(gate) = &rules.gate {
        let group = rules.groups[gate.of].name.get(language);
        facts.push(words.say("rules-gate", &[("count", gate.scored.into()), ("group", group.into())]));
    }
    facts.extend(joker_facts(rules, words));
    for group in &rules.groups {
        let name = ("group", group.name.get(language).into());
        match group.mark {
            Some(GroupMark::Bonus { at_least, points, .. }) => {
                let args = [name, ("sum", at_least.into()), ("points", points.into())];
                facts.push(words.say("rules-bonus", &args));
            }
            Some(GroupMark::Penalty { below, points }) => {
                let args = [name, ("sum", below.into()), ("points", points.into())];
                facts.push(words.say("rules-penalty", &args));
            }
            None => {}
        }
        if let Some(amount) = group.last_resort {
            let amount = match amount {
                Amount::Fixed(points) => points.to_string(),
                Amount::Number => "number".to_owned(),
                Amount::MinusNumber => "minus".to_owned(),
            };
            let args = [("group", group.name.get(language).into()), ("amount", amount.into())];
            facts.push(words.say("rules-last-resort", &args));
        }
    }
    for win in &rules.instant_wins {
        let about = match win.about.get(language) {
            "" => words.say("why-wins", &[("win", win.name.get(language).into())]),
            about => format!("{}: {about}", win.name.get(language)),
        };
        facts.push(about);
    }
    facts
}

fn joker_facts(rules: &SheetRules, words: &Words) -> Vec<String> {
    let Some(joker) = &rules.joker else { return Vec::new() };
    let language = words.language();
    let slot = rules.slots[joker.slot].name.get(language);
    let mut facts = vec![words.say("rules-joker", &[("box", slot.into())])];
    if let Some(points) = joker.bonus {
        let name = joker.name.get(language);
        let args = [("name", name.into()), ("points", points.into()), ("box", slot.into())];
        facts.push(words.say("rules-joker-bonus", &args));
    }
    if let Some(group) = joker.first {
        let group = rules.groups[group].name.get(language);
        facts.push(words.say("rules-joker-first", &[("group", group.into())]));
    }
    facts
}

fn box_lines(slot: &Slot, out: &mut Out) -> Result<()> {
    let language = out.language();
    out.line(&format!("  {} [{}]", slot.name.get(language), slot.id))?;
    said(slot.about.get(language), "    ", out)?;
    let mut about: Vec<String> = vec![format!("{}.", out.words.box_rule(slot))];
    if slot.fill > 1 {
        about.push(out.say("rules-fill", &[("fill", slot.fill.into())]));
    }
    let giving_up = match (slot.cross, slot.unfit) {
        (Cross::LastThrow, _) => Some("rules-cross-last-throw"),
        (Cross::AnyThrow, _) => Some("rules-cross-any-throw"),
        (Cross::Never, Unfit::Zero) if slot.fits_all() => None,
        (Cross::Never, Unfit::Zero) => Some("rules-unfit-zero"),
        (Cross::Never, Unfit::Refused) => Some("rules-cross-never"),
    };
    about.extend(giving_up.map(|id| out.say(id, &[])));
    if let Some(points) = slot.joker {
        about.push(out.say("rules-joker-gives", &[("points", points.into())]));
    }
    out.line(&format!("    {}", about.join(" ")))?;
    for example in &slot.examples {
        let told = example_line(example, &out.words);
        out.line(&format!("    {told}"))?;
    }
    Ok(())
}

/// An example, and the clause it comes from.
fn example_line(example: &Example, words: &Words) -> String {
    let told = example_told(example, words);
    example.clause.as_ref().map_or(told.clone(), |clause| format!("{told} ({clause})"))
}

fn example_told(example: &Example, words: &Words) -> String {
    let args = [("dice", example.dice.to_string().into()), ("score", example.score.unwrap_or(0).into())];
    let id = match (example.score, example.throw) {
        (None, _) => "rules-example-refused",
        (Some(_), 1) => "rules-example-hand",
        (Some(_), _) => "rules-example",
    };
    words.say(id, &args)
}

fn award_worth(award: &Award, words: &Words) -> String {
    match award {
        Award::SumOf { give, .. } | Award::NeverCrossed { give, .. } | Award::EachScored { give, .. } => {
            format!("{give:+}")
        }
        Award::Total { steps } => {
            let step = |(from, give): &(i32, i32)| {
                words.say("rules-step", &[("from", (*from).into()), ("give", format!("{give:+}").into())])
            };
            steps.iter().map(step).collect::<Vec<_>>().join(", ")
        }
    }
}

fn race_to(rules: &RaceRules, out: &mut Out) -> Result<()> {
    let language = out.language();
    let hot = if rules.hot_dice { "rules-hot-dice" } else { "rules-no-hot-dice" };
    let mut facts = vec![out.say("rules-turn", &[]), out.say(hot, &[])];
    if let Some(double) = &rules.double {
        facts.push(match double.about.get(language) {
            "" => out.say("rules-double", &[("aside", double.aside.into())]),
            about => about.to_owned(),
        });
        facts.push(match double.blank {
            Blank::MustThrow => out.say("rules-double-must", &[]),
            Blank::MayBank => out.say("rules-double-may", &[]),
        });
    }
    for fact in facts {
        out.line(&fact)?;
    }
    for barrel in &rules.barrels {
        let args =
            [("from", barrel.from.into()), ("exit", barrel.exit.into()), ("turns", barrel.turns.into())];
        let told = out.say("rules-barrel", &args);
        out.line(&told)?;
    }
    let mut rows = Vec::new();
    for combination in &rules.combinations {
        for (i, (dice, points)) in combination.made_of.iter().enumerate() {
            let name = if i == 0 { combination.name.get(language) } else { "" };
            rows.push(vec![format!("  {name}"), dice.to_string(), points.to_string()]);
        }
    }
    let heading = out.say("rules-combinations", &[]);
    out.line("")?;
    out.heading(&heading)?;
    for line in table::lines(&rows, &[Align::Left, Align::Left, Align::Right]) {
        out.line(&line)?;
    }
    // The table above has every combination; what is left are splits and what is none.
    let listed = |example: &Example| rules.combinations.iter().any(|c| c.made_of.contains_key(&example.dice));
    let others: Vec<&Example> = rules.examples.iter().filter(|example| !listed(example)).collect();
    if !others.is_empty() {
        let heading = out.say("rules-examples", &[]);
        out.line("")?;
        out.heading(&heading)?;
    }
    for example in others {
        let told = example_line(example, &out.words);
        out.line(&format!("  {told}"))?;
    }
    Ok(())
}

/// Worked examples of whole sheets.
fn sheet_examples(rules: &SheetRules, out: &mut Out) -> Result<()> {
    if rules.examples.is_empty() {
        return Ok(());
    }
    let heading = out.say("rules-examples", &[]);
    out.line("")?;
    out.heading(&heading)?;
    for example in &rules.examples {
        let filled = (0..rules.slots.len()).filter(|&slot| example.sheet.filled(slot) > 0);
        let told: Vec<String> = filled
            .map(|slot| {
                let entries: Vec<String> =
                    example.sheet.entries(slot).iter().map(ToString::to_string).collect();
                format!("{} {}", rules.slots[slot].name.get(out.language()), entries.join(" "))
            })
            .chain(
                rules
                    .joker
                    .iter()
                    .filter(|_| example.sheet.joker() != 0)
                    .map(|joker| format!("{} {}", joker.name.get(out.language()), example.sheet.joker())),
            )
            .collect();
        let sums = [("table-total", example.total), ("table-points", example.points)];
        let sums = sums.iter().filter_map(|(id, sum)| sum.map(|sum| format!("{} {sum}", out.say(id, &[]))));
        let sums = sums.collect::<Vec<_>>().join(", ");
        let clause = example.clause.as_ref().map_or_else(String::new, |clause| format!(" ({clause})"));
        out.line(&format!("  {}: {sums}{clause}", told.join(", ")))?;
    }
    Ok(())
}

fn house(rules: &Rules, out: &mut Out) -> Result<()> {
    if rules.house.is_empty() {
        return Ok(());
    }
    let language = out.language();
    let heading = out.say("rules-house", &[]);
    out.line("")?;
    out.heading(&heading)?;
    for option in &rules.house {
        out.line(&format!("  {} [{}]", option.name.get(language), option.id))?;
        said(option.about.get(language), "    ", out)?;
        for (i, (id, about)) in option.choices.iter().enumerate() {
            let mark = if i == option.chosen { "*" } else { " " };
            let default = if i == 0 { out.say("rules-default", &[]) } else { String::new() };
            out.line(&format!("    {mark} {id}: {} {default}", about.get(language)))?;
        }
    }
    let changes: Vec<String> =
        rules.house_changes().map(|(option, choice)| format!("{option}={choice}")).collect();
    let told = if changes.is_empty() {
        out.say("rules-standard", &[])
    } else {
        out.say("rules-differs", &[("changes", changes.join(", ").into())])
    };
    out.line(&told)?;
    Ok(())
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
        "throws": rules.sheet().map(|sheet| sheet.throws),
        "boxes": boxes,
        "joker": joker,
        "target": rules.race().map(|race| race.target),
        "examples": rules.race().map(|race| examples(&race.examples)),
        "house": house,
    })
}

fn examples(examples: &[Example]) -> Value {
    let told =
        |e: &Example| json!({ "dice": e.dice, "throw": e.throw, "score": e.score, "clause": e.clause });
    json!(examples.iter().map(told).collect::<Vec<_>>())
}
