//! The exhaustive solver against deliberately naive searches on the referee itself, against its own
//! golden values, and against what symmetry demands.

use dunhuang::exhaustive::{Final, Finish, Solution, Stopping, plain_value, solve};
use dunhuang::point::Symmetry;
use dunhuang::rules::{PRESETS, Rules};
use dunhuang::{Board, Color, Game, Move, Size};
use std::path::{Path, PathBuf};

/// Alpha-beta without a table: positions, history and ends are the referee's.
struct Naive {
    nodes: u64,
    limit: u64,
}

impl Naive {
    fn search(&mut self, game: &mut Game, mut low: f32, mut high: f32) -> f32 {
        self.nodes += 1;
        if self.nodes > self.limit {
            return 0.0;
        }
        if let Some(value) = end_value(game) {
            return value;
        }
        let color = game.to_move();
        let mut best = f32::INFINITY * -color.sign() as f32;
        // Without the pass first it gets lost in long games.
        let real = game.size().points().map(Move::Real);
        for mv in std::iter::once(Move::Pass).chain(real) {
            if game.play(color, mv).is_err() {
                continue;
            }
            let value = self.search(game, low, high);
            game.undo().unwrap();
            if color == Color::Black {
                best = best.max(value);
                low = low.max(best);
            } else {
                best = best.min(value);
                high = high.min(best);
            }
            if low >= high {
                break;
            }
        }
        best
    }

    /// Whether the game is worth at least `wanted`, if that shows within `depth` moves.
    fn at_least(&mut self, game: &mut Game, wanted: f32, depth: u32) -> Option<bool> {
        self.nodes += 1;
        if let Some(value) = end_value(game) {
            return Some(value >= wanted);
        }
        if depth == 0 || self.nodes > self.limit {
            return None;
        }
        let color = game.to_move();
        let mut result = Some(color == Color::White);
        for mv in game.size().points().map(Move::Real).chain([Move::Pass]) {
            if game.play(color, mv).is_err() {
                continue;
            }
            let value = self.at_least(game, wanted, depth - 1);
            game.undo().unwrap();
            match value {
                Some(good) if good == (color == Color::Black) => return value,
                Some(_) => {}
                None => result = None,
            }
        }
        result
    }
}

fn end_value(game: &Game) -> Option<f32> {
    let finish = if game.now().end.is_some() {
        Finish::Literal
    } else if game.now().passes >= 2 {
        Finish::Settled
    } else if game.now().cycle.is_some() {
        return Some(0.0);
    } else {
        return None;
    };
    let end = Final {
        board: game.board(),
        real_moves: game.real_moves(),
        finish,
    };
    Some(plain_value(&end, game.rules()))
}

/// Every position of the size that can stand on a board.
fn positions(size: Size) -> Vec<Board> {
    let points = size.area() as u32;
    (0..3usize.pow(points))
        .filter_map(|code| {
            let at = |p| code / 3usize.pow(size.rank(p) as u32) % 3;
            Board::from_stones(size, |p| match at(p) {
                1 => Some(Color::Black),
                2 => Some(Color::White),
                _ => None,
            })
            .ok()
        })
        .collect()
}

#[test]
fn agrees_with_naive_minimax_from_every_2x2_position() {
    // Virtual moves make games too long for a search without a table.
    for preset in PRESETS.iter().filter(|p| !p.rules.virtual_moves) {
        let rules = Rules {
            komi: 0.0,
            ..preset.rules
        };
        let mut decided = 0;
        for (i, board) in positions(Size::square(2)).into_iter().enumerate() {
            let mut game = Game::from_board(board, Color::BOTH[i % 2], rules);
            let mut naive = Naive {
                nodes: 0,
                limit: 5000,
            };
            let value = naive.search(&mut game, -99.0, 99.0);
            if naive.nodes <= naive.limit {
                decided += 1;
                assert_solved(&game, value);
            }
        }
        // There are 57 positions.
        assert!(decided >= 55, "{}: {decided}", preset.name);
    }
}

#[test]
fn agrees_with_naive_deepening_under_virtual_moves() {
    let mut decided = 0;
    for name in ["living-stones", "point-counting-virtual"] {
        let rules = Rules {
            komi: 0.0,
            ..Rules::preset(name).unwrap()
        };
        for diagram in ["XX\n.O", "XX\n..", ".X\nX.", "XO\n..", "OO\nO."] {
            for to_move in Color::BOTH {
                let board = Board::from_diagram(diagram).unwrap();
                let mut game = Game::from_board(board, to_move, rules);
                let solved = solve(&game, Stopping::TwoPasses, 1_000_000, plain_value);
                let Some((Solution::Exact(value), _)) = solved else {
                    panic!("{solved:?}");
                };
                let mut naive = Naive {
                    nodes: 0,
                    limit: 10_000,
                };
                for (wanted, expected) in [(value, true), (value + 0.5, false)] {
                    naive.nodes = 0;
                    let found = (1..40).find_map(|depth| naive.at_least(&mut game, wanted, depth));
                    if let Some(found) = found {
                        decided += 1;
                        assert_eq!(found, expected, "{name} {to_move:?} {wanted}\n{diagram}");
                    }
                }
            }
        }
    }
    assert!(decided >= 20, "{decided}");
}

fn assert_solved(game: &Game, value: f32) {
    let solved = solve(game, Stopping::TwoPasses, 1_000_000, plain_value);
    assert_eq!(
        solved.map(|(solution, _)| solution),
        Some(Solution::Exact(value)),
        "{:?} {:?}\n{}",
        game.rules().preset_name(),
        game.to_move(),
        game.board().diagram()
    );
}

/// One line of a golden file.
struct Case {
    file: PathBuf,
    game: Game,
    name: String,
    stopping: Stopping,
    value: f32,
    nodes: u64,
}

fn stopping_name(stopping: Stopping) -> &'static str {
    match stopping {
        Stopping::TwoPasses => "two-passes",
        Stopping::Natural => "natural",
    }
}

/// Files hold a diagram and then lines `preset stopping first-to-move value nodes`, komi 0.
fn golden() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/exact");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let lines = || {
            text.lines()
                .filter(|l| !l.starts_with('#') && !l.is_empty())
        };
        let is_row = |l: &&str| l.chars().all(|c| ".XO".contains(c));
        let rows: Vec<&str> = lines().filter(is_row).collect();
        let board = Board::from_diagram(&rows.join("\n")).unwrap();
        for line in lines().filter(|l| !is_row(l)) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [name, stopping, first, value, nodes] = words[..] else {
                panic!("{line}");
            };
            let rules = Rules {
                komi: 0.0,
                ..Rules::preset(name).unwrap()
            };
            let stopping = [Stopping::TwoPasses, Stopping::Natural]
                .into_iter()
                .find(|&s| stopping_name(s) == stopping)
                .unwrap();
            cases.push(Case {
                file: file.clone(),
                game: Game::from_board(board.clone(), Color::parse(first).unwrap(), rules),
                name: name.into(),
                stopping,
                value: value.parse().unwrap(),
                nodes: nodes.parse().unwrap(),
            });
        }
    }
    cases
}

/// The quick golden cases again, each also turned and with the colours swapped.
#[test]
fn golden_values_and_their_images_under_symmetry() {
    let mut checked = 0;
    for (i, case) in golden().iter().enumerate() {
        if case.nodes > 20_000 {
            continue;
        }
        checked += 1;
        let game = &case.game;
        let solved = solve(game, case.stopping, 1_000_000, plain_value).unwrap();
        let place = format!("{} {}", case.file.display(), case.name);
        assert_eq!(solved.0, Solution::Exact(case.value), "{place}");

        let symmetry = Symmetry::all().nth(i % 8).unwrap();
        let size = symmetry.size(game.size());
        let turned = Board::from_stones(size, |q| {
            let mut points = game.size().points();
            let p = points.find(|&p| symmetry.apply(game.size(), p) == q)?;
            game.board().color_at(p).map(Color::opponent)
        });
        let image = Game::from_board(turned.unwrap(), game.to_move().opponent(), *game.rules());
        let solved = solve(&image, case.stopping, 2_000_000, plain_value).unwrap();
        assert_eq!(solved.0, Solution::Exact(-case.value), "image of {place}");
    }
    assert!(checked >= 20, "{checked}");
}

#[test]
fn komi_shifts_the_value_where_no_cycle_is_at_stake() {
    for name in ["living-stones", "chinese", "ikeda"] {
        let value = |komi| {
            let rules = Rules {
                komi,
                ..Rules::preset(name).unwrap()
            };
            let game = Game::new(Size::square(2), rules);
            solve(&game, Stopping::TwoPasses, 1_000_000, plain_value)
                .unwrap()
                .0
        };
        let Solution::Exact(plain) = value(0.0) else {
            panic!("{name}");
        };
        assert_eq!(value(0.5), Solution::Exact(plain - 0.5), "{name}");
    }
}

#[test]
fn a_small_node_limit_gives_bounds() {
    let game = Game::new(Size::square(3), Rules::living_stones());
    let (solution, nodes) = solve(&game, Stopping::TwoPasses, 100, plain_value).unwrap();
    assert!(matches!(solution, Solution::Between(low, high) if low < high));
    assert!(nodes <= 101);
}

/// `UPDATE_EXACT=all cargo test --test exhaustive write_golden` makes the files again, in minutes; with
/// the name of a board, only that one.
#[test]
fn write_golden() {
    let Ok(wanted) = std::env::var("UPDATE_EXACT") else {
        return;
    };
    let boards = [
        ("2x2-empty", "..\n.."),
        ("2x3-empty", "...\n..."),
        ("3x3-empty", "...\n...\n..."),
        ("3x3-centre", "...\n.X.\n..."),
        ("3x4-ko", ".XO.\nX.XO\n.XO."),
        ("3x4-finished", ".XO.\nXXOO\n.XO."),
        ("3x4-protect", ".XO.\nXX.O\n.XO."),
        ("3x5-last-dame", ".X.O.\nXXOOO\n.XO.O"),
    ];
    for (name, diagram) in boards {
        if wanted != "all" && wanted != name {
            continue;
        }
        let board = Board::from_diagram(diagram).unwrap();
        let mut text = String::from(
            "# Exact values, Black minus White, komi 0: preset, what ends a game, first to move, value, nodes.\n",
        );
        text += &format!("{diagram}\n");
        for preset in &PRESETS {
            let rules = Rules {
                komi: 0.0,
                ..preset.rules
            };
            for stopping in [Stopping::TwoPasses, Stopping::Natural] {
                if stopping == Stopping::Natural && !rules.ends_by_force() {
                    continue;
                }
                for first in Color::BOTH {
                    let game = Game::from_board(board.clone(), first, rules);
                    let solved = solve(&game, stopping, 400_000, plain_value).unwrap();
                    let (preset, stopping) = (preset.name, stopping_name(stopping));
                    let first = first.name();
                    text += &match solved {
                        (Solution::Exact(value), nodes) => {
                            format!("{preset:22} {stopping:10} {first:5} {value:4} {nodes}\n")
                        }
                        (Solution::Between(low, high), nodes) => format!(
                            "# {preset} {stopping} {first}: not decided in {nodes} nodes, {low} to {high}\n"
                        ),
                    };
                }
            }
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/exact");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{name}.txt")), text).unwrap();
    }
}
