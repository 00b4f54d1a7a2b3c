//! GoGui's ruler mode, in which our rules drive the game: two passes do not end it, an end by the rules or by
//! agreement does, and the result shown is our count. Listed only with `--ruler`.

use super::show::state_name;
use crate::front::{Arguments, Front};
use crate::protocol::Answer;
use dunhuang::{Color, Move, State};

/// `gogui-rules_game_id`
pub fn game_id(_: &mut Front, _: Arguments) -> Answer {
    Ok("Dunhuang".into())
}

/// `gogui-rules_board`
pub fn board(front: &mut Front, _: Arguments) -> Answer {
    let board = front.session.game().board();
    let size = board.size();
    let cell = |point| board.color_at(point).map_or('.', Color::stone).to_string();
    let cells: Vec<String> = size.points().map(cell).collect();
    let rows: Vec<String> = cells
        .chunks(size.width())
        .map(|row| row.join(" "))
        .collect();
    Ok(rows.join("\n"))
}

/// `gogui-rules_board_size`
pub fn board_size(front: &mut Front, _: Arguments) -> Answer {
    let size = front.session.game().size();
    Ok(size.width().max(size.height()).to_string())
}

/// `gogui-rules_legal_moves`: empty once the game has ended.
pub fn legal_moves(front: &mut Front, _: Arguments) -> Answer {
    let game = front.session.game();
    let color = game.to_move();
    let mut names = front.names(game.legal_points(color).iter());
    if game.check(color, Move::Pass).is_ok() {
        names += " pass";
    }
    Ok(names.trim().to_string())
}

/// `gogui-rules_side_to_move`
pub fn side_to_move(front: &mut Front, _: Arguments) -> Answer {
    Ok(front.session.game().to_move().name().into())
}

/// `gogui-rules_final_result`: our count, and how the game ended. GoGui also asks when it stops a program that
/// plays both sides at two passes, so a rest has a result too.
pub fn final_result(front: &mut Front, _: Arguments) -> Answer {
    let state = front.session.game().state();
    let how = match state {
        State::Rest => "if nobody plays on after this rest",
        _ if !front.session.has_ended() => {
            return Ok(format!("not ended: {}", state_name(state)));
        }
        _ => state_name(state),
    };
    let count = front.session.count(None, &*front.clock);
    let totals = &count.totals;
    Ok(format!(
        "{} ({}, Black {}, White {}, {how})",
        count.result, count.method, totals.black, totals.white,
    ))
}

/// `gogui-rules_captured_count`: the stones Black took, then those White took, as GoGui 1.6 reads it.
pub fn captured_count(front: &mut Front, _: Arguments) -> Answer {
    let lost = front.session.game().lost_stones();
    Ok(format!("{} {}", lost.white, lost.black))
}

/// `gogui-rules_board_gfx`: the virtual moves and the state, which no board shows.
pub fn board_gfx(front: &mut Front, _: Arguments) -> Answer {
    super::views::view(front, Arguments(&["virtual".to_string()]))
}
