//! No Rust code knows a game by name: a game's id is never written in code that ships.

use crate::repo::Repo;
use crate::violation::Violation;

pub(crate) fn check(repo: &Repo) -> Vec<Violation> {
    let ids = ids(repo);
    let mut violations = Vec::new();
    for (path, source) in repo.production() {
        for (index, line) in source.code.lines().enumerate() {
            for id in ids.iter().filter(|id| line.contains(&format!("\"{id}\""))) {
                let message = format!("`{id}` is a game: no Rust code knows a game by name");
                violations.push(Violation::new(path, index + 1, message));
            }
        }
    }
    violations
}

fn ids(repo: &Repo) -> Vec<&str> {
    repo.files()
        .filter_map(|(path, _)| path.strip_prefix("games/")?.strip_suffix(".toml"))
        .filter(|id| !id.contains('/'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::repo;
    use crate::violation::lines;

    #[track_caller]
    fn check_source(path: &str, text: &str) -> Vec<String> {
        lines(&check(&repo([(path, text), ("games/school.toml", ""), ("games/README.md", "")])))
    }

    #[test]
    fn a_name_in_code_is_found() {
        let text =
            "fn f(id: &str) -> u8 {\n    match id {\n        \"school\" => 1,\n        _ => 0,\n    }\n}";
        assert_eq!(
            check_source("crates/engine/src/lib.rs", text),
            ["crates/engine/src/lib.rs:3: `school` is a game: no Rust code knows a game by name"]
        );
        assert_eq!(check_source("src/main.rs", "const A: &[u8] = b\"school\";").len(), 1);
        let more =
            [("games/crown.toml", ""), ("games/toy/coin.toml", ""), ("src/a.rs", "f(\"crown\", \"coin\")")];
        assert_eq!(check(&repo(more)).len(), 1);
    }

    #[test]
    fn comments_tests_and_longer_words_are_fine() {
        assert!(check_source("src/main.rs", "/// Say \"school\".\nfn f() {} // \"school\"").is_empty());
        assert!(
            check_source("src/main.rs", "#[cfg(test)]\nmod tests { const A: &str = \"school\"; }").is_empty()
        );
        assert!(check_source("tests/play.rs", "const A: &str = \"school\";").is_empty());
        assert!(check_source("src/main.rs", "const A: &str = \"school first\";").is_empty());
    }
}
