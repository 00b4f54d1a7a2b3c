//! What a study found, in sentences. What is called found has a corrected p below a limit; every figure has
//! its interval.

use dunhuang::contest::Interval;
use dunhuang::report::fixed;
use dunhuang::study::{Difference, MEASURES, Plan, Summary};

/// Differences of a corrected p value below this are spoken of as found.
pub const SURE: f64 = 0.05;
/// Differences that are told in words.
const TOLD: usize = 8;

/// Whether a difference may be called found.
pub fn is_sure(difference: &Difference) -> bool {
    difference.p_corrected < SURE
}

/// What a measure means.
pub fn meaning(name: &str) -> &str {
    let measure = MEASURES.iter().find(|measure| measure.name == name);
    measure.map_or(name, |measure| measure.meaning)
}

/// A value with its interval.
pub fn ranged(value: f64, interval: &Interval, digits: usize) -> String {
    format!("{} {}", fixed(value, digits), range(interval, digits))
}

/// The ends of an interval.
pub fn range(interval: &Interval, digits: usize) -> String {
    format!(
        "[{}, {}]",
        fixed(interval.low, digits),
        fixed(interval.high, digits)
    )
}

/// How many differences were found.
pub fn found(summary: &Summary) -> String {
    let all = summary.differences.len();
    let sure = summary.differences.iter().filter(|d| is_sure(d)).count();
    match summary.differences.first() {
        None => "There is one rule system, and nothing to compare it with.".into(),
        Some(first) if sure == 0 => format!(
            "Found: no difference from {}. None of {all} comparisons has a p below {SURE} after Holm's correction; that does not say that there is \
             none.",
            first.baseline
        ),
        Some(first) => format!(
            "Found: {sure} of {all} comparisons with {} differ with a p below {SURE} after Holm's correction. {}",
            first.baseline,
            if sure > TOLD {
                format!("The {TOLD} of largest effect:")
            } else {
                "They are:".into()
            }
        ),
    }
}

/// The differences found, those of the largest effect first.
pub fn strongest(summary: &Summary) -> Vec<String> {
    let mut sure: Vec<_> = summary.differences.iter().filter(|d| is_sure(d)).collect();
    sure.sort_by(|a, b| b.paired.effect.abs().total_cmp(&a.paired.effect.abs()));
    let told = sure.into_iter().take(TOLD).map(|difference| {
        let mean = &difference.paired.mean;
        format!(
            "{}: {} by {} than under {} ({}; effect {:+.2}, corrected p {:.4}, {} rounds).",
            difference.system,
            if mean.value > 0.0 { "more" } else { "less" },
            ranged(mean.value.abs(), &outward(mean.value, &mean.interval), 2),
            difference.baseline,
            meaning(difference.measure),
            difference.paired.effect,
            difference.p_corrected,
            mean.n,
        )
    });
    told.collect()
}

/// The interval of a value without its sign.
fn outward(value: f64, interval: &Interval) -> Interval {
    match value < 0.0 {
        true => Interval {
            low: -interval.high,
            high: -interval.low,
        },
        false => *interval,
    }
}

/// Figures that no test stands behind, each with its interval.
pub fn measured(summary: &Summary) -> Vec<String> {
    let populations = summary.populations.iter().filter(|p| p.settled > 0);
    let mut lines: Vec<String> = populations
        .map(|found| {
            let (score, ends) = &found.black_score;
            let komi = found.fair_komi.as_ref().map_or(String::new(), |komi| {
                format!("; fair komi {}", ranged(komi.value, &komi.interval, 1))
            });
            format!(
                "{}: Black scores {} a game in {} settled games{komi}.",
                found.system,
                ranged(*score, ends, 2),
                found.settled
            )
        })
        .collect();
    let most = summary.flips.iter().filter(|found| found.games > 0);
    let most = most.max_by(|a, b| a.share.0.total_cmp(&b.share.0));
    lines.extend(most.map(|found| {
        let (share, ends) = &found.share;
        let percent = Interval {
            low: 100.0 * ends.low,
            high: 100.0 * ends.high,
        };
        format!(
            "The largest share of games whose winner depends on the count is in this sample that of {}, counted by {} and {}: {} percent of {}.",
            found.played,
            found.a,
            found.b,
            ranged(100.0 * share, &percent, 1),
            found.games
        )
    }));
    lines
}

/// The command that makes the study.
pub fn command(plan: &Plan) -> String {
    let mut words = format!(
        "dunhuang study --size {}x{} --playouts {} --komi {} --rounds {} --cross-rounds {} --opening-moves {} --seed {}",
        plan.size.0,
        plan.size.1,
        plan.playouts,
        plan.komi,
        plan.rounds,
        plan.cross_rounds,
        plan.opening_moves,
        plan.seed
    );
    for system in &plan.systems {
        words += &format!(" --system {}", quoted(&system.name));
    }
    for (name, value) in &plan.settings {
        words += &match ["memory", "ending"].contains(&&name[..]) {
            true => format!(" --{name} {}", quoted(value)),
            false => format!(" --set {}", quoted(&format!("{name}={value}"))),
        };
    }
    words + " --out study"
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.=:/,".contains(c);
    match word.chars().all(plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}
