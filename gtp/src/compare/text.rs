//! Comparisons as text, a fact a line: what the command prints and what GTP answers.

use dunhuang::Color;
use dunhuang::compare::{Comparison, Course, Pair, Regret, View};
use dunhuang::point::{Move, Size};

/// Moves shown of each system.
const SHOWN: usize = 3;
/// Points shown whose ownership differs, and moves of a game where the rules matter most.
const MOST: usize = 12;

/// One position under several systems. Values are for the side to move.
pub fn position_text(c: &Comparison) -> String {
    let size = c.size();
    let mut lines = Vec::new();
    for view in &c.views {
        lines.extend(moves(view, size));
    }
    lines.push(format!(
        "position {} to move after {} moves, {} playouts a search, seed {}",
        c.color.name(),
        c.move_number,
        c.playouts,
        c.seed
    ));
    for view in &c.views {
        lines.push(value(view, size));
        lines.extend(settled(view));
    }
    for pair in &c.pairs {
        lines.extend(difference(c, pair));
    }
    lines.join("\n") + "\n"
}

fn names(size: Size, moves: &[Move]) -> String {
    let names: Vec<String> = moves.iter().map(|&mv| size.move_name(mv)).collect();
    names.join(" ")
}

fn moves(view: &View, size: Size) -> Vec<String> {
    let line = |found: &dunhuang::compare::Candidate| {
        format!(
            "{} move {} visits {} share {:.3} winrate {:.4} score {:.2} pv {}",
            view.system.name,
            size.move_name(found.mv),
            found.visits,
            found.share,
            found.win,
            found.score,
            names(size, &found.pv)
        )
    };
    view.moves.iter().take(SHOWN).map(line).collect()
}

fn value(view: &View, size: Size) -> String {
    format!(
        "{} komi {} best {} winrate {:.4} ± {:.4} score {:.2} ± {:.2}",
        view.system.name,
        view.system.rules.komi,
        size.move_name(view.best),
        view.value.win,
        view.value.win_error,
        view.value.score,
        view.value.score_error
    )
}

fn settled(view: &View) -> Option<String> {
    let settled = view.settled.as_ref()?;
    let side = |color: Color| {
        let f = settled.count.figures[color];
        let groups = settled.position.groups.iter();
        let mut sizes: Vec<usize> = groups
            .filter(|g| g.color == color)
            .map(|g| g.stones.len())
            .collect();
        sizes.sort_by(|a, b| b.cmp(a));
        let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
        format!(
            "{} {} groups ({} stones) area {} living {} eyes {}",
            color.name(),
            f.groups,
            sizes.join(" "),
            f.area,
            f.living,
            f.eyes
        )
    };
    Some(format!(
        "{} settled {} {} {} dame {} dead {}",
        view.system.name,
        settled.count.result,
        side(Color::Black),
        side(Color::White),
        settled.count.dame,
        settled.count.dead.len()
    ))
}

/// What a regret is, in words.
pub fn regret(regret: Regret) -> String {
    match regret {
        Regret::Same => "the same move".into(),
        Regret::Illegal(why) => format!("illegal ({why})"),
        Regret::Costs {
            points,
            points_error,
            win,
            win_error,
        } if points_error.is_finite() => format!(
            "{points:.2} ± {points_error:.2} points, {:.1} ± {:.1} % win",
            100.0 * win,
            100.0 * win_error
        ),
        Regret::Costs { points, win, .. } => {
            format!("{points:.2} points, {:.1} % win", 100.0 * win)
        }
    }
}

fn difference(c: &Comparison, pair: &Pair) -> Vec<String> {
    let size = c.size();
    let (a, b) = pair.systems;
    let name = |i: usize| c.views[i].system.name.as_str();
    let mut lines = vec![format!(
        "difference {} {} divergence {:.4} bits",
        name(a),
        name(b),
        pair.divergence
    )];
    for (of, under) in [(a, b), (b, a)] {
        lines.push(format!(
            "regret {} (best under {}) under {}: {}",
            size.move_name(c.views[of].best),
            name(of),
            name(under),
            regret(c.regret(of, under))
        ));
    }
    if !pair.ownership.is_empty() {
        let shown = pair.ownership.iter().take(MOST).map(|d| {
            let eye = if d.eye { " (eye)" } else { "" };
            format!(
                "{} {:+.2} {:+.2}{eye}",
                size.name(d.point),
                d.first,
                d.second
            )
        });
        let shown: Vec<String> = shown.collect();
        let rest = match pair.ownership.len().saturating_sub(MOST) {
            0 => String::new(),
            n => format!(", and {n} more"),
        };
        lines.push(format!("ownership differs: {}{rest}", shown.join(", ")));
    }
    for reason in &pair.reasons {
        lines.push(format!("reason {}: {}", reason.kind, reason.text));
    }
    lines
}

/// A whole game: a line for each position (Black's chance of winning and lead), then the moves where the
/// rules matter most.
pub fn course_text(course: &Course) -> String {
    let mut lines = Vec::new();
    for moment in &course.moments {
        let c = &moment.comparison;
        let size = c.size();
        let mut line = format!(
            "move {} {} {}",
            moment.number,
            c.color.letter(),
            size.move_name(moment.played)
        );
        for view in &c.views {
            let (win, score) = for_black(c.color, view);
            line += &format!(
                " | {} {} black {:.3} lead {:+.2}",
                view.system.name,
                size.move_name(view.best),
                win,
                score
            );
        }
        let most = c.pairs.iter().map(|p| p.divergence).fold(0.0, f64::max);
        lines.push(format!("{line} | divergence {most:.3}"));
    }
    let ranked = course.ranked();
    lines.push(format!(
        "positions {} best moves differ at {}",
        course.moments.len(),
        ranked.len()
    ));
    for &place in ranked.iter().take(MOST) {
        let moment = &course.moments[place];
        for pair in &moment.comparison.pairs {
            for line in difference(&moment.comparison, pair) {
                lines.push(format!("at move {}: {line}", moment.number));
            }
        }
    }
    lines.join("\n") + "\n"
}

/// Black's chance of winning and Black's lead.
pub fn for_black(color: Color, view: &View) -> (f32, f32) {
    match color {
        Color::Black => (view.value.win, view.value.score),
        Color::White => (1.0 - view.value.win, -view.value.score),
    }
}
