//! `RulesCache`: compiles each rules file once.

use std::sync::Arc;

use kosti_rules::{House, RulesFile};
use kosti_table::{CompiledRules, RulesSource};
use kosti_text::{Language, Words};
use quick_cache::sync::Cache;
use sha2::{Digest as _, Sha256};

/// The number of cached rules; tables keep their own alive.
const MOST_KEPT: usize = 256;

/// Compiled rules by the hash of their id, text and house rules.
pub struct RulesCache {
    compiled: Cache<[u8; 32], Arc<CompiledRules>>,
}

impl Default for RulesCache {
    fn default() -> Self {
        Self { compiled: Cache::new(MOST_KEPT) }
    }
}

impl RulesSource for RulesCache {
    fn rules(&self, id: &str, text: &str, house: &House) -> Result<Arc<CompiledRules>, String> {
        let key = key(id, text, house);
        if let Some(compiled) = self.compiled.get(&key) {
            return Ok(compiled);
        }
        let file = RulesFile::read(id, text);
        let rules = file
            .rules(house)
            .map_err(|error| Words::new(Language::ENGLISH).describe_rules_error(&file, &error))?;
        let compiled = Arc::new(CompiledRules { text: text.into(), rules: Arc::new(rules) });
        self.compiled.insert(key, compiled.clone());
        Ok(compiled)
    }
}

fn key(id: &str, text: &str, house: &House) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in [id, text].into_iter().chain(house.iter().flat_map(|(o, c)| [o.as_str(), c.as_str()])) {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}
