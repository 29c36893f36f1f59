//! Writes the JavaScript that calls a module of wasm32, and the module without what only describes it; and draws icons.

mod icon;

use std::env::args;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str = "web-tools bindgen MODULE FOLDER | web-tools icons SVG FOLDER";

fn main() -> ExitCode {
    let arguments: Vec<String> = args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["bindgen", module, folder] => bind(Path::new(module), Path::new(folder)),
        ["icons", svg, folder] => icon::write_all(Path::new(svg), Path::new(folder)),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("web-tools: {error}");
            ExitCode::FAILURE
        }
    }
}

fn bind(module: &Path, folder: &Path) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).typescript(true).remove_name_section(true).remove_producers_section(true);
    // Service workers that import modules are not everywhere yet.
    let written = bindgen.no_modules(true).and_then(|bindgen| bindgen.generate(folder));
    written.map_err(|error| format!("{error:#}"))
}
