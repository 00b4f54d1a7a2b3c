//! A local question and its exact answer.

use super::local::{Local, balance};
use super::proof::{Proof, Prover};
use super::repetition::rests_on_repetition;
use crate::board::Board;
use crate::color::Color;
use crate::point::{Move, Point, PointSet};
use crate::rules::{Repetition, Rules, Suicide};

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Can the chain of this stone be taken off the board by its enemy?
    Capture(Point),
    /// Can the chain of this stone be kept on the board by its owner, in seki if need be?
    Live(Point),
    /// What is the fight worth: stones and enclosed points of the region, Black minus White, when both
    /// sides have passed in a row?
    Balance,
}

/// An exact answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The goal is reached against any play.
    Yes,
    /// It can be prevented against any play.
    No,
    /// The value of the fight in points, Black minus White.
    Balance(i32),
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// The node limit was hit.
    NodeLimit,
    /// The answer rests on a position that comes back, which the rules of repetition may prohibit or
    /// judge a draw.
    Repetition,
    /// The region has more than [`Problem::LARGEST`] points, or holds no such stone.
    Region,
}

/// The end of a reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Decided.
    Solved(Answer),
    /// Not decided.
    Unknown(Unknown),
}

/// A local fight. Both sides may pass; two passes in a row end it. Moves are made inside the region
/// only, and a chain that has a liberty outside it can never be taken.
///
/// Answers hold under simple ko, and under `repetition` as well: an answer whose winner would have to
/// bring back a position that `repetition` compares is [`Unknown::Repetition`]. No history from before
/// the problem is known here.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The position.
    pub board: Board,
    /// Where moves are allowed. Starts grow to hold the stones that could be taken inside.
    pub region: PointSet,
    /// Who moves first.
    pub to_move: Color,
    /// What is asked.
    pub goal: Goal,
    /// What may not come back.
    pub repetition: Repetition,
    /// Which suicides are legal.
    pub suicide: Suicide,
    /// A side that may retake any ko at once, as if it had threats without end.
    pub ko_master: Option<Color>,
    /// Most states to expand before giving up.
    pub node_limit: u64,
}

impl Problem {
    /// The most points a region may have.
    pub const LARGEST: usize = 120;

    /// A problem under the rules in force, with nobody's ko threats and a limit of 200,000 nodes. The
    /// region grows by every chain that has all of its liberties inside.
    pub fn new(
        board: &Board,
        region: PointSet,
        to_move: Color,
        goal: Goal,
        rules: &Rules,
    ) -> Problem {
        Problem {
            board: board.clone(),
            region: with_capturable(board, region),
            to_move,
            goal,
            repetition: rules.repetition,
            suicide: rules.suicide,
            ko_master: None,
            node_limit: 200_000,
        }
    }

    /// Solves the problem.
    pub fn solve(&self) -> Outcome {
        self.solve_counting_nodes().0
    }

    /// Solves the problem and says how many states were expanded.
    pub fn solve_counting_nodes(&self) -> (Outcome, u64) {
        let mut reader = Reader::new(self);
        let outcome = match reader.answer() {
            Ok(answer) => Outcome::Solved(answer),
            Err(unknown) => Outcome::Unknown(unknown),
        };
        (outcome, reader.nodes)
    }

    /// The balance of the region as the board stands.
    pub fn balance_now(&self) -> i32 {
        balance(&self.board, &self.region)
    }
}

/// A region with the stones of every chain whose liberties all lie inside it.
pub fn with_capturable(board: &Board, region: PointSet) -> PointSet {
    let mut grown = region;
    loop {
        let before = grown.len();
        for point in board.size().points() {
            if !board.is_empty(point)
                && board.chain_head(point) == point
                && !grown.contains(point)
                && board.liberties(point).difference(&grown).is_empty()
            {
                grown.extend(board.chain_stones(point));
            }
        }
        if grown.len() == before {
            return grown;
        }
    }
}

/// What a prover wants: the goal as a yes-or-no question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// This side wants at least so many points, seen from its side.
    AtLeast(Color, i32),
    /// The enemy of this stone of this colour wants to take it.
    Take(Point, Color),
    /// Its owner wants to keep it.
    Save(Point, Color),
}

impl Aim {
    pub fn prover(self) -> Color {
        match self {
            Aim::AtLeast(color, _) => color,
            Aim::Take(_, owner) => owner.opponent(),
            Aim::Save(_, owner) => owner,
        }
    }

    /// The same question asked by the other side: yes for no.
    fn reversed(self) -> Aim {
        match self {
            Aim::AtLeast(color, wanted) => Aim::AtLeast(color.opponent(), 1 - wanted),
            Aim::Take(stone, owner) => Aim::Save(stone, owner),
            Aim::Save(stone, owner) => Aim::Take(stone, owner),
        }
    }
}

/// Answers questions about one problem and keeps what it found, so that related questions are cheap.
pub(super) struct Reader<'a> {
    problem: &'a Problem,
    provers: Vec<(Aim, Prover<Move>)>,
    pub nodes: u64,
}

impl<'a> Reader<'a> {
    pub fn new(problem: &'a Problem) -> Reader<'a> {
        Reader {
            problem,
            provers: Vec::new(),
            nodes: 0,
        }
    }

    fn check_region(&self) -> Result<(), Unknown> {
        if self.problem.region.len() > Problem::LARGEST {
            return Err(Unknown::Region);
        }
        Ok(())
    }

    pub fn answer(&mut self) -> Result<Answer, Unknown> {
        let to_move = self.problem.to_move;
        let owner = |stone: Point| {
            let board = &self.problem.board;
            let on_board = board.size().contains(stone);
            let owner = on_board.then(|| board.color_at(stone)).flatten();
            owner.ok_or(Unknown::Region)
        };
        let aim = match self.problem.goal {
            Goal::Capture(stone) => Aim::Take(stone, owner(stone)?),
            Goal::Live(stone) => Aim::Save(stone, owner(stone)?),
            Goal::Balance => {
                let guess = self.problem.balance_now();
                return self.balance(to_move, guess).map(Answer::Balance);
            }
        };
        let yes = self.ask(aim, to_move, None)?;
        Ok(if yes { Answer::Yes } else { Answer::No })
    }

    /// The value with `to_move` first, found by asking "at least this much?" around a guess.
    pub fn balance(&mut self, to_move: Color, guess: i32) -> Result<i32, Unknown> {
        let all = self.problem.region.len() as i32;
        // Worth at least `low`, and less than `high`.
        let (mut low, mut high) = (-all, all + 1);
        let (mut next, mut step) = (guess, 1);
        while high - low > 1 {
            next = next.clamp(low + 1, high - 1);
            if self.at_least(next, to_move, None)? {
                low = next;
            } else {
                high = next;
            }
            // Most fights are worth what the board shows or little else: widen slowly, then halve.
            next = match (low > -all, high <= all) {
                (true, false) => low + step,
                (false, true) => high - step,
                _ => low + (high - low) / 2,
            };
            step *= 2;
        }
        Ok(low)
    }

    /// Whether the fight is worth at least so much, Black minus White, when `to_move` is first and
    /// makes this move, if given.
    pub fn at_least(
        &mut self,
        wanted: i32,
        to_move: Color,
        first: Option<Move>,
    ) -> Result<bool, Unknown> {
        self.ask(Aim::AtLeast(Color::Black, wanted), to_move, first)
    }

    fn ask(&mut self, aim: Aim, to_move: Color, first: Option<Move>) -> Result<bool, Unknown> {
        self.check_region()?;
        match self.prove(aim, to_move, first) {
            // A refutation may have been cut off where the other side has a clean proof.
            Err(Unknown::Repetition) => {
                let reversed = self.prove(aim.reversed(), to_move, first)?;
                Ok(!reversed)
            }
            answer => answer,
        }
    }

    fn prove(&mut self, aim: Aim, to_move: Color, first: Option<Move>) -> Result<bool, Unknown> {
        let mut arena = Local::new(self.problem, aim, to_move);
        if let Some(mv) = first {
            arena.make(mv);
        }
        let known = self.provers.iter().position(|(a, _)| *a == aim);
        let at = known.unwrap_or_else(|| {
            self.provers.push((aim, Prover::new()));
            self.provers.len() - 1
        });
        let prover = &mut self.provers[at].1;
        let before = prover.nodes();
        let left = self.problem.node_limit.saturating_sub(self.nodes);
        let proof = prover.prove(&mut arena, left);
        self.nodes += prover.nodes() - before;
        let yes = match proof {
            Proof::Proven => true,
            Proof::Disproven => false,
            Proof::CutOff => return Err(Unknown::Repetition),
            Proof::Unknown => return Err(Unknown::NodeLimit),
        };
        let winner = if yes {
            aim.prover()
        } else {
            aim.prover().opponent()
        };
        // A threat and its answer elsewhere make every position new, so a ko master repeats nothing.
        let threats = self.problem.ko_master.is_some();
        if !threats && rests_on_repetition(&mut arena, prover, winner, self.problem.repetition) {
            return Err(Unknown::Repetition);
        }
        Ok(yes)
    }
}
