//! The regression tests in `regress/`, as gogui-regress runs them: numbered commands, and after each the
//! answer it must have, as `#? [this|or this]`.

mod support;

/// A test: its number, the command, the answers that pass.
struct Test {
    number: String,
    command: String,
    right: Vec<String>,
}

/// All commands of a file with a response, in order, and which of them are tests.
fn parse(text: &str) -> (Vec<String>, Vec<Test>) {
    let (mut lines, mut tests): (Vec<String>, Vec<Test>) = Default::default();
    for line in text.lines().filter(|line| !line.is_empty()) {
        if let Some(pattern) = line.strip_prefix("#? ") {
            let inside = pattern.strip_prefix('[').and_then(|p| p.strip_suffix(']'));
            let inside = inside.unwrap_or_else(|| panic!("{line}"));
            let test = tests.last_mut().expect("a test before its answer");
            // The only part of regular expressions that these files use.
            test.right = inside.split('|').map(|p| p.replace('\\', "")).collect();
        } else if !line.starts_with('#') {
            if let Some((number, command)) = line.split_once(' ')
                && number.bytes().all(|b| b.is_ascii_digit())
            {
                tests.push(Test {
                    number: number.into(),
                    command: command.into(),
                    right: Vec::new(),
                });
            }
            lines.push(line.into());
        }
    }
    (lines, tests)
}

#[test]
fn every_answer_is_right() {
    let (lines, tests) = parse(&support::file("regress/living_stones.tst"));
    assert!(tests.len() >= 12 && tests.iter().all(|test| !test.right.is_empty()));
    let arguments = ["--playouts", "500", "--rules", "living-stones"];
    let mut program = support::program(&arguments);
    program.current_dir(format!("{}/tests/regress", env!("CARGO_MANIFEST_DIR")));
    let output = support::run_command(program, (lines.join("\n") + "\n").as_bytes());
    let text = String::from_utf8(output.stdout).expect("text");
    let mut wrong = Vec::new();
    for (line, response) in lines.iter().zip(text.split("\n\n")) {
        if response.starts_with('?') {
            wrong.push(format!("{line}: {response}"));
        }
    }
    for test in &tests {
        let start = format!("={} ", test.number);
        let answer = text.split("\n\n").find_map(|r| r.strip_prefix(&start));
        if !answer.is_some_and(|answer| test.right.iter().any(|right| right == answer)) {
            wrong.push(format!("{} {}: {answer:?}", test.number, test.command));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
