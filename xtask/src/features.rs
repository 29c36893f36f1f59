//! What a feature brings is really gone without it: a crate in between could ask for it unnoticed.

use std::path::Path;

/// Packages that only default features of the program bring.
const BY_FEATURE: &[&str] = &["async-nats"];

/// Asks cargo what the program uses without its default features, and judges it.
pub(crate) fn check(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut cargo = crate::cargo(root);
    cargo.args(["tree", "--locked", "-p", "kosti", "--no-default-features"]);
    cargo.args(["-e", "normal", "--prefix", "none", "--format", "{p}"]);
    Ok(judge(&crate::output(&mut cargo)?))
}

fn judge(tree: &str) -> Vec<String> {
    let uses = |package: &str| tree.lines().any(|line| line.split(' ').next() == Some(package));
    let left = BY_FEATURE.iter().filter(|package| uses(package));
    left.map(|package| format!("Cargo.toml: kosti uses {package} without its default features too")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_of_a_feature_is_not_used_without_it() {
        assert!(judge("kosti v0.1.0 (/x)\nasync-nats-more v1.0.0\ntokio v1.0.0\n").is_empty());
        assert_eq!(
            (judge("kosti v0.1.0 (/x)\nasync-nats v0.51.0 (*)\n")),
            ["Cargo.toml: kosti uses async-nats without its default features too"]
        );
    }
}
