//! `kosti games`: what can be played.

use std::process::ExitCode;

use anyhow::Result;
use kosti_rules::House;

use crate::args::GamesArgs;
use crate::ask;
use crate::game;
use crate::out::Out;
use crate::table::{self, Align};

pub(crate) fn run(args: &GamesArgs, out: &mut Out) -> Result<ExitCode> {
    if args.json {
        let answer = ask::one(out, &serde_json::json!({ "ask": "games" }))?;
        out.json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut rows = Vec::new();
    for id in kosti_games::ids() {
        let rules = game::rules(&game::find(id, &out.words)?, &House::default(), id, &out.words)?;
        let (name, about) = (rules.name.get(out.language()), rules.about.get(out.language()));
        rows.push(vec![id.to_owned(), name.to_owned(), about.to_owned()]);
    }
    for line in table::lines(&rows, &[Align::Left; 3]) {
        out.line(&line)?;
    }
    let hint = out.say("games-hint", &[]);
    out.line("")?;
    out.line(&hint)?;
    Ok(ExitCode::SUCCESS)
}
