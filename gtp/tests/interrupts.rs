//! What stops a search, and what does not. The searches here would take hours: a test that passes
//! shows that they were stopped.

mod support;

use std::process::Command;
use support::{Running, run};

const LONG: [&str; 6] = ["--size", "9", "--time", "36000", "--threads", "2"];

fn is_vertex(response: &str) -> bool {
    let text = response.strip_prefix("= ").unwrap_or_default();
    text == "pass" || text.starts_with(|c: char| c.is_ascii_uppercase())
}

#[test]
fn stop_ends_a_running_search_and_not_the_next() {
    let mut engine = Running::start(&LONG);
    engine.send("name\n");
    engine.response();
    engine.send("genmove b\nstop\nname\n");
    let first = engine.response();
    assert!(is_vertex(&first), "{first}");
    assert_eq!(engine.response(), "=");
    assert_eq!(engine.response(), "= Dunhuang");
    engine.send("genmove w\n");
    engine.send("stop\n");
    let second = engine.response();
    assert!(is_vertex(&second), "{second}");
    assert_eq!(engine.response(), "=");
    engine.send("move_history\nquit\n");
    assert_eq!(engine.response().lines().count(), 2);
    assert_eq!(engine.response(), "=");
    assert!(engine.wait().success());
}

#[test]
fn goguis_comment_stops_a_search() {
    let mut engine = Running::start(&LONG);
    engine.send("genmove b\n# interrupt\n");
    let answer = engine.response();
    assert!(is_vertex(&answer), "{answer}");
    engine.send("quit\n");
    assert_eq!(engine.response(), "=");
    assert!(engine.wait().success());
}

#[test]
fn quit_stops_timed_searches_and_answers_what_is_queued() {
    let mut engine = Running::start(&LONG);
    engine.send("genmove b\ngenmove w\nreg_genmove b\nname\nquit\n");
    for _ in 0..3 {
        let answer = engine.response();
        assert!(is_vertex(&answer), "{answer}");
    }
    assert_eq!(engine.response(), "= Dunhuang");
    assert_eq!(engine.response(), "=");
    assert!(engine.wait().success());
}

#[test]
fn pondering_is_in_nobodys_way() {
    let arguments = [
        "--size",
        "9",
        "--time",
        "0.02",
        "--threads",
        "2",
        "--ponder",
    ];
    let mut engine = Running::start(&arguments);
    for _ in 0..5 {
        engine.send("genmove b\n");
        assert!(is_vertex(&engine.response()));
        engine.send("genmove w\nname\n");
        assert!(is_vertex(&engine.response()));
        assert_eq!(engine.response(), "= Dunhuang");
    }
    engine.send("genmove b\n");
    assert!(is_vertex(&engine.response()));
    engine.send("quit\n");
    assert_eq!(engine.response(), "=");
    assert!(engine.wait().success());
}

#[test]
fn the_end_of_input_is_as_good_as_quit() {
    let mut engine = Running::start(&LONG);
    engine.send("genmove b\n7 name");
    engine.end_of_input();
    let answer = engine.response();
    assert!(is_vertex(&answer), "{answer}");
    assert_eq!(engine.response(), "=7 Dunhuang");
    assert!(engine.wait().success());
}

#[test]
fn searches_limited_by_playouts_run_to_their_limit() {
    let play = |input: &[u8]| {
        let output = run(&["--size", "5", "--playouts", "300", "--seed", "5"], input);
        assert!(output.status.success());
        String::from_utf8(output.stdout).expect("text")
    };
    let at_once = play(b"genmove b\ngenmove w\ngenmove b\ngenmove w\nquit\n");
    let at_end = play(b"genmove b\ngenmove w\ngenmove b\ngenmove w\n");
    assert_eq!(at_once, at_end.clone() + "= \n\n");
    let mut waiting = String::new();
    let mut engine = Running::start(&["--size", "5", "--playouts", "300", "--seed", "5"]);
    for color in ["b", "w", "b", "w"] {
        engine.send(&format!("genmove {color}\n"));
        waiting += &(engine.response() + "\n\n");
    }
    assert_eq!(waiting, at_end);
    engine.end_of_input();
    assert!(engine.wait().success());
}

#[cfg(unix)]
#[test]
fn the_term_signal_ends_the_program_at_once() {
    let mut engine = Running::start(&LONG);
    engine.send("name\ngenmove b\n");
    assert_eq!(engine.response(), "= Dunhuang");
    let sent = Command::new("kill")
        .args(["-TERM", &engine.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
    assert_eq!(engine.wait().code(), Some(0));
}

/// GoGui reads the pictures from stderr; others that ask for them may not, and the pipe becomes full.
#[cfg(unix)]
#[test]
fn pictures_that_nobody_reads_hold_nothing_up() {
    use std::io::{Write, pipe};
    let (unread, full) = pipe().expect("a pipe");
    let mut more = full.try_clone().expect("a pipe");
    // More than a pipe holds.
    std::thread::spawn(move || more.write_all(&[b'\n'; 1 << 20]));
    let arguments = ["--size", "9", "--time", "0.3", "--live-graphics"];
    let mut engine = Running::start_with(&arguments, full.into());
    for _ in 0..2 {
        engine.send("kata-genmove_analyze b 1\n");
        let answer = engine.response();
        assert!(answer.contains("\nplay "), "{answer}");
    }
    engine.send("quit\n");
    assert_eq!(engine.response(), "=");
    assert!(engine.wait().success());
    drop(unread);
}

#[test]
fn a_client_that_goes_away_is_no_error() {
    let mut child = support::program(&["--size", "5", "--playouts", "1"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    use std::io::Write;
    let _ = stdin.write_all(b"name\nversion\nlist_commands\n");
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
}
