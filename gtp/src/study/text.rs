//! A study as text.

use super::findings::{SURE, is_sure, range, ranged};
use dunhuang::contest::Interval;
use dunhuang::study::{Estimate, GameLine, MEASURES, Plan, Summary};

/// Points of the heat map that are named.
const NAMED_POINTS: usize = 5;

/// A game in a line.
pub fn of_game(game: &GameLine) -> String {
    let margins: Vec<String> = game
        .margins
        .iter()
        .map(|(name, margin)| format!("{name} {margin:+}"))
        .collect();
    format!(
        "game {} round {} {} (B) {} (W) moves {} {} margins {}",
        game.game,
        game.round,
        game.black,
        game.white,
        game.length,
        game.end.name(),
        margins.join(" "),
    )
}

fn with_range(estimate: Option<&Estimate>, digits: usize) -> String {
    estimate.map_or("-".into(), |e| ranged(e.value, &e.interval, digits))
}

/// The report in Markdown.
pub fn report(plan: &Plan, summary: &Summary) -> String {
    let mut text = String::from("# Study\n\n");
    let names: Vec<&str> = plan.systems.iter().map(|s| s.name.as_str()).collect();
    let (games, total) = summary.games;
    text += &format!(
        "{}x{}, {} playouts a move, komi {} under every rule system, Black first, {} random opening moves, seed {}, \
         program {}; {games} of {total} games: {} rounds of self-play under {}, {} of them with cross-play.\n\n",
        plan.size.0,
        plan.size.1,
        plan.playouts,
        plan.komi,
        plan.opening_moves,
        plan.seed,
        plan.program,
        plan.rounds,
        names.join(", "),
        plan.cross_rounds.min(plan.rounds),
    );
    text += "Intervals are of 95 %. Games of one round share their opening and seed. What holds of these players at these \
             playouts need not hold of stronger ones.\n\n";
    text += "## Self-play\n\n\
             | rules | games | settled | Black's score | margin without komi | fair komi |\n\
             | --- | --- | --- | --- | --- | --- |\n";
    for found in &summary.populations {
        text += &format!(
            "| {} | {} | {} | {:.3} {} | {} | {} |\n",
            found.system,
            found.games,
            found.settled,
            found.black_score.0,
            range(&found.black_score.1, 3),
            with_range(found.margin.as_ref(), 1),
            with_range(found.fair_komi.as_ref(), 1),
        );
    }
    text += "\nFair komi is the median of the margins of games played at the komi above.\n";
    text += "\n## Measures\n\n| measure |";
    for name in &names {
        text += &format!(" {name} |");
    }
    text += &format!("\n|{}\n", " --- |".repeat(names.len() + 1));
    for measure in &MEASURES {
        text += &format!("| {} |", measure.meaning);
        for name in &names {
            let level = summary.levels.iter();
            let level = level
                .filter(|level| level.system == *name)
                .find(|level| level.measure == measure.name);
            text += &format!(" {} |", with_range(level.map(|level| &level.mean), 2));
        }
        text += "\n";
    }
    text += &differences(summary);
    text += &flips(summary);
    text += &cross(summary);
    text += "\n## First moves\n\nThe most frequent of the first eight moves after the opening, by share of the games.\n\n";
    for name in &names {
        let mut points: Vec<_> = summary
            .first_moves
            .iter()
            .filter(|found| found.system == *name)
            .collect();
        points.sort_by_key(|found| std::cmp::Reverse(found.among));
        let games = summary.populations.iter().find(|p| p.system == *name);
        let games = games.map_or(1, |p| p.games.max(1)) as f64;
        let named: Vec<String> = points
            .iter()
            .take(NAMED_POINTS)
            .map(|found| {
                format!(
                    "{} {:.0} %",
                    found.point,
                    100.0 * found.among as f64 / games
                )
            })
            .collect();
        text += &format!("- {name}: {}\n", named.join(", "));
    }
    text
}

fn differences(summary: &Summary) -> String {
    let Some(first) = summary.differences.first() else {
        return String::new();
    };
    let mut text = format!(
        "\n## Differences from {}\n\nBy rounds; effect is the mean by the standard deviation of the differences; p by random flips \
         of signs, corrected after Holm for all {} comparisons. Only those with a corrected p below {SURE} are listed; \
         differences.csv has all.\n\n",
        first.baseline,
        summary.differences.len()
    );
    let sure = || summary.differences.iter().filter(|d| is_sure(d));
    if sure().next().is_none() {
        return text + "None.\n";
    }
    text += "| rules | measure | difference | rounds | effect | corrected p |\n| --- | --- | --- | --- | --- | --- |\n";
    for found in sure() {
        text += &format!(
            "| {} | {} | {} | {} | {:+.2} | {:.4} |\n",
            found.system,
            found.measure,
            with_range(Some(&found.paired.mean), 2),
            found.paired.mean.n,
            found.paired.effect,
            found.p_corrected,
        );
    }
    text
}

fn flips(summary: &Summary) -> String {
    if summary.flips.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "\n## Where the winner depends on the count\n\nSettled games of self-play whose winner differs between two counts at the \
         same komi.\n\n| played by | counts | games | winner differs | margins differ by |\n| --- | --- | --- | --- | --- |\n",
    );
    for found in &summary.flips {
        text += &format!(
            "| {} | {} and {} | {} | {} = {:.1} % {} | {} |\n",
            found.played,
            found.a,
            found.b,
            found.games,
            found.flips,
            100.0 * found.share.0,
            range(
                &Interval {
                    low: 100.0 * found.share.1.low,
                    high: 100.0 * found.share.1.high,
                },
                1
            ),
            with_range(found.distance.as_ref(), 1),
        );
    }
    text
}

fn cross(summary: &Summary) -> String {
    if summary.cross.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "\n## Playing for another count\n\nPairs of games with colours swapped between a player for one count and a player for \
         another; what is legal is by Black's rules. Score and margin are the first player's.\n\n\
         | plays for | against one for | judged by | score | margin | rounds |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for found in &summary.cross {
        text += &format!(
            "| {} | {} | {} | {} | {} | {} |\n",
            found.a,
            found.b,
            found.judged,
            with_range(Some(&found.score), 3),
            with_range(Some(&found.margin), 2),
            found.margin.n,
        );
    }
    text
}
