//! A TOML text as a tree of values with their positions.

use std::ops::Range;

use indexmap::IndexMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::fault::{Fault, FaultKind, Step};

/// A value and its position in the text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub(crate) span: Range<usize>,
    pub(crate) value: Value,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Text(String),
    Integer(i64),
    Float(f64),
    Bool(bool),
    Date(String),
    List(Vec<Node>),
    Table(IndexMap<String, Entry>),
}

/// A value of a table, with the position of its key.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    pub(crate) key_span: Range<usize>,
    pub(crate) node: Node,
}

impl Node {
    /// Parses TOML. Reports what is not TOML as faults and leaves it out of the tree.
    pub(crate) fn parse(text: &str) -> (Self, Vec<Fault>) {
        let (table, errors) = DeTable::parse_recoverable(text);
        let faults = errors
            .into_iter()
            .map(|e| Fault {
                span: clamp(e.span().unwrap_or(0..0), text),
                kind: FaultKind::Syntax { message: e.message().to_owned() },
            })
            .collect();
        let span = 0..text.len();
        (Self { span, value: Value::Table(entries(table.into_inner())) }, faults)
    }

    pub(crate) fn table(&self) -> Option<&IndexMap<String, Entry>> {
        match &self.value {
            Value::Table(entries) => Some(entries),
            _ => None,
        }
    }

    /// The node at a path below this one.
    pub(crate) fn at(&self, path: &[Step]) -> Option<&Self> {
        let Some((step, rest)) = path.split_first() else { return Some(self) };
        match (&self.value, step) {
            (Value::Table(entries), Step::Key(key)) => entries.get(key)?.node.at(rest),
            (Value::List(nodes), Step::Index(i)) => nodes.get(*i)?.at(rest),
            _ => None,
        }
    }

    /// The position of the deepest existing node on the path; for a table, of its key.
    pub(crate) fn span_of(&self, path: &[Step]) -> Range<usize> {
        let mut best = self.span.start..self.span.start;
        let mut node = self;
        for step in path {
            match (&node.value, step) {
                (Value::Table(entries), Step::Key(key)) => {
                    let Some(entry) = entries.get(key) else { return best };
                    let is_table = matches!(entry.node.value, Value::Table(_));
                    best = if is_table { entry.key_span.clone() } else { entry.node.span.clone() };
                    node = &entry.node;
                }
                (Value::List(nodes), Step::Index(i)) => {
                    let Some(next) = nodes.get(*i) else { return best };
                    best = next.span.clone();
                    node = next;
                }
                _ => return best,
            }
        }
        best
    }

    /// The position of the last key of the path.
    pub(crate) fn key_span_of(&self, path: &[Step]) -> Range<usize> {
        match path.split_last() {
            Some((Step::Key(key), parents)) => self
                .at(parents)
                .and_then(|node| node.table()?.get(key))
                .map_or_else(|| self.span_of(path), |entry| entry.key_span.clone()),
            _ => self.span_of(path),
        }
    }

    /// Removes the node at the path. Returns whether there was one.
    pub(crate) fn remove(&mut self, path: &[Step]) -> bool {
        let Some((step, rest)) = path.split_first() else { return false };
        match (&mut self.value, step) {
            (Value::Table(entries), Step::Key(key)) if rest.is_empty() => entries.shift_remove(key).is_some(),
            (Value::Table(entries), Step::Key(key)) => {
                entries.get_mut(key).is_some_and(|entry| entry.node.remove(rest))
            }
            (Value::List(nodes), Step::Index(i)) if *i < nodes.len() => {
                if rest.is_empty() {
                    nodes.remove(*i);
                    true
                } else {
                    nodes[*i].remove(rest)
                }
            }
            _ => false,
        }
    }
}

/// Clamps a span of the parser so that slicing the text cannot panic.
fn clamp(span: Range<usize>, text: &str) -> Range<usize> {
    let floor = |at: usize| (0..=at.min(text.len())).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
    let start = floor(span.start);
    start..floor(span.end).max(start)
}

fn entries(table: DeTable<'_>) -> IndexMap<String, Entry> {
    table
        .into_iter()
        .map(|(key, value)| {
            let key_span = key.span();
            (key.into_inner().into_owned(), Entry { key_span, node: node(value) })
        })
        .collect()
}

fn node(value: Spanned<DeValue<'_>>) -> Node {
    let span = value.span();
    let value = match value.into_inner() {
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Integer(number) => {
            let digits = number.as_str().replace('_', "");
            i64::from_str_radix(&digits, number.radix())
                .map_or_else(|_| Value::Float(digits.parse().unwrap_or(f64::INFINITY)), Value::Integer)
        }
        DeValue::Float(number) => Value::Float(number.as_str().replace('_', "").parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(yes) => Value::Bool(yes),
        DeValue::Datetime(date) => Value::Date(date.to_string()),
        DeValue::Array(nodes) => Value::List(nodes.into_iter().map(node).collect()),
        DeValue::Table(table) => Value::Table(entries(table)),
    };
    Node { span, value }
}
