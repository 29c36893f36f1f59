//! Every fault of every file can be drawn, without control characters.

use kosti_rules::{Fault, FaultKind, Faults, RulesFile};

use super::{every_fault, words};
use crate::{Language, Position};

#[test]
fn what_the_reader_says_is_in_plain_words() {
    let wrong = [
        "name = Our game",
        "name = \"Our",
        "name = 'Our",
        "name \"x\"",
        "[box.pair\nname = 1",
        "a = [1, 2\nb = 3",
        "a = {b = 1",
        "a = {b = 1 c = 2}",
        "a = 1\na = 2",
        "[a]\n[a]",
        "dice: 5",
        "Кубики = 5",
        "a = 05",
        "= 5",
        "a = 1 b = 2",
        "a == 5",
    ];
    for text in wrong {
        let faults = RulesFile::read("game", text).check().unwrap_err();
        let syntax = faults.0.iter().filter(|fault| matches!(fault.kind, FaultKind::Syntax { .. }));
        for (title, _) in syntax.map(|fault| words("uk").describe_fault(&fault.kind)) {
            let plain =
                title.split('`').step_by(2).all(|part| !part.contains(|c: char| c.is_ascii_alphabetic()));
            assert!(plain, "{text}: {title}");
        }
    }
}

#[test]
fn nothing_in_a_file_steers_the_terminal() {
    let near = Some("\u{1b}[2J".to_owned());
    let kind = FaultKind::UnknownBox { id: "\u{1b}[31m".to_owned(), near, known: Vec::new() };
    let faults = Faults(vec![Fault { span: 0..1, kind }]);
    let drawn = words("en").render_faults("\u{1b}[1m", "\u{1b}[5m", &faults, false);
    assert!(!drawn.contains('\u{1b}'), "{drawn:?}");
}

#[test]
fn colours_only_where_they_are_wanted() {
    let faults = RulesFile::read("game", "dise = 5").check().unwrap_err();
    let [plain, styled] =
        [false, true].map(|styled| words("en").render_faults("x", "dise = 5", &faults, styled));
    assert!(!plain.contains('\u{1b}') && styled.contains('\u{1b}'));
}

#[test]
fn any_span_can_be_drawn() {
    let texts = [
        "",
        "\n",
        "\r\n",
        "a",
        "a\r\nб",
        "кубики = 5\n\tтаб\n",
        "日本\n🎲",
        "\u{1b}[31m\n\u{202e}x\0",
        "a\n\n\nb\n\n",
    ];
    let kind = || FaultKind::UnknownBox { id: "x".into(), near: Some("y".into()), known: Vec::new() };
    for text in texts {
        let ends = || (0..=text.len() + 2).chain([usize::MAX]);
        let spans = ends().flat_map(|start| ends().map(move |end| start..end));
        let faults = Faults(spans.map(|span| Fault { span, kind: kind() }).collect());
        for styled in [false, true] {
            let drawn = words("uk").render_faults("x", text, &faults, styled);
            assert!(drawn.ends_with(" у x"), "{drawn}");
        }
    }
}

#[test]
fn every_fault_can_be_drawn() {
    for language in Language::all() {
        let faults = every_fault().into_iter().map(|kind| Fault { span: 1..3, kind }).collect();
        let _ = words(language.code()).render_faults("x", "a = 1", &Faults(faults), true);
    }
}

#[test]
fn lines_and_columns_count_characters() {
    let text = "а = 1\nбв = 2";
    let at = |offset| {
        let Position { line, column } = Position::of(text, offset);
        (line, column)
    };
    assert_eq!([at(0), at(1), at(2), at(6), at(7), at(11)], [(1, 1), (1, 1), (1, 2), (1, 6), (2, 1), (2, 3)]);
    assert_eq!([at(text.len()), at(usize::MAX)], [(2, 7), (2, 7)]);
}
