//! Recovery from syntax errors, so that the readable rest of a file is still checked.
//!
//! TOML is a list of statements under headers. Each statement is parsed by itself, so that one without an end
//! does not swallow the following ones. Statements that do not parse are blanked out, and the whole section if
//! its header does not parse. Blanks keep every other byte at its position.

use std::ops::Range;

use crate::fault::{Fault, Step};
use crate::node::Node;

/// Limits on the rounds and on the faults: checking a file must stay quick.
const MOST_ROUNDS: usize = 8;
const MOST_FAULTS: usize = 100;
/// The most lines of one statement.
const MOST_LINES: usize = 100;

/// A file of which some parts cannot be read.
pub(crate) struct Recovered {
    /// The readable parts.
    pub(crate) tree: Node,
    /// The syntax errors.
    pub(crate) faults: Vec<Fault>,
    /// The parts that are not in the tree.
    pub(crate) lost: Vec<Lost>,
}

/// A statement or a section that cannot be read.
#[derive(Debug, Clone)]
pub(crate) struct Lost {
    /// The path of its key or header, as far as that can be read.
    pub(crate) path: Vec<Step>,
    /// Whether a whole section is lost.
    pub(crate) whole: bool,
}

impl Lost {
    /// Whether the whole file is lost.
    pub(crate) fn is_everything(&self) -> bool {
        self.whole && self.path.is_empty()
    }
}

impl Recovered {
    /// A file of which nothing can be read.
    pub(crate) fn nothing(faults: Vec<Fault>) -> Self {
        Self { tree: Node::parse("").0, faults, lost: vec![Lost { path: Vec::new(), whole: true }] }
    }
}

/// Reads a file; blanks out what does not parse.
pub(crate) fn read(text: &str) -> Recovered {
    let (tree, faults) = Node::parse(text);
    if faults.is_empty() {
        return Recovered { tree, faults, lost: Vec::new() };
    }
    let mut reading = Reading { text, rest: text.to_owned(), faults: Vec::new(), lost: Vec::new() };
    for section in sections(text) {
        reading.section(section);
        if reading.faults.len() > MOST_FAULTS {
            return Recovered::nothing(faults);
        }
    }
    for _ in 0..MOST_ROUNDS {
        let (tree, left) = Node::parse(&reading.rest);
        if left.is_empty() {
            return Recovered { tree, faults: reading.faults, lost: reading.lost };
        }
        if reading.faults.len() + left.len() > MOST_FAULTS {
            break;
        }
        // Errors of a statement beside the rest of the file: a duplicate key or table.
        for fault in left {
            let (at, section) = (line(text, fault.span.start), section_of(text, fault.span.start));
            let statement = at.start != section.start || header(&text[section.clone()]).is_empty();
            reading.give_up(if statement { at } else { section }, !statement, vec![fault]);
        }
    }
    Recovered::nothing(faults)
}

/// The state of the recovery.
struct Reading<'a> {
    text: &'a str,
    /// The text with the unreadable parts blanked out.
    rest: String,
    faults: Vec<Fault>,
    lost: Vec<Lost>,
}

impl Reading<'_> {
    fn section(&mut self, section: Range<usize>) {
        let mut at = section.start;
        if is_header(&self.text[line(self.text, at)]) {
            let header = line(self.text, at);
            let faults = self.faults_of(header.clone());
            if !faults.is_empty() {
                return self.give_up(section, true, faults);
            }
            at = header.end + 1;
        }
        while at < section.end && self.faults.len() <= MOST_FAULTS {
            at = self.statement(at, section.end) + 1;
        }
    }

    /// Parses the statement that begins here and returns its end.
    fn statement(&mut self, start: usize, most: usize) -> usize {
        let first = line(self.text, start);
        let mut end = first.end;
        for _ in 0..MOST_LINES {
            if self.faults_of(start..end).is_empty() {
                return end;
            }
            if end >= most {
                break;
            }
            end = line(self.text, end + 1).end.min(most);
        }
        let faults = self.faults_of(first.clone());
        self.give_up(first.clone(), false, faults);
        // The following lines may belong to it, up to the next line that begins with a key.
        let mut end = first.end;
        while end < most && !begins(&self.text[line(self.text, end + 1)]) {
            let next = line(self.text, end + 1);
            blank(&mut self.rest, next.start..next.end.min(most));
            end = next.end;
        }
        end
    }

    /// The syntax errors of a piece of the text by itself.
    fn faults_of(&self, piece: Range<usize>) -> Vec<Fault> {
        let moved = |fault: Fault| Fault {
            span: fault.span.start + piece.start..fault.span.end + piece.start,
            ..fault
        };
        Node::parse(&self.text[piece.clone()]).1.into_iter().map(moved).collect()
    }

    fn give_up(&mut self, gone: Range<usize>, whole: bool, faults: Vec<Fault>) {
        let header = header(&self.text[section_of(self.text, gone.start)]);
        let own = if whole { Vec::new() } else { key(&self.text[gone.clone()]) };
        self.lost.push(Lost { path: [header, own].concat(), whole });
        self.faults.extend(faults);
        blank(&mut self.rest, gone);
    }
}

/// The line that contains this byte, without its line end.
fn line(text: &str, at: usize) -> Range<usize> {
    let at = at.min(text.len());
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    start..text[at..].find('\n').map_or(text.len(), |end| at + end)
}

/// Whether a line is meant to be a header. A list may begin with a bracket too, but not with a bracket and a
/// word.
fn is_header(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('[') && line.trim_start_matches('[').trim_start().starts_with(char::is_alphabetic)
}

/// Whether a line begins with a word, as a key does.
fn begins(line: &str) -> bool {
    line.trim_start().starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The text from each header to the next, and the text before the first.
fn sections(text: &str) -> Vec<Range<usize>> {
    let mut starts = vec![0];
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if is_header(line) && start > 0 {
            starts.push(start);
        }
        start += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

fn section_of(text: &str, at: usize) -> Range<usize> {
    let found = sections(text).into_iter().rfind(|section| section.start <= at);
    found.unwrap_or(0..text.len())
}

/// The path of a section's header; empty above the first header.
fn header(section: &str) -> Vec<Step> {
    let line = section.lines().next().unwrap_or_default();
    if is_header(line) { key(line.trim_start().trim_start_matches('[')) } else { Vec::new() }
}

/// The path of the key at the beginning of a line.
fn key(line: &str) -> Vec<Step> {
    let is_of_key = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '"' | '\'' | ' ');
    let end = line.find(|c| !is_of_key(c)).unwrap_or(line.len());
    let words = line[..end].split('.').filter_map(|word| word.split_whitespace().next());
    words.map(|word| Step::from(word.trim_matches(['"', '\'']))).collect()
}

fn blank(text: &mut String, gone: Range<usize>) {
    let blanks: String =
        text[gone.clone()].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    text.replace_range(gone, &blanks);
}
