//! Game records: loading and printing SGF.

use crate::front::{Arguments, Front, done};
use crate::protocol::{Answer, Failure};
use dunhuang::game::Action;
use dunhuang::sgf::{self, GameTree, Header, Options, Property};
use dunhuang::{Game, Move};
use std::fs::File;
use std::io::Read;

/// `loadsgf FILE [MOVE]`: the position before this move of the main line, or its end. Unless the rules
/// are locked, those of the record come into force with its komi; the present rules where it names
/// none.
pub fn loadsgf(front: &mut Front, arguments: Arguments) -> Answer {
    let words = arguments.words();
    // A path may hold spaces, and its last word may look like a number.
    let whole = words.join(" ");
    let (path, number) = match words {
        [] => return Err(Failure::syntax_error()),
        [path @ .., last] if !path.is_empty() && !std::path::Path::new(&whole).exists() => {
            match last.parse::<u32>() {
                Ok(number) => (path.join(" "), Some(number)),
                Err(_) => (whole, None),
            }
        }
        _ => (whole, None),
    };
    let cannot_load = || Failure::new("cannot load file");
    let tree = read(&path).ok_or_else(cannot_load)?;
    let present = *front.session.rules();
    let locked = front.settings.lock_rules;
    let options = Options {
        rules: locked.then_some(present),
        fallback: present,
        komi: locked.then_some(present.komi),
    };
    let loaded = match number {
        Some(number) => tree.to_game_before(number, &options),
        None => tree.to_game(&options),
    };
    let game = loaded.map_err(|_| cannot_load())?.game;
    front.session.adopt(game);
    front.clocks.restart();
    done()
}

/// The first game of a file, if there is one.
fn read(path: &str) -> Option<GameTree> {
    let mut bytes = Vec::new();
    // A device or pipe could block or never end.
    if !std::fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let file = File::open(path).ok()?;
    let most = sgf::MAX_BYTES as u64 + 1;
    file.take(most).read_to_end(&mut bytes).ok()?;
    sgf::read(&bytes).ok()?.games.into_iter().next()
}

/// `printsgf`
pub fn printsgf(front: &mut Front, _: Arguments) -> Answer {
    let result = match front.session.has_ended() {
        true => front.session.final_score(&*front.clock).to_string(),
        false => String::new(),
    };
    let header = Header {
        result,
        ..Header::default()
    };
    let mut tree = GameTree::from_game(front.session.game(), &header);
    tell_virtual_moves(&mut tree, front.session.game());
    Ok(tree.to_sgf())
}

/// Says at every virtual move what no board shows: the virtual stones, and how many virtual moves were made
/// at this on-board position.
fn tell_virtual_moves(tree: &mut GameTree, game: &Game) {
    if !game.rules().virtual_moves {
        return;
    }
    let line = tree.main_line();
    // Setups before the first move are one node.
    let steps = &game.steps()[game.steps().len() - line.len()..];
    for (node, step) in line.into_iter().zip(steps) {
        if let Action::Move(_, Move::Pass) = step.action {
            let stones = step.virtual_stones;
            let text = format!(
                "Virtual move {} of 4 at this position. Virtual stones: Black {}, White {}.",
                step.virtual_here, stones.black, stones.white
            );
            tree.push(node, Property::text("C", &text));
        }
    }
}
