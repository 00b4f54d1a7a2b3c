//! The numbers of a study as CSV. Every column is described in docs/DATA.md, which a test compares.

use dunhuang::color::ByColor;
use dunhuang::contest::Interval;
use dunhuang::study::{Estimate, GameLine, MEASURES, Plan, Summary};

/// A table: its header, and its rows.
pub(super) struct Table {
    columns: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows; its columns have spaces between.
    pub(super) fn new(columns: &str) -> Table {
        Table {
            columns: columns.split(' ').map(str::to_string).collect(),
            rows: Vec::new(),
        }
    }

    /// The table as CSV.
    pub(super) fn text(&self) -> String {
        let lines = std::iter::once(&self.columns).chain(&self.rows);
        lines
            .map(|cells| {
                cells
                    .iter()
                    .map(|c| quoted(c))
                    .collect::<Vec<_>>()
                    .join(",")
                    + "\n"
            })
            .collect()
    }
}

/// A cell after RFC 4180.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_string()
    }
}

fn range(interval: &Interval) -> [String; 2] {
    [interval.low.to_string(), interval.high.to_string()]
}

/// Estimate, low, high, n; empty cells where there is none.
pub(super) fn estimate(estimate: Option<&Estimate>) -> Vec<String> {
    let Some(estimate) = estimate else {
        return vec![String::new(); 4];
    };
    let [low, high] = range(&estimate.interval);
    vec![
        estimate.value.to_string(),
        low,
        high,
        estimate.n.to_string(),
    ]
}

/// All tables with the names of their files.
pub fn all(plan: &Plan, games: &[GameLine], summary: &Summary) -> Vec<(&'static str, String)> {
    vec![
        ("games.csv", of_games(plan, games).text()),
        ("populations.csv", populations(summary).text()),
        ("levels.csv", levels(summary).text()),
        ("differences.csv", differences(summary).text()),
        ("flips.csv", flips(summary).text()),
        ("cross.csv", cross(summary).text()),
        ("first_moves.csv", first_moves(summary).text()),
    ]
}

fn of_games(plan: &Plan, games: &[GameLine]) -> Table {
    let mut table =
        Table::new("game round black white seed end settled length opening_moves komi doubts");
    let names = || plan.systems.iter().map(|system| &system.name);
    table
        .columns
        .extend(names().map(|name| format!("margin_{name}")));
    table
        .columns
        .extend(names().map(|name| format!("winner_{name}")));
    let own = MEASURES.iter().filter(|measure| measure.name != "length");
    let own: Vec<_> = own.collect();
    table
        .columns
        .extend(own.iter().map(|measure| measure.name.to_string()));
    for color in ["black", "white"] {
        let sided = SIDED.iter().map(|(name, _)| format!("{color}_{name}"));
        table.columns.extend(sided);
    }
    for game in games {
        let margin = |name: &String| game.margins.get(name).copied();
        let winner = |name: &String| match margin(name).map(|m| m - f64::from(plan.komi)) {
            Some(left) if left > 0.0 => "black",
            Some(left) if left < 0.0 => "white",
            Some(_) => "draw",
            None => "",
        };
        let mut row = vec![
            game.game.to_string(),
            game.round.to_string(),
            game.black.clone(),
            game.white.clone(),
            game.seed.to_string(),
            game.end.name().to_string(),
            u8::from(game.end.is_settled()).to_string(),
            game.length.to_string(),
            game.opening_moves.to_string(),
            plan.komi.to_string(),
            game.measures.doubts.to_string(),
        ];
        let text = |margin: Option<f64>| margin.map_or(String::new(), |m| m.to_string());
        row.extend(names().map(|name| text(margin(name))));
        row.extend(names().map(|name| winner(name).to_string()));
        row.extend(own.iter().map(|measure| (measure.value)(game).to_string()));
        let ByColor { black, white } = &game.measures.sides;
        for side in [black, white] {
            row.extend(SIDED.iter().map(|(_, value)| value(side)));
        }
        table.rows.push(row);
    }
    table
}

type Sided = fn(&dunhuang::study::Side) -> String;

fn list(numbers: &[u32]) -> String {
    let words: Vec<String> = numbers.iter().map(u32::to_string).collect();
    words.join(" ")
}

/// What the table of games has of either side.
const SIDED: [(&str, Sided); 14] = [
    ("real_moves", |s| s.real_moves.to_string()),
    ("virtual_moves", |s| s.virtual_moves.to_string()),
    ("captured", |s| s.captured.to_string()),
    ("ko_captures", |s| s.ko_captures.to_string()),
    ("stones", |s| s.stones.to_string()),
    ("dead", |s| s.dead.to_string()),
    ("living", |s| s.living.to_string()),
    ("own_points", |s| s.own_points.to_string()),
    ("eyes", |s| s.eyes.to_string()),
    ("paths", |s| s.paths.to_string()),
    ("group_sizes", |s| list(&s.groups)),
    ("invasions", |s| s.invasions.to_string()),
    ("join_moves", |s| list(&s.joins)),
    ("fills", |s| s.fills.to_string()),
];

fn populations(summary: &Summary) -> Table {
    let mut table = Table::new(
        "system games settled black_wins draws black_score black_score_low black_score_high \
         margin margin_low margin_high fair_komi fair_komi_low fair_komi_high n",
    );
    for found in &summary.populations {
        let mut row = vec![
            found.system.clone(),
            found.games.to_string(),
            found.settled.to_string(),
            found.black_wins.to_string(),
            found.draws.to_string(),
            found.black_score.0.to_string(),
        ];
        row.extend(range(&found.black_score.1));
        row.extend(estimate(found.margin.as_ref()).into_iter().take(3));
        row.extend(estimate(found.fair_komi.as_ref()));
        table.rows.push(row);
    }
    table
}

fn levels(summary: &Summary) -> Table {
    let mut table = Table::new("system measure mean mean_low mean_high n deviation");
    for level in &summary.levels {
        let mut row = vec![level.system.clone(), level.measure.to_string()];
        row.extend(estimate(Some(&level.mean)));
        row.push(level.deviation.to_string());
        table.rows.push(row);
    }
    table
}

fn differences(summary: &Summary) -> Table {
    let mut table = Table::new(
        "system baseline measure difference difference_low difference_high n effect p p_corrected",
    );
    for found in &summary.differences {
        let mut row = vec![
            found.system.clone(),
            found.baseline.clone(),
            found.measure.to_string(),
        ];
        row.extend(estimate(Some(&found.paired.mean)));
        row.push(found.paired.effect.to_string());
        row.push(found.paired.p.to_string());
        row.push(found.p_corrected.to_string());
        table.rows.push(row);
    }
    table
}

fn flips(summary: &Summary) -> Table {
    let mut table = Table::new(
        "played a b games flips share share_low share_high distance distance_low distance_high",
    );
    for found in &summary.flips {
        let mut row = vec![
            found.played.clone(),
            found.a.clone(),
            found.b.clone(),
            found.games.to_string(),
            found.flips.to_string(),
            found.share.0.to_string(),
        ];
        row.extend(range(&found.share.1));
        row.extend(estimate(found.distance.as_ref()).into_iter().take(3));
        table.rows.push(row);
    }
    table
}

fn cross(summary: &Summary) -> Table {
    let mut table =
        Table::new("a b judged score score_low score_high margin margin_low margin_high rounds");
    for found in &summary.cross {
        let mut row = vec![found.a.clone(), found.b.clone(), found.judged.clone()];
        row.extend(estimate(Some(&found.score)).into_iter().take(3));
        row.extend(estimate(Some(&found.margin)));
        table.rows.push(row);
    }
    table
}

fn first_moves(summary: &Summary) -> Table {
    let mut table = Table::new("system point first among");
    for found in &summary.first_moves {
        table.rows.push(vec![
            found.system.clone(),
            found.point.clone(),
            found.first.to_string(),
            found.among.to_string(),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every table is a section of the documentation, with a row for each column.
    #[test]
    fn the_documentation_has_every_column() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/DATA.md");
        let text = std::fs::read_to_string(path).expect("the documentation");
        let plan = Plan {
            program: String::new(),
            size: (9, 9),
            systems: Vec::new(),
            komi: 0.0,
            rounds: 0,
            cross_rounds: 0,
            playouts: 1,
            opening_moves: 0,
            move_cap: 1,
            seed: 1,
            settings: Vec::new(),
        };
        let summary = Summary::new(&plan, &[]);
        let positions = ("positions.csv", super::super::rarity::table(0.0, &[]));
        let tables = all(&plan, &[], &summary).into_iter().chain([positions]);
        for (name, table) in tables {
            let title = format!("\n### `{name}`\n");
            let section = text.split(&title).nth(1).expect(name);
            let section = section.split("\n#").next().expect(name);
            let columns = table.lines().next().expect("a header").split(',');
            for column in columns {
                let prefixes = [
                    ("black_", "SIDE"),
                    ("white_", "SIDE"),
                    ("test_", "KIND"),
                    ("control_", "KIND"),
                ];
                let sided = prefixes.iter().find_map(|(prefix, word)| {
                    let rest = column.strip_prefix(prefix)?;
                    Some(format!("| `{word}_{rest}` |"))
                });
                let plain = format!("| `{column}` |");
                let known =
                    section.contains(&plain) || sided.is_some_and(|sided| section.contains(&sided));
                assert!(known, "{name}: {column} is not documented");
            }
        }
        for measure in &MEASURES {
            let row = format!("| `{}` | {} |", measure.name, measure.meaning);
            assert!(text.contains(&row), "{row}");
        }
    }

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        assert_eq!(quoted("a b"), "a b");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
