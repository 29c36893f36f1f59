//! Decodes the tree into the typed file. A serde deserializer reports errors as faults with a path; a loop
//! removes the faulty value and decodes again, so that one reading finds every fault.

use std::fmt;

use serde::de::{self, DeserializeOwned, IntoDeserializer, Unexpected, Visitor, value::StrDeserializer};

use crate::fault::{Expected, Fault, FaultKind, Step, near};
use crate::node::{Node, Value};

/// The most faults of one reading.
const MOST_FAULTS: usize = 100;

/// Decodes the tree, removing faulty values until it decodes. Also returns the paths of the removed values.
pub(crate) fn decode<T: DeserializeOwned + Default>(tree: &mut Node) -> (T, Vec<Fault>, Vec<Vec<Step>>) {
    let mut faults = Vec::new();
    let mut damaged: Vec<Vec<Step>> = Vec::new();
    loop {
        let error = match T::deserialize(&*tree) {
            Ok(value) => return (value, faults, damaged),
            Err(error) => error,
        };
        let mut path = error.path;
        path.reverse();
        let follows = matches!(&*error.kind, FaultKind::Missing { key }
            if damaged.iter().any(|gone| gone.split_last() == Some((&Step::Key(key.clone()), &path[..]))));
        if !follows {
            let span = if error.at_key { tree.key_span_of(&path) } else { tree.span_of(&path) };
            faults.push(Fault { span, kind: (*error.kind).clone() });
        }
        // If the only key of a table is an unknown word, nothing useful remains: remove the table too.
        if error.at_key
            && matches!(*error.kind, FaultKind::UnknownWord { .. } | FaultKind::TakesNoValue { .. })
        {
            path.pop();
        }
        if faults.len() >= MOST_FAULTS || !take_out(tree, &mut path) {
            return (T::default(), faults, damaged);
        }
        damaged.push(path);
    }
}

/// Removes the value at the path, and the tables below a box that this leaves empty: `needs = {}` says nothing.
fn take_out(tree: &mut Node, path: &mut Vec<Step>) -> bool {
    const BOX_DEPTH: usize = 2;
    let found = tree.remove(path);
    while found && path.len() > BOX_DEPTH + 1 {
        let parent = &path[..path.len() - 1];
        let empty = tree.at(parent).and_then(Node::table).is_some_and(indexmap::IndexMap::is_empty);
        if !empty {
            break;
        }
        path.pop();
        tree.remove(path);
    }
    found
}

/// Why a value could not be decoded. The path is built from the inside out.
#[derive(Debug)]
pub(crate) struct DecodeError {
    kind: Box<FaultKind>,
    path: Vec<Step>,
    at_key: bool,
}

impl DecodeError {
    fn new(kind: FaultKind) -> Self {
        Self { kind: Box::new(kind), path: Vec::new(), at_key: false }
    }

    fn under(mut self, step: impl Into<Step>) -> Self {
        self.path.push(step.into());
        self
    }

    fn at_key(mut self, key: &str) -> Self {
        self.at_key = true;
        self.under(key)
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for DecodeError {}

/// Maps the expectation of serde or of our visitors to a kind of value.
fn expected(what: &dyn de::Expected) -> Expected {
    let what = what.to_string();
    match what.as_str() {
        "texts" => Expected::Texts,
        "amount" => Expected::Amount,
        "outcome" => Expected::Outcome,
        "dice" => Expected::Dice,
        "numbers" => Expected::Numbers,
        "tables" => Expected::Tables,
        "a boolean" => Expected::YesNo,
        "a string" => Expected::Text,
        "a sequence" => Expected::List,
        _ if what.starts_with("struct") || what == "a map" => Expected::Table,
        _ if what.starts_with("tuple") => Expected::List,
        "u8" => Expected::SmallNumber,
        _ => Expected::WholeNumber,
    }
}

fn shown(what: &Unexpected<'_>) -> String {
    let text = match what {
        Unexpected::Str(text) => format!("\"{text}\""),
        Unexpected::Bool(yes) => yes.to_string(),
        Unexpected::Signed(number) => number.to_string(),
        Unexpected::Unsigned(number) => number.to_string(),
        Unexpected::Float(number) => number.to_string(),
        Unexpected::Seq => "[…]".to_owned(),
        Unexpected::Map => "{…}".to_owned(),
        other => other.to_string(),
    };
    text.chars().take(60).collect()
}

impl de::Error for DecodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        // Only `Dice` reports errors this way: its message says what a list of faces may hold.
        Self::new(FaultKind::BadValue { found: message.to_string(), expected: Expected::Dice })
    }

    fn invalid_type(found: Unexpected<'_>, what: &dyn de::Expected) -> Self {
        let expected = match expected(what) {
            Expected::SmallNumber => Expected::WholeNumber,
            other => other,
        };
        Self::new(FaultKind::WrongType { found: shown(&found), expected })
    }

    fn invalid_value(found: Unexpected<'_>, what: &dyn de::Expected) -> Self {
        Self::new(FaultKind::BadValue { found: shown(&found), expected: expected(what) })
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> Self {
        Self::new(FaultKind::UnknownWord {
            word: word.to_owned(),
            expected: known.iter().map(|&w| w.to_owned()).collect(),
            near: near(word, known.iter().copied()),
        })
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> Self {
        Self::new(FaultKind::UnknownKey {
            key: key.to_owned(),
            expected: known.iter().map(|&w| w.to_owned()).collect(),
            near: near(key, known.iter().copied()),
        })
    }

    fn missing_field(key: &'static str) -> Self {
        Self::new(FaultKind::Missing { key: key.to_owned() })
    }
}

impl<'de> de::Deserializer<'de> for &'de Node {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match &self.value {
            Value::Text(text) => visitor.visit_borrowed_str(text),
            Value::Integer(number) => visitor.visit_i64(*number),
            Value::Float(number) => visitor.visit_f64(*number),
            Value::Bool(yes) => visitor.visit_bool(*yes),
            Value::Date(date) => Err(de::Error::invalid_type(Unexpected::Other(date), &visitor)),
            Value::List(nodes) => visitor.visit_seq(ListAccess { nodes, next: 0 }),
            Value::Table(entries) => visitor.visit_map(TableAccess { entries: entries.iter(), value: None }),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        match &self.value {
            Value::Text(word) => visitor.visit_enum(WordAccess { word, value: None }),
            Value::Table(entries) if entries.len() == 1 => {
                let (word, entry) = entries.first().expect("there is one");
                visitor.visit_enum(WordAccess { word, value: Some(&entry.node) })
            }
            _ => {
                let word = match &self.value {
                    Value::Table(entries) => {
                        format!("{{ {} }}", entries.keys().cloned().collect::<Vec<_>>().join(", "))
                    }
                    other => shown(&unexpected(other)),
                };
                let expected = words.iter().map(|&w| w.to_owned()).collect();
                Err(DecodeError::new(FaultKind::UnknownWord { word, expected, near: None }))
            }
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

fn unexpected(value: &Value) -> Unexpected<'_> {
    match value {
        Value::Text(text) | Value::Date(text) => Unexpected::Str(text),
        Value::Integer(number) => Unexpected::Signed(*number),
        Value::Float(number) => Unexpected::Float(*number),
        Value::Bool(yes) => Unexpected::Bool(*yes),
        Value::List(_) => Unexpected::Seq,
        Value::Table(_) => Unexpected::Map,
    }
}

struct ListAccess<'de> {
    nodes: &'de [Node],
    next: usize,
}

impl<'de> de::SeqAccess<'de> for ListAccess<'de> {
    type Error = DecodeError;

    fn next_element_seed<T: de::DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DecodeError> {
        let Some(node) = self.nodes.get(self.next) else { return Ok(None) };
        let index = self.next;
        self.next += 1;
        seed.deserialize(node).map(Some).map_err(|e| e.under(index))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.nodes.len() - self.next)
    }
}

struct TableAccess<'de> {
    entries: indexmap::map::Iter<'de, String, crate::node::Entry>,
    value: Option<(&'de str, &'de Node)>,
}

impl<'de> de::MapAccess<'de> for TableAccess<'de> {
    type Error = DecodeError;

    fn next_key_seed<K: de::DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DecodeError> {
        let Some((key, entry)) = self.entries.next() else { return Ok(None) };
        self.value = Some((key, &entry.node));
        seed.deserialize(KeyDeserializer(key)).map(Some).map_err(|e| e.at_key(key))
    }

    fn next_value_seed<V: de::DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, DecodeError> {
        let (key, node) = self.value.take().expect("serde asks for the key first");
        seed.deserialize(node).map_err(|e| e.under(key))
    }
}

/// A key. TOML keys are text, so a number is parsed from it where serde expects one.
struct KeyDeserializer<'de>(&'de str);

impl<'de> de::Deserializer<'de> for KeyDeserializer<'de> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.0.parse::<u8>() {
            Ok(number) if number.to_string() == self.0 => visitor.visit_u8(number),
            _ => Err(de::Error::invalid_type(Unexpected::Str(self.0), &"u8")),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// An enum variant: a word alone, or the only key of a table.
struct WordAccess<'de> {
    word: &'de str,
    value: Option<&'de Node>,
}

impl<'de> de::EnumAccess<'de> for WordAccess<'de> {
    type Error = DecodeError;
    type Variant = Self;

    fn variant_seed<V: de::DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), DecodeError> {
        let word: StrDeserializer<'_, DecodeError> = self.word.into_deserializer();
        match seed.deserialize(word) {
            Ok(variant) => Ok((variant, self)),
            Err(error) if self.value.is_some() => Err(error.at_key(self.word)),
            Err(error) => Err(error),
        }
    }
}

impl<'de> WordAccess<'de> {
    fn value(self) -> Result<(&'de str, &'de Node), DecodeError> {
        match self.value {
            Some(node) => Ok((self.word, node)),
            None => Err(DecodeError::new(FaultKind::NeedsValue { word: self.word.to_owned() })),
        }
    }
}

impl<'de> de::VariantAccess<'de> for WordAccess<'de> {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<(), DecodeError> {
        match self.value {
            None => Ok(()),
            Some(_) => {
                let word = self.word.to_owned();
                Err(DecodeError::new(FaultKind::TakesNoValue { word }).at_key(self.word))
            }
        }
    }

    fn newtype_variant_seed<T: de::DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, DecodeError> {
        let (word, node) = self.value()?;
        seed.deserialize(node).map_err(|e| e.under(word))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, DecodeError> {
        let (word, node) = self.value()?;
        de::Deserializer::deserialize_any(node, visitor).map_err(|e| e.under(word))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        let (word, node) = self.value()?;
        de::Deserializer::deserialize_any(node, visitor).map_err(|e| e.under(word))
    }
}
