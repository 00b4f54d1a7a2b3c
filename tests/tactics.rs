//! The tactics suite: every answer is proved by playing out all lines that matter.

#[path = "tactics/cases.rs"]
mod cases;
#[path = "tactics/ladder.rs"]
mod ladder;
#[path = "tactics/prove.rs"]
mod prove;
#[path = "tactics/referee.rs"]
mod referee;
#[path = "tactics/whole.rs"]
mod whole;

use cases::cases;
use dunhuang::tactics::{Answer, Wanted};
use std::collections::BTreeMap;

/// Exactly the accepted moves reach the goal; every other move of the region, and the pass, do not.
#[test]
fn every_answer_is_proved() {
    let mut wrong = Vec::new();
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let mut differ = 0;
    for (category, name, case) in cases() {
        let size = case.start.size();
        *counts.entry(category.clone()).or_default() += 1;
        let same = |answer: &Answer| answer.wanted == case.answers[0].wanted;
        differ += u32::from(!case.answers.iter().all(same));
        for answer in &case.answers {
            let problem = match &answer.wanted {
                Wanted::Moves(moves) => match prove::accepted(&case, answer) {
                    Ok(found) => {
                        let names = |moves: &[dunhuang::Move]| {
                            let mut names: Vec<_> =
                                moves.iter().map(|&m| size.move_name(m)).collect();
                            names.sort();
                            names.join(" ")
                        };
                        let (found, said) = (names(&found), names(moves));
                        (found != said).then(|| format!("says {said}, proved {found}"))
                    }
                    Err(why) => Some(why),
                },
                Wanted::Status(stone, status) => {
                    let read = prove::status(&case.start, &case.region, *stone, &answer.rules);
                    (read != Some(*status)).then(|| format!("says {status:?}, read {read:?}"))
                }
            };
            if let Some(problem) = problem {
                wrong.push(format!("{category}/{name} {}: {problem}", answer.preset));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(counts.values().sum::<u32>() >= 330, "{counts:?}");
    assert!(counts["joining"] >= 20, "{counts:?}");
    assert!(
        differ >= 45,
        "{differ} cases whose answer depends on the rules"
    );
    for category in [
        "double-threats",
        "double-ataris",
        "waiting-moves",
        "offered-rests",
        "filling-order",
    ] {
        assert!(counts[category] >= 8, "{category}: {counts:?}");
    }
}
