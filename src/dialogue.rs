//! Questions to a person at a terminal, one per line, each with a default for Enter.

use std::io::{self, BufRead, Write};

use anyhow::Result;
use kosti_text::Words;

use crate::failure::Failure;

/// The terminal of the person.
pub(crate) struct Dialogue<'a, R, W> {
    pub(crate) words: &'a Words,
    pub(crate) input: R,
    pub(crate) output: W,
}

impl<R: BufRead, W: Write> Dialogue<'_, R, W> {
    /// Asks until `parse` accepts the answer; its error is shown to the person.
    pub(crate) fn ask<T>(
        &mut self,
        question: &str,
        usual: &str,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<T> {
        loop {
            write!(self.output, "{question} [{usual}] ")?;
            self.output.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line).map_err(end_on_bad_text)? == 0 {
                writeln!(self.output)?;
                return Err(Failure::new(self.words.say("new-left", &[])).into());
            }
            let answer = line.trim();
            match parse(if answer.is_empty() { usual } else { answer }) {
                Ok(answer) => return Ok(answer),
                Err(why) => writeln!(self.output, "{why}")?,
            }
        }
    }

    /// Asks for a number in this range.
    pub(crate) fn number(&mut self, question: &str, usual: u32, least: u32, most: u32) -> Result<u32> {
        let args = [("least", least.into()), ("most", most.into())];
        let wrong = self.words.say("new-not-a-number", &args);
        self.ask(question, &usual.to_string(), |answer| {
            let number = answer.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| wrong.clone())
        })
    }
}

/// Treats input that is not UTF-8 as the end of the input.
fn end_on_bad_text(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::InvalidData { io::ErrorKind::UnexpectedEof.into() } else { error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_text::Language;

    #[test]
    fn nonsense_is_asked_again_and_enter_takes_what_is_usual() {
        let words = Words::new(Language::ENGLISH);
        let mut said = Vec::new();
        let mut dialogue = Dialogue { words: &words, input: &b"many\n0\n 7 \n\n"[..], output: &mut said };
        assert_eq!(dialogue.number("How many?", 5, 1, 8).unwrap(), 7);
        assert_eq!(dialogue.number("How many?", 5, 1, 8).unwrap(), 5);
        assert!(dialogue.number("How many?", 5, 1, 8).is_err(), "the input has ended");
        let said = String::from_utf8(said).unwrap();
        assert_eq!(said.matches("How many? [5] ").count(), 5, "{said}");
        assert_eq!(said.matches("1 to 8").count(), 2, "{said}");
    }
}
