//! What the pages for users tell people to enter is accepted by the program.

mod support;

use dunhuang_gtp::analysis::json;
use dunhuang_gtp::cli::Cli;
use dunhuang_gtp::config;
use std::ffi::OsString;

/// A page of the documentation.
fn page(name: &str) -> String {
    support::file(&format!("../../{name}"))
}

/// What is read from a command line with these words after the program's name.
fn options(words: &[&str]) -> Cli {
    let words = ["dunhuang"].iter().chain(words).map(OsString::from);
    let words = config::expand(words).unwrap_or_else(|error| panic!("{error}"));
    Cli::read(json::translate(words)).unwrap_or_else(|error| panic!("{error}"))
}

/// The blocks of code in this language, each with the last heading before it.
fn blocks(text: &str, language: &str) -> Vec<(String, String)> {
    let (mut found, mut heading, mut block) = (Vec::new(), String::new(), None);
    for line in text.lines() {
        if let Some(title) = line.strip_prefix('#').filter(|_| block.is_none()) {
            heading = title.trim_start_matches('#').trim().to_string();
        } else if line == format!("```{language}") {
            block = Some(String::new());
        } else if line == "```" {
            found.extend(block.take().map(|code| (heading.clone(), code)));
        } else if let Some(code) = &mut block {
            *code += line;
            code.push('\n');
        }
    }
    found
}

#[test]
fn configurations_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut read = 0;
    for name in ["docs/SERVERS.md", "docs/ANALYSIS.md", "docs/CLIENTS.md"] {
        for (_, code) in blocks(&page(name), "toml") {
            let path = folder.path().join("example.toml");
            std::fs::write(&path, &code).expect("a file");
            options(&["--config", path.to_str().expect("a path")]);
            read += 1;
        }
    }
    assert!(read >= 4, "{read}");
}

/// Every command of the README that shows what it prints is run by a shell, and prints that.
#[test]
#[cfg(unix)]
fn what_the_readme_prints_is_printed() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_dunhuang"));
    let mut path = OsString::from(program.parent().expect("a folder"));
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut run = 0;
    for (heading, code) in blocks(&page("README.md"), "console") {
        for example in code.split("$ ").filter(|example| !example.is_empty()) {
            let (command, shown) = example.split_once('\n').expect("a command and its output");
            let output = std::process::Command::new("sh")
                .args(["-c", command])
                .current_dir(root)
                .env("PATH", &path)
                .output()
                .expect("a shell");
            let printed = String::from_utf8(output.stdout).expect("text");
            assert_eq!(printed.trim_end(), shown.trim_end(), "{heading}: {command}");
            run += 1;
        }
    }
    assert!(run >= 6, "{run}");
}

#[test]
fn arguments_are_options() {
    let mut read = 0;
    for name in ["docs/CLIENTS.md", "docs/SERVERS.md", "README.md"] {
        for line in page(name).lines() {
            let spans = line.split('`').skip(1).step_by(2);
            for span in spans.filter(|span| span.starts_with("--")) {
                let words: Vec<&str> = span.split(' ').collect();
                // Something is to be put in the place of a word in capitals.
                let words = match words
                    .iter()
                    .any(|w| w.bytes().all(|b| b.is_ascii_uppercase()))
                {
                    true => &words[..1],
                    false => &words[..],
                };
                // An option alone may be one that wants a value.
                match words {
                    [name] => known(name),
                    words => drop(options(words)),
                }
                read += 1;
            }
        }
    }
    assert!(read >= 10, "{read}");
}

fn known(name: &str) {
    use clap::CommandFactory;
    let command = Cli::command();
    let mut all = vec![&command];
    all.extend(command.get_subcommands());
    let found = all
        .iter()
        .flat_map(|command| command.get_arguments())
        .any(|option| option.get_long().is_some_and(|long| name[2..] == *long));
    assert!(found, "there is no {name}");
}

#[test]
fn servers_get_what_they_begin_with() {
    let starts = [
        (
            "CGOS",
            "list_commands\nboardsize 9\nkomi 7\nclear_board\ntime_settings 300 0 0\n\
             play b e5\ntime_left w 299 0\ngenmove w\n",
        ),
        (
            "OGS",
            "list_commands\r\nboardsize 9\r\nclear_board\r\nkomi 6.5\r\nkata-set-rules japanese\r\n\
             kata-time_settings byoyomi 2 1 5\r\ngenmove black\r\n",
        ),
        (
            "KGS",
            "list_commands\nboardsize 9\nclear_board\nkomi 7.5\nkgs-time_settings byoyomi 2 1 5\n\
             time_left b 2 0\ngenmove b\nplay w pass\nfinal_status_list dead\n",
        ),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let examples = blocks(&page("docs/SERVERS.md"), "toml");
    for (server, commands) in starts {
        let (_, code) = examples
            .iter()
            .find(|(heading, _)| heading.starts_with(server))
            .unwrap_or_else(|| panic!("no example for {server}"));
        let path = folder.path().join("example.toml");
        std::fs::write(&path, code).expect("a file");
        let mut program =
            support::program(&["--config", path.to_str().expect("a path"), "--playouts=5"]);
        program.current_dir(folder.path());
        let output = support::run_command(program, commands.as_bytes());
        let answers = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success() && output.stderr.is_empty());
        assert_eq!(answers.matches("\n\n").count(), commands.lines().count());
        assert!(!answers.contains('?'), "{server}: {answers}");
    }
}

/// The commands of the match table, given to a program that only notes them, are read by ours. Every row that
/// was played has one, and it is what the record keeps, so that it would go on with it.
#[cfg(unix)]
#[test]
fn the_commands_of_the_match_table_are_those_of_its_records() {
    use std::os::unix::fs::PermissionsExt;
    let mut code: Vec<String> = blocks(&page("docs/matches/README.md"), "sh")
        .into_iter()
        .map(|(_, code)| code)
        .collect();
    // The last defines what the one before it uses.
    code.rotate_right(1);
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("dunhuang");
    let script = "#!/bin/sh\nprintf '%s\\n' \"$@\" '' >> commands\n";
    std::fs::write(&program, script).expect("a file");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("rights");
    let status = std::process::Command::new("sh")
        .args(["-e", "-c", &code.concat()])
        .current_dir(folder.path())
        .status();
    assert!(status.expect("a shell").success());
    let noted = std::fs::read_to_string(folder.path().join("commands")).expect("commands");
    let records = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/matches");
    let mut rows = Vec::new();
    for command in noted.split_terminator("\n\n") {
        let words: Vec<&str> = command.lines().collect();
        options(&words);
        let all = |option: &str| -> Vec<&str> {
            let pairs = words.windows(2).filter(|pair| pair[0] == option);
            pairs.map(|pair| pair[1]).collect()
        };
        let row = all("--out")[0];
        rows.push(row.to_string());
        let record = std::path::Path::new(records).join(row).join("contest.json");
        let Ok(text) = std::fs::read_to_string(record) else {
            continue;
        };
        let kept: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let players = kept["players"].as_array().expect("players").iter();
        let players: Vec<String> = players
            .map(|p| format!("{}={}", text_of(&p["name"]), text_of(&p["command"])))
            .collect();
        assert_eq!(players, all("--player"), "{row}");
        for (option, value) in [
            ("--size", &kept["size"][0]),
            ("--games", &kept["schedule"]["games"]),
            ("--seed", &kept["schedule"]["seed"]),
        ] {
            assert_eq!(all(option), [value.to_string()], "{row} {option}");
        }
        let komi: f64 = all("--komi")[0].parse().expect("a number");
        assert_eq!(Some(komi), kept["komi"].as_f64(), "{row}");
    }
    let folders = std::fs::read_dir(records).expect("the table's folder");
    for played in folders.map(|entry| entry.expect("an entry").path()) {
        let row = played.file_name().and_then(|name| name.to_str());
        let known = rows.iter().any(|known| Some(known.as_str()) == row);
        assert!(known || !played.is_dir(), "{row:?}: {rows:?}");
    }
}

#[cfg(unix)]
fn text_of(value: &serde_json::Value) -> &str {
    value.as_str().expect("a text")
}
