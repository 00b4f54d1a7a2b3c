//! The whole game, played out inside a region to two passes in a row, by simple ko; then the winner's
//! strategy is looked through for positions that come back, so that the answer holds under superko too.

use dunhuang::board::Placement;
use dunhuang::exhaustive::{Final, Finish, plain_value};
use dunhuang::hash::HashMap;
use dunhuang::hash::HashSet;
use dunhuang::reading::proof::{Arena, Proof, Prover, Verdict};
use dunhuang::rng::mix;
use dunhuang::rules::{Rules, Suicide};
use dunhuang::{Board, ByColor, Color, Game, Move, Point, PointSet};

#[derive(Clone)]
struct Frame {
    board: Board,
    to_move: Color,
    passes: u32,
    /// Stones taken off since the start: grows in every cycle, so that no state comes back.
    lost: u32,
    /// Real moves of Black less those of White.
    extra: i32,
}

/// "Does the side to move win?"
pub struct Whole {
    arena: Line,
    prover: Prover<Move>,
    limit: u64,
}

struct Line {
    rules: Rules,
    region: Vec<Point>,
    hero: Color,
    /// Kept and reused, so that play does not allocate.
    frames: Vec<Frame>,
    depth: usize,
    values: HashMap<(u64, i32), f32>,
    lost_limit: u32,
}

impl Whole {
    pub fn new(game: &Game, region: &PointSet, limit: u64) -> Whole {
        let moves = game.real_moves();
        Whole {
            arena: Line {
                rules: *game.rules(),
                region: region.iter().collect(),
                hero: game.to_move(),
                frames: vec![Frame {
                    board: game.board().clone(),
                    to_move: game.to_move(),
                    passes: game.now().passes,
                    lost: 0,
                    extra: moves.black as i32 - moves.white as i32,
                }],
                depth: 0,
                values: HashMap::default(),
                lost_limit: 2 * region.len() as u32 + 8,
            },
            prover: Prover::new(),
            limit,
        }
    }

    pub fn wins_after(&mut self, mv: Move) -> Result<bool, String> {
        self.arena.play(mv);
        let left = self.limit.saturating_sub(self.prover.nodes());
        let proof = self.prover.prove(&mut self.arena, left);
        let wins = match proof {
            Proof::Proven => true,
            Proof::Disproven => false,
            _ => return Err(format!("{proof:?}")),
        };
        let winner = if wins {
            self.arena.hero
        } else {
            self.arena.hero.opponent()
        };
        let repeats = repeats(&mut self.arena, &self.prover, winner);
        self.arena.undo();
        if repeats {
            return Err("rests on repetition".into());
        }
        Ok(wins)
    }
}

impl Line {
    fn now(&self) -> &Frame {
        &self.frames[self.depth]
    }

    fn value(&mut self) -> f32 {
        let now = &self.frames[self.depth];
        let rules = &self.rules;
        let extra = if rules.compensates() { now.extra } else { 0 };
        let board = &now.board;
        *self.values.entry((board.key(), extra)).or_insert_with(|| {
            let white =
                (board.stones(Color::White) as i32).max(board.stones(Color::Black) as i32 - extra);
            let real_moves = ByColor {
                black: (white + extra) as u32,
                white: white as u32,
            };
            let end = Final {
                board,
                real_moves,
                finish: Finish::Settled,
            };
            plain_value(&end, rules)
        })
    }

    fn legal(&self, point: Point) -> bool {
        let now = self.now();
        match now.board.placement(point, now.to_move) {
            Placement::Occupied | Placement::SingleStoneSuicide => false,
            Placement::MultiStoneSuicide if self.rules.suicide == Suicide::None => false,
            _ => now.board.ko_ban(now.to_move) != Some(point),
        }
    }
}

impl Arena for Line {
    type Move = Move;

    fn key(&self) -> u128 {
        let lost = mix(u64::from(self.now().lost) ^ 0x4C4F_5354);
        self.essence() ^ (u128::from(lost) << 64 | u128::from(lost))
    }

    fn essence(&self) -> u128 {
        let now = self.now();
        let ko = now.board.ko_ban(now.to_move).map_or(0, Point::index) as u64;
        let extra = if self.rules.compensates() {
            now.extra as u32
        } else {
            0
        };
        let small = u64::from(now.passes) | ko << 8 | (now.to_move as u64) << 20;
        let low = now.board.key() ^ mix(small | u64::from(extra) << 32);
        u128::from(mix(low)) << 64 | u128::from(low)
    }

    fn prover_to_move(&self) -> bool {
        self.now().to_move == self.hero
    }

    fn verdict(&mut self) -> Verdict {
        let now = self.now();
        if now.passes >= 2 {
            return if self.value() * self.hero.sign() as f32 > 0.0 {
                Verdict::Proven
            } else {
                Verdict::Disproven
            };
        }
        if now.lost > self.lost_limit {
            Verdict::CutOff
        } else {
            Verdict::Open
        }
    }

    fn moves(&mut self, out: &mut Vec<Move>) {
        out.extend(
            self.region
                .iter()
                .filter(|&&p| self.now().board.is_empty(p) && self.legal(p))
                .map(|&p| Move::Real(p)),
        );
        out.push(Move::Pass);
    }

    fn play(&mut self, mv: Move) {
        if self.depth + 1 == self.frames.len() {
            self.frames.push(self.now().clone());
        }
        let (before, after) = self.frames.split_at_mut(self.depth + 1);
        let (now, next) = (&before[self.depth], &mut after[0]);
        next.board.clone_from(&now.board);
        (next.to_move, next.passes) = (now.to_move, now.passes);
        (next.lost, next.extra) = (now.lost, now.extra);
        self.depth += 1;
        match mv {
            Move::Real(point) => {
                let stones = |b: &Board| b.stones(Color::Black) + b.stones(Color::White);
                let expected = stones(&next.board) + 1;
                next.board.play_unchecked(point, next.to_move);
                next.lost += expected - stones(&next.board);
                next.extra += next.to_move.sign();
                next.passes = 0;
            }
            _ => {
                next.board.lift_ko();
                next.passes += 1;
            }
        }
        next.to_move = next.to_move.opponent();
    }

    fn undo(&mut self) {
        self.depth -= 1;
    }
}

struct State {
    board: u64,
    /// Falls along every line of the strategy.
    rank: u32,
    /// Whether the winner's stone led here.
    by_winner: bool,
    next: Vec<usize>,
}

/// Whether the winner, moving by a won strategy, may ever bring an on-board position back.
fn repeats(line: &mut Line, prover: &Prover<Move>, winner: Color) -> bool {
    let start = line.frames[0].board.key();
    let mut states = vec![State {
        board: start,
        rank: u32::MAX,
        by_winner: false,
        next: vec![1],
    }];
    let mut index = HashMap::default();
    walk(line, prover, winner, false, &mut states, &mut index);
    let mut places: HashMap<u64, Vec<usize>> = HashMap::default();
    for (i, state) in states.iter().enumerate() {
        places.entry(state.board).or_default().push(i);
    }
    // Work allowed; an answer that takes more counts as one that rests on repetition.
    let mut steps = 300 * states.len();
    let mut follows = |early: usize, late: usize| {
        let above = |state: usize| states[state].rank > states[late].rank;
        if early == late || !above(early) {
            return false;
        }
        let mut seen = HashSet::default();
        let mut todo = vec![early];
        while let Some(at) = todo.pop() {
            for &next in &states[at].next {
                if next == late || steps == 0 {
                    return true;
                }
                steps -= 1;
                if above(next) && seen.insert(next) {
                    todo.push(next);
                }
            }
        }
        false
    };
    states.iter().enumerate().any(|(late, state)| {
        state.by_winner
            && places[&state.board]
                .iter()
                .any(|&early| follows(early, late))
    })
}

fn walk(
    line: &mut Line,
    prover: &Prover<Move>,
    winner: Color,
    by_winner: bool,
    states: &mut Vec<State>,
    index: &mut HashMap<u128, usize>,
) -> usize {
    let key = line.essence();
    if let Some(&known) = index.get(&key) {
        states[known].by_winner |= by_winner;
        return known;
    }
    let number = states.len();
    index.insert(key, number);
    states.push(State {
        board: line.now().board.key(),
        rank: prover.outcome(key).map_or(0, |(_, rank)| rank),
        by_winner,
        next: Vec::new(),
    });
    if prover.is_leaf(key) {
        return number;
    }
    let mut moves = Vec::new();
    line.moves(&mut moves);
    let winners_turn = line.now().to_move == winner;
    if winners_turn {
        let wanted = line.hero == winner;
        let best = moves
            .iter()
            .filter_map(|&mv| {
                line.play(mv);
                let outcome = prover.outcome(line.essence());
                line.undo();
                outcome
                    .filter(|&(proven, _)| proven == wanted)
                    .map(|(_, rank)| (rank, mv))
            })
            .min_by_key(|&(rank, _)| rank);
        moves = best.map(|(_, mv)| mv).into_iter().collect();
    }
    let mut next = Vec::new();
    for mv in moves {
        line.play(mv);
        let real = matches!(mv, Move::Real(_));
        next.push(walk(
            line,
            prover,
            winner,
            winners_turn && real,
            states,
            index,
        ));
        line.undo();
    }
    states[number].next = next;
    number
}
