//! `Out`: buffered output, with colours only on a terminal.

use std::io::{self, BufWriter, IsTerminal as _, Write};

use anstream::AutoStream;
use anyhow::Result;
use kosti_text::{Arg, Words};

use crate::failure::Failure;

/// Standard output and its language.
pub(crate) struct Out {
    pub(crate) words: Words,
    stdout: BufWriter<AutoStream<io::Stdout>>,
}

impl Out {
    pub(crate) fn new(words: Words) -> Self {
        Self { words, stdout: BufWriter::new(AutoStream::auto(io::stdout())) }
    }

    /// The code of the language.
    pub(crate) fn language(&self) -> &'static str {
        self.words.language()
    }

    pub(crate) fn say(&self, id: &str, args: &[(&str, Arg<'_>)]) -> String {
        self.words.say(id, args)
    }

    pub(crate) fn line(&mut self, text: &str) -> Result<()> {
        writeln!(self.stdout, "{}", text.trim_end())?;
        Ok(())
    }

    pub(crate) fn heading(&mut self, text: &str) -> Result<()> {
        writeln!(self.stdout, "\x1b[1m{text}\x1b[0m")?;
        Ok(())
    }

    pub(crate) fn json(&mut self, value: &impl serde::Serialize) -> Result<()> {
        serde_json::to_writer_pretty(&mut self.stdout, value).map_err(io::Error::from)?;
        writeln!(self.stdout)?;
        Ok(())
    }

    /// The writer itself, for output that does not consist of lines.
    pub(crate) fn writer(&mut self) -> &mut impl Write {
        &mut self.stdout
    }

    pub(crate) fn flush(&mut self) -> Result<()> {
        self.stdout.flush()?;
        Ok(())
    }

    /// Prints an error to standard error.
    pub(crate) fn print_error(&self, error: &anyhow::Error) {
        let mut stderr = AutoStream::auto(io::stderr());
        let drawn = error.downcast_ref::<Failure>().is_some_and(Failure::is_drawn);
        let _ = if drawn {
            writeln!(stderr, "{error:#}")
        } else {
            writeln!(stderr, "\x1b[1;31m{}\x1b[0m: {error:#}", self.words.say("error", &[]))
        };
    }

    /// Whether faults are printed in colour.
    pub(crate) fn has_colours(&self) -> bool {
        io::stdout().is_terminal()
    }
}
