//! A comparison of a whole game as a page.

use super::data::course_json;
use super::page::{capitalised, difference};
use super::text::for_black;
use crate::report_files::ReportFiles;
use dunhuang::Move;
use dunhuang::compare::{Course, Moment, Regret};
use dunhuang::report::{Column, Diagram, LineChart, Mark, Page, Sample, Series, Table, TableCell};
use std::path::Path;

/// Positions shown on boards: those where the rules matter most.
const SHOWN: usize = 6;

/// Writes the page of a game and its numbers.
///
/// # Errors
/// A file cannot be written.
pub fn write_course(file: &Path, name: &str, course: &Course, png: bool) -> anyhow::Result<()> {
    let ranked = course.ranked();
    let mut page = Page::new(&format!("{name} under {}", all_names(course)));
    let playouts = course
        .moments
        .first()
        .map_or((0, 0), |m| (m.comparison.playouts, m.comparison.seed));
    page.paragraph(&format!(
        "{} positions, {} playouts a search, seed {}; komi {}. The best moves differ at {} of them. At {} of these the rules turn the choice by more than the playouts' chance, or forbid a move; where they do not, one of the two searches may merely have missed the better move. Bands and ± are 95 % intervals of the playouts' chance alone.",
        course.moments.len(),
        playouts.0,
        playouts.1,
        komis(course),
        ranked.len(),
        ranked.iter().filter(|&&place| is_turned(&course.moments[place])).count()
    ));
    page.heading("The game");
    page.figures(&[
        (
            chance(course),
            "Black's chance of winning under each system.".into(),
        ),
        (
            lead(course),
            "Black's lead under each system, komi included.".into(),
        ),
        (
            divergence(course),
            "How far the systems' moves are apart.".into(),
        ),
        (
            turn(course),
            "By how much the rules turn the choice between the best moves: what each costs under the other, together. 0 where they agree.".into(),
        ),
    ]);
    let curves = curves(course);
    let ranking = ranking(course, &ranked);
    page.heading("Where the rules matter most");
    match ranking.is_empty() {
        true => page.paragraph("The best moves are the same everywhere."),
        false => {
            page.note("Turn: the sum of what each system's best move costs under the other, in points. It is 0 but for chance where the rules do not matter. First and second are the two best moves. Figures on the boards below are percent of the visits.");
            page.table(&ranking);
        }
    }
    for &place in ranked.iter().take(SHOWN) {
        moment(&mut page, &course.moments[place]);
    }
    page.heading("Every position");
    page.table(&curves);
    let tables = [("positions", &curves), ("ranking", &ranking)];
    ReportFiles::new(file, &course_json(course), &tables)
        .png(png)
        .write(page)
}

fn moment(page: &mut Page, moment: &Moment) {
    let c = &moment.comparison;
    let size = c.size();
    page.heading(&format!(
        "Move {}: {} plays {}",
        moment.number,
        capitalised(c.color),
        size.move_name(moment.played)
    ));
    let mut pictures = Vec::new();
    for view in &c.views {
        let title = format!("Moves under {} at move {}", view.system.name, moment.number);
        let mut diagram = Diagram::new(size, &title).stones(|p| c.board.color_at(p));
        for found in view.moves.iter().take(6).filter(|m| m.share >= 0.005) {
            if let Move::Real(point) = found.mv {
                diagram = diagram.mark(point, Mark::Share(found.share));
            }
        }
        let caption = format!("{}: best {}.", view.system.name, size.move_name(view.best));
        pictures.push((diagram.to_svg(), caption));
    }
    page.figures(&pictures);
    for pair in &c.pairs {
        difference(page, c, pair);
    }
}

fn series(course: &Course, y: impl Fn(&Moment, usize) -> (f32, f32)) -> Vec<Series> {
    let of = |i: usize| {
        let sample = |m: &Moment| {
            let (y, error) = y(m, i);
            Sample {
                x: f64::from(m.number),
                y: f64::from(y),
                error: f64::from(error),
            }
        };
        Series {
            name: course.systems[i].clone(),
            samples: course.moments.iter().map(sample).collect(),
        }
    };
    (0..course.systems.len()).map(of).collect()
}

fn line(
    title: &str,
    y_label: &str,
    range: Option<(f64, f64)>,
    base: f64,
    series: Vec<Series>,
) -> String {
    LineChart {
        title: title.into(),
        x_label: "move".into(),
        y_label: y_label.into(),
        y_range: range,
        base: Some(base),
        series,
    }
    .to_svg()
}

fn chance(course: &Course) -> String {
    let of = |m: &Moment, i: usize| {
        let view = &m.comparison.views[i];
        let (win, _) = for_black(m.comparison.color, view);
        (100.0 * win, 100.0 * view.value.win_error)
    };
    line(
        "Black's chance of winning",
        "percent",
        Some((0.0, 100.0)),
        50.0,
        series(course, of),
    )
}

fn lead(course: &Course) -> String {
    let of = |m: &Moment, i: usize| {
        let view = &m.comparison.views[i];
        (
            for_black(m.comparison.color, view).1,
            view.value.score_error,
        )
    };
    line("Black's lead", "points", None, 0.0, series(course, of))
}

/// The names of two systems.
fn pair_name(course: &Course, (a, b): (usize, usize)) -> String {
    format!("{} and {}", course.systems[a], course.systems[b])
}

fn by_pair(course: &Course, y: impl Fn(&Moment, usize) -> Option<(f64, f64)>) -> Vec<Series> {
    let pairs = course
        .moments
        .first()
        .map_or(0, |m| m.comparison.pairs.len());
    let of = |p: usize| {
        let sample = |m: &Moment| {
            let (y, error) = y(m, p)?;
            let x = f64::from(m.number);
            Some(Sample { x, y, error })
        };
        Series {
            name: pair_name(course, course.moments[0].comparison.pairs[p].systems),
            samples: course.moments.iter().filter_map(sample).collect(),
        }
    };
    (0..pairs).map(of).collect()
}

fn divergence(course: &Course) -> String {
    let of = |m: &Moment, p: usize| Some((m.comparison.pairs[p].divergence, 0.0));
    line(
        "Divergence of the moves",
        "bits",
        Some((0.0, 1.0)),
        0.0,
        by_pair(course, of),
    )
}

fn turn(course: &Course) -> String {
    let of = |m: &Moment, p: usize| {
        let (points, error) = m.comparison.turn(m.comparison.pairs[p].systems);
        points.is_finite().then_some((points.into(), error.into()))
    };
    line(
        "Turn of the choice",
        "points",
        None,
        0.0,
        by_pair(course, of),
    )
}

/// Whether some rules turn the choice for certain, as far as chance goes.
fn is_turned(m: &Moment) -> bool {
    let c = &m.comparison;
    let mut turns = c.pairs.iter().map(|p| c.turn(p.systems));
    turns.any(|(points, error)| points == f32::INFINITY || points > error)
}

fn all_names(course: &Course) -> String {
    match course.systems.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Such as `0 and 7.5`, in the order of the systems.
fn komis(course: &Course) -> String {
    let Some(first) = course.moments.first() else {
        return "–".into();
    };
    let views = first.comparison.views.iter();
    let komis: Vec<String> = views
        .map(|v| format!("{} under {}", v.system.rules.komi, v.system.name))
        .collect();
    komis.join(", ")
}

fn curves(course: &Course) -> Table {
    let mut columns = vec![
        Column::number("move", 0),
        Column::text("side"),
        Column::text("played"),
    ];
    for name in &course.systems {
        columns.push(Column::text(&format!("{name} best")));
        columns.push(Column::interval(&format!("{name} black win %"), 1));
        columns.push(Column::interval(&format!("{name} black lead"), 1));
    }
    columns.push(Column::number("divergence", 3));
    let mut table = Table::new("Every position, Black's side", columns);
    for m in &course.moments {
        let c = &m.comparison;
        let mut row: Vec<TableCell> = vec![
            f64::from(m.number).into(),
            c.color.name().into(),
            c.size().move_name(m.played).into(),
        ];
        for view in &c.views {
            let (win, lead) = for_black(c.color, view);
            row.push(c.size().move_name(view.best).into());
            row.push(
                (
                    100.0 * f64::from(win),
                    100.0 * f64::from(view.value.win_error),
                )
                    .into(),
            );
            row.push((f64::from(lead), f64::from(view.value.score_error)).into());
        }
        let most = c.pairs.iter().map(|p| p.divergence).fold(0.0, f64::max);
        row.push(most.into());
        table.row(row);
    }
    table
}

fn ranking(course: &Course, ranked: &[usize]) -> Table {
    let mut table = Table::new(
        "Positions with different best moves, by their largest turn",
        [
            Column::number("move", 0),
            Column::text("best moves"),
            Column::interval("turn", 2),
            Column::interval("first costs", 2),
            Column::interval("second costs", 2),
            Column::number("divergence", 3),
            Column::text("reasons"),
            Column::text("systems"),
        ],
    );
    for &place in ranked {
        let m = &course.moments[place];
        let c = &m.comparison;
        for pair in &c.pairs {
            let (a, b) = pair.systems;
            let best = |i: usize| c.size().move_name(c.views[i].best);
            if c.views[a].best == c.views[b].best {
                continue;
            }
            let mut kinds: Vec<&str> = pair
                .reasons
                .iter()
                .filter(|r| r.about.is_some())
                .map(|r| r.kind.name())
                .collect();
            kinds.dedup();
            let (points, error) = c.turn(pair.systems);
            let turn = match points.is_finite() {
                true => (f64::from(points), f64::from(error)).into(),
                false => TableCell::Empty,
            };
            table.row([
                f64::from(m.number).into(),
                format!("{} / {}", best(a), best(b)).into(),
                turn,
                cost(c.regret(a, b)),
                cost(c.regret(b, a)),
                pair.divergence.into(),
                kinds.join(", ").into(),
                pair_name(course, pair.systems).into(),
            ]);
        }
    }
    table
}

/// What a move costs under the other system of its pair.
fn cost(regret: Regret) -> TableCell {
    match regret {
        Regret::Same => TableCell::Number(0.0),
        Regret::Illegal(_) => "illegal".into(),
        Regret::Costs {
            points,
            points_error,
            ..
        } => (f64::from(points), f64::from(points_error)).into(),
    }
}
