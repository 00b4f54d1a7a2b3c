//! A line of a game tree played out as a [`Game`].
//!
//! - Rules: the caller's, else `RU`, else the caller's fallback. Komi: the caller's, else `KM`, else 0
//!   in a handicap game, else that of the rules.
//! - A record tells what happened: a move against the rules in force (a ko, a regress, a suicide of
//!   several stones) is played all the same and noted. A move that no rules allow (an occupied point,
//!   a point off the board, a single-stone suicide) ends the loading with an error.
//! - Setup (`AB AW AE`, and `PL` outside the root) restarts the history of repetition.
//! - Moves are numbered from 1 along the line, virtual moves and passes included, setups not.

use super::coordinates::{points, read_move, size};
use super::tree::{GameTree, NodeId, Property};
use crate::board::{Board, DiagramError};
use crate::color::Color;
use crate::game::{Game, IllegalMove, State};
use crate::point::{Move, PointMap, Size, fixed_handicap};
use crate::rules::{Rules, RulesError, parse_komi};
use std::fmt;

/// The most moves and setups that are played out.
pub const MAX_MOVES: usize = 4096;

/// How a record is to be read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Rules that go before the file's `RU`.
    pub rules: Option<Rules>,
    /// Rules of a file without a known `RU`.
    pub fallback: Rules,
    /// A komi that goes before the file's `KM`.
    pub komi: Option<f32>,
}

/// A game from a record, and what was odd about it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The game at the point asked for.
    pub game: Game,
    /// Number of moves made from the record.
    pub moves: u32,
    /// What was not as the rules or the format say, in order.
    pub notes: Vec<Note>,
}

/// Something odd in a record that did not stop the loading.
#[derive(Clone, PartialEq, Debug)]
pub enum Note {
    /// `RU` is no system we know.
    Rules(RulesError),
    /// `KM` is no number.
    Komi(RulesError),
    /// The handicap stones were not in the file and were put on the traditional points.
    HandicapPlaced(u32),
    /// A move against the rules in force was made.
    AgainstRules {
        /// Its number.
        number: u32,
        /// The rule it broke.
        rule: IllegalMove,
    },
    /// Passes or marks after the end of the game were left out, from this move number on.
    AfterEnd(u32),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Note::Rules(error) => write!(f, "RU: {error}"),
            Note::Komi(error) => write!(f, "KM: {error}"),
            Note::HandicapPlaced(count) => {
                write!(f, "{count} handicap stones put on the traditional points")
            }
            Note::AgainstRules { number, rule } => {
                write!(f, "move {number} is against the rules: {rule}")
            }
            Note::AfterEnd(number) => {
                write!(f, "left out after the end, from move {number} on")
            }
        }
    }
}

/// Why a record cannot be played out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// A record of another game than Go.
    NotGo(String),
    /// A board that is not 2 to 19 points a side.
    Size(String),
    /// A setup that is no position.
    Setup {
        /// Number of moves before it.
        after: u32,
        /// What is wrong.
        fault: SetupFault,
    },
    /// A move that cannot be made.
    Move {
        /// Its number.
        number: u32,
        /// Whose it is.
        color: Color,
        /// As the file has it.
        text: String,
        /// What no rules allow, or `None` if it is not a point of the board.
        reason: Option<IllegalMove>,
    },
    /// More than [`MAX_MOVES`] moves and setups.
    TooManyMoves,
}

/// What is wrong with a setup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupFault {
    /// Not a point of the board.
    Point(String),
    /// Not a position.
    Position(DiagramError),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            LoadError::NotGo(game) => write!(f, "a record of another game (GM[{game}])"),
            LoadError::Size(size) => write!(
                f,
                "the board is {size:?}; it must be 2 to 19 points wide and high"
            ),
            LoadError::Setup { after, fault } => {
                write!(f, "the setup after move {after}: ")?;
                match fault {
                    SetupFault::Point(text) => write!(f, "{text:?} is not a point of the board"),
                    SetupFault::Position(error) => write!(f, "{error}"),
                }
            }
            LoadError::Move {
                number,
                color,
                text,
                reason,
            } => {
                write!(f, "move {number} ({} {text:?}): ", color.name())?;
                match reason {
                    Some(reason) => write!(f, "{reason}"),
                    None => f.write_str("not a point of the board"),
                }
            }
            LoadError::TooManyMoves => write!(f, "more than {MAX_MOVES} moves"),
        }
    }
}

impl std::error::Error for LoadError {}

impl GameTree {
    /// The game after the whole main line.
    ///
    /// # Errors
    /// See [`LoadError`].
    pub fn to_game(&self, options: &Options) -> Result<Loaded, LoadError> {
        self.play_line(&self.main_line(), None, options)
    }

    /// The game before move `number` of the main line (1 is the first), setups that stand before it
    /// included; the whole line if it is shorter. Moves from `number` on are not looked at.
    ///
    /// # Errors
    /// See [`LoadError`].
    pub fn to_game_before(&self, number: u32, options: &Options) -> Result<Loaded, LoadError> {
        self.play_line(&self.main_line(), Some(number), options)
    }

    /// The game after a node of any variation.
    ///
    /// # Errors
    /// See [`LoadError`].
    pub fn to_game_at(&self, node: NodeId, options: &Options) -> Result<Loaded, LoadError> {
        self.play_line(&self.line_to(node), None, options)
    }

    /// The size of the board.
    ///
    /// # Errors
    /// The record is of another game, or the board is not 2 to 19 points a side.
    pub fn size(&self) -> Result<Size, LoadError> {
        let go = |game: &String| game.is_empty() || game == "1";
        if let Some(game) = self.root_text("GM").filter(|game| !go(game)) {
            return Err(LoadError::NotGo(short(&game)));
        }
        let text = self.root_text("SZ").unwrap_or_default();
        size(&text).ok_or_else(|| LoadError::Size(short(&text)))
    }

    fn play_line(
        &self,
        line: &[NodeId],
        before: Option<u32>,
        options: &Options,
    ) -> Result<Loaded, LoadError> {
        let size = self.size()?;
        let mut notes = Vec::new();
        let rules = self.rules(options, &mut notes);
        let next_movers = self.next_movers(line);
        let start = self.start(size, rules, next_movers[0], &mut notes)?;
        let mut player = Player {
            game: start,
            moves: 0,
            before,
            notes,
        };
        for (index, &node) in line.iter().enumerate() {
            let next_mover = next_movers[index];
            if index > 0 {
                player.setup(self.properties(node), next_mover)?;
            }
            if !player.node_moves(self.properties(node))? {
                break;
            }
        }
        Ok(Loaded {
            game: player.game,
            moves: player.moves,
            notes: player.notes,
        })
    }

    /// For each node of a line the colour of the first move at it or behind it.
    fn next_movers(&self, line: &[NodeId]) -> Vec<Option<Color>> {
        let mut next = None;
        let mut movers: Vec<Option<Color>> = line
            .iter()
            .rev()
            .map(|&node| {
                next = self.properties(node).iter().find_map(mover).or(next);
                next
            })
            .collect();
        movers.reverse();
        movers
    }

    fn rules(&self, options: &Options, notes: &mut Vec<Note>) -> Rules {
        let mut rules = options.fallback;
        if let Some(text) = self.root_text("RU").filter(|text| !text.is_empty()) {
            match Rules::from_ru(&text) {
                Ok(read) => rules = read,
                Err(error) if options.rules.is_none() => notes.push(Note::Rules(error)),
                Err(_) => {}
            }
        }
        if let Some(ours) = options.rules {
            rules = ours;
        }
        if self.handicap() >= 2 {
            rules.komi = 0.0;
        }
        if let Some(text) = self.root_text("KM").filter(|text| !text.is_empty()) {
            let ours = self
                .root_text("AP")
                .is_some_and(|ap| ap.starts_with("Dunhuang"));
            match if ours { parse_komi(&text) } else { komi(&text) } {
                Ok(komi) => rules.komi = komi,
                Err(error) => notes.push(Note::Komi(error)),
            }
        }
        if let Some(komi) = options.komi {
            rules.komi = komi;
        }
        rules
    }

    /// What `HA` says, 0 if it says nothing.
    fn handicap(&self) -> u32 {
        let text = self.root_text("HA").unwrap_or_default();
        text.parse().unwrap_or(0)
    }

    /// The position of the root, with a handicap that has no stones in the file put on its points.
    fn start(
        &self,
        size: Size,
        rules: Rules,
        next_mover: Option<Color>,
        notes: &mut Vec<Note>,
    ) -> Result<Game, LoadError> {
        let properties = self.properties(self.root());
        let mut stones = PointMap::filled(None);
        let mut set_up = false;
        for property in properties {
            set_up |= put(&mut stones, size, property).map_err(setup_error(0))?;
        }
        let handicap = self.handicap();
        let missing = handicap >= 2 && !set_up && next_mover == Some(Color::White);
        let points = fixed_handicap(size, handicap as usize).filter(|_| missing);
        if let Some(points) = points {
            points
                .iter()
                .for_each(|point| stones[point] = Some(Color::Black));
            notes.push(Note::HandicapPlaced(handicap));
        }
        let board = Board::from_stones(size, |point| stones[point])
            .map_err(|error| setup_error(0)(SetupFault::Position(error)))?;
        let only_black = board.stones(Color::Black) > 1 && board.stones(Color::White) == 0;
        let said = properties.iter().find_map(player_to_move);
        let to_move = said.or(next_mover).unwrap_or(if only_black {
            Color::White
        } else {
            rules.first
        });
        Ok(Game::from_board(board, to_move, rules))
    }
}

/// A game being played out from a line.
struct Player {
    game: Game,
    moves: u32,
    before: Option<u32>,
    notes: Vec<Note>,
}

impl Player {
    /// Performs the setup properties of a node.
    fn setup(
        &mut self,
        properties: &[Property],
        next_mover: Option<Color>,
    ) -> Result<(), LoadError> {
        let is_stones = |p: &Property| matches!(p.id(), "AB" | "AW" | "AE");
        let says = properties.iter().find_map(player_to_move);
        let has_move = properties.iter().any(|p| mover(p).is_some());
        // A mere PL beside a move is a remark, not a setup.
        if !properties.iter().any(is_stones) && (says.is_none() || has_move) {
            return Ok(());
        }
        self.room()?;
        let size = self.game.size();
        let mut stones = PointMap::filled(None);
        for point in size.points() {
            stones[point] = self.game.board().color_at(point);
        }
        let error = setup_error(self.moves);
        for property in properties {
            put(&mut stones, size, property).map_err(&error)?;
        }
        let to_move = says.or(next_mover).unwrap_or(self.game.to_move());
        self.game
            .setup(|point| stones[point], to_move)
            .map_err(|fault| error(SetupFault::Position(fault)))
    }

    /// Makes the moves of a node and follows its marks; false if the point asked for is reached.
    fn node_moves(&mut self, properties: &[Property]) -> Result<bool, LoadError> {
        for property in properties {
            if let Some(color) = mover(property) {
                if self.before.is_some_and(|number| self.moves + 1 >= number) {
                    return Ok(false);
                }
                self.play(color, &property.values()[0].text())?;
            } else if property.id() == MARK {
                let done = match property.values()[0].raw() {
                    "end agreed" => self.game.agree_end(),
                    "end forced" => self.game.force_end(),
                    "resume" => self.game.resume(),
                    _ => Ok(()),
                };
                if done.is_err() {
                    self.note_after_end(self.moves + 1);
                }
            }
        }
        Ok(true)
    }

    fn play(&mut self, color: Color, text: &str) -> Result<(), LoadError> {
        self.room()?;
        let number = self.moves + 1;
        let error = |reason| LoadError::Move {
            number,
            color,
            text: short(text),
            reason,
        };
        let mv = read_move(self.game.size(), text).ok_or_else(|| error(None))?;
        let ended = matches!(self.game.state(), State::EndedForced | State::EndedAgreed);
        if ended && mv == Move::Pass {
            self.note_after_end(number);
            self.moves = number;
            return Ok(());
        }
        let broken = self.game.play_recorded(color, mv);
        if let Some(rule) = broken.map_err(|reason| error(Some(reason)))? {
            self.notes.push(Note::AgainstRules { number, rule });
        }
        self.moves = number;
        Ok(())
    }

    fn note_after_end(&mut self, number: u32) {
        if !matches!(self.notes.last(), Some(Note::AfterEnd(_))) {
            self.notes.push(Note::AfterEnd(number));
        }
    }

    fn room(&self) -> Result<(), LoadError> {
        if self.game.steps().len() > MAX_MOVES || self.moves as usize >= MAX_MOVES {
            return Err(LoadError::TooManyMoves);
        }
        Ok(())
    }
}

/// The property that keeps what SGF has no word for: `end agreed`, `end forced`, `resume`.
pub(super) const MARK: &str = "DUNHUANG";

/// Whose move a property is.
fn mover(property: &Property) -> Option<Color> {
    match property.id() {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

/// The colour of a `PL`.
fn player_to_move(property: &Property) -> Option<Color> {
    if property.id() != "PL" {
        return None;
    }
    let text = property.values()[0].text();
    match text.trim() {
        "1" => Some(Color::Black),
        "2" => Some(Color::White),
        text => Color::parse(text),
    }
}

/// Follows a setup property; true if it is one with at least one point.
fn put(
    stones: &mut PointMap<Option<Color>>,
    size: Size,
    property: &Property,
) -> Result<bool, SetupFault> {
    let stone = match property.id() {
        "AB" => Some(Color::Black),
        "AW" => Some(Color::White),
        "AE" => None,
        _ => return Ok(false),
    };
    let mut any = false;
    for value in property.values() {
        let text = value.text();
        if text.trim().is_empty() {
            continue;
        }
        let list = points(size, &text).ok_or_else(|| SetupFault::Point(short(&text)))?;
        any = true;
        for point in list {
            stones[point] = stone;
        }
    }
    Ok(any)
}

fn setup_error(after: u32) -> impl Fn(SetupFault) -> LoadError {
    move |fault| LoadError::Setup { after, fault }
}

/// Reads `KM`: a number, perhaps with a unit behind it. One server writes hundredths, of points or
/// of the stones that are half the difference (`375` for 7.5).
fn komi(text: &str) -> Result<f32, RulesError> {
    let number = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | ',');
    let end = text.find(|c| !number(c)).unwrap_or(text.len());
    let komi = parse_komi(text).or_else(|error| parse_komi(&text[..end]).map_err(|_| error))?;
    Ok(match komi {
        325.0 | 350.0 | 375.0 => komi / 50.0,
        275.0 => 5.5,
        550.0 | 600.0 | 650.0 | 700.0 | 750.0 | 800.0 => komi / 100.0,
        komi => komi,
    })
}

/// The beginning of a text from a file.
fn short(text: &str) -> String {
    text.chars().take(20).collect()
}
