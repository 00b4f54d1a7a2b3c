//! Dependencies point one way: each module of the library uses only modules below it.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules from the bottom up; those on one line may use each other.
const LAYERS: &[&[&str]] = &[
    &["color", "point"],
    &["rng", "hash"],
    &["rules", "board"],
    &["game"],
    &["sgf"],
    &["fights"],
    &["counting", "patterns"],
    &["reading"],
    &["exhaustive"],
    &["playout"],
    &["search"],
    &["session"],
    &["compare", "report"],
    &["contest"],
    &["study"],
    &["tactics"],
];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|names| names.contains(&module))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The modules that a source file names after `crate::`, outside comments and tests.
fn used_modules(source: &str) -> Vec<String> {
    let mut used = Vec::new();
    for line in source.lines().map(str::trim_start) {
        if line.starts_with("#[cfg(test)]") {
            break;
        }
        if line.starts_with("//") {
            continue;
        }
        for part in line.split("crate::").skip(1) {
            let name: String = part
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            used.push(name);
        }
    }
    used
}

#[test]
fn no_module_uses_one_above_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 20, "the library's sources are in src/");
    let mut wrong = Vec::new();
    for file in files {
        let inside = file.strip_prefix(&root).expect("a file of src/");
        let first = inside.components().next().expect("a name");
        let module = first.as_os_str().to_string_lossy();
        let module = module.trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        let own = layer(module).unwrap_or_else(|| panic!("{module} is in no layer"));
        for used in used_modules(&fs::read_to_string(&file).expect("readable")) {
            // A name that is no module is one that lib.rs re-exports, such as Board.
            if layer(&used).is_some_and(|other| other > own) {
                wrong.push(format!("{} uses {used}", inside.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_upward_import_would_be_seen() {
    assert_eq!(
        used_modules(
            "use crate::search::Search;\n// crate::session\n#[cfg(test)]\nuse crate::rng;"
        ),
        ["search"]
    );
}
