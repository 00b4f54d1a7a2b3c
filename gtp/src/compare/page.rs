//! A comparison of one position as a page.

use super::data::position_json;
use super::text::regret as regret_text;
use crate::report_files::ReportFiles;
use dunhuang::compare::{Comparison, Pair, Regret, View};
use dunhuang::report::{Column, Diagram, Interval, IntervalChart, Mark, Page, Table, TableCell};
use dunhuang::{Color, Move};
use std::path::Path;

/// Moves whose share is drawn on a board.
const DRAWN: usize = 8;

/// Writes the page of a position, its numbers, and its pictures as PNG if they are wanted.
///
/// # Errors
/// A file cannot be written.
pub fn write_position(file: &Path, name: &str, c: &Comparison, png: bool) -> anyhow::Result<()> {
    let mut page = Page::new(&format!("{name} under {} rule systems", c.views.len()));
    page.paragraph(&format!(
        "{} to move after {} moves. {} playouts a search, seed {}. Values are for the side to move, komi included. Intervals (95 %) hold the chance of the playouts alone, not what the search overlooks.",
        capitalised(c.color),
        c.move_number,
        c.playouts,
        c.seed
    ));
    let (values, moves, groups) = (values(c), moves(c), groups(c));
    page.heading("What each system makes of it");
    page.table(&values);
    page.figure(
        &chances(c),
        "The chance of winning under each system, with its interval.",
    );
    page.heading("What differs, and why");
    for pair in &c.pairs {
        difference(&mut page, c, pair);
    }
    page.heading("Moves considered");
    page.figures(&boards(c, shares));
    page.table(&moves);
    page.heading("Ownership expected");
    page.figures(&boards(c, owners));
    page.heading("Settled as it stands");
    page.note("Dead stones, judged by playouts, are crossed; squares are paths (own points that could hold a stone), rings are the eyes that a group keeps.");
    page.figures(&boards(c, settled));
    page.table(&groups);
    let tables = [("systems", &values), ("moves", &moves), ("groups", &groups)];
    ReportFiles::new(file, &position_json(c), &tables)
        .png(png)
        .write(page)
}

/// A side at the start of a sentence or as a name.
pub fn capitalised(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn board(c: &Comparison, title: &str) -> Diagram {
    Diagram::new(c.size(), title).stones(|p| c.board.color_at(p))
}

type Draw = fn(&Comparison, &View) -> (String, String);

fn boards(c: &Comparison, draw: Draw) -> Vec<(String, String)> {
    c.views.iter().map(|view| draw(c, view)).collect()
}

fn shares(c: &Comparison, view: &View) -> (String, String) {
    let title = format!("Moves under {}", view.system.name);
    let mut diagram = board(c, &title);
    for found in view.moves.iter().take(DRAWN).filter(|m| m.share >= 0.005) {
        if let Move::Real(point) = found.mv {
            diagram = diagram.mark(point, Mark::Share(found.share));
        }
    }
    let pass = view.moves.iter().find(|m| m.mv == Move::Pass);
    let pass = pass
        .filter(|m| m.share >= 0.005)
        .map_or(String::new(), |m| {
            format!(" No real move: {:.0} %.", 100.0 * m.share)
        });
    let caption = format!(
        "{title}: percent of the visits. Best: {}.{pass}",
        c.size().move_name(view.best)
    );
    (diagram.to_svg(), caption)
}

fn owners(c: &Comparison, view: &View) -> (String, String) {
    let title = format!("Ownership under {}", view.system.name);
    let mut diagram = board(c, &title);
    for (point, &owner) in c.size().points().zip(&view.ownership) {
        diagram = diagram.mark(point, Mark::Owner(owner));
    }
    let what = match view.system.rules.counts_living_stones() {
        true => "who will have a living stone there; eyes are nobody's",
        false => "whose point it will be",
    };
    (
        diagram.to_svg(),
        format!("{title}: {what}. The larger the square, the surer."),
    )
}

fn settled(_: &Comparison, view: &View) -> (String, String) {
    let title = format!("Settled under {}", view.system.name);
    let Some(settled) = &view.settled else {
        return (String::new(), title);
    };
    let position = &settled.position;
    let mut diagram = Diagram::of_picture(&position.picture(), &title);
    diagram = diagram.stones(|p| position.before.color_at(p));
    for point in position.dead.iter() {
        diagram = diagram.mark(point, Mark::Cross);
    }
    (
        diagram.to_svg(),
        format!("{title}: {}.", settled.count.result),
    )
}

/// One pair: how far apart, what the wrong rules cost, where ownership differs, and why.
pub fn difference(page: &mut Page, c: &Comparison, pair: &Pair) {
    let (a, b) = pair.systems;
    let (first, second) = (&c.views[a], &c.views[b]);
    page.subheading(&format!(
        "{} against {}",
        first.system.name, second.system.name
    ));
    page.list(pair.reasons.iter().map(|reason| reason.text.as_str()));
    if pair.reasons.is_empty() {
        page.paragraph("No reason could be derived.");
    }
    page.paragraph(&format!(
        "Divergence of the moves (Jensen–Shannon): {:.3} bits of at most 1.",
        pair.divergence
    ));
    let lines = [(a, b), (b, a)].map(|(of, under)| {
        format!(
            "{}, the best move under {}, costs under {}: {}.",
            c.size().move_name(c.views[of].best),
            c.views[of].system.name,
            c.views[under].system.name,
            regret_text(c.regret(of, under))
        )
    });
    match first.best == second.best {
        true => page.paragraph(&format!(
            "The best move is {} under both.",
            c.size().move_name(first.best)
        )),
        false => page.list(lines),
    }
    let rows = [(a, b), (b, a)]
        .into_iter()
        .filter_map(|(of, under)| match c.regret(of, under) {
            Regret::Costs {
                points,
                points_error,
                ..
            } if points_error.is_finite() => {
                let (value, error) = (f64::from(points), f64::from(points_error));
                Some(Interval {
                    label: format!(
                        "{} under {}",
                        c.size().move_name(c.views[of].best),
                        c.views[under].system.name
                    ),
                    value,
                    low: value - error,
                    high: value + error,
                })
            }
            _ => None,
        });
    let rows: Vec<Interval> = rows.collect();
    let mut pictures = Vec::new();
    let title = format!(
        "Ownership, {} less {}",
        first.system.name, second.system.name
    );
    let mut diagram = board(c, &title);
    let both = first.ownership.iter().zip(&second.ownership);
    for (point, (one, other)) in c.size().points().zip(both) {
        diagram = diagram.mark(point, Mark::Shift(one - other));
    }
    let caption = format!(
        "Where ownership differs: blue, more Black's under {}; red, more White's.",
        first.system.name
    );
    pictures.push((diagram.to_svg(), caption));
    if !rows.is_empty() {
        let chart = IntervalChart {
            title: "Regret in points".into(),
            x_label: "points lost".into(),
            base: Some(0.0),
            rows,
        };
        pictures.push((
            chart.to_svg(),
            "What the other system's move costs, each move searched alone.".into(),
        ));
    }
    page.figures(&pictures);
}

fn chances(c: &Comparison) -> String {
    let row = |view: &View| {
        let (win, error) = (f64::from(view.value.win), f64::from(view.value.win_error));
        Interval {
            label: view.system.name.clone(),
            value: 100.0 * win,
            low: 100.0 * (win - error).max(0.0),
            high: 100.0 * (win + error).min(1.0),
        }
    };
    IntervalChart {
        title: "Chance of winning".into(),
        x_label: "percent".into(),
        base: Some(50.0),
        rows: c.views.iter().map(row).collect(),
    }
    .to_svg()
}

fn values(c: &Comparison) -> Table {
    let mut table = Table::new(
        "The side to move under each system",
        [
            Column::text("rules"),
            Column::number("komi", 1),
            Column::text("best move"),
            Column::interval("win %", 1),
            Column::interval("lead", 1),
            Column::text("counted now"),
        ],
    );
    for view in &c.views {
        let value = &view.value;
        let counted = view.settled.as_ref().map(|s| s.count.result.to_string());
        table.row([
            view.system.name.as_str().into(),
            f64::from(view.system.rules.komi).into(),
            c.size().move_name(view.best).into(),
            (
                100.0 * f64::from(value.win),
                100.0 * f64::from(value.win_error),
            )
                .into(),
            (f64::from(value.score), f64::from(value.score_error)).into(),
            counted.map_or(TableCell::Empty, TableCell::Text),
        ]);
    }
    table
}

fn moves(c: &Comparison) -> Table {
    let mut table = Table::new(
        "Moves by visits",
        [
            Column::text("rules"),
            Column::text("move"),
            Column::number("visits", 0),
            Column::number("share %", 1),
            Column::number("win %", 1),
            Column::number("lead", 1),
            Column::text("expected"),
        ],
    );
    let size = c.size();
    for view in &c.views {
        for found in view.moves.iter().take(DRAWN).filter(|m| m.visits > 0) {
            let pv: Vec<String> = found
                .pv
                .iter()
                .take(6)
                .map(|&mv| size.move_name(mv))
                .collect();
            table.row([
                view.system.name.as_str().into(),
                size.move_name(found.mv).into(),
                (found.visits as f64).into(),
                (100.0 * found.share).into(),
                (100.0 * f64::from(found.win)).into(),
                f64::from(found.score).into(),
                pv.join(" ").into(),
            ]);
        }
    }
    table
}

fn groups(c: &Comparison) -> Table {
    let number = |name| Column::number(name, 0);
    let mut table = Table::new(
        "The count as it stands",
        [
            Column::text("rules"),
            Column::text("side"),
            number("groups"),
            number("stones"),
            number("own points"),
            number("eyes"),
            number("paths"),
            number("living"),
            Column::number("area", 1),
            number("real moves"),
        ],
    );
    for view in &c.views {
        let Some(settled) = &view.settled else {
            continue;
        };
        for color in Color::BOTH {
            let f = settled.count.figures[color];
            let whole = |n: u32| TableCell::Number(f64::from(n));
            table.row([
                view.system.name.as_str().into(),
                color.name().into(),
                whole(f.groups),
                whole(f.stones),
                whole(f.own_points),
                whole(f.eyes),
                whole(f.paths),
                whole(f.living),
                f.area.points().into(),
                whole(f.real_moves),
            ]);
        }
    }
    table
}
