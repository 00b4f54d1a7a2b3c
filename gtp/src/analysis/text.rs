//! A report as a line of text, in Leela Zero's form and in KataGo's.

use super::request::Request;
use super::shown::{ownership_after, ownership_for, shown, utility};
use dunhuang::search::{MoveReport, Report};
use dunhuang::{Color, Game, Move, Size, State};
use std::fmt::Write;

/// The two forms of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Leela Zero's: chances are whole numbers, 10000 to one.
    Leela,
    /// KataGo's: chances are decimal numbers, and there are scores.
    Kata,
}

/// What of the game is told beside the figures of the root.
#[derive(Clone, PartialEq, Debug)]
pub struct Situation {
    /// Virtual stones black and white, if the rules have them.
    pub virtual_stones: Option<(u32, u32)>,
    /// Virtual moves made at this on-board position; the fourth ends the game where the rules say so.
    pub virtual_moves_here: u32,
    /// Where the game stands, in one word.
    pub state: &'static str,
}

impl Situation {
    /// What is seen of a game.
    pub fn of(game: &Game) -> Situation {
        let stones = game.virtual_stones();
        Situation {
            virtual_stones: (game.rules().virtual_moves).then_some((stones.black, stones.white)),
            virtual_moves_here: game.virtual_moves_here(),
            state: match game.state() {
                State::Playing => "playing",
                State::Rest => "rest",
                State::EndedForced => "endedForced",
                State::EndedAgreed => "endedAgreed",
                State::Cycle => "cycle",
            },
        }
    }
}

/// The line of a report: one `info` per move, then what the request asks for.
pub fn line(form: Form, report: &Report, request: &Request, situation: &Situation) -> String {
    let mut text = String::new();
    let moves = shown(report, request.min_moves, request.max_moves);
    for (order, found) in moves.into_iter().enumerate() {
        if order > 0 {
            text.push(' ');
        }
        info(&mut text, form, report, found, order, request);
    }
    if request.root_info {
        root(&mut text, form, report, situation);
    }
    if request.ownership {
        floats(&mut text, "ownership", report.color, &report.ownership);
    }
    text
}

/// Writing to a string cannot fail.
macro_rules! put {
    ($to:expr, $($what:tt)*) => {
        let _ = write!($to, $($what)*);
    };
}

fn info(
    text: &mut String,
    form: Form,
    report: &Report,
    found: &MoveReport,
    order: usize,
    request: &Request,
) {
    let name = report.size.move_name(found.mv);
    let visits = found.visits;
    put!(text, "info move {name} visits {visits}");
    match form {
        Form::Leela => {
            let whole = |chance: f32| (10000.0 * chance).round() as u32;
            let (win, prior, lcb) = (whole(found.win), whole(found.prior), whole(found.lcb));
            put!(text, " winrate {win} prior {prior} lcb {lcb}");
        }
        Form::Kata => {
            let (win, score, lcb) = (found.win, found.score_mean, found.lcb);
            put!(text, " utility {:.6} winrate {win:.6}", utility(win));
            put!(text, " scoreMean {score:.4}");
            put!(text, " scoreStdev {:.4}", report.score_stdev);
            put!(text, " scoreLead {score:.4} scoreSelfplay {score:.4}");
            put!(text, " prior {:.6} lcb {lcb:.6}", found.prior);
            put!(text, " utilityLcb {:.6} weight {visits}.0", utility(lcb));
        }
    }
    put!(text, " order {order} pv");
    names(text, report.size, &found.pv);
    if request.pv_visits {
        put!(text, " pvVisits");
        for visits in &found.pv_visits {
            put!(text, " {visits}");
        }
    }
    if request.moves_ownership {
        let ownership = ownership_after(report, found);
        floats(text, "movesOwnership", report.color, ownership);
    }
}

fn root(text: &mut String, form: Form, report: &Report, situation: &Situation) {
    let (visits, win, score) = (report.visits, report.win, report.score_mean);
    put!(text, " rootInfo visits {visits}");
    match form {
        Form::Leela => {
            put!(text, " winrate {}", (10000.0 * win).round() as u32);
        }
        Form::Kata => {
            put!(text, " utility {:.6} winrate {win:.6}", utility(win));
            put!(text, " scoreMean {score:.4}");
            put!(text, " scoreStdev {:.4}", report.score_stdev);
            put!(text, " scoreLead {score:.4} scoreSelfplay {score:.4}");
            put!(text, " weight {visits}.0");
        }
    }
    if let Some((black, white)) = situation.virtual_stones {
        let here = situation.virtual_moves_here;
        put!(text, " virtualBlack {black} virtualWhite {white}");
        put!(text, " virtualMovesHere {here}");
    }
    put!(text, " gameState {}", situation.state);
}

fn names(text: &mut String, size: Size, moves: &[Move]) {
    for &mv in moves {
        put!(text, " {}", size.move_name(mv));
    }
}

fn floats(text: &mut String, key: &str, color: Color, ownership: &[f32]) {
    put!(text, " {key}");
    for owned in ownership_for(color, ownership) {
        // No −0.
        put!(text, " {:.4}", owned + 0.0);
    }
}
