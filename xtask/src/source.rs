//! A Rust file without what a check must not look at: comments, tests and, in one view, the insides of strings.

use std::ops::Range;

/// Both views have the lines of the file; what is left out is blank.
#[derive(Debug)]
pub(crate) struct Source {
    /// Without comments and tests.
    pub(crate) code: String,
    /// Without comments, tests, and what is between quotes.
    pub(crate) bare: String,
    /// Names of the modules that are files of their own and exist in tests only.
    test_modules: Vec<String>,
}

impl Source {
    pub(crate) fn read(text: &str) -> Self {
        let mut code = text.as_bytes().to_vec();
        let mut bare = code.clone();
        for (piece, range) in pieces(text) {
            if piece == Piece::Comment {
                blank(&mut code, range.clone());
            }
            blank(&mut bare, range);
        }
        let mut test_modules = Vec::new();
        let mut at = 0;
        while let Some(attribute) = next_test_attribute(&bare, at) {
            let item = if bare[attribute.start + 1] == b'!' {
                0..bare.len()
            } else {
                attribute.start..item_end(&bare, attribute.end)
            };
            at = item.end;
            test_modules.extend(declared_module(&bare[attribute.end..item.end]));
            blank(&mut code, item.clone());
            blank(&mut bare, item);
        }
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Self { code: text(code), bare: text(bare), test_modules }
    }

    /// The test-only modules of this file as paths without `.rs`.
    pub(crate) fn test_modules(&self, path: &str) -> Vec<String> {
        let (directory, name) = path.rsplit_once('/').unwrap_or((".", path));
        let stem = name.trim_end_matches(".rs");
        let home = match stem {
            "lib" | "main" | "mod" => directory.to_owned(),
            _ => format!("{directory}/{stem}"),
        };
        self.test_modules.iter().map(|module| format!("{home}/{module}")).collect()
    }
}

/// The number of the line, from 1, that a byte is on.
pub(crate) fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1
}

/// Where `word` stands in `text` with no letter, digit or `_` touching it.
pub(crate) fn word_at<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let part_of_name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        !text[..at].ends_with(part_of_name) && !text[at + word.len()..].starts_with(part_of_name)
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Comment,
    /// A string or a character, without its quotes.
    Quoted,
}

/// Comments and quoted text, in order.
fn pieces(text: &str) -> Vec<(Piece, Range<usize>)> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let (piece, range) = if rest.starts_with("//") {
            (Piece::Comment, at..at + rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            (Piece::Comment, at..at + block_comment_len(rest))
        } else if let Some((open, hashes)) = raw_string(text, at) {
            let close = format!("\"{}", "#".repeat(hashes));
            let start = at + open;
            (Piece::Quoted, start..text[start..].find(&close).map_or(text.len(), |len| start + len))
        } else if let Some(inside) = rest.strip_prefix('"') {
            (Piece::Quoted, at + 1..at + 1 + until_quote(inside, '"'))
        } else if let Some(inside) = rest.strip_prefix('\'').filter(|rest| is_character(rest)) {
            (Piece::Quoted, at + 1..at + 1 + until_quote(inside, '\''))
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        };
        let range = range.start.min(text.len())..range.end.min(text.len());
        // Past the closing quote, if there is one; of a raw string the `#` that remain are harmless.
        at = range.end + usize::from(piece == Piece::Quoted);
        pieces.push((piece, range));
    }
    pieces
}

fn block_comment_len(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    let bytes = text.as_bytes();
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"/*" => (depth, at) = (depth + 1, at + 2),
            b"*/" => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    bytes.len()
}

/// For a raw string that starts at `at`: the length up to and with its opening quote, and its hashes.
fn raw_string(text: &str, at: usize) -> Option<(usize, usize)> {
    let after = text[at..].strip_prefix('r')?;
    let before = text[..at].trim_end_matches(['b', 'c']);
    if before.ends_with(|c: char| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let hashes = after.len() - after.trim_start_matches('#').len();
    after[hashes..].starts_with('"').then_some((hashes + 2, hashes))
}

/// The length of quoted text up to its closing quote.
fn until_quote(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if c == quote && !escaped {
            return at;
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

/// Whether what follows a `'` is a character, not a lifetime.
fn is_character(after: &str) -> bool {
    let mut chars = after.chars();
    chars.next() == Some('\\') || chars.next() == Some('\'')
}

fn blank(text: &mut [u8], range: Range<usize>) {
    for byte in text[range].iter_mut().filter(|byte| **byte != b'\n') {
        *byte = b' ';
    }
}

/// The next `#[cfg(test)]`, `#[cfg(all(test, …))]` or `#![cfg(test)]`. A `cfg(any(test, …))` ships.
fn next_test_attribute(bare: &[u8], from: usize) -> Option<Range<usize>> {
    const OPENINGS: [&[u8]; 4] = [b"#[cfg(test)]", b"#![cfg(test)]", b"#[cfg(all(test,", b"#![cfg(all(test,"];
    (from..bare.len()).find_map(|at| {
        let opening = OPENINGS.iter().find(|opening| bare[at..].starts_with(opening))?;
        let close = bare[at..].iter().position(|&byte| byte == b']')?;
        Some(at..at + close.max(opening.len() - 1) + 1)
    })
}

/// Where the item ends that starts at `from`: after its block, or its `;`, or before the end of what it is in.
fn item_end(bare: &[u8], from: usize) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in bare.iter().enumerate().skip(from) {
        match byte {
            b';' if depth == 0 => return at + 1,
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 0 => return at,
            b'}' if depth == 1 => return at + 1,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
    }
    bare.len()
}

/// `name` of an item `mod name;`.
fn declared_module(item: &[u8]) -> Option<String> {
    let item = String::from_utf8_lossy(item);
    let words: Vec<&str> = item.strip_suffix(';')?.split_whitespace().collect();
    let at = words.iter().position(|&word| word == "mod")?;
    (at + 2 == words.len()).then(|| words[at + 1].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, code: &str, bare: &str) {
        let source = Source::read(text);
        let squeeze = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!((squeeze(&source.code), squeeze(&source.bare)), (code.to_owned(), bare.to_owned()));
        assert_eq!(source.code.lines().count(), text.lines().count());
        assert_eq!(source.bare.len(), text.len());
    }

    #[test]
    fn comments_and_strings_are_told_apart() {
        check("a /* b /* c */ d */ e // f\ng", "a e g", "a e g");
        check(r#"x("// no", '"', '\'', '\\')"#, r#"x("// no", '"', '\'', '\\')"#, r#"x(" ", ' ', ' ', ' ')"#);
        check(
            "r#\"a \" b\"# + br\"c\" + r#type",
            "r#\"a \" b\"# + br\"c\" + r#type",
            "r#\" \"# + br\" \" + r#type",
        );
        check("fn f<'a>(x: &'a str) { '{' }", "fn f<'a>(x: &'a str) { '{' }", "fn f<'a>(x: &'a str) { ' ' }");
        check("\"кості\" 'ї' // ні", "\"кості\" 'ї'", "\" \" ' '");
    }

    #[test]
    fn tests_are_blank() {
        check("a;\n#[cfg(test)]\nmod tests {\n fn b() { \"}\"; }\n}\nc;", "a; c;", "a; c;");
        check("#[cfg(test)] use x::y; a", "a", "a");
        check("#[cfg(all(test, unix))]\nfn f(a: [u8; 2]) {} a", "a", "a");
        check("#![cfg(test)]\nfn a() {}", "", "");
        check("#[cfg(any(test, unix))] a", "#[cfg(any(test, unix))] a", "#[cfg(any(test, unix))] a");
        check("// #[cfg(test)]\na {}", "a {}", "a {}");
    }

    #[test]
    fn test_modules_have_paths() {
        let source = Source::read("#[cfg(test)]\npub(crate) mod checks;\nmod real;");
        assert_eq!(source.test_modules("crates/a/src/lib.rs"), ["crates/a/src/checks"]);
        assert_eq!(source.test_modules("crates/a/src/b.rs"), ["crates/a/src/b/checks"]);
    }

    #[test]
    fn words_stand_alone() {
        assert_eq!(word_at("std::fs std::fsx astd::fs std::fs;", "std::fs").collect::<Vec<_>>(), [0, 26]);
        assert_eq!(line_of("a\nb\nc", 4), 3);
    }
}
