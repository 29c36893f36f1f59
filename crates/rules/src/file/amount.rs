//! Small values with a shape of their own.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// Points: a whole number, `"number"` (the number of the box) or `"-number"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amount {
    /// So many points.
    Fixed(i32),
    /// As many as the box's number.
    Number,
    /// As many as the box's number, taken away.
    MinusNumber,
}

impl Amount {
    /// The amount for the box of this number.
    #[must_use]
    pub fn of(self, number: u8) -> i32 {
        match self {
            Self::Fixed(points) => points,
            Self::Number => number.into(),
            Self::MinusNumber => -i32::from(number),
        }
    }

    /// Whether the amount depends on the box's number.
    #[must_use]
    pub fn needs_number(self) -> bool {
        !matches!(self, Self::Fixed(_))
    }
}

/// The score of an example: points, or `"refused"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The dice give so many points.
    Points(i32),
    /// The dice may not be scored.
    Refused,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(points) => points.fmt(f),
            Self::Refused => f.write_str("refused"),
        }
    }
}

/// One number, one for each face, or the sum of the dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Numbers {
    /// The same for all.
    One(i32),
    /// For each face from 1 on.
    Each(Vec<i32>),
    /// The sum of the dice.
    Combination,
}

/// A whole number or one of a few words.
struct NumberOrWord<T: 'static> {
    expecting: &'static str,
    words: &'static [(&'static str, T)],
    number: fn(i32) -> T,
}

impl<T: Copy> Visitor<'_> for NumberOrWord<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expecting)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
        i32::try_from(number)
            .map(self.number)
            .map_err(|_| E::invalid_value(Unexpected::Signed(number), &self.expecting))
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<T, E> {
        self.words
            .iter()
            .find(|(known, _)| *known == word)
            .map(|(_, value)| *value)
            .ok_or_else(|| E::invalid_value(Unexpected::Str(word), &self.expecting))
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(NumberOrWord {
            expecting: "amount",
            words: &[("number", Self::Number), ("-number", Self::MinusNumber)],
            number: Self::Fixed,
        })
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Fixed(points) => to.serialize_i32(*points),
            Self::Number => to.serialize_str("number"),
            Self::MinusNumber => to.serialize_str("-number"),
        }
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(NumberOrWord {
            expecting: "outcome",
            words: &[("refused", Self::Refused)],
            number: Self::Points,
        })
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Points(points) => to.serialize_i32(*points),
            Self::Refused => to.serialize_str("refused"),
        }
    }
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct OneOrMany;
        impl<'de> Visitor<'de> for OneOrMany {
            type Value = Numbers;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("numbers")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Numbers, E> {
                i32::try_from(number)
                    .map(Numbers::One)
                    .map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<Numbers, E> {
                match word {
                    "combination" => Ok(Numbers::Combination),
                    _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
                }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Numbers, A::Error> {
                let mut each = Vec::new();
                while let Some(number) = seq.next_element()? {
                    each.push(number);
                }
                Ok(Numbers::Each(each))
            }
        }
        from.deserialize_any(OneOrMany)
    }
}

impl Serialize for Numbers {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::One(number) => to.serialize_i32(*number),
            Self::Each(each) => each.serialize(to),
            Self::Combination => to.serialize_str("combination"),
        }
    }
}

macro_rules! schema {
    ($type:ident, $($json:tt)*) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($($json)*)
            }
        }
    };
}

schema!(Amount, {
    "description": "Points: a whole number, or the number of the box, added or taken away.",
    "anyOf": [{ "type": "integer" }, { "enum": ["number", "-number"] }]
});
schema!(Outcome, {
    "description": "Points, or \"refused\" where the dice may not be scored.",
    "anyOf": [{ "type": "integer" }, { "const": "refused" }]
});
schema!(Numbers, {
    "description": "One number, a list with one for each face from 1 on, or the sum of the dice.",
    "anyOf": [{ "type": "integer" }, { "type": "array", "items": { "type": "integer" } }, { "const": "combination" }]
});
