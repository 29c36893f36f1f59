//! What is wrong with a rules file, as a compiler would say it.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, normalize_untrusted_str};
use kosti_rules::{Fault, FaultKind, Faults, RulesError, RulesFile};
use serde::{Deserialize, Serialize};

use crate::told::Told;
use crate::words::Words;

/// A fault of a rules file, with its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedFault {
    /// Where it begins.
    pub start: Position,
    /// Just past its end; the same as the start where there is nothing to point at.
    pub end: Position,
    /// Which kind of fault it is, the same in every language: `unknown-key`.
    pub kind: String,
    /// What is wrong.
    pub message: String,
    /// What would be right, where there is more to say about that.
    pub help: Option<String>,
}

/// A place in a text, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1; columns count characters.
    pub column: usize,
}

impl Position {
    /// The place of a byte of the text.
    ///
    /// ```
    /// use kosti_words::Position;
    /// assert_eq!(Position::of("кубики = 5\nthrows = 3", 20), Position { line: 2, column: 4 });
    /// ```
    #[must_use]
    pub fn of(text: &str, offset: usize) -> Self {
        let before = &text[..text.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }
}

impl Words {
    /// What is wrong, and what would be right, where there is more to say about that. Words of the file are in
    /// it, and may steer neither a terminal nor a page.
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
        (normalize_untrusted_str(&self.say_told(&told)), help.map(|help| normalize_untrusted_str(&help)))
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
        // The renderer trusts the file's name: nothing in it may steer a terminal.
        let file = normalize_untrusted_str(file_name);
        let mut told = String::new();
        for fault in &faults.0 {
            told += &renderer.render(&[self.report(&file, text, fault)]);
            told += "\n\n";
        }
        told + &self.say("faults-found", &[("count", faults.0.len().into()), ("file", file.into())])
    }

    /// Every fault with the lines and columns it takes up, in reading order: for a page that shows faults where
    /// they are.
    ///
    /// ```
    /// use kosti_rules::RulesFile;
    /// use kosti_words::{Language, Position, Words};
    /// let text = "name = 'Our game'\ndice = 5\nthrows = 12\n[box.any]\nscore = 'all-dice'";
    /// let faults = RulesFile::read("ours", text).check().unwrap_err();
    /// let placed = Words::new(Language::ENGLISH).faults_placed(text, &faults);
    /// assert_eq!(placed[0].start, Position { line: 3, column: 10 });
    /// assert_eq!(placed[0].end, Position { line: 3, column: 12 });
    /// assert_eq!(placed[0].message, "`throws` can't be 12");
    /// ```
    #[must_use]
    pub fn faults_placed(&self, text: &str, faults: &Faults) -> Vec<PlacedFault> {
        let mut faults: Vec<(Range<usize>, &FaultKind)> =
            faults.0.iter().map(|fault| (clamp(text, &fault.span), &fault.kind)).collect();
        faults.sort_by_key(|(span, _)| (span.start, span.end));
        let placed = faults.into_iter().map(|(span, kind)| {
            let (message, help) = self.fault(kind);
            let [start, end] = [span.start, span.end].map(|offset| Position::of(text, offset));
            PlacedFault { start, end, kind: tag(kind), message, help }
        });
        placed.collect()
    }

    fn report<'a>(&self, file: &'a str, text: &'a str, fault: &Fault) -> Group<'a> {
        let (title, help) = self.fault(&fault.kind);
        let place = AnnotationKind::Primary.span(clamp(text, &fault.span));
        let report = Level::ERROR
            .with_name(self.say("error", &[]))
            .primary_title(title)
            .element(Snippet::source(text).path(file).annotation(place));
        match help {
            Some(help) => report.element(Level::HELP.with_name(self.say("help", &[])).message(help)),
            None => report,
        }
    }
}

/// The span, made safe to cut the text with.
fn clamp(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(span.start);
    start..text.ceil_char_boundary(span.end).max(start)
}

fn tag(kind: &FaultKind) -> String {
    let kind = serde_json::to_value(kind).unwrap_or_default();
    kind["fault"].as_str().unwrap_or_default().to_owned()
}
