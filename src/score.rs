//! `kosti score`: the score of dice by box or selection.

use std::process::ExitCode;

use anyhow::Result;
use kosti_query::{RaceScore, ScoreAnswer, ScoreQuestion, SheetScore};
use kosti_rules::file::Blank;
use kosti_rules::{Entry, Family, RaceRules, Rules, SheetRules, WrittenSheet};
use kosti_text::Words;

use crate::args::ScoreArgs;
use crate::failure::Failure;
use crate::out::Out;
use crate::table::{self, Align};
use crate::{ask, game};

pub(crate) fn run(args: &ScoreArgs, out: &mut Out) -> Result<ExitCode> {
    let rules = game::load(&args.of, &out.words)?;
    let Some(typed) = args.dice() else {
        return Err(Failure::usage(out.say("score-no-dice", &[("game", (&args.of.game).into())])).into());
    };
    let faces = parse_dice(&typed, &rules, &out.words)?;
    let mut question = ScoreQuestion {
        game: args.of.game.clone(),
        house: args.of.choices(&out.words)?,
        dice: Some(faces.clone()),
        ..ScoreQuestion::default()
    };
    // The default of `kosti advise` too: the first throw.
    let (throw, aside) = (args.throw.unwrap_or(1), args.aside.unwrap_or(0));
    match &rules.family {
        Family::Sheet(_) => {
            refuse_options(&[("aside", args.aside.is_some())], &rules, out)?;
            question.throw = Some(throw);
            question.sheet = Some(parse_sheet(args.sheet.as_deref().unwrap_or_default(), &out.words)?);
        }
        Family::Race(_) => {
            refuse_options(&[("throw", args.throw.is_some()), ("sheet", args.sheet.is_some())], &rules, out)?;
            question.aside = Some(aside);
        }
    }
    let answer = ask::engine(out.language()).score(&question).map_err(|error| ask::failure(&error, out))?;
    if args.of.json {
        out.json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    let dice = dice(faces);
    match (&rules.family, &answer) {
        (Family::Sheet(sheet), ScoreAnswer::Sheet(answer)) => boxes(sheet, &dice, throw, answer, out)?,
        (Family::Race(race), ScoreAnswer::Race(answer)) => selections(race, &dice, aside, answer, out)?,
        _ => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// Refuses options of the other family.
pub(crate) fn refuse_options(options_of_others: &[(&str, bool)], rules: &Rules, out: &Out) -> Result<()> {
    let Some((option, _)) = options_of_others.iter().find(|(_, given)| *given) else { return Ok(()) };
    let words = [("option", (*option).into()), ("game", rules.name.get(out.language()).into())];
    Err(Failure::usage(out.say("score-wrong-option", &words)).into())
}

/// Parses dice: separate numbers (`2,2,5,5,5`, `2 2 5 5 5`, `2-2-5-5-5`), or digits in one word (`22555`).
pub(crate) fn parse_dice(typed: &str, rules: &Rules, words: &Words) -> Result<Vec<u8>> {
    let sides = rules.sides;
    let bad = |why: String| {
        let args = [("text", typed.into()), ("why", why.into())];
        Failure::usage(words.say("score-bad-dice", &args))
    };
    let mut faces = Vec::new();
    for word in typed.split([',', ' ', '-', ';', '\t']).filter(|word| !word.is_empty()) {
        let known = word.parse().ok().filter(|face| (1..=sides).contains(face));
        let digits = word.chars().map(|digit| digit.to_digit(10).and_then(|digit| u8::try_from(digit).ok()));
        match (known, digits.collect::<Option<Vec<u8>>>()) {
            (Some(face), _) => faces.push(face),
            (None, Some(digits)) => faces.extend(digits),
            (None, None) => return Err(bad(words.say("dice-not-a-number", &[("word", word.into())])).into()),
        }
    }
    if let Some(&face) = faces.iter().find(|face| !(1..=sides).contains(*face)) {
        return Err(
            bad(words.say("dice-no-such-face", &[("face", face.into()), ("most", sides.into())])).into()
        );
    }
    faces.sort_unstable();
    Ok(faces)
}

/// Parses a sheet: JSON, or `ones=-4,pair=x`; a box that is filled several times is repeated.
pub(crate) fn parse_sheet(typed: &str, words: &Words) -> Result<WrittenSheet> {
    let bad = || Failure::usage(words.say("score-bad-sheet", &[("text", typed.into())]));
    if typed.trim_start().starts_with('{') {
        return Ok(serde_json::from_str(typed).map_err(|_| bad())?);
    }
    let mut sheet = WrittenSheet::default();
    for pair in typed.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
        let (id, entry) = pair.split_once('=').ok_or_else(bad)?;
        let entry = match entry.trim() {
            "x" | "X" => Entry::Crossed,
            number => Entry::Score(number.parse().map_err(|_| bad())?),
        };
        sheet.0.entry(id.trim().to_owned()).or_default().0.push(entry);
    }
    Ok(sheet)
}

fn boxes(rules: &SheetRules, dice: &str, throw: u8, answer: &SheetScore, out: &mut Out) -> Result<()> {
    let heading = [("dice", dice.into()), ("throw", throw.into()), ("throws", rules.throws.into())];
    let heading = out.say("score-heading", &heading);
    out.heading(&heading)?;
    let mut rows = Vec::new();
    for open in &answer.boxes {
        let Some(slot) = rules.slot(&open.r#box).map(|slot| &rules.slots[slot]) else { continue };
        let mut score = match (open.score, open.cross) {
            (Some(points), _) => points.to_string(),
            (None, true) => out.say("score-cross", &[]),
            (None, false) => "–".to_owned(),
        };
        if let Some(bonus) = open.bonus {
            score = format!("{score} {bonus:+}");
        }
        rows.push(vec![slot.name.get(out.language()).to_owned(), score, open.why.clone()]);
    }
    for line in table::lines(&rows, &[Align::Left, Align::Right, Align::Left]) {
        out.line(&line)?;
    }
    if rows.is_empty() {
        let full = out.say("score-full", &[]);
        out.line(&full)?;
    } else if answer.rethrow {
        let rethrow = out.say("score-rethrow", &[("left", (rules.throws - throw).into())]);
        out.line(&rethrow)?;
    }
    Ok(())
}

fn selections(rules: &RaceRules, dice: &str, aside: usize, answer: &RaceScore, out: &mut Out) -> Result<()> {
    let heading = out.say("score-race-heading", &[("dice", dice.into()), ("aside", aside.into())]);
    out.heading(&heading)?;
    let selections = answer.selections.iter();
    let rows: Vec<Vec<String>> = selections
        .map(|selection| vec![self::dice(selection.take.faces()), selection.points.to_string()])
        .collect();
    for line in table::lines(&rows, &[Align::Left, Align::Right]) {
        out.line(&line)?;
    }
    if answer.free_throw {
        let blank = rows.is_empty().then(|| rules.double.as_ref().map(|double| double.blank)).flatten();
        let id = match blank {
            None => "score-free-throw",
            Some(Blank::MustThrow) => "score-blank-must",
            Some(Blank::MayBank) => "score-blank-may",
        };
        let all = out.say(id, &[("dice", rules.dice().into())]);
        out.line(&all)?;
    }
    if answer.bust {
        let bust = out.say(if answer.score_lost { "score-lost" } else { "score-bust" }, &[]);
        out.line(&bust)?;
    }
    Ok(())
}

/// Formats dice for people.
fn dice(faces: impl IntoIterator<Item = u8>) -> String {
    faces.into_iter().map(|face| face.to_string()).collect::<Vec<_>>().join("-")
}
