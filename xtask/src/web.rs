//! `cargo xtask web`: Kosti without a server, as static files for any web host.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};

use crate::wasm::{NO_TOOLCHAIN, TARGET, Toolchain};
use crate::{members, passed};

/// The variable that tells tests where the files are.
pub(crate) const VARIABLE: &str = "KOSTI_WEB";

const SOURCE: &str = "crates/browser/js";
const ICON: &str = "crates/web/assets/icon.svg";
const TOOLS: &str = "xtask/web-tools/Cargo.toml";
/// What the files come from beside their packages.
const BESIDE: [&str; 5] = ["Cargo.", "games/", "locales/", "xtask/src/web.rs", "xtask/web-tools/"];
/// The name of the module before and after bindgen.
const MODULE: &str = "kosti_browser";
/// Copied as they are.
const COPIED: [&str; 9] = [
    "store.js",
    "records.js",
    "start.js",
    "start.css",
    "device.js",
    "solver.js",
    "solutions.js",
    "computer.js",
    "away.js",
];
/// Texts of the first page, by their name in it and in the locales.
const TEXTS: [(&str, &str); 6] = [
    ("starting", "offline-starting"),
    ("unsupported", "offline-unsupported"),
    ("failed", "offline-failed"),
    ("away", "offline-away"),
    ("instead", "here-instead"),
    ("again", "offline-again"),
];
/// Texts of buttons and links.
const INLINE: [&str; 2] = ["instead", "again"];
const LANGUAGES: [&str; 2] = ["en", "uk"];
/// Messages of the manifest.
const MANIFEST: [&str; 4] = ["offline-about", "page-games", "page-rules", "device-title"];

/// Returns where the files are, or why there are none. They are written if `wanted`; otherwise they are used if they were
/// written from the sources as they are now.
pub(crate) fn find(root: &Path, wanted: bool) -> anyhow::Result<Result<PathBuf, &'static str>> {
    if !is_current(root)? {
        if !wanted {
            return Ok(Err("target/web is not there or old: `cargo xtask web` writes it"));
        }
        if Toolchain::find_or_install(root)?.is_none() {
            return Ok(Err(NO_TOOLCHAIN));
        }
        write(root)?;
    }
    Ok(Ok(crate::target(root)?.join("web")))
}

fn is_current(root: &Path) -> anyhow::Result<bool> {
    let written = std::fs::read_to_string(stamp(root)?).unwrap_or_default();
    Ok(crate::target(root)?.join("web/service-worker.js").is_file() && written == sources_key(root)?)
}

/// Where the key of the sources is that the files were written from.
fn stamp(root: &Path) -> anyhow::Result<PathBuf> {
    Ok(crate::target(root)?.join("tmp").join("web.key"))
}

/// A key of everything that the files come from.
fn sources_key(root: &Path) -> anyhow::Result<String> {
    let folders = members::with_dependencies(&members::load(root)?, "kosti-browser");
    let is_source = |name: &str| {
        let of_package = folders.iter().any(|folder| name.starts_with(&format!("{folder}/")))
            && !["/tests/", "/benches/", "/examples/"].iter().any(|part| name.contains(part));
        of_package || BESIDE.iter().any(|start| name.starts_with(start))
    };
    passed::key("web", passed::sources(root, is_source)?)
}

/// Writes `target/web`.
pub(crate) fn write(root: &Path) -> anyhow::Result<()> {
    let toolchain = Toolchain::find(root)?.context(NO_TOOLCHAIN)?;
    println!("web: {toolchain}");
    let key = sources_key(root)?;
    let target = crate::target(root)?;
    compile(root, toolchain, &target)?;
    let folder = target.join("web");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    bind(root, &target, &folder)?;
    for file in COPIED {
        std::fs::copy(root.join(SOURCE).join(file), folder.join(file)).context(file)?;
    }
    std::fs::copy(root.join(ICON), folder.join("icon.svg"))?;
    run_tool(root, &target, "icons", [&root.join(ICON), &folder])?;
    std::fs::write(folder.join("index.html"), first_page(root)?)?;
    for language in LANGUAGES {
        std::fs::write(folder.join(format!("manifest.{language}.webmanifest")), manifest(root, language)?)?;
    }
    let worker = std::fs::read_to_string(root.join(SOURCE).join("service-worker.js"))?;
    let version = format!("kosti-{}", hash_files(&folder)?);
    std::fs::write(folder.join("service-worker.js"), worker.replace("kosti-version", &version))?;
    report(&folder)?;
    std::fs::create_dir_all(target.join("tmp"))?;
    std::fs::write(stamp(root)?, key)?;
    Ok(())
}

fn compile(root: &Path, toolchain: Toolchain, target: &Path) -> anyhow::Result<()> {
    let mut cargo = toolchain.cargo(root);
    cargo.args(["rustc", "--locked", "--profile", "web", "--target", TARGET, "--package", "kosti-browser"]);
    cargo.args(["--lib", "--crate-type", "cdylib", "--target-dir"]).arg(target.join("wasm"));
    cargo.args(toolchain.arguments()).env("RUSTFLAGS", toolchain.flags());
    cargo.arg("--").args(toolchain.link_arguments());
    let status = cargo.status().context("cargo does not start")?;
    ensure!(status.success(), "the module does not compile");
    Ok(())
}

/// Lets wasm-bindgen write the JavaScript that calls the module.
fn bind(root: &Path, target: &Path, folder: &Path) -> anyhow::Result<()> {
    let module = target.join("wasm").join(TARGET).join("web").join(format!("{MODULE}.wasm"));
    let bound = target.join("wasm/bindgen");
    run_tool(root, target, "bindgen", [&module, &bound])?;
    let script = std::fs::read_to_string(bound.join(format!("{MODULE}.js")))?;
    // A module that panicked is loaded again, which declares the variable again.
    let script = script.replacen("let wasm_bindgen", "var wasm_bindgen", 1);
    std::fs::write(folder.join("module.js"), script)?;
    std::fs::copy(bound.join(format!("{MODULE}_bg.wasm")), folder.join("module_bg.wasm"))?;
    Ok(())
}

/// Runs a tool that is no part of the workspace.
fn run_tool(root: &Path, target: &Path, tool: &str, paths: [&Path; 2]) -> anyhow::Result<()> {
    let mut cargo = crate::cargo(root);
    cargo.args(["run", "--quiet", "--locked", "--manifest-path", TOOLS, "--target-dir"]);
    cargo.arg(target.join("web-tools")).args(["--", tool]).args(paths);
    let status = cargo.status().context("cargo does not start")?;
    ensure!(status.success(), "{tool} failed");
    Ok(())
}

/// The page that installs the service worker, in all languages: its script shows that of the visitor.
fn first_page(root: &Path) -> anyhow::Result<String> {
    let mut page = std::fs::read_to_string(root.join(SOURCE).join("index.html"))?;
    for (name, message) in TEXTS {
        let mut all = String::new();
        for language in LANGUAGES {
            let text = read_message(root, language, message)?;
            let element = if INLINE.contains(&name) { "span" } else { "p" };
            all.push_str(&format!("<{element} lang=\"{language}\">{text}</{element}>"));
        }
        page = page.replace(&format!("{{{name}}}"), &all);
    }
    Ok(page)
}

/// What an installed application is called, in a language.
fn manifest(root: &Path, language: &str) -> anyhow::Result<String> {
    let template = std::fs::read_to_string(root.join(SOURCE).join("manifest.webmanifest"))?;
    let mut manifest = template.replace("{language}", &format!("\"{language}\""));
    for message in MANIFEST {
        let text = serde_json::to_string(&read_message(root, language, message)?)?;
        manifest = manifest.replace(&format!("{{{message}}}"), &text);
    }
    Ok(manifest)
}

/// A message of one line.
fn read_message(root: &Path, language: &str, id: &str) -> anyhow::Result<String> {
    let locale = std::fs::read_to_string(root.join(format!("locales/{language}.ftl")))?;
    let text =
        locale.lines().find_map(|line| line.strip_prefix(id)?.trim_start().strip_prefix('=')).map(str::trim);
    Ok(text.with_context(|| format!("{language}: no {id}"))?.to_owned())
}

/// A hash of all files of a folder.
fn hash_files(folder: &Path) -> anyhow::Result<String> {
    let mut hasher = DefaultHasher::new();
    for file in files(folder)? {
        std::fs::read(folder.join(&file))?.hash(&mut hasher);
        file.hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn files(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        names.extend(entry?.file_name().into_string());
    }
    names.sort();
    Ok(names)
}

/// Says what was written, and how large it is when it is sent.
fn report(folder: &Path) -> anyhow::Result<()> {
    let (mut plain, mut packed, mut smallest) = (0, 0, Some(0));
    for file in files(folder)? {
        let path = folder.join(&file);
        let bytes = std::fs::metadata(&path)?.len();
        let gzip = packed_size("gzip", &["-9", "-c"], &path).context("gzip does not start")?;
        let brotli = packed_size("brotli", &["-c"], &path);
        let said = brotli.map_or_else(String::new, |size| format!(", {size} with brotli"));
        println!("  {file}: {bytes} bytes, {gzip} with gzip{said}");
        plain += bytes;
        packed += gzip;
        smallest = smallest.zip(brotli).map(|(all, size)| all + size);
    }
    let said = smallest.map_or_else(String::new, |size| format!(", {size} with brotli"));
    println!("web: {} has {plain} bytes, {packed} with gzip{said}", folder.display());
    Ok(())
}

/// The bytes of a file when it is packed as well as this program can; nothing where there is no such program.
fn packed_size(program: &str, options: &[&str], path: &Path) -> Option<u64> {
    let output = Command::new(program).args(options).arg(path).stderr(Stdio::inherit()).output().ok()?;
    output.status.success().then_some(output.stdout.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_page_has_all_its_texts() {
        let page = first_page(&crate::root().unwrap()).unwrap();
        assert!(TEXTS.iter().all(|(name, _)| !page.contains(&format!("{{{name}}}"))), "{page}");
    }

    #[test]
    fn the_manifest_speaks_every_language() {
        for language in LANGUAGES {
            let manifest = manifest(&crate::root().unwrap(), language).unwrap();
            let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
            assert_eq!(manifest["lang"], language);
        }
    }
}
