//! Matches between players: schedule, referee, record, statistics.
//!
//! ```text
//! Schedule ──▶ Fixture ──▶ play (referee: Game) ──▶ GameRecord, Timing ──▶ Standings, Sprt
//!                 ▲              │ ask
//!              Opening        Player over a Channel (a process, or an engine in this one)
//! ```
//!
//! A game is a pure function of the schedule and its number, as far as the players are: every seed is
//! derived from the number. What depends on the clock stands in [`Timing`] and nowhere else.

mod merge;
mod opening;
mod play;
mod player;
mod rating;
mod record;
mod schedule;
mod sprt;
mod spsa;
mod standings;
mod statistics;
mod summary;

pub use merge::{Duplicate, Merged, merge};
pub use opening::{Opening, OpeningError, balanced, random_opening};
pub use play::{Abort, Played, Terms, TimeControl, play};
pub use player::{Channel, Claims, Fault, FaultKind, Player};
pub use rating::{Rating, ratings};
pub use record::{End, FaultRecord, GameRecord, Side, Timing, game_tree};
pub use schedule::{Fixture, Pairing, Schedule, Shard, ShardError};
pub use sprt::{Decision, Model, Sprt, SprtError};
pub use spsa::{Perturbed, Spsa, Tunable, TuneError};
pub use standings::{Conduct, Matchup, Standings};
pub use statistics::{Interval, Pairs, Results, elo_of_score, score_of_elo, wilson};
pub use summary::{MatchSummary, PlayerSummary, SprtSummary, Summary};
