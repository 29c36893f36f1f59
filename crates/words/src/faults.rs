//! What is wrong with a rules file, as a compiler would say it.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, normalize_untrusted_str};
use kosti_rules::{Fault, FaultKind, Faults, RulesError, RulesFile};

use crate::told::Told;
use crate::words::Words;

impl Words {
    /// What is wrong, and what would be right, where there is more to say about that.
    ///
    /// ```
    /// use kosti_rules::FaultKind;
    /// use kosti_words::{Language, Words};
    /// let fault = FaultKind::BadId { id: "Two Pairs".into() };
    /// let (title, help) = Words::new(Language::ENGLISH).fault(&fault);
    /// assert_eq!(title, "nothing can be called `Two Pairs` in the file");
    /// assert!(help.unwrap().starts_with("use small letters"));
    /// ```
    #[must_use]
    pub fn fault(&self, kind: &FaultKind) -> (String, Option<String>) {
        let told = Told::quoted("fault", kind);
        let help = self.near(&told).or_else(|| self.say_attribute(&told, "help"));
        (self.say_told(&told), help)
    }

    /// Why a file and a choice of house rules give no rules: its faults, or what is wrong with the choice.
    #[must_use]
    pub fn rules_error(&self, file: &RulesFile, error: &RulesError) -> String {
        match error {
            RulesError::Faults(faults) => self.faults(file.id(), file.text(), faults, false),
            other => self.tell("house", other),
        }
    }

    /// Every fault with its place in the text, and how many there are. `styled` is for terminals.
    #[must_use]
    pub fn faults(&self, file_name: &str, text: &str, faults: &Faults, styled: bool) -> String {
        let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
        // The renderer trusts the file's name, and below the help: nothing in them may steer a terminal.
        let file = normalize_untrusted_str(file_name);
        let mut told = String::new();
        for fault in &faults.0 {
            told += &renderer.render(&[self.report(&file, text, fault)]);
            told += "\n\n";
        }
        told + &self.say("faults-found", &[("count", faults.0.len().into()), ("file", file.into())])
    }

    fn report<'a>(&self, file: &'a str, text: &'a str, fault: &Fault) -> Group<'a> {
        let (title, help) = self.fault(&fault.kind);
        let place = AnnotationKind::Primary.span(clamp(text, &fault.span));
        let report = Level::ERROR
            .with_name(self.say("error", &[]))
            .primary_title(title)
            .element(Snippet::source(text).path(file).annotation(place));
        match help {
            Some(help) => report.element(
                Level::HELP.with_name(self.say("help", &[])).message(normalize_untrusted_str(&help)),
            ),
            None => report,
        }
    }

    /// The line and column of a byte of the text, both from 1; columns count characters.
    #[must_use]
    pub fn line_column(&self, text: &str, offset: usize) -> (usize, usize) {
        let before = &text[..text.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

/// The span, made safe to cut the text with.
fn clamp(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(span.start);
    start..text.ceil_char_boundary(span.end).max(start)
}
