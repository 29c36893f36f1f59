//! The Rust version that the manifests promise is true of every dependency. Cargo itself refuses a toolchain that is older
//! than `rust-version`, and clippy's `incompatible_msrv` finds newer parts of the standard library.

use std::path::Path;

use anyhow::Context as _;
use serde_json::Value;

/// Asks cargo what every package of the lock file needs, and judges it.
pub(crate) fn check(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut cargo = crate::cargo(root);
    cargo.args(["metadata", "--locked", "--format-version", "1"]);
    judge(&crate::output(&mut cargo)?).context("cargo metadata says something unexpected")
}

fn judge(metadata: &str) -> anyhow::Result<Vec<String>> {
    let metadata: Value = serde_json::from_str(metadata)?;
    let packages = metadata["packages"].as_array().context("no packages")?;
    let (outside, members): (Vec<_>, Vec<_>) =
        packages.iter().partition(|package| package["source"].is_string());
    let promised = members.iter().map(|member| needed(member)).collect::<anyhow::Result<Vec<_>>>()?;
    let mut violations = Vec::new();
    let Some(promise) = promised.iter().flatten().min() else {
        return Ok(vec!["Cargo.toml: no package says which rust-version it needs".to_owned()]);
    };
    for (member, version) in members.iter().zip(&promised) {
        if version.as_ref() != Some(promise) {
            violations
                .push(format!("Cargo.toml: {} must have `rust-version.workspace = true`", member["name"]));
        }
    }
    for package in outside {
        if needed(package)?.is_some_and(|version| version > *promise) {
            violations.push(format!(
                "Cargo.lock: {} {} needs Rust {}, and rust-version promises less",
                package["name"], package["version"], package["rust_version"]
            ));
        }
    }
    Ok(violations)
}

/// The Rust version that a package says it needs, as numbers: `1.88` is `1.88.0`.
fn needed(package: &Value) -> anyhow::Result<Option<[u32; 3]>> {
    let Some(text) = package["rust_version"].as_str() else { return Ok(None) };
    let mut version = [0; 3];
    for (number, part) in version.iter_mut().zip(text.split('.')) {
        *number = part.parse().with_context(|| format!("`{text}` is no version of Rust"))?;
    }
    Ok(Some(version))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(packages: &str) -> Vec<String> {
        judge(&format!(r#"{{"packages": [{packages}]}}"#)).unwrap()
    }

    const OWN: &str = r#"{"name": "kosti", "version": "0.1.0", "rust_version": "1.90"}"#;

    #[test]
    fn a_dependency_may_need_as_much_as_is_promised() {
        let equal = r#"{"name": "a", "version": "1.0.0", "source": "registry", "rust_version": "1.90.0"}"#;
        let silent = r#"{"name": "b", "version": "1.0.0", "source": "registry", "rust_version": null}"#;
        assert!(judged(&format!("{OWN}, {equal}, {silent}")).is_empty());
    }

    #[test]
    fn a_dependency_may_not_need_more() {
        let newer = r#"{"name": "a", "version": "1.0.0", "source": "registry", "rust_version": "1.90.1"}"#;
        assert_eq!(
            judged(&format!("{OWN}, {newer}")),
            [r#"Cargo.lock: "a" "1.0.0" needs Rust "1.90.1", and rust-version promises less"#]
        );
    }

    #[test]
    fn every_member_promises_the_same() {
        let silent = r#"{"name": "kosti-dice", "version": "0.1.0", "rust_version": null}"#;
        assert_eq!(
            judged(&format!("{OWN}, {silent}")),
            [r#"Cargo.toml: "kosti-dice" must have `rust-version.workspace = true`"#]
        );
        assert_eq!(judged(silent), ["Cargo.toml: no package says which rust-version it needs"]);
    }
}
