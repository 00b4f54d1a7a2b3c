//! Small studies: parts are the whole, kills lose nothing, and the tables say what the games say.

mod support;

use dunhuang::study::{Contrast, GameLine, PositionLine, Second, ThirdLine};
use dunhuang::{Color, Game, Rules, Size};
use std::fs;
use std::path::Path;
use support::folders::everything;
use support::pages::stand_alone;
use support::run;

/// What a study writes.
const FILES: [&str; 13] = [
    "cross.csv",
    "differences.csv",
    "first_moves.csv",
    "flips.csv",
    "games.csv",
    "games.jsonl",
    "levels.csv",
    "populations.csv",
    "report.html",
    "report.md",
    "shard.json",
    "study.json",
    "summary.json",
];

const SYSTEMS: [&str; 3] = ["living-stones", "tang", "chinese"];

fn arguments(folder: &Path, more: &[&str]) -> Vec<String> {
    let text = "study --size 5 --playouts 20 --rounds 4 --cross-rounds 2 --komi 4.5";
    let mut words: Vec<String> = text.split(' ').map(str::to_string).collect();
    for system in SYSTEMS {
        words.extend(["--system".into(), system.into()]);
    }
    words.extend(["--out".into(), folder.to_str().expect("text").into()]);
    words.extend(more.iter().map(|word| word.to_string()));
    words
}

fn start(words: &[String]) -> std::process::Output {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    run(&words, b"")
}

/// Runs the program, which must succeed; what it printed.
fn must(words: &[String]) -> String {
    let output = start(words);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{words:?}: {stderr}");
    String::from_utf8(output.stdout).expect("text")
}

fn merge(to: &Path, parts: &[&Path], more: &[&str]) -> Vec<String> {
    let text = |path: &Path| path.to_str().expect("text").to_string();
    let mut words = vec!["study".into(), "merge".into(), "--out".into(), text(to)];
    words.extend(parts.iter().map(|part| text(part)));
    words.extend(more.iter().map(|word| word.to_string()));
    words
}

fn games(folder: &Path) -> Vec<GameLine> {
    let text = fs::read_to_string(folder.join("games.jsonl")).expect("a record");
    let game = |line| serde_json::from_str(line).expect("a game");
    text.lines().map(game).collect()
}

#[test]
fn parts_put_together_and_kills_gone_on_from_are_the_whole_byte_for_byte() {
    let root = tempfile::tempdir().expect("a folder");
    let path = |name: &str| root.path().join(name);
    let whole = path("whole");
    let printed = must(&arguments(&whole, &["-j", "2"]));
    assert!(printed.starts_with("# Study"), "{printed}");
    let record = everything(&whole);
    let names: Vec<&str> = record.keys().map(String::as_str).collect();
    assert_eq!(names, FILES);
    let total = 2 * 9 + 2 * 3;
    let numbers: Vec<u64> = games(&whole).iter().map(|game| game.game).collect();
    assert_eq!(numbers, (1..=total).collect::<Vec<_>>());
    let page = whole.join("report.html");
    stand_alone(&[page.to_str().expect("text")]);
    let page = fs::read_to_string(page).expect("a page");
    for part in [
        "Found: ",
        "Fair komi",
        "Effects: tang less living-stones",
        "judged by chinese",
        "First moves under tang",
        "--size 5x5 --playouts 20 --komi 4.5 --rounds 4 --cross-rounds 2 --opening-moves 2 --seed",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // Four rounds cannot be significant among so many comparisons: nothing may be called found.
    assert!(page.contains("Found: no difference") && !page.contains(">yes<"));

    let parts = ["0", "1", "2"].map(|part| path(&format!("part{part}")));
    for (i, part) in parts.iter().enumerate() {
        must(&arguments(part, &["--shard", &format!("{i}/3")]));
    }
    let [a, b, c] = [&*parts[0], &*parts[1], &*parts[2]];
    must(&merge(&path("merged"), &[c, a, b], &[]));
    assert_eq!(everything(&path("merged")), record);

    let twice = start(&merge(&path("twice"), &[a, b, c, b], &[]));
    assert!(twice.status.success());
    assert!(String::from_utf8_lossy(&twice.stdout).contains("game 10 is in"));
    assert_eq!(everything(&path("twice")), record);
    let lost = start(&merge(&path("lost"), &[a, c], &[]));
    assert!(!lost.status.success());
    assert!(String::from_utf8_lossy(&lost.stdout).contains("part 1/3 is absent"));
    assert!(!path("lost").join("games.jsonl").exists());
    must(&merge(&path("lost"), &[a, c], &["--partial"]));
    assert!(games(&path("lost")).len() < total as usize);

    // Killed: five games in the record, two more out of order, and a torn line of each kind.
    let lines = String::from_utf8(record["games.jsonl"].clone()).expect("text");
    let line = |i: usize| lines.split_inclusive('\n').nth(i).expect("a line");
    let killed = path("killed");
    fs::create_dir(&killed).expect("a folder");
    for file in ["study.json", "shard.json"] {
        fs::write(killed.join(file), &record[file]).expect("written");
    }
    let known: String = (0..5).map(line).collect();
    fs::write(killed.join("games.jsonl"), known + &line(5)[..40]).expect("written");
    let journal = [line(4), line(8), line(6), &line(5)[..50]].concat();
    fs::write(killed.join("journal.jsonl"), journal).expect("written");
    let stderr = start(&arguments(&killed, &[])).stderr;
    let stderr = String::from_utf8(stderr).expect("text");
    assert!(stderr.starts_with("8/24 game 6 "), "{stderr}");
    assert_eq!(everything(&killed), record);
    // Nothing is left to do, and no other study goes on here.
    assert!(start(&arguments(&killed, &[])).stderr.is_empty());
    let other = start(&arguments(&killed, &["--seed", "5"]));
    assert!(!other.status.success());
    assert_eq!(everything(&killed), record);
    // Rounds after those there are.
    let more = must(&arguments(&killed, &["--rounds", "5"]));
    assert!(more.contains("27 of 27 games"), "{more}");
    assert!(everything(&killed)["games.jsonl"].starts_with(&record["games.jsonl"]));
}

#[test]
fn the_record_is_of_the_games_that_it_names() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("study");
    must(&arguments(&folder, &["-j", "2", "--rounds", "2"]));
    let games = games(&folder);
    assert_eq!(games.len(), 2 * 9);
    for line in &games {
        // The moves are legal by Black's rules, and their numbers are those measured.
        let rules = Rules {
            first: Color::Black,
            preset_stones: false,
            ..Rules::preset(&line.black).expect("a preset")
        };
        let mut game = Game::new(Size::square(5), rules);
        for text in &line.moves {
            let (color, mv) = text.split_once(' ').expect("a colour and a move");
            let mv = game.size().parse_move(mv).expect("a move");
            let color = Color::parse(color).expect("a colour");
            game.play(color, mv).expect("a legal move");
        }
        assert_eq!(game.move_number(), line.length);
        let sides = &line.measures.sides;
        for color in Color::BOTH {
            let side = &sides[color];
            let stones: u32 = side.groups.iter().sum();
            assert_eq!(stones, side.stones, "{line:?}");
            assert_eq!(side.living, side.stones + side.paths);
            assert_eq!(side.own_points, side.eyes + side.paths);
            assert_eq!(game.board().stones(color), side.stones + side.dead);
            assert_eq!(side.real_moves, game.real_moves()[color]);
            assert!(side.joins.is_sorted() && side.joins.iter().all(|&n| n <= line.length));
        }
        let moves: u32 = Color::BOTH
            .iter()
            .map(|&color| sides[color].real_moves + sides[color].virtual_moves)
            .sum();
        assert_eq!(moves, line.length);
        // Living stones are counted by living stones, area by area.
        let living = f64::from(sides.black.living) - f64::from(sides.white.living);
        assert_eq!(line.margins["living-stones"], living, "{line:?}");
        let area = |color: Color| f64::from(sides[color].stones + sides[color].own_points);
        let area = area(Color::Black) - area(Color::White);
        if line.measures.shared == 0 && line.measures.sides.black.seki_groups == 0 {
            assert_eq!(line.margins["chinese"], area, "{line:?}");
        }
    }
    // One opening a round, whoever plays.
    for round in [1, 2] {
        let mut of_round = games.iter().filter(|game| game.round == round);
        let first = of_round.next().expect("a game");
        for other in of_round {
            let opening = first.opening_moves as usize;
            assert_eq!(first.moves[..opening], other.moves[..opening]);
            assert_eq!(first.seed, other.seed);
        }
    }
    let summary = fs::read_to_string(folder.join("summary.json")).expect("a summary");
    let summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
    assert_eq!(summary["populations"].as_array().map(Vec::len), Some(3));
    assert_eq!(summary["populations"][0]["games"], 2);
    assert_eq!(summary["cross"].as_array().map(Vec::len), Some(6));
}

#[test]
fn positions_are_the_same_whatever_jobs_and_kills_and_are_reported() {
    let root = tempfile::tempdir().expect("a folder");
    let played = root.path().join("played");
    must(&arguments(&played, &["-j", "2", "--cross-rounds", "0"]));
    let folder_of = |name: &str| {
        let folder = root.path().join(name);
        fs::create_dir(&folder).expect("a folder");
        for file in ["study.json", "games.jsonl"] {
            fs::copy(played.join(file), folder.join(file)).expect("copied");
        }
        folder
    };
    let look = |folder: &Path, more: &[&str]| {
        let text = "--playouts 16 --confirm 24 --searches 3 --threshold 0.25 --check-every 3";
        let mut words = vec!["study".to_string(), "positions".into()];
        words.push(folder.to_str().expect("text").into());
        words.extend(text.split(' ').map(str::to_string));
        words.extend(more.iter().map(|word| word.to_string()));
        words
    };
    let whole = folder_of("whole");
    let printed = must(&look(&whole, &["--sample", "12", "-j", "2"]));
    let record = everything(&whole);
    let lines = |folder: &Path| fs::read_to_string(folder.join("positions.jsonl")).expect("read");
    let found: Vec<PositionLine> = lines(&whole)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a position"))
        .collect();
    let numbers: Vec<u64> = found.iter().map(|line| line.position).collect();
    assert_eq!(numbers, (1..=12).collect::<Vec<_>>());
    // Self-play of either, and every game once before any a second time.
    let games = games(&whole);
    let (first, again) = found.split_at(8);
    let mut names: Vec<u64> = first.iter().map(|line| line.game).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!((names.len(), again.len()), (8, 4));
    for line in &found {
        let game = games
            .iter()
            .find(|game| game.game == line.game)
            .expect("a game");
        assert!(game.black == game.white && game.black != "tang", "{game:?}");
        let made = line.move_number as usize;
        assert!(game.moves[made].ends_with(&format!(" {}", line.played)));
        assert!(
            line.test.second.is_some() || line.position % 3 != 0,
            "checked"
        );
        let control = ["living-stones", "chinese"][(line.position as usize + 1) % 2];
        assert_eq!(line.control.systems, [control, control]);
        assert_eq!(line.test.systems, ["living-stones", "chinese"]);
    }
    for part in ["Found: ", "Control: ", "| looked at | 12 | 12 |"] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    let page = whole.join("report.html");
    stand_alone(&[page.to_str().expect("text")]);
    let page = fs::read_to_string(page).expect("a page");
    assert!(page.contains("How many positions came how far") && page.contains("positions.csv"));

    // Killed in the middle of a line; and asked for fewer first.
    let killed = folder_of("killed");
    must(&look(&killed, &["--sample", "5"]));
    let five = lines(&killed);
    assert!(lines(&whole).starts_with(&five));
    fs::write(killed.join("positions.jsonl"), &five[..five.len() - 30]).expect("written");
    must(&look(&killed, &["--sample", "12"]));
    assert_eq!(everything(&killed), record);
    let other = start(&look(&killed, &["--sample", "12", "--seed", "5"]));
    assert!(!other.status.success());
    assert_eq!(everything(&killed), record);

    look_a_third_time(&whole, &folder_of("planted"), found, &look);

    let cases: [(&[&str], &str); 4] = [
        (&["--against", "tang"], "two rule systems"),
        (&["--against", "tang,tang"], "the same"),
        (&["--against", "tang,aga"], "aga"),
        (&["--set", "memory=4"], "--set"),
    ];
    let empty = folder_of("empty");
    for (more, named) in cases {
        let output = start(&look(&empty, more));
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && stderr.contains(named),
            "{more:?}: {stderr}"
        );
        assert!(!empty.join("positions.json").exists(), "{more:?}");
    }
}

/// What the record says is costly is looked at again, whatever jobs and kills.
fn look_a_third_time(
    whole: &Path,
    folder: &Path,
    mut lines: Vec<PositionLine>,
    look: &dyn Fn(&Path, &[&str]) -> Vec<String>,
) {
    let make_costly = |found: &mut Contrast| {
        found.moves = ["A1", "B2"].map(String::from);
        found.points = [1.0, 0.0];
        found.second = Some(Second {
            moves: found.moves.clone(),
            points: [vec![1.0; 3], vec![0.0; 3]],
            win: [vec![0.1; 3], vec![0.0; 3]],
        });
    };
    for place in [1, 9] {
        make_costly(&mut lines[place].test);
    }
    for place in [4, 9] {
        make_costly(&mut lines[place].control);
    }
    let json = |line: &PositionLine| serde_json::to_string(line).expect("JSON") + "\n";
    let text: String = lines.iter().map(json).collect();
    fs::write(folder.join("positions.jsonl"), text).expect("written");
    fs::copy(whole.join("positions.json"), folder.join("positions.json")).expect("copied");
    let ask =
        |third: &str, jobs: &str| look(folder, &["--sample", "12", "--third", third, "-j", jobs]);
    let printed = must(&ask("30", "2"));
    let part = "the 2 positions of the test and 2 of the control";
    assert!(printed.contains(part), "{printed}");
    let record = everything(folder);
    let kept = folder.join("third.jsonl");
    let third = fs::read_to_string(&kept).expect("a third pass");
    let looked: Vec<ThirdLine> = third
        .lines()
        .map(|line| serde_json::from_str(line).expect("a position"))
        .collect();
    let what = |line: &ThirdLine| (line.position, line.test.is_some(), line.control.is_some());
    assert_eq!(
        looked.iter().map(what).collect::<Vec<_>>(),
        [(2, true, false), (5, false, true), (10, true, true)]
    );
    for found in looked
        .iter()
        .flat_map(|line| line.test.iter().chain(&line.control))
    {
        let second = found.second.as_ref().expect("searches");
        let same = second.moves[0] == second.moves[1];
        let searches = if same { 0 } else { 3 };
        assert!(
            second.points.iter().all(|points| points.len() == searches),
            "{found:?}"
        );
    }
    let page = fs::read_to_string(folder.join("report.html")).expect("a page");
    assert!(page.contains("Third pass: ") && page.contains("third.jsonl"));

    fs::write(&kept, &third[..third.len() - 20]).expect("written");
    let report = ["study", "report", folder.to_str().expect("text")].map(String::from);
    let printed = must(&report);
    assert!(
        printed.contains("Found: ") && !printed.contains("Third pass: "),
        "{printed}"
    );
    must(&ask("30", "1"));
    assert_eq!(everything(folder), record);
    assert!(!start(&ask("31", "1")).status.success());
    assert_eq!(everything(folder), record);
}

#[test]
fn a_wrong_command_line_is_told_at_once() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("study");
    let cases: [(&[&str], &str); 6] = [
        (&["--system", "tang"], "named once"),
        (&["--system", "checkers"], "tromp-taylor"),
        (&["--rules", "tang"], "--system"),
        (&["--time", "5"], "--time"),
        (&["--shard", "3/3"], "I/N"),
        (&["--rounds", "0"], "--rounds"),
    ];
    for (more, named) in cases {
        let output = start(&arguments(&folder, more));
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{more:?}");
        assert!(stderr.contains(named), "{more:?}: {stderr}");
        assert!(!folder.exists(), "{more:?}");
    }
}

/// The studies of the documentation: real names and numbers are longer than those of small ones.
#[test]
fn the_studies_of_the_documentation_stand_alone() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/studies");
    let pages: Vec<String> = pages_in(Path::new(folder));
    assert!(pages.len() >= 3, "{pages:?}");
    stand_alone(&pages.iter().map(String::as_str).collect::<Vec<_>>());
}

/// The pages in a folder and its folders.
fn pages_in(folder: &Path) -> Vec<String> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            pages.extend(pages_in(&path));
        } else if path.extension().is_some_and(|end| end == "html") {
            pages.push(path.to_str().expect("text").to_string());
        }
    }
    pages
}
