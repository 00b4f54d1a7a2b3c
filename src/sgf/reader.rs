//! Text to game trees, taking what real files contain.
//!
//! - Anything before, between and after games is skipped; a game starts at `(;` (or `(` and a
//!   property).
//! - Lower-case letters of an identifier are left out (`AddBlack` of FF\[3\] is `AB`); an identifier of
//!   one or two lower-case letters is taken for the capital ones; a longer one is skipped.
//! - Words, brackets and values where none belong are skipped.
//! - A file that breaks off gives what was complete.
//! - `FF` and `CA` of the root belong to the file, not to the game, and are left out of the tree.
//!
//! `sgf-parse` was tried first: it stops at the first surprise and drops its trees by recursion, which
//! a long file turns into a stack overflow. It is the independent reader of the tests instead.

use super::tree::{GameTree, NodeId, Property, Value};
use std::fmt;

/// The longest input that is read, in bytes.
pub const MAX_BYTES: usize = 64 << 20;

/// Why bytes are not a collection of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SgfError {
    /// Longer than [`MAX_BYTES`].
    TooLong,
    /// There is no game in it.
    NoGame,
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SgfError::TooLong => write!(f, "longer than {} MiB", MAX_BYTES >> 20),
            SgfError::NoGame => f.write_str("no SGF game begins anywhere in it"),
        }
    }
}

impl std::error::Error for SgfError {}

/// Reads all games of a text; the flag tells whether the text broke off within one.
///
/// # Errors
/// There is no game in it, or it is too long.
pub fn read_text(text: &str) -> Result<(Vec<GameTree>, bool), SgfError> {
    if text.len() > MAX_BYTES {
        return Err(SgfError::TooLong);
    }
    let mut reader = Reader {
        text,
        at: 0,
        games: Vec::new(),
        broken_off: false,
    };
    while reader.skip_to_game() {
        reader.game();
    }
    let Reader {
        mut games,
        broken_off,
        ..
    } = reader;
    // What looks like a game but says nothing, such as a smiley, is one only if there is no other.
    if games.iter().any(|game| !game.is_blank()) {
        games.retain(|game| !game.is_blank());
    } else {
        games.truncate(1);
    }
    if games.is_empty() {
        return Err(SgfError::NoGame);
    }
    Ok((games, broken_off))
}

/// Whether a property of the root tells of the file's form, which the writer decides.
pub(super) fn is_of_file(property: &Property) -> bool {
    matches!(property.id(), "FF" | "CA")
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    games: Vec<GameTree>,
    broken_off: bool,
}

/// A game under construction.
struct Building {
    tree: GameTree,
    /// Whether the tree's root has appeared in the text.
    has_root: bool,
    /// The node that properties belong to and the next node follows.
    current: Option<NodeId>,
    /// A parenthesis has opened and no node of the variation has appeared.
    opened: bool,
}

impl Building {
    fn new() -> Building {
        Building {
            tree: GameTree::new(),
            has_root: false,
            current: None,
            opened: true,
        }
    }
}

impl Reader<'_> {
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.byte().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Goes behind the parenthesis that opens the next game; false if there is none.
    fn skip_to_game(&mut self) -> bool {
        while let Some(byte) = self.byte() {
            self.at += 1;
            if byte != b'(' {
                continue;
            }
            self.skip_space();
            let rest = &self.text.as_bytes()[self.at..];
            let letters = rest.iter().take(12).take_while(|b| b.is_ascii_alphabetic());
            let letters = letters.count();
            if rest.first() == Some(&b';') || letters > 0 && rest.get(letters) == Some(&b'[') {
                return true;
            }
        }
        false
    }

    /// Reads a game from behind its parenthesis.
    fn game(&mut self) {
        let mut game = Building::new();
        let mut open: Vec<Option<NodeId>> = vec![None];
        loop {
            let Some(byte) = self.byte() else {
                self.broken_off = true;
                break;
            };
            match byte {
                b'(' => {
                    self.at += 1;
                    open.push(game.current);
                    game.opened = true;
                }
                b')' => {
                    self.at += 1;
                    game.current = open.pop().flatten();
                    game.opened = false;
                    if open.is_empty() {
                        break;
                    }
                }
                b';' => {
                    self.at += 1;
                    self.node(&mut game);
                }
                b'[' => {
                    // A value without a property, as after an unescaped bracket in a comment.
                    self.at += 1;
                    self.value();
                }
                b if b.is_ascii_alphabetic() => {
                    if let Some(property) = self.property() {
                        if game.opened {
                            self.node(&mut game);
                        }
                        if let Some(node) = game.current {
                            game.tree.push(node, property);
                        }
                    }
                }
                _ => self.at += 1,
            }
        }
        self.finish(game);
    }

    /// Begins a node.
    fn node(&mut self, game: &mut Building) {
        if game.has_root && game.current.is_none() {
            // Two roots in one pair of parentheses are two games.
            let done = std::mem::replace(game, Building::new());
            self.finish(done);
        }
        game.current = Some(match game.current {
            Some(parent) => game.tree.add_child(parent),
            None => game.tree.root(),
        });
        game.has_root = true;
        game.opened = false;
    }

    fn finish(&mut self, game: Building) {
        if game.has_root {
            let mut tree = game.tree;
            let root = tree.root();
            tree.properties_mut(root)
                .retain(|property| !is_of_file(property));
            self.games.push(tree);
        }
    }

    /// Reads an identifier and its values; `None` if it is none or has none.
    fn property(&mut self) -> Option<Property> {
        let start = self.at;
        while self.byte().is_some_and(|b| b.is_ascii_alphanumeric()) {
            self.at += 1;
        }
        let word = &self.text[start..self.at];
        let mut values = Vec::new();
        self.skip_space();
        while self.byte() == Some(b'[') {
            self.at += 1;
            values.extend(self.value().map(Value::from_raw));
            self.skip_space();
        }
        if values.is_empty() {
            return None;
        }
        if word.contains(|c: char| c.is_ascii_uppercase()) {
            Some(Property::new(word, values))
        } else if word.len() <= 2 {
            Some(Property::new(&word.to_ascii_uppercase(), values))
        } else {
            None
        }
    }

    /// Reads a value from behind its bracket; `None` if the text breaks off in it.
    fn value(&mut self) -> Option<String> {
        let mut raw = String::new();
        let mut start = self.at;
        loop {
            let Some(byte) = self.byte() else {
                self.broken_off = true;
                return None;
            };
            match byte {
                b']' => {
                    raw.push_str(&self.text[start..self.at]);
                    self.at += 1;
                    return Some(raw);
                }
                b'\\' => match self.text.as_bytes().get(self.at + 1) {
                    Some(b'\n' | b'\r') => {
                        raw.push_str(&self.text[start..self.at]);
                        self.at += 1;
                        self.newline();
                        start = self.at;
                    }
                    Some(b'\t' | b'\x0b' | b'\x0c') => {
                        raw.push_str(&self.text[start..self.at]);
                        self.at += 1;
                        start = self.at;
                    }
                    Some(_) => {
                        let escaped = self.text[self.at + 1..].chars().next();
                        self.at += 1 + escaped.map_or(0, char::len_utf8);
                    }
                    None => self.at += 1,
                },
                b'\n' | b'\r' => {
                    raw.push_str(&self.text[start..self.at]);
                    raw.push('\n');
                    self.newline();
                    start = self.at;
                }
                b'\t' | b'\x0b' | b'\x0c' => {
                    raw.push_str(&self.text[start..self.at]);
                    raw.push(' ');
                    self.at += 1;
                    start = self.at;
                }
                _ => self.at += 1,
            }
        }
    }

    /// Skips one newline: CR, LF, CR LF or LF CR.
    fn newline(&mut self) {
        let first = self.byte();
        self.at += 1;
        let pair = matches!(
            (first, self.byte()),
            (Some(b'\r'), Some(b'\n')) | (Some(b'\n'), Some(b'\r'))
        );
        self.at += usize::from(pair);
    }
}
