//! Monte Carlo tree search: where the engine's moves come from.
//!
//! Read in this order: `root` (what a search starts from), `line` (a descent's position and the rules
//! in it), `node`, `arena` and `tree` (what is remembered), `select` (the formula), `iterate` (one
//! iteration from top to bottom), `workers` (threads), `ending` (what is finally played), `report`.
//!
//! One iteration goes down from the root along moves chosen by [`Selection`], gives the leaf children
//! if it has been visited often enough (their priors come from an [`Evaluator`]), plays the position
//! out, and adds the result to every node on the way. The value is always the result under the rules
//! in force, komi included; draws are half a win.

mod amaf;
mod arena;
mod cleanup;
mod ending;
mod evaluator;
mod expand;
mod first_children;
mod iterate;
mod limits;
mod line;
mod node;
mod pace;
mod params;
mod prior;
mod proof_numbers;
mod proofs;
mod report;
mod reuse;
mod root;
mod select;
mod settle;
mod stats;
mod tree;
mod value;
mod workers;

pub use ending::Ending;
pub use evaluator::{EvalInput, Evaluation, Evaluator};
use limits::RootFilter;
pub use limits::{Clock, Limits, NoClock, Restriction, StopToken};
pub use pace::{Pace, Spent, Standing};
pub use params::{Param, ParamError, Params, Range};
pub use prior::Classical;
pub use report::{MoveReport, Report};
pub use select::Selection;
pub use settle::{Judge, Judged, rest_value};

use crate::color::Color;
use crate::game::Game;
use crate::point::{Move, Point};
use crate::rng::derive_seed;
use arena::Extras;
use ending::{Outlook, Scene};
use iterate::Shared;
use pace::Pacer;
use params::Tuning;
use proofs::Proofs;
use rayon::{ThreadPool, ThreadPoolBuilder};
use reuse::Lineage;
use root::Root;
use select::Formula;
use settle::Rests;
use stats::{Stats, Summary};
use std::sync::Arc;
use std::time::Duration;
use tree::Tree;
use workers::Schedule;

/// On boards of so few points no move is left out of the tree and no stone is taken for dead at a rest:
/// there the search's proofs are exact.
const TINY: usize = 12;

/// Called with a line of moves from the root and the moves that the tree holds after it, each with
/// its visits.
pub type Visit<'a> = dyn FnMut(&[Move], &[(Move, u32)]) + 'a;

/// A search with its settings, its tree and its threads, all kept between moves.
///
/// ```
/// use dunhuang::search::{Limits, NoClock, Params, Search, StopToken};
/// use dunhuang::{Color, Game, Rules, Size};
/// let game = Game::new(Size::square(9), Rules::living_stones());
/// let mut search = Search::new(Params::default());
/// let report = search.run(
///     &game, Color::White, &Limits::playouts(200), &NoClock, &StopToken::new(), &mut |_| {},
/// );
/// assert!(game.check(Color::White, report.best).is_ok());
/// ```
pub struct Search {
    params: Params,
    evaluator: Arc<dyn Evaluator>,
    pool: Option<ThreadPool>,
    tree: Option<Tree>,
    rests: Rests,
    /// On tiny boards only.
    proofs: Option<Proofs>,
    lineage: Option<Lineage>,
    /// What the tree was restricted to below its root.
    restricted: Vec<Restriction>,
    /// What it was held to at its root.
    filter: RootFilter,
}

impl Search {
    /// A search with these settings and the classical priors. Takes no memory for the tree yet.
    pub fn new(params: Params) -> Search {
        Search::with_evaluator(params, Arc::new(Classical::new()))
    }

    /// A search that takes its priors, and as much of its values as `evaluation_mix` says, from
    /// another evaluator.
    pub fn with_evaluator(params: Params, evaluator: Arc<dyn Evaluator>) -> Search {
        Search {
            params,
            evaluator,
            pool: None,
            tree: None,
            rests: Rests::new(),
            proofs: None,
            lineage: None,
            restricted: Vec::new(),
            filter: RootFilter::default(),
        }
    }

    /// The settings.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Changes the settings. The tree is kept if it means the same under the new ones.
    pub fn set_params(&mut self, params: Params) {
        if !reuse::compatible(&self.params, &params) {
            self.forget();
        }
        if params.threads != self.params.threads {
            self.pool = None;
        }
        self.params = params;
    }

    /// Drops the tree and gives its memory back.
    pub fn forget(&mut self) {
        self.tree = None;
        self.rests = Rests::new();
        self.proofs = None;
        self.lineage = None;
    }

    /// Forgets everything as [`Search::forget`] does, but keeps the memory of the tree for the next search.
    pub fn start_afresh(&mut self) {
        let tree = self.tree.take();
        self.forget();
        self.tree = tree;
    }

    /// Searches the position for `color` until a limit is reached or `stop` is set; at least one
    /// iteration is made. `on_report` is called on this thread as often as the limits say; what is
    /// returned is the last report, which is not passed to it.
    pub fn run(
        &mut self,
        game: &Game,
        color: Color,
        limits: &Limits,
        clock: &dyn Clock,
        stop: &StopToken,
        on_report: &mut dyn FnMut(&Report),
    ) -> Report {
        let began = clock.now();
        let root = Root::new(game, color, self.params.ending, limits.lent);
        let area = game.size().area();
        self.prepare_pool();
        let kept = self.prepare_tree(game, color, limits);
        self.rests.make_room();
        // Proofs hang on komi and on whether a rest was refused, as the tree does.
        if kept == 0 || self.proofs.is_none() {
            self.proofs = root.tiny.then(Proofs::new);
        }
        let tree = self.tree.as_mut().expect("just prepared");
        let tuning = Tuning::new(&self.params, area);
        let formula = Formula::new(&self.params, &tuning, area);
        let seed = derive_seed(self.params.seed, game.position_key());
        first_children::grow(tree, &root, &*self.evaluator, seed);
        let whole_root = first_children::restrict(tree, game, color, limits);

        let tree = self.tree.as_ref().expect("just prepared");
        let outlook = Outlook::new(&root, &self.params);
        let shared = Shared {
            tree,
            root: &root,
            evaluator: &*self.evaluator,
            formula,
            tuning,
            params: &self.params,
            rests: &self.rests,
            proofs: self.proofs.as_ref(),
            restricted: &self.restricted,
            whole_root,
            pass_to_try: outlook
                .as_ref()
                .filter(|outlook| outlook.suggests_pass())
                .and_then(|_| tree.find(Point::NONE))
                .filter(|&pass| !tree.node(pass).is_excluded()),
        };
        let threads = if self.pool.is_some() {
            self.params.threads
        } else {
            1
        };
        let children = match limits.moves_ownership {
            true => tree.children(tree.root()).1.len(),
            false => 0,
        };
        let stats: Vec<Stats> = (0..threads)
            .map(|_| Stats::new(game.size(), game.rules(), children))
            .collect();
        let view = View {
            shared: &shared,
            outlook: outlook.as_ref(),
            game,
            color,
            stats: &stats,
            kept,
            began,
            clock,
            cleanup: limits.cleanup,
        };
        if game.now().end.is_some() {
            return view.report(None, began).of_end(&root);
        }
        let schedule = Schedule {
            visits: limits.new_visits(kept),
            end: limits.time.map(|time| began + time),
            pacer: limits.pace.map(|pace| Pacer {
                tree,
                params: &self.params,
                pace,
                began,
                kept,
            }),
            report_every: limits.report_every,
            clock,
            stop,
            seed,
        };
        let outcome = workers::search(&shared, self.pool.as_ref(), &stats, &schedule, &mut || {
            on_report(&view.report(None, clock.now()));
        });
        let (asked, failure) = match outcome {
            Ok(asked) => (asked, None),
            Err(failure) => (clock.now(), Some(failure)),
        };
        let report = view.report(failure, asked);
        if report.failure.is_some() {
            self.forget();
        }
        report
    }

    /// Calls `visit` for every node that has children: the moves that lead to it from the root, and
    /// the moves of its children with their visits. For tests and for pictures of the tree.
    pub fn walk(&self, visit: &mut Visit) {
        if let Some(tree) = &self.tree {
            walk(tree, tree.root_index(), &mut Vec::new(), visit);
        }
    }

    fn prepare_pool(&mut self) {
        if self.params.threads > 1 && self.pool.is_none() {
            // Without threads from the system the search still works on the calling one.
            self.pool = ThreadPoolBuilder::new()
                .num_threads(self.params.threads as usize - 1)
                .thread_name(|i| format!("search {}", i + 1))
                .build()
                .ok();
        }
    }

    /// Makes or advances the tree; returns the visits that its root has already.
    fn prepare_tree(&mut self, game: &Game, color: Color, limits: &Limits) -> u64 {
        let restricted = limits.deep();
        let bytes = (self.params.memory as usize) << 20;
        let extras = Extras {
            amaf: self.params.selection == Selection::Rave,
            numbers: game.size().area() <= TINY,
        };
        if self
            .tree
            .as_ref()
            .is_some_and(|tree| tree.extras() != extras)
        {
            self.tree = None;
        }
        let tree = self.tree.get_or_insert_with(|| Tree::new(bytes, extras));
        let lineage = Lineage::of(game, color, limits.lent);
        // Moves left out below the root are missing there: such a tree serves its own position alone.
        let free = restricted.is_empty() && self.restricted.is_empty();
        let mut old = self.lineage.as_ref();
        if !free && (restricted != self.restricted || old.is_some_and(|old| !old.is_at(&lineage))) {
            old = None;
        }
        self.restricted = restricted;
        // Visits of a search that was held to some moves would outweigh what a freer one finds.
        let filter = limits.at_root();
        let held = self.filter != RootFilter::default() && self.filter != filter;
        if held && old.is_some_and(|old| old.is_at(&lineage)) {
            old = None;
        }
        self.filter = filter;
        reuse::advance(tree, old, &lineage);
        if self
            .lineage
            .as_ref()
            .is_some_and(|old| !old.same_settlement(&lineage))
        {
            self.rests = Rests::new();
        }
        self.lineage = Some(lineage);
        u64::from(tree.root().visits())
    }
}

fn walk(tree: &Tree, index: u32, line: &mut Vec<Move>, visit: &mut Visit) {
    let (first, children) = tree.children(tree.node(index));
    if children.is_empty() {
        return;
    }
    let moves: Vec<(Move, u32)> = children.iter().map(|c| (c.mv(), c.visits())).collect();
    visit(line, &moves);
    for (i, (mv, _)) in moves.into_iter().enumerate() {
        line.push(mv);
        walk(tree, first + i as u32, line, visit);
        line.pop();
    }
}

/// All that a report is made from.
struct View<'a> {
    shared: &'a Shared<'a>,
    outlook: Option<&'a Outlook>,
    game: &'a Game,
    color: Color,
    stats: &'a [Stats],
    kept: u64,
    began: Duration,
    clock: &'a dyn Clock,
    cleanup: bool,
}

impl View<'_> {
    /// The report of a search that was to end at `asked` by the clock.
    fn report(&self, failure: Option<String>, asked: Duration) -> Report {
        let tree = self.shared.tree;
        let node = tree.root();
        let visits = f64::from(node.visits());
        let summary = Summary::of(self.stats, self.game.size().area());
        // The root's sums are of the opponent of `color`.
        let (win, score_mean) = if visits > 0.0 {
            (
                (1.0 - node.proved_win_sum(visits) / visits) as f32,
                (-node.score_sum() / visits) as f32,
            )
        } else {
            (0.5, 0.0)
        };
        let mut moves = self.moves(win, score_mean);
        // What was lent is no point: scores are told without it.
        let lent = self.shared.root.lent * self.color.sign() as f32;
        let score_mean = score_mean + lent;
        moves.iter_mut().for_each(|m| m.score_mean += lent);
        let scene = Scene {
            params: self.shared.params,
            root: self.shared.root,
            outlook: self.outlook,
            cleanup: self.cleanup,
            win,
            visits: u64::from(node.visits()),
        };
        let best = ending::choose(&scene, &mut moves);
        let ownership = match summary.ownership {
            empty if empty.is_empty() => stats::as_it_stands(self.game.board(), self.game.rules()),
            played => played,
        };
        Report {
            size: self.game.size(),
            color: self.color,
            best,
            playouts: u64::from(node.visits()).saturating_sub(self.kept),
            visits: u64::from(node.visits()),
            win,
            proved: node.is_proved(),
            score_mean,
            score_stdev: summary.score_stdev as f32,
            moves,
            ownership,
            elapsed: self.clock.now().saturating_sub(self.began),
            asked: asked.saturating_sub(self.began),
            memory: tree.bytes(),
            saturated: tree.is_full(),
            failure,
        }
    }

    /// The moves of the root that are not left out, in no order.
    fn moves(&self, root_win: f32, root_score: f32) -> Vec<MoveReport> {
        let tree = self.shared.tree;
        let (first, children) = tree.children(tree.root());
        let spread = f64::from(self.shared.params.lcb_spread);
        let indexed = (first..).zip(children);
        indexed
            .filter(|(_, child)| !child.is_excluded())
            .map(|(index, child)| {
                let n = f64::from(child.visits());
                let (win, score_mean) = if n > 0.0 {
                    (child.proved_win_sum(n) / n, child.score_sum() / n)
                } else {
                    (f64::from(root_win), f64::from(root_score))
                };
                let win = win.clamp(0.0, 1.0);
                // Laplace's rule keeps the bound of a move that has always won below certainty.
                let smooth = (win * n + 1.0) / (n + 2.0);
                let deviation = (smooth * (1.0 - smooth) / (n + 2.0)).sqrt();
                let lcb = if child.is_proved() {
                    win
                } else {
                    win - spread * deviation
                };
                let (pv, pv_visits) = principal_variation(tree, index);
                MoveReport {
                    mv: child.mv(),
                    visits: u64::from(child.visits()),
                    win: win as f32,
                    score_mean: score_mean as f32,
                    prior: child.prior(),
                    lcb: lcb.max(0.0) as f32,
                    proved: child.is_proved(),
                    pv,
                    pv_visits,
                    ownership: Summary::after(self.stats, (index - first) as usize),
                    order: 0,
                }
            })
            .collect()
    }
}

/// The move of a node and the most visited moves below it, with the visits of each.
fn principal_variation(tree: &Tree, index: u32) -> (Vec<Move>, Vec<u64>) {
    let mut pv = vec![tree.node(index).mv()];
    let mut pv_visits = vec![u64::from(tree.node(index).visits())];
    let mut index = index;
    while pv.len() < 32 {
        let (first, children) = tree.children(tree.node(index));
        let Some((best, visits)) = (first..)
            .zip(children)
            .map(|(i, child)| (i, child.visits()))
            .reduce(|a, b| if b.1 > a.1 { b } else { a })
        else {
            break;
        };
        if visits == 0 {
            break;
        }
        pv.push(tree.node(best).mv());
        pv_visits.push(visits.into());
        index = best;
    }
    debug_assert!(pv.iter().all(|mv| mv.point() != Some(Point::NONE)));
    (pv, pv_visits)
}
