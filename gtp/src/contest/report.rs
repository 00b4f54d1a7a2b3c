//! The results as text.

use super::config::Config;
use crate::json_lines::{read_json, whole_lines};
use anyhow::{Context, bail};
use dunhuang::contest::{Conduct, Decision, Matchup, Model, Standings, elo_of_score};
use std::path::Path;

/// The results of a record, as text or JSON.
///
/// # Errors
/// It cannot be read.
pub fn of_folder(folder: &Path, json: bool) -> anyhow::Result<String> {
    let path = folder.join("contest.json");
    let config: Config =
        read_json(&path).with_context(|| format!("{} has no contest", folder.display()))?;
    let mut standings = Standings::new(&config.schedule, &config.names());
    for game in whole_lines(&folder.join("games.jsonl"))? {
        standings.add(&game);
    }
    for timing in whole_lines(&folder.join("timing.jsonl"))? {
        standings.add_timing(&timing);
    }
    if standings.games() == 0 {
        bail!("{} has no finished game", folder.display());
    }
    if json {
        let summary = standings.summary(config.sprt.as_ref());
        return Ok(serde_json::to_string_pretty(&summary)?);
    }
    Ok(text(&config, &standings))
}

/// The results so far.
pub fn text(config: &Config, standings: &Standings) -> String {
    let names = standings.names();
    let mut text = format!("{} games\n", standings.games());
    for matchup in standings.matchups() {
        text += &matchup_text(matchup, names);
    }
    if let Some(sprt) = &config.sprt {
        let (ratio, decision) = standings.test(sprt);
        let (low, high) = sprt.bounds();
        let unit = match sprt.model {
            Model::Logistic => "Elo",
            Model::Normalised => "normalised Elo",
        };
        let decision = match decision {
            Decision::Open => "open".into(),
            Decision::H0 => format!("H0: {} {unit} or less", sprt.elo0),
            Decision::H1 => format!("H1: {} {unit} or more", sprt.elo1),
        };
        text += &format!(
            "sprt {} {} {unit}: llr {ratio:.2} of {low:.2} to {high:.2}: {decision}\n",
            sprt.elo0, sprt.elo1
        );
    }
    if names.len() > 2 {
        text += "elo of all:\n";
        let mut ratings: Vec<_> = standings.ratings().into_iter().zip(names).collect();
        ratings.sort_by(|(a, _), (b, _)| b.elo.total_cmp(&a.elo));
        for (rating, name) in ratings {
            text += &format!("  {name} {:+.0} ± {:.0}\n", rating.elo, rating.half);
        }
    }
    for (name, conduct) in names.iter().zip(standings.conduct()) {
        text += &conduct_text(name, conduct);
    }
    text
}

fn matchup_text(matchup: &Matchup, names: &[String]) -> String {
    let (a, b) = (&names[matchup.a], &names[matchup.b]);
    let results = &matchup.results;
    if results.games() + matchup.void == 0 {
        return format!("{a} against {b}: no games\n");
    }
    let percent = |share: f64| 100.0 * share;
    let range = results.interval();
    let mut text = format!(
        "{a} against {b}: {} won, {} drawn, {} lost: {:.1} % (95 %: {:.1} to {:.1})",
        results.wins,
        results.draws,
        results.losses,
        percent(results.score()),
        percent(range.low),
        percent(range.high),
    );
    text += &format!(
        "; elo {} (95 %: {} to {})\n",
        elo(results.score()),
        elo(range.low),
        elo(range.high)
    );
    let black = &matchup.as_black;
    let white = results.games() - black.games();
    text += &format!(
        "  with black {} of {}, with white {} of {}",
        black.points(),
        black.games(),
        results.points() - black.points(),
        white
    );
    if matchup.void > 0 {
        text += &format!(", {} without a result", matchup.void);
    }
    let pairs = &matchup.pairs;
    let counts = pairs.0.map(|n| n.to_string()).join(" ");
    text += &format!("; pairs with 0, ½, 1, 1½, 2 points: {counts}");
    if let Some([(elo, half), (normalised, normalised_half)]) = pairs.elo()
        && let Some(superiority) = pairs.superiority()
        && elo.is_finite()
        && half.is_finite()
    {
        text += &format!(
            "; by pairs elo {elo:+.0} ± {half:.0}, normalised {normalised:+.0} ± {normalised_half:.0}, los {:.2} %",
            percent(superiority)
        );
    }
    text + "\n"
}

fn elo(score: f64) -> String {
    let elo = elo_of_score(score);
    if elo.is_finite() {
        // Adding 0 turns -0 into 0.
        format!("{:+.0}", elo.round() + 0.0)
    } else if elo > 0.0 {
        "+∞".into()
    } else {
        "-∞".into()
    }
}

fn conduct_text(name: &str, conduct: &Conduct) -> String {
    let mean = conduct.seconds / conduct.moves.max(1) as f64;
    let mut text = format!(
        "{name}: {mean:.3} s a move over {} moves, longest {:.3} s",
        conduct.moves, conduct.longest
    );
    for (kind, count) in &conduct.faults {
        text += &format!(", {} {count}", kind.name());
    }
    if conduct.disagreements > 0 {
        text += &format!(
            ", counts {} games otherwise than the referee",
            conduct.disagreements
        );
    }
    text + "\n"
}
