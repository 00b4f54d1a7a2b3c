//! Conversations as files. A case is a file in `transcripts/`:
//!
//! ```text
//! What it shows, in any number of lines.
//! args: --rules tang
//! > a line of input; \t, \r, \a and \xNN stand for bytes, {data} for the folder of test data
//! = the response expected, line by line; [..] stands for anything within a line,
//! ... and three dots alone for any number of lines
//! ```
//! All input is sent at once, so the program is also shown not to lose queued commands. With
//! UPDATE_TRANSCRIPTS=1 the responses of the run are written into the files.

mod support;

use std::path::{Path, PathBuf};

struct Case {
    head: Vec<String>,
    arguments: Vec<String>,
    exchanges: Vec<Exchange>,
}

struct Exchange {
    input: String,
    expected: Vec<String>,
}

fn data() -> String {
    format!("{}/tests/data", env!("CARGO_MANIFEST_DIR"))
}

fn parse(text: &str) -> Case {
    let mut case = Case {
        head: Vec::new(),
        arguments: Vec::new(),
        exchanges: Vec::new(),
    };
    for line in text.lines() {
        if let Some(input) = line.strip_prefix('>') {
            case.exchanges.push(Exchange {
                input: input.strip_prefix(' ').unwrap_or(input).to_string(),
                expected: Vec::new(),
            });
        } else if let Some(exchange) = case.exchanges.last_mut() {
            if !line.is_empty() {
                exchange.expected.push(line.to_string());
            }
        } else if let Some(arguments) = line.strip_prefix("args:") {
            case.arguments
                .extend(arguments.split_whitespace().map(str::to_string));
        } else {
            case.head.push(line.to_string());
        }
    }
    case
}

fn bytes(input: &str) -> Vec<u8> {
    let text = input.replace("{data}", &data());
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let (byte, after) = match (first, after.first()) {
            (b'\\', Some(b't')) => (b'\t', &after[1..]),
            (b'\\', Some(b'r')) => (b'\r', &after[1..]),
            (b'\\', Some(b'a')) => (7, &after[1..]),
            (b'\\', Some(b'x')) => {
                let hex = std::str::from_utf8(&after[1..3]).expect("two hex digits");
                (u8::from_str_radix(hex, 16).expect("hex"), &after[3..])
            }
            _ => (first, after),
        };
        bytes.push(byte);
        rest = after;
    }
    bytes
}

/// Whether a line has the form of a pattern with `[..]` in it.
fn line_matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split("[..]");
    let first = parts.next().expect("at least one part");
    let Some(mut rest) = line.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

fn matches(pattern: &[String], lines: &[&str]) -> bool {
    match pattern.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=lines.len()).any(|skip| matches(rest, &lines[skip..]))
        }
        Some((first, rest)) => lines.split_first().is_some_and(|(line, others)| {
            line_matches(first.trim_end(), line.trim_end()) && matches(rest, others)
        }),
    }
}

fn wants_response(input: &[u8]) -> bool {
    let visible = |b: &u8| !b.is_ascii_whitespace() && !b.is_ascii_control();
    input
        .iter()
        .find(|b| visible(b))
        .is_some_and(|&b| b != b'#')
}

fn check(path: &Path) -> Result<(), String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let mut case = parse(&text);
    let mut input = Vec::new();
    for exchange in &case.exchanges {
        input.extend(bytes(&exchange.input));
        input.push(b'\n');
    }
    let arguments: Vec<&str> = case.arguments.iter().map(String::as_str).collect();
    let output = support::run(&arguments, &input);
    if !output.status.success() || !output.stderr.is_empty() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{name}: {} {stderr}", output.status));
    }
    let stdout = String::from_utf8(output.stdout).map_err(|e| e.to_string())?;
    let Some(stdout) = stdout.strip_suffix("\n\n") else {
        return Err(format!(
            "{name}: the last response has no blank line after it"
        ));
    };
    let mut responses = stdout.split("\n\n");
    let update = std::env::var_os("UPDATE_TRANSCRIPTS").is_some();
    let mut ended = false;
    for exchange in &mut case.exchanges {
        let lines: Vec<&str> = match wants_response(&bytes(&exchange.input)) && !ended {
            true => responses
                .next()
                .ok_or_else(|| format!("{name}: no response to {}", exchange.input))?
                .split('\n')
                .collect(),
            false => Vec::new(),
        };
        ended |= exchange.input.split_whitespace().last() == Some("quit");
        if matches(&exchange.expected, &lines) {
            continue;
        }
        if !update {
            return Err(format!(
                "{name}\n> {}\nexpected\n{}\ngot\n{}",
                exchange.input,
                exchange.expected.join("\n"),
                lines.join("\n")
            ));
        }
        exchange.expected = lines.iter().map(|line| line.to_string()).collect();
    }
    if let Some(more) = responses.next() {
        return Err(format!("{name}: a response nobody asked for\n{more}"));
    }
    if update {
        let mut text = case.head.join("\n") + "\n";
        if !case.arguments.is_empty() {
            text += &format!("args: {}\n", case.arguments.join(" "));
        }
        for exchange in &case.exchanges {
            text += &format!("> {}\n", exchange.input).replace(" \n", "\n");
            if !exchange.expected.is_empty() {
                text += &format!("{}\n\n", exchange.expected.join("\n"));
            }
        }
        std::fs::write(path, text).map_err(|e| e.to_string())?;
    }
    Ok(())
}

#[test]
fn every_transcript_comes_true() {
    let folder = format!("{}/tests/transcripts", env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(folder).expect("the folder of transcripts");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    assert!(paths.len() >= 20, "transcripts are missing");
    let failures: Vec<String> = paths.iter().filter_map(|path| check(path).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn patterns() {
    let pattern = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
    assert!(matches(
        &pattern("= a[..]c\n...\nz"),
        &["= abc", "x", "y", "z"]
    ));
    assert!(matches(&pattern("= a\n..."), &["= a"]));
    assert!(!matches(&pattern("= a"), &["= a", "b"]));
    assert!(!matches(&pattern("= a[..]c"), &["= ab"]));
    assert!(!matches(&pattern("= "), &["? "]));
}
