//! `Caller`: the sender of a request, and its tokens.

use std::net::IpAddr;

use kosti_journal::TableId;
use kosti_table::{Key, Table};

use crate::error::AppError;

/// The sender of a request: with the token of a program, or else with the tokens that a browser keeps for its tables.
#[derive(Clone, Default)]
pub struct Caller {
    address: Option<IpAddr>,
    bearer: Option<String>,
    /// By table id.
    cookies: Vec<(String, String)>,
}

impl Caller {
    /// A caller at an address, with the token that it sends for every table, and those for one table each, by its id.
    #[must_use]
    pub fn new(address: Option<IpAddr>, bearer: Option<String>, cookies: Vec<(String, String)>) -> Self {
        Self { address, bearer, cookies }
    }

    /// The address of the sender; `None` if the request did not come over a network.
    #[must_use]
    pub fn address(&self) -> Option<IpAddr> {
        self.address
    }

    /// The token for a table.
    #[must_use]
    pub fn token(&self, table: TableId) -> Option<&str> {
        let cookie = || self.cookies.iter().find(|(id, _)| id == table.as_str());
        self.bearer.as_deref().or_else(|| cookie().map(|(_, token)| token.as_str()))
    }

    /// The token that a program sends for every table.
    #[must_use]
    pub fn bearer(&self) -> Option<&str> {
        self.bearer.as_deref()
    }

    /// Takes the token of another table's cookie for this one too, where it holds something here: a browser that comes to
    /// a rematch has only the cookie of the table before. Returns the token, to be kept for this table as well.
    pub fn adopt(&mut self, id: TableId, table: &Table) -> Option<String> {
        let holds = |token: &str| {
            let key = Key::of(token);
            table.is_opener(&key) || table.seats_of(&key).next().is_some()
        };
        if self.token(id).is_some_and(holds) {
            return None;
        }
        let token = self.cookies.iter().find(|(_, token)| holds(token))?.1.clone();
        self.cookies.retain(|(known, _)| known != id.as_str());
        self.cookies.push((id.to_string(), token.clone()));
        Some(token)
    }

    /// The key for a table.
    #[must_use]
    pub fn key(&self, table: TableId) -> Option<Key> {
        self.token(table).map(Key::of)
    }

    /// The key for a table, which every command needs.
    ///
    /// # Errors
    /// When the caller has none.
    pub fn needed_key(&self, table: TableId) -> Result<Key, AppError> {
        self.key(table).ok_or(AppError::NoToken)
    }

    /// All keys that the caller has.
    #[must_use]
    pub fn keys(&self) -> Vec<Key> {
        let cookies = self.cookies.iter().map(|(_, token)| token.as_str());
        self.bearer.as_deref().into_iter().chain(cookies).map(Key::of).collect()
    }
}
