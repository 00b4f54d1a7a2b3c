//! The cases of the suite, as they lie in their folders.

use dunhuang::tactics::Case;
use std::path::{Path, PathBuf};

/// Every case with its category and name.
pub fn cases() -> Vec<(String, String, Case)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tactics");
    let entries = |path: PathBuf| {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(path)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        paths.sort();
        paths
    };
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    let mut cases = Vec::new();
    for category in entries(folder) {
        for file in entries(category.clone()) {
            let text = std::fs::read_to_string(&file).unwrap();
            let case = Case::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
            cases.push((name(&category), name(&file), case));
        }
    }
    cases
}
