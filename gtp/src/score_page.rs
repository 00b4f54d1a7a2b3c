//! `dunhuang score --html`: the four ways of counting living stones, step by step, as pictures.

use crate::report_files::ReportFiles;
use anyhow::ensure;
use dunhuang::Color;
use dunhuang::counting::{Count, Method};
use dunhuang::report::{Column, Diagram, Page, Table, TableCell};
use serde_json::json;
use std::path::Path;

/// Writes the page: each count with all its steps, then the figures of the settled position. The counts
/// are of one position by several methods, the one asked for first.
///
/// # Errors
/// No count, or a file that cannot be written.
pub fn write(
    file: &Path,
    name: &str,
    rules: &str,
    counts: &[Count],
    png: bool,
) -> anyhow::Result<()> {
    ensure!(!counts.is_empty(), "nothing was counted");
    let first = &counts[0];
    let mut page = Page::new(&format!("{name}: {}", first.result));
    page.paragraph(&format!(
        "Rules {rules}; White is given {}. Counted by {}: {}.",
        first.to_white, first.method, first.result
    ));
    page.note("Squares are paths: own points that could hold a living stone. Rings are the eyes that a group keeps. Crosses are dead stones. A red ring marks what the step changed.");
    let summary = summary(counts);
    page.table(&summary);
    for count in counts {
        page.heading(&format!("{}: {}", count.method, count.result));
        page.paragraph(about(count.method));
        let mut pictures = Vec::new();
        for (number, step) in count.steps.iter().enumerate() {
            let title = format!("{}, step {}: {}", count.method, number + 1, step.title);
            let mut diagram = Diagram::of_picture(&step.board, &title);
            if let Some(before) = number.checked_sub(1).map(|n| &count.steps[n]) {
                diagram = diagram.ring_changes(&before.board, &step.board);
            }
            let caption = format!("{}. {}. {}", number + 1, step.title, step.note);
            pictures.push((diagram.to_svg(), caption));
        }
        page.figures(&pictures);
        page.paragraph(&format!(
            "Black {}, White {} and {} given: {}.",
            count.totals.black, count.totals.white, count.to_white, count.result
        ));
    }
    page.heading("The figures");
    let figures = figures(first);
    page.table(&figures);
    let tables = [("results", &summary), ("figures", &figures)];
    let numbers = json!({"rules": rules, "counts": counts});
    ReportFiles::new(file, &numbers, &tables)
        .png(png)
        .write(page)
}

/// The methods to show: the four ways where living stones are counted, and the one asked for.
pub fn methods(own: Method) -> Vec<Method> {
    let mut methods = vec![own];
    methods.extend(Method::FOUR_WAYS.into_iter().filter(|&m| m != own));
    methods
}

/// What a method does, in a sentence.
fn about(method: Method) -> &'static str {
    match method {
        Method::Literal => "The stones on the board as they stand; no empty point counts.",
        Method::FullBoard => "Every path is filled; then the stones on the board are counted.",
        Method::EqualPaths => {
            "Paths are filled until both sides have the same number; then the stones are compared."
        }
        Method::EqualStones => {
            "Both sides are brought to the same number of stones; then their paths are compared."
        }
        Method::EqualPhantoms => {
            "Every group keeps eyes for which a phantom stone stands; the side with more groups returns a stone for each, and then one side alone is counted."
        }
        Method::Tang => {
            "Paths are compared; each side is held to have half of all stones, so extra moves are given back."
        }
        Method::Area => "Stones and own points are counted; shared points go by halves.",
        Method::EqualStonesArea => {
            "Both sides are brought to the same number of stones; then their points are compared."
        }
        Method::AreaCompensated => {
            "Points are compared; each side is held to have half of all stones, so extra moves are given back."
        }
        Method::Territory => "Own points and prisoners are counted.",
    }
}

fn summary(counts: &[Count]) -> Table {
    let mut table = Table::new(
        "One position, every way of counting",
        [
            Column::text("method"),
            Column::number("Black", 1),
            Column::number("White", 1),
            Column::number("given to White", 1),
            Column::text("result"),
            Column::number("steps", 0),
        ],
    );
    for count in counts {
        table.row([
            count.method.name().into(),
            count.totals.black.points().into(),
            count.totals.white.points().into(),
            count.to_white.points().into(),
            count.result.to_string().into(),
            (count.steps.len() as f64).into(),
        ]);
    }
    table
}

fn figures(count: &Count) -> Table {
    let mut table = Table::new(
        "The settled position",
        [
            Column::text("figure"),
            Column::number("Black", 1),
            Column::number("White", 1),
        ],
    );
    let mut row = |name: &str, of: &dyn Fn(Color) -> f64| {
        let cells: [TableCell; 3] = [
            name.into(),
            of(Color::Black).into(),
            of(Color::White).into(),
        ];
        table.row(cells);
    };
    let whole = |pick: fn(&dunhuang::counting::Figures) -> u32| {
        move |c: Color| f64::from(pick(&count.figures[c]))
    };
    row("stones", &whole(|f| f.stones));
    row("own points", &whole(|f| f.own_points));
    row("one-sided dame", &whole(|f| f.one_sided_dame));
    row("eyes", &whole(|f| f.eyes));
    row("paths", &whole(|f| f.paths));
    row("living", &whole(|f| f.living));
    row("area", &|c| count.figures[c].area.points());
    row("lost", &whole(|f| f.lost));
    row("virtual stones", &whole(|f| f.virtual_stones));
    row("real moves", &whole(|f| f.real_moves));
    row("groups", &whole(|f| f.groups));
    table
}
