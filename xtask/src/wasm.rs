//! The crates up to the pages, compiled for wasm32 one by one: the same application runs in a browser.

use std::fmt;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, ensure};

/// Every package that a browser needs, in the order of their dependencies. Each is compiled alone, so that it cannot
/// rely on features that another one turns on.
const PACKAGES: &[&str] = &[
    "kosti-dice",
    "kosti-rules",
    "kosti-engine",
    "kosti-games",
    "kosti-solver",
    "kosti-coach",
    "kosti-text",
    "kosti-query",
    "kosti-table",
    "kosti-journal",
    "kosti-projections",
    "kosti-app",
    "kosti-web",
    "kosti-browser",
];

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's packages `rustc-web`, `cargo-web`, `rust-web-src` and `lld-19` bring a compiler and the source of its standard
/// library.
const SYSTEM_RUSTC: &str = "/usr/bin/rustc";
const SYSTEM_CARGO: &str = "/usr/bin/cargo";
const SYSTEM_LINKER: &str = "/usr/bin/wasm-ld-19";
const SYSTEM_SOURCE: &str = "/usr/lib/rustlib/src/rust/library/std/Cargo.toml";

/// The packages of the four above.
const SYSTEM_PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];

/// What is missing where nothing can be compiled for wasm32.
pub(crate) const NO_TOOLCHAIN: &str = "no toolchain for wasm32: `rustup target add wasm32-unknown-unknown`, or on Debian \
                                       `apt-get install rustc-web cargo-web rust-web-src lld-19`";

/// Where a standard library for wasm32 comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Toolchain {
    /// The toolchain in use has the target.
    Own,
    /// The system's compiler builds the standard library from its source.
    System,
}

impl Toolchain {
    pub(crate) fn find(root: &Path) -> anyhow::Result<Option<Self>> {
        let sysroot = crate::output(crate::command(root, "rustc").args(["--print", "sysroot"]))?;
        let own = Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET);
        let has_system = [SYSTEM_RUSTC, SYSTEM_CARGO, SYSTEM_LINKER, SYSTEM_SOURCE]
            .iter()
            .all(|path| Path::new(path).exists());
        let system = has_system.then_some(Self::System);
        Ok(if own.exists() { Some(Self::Own) } else { system })
    }

    /// Finds a toolchain, or installs Debian's where this program may.
    ///
    /// # Errors
    /// If the installation fails.
    pub(crate) fn find_or_install(root: &Path) -> anyhow::Result<Option<Self>> {
        let found = Self::find(root)?;
        if found.is_some() || !may_install(root) {
            return Ok(found);
        }
        println!("wasm: installing {} from Debian", SYSTEM_PACKAGES.join(", "));
        let mut install = crate::command(root, "apt-get");
        install.args(["install", "--yes", "--no-install-recommends"]).args(SYSTEM_PACKAGES);
        install.env("DEBIAN_FRONTEND", "noninteractive");
        crate::output(&mut install)?;
        Self::find(root)
    }

    /// What a build needs beside the target.
    pub(crate) fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Own => &[],
            Self::System => &["-Zbuild-std=std,panic_abort"],
        }
    }

    /// Flags of the compiler for a module. Plain SIMD, which every browser has had for years: relaxed SIMD is refused by some. A panic
    /// ends the module without a message where the standard library is built too: the messages are a twentieth of the module.
    pub(crate) fn flags(self) -> &'static str {
        match self {
            Self::Own => "-Ctarget-feature=+simd128",
            Self::System => "-Ctarget-feature=+simd128 -Zunstable-options -Cpanic=immediate-abort",
        }
    }

    /// What the compiler needs to link a module. Debian's linker has the number of LLVM in its name.
    pub(crate) fn link_arguments(self) -> &'static [&'static str] {
        match self {
            Self::Own => &[],
            Self::System => &["-Clinker=/usr/bin/wasm-ld-19"],
        }
    }

    pub(crate) fn cargo(self, root: &Path) -> Command {
        match self {
            Self::Own => crate::cargo(root),
            Self::System => {
                let mut cargo = crate::command(root, SYSTEM_CARGO);
                // `-Zbuild-std` is not stable; the toolchain of rustup must not be mixed in.
                cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", SYSTEM_RUSTC).env_remove("RUSTUP_TOOLCHAIN");
                cargo.env("CARGO", SYSTEM_CARGO).env_remove("RUSTFLAGS");
                cargo
            }
        }
    }
}

/// Whether this program may install Debian's packages.
fn may_install(root: &Path) -> bool {
    let user = crate::output(crate::command(root, "id").arg("-u"));
    let has_tool = crate::output(crate::command(root, "apt-get").arg("--version")).is_ok();
    has_tool && user.is_ok_and(|user| user.trim() == "0")
}

impl fmt::Display for Toolchain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Own => "the toolchain in use has the target",
            Self::System => "Debian's compiler builds the standard library for the target",
        })
    }
}

/// Compiles every package for wasm32, where a toolchain is at hand.
pub(crate) fn check(root: &Path) -> anyhow::Result<()> {
    let Some(toolchain) = Toolchain::find(root)? else {
        println!("wasm: not checked, {NO_TOOLCHAIN}");
        return Ok(());
    };
    // Of its own: two compilers would throw away each other's work.
    let target = crate::target(root)?.join("wasm");
    for package in PACKAGES {
        let mut cargo = toolchain.cargo(root);
        cargo.args(["check", "--quiet", "--locked", "--target", TARGET, "--package", package]);
        cargo.arg("--target-dir").arg(&target);
        cargo.args(toolchain.arguments());
        if needs_files_by_default(package) {
            cargo.arg("--no-default-features");
        }
        let status = cargo.status().with_context(|| format!("cargo check of {package} for wasm32"))?;
        ensure!(status.success(), "{package} does not compile for wasm32");
    }
    println!("wasm: {} packages compile for {TARGET}", PACKAGES.len());
    Ok(())
}

/// Whether a package has default features that need a file system.
fn needs_files_by_default(package: &str) -> bool {
    matches!(package, "kosti-journal" | "kosti-projections")
}
