//! A request on its way to being typed.

use kosti_dice::Dice;
use kosti_rules::{House, RaceRules, Rules, Standing, WrittenSheet};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::AskError;
use crate::solve::More;
use crate::solved::{Objective, RaceObjective};

/// The most turns that a race is asked to be finished within.
const MOST_TURNS: usize = 1_000;

/// What was asked, field by field. Fields that nobody takes are told in the answer as ignored.
pub(crate) struct Request {
    fields: Map<String, Value>,
}

impl Request {
    pub(crate) fn parse(line: &str) -> Result<Self, AskError> {
        match serde_json::from_str(line) {
            Ok(Value::Object(fields)) => Ok(Self { fields }),
            Ok(_) => Err(AskError::NotAnObject),
            Err(error) => Err(AskError::BadJson { message: error.to_string() }),
        }
    }

    /// Takes a field, where it is there and not null.
    pub(crate) fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, AskError> {
        match self.fields.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => serde_json::from_value(value)
                .map(Some)
                .map_err(|error| AskError::BadField { field: name.to_owned(), message: error.to_string() }),
        }
    }

    /// What a field says, left where it is.
    pub(crate) fn peek<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, AskError> {
        Self { fields: self.fields.clone() }.take(name)
    }

    pub(crate) fn need<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, AskError> {
        self.take(name)?.ok_or_else(|| AskError::MissingField { field: name.to_owned() })
    }

    pub(crate) fn house(&mut self) -> Result<House, AskError> {
        Ok(self.take("house")?.unwrap_or_default())
    }

    pub(crate) fn sheet(&mut self) -> Result<WrittenSheet, AskError> {
        Ok(self.take("sheet")?.unwrap_or_default())
    }

    /// This many dice of the game.
    pub(crate) fn dice(&mut self, rules: &Rules, needs: usize) -> Result<Dice, AskError> {
        let faces: Vec<u8> = self.need("dice")?;
        if faces.len() != needs {
            return Err(AskError::DiceCount { is: faces.len(), needs });
        }
        if let Some(&face) = faces.iter().find(|&&face| face == 0 || face > rules.sides) {
            return Err(AskError::BadFace { face, sides: rules.sides });
        }
        Dice::from_faces(&faces)
            .map_err(|error| AskError::BadField { field: "dice".to_owned(), message: error.to_string() })
    }

    /// How many dice of a race are aside.
    pub(crate) fn aside(&mut self, race: &RaceRules) -> Result<usize, AskError> {
        let aside: usize = self.take("aside")?.unwrap_or(0);
        let most = race.dice() - 1;
        if aside > most { Err(AskError::BadAside { aside, most }) } else { Ok(aside) }
    }

    /// Before the first throw there are no dice.
    pub(crate) fn no_dice(&mut self) -> Result<(), AskError> {
        let dice: Vec<u8> = self.take("dice")?.unwrap_or_default();
        if dice.is_empty() { Ok(()) } else { Err(AskError::DiceCount { is: dice.len(), needs: 0 }) }
    }

    /// What is played for; where points decide, these.
    pub(crate) fn objective(&mut self, rules: &Rules) -> Result<Objective, AskError> {
        let by_points = rules.sheet().is_some_and(|sheet| !sheet.awards.is_empty());
        let default = if by_points { "points" } else { "total" };
        let objective: String = self.take("objective")?.unwrap_or_else(|| default.to_owned());
        match objective.as_str() {
            "total" => Ok(Objective::Total),
            "points" if by_points => Ok(Objective::Points),
            "reach" => Ok(Objective::Reach(self.need("at_least")?)),
            _ => Err(AskError::objective(&objective, Objective::known(by_points))),
        }
    }

    /// What a race is run for by so many.
    pub(crate) fn race_objective(&mut self, seats: usize) -> Result<RaceObjective, AskError> {
        let (default, known) =
            if seats == 1 { ("turns", "turns, within") } else { ("win", "win, turns, within") };
        let objective: String = self.take("objective")?.unwrap_or_else(|| default.to_owned());
        match objective.as_str() {
            "win" if seats > 1 => Ok(RaceObjective::Win),
            "turns" => Ok(RaceObjective::Turns),
            "within" => {
                let turns: usize = self.need("at_most")?;
                let bad = AskError::BadWithin { is: turns, most: MOST_TURNS };
                if (1..=MOST_TURNS).contains(&turns) { Ok(RaceObjective::Within(turns)) } else { Err(bad) }
            }
            _ => Err(AskError::objective(&objective, known)),
        }
    }

    /// What is asked beside the value.
    pub(crate) fn more(&mut self) -> Result<More, AskError> {
        Ok(More { distribution: self.take("distribution")?.unwrap_or(false) })
    }

    /// The seats of a race: where each stands, or how many begin.
    pub(crate) fn seats(&mut self) -> Result<Vec<Standing>, AskError> {
        match self.fields.get("seats") {
            Some(Value::Number(_)) => {
                let seats: u8 = self.need("seats")?;
                Ok(vec![Standing::default(); seats.into()])
            }
            _ => self.need("seats"),
        }
    }

    /// Whether a field is there and says something.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.fields.get(name).is_some_and(|value| !value.is_null() && *value != Value::Array(Vec::new()))
    }

    /// The names of the fields that nobody took.
    pub(crate) fn rest(self) -> Vec<String> {
        self.fields.into_iter().map(|(name, _)| name).collect()
    }
}
