//! The files of a report: the page, and the numbers beside it.

use crate::pictures;
use anyhow::{Context, ensure};
use dunhuang::report::{Page, Table};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Where a report's files go: `NAME.html`, `NAME.json`, `NAME-TABLE.csv` for each table, and
/// `NAME-01-TITLE.png` for each picture if they are wanted.
pub struct ReportFiles<'a> {
    html: &'a Path,
    data: Vec<(PathBuf, String)>,
    png: bool,
}

/// That a page can go to this file, as far as can be told before the work is done.
///
/// # Errors
/// It is a folder, its folder is missing, or its name is that of the numbers.
pub fn check(html: &Path) -> anyhow::Result<()> {
    let name = html.display();
    let folder = html.parent().filter(|folder| *folder != Path::new(""));
    ensure!(
        html.file_name().is_some() && !html.is_dir() && folder.is_none_or(Path::is_dir),
        "cannot write {name}: it is a folder, or there is no folder for it"
    );
    ensure!(
        html.extension()
            .is_none_or(|end| !end.eq_ignore_ascii_case("json")),
        "cannot write a page to {name}: the numbers beside it would be called the same"
    );
    Ok(())
}

impl<'a> ReportFiles<'a> {
    /// A report whose page goes to this file.
    pub fn new(html: &'a Path, json: &Value, tables: &[(&str, &Table)]) -> ReportFiles<'a> {
        let stem = html.file_stem().unwrap_or_default().to_string_lossy();
        let beside = |name: String| html.with_file_name(name);
        let mut data = vec![(beside(format!("{stem}.json")), format!("{json:#}\n"))];
        for (name, table) in tables {
            data.push((beside(format!("{stem}-{name}.csv")), table.to_csv()));
        }
        ReportFiles {
            html,
            data,
            png: false,
        }
    }

    /// With every picture as PNG too, or without.
    pub fn png(self, png: bool) -> ReportFiles<'a> {
        ReportFiles { png, ..self }
    }

    /// Names the files of numbers at the end of the page and writes everything.
    ///
    /// # Errors
    /// A file cannot be written, or a picture cannot be drawn.
    pub fn write(&self, mut page: Page) -> anyhow::Result<()> {
        let name = |path: &PathBuf| {
            path.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into()
        };
        let names: Vec<String> = self.data.iter().map(|(path, _)| name(path)).collect();
        page.data(&names);
        let put = |path: &Path, text: &str| {
            fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
        };
        for (path, text) in &self.data {
            put(path, text)?;
        }
        if self.png {
            pictures::write_beside(self.html, &page)?;
        }
        put(self.html, &page.to_html())
    }
}
