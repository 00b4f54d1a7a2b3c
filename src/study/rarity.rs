//! How rare positions are whose best move depends on the rules, and what it costs not to know.

use super::contrast::{Contrast, Outcome};
use super::positions::{PositionLine, Positions};
use super::statistics::{Estimate, median_of, quartiles};
use super::third::{Third, ThirdLine, ThirdPass};
use crate::contest::{Interval, wilson};
use crate::rng::derive_seed;
use serde::Serialize;

/// Moves of a stage of the game.
pub const STAGE: u32 = 20;

/// What a sample of positions says.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rarity {
    /// The two rule systems.
    pub systems: [String; 2],
    /// Number of positions, and of those asked for.
    pub positions: (u64, u64),
    /// How many positions came how far.
    pub steps: Vec<Step>,
    /// The share of positions whose best move depends on the rules, with Wilson's interval.
    pub share: (f64, Interval),
    /// The share that the same criteria find where there is one rule system on both sides: false alarms.
    pub false_alarms: (f64, Interval),
    /// The share in which playing the other side's move surely costs the threshold, errors of searches
    /// included.
    pub costly: (f64, Interval),
    /// The same of the control: such errors and chance alone.
    pub costly_control: (f64, Interval),
    /// Of positions that the first pass let go, how many were checked, and how many of these depend on the
    /// rules all the same.
    pub overlooked: (u64, u64),
    /// The share of these, with Wilson's interval.
    pub overlooked_share: (f64, Interval),
    /// Positions, and those among them that depend on the rules, by the number of moves made before; stages
    /// of twenty moves.
    pub stages: Vec<(u64, u64)>,
    /// What not knowing the rules costs where it depends on them: in points, and in chance of winning at a
    /// komi that makes the position even. Nothing if there are no findings.
    pub costs: Option<[Cost; 2]>,
    /// The positions whose best move depends on the rules, those of the largest regret first.
    pub findings: Vec<Finding>,
    /// What the third pass says, if there was one.
    pub third: Option<ThirdPass>,
}

/// How many positions came so far or further.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Step {
    /// So far.
    pub outcome: Outcome,
    /// With the two rule systems.
    pub test: u64,
    /// With one of them on both sides.
    pub control: u64,
}

/// A position whose best move depends on the rules.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finding {
    /// Its number in the sample.
    pub position: u64,
    /// The best move under either rule system.
    pub moves: [String; 2],
    /// What the other's move costs under either, in points.
    pub regrets: [Estimate; 2],
    /// The same in chance of winning.
    pub win_regrets: [Estimate; 2],
    /// The larger of those that are sure, and what it is in chance of winning.
    pub largest: (f64, f64),
}

impl Rarity {
    /// What these lines say, and those of a third pass of what they found; the order of lines does not matter.
    pub fn new(
        plan: &Positions,
        lines: &[PositionLine],
        third: Option<(Third, &[ThirdLine])>,
    ) -> Rarity {
        let threshold = plan.effort.threshold;
        let mut lines: Vec<&PositionLine> = lines.iter().collect();
        lines.sort_by_key(|line| line.position);
        let n = lines.len() as u64;
        let reached = |of: fn(&PositionLine) -> &Contrast, outcome: Outcome| {
            let far = lines
                .iter()
                .filter(|line| of(line).outcome(threshold) >= outcome);
            far.count() as u64
        };
        let (test, control) = (
            |outcome| reached(|line| &line.test, outcome),
            |outcome| reached(|line| &line.control, outcome),
        );
        let share = |found: u64| share_of(found, n);
        let mut findings: Vec<Finding> = lines
            .iter()
            .filter(|line| line.test.outcome(threshold) == Outcome::Depends)
            .filter_map(|line| Finding::new(line.position, &line.test, threshold))
            .collect();
        let is_found = |line: &PositionLine| line.test.outcome(threshold) == Outcome::Depends;
        let mut stages: Vec<(u64, u64)> = Vec::new();
        for line in &lines {
            let stage = (line.move_number / STAGE) as usize;
            if stages.len() <= stage {
                stages.resize(stage + 1, (0, 0));
            }
            stages[stage].0 += 1;
            stages[stage].1 += u64::from(is_found(line));
        }
        let let_go = lines.iter().map(|line| &line.test);
        let let_go = let_go.filter(|c| c.second.is_some() && !c.is_marked(threshold));
        let let_go: Vec<&Contrast> = let_go.collect();
        let missed = let_go
            .iter()
            .filter(|c| c.depends_on_rules(threshold))
            .count() as u64;
        Rarity {
            systems: plan.systems.clone(),
            positions: (n, plan.sample),
            steps: Outcome::ALL[1..]
                .iter()
                .map(|&outcome| Step {
                    outcome,
                    test: test(outcome),
                    control: control(outcome),
                })
                .collect(),
            share: share(test(Outcome::Depends)),
            false_alarms: share(control(Outcome::Depends)),
            costly: share(test(Outcome::Costly)),
            costly_control: share(control(Outcome::Costly)),
            overlooked: (let_go.len() as u64, missed),
            overlooked_share: share_of(missed, let_go.len() as u64),
            stages,
            costs: costs(&mut findings, plan.seed),
            findings,
            third: third.map(|(third, again)| ThirdPass::new(plan, n, third, again)),
        }
    }
}

impl Finding {
    /// What the last pass of this position found, if its best move depends on the rules.
    pub(super) fn new(position: u64, found: &Contrast, threshold: f64) -> Option<Finding> {
        let regrets = [found.regret(0)?, found.regret(1)?];
        let win_regrets = [found.win_regret(0)?, found.win_regret(1)?];
        let sure = (0..2).filter(|&side| found.depends(side, threshold));
        let side = sure.max_by(|&a, &b| regrets[a].value.total_cmp(&regrets[b].value))?;
        Some(Finding {
            position,
            moves: found.second.as_ref()?.moves.clone(),
            largest: (regrets[side].value, win_regrets[side].value),
            regrets,
            win_regrets,
        })
    }
}

/// What not knowing the rules costs, where it costs anything.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Cost {
    /// First quartile, median and third quartile.
    pub quartiles: [f64; 3],
    /// The median with its interval.
    pub median: Estimate,
}

/// What findings cost in points, and in chance of winning at a komi that makes the position even; nothing
/// if there are none. The findings are put in order, those of the largest regret first.
pub(super) fn costs(findings: &mut [Finding], seed: u64) -> Option<[Cost; 2]> {
    findings.sort_by(|a, b| b.largest.0.total_cmp(&a.largest.0));
    let cost = |of: fn(&Finding) -> f64, stream: u64| {
        let values: Vec<f64> = findings.iter().map(of).collect();
        Some(Cost {
            quartiles: quartiles(&values)?,
            median: median_of(&values, derive_seed(seed, stream))?,
        })
    };
    Some([
        cost(|f| f.largest.0, u64::MAX)?,
        cost(|f| f.largest.1, u64::MAX - 1)?,
    ])
}

/// The share of so many, with Wilson's interval.
pub(super) fn share_of(found: u64, n: u64) -> (f64, Interval) {
    let (found, n) = (found as f64, n as f64);
    (found / n.max(1.0), wilson(found, n))
}
