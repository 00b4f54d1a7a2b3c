//! The tree: one arena of nodes and a root, kept between moves.

use super::arena::{Arena, Extras};
use super::node::{Amaf, Children, Node};
use super::proof_numbers::Numbers;
use crate::point::Point;

/// A search tree. Nodes are named by their index, which stays valid until [`Tree::promote`].
pub(super) struct Tree {
    arena: Arena,
    root: u32,
}

impl Tree {
    /// A tree of one fresh root in at most `bytes`.
    pub fn new(bytes: usize, extras: Extras) -> Tree {
        let mut tree = Tree {
            arena: Arena::new(bytes, extras),
            root: 0,
        };
        tree.clear();
        tree
    }

    /// Back to one fresh root.
    pub fn clear(&mut self) {
        self.arena.clear();
        self.root = self
            .arena
            .allocate(1)
            .expect("a chunk has room for one node");
        self.root().reset(Point::NONE, 1.0);
        self.numbers(self.root, 1).iter().for_each(Numbers::reset);
    }

    /// The index of the root.
    #[inline(always)]
    pub fn root_index(&self) -> u32 {
        self.root
    }

    /// The root: its visits are those of the search, its sums are of who moved last.
    #[inline(always)]
    pub fn root(&self) -> &Node {
        self.arena.node(self.root)
    }

    /// The node of an index.
    #[inline(always)]
    pub fn node(&self, index: u32) -> &Node {
        self.arena.node(index)
    }

    /// The children of a node with the index of the first; empty while there are none.
    #[inline(always)]
    pub fn children(&self, node: &Node) -> (u32, &[Node]) {
        match node.children() {
            Children::At(first, count) => (first, self.arena.nodes(first, count)),
            _ => (0, &[]),
        }
    }

    /// The AMAF statistics of `count` children from `first` on; empty where AMAF is not kept.
    #[inline(always)]
    pub fn amaf(&self, first: u32, count: usize) -> &[Amaf] {
        self.arena.amaf(first, count)
    }

    /// Gives a claimed node its children, in the order given (move and prior); false, and the claim
    /// is given up, if the memory cap is reached.
    pub fn expand(&self, node: &Node, moves: &[(Point, f32)]) -> bool {
        let Some(first) = self.arena.allocate(moves.len()) else {
            node.unclaim();
            return false;
        };
        let children = self.arena.nodes(first, moves.len());
        for (child, &(point, prior)) in children.iter().zip(moves) {
            child.reset(point, prior);
        }
        self.arena
            .amaf(first, moves.len())
            .iter()
            .for_each(Amaf::reset);
        self.arena
            .numbers(first, moves.len())
            .iter()
            .for_each(Numbers::reset);
        node.publish(first, moves.len());
        true
    }

    /// The proof numbers of `count` nodes from `first` on; empty where none are kept.
    #[inline(always)]
    pub fn numbers(&self, first: u32, count: usize) -> &[Numbers] {
        self.arena.numbers(first, count)
    }

    /// What is kept of a node besides the node.
    pub fn extras(&self) -> Extras {
        self.arena.extras()
    }

    /// Whether the tree has reached its memory cap and no longer grows.
    pub fn is_full(&self) -> bool {
        self.arena.is_full()
    }

    /// Bytes taken from the system for nodes.
    pub fn bytes(&self) -> usize {
        self.arena.bytes()
    }

    /// The child of the root that makes this move.
    pub fn find(&self, point: Point) -> Option<u32> {
        let (first, children) = self.children(self.root());
        let i = children.iter().position(|child| child.point() == point)?;
        Some(first + i as u32)
    }

    /// Makes a child of the root the new root; all that is not below it is forgotten.
    pub fn promote(&mut self, child: u32) {
        let mut blocks = vec![(child, 1)];
        let mut parents = Vec::new();
        let mut seen = 0;
        while seen < blocks.len() {
            let (first, count) = blocks[seen];
            seen += 1;
            for index in first..first + count as u32 {
                if let Children::At(first, count) = self.node(index).children() {
                    parents.push(index);
                    blocks.push((first, count));
                }
            }
        }
        blocks.sort_unstable();
        let forward = self.arena.slide(&blocks, &parents);
        self.root = forward(child);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::node::Value;

    const BOTH: Extras = Extras {
        amaf: true,
        numbers: true,
    };

    /// Grows a tree at random and returns every node's line of moves with its visits.
    fn lines(
        tree: &Tree,
        index: u32,
        line: &mut Vec<Point>,
        out: &mut Vec<(Vec<Point>, u32, f64)>,
    ) {
        let node = tree.node(index);
        out.push((line.clone(), node.visits(), node.win_sum()));
        let (first, children) = tree.children(node);
        for i in 0..children.len() as u32 {
            line.push(tree.node(first + i).point());
            lines(tree, first + i, line, out);
            line.pop();
        }
    }

    #[test]
    fn promotion_keeps_the_subtree_and_nothing_else() {
        let mut rng = crate::rng::Rng::from_seed(7);
        for _ in 0..20 {
            let mut tree = Tree::new(4 << 20, BOTH);
            let moves: Vec<(Point, f32)> =
                (0..81).map(|i| (Point::new(i % 9, i / 9), 0.5)).collect();
            for _ in 0..600 {
                let mut index = tree.root_index();
                loop {
                    let node = tree.node(index);
                    node.begin_visit();
                    node.finish_visit(Value {
                        win: rng.unit(),
                        score: 1.0,
                    });
                    let (first, children) = tree.children(node);
                    if children.is_empty() {
                        assert!(node.claim());
                        let some = 1 + rng.below(80) as usize;
                        tree.expand(node, &moves[..some]);
                        break;
                    }
                    index = first + rng.below(children.len().min(4) as u32);
                }
            }
            for _ in 0..5 {
                let (first, children) = tree.children(tree.root());
                if children.is_empty() {
                    break;
                }
                let child = first + rng.below(children.len().min(4) as u32);
                let (mut before, mut after) = (Vec::new(), Vec::new());
                lines(&tree, child, &mut Vec::new(), &mut before);
                tree.promote(child);
                lines(&tree, tree.root_index(), &mut Vec::new(), &mut after);
                assert_eq!(before, after);
            }
        }
    }
}
