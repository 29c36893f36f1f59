//! A sheet as people and programs write it: by box id, `"x"` for crossed out.

use std::fmt;

use indexmap::IndexMap;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::fault::near;
use crate::rules::{SheetRules, Slot};
use crate::sheet::{Entry, SheetError};

/// A sheet by box id, as people and programs write it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WrittenSheet(pub IndexMap<String, Written>);

/// The entries of one box: a single one, or a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Written(pub Vec<Entry>);

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Score(points) => to.serialize_i32(*points),
            Self::Crossed => to.serialize_str("x"),
        }
    }
}

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [one] => one.serialize(to),
            many => to.collect_seq(many),
        }
    }
}

impl SheetRules {
    /// Finds a box by its id, or by its name in any language and any case.
    #[must_use]
    pub fn find_slot(&self, name: &str) -> Option<usize> {
        let wanted = name.trim().to_lowercase();
        let is_named = |slot: &Slot| slot.name.all().any(|name| name.to_lowercase() == wanted);
        self.slot(name.trim())
            .or_else(|| self.slots.iter().position(|slot| slot.id.to_lowercase() == wanted))
            .or_else(|| self.slots.iter().position(is_named))
    }

    pub(crate) fn unknown_box(&self, name: &str) -> SheetError {
        let names = self.slots.iter().flat_map(|slot| slot.name.all().chain([slot.id.as_str()]));
        let known = self.slots.iter().map(|slot| slot.id.clone()).collect();
        SheetError::UnknownBox { id: name.to_owned(), near: near(name, names), known }
    }
}

struct EntryVisitor;

impl EntryVisitor {
    fn number<E: de::Error>(number: i64) -> Result<Entry, E> {
        i32::try_from(number)
            .map(Entry::Score)
            .map_err(|_| E::invalid_value(de::Unexpected::Signed(number), &"a smaller number"))
    }
}

impl Visitor<'_> for EntryVisitor {
    type Value = Entry;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number or \"x\"")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Entry, E> {
        Self::number(number)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Entry, E> {
        Self::number(i64::try_from(number).unwrap_or(i64::MAX))
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<Entry, E> {
        match word {
            "x" | "X" => Ok(Entry::Crossed),
            _ => Err(E::invalid_value(de::Unexpected::Str(word), &self)),
        }
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(EntryVisitor)
    }
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct OneOrMany;
        impl<'de> Visitor<'de> for OneOrMany {
            type Value = Written;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, \"x\" or a list of these")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Written, E> {
                EntryVisitor.visit_i64(number).map(|entry| Written(vec![entry]))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Written, E> {
                EntryVisitor.visit_u64(number).map(|entry| Written(vec![entry]))
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<Written, E> {
                EntryVisitor.visit_str(word).map(|entry| Written(vec![entry]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Written, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = seq.next_element()? {
                    entries.push(entry);
                }
                Ok(Written(entries))
            }
        }
        from.deserialize_any(OneOrMany)
    }
}
