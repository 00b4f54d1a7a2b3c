//! Game records: loading and printing SGF.

use crate::front::{Arguments, Front, done};
use crate::protocol::{Answer, Failure};
use dunhuang::sgf::{self, GameTree, Header, Options};
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
    Ok(GameTree::from_game(front.session.game(), &header).to_sgf())
}
