//! The rules of tests: from texts, and from the files of games.

use std::path::Path;
use std::sync::Arc;

use kosti_rules::{House, Rules, RulesFile};

/// Compiles a text that must be sound.
pub(crate) fn compile(name: &str, text: &str) -> Arc<Rules> {
    let rules = RulesFile::read(name, text).rules(&House::default());
    Arc::new(rules.unwrap_or_else(|error| panic!("{name}: {error:?}\n{text}")))
}

/// A game that comes with Kosti.
pub(crate) fn bundled(id: &str) -> Arc<Rules> {
    compile(id, kosti_games::file(id).unwrap().text())
}

/// A game whose values were worked out by hand.
pub(crate) fn toy(name: &str) -> Arc<Rules> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../games/toy/{name}.toml"));
    compile(name, &std::fs::read_to_string(path).unwrap())
}
