//! The text of a rules file.

use kosti_engine::Record;
use kosti_rules::{Faults, House, Rules, RulesFile};
use kosti_testkit::TestRng;
use kosti_text::Words;

use crate::play::{play, start};
use crate::{assert_shown, languages, seed};

/// The most actions of a game.
const MOST_ACTIONS: usize = 150;

/// A valid file gives games that can be played and explained; any other one gets faults with places and messages.
pub fn rules(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let file = RulesFile::read("fuzz", &text);
    let by_default = file.rules(&House::default());
    match file.check() {
        Ok(()) => {
            by_default.expect("every variant was checked");
            let mut rng = TestRng::new(seed(data));
            let variants = file.variants();
            check_game(file.rules(rng.pick(&variants)).unwrap(), &mut rng);
        }
        Err(faults) => check_faults(&text, &faults),
    }
}

fn check_game(rules: Rules, rng: &mut TestRng) {
    for words in languages() {
        let explained = words.explain_rules(&rules);
        assert_shown(&explained.name);
        assert_shown(&explained.size);
        explained.facts.iter().for_each(|fact| assert_shown(fact));
    }
    let record = play(rules, rng, MOST_ACTIONS);
    for words in languages() {
        check_descriptions(&record, words);
    }
    let text = record.to_string();
    let again =
        Record::parse(&text, record.rules().clone()).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    assert!(again == record && again.replay() == record.replay(), "{text}");
}

/// Checks that each event can be described, and each offer of the turn before it.
fn check_descriptions(record: &Record, words: &Words) {
    let mut state = start(record);
    for event in &record.events {
        if let Some(sheet) = state.rules().sheet() {
            for offer in state.offers().iter().filter(|offer| offer.score.is_some()) {
                assert_shown(&words.explain_score(sheet, offer.slot, &state.reasons(offer.slot)));
            }
        }
        assert_shown(&words.describe_events(&mut state, &record.tags.players, &[*event]));
    }
}

fn check_faults(text: &str, faults: &Faults) {
    assert!(!faults.0.is_empty());
    for fault in &faults.0 {
        assert!(text.get(fault.span.clone()).is_some(), "{fault:?}");
    }
    for words in languages() {
        assert_shown(&words.render_faults("fuzz.toml", text, faults, false));
        let _ = words.render_faults("fuzz.toml", text, faults, true);
        let placed = words.locate_faults(text, faults);
        assert_eq!(placed.len(), faults.0.len());
        placed.iter().for_each(|fault| assert_shown(&fault.message));
    }
}
