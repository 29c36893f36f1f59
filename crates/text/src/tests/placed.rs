//! Faults with their positions, for the page.

use kosti_rules::{Fault, FaultKind, Faults, RulesFile};

use super::{every_fault, words};
use crate::{Language, PlacedFault, Position};

fn placed(language: &str, text: &str) -> Vec<PlacedFault> {
    let faults = RulesFile::read("game", text).check().unwrap_err();
    words(language).locate_faults(text, &faults)
}

fn place(fault: &PlacedFault) -> [usize; 4] {
    [fault.start.line, fault.start.column, fault.end.line, fault.end.column]
}

const SLIPS: &str = "name = 'Наша гра'\ndice = 5\nthrows = 12\n[box.pair]\nname = 'Пара'\nneeds = { alik = 2 }\n\
                     score = 'combination'\n'графа' = 1\n";

#[test]
fn each_fault_has_its_place_its_message_and_its_help() {
    let [throws, alik, key] = placed("en", SLIPS).try_into().unwrap();
    assert_eq!(place(&throws), [3, 10, 3, 12]);
    assert_eq!((throws.kind.as_str(), throws.message.as_str()), ("out-of-range", "`throws` can't be 12"));
    assert_eq!(throws.help.as_deref(), Some("write a whole number from 1 to 9"));
    assert_eq!(place(&alik), [6, 11, 6, 15]);
    assert_eq!(alik.help.as_deref(), Some("did you mean `alike`?"));
    // Columns count characters, not bytes.
    assert_eq!((place(&key), key.message.as_str()), ([8, 1, 8, 8], "unknown key `графа`"));
}

#[test]
fn another_language_has_other_words_in_the_same_places() {
    let [english, ukrainian] = ["en", "uk"].map(|language| placed(language, SLIPS));
    assert_eq!(ukrainian[1].message, "невідоме слово `alik`");
    for (one, other) in english.iter().zip(&ukrainian) {
        assert_eq!((place(one), &one.kind), (place(other), &other.kind));
        assert_ne!(one.message, other.message);
    }
}

#[test]
fn a_fault_can_take_up_several_lines() {
    let text = "name = 'x'\ndice = [\n  5,\n]\nthrows = 1\n[box.any]\nscore = 'all-dice'";
    assert_eq!(place(&placed("en", text)[0]), [2, 8, 4, 2]);
}

#[test]
fn faults_come_in_reading_order() {
    let kind = || FaultKind::NoBoxes {};
    let spans = [7..9, 2..4, 2..3, 0..0];
    let faults = Faults(spans.map(|span| Fault { span, kind: kind() }).to_vec());
    let order: Vec<[usize; 4]> = words("en").locate_faults("abcd\nefgh", &faults).iter().map(place).collect();
    assert_eq!(order, [[1, 1, 1, 1], [1, 3, 1, 4], [1, 3, 1, 5], [2, 3, 2, 5]]);
}

#[test]
fn any_span_has_a_place_within_the_text() {
    for text in ["", "\n", "a\r\nб", "日本\n🎲", "a\n\n\nb\n\n"] {
        let ends = || (0..=text.len() + 2).chain([usize::MAX]);
        let spans = ends().flat_map(|start| ends().map(move |end| start..end));
        let faults = Faults(spans.map(|span| Fault { span, kind: FaultKind::NoBoxes {} }).collect());
        let last = Position::of(text, text.len());
        for fault in words("uk").locate_faults(text, &faults) {
            assert!(fault.start <= fault.end && fault.end <= last, "{text:?}: {fault:?}");
        }
    }
}

#[test]
fn every_fault_is_placed_with_the_words_that_are_drawn() {
    for language in Language::all() {
        let words = words(language.code());
        for kind in every_fault() {
            let faults = Faults(vec![Fault { span: 0..1, kind }]);
            let drawn = words.render_faults("x", "a = 1", &faults, false);
            let [placed] = words.locate_faults("a = 1", &faults).try_into().unwrap();
            assert!(drawn.contains(&placed.message), "{drawn}");
            assert!(placed.help.is_none_or(|help| drawn.contains(&help)), "{drawn}");
            assert!(!placed.kind.is_empty());
        }
    }
}

#[test]
fn nothing_in_a_file_steers_the_page() {
    let [key, word] = placed("en", "'a\u{202e}b' = 1\n'c\u{2067}d' = 2\n")
        .into_iter()
        .filter(|fault| fault.kind == "unknown-key")
        .collect::<Vec<_>>()
        .try_into()
        .unwrap();
    assert_eq!([key.message, word.message], ["unknown key `a�b`", "unknown key `c�d`"]);
}
