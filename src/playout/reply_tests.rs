//! Small positions for the steps of the policy. Black is to move: `X` own, `O` enemy, `o` the enemy's
//! last stone, `*` the points that the step must find, and no others.

use super::replies::{Candidates, answer_atari, killing_point};
use crate::board::Board;
use crate::color::Color;
use crate::point::Point;
use crate::rng::Rng;

/// The position, the last stone, the marked points.
fn read(diagram: &str) -> (Board, Point, Vec<Point>) {
    let plain = diagram.replace('o', "O").replace('*', ".");
    let board = Board::from_diagram(&plain).unwrap();
    let cells = diagram.replace('\n', "");
    let places = |mark| {
        cells
            .match_indices(mark)
            .map(|(i, _)| board.size().point(i))
    };
    let last = places("o").next().unwrap_or(Point::NONE);
    let mut marked: Vec<Point> = places("*").collect();
    marked.sort();
    (board, last, marked)
}

fn all(mut found: Candidates) -> Vec<Point> {
    let mut rng = Rng::from_seed(1);
    let mut points: Vec<Point> = std::iter::from_fn(|| found.take(&mut rng)).collect();
    points.sort();
    points
}

fn check(diagram: &str, step: impl Fn(&Board, Point, &mut Candidates)) {
    let (board, last, marked) = read(diagram);
    let mut found = Candidates::new();
    step(&board, last, &mut found);
    assert_eq!(all(found), marked, "\n{diagram}");
}

#[test]
fn ataris_are_answered_where_that_helps() {
    let answers = [
        // Runs to three liberties.
        ".....\n..o..\n.OXO.\n..*..\n.....",
        // Does not run into a ladder.
        "......\n......\n......\n...OO.\n..OX..\n...o..\n......",
        // Takes the last stone, which stands in atari itself.
        "......\n..*...\n.XoX..\n..X...\n......",
        // Takes rather than runs.
        "......\n.*OO..\nXOXXo.\n.XO...\n......\n......",
    ];
    for diagram in answers {
        check(diagram, |board, last, found| {
            answer_atari(board, last, Color::Black, true, found);
        });
    }
}

#[test]
fn eye_spaces_beside_the_last_move_are_killed_where_their_shape_allows_it() {
    let spaces = [
        // Three in a row, three bent.
        ".*.oX\nOOOOX\nXXXXX\n.....\n.....",
        "*.oX.\n.OOX.\nOOXX.\nXXX..\n.....",
        // The pyramid.
        ".*.oX\nO.OOX\nOOOXX\nXXXX.\n.....",
        // The square of four is dead as it is, four in a row live.
        "..oX.\n..OX.\nOOOX.\nXXXX.\n.....",
        "....oX\nOOOOOX\nXXXXXX\n......\n......\n......",
        // A space with a stone of the attacker in it, two points, an open board.
        ".X.oX\nOOOOX\nXXXXX\n.....\n.....",
        "..oX.\nOOOX.\nXXXX.\n.....\n.....",
        ".....\n.....\n..o..\n.....\n.....",
    ];
    for diagram in spaces {
        check(diagram, |board, last, found| {
            killing_point(board, last, Color::Black, found);
        });
    }
}

#[test]
fn two_eye_spaces_beside_the_last_move_are_both_killed() {
    check(
        ".*.o.*.\nOOOOOOO\nXXXXXXX\n.......\n.......\n.......\n.......",
        |board, last, found| {
            killing_point(board, last, Color::Black, found);
        },
    );
}
