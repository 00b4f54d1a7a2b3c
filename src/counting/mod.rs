//! Counting: the settlement of a resting position, and every way of counting it (RULES.md §5).
//!
//! ```text
//! Game ── dead stones ──> settle ──> Settlement ──> one file per method ──> Procedure ──> Count
//! ```
//! A method is a procedure: it changes the settled position step by step and recounts its own last
//! position. Eyes are fixed at settlement and carried through.

mod area;
mod compensated;
mod count;
mod dead;
mod equal_paths;
mod equal_phantoms;
mod equal_stones;
mod evidence;
mod eyes;
mod full_board;
mod life;
mod method;
mod picture;
mod regions;
mod score;
mod seki;
mod settled;
mod territory;

pub use count::{Count, Figures, Procedure, Step};
pub use dead::{DeadStones, Thresholds, dead_stones};
pub use evidence::{Doubt, DoubtKind, Evidence, Ledger, Reading};
pub use life::{UnconditionalLife, unconditional_life};
pub use method::Method;
pub use picture::{Cell, Picture, PointList};
pub use regions::{Group, Region, empty_regions};
pub use score::{HalfPoints, Score};
pub use settled::{Settlement, settle};

use crate::color::{ByColor, Color};
use crate::game::{Game, State};
use crate::point::PointSet;
use crate::rules::{HandicapBonus, Rules};

/// What a count may use besides the game and the dead stones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// One-sided dame that the players claim.
    pub claims: ByColor<PointSet>,
    /// What was read already.
    pub reading: Reading,
}

/// Counts a game.
///
/// Without a method, as its rules do: at a rest, with the `dead` stones taken off (all chains with a
/// stone in the set); after an end, with every stone alive. With a method, the position is settled
/// without the dead stones whether the game has ended or not; only [`Method::Literal`] never takes
/// any off. Never fails: a stone or claim that makes no sense is left out.
pub fn count(game: &Game, method: Option<Method>, dead: &PointSet, options: &Options) -> Count {
    let rules = game.rules();
    let everybody_lives = match method {
        None => has_ended(game),
        Some(method) => method == Method::Literal,
    };
    let own = if has_ended(game) {
        Method::of_end(rules)
    } else {
        Method::of_rules(rules)
    };
    let dead = if everybody_lives {
        &PointSet::EMPTY
    } else {
        dead
    };
    count_settled(
        &settle_dead(game, dead, options),
        method.unwrap_or(own),
        rules,
        to_white(rules, game.handicap()),
    )
}

/// The settlement that a count by the rules' own method rests on: the source of final status lists.
pub fn settle_game(game: &Game, dead: &PointSet, options: &Options) -> Settlement {
    let nobody = PointSet::EMPTY;
    settle_dead(game, if has_ended(game) { &nobody } else { dead }, options)
}

fn settle_dead(game: &Game, dead: &PointSet, options: &Options) -> Settlement {
    settle(
        game.board(),
        dead,
        Ledger::of_game(game),
        game.rules().touch_points,
        &Evidence {
            claims: options.claims,
            reading: options.reading,
        },
    )
}

fn has_ended(game: &Game) -> bool {
    matches!(game.state(), State::EndedForced | State::EndedAgreed)
}

/// The result of a game under its own rules: settled without these dead stones, or literal after an
/// end.
pub fn result(game: &Game, dead: &PointSet) -> Score {
    count(game, None, dead, &Options::default()).result
}

/// What is added to White's total: komi, and the bonus for handicap stones.
pub fn to_white(rules: &Rules, handicap: u32) -> HalfPoints {
    let bonus = match rules.handicap_bonus {
        HandicapBonus::None => 0,
        HandicapBonus::N => handicap,
        HandicapBonus::NMinusOne => handicap.saturating_sub(1),
    };
    HalfPoints::from_points(rules.komi) + HalfPoints::whole(bonus as i32)
}

/// Counts a settled position.
pub fn count_settled(
    settlement: &Settlement,
    method: Method,
    rules: &Rules,
    to_white: HalfPoints,
) -> Count {
    let procedure = procedure(settlement, method, rules);
    let list = |points| PointList::new(settlement.board.size(), points);
    let mut steps = procedure.steps;
    if method != Method::Literal && !settlement.dead.is_empty() {
        steps.insert(0, as_it_stood(settlement));
    }
    Count {
        method,
        result: Score::of(procedure.totals, to_white),
        totals: procedure.totals,
        to_white,
        figures: ByColor::from_fn(|c| Figures::of(settlement, c)),
        public: settlement.shared.len() as u32,
        dame: settlement.dame.len() as u32,
        dead: list(settlement.dead),
        one_sided_dame: ByColor::from_fn(|c| list(settlement.one_sided_dame[c])),
        one_sided_liberties: ByColor::from_fn(|c| list(settlement.one_sided_liberties[c])),
        in_doubt: settlement.doubts.clone(),
        steps,
    }
}

fn procedure(settlement: &Settlement, method: Method, rules: &Rules) -> Procedure {
    match method {
        Method::Literal => area::literal(settlement, rules),
        Method::FullBoard => full_board::count(settlement),
        Method::EqualPaths => equal_paths::count(settlement),
        Method::EqualStones => equal_stones::count(settlement),
        Method::EqualPhantoms => equal_phantoms::count(settlement),
        Method::Tang => compensated::tang(settlement),
        Method::Area => area::count(settlement, rules),
        Method::EqualStonesArea => equal_stones::count_area(settlement),
        Method::AreaCompensated => compensated::area(settlement, rules),
        Method::Territory => territory::count(settlement, rules),
    }
}

/// The position with its dead stones marked.
fn as_it_stood(settlement: &Settlement) -> Step {
    Step {
        title: "as it stood".into(),
        board: Picture::of_board(&settlement.before, &settlement.dead),
        note: format!(
            "{} stones are dead and are taken off.",
            settlement.dead.len()
        ),
    }
}

/// The first step of every procedure.
fn settled_step(settlement: &Settlement) -> Step {
    let figures = ByColor::from_fn(|c| Figures::of(settlement, c));
    let say = |c: Color| {
        let f = figures[c];
        format!(
            "{}: {} stones, {} eyes, {} paths",
            capitalised(c),
            f.stones,
            f.eyes,
            f.paths
        )
    };
    Step {
        title: "settled".into(),
        board: settlement.picture(),
        note: format!(
            "{}; {}; {} points shared.",
            say(Color::Black),
            say(Color::White),
            settlement.shared.len()
        ),
    }
}

fn capitalised(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
