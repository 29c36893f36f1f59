//! `kosti rules`: the rules of a game, explained from its file.

use std::process::ExitCode;

use anyhow::Result;
use kosti_rules::file::{Cross, Lot, Unfit};
use kosti_rules::{Award, Example, Family, GroupMark, RaceRules, Rules, SheetRules, Slot};
use kosti_words::Words;
use serde_json::{Value, json};

use crate::args::RulesArgs;
use crate::game;
use crate::out::Out;
use crate::table::{self, Align};

pub(crate) fn run(args: &RulesArgs, out: &mut Out) -> Result<ExitCode> {
    let rules = game::load(&args.game, &args.house, &out.words)?;
    if args.json {
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

fn head(rules: &Rules, out: &mut Out) -> Result<()> {
    let language = out.language();
    out.heading(rules.name.get(language))?;
    out.line(rules.about.get(language))?;
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
                    out.line(group.about.get(language))?;
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
    Ok(())
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
        if group.last_resort.is_some() {
            let name = group.name.get(language);
            facts.push(words.say("rules-last-resort", &[("group", name.into())]));
        }
    }
    for win in &rules.instant_wins {
        facts.push(format!("{}: {}", win.name.get(language), win.about.get(language)));
    }
    facts
}

fn box_lines(slot: &Slot, out: &mut Out) -> Result<()> {
    let language = out.language();
    out.line(&format!("  {} [{}]", slot.name.get(language), slot.id))?;
    let mut about: Vec<String> = vec![slot.about.get(language).to_owned()];
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
    about.retain(|line| !line.is_empty());
    out.line(&format!("    {}", about.join(" ")))?;
    for example in &slot.examples {
        let told = example_line(example, &out.words);
        out.line(&format!("    {told}"))?;
    }
    Ok(())
}

fn example_line(example: &Example, words: &Words) -> String {
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
    if rules.hot_dice {
        let hot = out.say("rules-hot-dice", &[]);
        out.line(&hot)?;
    }
    if let Some(double) = &rules.double {
        out.line(double.about.get(language))?;
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
        out.line(&format!("    {}", option.about.get(language)))?;
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
                "examples": examples(&slot.examples),
            })
        })
        .collect();
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
