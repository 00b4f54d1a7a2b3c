//! A [`Game`] as a game tree of one line.

use super::coordinates::{move_name, name, size_name};
use super::load::MARK;
use super::tree::{GameTree, NodeId, Property, Value};
use crate::board::Board;
use crate::color::Color;
use crate::game::{Action, End, Game, Step};
use crate::point::Point;

/// What a record says beside the moves. Empty texts are left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// The result, such as `B+3.5`, `W+R`, `0`, `Void`.
    pub result: String,
    /// Further properties of the root, in order.
    pub others: Vec<Property>,
}

impl GameTree {
    /// The record of a game: its start, moves, setups, ends and resumptions. Virtual moves and passes
    /// are empty moves; the rules tell which they are.
    ///
    /// Setups before the first move become the start.
    pub fn from_game(game: &Game, header: &Header) -> GameTree {
        let mut tree = GameTree::new();
        let root = tree.root();
        let steps = game.steps();
        let is_position = |step: &Step| matches!(step.action, Action::Start | Action::Setup);
        let first = steps.iter().take_while(|step| is_position(step)).count() - 1;
        root_properties(&mut tree, game, &steps[first], header);
        let mut node = root;
        for pair in steps[first..].windows(2) {
            let (before, step) = (&pair[0], &pair[1]);
            node = tree.add_child(node);
            match step.action {
                Action::Move(color, mv) => {
                    let id = if color == Color::Black { "B" } else { "W" };
                    tree.push(node, Property::text(id, &move_name(mv)));
                }
                Action::Start | Action::Setup => {
                    push_stones(&mut tree, node, Some(&before.board), &step.board);
                    push_player(&mut tree, node, step.to_move);
                }
                Action::End => {
                    let text = match step.end {
                        Some(End::Forced) => "end forced",
                        _ => "end agreed",
                    };
                    tree.push(node, Property::text(MARK, text));
                }
                Action::Resume => tree.push(node, Property::text(MARK, "resume")),
            }
        }
        tree
    }
}

fn root_properties(tree: &mut GameTree, game: &Game, start: &Step, header: &Header) {
    let root = tree.root();
    let rules = game.rules();
    let application = concat!("Dunhuang:", env!("CARGO_PKG_VERSION"));
    let texts = [
        ("GM", "1"),
        ("AP", application),
        ("SZ", &size_name(game.size())),
        ("RU", &rules.to_ru()),
        ("KM", &rules.komi.to_string()),
        ("PB", &header.black),
        ("PW", &header.white),
        ("RE", &header.result),
    ];
    for (id, text) in texts {
        if !text.is_empty() {
            tree.push(root, Property::text(id, text));
        }
    }
    for property in &header.others {
        tree.push(root, property.clone());
    }
    let (black, white) = (
        start.board.stones(Color::Black),
        start.board.stones(Color::White),
    );
    if black > 1 && white == 0 && start.to_move == Color::White {
        tree.push(root, Property::text("HA", &black.to_string()));
    }
    push_stones(tree, root, None, &start.board);
    push_player(tree, root, start.to_move);
}

/// The setup that turns one position, or the empty board, into another.
fn push_stones(tree: &mut GameTree, node: NodeId, from: Option<&Board>, to: &Board) {
    let lists = [
        ("AB", Some(Color::Black)),
        ("AW", Some(Color::White)),
        ("AE", None),
    ];
    for (id, stone) in lists {
        let changed = |point: &Point| {
            let before = from.and_then(|board| board.color_at(*point));
            to.color_at(*point) == stone && before != stone
        };
        let points = to.size().points().filter(changed);
        let values: Vec<Value> = points.map(|p| Value::from_text(&name(p))).collect();
        if !values.is_empty() {
            tree.push(node, Property::new(id, values));
        }
    }
}

fn push_player(tree: &mut GameTree, node: NodeId, color: Color) {
    tree.push(node, Property::text("PL", &color.letter().to_string()));
}
