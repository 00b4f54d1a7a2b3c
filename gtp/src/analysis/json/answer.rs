//! A report as KataGo's JSON.

use super::query::Query;
use crate::analysis::shown::{ownership_after, ownership_for, utility};
use crate::analysis::text::Situation;
use dunhuang::rng::mix;
use dunhuang::search::{MoveReport, Report};
use dunhuang::{Color, Game, Move, Point};
use serde_json::{Value, json};

/// The answer about a position.
pub fn answer(query: &Query, turn: usize, game: &Game, report: &Report, during: bool) -> Value {
    let seen_by = query.side.color(report.color);
    let view = View {
        same: seen_by == report.color,
        seen_by,
    };
    let names = |moves: &[Move]| -> Vec<String> {
        moves.iter().map(|&mv| report.size.move_name(mv)).collect()
    };
    let most = query.pv_length.map_or(usize::MAX, |length| length + 1);
    let info = |(order, found): (usize, &MoveReport)| {
        let mut info = view.values(found.win, found.score_mean, report.score_stdev);
        let lcb = view.chance(found.lcb);
        info["move"] = json!(report.size.move_name(found.mv));
        info["visits"] = json!(found.visits);
        info["weight"] = json!(found.visits as f64);
        // Every visit of a move comes from this position: there are no transpositions in the tree.
        info["edgeVisits"] = json!(found.visits);
        info["edgeWeight"] = json!(found.visits as f64);
        info["prior"] = number(found.prior);
        info["lcb"] = number(lcb);
        info["utilityLcb"] = number(utility(lcb));
        info["order"] = json!(order);
        info["pv"] = json!(names(&found.pv[..found.pv.len().min(most)]));
        if query.pv_visits {
            let visits = json!(found.pv_visits[..found.pv_visits.len().min(most)]);
            info["pvEdgeVisits"] = visits.clone();
            info["pvVisits"] = visits;
        }
        if query.moves_ownership {
            info["ownership"] = view.ownership(ownership_after(report, found));
        }
        info
    };
    let considered = report.moves.iter().filter(|m| m.visits > 0);
    let mut moves: Vec<Value> = considered.enumerate().map(info).collect();
    if moves.is_empty() {
        moves.extend(report.moves.iter().take(1).enumerate().map(info));
    }
    let mut answer = json!({
        "id": query.id,
        "turnNumber": turn,
        "isDuringSearch": during,
        "moveInfos": moves,
        "rootInfo": root(&view, game, report),
    });
    if query.ownership {
        answer["ownership"] = view.ownership(&report.ownership);
    }
    if query.policy {
        answer["policy"] = policy(game, report);
    }
    answer
}

/// The answer about a position that nobody looked at.
pub fn no_results(id: &str, turn: usize) -> Value {
    json!({ "id": id, "turnNumber": turn, "isDuringSearch": false, "noResults": true })
}

fn root(view: &View, game: &Game, report: &Report) -> Value {
    let mut root = view.values(report.win, report.score_mean, report.score_stdev);
    root["visits"] = json!(report.visits);
    root["weight"] = json!(report.visits as f64);
    root["lcb"] = number(view.chance(report.moves.first().map_or(report.win, |m| m.lcb)));
    root["currentPlayer"] = json!(report.color.letter().to_string());
    let (this, sym) = hashes(game, report.color);
    root["thisHash"] = json!(format!("{this:016X}"));
    root["symHash"] = json!(format!("{sym:016X}"));
    // Beyond KataGo: what happens off the board under rules with virtual moves.
    let situation = Situation::of(game);
    if let Some((black, white)) = situation.virtual_stones {
        root["virtualStones"] = json!({ "B": black, "W": white });
        root["virtualMovesHere"] = json!(situation.virtual_moves_here);
    }
    root["gameState"] = json!(situation.state);
    root
}

/// The priors of all moves, the pass last; −1 for what is illegal, 0 for what is not considered.
fn policy(game: &Game, report: &Report) -> Value {
    let sum: f32 = report.moves.iter().map(|m| m.prior).sum();
    let of = |mv: Move| match report.of(mv) {
        Some(found) if sum > 0.0 => found.prior / sum,
        _ if game.check(report.color, mv).is_ok() => 0.0,
        _ => -1.0,
    };
    let points = game.size().points().map(|point| of(Move::Real(point)));
    let all = points.chain([of(Move::Pass)]);
    Value::Array(all.map(number).collect())
}

/// A key of stones, player and ko, and one that symmetric positions share.
fn hashes(game: &Game, color: Color) -> (u64, u64) {
    let size = game.size();
    let board = game.board();
    let key = |symmetry: dunhuang::point::Symmetry| {
        let place = |point: Point| {
            let image = symmetry.apply(size, point);
            symmetry.size(size).rank(image) as u64
        };
        let mut key = mix(size.width() as u64 ^ mix(size.height() as u64));
        key ^= if color == Color::White { mix(1) } else { 0 };
        for point in size.points() {
            if let Some(stone) = board.color_at(point) {
                key ^= mix((place(point) << 2 | stone as u64) ^ 0x5359_4D00_0000);
            }
        }
        if let Some(ko) = board.ko_ban(color) {
            key ^= mix(place(ko) ^ 0x4B4F_0000_0000);
        }
        key
    };
    let mut keys = dunhuang::point::Symmetry::all()
        .filter(|s| s.size(size) == size)
        .map(key);
    let this = keys.next().unwrap_or(0);
    (this, keys.fold(this, u64::min))
}

/// From whose side values are told.
struct View {
    same: bool,
    seen_by: Color,
}

impl View {
    fn chance(&self, win: f32) -> f32 {
        if self.same { win } else { 1.0 - win }
    }

    fn values(&self, win: f32, score: f32, stdev: f32) -> Value {
        let win = self.chance(win);
        let score = if self.same { score } else { -score };
        json!({
            "winrate": number(win),
            "utility": number(utility(win)),
            "scoreLead": number(score),
            "scoreMean": number(score),
            "scoreSelfplay": number(score),
            "scoreStdev": number(stdev),
        })
    }

    fn ownership(&self, ownership: &[f32]) -> Value {
        let owned = ownership_for(self.seen_by, ownership);
        Value::Array(owned.map(number).collect())
    }
}

/// A number with six places, never −0.
fn number(value: f32) -> Value {
    json!((f64::from(value) * 1e6).round() / 1e6 + 0.0)
}
