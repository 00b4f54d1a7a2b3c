//! Local reading: the essays' sekis, life and death.

use dunhuang::reading::{Finding, read_rest, read_seki, shared_regions};
use dunhuang::rules::PRESETS;
use dunhuang::{Board, PointSet, Size};

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
        let rules = dunhuang::Rules::preset(preset).unwrap();
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
    use dunhuang::{Color, Game, Rules};
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
