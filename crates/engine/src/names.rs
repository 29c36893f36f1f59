//! Checks the names of players: which texts are names, and which two names look the same.
//!
//! Reading a record allows more than starting a game ([`crate::Tags::check_names`]), so that every game already
//! played can be read again.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization as _;
use unicode_security::confusable_detection::skeleton;

use crate::record::{RecordFaultKind, Tags};

/// Invisible characters: Unicode's `Default_Ignorable_Code_Point` (with the bidirectional controls), and also
/// line separators, annotation marks and a blank that is not a space.
const INVISIBLE: [(u32, u32); 21] = [
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x2028, 0x202E),
    (0x2060, 0x206F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFB),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
    (0xE000, 0xF8FF),
    (0xF0000, 0xFFFFD),
    (0x10_0000, 0x10_FFFD),
];
/// The zero width joiner and the variation selector: allowed after a picture.
const JOINERS: [char; 2] = ['\u{200D}', '\u{FE0F}'];

/// Checks the names of players of a new game.
///
/// # Errors
/// If a text is not a name, or looks like another name.
pub fn check_new_names(names: &[String]) -> Result<(), RecordFaultKind> {
    for (nth, name) in names.iter().enumerate() {
        check_new_name(name, &names[..nth])?;
    }
    Ok(())
}

/// Checks the name of a player who joins others.
///
/// # Errors
/// If the text is not a name, or looks like another name.
pub fn check_new_name(name: &str, others: &[String]) -> Result<(), RecordFaultKind> {
    let owned = || name.to_owned();
    if let Some(character) = find_invisible(name) {
        return Err(RecordFaultKind::InvisibleInName { code: format!("U+{:04X}", u32::from(character)) });
    }
    Tags::check_names(&[owned()])?;
    let seen = appearances(name);
    match others.iter().find(|other| !appearances(other).is_disjoint(&seen)) {
        None => Ok(()),
        Some(other) if other == name => Err(RecordFaultKind::SameName { name: owned() }),
        Some(other) => Err(RecordFaultKind::AlikeName { name: owned(), other: other.clone() }),
    }
}

/// Finds the first invisible character.
fn find_invisible(name: &str) -> Option<char> {
    let mut before: Option<char> = None;
    name.chars().find(|&character| {
        let after_picture = before.is_some_and(|before| !before.is_alphanumeric() && !before.is_whitespace());
        before = Some(character);
        let hidden = INVISIBLE.iter().any(|(from, to)| (*from..=*to).contains(&u32::from(character)));
        hidden && !(JOINERS.contains(&character) && after_picture)
    })
}

/// The appearance of a name: two names that share one of these look the same. Upper and lower case count as
/// equal, and either may look like a letter of another script.
fn appearances(name: &str) -> BTreeSet<String> {
    let plain: String = name.nfkc().filter(|character| !JOINERS.contains(character)).collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let small: String = skeleton(&plain.to_lowercase()).collect();
    let large: String = skeleton(&plain).collect();
    BTreeSet::from([small, large.to_lowercase()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, beside: &str) -> Result<(), RecordFaultKind> {
        check_new_name(name, &[beside.to_owned()])
    }

    #[test]
    fn names_that_look_the_same_are_the_same() {
        let alike = [
            ("olena", "Olena"),
            ("Оlena", "Olena"), // Cyrillic О
            ("Вob", "bob"),     // Cyrillic В
            ("Олена", "ОЛЕНА"),
            ("Ｏｌｅｎａ", "Olena"),
            ("Ivan  II", "ivan ii"),
            ("Ivan\u{A0}II", "Ivan II"),
            ("Jose\u{301}", "José"),
            ("paypal", "раураl"),
        ];
        for (one, other) in alike {
            for (name, beside) in [(one, other), (other, one)] {
                assert!(
                    matches!(check(name, beside), Err(RecordFaultKind::AlikeName { .. })),
                    "{name} {beside}"
                );
            }
        }
        assert_eq!(check("Olena", "Olena"), Err(RecordFaultKind::SameName { name: "Olena".to_owned() }));
        for (one, other) in [("Olena", "Olga"), ("Bot 1", "Bot 2"), ("Ганна", "Hanna"), ("Jose", "José")]
        {
            assert_eq!(check(one, other), Ok(()), "{one} {other}");
        }
    }

    #[test]
    fn what_cannot_be_seen_is_no_part_of_a_name() {
        for (name, code) in [
            ("Ole\u{200B}na", "U+200B"),
            ("\u{202E}anelO", "U+202E"),
            ("Olena\u{2066}", "U+2066"),
            ("Ole\u{200D}na", "U+200D"),
            ("\u{3164}", "U+3164"),
            ("Olena\u{FE0F}", "U+FE0F"),
            ("Ole\u{AD}na", "U+00AD"),
            ("\u{E0041}", "U+E0041"),
        ] {
            let refused = RecordFaultKind::InvisibleInName { code: code.to_owned() };
            assert_eq!(check(name, "Petro"), Err(refused), "{name:?}");
        }
        for name in ["Оленка", "О'Ніл", "Ann-Marie", "👩\u{200D}💻 Olena", "❤\u{FE0F}", "שרה", "山田"]
        {
            assert_eq!(check(name, "Petro"), Ok(()), "{name:?}");
        }
    }
}
