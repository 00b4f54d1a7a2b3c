//! A study as a page: what was played and found in words, then tables, charts and heat maps.

use super::findings::{command, found, measured, ranged, strongest};
use super::positions::Found;
use dunhuang::contest::Interval as Ends;
use dunhuang::report::{Column, Diagram, Interval, IntervalChart, Mark, Page, Table, TableCell};
use dunhuang::study::{Cross, Difference, Estimate, MEASURES, Plan, Summary};
use dunhuang::{Move, Size};

/// Heat maps show points of at least this share of the games.
const SEEN: f64 = 0.005;

/// The whole page; `files` are the names of the files of numbers beside it.
pub fn page(plan: &Plan, summary: &Summary, found: Option<&Found>, files: &[String]) -> Page {
    let names: Vec<&str> = plan.systems.iter().map(|s| s.name.as_str()).collect();
    let (width, height) = plan.size;
    let mut page = Page::new(&format!(
        "Study: {width}x{height} under {} rule systems",
        names.len()
    ));
    words(&mut page, plan, summary, &names);
    populations(&mut page, plan, summary);
    page.heading("What the games were like");
    page.table(&levels(summary, &names));
    differences(&mut page, summary);
    flips(&mut page, summary);
    cross(&mut page, summary, &names);
    first_moves(&mut page, plan, summary);
    if let Some(found) = found {
        super::rarity::section(&mut page, plan, found);
    }
    made_by(&mut page, plan);
    page.data(files);
    page
}

fn words(page: &mut Page, plan: &Plan, summary: &Summary, names: &[&str]) {
    let (games, total) = summary.games;
    page.paragraph(&format!(
        "Played: {games} of {total} games on {}x{}, {} playouts a move: {} rounds of self-play under each of {}; the first {} rounds also \
         with cross-play. Komi is {} under every rule system, Black moves first, and each round has one opening of {} random moves and \
         one seed for all.",
        plan.size.0,
        plan.size.1,
        plan.playouts,
        plan.rounds,
        names.join(", "),
        plan.cross_rounds.min(plan.rounds),
        plan.komi,
        plan.opening_moves,
    ));
    if games < total {
        page.paragraph("Not all games are there: the figures are of those that are.");
    }
    page.paragraph(&found(summary));
    page.list(strongest(summary));
    page.paragraph("Measured, with 95 % intervals and without a test of differences:");
    page.list(measured(summary));
    page.note(
        "What holds of these players at these playouts need not hold of stronger ones. Intervals are of 95 %, one by one: of twenty, one is \
         expected to miss.",
    );
}

fn row(label: String, value: f64, ends: &Ends) -> Interval {
    Interval {
        label,
        value,
        low: ends.low,
        high: ends.high,
    }
}

fn cell(estimate: Option<&Estimate>, digits: usize) -> TableCell {
    estimate.map_or(TableCell::Empty, |e| {
        ranged(e.value, &e.interval, digits).into()
    })
}

fn count(number: u64) -> TableCell {
    TableCell::Number(number as f64)
}

fn populations(page: &mut Page, plan: &Plan, summary: &Summary) {
    page.heading("Self-play under each rule system");
    let number = |name| Column::number(name, 0);
    let columns = [
        Column::text("rules"),
        number("games"),
        number("settled"),
        number("Black won"),
        number("draws"),
        number("Black's score"),
        number("margin without komi"),
        number("fair komi"),
    ];
    let mut table = Table::new("Of settled games, each counted by its own rules", columns);
    let (mut scores, mut komi) = (Vec::new(), Vec::new());
    for found in &summary.populations {
        let (score, ends) = &found.black_score;
        let known = found.settled > 0;
        table.row([
            found.system.as_str().into(),
            count(found.games),
            count(found.settled),
            count(found.black_wins),
            count(found.draws),
            match known {
                true => ranged(*score, ends, 3).into(),
                false => TableCell::Empty,
            },
            cell(found.margin.as_ref(), 1),
            cell(found.fair_komi.as_ref(), 1),
        ]);
        if known {
            scores.push(row(found.system.clone(), *score, ends));
        }
        komi.extend(
            found
                .fair_komi
                .as_ref()
                .map(|e| row(found.system.clone(), e.value, &e.interval)),
        );
    }
    page.table(&table);
    let mut pictures = Vec::new();
    let mut chart = |title: &str, x_label: &str, base: f64, rows: Vec<Interval>, caption: &str| {
        if !rows.is_empty() {
            let chart = IntervalChart {
                title: title.into(),
                x_label: x_label.into(),
                base: Some(base),
                rows,
            };
            pictures.push((chart.to_svg(), caption.to_string()));
        }
    };
    chart(
        "Black's score",
        "points a game",
        0.5,
        scores,
        "Black's score at the komi of the study: a win is 1, a draw one half.",
    );
    chart(
        "Fair komi",
        "points",
        f64::from(plan.komi),
        komi,
        "Fair komi: the median of Black's margins, at which as many games are won as lost. The line is the komi of the study.",
    );
    page.figures(&pictures);
}

fn levels(summary: &Summary, names: &[&str]) -> Table {
    let columns = names.iter().map(|name| Column::number(name, 2));
    let columns = std::iter::once(Column::text("measure")).chain(columns);
    let mut table = Table::new("Means of a game of self-play", columns);
    for measure in &MEASURES {
        let mut cells = vec![measure.meaning.into()];
        for name in names {
            let mut levels = summary.levels.iter();
            let level = levels.find(|l| l.system == *name && l.measure == measure.name);
            cells.push(cell(level.map(|level| &level.mean), 2));
        }
        table.row(cells);
    }
    table
}

/// The effect with the interval of the mean in the same unit; none where nothing differs.
fn effect(difference: &Difference) -> Option<Interval> {
    let paired = &difference.paired;
    let (mean, ends) = (paired.mean.value, &paired.mean.interval);
    let unit = mean / paired.effect;
    (unit.is_finite() && unit > 0.0).then(|| Interval {
        label: super::findings::meaning(difference.measure).into(),
        value: paired.effect,
        low: ends.low / unit,
        high: ends.high / unit,
    })
}

fn differences(page: &mut Page, summary: &Summary) {
    let Some(first) = summary.differences.first() else {
        return;
    };
    page.heading(&format!("Differences from {}", first.baseline));
    page.note(&format!(
        "By rounds, so that opening and seed are the same. The effect is the mean difference by the standard deviation of the differences; its \
         interval is that of the mean in this unit. p is by random flips of signs, corrected after Holm for all {} comparisons.",
        summary.differences.len()
    ));
    let mut systems: Vec<&str> = summary
        .differences
        .iter()
        .map(|d| d.system.as_str())
        .collect();
    systems.dedup();
    for system in systems {
        let own = || summary.differences.iter().filter(|d| d.system == system);
        page.subheading(&format!("{system} less {}", first.baseline));
        let number = |name| Column::number(name, 0);
        let columns = [
            Column::text("measure"),
            number("difference"),
            number("rounds"),
            Column::number("effect", 2),
            Column::number("corrected p", 4),
            Column::text("found"),
        ];
        let caption = format!("{system} less {}, a game", first.baseline);
        let mut table = Table::new(&caption, columns);
        for found in own() {
            let sure = super::findings::is_sure(found);
            table.row([
                super::findings::meaning(found.measure).into(),
                cell(Some(&found.paired.mean), 2),
                count(found.paired.mean.n),
                found.paired.effect.into(),
                found.p_corrected.into(),
                if sure { "yes" } else { "no" }.into(),
            ]);
        }
        let rows: Vec<Interval> = own().filter_map(effect).collect();
        if !rows.is_empty() {
            let chart = IntervalChart {
                title: format!("Effects: {system} less {}", first.baseline),
                x_label: "standard deviations of the differences".into(),
                base: Some(0.0),
                rows,
            };
            page.figure(&chart.to_svg(), "Effects with intervals, not corrected for their number; the table says which are found. Measures without any difference are left out.");
        }
        page.table(&table);
    }
}

fn flips(page: &mut Page, summary: &Summary) {
    if summary.flips.is_empty() {
        return;
    }
    page.heading("Where the winner depends on the count");
    let number = |name| Column::number(name, 0);
    let columns = [
        Column::text("played by"),
        Column::text("counts"),
        number("games"),
        number("winner differs"),
        number("percent"),
        number("margins differ by"),
    ];
    let caption = "Settled games of self-play, each counted by two rule systems at the same komi";
    let mut table = Table::new(caption, columns);
    for found in summary.flips.iter().filter(|found| found.games > 0) {
        let (share, ends) = &found.share;
        let percent = Ends {
            low: 100.0 * ends.low,
            high: 100.0 * ends.high,
        };
        table.row([
            found.played.as_str().into(),
            format!("{} and {}", found.a, found.b).into(),
            count(found.games),
            count(found.flips),
            ranged(100.0 * share, &percent, 1).into(),
            cell(found.distance.as_ref(), 1),
        ]);
    }
    page.table(&table);
}

fn cross(page: &mut Page, summary: &Summary, names: &[&str]) {
    if summary.cross.is_empty() {
        return;
    }
    page.heading("Playing for another count");
    page.note(
        "Pairs of games with colours swapped between a player for one count and a player for another. What is legal is by Black's rules. \
         Margins are over both colours, so komi is of no account.",
    );
    let columns = names.iter().map(|n| Column::number(&format!("by {n}"), 2));
    let columns = std::iter::once(Column::text("plays for")).chain(columns);
    let caption = "The payoff of the wrong instincts: margin of the player for the count on the left against the player for the count by \
                   which the games are judged";
    let mut payoff = Table::new(caption, columns);
    for own in names {
        let mut cells = vec![TableCell::from(*own)];
        for judged in names {
            let of = |a: &str, b: &str| {
                let mut all = summary.cross.iter();
                all.find(|c| c.a == a && c.b == b && c.judged == *judged)
            };
            let text = match (of(own, judged), of(judged, own)) {
                (Some(found), _) => ranged(found.margin.value, &found.margin.interval, 2),
                (_, Some(found)) => {
                    let ends = &found.margin.interval;
                    let turned = Ends {
                        low: -ends.high,
                        high: -ends.low,
                    };
                    ranged(-found.margin.value, &turned, 2)
                }
                (None, None) => "–".into(),
            };
            cells.push(text.into());
        }
        payoff.row(cells);
    }
    page.table(&payoff);
    let number = |name| Column::number(name, 0);
    let columns = [
        Column::text("plays for"),
        Column::text("against one for"),
        Column::text("judged by"),
        number("score"),
        number("margin"),
        number("pairs"),
    ];
    let mut table = Table::new("Every pairing judged both ways", columns);
    let mut rows = Vec::new();
    for Cross {
        a,
        b,
        judged,
        score,
        margin,
    } in &summary.cross
    {
        table.row([
            a.as_str().into(),
            b.as_str().into(),
            judged.as_str().into(),
            cell(Some(score), 3),
            cell(Some(margin), 2),
            count(margin.n),
        ]);
        let label = format!("{a} against {b}, judged by {judged}");
        rows.push(row(label, margin.value, &margin.interval));
    }
    let chart = IntervalChart {
        title: "Margins of cross-play".into(),
        x_label: "points for the first named".into(),
        base: Some(0.0),
        rows,
    };
    page.figure(&chart.to_svg(), "Margins of cross-play with intervals.");
    page.table(&table);
}

fn first_moves(page: &mut Page, plan: &Plan, summary: &Summary) {
    let Some(size) = Size::new(plan.size.0, plan.size.1) else {
        return;
    };
    page.heading("First moves");
    page.note("In how many percent of the games of self-play a point was among the first eight moves after the random opening.");
    let mut pictures = Vec::new();
    for population in summary.populations.iter().filter(|p| p.games > 0) {
        let title = format!("First moves under {}", population.system);
        let mut diagram = Diagram::new(size, &title);
        for found in &summary.first_moves {
            let share = found.among as f64 / population.games as f64;
            let of_system = found.system == population.system;
            if let Some(Move::Real(point)) = size.parse_move(&found.point)
                && of_system
                && share >= SEEN
            {
                diagram = diagram.mark(point, Mark::Share(share));
            }
        }
        let caption = format!("{title}: percent of {} games.", population.games);
        pictures.push((diagram.to_svg(), caption));
    }
    page.figures(&pictures);
}

fn made_by(page: &mut Page, plan: &Plan) {
    page.heading("How to make it again");
    page.paragraph(&format!(
        "Version {} of the program, and this command; -j and --shard change nothing:",
        plan.program
    ));
    page.paragraph(&command(plan));
    page.paragraph(&format!(
        "All chance is from seed {}: the seed of a round follows from it and the number of the round, {} for the first and {} for the last; \
         games.csv has it beside every game. Intervals and tests draw from the same seed.",
        plan.seed,
        plan.round_seed(1),
        plan.round_seed(plan.rounds),
    ));
    let systems = plan.systems.iter().map(|system| {
        let axes = system.axes.lines().filter(|l| !l.starts_with("komi"));
        format!("{}: {}", system.name, axes.collect::<Vec<_>>().join(", "))
    });
    page.list(systems);
}
