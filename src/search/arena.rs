//! Where nodes live: chunks taken from the system only when reached, up to a cap, addressed by u32.
//!
//! ```text
//! index = chunk * 8192 + place        a block of children never crosses the end of a chunk
//! chunk: [Node; 8192] (256 KiB) and beside it, where they are kept, [Amaf; 8192] (128 KiB) and
//!        [Numbers; 8192] (128 KiB)
//! ```

use super::node::{Amaf, FIRST_INDEX, Node};
use super::proof_numbers::Numbers;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Nodes in a chunk.
const CHUNK: usize = 1 << 13;

struct Chunk {
    nodes: Box<[Node]>,
    amaf: Box<[Amaf]>,
    numbers: Box<[Numbers]>,
}

/// What is kept of a node besides the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Extras {
    /// AMAF statistics.
    pub amaf: bool,
    /// Proof numbers.
    pub numbers: bool,
}

/// All nodes of a tree. Blocks are only ever added; [`Arena::slide`] moves them together again.
pub(super) struct Arena {
    chunks: Box<[OnceLock<Chunk>]>,
    next: AtomicU64,
    full: AtomicBool,
    extras: Extras,
}

impl Arena {
    /// An empty arena of at most `bytes`, but at least one chunk.
    pub fn new(bytes: usize, extras: Extras) -> Arena {
        let count = (bytes / chunk_bytes(extras)).clamp(1, u32::MAX as usize / CHUNK);
        Arena {
            chunks: (0..count).map(|_| OnceLock::new()).collect(),
            next: AtomicU64::new(u64::from(FIRST_INDEX)),
            full: AtomicBool::new(false),
            extras,
        }
    }

    /// Forgets all nodes but keeps the chunks.
    pub fn clear(&mut self) {
        *self.next.get_mut() = u64::from(FIRST_INDEX);
        *self.full.get_mut() = false;
    }

    /// Whether an allocation has failed: the tree no longer grows.
    pub fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// What is kept of a node besides the node.
    pub fn extras(&self) -> Extras {
        self.extras
    }

    /// Bytes taken from the system.
    pub fn bytes(&self) -> usize {
        self.chunks.iter().filter(|c| c.get().is_some()).count() * chunk_bytes(self.extras)
    }

    /// Index of a new block of nodes side by side, with whatever was in them; none at the cap.
    pub fn allocate(&self, count: usize) -> Option<u32> {
        debug_assert!(0 < count && count <= CHUNK);
        let mut next = self.next.load(Ordering::Relaxed);
        let start = loop {
            let start = fit(next, count);
            let end = start + count as u64;
            if end > (self.chunks.len() * CHUNK) as u64 {
                self.full.store(true, Ordering::Relaxed);
                return None;
            }
            match self
                .next
                .compare_exchange_weak(next, end, Ordering::Relaxed, Ordering::Relaxed)
            {
                Ok(_) => break start,
                Err(now) => next = now,
            }
        };
        self.chunks[start as usize / CHUNK].get_or_init(|| Chunk {
            nodes: fresh(true),
            amaf: fresh(self.extras.amaf),
            numbers: fresh(self.extras.numbers),
        });
        Some(start as u32)
    }

    /// One node.
    #[inline(always)]
    pub fn node(&self, index: u32) -> &Node {
        &self.chunk(index).nodes[index as usize % CHUNK]
    }

    /// A block of nodes.
    #[inline(always)]
    pub fn nodes(&self, first: u32, count: usize) -> &[Node] {
        let place = first as usize % CHUNK;
        &self.chunk(first).nodes[place..place + count]
    }

    /// The AMAF statistics of a block; empty if there are none.
    #[inline(always)]
    pub fn amaf(&self, first: u32, count: usize) -> &[Amaf] {
        let place = first as usize % CHUNK;
        self.chunk(first)
            .amaf
            .get(place..place + count)
            .unwrap_or(&[])
    }

    /// The proof numbers of a block; empty if there are none.
    #[inline(always)]
    pub fn numbers(&self, first: u32, count: usize) -> &[Numbers] {
        let place = first as usize % CHUNK;
        self.chunk(first)
            .numbers
            .get(place..place + count)
            .unwrap_or(&[])
    }

    #[inline(always)]
    fn chunk(&self, index: u32) -> &Chunk {
        self.chunks[index as usize / CHUNK]
            .get()
            .expect("an index comes from `allocate`")
    }

    fn node_mut(&mut self, index: u32) -> &mut Node {
        let chunk = self.chunks[index as usize / CHUNK]
            .get_mut()
            .expect("an index comes from `allocate`");
        &mut chunk.nodes[index as usize % CHUNK]
    }

    /// Keeps only the blocks given by first index and length, in ascending order, and moves them to
    /// the front. `parents` are the nodes in them that have children. Returns where an index went.
    ///
    /// No second arena is needed, so the cap holds here too. A parent's block lies before its
    /// children's and the order stays, so a later slide finds the same.
    pub fn slide(&mut self, blocks: &[(u32, usize)], parents: &[u32]) -> impl Fn(u32) -> u32 {
        let mut next = u64::from(FIRST_INDEX);
        let moves: Vec<(u32, u32)> = blocks
            .iter()
            .map(|&(old, count)| {
                let new = fit(next, count);
                next = new + count as u64;
                debug_assert!(new <= u64::from(old));
                (old, new as u32)
            })
            .collect();
        let forward = move |index: u32| {
            let i = moves.partition_point(|&(old, _)| old <= index) - 1;
            moves[i].1 + (index - moves[i].0)
        };
        for &parent in parents {
            let super::node::Children::At(first, _) = self.node(parent).children() else {
                continue;
            };
            let moved = forward(first);
            self.node_mut(parent).relink(moved);
        }
        for &(old, count) in blocks {
            let new = forward(old);
            if new != old {
                // Ascending, one at a time: the places may overlap.
                for i in 0..count as u32 {
                    self.node(new + i).copy_from(self.node(old + i));
                    for (to, from) in self.amaf(new + i, 1).iter().zip(self.amaf(old + i, 1)) {
                        to.copy_from(from);
                    }
                    let from = self.numbers(old + i, 1);
                    for (to, from) in self.numbers(new + i, 1).iter().zip(from) {
                        to.copy_from(from);
                    }
                }
            }
        }
        *self.next.get_mut() = next;
        *self.full.get_mut() = false;
        forward
    }
}

fn fresh<T: Default>(wanted: bool) -> Box<[T]> {
    let count = if wanted { CHUNK } else { 0 };
    (0..count).map(|_| T::default()).collect()
}

const fn chunk_bytes(extras: Extras) -> usize {
    let amaf = if extras.amaf { size_of::<Amaf>() } else { 0 };
    let numbers = if extras.numbers {
        size_of::<Numbers>()
    } else {
        0
    };
    CHUNK * (size_of::<Node>() + amaf + numbers)
}

/// The first place from `next` on where a block does not cross the end of a chunk.
const fn fit(next: u64, count: usize) -> u64 {
    let left = CHUNK as u64 - next % CHUNK as u64;
    if left < count as u64 {
        next + left
    } else {
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_do_not_cross_chunks_and_the_cap_holds() {
        let extras = Extras {
            amaf: true,
            numbers: false,
        };
        let arena = Arena::new(3 * chunk_bytes(extras), extras);
        assert_eq!(arena.bytes(), 0);
        let mut blocks = Vec::new();
        while let Some(first) = arena.allocate(300) {
            assert_eq!(
                first as usize / CHUNK,
                (first as usize + 299) / CHUNK,
                "{first}"
            );
            assert_eq!(arena.nodes(first, 300).len(), 300);
            assert_eq!(arena.amaf(first, 300).len(), 300);
            blocks.push(first);
        }
        assert_eq!(blocks.len(), 3 * (CHUNK / 300));
        assert!(arena.is_full());
        assert_eq!(arena.bytes(), 3 * chunk_bytes(extras));
        assert!(blocks.windows(2).all(|w| w[1] - w[0] >= 300));
    }
}
