//! One iteration of the search: select, evaluate, expand, play out, back up.

use super::amaf::{FirstPlay, credit};
use super::evaluator::{EvalInput, Evaluation, Evaluator};
use super::expand::{candidates, order};
use super::limits::{Restriction, allowed};
use super::line::{End, Line, MAX_DEPTH};
use super::node::{Bounds, Children, Node, Value};
use super::params::{Params, Tuning};
use super::proof_numbers::Claim;
use super::proofs::Proofs;
use super::root::Root;
use super::select::{Formula, Selection};
use super::settle::{Judge, Rests};
use super::stats::Stats;
use super::tree::Tree;
use super::{proof_numbers, value};
use crate::board::Board;
use crate::color::Color;
use crate::playout::{self, Local, PolicyName, Tally, Trace, Uniform};
use crate::point::{Move, Point};
use crate::rng::Rng;

/// What all threads of one search share.
pub(super) struct Shared<'a> {
    pub tree: &'a Tree,
    pub root: &'a Root,
    pub evaluator: &'a dyn Evaluator,
    pub formula: Formula,
    pub tuning: Tuning,
    pub params: &'a Params,
    pub rests: &'a Rests,
    /// On tiny boards only.
    pub proofs: Option<&'a Proofs>,
    /// What is restricted below the root.
    pub restricted: &'a [Restriction],
    /// Whether all children of the root are considered, not only the likeliest.
    pub whole_root: bool,
    /// The root's pass, if a rest may be near: it gets an eighth of the visits at least.
    pub pass_to_try: Option<u32>,
}

impl Shared<'_> {
    /// The place of a child of the root among its children.
    fn place_at_root(&self, child: u32) -> usize {
        let (first, _) = self.tree.children(self.tree.root());
        (child - first) as usize
    }
}

/// What one thread needs for its iterations: everything is reused, nothing is allocated on the way.
pub(super) struct Worker {
    rng: Rng,
    leaves: Vec<Leaf>,
    evaluations: Vec<Evaluation>,
    ordered: Vec<(Point, f32)>,
    board: Board,
    local: Local,
    trace: Trace,
    first_play: FirstPlay,
    judge: Judge,
}

/// A descent under way: the line of play, and the nodes it came through, the root first.
struct Leaf {
    line: Box<Line>,
    path: Vec<u32>,
    /// Whether this descent has claimed the leaf and is going to give it children.
    claimed: bool,
    /// Whether the evaluator is asked about the leaf.
    asked: bool,
    moves: Vec<Move>,
    banned: Vec<Point>,
    value: Value,
    /// On tiny boards, the key of the state at each node of the path.
    states: Vec<u64>,
    /// Whether something new has been proved of the leaf.
    news: bool,
}

impl Worker {
    /// A worker whose chance comes from `seed`.
    pub fn new(shared: &Shared, seed: u64) -> Worker {
        let batch = shared.params.batch.max(1) as usize;
        Worker {
            rng: Rng::from_seed(seed),
            leaves: (0..batch)
                .map(|_| Leaf {
                    line: Line::new(shared.root),
                    path: Vec::with_capacity(MAX_DEPTH + 1),
                    claimed: false,
                    asked: false,
                    moves: Vec::new(),
                    banned: Vec::new(),
                    value: Value::DRAW,
                    states: Vec::new(),
                    news: false,
                })
                .collect(),
            evaluations: vec![Evaluation::default(); batch],
            ordered: Vec::new(),
            board: shared.root.board.clone(),
            local: Local::new(shared.params.rates()),
            trace: Trace::new(),
            first_play: FirstPlay::new(),
            judge: Judge::new(&shared.root.board, shared.params.rest_playouts),
        }
    }

    /// How many leaves one call of [`Worker::iterate`] visits at most.
    pub fn batch(&self) -> usize {
        self.leaves.len()
    }

    /// Visits `count` leaves; each step is done for all of them before the next.
    pub fn iterate(&mut self, shared: &Shared, count: usize, stats: &Stats) {
        for i in 0..count {
            self.select(shared, i);
        }
        self.evaluate(shared, count);
        for i in 0..count {
            self.expand(shared, i);
            self.play_out(shared, i, stats);
            self.back_up(shared, i);
        }
    }

    /// Goes down from the root to a leaf, and claims the leaf if it has been visited often enough.
    fn select(&mut self, shared: &Shared, i: usize) {
        let Worker { rng, leaves, .. } = self;
        let leaf = &mut leaves[i];
        let tree = shared.tree;
        leaf.line.restart(shared.root);
        leaf.path.clear();
        leaf.claimed = false;
        leaf.asked = false;
        leaf.news = false;
        leaf.states.clear();
        let mut index = tree.root_index();
        // On tiny boards every second descent goes after a proof.
        let mut claim = match shared.proofs {
            Some(_) if rng.chance(0.5) => Claim::open_at(tree.root(), rng.below(2)),
            _ => None,
        };
        loop {
            let node = tree.node(index);
            let visits = node.begin_visit();
            leaf.path.push(index);
            if let Some(proofs) = shared.proofs {
                let state = leaf.line.state(shared.root);
                leaf.states.push(state);
                if visits == 0
                    && let Some(bounds) = proofs.get(state)
                {
                    leaf.news = node.prove(bounds);
                }
            }
            if leaf.line.end.is_some() || leaf.news && node.is_proved() {
                return;
            }
            let Children::At(first, count) = node.children() else {
                leaf.claimed = visits + 1 >= shared.tuning.expand
                    && leaf.line.depth() < MAX_DEPTH
                    && !tree.is_full()
                    && node.claim();
                // Where there are no playouts, a leaf that cannot be claimed needs its value too.
                leaf.asked = leaf.claimed || shared.params.evaluation_mix == 1.0;
                return;
            };
            if let Some(pass) = shared.pass_to_try
                && leaf.path.len() == 1
                && tree.node(pass).visits() < visits / 8
            {
                leaf.line.play(shared.root, Point::NONE);
                index = pass;
                continue;
            }
            let (_, children) = tree.children(node);
            let by_proof = claim.and_then(|claim| {
                proof_numbers::choose(children, tree.numbers(first, count), claim)
            });
            claim = by_proof.and(claim.map(Claim::countered));
            let by_formula = || {
                let skip = shared.params.rave_skip;
                let trust_amaf = skip == 0 || rng.below(skip) > 0;
                let amaf = tree.amaf(first, count);
                let whole = shared.whole_root && leaf.path.len() == 1;
                let (children, amaf) = match whole {
                    true => (children, amaf),
                    false => shared.formula.widened(node, children, amaf),
                };
                shared.formula.choose(node, children, amaf, trust_amaf)
            };
            let Some(choice) = by_proof.or_else(by_formula) else {
                return;
            };
            leaf.line.play(shared.root, children[choice].point());
            index = first + choice as u32;
        }
    }

    /// Asks the evaluator about all leaves that need it at once.
    fn evaluate(&mut self, shared: &Shared, count: usize) {
        for leaf in &mut self.leaves[..count] {
            if leaf.asked {
                candidates(shared.root, &leaf.line, &mut leaf.moves, &mut leaf.banned);
            }
        }
        if let [leaf] = &self.leaves[..count] {
            if leaf.asked {
                let input = leaf.line.input(shared.root, &leaf.moves, &leaf.banned);
                shared
                    .evaluator
                    .evaluate(&[input], &mut self.evaluations[..1]);
            }
            return;
        }
        let asked: Vec<EvalInput> = self.leaves[..count]
            .iter()
            .filter(|leaf| leaf.asked)
            .map(|leaf| leaf.line.input(shared.root, &leaf.moves, &leaf.banned))
            .collect();
        if !asked.is_empty() {
            shared
                .evaluator
                .evaluate(&asked, &mut self.evaluations[..asked.len()]);
            // The answers stand in the order of the questions; bring each to its leaf's place.
            let mut answer = asked.len();
            for i in (0..count).rev() {
                if self.leaves[i].asked {
                    answer -= 1;
                    self.evaluations.swap(answer, i);
                }
            }
        }
    }

    /// Gives a claimed leaf its children, the likeliest first; among equals the order is random, so
    /// that no direction of the board is preferred.
    fn expand(&mut self, shared: &Shared, i: usize) {
        let leaf = &self.leaves[i];
        if !leaf.claimed {
            return;
        }
        order(
            &leaf.moves,
            &self.evaluations[i].policy,
            &mut self.rng,
            &mut self.ordered,
        );
        if !shared.restricted.is_empty() {
            let depth = leaf.line.depth() + 1;
            let keeps = |point: Point| {
                let mv = match point {
                    Point::NONE => Move::Pass,
                    point => Move::Real(point),
                };
                allowed(shared.restricted, leaf.line.to_move, depth, mv)
            };
            if self.ordered.iter().any(|&(point, _)| keeps(point)) {
                self.ordered.retain(|&(point, _)| keeps(point));
            }
        }
        let index = *leaf.path.last().expect("a path has the root");
        shared.tree.expand(shared.tree.node(index), &self.ordered);
    }

    /// Finds the value of the leaf: by rule if the line has ended, else by a playout and the evaluation.
    fn play_out(&mut self, shared: &Shared, i: usize, stats: &Stats) {
        let root = shared.root;
        let leaf = &mut self.leaves[i];
        let line = &leaf.line;
        self.trace.start_after(line.to_move, line.last_two_points());
        let verdict = match line.end {
            Some(End::Rest) => shared.rests.verdict(root, &line.board, &mut self.judge),
            _ => None,
        };
        let judged = verdict.map(|v| value::rest(root, line, v.halves, shared.rests));
        let by_rule = match line.end {
            Some(End::Cycle) => Some(Value::DRAW),
            Some(End::Literal) => Some(value::literal(root, line, shared.rests)),
            Some(End::Rest) => judged.filter(|_| verdict.is_some_and(|v| v.clear)),
            None => None,
        };
        if let Some(value) = by_rule {
            leaf.value = value;
            leaf.prove(shared, value);
            return;
        }
        let mix = if leaf.asked {
            shared.params.evaluation_mix
        } else {
            0.0
        };
        let evaluated = self.evaluations[i].value_for_black(line.to_move);
        if mix == 1.0 {
            leaf.value = evaluated;
            return;
        }
        self.board.clone_from(&line.board);
        let (board, rng, trace) = (&mut self.board, &mut self.rng, &mut self.trace);
        match shared.params.policy {
            PolicyName::Uniform => playout::run_on(&Uniform, board, 0, rng, trace),
            PolicyName::Local => playout::run_on(&self.local, board, 0, rng, trace),
        }
        let played = value::of_tally(root, line, &Tally::of(&self.board));
        let child = leaf.path.get(1).map(|&child| shared.place_at_root(child));
        stats.add(&self.board, played, child);
        let value = played.mixed(evaluated, mix);
        // An unclear rest: whatever is worse for the side that searches.
        leaf.value = match judged {
            Some(judged) if judged.seen_by(root.to_move).win < value.seen_by(root.to_move).win => {
                judged
            }
            _ => value,
        };
    }

    /// Adds the value to every node of the path, and to the AMAF statistics of the moves that were
    /// open to the same side and were made later in the line or the playout. An exact value may prove
    /// the results of nodes on the way; a proved node answers with what is proved.
    fn back_up(&mut self, shared: &Shared, i: usize) {
        let leaf = &self.leaves[i];
        let tree = shared.tree;
        let with_amaf = shared.params.selection == Selection::Rave;
        let depth = leaf.line.depth();
        if with_amaf {
            self.first_play.start(depth, &self.trace);
        }
        let length = depth + self.trace.len();
        let mut value = leaf.value;
        let mut mover = leaf.line.to_move.opponent();
        let mut news = leaf.news;
        let mut below: Option<&Node> = None;
        for (at, &index) in leaf.path.iter().enumerate().rev() {
            let node = tree.node(index);
            if news && let Some(child) = below {
                news = node.prove(bounds_by_children(tree, node, child));
            }
            if news && let Some(proofs) = shared.proofs {
                proofs.put(leaf.states[at], node.bounds());
            }
            if shared.proofs.is_some()
                && let Children::At(first, count) = node.children()
            {
                let (_, children) = tree.children(node);
                tree.numbers(index, 1)[0].update(children, tree.numbers(first, count));
            }
            let mut seen = value.seen_by(mover);
            seen.win = node.bounds().clamp(seen.win);
            value = seen.seen_by(mover);
            node.finish_visit(seen);
            let to_move = mover.opponent();
            if with_amaf {
                if at < depth {
                    self.first_play.put(to_move, leaf.line.point(at), at);
                }
                let seen = value.seen_by(to_move);
                let utility = shared
                    .formula
                    .utility(seen.win.into(), seen.score.into(), 1.0);
                let gain = utility.clamp(0.0, 1.0) as f32;
                credit(tree, node, &self.first_play, to_move, (at, length), gain);
            }
            below = Some(node);
            mover = to_move;
        }
    }
}

impl Leaf {
    /// Notes that the value is no estimate but follows from the rules.
    fn prove(&mut self, shared: &Shared, value: Value) {
        let mover = self.line.to_move.opponent();
        let index = *self.path.last().expect("a path has the root");
        let bounds = Bounds::exactly(value.seen_by(mover).win);
        self.news |= shared.tree.node(index).prove(bounds);
    }
}

/// What is proved of a node's result once something new is proved of one of its children: the side
/// to move does at least as well as with that child, and no better than with the best of them.
fn bounds_by_children(tree: &Tree, node: &Node, child: &Node) -> Bounds {
    let news = child.bounds();
    let high = if news.high < Bounds::OPEN.high {
        let (_, children) = tree.children(node);
        children
            .iter()
            .map(|c| c.bounds().high)
            .max()
            .unwrap_or(Bounds::OPEN.high)
    } else {
        Bounds::OPEN.high
    };
    Bounds {
        low: news.low,
        high: high.max(news.low),
    }
    .flipped()
}

impl Evaluation {
    fn value_for_black(&self, to_move: Color) -> Value {
        Value {
            win: self.win + 0.5 * self.draw,
            score: self.score,
        }
        .seen_by(to_move)
    }
}
