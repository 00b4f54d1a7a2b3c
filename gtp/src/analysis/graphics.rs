//! Drawings in the language that GoGui understands, for views and for live graphics.

use super::shown::shown;
use dunhuang::search::Report;
use dunhuang::{Color, Move, Point, PointSet, Size};
use std::io::Write;
use std::sync::mpsc::{SyncSender, sync_channel};

/// Commands that draw on GoGui's board, one a line.
pub struct Drawing {
    size: Size,
    lines: Vec<String>,
}

impl Drawing {
    /// An empty drawing.
    pub fn new(size: Size) -> Drawing {
        Drawing {
            size,
            lines: Vec::new(),
        }
    }

    /// Any line.
    pub fn line(&mut self, line: &str) {
        self.lines.push(line.to_string());
    }

    /// A sign such as MARK, CIRCLE, SQUARE or TRIANGLE on points.
    pub fn mark(&mut self, sign: &str, points: &PointSet) {
        if !points.is_empty() {
            let names: Vec<String> = points.iter().map(|p| self.size.name(p)).collect();
            self.lines.push(format!("{sign} {}", names.join(" ")));
        }
    }

    /// Points of a side, painted over. GoGui calls that BLACK and WHITE, and has nothing to draw stones with.
    pub fn territory(&mut self, color: Color, points: &PointSet) {
        self.mark(&color.name().to_ascii_uppercase(), points);
    }

    /// Coloured fields.
    pub fn color(&mut self, color: &str, points: &PointSet) {
        self.mark(&format!("COLOR {color}"), points);
    }

    /// A short text on a point.
    pub fn label(&mut self, point: Point, text: &str) {
        self.lines
            .push(format!("LABEL {} {text}", self.size.name(point)));
    }

    /// A line of text. GoGui shows one alone in its status bar, several of a view in a window, and the last
    /// one of a running search in the status bar.
    pub fn note(&mut self, text: &str) {
        self.lines.push(format!("TEXT {text}"));
    }

    /// The lines.
    pub fn text(&self) -> String {
        self.lines.join("\n")
    }
}

/// Whose every point will be: Black's positive.
pub fn ownership_of(report: &Report) -> Drawing {
    let mut drawing = Drawing::new(report.size);
    let points = report.size.points().zip(&report.ownership);
    let influence: Vec<String> = points
        .map(|(point, owned)| format!("{} {:.2}", report.size.name(point), owned + 0.0))
        .collect();
    if !influence.is_empty() {
        drawing.line(&format!("INFLUENCE {}", influence.join(" ")));
    }
    let sum: f32 = report.ownership.iter().sum();
    drawing.note(&format!(
        "Black {sum:+.1} without komi, {} visits",
        report.visits
    ));
    drawing
}

/// The moves with their chances in percent, darker the more they were searched, and the expected line.
pub fn moves_of(report: &Report) -> Drawing {
    let mut drawing = Drawing::new(report.size);
    let moves = shown(report, 0, 12);
    let most = moves.iter().map(|m| m.visits).max().unwrap_or(0).max(1);
    for found in moves.iter().rev() {
        if let Move::Real(point) = found.mv {
            let pale = 255 - 200 * found.visits.min(most) / most;
            let set: PointSet = [point].into_iter().collect();
            drawing.color(&format!("#{pale:02x}ff{pale:02x}"), &set);
            drawing.label(point, &format!("{:.0}", 100.0 * found.win));
        }
    }
    if let Some(best) = moves.first() {
        let mut color = report.color;
        let mut line = Vec::new();
        for &mv in best.pv.iter().take(8) {
            let letter = color.letter().to_ascii_lowercase();
            line.push(format!("{letter} {}", report.size.move_name(mv)));
            color = color.opponent();
        }
        drawing.line(&format!("VAR {}", line.join(" ")));
    }
    drawing.note(&format!(
        "{} {}, win {:.1}%, score {:.1}, {} visits",
        report.color.name(),
        report.size.move_name(report.best),
        100.0 * report.win,
        report.score_mean,
        report.visits
    ));
    drawing
}

/// The way of drawings of a running search to GoGui, which reads stderr. A client that does not read it
/// gets no pictures, and the search does not wait for it.
pub struct Live(SyncSender<String>);

impl Live {
    /// Writes to this on a thread of its own.
    pub fn to(mut output: impl Write + Send + 'static) -> Live {
        let (sender, pictures) = sync_channel::<String>(1);
        // Not joined: it may wait for a reader for ever.
        std::thread::spawn(move || {
            for picture in pictures {
                if output.write_all(picture.as_bytes()).is_err() {
                    return;
                }
            }
        });
        Live(sender)
    }

    /// Draws what was found so far, or leaves the picture out if the one before is not written yet.
    pub fn show(&self, report: &Report) {
        let text = format!("gogui-gfx:\n{}\n\n", moves_of(report).text());
        let _ = self.0.try_send(text);
    }
}
