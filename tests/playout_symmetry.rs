//! Playouts of the heavy policy prefer no side and no direction of the board: their first moves and
//! their final boards have the same distribution in all sixteen images of a position (eight symmetries,
//! colours swapped or not).
//!
//! Two shares are compared by z = 2 (asin √p − asin √q) / √(1/m + 1/n). With [`LIMIT`] the chance of any
//! false alarm in all comparisons together is below one in a thousand (Bonferroni); seeds are fixed.

use dunhuang::board::Placement;
use dunhuang::playout::{self, Local, Policy, Rates, Tally, Trace};
use dunhuang::point::{PointMap, Symmetry};
use dunhuang::rng::{Rng, derive_seed};
use dunhuang::{Board, Color, Point, Size};

/// Standard deviations that alarm: 2.1e-8 for one comparison.
const LIMIT: f64 = 5.6;
/// Most comparisons of a scene; for six scenes the chance is below 0.001 then.
const MOST: usize = 7600;
/// Cells that are expected less often on the smaller side of a comparison are put together.
const FEWEST: f64 = 30.0;
/// Playouts of each image of which only the first two moves are made, and whole ones.
const OPENED: usize = 20_000;
const WHOLE: usize = 3000;
const IMAGES: usize = 16;
const OWNED: &str = "owned";

const EMPTY: &str = "
    .........
    .........
    .........
    .........
    .........
    .........
    .........
    .........
    .........";

/// White takes a ko at D7; C3, J1 and J2 are in atari.
const KO: &str = "
    .........
    ...XO....
    ..X.XO...
    ...XO....
    ...X.....
    .....O...
    .XOX.OXX.
    ..X...OOX
    ......O.O";

/// A seki on the lower edge, and a room to fight for at the top.
const SEKI: &str = "
    .........
    ..X...O..
    .........
    OO.OO.O..
    XXXXXOOOO
    ..X.XO...
    XXXXXOOOO
    XOOO.XXXO
    XOOO.XXXO";

/// A race: chains of two and three liberties touch everywhere.
const RACE: &str = "
    .........
    ..XO.....
    .XXOO.X..
    .XOXXO...
    .OO.XOX..
    ..O.XOX..
    .XOXXOO..
    ..OXO.X..
    ...O.....";

const MIDDLE: &str = "D5 F5 E3 E7 F6 G6 F7 E6 G7 G5 H6 D6 C6 C7 B7";

/// A position as an image shows it.
struct Scene {
    board: Board,
    to_move: Color,
    /// The last two moves, the latest first.
    before: [Point; 2],
    /// Where each point lies in the position itself.
    back: PointMap<Point>,
    swapped: bool,
}

/// The image of a diagram after some moves. Bit 0 of the number mirrors x, bit 1 y, bit 2 swaps the axes,
/// bit 3 the colours.
fn image(diagram: &str, first: Color, moves: &str, number: usize) -> Scene {
    let start = Board::from_diagram(diagram).unwrap();
    let size = start.size();
    let symmetry = Symmetry::all().nth(number % 8).unwrap();
    let swapped = number >= 8;
    let color = |c: Color| if swapped { c.opponent() } else { c };
    let mut stones = PointMap::filled(None);
    let mut back = PointMap::filled(Point::NONE);
    for p in size.points() {
        stones[symmetry.apply(size, p)] = start.color_at(p).map(color);
        back[symmetry.apply(size, p)] = p;
    }
    let mut board = Board::from_stones(size, |p| stones[p]).unwrap();
    let (mut to_move, mut before) = (color(first), [Point::NONE; 2]);
    for name in moves.split_whitespace() {
        let point = symmetry.apply(size, size.parse_point(name).unwrap());
        assert_eq!(board.placement(point, to_move), Placement::Stays, "{name}");
        board.play_unchecked(point, to_move);
        before = [point, before[0]];
        to_move = to_move.opponent();
    }
    Scene {
        board,
        to_move,
        before,
        back,
        swapped,
    }
}

/// How often each of some things happened in each image, of so many trials.
struct Table {
    what: &'static str,
    /// Whether one thing at most happens in a trial.
    exclusive: bool,
    trials: usize,
    counts: Vec<[u32; IMAGES]>,
}

impl Table {
    fn new(what: &'static str, cells: usize, trials: usize) -> Table {
        Table {
            what,
            exclusive: what != OWNED,
            trials,
            counts: vec![[0; IMAGES]; cells],
        }
    }

    fn share(&self, cell: &[u32; IMAGES], of: u32) -> (f64, f64) {
        let chosen = |i: &usize| of >> i & 1 == 1;
        let sum: u32 = (0..IMAGES).filter(chosen).map(|i| cell[i]).sum();
        let trials = self.trials as f64 * f64::from(of.count_ones());
        (f64::from(sum) / trials, trials)
    }

    /// The largest |z|, and the number of comparisons.
    fn largest(&self) -> (f64, usize) {
        let (mut largest, mut number) = (0.0f64, 0);
        for of in contrasts() {
            let rest = !of & 0xFFFF;
            let smaller = self.trials as f64 * f64::from(of.count_ones().min(rest.count_ones()));
            let mut rare = [0; IMAGES];
            let mut compare = |cell: &[u32; IMAGES]| {
                let ((p, m), (q, n)) = (self.share(cell, of), self.share(cell, rest));
                let z = 2.0 * (p.sqrt().asin() - q.sqrt().asin()) / (1.0 / m + 1.0 / n).sqrt();
                largest = largest.max(z.abs());
                number += 1;
            };
            let often = |cell: &[u32; IMAGES]| {
                let share = self.share(cell, 0xFFFF).0;
                share.min(1.0 - share) * smaller >= FEWEST
            };
            for cell in &self.counts {
                if often(cell) {
                    compare(cell);
                } else {
                    (0..IMAGES).for_each(|i| rare[i] += cell[i]);
                }
            }
            if self.exclusive && often(&rare) {
                compare(&rare);
            }
        }
        (largest, number)
    }

    /// As the table would be if in the images `of` this share of the trials went from the rest to the cell.
    fn shifted(&self, cell: usize, of: u32, share: f64) -> Table {
        let mut counts = self.counts.clone();
        let more = (share * self.trials as f64) as u32;
        for (i, count) in counts[cell].iter_mut().enumerate() {
            *count += (of >> i & 1) * more;
        }
        Table { counts, ..*self }
    }

    /// The cell whose share of the trials is nearest to one half.
    fn open(&self) -> usize {
        let distance = |cell: &usize| {
            let share = self.share(&self.counts[*cell], 0xFFFF).0;
            ((share - 0.5).abs() * 1e6) as u64
        };
        (0..self.counts.len()).min_by_key(distance).unwrap()
    }
}

/// The images that are compared with all others: each alone; the halves by each bit; and those in which
/// one direction of the board, up or left, becomes the same direction of the position.
fn contrasts() -> Vec<u32> {
    let set = |chosen: &dyn Fn(usize) -> bool| {
        (0..IMAGES)
            .filter(|&i| chosen(i))
            .fold(0, |set, i| set | 1 << i)
    };
    let mut all: Vec<u32> = (0..IMAGES).map(|i| 1 << i).collect();
    all.extend((0..4).map(|bit| set(&|i| i >> bit & 1 == 1)));
    for axis in [0, 1] {
        for turned in [0, 1] {
            for mirrored in [0, 1] {
                all.push(set(&|i| i >> 2 & 1 == turned && i >> axis & 1 == mirrored));
            }
        }
    }
    all
}

/// The cell of a move: its point in the position itself, the last for a pass.
fn place(size: Size, scene: &Scene, point: Point) -> usize {
    match point {
        Point::NONE => size.area(),
        point => size.rank(scene.back[point]),
    }
}

/// The cell of a step from one move to the next: within two lines, or the last.
fn step(scene: &Scene, from: Point, to: Point) -> usize {
    if from == Point::NONE || to == Point::NONE {
        return 25;
    }
    let (from, to) = (scene.back[from], scene.back[to]);
    let near = |from: usize, to: usize| (to + 2).checked_sub(from).filter(|&d| d < 5);
    match (near(from.x(), to.x()), near(from.y(), to.y())) {
        (Some(dx), Some(dy)) => 5 * dy + dx,
        _ => 25,
    }
}

/// First moves, second moves and steps between them, of playouts that are broken off after them.
fn opened(diagram: &str, first: Color, moves: &str, policy: &impl Policy) -> [Table; 3] {
    let area = Board::from_diagram(diagram).unwrap().size().area();
    let table = |what, cells| Table::new(what, cells, OPENED);
    let mut tables = [
        table("first move", area + 1),
        table("second move", area + 1),
        table("step", 26),
    ];
    let mut trace = Trace::new();
    for number in 0..IMAGES {
        let scene = image(diagram, first, moves, number);
        let (size, mut board) = (scene.board.size(), scene.board.clone());
        let mut rng = Rng::from_seed(derive_seed(101, number as u64));
        for _ in 0..OPENED {
            board.clone_from(&scene.board);
            trace.start_after(scene.to_move, scene.before);
            let mut made = [Point::NONE; 2];
            for (i, color) in [scene.to_move, scene.to_move.opponent()]
                .into_iter()
                .enumerate()
            {
                made[i] = policy.choose(&mut board, color, &trace, &mut rng);
                trace.push(made[i]);
                match made[i] {
                    Point::NONE => board.lift_ko(),
                    point => _ = board.play_unkeyed(point, color),
                }
            }
            tables[0].counts[place(size, &scene, made[0])][number] += 1;
            tables[1].counts[place(size, &scene, made[1])][number] += 1;
            tables[2].counts[step(&scene, made[0], made[1])][number] += 1;
        }
    }
    tables
}

/// Points that are Black's at the end, in the colours of the position itself.
fn owned(diagram: &str, first: Color, moves: &str, policy: &impl Policy) -> Table {
    let size = Board::from_diagram(diagram).unwrap().size();
    let mut table = Table::new(OWNED, size.area(), WHOLE);
    let mut trace = Trace::new();
    for number in 0..IMAGES {
        let scene = image(diagram, first, moves, number);
        let black = match scene.swapped {
            true => Color::White,
            false => Color::Black,
        };
        let mut board = scene.board.clone();
        let mut rng = Rng::from_seed(derive_seed(102, number as u64));
        for _ in 0..WHOLE {
            board.clone_from(&scene.board);
            trace.start_after(scene.to_move, scene.before);
            playout::run_on(policy, &mut board, 0, &mut rng, &mut trace);
            let mut count = |point: Point| {
                table.counts[place(size, &scene, point)][number] += 1;
            };
            size.points()
                .filter(|&p| board.has_stone(p, black))
                .for_each(&mut count);
            Tally::read(&board, |point, color, _| {
                if color == black {
                    count(point);
                }
            });
        }
    }
    table
}

/// All images agree; and they would not if one point were preferred a little in some of them.
fn check(diagram: &str, first: Color, moves: &str) {
    let policy = Local::new(Rates::default());
    let [opening, second, steps] = opened(diagram, first, moves, &policy);
    let owned = owned(diagram, first, moves, &policy);
    let mut number = 0;
    for table in [&opening, &second, &steps, &owned] {
        let (largest, compared) = table.largest();
        println!("{}: {largest:.2} in {compared}", table.what);
        assert!(largest < LIMIT, "{}: {largest:.2}", table.what);
        assert!(compared > 50, "{}: only {compared}", table.what);
        number += compared;
    }
    assert!(number <= MOST, "{number} comparisons");
    let (half, quarter) = (contrasts()[19], contrasts()[20]);
    for table in [&opening, &second, &steps] {
        let shifted = table.shifted(table.open(), quarter, 0.02);
        assert!(shifted.largest().0 > LIMIT, "{}", table.what);
    }
    let shifted = owned.shifted(owned.open(), half, 0.04);
    assert!(shifted.largest().0 > LIMIT);
}

#[test]
fn playouts_of_an_empty_board() {
    check(EMPTY, Color::Black, "");
}

#[test]
fn playouts_of_a_middle_game() {
    check(EMPTY, Color::Black, MIDDLE);
}

#[test]
fn playouts_around_a_ko_and_ataris() {
    check(KO, Color::White, "D7");
    check(KO, Color::Black, "E3 G4");
}

#[test]
fn playouts_around_a_seki() {
    check(SEKI, Color::Black, "E7 F8");
}

#[test]
fn playouts_in_a_race() {
    check(RACE, Color::Black, "G6 F2");
}

/// In one move of fifty plays above the last one if it can; of one colour or of both.
struct Leaning {
    policy: Local,
    only: Option<Color>,
}

impl Policy for Leaning {
    fn choose(&self, board: &mut Board, color: Color, trace: &Trace, rng: &mut Rng) -> Point {
        let last = trace.last(0);
        let leans = self.only.is_none_or(|only| only == color) && rng.chance(0.02);
        if leans && last != Point::NONE {
            let above = last.neighbours().into_iter().min().unwrap();
            let free = board.size().contains(above) && board.is_empty(above);
            if free && board.stays(above, color) && board.ko_ban(color) != Some(above) {
                return above;
            }
        }
        self.policy.choose(board, color, trace, rng)
    }
}

/// The comparison of first moves finds a policy that leans to one side in two moves of a hundred, and an
/// image that is none.
#[test]
fn what_is_not_symmetric_is_found() {
    for (diagram, moves) in [(EMPTY, ""), (EMPTY, MIDDLE), (RACE, "G6 F2")] {
        for only in [None, Some(Color::White)] {
            let policy = Leaning {
                policy: Local::new(Rates::default()),
                only,
            };
            let tables = opened(diagram, Color::Black, moves, &policy);
            let found = tables.iter().any(|table| table.largest().0 > LIMIT);
            assert!(found, "{moves} {only:?}");
        }
    }
    let mut tables = opened(EMPTY, Color::Black, MIDDLE, &Local::new(Rates::default()));
    // The first image as if it were mirrored.
    for x in 0..4 {
        for y in 0..9 {
            let mirrored = tables[0].counts[9 * y + 8 - x][0];
            tables[0].counts[9 * y + 8 - x][0] = tables[0].counts[9 * y + x][0];
            tables[0].counts[9 * y + x][0] = mirrored;
        }
    }
    assert!(tables[0].largest().0 > LIMIT);
}
