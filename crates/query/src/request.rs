//! `Request`: a question as JSON, with the names of its fields.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, IntoDeserializer as _, MapAccess};
use serde_json::{Map, Value};

use crate::error::QueryError;
use crate::question::Question;

/// A question from a JSON line or a request body.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The question.
    pub question: Question,
    /// The names of all fields, including unknown ones.
    fields: Vec<String>,
    /// The errors of fields with wrong values. They matter only if the game uses the field.
    bad: Vec<QueryError>,
}

impl Request {
    /// Reads a JSON line. Its field `ask` names the kind of question.
    ///
    /// # Errors
    /// If the line is not a question.
    pub fn parse(line: &str) -> Result<Self, QueryError> {
        let mut fields = match serde_json::from_str(line) {
            Ok(Value::Object(fields)) => fields,
            Ok(_) => return Err(QueryError::NotAnObject),
            Err(error) => return Err(QueryError::BadJson { message: error.to_string() }),
        };
        let ask = fields.remove("ask").unwrap_or_default();
        let ask: Option<String> = serde_json::from_value(ask).map_err(|error| bad_field("ask", &error))?;
        let ask = ask.ok_or_else(|| QueryError::NoAsk { known: Question::KINDS.join(", ") })?;
        Self::from_fields(&ask, fields)
    }

    /// Reads the fields of a question of this kind.
    ///
    /// # Errors
    /// If there is no such kind of question, or the fields `game` or `house` are wrong.
    pub fn from_fields(ask: &str, fields: Map<String, Value>) -> Result<Self, QueryError> {
        let names = fields.keys().cloned().collect();
        let mut reader = Reader { fields, bad: Vec::new() };
        let question = match ask {
            "games" => Question::Games,
            "score" => Question::Score(reader.read()?),
            "total" => Question::Total(reader.read()?),
            "advise" => Question::Advise(reader.read()?),
            "solve" => Question::Solve(reader.read()?),
            "simulate" => Question::Simulate(reader.read()?),
            "balance" => Question::Balance(reader.read()?),
            "play" => Question::Play(reader.read()?),
            _ => return Err(unknown_ask(ask)),
        };
        Ok(Self { question, fields: names, bad: reader.bad })
    }

    /// The names of the unused fields. Each used name is replaced by the last one: the resulting order is part of the
    /// interface.
    ///
    /// # Errors
    /// If a used field has a wrong value.
    pub(crate) fn ignored_fields(
        &self,
        used: impl IntoIterator<Item = &'static str>,
    ) -> Result<Vec<String>, QueryError> {
        let mut rest = self.fields.clone();
        for name in used {
            if let Some(error) = self.bad_field(name) {
                return Err(error.clone());
            }
            if let Some(at) = rest.iter().position(|field| field == name) {
                rest.swap_remove(at);
            }
        }
        Ok(rest)
    }

    /// Replaces the error of a missing field if the field is present with a wrong value.
    pub(crate) fn explain(&self, error: QueryError) -> QueryError {
        let bad = match &error {
            QueryError::MissingField { field } => self.bad_field(field),
            _ => None,
        };
        bad.cloned().unwrap_or(error)
    }

    fn bad_field(&self, name: &str) -> Option<&QueryError> {
        self.bad.iter().find(|error| matches!(error, QueryError::BadField { field, .. } if field == name))
    }
}

fn unknown_ask(ask: &str) -> QueryError {
    QueryError::UnknownAsk { ask: ask.to_owned(), known: Question::KINDS.join(", ") }
}

fn bad_field(field: &str, error: &serde_json::Error) -> QueryError {
    QueryError::BadField { field: field.to_owned(), message: error.to_string() }
}

/// Reads a struct from the fields of an object. Treats null as missing, and skips unknown fields.
struct Reader {
    fields: Map<String, Value>,
    bad: Vec<QueryError>,
}

impl Reader {
    /// Reads the struct without the fields that have wrong values, and records their errors.
    fn read<T: DeserializeOwned>(&mut self) -> Result<T, QueryError> {
        loop {
            let given = self.fields.iter().filter(|(_, value)| !value.is_null());
            let error = match T::deserialize(MapAccessDeserializer::new(Fields { given, current: None })) {
                Ok(question) => return Ok(question),
                Err(ReadError(error)) => error,
            };
            match &error {
                // Without these fields the game is unknown.
                QueryError::BadField { field, .. } if !matches!(field.as_str(), "game" | "house") => {
                    self.fields.remove(field);
                    self.bad.push(error);
                }
                _ => return Err(error),
            }
        }
    }
}

struct Fields<'a, I> {
    given: I,
    current: Option<(&'a String, &'a Value)>,
}

impl<'de, 'a, I: Iterator<Item = (&'a String, &'a Value)>> MapAccess<'de> for Fields<'a, I> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ReadError> {
        self.current = self.given.next();
        self.current.map(|(name, _)| seed.deserialize(name.as_str().into_deserializer())).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        let (name, value) = self.current.ok_or_else(|| de::Error::custom("a value before its name"))?;
        seed.deserialize(value.clone()).map_err(|error| ReadError(bad_field(name, &error)))
    }
}

/// An error of reading the fields.
#[derive(Debug)]
struct ReadError(QueryError);

impl de::Error for ReadError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(QueryError::BadJson { message: message.to_string() })
    }

    fn missing_field(field: &'static str) -> Self {
        Self(match field {
            "game" => QueryError::NoGame,
            _ => QueryError::MissingField { field: field.to_owned() },
        })
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for ReadError {}
