//! A third pass, of more playouts, over the positions that the first two found to be costly: chosen out of
//! many, these are in part those in which the searches erred most, and only new searches can tell.

use super::contrast::{Contrast, Effort, Outcome, contrast};
use super::plan::Plan;
use super::play::GameLine;
use super::positions::{PositionLine, Positions, PositionsError};
use super::rarity::{Cost, Finding, costs, share_of};
use crate::contest::Interval;
use crate::rng::derive_seed;
use serde::{Deserialize, Serialize};

/// How much is searched in the third pass.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Third {
    /// Playouts of a search.
    pub playouts: u64,
    /// Searches for each question, each from a seed of its own; at least two.
    pub searches: u32,
}

/// A position that was looked at a third time: a line of `third.jsonl`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ThirdLine {
    /// Its number in the sample.
    pub position: u64,
    /// The two rule systems, if the first passes found the test costly; the third pass is its `second`.
    pub test: Option<Contrast>,
    /// The control, if the first passes found that costly.
    pub control: Option<Contrast>,
    /// Why the best move depends on the rules, where it still does and as far as it can be derived.
    pub reasons: Vec<String>,
}

/// What the third pass says.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ThirdPass {
    /// With what.
    #[serde(flatten)]
    pub third: Third,
    /// How many tests and how many controls were looked at.
    pub looked: (u64, u64),
    /// In how many of them the best move still depends on the rules.
    pub depend: (u64, u64),
    /// The share of such tests in all positions of the sample, with Wilson's interval.
    pub share: (f64, Interval),
    /// The share of such controls: false alarms.
    pub false_alarms: (f64, Interval),
    /// What not knowing the rules costs there, in points and in chance of winning.
    pub costs: Option<[Cost; 2]>,
    /// These positions, those of the largest regret first.
    pub findings: Vec<Finding>,
}

/// A stream of chance that the first two passes do not have.
const STREAM: u64 = 3 << 32;

impl Positions {
    /// Which of a position's test and control the first two passes found to be costly.
    fn costly(&self, line: &PositionLine) -> [bool; 2] {
        [&line.test, &line.control].map(|c| c.outcome(self.effort.threshold) >= Outcome::Costly)
    }

    /// Whether this position has a third pass.
    pub fn is_costly(&self, line: &PositionLine) -> bool {
        self.costly(line).contains(&true)
    }

    /// Looks at a position a third time. Equal arguments find the same.
    ///
    /// # Errors
    /// See [`PositionsError`]; the record has not the game of this line.
    pub fn examine_again(
        &self,
        plan: &Plan,
        record: &[GameLine],
        line: &PositionLine,
        third: Third,
    ) -> Result<ThirdLine, PositionsError> {
        let game = record.iter().find(|game| game.game == line.game);
        let game = game.ok_or(PositionsError::Record(line.game))?;
        let subject = self.subject(plan, game, line.move_number as usize)?;
        let effort = Effort {
            confirm: third.playouts,
            searches: third.searches,
            ..self.effort
        };
        let seed = derive_seed(derive_seed(self.seed, line.position), STREAM);
        let [is_test, is_control] = self.costly(line);
        let mut sides = subject.sides(effort, seed);
        let mut test = None;
        if is_test {
            let [a, b] = &mut sides;
            test = Some(contrast([a, b], true)?);
        }
        let mut control = None;
        if is_control {
            let (own, mut again) = subject.control(effort, seed, line.position);
            control = Some(contrast([&mut sides[own], &mut again], true)?);
        }
        let mut reasons = Vec::new();
        if test.as_ref().is_some_and(|test| self.holds(test)) {
            reasons = subject.why(third.playouts, seed)?;
        }
        Ok(ThirdLine {
            position: line.position,
            test,
            control,
            reasons,
        })
    }

    fn holds(&self, found: &Contrast) -> bool {
        found.depends_on_rules(self.effort.threshold)
    }
}

impl ThirdPass {
    /// What these lines say of a sample of `n` positions.
    pub(super) fn new(plan: &Positions, n: u64, third: Third, lines: &[ThirdLine]) -> ThirdPass {
        let count = |of: &dyn Fn(&ThirdLine) -> bool| lines.iter().filter(|l| of(l)).count() as u64;
        let holds = |found: &Option<Contrast>| found.as_ref().is_some_and(|c| plan.holds(c));
        let depend = (count(&|l| holds(&l.test)), count(&|l| holds(&l.control)));
        let threshold = plan.effort.threshold;
        let tests = lines
            .iter()
            .filter_map(|l| Some((l.position, l.test.as_ref()?)));
        let findings = tests.filter_map(|(position, test)| Finding::new(position, test, threshold));
        let mut findings: Vec<Finding> = findings.collect();
        ThirdPass {
            third,
            looked: (
                count(&|l| l.test.is_some()),
                count(&|l| l.control.is_some()),
            ),
            depend,
            share: share_of(depend.0, n),
            false_alarms: share_of(depend.1, n),
            costs: costs(&mut findings, plan.seed),
            findings,
        }
    }
}
