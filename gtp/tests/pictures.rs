//! Pictures as PNG: of the right size, in the right colours, with letters on a machine without fonts, and
//! every picture of a report.

mod support;

use dunhuang::report::{Diagram, Interval, IntervalChart, Mark};
use dunhuang::{Color as Side, Size};
use dunhuang_gtp::pictures::{PictureError, SCALE, png};
use resvg::tiny_skia::Pixmap;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use support::matches::must;

fn pixels(svg: &str) -> Pixmap {
    let data = png(svg).expect("a picture");
    assert_eq!(png(svg).expect("a picture"), data, "twice the same");
    Pixmap::decode_png(&data).expect("a PNG")
}

/// Colours of at least one pixel in a thousand.
fn colors(picture: &Pixmap) -> HashSet<[u8; 3]> {
    let mut counts = HashMap::new();
    for pixel in picture.pixels() {
        *counts
            .entry([pixel.red(), pixel.green(), pixel.blue()])
            .or_insert(0) += 1;
    }
    let least = picture.pixels().len() / 1000;
    counts.retain(|_, count| *count >= least);
    counts.into_keys().collect()
}

#[test]
fn a_board_has_its_size_its_colours_and_its_letters() {
    for (width, height) in [(2, 2), (9, 9), (19, 13)] {
        let size = Size::new(width, height).unwrap();
        let board = |label: &str| {
            Diagram::new(size, "a board")
                .stones(|p| match p.x() {
                    0 => Some(Side::Black),
                    1 => Some(Side::White),
                    _ => None,
                })
                .mark(size.point(0), Mark::Label(label.into()))
                .to_svg()
        };
        let picture = pixels(&board("A"));
        let side = |points: usize| SCALE * (60 + 24 * (points as u32 - 1));
        assert_eq!(
            (picture.width(), picture.height()),
            (side(width), side(height))
        );
        let found = colors(&picture);
        for wanted in [[0xe8, 0xc9, 0x8f], [0x11, 0x11, 0x11], [0xfc, 0xfc, 0xfa]] {
            assert!(found.contains(&wanted), "{wanted:?} in {found:?}");
        }
        let other = pixels(&board("B"));
        let differs = picture.pixels().iter().zip(other.pixels());
        assert!(differs.filter(|(a, b)| a != b).count() > 20, "letters");
    }
}

/// Every sign that reports use is in the font: none looks like a sign that no font has.
#[test]
fn every_sign_is_drawn() {
    let label = |text: &str| {
        let chart = IntervalChart {
            title: "t".into(),
            x_label: String::new(),
            base: None,
            rows: vec![Interval {
                label: text.into(),
                value: 0.0,
                low: -1.0,
                high: 1.0,
            }],
        };
        png(&chart.to_svg()).expect("a picture")
    };
    let (nothing, missing) = (label(""), label("\u{10ffff}"));
    for sign in "aZ09.,:;+-−±–—×·’'\"()[]%/<>&éüß".chars() {
        let drawn = label(&sign.to_string());
        assert!(drawn != nothing && drawn != missing, "{sign}");
    }
}

#[test]
fn what_is_no_picture_or_too_large_is_refused() {
    assert!(matches!(png("no"), Err(PictureError::NoSvg(_))));
    let large = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9999\" height=\"9\"/>";
    let error = png(large).unwrap_err();
    assert_eq!(error, PictureError::Size(29997, 27));
    assert_eq!(
        error.to_string(),
        "a picture of 29997x27 pixels is too large"
    );
}

/// The pictures in a folder, each whole and not blank, and how many the page there has.
fn checked(folder: &Path, html: &str) -> usize {
    let page = fs::read_to_string(folder.join(html)).expect("a page");
    let wanted = page.matches("<svg").count();
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|e| e == "png") {
            let picture = Pixmap::decode_png(&fs::read(&path).expect("readable")).expect("a PNG");
            assert!(picture.width() > 100 && picture.height() > 100);
            assert!(colors(&picture).len() > 1, "{} is blank", path.display());
            names.push(
                path.file_name()
                    .expect("a name")
                    .to_string_lossy()
                    .into_owned(),
            );
        }
    }
    names.sort();
    let stem = html.trim_end_matches(".html");
    for (number, name) in (1..).zip(&names) {
        assert!(
            name.starts_with(&format!("{stem}-{number:02}-")),
            "{names:?}"
        );
    }
    assert_eq!(names.len(), wanted, "{names:?}");
    wanted
}

#[test]
fn every_picture_of_a_report_is_there() {
    let root = tempfile::tempdir().expect("a folder");
    let record = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/data/games/opposite-winners.sgf"
    );
    let folder = |name: &str| {
        let folder = root.path().join(name);
        fs::create_dir(&folder).expect("a folder");
        let html = folder.join("page.html").to_str().expect("text").to_string();
        (folder, html)
    };
    let (score, html) = folder("score");
    must(&["score", record, "--dead", "none", "--html", &html, "--png"]);
    assert_eq!(checked(&score, "page.html"), 8);
    let (position, html) = folder("position");
    let compare = ["compare", record, "--playouts", "20", "--html"];
    must(&[&compare[..], &[&html, "--png"]].concat());
    assert!(checked(&position, "page.html") > 5);
    let (plain, html) = folder("plain");
    must(&[&compare[..], &[&html]].concat());
    assert_eq!(
        fs::read_dir(&plain)
            .expect("a folder")
            .filter(|e| {
                e.as_ref()
                    .expect("an entry")
                    .path()
                    .extension()
                    .is_some_and(|e| e == "png")
            })
            .count(),
        0
    );
    let study = root.path().join("study");
    let out = study.to_str().expect("text");
    let words = "study --size 5 --playouts 4 --rounds 3 --cross-rounds 2 --system chinese --system tang --png --out";
    must(&words.split(' ').chain([out]).collect::<Vec<_>>());
    assert!(checked(&study, "report.html") > 5);
    let before = fs::read(study.join("report-01-black-s-score.png")).expect("a picture");
    must(&["study", "report", out, "--png"]);
    assert_eq!(
        fs::read(study.join("report-01-black-s-score.png")).expect("a picture"),
        before
    );
}
