//! Properties of counting over thousands of random games, finished and unfinished, with a separate
//! naive counter that knows nothing but the last picture of a count.

use dunhuang::board::{Board, Placement};
use dunhuang::counting::{
    Cell, Count, Evidence, Figures, HalfPoints, Ledger, Method, Options, Settlement, Step, count,
    count_settled, dead_stones, settle, unconditional_life,
};
use dunhuang::game::{Game, State};
use dunhuang::playout::{self, Local, Rates, Tally, Trace};
use dunhuang::point::{Move, Point, PointMap, PointSet, Size, Symmetry};
use dunhuang::rng::{Rng, derive_seed};
use dunhuang::rules::{PRESETS, Repetition, Rules, Suicide, Tax};
use dunhuang::{ByColor, Color};

// ---- random games ----

/// Whether a point is an eye that random players leave alone: own stones on all sides, and too few
/// enemy stones on the diagonals to make it false.
fn is_eye(board: &Board, point: Point, color: Color) -> bool {
    if board.neighbours(point).any(|q| !board.has_stone(q, color)) {
        return false;
    }
    let size = board.size();
    let diagonals = point.diagonals();
    let on_board = diagonals.iter().filter(|&&q| size.contains(q)).count();
    let enemies = diagonals
        .iter()
        .filter(|&&q| size.contains(q) && board.has_stone(q, color.opponent()))
        .count();
    enemies + usize::from(on_board < 4) < 2
}

/// A legal move that fills no eye, or `None`.
fn random_move(game: &Game, color: Color, rng: &mut Rng) -> Option<Point> {
    let mut empties: Vec<Point> = game.board().empties().to_vec();
    while !empties.is_empty() {
        let point = empties.swap_remove(rng.below(empties.len() as u32) as usize);
        if !is_eye(game.board(), point, color) && game.check(color, Move::Real(point)).is_ok() {
            return Some(point);
        }
    }
    None
}

/// Plays on until neither side can but fill eyes (true), or for `limit` moves, or to a forced end.
fn play_out(game: &mut Game, rng: &mut Rng, limit: usize, virtual_now_and_then: bool) -> bool {
    for _ in 0..limit {
        if matches!(game.state(), State::EndedForced) {
            return false;
        }
        let color = game.to_move();
        let idle = virtual_now_and_then && rng.below(12) == 0 && game.virtual_moves_here() < 2;
        let mv = if idle {
            None
        } else {
            random_move(game, color, rng)
        };
        match mv {
            Some(point) => game.play_unchecked(color, Move::Real(point)),
            None => {
                if !idle && random_move(game, color.opponent(), rng).is_none() {
                    return true;
                }
                game.play_unchecked(color, Move::Pass);
            }
        }
    }
    false
}

/// A game under a random preset on a random small board, from an empty board, preset stones,
/// handicap, or a random setup, played for a while or to its finish.
fn random_game(seed: u64) -> (Game, bool) {
    let mut rng = Rng::from_seed(seed);
    let size = Size::new(2 + rng.below(8) as usize, 2 + rng.below(8) as usize).expect("2 to 9");
    let mut rules = PRESETS[rng.below(PRESETS.len() as u32) as usize].rules;
    rules.komi = (rng.below(31) as f32 - 15.0) / 2.0;
    rules.preset_stones = rng.below(4) == 0;
    let mut game = Game::new(size, rules);
    match rng.below(5) {
        0 => {
            for _ in 0..rng.below(4) {
                if let Some(point) = random_move(&game, Color::Black, &mut rng) {
                    game.play_unchecked(Color::Black, Move::Real(point));
                }
            }
        }
        1 => {
            let density = rng.below(60);
            let stones: Vec<_> = size
                .points()
                .map(|_| match rng.below(100) {
                    n if n >= density => None,
                    n if n % 2 == 0 => Some(Color::Black),
                    _ => Some(Color::White),
                })
                .collect();
            // A random setup may hold a chain without liberties; then the game starts empty.
            let _ = game.setup(|p| stones[size.rank(p)], Color::White);
        }
        _ => {}
    }
    let limit = match rng.below(3) {
        0 => rng.below(size.area() as u32 * 2) as usize,
        _ => size.area() * 6,
    };
    let idle = rng.below(2) == 0;
    let finished = play_out(&mut game, &mut rng, limit, idle);
    (game, finished)
}

// ---- the naive counter ----

/// The difference Black − White that the last picture of a count shows, in half points.
fn recount(count: &Count) -> i32 {
    let rows = count.steps.last().expect("a step").board.rows();
    let number = |c: char| rows.iter().map(|r| r.matches(c).count()).sum::<usize>() as i32;
    let stones = 2 * (number('X') - number('O'));
    match count.method {
        Method::FullBoard => {
            assert_eq!(number('b') + number('w'), 0, "paths are left\n{rows:#?}");
            stones
        }
        Method::EqualPaths => {
            assert_eq!(number('b'), number('w'), "paths differ\n{rows:#?}");
            stones
        }
        Method::EqualStones => {
            assert_eq!(number('X'), number('O'), "stones differ\n{rows:#?}");
            2 * (number('b') - number('w'))
        }
        Method::EqualPhantoms => {
            let one_side =
                2 * (number('X') + number('b') + number('x')) + number('.') + number('%');
            let all = 2 * rows.iter().map(String::len).sum::<usize>() as i32;
            one_side - (all - one_side)
        }
        Method::EqualStonesArea => {
            assert_eq!(number('X'), number('O'), "stones differ\n{rows:#?}");
            2 * (number('b') + number('x') - number('w') - number('o'))
        }
        other => panic!("no naive counter for {other}"),
    }
}

/// Own points and shared points by flood fill, groups and eyes by the two-point rule: what settlement
/// must find on a played-out board, where all eyes are single points.
struct Naive {
    own: ByColor<i32>,
    eyes: ByColor<i32>,
    shared: i32,
}

fn naive(board: &Board) -> Naive {
    let size = board.size();
    let near = |p: Point| {
        p.neighbours()
            .into_iter()
            .filter(move |&q| size.contains(q))
            .collect::<Vec<_>>()
    };
    let all: Vec<Point> = size.points().collect();
    // Who can be reached from each point through empty points.
    let reach = |from: Point| {
        let (mut seen, mut todo, mut met) = (vec![from], vec![from], [false; 2]);
        while let Some(p) = todo.pop() {
            for q in near(p) {
                match board.color_at(q) {
                    Some(c) => met[c as usize - 1] = true,
                    None if !seen.contains(&q) => {
                        seen.push(q);
                        todo.push(q);
                    }
                    None => {}
                }
            }
        }
        met
    };
    let owner = |p: Point| match (board.color_at(p), reach(p)) {
        (Some(color), _) => Some(color),
        (None, [true, false]) => Some(Color::Black),
        (None, [false, true]) => Some(Color::White),
        _ => None,
    };
    let owners: Vec<Option<Color>> = all.iter().map(|&p| owner(p)).collect();
    let mut naive = Naive {
        own: ByColor::default(),
        eyes: ByColor::default(),
        shared: owners.iter().filter(|o| o.is_none()).count() as i32,
    };
    let mut seen: Vec<Point> = Vec::new();
    for (i, &start) in all.iter().enumerate() {
        let Some(color) = owners[i] else { continue };
        if board.is_empty(start) {
            naive.own[color] += 1;
        }
        if seen.contains(&start) {
            continue;
        }
        let (mut todo, mut empties) = (vec![start], 0);
        seen.push(start);
        while let Some(p) = todo.pop() {
            empties += i32::from(board.is_empty(p));
            for q in near(p) {
                if owners[size.rank(q)] == Some(color) && !seen.contains(&q) {
                    seen.push(q);
                    todo.push(q);
                }
            }
        }
        naive.eyes[color] += empties.min(2);
    }
    naive
}

// ---- properties ----

fn by(game: &Game, method: Method, dead: &PointSet, options: &Options) -> Count {
    count(game, Some(method), dead, options)
}

/// Everything that holds for every position, whatever is dead or claimed.
fn check_identities(game: &Game, dead: &PointSet, options: &Options) -> ByColor<Figures> {
    let show = || format!("{}dead {dead:?}", game.board().diagram());
    let area = by(game, Method::Area, dead, options);
    let f = area.figures;
    let to_white = area.to_white.0;
    let half = |v: ByColor<HalfPoints>| v.black.0 - v.white.0;
    let diff = |get: fn(&Figures) -> u32| 2 * (get(&f.black) as i32 - get(&f.white) as i32);

    let living = diff(|f| f.living);
    for method in Method::FOUR_WAYS {
        let count = by(game, method, dead, options);
        let result = count.result.difference().0 + to_white;
        assert_eq!(result, living, "{method} of\n{}", show());
        assert_eq!(
            recount(&count),
            living,
            "last picture of {method} of\n{}",
            show()
        );
        assert_eq!(
            half(count.totals),
            living,
            "totals of {method} of\n{}",
            show()
        );
        assert_eq!(count.figures, f);
    }

    check_put_back(game, dead, options, f);

    let plain_area = half(ByColor::from_fn(|c| f[c].area));
    assert_eq!(living, plain_area - diff(|f| f.eyes), "eyes in\n{}", show());
    let short = by(game, Method::EqualStonesArea, dead, options);
    assert_eq!(
        half(short.totals),
        plain_area,
        "equal stones in\n{}",
        show()
    );
    assert_eq!(recount(&short), plain_area, "equal stones in\n{}", show());

    let extra = diff(|f| f.real_moves);
    let tang = by(game, Method::Tang, dead, options);
    assert_eq!(half(tang.totals), living - extra, "tang in\n{}", show());
    if game.rules().tax != Tax::Seki {
        assert_eq!(half(area.totals), plain_area, "area in\n{}", show());
        let art = by(game, Method::AreaCompensated, dead, options);
        assert_eq!(half(art.totals), plain_area - extra, "art in\n{}", show());
    }

    let size = game.size().area() as i32;
    for color in Color::BOTH {
        let f = f[color];
        assert!(
            f.eyes <= f.own_points,
            "more eyes than points in\n{}",
            show()
        );
        assert_eq!(f.lost + f.stones, f.real_moves);
        assert_eq!(f.paths, f.own_points + f.one_sided_dame - f.eyes);
    }
    assert_eq!(
        f.black.area.0 + f.white.area.0,
        2 * size,
        "area in\n{}",
        show()
    );
    f
}

/// Where there is room, every lost and virtual stone is back on the board in the end, and with the
/// moves balanced both sides have the same number of stones without any lifting.
fn check_put_back(game: &Game, dead: &PointSet, options: &Options, f: ByColor<Figures>) {
    let last = |method| by(game, method, dead, options).steps.pop().expect("a step");
    let stones = |step: &Step, c| step.board.count(Cell::Stone(c));
    let moves = ByColor::from_fn(|c| f[c].real_moves + f[c].virtual_stones);
    let balanced = moves.black.max(moves.white);
    let room = |c, due| due <= f[c].paths;
    if Color::BOTH.iter().all(|&c| room(c, balanced - f[c].stones)) {
        let step = last(Method::EqualStones);
        assert_eq!(step.title, "put lost and virtual stones back");
        for color in Color::BOTH {
            assert_eq!(stones(&step, color), balanced);
        }
    }
    if Color::BOTH.iter().all(|&c| room(c, f[c].lost)) {
        for method in [Method::Tang, Method::AreaCompensated] {
            if game.rules().tax == Tax::Seki {
                continue;
            }
            let step = last(method);
            for color in Color::BOTH {
                assert_eq!(stones(&step, color), f[color].real_moves);
            }
        }
        let fewest = f.black.real_moves.min(f.white.real_moves);
        let step = last(Method::EqualStonesArea);
        assert_eq!(stones(&step, Color::Black), fewest);
    }
}

#[test]
fn every_way_agrees_over_random_games() {
    let mut seen = [0; 7];
    for number in 0..3000 {
        let seed = derive_seed(20, number);
        let (game, finished) = random_game(seed);
        if matches!(game.state(), State::EndedForced) {
            continue;
        }
        let mut rng = Rng::from_seed(seed ^ 1);
        // Half of them with some chains dead, half of those with claims: nothing may break.
        let mut dead = PointSet::EMPTY;
        let mut options = Options::default();
        if number % 2 == 1 {
            dead = game.size().points().filter(|_| rng.below(9) == 0).collect();
            if number % 4 == 1 {
                options.claims = ByColor::from_fn(|_| {
                    game.size()
                        .points()
                        .filter(|_| rng.below(20) == 0)
                        .collect()
                });
            }
        }
        let f = check_identities(&game, &dead, &options);
        let moves = game.real_moves();
        seen[0] += usize::from(moves.black != moves.white);
        seen[1] += usize::from(Color::BOTH.iter().any(|&c| f[c].lost > f[c].paths));
        seen[2] += usize::from(f.black.one_sided_dame + f.white.one_sided_dame > 0);
        seen[3] += usize::from((f.black.eyes + f.white.eyes) % 2 == 1);
        seen[4] += usize::from(f.black.virtual_stones + f.white.virtual_stones > 0);
        seen[5] += usize::from(finished);
        seen[6] += usize::from(Color::BOTH.iter().all(|&c| f[c].lost <= f[c].paths));
    }
    // Odd move counts, more lost stones than room, one-sided dame, odd eyes, virtual stones, finished,
    // room for all lost stones.
    assert!(seen.iter().all(|&n| n > 150), "too few of a kind: {seen:?}");
}

#[test]
fn settlement_of_finished_games_equals_the_naive_one() {
    let mut finished_games = 0;
    for number in 0..2500 {
        let (game, finished) = random_game(derive_seed(21, number));
        if !finished {
            continue;
        }
        finished_games += 1;
        let count = by(&game, Method::Area, &PointSet::EMPTY, &Options::default());
        let naive = naive(game.board());
        let show = || game.board().diagram();
        assert_eq!(naive.shared, count.public as i32, "\n{}", show());
        for color in Color::BOTH {
            let f = count.figures[color];
            assert_eq!(naive.own[color], f.own_points as i32, "\n{}", show());
            assert_eq!(naive.eyes[color], f.eyes as i32, "\n{}", show());
        }
    }
    assert!(finished_games > 800, "{finished_games}");
}

/// What the search reads off a played-out board is what the settlement says of it.
#[test]
fn the_fast_tally_of_a_played_out_board_equals_the_settlement() {
    let mut compared = 0;
    for number in 0..1200 {
        let (game, finished) = random_game(derive_seed(29, number));
        if !finished {
            continue;
        }
        compared += 1;
        let board = game.board();
        let (tally, nobody) = (Tally::of(board), PointSet::EMPTY);
        let ledger = Ledger::of_game(&game);
        let extra = ledger.real_moves.black as i32 - ledger.real_moves.white as i32;
        for preset in PRESETS.iter().filter(|p| p.rules.tax != Tax::Seki) {
            // By touch, shared points are the settlement's business: the tally halves them.
            let settled = settle(board, &nobody, ledger, false, &Evidence::default());
            let method = Method::of_rules(&preset.rules);
            let count = count_settled(&settled, method, &preset.rules, HalfPoints::ZERO);
            assert_eq!(
                count.result.points(),
                f64::from(tally.difference(&preset.rules, extra)),
                "{}\n{}",
                preset.name,
                board.diagram()
            );
            for color in Color::BOTH {
                let f = count.figures[color];
                assert_eq!(
                    (f.stones, f.own_points),
                    (tally.stones[color], tally.own_points[color])
                );
                assert_eq!(f.eyes, tally.eyes[color], "\n{}", board.diagram());
            }
            assert_eq!(count.public, tally.shared);
        }
    }
    assert!(compared > 600, "{compared}");
}

/// Compares the tally of a board that a playout left with its settlement, under every preset with and
/// without points by touch and with every tax; adds what differs.
fn compare_tally(board: &Board, differences: &mut Vec<String>) {
    let tally = Tally::of(board);
    for preset in &PRESETS {
        for touch_points in [false, true] {
            for tax in [Tax::None, Tax::Seki, Tax::All] {
                let rules = Rules {
                    touch_points,
                    tax,
                    ..preset.rules
                };
                let game = Game::from_board(board.clone(), Color::Black, rules);
                let ledger = Ledger::of_game(&game);
                let extra = ledger.real_moves.black as i32 - ledger.real_moves.white as i32;
                let evidence = Evidence::default();
                let settled = settle(board, &PointSet::EMPTY, ledger, touch_points, &evidence);
                let method = Method::of_rules(&rules);
                let count = count_settled(&settled, method, &rules, HalfPoints::ZERO);
                let (exact, fast) = (count.result.points(), tally.difference(&rules, extra));
                if exact != f64::from(fast) {
                    differences.push(format!(
                        "{} {tax:?}, touch {touch_points}: {exact}, tally {fast}\n{}",
                        preset.name,
                        board.diagram()
                    ));
                }
            }
        }
    }
}

/// What the search reads off the boards that its own playouts leave, sekis among them, is what the
/// settlement says of them.
#[test]
fn the_fast_tally_of_heavy_playouts_equals_the_settlement() {
    let figures: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("data/counting.json")).expect("JSON");
    let rows = |figure: &serde_json::Value| -> Vec<String> {
        let rows = figure["board"].as_array().expect("rows").iter();
        rows.map(|r| r.as_str().expect("a row").into()).collect()
    };
    let sekis = figures
        .iter()
        .filter(|f| f["id"].as_str().expect("a name").starts_with("seki"))
        .map(|f| Board::from_diagram(&rows(f).join("\n")).expect("a position"));
    let cases = SEKIS
        .iter()
        .map(|d| Board::from_diagram(d).expect("a position"));
    let mut differences = Vec::new();
    // Playouts fill the liberties that touch one side only; the tally knows them all the same.
    let resting = Board::from_diagram(TOUCHED).expect("a position");
    assert_eq!(Tally::of(&resting).touched, ByColor { black: 2, white: 0 });
    compare_tally(&resting, &mut differences);
    let mut starts: Vec<Board> = sekis.chain(cases).flat_map(|b| vec![b; 100]).collect();
    starts.extend((0..600).map(|n| random_game(derive_seed(31, n)).0.board().clone()));

    let policy = Local::new(Rates::default());
    let mut trace = Trace::new();
    let (mut compared, mut shared, mut taxed) = (0, 0, 0);
    for (number, mut board) in starts.into_iter().enumerate() {
        let mut rng = Rng::from_seed(derive_seed(32, number as u64));
        let first = Color::BOTH[number % 2];
        playout::run(&policy, &mut board, first, 0, &mut rng, &mut trace);
        // One that was broken off is no played-out board.
        if trace.len() >= 3 * board.size().area() {
            continue;
        }
        let tally = Tally::of(&board);
        compared += 1;
        shared += u32::from(tally.shared > 0);
        taxed += u32::from(tally.seki_points != ByColor::default());
        compare_tally(&board, &mut differences);
    }
    println!("{compared} boards: {shared} with shared points, {taxed} with points in seki");
    assert!(
        differences.is_empty(),
        "{}:\n{}",
        differences.len(),
        differences.join("\n")
    );
    assert!(compared > 900 && shared > 80 && taxed > 60);
}

/// A seki that has come to rest, with two liberties that touch Black only.
const TOUCHED: &str = "OOXXOOO\nOX..XO.\nOX..XOO\nOXOOXO.\nOXXXXOO\nOOOOOOO\n.O.OOOO";

/// Sekis whose stones are too many to be given away: two shared liberties, no eyes.
const SEKIS: [&str; 2] = [
    "O.OOOOX.X\n.OO.OX.X.\nOO.OXXXXX\n...OX.XOO\nOOOOXXXOO\n.O..OOO..\n..O...OXX\nOOO...OXX\nO.OOOOOOO",
    "O.OOOO...\n.O.O...OO\nO.O...OO.\nOOOOO.O..\nXXXXXOOOO\n..X.XO...\nXXXXXOOOO\nXOOO.XXXO\nXOOO.XXXO",
];

#[test]
fn large_boards() {
    for number in 0..12 {
        let mut rng = Rng::from_seed(derive_seed(30, number));
        let size = if number % 2 == 0 {
            Size::square(19)
        } else {
            Size::new(19, 13).expect("a size")
        };
        let mut game = Game::new(size, Rules::living_stones());
        let moves = rng.below(700) as usize;
        play_out(&mut game, &mut rng, moves, false);
        if game.state() != State::EndedForced {
            check_identities(&game, &PointSet::EMPTY, &Options::default());
        }
    }
}

#[test]
fn suicides_count_as_lost() {
    let mut suicides = 0;
    for number in 0..600 {
        let mut rng = Rng::from_seed(derive_seed(22, number));
        let mut game = Game::new(Size::square(4), Rules::living_stones());
        let mut lost = ByColor::<u32>::default();
        for _ in 0..60 {
            let color = game.to_move();
            let Some(point) = random_move(&game, color, &mut rng) else {
                break;
            };
            let suicide = game.board().placement(point, color) == Placement::MultiStoneSuicide;
            let before = game.board().stones(color);
            game.play_unchecked(color, Move::Real(point));
            lost[color.opponent()] += game.now().captured;
            if suicide {
                suicides += 1;
                lost[color] += before + 1 - game.board().stones(color);
            }
        }
        let f = check_identities(&game, &PointSet::EMPTY, &Options::default());
        assert_eq!(ByColor::from_fn(|c| f[c].lost), lost);
    }
    assert!(suicides > 100, "{suicides}");
}

/// The essays' sekis, in both colours and all orientations, with histories that never were.
#[test]
fn every_way_agrees_in_seki() {
    let figures: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("data/counting.json")).expect("JSON");
    for figure in figures {
        let id = figure["id"].as_str().expect("a name").to_string();
        if !id.starts_with("seki") {
            continue;
        }
        let rows: Vec<&str> = figure["board"]
            .as_array()
            .expect("rows")
            .iter()
            .map(|r| r.as_str().expect("a row"))
            .collect();
        let board = Board::from_diagram(&rows.join("\n")).expect("a position");
        let size = board.size();
        let mut base = None;
        for (i, symmetry) in Symmetry::all().enumerate() {
            for swapped in [false, true] {
                let turned_size = symmetry.size(size);
                let mut stones = PointMap::<Option<Color>>::default();
                for p in size.points() {
                    let color = board.color_at(p);
                    stones[symmetry.apply(size, p)] = if swapped {
                        color.map(Color::opponent)
                    } else {
                        color
                    };
                }
                let turned = Board::from_stones(turned_size, |p| stones[p]).expect("a position");
                let game = Game::from_board(turned, Color::Black, Rules::living_stones());
                let f = check_identities(&game, &PointSet::EMPTY, &Options::default());
                let f = if swapped {
                    ByColor {
                        black: f.white,
                        white: f.black,
                    }
                } else {
                    f
                };
                assert_eq!(*base.get_or_insert(f), f, "{id} turned by {i}");
            }
        }
    }
}

/// The four-liberty seki in the corner of larger boards, the rest played at random.
#[test]
fn every_way_agrees_around_an_embedded_seki() {
    let corner = ["OOXXOO", "OX..XO", "OX..XO", "OXOOXO", "OXXXXO", "OOOOOO"];
    let mut kept = 0;
    for number in 0..300 {
        let mut rng = Rng::from_seed(derive_seed(23, number));
        let size = Size::square(8 + rng.below(3) as usize);
        let board = Board::from_stones(size, |p| {
            match corner.get(p.y()).and_then(|row| row.as_bytes().get(p.x())) {
                Some(b'X') => Some(Color::Black),
                Some(b'O') => Some(Color::White),
                _ => None,
            }
        })
        .expect("a position");
        let preset = PRESETS[rng.below(PRESETS.len() as u32) as usize].rules;
        let mut game = Game::from_board(board, Color::Black, preset);
        let inside = |p: Point| p.x() < 6 && p.y() < 6;
        for _ in 0..size.area() * 2 {
            let color = game.to_move();
            let mv = (0..8)
                .filter_map(|_| random_move(&game, color, &mut rng))
                .find(|&p| !inside(p))
                .map_or(Move::Pass, Move::Real);
            if game.state() == State::EndedForced {
                break;
            }
            game.play_unchecked(color, mv);
        }
        if game.state() == State::EndedForced {
            game.undo().expect("the fourth virtual move");
        }
        let count = by(&game, Method::Area, &PointSet::EMPTY, &Options::default());
        check_identities(&game, &PointSet::EMPTY, &Options::default());
        let liberties = count.one_sided_liberties.black.len();
        kept += usize::from(liberties == 2);
    }
    assert!(kept > 60, "{kept}");
}

/// Filling every path never takes the life of a group that lived unconditionally.
#[test]
fn filling_keeps_unconditional_life() {
    let mut tried = 0;
    for number in 0..1500 {
        let (game, _) = random_game(derive_seed(24, number));
        let count = by(
            &game,
            Method::FullBoard,
            &PointSet::EMPTY,
            &Options::default(),
        );
        let last = &count.steps.last().expect("a step").board;
        let full = Board::from_stones(game.size(), |p| match last.at(p) {
            Cell::Stone(color) => Some(color),
            _ => None,
        });
        let full = full.expect("every chain of the full board has a liberty");
        for color in Color::BOTH {
            let before = unconditional_life(game.board(), color, true).alive;
            let after = unconditional_life(&full, color, true).alive;
            tried += usize::from(!before.is_empty());
            assert!(
                before.difference(&after).is_empty(),
                "{}\nfilled\n{}",
                game.board().diagram(),
                full.diagram()
            );
        }
    }
    assert!(tried > 300, "{tried}");
}

// ---- numbers of the essays ----

#[test]
fn three_extra_groups_return_three_stones() {
    let board = Board::from_diagram(
        ".O.OXO.O.
         OOOOXOOOO
         XXXXXXXXX
         X.XXXXX.X
         XXXXXXXXX
         OOOOXOOOO
         .O.OXO.O.",
    )
    .expect("a position");
    let game = Game::from_board(board.clone(), Color::Black, Rules::living_stones());
    let count = by(
        &game,
        Method::EqualPhantoms,
        &PointSet::EMPTY,
        &Options::default(),
    );
    assert_eq!(count.figures.white.groups, count.figures.black.groups + 3);
    let last = &count.steps.last().expect("a step").board;
    let (mut changed, size) = (0, board.size());
    for p in size.points() {
        if let Some(color) = board.color_at(p) {
            let now = last.at(p);
            if now != Cell::Stone(color) {
                changed += 1;
                assert_eq!((color, now), (Color::White, Cell::Stone(Color::Black)));
                // A border stone that touches no empty point.
                assert!(board.neighbours(p).all(|q| !board.is_empty(q)));
                assert!(
                    board
                        .neighbours(p)
                        .any(|q| board.has_stone(q, Color::Black))
                );
            }
        }
    }
    assert_eq!(changed, 3);
}

/// Under tang and the art version a move inside one's own territory costs 1 and a dame is worth 0;
/// under living stones and area the first costs nothing and the second is worth 1.
#[test]
fn wasted_moves_cost_and_dame_are_worth_nothing_where_moves_are_compensated() {
    let board = Board::from_diagram(
        "...XO....
         ..XX.O...
         ..X.OO...
         XXX.O....
         .X.XO....
         .XXX.O...
         ..X.OO...
         ..XXO....
         ...XO....",
    )
    .expect("a position");
    let change = |preset: &str, color: Color, name: &str| {
        let mut game = Game::from_board(board.clone(), color, Rules::preset(preset).expect("one"));
        let nobody = PointSet::EMPTY;
        let result = |game: &Game| count(game, None, &nobody, &Options::default()).result;
        let before = result(&game);
        let point = game.size().parse_point(name).expect("a point");
        game.play(color, Move::Real(point)).expect("legal");
        (result(&game).points() - before.points()) * f64::from(color.sign())
    };
    for (color, path, dame) in [(Color::Black, "A9", "D7"), (Color::White, "J5", "D7")] {
        for preset in ["tang", "point-counting-art"] {
            assert_eq!(change(preset, color, path), -1.0, "{preset} {path}");
            assert_eq!(change(preset, color, dame), 0.0, "{preset} {dame}");
        }
        for preset in ["living-stones", "point-counting"] {
            assert_eq!(change(preset, color, path), 0.0, "{preset} {path}");
            assert_eq!(change(preset, color, dame), 1.0, "{preset} {dame}");
        }
    }
}

/// The same over random games: any path, any dame that joins no groups.
#[test]
fn wasted_moves_and_dame_over_random_games() {
    let nobody = PointSet::EMPTY;
    let (mut fills, mut dames) = (0, 0);
    for number in 0..1500 {
        let (game, _) = random_game(derive_seed(25, number));
        let settled = |board: &Board, moves| {
            let ledger = Ledger {
                real_moves: moves,
                ..Ledger::default()
            };
            settle(board, &nobody, ledger, true, &Evidence::default())
        };
        let before = settled(game.board(), game.real_moves());
        let diff = |s: &Settlement, method, rules: &Rules| {
            count_settled(s, method, rules, HalfPoints::ZERO)
                .result
                .points()
        };
        let rules = Rules::living_stones();
        for color in Color::BOTH {
            let after_move = |point: Point, methods: [(Method, f64); 4]| {
                let mut board = game.board().clone();
                if board.play_unchecked(point, color) > 0 {
                    return false;
                }
                let mut moves = game.real_moves();
                moves[color] += 1;
                let after = settled(&board, moves);
                let tally = |s: &Settlement| {
                    let sizes = |sets: ByColor<PointSet>| sets.black.len() + sets.white.len();
                    (s.groups.len(), sizes(s.eyes), sizes(s.one_sided_liberties))
                };
                // Nothing but this point may change its state.
                let here = usize::from(before.shared.contains(point));
                if tally(&after) != tally(&before)
                    || after.shared.len() + here != before.shared.len()
                {
                    return false;
                }
                for (method, worth) in methods {
                    let got = diff(&after, method, &rules) - diff(&before, method, &rules);
                    let got = got * f64::from(color.sign());
                    assert_eq!(got, worth, "{method} {point:?}\n{}", game.board().diagram());
                }
                true
            };
            if let Some(path) = before.paths(color).iter().next() {
                fills += usize::from(after_move(
                    path,
                    [
                        (Method::Tang, -1.0),
                        (Method::AreaCompensated, -1.0),
                        (Method::FullBoard, 0.0),
                        (Method::Area, 0.0),
                    ],
                ));
            }
            let playable = |p: &Point| {
                before.board.stays(*p, color)
                    && before
                        .board
                        .neighbours(*p)
                        .any(|q| before.board.has_stone(q, color))
            };
            for dame in before.dame.iter().filter(playable) {
                dames += usize::from(after_move(
                    dame,
                    [
                        (Method::Tang, 0.0),
                        (Method::AreaCompensated, 0.0),
                        (Method::FullBoard, 1.0),
                        (Method::Area, 1.0),
                    ],
                ));
            }
        }
    }
    assert!(fills > 500 && dames > 100, "{fills} {dames}");
}

#[test]
fn preset_stones_of_essay_004() {
    let mut rules = Rules::preset("tang").expect("tang");
    rules.preset_stones = true;
    let game = Game::new(Size::square(19), rules);
    let stones: Vec<(String, Color)> = game
        .size()
        .points()
        .filter_map(|p| Some((game.size().name(p), game.board().color_at(p)?)))
        .collect();
    let want = [
        ("D16", Color::Black),
        ("Q16", Color::White),
        ("D4", Color::White),
        ("Q4", Color::Black),
    ];
    assert_eq!(stones, want.map(|(name, color)| (name.to_string(), color)));
    assert_eq!(game.to_move(), Color::White);
    let f = check_identities(&game, &PointSet::EMPTY, &Options::default());
    assert_eq!((f.black.real_moves, f.white.real_moves), (2, 2));
}

// ---- territory and hand-overs ----

/// Under AGA rules a pass hands over a stone, so that territory gives what area gives.
#[test]
fn aga_territory_equals_area() {
    let mut compared = 0;
    for number in 0..400 {
        let mut rng = Rng::from_seed(derive_seed(26, number));
        let mut rules = Rules::preset("aga").expect("aga");
        rules.komi = 7.5;
        let mut game = Game::new(Size::square(5), rules);
        play_out(&mut game, &mut rng, 150, true);
        let dead = PointSet::EMPTY;
        let by = |method| by(&game, method, &dead, &Options::default()).result;
        assert_eq!(
            by(Method::Territory),
            by(Method::Area),
            "\n{}",
            game.board().diagram()
        );
        compared += 1;
    }
    assert_eq!(compared, 400);
}

#[test]
fn japanese_counts_no_points_in_seki() {
    let board = Board::from_diagram("OOOX.\nX.OXX\nXXOOX\nXXO.X\n.XOOO").expect("a position");
    let mut rules = Rules::preset("japanese").expect("japanese");
    rules.komi = 0.0;
    let game = Game::from_board(board, Color::Black, rules);
    let count = count(&game, None, &PointSet::EMPTY, &Options::default());
    assert_eq!(count.method, Method::Territory);
    assert_eq!(count.result.to_string(), "0");
}

// ---- life ----

#[test]
fn dead_stones_from_ownership() {
    // Black lives for certain on the right; on the left a white stone is caught inside.
    let board = Board::from_diagram(
        "..XX.
         .OX.X
         ..XXX
         .XXOO
         X.XO.",
    )
    .expect("a position");
    let size = board.size();
    let white = size.parse_point("B4").expect("a point");
    let mut ownership = PointMap::filled(0.1_f32);
    let sure = dead_stones(&board, &ownership, true, Default::default());
    assert!(!sure.dead.contains(white) || sure.confidence < 0.6);
    assert!(!sure.doubts.is_empty());
    ownership = PointMap::filled(0.9);
    let judged = dead_stones(&board, &ownership, true, Default::default());
    assert!(judged.dead.contains(white));
    assert!(judged.dead.iter().all(|p| board.has_stone(p, Color::White)));
    assert!(judged.doubts.is_empty() && judged.confidence > 0.9);
}

/// Playouts lose both sides of a seki now and then: that alone must not take them off.
#[test]
fn both_sides_of_a_seki_stay() {
    let rows = "OOXXOO.\nOX..XO.\nOX..XO.\nOXOOXO.\nOXXXXO.\nOOOOOO.\n.......";
    let board = Board::from_diagram(rows).expect("a position");
    let mut ownership = PointMap::filled(-0.2_f32);
    for name in ["C4", "D4"] {
        ownership[board.size().parse_point(name).expect("a point")] = 0.3;
    }
    let judged = dead_stones(&board, &ownership, true, Default::default());
    assert!(judged.dead.is_empty());
    assert!(judged.doubts.len() >= 3);
}

#[test]
fn ownership_is_overruled_by_unconditional_life() {
    let board = Board::from_diagram(".X.XO\nXXXXO\nOOOOO\nO.OO.\nOOOOO").expect("a position");
    for owner in [-1.0_f32, 1.0, f32::NAN] {
        let ownership = PointMap::filled(owner);
        let judged = dead_stones(&board, &ownership, true, Default::default());
        assert!(judged.dead.is_empty());
        assert_eq!(judged.confidence, 1.0);
    }
}

#[test]
fn enemies_without_room_for_two_eyes_are_dead_and_others_are_not() {
    // Black lives by the eyes A4 and C4. White has no room in E4, all the rest of the board below.
    let board = Board::from_diagram(
        ".X.XO.
         XXXXX.
         ......
         .O....
         ......",
    )
    .expect("a position");
    let size = board.size();
    let at = |name| size.parse_point(name).expect("a point");
    for owner in [-1.0_f32, 1.0] {
        let judged = dead_stones(&board, &PointMap::filled(owner), true, Default::default());
        assert_eq!(judged.dead.contains(at("B2")), owner > 0.0);
        assert_eq!(judged.dead.contains(at("E5")), owner > 0.0);
    }
    let board = Board::from_diagram(".X.X.\nXXXXX\nX.O.X\nXX.XX\nXXXXX").expect("a position");
    let white = at("C3");
    let judged = dead_stones(&board, &PointMap::filled(-1.0), true, Default::default());
    assert!(judged.dead.contains(white));
    assert_eq!((judged.confidence, judged.doubts.len()), (1.0, 0));
}

/// Four enemy stones that no black stone touches: if they may take themselves off, there is room to
/// live inside.
#[test]
fn unconditional_life_depends_on_suicide() {
    let board = Board::from_diagram(
        "OO.XXX
         OO.X.X
         ...XXX
         XXXX..
         ......",
    )
    .expect("a position");
    let alive = |suicide| {
        unconditional_life(&board, Color::Black, suicide)
            .alive
            .len()
    };
    assert_eq!(alive(false), board.stones(Color::Black) as usize);
    assert_eq!(alive(true), 0);
}

/// No attack, however long, takes unconditionally alive chains while their owner passes.
#[test]
fn unconditional_life_outlasts_every_attack() {
    let mut attacked = 0;
    for number in 0..400 {
        let mut rng = Rng::from_seed(derive_seed(27, number));
        let (game, _) = random_game(derive_seed(28, number));
        let suicide = rng.below(2) == 0;
        for color in Color::BOTH {
            let alive = unconditional_life(game.board(), color, suicide).alive;
            if alive.is_empty() {
                continue;
            }
            attacked += 1;
            let mut rules = Rules::living_stones();
            rules.repetition = Repetition::SimpleKo;
            rules.suicide = if suicide {
                Suicide::MultiStone
            } else {
                Suicide::None
            };
            let mut siege = Game::from_board(game.board().clone(), color.opponent(), rules);
            for _ in 0..80 {
                let enemy = color.opponent();
                let legal: Vec<Point> = siege.legal_points(enemy).iter().collect();
                if legal.is_empty() {
                    break;
                }
                let point = legal[rng.below(legal.len() as u32) as usize];
                siege.play_unchecked(enemy, Move::Real(point));
                assert!(alive.iter().all(|p| siege.board().has_stone(p, color)));
            }
        }
    }
    assert!(attacked > 100, "{attacked}");
}
