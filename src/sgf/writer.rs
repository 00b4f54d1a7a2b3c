//! Game trees to text: equal trees give equal bytes.

use super::reader::is_of_file;
use super::tree::{GameTree, NodeId, Property};

impl GameTree {
    /// The tree as an SGF file in UTF-8: one node a line, `FF[4]` and `CA[UTF-8]` in the root.
    pub fn to_sgf(&self) -> String {
        let mut text = String::from("(");
        let mut node = self.root();
        loop {
            self.write_node(&mut text, node);
            if let Some(child) = self.first_child(node) {
                node = child;
                self.begin(&mut text, node);
                continue;
            }
            // The line ends: go back to the next variation.
            loop {
                if self.has_siblings(node) {
                    text.push(')');
                }
                if let Some(next) = self.next_sibling(node) {
                    node = next;
                    self.begin(&mut text, node);
                    break;
                }
                match self.parent(node) {
                    Some(parent) => node = parent,
                    None => {
                        text.push_str(")\n");
                        return text;
                    }
                }
            }
        }
    }

    fn begin(&self, text: &mut String, node: NodeId) {
        text.push('\n');
        if self.has_siblings(node) {
            text.push('(');
        }
    }

    fn write_node(&self, text: &mut String, node: NodeId) {
        text.push(';');
        let is_root = node == self.root();
        let mut properties = self.properties(node);
        let mut write = |properties: &[Property], of_file: bool| {
            for property in properties {
                if property.id().is_empty() || (is_root && !of_file && is_of_file(property)) {
                    continue;
                }
                text.push_str(property.id());
                for value in property.values() {
                    text.push('[');
                    text.push_str(value.raw());
                    text.push(']');
                }
            }
        };
        if is_root {
            write(&[Property::text("FF", "4")], true);
            if properties.first().is_some_and(|p| p.id() == "GM") {
                write(&properties[..1], false);
                properties = &properties[1..];
            }
            write(&[Property::text("CA", "UTF-8")], true);
        }
        write(properties, false);
    }
}

/// Several games as one file.
pub fn write(games: &[GameTree]) -> String {
    games.iter().map(GameTree::to_sgf).collect()
}
