//! `Shelf`: rules files that tables play by, each compiled once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use kosti_rules::{House, RulesFile};
use kosti_table::{Booked, Library};
use kosti_words::{Language, Words};
use sha2::{Digest as _, Sha256};

/// How many are kept at hand; tables keep their own alive.
const MOST_KEPT: usize = 256;

/// Rules files by what they say.
#[derive(Default)]
pub(crate) struct Shelf {
    kept: Mutex<HashMap<[u8; 32], Arc<Booked>>>,
}

impl Library for Shelf {
    fn rules(&self, id: &str, text: &str, house: &House) -> Result<Arc<Booked>, String> {
        let place = place(id, text, house);
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(booked) = kept().get(&place) {
            return Ok(booked.clone());
        }
        let file = RulesFile::read(id, text);
        let rules =
            file.rules(house).map_err(|error| Words::new(Language::ENGLISH).rules_error(&file, &error))?;
        let booked = Arc::new(Booked { text: text.into(), rules: Arc::new(rules) });
        let mut kept = kept();
        if kept.len() >= MOST_KEPT {
            kept.retain(|_, booked| Arc::strong_count(booked) > 1);
        }
        if kept.len() < MOST_KEPT {
            kept.insert(place, booked.clone());
        }
        Ok(booked)
    }
}

fn place(id: &str, text: &str, house: &House) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in [id, text].into_iter().chain(house.iter().flat_map(|(o, c)| [o.as_str(), c.as_str()])) {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}
