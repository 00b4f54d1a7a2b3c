//! Whether the best move of a position depends on the rules, in two passes: a short search marks those
//! positions in which it may, and many longer ones, from other seeds, tell which of them are no chance.
//!
//! ```text
//! side 0 ── first pass: best move a ─┐ differ, and cost the side that         second pass: best moves anew,
//! side 1 ── first pass: best move b ─┘ plays the other's a threshold? ──────▶ a and b alone under both sides
//! ```
//! The same with one rule system on both sides is the control: what it finds is chance and the errors of searches.

use super::statistics::{Estimate, mean_of_few};
use crate::color::Color;
use crate::compare::{CompareError, Settings, System, View};
use crate::game::Game;
use crate::point::Move;
use crate::rng::derive_seed;
use crate::search::{Params, StopToken};
use serde::{Deserialize, Serialize};

/// How much is searched, and what counts.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Effort {
    /// Playouts of a search of the first pass.
    pub playouts: u64,
    /// Playouts of a search of the second pass.
    pub confirm: u64,
    /// Searches of the second pass for each question, each from a seed of its own; at least two.
    pub searches: u32,
    /// Regrets below this are not spoken of, in points.
    pub threshold: f64,
}

/// One side of a contrast: a rule system and its own stream of chance. What it finds is kept, so that it
/// can be a side of several contrasts.
pub struct Viewpoint<'a> {
    game: &'a Game,
    color: Color,
    system: System,
    params: &'a Params,
    effort: Effort,
    seed: u64,
    first: Option<View>,
    second: Vec<View>,
}

impl<'a> Viewpoint<'a> {
    /// What this rule system makes of a position with this seed. Komi is replaced by the one that makes the
    /// position even: who is far ahead does not mind losing points.
    pub fn new(
        (game, color): (&'a Game, Color),
        system: System,
        params: &'a Params,
        effort: Effort,
        seed: u64,
    ) -> Viewpoint<'a> {
        Viewpoint {
            game,
            color,
            system,
            params,
            effort,
            seed,
            first: None,
            second: Vec::new(),
        }
    }

    fn settings(&self, playouts: u64, number: u64) -> Settings {
        Settings {
            params: Params {
                seed: derive_seed(self.seed, number),
                ..self.params.clone()
            },
            playouts,
            even_komi: true,
        }
    }

    fn look(&self, settings: &Settings) -> Result<View, CompareError> {
        let stop = StopToken::new();
        View::search(self.game, self.color, &self.system, settings, &stop)
    }

    /// The best move of the first pass.
    fn first_best(&mut self) -> Result<Move, CompareError> {
        if self.first.is_none() {
            self.first = Some(self.look(&self.settings(self.effort.playouts, 0))?);
        }
        Ok(self.first.as_ref().map_or(Move::Pass, best))
    }

    /// The best move of the second pass: what most searches would play, by share of visits among equals.
    fn second_best(&mut self) -> Result<Move, CompareError> {
        while self.second.len() < self.effort.searches as usize {
            let number = 1 + self.second.len() as u64;
            let view = self.look(&self.settings(self.effort.confirm, number))?;
            self.second.push(view);
        }
        let votes = |mv: Move| {
            let share = |view: &View| {
                view.moves
                    .iter()
                    .find(|c| c.mv == mv)
                    .map_or(0.0, |c| c.share)
            };
            let votes = self.second.iter().filter(|view| best(view) == mv).count();
            (votes, self.second.iter().map(share).sum::<f64>())
        };
        let mut found = Move::Pass;
        for mv in self.second.iter().map(best) {
            let (new, old) = (votes(mv), votes(found));
            if new.0 > old.0 || new.0 == old.0 && new.1 > old.1 {
                found = mv;
            }
        }
        Ok(found)
    }

    /// How much less `other` is worth than `own` in points and chance of winning, by each search of a pass.
    fn regrets(
        &mut self,
        second: bool,
        own: Move,
        other: Move,
    ) -> Result<Vec<(f32, f32)>, CompareError> {
        let all: Vec<Settings> = match second {
            false => vec![self.settings(self.effort.playouts, 0)],
            true => (1..=u64::from(self.effort.searches))
                .map(|number| self.settings(self.effort.confirm, number))
                .collect(),
        };
        let views = match second {
            false => self.first.as_mut_slice(),
            true => self.second.as_mut_slice(),
        };
        let mut regrets = Vec::new();
        for (view, settings) in views.iter_mut().zip(&all) {
            let of = |view: &mut View, mv: Move| -> Result<(f32, f32), CompareError> {
                if view.forced(mv).is_none() {
                    let stop = StopToken::new();
                    view.force(self.game, self.color, &[mv], settings, &stop)?;
                }
                match view.forced(mv) {
                    Some(Ok(value)) => Ok((value.score, value.win)),
                    // Both sides have one law, so this is nobody's best move.
                    _ => Err(CompareError::Search("a move is illegal".into())),
                }
            };
            let (own, other) = (of(view, own)?, of(view, other)?);
            regrets.push((own.0 - other.0, own.1 - other.1));
        }
        Ok(regrets)
    }
}

/// The engine's move; a resignation is none on the board.
fn best(view: &View) -> Move {
    match view.best {
        Move::Resign => Move::Pass,
        mv => mv,
    }
}

/// What the second pass found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Second {
    /// The best move of either side.
    pub moves: [String; 2],
    /// What the other side's move costs either side in points, by each search; nothing if the moves are the
    /// same.
    pub points: [Vec<f32>; 2],
    /// The same in chance of winning at a komi that makes the position even.
    pub win: [Vec<f32>; 2],
}

/// A position looked at from two sides.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Contrast {
    /// The rule systems of the sides; the same twice in a control.
    pub systems: [String; 2],
    /// The best move of either side in the first pass.
    pub moves: [String; 2],
    /// What the other side's move costs either side in points by the first pass; 0 for the same move.
    pub points: [f32; 2],
    /// The second pass, if there was one.
    pub second: Option<Second>,
}

/// How far a position came: each step holds all that the steps before it do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The first pass found the same best move on both sides.
    Same,
    /// It found different ones that it holds to be nearly equal.
    Near,
    /// It marked the position as one that may matter; the second pass found the same move.
    Marked,
    /// The second pass found different moves as well, none of which is surely worse by the threshold.
    Apart,
    /// Playing the other side's move surely costs the threshold; but that may be as bad a move, or nearly,
    /// on the other side too: a search erred.
    Costly,
    /// And which of the moves is better depends on the side: no sign that the other side's own search
    /// erred, and surely another difference between the moves on either side.
    Depends,
}

impl Outcome {
    /// All, in order.
    pub const ALL: [Outcome; 6] = [
        Outcome::Same,
        Outcome::Near,
        Outcome::Marked,
        Outcome::Apart,
        Outcome::Costly,
        Outcome::Depends,
    ];

    /// The word in records.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Same => "same",
            Outcome::Near => "near",
            Outcome::Marked => "marked",
            Outcome::Apart => "apart",
            Outcome::Costly => "costly",
            Outcome::Depends => "depends",
        }
    }
}

impl Contrast {
    /// Whether the first pass marked the position: the moves differ, one costs the threshold, and taken
    /// together the sides disagree.
    pub fn is_marked(&self, threshold: f64) -> bool {
        let [a, b] = self.points.map(f64::from);
        self.moves[0] != self.moves[1] && a.max(b) >= threshold && a + b > 0.0
    }

    /// What the other side's move costs this one by the second pass, in points with the interval between
    /// its searches.
    pub fn regret(&self, side: usize) -> Option<Estimate> {
        self.second.as_ref().and_then(|s| few(&s.points[side]))
    }

    /// The same in chance of winning.
    pub fn win_regret(&self, side: usize) -> Option<Estimate> {
        self.second.as_ref().and_then(|s| few(&s.win[side]))
    }

    /// By how much the sides differ on how much better the one's move is than the other's: the sum of the
    /// regrets. It is 0 but for chance where the rules are the same.
    pub fn turn(&self) -> Option<Estimate> {
        let [a, b] = &self.second.as_ref()?.points;
        let sums: Vec<f32> = a.iter().zip(b).map(|(a, b)| a + b).collect();
        few(&sums)
    }

    /// Whether the other side's move surely costs this one the threshold.
    fn is_costly(&self, side: usize, threshold: f64) -> bool {
        let regret = self.regret(side);
        regret.is_some_and(|r| r.value >= threshold && r.interval.low > 0.0)
    }

    /// Whether the other side's move surely costs this one the threshold, and only because of the rules.
    pub fn depends(&self, side: usize, threshold: f64) -> bool {
        let no_error = self
            .regret(1 - side)
            .is_some_and(|r| r.interval.high >= 0.0);
        let turns = self.turn().is_some_and(|turn| turn.interval.low > 0.0);
        self.is_costly(side, threshold) && no_error && turns
    }

    /// Whether the best move depends on the rules by the second pass, marked or not by the first.
    pub fn depends_on_rules(&self, threshold: f64) -> bool {
        (0..2).any(|side| self.depends(side, threshold))
    }

    /// How far the position came. One that was not marked may have had a second pass as a check.
    pub fn outcome(&self, threshold: f64) -> Outcome {
        let either = |of: &dyn Fn(usize) -> bool| of(0) || of(1);
        match &self.second {
            _ if !self.is_marked(threshold) => match self.moves[0] == self.moves[1] {
                true => Outcome::Same,
                false => Outcome::Near,
            },
            None => Outcome::Marked,
            Some(_) if self.depends_on_rules(threshold) => Outcome::Depends,
            Some(_) if either(&|side| self.is_costly(side, threshold)) => Outcome::Costly,
            Some(second) if second.moves[0] != second.moves[1] => Outcome::Apart,
            Some(_) => Outcome::Marked,
        }
    }
}

fn few(values: &[f32]) -> Option<Estimate> {
    let values: Vec<f64> = values.iter().copied().map(f64::from).collect();
    mean_of_few(&values)
}

/// Looks at a position from two sides; `check` has a second pass even where the first does not ask for it.
///
/// # Errors
/// A search that failed.
pub fn contrast(sides: [&mut Viewpoint; 2], check: bool) -> Result<Contrast, CompareError> {
    let [one, other] = sides;
    let size = one.game.size();
    let (effort, systems) = (
        one.effort,
        [&one.system, &other.system].map(|s| s.name.clone()),
    );
    let moves = [one.first_best()?, other.first_best()?];
    let mut points = [0.0; 2];
    if moves[0] != moves[1] {
        let first = |found: Vec<(f32, f32)>| found.first().map_or(0.0, |regret| regret.0);
        points = [
            first(one.regrets(false, moves[0], moves[1])?),
            first(other.regrets(false, moves[1], moves[0])?),
        ];
    }
    let mut found = Contrast {
        systems,
        moves: moves.map(|mv| size.move_name(mv)),
        points,
        second: None,
    };
    if found.is_marked(effort.threshold) || check {
        let moves = [one.second_best()?, other.second_best()?];
        let mut regrets = [Vec::new(), Vec::new()];
        if moves[0] != moves[1] {
            regrets = [
                one.regrets(true, moves[0], moves[1])?,
                other.regrets(true, moves[1], moves[0])?,
            ];
        }
        found.second = Some(Second {
            moves: moves.map(|mv| size.move_name(mv)),
            points: regrets.each_ref().map(|r| r.iter().map(|r| r.0).collect()),
            win: regrets.each_ref().map(|r| r.iter().map(|r| r.1).collect()),
        });
    }
    Ok(found)
}
