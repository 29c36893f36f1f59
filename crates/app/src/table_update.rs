//! `TableUpdate`: what a commit did to a table, for everybody who listens to it.

use std::sync::Arc;

use kosti_dice::fair::History;
use kosti_journal::Version;
use kosti_table::Table;
use serde_json::value::RawValue;

use crate::presence::PresenceView;
use crate::views::{AirView, TableView};

/// The newest commit, and what it led to.
#[derive(Debug, Clone)]
pub struct TableUpdate {
    /// The version that the commit led to.
    pub version: Version,
    /// The commit, exactly as it was written.
    pub commit: Arc<str>,
    /// The hash of everything up to the commit.
    pub history: History,
    /// The throw that waits for its witness.
    pub air: Option<AirView>,
    /// Whether it is a bot's turn.
    pub bot: bool,
    /// Whether nothing can follow: the table was deleted.
    pub is_last: bool,
    /// The table as JSON, if somebody listens who wants it.
    pub view: Option<Box<RawValue>>,
}

impl TableUpdate {
    /// The update after a commit, without the table.
    #[must_use]
    pub fn new(table: &Table, version: Version, commit: Arc<str>) -> Self {
        Self {
            version,
            commit,
            history: *table.history(),
            air: table.in_the_air().map(AirView::of),
            bot: table.bot_on_turn().is_some(),
            is_last: table.is_deleted(),
            view: None,
        }
    }

    /// Serialises the table after the commit.
    pub(crate) fn render_view(&mut self, table: &Table) {
        self.view = serde_json::value::to_raw_value(&TableView::of(table, self.version)).ok();
    }
}

/// A message to the listeners of a table.
#[derive(Debug, Clone)]
pub enum SessionMessage {
    /// The table has applied a commit.
    TableUpdate(Arc<TableUpdate>),
    /// Who is connected has changed.
    Presence(Arc<PresenceView>),
    /// The listener must connect again.
    Closed,
}
