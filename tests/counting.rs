//! Every counting figure of the essays, and hand-made positions.

use dunhuang::board::Board;
use dunhuang::counting::{
    Count, DoubtKind, Evidence, HalfPoints, Ledger, Method, Options, Reading, Score, count,
    count_settled, result, settle, settle_game,
};
use dunhuang::game::{Game, State};
use dunhuang::point::{Move, PointSet, Size};
use dunhuang::rules::Rules;
use dunhuang::{ByColor, Color};
use serde_json::Value;

fn figures() -> Vec<Value> {
    let text = include_str!("data/counting.json");
    serde_json::from_str(text).expect("the figures are JSON")
}

fn figure(id: &str) -> Value {
    figures()
        .into_iter()
        .find(|f| f["id"] == id)
        .unwrap_or_else(|| panic!("no figure {id}"))
}

/// The figure's board; partial figures stand in the lower left corner of an empty board.
fn board_of(figure: &Value) -> Board {
    let rows: Vec<&str> = figure["board"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row.as_str().expect("a row"))
        .collect();
    Board::from_diagram(&rows.join("\n")).expect("a position")
}

fn points(size: Size, names: &Value) -> PointSet {
    names.as_array().map_or(PointSet::EMPTY, |names| {
        names
            .iter()
            .map(|name| {
                size.parse_point(name.as_str().expect("a name"))
                    .expect("a point")
            })
            .collect()
    })
}

fn letter(color: Color) -> String {
    color.letter().to_string()
}

fn without_komi(name: &str) -> Rules {
    let mut rules = Rules::preset(name).expect("a preset");
    rules.komi = 0.0;
    rules
}

fn game_of(board: &Board, rules: Rules) -> Game {
    Game::from_board(board.clone(), Color::Black, rules)
}

fn counted(figure: &Value, method: Method, dead: &PointSet, options: &Options) -> Count {
    let game = game_of(&board_of(figure), without_komi("living-stones"));
    count(&game, Some(method), dead, options)
}

fn halves(value: &Value) -> HalfPoints {
    HalfPoints::from_points(value.as_f64().expect("a number") as f32)
}

#[test]
fn settled_figures() {
    for figure in figures().iter().filter(|f| f["settled"].is_object()) {
        let id = &figure["id"];
        let count = counted(
            figure,
            Method::FullBoard,
            &PointSet::EMPTY,
            &Options::default(),
        );
        for color in Color::BOTH {
            let want = &figure["settled"][letter(color)];
            let got = count.figures[color];
            assert_eq!(want["stones"], got.stones, "stones of {id}");
            assert_eq!(want["terr"], got.own_points, "own points of {id}");
            assert_eq!(want["tax"], got.eyes, "eyes of {id}");
            assert_eq!(want["living"], got.living, "living stones of {id}");
            assert_eq!(want["paths"], got.paths, "paths of {id}");
            assert_eq!(want["groups"], got.groups, "groups of {id}");
            assert_eq!(halves(&want["area"]), got.area, "area of {id}");
        }
        assert_eq!(figure["settled"]["shared"], count.public, "shared of {id}");
    }
}

#[test]
fn what_the_essays_say() {
    let nobody = PointSet::EMPTY;
    for figure in &figures() {
        let id = figure["id"].as_str().expect("a name");
        // One is counted literally, one is the picture of a step.
        if id == "non-ideal-final-position" || id == "returning-heads-after" {
            continue;
        }
        let said = &figure["said"];
        for method in Method::FOUR_WAYS {
            let count = counted(figure, method, &nobody, &Options::default());
            if let Some(winner) = said["living_winner"].as_str() {
                assert_eq!(winner, count.result.to_string(), "{id} by {method}");
            }
            if let Some(winner) = said["path_winner"].as_str() {
                assert_eq!(winner, count.result.to_string(), "{id} by {method}");
            }
        }
        let area = counted(figure, Method::Area, &nobody, &Options::default());
        if let Some(winner) = said["area_winner"].as_str() {
            assert_eq!(winner, area.result.to_string(), "{id} by area");
        }
        for color in Color::BOTH {
            let f = area.figures[color];
            let whole = |number: u32| HalfPoints::whole(number as i32);
            for (name, got) in [
                ("living", whole(f.living)),
                ("eyes", whole(f.eyes)),
                ("paths", whole(f.paths)),
                ("stones", whole(f.stones)),
                ("groups", whole(f.groups)),
                ("territory", whole(f.own_points)),
                ("area", f.area),
            ] {
                let want = &said[name][letter(color)];
                if !want.is_null() {
                    assert_eq!(halves(want), got, "{name} of {id}");
                }
            }
        }
    }
}

#[test]
fn non_ideal_end_is_counted_literally() {
    let figure = figure("non-ideal-final-position");
    let mut game = game_of(&board_of(&figure), without_komi("living-stones"));
    for color in [Color::White, Color::Black, Color::White, Color::Black] {
        game.play(color, Move::Pass).expect("a virtual move");
    }
    assert_eq!(game.state(), State::EndedForced);
    let count = count(&game, None, &PointSet::EMPTY, &Options::default());
    assert_eq!(count.method, Method::Literal);
    assert_eq!(count.result.to_string(), "0");
    assert_eq!(count.totals.black, HalfPoints::whole(2));
    assert_eq!(count.totals.white, HalfPoints::whole(2));
}

#[test]
fn after_an_end_dead_stones_live() {
    let board = Board::from_diagram(".X.X.\nXXXXX\n...O.\n.....\n.....").expect("a position");
    let white = PointSet::from_iter(board.size().parse_point("D3"));
    let mut game = game_of(&board, without_komi("living-stones"));
    assert_eq!(result(&game, &white).to_string(), "B+23");
    game.agree_end().expect("an end");
    assert_eq!(result(&game, &white).to_string(), "B+6");
    // Asked for a method by name, it settles the position all the same.
    let options = Options::default();
    let living = count(&game, Some(Method::FullBoard), &white, &options);
    assert_eq!(living.result.to_string(), "B+23");
    let literal = count(&game, Some(Method::Literal), &white, &options);
    assert_eq!(literal.result.to_string(), "B+6");
    assert!(literal.dead.is_empty());
    assert!(settle_game(&game, &white, &options).dead.is_empty());
    let mut game = game_of(&board, without_komi("point-counting-virtual"));
    assert_eq!(result(&game, &white).to_string(), "B+25");
    game.agree_end().expect("an end");
    assert_eq!(result(&game, &white).to_string(), "B+9");
}

#[test]
fn returning_heads_swaps_one_stone() {
    let before = figure("returning-heads");
    let after = figure("returning-heads-after");
    let count = counted(
        &before,
        Method::EqualPhantoms,
        &PointSet::EMPTY,
        &Options::default(),
    );
    assert_eq!(count.totals.black, HalfPoints::whole(25));
    assert_eq!(count.totals.white, HalfPoints::whole(24));
    let last = &count.steps.last().expect("a step").board;
    let white = Color::White;
    let swapped = last.count(dunhuang::counting::Cell::Stone(white));
    assert_eq!(swapped, board_of(&before).stones(white) - 1);
    assert_eq!(swapped, board_of(&after).stones(white));
    // The very point that the essay swaps.
    let point = board_of(&before).size().parse_point("F1").expect("a point");
    assert_eq!(
        last.at(point),
        dunhuang::counting::Cell::Stone(Color::Black)
    );
}

#[test]
fn note_8_gives_opposite_winners() {
    let figure = figure("paths-are-stones");
    let board = board_of(&figure);
    let nobody = PointSet::EMPTY;
    let living = result(&game_of(&board, without_komi("living-stones")), &nobody);
    let area = result(&game_of(&board, without_komi("point-counting")), &nobody);
    assert_eq!(living.winner(), Some(Color::Black));
    assert_eq!(area.winner(), Some(Color::White));
}

#[test]
fn four_liberty_seki_is_decided_by_touch() {
    let figure = figure("seki-four-liberties");
    let count = counted(&figure, Method::Area, &PointSet::EMPTY, &Options::default());
    check_totals(&figure, &count);
    let size = board_of(&figure).size();
    let want = points(size, &figure["totals"]["one_sided_liberties"]["B"]);
    assert_eq!(*count.one_sided_liberties.black.points(), want);
    // Not read: the settlement says that it went by the shape.
    assert!(count.in_doubt.iter().any(|d| d.kind == DoubtKind::Seki));
}

#[test]
fn one_sided_dame_claimed_or_read() {
    let figure = figure("seki-one-sided-dame");
    let size = board_of(&figure).size();
    let dead = points(size, &figure["totals"]["dead"]);
    let dame = ByColor {
        black: points(size, &figure["totals"]["one_sided_dame"]["B"]),
        white: PointSet::EMPTY,
    };
    let claimed = Options {
        claims: dame,
        ..Options::default()
    };
    let read = Options {
        reading: Reading {
            one_sided_dame: dame,
            ..Reading::default()
        },
        ..Options::default()
    };
    for options in [claimed, read] {
        for method in [Method::Area, Method::FullBoard, Method::EqualStones] {
            let count = counted(&figure, method, &dead, &options);
            check_totals(&figure, &count);
            assert_eq!(*count.one_sided_dame.black.points(), dame.black);
        }
    }
}

/// Reading wins over shape: it confirms a seki, or makes its points dame, or unfinished.
#[test]
fn reading_wins_over_shape() {
    let board = board_of(&figure("seki-four-liberties"));
    let shared = points(board.size(), &serde_json::json!(["C5", "C6", "D5", "D6"]));
    let settled = |reading| {
        let evidence = Evidence {
            reading,
            ..Evidence::default()
        };
        let ledger = Ledger::of_board(&board);
        let s = settle(&board, &PointSet::EMPTY, ledger, true, &evidence);
        let kinds: Vec<DoubtKind> = s.doubts.iter().map(|d| d.kind).collect();
        (s.dame.len(), s.one_sided_liberties.black.len(), kinds)
    };
    let reading = Reading::default();
    use DoubtKind::{Group, Region, Seki};
    assert_eq!(settled(reading), (0, 2, vec![Seki]));
    let read = Reading {
        seki: shared,
        ..reading
    };
    assert_eq!(settled(read), (0, 2, vec![]));
    let read = Reading {
        dame: shared,
        ..reading
    };
    assert_eq!(settled(read), (4, 0, vec![Group, Group, Group]));
    let read = Reading {
        open: shared,
        ..reading
    };
    assert_eq!(settled(read), (4, 0, vec![Group, Group, Group, Region]));
}

#[test]
fn claims_that_make_no_sense_are_listed_and_ignored() {
    let figure = figure("seki-one-sided-dame");
    let size = board_of(&figure).size();
    let dead = points(size, &figure["totals"]["dead"]);
    let all = points(size, &serde_json::json!(["A1", "A4", "B4", "E5", "C3"]));
    let options = Options {
        claims: ByColor {
            black: all,
            white: PointSet::EMPTY,
        },
        ..Options::default()
    };
    let count = counted(&figure, Method::FullBoard, &dead, &options);
    // Two of the three shared points at most: with the third a chain would have no liberty.
    assert_eq!(count.figures.black.one_sided_dame, 2);
    let refused = count.in_doubt.iter().filter(|d| d.kind == DoubtKind::Claim);
    assert_eq!(refused.count(), 3);
}

fn check_totals(figure: &Value, count: &Count) {
    for color in Color::BOTH {
        let totals = &figure["totals"];
        let got = count.figures[color];
        assert_eq!(halves(&totals["area"][letter(color)]), got.area);
        assert_eq!(totals["living"][letter(color)], got.living);
    }
}

#[test]
fn seki_with_eyes_in_equal_stones() {
    let figure = figure("seki-with-eyes");
    let count = counted(
        &figure,
        Method::EqualStonesArea,
        &PointSet::EMPTY,
        &Options::default(),
    );
    assert_eq!(count.result.to_string(), "B+3");
    let last = &count.steps.last().expect("a step").board;
    use dunhuang::counting::Cell;
    let points = |c| last.count(Cell::Path(c)) + last.count(Cell::Eye(c));
    // The stone that was lifted stood inside, away from White and from the public liberties.
    let lifted: Vec<_> = last.places(Cell::Path(Color::Black)).collect();
    assert_eq!(lifted.len(), 1);
    let shared = [Cell::Stone(Color::White), Cell::Empty];
    assert!(
        last.neighbours(lifted[0])
            .all(|q| !shared.contains(&last.at(q)))
    );
    assert_eq!(points(Color::Black), 3);
    assert_eq!(points(Color::White), 0);
    assert_eq!(
        last.count(Cell::Stone(Color::Black)),
        last.count(Cell::Stone(Color::White))
    );
}

#[test]
fn settlements() {
    let cases: Vec<Value> =
        serde_json::from_str(include_str!("data/settlements.json")).expect("JSON");
    for case in cases {
        let (id, board) = (&case["id"], board_of(&case));
        let nobody = PointSet::EMPTY;
        let s = settle(
            &board,
            &nobody,
            Ledger::of_board(&board),
            true,
            &Evidence::default(),
        );
        for color in Color::BOTH {
            let want = |name: &str| case[name][letter(color)].as_u64().expect("a number");
            let groups = s.groups.iter().filter(|g| g.color == color).count();
            assert_eq!(
                s.own[color].len() as u64,
                want("own_points"),
                "own points: {id}"
            );
            assert_eq!(s.eyes[color].len() as u64, want("eyes"), "eyes: {id}");
            assert_eq!(
                s.seki_stones[color].len() as u64,
                want("seki_stones"),
                "seki: {id}"
            );
            assert_eq!(groups as u64, want("groups"), "groups: {id}");
        }
        assert_eq!(case["shared"], s.shared.len(), "shared: {id}");
        assert_eq!(case["dame"], s.dame.len(), "dame: {id}");
        let kinds = s.doubts.iter().map(|d| d.kind).collect::<Vec<_>>();
        let kinds = serde_json::to_value(kinds).expect("JSON");
        assert_eq!(case["doubts"], kinds, "doubts: {id}");
    }
}

#[test]
fn handicap_bonus_goes_to_white() {
    use dunhuang::rules::HandicapBonus;
    for (bonus, given) in [
        (HandicapBonus::None, 0.5),
        (HandicapBonus::N, 3.5),
        (HandicapBonus::NMinusOne, 2.5),
    ] {
        let mut rules = without_komi("chinese");
        rules.komi = 0.5;
        rules.handicap_bonus = bonus;
        let mut game = Game::new(Size::square(9), rules);
        for name in ["C3", "G7", "C7"] {
            let point = game.size().parse_point(name).expect("a point");
            game.play(Color::Black, Move::Real(point)).expect("legal");
        }
        for method in Method::ALL {
            let count = count(&game, Some(method), &PointSet::EMPTY, &Options::default());
            assert_eq!(count.to_white.points(), given, "{method}");
        }
    }
}

/// The whole count as JSON: what reports and scripts read.
#[test]
fn counts_serialise() {
    let count = counted(
        &figure("paths-are-stones"),
        Method::EqualPhantoms,
        &PointSet::EMPTY,
        &Options::default(),
    );
    let json = serde_json::to_value(&count).expect("JSON");
    assert_eq!(json["method"], "equal-phantoms");
    assert_eq!(json["result"], "B+1");
    assert_eq!(json["totals"]["black"], 25.0);
    assert_eq!(json["figures"]["white"]["area"], 25.0);
    let first = serde_json::json!([
        "bXxXXOo", "bXXXOoO", "bxXOOOO", "XXXXOXO", "OOOXXXX", "OwoOOXX", "oOOOOOX"
    ]);
    assert_eq!(json["steps"][0]["board"], first);
    assert_eq!(json["steps"][1]["board"][6], "oOOOOXX");
}

#[test]
fn settlement_without_history() {
    let board = board_of(&figure("paths-are-stones"));
    let settlement = settle(
        &board,
        &PointSet::EMPTY,
        Ledger::of_board(&board),
        true,
        &Evidence::default(),
    );
    assert!(settlement.doubts.is_empty());
    let rules = without_komi("tang");
    // Nothing was lost, and Black has one real move less.
    let tang = count_settled(&settlement, Method::Tang, &rules, HalfPoints::ZERO);
    assert_eq!(tang.result.to_string(), "B+2");
    let komi = HalfPoints::from_points(3.5);
    let tang = count_settled(&settlement, Method::Tang, &rules, komi);
    assert_eq!(tang.result.to_string(), "W+1.5");
}

#[test]
fn scores_as_text() {
    for text in ["B+3.5", "W+2", "0", "B+0.5", "W+361"] {
        assert_eq!(
            Score::parse(text).map(|s| s.to_string()).as_deref(),
            Some(text)
        );
    }
    assert_eq!(Score::parse("w+7.50").map(|s| s.points()), Some(-7.5));
    for text in [
        "",
        "B",
        "B+",
        "B+R",
        "X+1",
        "B+-1",
        "+3",
        "B+1.2.3",
        "B+99999999999",
    ] {
        assert_eq!(Score::parse(text), None, "{text}");
    }
    assert_eq!(HalfPoints::from_points(f32::NAN), HalfPoints::ZERO);
    assert_eq!(HalfPoints(-1).to_string(), "-0.5");
}

#[test]
fn methods_by_name() {
    for method in Method::ALL {
        assert_eq!(Method::parse(method.name()), Some(method));
    }
    let own = |name| Method::of_rules(&Rules::preset(name).expect("a preset"));
    for (preset, method) in [
        ("living-stones", Method::FullBoard),
        ("living-stones-simple", Method::FullBoard),
        ("tang", Method::Tang),
        ("point-counting", Method::Area),
        ("point-counting-virtual", Method::Area),
        ("point-counting-art", Method::AreaCompensated),
        ("chinese", Method::Area),
        ("tromp-taylor", Method::Area),
        ("aga", Method::Area),
        ("japanese", Method::Territory),
    ] {
        assert_eq!(own(preset), method, "{preset}");
    }
}
