//! Why rule systems differ, for the reasons other than a join: small positions, one folder a reason. What a
//! case says is proved by playing it out, and the comparison names the reason.

#[path = "tactics/ladder.rs"]
mod ladder;
#[path = "tactics/prove.rs"]
mod prove;
#[path = "tactics/referee.rs"]
mod referee;
#[path = "tactics/whole.rs"]
mod whole;

use dunhuang::compare::{Comparison, Settings, System, compare};
use dunhuang::search::{Ending, Params, StopToken};
use dunhuang::tactics::{Case, Wanted};
use dunhuang::{Game, IllegalMove, Move};
use std::fs;
use std::path::PathBuf;

/// The reasons, each with its folder.
const REASONS: [&str; 5] = ["ban", "dame", "fill", "given-back", "seki"];

/// The cases of a reason, by name.
fn cases(reason: &str) -> Vec<(String, Case)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/compare")
        .join(reason);
    let entries = fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("readable");
        let case = Case::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        (
            format!("{reason}/{}", path.file_stem().unwrap().display()),
            case,
        )
    };
    let cases: Vec<_> = paths.into_iter().map(read).collect();
    assert!(cases.len() >= 2, "{reason}");
    cases
}

fn games(case: &Case) -> Vec<Game> {
    let answers = case.answers.iter();
    answers
        .map(|a| case.game(&a.rules).expect("legal moves"))
        .collect()
}

#[test]
fn what_the_cases_say_is_proved() {
    let mut wrong = Vec::new();
    for (name, case) in REASONS.into_iter().flat_map(cases) {
        assert_eq!(case.answers.len(), 2, "{name}");
        for answer in &case.answers {
            let sorted = |moves: &[Move]| {
                let size = case.start.size();
                let mut names: Vec<_> = moves.iter().map(|&m| size.move_name(m)).collect();
                names.sort();
                names.join(" ")
            };
            let (said, found) = match &answer.wanted {
                Wanted::Moves(said) => (
                    sorted(said),
                    prove::accepted(&case, answer).map_or_else(|why| why, |found| sorted(&found)),
                ),
                Wanted::Status(stone, said) => {
                    let read = prove::status(&case.start, &case.region, *stone, &answer.rules);
                    (format!("{:?}", Some(*said)), format!("{read:?}"))
                }
            };
            if said != found {
                wrong.push(format!(
                    "{name} {}: says {said}, proved {found}",
                    answer.preset
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Both systems in the order of the answers; fills are found by an engine that fills every path.
fn compared(case: &Case, reason: &str) -> Comparison {
    let systems: Vec<System> = case.answers.iter().map(|a| System::of(a.rules)).collect();
    let ending = match reason {
        "fill" => Ending::Natural,
        _ => Ending::Rest,
    };
    let settings = Settings {
        params: Params {
            ending,
            ..Params::default()
        },
        playouts: 400,
        even_komi: false,
    };
    let game = &games(case)[0];
    compare(game, case.to_move, &systems, &settings, &StopToken::new()).expect("compared")
}

#[test]
fn the_reason_is_named() {
    for reason in REASONS {
        for (name, case) in cases(reason) {
            let found = compared(&case, reason);
            let reasons = &found.pairs[0].reasons;
            let own = reasons.iter().find(|r| r.kind.name() == reason);
            let own = own.unwrap_or_else(|| panic!("{name}: {reasons:?}"));
            for (view, answer) in found.views.iter().zip(&case.answers) {
                if let Wanted::Moves(right) = &answer.wanted {
                    assert!(
                        right.contains(&view.best),
                        "{name} {}: {:?}",
                        answer.preset,
                        view.best
                    );
                }
            }
            // The sentence is about the right thing.
            let point = case.region.iter().next().expect("a region");
            let name_of = |mv| case.start.size().move_name(mv);
            match reason {
                "dame" | "fill" => assert_eq!(own.about, Some(Move::Real(point)), "{name}"),
                "seki" => {
                    let both = "Black has 1 points in seki and White 1";
                    assert_eq!(own.text.matches(both).count(), 2, "{}", own.text);
                    assert!(
                        own.text.contains("(own points)") && own.text.contains("(not counted)")
                    );
                }
                "given-back" => assert_eq!(own.about, Some(Move::Pass), "{name}"),
                _ => {
                    // Where one system's referee allows it and the other's does not.
                    let banned = own.about.expect("a move");
                    let checks: Vec<_> = games(&case)
                        .iter()
                        .map(|g| g.check(case.to_move, banned))
                        .collect();
                    let bans = |c: &Result<(), IllegalMove>| {
                        matches!(c, Err(IllegalMove::Ko | IllegalMove::Regress(_)))
                    };
                    assert_eq!(
                        checks.iter().filter(|c| bans(c)).count(),
                        1,
                        "{name}: {checks:?}"
                    );
                    assert_eq!(
                        checks.iter().filter(|c| c.is_ok()).count(),
                        1,
                        "{name}: {checks:?}"
                    );
                    assert!(own.text.contains(&name_of(banned)), "{}", own.text);
                }
            }
        }
    }
}
