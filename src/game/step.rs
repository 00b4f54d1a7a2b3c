//! One action of a game with the state after it.

use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::hash::{turn_key, virtual_key};
use crate::point::Move;
use crate::rules::Repetition;

/// What a step did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// The start of the game.
    Start,
    /// A new position was set up.
    Setup,
    /// A move.
    Move(Color, Move),
    /// The game was ended by agreement or on demand.
    End,
    /// Play went on after a rest.
    Resume,
}

/// How a game ended for ever (a rest is not an end).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Four virtual moves at one on-board position.
    Forced,
    /// Both sides agreed that nobody will ever play again.
    Agreed,
}

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Moves are made.
    Playing,
    /// The last two moves were passes or virtual moves: a rest is offered, play may go on.
    Rest,
    /// Ended by four virtual moves at one position.
    EndedForced,
    /// Ended by agreement.
    EndedAgreed,
    /// A whole position came back under simple ko; play may go on.
    Cycle,
}

/// An action and the state after it.
#[derive(Clone, Debug)]
pub struct Step {
    /// What was done.
    pub action: Action,
    /// The position after it.
    pub board: Board,
    /// Virtual stones of each colour.
    pub virtual_stones: ByColor<u32>,
    /// Real moves of each colour since the start or setup, whose stones are counted in.
    pub real_moves: ByColor<u32>,
    /// Whose turn it is.
    pub to_move: Color,
    /// Passes or virtual moves in a row since the last real move or resumption.
    pub passes: u32,
    /// Virtual moves of both sides made so far while this on-board position stood.
    pub virtual_here: u32,
    /// Opponent's stones the move took.
    pub captured: u32,
    /// Moves since the start or setup.
    pub move_number: u32,
    /// Number of the move whose whole position came back, with the same side to move.
    pub cycle: Option<u32>,
    /// How the game ended, if it did.
    pub end: Option<End>,
    /// Index of the start or setup that this step belongs to.
    pub(super) first: usize,
}

impl Step {
    pub(super) fn start(board: Board, to_move: Color, first: usize, action: Action) -> Step {
        Step {
            action,
            virtual_stones: ByColor::default(),
            real_moves: ByColor::from_fn(|c| board.stones(c)),
            board,
            to_move,
            passes: 0,
            virtual_here: 0,
            captured: 0,
            move_number: 0,
            cycle: None,
            end: None,
            first,
        }
    }

    /// Whether the step is a start, a setup or a real move.
    pub(crate) fn is_position_of_a_real_move(&self) -> bool {
        matches!(
            self.action,
            Action::Start | Action::Setup | Action::Move(_, Move::Real(_))
        )
    }
}

/// What a definition of repetition adds to the key of the board.
#[inline]
pub fn repetition_key(repetition: Repetition, virtual_stones: ByColor<u32>, to_move: Color) -> u64 {
    match repetition {
        Repetition::SimpleKo | Repetition::Positional => 0,
        Repetition::Situational => turn_key(to_move),
        Repetition::Virtual => {
            virtual_key(Color::Black, virtual_stones.black)
                ^ virtual_key(Color::White, virtual_stones.white)
        }
    }
}
