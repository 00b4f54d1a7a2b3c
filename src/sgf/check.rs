//! What must hold for any bytes; tests and the fuzzer call it.

use super::{GameTree, Header, Options, decode, read, write};
use crate::rules::PRESETS;

/// Reads bytes as SGF, writes what was read, plays it out, and returns what was not as it must be:
/// what is written is read back the same, and a game is the same after its record.
///
/// # Errors
/// The first property that does not hold.
pub fn check_bytes(bytes: &[u8]) -> Result<(), String> {
    let Ok(collection) = read(bytes) else {
        return Ok(());
    };
    let text = write(&collection.games);
    let again = read(text.as_bytes()).map_err(|error| format!("written: {error}: {text}"))?;
    if again.games != collection.games {
        return Err(format!("read differently after writing: {text}"));
    }
    if again.damaged || again.broken_off || again.encoding != "UTF-8" {
        return Err(format!("written file is damaged: {text}"));
    }
    if decode(text.as_bytes()).text != text {
        return Err(format!("written text is decoded differently: {text}"));
    }
    for (index, game) in collection.games.iter().take(3).enumerate() {
        let fallback = PRESETS[(bytes.len() + index) % PRESETS.len()].rules;
        check_game(
            game,
            &Options {
                fallback,
                ..Options::default()
            },
        )?;
    }
    Ok(())
}

fn check_game(tree: &GameTree, options: &Options) -> Result<(), String> {
    let Ok(loaded) = tree.to_game(options) else {
        return Ok(());
    };
    let before = tree
        .to_game_before(loaded.moves.max(1), options)
        .map_err(|error| format!("a part of a good game: {error}"))?;
    if before.moves != loaded.moves.max(1) - 1 {
        return Err(format!(
            "{} moves before move {}",
            before.moves, loaded.moves
        ));
    }
    let game = loaded.game;
    let record = GameTree::from_game(&game, &Header::default());
    let again = read(record.to_sgf().as_bytes()).map_err(|error| error.to_string())?;
    let replayed = again.games[0]
        .to_game(&Options::default())
        .map_err(|error| format!("own record: {error}: {}", record.to_sgf()))?
        .game;
    let same = replayed.rules() == game.rules()
        && replayed.board() == game.board()
        && replayed.moves().eq(game.moves())
        && replayed.state() == game.state()
        && replayed.to_move() == game.to_move()
        && replayed.real_moves() == game.real_moves()
        && replayed.virtual_stones() == game.virtual_stones()
        && replayed.virtual_moves_here() == game.virtual_moves_here();
    if !same {
        return Err(format!("replayed differently: {}", record.to_sgf()));
    }
    if GameTree::from_game(&replayed, &Header::default()).to_sgf() != record.to_sgf() {
        return Err(format!("recorded differently: {}", record.to_sgf()));
    }
    Ok(())
}
