//! Which child a descent goes to. The formula is a setting.
//!
//! ```text
//! rave   (1 - b) w/n + b a      n, w: visits and results of the child, with its prior's equivalent visits
//!        b = r / (r + n + r n / K)     r, a: weight and mean of its AMAF statistics (Pachi, Fuego)
//! puct   q + c p sqrt(N) / (1 + n)     q: mean of the child, or a little below its parent's (AlphaZero)
//! ```

use super::node::{Amaf, Node};
use super::params::{Params, Tuning};
use crate::point::Point;

/// A selection formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Selection {
    /// Means mixed with AMAF means, the prior as equivalent visits.
    Rave,
    /// Upper confidence by the policy's probability; keeps no AMAF statistics.
    Puct,
}

impl Selection {
    pub(super) const WORDS: &'static [&'static str] = &["rave", "puct"];

    /// The name users write.
    pub const fn name(self) -> &'static str {
        match self {
            Selection::Rave => "rave",
            Selection::Puct => "puct",
        }
    }

    /// Reads a name.
    pub fn parse(text: &str) -> Option<Selection> {
        [Selection::Rave, Selection::Puct]
            .into_iter()
            .find(|s| s.name().eq_ignore_ascii_case(text))
    }
}

/// Share of its equivalent visits that a pass gets: they are all won and only lent until AMAF knows better,
/// which it never does of a pass.
const PASS_SHARE: f64 = 0.14;

/// Visits of a parent at which widening sets in.
const WIDEN_FROM: f64 = 20.0;

/// The numbers of the formulas for one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Formula {
    selection: Selection,
    rave_equivalence: f64,
    explore: f64,
    even_prior: f64,
    prior_weight: f64,
    puct: f64,
    puct_unvisited: f64,
    score_bonus: f64,
    per_point: f64,
    widen: usize,
    widen_rate: f64,
}

impl Formula {
    pub fn new(params: &Params, tuning: &Tuning, area: usize) -> Formula {
        Formula {
            selection: params.selection,
            rave_equivalence: f64::from(tuning.rave_equivalence),
            explore: f64::from(tuning.explore),
            even_prior: f64::from(tuning.even_prior),
            prior_weight: f64::from(params.prior_weight),
            puct: f64::from(params.puct),
            puct_unvisited: f64::from(params.puct_unvisited),
            score_bonus: f64::from(params.score_bonus),
            per_point: 0.5 / area as f64,
            widen: match tuning.widen {
                0 => usize::MAX,
                widen => widen as usize,
            },
            widen_rate: 1.0 / f64::from(params.widen_growth).ln(),
        }
    }

    /// What the search maximises, summed over `visits` results: winning, and a little score.
    #[inline(always)]
    pub fn utility(&self, win: f64, score: f64, visits: f64) -> f64 {
        (1.0 - self.score_bonus) * win + self.score_bonus * (0.5 * visits + self.per_point * score)
    }

    #[inline(always)]
    fn sum(&self, node: &Node, visits: f64) -> f64 {
        self.utility(node.proved_win_sum(visits), node.score_sum(), visits)
    }

    /// The child to go to, of those not excluded. `trust_amaf` false leaves AMAF out this once.
    ///
    /// As long as the parent's result is not proved, children whose result is are left alone: they
    /// have nothing more to tell.
    #[inline]
    pub fn choose(
        &self,
        parent: &Node,
        children: &[Node],
        amaf: &[Amaf],
        trust_amaf: bool,
    ) -> Option<usize> {
        let by = |open_only| match self.selection {
            Selection::Rave => self.by_rave(parent, children, amaf, trust_amaf, open_only),
            Selection::Puct => self.by_puct(parent, children, open_only),
        };
        if parent.is_proved() {
            by(false)
        } else {
            by(true).or_else(|| by(false))
        }
    }

    /// Progressive widening (Coulom 2007): the likeliest children, more as visits of the parent grow.
    /// Children stand in the order of their priors, the pass among the first.
    #[inline(always)]
    pub fn widened<'a>(
        &self,
        parent: &Node,
        children: &'a [Node],
        amaf: &'a [Amaf],
    ) -> (&'a [Node], &'a [Amaf]) {
        if children.len() <= self.widen || parent.is_proved() {
            return (children, amaf);
        }
        let growth = (1.0 + f64::from(parent.visits()) / WIDEN_FROM).ln() * self.widen_rate;
        let open = (self.widen + growth as usize).min(children.len());
        (&children[..open], &amaf[..open.min(amaf.len())])
    }

    fn by_rave(
        &self,
        parent: &Node,
        children: &[Node],
        amaf: &[Amaf],
        trust_amaf: bool,
        open_only: bool,
    ) -> Option<usize> {
        let log = if self.explore > 0.0 {
            f64::from(parent.visits().max(1)).ln()
        } else {
            0.0
        };
        let per_k = 1.0 / self.rave_equivalence;
        best(children.iter().zip(amaf).map(|(child, amaf)| {
            if child.is_excluded() || open_only && child.is_proved() {
                return f64::NEG_INFINITY;
            }
            let visits = f64::from(child.visits());
            let mut won = self.prior_weight * f64::from(child.prior()).sqrt();
            if child.point() == Point::NONE {
                won *= PASS_SHARE;
            }
            let n = visits + self.even_prior + won;
            let mut value = (self.sum(child, visits) + 0.5 * self.even_prior + won) / n;
            let r = f64::from(amaf.weight());
            if trust_amaf && r > 0.0 {
                let beta = r / (r + n + r * n * per_k);
                value += beta * (f64::from(amaf.sum()) / r - value);
            }
            if self.explore > 0.0 {
                value += self.explore * (log / (visits + 1.0)).sqrt();
            }
            value
        }))
    }

    fn by_puct(&self, parent: &Node, children: &[Node], open_only: bool) -> Option<usize> {
        let total = f64::from(parent.visits().max(1));
        let tried: f64 = children
            .iter()
            .filter(|child| child.visits() > 0)
            .map(|child| f64::from(child.prior()))
            .sum();
        // The parent's sums are the opponent's.
        let parent_value = 1.0 - self.sum(parent, total) / total;
        let unvisited = parent_value - self.puct_unvisited * tried.sqrt();
        let root_of_total = total.sqrt();
        best(children.iter().map(|child| {
            if child.is_excluded() || open_only && child.is_proved() {
                return f64::NEG_INFINITY;
            }
            let visits = f64::from(child.visits());
            let q = if visits > 0.0 {
                self.sum(child, visits) / visits
            } else {
                unvisited
            };
            q + self.puct * f64::from(child.prior()) * root_of_total / (1.0 + visits)
        }))
    }
}

/// The first of the greatest; none if all are minus infinity. Children come in random order among
/// equal priors, so the first is no bias.
#[inline(always)]
fn best(values: impl Iterator<Item = f64>) -> Option<usize> {
    let mut best = None;
    let mut top = f64::NEG_INFINITY;
    for (i, value) in values.enumerate() {
        if value > top {
            top = value;
            best = Some(i);
        }
    }
    best
}
