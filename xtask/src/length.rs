//! A file that fits in a head.

use crate::repo::Repo;
use crate::violation::Violation;

/// Lines beyond which a Rust file gets a warning.
const LONG: usize = 400;
/// Lines beyond which it is refused.
const TOO_LONG: usize = 600;

pub(crate) fn refused(repo: &Repo) -> Vec<Violation> {
    longer(repo, TOO_LONG, usize::MAX)
}

pub(crate) fn warned(repo: &Repo) -> Vec<Violation> {
    longer(repo, LONG, TOO_LONG)
}

fn longer(repo: &Repo, than: usize, up_to: usize) -> Vec<Violation> {
    repo.rust_files()
        .map(|(path, text)| (path, text.lines().count()))
        .filter(|&(_, lines)| lines > than && lines <= up_to)
        .map(|(path, lines)| Violation::new(path, than + 1, format!("{lines} lines, more than {than}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::repo;
    use crate::violation::lines;

    #[test]
    fn bounds_are_exact() {
        let text = |lines| "\n".repeat(lines);
        let repo = repo([
            ("a.rs", &text(400)),
            ("b.rs", &text(401)),
            ("c.rs", &text(600)),
            ("d.rs", &text(601)),
            ("e.md", &text(700)),
        ]);
        assert_eq!(
            lines(&warned(&repo)),
            ["b.rs:401: 401 lines, more than 400", "c.rs:401: 600 lines, more than 400"]
        );
        assert_eq!(lines(&refused(&repo)), ["d.rs:601: 601 lines, more than 600"]);
    }
}
