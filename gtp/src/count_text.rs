//! Counts as text: the result, the figures behind it, and the position of every step.

use dunhuang::Color;
use dunhuang::counting::Count;

/// The result and every figure behind it, one a line.
pub fn figures(count: &Count, confidence: f32) -> String {
    let mut text = format!("{}\nmethod: {}\n", count.result, count.method);
    let mut line = |name: &str, value: String| text += &format!("{name}: {value}\n");
    line("to white", count.to_white.to_string());
    for color in Color::BOTH {
        let figures = count.figures[color];
        let name = color.name();
        line(&format!("{name} total"), count.totals[color].to_string());
        for (what, number) in [
            ("stones", figures.stones),
            ("own points", figures.own_points),
            ("eyes", figures.eyes),
            ("paths", figures.paths),
            ("living", figures.living),
            ("lost", figures.lost),
            ("virtual", figures.virtual_stones),
            ("real moves", figures.real_moves),
            ("groups", figures.groups),
        ] {
            line(&format!("{name} {what}"), number.to_string());
        }
        line(&format!("{name} area"), figures.area.to_string());
    }
    line("public", count.public.to_string());
    line("dame", count.dame.to_string());
    line("one-sided black", one_sided(count, Color::Black));
    line("one-sided white", one_sided(count, Color::White));
    line("dead", count.dead.to_string());
    line("confidence", format!("{confidence:.2}"));
    let doubts: Vec<String> = count
        .in_doubt
        .iter()
        .map(|d| d.points.to_string())
        .collect();
    line("in doubt", doubts.join(", "));
    text
}

/// One-sided liberties and one-sided dame: what in a seki is one side's alone.
fn one_sided(count: &Count, color: Color) -> String {
    let (liberties, dame) = (
        count.one_sided_liberties[color],
        count.one_sided_dame[color],
    );
    [liberties.to_string(), dame.to_string()]
        .join(" ")
        .trim()
        .to_string()
}

/// The position of every step, as pictures.
pub fn boards(count: &Count) -> String {
    let mut text = String::new();
    for (number, step) in count.steps.iter().enumerate() {
        text += &format!("step {}: {}\n", number + 1, step.title);
        if !step.note.is_empty() {
            text += &format!("  {}\n", step.note);
        }
        for row in step.board.rows() {
            text += &format!("  {row}\n");
        }
    }
    text
}
