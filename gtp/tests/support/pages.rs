//! Pages in a browser.

use std::fs;
use std::process::Command;

/// Fails if one of these pages names anything outside, or does not pass in headless Chromium.
pub fn stand_alone(pages: &[&str]) {
    for page in pages {
        let text = fs::read_to_string(page).expect("readable");
        let text = text.replace("http://www.w3.org/2000/svg", "");
        for outside in ["http:", "https:", "<script", "url(", "@import", "src="] {
            assert!(!text.contains(outside), "{page} has {outside}");
        }
    }
    let script = format!("{}/../tests/html/check.py", env!("CARGO_MANIFEST_DIR"));
    let checked = Command::new("python3").arg(script).args(pages).output();
    let Ok(checked) = checked else {
        eprintln!("skipped: there is no Python to drive a browser");
        return;
    };
    let said = String::from_utf8_lossy(&checked.stdout);
    match checked.status.code() {
        Some(0) => {}
        Some(77) => eprintln!("{}", said.trim()),
        _ => panic!("{said}{}", String::from_utf8_lossy(&checked.stderr)),
    }
}
