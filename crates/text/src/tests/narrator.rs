//! The narrator on every golden game, in every language.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use expect_test::expect;
use kosti_engine::{Record, Refusal, Seat, State, Tags};
use kosti_rules::{House, RulesFile};

use super::words;
use crate::{Language, Narrator};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn record(text: &str) -> Record {
    let tags = Tags::parse(text).unwrap();
    let path = root().join("games").join(format!("{}.toml", tags.game));
    let house: House = tags.house.iter().map(|(option, choice)| (option.clone(), choice.clone())).collect();
    let rules = RulesFile::read(&tags.game, &fs::read_to_string(path).unwrap()).rules(&house).unwrap();
    Record::parse(text, Arc::new(rules)).unwrap()
}

fn beginning(record: &Record) -> State {
    let mut empty = record.clone();
    empty.events.clear();
    empty.replay()
}

#[test]
fn every_golden_game_can_be_described() {
    for played in fs::read_dir(root().join("playthroughs")).unwrap().map(|entry| entry.unwrap().path()) {
        let record = record(&fs::read_to_string(&played).unwrap());
        for language in Language::all() {
            let words = words(language.code());
            let mut state = beginning(&record);
            for event in &record.events {
                let line =
                    words.describe_events(&mut state, &record.tags.players, std::slice::from_ref(event));
                let named = record.tags.players.iter().any(|name| line.contains(name.as_str()));
                assert!(named && line.ends_with(['.', '!']), "{played:?}: {line}");
                let narrator = Narrator { words: &words, state: &state, names: &record.tags.players };
                let boxes = state.rules().sheet().map_or(0, |rules| rules.slots.len());
                for seat in (0..record.tags.players.len()).map(Seat) {
                    assert!(
                        (0..boxes).all(|slot| narrator.describe_box(seat, slot).ends_with('.')),
                        "{played:?}"
                    );
                    assert!(narrator.describe_player(seat).contains(narrator.name(seat)), "{played:?}");
                }
            }
            assert_eq!(state, record.replay(), "{played:?}");
        }
    }
}

/// Some events of a race with barrels, described one after the other.
#[test]
fn a_race_with_barrels() {
    let game = "[Kosti \"1\"]\n[Game \"thousand\"]\n[House \"win=exceed\"]\n[House \"blank-double=may-bank\"]\n\
                [Rules \"9efe135eb89539aed38f51becb386cd9\"]\n[Dice \"real\"]\n[Player \"Olena\"]\n[Player \"Petro\"]\n\n\
                1 Olena: threw 1-1-2-3-5, set aside 5 for 5, banked 5\n* Petro corrected Olena: 5 to 310/1\n\
                1 Petro: threw 1-1-4-4-6, set aside 1-1 for 20, threw 2-3-4, bust\n\
                2 Olena: threw 2-2-3-4-6, bust\n* Petro left\n";
    let record = record(game);
    let describe = |language: &str| {
        let mut state = beginning(&record);
        let words = words(language);
        let each = record.events.iter().map(|event| {
            words.describe_events(&mut state, &record.tags.players, std::slice::from_ref(event)) + "\n"
        });
        each.collect::<String>()
    };
    expect![[r#"
        Olena: threw 1-1-2-3-5.
        Olena: set aside 5 for 5.
        Olena: banked 5. Turn: Petro.
        Corrected for Olena: 5 is now 310/1.
        Petro: threw 1-1-4-4-6.
        Petro: set aside 1-1 for 20.
        Petro: threw 2-3-4.
        Petro: bust, 20 lost. Turn: Olena.
        Olena: threw 2-2-3-4-6.
        Olena: bust, nothing gained. Set back to 295: the turns in the barrel are used up. Turn: Petro.
        Petro: left. Turn: Olena.
    "#]]
    .assert_eq(&describe("en"));
    expect![[r#"
        Olena: випало 1-1-2-3-5.
        Olena: відкладено 5 за 5.
        Olena: записано 5. Хід: Petro.
        Виправлено для Olena: 5 тепер 310/1.
        Petro: випало 1-1-4-4-6.
        Petro: відкладено 1-1 за 20.
        Petro: випало 2-3-4.
        Petro: кидок без очок, згоріло 20. Хід: Olena.
        Olena: випало 2-2-3-4-6.
        Olena: кидок без очок, хід нічого не дав. Назад до 295: ходи в бочці вичерпано. Хід: Petro.
        Petro: місце покинуто. Хід: Olena.
    "#]]
    .assert_eq(&describe("uk"));
}

/// A box of the player on turn shows the score of the dice, a box of another player its entries.
#[test]
fn a_box_is_described_by_whose_it_is() {
    let text = "name = 'Two'\ndice = 2\nthrows = 2\n[box.sixes]\nname = { en = 'Sixes', uk = 'Шістки' }\nnumber = 6\n\
                score = 'matching'\n[box.any]\nscore = 'all-dice'";
    let rules = Arc::new(RulesFile::read("two", text).rules(&House::default()).unwrap());
    let names = ["Olena".to_owned(), "Petro".to_owned()];
    let mut state = State::new(rules, 2).unwrap();
    let words = words("en");
    let thrown = |seat: usize, dice: &str| kosti_engine::Event::Thrown {
        seat: Seat(seat),
        kept: kosti_dice::Dice::NONE,
        dice: dice.parse().unwrap(),
    };
    let scored = kosti_engine::Event::Scored { seat: Seat(0), slot: 0, points: 6, bonus: 0 };
    let mut lines =
        vec![words.describe_events(&mut state, &names, &[thrown(0, "1-6"), scored, thrown(1, "6-6")])];
    let narrator = Narrator { words: &words, state: &state, names: &names };
    lines.extend([
        narrator.describe_box(Seat(0), 0),
        narrator.describe_box(Seat(0), 1),
        narrator.describe_box(Seat(1), 0),
    ]);
    lines.extend([
        narrator.describe_player(Seat(0)),
        narrator.describe_refusal(Refusal::BoxFull { id: "sixes".into() }),
    ]);
    expect![[r#"
        Olena: threw 1-6. Olena: scored Sixes, 6. Petro: threw 6-6. Turn: Petro.
        Sixes: 6.
        any: any dice: the sum of all dice.
        Sixes gives 12: 2 dice show 6: 12.
        Olena has 6.
        That is not possible: box `Sixes` is full."#]]
    .assert_eq(&lines.join("\n"));
}
