//! Reads a rules file with mistakes, and prints every fault with its line:
//! `cargo run -p kosti-rules --example check_rules`.

use std::error::Error;
use std::io::{self, Write};

use kosti_rules::RulesFile;

const RULES: &str = r#"name   = "Odd dice"
dice   = 3
throws = "two"

[box.pair]
needs = { alike = 4 }
score = "combination"

[box.rest]
scor = "all-dice"
"#;

fn main() -> Result<(), Box<dyn Error>> {
    check_rules(&mut io::stdout())
}

pub(crate) fn check_rules(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let Err(faults) = RulesFile::read("odd-dice", RULES).check() else {
        writeln!(out, "the rules are fine")?;
        return Ok(());
    };
    for fault in &faults.0 {
        let line = RULES[..fault.span.start].matches('\n').count() + 1;
        let kind = serde_json::to_value(&fault.kind)?;
        writeln!(out, "line {line}: {} at `{}`", kind["fault"], &RULES[fault.span.clone()])?;
    }
    Ok(())
}
