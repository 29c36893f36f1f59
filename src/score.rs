//! `kosti score`: what dice are worth, box by box or selection by selection.

use std::process::ExitCode;

use anyhow::Result;
use kosti_rules::file::Blank;
use kosti_rules::{Family, RaceRules, Rules, SheetRules, WrittenSheet};
use kosti_words::Words;
use serde_json::{Map, Value, json};

use crate::args::ScoreArgs;
use crate::failure::Failure;
use crate::out::Out;
use crate::table::{self, Align};
use crate::{ask, game};

pub(crate) fn run(args: &ScoreArgs, out: &mut Out) -> Result<ExitCode> {
    let rules = game::load(&args.of, &out.words)?;
    let Some(dice) = args.dice() else {
        return Err(Failure::usage(out.say("score-no-dice", &[("game", (&args.of.game).into())])).into());
    };
    let faces = faces(&dice, &rules, &out.words)?;
    let mut request =
        json!({ "ask": "score", "game": args.of.game, "dice": faces, "house": args.of.choices(&out.words)? });
    match &rules.family {
        Family::Sheet(_) => {
            only(&[("aside", args.aside.is_some())], &rules, out)?;
            // The same as `kosti advise` takes: these dice have just been thrown.
            request["throw"] = json!(args.throw.unwrap_or(1));
            request["sheet"] = written(args.sheet.as_deref().unwrap_or_default(), &out.words)?;
        }
        Family::Race(_) => {
            only(&[("throw", args.throw.is_some()), ("sheet", args.sheet.is_some())], &rules, out)?;
            request["aside"] = json!(args.aside.unwrap_or(0));
        }
    }
    let answer = ask::one(out, &request)?;
    if args.of.json {
        out.json(&answer)?;
    } else {
        match &rules.family {
            Family::Sheet(sheet) => boxes(sheet, &request, &answer, out)?,
            Family::Race(race) => selections(race, &request, &answer, out)?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Options of the other family are refused.
pub(crate) fn only(options_of_others: &[(&str, bool)], rules: &Rules, out: &Out) -> Result<()> {
    let Some((option, _)) = options_of_others.iter().find(|(_, given)| *given) else { return Ok(()) };
    let words = [("option", (*option).into()), ("game", rules.name.get(out.language()).into())];
    Err(Failure::usage(out.say("score-wrong-option", &words)).into())
}

/// Dice as typed: numbers apart from each other (`2,2,5,5,5`, `2 2 5 5 5`, `2-2-5-5-5`), or digits in one word (`22555`).
pub(crate) fn faces(typed: &str, rules: &Rules, words: &Words) -> Result<Vec<u8>> {
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

/// The sheet as typed: JSON, or `ones=-4,pair=x`, a box that is filled several times named again.
pub(crate) fn written(typed: &str, words: &Words) -> Result<Value> {
    let bad = || Failure::usage(words.say("score-bad-sheet", &[("text", typed.into())]));
    if typed.trim_start().starts_with('{') {
        let sheet: WrittenSheet = serde_json::from_str(typed).map_err(|_| bad())?;
        return Ok(json!(sheet));
    }
    let mut sheet: Map<String, Value> = Map::new();
    for pair in typed.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
        let (id, entry) = pair.split_once('=').ok_or_else(bad)?;
        let entry = match entry.trim() {
            "x" | "X" => json!("x"),
            number => json!(number.parse::<i32>().map_err(|_| bad())?),
        };
        let entries = sheet.entry(id.trim()).or_insert_with(|| json!([]));
        entries.as_array_mut().expect("made as a list").push(entry);
    }
    Ok(Value::Object(sheet))
}

fn boxes(rules: &SheetRules, request: &Value, answer: &Value, out: &mut Out) -> Result<()> {
    let throw = request["throw"].as_u64().unwrap_or(0);
    let heading =
        [("dice", dice(&request["dice"]).into()), ("throw", throw.into()), ("throws", rules.throws.into())];
    let heading = out.say("score-heading", &heading);
    out.heading(&heading)?;
    let mut rows = Vec::new();
    for told in answer["boxes"].as_array().into_iter().flatten() {
        let slot = told["box"].as_str().and_then(|id| rules.slot(id)).map(|slot| &rules.slots[slot]);
        let Some(slot) = slot else { continue };
        let mut score = match (told["score"].as_i64(), told["cross"].as_bool()) {
            (Some(points), _) => points.to_string(),
            (None, Some(true)) => out.say("score-cross", &[]),
            (None, _) => "–".to_owned(),
        };
        if let Some(bonus) = told["bonus"].as_i64() {
            score = format!("{score} {bonus:+}");
        }
        let why = told["why"].as_str().unwrap_or_default().to_owned();
        rows.push(vec![slot.name.get(out.language()).to_owned(), score, why]);
    }
    for line in table::lines(&rows, &[Align::Left, Align::Right, Align::Left]) {
        out.line(&line)?;
    }
    if rows.is_empty() {
        let full = out.say("score-full", &[]);
        out.line(&full)?;
    } else if answer["rethrow"] == json!(true) {
        let left = rules.throws
            - request["throw"].as_u64().and_then(|t| u8::try_from(t).ok()).unwrap_or(rules.throws);
        let rethrow = out.say("score-rethrow", &[("left", left.into())]);
        out.line(&rethrow)?;
    }
    Ok(())
}

fn selections(rules: &RaceRules, request: &Value, answer: &Value, out: &mut Out) -> Result<()> {
    let heading =
        [("dice", dice(&request["dice"]).into()), ("aside", request["aside"].as_u64().unwrap_or(0).into())];
    let heading = out.say("score-race-heading", &heading);
    out.heading(&heading)?;
    let mut rows = Vec::new();
    for told in answer["selections"].as_array().into_iter().flatten() {
        rows.push(vec![dice(&told["take"]), told["points"].to_string()]);
    }
    for line in table::lines(&rows, &[Align::Left, Align::Right]) {
        out.line(&line)?;
    }
    if answer["free_throw"] == json!(true) {
        let blank = rows.is_empty().then(|| rules.double.as_ref().map(|double| double.blank)).flatten();
        let id = match blank {
            None => "score-free-throw",
            Some(Blank::MustThrow) => "score-blank-must",
            Some(Blank::MayBank) => "score-blank-may",
        };
        let all = out.say(id, &[("dice", rules.dice().into())]);
        out.line(&all)?;
    }
    if answer["bust"] == json!(true) {
        let bust = out.say("score-bust", &[]);
        out.line(&bust)?;
    }
    Ok(())
}

/// A list of faces as people write dice.
pub(crate) fn dice(faces: &Value) -> String {
    let faces: Vec<String> = faces.as_array().into_iter().flatten().map(Value::to_string).collect();
    faces.join("-")
}
