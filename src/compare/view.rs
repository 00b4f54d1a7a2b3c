//! What one rule system makes of a position.

use super::{CompareError, Regret, Settings, System, replay};
use crate::color::Color;
use crate::counting::{Count, Settlement};
use crate::game::{Game, IllegalMove};
use crate::point::Move;
use crate::rules::Rules;
use crate::search::{Limits, MoveReport, NoClock, Report, Search, StopToken};
use crate::session::Session;

/// Half the width of a 95 % interval in standard errors.
const Z95: f64 = 1.959_964;

/// One position under one rule system. Values are for the side to move, komi included.
#[derive(Clone, Debug)]
pub struct View {
    /// The rules, with the komi that was searched.
    pub system: System,
    /// The move the engine would make.
    pub best: Move,
    /// The moves searched, the best first.
    pub moves: Vec<Candidate>,
    /// What the position is worth.
    pub value: Value,
    /// Per point, row by row from the top left: +1 Black's, −1 White's at the end; of what these rules
    /// count, so that under a tax on eyes an eye is nobody's.
    pub ownership: Vec<f32>,
    /// The position as it would be counted now. Left out where a game is surveyed and nothing differs.
    pub settled: Option<Settled>,
    /// Every system's best move, each searched alone under this one.
    forced: Vec<(Move, Result<Value, IllegalMove>)>,
}

/// A move of a view.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// How often it was searched.
    pub visits: u64,
    /// Its share of all visits, 0 to 1.
    pub share: f64,
    /// Chance of winning after it, 0 to 1.
    pub win: f32,
    /// Mean of the final score after it.
    pub score: f32,
    /// What is expected, this move first.
    pub pv: Vec<Move>,
}

/// What a search says a position or move is worth, for the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Value {
    /// Chance of winning, 0 to 1.
    pub win: f32,
    /// Half the width of its 95 % interval; of the playouts' chance alone, the search's own error is not
    /// in it.
    pub win_error: f32,
    /// Mean of the final score in points.
    pub score: f32,
    /// Half the width of its 95 % interval, as above.
    pub score_error: f32,
    /// Playouts behind it.
    pub visits: u64,
    /// The moves expected; empty for a position.
    pub pv: Vec<Move>,
}

/// A position counted as it stands, dead stones taken off as playouts judge them.
#[derive(Clone, Debug)]
pub struct Settled {
    /// What every point is, and the groups.
    pub position: Settlement,
    /// Result and figures by the rules' own way of counting.
    pub count: Count,
}

impl View {
    /// Searches a position under a system, as [`compare`](super::compare) does for each.
    ///
    /// # Errors
    /// A stop from outside, or a search that failed.
    pub fn search(
        game: &Game,
        color: Color,
        system: &System,
        settings: &Settings,
        stop: &StopToken,
    ) -> Result<View, CompareError> {
        let mut system = system.clone();
        let mut limits = Limits::playouts(settings.playouts);
        if settings.even_komi {
            limits.playouts = Some((settings.playouts / 2).max(1));
            let first = run(&replay(game, &system.rules), color, settings, &limits, stop)?;
            system.rules.komi = even_komi(&system.rules, color, &first);
            limits.playouts = Some(settings.playouts);
        }
        let report = run(&replay(game, &system.rules), color, settings, &limits, stop)?;
        let all = report.moves.iter().map(|m| m.visits).sum::<u64>().max(1);
        let moves = report.moves.iter().map(|m| Candidate {
            mv: m.mv,
            visits: m.visits,
            share: m.visits as f64 / all as f64,
            win: m.win,
            score: m.score_mean,
            pv: m.pv.clone(),
        });
        Ok(View {
            best: report.best,
            moves: moves.collect(),
            value: value(&report, None),
            ownership: report.ownership,
            settled: None,
            forced: Vec::new(),
            system,
        })
    }

    /// Settles and counts the position.
    pub(super) fn settle(&mut self, game: &Game) {
        let rules = self.system.rules;
        let mut session = Session::new(game.size(), rules, Default::default());
        session.adopt(replay(game, &rules));
        self.settled = Some(Settled {
            position: session.settlement(&NoClock),
            count: session.count(None, &NoClock),
        });
    }

    /// Searches each of these moves alone; what is found is had by [`View::forced`].
    ///
    /// # Errors
    /// A stop from outside, or a search that failed.
    pub fn force(
        &mut self,
        game: &Game,
        color: Color,
        moves: &[Move],
        settings: &Settings,
        stop: &StopToken,
    ) -> Result<(), CompareError> {
        let game = replay(game, &self.system.rules);
        for &mv in moves {
            let found = match game.check(color, mv) {
                Err(why) => Err(why),
                Ok(()) => {
                    let limits = Limits {
                        only: Some(vec![mv]),
                        ..Limits::playouts(settings.playouts)
                    };
                    let report = run(&game, color, settings, &limits, stop)?;
                    Ok(value(&report, report.of(mv)))
                }
            };
            self.forced.push((mv, found));
        }
        Ok(())
    }

    /// What a move is worth searched alone, or why it is illegal; none if it was not searched alone.
    pub fn forced(&self, mv: Move) -> Option<&Result<Value, IllegalMove>> {
        self.forced.iter().find(|f| f.0 == mv).map(|f| &f.1)
    }

    /// All moves that were searched alone.
    pub fn all_forced(&self) -> impl Iterator<Item = (Move, &Result<Value, IllegalMove>)> {
        self.forced.iter().map(|(mv, value)| (*mv, value))
    }

    /// What was expected after a move: by its own search, else by the search of all moves.
    pub fn line_after(&self, mv: Move) -> &[Move] {
        if let Some(Ok(value)) = self.forced(mv) {
            return &value.pv;
        }
        self.moves
            .iter()
            .find(|c| c.mv == mv)
            .map_or(&[], |c| &c.pv)
    }

    /// The regret of a move by the search of all moves.
    pub(super) fn roughly(&self, mv: Move) -> Regret {
        let of = |mv| self.moves.iter().find(|c| c.mv == mv);
        match (of(mv), of(self.best)) {
            (Some(played), Some(best)) => Regret::Costs {
                points: best.score - played.score,
                points_error: f32::INFINITY,
                win: best.win - played.win,
                win_error: f32::INFINITY,
            },
            _ => Regret::Costs {
                points: 0.0,
                points_error: f32::INFINITY,
                win: 0.0,
                win_error: f32::INFINITY,
            },
        }
    }
}

/// The komi, a half point between two whole scores, that makes a position even by this report.
fn even_komi(rules: &Rules, color: Color, report: &Report) -> f32 {
    let to_black = report.score_mean * color.sign() as f32;
    let komi = (rules.komi + to_black).floor() + 0.5;
    komi.clamp(-400.5, 400.5)
}

fn run(
    game: &Game,
    color: Color,
    settings: &Settings,
    limits: &Limits,
    stop: &StopToken,
) -> Result<Report, CompareError> {
    let mut search = Search::new(settings.params.clone());
    let report = search.run(game, color, limits, &NoClock, stop, &mut |_| {});
    if stop.is_stopped() {
        return Err(CompareError::Stopped);
    }
    match report.failure {
        Some(reason) => Err(CompareError::Search(reason)),
        None => Ok(report),
    }
}

/// The value of a position, or of a move where it alone was searched.
fn value(report: &Report, of: Option<&MoveReport>) -> Value {
    let win = of.map_or(report.win, |m| m.win);
    let visits = of.map_or(report.visits, |m| m.visits);
    let proved = of.map_or(report.proved, |m| m.proved);
    let n = visits.max(1) as f64;
    let p = f64::from(win).clamp(0.0, 1.0);
    // Wilson's interval keeps its width where the share is 0 or 1.
    let z = Z95 * Z95;
    let half = Z95 * (p * (1.0 - p) / n + z / (4.0 * n * n)).sqrt() / (1.0 + z / n);
    Value {
        win,
        win_error: if proved { 0.0 } else { half as f32 },
        score: of.map_or(report.score_mean, |m| m.score_mean),
        score_error: (Z95 * f64::from(report.score_stdev) / n.sqrt()) as f32,
        visits,
        pv: of.map_or(Vec::new(), |m| m.pv.clone()),
    }
}
