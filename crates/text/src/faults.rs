//! Describes the faults of a rules file, in the style of a compiler.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, normalize_untrusted_str};
use kosti_rules::{Fault, FaultKind, Faults, RulesError, RulesFile};
use serde::{Deserialize, Serialize};

use crate::tagged_message::TaggedMessage;
use crate::words::Words;

/// A fault of a rules file with its position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedFault {
    /// The position where it begins.
    pub start: Position,
    /// The position after its end; equal to the start if the range is empty.
    pub end: Position,
    /// The kind of fault, the same in every language: `unknown-key`.
    pub kind: String,
    /// The sentence for people.
    pub message: String,
    /// The advice for people, if there is any.
    pub help: Option<String>,
}

/// A position in a text, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1; columns count characters.
    pub column: usize,
}

impl Position {
    /// The position of a byte of the text.
    ///
    /// ```
    /// use kosti_text::Position;
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
    /// Describes a fault: its title, and help if there is any. Both may quote the file, so control characters
    /// are replaced: they must not reach a terminal or a page.
    ///
    /// ```
    /// use kosti_rules::FaultKind;
    /// use kosti_text::{Language, Words};
    /// let fault = FaultKind::BadId { id: "Two Pairs".into() };
    /// let (title, help) = Words::new(Language::ENGLISH).describe_fault(&fault);
    /// assert_eq!(title, "`Two Pairs` can't be used as an id");
    /// assert!(help.unwrap().starts_with("use small letters"));
    /// ```
    #[must_use]
    pub fn describe_fault(&self, kind: &FaultKind) -> (String, Option<String>) {
        let message = TaggedMessage::quoted("fault", kind);
        let help = self.near(&message).or_else(|| self.say_attribute(&message, "help"));
        (normalize_untrusted_str(&self.say_tagged(&message)), help.map(|help| normalize_untrusted_str(&help)))
    }

    /// Describes why a file and a choice of house rules give no rules: its faults, or the wrong choice.
    #[must_use]
    pub fn describe_rules_error(&self, file: &RulesFile, error: &RulesError) -> String {
        match error {
            RulesError::Faults(faults) => self.render_faults(file.id(), file.text(), faults, false),
            other => self.describe("house", other),
        }
    }

    /// Draws every fault at its position in the text, and their number. `styled` adds terminal colours.
    #[must_use]
    pub fn render_faults(&self, file_name: &str, text: &str, faults: &Faults, styled: bool) -> String {
        let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
        // The renderer does not escape the file name: replace its control characters.
        let file = normalize_untrusted_str(file_name);
        let mut drawn = String::new();
        for fault in &faults.0 {
            drawn += &renderer.render(&[self.draw_fault(&file, text, fault)]);
            drawn += "\n\n";
        }
        drawn + &self.say("faults-found", &[("count", faults.0.len().into()), ("file", file.into())])
    }

    /// Lists every fault with its lines and columns, in reading order, for a page that marks them in the text.
    ///
    /// ```
    /// use kosti_rules::RulesFile;
    /// use kosti_text::{Language, Position, Words};
    /// let text = "name = 'Our game'\ndice = 5\nthrows = 12\n[box.any]\nscore = 'all-dice'";
    /// let faults = RulesFile::read("ours", text).check().unwrap_err();
    /// let placed = Words::new(Language::ENGLISH).locate_faults(text, &faults);
    /// assert_eq!(placed[0].start, Position { line: 3, column: 10 });
    /// assert_eq!(placed[0].end, Position { line: 3, column: 12 });
    /// assert_eq!(placed[0].message, "`throws` can't be 12");
    /// ```
    #[must_use]
    pub fn locate_faults(&self, text: &str, faults: &Faults) -> Vec<PlacedFault> {
        let mut faults: Vec<(Range<usize>, &FaultKind)> =
            faults.0.iter().map(|fault| (clamp(text, &fault.span), &fault.kind)).collect();
        faults.sort_by_key(|(span, _)| (span.start, span.end));
        let placed = faults.into_iter().map(|(span, kind)| {
            let (message, help) = self.describe_fault(kind);
            let [start, end] = [span.start, span.end].map(|offset| Position::of(text, offset));
            PlacedFault { start, end, kind: tag(kind), message, help }
        });
        placed.collect()
    }

    fn draw_fault<'a>(&self, file: &'a str, text: &'a str, fault: &Fault) -> Group<'a> {
        let (title, help) = self.describe_fault(&fault.kind);
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

/// Clamps the span so that slicing the text cannot panic.
fn clamp(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(span.start);
    start..text.ceil_char_boundary(span.end).max(start)
}

fn tag(kind: &FaultKind) -> String {
    let kind = serde_json::to_value(kind).unwrap_or_default();
    kind["fault"].as_str().unwrap_or_default().to_owned()
}
