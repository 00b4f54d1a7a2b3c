//! What the position looks like. The lists print as GNU Go prints them.

use crate::front::{Arguments, Front};
use crate::protocol::{Answer, Failure};
use dunhuang::session::Snapshot;
use dunhuang::{Color, Move, Point, Size, State};

/// `showboard`
pub fn showboard(front: &mut Front, _: Arguments) -> Answer {
    Ok(diagram(&front.session.snapshot()))
}

/// The board with coordinates, and beside it what cannot be seen on it.
fn diagram(shot: &Snapshot) -> String {
    let size = shot.size;
    let notes = notes(shot);
    let columns: String = (0..size.width())
        .map(|x| format!(" {}", column(size, x)))
        .collect();
    let mut text = format!("\n  {columns}");
    for y in 0..size.height() {
        let row = size.height() - y;
        text += &format!("\n{row:2}");
        for x in 0..size.width() {
            let point = Point::new(x, y);
            let stone = shot.stones[size.rank(point)].map_or('.', Color::stone);
            let mark = match shot.last_move {
                Some((_, Move::Real(last))) if last == point => '(',
                Some((_, Move::Real(last))) if x > 0 && last == Point::new(x - 1, y) => ')',
                _ => ' ',
            };
            text += &format!("{mark}{stone}");
        }
        let closing = match shot.last_move {
            Some((_, Move::Real(last))) if last == Point::new(size.width() - 1, y) => ')',
            _ => ' ',
        };
        text += &format!("{closing}{row:<2}");
        if let Some(note) = notes.get(y) {
            text += &format!("   {note}");
        }
    }
    text += &format!("\n  {columns}");
    for note in notes.iter().skip(size.height()) {
        text += &format!("\n{note}");
    }
    text
}

fn column(size: Size, x: usize) -> char {
    let name = size.name(Point::new(x, size.height() - 1));
    name.chars().next().expect("a point has a column")
}

fn notes(shot: &Snapshot) -> Vec<String> {
    let rules = shot.rules;
    let mut notes = vec![
        format!(
            "rules {}, komi {}",
            rules.preset_name().unwrap_or("own"),
            rules.komi
        ),
        format!(
            "move {}, {} to play",
            shot.move_number + 1,
            shot.to_move.name()
        ),
        format!(
            "lost black (X) {} white (O) {}",
            shot.lost_stones.black, shot.lost_stones.white
        ),
    ];
    if let Some(stones) = shot.virtual_stones {
        notes.push(format!(
            "virtual black (X) {} white (O) {}",
            stones.black, stones.white
        ));
        notes.push(format!(
            "virtual moves at this position {} of 4",
            shot.virtual_moves_here
        ));
    }
    notes.push(format!("state {}", state_name(shot.state)));
    notes
}

/// The state as `dunhuang-game_state` says it.
pub fn state_name(state: State) -> &'static str {
    match state {
        State::Playing => "playing",
        State::Rest => "rest",
        State::EndedForced => "ended forced",
        State::EndedAgreed => "ended agreed",
        State::Cycle => "cycle",
    }
}

/// A move as GNU Go's lists write it: passes in capitals.
fn listed(size: Size, (color, mv): (Color, Move)) -> String {
    match mv {
        Move::Pass => format!("{} PASS", color.name()),
        mv => format!("{} {}", color.name(), size.move_name(mv)),
    }
}

/// `last_move`
pub fn last_move(front: &mut Front, _: Arguments) -> Answer {
    let game = front.session.game();
    let last = game
        .last_move()
        .ok_or_else(|| Failure::new("no previous move known"))?;
    Ok(listed(game.size(), last))
}

/// `move_history`: the last move first.
pub fn move_history(front: &mut Front, _: Arguments) -> Answer {
    let game = front.session.game();
    let mut moves: Vec<String> = game.moves().map(|mv| listed(game.size(), mv)).collect();
    moves.reverse();
    Ok(moves.join("\n"))
}

/// `list_stones COLOR`
pub fn list_stones(front: &mut Front, arguments: Arguments) -> Answer {
    let color = arguments.color(0)?;
    let board = front.session.game().board();
    Ok(front.names(board.size().points().filter(|&p| board.has_stone(p, color))))
}

/// `is_legal COLOR VERTEX`
pub fn is_legal(front: &mut Front, arguments: Arguments) -> Answer {
    let color = arguments.color(0)?;
    let mv = super::core::vertex(front, arguments.word(1)?)?;
    let legal = front.session.game().check(color, mv).is_ok();
    Ok(u8::from(legal).to_string())
}

/// `all_legal COLOR`
pub fn all_legal(front: &mut Front, arguments: Arguments) -> Answer {
    let color = arguments.color(0)?;
    let game = front.session.game();
    Ok(front.names(game.legal_points(color).iter()))
}

/// `captures COLOR`: the stones this colour took, those the other lost by suicide included.
pub fn captures(front: &mut Front, arguments: Arguments) -> Answer {
    let color = arguments.color(0)?;
    let lost = front.session.game().lost_stones();
    Ok(lost[color.opponent()].to_string())
}
