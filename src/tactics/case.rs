//! A case and its text form.

use crate::board::{Board, DiagramError};
use crate::color::Color;
use crate::game::{Game, IllegalMove};
use crate::point::{Move, Point, PointSet, Size};
use crate::rules::{Rules, parse_komi};
use std::fmt;

/// How the answers of a case are proved; the proofs are in the tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// By playing out every line: the accepted moves win the game, komi included, and all others do not.
    /// Outside the region nothing can change.
    Win,
    /// As `Win`, by the referee itself, with the history of the game and every rule of repetition.
    Referee,
    /// By local reading: after the accepted moves, and no others, the chain of this stone is taken.
    Capture(Point),
    /// By local reading: after the accepted moves, and no others, the chain of this stone stays.
    Save(Point),
    /// By reading ataris: after the accepted moves, and no others, the chain of this stone is chased
    /// until it is taken.
    Ladder(Point),
    /// By reading ataris: after the accepted moves, and no others, the chain of this stone gets away.
    Escape(Point),
    /// By local reading with either side first.
    Status,
}

/// What a group is when play rests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It is taken off even if its owner moves first, or its owner cannot afford to save it.
    Dead,
    /// It stays, with eyes, even if the enemy moves first.
    Alive,
    /// It stays, sharing liberties with enemy stones that stay as well.
    Seki,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 3] = [Status::Dead, Status::Alive, Status::Seki];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Dead => "dead",
            Status::Alive => "alive",
            Status::Seki => "seki",
        }
    }
}

/// What the engine has to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Any of these moves.
    Moves(Vec<Move>),
    /// What the chain of this stone is.
    Status(Point, Status),
}

/// The answer under one rule system.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The name of the rule system.
    pub preset: String,
    /// The rules, komi included.
    pub rules: Rules,
    /// What is right.
    pub wanted: Wanted,
    /// Whether the engine is known to fail here.
    pub known_failure: bool,
}

/// A tactical problem.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it is about, in a sentence.
    pub about: String,
    /// The position before the moves of `history`.
    pub start: Board,
    /// Moves that led to the question.
    pub history: Vec<(Color, Move)>,
    /// Whose move it is.
    pub to_move: Color,
    /// How the answers are proved.
    pub proof: Proof,
    /// Where moves can matter.
    pub region: PointSet,
    /// The answers, one for each rule system.
    pub answers: Vec<Answer>,
}

/// Why a text is no case.
#[derive(Clone, PartialEq, Debug)]
pub enum CaseError {
    /// A part is missing.
    Missing(&'static str),
    /// A line that cannot be read.
    Line(String),
    /// The diagram is no position.
    Diagram(DiagramError),
    /// A move of the history is illegal.
    History(String, IllegalMove),
    /// An accepted move is illegal.
    Illegal(String, IllegalMove),
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            CaseError::Missing(what) => write!(f, "there is no {what}"),
            CaseError::Line(line) => write!(f, "cannot read the line {line:?}"),
            CaseError::Diagram(error) => error.fmt(f),
            CaseError::History(mv, why) => write!(f, "{mv} of the history: {why}"),
            CaseError::Illegal(mv, why) => write!(f, "the answer {mv}: {why}"),
        }
    }
}

impl std::error::Error for CaseError {}

impl Case {
    /// Reads a case:
    ///
    /// ```text
    /// # One sentence about the point of it.
    /// to-move black
    /// history B:C3 W:pass                    moves before the question, if any
    /// proof win                              see Proof; capture, save, ladder and escape name a stone
    /// region A1-C3 E5                        points and rectangles; all points if left out
    /// answer chinese komi 7: B2 pass         accepted moves
    /// answer chinese komi 7: A1 seki         or what the chain of a stone is
    /// known-failure chinese                  rule systems under which the engine fails
    /// board
    /// . X O
    /// ```
    ///
    /// # Errors
    /// The text is no case, or a move in it is illegal.
    pub fn parse(text: &str) -> Result<Case, CaseError> {
        let (head, diagram) = text
            .split_once("\nboard\n")
            .ok_or(CaseError::Missing("board"))?;
        let start = Board::from_diagram(diagram).map_err(CaseError::Diagram)?;
        let size = start.size();
        let mut about = Vec::new();
        let (mut to_move, mut proof, mut region) = (None, None, PointSet::EMPTY);
        let (mut history, mut answers, mut failures) = (Vec::new(), Vec::new(), Vec::new());
        for line in head.lines().map(str::trim).filter(|l| !l.is_empty()) {
            let bad = || CaseError::Line(line.into());
            let (key, rest) = line.split_once(' ').ok_or_else(bad)?;
            match key {
                "#" => about.push(rest),
                "to-move" => to_move = Some(Color::parse(rest).ok_or_else(bad)?),
                "history" => {
                    for word in rest.split_whitespace() {
                        history.push(colored_move(size, word).ok_or_else(bad)?);
                    }
                }
                "proof" => proof = Some(read_proof(size, rest).ok_or_else(bad)?),
                "region" => {
                    for word in rest.split_whitespace() {
                        region = region.union(&rectangle(size, word).ok_or_else(bad)?);
                    }
                }
                "answer" => answers.push(answer(size, rest).ok_or_else(bad)?),
                "known-failure" => failures.extend(rest.split_whitespace()),
                _ => return Err(bad()),
            }
        }
        for answer in &mut answers {
            answer.known_failure = failures.contains(&answer.preset.as_str());
        }
        if answers.is_empty() {
            return Err(CaseError::Missing("answer"));
        }
        if about.is_empty() {
            return Err(CaseError::Missing("sentence"));
        }
        let case = Case {
            about: about.join(" "),
            start,
            history,
            to_move: to_move.ok_or(CaseError::Missing("to-move"))?,
            proof: proof.ok_or(CaseError::Missing("proof"))?,
            region: if region.is_empty() {
                size.points().collect()
            } else {
                region
            },
            answers,
        };
        case.check()?;
        Ok(case)
    }

    fn check(&self) -> Result<(), CaseError> {
        let size = self.start.size();
        for answer in &self.answers {
            let game = self.game(&answer.rules)?;
            let Wanted::Moves(moves) = &answer.wanted else {
                continue;
            };
            for &mv in moves {
                game.check(self.to_move, mv)
                    .map_err(|why| CaseError::Illegal(size.move_name(mv), why))?;
            }
        }
        Ok(())
    }

    /// The game up to the question, under these rules.
    ///
    /// # Errors
    /// A move of the history is illegal.
    pub fn game(&self, rules: &Rules) -> Result<Game, CaseError> {
        let first = self.history.first().map_or(self.to_move, |m| m.0);
        let mut game = Game::from_board(self.start.clone(), first, *rules);
        for &(color, mv) in &self.history {
            game.play(color, mv)
                .map_err(|why| CaseError::History(self.start.size().move_name(mv), why))?;
        }
        Ok(game)
    }
}

fn colored_move(size: Size, word: &str) -> Option<(Color, Move)> {
    let (color, mv) = word.split_once(':')?;
    Some((Color::parse(color)?, size.parse_move(mv)?))
}

fn read_proof(size: Size, text: &str) -> Option<Proof> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let stone = || size.parse_point(rest);
    Some(match word {
        "win" => Proof::Win,
        "referee" => Proof::Referee,
        "status" => Proof::Status,
        "capture" => Proof::Capture(stone()?),
        "save" => Proof::Save(stone()?),
        "ladder" => Proof::Ladder(stone()?),
        "escape" => Proof::Escape(stone()?),
        _ => return None,
    })
}

/// `B2`, or `A1-C3` for all points between these corners.
fn rectangle(size: Size, word: &str) -> Option<PointSet> {
    let (one, other) = word.split_once('-').unwrap_or((word, word));
    let (one, other) = (size.parse_point(one)?, size.parse_point(other)?);
    let inside = |v: usize, a: usize, b: usize| (a.min(b)..=a.max(b)).contains(&v);
    Some(
        size.points()
            .filter(|p| inside(p.x(), one.x(), other.x()) && inside(p.y(), one.y(), other.y()))
            .collect(),
    )
}

/// `PRESET komi K: MOVES` or `PRESET komi K: STONE STATUS`.
fn answer(size: Size, text: &str) -> Option<Answer> {
    let (head, wanted) = text.split_once(':')?;
    let (preset, komi) = head.split_once(" komi ")?;
    let rules = Rules {
        komi: parse_komi(komi).ok()?,
        ..Rules::preset(preset)?
    };
    let words: Vec<&str> = wanted.split_whitespace().collect();
    let status = |word: &str| Status::ALL.into_iter().find(|s| s.name() == word);
    let wanted = match words[..] {
        [] => return None,
        [stone, word] if status(word).is_some() => {
            Wanted::Status(size.parse_point(stone)?, status(word)?)
        }
        _ => Wanted::Moves(
            words
                .iter()
                .map(|word| size.parse_move(word))
                .collect::<Option<_>>()?,
        ),
    };
    Some(Answer {
        preset: preset.into(),
        rules,
        wanted,
        known_failure: false,
    })
}
