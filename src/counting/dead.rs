//! Dead stones, from who ended up owning each point over many playouts, and from unconditional life.
//! The ownership is an argument: counting runs no playouts.

use super::evidence::{Doubt, DoubtKind};
use super::life::{UnconditionalLife, unconditional_life};
use super::picture::PointList;
use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::point::{Point, PointMap, PointSet};

/// From which mean ownership on a chain's fate counts as known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thresholds {
    /// Below this absolute mean ownership of its points (0 to 1) a chain is in doubt.
    pub doubt: f32,
    /// From here on a chain is held dead even where a dead chain of the other colour touches it.
    pub settled: f32,
}

impl Default for Thresholds {
    fn default() -> Self {
        Thresholds {
            doubt: 0.5,
            settled: 0.8,
        }
    }
}

/// A judgement of what is dead.
#[derive(Clone, PartialEq, Debug)]
pub struct DeadStones {
    /// Stones held to be dead, whole chains.
    pub dead: PointSet,
    /// How sure the least sure chain is: 0.5 (a guess) to 1 (certain; also for an empty board).
    pub confidence: f32,
    /// Chains whose fate is open, one entry a chain, counted in by the better guess.
    pub doubts: Vec<Doubt>,
}

struct Fate {
    head: Point,
    color: Color,
    /// +1 surely alive, −1 surely dead.
    life: f32,
    dead: bool,
    doubt: bool,
}

/// Judges every chain. `ownership` says for each point of the board how it ended: +1 always Black's,
/// −1 always White's, 0 evenly divided. What unconditional life decides, it decides alone (`suicide`:
/// whether suicide of several stones is legal).
///
/// Dead chains of both colours that touch each other or share a liberty contradict each other: the
/// stones that would have killed them are dead themselves. Playouts see seki like that, so the less
/// sure of the two is held alive, with its friends around, the other too unless it is settled, and all
/// of them are in doubt.
pub fn dead_stones(
    board: &Board,
    ownership: &PointMap<f32>,
    suicide: bool,
    thresholds: Thresholds,
) -> DeadStones {
    let life = ByColor::from_fn(|c| unconditional_life(board, c, suicide));
    let lost = ByColor::from_fn(|c| hopeless(board, c, &life[c.opponent()]));
    let mut fates: Vec<Fate> = Vec::new();
    for head in board.size().points() {
        let Some(color) = board.color_at(head) else {
            continue;
        };
        if board.chain_head(head) != head {
            continue;
        }
        let life = if life[color].alive.contains(head) {
            1.0
        } else if lost[color].contains(head) {
            -1.0
        } else {
            let sum: f32 = board.chain_stones(head).map(|p| ownership[p]).sum();
            let mean = sum * color.sign() as f32 / board.chain_length(head) as f32;
            if mean.is_finite() {
                mean.clamp(-1.0, 1.0)
            } else {
                0.0
            }
        };
        fates.push(Fate {
            head,
            color,
            life,
            dead: life < 0.0,
            doubt: life.abs() < thresholds.doubt,
        });
    }
    resolve_contradictions(board, &mut fates, thresholds);
    let stones = |fate: &Fate| board.chain_stones(fate.head).collect::<PointSet>();
    DeadStones {
        dead: fates
            .iter()
            .filter(|f| f.dead)
            .fold(PointSet::EMPTY, |all, f| all.union(&stones(f))),
        confidence: fates
            .iter()
            .map(|f| {
                let sure = (1.0 + f.life.abs()) / 2.0;
                // A chain held alive against its ownership is no better than a guess.
                if f.dead == (f.life < 0.0) { sure } else { 0.5 }
            })
            .fold(1.0, f32::min),
        doubts: fates
            .iter()
            .filter(|f| f.doubt)
            .map(|f| Doubt {
                kind: DoubtKind::Life,
                points: PointList::new(board.size(), stones(f)),
            })
            .collect(),
    }
}

fn resolve_contradictions(board: &Board, fates: &mut [Fate], thresholds: Thresholds) {
    // The least sure chain gives way first, so that one revival settles as much as it can.
    let mut order: Vec<usize> = (0..fates.len()).filter(|&i| fates[i].dead).collect();
    order.sort_by(|&a, &b| fates[a].life.abs().total_cmp(&fates[b].life.abs()));
    let mut revived = Vec::new();
    for &i in &order {
        for &j in &order {
            let opposed = fates[i].color != fates[j].color;
            if opposed && fates[i].dead && fates[j].dead && touch(board, &fates[i], &fates[j]) {
                fates[i].doubt = true;
                fates[j].doubt = true;
                fates[i].dead = false;
                revived.push(i);
                if fates[j].life.abs() < thresholds.settled {
                    revived.push(j);
                }
            }
        }
    }
    // What lives, or does not, together with a revived chain.
    while let Some(i) = revived.pop() {
        fates[i].dead = false;
        for &j in &order {
            let friend = fates[i].color == fates[j].color && fates[j].dead;
            if friend
                && fates[j].life.abs() < thresholds.settled
                && touch(board, &fates[i], &fates[j])
            {
                fates[j].doubt = true;
                fates[j].dead = false;
                revived.push(j);
            }
        }
    }
}

/// Whether two chains have neighbouring stones or a common liberty.
fn touch(board: &Board, a: &Fate, b: &Fate) -> bool {
    let around = |head: Point| -> PointSet {
        board
            .chain_stones(head)
            .flat_map(|p| board.neighbours(p))
            .collect()
    };
    let b_stones: PointSet = board.chain_stones(b.head).collect();
    around(a.head).contains_any(&b_stones.union(&board.liberties(b.head)))
}

/// Stones of a colour inside the enemy's unconditionally enclosed regions where they can never make
/// two eyes: an eye needs a point that touches no unconditionally alive enemy stone, and two eyes
/// need two that are not neighbours.
fn hopeless(board: &Board, color: Color, enemy: &UnconditionalLife) -> PointSet {
    let mut lost = PointSet::EMPTY;
    for region in &enemy.enclosed {
        let inner: Vec<Point> = region
            .iter()
            .filter(|&p| board.neighbours(p).all(|q| !enemy.alive.contains(q)))
            .collect();
        let room_for_two = inner
            .iter()
            .enumerate()
            .any(|(i, a)| inner[i + 1..].iter().any(|b| !a.neighbours().contains(b)));
        if !room_for_two {
            let stones = region.iter().filter(|&p| board.has_stone(p, color));
            lost = lost.union(&stones.collect());
        }
    }
    lost
}
