//! The number of legal positions (Tromp and Farnebäck), counted on the fast board.

use dunhuang::board::naive::NaiveBoard;
use dunhuang::board::{Board, Placement};
use dunhuang::{Color, Size};

/// Extends `boards[rank]`, whose points below `rank` are decided, in all legal ways. A chain without
/// liberties can win none back from stones that are still to come, so a capture ends the branch.
fn count(size: Size, rank: usize, boards: &mut [Board]) -> u64 {
    if rank == size.area() {
        return 1;
    }
    let point = size.point(rank);
    let mut total = 0;
    for color in [None, Some(Color::Black), Some(Color::White)] {
        let (decided, rest) = boards.split_at_mut(rank + 1);
        rest[0].clone_from(&decided[rank]);
        let legal = match color {
            None => true,
            Some(color) => {
                rest[0].placement(point, color) == Placement::Stays
                    && rest[0].play_unchecked(point, color) == 0
            }
        };
        if legal {
            total += count(size, rank + 1, boards);
        }
    }
    total
}

fn legal_positions(width: usize, height: usize) -> u64 {
    let size = Size::new(width, height).expect("a size");
    let mut boards = vec![Board::new(size); size.area() + 1];
    count(size, 0, &mut boards)
}

/// All colourings of a size, in a fixed order.
fn colourings(size: Size) -> impl Iterator<Item = NaiveBoard> {
    (0..3usize.pow(size.area() as u32)).map(move |number| {
        NaiveBoard::from_stones(size, |point| {
            match number / 3usize.pow(size.rank(point) as u32) % 3 {
                1 => Some(Color::Black),
                2 => Some(Color::White),
                _ => None,
            }
        })
    })
}

#[test]
fn numbers_of_legal_positions() {
    assert_eq!(legal_positions(2, 2), 57);
    assert_eq!(legal_positions(2, 3), 489);
    assert_eq!(legal_positions(3, 2), 489);
    assert_eq!(legal_positions(3, 3), 12_675);
    assert_eq!(legal_positions(2, 5), 35_117);
    assert_eq!(legal_positions(4, 3), 321_689);
}

#[test]
fn number_of_legal_positions_on_4x4() {
    if cfg!(debug_assertions) {
        eprintln!("not counted here: 24 million positions want an optimised build (--release)");
        return;
    }
    assert_eq!(legal_positions(4, 4), 24_318_165);
}

/// Every colouring of the smallest boards, legal or not, as setup positions: accepted exactly when
/// every chain has a liberty, consistent in itself, and its key shared with no other.
#[test]
fn every_colouring_is_a_board_exactly_when_all_chains_have_liberties() {
    for (width, height, legal) in [(2, 2, 57), (2, 3, 489), (3, 3, 12_675)] {
        let size = Size::new(width, height).expect("a size");
        let mut keys = std::collections::HashSet::new();
        for slow in colourings(size) {
            let fast = Board::from_stones(size, |point| slow.color_at(point));
            assert_eq!(fast.is_ok(), slow.is_position(), "\n{}", slow.diagram());
            if let Ok(board) = fast {
                board.check().expect("consistent");
                assert_eq!(NaiveBoard::from_board(&board), slow);
                assert!(keys.insert(board.key()), "a key twice:\n{}", slow.diagram());
            }
        }
        assert_eq!(keys.len(), legal);
    }
}

/// Every stone of both colours on every empty point of every legal position of 3x3: all captures and
/// suicides there are.
#[test]
fn every_move_in_every_position_of_3x3() {
    let size = Size::square(3);
    for slow in colourings(size).filter(NaiveBoard::is_position) {
        let fast = Board::from_stones(size, |point| slow.color_at(point)).expect("a position");
        for (point, color) in size.points().flat_map(|p| Color::BOTH.map(|c| (p, c))) {
            if slow.color_at(point).is_some() {
                assert_eq!(fast.placement(point, color), Placement::Occupied);
                continue;
            }
            let mut after = slow.clone();
            let taken = after.play(point, color);
            let expected = match taken[color] {
                0 => Placement::Stays,
                1 => Placement::SingleStoneSuicide,
                _ => Placement::MultiStoneSuicide,
            };
            assert_eq!(fast.placement(point, color), expected, "{slow:?}{point:?}");
            let mut board = fast.clone();
            let captured = board.play_unchecked(point, color);
            assert_eq!(captured, taken[color.opponent()], "{slow:?}{point:?}");
            assert_eq!(NaiveBoard::from_board(&board), after, "{slow:?}{point:?}");
            assert_eq!(
                fast.key_after(point, color),
                board.key(),
                "{slow:?}{point:?}"
            );
            board.check().expect("consistent");
        }
    }
}
