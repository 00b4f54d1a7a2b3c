//! A game tree of nodes with properties, without any Go in it.
//!
//! The nodes lie in one array and are linked by index, so that a file of a million nodes or of a
//! million nested parentheses is read, compared, written and dropped without recursion.

use std::borrow::Cow;

/// A property value in the form it has in a file: `\]` and `\\` are escapes, newlines are `\n`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Value(String);

impl Value {
    /// The value of a text.
    pub fn from_text(text: &str) -> Value {
        let mut raw = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' | ']' => raw.extend(['\\', c]),
                '\r' => {
                    if chars.peek() == Some(&'\n') {
                        chars.next();
                    }
                    raw.push('\n');
                }
                '\n' => {
                    if chars.peek() == Some(&'\r') {
                        chars.next();
                    }
                    raw.push('\n');
                }
                '\t' | '\x0b' | '\x0c' => raw.push(' '),
                c => raw.push(c),
            }
        }
        Value(raw)
    }

    /// A value the reader has brought into the form described above.
    pub(super) fn from_raw(raw: String) -> Value {
        Value(raw)
    }

    /// As it stands in a file between `[` and `]`.
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// The text that is meant: escapes resolved.
    pub fn text(&self) -> Cow<'_, str> {
        if !self.0.contains('\\') {
            return Cow::Borrowed(&self.0);
        }
        let mut text = String::with_capacity(self.0.len());
        let mut chars = self.0.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' => text.extend(chars.next()),
                c => text.push(c),
            }
        }
        Cow::Owned(text)
    }

    /// The two halves of a composed value such as `dd:label`.
    pub fn halves(&self) -> Option<(Value, Value)> {
        let mut escaped = false;
        for (at, byte) in self.0.bytes().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b':' => {
                    let (first, second) = (&self.0[..at], &self.0[at + 1..]);
                    return Some((Value(first.into()), Value(second.into())));
                }
                _ => {}
            }
        }
        None
    }
}

/// A property: an identifier of capital letters and one or more values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    id: String,
    values: Vec<Value>,
}

impl Property {
    /// A property. Characters of the identifier that are not capital letters are left out, as FF\[3\]
    /// says; no values become one empty value.
    pub fn new(id: &str, values: Vec<Value>) -> Property {
        Property {
            id: id.chars().filter(char::is_ascii_uppercase).collect(),
            values: if values.is_empty() {
                vec![Value::default()]
            } else {
                values
            },
        }
    }

    /// A property with one value, given as text.
    pub fn text(id: &str, text: &str) -> Property {
        Property::new(id, vec![Value::from_text(text)])
    }

    /// The identifier, such as `AB`.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The values; at least one.
    pub fn values(&self) -> &[Value] {
        &self.values
    }
}

/// The place of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

#[derive(Clone, Debug)]
struct Node {
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    properties: Vec<Property>,
}

/// A game with its variations: a tree that always has a root.
#[derive(Clone, Debug)]
pub struct GameTree {
    nodes: Vec<Node>,
}

impl GameTree {
    /// A tree of one empty node.
    pub fn new() -> GameTree {
        GameTree {
            nodes: vec![Node {
                parent: None,
                first_child: None,
                last_child: None,
                next_sibling: None,
                properties: Vec::new(),
            }],
        }
    }

    /// The root node.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Number of nodes; at least one.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no node has a property.
    pub fn is_blank(&self) -> bool {
        self.nodes.iter().all(|node| node.properties.is_empty())
    }

    /// Adds a node as the last child of another.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            parent: Some(parent),
            first_child: None,
            last_child: None,
            next_sibling: None,
            properties: Vec::new(),
        });
        let siblings = &mut self.nodes[parent.0 as usize];
        match siblings.last_child.replace(id) {
            Some(last) => self.nodes[last.0 as usize].next_sibling = Some(id),
            None => siblings.first_child = Some(id),
        }
        id
    }

    /// The properties of a node, in their order in the file.
    pub fn properties(&self, node: NodeId) -> &[Property] {
        &self.nodes[node.0 as usize].properties
    }

    /// The properties of a node, to be changed.
    pub fn properties_mut(&mut self, node: NodeId) -> &mut Vec<Property> {
        &mut self.nodes[node.0 as usize].properties
    }

    /// Adds a property to a node.
    pub fn push(&mut self, node: NodeId, property: Property) {
        self.properties_mut(node).push(property);
    }

    /// The first property of a node with this identifier.
    pub fn property(&self, node: NodeId, id: &str) -> Option<&Property> {
        self.properties(node).iter().find(|p| p.id == id)
    }

    /// The text of a node's property (its first value), without space around it.
    pub fn text(&self, node: NodeId, id: &str) -> Option<String> {
        self.property(node, id)
            .map(|property| property.values[0].text().trim().to_string())
    }

    /// The text of a property of the root, such as `PB` or `RE`.
    pub fn root_text(&self, id: &str) -> Option<String> {
        self.text(self.root(), id)
    }

    /// The node that this one follows.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.0 as usize].parent
    }

    /// The nodes that follow this one, the main line first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.nodes[node.0 as usize].first_child;
        std::iter::successors(first, |id| self.nodes[id.0 as usize].next_sibling)
    }

    /// The main line: the root, its first child, that one's first child, and so on.
    pub fn main_line(&self) -> Vec<NodeId> {
        let next = |id: &NodeId| self.nodes[id.0 as usize].first_child;
        std::iter::successors(Some(self.root()), next).collect()
    }

    /// The line from the root to a node.
    pub fn line_to(&self, node: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> =
            std::iter::successors(Some(node), |&id| self.parent(id)).collect();
        line.reverse();
        line
    }

    /// The last nodes of all lines, the main line's first.
    pub fn leaves(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.preorder()
            .filter(|id| self.nodes[id.0 as usize].first_child.is_none())
    }

    /// All nodes, each before those that follow it, the main line first.
    pub fn preorder(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(self.root()), |&id| self.after(id))
    }

    /// The next node in [`GameTree::preorder`].
    fn after(&self, node: NodeId) -> Option<NodeId> {
        let first_child = self.nodes[node.0 as usize].first_child;
        first_child.or_else(|| {
            std::iter::successors(Some(node), |&id| self.parent(id))
                .find_map(|id| self.nodes[id.0 as usize].next_sibling)
        })
    }

    /// Whether a node has siblings, so that its variation stands in parentheses.
    pub(super) fn has_siblings(&self, node: NodeId) -> bool {
        self.parent(node).is_some_and(|parent| {
            let parent = &self.nodes[parent.0 as usize];
            parent.first_child != parent.last_child
        })
    }

    pub(super) fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.0 as usize].first_child
    }

    pub(super) fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.0 as usize].next_sibling
    }
}

impl Default for GameTree {
    fn default() -> Self {
        GameTree::new()
    }
}

impl PartialEq for GameTree {
    /// The same tree of the same properties, in whatever order the nodes were added.
    fn eq(&self, other: &GameTree) -> bool {
        let children = |tree: &GameTree, id: NodeId| tree.children(id).count();
        self.node_count() == other.node_count()
            && self.preorder().zip(other.preorder()).all(|(a, b)| {
                self.properties(a) == other.properties(b) && children(self, a) == children(other, b)
            })
    }
}

impl Eq for GameTree {}
