//! The command line: options that work, and one clear line for those that do not.

mod support;

use support::run;

#[test]
fn bad_arguments_give_one_clear_line() {
    let cases: [(&[&str], &str); 17] = [
        (&["--frob"], "'--frob'"),
        (&["frob"], "'frob'"),
        (&["--size", "1"], "2 to 19"),
        (&["--size", "20"], "2 to 19"),
        (&["--size", "9x"], "2 to 19"),
        (&["--size"], "--size"),
        (&["--komi", "NaN"], "komi"),
        (&["--komi", "seven"], "komi"),
        (&["--rules", "checkers"], "tromp-taylor"),
        (&["--rules", "{\"ko\":"], "JSON"),
        (&["--threads", "0"], "1..=512"),
        (&["--time", "0"], "seconds"),
        (&["--time", "inf"], "seconds"),
        (&["--playouts", "0"], "--playouts"),
        (&["--ending", "never"], "natural"),
        (&["--memory", "-1"], "-1"),
        (&["--log", "/no/such/folder/log"], "/no/such/folder/log"),
    ];
    for (arguments, named) in cases {
        let output = run(arguments, b"name\n");
        let stderr = String::from_utf8(output.stderr).expect("text");
        assert!(!output.status.success(), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert_eq!(stderr.lines().count(), 1, "{arguments:?}: {stderr}");
        assert!(stderr.starts_with("dunhuang: "), "{arguments:?}: {stderr}");
        assert!(stderr.contains(named), "{arguments:?}: {stderr}");
    }
}

#[test]
fn help_and_version_are_no_errors() {
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["gtp", "--help"],
        &["help"],
    ] {
        let output = run(arguments, b"");
        assert!(output.status.success(), "{arguments:?}");
        assert!(output.stderr.is_empty(), "{arguments:?}");
        assert!(!output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn options_reach_the_game() {
    let answers = |arguments: &[&str]| {
        let input = b"get_komi\nget_random_seed\ndunhuang-params memory\nall_legal b\n\
            dunhuang-params ending\ndunhuang-params threads\n";
        let output = run(arguments, input);
        assert!(output.status.success(), "{arguments:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let set = [
        "--rules",
        "chinese",
        "--komi",
        "-3,5",
        "--size",
        "2x3",
        "--seed",
        "9",
        "--memory",
        "17",
        "--ending",
        "natural",
        "--threads",
        "3",
    ];
    let expected = "= -3.5\n\n= 9\n\n= 17\n\n= A3 B3 A2 B2 A1 B1\n\n= natural\n\n= 3\n\n";
    assert_eq!(answers(&set), expected);
    // The options may stand before or after the subcommand.
    let after: Vec<&str> = std::iter::once("gtp").chain(set).collect();
    assert_eq!(answers(&after), expected);
    let before: Vec<&str> = set.into_iter().chain(["gtp"]).collect();
    assert_eq!(answers(&before), expected);
    assert!(answers(&["--rules", "chinese", "--size", "2"]).starts_with("= 7.5\n"));
    assert!(answers(&["--rules", "stone-scoring", "--size", "2"]).starts_with("= 7.5\n"));
    assert!(answers(&["--playouts", "5", "--size", "2"]).ends_with("= 1\n\n"));
}

#[test]
fn the_log_holds_all_traffic() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("traffic.log");
    let log = path.to_str().expect("a path");
    for _ in 0..2 {
        let output = run(&["--log", log], b"1 name\r\n\nfoo\nquit\n");
        assert_eq!(output.stdout, b"=1 Dunhuang\n\n? unknown command\n\n= \n\n");
    }
    let text = std::fs::read_to_string(&path).expect("the log");
    for wanted in [
        "< 1 name",
        "> =1 Dunhuang",
        "< foo",
        "> ? unknown command",
        "< quit",
    ] {
        let lines = text.lines().filter(|line| line.ends_with(wanted));
        assert_eq!(lines.count(), 2, "{wanted} in\n{text}");
    }
}

#[test]
fn games_at_once_come_in_order_and_a_torn_line_is_played_again() {
    let played = |jobs| {
        let arguments = ["selfplay", "--size", "5", "--playouts", "5", "--games", "4"];
        let output = run(&[&arguments[..], &["-j", jobs]].concat(), b"");
        assert!(output.status.success());
        String::from_utf8(output.stdout).expect("text")
    };
    let one = played("1");
    assert_eq!(one.lines().count(), 4);
    assert_eq!(played("3"), one);

    let folder = tempfile::tempdir().expect("a folder");
    let learn = |path: &std::path::Path, jobs| {
        let text = "learn games --size 5 --playouts 20 --games 3 -j";
        let mut arguments: Vec<&str> = text.split(' ').collect();
        arguments.extend([jobs, "--out", path.to_str().expect("text")]);
        assert!(run(&arguments, b"").status.success());
        std::fs::read_to_string(path).expect("games")
    };
    let whole = learn(&folder.path().join("whole"), "1");
    assert_eq!(whole.lines().count(), 3);
    assert_eq!(learn(&folder.path().join("two"), "2"), whole);
    // What a kill left: one game, and the beginning of the next.
    let torn = folder.path().join("torn");
    let length = whole.find('\n').expect("a line") + 30;
    std::fs::write(&torn, &whole[..length]).expect("written");
    assert_eq!(learn(&torn, "1"), whole);
}
