//! Ladders: whether a chain that is put into atari again and again can run away.

use super::reach::{captures, liberties_after};
use crate::board::Board;
use crate::color::Color;
use crate::point::Point;
use std::cell::RefCell;

/// Most moves that one reading makes; a chain not caught by then counts as free.
const MOST_MOVES: u32 = 300;
/// Most branches that lie open at once, each with a copy of the board.
const MOST_BRANCHES: u32 = 6;

/// Whether the owner of a chain in atari, moving first, can save it, as far as ladders go: by running
/// to three liberties or by taking a chain that stands in atari itself.
pub fn escapes(board: &Board, stone: Point) -> bool {
    debug_assert_eq!(board.liberty_count(stone), 1);
    runs_into_the_open(board, stone)
        || Reader::with(|reader| {
            let mut copy = reader.copy(board);
            let escapes = reader.runs(&mut copy, stone, 0);
            reader.give_back(copy);
            escapes
        })
}

/// Whether it is plain without playing that no atari after the run holds the chain: whichever of its
/// two liberties the enemy takes, the other brings three.
fn runs_into_the_open(board: &Board, stone: Point) -> bool {
    let Some(owner) = board.color_at(stone) else {
        return false;
    };
    let run = board.only_liberty(stone);
    let head = board.chain_head(stone);
    // Joining other chains or taking stones is for the reading.
    let complicates = |q: Point| {
        board.has_stone(q, owner) && board.chain_head(q) != head
            || board.has_stone(q, owner.opponent()) && board.liberty_count(q) == 1
    };
    if run.near().into_iter().any(complicates) {
        return false;
    }
    let mut open = run.near().into_iter().filter(|&q| board.is_empty(q));
    let (Some(a), Some(b), None) = (open.next(), open.next(), open.next()) else {
        return false;
    };
    let brings_three = |point: Point| {
        point
            .near()
            .into_iter()
            .all(|q| q == run || board.is_empty(q))
    };
    brings_three(a) && brings_three(b)
}

/// Whether an enemy move on `first`, one of the two liberties of a chain, captures it in a ladder.
pub fn captures_by(board: &Board, stone: Point, first: Point) -> bool {
    debug_assert_eq!(board.liberty_count(stone), 2);
    let Some(owner) = board.color_at(stone) else {
        return false;
    };
    if leaves_three(board, stone, first, owner) {
        return false;
    }
    Reader::with(|reader| {
        let mut copy = reader.copy(board);
        let caught =
            reader.press(&mut copy, stone, first, owner) && !reader.runs(&mut copy, stone, 0);
        reader.give_back(copy);
        caught
    })
}

/// Whether after an enemy move on `first` the chain runs to three liberties over the other one.
fn leaves_three(board: &Board, stone: Point, first: Point, owner: Color) -> bool {
    let [a, b] = board.two_liberties(stone);
    let run = if a == first { b } else { a };
    // The liberty on which the enemy plays is counted too.
    liberties_after(board, run, owner, 4) >= 4 && captures(board, first, owner.opponent()) == 0
}

struct Reader {
    /// Moves that may still be made.
    left: u32,
    /// Boards to copy into, so that reading allocates only when it first goes deep.
    spare: Vec<Box<Board>>,
}

thread_local! {
    static READER: RefCell<Reader> = const {
        RefCell::new(Reader {
            left: 0,
            spare: Vec::new(),
        })
    };
}

impl Reader {
    /// One reading with this thread's reader.
    fn with<T>(read: impl FnOnce(&mut Reader) -> T) -> T {
        READER.with_borrow_mut(|reader| {
            reader.left = MOST_MOVES;
            read(reader)
        })
    }

    fn copy(&mut self, board: &Board) -> Box<Board> {
        match self.spare.pop() {
            Some(mut copy) => {
                (*copy).clone_from(board);
                copy
            }
            None => Box::new(board.clone()),
        }
    }

    fn give_back(&mut self, board: Box<Board>) {
        self.spare.push(board);
    }

    /// Makes the enemy's move; false if it is no atari.
    fn press(&mut self, board: &mut Board, stone: Point, point: Point, owner: Color) -> bool {
        let enemy = owner.opponent();
        if board.ko_ban(enemy) == Some(point) || !board.stays(point, enemy) {
            return false;
        }
        board.play_unkeyed(point, enemy);
        board.liberty_count(stone) == 1
    }

    /// Whether the chain, in atari with its owner to move, gets away. Changes the board.
    fn runs(&mut self, board: &mut Board, stone: Point, branches: u32) -> bool {
        let Some(owner) = board.color_at(stone) else {
            return false;
        };
        let enemy = owner.opponent();
        loop {
            if self.left == 0 {
                return true;
            }
            self.left -= 1;
            if self.takes(board, stone, owner, branches) {
                return true;
            }
            let run = board.only_liberty(stone);
            if !board.stays(run, owner) {
                return false;
            }
            board.play_unkeyed(run, owner);
            match board.liberty_count(stone) {
                0 | 1 => return false,
                2 => {}
                _ => return true,
            }
            let [a, b] = board.two_liberties(stone);
            let open = |point| {
                (board.ko_ban(enemy) != Some(point)
                    && board.stays(point, enemy)
                    && !leaves_three(board, stone, point, owner))
                .then_some(point)
            };
            match (open(a), open(b)) {
                (None, None) => return true,
                (Some(only), None) | (None, Some(only)) => {
                    if !self.press(board, stone, only, owner) {
                        return true;
                    }
                }
                (Some(a), Some(b)) => {
                    if branches >= MOST_BRANCHES {
                        return true;
                    }
                    if self.holds(board, stone, a, owner, branches) {
                        return false;
                    }
                    if !self.press(board, stone, b, owner) {
                        return true;
                    }
                }
            }
        }
    }

    /// Whether taking a chain in atari beside it saves the chain.
    fn takes(&mut self, board: &Board, stone: Point, owner: Color, branches: u32) -> bool {
        let enemy = owner.opponent();
        let mut tried = Point::NONE;
        for own in board.chain_stones(stone) {
            for q in own.near() {
                if !board.has_stone(q, enemy) || board.liberty_count(q) != 1 {
                    continue;
                }
                let point = board.only_liberty(q);
                if point == tried || board.ko_ban(owner) == Some(point) {
                    continue;
                }
                tried = point;
                if branches >= MOST_BRANCHES {
                    return true;
                }
                let mut copy = self.copy(board);
                copy.play_unkeyed(point, owner);
                let saved = match copy.liberty_count(stone) {
                    0 | 1 => false,
                    2 => !self.caught(&copy, stone, owner, branches),
                    _ => true,
                };
                self.give_back(copy);
                if saved {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the enemy, to move, catches a chain of two liberties.
    fn caught(&mut self, board: &Board, stone: Point, owner: Color, branches: u32) -> bool {
        let mut liberties = board.two_liberties(stone).into_iter();
        liberties.any(|point| self.holds(board, stone, point, owner, branches))
    }

    /// Whether an atari on this liberty, tried on a copy, catches the chain.
    fn holds(
        &mut self,
        board: &Board,
        stone: Point,
        point: Point,
        owner: Color,
        branches: u32,
    ) -> bool {
        let mut copy = self.copy(board);
        let caught = self.press(&mut copy, stone, point, owner)
            && !self.runs(&mut copy, stone, branches + 1);
        self.give_back(copy);
        caught
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(diagram: &str) -> Board {
        Board::from_diagram(diagram).unwrap()
    }

    const LADDER: &str = "\
        .........\n\
        .........\n\
        .........\n\
        .........\n\
        .........\n\
        ...XX....\n\
        ..XO.....\n\
        ...X.....\n\
        .........";

    #[test]
    fn a_chain_runs_into_the_edge() {
        let board = board(LADDER);
        let stone = board.size().parse_point("D3").unwrap();
        assert!(!escapes(&board, stone));
    }

    #[test]
    fn a_stone_on_the_way_breaks_the_ladder() {
        for breaker in ["G4", "H3", "F2"] {
            let mut board = board(LADDER);
            let at = board.size().parse_point(breaker).unwrap();
            board.play_unkeyed(at, Color::White);
            let stone = board.size().parse_point("D3").unwrap();
            let free = escapes(&board, stone);
            assert_eq!(free, slow_escapes(&board, stone), "{breaker}");
        }
    }

    /// The same question by trying everything, with a copy for each move.
    fn slow_escapes(board: &Board, stone: Point) -> bool {
        let owner = board.color_at(stone).unwrap();
        let mut moves = vec![board.only_liberty(stone)];
        for own in board.chain_stones(stone) {
            for q in own.near() {
                if board.has_stone(q, owner.opponent()) && board.liberty_count(q) == 1 {
                    moves.push(board.only_liberty(q));
                }
            }
        }
        moves.into_iter().any(|point| {
            if board.ko_ban(owner) == Some(point) || !board.stays(point, owner) {
                return false;
            }
            let mut copy = board.clone();
            copy.play_unkeyed(point, owner);
            match copy.liberty_count(stone) {
                0 | 1 => false,
                2 => !copy.two_liberties(stone).into_iter().any(|first| {
                    let mut after = copy.clone();
                    let enemy = owner.opponent();
                    if after.ko_ban(enemy) == Some(first) || !after.stays(first, enemy) {
                        return false;
                    }
                    after.play_unkeyed(first, enemy);
                    after.liberty_count(stone) == 1 && !slow_escapes(&after, stone)
                }),
                _ => true,
            }
        })
    }

    fn random_board(seed: u64) -> Board {
        use crate::playout::{Policy, Trace, Uniform};
        let mut rng = crate::rng::Rng::from_seed(seed);
        let mut board = Board::new(crate::Size::square(9));
        let trace = Trace::new();
        let mut color = Color::Black;
        for _ in 0..20 + rng.below(40) {
            let point = Uniform.choose(&mut board, color, &trace, &mut rng);
            if point != Point::NONE {
                board.play_unkeyed(point, color);
            }
            color = color.opponent();
        }
        board
    }

    #[test]
    fn random_positions_read_as_trying_everything_does() {
        let mut asked = 0;
        for seed in 0..400 {
            let board = random_board(seed);
            for point in board.size().points() {
                if board.color_at(point).is_some()
                    && board.chain_head(point) == point
                    && board.liberty_count(point) == 1
                {
                    asked += 1;
                    assert_eq!(
                        escapes(&board, point),
                        slow_escapes(&board, point),
                        "seed {seed} {}",
                        board.size().name(point)
                    );
                }
            }
        }
        assert!(asked > 100);
    }
}
