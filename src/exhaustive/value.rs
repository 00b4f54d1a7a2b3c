//! The plain count of a final position with every stone alive: no reading, no dead stones.

use super::{Final, Finish};
use crate::counting::{self, Evidence, Ledger, Method};
use crate::point::PointSet;
use crate::rules::Rules;

/// The result of a final position under the rules in force as [`crate::counting`] settles it with
/// every stone alive and nothing read: Black minus White, komi included.
pub fn plain_value(end: &Final, rules: &Rules) -> f32 {
    let ledger = Ledger {
        real_moves: end.real_moves,
        ..Ledger::default()
    };
    let settlement = counting::settle(
        end.board,
        &PointSet::EMPTY,
        ledger,
        rules.touch_points,
        &Evidence::default(),
    );
    let method = match end.finish {
        Finish::Settled => Method::of_rules(rules),
        Finish::Literal => Method::of_end(rules),
    };
    let count = counting::count_settled(&settlement, method, rules, counting::to_white(rules, 0));
    count.result.points() as f32
}
