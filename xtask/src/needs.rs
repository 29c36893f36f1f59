//! Programs the checks run that cargo does not bring.

use std::path::Path;
use std::process::Stdio;

use anyhow::Context as _;

/// A program, the Debian package that has it, and what it is for.
struct Need {
    command: &'static str,
    package: &'static str,
    purpose: &'static str,
}

const NEEDS: &[Need] = &[
    Need { command: "git", package: "git", purpose: "tidy asks it for the files of the repository" },
    Need { command: "python3", package: "python3", purpose: "the tests use it as an independent reference" },
];

/// What to do about missing programs.
#[derive(Debug, PartialEq, Eq)]
enum Remedy {
    Nothing,
    Install(Vec<&'static str>),
    /// In one line, what a person should install.
    Refuse(String),
}

/// Makes sure that every needed program runs.
pub(crate) fn meet(root: &Path) -> anyhow::Result<()> {
    let runs = |command: &str| runs(root, command);
    let is_root = || crate::output(crate::command(root, "id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let missing = missing(runs);
    match remedy(&missing, || is_root() && runs("apt-get")) {
        Remedy::Nothing => Ok(()),
        Remedy::Refuse(message) => anyhow::bail!(message),
        Remedy::Install(packages) => {
            println!("installing {} from Debian's packages", packages.join(", "));
            apt_get(root, &["update"])?;
            apt_get(root, &[&["install", "-y"], &packages[..]].concat())?;
            let still = missing.into_iter().filter(|need| !runs(need.command)).collect::<Vec<_>>();
            anyhow::ensure!(still.is_empty(), complaint(&still));
            Ok(())
        }
    }
}

fn missing(runs: impl Fn(&str) -> bool) -> Vec<&'static Need> {
    NEEDS.iter().filter(|need| !runs(need.command)).collect()
}

fn remedy(missing: &[&Need], can_install: impl Fn() -> bool) -> Remedy {
    if missing.is_empty() {
        Remedy::Nothing
    } else if can_install() {
        Remedy::Install(missing.iter().map(|need| need.package).collect())
    } else {
        Remedy::Refuse(complaint(missing))
    }
}

fn complaint(missing: &[&Need]) -> String {
    let wants: Vec<_> = missing.iter().map(|need| format!("{} ({})", need.command, need.purpose)).collect();
    let packages: Vec<_> = missing.iter().map(|need| need.package).collect();
    format!(
        "missing {}: on Debian, `apt-get install {}` brings what the checks need",
        wants.join(" and "),
        packages.join(" ")
    )
}

fn runs(root: &Path, command: &str) -> bool {
    let mut command = crate::command(root, command);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn apt_get(root: &Path, arguments: &[&str]) -> anyhow::Result<()> {
    let mut command = crate::command(root, "apt-get");
    command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    let status = command.status().context("apt-get does not start")?;
    anyhow::ensure!(status.success(), "apt-get {} failed: {status}", arguments.join(" "));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_missing_asks_nothing() {
        assert_eq!(remedy(&missing(|_| true), || panic!("nobody asked")), Remedy::Nothing);
    }

    #[test]
    fn root_installs_what_is_missing() {
        let missing = missing(|command| command != "python3");
        assert_eq!(remedy(&missing, || true), Remedy::Install(vec!["python3"]));
    }

    #[test]
    fn others_are_told_in_one_line() {
        let missing = missing(|command| command != "python3");
        let Remedy::Refuse(message) = remedy(&missing, || false) else { panic!("it should refuse") };
        assert_eq!(
            message,
            "missing python3 (the tests use it as an independent reference): \
             on Debian, `apt-get install python3` brings what the checks need"
        );
    }

    #[test]
    fn a_program_that_is_not_there_does_not_run() {
        assert!(!runs(Path::new("."), "kosti-has-no-such-program"));
    }
}
