//! What is measured of a finished game.

use super::play::GameLine;
use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::counting::{Figures, Settlement};
use crate::game::{Action, Game};
use crate::point::{Move, Point, PointSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Chains of fewer stones are not spoken of when chains join.
const JOINING_STONES: u32 = 2;
/// A group began as an invasion if there were no own stones and this many enemy ones so near.
const INVASION_REACH: usize = 3;
const INVASION_ENEMIES: usize = 2;
/// Moves after the opening whose height above the edge is looked at.
const EARLY_MOVES: usize = 20;

/// What is measured of one side.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Side {
    /// Stones it played.
    pub real_moves: u32,
    /// Virtual moves or passes.
    pub virtual_moves: u32,
    /// Enemy stones it captured in play.
    pub captured: u32,
    /// Captures of one stone in a ko that the other side may not retake at once.
    pub ko_captures: u32,
    /// Its stones on the settled board.
    pub stones: u32,
    /// Its stones that are dead at the end.
    pub dead: u32,
    /// Living stones: stones and paths.
    pub living: u32,
    /// Own points: enclosed points and one-sided liberties.
    pub own_points: u32,
    /// Basic eyes.
    pub eyes: u32,
    /// Paths: own points that are no eyes.
    pub paths: u32,
    /// Stones of every group at the end, the largest first; a group is what stones and own points join.
    pub groups: Vec<u32>,
    /// Groups among them that live in seki.
    pub seki_groups: u32,
    /// Groups among them whose first stone was played where within three steps there were two enemy stones
    /// or more and no own one: invasions that live.
    pub invasions: u32,
    /// Numbers of the moves that joined two chains or more of two stones or more.
    pub joins: Vec<u32>,
    /// Stones played into points that its own stones alone enclosed.
    pub fills: u32,
}

/// What is measured of a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Whole {
    /// Places at which a ko was fought: two points of which one was taken and could not be retaken at once.
    /// However often it went to and fro, it is one.
    pub kos: u32,
    /// Dame left.
    pub dame: u32,
    /// Points that neither side owns, dame among them.
    pub shared: u32,
    /// Mean height above the edge of the first twenty stones after the opening, the edge itself being 1.
    pub height: f64,
    /// Places at which the settlement is in doubt.
    pub doubts: u32,
    /// What is measured of either side.
    pub sides: ByColor<Side>,
}

/// Measures a finished game that begins with so many moves of an opening.
pub fn measure(game: &Game, settlement: &Settlement, opening: usize) -> Whole {
    let mut sides = ByColor::from_fn(|color| side_at_end(settlement, color));
    let size = game.size();
    let mut heights = Vec::new();
    let mut began = Vec::new();
    let steps = game.steps();
    for (before, after) in steps.iter().zip(&steps[1.min(steps.len())..]) {
        let Action::Move(color, mv) = after.action else {
            continue;
        };
        let side = &mut sides[color];
        let Move::Real(point) = mv else {
            side.virtual_moves += 1;
            continue;
        };
        side.real_moves += 1;
        side.captured += after.captured;
        side.ko_captures += u32::from(after.board.ko_ban(color.opponent()).is_some());
        if joins(&before.board, point, color) {
            side.joins.push(after.move_number);
        }
        if fills(&before.board, point, color) {
            side.fills += 1;
        }
        began.push((point, color, invades(&before.board, point, color)));
        if after.move_number as usize > opening && heights.len() < EARLY_MOVES {
            let edge = |at: usize, side: usize| at.min(side - 1 - at);
            let height = edge(point.x(), size.width()).min(edge(point.y(), size.height())) + 1;
            heights.push(height as f64);
        }
    }
    for group in &settlement.groups {
        let first = began
            .iter()
            .find(|(point, color, _)| *color == group.color && group.stones.contains(*point));
        if first.is_some_and(|(_, _, invades)| *invades) {
            sides[group.color].invasions += 1;
        }
    }
    Whole {
        kos: kos(game),
        dame: settlement.dame.len() as u32,
        shared: settlement.shared.len() as u32,
        height: mean(&heights),
        doubts: settlement.doubts.len() as u32,
        sides,
    }
}

/// Number of kos fought in a game, as [`Whole::kos`] counts them.
pub(super) fn kos(game: &Game) -> u32 {
    let taken = game.steps().iter().filter_map(|step| match step.action {
        Action::Move(color, Move::Real(point)) => {
            let (here, there) = (point.index(), step.board.ko_ban(color.opponent())?.index());
            Some((here.min(there), here.max(there)))
        }
        _ => None,
    });
    taken.collect::<BTreeSet<_>>().len() as u32
}

fn side_at_end(settlement: &Settlement, color: Color) -> Side {
    let figures = Figures::of(settlement, color);
    let own = || settlement.groups.iter().filter(|g| g.color == color);
    let mut groups: Vec<u32> = own().map(|group| group.stones.len() as u32).collect();
    groups.sort_unstable_by(|a, b| b.cmp(a));
    let before = &settlement.before;
    let dead = settlement.dead.iter();
    Side {
        stones: figures.stones,
        dead: dead.filter(|&p| before.has_stone(p, color)).count() as u32,
        living: figures.living,
        own_points: figures.own_points,
        eyes: figures.eyes,
        paths: figures.paths,
        groups,
        seki_groups: own()
            .filter(|group| group.stones.contains_any(&settlement.seki_stones[color]))
            .count() as u32,
        ..Side::default()
    }
}

/// Whether a stone there joins chains of a size worth speaking of.
fn joins(board: &Board, point: Point, color: Color) -> bool {
    let chains: BTreeSet<usize> = board
        .neighbours(point)
        .filter(|&q| board.has_stone(q, color) && board.chain_length(q) >= JOINING_STONES)
        .map(|q| board.chain_head(q).index())
        .collect();
    chains.len() > 1
}

/// Whether the empty points there touch own stones and no others, on a board that has others.
fn fills(board: &Board, point: Point, color: Color) -> bool {
    if board.stones(color.opponent()) == 0 {
        return false;
    }
    let mut region = PointSet::from_iter([point]);
    let mut left = vec![point];
    let mut touches_own = false;
    while let Some(at) = left.pop() {
        for next in board.neighbours(at) {
            match board.color_at(next) {
                None if region.insert(next) => left.push(next),
                None => {}
                Some(other) if other != color => return false,
                Some(_) => touches_own = true,
            }
        }
    }
    touches_own
}

/// Whether a stone there has enemies about and no friends.
fn invades(board: &Board, point: Point, color: Color) -> bool {
    let near = |q: &Point| q.x().abs_diff(point.x()) + q.y().abs_diff(point.y()) <= INVASION_REACH;
    let stones = |wanted: Color| {
        let points = board.size().points().filter(near);
        points.filter(|&q| board.has_stone(q, wanted)).count()
    };
    stones(color) == 0 && stones(color.opponent()) >= INVASION_ENEMIES
}

/// Something measured as one number a game.
pub struct Measure {
    /// Its name in tables.
    pub name: &'static str,
    /// What it is.
    pub meaning: &'static str,
    /// Its value in a game.
    pub value: fn(&GameLine) -> f64,
}

fn sum(game: &GameLine, of: fn(&Side) -> f64) -> f64 {
    of(&game.measures.sides.black) + of(&game.measures.sides.white)
}

/// The mean; 0 of nothing, whose sum is -0.
fn mean(values: &[f64]) -> f64 {
    (0.0 + values.iter().sum::<f64>()) / values.len().max(1) as f64
}

fn mean_of(values: impl Iterator<Item = u32>) -> f64 {
    mean(&values.map(f64::from).collect::<Vec<_>>())
}

fn groups(game: &GameLine) -> impl Iterator<Item = u32> + '_ {
    let sides = &game.measures.sides;
    sides
        .black
        .groups
        .iter()
        .chain(&sides.white.groups)
        .copied()
}

fn all_joins(game: &GameLine) -> impl Iterator<Item = u32> + '_ {
    let sides = &game.measures.sides;
    sides.black.joins.iter().chain(&sides.white.joins).copied()
}

/// Everything that is compared between rule systems, both sides together where nothing else is said.
pub const MEASURES: [Measure; 24] = {
    const fn row(
        name: &'static str,
        meaning: &'static str,
        value: fn(&GameLine) -> f64,
    ) -> Measure {
        Measure {
            name,
            meaning,
            value,
        }
    }
    [
        row("length", "moves, passes and virtual moves included", |g| {
            f64::from(g.length)
        }),
        row("real_moves", "stones played", |g| {
            sum(g, |s| f64::from(s.real_moves))
        }),
        row("virtual_moves", "virtual moves or passes", |g| {
            sum(g, |s| f64::from(s.virtual_moves))
        }),
        row("captured", "stones captured in play", |g| {
            sum(g, |s| f64::from(s.captured))
        }),
        row("ko_captures", "captures in kos", |g| {
            sum(g, |s| f64::from(s.ko_captures))
        }),
        row("kos", "places at which a ko was fought", |g| {
            f64::from(g.measures.kos)
        }),
        row("dead", "dead stones at the end", |g| {
            sum(g, |s| f64::from(s.dead))
        }),
        row("stones", "stones on the settled board", |g| {
            sum(g, |s| f64::from(s.stones))
        }),
        row("own_points", "own empty points", |g| {
            sum(g, |s| f64::from(s.own_points))
        }),
        row("eyes", "basic eyes", |g| sum(g, |s| f64::from(s.eyes))),
        row("paths", "own empty points that are no eyes", |g| {
            sum(g, |s| f64::from(s.paths))
        }),
        row("dame", "dame left", |g| f64::from(g.measures.dame)),
        row("shared", "points that nobody owns", |g| {
            f64::from(g.measures.shared)
        }),
        row("groups", "groups at the end", |g| groups(g).count() as f64),
        row("black_groups", "groups of Black", |g| {
            g.measures.sides.black.groups.len() as f64
        }),
        row("white_groups", "groups of White", |g| {
            g.measures.sides.white.groups.len() as f64
        }),
        row("group_size", "mean stones of a group", |g| {
            mean_of(groups(g))
        }),
        row("largest_group", "stones of the largest group", |g| {
            f64::from(groups(g).max().unwrap_or(0))
        }),
        row("seki_groups", "groups in seki", |g| {
            sum(g, |s| f64::from(s.seki_groups))
        }),
        row("invasions", "living groups that began amid enemies", |g| {
            sum(g, |s| f64::from(s.invasions))
        }),
        row(
            "joins",
            "moves that joined chains of two stones or more",
            |g| all_joins(g).count() as f64,
        ),
        row(
            "join_move",
            "mean number of the moves that joined, 0 if none did",
            |g| mean_of(all_joins(g)),
        ),
        row("fills", "stones played into own enclosed points", |g| {
            sum(g, |s| f64::from(s.fills))
        }),
        row(
            "height",
            "height above the edge of the first twenty stones",
            |g| g.measures.height,
        ),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Size;
    use crate::rules::Rules;

    /// Two kos, each taken, retaken and taken again, with moves elsewhere between.
    #[test]
    fn a_ko_is_one_however_often_it_is_taken() {
        let mut game = Game::new(Size::square(9), Rules::default());
        let mut found = Vec::new();
        let play = |game: &mut Game, moves: &str| {
            for text in moves.split(' ') {
                let (color, at) = text.split_at(1);
                let color = Color::parse(color).expect("a colour");
                let mv = game.size().parse_move(at).expect("a move");
                game.play(color, mv).expect("legal");
            }
        };
        let stones = "BB3 WE3 BC2 WD2 BC4 WD4 BA9 WC3 BB7 WE7 BC6 WD6 BC8 WD8 BA8 WC7";
        for moves in [
            stones, "BD3", "WG9 BG1", "WC3", "BJ9 WJ1", "BD3", "WH9", "BD7", "WH8 BH1", "WC7",
        ] {
            play(&mut game, moves);
            found.push(kos(&game));
        }
        assert_eq!(found, [0, 1, 1, 1, 1, 1, 1, 2, 2, 2]);
    }
}
