//! What lies in a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Every file of a run's folder by its name, but for the lock.
pub fn everything(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("text");
        if name != "lock" {
            files.insert(name, fs::read(entry.path()).expect("a file"));
        }
    }
    files
}
