//! A sample of the positions of a study, each looked at under two rule systems and, as a control, twice
//! under one.

use super::contrast::{Contrast, Effort, Outcome};
use super::measure::kos;
use super::plan::{Plan, PlanError, instincts};
use super::play::GameLine;
use super::subject::{Subject, both};
use crate::color::Color;
use crate::compare::{CompareError, System};
use crate::game::Game;
use crate::point::Move;
use crate::rng::{Rng, derive_seed};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Everything that, with the record of a study, decides what is found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Positions {
    /// The version of the program.
    pub program: String,
    /// The names of two rule systems of the study.
    pub systems: [String; 2],
    /// Games of self-play under either that the record has: what positions are drawn from.
    pub games: u64,
    /// Positions to draw: one of each game in an order by chance, then a second of each, and so on.
    pub sample: u64,
    /// What each is looked at with.
    pub effort: Effort,
    /// One position in so many has the second pass whatever the first says, to tell what that overlooks; 0
    /// for none.
    pub check_every: u64,
    /// The seed of all chance.
    pub seed: u64,
}

/// A position to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its number in the sample, from 1.
    pub position: u64,
    /// Where the game is in the record, from 0.
    pub index: usize,
    /// How many of its moves were made.
    pub moves: usize,
}

/// A position that was looked at: a line of `positions.jsonl`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PositionLine {
    /// Its number in the sample, from 1.
    pub position: u64,
    /// The number of the game.
    pub game: u64,
    /// The rule system under which the game was played; what is legal is by it on all sides.
    pub played_by: String,
    /// How many moves were made before.
    pub move_number: u32,
    /// Who is to move, `B` or `W`.
    pub to_move: String,
    /// The rows of the board from the top, `X` Black and `O` White, with `/` between.
    pub board: String,
    /// The move that was made in the game.
    pub played: String,
    /// The two rule systems.
    pub test: Contrast,
    /// One of them, in turn, on both sides.
    pub control: Contrast,
    /// Why the best move depends on the rules, where it does and as far as it can be derived.
    pub reasons: Vec<String>,
}

/// Why there is nothing to be found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionsError {
    /// The plan of the study makes no sense.
    Plan(PlanError),
    /// The study has no such rule system.
    NoSystem(String),
    /// The two are the same.
    Same,
    /// A game of the record cannot be replayed.
    Record(u64),
    /// A search failed.
    Search(CompareError),
}

impl fmt::Display for PositionsError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PositionsError::Plan(error) => error.fmt(f),
            PositionsError::NoSystem(name) => write!(f, "{name} is no rule system of the study"),
            PositionsError::Same => f.write_str("the two rule systems are the same"),
            PositionsError::Record(game) => write!(f, "game {game} cannot be replayed"),
            PositionsError::Search(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PositionsError {}

impl From<PlanError> for PositionsError {
    fn from(error: PlanError) -> PositionsError {
        PositionsError::Plan(error)
    }
}

impl From<CompareError> for PositionsError {
    fn from(error: CompareError) -> PositionsError {
        PositionsError::Search(error)
    }
}

impl Positions {
    /// Whether this game is one that positions are drawn from.
    pub fn draws_from(&self, game: &GameLine) -> bool {
        game.black == game.white && self.systems.contains(&game.black)
    }

    /// That the study has both rule systems.
    ///
    /// # Errors
    /// One that it has not, or the same twice.
    pub fn check(&self, plan: &Plan) -> Result<(), PositionsError> {
        for name in &self.systems {
            system_of(plan, name)?;
        }
        match self.systems[0] == self.systems[1] {
            true => Err(PositionsError::Same),
            false => Ok(()),
        }
    }

    /// The sample: positions after the opening in which a move was made, games and moves in an order by
    /// chance. Shorter than asked for if the record has no more.
    pub fn places(&self, record: &[GameLine]) -> Vec<Place> {
        let mut games: Vec<(usize, Vec<usize>)> = record
            .iter()
            .enumerate()
            .filter(|(_, game)| self.draws_from(game))
            .map(|(index, game)| {
                let mut moves: Vec<usize> =
                    (game.opening_moves as usize..game.moves.len()).collect();
                Rng::from_seed(derive_seed(self.seed, game.game)).shuffle(&mut moves);
                (index, moves)
            })
            .collect();
        Rng::from_seed(self.seed).shuffle(&mut games);
        let rounds = games.iter().map(|(_, moves)| moves.len()).max();
        (0..rounds.unwrap_or(0))
            .flat_map(|round| {
                games
                    .iter()
                    .filter_map(move |(i, m)| Some((*i, *m.get(round)?)))
            })
            .zip(1..=self.sample)
            .map(|((index, moves), position)| Place {
                position,
                index,
                moves,
            })
            .collect()
    }

    /// Looks at a place. Equal arguments find the same.
    ///
    /// # Errors
    /// See [`PositionsError`].
    pub fn examine(
        &self,
        plan: &Plan,
        record: &[GameLine],
        place: &Place,
    ) -> Result<PositionLine, PositionsError> {
        let line = &record[place.index];
        let subject = self.subject(plan, line, place.moves)?;
        let (number, seed) = (place.position, derive_seed(self.seed, place.position));
        let check = self.check_every > 0 && number.is_multiple_of(self.check_every);
        let [test, control] = both(&subject, self.effort, (seed, number), [check, false])?;
        let mut reasons = Vec::new();
        if test.outcome(self.effort.threshold) == Outcome::Depends {
            reasons = subject.why(self.effort.confirm, seed)?;
        }
        Ok(PositionLine {
            position: number,
            game: line.game,
            played_by: line.black.clone(),
            move_number: subject.game.move_number(),
            to_move: subject.color.letter().to_string(),
            board: subject.game.board().diagram().trim_end().replace('\n', "/"),
            played: subject.game.size().move_name(subject.played),
            test,
            control,
            reasons,
        })
    }

    /// The position of a game after so many moves, laid out for the two rule systems.
    ///
    /// # Errors
    /// The study has not both, or the game cannot be replayed.
    pub(super) fn subject(
        &self,
        plan: &Plan,
        line: &GameLine,
        moves: usize,
    ) -> Result<Subject, PositionsError> {
        let (game, color, played) = position(plan, line, moves)?;
        let law = plan.rules(system_of(plan, &line.black)?)?;
        let [a, b] = &self.systems;
        let system = |name: &String| -> Result<System, PositionsError> {
            let count = plan.rules(system_of(plan, name)?)?;
            Ok(System {
                name: name.clone(),
                rules: instincts(&count, &law),
            })
        };
        Ok(Subject {
            game,
            color,
            played,
            systems: [system(a)?, system(b)?],
            params: plan.params(0)?,
        })
    }
}

fn system_of(plan: &Plan, name: &str) -> Result<usize, PositionsError> {
    let place = plan.systems.iter().position(|system| system.name == name);
    place.ok_or_else(|| PositionsError::NoSystem(name.into()))
}

/// The game after so many moves, who moves next, and what was played.
fn position(
    plan: &Plan,
    line: &GameLine,
    moves: usize,
) -> Result<(Game, Color, Move), PositionsError> {
    let law = plan.rules(system_of(plan, &line.black)?)?;
    let mut game = Game::new(plan.board()?, law);
    let read = |text: &String| {
        let (color, mv) = text.split_once(' ')?;
        Some((Color::parse(color)?, game.size().parse_move(mv)?))
    };
    let all: Option<Vec<(Color, Move)>> = line.moves.iter().take(moves + 1).map(read).collect();
    let broken = || PositionsError::Record(line.game);
    let all = all.ok_or_else(broken)?;
    let (&(color, next), before) = all.split_last().ok_or_else(broken)?;
    for &(color, mv) in before {
        game.play(color, mv).map_err(|_| broken())?;
    }
    Ok((game, color, next))
}

/// Counts the kos of a recorded game anew from its moves: older records have one twice that was retaken.
///
/// # Errors
/// The game cannot be replayed.
pub fn recount_kos(plan: &Plan, line: &mut GameLine) -> Result<(), PositionsError> {
    let Some(last) = line.moves.len().checked_sub(1) else {
        return Ok(());
    };
    let (mut game, color, mv) = position(plan, line, last)?;
    let played = game.play(color, mv);
    played.map_err(|_| PositionsError::Record(line.game))?;
    line.measures.kos = kos(&game);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Params;
    use crate::study::Second;
    use crate::tactics::Case;

    /// A position whose best move is proved to depend on the rules (tests/tactics.rs).
    fn joining(number: u64) -> Case {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tactics/joining");
        let text = std::fs::read_to_string(format!("{folder}/crossing-9-{number:02}.txt"));
        Case::parse(&text.expect("a case")).expect("a case")
    }

    #[test]
    fn proved_dependence_is_found_and_the_controls_find_none() {
        let effort = Effort {
            playouts: 300,
            confirm: 500,
            searches: 5,
            threshold: 0.75,
        };
        let mut found = 0;
        for number in 1..=4 {
            let case = joining(number);
            let law = case.answers[0].rules;
            let systems: Vec<System> = case
                .answers
                .iter()
                .map(|answer| System {
                    name: answer.preset.clone(),
                    rules: instincts(&answer.rules, &law),
                })
                .collect();
            let subject = Subject {
                game: case.game(&law).expect("a position"),
                color: case.to_move,
                played: Move::Pass,
                systems: systems.try_into().expect("two"),
                params: Params::default(),
            };
            let look = || {
                let chance = (derive_seed(9, number), number);
                both(&subject, effort, chance, [true; 2]).expect("looked at")
            };
            let [test, control] = look();
            assert!(
                control.outcome(effort.threshold) < Outcome::Costly,
                "{control:?}"
            );
            assert!(
                !(0..2).any(|side| control.depends(side, effort.threshold)),
                "{control:?}"
            );
            if test.outcome(effort.threshold) == Outcome::Depends {
                let second = test.second.as_ref().expect("a second pass");
                assert_ne!(second.moves[0], second.moves[1]);
                found += 1;
            }
            assert_eq!(look(), [test, control]);
        }
        assert!(found >= 3, "{found} of 4");
    }

    fn found(points: [[f32; 3]; 2]) -> Contrast {
        let names = ["a", "b"].map(String::from);
        Contrast {
            systems: names.clone(),
            moves: names.clone(),
            points: [2.0, 0.5],
            second: Some(Second {
                moves: names,
                points: points.map(Vec::from),
                win: points.map(Vec::from),
            }),
        }
    }

    #[test]
    fn what_is_found_is_sure_and_no_error_of_a_search() {
        let outcome = |points| found(points).outcome(1.0);
        let (two, half, no) = ([1.9, 2.0, 2.1], [0.4, 0.5, 0.6], [-0.1, 0.0, 0.1]);
        assert_eq!(outcome([two, two]), Outcome::Depends);
        assert_eq!(outcome([no, two]), Outcome::Depends, "equal under the one");
        // The same difference on both sides: the one search erred, whatever the rules.
        assert_eq!(outcome([two, [-1.9, -2.0, -2.1]]), Outcome::Costly);
        // Another difference, but the move is worse on both sides.
        assert_eq!(outcome([two, [-0.9, -1.0, -1.1]]), Outcome::Costly);
        assert_eq!(outcome([half, half]), Outcome::Apart, "below the threshold");
        assert_eq!(outcome([[-4.0, 2.0, 8.0], no]), Outcome::Apart, "unsure");
        let mut one = found([two, two]);
        one.points = [0.5, 0.4];
        assert_eq!(one.outcome(1.0), Outcome::Near);
        assert!(one.depends(0, 1.0), "overlooked by the first pass");
        one.points = [2.0, -2.5];
        assert_eq!(one.outcome(1.0), Outcome::Near, "the sides agree");
        one.moves[1] = one.moves[0].clone();
        assert_eq!(one.outcome(1.0), Outcome::Same);
    }

    #[test]
    fn the_sample_is_one_of_each_game_before_a_second_of_any() {
        let game = |number: u64, system: &str, length: usize| GameLine {
            game: number,
            round: number,
            black: system.into(),
            white: system.into(),
            seed: 0,
            end: crate::study::GameEnd::Rest,
            length: length as u32,
            opening_moves: 2,
            margins: Default::default(),
            measures: Default::default(),
            moves: vec!["B pass".into(); length],
        };
        let record = [
            game(1, "a", 6),
            game(2, "b", 4),
            game(3, "c", 9),
            game(4, "a", 5),
        ];
        let effort = Effort {
            playouts: 1,
            confirm: 1,
            searches: 2,
            threshold: 1.0,
        };
        let mut plan = Positions {
            program: String::new(),
            systems: ["a", "b"].map(String::from),
            games: 3,
            sample: 100,
            effort,
            check_every: 0,
            seed: 1,
        };
        let all = plan.places(&record);
        let mut places: Vec<_> = all.iter().map(|p| (p.index, p.moves)).collect();
        assert_eq!(places.len(), 4 + 2 + 3);
        let mut first: Vec<usize> = places[..3].iter().map(|p| p.0).collect();
        first.sort_unstable();
        assert_eq!(first, [0, 1, 3], "self-play of the two alone");
        places.sort_unstable();
        let expected = [(0, 2..6), (1, 2..4), (3, 2..5)];
        let expected = expected
            .into_iter()
            .flat_map(|(i, m)| m.map(move |m| (i, m)));
        assert_eq!(places, expected.collect::<Vec<_>>());
        plan.sample = 5;
        assert_eq!(plan.places(&record), all[..5]);
        plan.seed = 2;
        assert_ne!(plan.places(&record), all[..5]);
    }
}
