//! Measures the cost of following a journal, per record.

use divan::{Bencher, black_box, counter::ItemsCount};
use kosti_journal::{CommandId, Entry, Journal as _, MemoryJournal, Stored, TableId, Version};
use kosti_projections::Lists;
use kosti_table::{
    CoachAllowed, Commit, DiceKind, Key, Opened, Proof, SeatPlan, SeatResult, TableEvent, Witness,
};
use tokio::runtime::Runtime;

/// Throws and entries of a game.
const NOTES: u64 = 60;

fn main() {
    divan::main();
}

fn text(event: TableEvent) -> String {
    Commit { at: 1_790_000_000_000, events: vec![event] }.to_text()
}

fn throw() -> String {
    let link = "ab".repeat(32).parse().expect("64 digits");
    let history = "cd".repeat(32).parse().expect("64 digits");
    let witness = Some(Witness { seat: 1, link: Some(link), history: Some(history) });
    let proof = Proof { number: 17, server: link, thrower: Some(link), history: Some(history), witness };
    let (kept, dice) = ("5-5-5".parse().expect("dice"), "5-5-5-6-2".parse().expect("dice"));
    text(TableEvent::Thrown { seat: 0, kept, dice, proof: Some(Box::new(proof)) })
}

fn entry() -> String {
    text(TableEvent::Scored { seat: 0, r#box: "threes".into(), points: 9, bonus: 0 })
}

fn opening(table: TableId) -> String {
    let seat = |name: &str| {
        let key = Some(Key::of(&format!("{name} at {table}")));
        SeatPlan { name: Some(name.to_owned()), key, bot: None }
    };
    let opened = Opened {
        table: table.to_string(),
        game: "game".into(),
        rules: "needs = { alike = 2 }\n".repeat(150),
        house: std::iter::once(("straight".to_owned(), "long".to_owned())).collect(),
        dice: DiceKind::Virtual,
        coach: CoachAllowed::Own,
        opener: Key::of(&format!("Olena at {table}")),
        seats: vec![seat("Olena"), seat("Petro")],
        anchor: None,
        generation: None,
        after: None,
        first: None,
    };
    let events = vec![TableEvent::Opened(Box::new(opened)), TableEvent::Started { seats: vec![0, 1] }];
    Commit { at: 1_790_000_000_000, events }.to_text()
}

fn ending() -> String {
    let result = |total| SeatResult { total, points: None };
    text(TableEvent::Ended { results: vec![result(200), result(180)], winners: vec![0] })
}

#[divan::bench]
fn reading_a_throw(bencher: Bencher<'_, '_>) {
    let text = throw();
    bencher.bench(|| Commit::parse(black_box(&text)));
}

#[divan::bench]
fn reading_an_entry(bencher: Bencher<'_, '_>) {
    let text = entry();
    bencher.bench(|| Commit::parse(black_box(&text)));
}

async fn append(journal: &MemoryJournal, table: TableId, body: String) {
    let after = journal.read(table, Version::START).await.expect("memory can be read");
    let expected = after.last().map_or(Version::START, |stored: &Stored| stored.version);
    let entry = Entry { command: CommandId::from_bytes([0; 16]), body: body.into() };
    journal.append(table, expected, entry).await.expect("it is the next one");
}

async fn round(journal: &MemoryJournal, tables: u64, body: impl Fn(TableId) -> String) {
    for table in 0..tables {
        // Random names, so that tables come in no order.
        let table = TableId::from_bits(table.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        append(journal, table, body(table)).await;
    }
}

/// Interleaved games: between two commits of a table come the commits of all other tables.
#[divan::bench(args = [10, 1000, 10_000], sample_count = 5, sample_size = 1)]
fn following_throws(bencher: Bencher<'_, '_>, tables: u64) {
    let runtime = Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let lists = Lists::open(&folder.path().join("lists")).expect("new lists");
    let journal = MemoryJournal::default();
    runtime.block_on(async {
        round(&journal, tables, opening).await;
        lists.catch_up(&journal).await.expect("openings can be folded");
    });
    let rounds = (20_000 / tables).max(2);
    bencher
        .counter(ItemsCount::new(rounds * tables))
        .with_inputs(|| {
            runtime.block_on(async {
                for _ in 0..rounds {
                    round(&journal, tables, |_| throw()).await;
                }
            });
        })
        .bench_values(|()| runtime.block_on(lists.catch_up(&journal)).expect("throws can be folded"));
}

/// Whole games, from the opening to the end.
#[divan::bench(args = [1000], sample_count = 3, sample_size = 1)]
fn following_games(bencher: Bencher<'_, '_>, tables: u64) {
    let runtime = Runtime::new().expect("a runtime");
    let journal = MemoryJournal::default();
    runtime.block_on(async {
        round(&journal, tables, opening).await;
        for _ in 0..NOTES / 2 {
            round(&journal, tables, |_| throw()).await;
            round(&journal, tables, |_| entry()).await;
        }
        round(&journal, tables, |_| ending()).await;
    });
    let folder = tempfile::tempdir().expect("a folder");
    let number = std::cell::Cell::new(0);
    bencher
        .counter(ItemsCount::new(tables * (NOTES + 2)))
        .with_inputs(|| {
            number.set(number.get() + 1);
            Lists::open(&folder.path().join(number.get().to_string())).expect("new lists")
        })
        .bench_local_values(|lists| runtime.block_on(lists.catch_up(&journal)).expect("games can be folded"));
}
