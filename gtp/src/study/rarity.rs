//! How rare positions are whose best move depends on the rules: as text, as a part of the page, and as CSV.

use super::findings::ranged;
use super::positions::Found;
use super::tables::{Table as Csv, estimate};
use dunhuang::contest::Interval as Ends;
use dunhuang::report::{Column, Diagram, Mark, Page, Table};
use dunhuang::study::{
    Contrast, Cost, Finding, Outcome, Plan, PositionLine, Positions, STAGE, ThirdPass,
};
use dunhuang::{Board, Move, Size};

/// Findings that are drawn, and that are told in the text.
const DRAWN: usize = 6;

fn percent((share, ends): &(f64, Ends)) -> String {
    let ends = Ends {
        low: 100.0 * ends.low,
        high: 100.0 * ends.high,
    };
    format!("{} %", ranged(100.0 * share, &ends, 2))
}

/// What a step means.
fn meaning(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Same => "looked at",
        Outcome::Near => "the first pass found other best moves",
        Outcome::Marked => "and one of them costs the threshold: marked",
        Outcome::Apart => "the second pass found other best moves too",
        Outcome::Costly => "and surely costs the threshold (errors of searches included)",
        Outcome::Depends => "and only because of the sides' counts",
    }
}

/// How it was done, in a paragraph.
fn method(plan: &Positions, n: u64) -> String {
    let effort = &plan.effort;
    format!(
        "{n} positions were drawn by chance (seed {}) from {} games of self-play under {} or {}, one of every game before a second of any. \
         Each was searched for either count, from different seeds, under the law of its game, at the komi that makes it even. Those where the \
         best moves differ and one costs {} points or more were looked at again: {} searches of {} playouts from new seeds for each best move, \
         and as many for each of the two moves alone ({} playouts in the first pass). The control is the same with one count on both sides.",
        plan.seed,
        plan.games,
        plan.systems[0],
        plan.systems[1],
        effort.threshold,
        effort.searches,
        effort.confirm,
        effort.playouts,
    )
}

/// What was found, in sentences.
fn sentences(found: &Found) -> Vec<String> {
    let rarity = &found.rarity;
    let of = |outcome: Outcome| rarity.steps.iter().find(|step| step.outcome == outcome);
    let (test, control) = of(Outcome::Depends).map_or((0, 0), |step| (step.test, step.control));
    let mut lines = vec![
        format!(
            "Found: {test} of {} positions, {}, have a best move that depends on whether {} or {} is counted.",
            rarity.positions.0,
            percent(&rarity.share),
            rarity.systems[0],
            rarity.systems[1],
        ),
        format!(
            "Control: with one count on both sides the same criteria find {control}, {}.",
            percent(&rarity.false_alarms)
        ),
        format!(
            "Playing the other's move surely costs the threshold, whether the rules or an error of a search is to blame, in {}; in the control \
             in {}.",
            percent(&rarity.costly),
            percent(&rarity.costly_control)
        ),
    ];
    if let Some(costs) = &rarity.costs {
        lines.push(format!(
            "{} Positions chosen for a high cost look a little dearer than they are.",
            priced("Where it depends", costs)
        ));
    }
    let (checked, overlooked) = rarity.overlooked;
    if checked > 0 {
        lines.push(format!(
            "Of {checked} positions that the first pass let go and that were looked at again all the same, {overlooked} depend on the rules, {}.",
            percent(&rarity.overlooked_share)
        ));
    }
    lines.extend(rarity.third.iter().flat_map(again));
    lines
}

/// What not knowing the rules costs.
fn priced(whence: &str, [points, chances]: &[Cost; 2]) -> String {
    let ([low, _, high], [w_low, _, w_high]) = (points.quartiles, chances.quartiles);
    format!(
        "{whence}, not knowing the rules costs {} points (median; quartiles {low:.1} and {high:.1}), and {} of the games ({:.0} and {:.0}) at the \
         komi that makes the position even.",
        ranged(points.median.value, &points.median.interval, 1),
        percent(&(chances.median.value, chances.median.interval)),
        100.0 * w_low,
        100.0 * w_high,
    )
}

/// What the third pass found, in sentences.
fn again(third: &ThirdPass) -> Vec<String> {
    let mut lines = vec![
        format!(
            "Third pass: the {} positions of the test and {} of the control that are costly so far were looked at again, with {} searches of {} \
             playouts from new seeds for each question. In {} of the test the best move still depends on the rules, {} of all positions.",
            third.looked.0,
            third.looked.1,
            third.third.searches,
            third.third.playouts,
            third.depend.0,
            percent(&third.share),
        ),
        format!(
            "Control of the third pass: it finds {}, {}.",
            third.depend.1,
            percent(&third.false_alarms)
        ),
    ];
    if let Some(costs) = &third.costs {
        lines.push(priced("Where it still depends", costs));
    }
    lines
}

/// A finding in a sentence.
fn told(found: &Found, finding: &Finding, line: &PositionLine) -> String {
    let [a, b] = &found.rarity.systems;
    let [own, other] = &finding.moves;
    let [first, second] = &finding.regrets;
    format!(
        "Position {}, game {} after {} moves, {} to move: {own} for {a}, {other} for {b}. {other} costs {} points when {a} is counted, {own} \
         {} when {b} is.",
        line.position,
        line.game,
        line.move_number,
        if line.to_move == "B" {
            "Black"
        } else {
            "White"
        },
        ranged(first.value, &first.interval, 1),
        ranged(second.value, &second.interval, 1),
    )
}

/// The largest findings of the last pass there was, with their positions and the reasons.
fn drawn(found: &Found) -> Vec<(&Finding, &PositionLine, &[String])> {
    let third = found.rarity.third.as_ref();
    let findings = third.map_or(&found.rarity.findings, |third| &third.findings);
    let line = |number| found.lines.iter().find(|line| line.position == number);
    let again = |number| found.third.iter().find(|line| line.position == number);
    let largest = findings.iter().take(DRAWN).filter_map(|finding| {
        let line = line(finding.position)?;
        let reasons = match third {
            Some(_) => &again(finding.position)?.reasons,
            None => &line.reasons,
        };
        Some((finding, line, &reasons[..]))
    });
    largest.collect()
}

/// The part of the report.
pub fn text(found: &Found) -> String {
    let rarity = &found.rarity;
    let mut text = format!(
        "\n## Positions whose best move depends on the rules\n\n{}\n\n",
        method(&found.plan, rarity.positions.0)
    );
    for sentence in sentences(found) {
        text += &format!("- {sentence}\n");
    }
    text += &format!(
        "\n| step | {} against {} | control |\n| --- | --- | --- |\n| {} | {n} | {n} |\n",
        rarity.systems[0],
        rarity.systems[1],
        meaning(Outcome::Same),
        n = rarity.positions.0,
    );
    for step in &rarity.steps {
        text += &format!(
            "| {} | {} | {} |\n",
            meaning(step.outcome),
            step.test,
            step.control
        );
    }
    text += "\n| moves made before | positions | depend on the rules |\n| --- | --- | --- |\n";
    for (stage, (positions, depend)) in rarity.stages.iter().enumerate() {
        text += &format!("| {} | {positions} | {depend} |\n", moves_of(stage));
    }
    let drawn = drawn(found);
    if !drawn.is_empty() {
        text += "\nThe largest:\n\n";
    }
    for (finding, line, _) in drawn {
        text += &format!("- {}\n", told(found, finding, line));
    }
    text
}

fn moves_of(stage: usize) -> String {
    let first = stage * STAGE as usize;
    format!("{first}–{}", first + STAGE as usize - 1)
}

/// The part of the page.
pub fn section(page: &mut Page, plan: &Plan, found: &Found) {
    let rarity = &found.rarity;
    page.heading("Positions whose best move depends on the rules");
    page.paragraph(&method(&found.plan, rarity.positions.0));
    page.list(sentences(found));
    let names = format!("{} against {}", rarity.systems[0], rarity.systems[1]);
    let columns = [
        Column::text("step"),
        Column::number(&names, 0),
        Column::number("control", 0),
    ];
    let mut steps = Table::new("How many positions came how far", columns);
    let n = rarity.positions.0 as f64;
    steps.row([meaning(Outcome::Same).into(), n.into(), n.into()]);
    for step in &rarity.steps {
        let (test, control) = (step.test as f64, step.control as f64);
        steps.row([meaning(step.outcome).into(), test.into(), control.into()]);
    }
    page.table(&steps);
    let columns = [
        Column::text("moves made before"),
        Column::number("positions", 0),
        Column::number("depend on the rules", 0),
    ];
    let mut stages = Table::new("When in the game", columns);
    for (stage, (positions, depend)) in rarity.stages.iter().enumerate() {
        let cells = [(*positions as f64).into(), (*depend as f64).into()];
        stages.row([moves_of(stage).into()].into_iter().chain(cells));
    }
    page.table(&stages);
    let Some(size) = Size::new(plan.size.0, plan.size.1) else {
        return;
    };
    let pictures = drawn(found).into_iter().map(|(finding, line, reasons)| {
        let told = told(found, finding, line);
        let reasons = reasons.join(" ");
        (picture(size, finding, line), format!("{told} {reasons}"))
    });
    let pictures: Vec<(String, String)> = pictures.collect();
    if !pictures.is_empty() {
        page.subheading("Examples");
        page.note(&format!(
            "A is the best move when {} is counted, B when {} is. Those of the largest regret.",
            rarity.systems[0], rarity.systems[1]
        ));
        page.figures(&pictures);
    }
}

fn picture(size: Size, finding: &Finding, line: &PositionLine) -> String {
    let mut diagram = Diagram::new(size, &format!("Position {}", line.position));
    if let Ok(board) = Board::from_diagram(&line.board.replace('/', "\n")) {
        diagram = diagram.stones(|point| board.color_at(point));
    }
    for (mv, label) in finding.moves.iter().zip(["A", "B"]) {
        if let Some(Move::Real(point)) = size.parse_move(mv) {
            diagram = diagram.mark(point, Mark::Label(label.into()));
        }
    }
    diagram.to_svg()
}

/// Every position that was looked at, as CSV.
pub fn table(threshold: f64, lines: &[PositionLine]) -> String {
    let mut columns =
        String::from("position game played_by move_number to_move board played checked");
    for kind in ["test", "control"] {
        for column in COLUMNS {
            columns += &format!(" {kind}_{column}");
        }
    }
    let mut table = Csv::new(&(columns + " reasons"));
    for line in lines {
        let checked = line.test.second.is_some() && !line.test.is_marked(threshold);
        let mut row = vec![
            line.position.to_string(),
            line.game.to_string(),
            line.played_by.clone(),
            line.move_number.to_string(),
            line.to_move.clone(),
            line.board.clone(),
            line.played.clone(),
            u8::from(checked).to_string(),
        ];
        for found in [&line.test, &line.control] {
            row.extend(cells(found, threshold));
        }
        row.push(line.reasons.join(" "));
        table.rows.push(row);
    }
    table.text()
}

/// What the table has of a contrast.
const COLUMNS: [&str; 22] = [
    "a",
    "b",
    "outcome",
    "a_first",
    "b_first",
    "a_first_regret",
    "b_first_regret",
    "a_best",
    "b_best",
    "a_regret",
    "a_regret_low",
    "a_regret_high",
    "b_regret",
    "b_regret_low",
    "b_regret_high",
    "a_win_regret",
    "a_win_regret_low",
    "a_win_regret_high",
    "b_win_regret",
    "b_win_regret_low",
    "b_win_regret_high",
    "turn",
];

fn cells(found: &Contrast, threshold: f64) -> Vec<String> {
    let mut cells = found.systems.to_vec();
    cells.push(found.outcome(threshold).name().into());
    cells.extend(found.moves.clone());
    cells.extend(found.points.map(|points| points.to_string()));
    let second = found.second.as_ref();
    cells.extend(second.map_or([String::new(), String::new()], |s| s.moves.clone()));
    for side in [0, 1] {
        let regret = found.regret(side);
        cells.extend(estimate(regret.as_ref()).into_iter().take(3));
    }
    for side in [0, 1] {
        let regret = found.win_regret(side);
        cells.extend(estimate(regret.as_ref()).into_iter().take(3));
    }
    cells.push(
        found
            .turn()
            .map_or(String::new(), |turn| turn.value.to_string()),
    );
    cells
}
