//! The figures of the essays on repetition, in `tests/data/repetition.json`, under each definition.

use dunhuang::board::naive::NaiveBoard;
use dunhuang::game::naive::NaiveGame;
use dunhuang::rules::Repetition;
use dunhuang::{Board, Color, Game, IllegalMove, Move, Rules, State};
use serde::Deserialize;

#[derive(Deserialize)]
struct Figure {
    id: String,
    size: usize,
    board: Vec<String>,
    to_move: String,
    moves: Vec<String>,
    captures: Vec<u32>,
    first_illegal_move: FirstIllegal,
    board_after: Vec<String>,
}

/// 1-based number of the first illegal move under each definition.
#[derive(Deserialize)]
struct FirstIllegal {
    #[serde(rename = "virtual")]
    by_virtual: Option<usize>,
    positional: Option<usize>,
    situational: Option<usize>,
    simple: Option<usize>,
}

impl FirstIllegal {
    fn each(&self) -> [(Repetition, Option<usize>); 4] {
        [
            (Repetition::Virtual, self.by_virtual),
            (Repetition::Positional, self.positional),
            (Repetition::Situational, self.situational),
            (Repetition::SimpleKo, self.simple),
        ]
    }
}

fn figures() -> Vec<Figure> {
    let text = include_str!("../data/repetition.json");
    serde_json::from_str(text).expect("figures")
}

impl Figure {
    fn start(&self) -> (Board, Color) {
        let board = Board::from_diagram(&self.board.join("\n")).expect("a position");
        assert_eq!(board.size().width(), self.size, "{}", self.id);
        (board, Color::parse(&self.to_move).expect("a colour"))
    }

    /// The moves up to the first illegal one under this definition, each checked by both referees;
    /// the game, and the move refused with the reason.
    fn play(&self, repetition: Repetition) -> (Game, Option<(usize, IllegalMove)>) {
        let rules = Rules {
            repetition,
            ..Rules::living_stones()
        };
        let (board, first) = self.start();
        let mut slow = NaiveGame::from_board(NaiveBoard::from_board(&board), first, rules);
        let mut game = Game::from_board(board, first, rules);
        for (i, text) in self.moves.iter().enumerate() {
            let mv = game.size().parse_move(text).expect("a move");
            let color = game.to_move();
            let result = game.play(color, mv);
            assert_eq!(result, slow.play(color, mv), "{} move {}", self.id, i + 1);
            if let Err(reason) = result {
                return (game, Some((i + 1, reason)));
            }
            if let Some(&captures) = self.captures.get(i) {
                assert_eq!(game.now().captured, captures, "{} move {}", self.id, i + 1);
            }
        }
        (game, None)
    }
}

#[test]
fn first_illegal_move_under_each_definition() {
    for figure in figures() {
        for (repetition, expected) in figure.first_illegal_move.each() {
            let (game, refused) = figure.play(repetition);
            let id = format!("{} under {repetition:?}", figure.id);
            assert_eq!(refused.map(|(number, _)| number), expected, "{id}");
            let Some((number, reason)) = refused else {
                continue;
            };
            let mv = game
                .size()
                .parse_move(&figure.moves[number - 1])
                .expect("a move");
            match (repetition, reason, mv) {
                (Repetition::SimpleKo, IllegalMove::Ko, _) => {}
                (Repetition::SimpleKo, ..) => panic!("{id}: {reason}"),
                (_, IllegalMove::Regress(earlier), Move::Real(point)) => {
                    // The move named is the one whose position would stand again.
                    let mut after = game.board().clone();
                    after.play_unchecked(point, game.to_move());
                    let named = &game.steps()[earlier as usize].board;
                    assert!(after.same_stones(named), "{id}: {reason}");
                }
                _ => panic!("{id}: {reason}"),
            }
        }
    }
}

#[test]
fn board_after_the_last_legal_move_under_virtual_superko() {
    for figure in figures() {
        let (game, _) = figure.play(Repetition::Virtual);
        let expected = figure.board_after.join("\n");
        assert_eq!(game.board().diagram().trim_end(), expected, "{}", figure.id);
        let legal = game.steps().len() - 1;
        // Some lists go on with what the other definitions allow.
        assert!(legal <= figure.captures.len(), "{}", figure.id);
    }
}

/// What the superkos prohibit because the same side would be to move again is a cycle under simple ko.
#[test]
fn long_cycles_are_reported_under_simple_ko() {
    let mut cycles = 0;
    for figure in figures() {
        let (_, refused) = figure.play(Repetition::Situational);
        let first = &figure.first_illegal_move;
        let Some((number, IllegalMove::Regress(earlier))) = refused else {
            continue;
        };
        if first.by_virtual != Some(number) || first.simple.is_some() {
            continue;
        }
        let (game, _) = figure.play(Repetition::SimpleKo);
        assert_eq!(game.state(), State::Cycle, "{}", figure.id);
        assert_eq!(game.now().cycle, Some(earlier), "{}", figure.id);
        cycles += 1;
    }
    assert_eq!(cycles, 7);
}
