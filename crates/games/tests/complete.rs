//! Every bundled game says everything in every language, and proves every box.

use kosti_rules::{Family, RulesFile, Text};

fn files() -> Vec<RulesFile> {
    kosti_games::ids().map(|id| kosti_games::file(id).unwrap()).collect()
}

#[test]
fn every_file_is_sound() {
    for file in files() {
        file.check().unwrap_or_else(|faults| panic!("{}: {faults:?}", file.id()));
    }
}

const LANGUAGES: [&str; 2] = ["en", "uk"];

fn speaks_all(what: &str, text: &Text) {
    for language in LANGUAGES {
        let said = text.speaks(language) && !text.get(language).trim().is_empty();
        assert!(said, "{what} says nothing in {language}");
    }
}

#[test]
fn every_text_is_there_in_every_language() {
    for file in files() {
        let id = file.id();
        for house in file.variants() {
            let rules = file.rules(&house).unwrap();
            speaks_all(id, &rules.name);
            speaks_all(id, &rules.about);
            assert!(rules.source.is_some(), "{id} does not say where its rules come from");
            for option in &rules.house {
                let what = format!("{id}: house rule {}", option.id);
                speaks_all(&what, &option.name);
                speaks_all(&what, &option.about);
                option
                    .choices
                    .iter()
                    .for_each(|(choice, about)| speaks_all(&format!("{what}={choice}"), about));
            }
            match &rules.family {
                Family::Sheet(sheet) => {
                    for slot in &sheet.slots {
                        speaks_all(&format!("{id}: box {}", slot.id), &slot.name);
                        speaks_all(&format!("{id}: box {}", slot.id), &slot.about);
                    }
                    sheet
                        .groups
                        .iter()
                        .for_each(|group| speaks_all(&format!("{id}: {}", group.id), &group.name));
                    sheet.awards.iter().for_each(|award| speaks_all(&format!("{id}: points"), &award.name));
                    sheet.joker.iter().for_each(|joker| speaks_all(&format!("{id}: joker"), &joker.name));
                    for win in &sheet.instant_wins {
                        speaks_all(&format!("{id}: {}", win.id), &win.name);
                        speaks_all(&format!("{id}: {}", win.id), &win.about);
                    }
                }
                Family::Race(race) => {
                    for combination in &race.combinations {
                        speaks_all(&format!("{id}: {}", combination.id), &combination.name);
                    }
                    race.double.iter().for_each(|double| speaks_all(&format!("{id}: double"), &double.about));
                }
            }
        }
    }
}

#[test]
fn every_box_has_worked_examples_that_name_their_clause() {
    for file in files() {
        let id = file.id();
        for house in file.variants() {
            let rules = file.rules(&house).unwrap();
            let examples: Vec<_> = match &rules.family {
                Family::Sheet(sheet) => {
                    // Every column has the same boxes; their examples stand in the first.
                    for slot in sheet.slots.iter().filter(|slot| slot.column.unwrap_or(0) == 0) {
                        assert!(!slot.examples.is_empty(), "{id}: box {} has no example", slot.id);
                    }
                    sheet.slots.iter().flat_map(|slot| &slot.examples).collect()
                }
                Family::Race(race) => {
                    for combination in &race.combinations {
                        let dice = || combination.made_of.keys();
                        let shown = |dice| race.examples.iter().any(|example| example.dice == dice);
                        let missing = dice().find(|&&dice| !shown(dice));
                        assert!(missing.is_none(), "{id}: no example of {missing:?} for {}", combination.id);
                    }
                    race.examples.iter().collect()
                }
            };
            assert!(
                examples.iter().all(|example| example.clause.is_some()),
                "{id}: an example without a clause"
            );
        }
    }
}
