//! What GoGui shows of a position: `gogui-analyze_commands` lists views, `dunhuang-view` draws them.

use super::show::state_name;
use crate::analysis::graphics::{Drawing, moves_of, ownership_of};
use crate::front::{Arguments, Front, done};
use crate::protocol::{Answer, Failure};
use dunhuang::counting::{Cell, Method};
use dunhuang::search::{Params, Range, Report};
use dunhuang::{ByColor, Color, Move, Rules};

/// Visits behind a view that needs a search.
const VISITS: u64 = 400;

/// A view: its name, what GoGui calls it (before the text in its narrow status bar), and how it is drawn.
struct View {
    name: &'static str,
    label: &'static str,
    draw: fn(&mut Front, Arguments) -> Answer,
}

#[rustfmt::skip]
const VIEWS: [View; 7] = [
    View { name: "ownership", label: "Ownership", draw: ownership },
    View { name: "moves", label: "Moves", draw: moves },
    View { name: "settlement", label: "Settlement", draw: settlement },
    View { name: "groups", label: "Groups", draw: groups },
    View { name: "bans", label: "Forbidden points", draw: bans },
    View { name: "virtual", label: "Virtual moves", draw: virtual_moves },
    View { name: "worth", label: "Worth of moves", draw: worth },
];

/// `gogui-analyze_commands`
pub fn analyze_commands(front: &mut Front, _: Arguments) -> Answer {
    let mut lines: Vec<String> = VIEWS
        .iter()
        .map(|view| format!("gfx/{}/dunhuang-view {}", view.label, view.name))
        .collect();
    for method in Method::ALL {
        let name = method.name();
        lines.push(format!(
            "hstring/Count {name}/dunhuang-count {name} --steps"
        ));
        lines.push(format!(
            "gfx/Count {name}, a step/dunhuang-view count {name} %s"
        ));
    }
    let more = [
        "hstring/Compare rules/dunhuang-compare living-stones chinese japanese",
        "string/Why illegal/dunhuang-explain_illegal %c %p",
        "string/Score by the rules/final_score",
        "string/Score by living stones/living_score",
        "hstring/Rules/dunhuang-rules",
        "hstring/Board/showboard",
        "param/Search settings/gogui-param_search",
    ];
    lines.extend(more.map(str::to_string));
    if front.settings.extensions || front.settings.ruler {
        let changing = [
            "none/Virtual move/dunhuang-virtual %m",
            "hstring/End: both agree/dunhuang-end count",
            "hstring/End: demand it/dunhuang-end force count",
            "none/Go on after a rest/dunhuang-resume",
        ];
        lines.extend(changing.map(str::to_string));
    }
    Ok(lines.join("\n"))
}

/// `dunhuang-view NAME …`
pub fn view(front: &mut Front, arguments: Arguments) -> Answer {
    let name = arguments.word(0)?.to_ascii_lowercase();
    let rest = Arguments(&arguments.words()[1..]);
    if name == "count" {
        return count(front, rest);
    }
    let view = VIEWS.iter().find(|view| view.name == name);
    let view = view.ok_or_else(|| Failure::new("there is no such view"))?;
    (view.draw)(front, rest)
}

/// `gogui-title`
pub fn title(front: &mut Front, _: Arguments) -> Answer {
    let rules = front.session.rules();
    Ok(format!(
        "Dunhuang, {}",
        rules.preset_name().unwrap_or("own rules")
    ))
}

/// `gogui-param_search [NAME VALUE]`: the search settings in GoGui's form.
pub fn param_search(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(2)?;
    let mut params = front.session.params().clone();
    if let [name, value] = arguments.words() {
        params.set(name, value).map_err(Failure::new)?;
        front.session.set_params(params);
        return done();
    }
    arguments.at_most(0)?;
    let row = |row: &dunhuang::search::Param| {
        let kind = match row.range {
            Range::Number(..) => "string".into(),
            Range::Words(words) => format!("list/{}", words.join("/")),
        };
        let value = params.get(row.name).unwrap_or_default();
        format!("[{kind}] {} {value}", row.name)
    };
    let rows: Vec<String> = Params::TABLE.iter().map(row).collect();
    Ok(rows.join("\n"))
}

fn ownership(front: &mut Front, _: Arguments) -> Answer {
    Ok(ownership_of(&front.look(VISITS)?).text())
}

fn moves(front: &mut Front, _: Arguments) -> Answer {
    Ok(moves_of(&front.look(VISITS)?).text())
}

fn settlement(front: &mut Front, _: Arguments) -> Answer {
    let settled = front.session.settlement(&*front.clock);
    let mut drawing = Drawing::new(front.session.game().size());
    drawing.mark("MARK", &settled.dead);
    for color in Color::BOTH {
        drawing.mark("TRIANGLE", &settled.seki_stones[color]);
        drawing.mark("CIRCLE", &settled.eyes[color]);
        drawing.territory(color, &settled.paths(color));
    }
    drawing.mark("SQUARE", &settled.shared);
    let score = front.session.final_score(&*front.clock);
    drawing.note(&format!(
        "{score}; circles eyes, painted paths, x dead, triangles seki, squares shared"
    ));
    Ok(drawing.text())
}

/// A colour for each group, and what it is taxed: the number of its basic eyes.
fn groups(front: &mut Front, _: Arguments) -> Answer {
    const COLORS: [&str; 8] = [
        "#ff8080", "#80ff80", "#8080ff", "#ffff80", "#ff80ff", "#80ffff", "#ffc080", "#c0c0c0",
    ];
    let settled = front.session.settlement(&*front.clock);
    let mut drawing = Drawing::new(front.session.game().size());
    let mut taxes = ByColor::from_fn(|_| 0);
    for (number, group) in settled.groups.iter().enumerate() {
        let eyes = settled.eyes[group.color].intersection(&group.own).len();
        taxes[group.color] += eyes;
        let all = group.stones.union(&group.own);
        drawing.color(COLORS[number % COLORS.len()], &all);
        if let Some(first) = group.stones.iter().next() {
            drawing.label(first, &eyes.to_string());
        }
    }
    let count = |color| settled.groups.iter().filter(|g| g.color == color).count();
    drawing.note(&format!(
        "Black {} groups, tax {}; White {} groups, tax {}",
        count(Color::Black),
        taxes.black,
        count(Color::White),
        taxes.white
    ));
    Ok(drawing.text())
}

/// Why the side to move may not play on an empty point.
fn bans(front: &mut Front, _: Arguments) -> Answer {
    let game = front.session.game();
    let mut drawing = Drawing::new(game.size());
    let color = game.to_move();
    let mut notes = Vec::new();
    for point in game.size().points().filter(|&p| game.board().is_empty(p)) {
        if let Err(reason) = game.check(color, Move::Real(point)) {
            let reason = reason.to_string();
            // The move that would come back, or the first letter of another reason.
            let short = match reason.rsplit_once(' ') {
                Some((_, number)) if reason.starts_with("regress") => format!("={number}"),
                _ => reason.chars().take(1).collect(),
            };
            drawing.label(point, &short);
            notes.push(format!("{}: {reason}", game.size().name(point)));
        }
    }
    let found = notes.len();
    drawing.note(&format!(
        "{} may not play {found} empty points",
        color.name()
    ));
    for note in notes {
        drawing.note(&note);
    }
    Ok(drawing.text())
}

fn virtual_moves(front: &mut Front, _: Arguments) -> Answer {
    let game = front.session.game();
    let mut drawing = Drawing::new(game.size());
    let state = state_name(game.state());
    if game.rules().virtual_moves {
        let (stones, here) = (game.virtual_stones(), game.virtual_moves_here());
        // Short: the status bar of a small board is narrow.
        let text = format!(
            "virtual B {} W {}, {here} of 4 here, {state}",
            stones.black, stones.white
        );
        drawing.note(&text);
    } else {
        drawing.note(&format!("passes, no virtual moves; {state}"));
    }
    Ok(drawing.text())
}

/// `worth [PRESET PRESET]`: the chances of the same moves under two rule systems.
fn worth(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(2)?;
    let names = [
        arguments.optional(0).unwrap_or("living-stones"),
        arguments.optional(1).unwrap_or("chinese"),
    ];
    let mut reports = Vec::new();
    for name in names {
        let rules = Rules::named(name).map_err(Failure::new)?;
        reports.push(front.look_under(rules, VISITS)?);
    }
    let mut drawing = Drawing::new(front.session.game().size());
    drawing.note(&format!("chances in percent: {} / {}", names[0], names[1]));
    let top = |report: &Report| {
        report
            .moves
            .iter()
            .take(5)
            .map(|m| m.mv)
            .collect::<Vec<_>>()
    };
    let mut moves = top(&reports[0]);
    moves.extend(top(&reports[1]));
    let mut seen: Vec<Move> = Vec::new();
    for mv in moves {
        let (Some(one), Some(other)) = (reports[0].of(mv), reports[1].of(mv)) else {
            continue;
        };
        if seen.contains(&mv) {
            continue;
        }
        seen.push(mv);
        let percent = |win: f32| (100.0 * win).round() as i32;
        let label = format!("{}/{}", percent(one.win), percent(other.win));
        if let Move::Real(point) = mv {
            drawing.label(point, &label);
        }
        drawing.note(&format!(
            "{} {}: {:.3} score {:.1}, {}: {:.3} score {:.1}",
            reports[0].size.move_name(mv),
            names[0],
            one.win,
            one.score_mean,
            names[1],
            other.win,
            other.score_mean
        ));
    }
    Ok(drawing.text())
}

/// `count METHOD STEP`: the picture of a step of a way of counting.
fn count(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(2)?;
    let method = Method::parse(arguments.word(0)?).ok_or_else(Failure::syntax_error)?;
    let number: usize = match arguments.optional(1) {
        None => 1,
        Some(_) => arguments.number(1)?,
    };
    let count = front.session.count(Some(method), &*front.clock);
    let steps = count.steps.len();
    let step = number.checked_sub(1).and_then(|i| count.steps.get(i));
    let step = step.ok_or_else(|| Failure::new(format!("the steps are 1 to {steps}")))?;
    let board = front.session.game().board();
    let mut drawing = Drawing::new(board.size());
    let cells = |wanted: Cell| step.board.places(wanted).collect::<dunhuang::PointSet>();
    for color in Color::BOTH {
        let stones = cells(Cell::Stone(color));
        let (dead, eyes) = (cells(Cell::Dead(color)), cells(Cell::Eye(color)));
        let placed = stones.iter().filter(|&p| board.is_empty(p)).collect();
        drawing.territory(color, &stones.union(&cells(Cell::Path(color))));
        drawing.mark("TRIANGLE", &placed);
        drawing.mark("MARK", &dead);
        drawing.mark("CIRCLE", &eyes);
    }
    drawing.mark("SQUARE", &cells(Cell::HalfStone));
    drawing.note(&format!(
        "step {number} of {steps}: {}; {}",
        step.title, count.result
    ));
    drawing.note(&step.note.replace('\n', " "));
    drawing.note("painted: stones and paths; triangles stones that the count puts there, circles eyes, x dead, squares half stones");
    Ok(drawing.text())
}

#[cfg(test)]
mod tests {
    use crate::check::HurriedClock;
    use crate::engine::Engine;
    use crate::front::Settings;
    use crate::interrupt::Interrupts;
    use dunhuang::Size;
    use std::sync::Arc;

    /// Every view that is listed draws what GoGui understands, in many positions.
    #[test]
    fn listed_views_draw() {
        let size = Size::new(7, 6).expect("a size");
        let settings = Settings {
            size,
            ..Settings::default()
        };
        let interrupts = Arc::new(Interrupts::new());
        let mut engine = Engine::new(settings, Arc::new(HurriedClock::default()), interrupts);
        let mut ask = |line: &str| engine.answer_line(1, line.as_bytes()).expect("an answer");
        let listed = ask("gogui-analyze_commands");
        let kinds = ["gfx", "hstring", "string", "param", "none"];
        let mut views = Vec::new();
        for line in listed.trim_start_matches("= ").trim_end().lines() {
            let parts: Vec<&str> = line.split('/').collect();
            let [kind, label, command] = parts[..] else {
                panic!("{line}")
            };
            assert!(kinds.contains(&kind) && !label.is_empty(), "{line}");
            views.push((
                kind,
                command
                    .replace("%s", "1")
                    .replace("%c", "w")
                    .replace("%p", "A1"),
            ));
        }
        assert!(views.len() > 25);
        for position in [
            "showboard",
            "gogui-setup b B2 b C2 w D3 w D4 b A2",
            "play w pass",
            "play b pass",
        ] {
            assert!(ask(position).starts_with('='), "{position}");
            for (kind, command) in &views {
                let answer = ask(command);
                assert!(answer.starts_with("= "), "{command}: {answer}");
                if *kind == "gfx" {
                    drawn(size, answer.trim_start_matches("= ").trim_end());
                }
            }
        }
    }

    /// What GoGui 1.6 draws; it passes over what it does not know.
    fn drawn(size: Size, text: &str) {
        assert!(text.contains("TEXT "), "{text}");
        for line in text.lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let rest: Vec<&str> = rest.split(' ').filter(|w| !w.is_empty()).collect();
            let points = |words: &[&str]| words.iter().all(|w| size.parse_point(w).is_some());
            let fits = match word {
                "TEXT" => !rest.is_empty(),
                "COLOR" => rest[0].starts_with('#') && points(&rest[1..]),
                "LABEL" => rest.len() == 2 && points(&rest[..1]),
                "INFLUENCE" => rest.chunks(2).all(|pair| {
                    let value = pair[1].parse::<f64>();
                    points(&pair[..1]) && value.is_ok_and(|v| v.abs() <= 1.0)
                }),
                "VAR" => {
                    rest.len().is_multiple_of(2)
                        && rest.chunks(2).all(|p| ["b", "w"].contains(&p[0]))
                }
                "MARK" | "TRIANGLE" | "CIRCLE" | "SQUARE" | "BLACK" | "WHITE" => {
                    !rest.is_empty() && points(&rest)
                }
                _ => false,
            };
            assert!(fits, "{line}");
        }
    }
}
