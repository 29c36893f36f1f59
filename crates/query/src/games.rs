//! `games`: the bundled games.

use indexmap::IndexMap;
use kosti_rules::{Family, Rules};
use serde::Serialize;

/// The list of games.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GamesAnswer {
    /// The games.
    pub games: Vec<GameInfo>,
}

/// A game.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameInfo {
    /// The id in requests.
    pub id: String,
    /// Its name, in the language of the answer.
    pub name: String,
    /// The game in one line.
    pub about: String,
    /// Its family.
    pub family: FamilyName,
    /// The number of dice.
    pub dice: u8,
    /// The throws of a turn; null in a race.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub throws: Option<u8>,
    /// The ids of the boxes, in the order of the sheet; empty in a race.
    pub boxes: Vec<String>,
    /// Option → its choices, the default first.
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, Vec<String>>))]
    pub house: IndexMap<String, Vec<String>>,
}

/// The families of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum FamilyName {
    /// Score sheets.
    Sheet,
    /// Races.
    Race,
}

impl GameInfo {
    pub(crate) fn new(rules: &Rules, language: &str) -> Self {
        let (family, throws, boxes) = match &rules.family {
            Family::Sheet(sheet) => {
                let boxes = sheet.slots.iter().map(|slot| slot.id.clone()).collect();
                (FamilyName::Sheet, Some(sheet.throws), boxes)
            }
            Family::Race(_) => (FamilyName::Race, None, Vec::new()),
        };
        let house = rules.house.iter().map(|option| {
            (option.id.clone(), option.choices.iter().map(|(choice, _)| choice.clone()).collect())
        });
        Self {
            id: rules.id.clone(),
            name: rules.name.get(language).to_owned(),
            about: rules.about.get(language).to_owned(),
            family,
            dice: rules.dice,
            throws,
            boxes,
            house: house.collect(),
        }
    }
}
