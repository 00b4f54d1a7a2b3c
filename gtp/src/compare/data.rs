//! Comparisons as data.

use super::text::for_black;
use dunhuang::Color;
use dunhuang::compare::{Comparison, Course, Pair, Regret, Settled, Value as Worth, View};
use dunhuang::point::{Move, Size};
use serde_json::{Value, json};

fn names(size: Size, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| size.move_name(mv)).collect()
}

/// One position. Values are for the side to move, errors half 95 % intervals of the playouts' chance alone.
pub fn position_json(c: &Comparison) -> Value {
    let size = c.size();
    let rows: Vec<String> = c.board.diagram().lines().map(str::to_string).collect();
    json!({
        "width": size.width(),
        "height": size.height(),
        "board": rows,
        "to_move": c.color.name(),
        "moves_before": c.move_number,
        "playouts": c.playouts,
        "seed": c.seed,
        "systems": c.views.iter().map(|v| view(size, v)).collect::<Vec<_>>(),
        "differences": c.pairs.iter().map(|p| pair(c, p)).collect::<Vec<_>>(),
    })
}

fn worth(size: Size, value: &Worth) -> Value {
    json!({
        "win": value.win,
        "win_error": value.win_error,
        "score": value.score,
        "score_error": value.score_error,
        "visits": value.visits,
        "pv": names(size, &value.pv),
    })
}

fn view(size: Size, v: &View) -> Value {
    let moves: Vec<Value> = v
        .moves
        .iter()
        .map(|m| {
            json!({
                "move": size.move_name(m.mv),
                "visits": m.visits,
                "share": m.share,
                "win": m.win,
                "score": m.score,
                "pv": names(size, &m.pv),
            })
        })
        .collect();
    let forced: Vec<Value> = v
        .all_forced()
        .map(|(mv, found)| match found {
            Ok(value) => json!({"move": size.move_name(mv), "value": worth(size, value)}),
            Err(why) => json!({"move": size.move_name(mv), "illegal": why.to_string()}),
        })
        .collect();
    json!({
        "rules": v.system.name,
        "komi": v.system.rules.komi,
        "best": size.move_name(v.best),
        "value": worth(size, &v.value),
        "moves": moves,
        "ownership": v.ownership,
        "settled": v.settled.as_ref().map(|s| settled(size, s)),
        "searched_alone": forced,
    })
}

fn settled(size: Size, s: &Settled) -> Value {
    let groups = |color: Color| -> Vec<Value> {
        let groups = s.position.groups.iter().filter(|g| g.color == color);
        let list = |points: &dunhuang::PointSet| -> Vec<String> {
            points.iter().map(|p| size.name(p)).collect()
        };
        groups
            .map(|g| json!({"stones": list(&g.stones), "own_points": list(&g.own)}))
            .collect()
    };
    json!({
        "result": s.count.result,
        "method": s.count.method,
        "black": s.count.figures.black,
        "white": s.count.figures.white,
        "dame": s.count.dame,
        "dead": s.count.dead,
        "in_doubt": s.count.in_doubt,
        "groups": {"black": groups(Color::Black), "white": groups(Color::White)},
    })
}

fn regret(regret: Regret) -> Value {
    let finite = |x: f32| x.is_finite().then_some(x);
    match regret {
        Regret::Same => json!({"same": true, "points": 0.0, "win": 0.0}),
        Regret::Illegal(why) => json!({"illegal": why.to_string()}),
        Regret::Costs {
            points,
            points_error,
            win,
            win_error,
        } => json!({
            "points": points,
            "points_error": finite(points_error),
            "win": win,
            "win_error": finite(win_error),
        }),
    }
}

/// No number where a move is illegal.
fn turn(c: &Comparison, p: &Pair) -> Value {
    let finite = |x: f32| x.is_finite().then_some(x);
    let (points, error) = c.turn(p.systems);
    json!({"points": finite(points), "points_error": finite(error)})
}

fn pair(c: &Comparison, p: &Pair) -> Value {
    let size = c.size();
    let (a, b) = p.systems;
    let ownership: Vec<Value> = p
        .ownership
        .iter()
        .map(|d| {
            json!({
                "point": size.name(d.point),
                "first": d.first,
                "second": d.second,
                "eye": d.eye,
            })
        })
        .collect();
    let reasons: Vec<Value> = p
        .reasons
        .iter()
        .map(|r| {
            json!({
                "kind": r.kind.name(),
                "move": r.about.map(|mv| size.move_name(mv)),
                "text": r.text,
            })
        })
        .collect();
    json!({
        "first": c.views[a].system.name,
        "second": c.views[b].system.name,
        "divergence_bits": p.divergence,
        "regret_of_first_under_second": regret(c.regret(a, b)),
        "regret_of_second_under_first": regret(c.regret(b, a)),
        "turn": turn(c, p),
        "ownership_differs": ownership,
        "reasons": reasons,
    })
}

/// A whole game: curves in Black's sight, and the places in `positions` where the rules matter most.
pub fn course_json(course: &Course) -> Value {
    let moments: Vec<Value> = course
        .moments
        .iter()
        .map(|m| {
            let c = &m.comparison;
            let views: Vec<Value> = c
                .views
                .iter()
                .map(|v| {
                    let (win, score) = for_black(c.color, v);
                    json!({
                        "rules": v.system.name,
                        "komi": v.system.rules.komi,
                        "best": c.size().move_name(v.best),
                        "black_win": win,
                        "win_error": v.value.win_error,
                        "black_lead": score,
                        "score_error": v.value.score_error,
                    })
                })
                .collect();
            json!({
                "move": m.number,
                "color": c.color.name(),
                "played": c.size().move_name(m.played),
                "systems": views,
                "differences": c.pairs.iter().map(|p| pair(c, p)).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({
        "systems": course.systems,
        "positions": moments,
        "ranked": course.ranked(),
    })
}
