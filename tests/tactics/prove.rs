//! Which moves reach the goal of a case: found by playing out every line, never by the engine's search.

use crate::ladder;
use crate::referee;
use crate::whole::Whole;
use dunhuang::board::Placement;
use dunhuang::reading::{Answer as Read, Goal, Outcome, Problem, with_capturable};
use dunhuang::tactics::{Answer, Case, Proof, Status};
use dunhuang::{Board, Color, Game, Move, Point, PointSet, Rules};

/// Most states of one local question.
const NODES: u64 = 3_000_000;

/// All moves of the region, and the pass, that reach the goal.
pub fn accepted(case: &Case, answer: &Answer) -> Result<Vec<Move>, String> {
    let game = case.game(&answer.rules).map_err(|e| e.to_string())?;
    match case.proof {
        Proof::Win => {
            no_room_is_cut(game.board(), &case.region)?;
            no_stone_is_dead(game.board(), &case.region, &answer.rules)?;
            outside_is_settled(game.board(), &case.region)?;
            let mut whole = Whole::new(&game, &case.region, NODES);
            filter(case, &game, |_, mv| whole.wins_after(mv))
        }
        Proof::Referee => {
            no_room_is_cut(game.board(), &case.region)?;
            no_stone_is_dead(game.board(), &case.region, &answer.rules)?;
            outside_is_settled(game.board(), &case.region)?;
            filter(case, &game, |_, mv| {
                referee::wins_after(&game, &case.region, mv)
            })
        }
        Proof::Capture(stone) => filter(case, &game, |board, _| {
            if board.is_empty(stone) {
                return Ok(true);
            }
            ask(
                board,
                &case.region,
                case.to_move.opponent(),
                Goal::Capture(stone),
                &answer.rules,
            )
        }),
        Proof::Save(stone) => filter(case, &game, |board, _| {
            ask(
                board,
                &case.region,
                case.to_move.opponent(),
                Goal::Live(stone),
                &answer.rules,
            )
        }),
        // What the ataris do not take may fall to a net: in a region that can be read in full it is.
        Proof::Ladder(stone) | Proof::Escape(stone) => {
            let ladder = matches!(case.proof, Proof::Ladder(_));
            let in_full = case.region.len() < game.size().area();
            if in_full {
                outside_is_settled(game.board(), &case.region)?;
            }
            filter(case, &game, |board, _| {
                let falls = if ladder {
                    ladder::is_taken(board, stone)
                } else {
                    ladder::takes(board, stone)
                };
                let falls = falls || in_full && taken(case, answer, board, stone)?;
                Ok(falls == ladder)
            })
        }
        Proof::Status => Err("a status is no move".into()),
    }
}

fn filter(
    case: &Case,
    game: &Game,
    mut good: impl FnMut(&Board, Move) -> Result<bool, String>,
) -> Result<Vec<Move>, String> {
    let mut moves: Vec<Move> = case.region.iter().map(Move::Real).collect();
    moves.push(Move::Pass);
    let mut found = Vec::new();
    for mv in moves {
        if game.check(case.to_move, mv).is_err() {
            continue;
        }
        let mut after = game.clone();
        after.play(case.to_move, mv).expect("just checked");
        if good(after.board(), mv)? {
            found.push(mv);
        }
    }
    Ok(found)
}

/// Whether the chain falls by any play of the region after the move of the case.
fn taken(case: &Case, answer: &Answer, board: &Board, stone: Point) -> Result<bool, String> {
    if board.is_empty(stone) {
        return Ok(true);
    }
    let next = case.to_move.opponent();
    ask(
        board,
        &case.region,
        next,
        Goal::Capture(stone),
        &answer.rules,
    )
}

fn ask(
    board: &Board,
    region: &PointSet,
    to_move: Color,
    goal: Goal,
    rules: &Rules,
) -> Result<bool, String> {
    let mut problem = Problem::new(board, *region, to_move, goal, rules);
    problem.node_limit = NODES;
    match problem.solve() {
        Outcome::Solved(answer) => Ok(answer == Read::Yes),
        Outcome::Unknown(why) => Err(format!("{why:?}")),
    }
}

/// What reading says of a stone when either side may begin; none if the side that begins decides.
pub fn status(board: &Board, region: &PointSet, stone: Point, rules: &Rules) -> Option<Status> {
    let owner = board.color_at(stone)?;
    let enemy = owner.opponent();
    let lives = |first| ask(board, region, first, Goal::Live(stone), rules);
    // Whoever needs a ko to live is dead: there are no threats.
    if !lives(owner).unwrap_or(false) {
        return Some(Status::Dead);
    }
    if lives(enemy) != Ok(true) {
        return None;
    }
    let shares = |point: Point| {
        let near = |c| board.neighbours(point).any(|q| board.has_stone(q, c));
        near(owner) && near(enemy)
    };
    let rivals = board
        .liberties(stone)
        .iter()
        .filter(|&p| shares(p))
        .flat_map(|p| board.neighbours(p).collect::<Vec<_>>())
        .find(|&q| board.has_stone(q, enemy) && region.contains(q));
    match rivals {
        // Both stay: nobody can take the other, and the group has no two eyes.
        Some(rival)
            if ask(board, region, owner, Goal::Live(rival), rules) == Ok(true)
                && ask(board, region, enemy, Goal::Live(rival), rules) == Ok(true) =>
        {
            Some(Status::Seki)
        }
        _ => Some(Status::Alive),
    }
}

/// No empty point of the region touches one outside it: a stone there could not be taken as in a game.
fn no_room_is_cut(board: &Board, region: &PointSet) -> Result<(), String> {
    let open = |p: &Point| board.is_empty(*p);
    for point in region.iter().filter(open) {
        if let Some(cut) = board
            .neighbours(point)
            .filter(open)
            .find(|q| !region.contains(*q))
        {
            let name = |p| board.size().name(p);
            return Err(format!(
                "the region cuts the room of {} at {}",
                name(point),
                name(cut)
            ));
        }
    }
    Ok(())
}

/// No chain of the region is lost even if its owner moves first: a rest would take it off, while these
/// proofs count every stone that stands. While a ko is open, what is lost hangs on it and is played out.
fn no_stone_is_dead(board: &Board, region: &PointSet, rules: &Rules) -> Result<(), String> {
    if has_ko(board, region) {
        return Ok(());
    }
    for point in with_capturable(board, *region).iter() {
        let Some(owner) = board
            .color_at(point)
            .filter(|_| board.chain_head(point) == point)
        else {
            continue;
        };
        if ask(board, region, owner, Goal::Live(point), rules) == Ok(false) {
            return Err(format!("{} is dead as it stands", board.size().name(point)));
        }
    }
    Ok(())
}

/// Whether somebody can take a single stone so that it may not be taken back at once.
fn has_ko(board: &Board, region: &PointSet) -> bool {
    Color::BOTH.into_iter().any(|color| {
        region.iter().filter(|&p| board.is_empty(p)).any(|point| {
            let mut next = board.clone();
            next.lift_ko();
            next.placement(point, color) == Placement::Stays && {
                next.play_unchecked(point, color);
                next.ko_ban(color.opponent()).is_some()
            }
        })
    })
}

/// Every empty point outside the region lies next to a stone that no play can take (Benson's condition,
/// with no help from inside the region), and no other colour touches it: nothing can happen there.
pub fn outside_is_settled(board: &Board, region: &PointSet) -> Result<(), String> {
    let mut held = PointSet::EMPTY;
    for color in Color::BOTH {
        held = held.union(&unconditional(board, region, color));
    }
    for point in board.size().points() {
        if region.contains(point) || !board.is_empty(point) {
            continue;
        }
        if !held.contains(point) {
            return Err(format!("{} is not settled", board.size().name(point)));
        }
    }
    Ok(())
}

/// Empty points outside the region that a colour owns whatever is played.
fn unconditional(board: &Board, region: &PointSet, color: Color) -> PointSet {
    // Spaces: connected points without stones of the colour.
    let mut spaces: Vec<PointSet> = Vec::new();
    let mut seen = PointSet::EMPTY;
    for start in board.size().points() {
        if board.has_stone(start, color) || !seen.insert(start) {
            continue;
        }
        let mut space = PointSet::from_iter([start]);
        let mut todo = vec![start];
        while let Some(p) = todo.pop() {
            for q in board.neighbours(p) {
                if !board.has_stone(q, color) && seen.insert(q) {
                    space.insert(q);
                    todo.push(q);
                }
            }
        }
        spaces.push(space);
    }
    spaces.retain(|s| s.iter().all(|p| !region.contains(p)));
    let heads = |space: &PointSet| -> PointSet {
        space
            .iter()
            .flat_map(|p| board.neighbours(p).collect::<Vec<_>>())
            .filter(|&q| board.has_stone(q, color))
            .map(|q| board.chain_head(q))
            .collect()
    };
    let mut alive: PointSet = board
        .size()
        .points()
        .filter(|&p| board.has_stone(p, color))
        .map(|p| board.chain_head(p))
        .collect();
    loop {
        let good: Vec<&PointSet> = spaces
            .iter()
            .filter(|s| heads(s).difference(&alive).is_empty())
            .collect();
        let vital = |head: Point, space: &PointSet| {
            space.iter().all(|p| {
                board
                    .neighbours(p)
                    .any(|q| board.has_stone(q, color) && board.chain_head(q) == head)
            })
        };
        let next: PointSet = alive
            .iter()
            .filter(|&h| good.iter().filter(|s| vital(h, s)).count() >= 2)
            .collect();
        if next == alive {
            break;
        }
        alive = next;
    }
    // Empty points that touch only living chains of the colour, each of them at least one.
    let mut held = PointSet::EMPTY;
    let mut seen = PointSet::EMPTY;
    for start in board.size().points() {
        if !board.is_empty(start) || !seen.insert(start) {
            continue;
        }
        let (mut room, mut todo, mut good) = (PointSet::from_iter([start]), vec![start], true);
        while let Some(p) = todo.pop() {
            let mut touched = false;
            for q in board.neighbours(p) {
                if board.is_empty(q) {
                    if seen.insert(q) {
                        room.insert(q);
                        todo.push(q);
                    }
                } else {
                    let lives = board.has_stone(q, color) && alive.contains(board.chain_head(q));
                    touched |= lives;
                    good &= lives;
                }
            }
            good &= touched;
        }
        if good {
            held = held.union(&room);
        }
    }
    held
}
