//! What a rules file can say about the faces of its dice.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The faces of the dice.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct FacesFile {
    /// What is printed on each face from 1 on, as one list per language; the number when not said.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub names: IndexMap<String, Vec<String>>,
    /// The colour of each face from 1 on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub colours: Vec<Colour>,
}

/// A colour of a face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Colour {
    Black,
    Red,
    Green,
    Blue,
}

impl Colour {
    /// The word of the rules language.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::Red => "red",
            Self::Green => "green",
            Self::Blue => "blue",
        }
    }
}
