//! The rows of a table in the journal: one commit per line.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::Method;
use kosti_dice::fair::Generation;
use kosti_engine::{Action, Seat};
use kosti_journal::{CommandId, Entry, Journal as _, MAX_BODY, TableId, Version};
use kosti_rules::{House, RulesFile};
use kosti_table::{
    Actor, Command, Commit, CompiledRules, Context, ReplayError, RulesSource, Table, TableEvent, VerifyError,
    download, verify, verify_download,
};
use serde_json::{Value, json};

use crate::languages;
use crate::world::{World, with_world};

/// The most rows of an input.
const MOST_ROWS: usize = 200;
/// The id of the table if the first row has none.
const TABLE: &str = "aaaaaaaaaaaa";

/// A table is read from its rows, or they are unreadable: the server answers every request about it, and verified rows are
/// also verified as a download.
pub fn journal(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let rows: Vec<&str> = text.lines().take(MOST_ROWS).collect();
    let Some(first) = rows.first() else { return };
    let id = table_of(first);
    let folded = fold(&id, &rows);
    match verify(rows.iter().copied(), &Compiler) {
        Ok(checked) => {
            assert!(folded.is_ok(), "verified, but not read: {:?}", folded.err());
            let text = download(&checked.record, &rows);
            let again = verify_download(&text, &Compiler).unwrap_or_else(|why| panic!("{why}\n{text}"));
            assert!(again.record == checked.record && again.throws == checked.throws, "{text}");
        }
        Err(why) => check_message(&why),
    }
    if let Ok(first) = Commit::parse(first) {
        with_world(async |world| serve(world, &rows, first, folded.is_ok()).await);
    }
}

/// Compiles the rules in the rows.
struct Compiler;

impl RulesSource for Compiler {
    fn rules(&self, id: &str, text: &str, house: &House) -> Result<Arc<CompiledRules>, String> {
        let file = RulesFile::read(id, text);
        let rules = file.rules(house).map_err(|error| languages()[0].describe_rules_error(&file, &error))?;
        Ok(Arc::new(CompiledRules { text: text.into(), rules: Arc::new(rules) }))
    }
}

fn table_of(row: &str) -> String {
    match Commit::parse(row).map(|commit| commit.events.into_iter().next()) {
        Ok(Some(TableEvent::Opened(opened))) => opened.table,
        _ => TABLE.to_owned(),
    }
}

/// Reads the rows; after each of them the table answers every question.
fn fold(id: &str, rows: &[&str]) -> Result<(), ReplayError> {
    let mut table = None;
    for row in rows {
        if let Ok(commit) = Commit::parse(row) {
            assert_eq!(Commit::parse(&commit.to_text()), Ok(commit), "{row}");
        }
        let applied = match &mut table {
            None => Table::open(id, row, &Compiler).map(|opened| table = Some(opened)),
            Some(table) => table.apply(row).map(drop),
        };
        if let Err(why) = applied {
            assert!(!why.to_string().is_empty());
            for words in languages() {
                assert!(!words.describe("unreadable", &why).is_empty());
            }
            return Err(why);
        }
        table.iter().for_each(ask_table);
    }
    table.into_iter().for_each(check_decisions);
    Ok(())
}

/// Calls everything that the server asks a table.
fn ask_table(table: &Table) {
    let _ = (table.bot_on_turn(), table.dice_version(), table.rematch_plan(TABLE, None));
    for seat in 0..table.chairs().len() {
        let _ = (table.witness_of(seat), table.may_be_replaced(seat, false, i64::MAX));
    }
    let Some(state) = table.state() else { return };
    let _ = (state.legal_actions(), state.outcome(), state.who_may_undo(), state.selections());
    for offer in state.offers() {
        let _ = state.reasons(offer.slot);
    }
    for seat in (0..state.players().len()).map(Seat) {
        let _ = (state.may_undo(seat), state.result(seat));
    }
}

/// Checks that the commits that the table decides can be applied.
fn check_decisions(mut table: Table) {
    let context = Context { at: table.times().1, generation: Generation::from_bytes([7; 16]) };
    let mut dealer = table.dealer(&[1; 32]).0;
    let actions = table.state().map(|state| state.legal_actions()).unwrap_or_default();
    let act = |action: Action| Command::Act { seat: None, action, fell: None, contribution: None };
    let number = table.throws().saturating_add(1);
    let commands = [Command::Start, Command::NewChain, Command::Unwitnessed { number }, act(Action::Undo)];
    for command in commands.into_iter().chain(actions.into_iter().take(3).map(act)) {
        if let Ok(commit) = table.decide(&mut dealer, Actor::Server, &command, context) {
            let applied = table.apply(&commit.to_text());
            assert!(applied.is_ok(), "{command:?} was decided, but: {}", applied.unwrap_err());
        }
    }
}

fn check_message(why: &VerifyError) {
    assert!(!why.to_string().is_empty());
    for words in languages() {
        assert!(!words.describe("proof", why).is_empty(), "{why}");
    }
}

/// Checks the rows under a new id at a site.
async fn serve(world: &World, rows: &[&str], mut first: Commit, readable: bool) {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let table = TableId::from_bits(LAST.fetch_add(1, Ordering::Relaxed));
    if let Some(TableEvent::Opened(opened)) = first.events.first_mut() {
        table.as_str().clone_into(&mut opened.table);
    }
    let rest = rows.iter().skip(1).map(|row| (*row).to_owned());
    let rows: Vec<String> = [first.to_text()].into_iter().chain(rest).collect();
    if rows.iter().all(|row| row.len() <= MAX_BODY) {
        write_rows(world, table, &rows).await;
        let status = check_table(world, table).await;
        assert!(!readable || status != 500, "it can be read");
    }
}

pub async fn write_rows(world: &World, table: TableId, rows: &[String]) {
    let mut version = Version::START;
    for (nth, row) in (0u128..).zip(rows) {
        let entry = Entry { command: CommandId::from_bytes(nth.to_be_bytes()), body: row.as_str().into() };
        version = world.journal.append(table, version, entry).await.unwrap();
    }
}

/// Sends every kind of request to a table whose rows may be damaged: each gets an answer, a rejection, or that the table is
/// unreadable. Returns the status of the first.
pub async fn check_table(world: &World, table: TableId) -> u16 {
    let shown = world.get(&format!("/api/v1/tables/{table}")).await;
    let readable = [200, 404, 410].contains(&shown.status);
    let view: Value = shown.json();
    assert!(readable || view["kind"] == "unreadable", "{} {view}", shown.status);
    let act = json!({ "version": view["table"]["version"], "action": { "keep": [] } });
    for (method, way, body) in [
        (Method::GET, "/record", None),
        (Method::GET, "/events", None),
        (Method::GET, "/rules", None),
        (Method::POST, "/actions", Some(act)),
        (Method::POST, "/rematch", None),
        (Method::GET, "", None),
    ] {
        let path = format!("/api/v1/tables/{table}{way}");
        let reply = world.ask(method, &path, body.as_ref()).await;
        let view = reply.json();
        assert!(reply.status < 500 || view["kind"] == "unreadable", "{way}: {} {view}", reply.status);
    }
    for way in ["", "/history", "/dice", "/rules", "/print"] {
        let reply = world.get(&format!("/t/{table}{way}")).await;
        assert!(reply.status < 500 || !readable, "{way}: {}", reply.status);
    }
    shown.status
}
