//! What a study found, as plain data.

use super::measure::MEASURES;
use super::plan::Plan;
use super::play::GameLine;
use super::statistics::{Estimate, Paired, holm, mean_of, median_of, paired, standard_deviation};
use crate::contest::{Interval, wilson};
use crate::rng::derive_seed;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// First moves beyond this one are not counted.
const FIRST_MOVES: u32 = 8;

/// Everything that is reported of a study.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// Number of games, and of those of the plan.
    pub games: (u64, u64),
    /// Self-play under each rule system.
    pub populations: Vec<Population>,
    /// Every measure under each rule system.
    pub levels: Vec<Level>,
    /// Every measure of each rule system less that of the first, over rounds.
    pub differences: Vec<Difference>,
    /// How often two counts of one game name different winners.
    pub flips: Vec<Flips>,
    /// Players that play for different counts, against each other.
    pub cross: Vec<Cross>,
    /// Where the first moves after the opening were played.
    pub first_moves: Vec<FirstMove>,
}

/// Self-play under one rule system.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Population {
    /// The rule system.
    pub system: String,
    /// Number of games.
    pub games: u64,
    /// Of these, games whose position both sides held to be settled; the figures below are of them alone.
    pub settled: u64,
    /// Games that Black won, at the komi of the study, and that were drawn.
    pub black_wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Black's points a game (1, ½, 0), with Wilson's interval.
    pub black_score: (f64, Interval),
    /// Black's mean margin without komi.
    pub margin: Option<Estimate>,
    /// The fair komi: the median of Black's margins, at which as many games are won as lost.
    pub fair_komi: Option<Estimate>,
}

/// A measure under one rule system.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Level {
    /// The rule system.
    pub system: String,
    /// The measure.
    pub measure: &'static str,
    /// Its mean.
    pub mean: Estimate,
    /// Its standard deviation between games.
    pub deviation: f64,
}

/// A measure under one rule system less that under the first, in games of one round.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// The rule system.
    pub system: String,
    /// The rule system that it is compared with.
    pub baseline: String,
    /// The measure.
    pub measure: &'static str,
    /// The difference.
    pub paired: Paired,
    /// The p value corrected for the number of all differences of the study (Holm).
    pub p_corrected: f64,
}

/// How often two counts of one game name different winners.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Flips {
    /// The rule system under which the games were played.
    pub played: String,
    /// One count.
    pub a: String,
    /// Another.
    pub b: String,
    /// Number of settled games.
    pub games: u64,
    /// Games with different winners at the komi of the study; a draw is no winner.
    pub flips: u64,
    /// Their share, with Wilson's interval.
    pub share: (f64, Interval),
    /// Mean of the margin by `a` less that by `b`, without regard to sign.
    pub distance: Option<Estimate>,
}

/// Players that play for different counts: what the one for `a` makes of it, in pairs of games with colours
/// swapped.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cross {
    /// Whom the figures are of: the player for this count.
    pub a: String,
    /// Its opponent plays for this count.
    pub b: String,
    /// By which count the games are judged.
    pub judged: String,
    /// Its points a game (1, ½, 0) at the komi of the study.
    pub score: Estimate,
    /// Its mean margin, over both colours, so that komi is of no account.
    pub margin: Estimate,
}

/// How often a point was among the first moves after the opening.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FirstMove {
    /// The rule system.
    pub system: String,
    /// The point.
    pub point: String,
    /// Games in which it was the very first move after the opening.
    pub first: u64,
    /// Games in which it was among the first eight.
    pub among: u64,
}

impl Summary {
    /// What these games of a plan say. Their order does not matter; every interval follows from the seed of
    /// the plan.
    pub fn new(plan: &Plan, games: &[GameLine]) -> Summary {
        let names: Vec<&str> = plan.systems.iter().map(|s| s.name.as_str()).collect();
        let mut games: Vec<&GameLine> = games.iter().collect();
        games.sort_by_key(|game| game.game);
        let mut seeds = (0..).map(|number| derive_seed(plan.seed ^ 0x5EED, number));
        let mut seed = move || seeds.next().unwrap_or_default();
        let own = |name: &str| -> Vec<&GameLine> {
            let own = games.iter().filter(|g| g.black == name && g.white == name);
            own.copied().collect()
        };
        let mut summary = Summary {
            games: (games.len() as u64, plan.total()),
            populations: Vec::new(),
            levels: Vec::new(),
            differences: Vec::new(),
            flips: Vec::new(),
            cross: Vec::new(),
            first_moves: Vec::new(),
        };
        for name in &names {
            let own = own(name);
            summary
                .populations
                .push(population(plan, name, &own, &mut seed));
            for measure in &MEASURES {
                let values: Vec<f64> = own.iter().map(|game| (measure.value)(game)).collect();
                summary
                    .levels
                    .extend(mean_of(&values, seed()).map(|mean| Level {
                        system: name.to_string(),
                        measure: measure.name,
                        mean,
                        deviation: standard_deviation(&values),
                    }));
            }
            summary.first_moves.extend(first_moves(name, &own));
        }
        if let Some((baseline, others)) = names.split_first() {
            let base: BTreeMap<u64, &GameLine> =
                own(baseline).iter().map(|g| (g.round, *g)).collect();
            for name in others {
                let pairs: Vec<_> = own(name)
                    .into_iter()
                    .filter_map(|game| Some((game, *base.get(&game.round)?)))
                    .collect();
                for measure in &MEASURES {
                    let differences: Vec<f64> = pairs
                        .iter()
                        .map(|(game, base)| (measure.value)(game) - (measure.value)(base))
                        .collect();
                    summary
                        .differences
                        .extend(paired(&differences, seed()).map(|paired| Difference {
                            system: name.to_string(),
                            baseline: baseline.to_string(),
                            measure: measure.name,
                            paired,
                            p_corrected: 1.0,
                        }));
                }
            }
        }
        let p: Vec<f64> = summary.differences.iter().map(|d| d.paired.p).collect();
        for (difference, corrected) in summary.differences.iter_mut().zip(holm(&p)) {
            difference.p_corrected = corrected;
        }
        for played in &names {
            let own = own(played);
            for (i, a) in names.iter().enumerate() {
                for b in &names[i + 1..] {
                    summary
                        .flips
                        .push(flips(plan, played, (a, b), &own, &mut seed));
                }
            }
        }
        for (i, a) in names.iter().enumerate() {
            for b in &names[i + 1..] {
                for judged in [a, b] {
                    summary
                        .cross
                        .extend(cross(plan, (a, b), judged, &games, &mut seed));
                }
            }
        }
        summary
    }
}

/// Black's points of a margin without komi at this komi.
fn points(margin: f64, komi: f32) -> f64 {
    let left = margin - f64::from(komi);
    if left > 0.0 {
        1.0
    } else if left < 0.0 {
        0.0
    } else {
        0.5
    }
}

fn margins<'a>(games: &'a [&GameLine], name: &'a str) -> impl Iterator<Item = f64> + 'a {
    let settled = games.iter().filter(|game| game.end.is_settled());
    settled.filter_map(move |game| game.margins.get(name).copied())
}

fn population(
    plan: &Plan,
    name: &str,
    own: &[&GameLine],
    seed: &mut dyn FnMut() -> u64,
) -> Population {
    let margins: Vec<f64> = margins(own, name).collect();
    let results = || margins.iter().map(|&margin| points(margin, plan.komi));
    let count = |wanted: f64| results().filter(|&found| found == wanted).count() as u64;
    let (settled, score) = (margins.len() as u64, results().sum::<f64>());
    Population {
        system: name.to_string(),
        games: own.len() as u64,
        settled,
        black_wins: count(1.0),
        draws: count(0.5),
        black_score: (
            score / (settled as f64).max(1.0),
            wilson(score, settled as f64),
        ),
        margin: mean_of(&margins, seed()),
        fair_komi: median_of(&margins, seed()),
    }
}

fn flips(
    plan: &Plan,
    played: &str,
    (a, b): (&str, &str),
    own: &[&GameLine],
    seed: &mut dyn FnMut() -> u64,
) -> Flips {
    let both: Vec<(f64, f64)> = margins(own, a).zip(margins(own, b)).collect();
    let differ = both
        .iter()
        .filter(|(a, b)| points(*a, plan.komi) != points(*b, plan.komi));
    let (games, flips) = (both.len() as u64, differ.count() as u64);
    let distances: Vec<f64> = both.iter().map(|(a, b)| (a - b).abs()).collect();
    Flips {
        played: played.to_string(),
        a: a.to_string(),
        b: b.to_string(),
        games,
        flips,
        share: (
            flips as f64 / (games as f64).max(1.0),
            wilson(flips as f64, games as f64),
        ),
        distance: mean_of(&distances, seed()),
    }
}

fn cross(
    plan: &Plan,
    (a, b): (&str, &str),
    judged: &str,
    games: &[&GameLine],
    seed: &mut dyn FnMut() -> u64,
) -> Option<Cross> {
    // The two games of a round are not independent: what is drawn anew is rounds.
    let mut rounds: BTreeMap<u64, Vec<(f64, f64)>> = BTreeMap::new();
    for game in games.iter().filter(|game| game.end.is_settled()) {
        let a_is_black = game.black == a && game.white == b;
        if !(a_is_black || game.black == b && game.white == a) {
            continue;
        }
        let margin = *game.margins.get(judged)?;
        let (score, margin) = (points(margin, plan.komi), margin - f64::from(plan.komi));
        let of_a = match a_is_black {
            true => (score, margin),
            false => (1.0 - score, -margin),
        };
        rounds.entry(game.round).or_default().push(of_a);
    }
    let whole = || rounds.values().filter(|games| games.len() == 2);
    let scores: Vec<f64> = whole().map(|g| (g[0].0 + g[1].0) / 2.0).collect();
    let margins: Vec<f64> = whole().map(|g| (g[0].1 + g[1].1) / 2.0).collect();
    Some(Cross {
        a: a.to_string(),
        b: b.to_string(),
        judged: judged.to_string(),
        score: mean_of(&scores, seed())?,
        margin: mean_of(&margins, seed())?,
    })
}

fn first_moves(name: &str, own: &[&GameLine]) -> Vec<FirstMove> {
    let mut counts: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for game in own {
        let after = game.moves.iter().skip(game.opening_moves as usize);
        let mut seen = BTreeSet::new();
        for (i, mv) in after.take(FIRST_MOVES as usize).enumerate() {
            let point = mv.split_once(' ').map_or(mv.as_str(), |(_, point)| point);
            let counts = counts.entry(point).or_default();
            counts.0 += u64::from(i == 0);
            // A game is one game, however often there was a move to the point.
            counts.1 += u64::from(seen.insert(point));
        }
    }
    counts
        .into_iter()
        .map(|(point, (first, among))| FirstMove {
            system: name.to_string(),
            point: point.to_string(),
            first,
            among,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However the moves of games go, no point is among the first of more games than there are.
    #[test]
    fn a_game_counts_once_at_a_point() {
        let game = |moves: &[&str]| GameLine {
            game: 1,
            round: 1,
            black: "a".into(),
            white: "a".into(),
            seed: 0,
            end: crate::study::GameEnd::Rest,
            length: moves.len() as u32,
            opening_moves: 1,
            margins: BTreeMap::new(),
            measures: Default::default(),
            moves: moves.iter().map(|text| text.to_string()).collect(),
        };
        let one = game(&[
            "B C3", "W pass", "B D4", "W pass", "B pass", "W C3", "B D4", "W D4",
        ]);
        let two = game(&["B C3", "W D4", "B E5"]);
        let found = first_moves("a", &[&one, &two]);
        let found: Vec<_> = found
            .iter()
            .map(|f| (f.point.as_str(), f.first, f.among))
            .collect();
        assert_eq!(
            found,
            [("C3", 0, 1), ("D4", 1, 2), ("E5", 0, 1), ("pass", 1, 1)]
        );
    }
}
