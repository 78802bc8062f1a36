//! The order of the modules, and the doors to the outside: a module uses only
//! modules that stand above it in `src/lib.rs`, and each package that is not
//! ours is used in the places named here and nowhere else.

use std::fs;
use std::path::{Path, PathBuf};

/// Each dependency and the files or folders of `src` that may use it.
const DOORS: &[(&str, &[&str])] = &[
    ("annotate_snippets", &["notation/snippet.rs"]),
    ("anstream", &["cli"]),
    ("anstyle", &["cli", "render"]),
    ("anyhow", &["cli"]),
    ("clap", &["cli"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("flate2", &["puzzle"]),
    ("indicatif", &["cli"]),
    ("memchr", &["puzzle", "batch"]),
    ("nom", &["notation"]),
    ("rand_chacha", &["generate"]),
    ("rayon", &["batch", "search", "generate", "table", "cli"]),
    ("serde", &["puzzle", "cli", "render", "proof_file.rs"]),
    ("serde_json", &["puzzle", "batch", "cli"]),
    ("signal_hook", &["cli"]),
    ("terminal_size", &["cli"]),
    // An attribute on error types, wherever they are.
    ("thiserror", &[""]),
    ("zstd", &["puzzle"]),
];

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every Rust file below a folder, named from it with `/`, with its text.
fn files(root: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// The code proper: no comments, and nothing from the file's tests on.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The modules that a piece of code names as `crate::module`.
fn used(code: &str) -> Vec<&str> {
    let word = |rest: &'_ str| rest.find(|char| !is_word(char)).unwrap_or(rest.len());
    code.split("crate::").skip(1).map(|rest| &rest[..word(rest)]).collect()
}

/// Whether a piece of code names something of a package.
fn names(code: &str, package: &str) -> bool {
    let path = format!("{package}::");
    code.match_indices(&path).any(|(at, _)| !code[..at].ends_with(is_word))
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

#[test]
fn a_module_uses_only_modules_above_it() {
    let map = fs::read_to_string(src().join("lib.rs")).unwrap();
    let order: Vec<&str> = map
        .lines()
        .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod "))
        .map(|rest| rest.trim_end_matches(';'))
        .collect();
    let place = |module: &str| order.iter().position(|known| *known == module);
    assert!(order.len() > 10, "the modules of lib.rs were not found");

    let mut wrong = Vec::new();
    for (file, text) in files(&src()) {
        let module = file.split(['/', '.']).next().unwrap();
        let Some(here) = place(module) else { continue };
        let code = code(&text);
        assert!(!code.contains("crate::{"), "{file}: name each module on a line of its own");
        for other in used(&code) {
            if place(other).is_some_and(|there| there > here) {
                wrong.push(format!("{file} uses {other}, which stands below {module}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_package_has_its_door() {
    let mut wrong = Vec::new();
    for (file, text) in files(&src()) {
        let code = code(&text);
        for (package, doors) in DOORS {
            if names(&code, package) && !doors.iter().any(|door| file.starts_with(door)) {
                wrong.push(format!("{file} uses {package}, whose doors are {doors:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_dependency_has_a_row() {
    let manifest = fs::read_to_string(src().join("../Cargo.toml")).unwrap();
    let table = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    for line in table.lines().filter(|line| line.contains('=')) {
        let package = line.split(['=', ' ']).next().unwrap().replace('-', "_");
        assert!(DOORS.iter().any(|(known, _)| *known == package), "no row for {package}");
    }
}
