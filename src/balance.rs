//! `kosti balance`: the report for game designers.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use kosti_query::balance::{Balance, Section};
use unicode_width::UnicodeWidthStr as _;

use crate::args::BalanceArgs;
use crate::failure::Failure;
use crate::out::Out;
use crate::progress::Bar;
use crate::table::{self, Align};
use crate::{game, histogram};

/// The maximum width of text.
const WIDTH: usize = 80;

pub(crate) fn run(args: &BalanceArgs, out: &mut Out) -> Result<ExitCode> {
    let file = game::find(&args.of.game, &out.words)?;
    let rules = Arc::new(game::rules(&file, &args.of.choices(&out.words)?, &args.of.game, &out.words)?);
    let bar = Bar::new();
    let balance = Balance::of(&file, &rules, &|share| bar.show(share));
    bar.clear();
    let balance = balance.map_err(|error| Failure::new(out.words.describe("ask", &error)))?;
    if args.of.json {
        out.json(&balance)?;
        return Ok(ExitCode::SUCCESS);
    }
    out.heading(rules.name.get(out.words.language()))?;
    for section in balance.describe(&rules, &out.words) {
        out.line("")?;
        print_section(&section, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print_section(section: &Section, out: &mut Out) -> Result<()> {
    out.heading(&section.title)?;
    for text in &section.text {
        for line in wrap(text) {
            out.line(&line)?;
        }
    }
    let columns = section.table.first().map_or(0, Vec::len);
    let align: Vec<Align> =
        (0..columns).map(|nth| if nth == 0 { Align::Left } else { Align::Right }).collect();
    for line in histogram::of(&section.bins).into_iter().chain(table::lines(&section.table, &align)) {
        out.line(&line)?;
    }
    Ok(())
}

/// Wraps a text at the maximum width.
fn wrap(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is one");
        if !line.is_empty() && line.width() + 1 + word.width() > WIDTH {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
