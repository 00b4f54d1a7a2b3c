//! What the referee makes of what players say.

use super::support::{Script, game, terms};
use dunhuang::contest::{
    Abort, Claims, End, FaultKind, GameRecord, Opening, OpeningError, Pairing, Schedule, Standings,
    Terms, TimeControl, balanced, game_tree,
};
use dunhuang::{Color, Rules, Size, sgf};
use std::time::Duration;

fn script(moves: &[&'static str]) -> Script {
    Script {
        moves: moves.to_vec(),
        ..Script::default()
    }
}

fn play(terms: &Terms, black: Script, white: Script) -> GameRecord {
    let (played, _) = game(terms, &Opening::default(), black, white, Claims::Checked);
    played.expect("a game").record
}

#[test]
fn ends_and_results() {
    type Row<'a> = (&'a [&'static str], &'a [&'static str], &'a str, End);
    let rows: &[Row] = &[
        (&["C3"], &[], "B+25", End::Rest),
        (&["C3", "resign"], &["B2"], "W+R", End::Resignation),
        (&["C3"], &["c3"], "B+F", End::Fault(FaultKind::Illegal)),
        (
            &["C3", "B2"],
            &["hello"],
            "B+F",
            End::Fault(FaultKind::Illegal),
        ),
        (&["F6"], &[], "W+F", End::Fault(FaultKind::Illegal)),
        (&["PASS"], &["Pass"], "0", End::Rest),
    ];
    for (black, white, result, end) in rows {
        let record = play(&terms(), script(black), script(white));
        assert_eq!(
            (record.result.as_str(), record.end),
            (*result, *end),
            "{record:?}"
        );
    }
}

#[test]
fn the_cap_on_moves_counts_the_position_as_it_stands() {
    let terms = Terms {
        move_cap: 3,
        ..terms()
    };
    let record = play(&terms, script(&["C3", "C2", "C4"]), script(&[]));
    assert_eq!((record.end, record.length), (End::MoveCap, 3));
    assert_eq!(record.result, "B+25");
}

#[test]
fn a_rest_ends_the_game_or_is_played_on_to_a_forced_end() {
    let rules = Rules {
        first: Color::Black,
        ..Rules::living_stones()
    };
    let rest = Terms { rules, ..terms() };
    let record = play(&rest, script(&["C3"]), script(&[]));
    assert_eq!((record.end, record.length), (End::Rest, 3));
    let forced = Terms {
        play_out: true,
        ..rest
    };
    let record = play(&forced, script(&["C3"]), script(&[]));
    // One stone, four virtual moves; after an end every stone counts as it stands.
    assert_eq!((record.end, record.length), (End::Forced, 5));
}

#[test]
fn claims_are_heard_and_false_ones_lose() {
    let claims = |black, white| {
        let says = |claim| Script {
            claim,
            ..Script::default()
        };
        play(&terms(), says(black), says(white))
    };
    let record = claims(Some("0"), None);
    assert_eq!(record.claims.black.as_deref(), Some("0"));
    assert_eq!((record.winner, record.faults.len()), (None, 0));
    // An empty board is a draw.
    let record = claims(Some("B+3.5"), None);
    assert_eq!(record.winner.as_deref(), Some("white"));
    assert_eq!(record.end, End::Fault(FaultKind::FalseClaim));
    // Both lie: both are reported, and the count stands.
    let record = claims(Some("B+3.5"), Some("W+2"));
    assert_eq!((record.result.as_str(), record.winner), ("0", None));
    let liars: Vec<&str> = record.faults.iter().map(|f| f.color.as_str()).collect();
    assert_eq!((record.end, liars), (End::Rest, vec!["black", "white"]));
    // Modesty is no fault.
    let record = claims(Some("W+1"), Some("B+1"));
    assert_eq!((record.winner, record.faults.len()), (None, 0));
    // Who has won may say by how much it likes; who has lost has lost by the count.
    let sure = Script {
        claim: Some("B+1"),
        ..script(&["C3"])
    };
    let liar = Script {
        claim: Some("W+0.5"),
        ..Script::default()
    };
    let record = play(&terms(), sure.clone(), liar.clone());
    assert_eq!((record.result.as_str(), record.end), ("B+25", End::Rest));
    assert_eq!(record.faults.len(), 1);
    assert_eq!(record.faults[0].player, "second");
    let (played, _) = game(&terms(), &Opening::default(), sure, liar, Claims::Recorded);
    assert!(played.expect("a game").record.faults.is_empty());
}

#[test]
fn opinions_are_compared_as_results_and_not_as_texts() {
    let schedule = Schedule {
        players: 2,
        pairing: Pairing::Gauntlet,
        games: 2,
        seed: 1,
    };
    // Black's stone, what White says, whether that is another result.
    let rows: &[(&[&'static str], Option<&'static str>, u64)] = &[
        (&["C3"], Some("B+25"), 0),
        (&["C3"], Some("B+25.0"), 0),
        (&["C3"], Some("b+25"), 0),
        (&["C3"], Some(" Black+25.00"), 0),
        (&["C3"], Some("B+24.5"), 1),
        (&["C3"], Some("W+25"), 1),
        (&["C3"], Some("0"), 1),
        (&[], Some("0"), 0),
        (&[], Some("Draw"), 0),
        (&[], Some("jigo"), 0),
        (&[], Some("B+0"), 0),
        (&[], Some("B+1"), 1),
        (&[], Some("no idea"), 0),
        (&[], None, 0),
    ];
    for (moves, claim, expected) in rows {
        let says = Script {
            claim: *claim,
            ..Script::default()
        };
        let record = play(&terms(), script(moves), says);
        let names = [record.black.clone(), record.white.clone()];
        let mut standings = Standings::new(&schedule, &names);
        standings.add(&record);
        let counted: Vec<u64> = standings
            .conduct()
            .iter()
            .map(|c| c.disagreements)
            .collect();
        // The winner claims a little more: no fault, but another result.
        assert_eq!(counted, [0, *expected], "{claim:?} {record:?}");
    }
}

#[test]
fn time_is_told_and_kept() {
    let slow = |thinks: f64, moves: &[&'static str]| Script {
        thinks,
        ..script(moves)
    };
    let timed = |time, grace: f64| Terms {
        time,
        grace: Duration::from_secs_f64(grace),
        ..terms()
    };
    let second = Duration::from_secs(1);
    let per_move = timed(TimeControl::PerMove(second), 0.1);
    let record = play(&per_move, slow(1.05, &["C3"]), slow(0.5, &[]));
    assert_eq!(record.end, End::Rest);
    let record = play(&per_move, slow(1.2, &["C3"]), slow(0.5, &[]));
    assert_eq!(
        (record.result.as_str(), record.end),
        ("W+T", End::Fault(FaultKind::Late))
    );

    let game_time = |increment| TimeControl::PerGame {
        main: 3 * second,
        increment,
    };
    let sudden = timed(game_time(Duration::ZERO), 0.0);
    let moves: &[&'static str] = &["A1", "B1", "C1", "D1"];
    let record = play(&sudden, slow(0.9, moves), slow(0.1, &["A5", "B5", "C5"]));
    assert_eq!((record.result.as_str(), record.length), ("W+T", 6));
    let growing = timed(game_time(second), 0.0);
    let (played, heard) = game(
        &growing,
        &Opening::default(),
        slow(0.9, moves),
        slow(0.1, &["A5", "B5", "C5"]),
        Claims::Checked,
    );
    let played = played.expect("a game");
    assert_eq!(played.record.end, End::Rest);
    assert!(
        heard[0].contains(&"time_left black 3 0".to_string()),
        "{heard:?}"
    );
    assert!(
        heard[1].contains(&"time_left white 5 0".to_string()),
        "{heard:?}"
    );
    assert_eq!(played.timing.black.moves[..2], [0.9, 0.9]);
    assert!((played.timing.black.total - 4.5).abs() < 1e-9);
}

#[test]
fn an_engine_that_cannot_be_set_up_is_no_opponent() {
    let refuses = |command| Script {
        refuses: Some(command),
        ..Script::default()
    };
    for command in ["boardsize", "komi", "init"] {
        let (played, _) = game(
            &terms(),
            &Opening::default(),
            refuses(command),
            Script::default(),
            Claims::Checked,
        );
        assert!(matches!(played, Err(Abort::Setup(name, _)) if name == "first"));
    }
    // Who does not want to know its time plays without.
    let timed = Terms {
        time: TimeControl::PerGame {
            main: Duration::from_secs(9),
            increment: Duration::ZERO,
        },
        ..terms()
    };
    let record = play(&timed, script(&["C3"]), refuses("time_left"));
    assert_eq!((record.end, record.faults.len()), (End::Rest, 0));
    // A legal move refused is another matter.
    let record = play(&terms(), script(&["C3"]), refuses("play"));
    assert_eq!(record.end, End::Fault(FaultKind::Refused));
    assert_eq!(record.winner.as_deref(), Some("black"));
}

#[test]
fn openings_and_handicap_are_told_to_both() {
    let record = sgf::read(b"(;GM[1]SZ[5];B[cc];W[bb];B[dd])").expect("a record");
    let read = |most, size| {
        let terms = terms();
        Opening::from_record(&record.games[0], "one", most, size, terms.rules)
    };
    assert_eq!(read(9, Size::square(9)), Err(OpeningError::Size));
    let opening = read(2, Size::square(5)).expect("an opening");
    let (played, heard) = game(
        &terms(),
        &opening,
        script(&["E1"]),
        script(&[]),
        Claims::Checked,
    );
    let played = played.expect("a game");
    assert_eq!(played.record.moves[..3], ["B C3", "W B4", "B E1"]);
    for heard in heard {
        let begins = |word: &str| heard.iter().position(|line| line == word);
        assert!(begins("play black C3") < begins("play white B4"));
        assert!(begins("play black C3").is_some());
    }
    let text = game_tree(&played.record, &played.game).to_sgf();
    let again = sgf::read(text.as_bytes()).expect("a record");
    let loaded = again.games[0]
        .to_game(&sgf::Options::default())
        .expect("a game");
    assert_eq!(loaded.moves, played.record.length);
    assert_eq!(again.games[0].root_text("RE"), Some(played.record.result));

    let setup = sgf::read(b"(;GM[1]SZ[5]AB[cc]AW[bb];B[dd])").expect("a record");
    let opening = Opening::from_record(&setup.games[0], "", 9, Size::square(5), terms().rules);
    assert_eq!(opening, Err(OpeningError::Setup));

    let handicap = Terms {
        size: Size::square(9),
        handicap: 2,
        ..terms()
    };
    let (played, heard) = game(
        &handicap,
        &Opening::default(),
        script(&[]),
        script(&["E5"]),
        Claims::Checked,
    );
    let moves = played.expect("a game").record.moves;
    assert!(
        moves[0].starts_with("B ") && moves[1].starts_with("B "),
        "{moves:?}"
    );
    assert_eq!(moves[2], "W E5");
    assert!(
        heard[1]
            .iter()
            .filter(|line| line.starts_with("play black"))
            .count()
            >= 2
    );
}

#[test]
fn random_openings_are_legal_reproducible_and_about_even() {
    let rules = Rules::preset("chinese").expect("a preset");
    let size = Size::square(7);
    for seed in 0..4 {
        let opening = balanced(size, rules, 4, 50, seed);
        assert_eq!(opening, balanced(size, rules, 4, 50, seed));
        assert_eq!(opening.moves.len(), 4);
        let mut game = dunhuang::Game::new(size, rules);
        for (color, mv) in opening.moves {
            assert_eq!(game.to_move(), color);
            game.play(color, mv).expect("a legal move");
        }
    }
    assert_ne!(
        balanced(size, rules, 4, 50, 1).moves,
        balanced(size, rules, 4, 50, 2).moves
    );
}
