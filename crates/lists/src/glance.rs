//! `Glance`: a quick look at a note. Most notes are throws and entries, which say nothing to the lists but when they
//! happened; they are recognised here, exactly as they are written, many times faster than they are read.

/// A look at what is left of a text. Each step takes something off its front, or finds that it is not there.
struct Glance<'a>(&'a [u8]);

/// When a note was written that tells the lists nothing else. Nothing for all other notes, and for many that could be
/// read: whatever is recognised here is a note that can be read in full.
pub(crate) fn glance(text: &str) -> Option<i64> {
    let mut glance = Glance(text.as_bytes());
    glance.word("{\"v\":1,\"at\":")?;
    let at = glance.number(15)?;
    glance.word(",\"did\":[")?;
    glance.fact()?;
    while glance.word(",").is_some() {
        glance.fact()?;
    }
    glance.word("]}")?;
    glance.0.is_empty().then_some(at)
}

impl Glance<'_> {
    fn fact(&mut self) -> Option<()> {
        self.word("{\"")?;
        match self.until(b'"')? {
            b"thrown" => {
                self.seat()?;
                self.word(",\"kept\":")?;
                self.dice()?;
                self.word(",\"dice\":")?;
                self.dice()?;
                self.maybe(",\"proof\":", Self::proof)?;
            }
            b"scored" => {
                self.seat()?;
                self.word(",\"box\":\"")?;
                self.plain()?;
                self.word(",\"points\":")?;
                self.points()?;
                self.maybe(",\"bonus\":", Self::points)?;
            }
            b"crossed-out" => {
                self.seat()?;
                self.word(",\"box\":\"")?;
                self.plain()?;
                self.maybe(",\"bonus\":", Self::points)?;
            }
            b"announced" => {
                self.seat()?;
                self.word(",\"box\":\"")?;
                self.plain()?;
            }
            b"set-aside" => {
                self.seat()?;
                self.word(",\"dice\":")?;
                self.dice()?;
                self.word(",\"points\":")?;
                self.points()?;
            }
            b"banked" => {
                self.seat()?;
                self.word(",\"points\":")?;
                self.points()?;
            }
            b"busted" => self.seat()?,
            b"called" => self.called()?,
            _ => return None,
        }
        self.word("}}")
    }

    fn called(&mut self) -> Option<()> {
        self.seat()?;
        self.word(",\"keep\":")?;
        self.dice()?;
        self.maybe(",\"aside\":true", |_| Some(()))?;
        self.word(",\"number\":")?;
        self.number(9)?;
        self.maybe(",\"thrower\":", Self::link)?;
        self.maybe(",\"history\":", Self::link)?;
        self.word(",\"witness\":")?;
        self.number(9).map(|_| ())
    }

    fn proof(&mut self) -> Option<()> {
        self.word("{\"number\":")?;
        self.number(9)?;
        self.word(",\"server\":")?;
        self.link()?;
        self.maybe(",\"thrower\":", Self::link)?;
        self.maybe(",\"history\":", Self::link)?;
        self.maybe(",\"witness\":", |glance| {
            glance.word("{\"seat\":")?;
            glance.number(9)?;
            glance.maybe(",\"link\":", Self::link)?;
            glance.maybe(",\"history\":", Self::link)?;
            glance.word("}")
        })?;
        self.word("}")
    }

    fn seat(&mut self) -> Option<()> {
        self.word(":{\"seat\":")?;
        self.number(9).map(|_| ())
    }

    fn word(&mut self, word: &str) -> Option<()> {
        self.0 = self.0.strip_prefix(word.as_bytes())?;
        Some(())
    }

    /// What comes after a word, if the word comes.
    fn maybe(&mut self, word: &str, what: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        if self.word(word).is_some() { what(self) } else { Some(()) }
    }

    /// What stands before a byte; both are taken.
    fn until(&mut self, byte: u8) -> Option<&[u8]> {
        let end = self.0.iter().position(|&other| other == byte)?;
        let (before, rest) = self.0.split_at(end);
        self.0 = &rest[1..];
        Some(before)
    }

    /// The rest of a text in quotes that needs no escapes.
    fn plain(&mut self) -> Option<()> {
        self.until(b'"')?.iter().all(|&byte| byte >= b' ' && byte != b'\\').then_some(())
    }

    /// A number that is not negative, of at most so many digits.
    fn number(&mut self, most: usize) -> Option<i64> {
        let length = self.0.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = self.0.split_at(length);
        let canonical = (1..=most).contains(&length) && (length == 1 || digits[0] != b'0');
        self.0 = rest;
        canonical.then(|| digits.iter().fold(0, |number, digit| number * 10 + i64::from(digit - b'0')))
    }

    fn points(&mut self) -> Option<()> {
        let negative = self.word("-").is_some();
        self.number(9).filter(|&number| !(negative && number == 0)).map(|_| ())
    }

    fn dice(&mut self) -> Option<()> {
        self.word("[")?;
        if self.word("]").is_some() {
            return Some(());
        }
        for _ in 0..kosti_dice::MAX_DICE {
            self.number(2).filter(|face| (1..=i64::from(kosti_dice::MAX_SIDES)).contains(face))?;
            if self.word("]").is_some() {
                return Some(());
            }
            self.word(",")?;
        }
        None
    }

    fn link(&mut self) -> Option<()> {
        self.word("\"")?;
        let (digits, rest) = self.0.split_at_checked(64)?;
        self.0 = rest;
        // All of them are looked at, which goes faster than to stop at the first that is wrong.
        let hexadecimal = digits.iter().fold(true, |all, digit| all & digit.is_ascii_hexdigit());
        if hexadecimal { self.word("\"") } else { None }
    }
}

#[cfg(test)]
mod tests {
    use kosti_table::Note;
    use proptest::prelude::*;

    use super::*;
    use crate::listed::tells;

    const LINK: &str = "00112233445566778899aabbccddeeff00112233445566778899AABBCCDDEEFF";

    fn frequent() -> Vec<String> {
        let proof = format!(
            r#","proof":{{"number":7,"server":"{LINK}","thrower":"{LINK}","history":"{LINK}","witness":{{"seat":1,"link":"{LINK}","history":"{LINK}"}}}}"#
        );
        [
            r#"{"thrown":{"seat":0,"kept":[],"dice":[1,2,3,4,12]}}"#.to_owned(),
            format!(r#"{{"thrown":{{"seat":0,"kept":[5,5],"dice":[2,5,5]{proof}}}}}"#),
            r#"{"scored":{"seat":1,"box":"ones","points":-3,"bonus":50}}"#.to_owned(),
            r#"{"crossed-out":{"seat":1,"box":"pair"}}"#.to_owned(),
            r#"{"announced":{"seat":0,"box":"ones-called"}}"#.to_owned(),
            r#"{"set-aside":{"seat":0,"dice":[1,1],"points":20}}"#.to_owned(),
            r#"{"banked":{"seat":0,"points":300}},{"busted":{"seat":1}}"#.to_owned(),
            format!(
                r#"{{"called":{{"seat":0,"keep":[5],"aside":true,"number":7,"thrower":"{LINK}","history":"{LINK}","witness":1}}}}"#
            ),
        ]
        .map(|facts| format!(r#"{{"v":1,"at":1790000000000,"did":[{facts}]}}"#))
        .to_vec()
    }

    /// What is recognised must be what reading gives.
    fn agrees(text: &str) -> Result<(), TestCaseError> {
        if let Some(at) = glance(text) {
            let note = Note::parse(text);
            prop_assert!(note.is_ok(), "{text}: {note:?}");
            let note = note.unwrap();
            prop_assert_eq!(note.at, at);
            prop_assert!(!note.did.iter().any(tells));
        }
        Ok(())
    }

    #[test]
    fn frequent_notes_are_recognised() {
        for text in frequent() {
            assert_eq!(glance(&text), Some(1_790_000_000_000), "{text}");
            agrees(&text).unwrap();
        }
    }

    #[test]
    fn other_notes_are_left_to_be_read() {
        for text in [
            r#"{"v":1,"at":5,"did":[{"deleted":{}}]}"#,
            r#"{"v":1,"at":5,"did":[{"busted":{"seat":1}},{"ended":{"results":[],"winners":[]}}]}"#,
            r#"{"v":2,"at":5,"did":[{"busted":{"seat":1}}]}"#,
            r#"{"v":1,"at":5,"did":[{"thrown":{"seat":0,"kept":[],"dice":[13]}}]}"#,
            r#"{"v":1,"at":5,"did":[{"thrown":{"seat":0,"kept":[],"dice":[1,1,1,1,1,1,1,1,1]}}]}"#,
        ] {
            assert_eq!(glance(text), None, "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn a_changed_note_is_never_taken_for_another(
            which in 0..7_usize,
            changes in prop::collection::vec((any::<prop::sample::Index>(), 0..4_u8, prop::sample::select(b"0129-,:[]{}\"\\aZ \x1f".to_vec())), 0..3),
        ) {
            let mut text = frequent()[which].clone().into_bytes();
            for (place, how, byte) in changes {
                let place = place.index(text.len());
                match how {
                    0 => text.insert(place, byte),
                    1 => drop(text.remove(place)),
                    2 => text[place] = byte,
                    _ => text.insert(place, text[place]),
                }
            }
            agrees(std::str::from_utf8(&text).unwrap())?;
        }
    }
}
