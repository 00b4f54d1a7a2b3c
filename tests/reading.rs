//! Local reading: the essays' sekis, life and death as data, and the plainest possible searcher as twin.

#[path = "reading/plain.rs"]
mod plain;

use dunhuang::exhaustive::{Final, Solution, Stopping, solve};
use dunhuang::reading::{
    Answer, Finding, Goal, Life, Outcome, Problem, life, read_rest, read_seki, shared_regions,
};
use dunhuang::rng::Rng;
use dunhuang::rules::PRESETS;
use dunhuang::{Board, Color, Game, Move, PointSet, Rules, Size};
use std::path::Path;

/// A figure of `tests/data/counting.json`, its dead stones taken off.
fn figure(id: &str) -> (Board, serde_json::Value) {
    let text = include_str!("data/counting.json");
    let figures: Vec<serde_json::Value> = serde_json::from_str(text).unwrap();
    let figure = figures.into_iter().find(|f| f["id"] == id).unwrap();
    let rows: Vec<&str> = figure["board"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap())
        .collect();
    let board = Board::from_diagram(&rows.join("\n")).unwrap();
    let dead = points(board.size(), &figure["totals"]["dead"]);
    let board = Board::from_stones(board.size(), |p| {
        board.color_at(p).filter(|_| !dead.contains(p))
    });
    (board.unwrap(), figure)
}

fn points(size: Size, names: &serde_json::Value) -> PointSet {
    let names = names.as_array().into_iter().flatten();
    names
        .map(|name| size.parse_point(name.as_str().unwrap()).unwrap())
        .collect()
}

/// Essay 002 figure 5: Black can afford one of three shared points, White none.
#[test]
fn one_sided_dame_is_read() {
    let (board, figure) = figure("seki-one-sided-dame");
    for preset in ["living-stones", "ikeda"] {
        let rules = Rules::preset(preset).unwrap();
        let regions = shared_regions(&board, &rules, 400_000);
        assert_eq!(regions.len(), 1);
        let three = ["A1", "A4", "B4"].map(|name| board.size().parse_point(name).unwrap());
        let three = PointSet::from_iter(three);
        assert_eq!(regions[0].shared, three);
        let Finding::Seki { affords, places } = regions[0].finding else {
            panic!("{:?}", regions[0].finding);
        };
        assert_eq!((affords.black, affords.white), (1, 0));
        assert_eq!(places.black, three);
        assert!(places.white.is_empty());
        let reading = read_seki(&board, &rules, 400_000);
        assert_eq!(reading.seki, three);
        assert_eq!(
            reading.one_sided_dame.black,
            points(board.size(), &figure["totals"]["one_sided_dame"]["B"])
        );
        assert!(reading.one_sided_dame.white.is_empty());
    }
}

/// Essay 002 figure 6: a pass is best for both.
#[test]
fn four_liberty_seki_is_read() {
    let (board, _) = figure("seki-four-liberties");
    for preset in &PRESETS {
        let reading = read_seki(&board, &preset.rules, 100_000);
        assert_eq!(reading.seki.len(), 4, "{}", preset.name);
        assert!(reading.dame.is_empty());
        assert!(reading.one_sided_dame.black.is_empty());
        assert!(reading.one_sided_dame.white.is_empty());
        assert!(reading.open.is_empty());
    }
}

/// From the game to the totals: settlement, reading, count.
#[test]
fn figures_5_and_6_are_decided_without_help() {
    use dunhuang::counting::{Method, Options, count};
    for (id, nodes) in [
        ("seki-one-sided-dame", 100_000),
        ("seki-four-liberties", 20_000),
    ] {
        let (_, figure) = figure(id);
        let rows: Vec<&str> = figure["board"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row.as_str().unwrap())
            .collect();
        let board = Board::from_diagram(&rows.join("\n")).unwrap();
        let dead = points(board.size(), &figure["totals"]["dead"]);
        let game = Game::from_board(board, Color::Black, Rules::living_stones());
        let options = Options {
            reading: read_rest(&game, &dead, nodes),
            ..Options::default()
        };
        for method in Method::FOUR_WAYS.into_iter().chain([Method::Area]) {
            let count = count(&game, Some(method), &dead, &options);
            for color in Color::BOTH {
                let (totals, side) = (&figure["totals"], color.letter().to_string());
                assert_eq!(totals["area"][&side], count.figures[color].area.points());
                assert_eq!(totals["living"][&side], count.figures[color].living);
            }
            assert!(count.in_doubt.is_empty(), "{:?}", count.in_doubt);
        }
    }
}

/// What the plain searcher says of a problem, if it gets to the end.
fn plainly(problem: &Problem, answer: Answer, nodes: u64) -> Option<bool> {
    let mut plain = plain::Plain::new(problem, nodes);
    let owner = |stone| problem.board.color_at(stone).unwrap();
    match (problem.goal, answer) {
        (Goal::Capture(stone), Answer::Yes) => {
            plain.decide(plain::Want::Taken(stone, owner(stone)))
        }
        (Goal::Capture(stone), _) => plain
            .decide(plain::Want::Taken(stone, owner(stone)))
            .map(|yes| !yes),
        (Goal::Live(stone), Answer::Yes) => plain
            .decide(plain::Want::Taken(stone, owner(stone)))
            .map(|yes| !yes),
        (Goal::Live(stone), _) => plain.decide(plain::Want::Taken(stone, owner(stone))),
        (Goal::Balance, Answer::Balance(value)) => {
            let least = plain.decide(plain::Want::AtLeast(value))?;
            let more = plain.decide(plain::Want::AtLeast(value + 1))?;
            Some(least && !more)
        }
        (Goal::Balance, _) => Some(false),
    }
}

/// Files hold a comment, a diagram, and lines of questions with their answers; see any of them.
#[test]
fn life_and_death_by_the_book() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/reading");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let rules = Rules::preset("chinese").unwrap();
    let (mut asked, mut confirmed) = (0, 0);
    let mut wrong = Vec::new();
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let lines = || text.lines().filter(|l| !l.starts_with('#'));
        let is_row = |l: &&str| l.chars().all(|c| ".XO".contains(c));
        let rows: Vec<&str> = lines().filter(is_row).collect();
        let board = Board::from_diagram(&rows.join("\n")).unwrap();
        let point = |name: &str| board.size().parse_point(name).unwrap();
        let (mut region, mut goal) = (PointSet::EMPTY, Goal::Balance);
        for line in lines().filter(|l| !is_row(l)) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let mut expect = |found: String, expected: &str| {
                if found != expected {
                    wrong.push(format!("{name}: {line}: found {found}"));
                }
            };
            match words[..] {
                ["region", ..] => region = words[1..].iter().map(|w| point(w)).collect(),
                ["live", stone] => goal = Goal::Live(point(stone)),
                ["capture", stone] => goal = Goal::Capture(point(stone)),
                ["balance"] => goal = Goal::Balance,
                ["state", expected] => {
                    let Goal::Live(stone) = goal else {
                        panic!("{name}")
                    };
                    let found = match life(&board, region, stone, &rules, 200_000) {
                        Life::Alive => "alive".into(),
                        Life::Dead => "dead".into(),
                        Life::FirstMove => "first-move".into(),
                        Life::Ko => "ko".into(),
                        Life::Unknown(why) => format!("{why:?}"),
                    };
                    expect(found, expected);
                }
                ["seki", ..] | ["dame"] => {
                    let found: Vec<String> = shared_regions(&board, &rules, 200_000)
                        .iter()
                        .map(|region| match region.finding {
                            Finding::Dame => "dame".into(),
                            Finding::Seki { affords, .. } => {
                                format!("seki {} {}", affords.black, affords.white)
                            }
                            other => format!("{other:?}"),
                        })
                        .collect();
                    expect(found.join(", "), line);
                }
                [first, expected, ref rest @ ..] => {
                    let problem = Problem {
                        ko_master: rest.get(1).map(|c| Color::parse(c).unwrap()),
                        ..Problem::new(&board, region, Color::parse(first).unwrap(), goal, &rules)
                    };
                    let Outcome::Solved(answer) = problem.solve() else {
                        panic!("{name}: {line}: {:?}", problem.solve());
                    };
                    let found = match answer {
                        Answer::Yes => "yes".into(),
                        Answer::No => "no".into(),
                        Answer::Balance(value) => value.to_string(),
                    };
                    expect(found, expected);
                    asked += 1;
                    match plainly(&problem, answer, 60_000) {
                        Some(true) => confirmed += 1,
                        Some(false) => wrong.push(format!("{name}: {line}: plain search differs")),
                        None => eprintln!("{name}: {line}: too large for the plain search"),
                    }
                }
                _ => panic!("{name}: {line}"),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(confirmed >= 20, "{confirmed} of {asked}");
}

/// A random position reached by play, with at most so many empty points.
fn random_position(rng: &mut Rng, size: Size, rules: Rules, most_empty: usize) -> Game {
    let mut game = Game::new(size, rules);
    while game.board().empty_count() > most_empty && game.move_number() < 60 {
        let legal: Vec<_> = game.legal_points(game.to_move()).iter().collect();
        let mv = match legal[..] {
            [] => Move::Pass,
            _ => Move::Real(legal[rng.below(legal.len() as u32) as usize]),
        };
        game.play(game.to_move(), mv).unwrap();
    }
    game
}

/// Where the region is the whole board, a balance that was solved is the value of the game with its
/// full history, under every rule of repetition.
#[test]
fn balances_of_whole_boards_are_the_values_of_games() {
    let mut rng = Rng::from_seed(5);
    let (mut compared, mut unknown) = (0, 0);
    for round in 0..300 {
        let preset = &PRESETS[round % PRESETS.len()];
        let rules = Rules {
            compensation: false,
            komi: 0.0,
            ..preset.rules
        };
        let size = Size::new(2 + round % 2, 2 + round / 2 % 2).unwrap();
        let most_empty = 3 + rng.below(3) as usize;
        let position = random_position(&mut rng, size, rules, most_empty);
        let (board, to_move) = (position.board(), Color::BOTH[round % 2]);
        let all: PointSet = size.points().collect();
        let problem = Problem {
            node_limit: 20_000,
            ..Problem::new(board, all, to_move, Goal::Balance, &rules)
        };
        let Outcome::Solved(Answer::Balance(balance)) = problem.solve() else {
            unknown += 1;
            continue;
        };
        let game = Game::from_board(board.clone(), to_move, rules);
        let area = |end: &Final, _: &Rules| plain::count(end.board, &all) as f32;
        let solved = solve(&game, Stopping::TwoPasses, 20_000, area).unwrap();
        if let Solution::Exact(value) = solved.0 {
            compared += 1;
            let name = preset.name;
            assert_eq!(
                balance as f32,
                value,
                "{name} {to_move:?}\n{}",
                board.diagram()
            );
        }
    }
    eprintln!("compared {compared}, unknown {unknown}");
    assert!(compared >= 100, "{compared}");
}

/// Random crowded positions: whatever the plain searcher can decide, the solver decides alike.
#[test]
fn agrees_with_the_plain_search_on_random_positions() {
    let mut rng = Rng::from_seed(11);
    let (mut compared, mut unknown) = (0, 0);
    for round in 0..120 {
        let preset = &PRESETS[round % PRESETS.len()];
        let size = Size::new(3 + round % 3, 3 + round / 3 % 2).unwrap();
        let most_empty = 3 + rng.below(4) as usize;
        let game = random_position(&mut rng, size, preset.rules, most_empty);
        let board = game.board();
        // Everywhere, or everywhere but one corner that nobody may fill.
        let mut region: PointSet = board.empties().iter().copied().collect();
        if rng.below(2) == 0 {
            region.remove(size.point(0));
        }
        let stones: Vec<_> = size.points().filter(|&p| !board.is_empty(p)).collect();
        let stone = stones[rng.below(stones.len() as u32) as usize];
        let to_move = Color::BOTH[rng.below(2) as usize];
        for goal in [Goal::Balance, Goal::Capture(stone), Goal::Live(stone)] {
            let problem = Problem {
                node_limit: 20_000,
                ..Problem::new(board, region, to_move, goal, &preset.rules)
            };
            let Outcome::Solved(answer) = problem.solve() else {
                unknown += 1;
                continue;
            };
            if let Some(same) = plainly(&problem, answer, 4_000) {
                compared += 1;
                assert!(
                    same,
                    "{goal:?} {to_move:?} {answer:?} {region:?}\n{}",
                    board.diagram()
                );
            }
        }
    }
    eprintln!("compared {compared}, unknown {unknown}");
    assert!(compared >= 120, "{compared}");
    assert!(unknown <= 40, "{unknown}");
}
