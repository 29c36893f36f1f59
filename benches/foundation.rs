//! Benchmarks of the foundations: compiling rules, answering questions, playing games. Run with `cargo bench --bench
//! foundation`.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Arc;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use kosti_dice::Dice;
use kosti_engine::{Action, Decision, State};
use kosti_rules::{House, Rules, RulesFile};
use kosti_testkit::TestRng;

fn main() {
    divan::main();
}

fn ids() -> Vec<&'static str> {
    kosti_games::ids().collect()
}

fn rules(id: &str) -> Arc<Rules> {
    Arc::new(kosti_games::file(id).expect("bundled").rules(&House::default()).expect("sound"))
}

/// A file read and compiled under its default house rules.
#[divan::bench(args = ids())]
fn read_and_compile(bencher: Bencher<'_, '_>, id: &str) {
    let text = kosti_games::TEXTS.iter().find(|(known, _)| *known == id).expect("bundled").1;
    bencher.bench(|| RulesFile::read(id, black_box(text)).rules(&House::default()).expect("sound"));
}

/// A file read and checked under every choice of house rules.
#[divan::bench(args = ids())]
fn read_and_check(bencher: Bencher<'_, '_>, id: &str) {
    let text = kosti_games::TEXTS.iter().find(|(known, _)| *known == id).expect("bundled").1;
    bencher.bench(|| RulesFile::read(id, black_box(text)).check());
}

/// 100,000 `score` requests through the program, including its start.
#[divan::bench(sample_count = 5)]
fn ask_100_000_scores(bencher: Bencher<'_, '_>) {
    let game = kosti_games::ids().find(|id| rules(id).sheet().is_some_and(|sheet| sheet.throws == 3));
    let game = game.expect("a game of three throws");
    let questions: String = (0..100_000_u32)
        .map(|i| {
            let dice = [0, 1, 2, 3, 4].map(|n| (i / 6_u32.pow(n)) % 6 + 1);
            let throw = i % 3 + 1;
            format!("{{\"ask\":\"score\",\"game\":\"{game}\",\"dice\":{dice:?},\"throw\":{throw}}}\n")
        })
        .collect();
    bencher.counter(ItemsCount::new(100_000_u32)).bench(|| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_kosti"))
            .arg("ask")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        program.stdin.take().expect("piped").write_all(questions.as_bytes()).expect("it reads");
        assert!(program.wait().expect("it ends").success());
    });
}

/// A whole game of one player through decide and apply, every action chosen at random.
#[divan::bench(args = ids())]
fn random_game(bencher: Bencher<'_, '_>, id: &str) {
    let rules = rules(id);
    let mut rng = TestRng::new(1);
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| {
        let mut state = State::new(rules.clone(), 1).expect("one may play");
        while let Some(seat) = state.on_turn() {
            let actions: Vec<Action> = state.legal_actions();
            let events = match state.decide(seat, rng.pick(&actions)).expect("legal") {
                Decision::Done(events) => events,
                Decision::Throws(throws) => {
                    let faces: Vec<u8> = (0..throws.count()).map(|_| rng.below(6) + 1).collect();
                    throws.resolve(Dice::from_faces(&faces).expect("faces")).expect("dice")
                }
            };
            events.iter().for_each(|event| state.apply(event));
        }
        state
    });
}
