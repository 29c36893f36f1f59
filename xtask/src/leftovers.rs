//! What was meant to be gone before a commit. The needles are put together so that this file does not hold them.

use crate::repo::Repo;
use crate::violation::Violation;

const UNFINISHED: &[&str] =
    &[concat!("to", "do!("), concat!("unimpl", "emented!("), concat!("db", "g!("), concat!("#[ig", "nore")];

const MACHINES: &[&str] = &[concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/")];

/// Rust that is not finished, tests too.
pub(crate) fn unfinished(repo: &Repo) -> Vec<Violation> {
    find(repo.rust_files(), |line| {
        let needle = UNFINISHED.iter().find(|&&needle| line.contains(needle))?;
        Some(format!("`{needle}` is unfinished work"))
    })
}

/// Absolute paths that exist on one developer's machine only, in any file.
pub(crate) fn machine_paths(repo: &Repo) -> Vec<Violation> {
    find(repo.files(), |line| {
        let needle =
            MACHINES.iter().find(|needle| line.match_indices(**needle).any(|(at, _)| starts(&line[..at])))?;
        Some(format!("`{needle}` is a path of one machine"))
    })
}

/// Whether a path may start after this text, rather than go on.
fn starts(before: &str) -> bool {
    !before.ends_with(|c: char| c.is_alphanumeric() || "_-.~*})]>".contains(c))
}

fn find<'a>(
    files: impl Iterator<Item = (&'a str, &'a str)>,
    fault: impl Fn(&str) -> Option<String>,
) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (path, text) in files {
        for (index, line) in text.lines().enumerate() {
            violations.extend(fault(line).map(|message| Violation::new(path, index + 1, message)));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::repo;
    use crate::violation::lines;

    #[test]
    fn every_unfinished_word_is_found() {
        for needle in UNFINISHED {
            let text = format!("fn f() {{\n    {needle})\n}}");
            let repo = repo([("tests/a.rs", &text), ("b.md", &text)]);
            assert_eq!(lines(&unfinished(&repo)), [format!("tests/a.rs:2: `{needle}` is unfinished work")]);
        }
        assert!(unfinished(&repo([("a.rs", "fn todo() { ignore() }")])).is_empty());
    }

    #[test]
    fn every_machine_is_found() {
        for needle in MACHINES {
            for text in [format!("{needle}x"), format!("see `{needle}x`"), format!("file://{needle}x")] {
                assert_eq!(
                    lines(&machine_paths(&repo([("a.md", &text)]))),
                    [format!("a.md:1: `{needle}` is a path of one machine")]
                );
            }
            for text in [format!("crates{needle}x"), format!("${{HOME}}{needle}x"), format!("..{needle}x")] {
                assert!(machine_paths(&repo([("a.md", &text)])).is_empty(), "{text}");
            }
        }
    }
}
