//! What a search found: one value that every protocol and page is rendered from.

use super::root::Root;
use super::value;
use crate::color::Color;
use crate::point::{Move, Size};
use serde::ser::{Serialize, SerializeSeq, SerializeStruct, Serializer};
use std::time::Duration;

/// The state of a search, on the way or at its end. Values are for `color`.
///
/// Serialised with moves as GTP writes them and the elapsed time in seconds.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The size of the board.
    pub size: Size,
    /// Whose move was searched.
    pub color: Color,
    /// What the engine would play. Always legal; a pass if the game has ended.
    pub best: Move,
    /// Visits added by this search.
    pub playouts: u64,
    /// Visits of the root, those kept from earlier searches included.
    pub visits: u64,
    /// Chance of winning, 0 to 1; a draw is half a win.
    pub win: f32,
    /// Whether `win` is no estimate but proved, all moves of the root considered: 0, 0.5 or 1. On boards
    /// of more than 12 points that is as far as dead stones were judged right where lines came to rest.
    pub proved: bool,
    /// Mean of the final score, komi included.
    pub score_mean: f32,
    /// Standard deviation of the playouts' final scores.
    pub score_stdev: f32,
    /// The moves considered, the best first.
    pub moves: Vec<MoveReport>,
    /// Per point, row by row from the top left: +1 always Black's, −1 always White's at the end. Where
    /// living stones are counted: whose living stone will stand there, so that the points which two
    /// eyes of a group keep empty are nobody's and the sum is the score without komi.
    pub ownership: Vec<f32>,
    /// Time by the clock.
    pub elapsed: Duration,
    /// When the search was to end: at its limit, or when it saw that it could. What `elapsed` has more
    /// went by until all threads had noticed. Not serialised.
    pub asked: Duration,
    /// Bytes that the tree has taken.
    pub memory: usize,
    /// Whether the tree has reached its memory cap.
    pub saturated: bool,
    /// What went wrong in a search thread, if anything: the rest is then of little worth.
    pub failure: Option<String>,
}

/// One move of the root. Values are for the side that makes it.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReport {
    /// The move.
    pub mv: Move,
    /// How often it was searched.
    pub visits: u64,
    /// Chance of winning after it, 0 to 1.
    pub win: f32,
    /// Mean of the final score after it, komi included.
    pub score_mean: f32,
    /// The policy's probability of the move.
    pub prior: f32,
    /// A lower bound of its chance of winning.
    pub lcb: f32,
    /// Whether `win` is no estimate but proved: 0, 0.5 or 1.
    pub proved: bool,
    /// The move and what is expected after it.
    pub pv: Vec<Move>,
    /// Visits of each move of `pv`.
    pub pv_visits: Vec<u64>,
    /// As [`Report::ownership`], after this move; empty unless [`Limits::moves_ownership`] asks for it.
    ///
    /// [`Limits::moves_ownership`]: super::Limits::moves_ownership
    pub ownership: Vec<f32>,
    /// Its place among the moves, 0 the best.
    pub order: usize,
}

impl Report {
    /// After the end of a game there is nothing to search: what stands is counted, and there is a pass.
    pub(super) fn of_end(self, root: &Root) -> Report {
        let value = value::literal_of_root(root).seen_by(self.color);
        let pass = MoveReport {
            mv: Move::Pass,
            visits: 0,
            win: value.win,
            score_mean: value.score,
            prior: 1.0,
            lcb: value.win,
            proved: true,
            pv: vec![Move::Pass],
            pv_visits: vec![0],
            ownership: Vec::new(),
            order: 0,
        };
        Report {
            best: Move::Pass,
            win: value.win,
            proved: true,
            score_mean: value.score,
            moves: vec![pass],
            ..self
        }
    }

    /// The report of a move, if it was considered.
    pub fn of(&self, mv: Move) -> Option<&MoveReport> {
        self.moves.iter().find(|m| m.mv == mv)
    }
}

struct Name(Size, Move);

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.move_name(self.1))
    }
}

struct Names<'a>(Size, &'a [Move]);

impl Serialize for Names<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.1.iter().map(|&mv| Name(self.0, mv)))
    }
}

struct Moves<'a>(Size, &'a [MoveReport]);

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(self.1.len()))?;
        for mv in self.1 {
            seq.serialize_element(&OneMove(self.0, mv))?;
        }
        seq.end()
    }
}

struct OneMove<'a>(Size, &'a MoveReport);

impl Serialize for OneMove<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let OneMove(size, report) = *self;
        let mut out = serializer.serialize_struct("MoveReport", 9)?;
        out.serialize_field("move", &Name(size, report.mv))?;
        out.serialize_field("visits", &report.visits)?;
        out.serialize_field("win", &report.win)?;
        out.serialize_field("score_mean", &report.score_mean)?;
        out.serialize_field("prior", &report.prior)?;
        out.serialize_field("lcb", &report.lcb)?;
        out.serialize_field("proved", &report.proved)?;
        out.serialize_field("pv", &Names(size, &report.pv))?;
        out.serialize_field("order", &report.order)?;
        out.end()
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Report", 16)?;
        out.serialize_field("width", &self.size.width())?;
        out.serialize_field("height", &self.size.height())?;
        out.serialize_field("color", self.color.name())?;
        out.serialize_field("best", &Name(self.size, self.best))?;
        out.serialize_field("playouts", &self.playouts)?;
        out.serialize_field("visits", &self.visits)?;
        out.serialize_field("win", &self.win)?;
        out.serialize_field("proved", &self.proved)?;
        out.serialize_field("score_mean", &self.score_mean)?;
        out.serialize_field("score_stdev", &self.score_stdev)?;
        out.serialize_field("moves", &Moves(self.size, &self.moves))?;
        out.serialize_field("ownership", &self.ownership)?;
        out.serialize_field("elapsed", &self.elapsed.as_secs_f64())?;
        out.serialize_field("memory", &self.memory)?;
        out.serialize_field("saturated", &self.saturated)?;
        out.serialize_field("failure", &self.failure)?;
        out.end()
    }
}
