//! The plainest reader: every line of play by the referee itself, to a rest, a forced end or a cycle.

use dunhuang::exhaustive::{Final, Finish, plain_value};
use dunhuang::game::End;
use dunhuang::{Color, Game, Move, PointSet};

/// Most moves made in one question.
const MOST: u64 = 4_000_000;

/// Whether the side to move wins the game after this move.
pub fn wins_after(game: &Game, region: &PointSet, mv: Move) -> Result<bool, String> {
    let hero = game.to_move();
    let mut game = game.clone();
    game.play(hero, mv).map_err(|e| e.to_string())?;
    let mut left = MOST;
    let wins = search(&mut game, region, hero, &mut left);
    if left == 0 {
        return Err("too many lines".into());
    }
    Ok(wins)
}

fn search(game: &mut Game, region: &PointSet, hero: Color, left: &mut u64) -> bool {
    if let Some(won) = ended(game, hero) {
        return won;
    }
    let color = game.to_move();
    let mut moves: Vec<Move> = vec![Move::Pass];
    let legal = game.legal_points(color);
    moves.extend(legal.intersection(region).iter().map(Move::Real));
    for mv in moves {
        if *left == 0 {
            return false;
        }
        *left -= 1;
        game.play(color, mv).expect("a legal move");
        let won = search(game, region, hero, left);
        game.undo().expect("just played");
        if won == (color == hero) {
            return won;
        }
    }
    color != hero
}

/// Whether `hero` has won, if the game is over.
fn ended(game: &Game, hero: Color) -> Option<bool> {
    let now = game.now();
    let finish = match now.end {
        Some(End::Forced | End::Agreed) => Finish::Literal,
        // A cycle is a draw, which is no win.
        None if now.cycle.is_some() => return Some(false),
        None if now.passes >= 2 => Finish::Settled,
        None => return None,
    };
    let end = Final {
        board: game.board(),
        real_moves: game.real_moves(),
        finish,
    };
    Some(plain_value(&end, game.rules()) * hero.sign() as f32 > 0.0)
}
