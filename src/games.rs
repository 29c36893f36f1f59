//! `kosti games`: lists the games.

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
        out.json(&ask::engine(out.language()).games())?;
        return Ok(ExitCode::SUCCESS);
    }
    let (mut sheets, mut races) = (Vec::new(), Vec::new());
    for id in kosti_games::ids() {
        let rules = game::rules(&game::find(id, &out.words)?, &House::default(), id, &out.words)?;
        let (name, about) = (rules.name.get(out.language()), rules.about.get(out.language()));
        let family = if rules.sheet().is_some() { &mut sheets } else { &mut races };
        family.push(vec![id.to_owned(), name.to_owned(), about.to_owned()]);
    }
    let count = sheets.len();
    let lines = table::lines(&[sheets, races].concat(), &[Align::Left; 3]);
    let (sheets, races) = lines.split_at(count);
    for (family, lines) in [("games-sheets", sheets), ("games-races", races)] {
        let heading = out.say(family, &[]);
        out.line(&heading)?;
        lines.iter().try_for_each(|line| out.line(&format!("  {line}")))?;
        out.line("")?;
    }
    let hint = out.say("games-hint", &[]);
    out.line(&hint)?;
    Ok(ExitCode::SUCCESS)
}
