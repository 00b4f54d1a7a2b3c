//! Game records: SGF text to games and back.
//!
//! ```text
//! bytes ──charset──▶ text ──reader──▶ GameTree ──load──▶ Game
//! bytes ◀──────────────── writer ──── GameTree ◀─record── Game
//! ```
//!
//! ```
//! use dunhuang::sgf::{Header, Options, read};
//! let collection = read(b"(;GM[1]SZ[9]RU[tang];B[ee];W[cc];B[])").unwrap();
//! let loaded = collection.games[0].to_game_before(3, &Options::default()).unwrap();
//! assert_eq!(loaded.game.move_number(), 2);
//! let record = dunhuang::sgf::GameTree::from_game(&loaded.game, &Header::default());
//! assert!(record.to_sgf().starts_with("(;FF[4]GM[1]CA[UTF-8]AP[Dunhuang:"));
//! ```

mod charset;
mod check;
mod coordinates;
mod load;
mod reader;
mod record;
mod tree;
mod writer;

pub use charset::{Decoded, decode};
pub use check::check_bytes;
pub use coordinates::{name as point_name, point as parse_point};
pub use load::{LoadError, Loaded, MAX_MOVES, Note, Options, SetupFault};
pub use reader::{MAX_BYTES, SgfError, read_text};
pub use record::Header;
pub use tree::{GameTree, NodeId, Property, Value};
pub use writer::write;

/// All games of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Collection {
    /// The games in their order; at least one.
    pub games: Vec<GameTree>,
    /// The encoding of the first game.
    pub encoding: &'static str,
    /// Whether some bytes were no text in their encoding.
    pub damaged: bool,
    /// Whether the file broke off within a game.
    pub broken_off: bool,
}

/// Reads a file: any encoding that it names, FF\[1\] to FF\[4\].
///
/// # Errors
/// There is no game in it, or it is longer than [`MAX_BYTES`].
pub fn read(bytes: &[u8]) -> Result<Collection, SgfError> {
    if bytes.len() > MAX_BYTES {
        return Err(SgfError::TooLong);
    }
    let decoded = decode(bytes);
    let (games, broken_off) = read_text(&decoded.text)?;
    Ok(Collection {
        games,
        encoding: decoded.encoding,
        damaged: decoded.damaged,
        broken_off,
    })
}
