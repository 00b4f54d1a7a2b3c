//! When the engine gives up: only when it has been lost for several of its own turns in a row.

use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::search::{Ending, Params, Report};

/// Fewer visits are no evidence.
const FEWEST_VISITS: u64 = 500;
/// The part of the board's points that must have been played on, and that as White with handicap
/// stones against it.
const EARLIEST: (usize, usize) = (5, 2);

/// The turns at which the engine was lost.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct LostTurns(ByColor<Lost>);

#[derive(Clone, Copy, Default, Debug)]
struct Lost {
    turns: u32,
    /// Moves made before the last of them.
    at: u32,
}

impl LostTurns {
    /// Takes note of a search for `color`, whose turn it is. Whether the engine resigns.
    pub fn note(&mut self, game: &Game, color: Color, report: &Report, params: &Params) -> bool {
        let at = game.move_number();
        let lost = &mut self.0[color];
        if chance(report) >= threshold(params, game.size().area()) || report.visits < FEWEST_VISITS
        {
            *lost = Lost::default();
            return false;
        }
        let turns = match at {
            _ if lost.turns == 0 => 1,
            // The same turn again, after an undo or a resignation that was ignored.
            at if at == lost.at => lost.turns,
            at if at == lost.at + 2 => lost.turns + 1,
            _ => 1,
        };
        *lost = Lost { turns, at };
        turns >= params.resign_turns && may(game, color, params)
    }
}

/// The mean of all moves looked at is dragged down by the bad ones: what the best one promises counts too.
fn chance(report: &Report) -> f32 {
    let best = report.moves.iter().find(|m| m.mv == report.best);
    let promised = best.filter(|m| m.visits * 2 >= report.visits);
    promised.map_or(report.win, |m| m.win.max(report.win))
}

/// The chance of winning below which the engine is lost.
fn threshold(params: &Params, area: usize) -> f32 {
    match (params.resign, area) {
        (never, _) if never < 0.0 => f32::NEG_INFINITY,
        (0.0, ..=225) => 0.05,
        (0.0, _) => 0.08,
        (set, _) => set,
    }
}

/// Whether a resignation is decent now: not early, and not from a game that is played out for its count.
fn may(game: &Game, color: Color, params: &Params) -> bool {
    let against_handicap = color == Color::White && game.handicap() >= 2;
    let part = if against_handicap {
        EARLIEST.1
    } else {
        EARLIEST.0
    };
    params.ending == Ending::Rest && game.move_number() as usize * part >= game.size().area()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::{Move, Size};
    use crate::rng::Rng;
    use crate::rules::Rules;
    use crate::search::{Limits, NoClock, Search, StopToken};

    /// A game of so many random moves, and a report to put other numbers into.
    fn scene(moves: u32, handicap: usize) -> (Game, Report) {
        let mut game = Game::new(Size::square(9), Rules::preset("chinese").unwrap());
        let points = crate::point::fixed_handicap(game.size(), handicap).unwrap_or_default();
        if !points.is_empty() {
            game.setup(|p| points.contains(p).then_some(Color::Black), Color::White)
                .unwrap();
        }
        let report = Search::new(Params::default()).run(
            &game,
            game.to_move(),
            &Limits::playouts(1),
            &NoClock,
            &StopToken::new(),
            &mut |_| {},
        );
        let mut rng = Rng::from_seed(4);
        for _ in 0..moves {
            play(&mut game, &mut rng);
        }
        (game, report)
    }

    fn play(game: &mut Game, rng: &mut Rng) {
        let color = game.to_move();
        let points: Vec<_> = game.legal_points(color).iter().collect();
        let point = points[rng.below(points.len() as u32) as usize];
        game.play(color, Move::Real(point)).unwrap();
    }

    /// At which of its turns the engine resigns, its chances being these.
    fn resigns_at(
        moves: u32,
        handicap: usize,
        params: &Params,
        visits: u64,
        wins: &[f32],
    ) -> Option<usize> {
        let (mut game, mut report) = scene(moves, handicap);
        let mut rng = Rng::from_seed(5);
        let mut lost = LostTurns::default();
        report.visits = visits;
        for (turn, &win) in wins.iter().enumerate() {
            report.win = win;
            if lost.note(&game, game.to_move(), &report, params) {
                return Some(turn + 1);
            }
            play(&mut game, &mut rng);
            play(&mut game, &mut rng);
        }
        None
    }

    #[test]
    fn three_lost_turns_in_a_row_are_needed() {
        let params = Params::default();
        let at = |wins: &[f32]| resigns_at(30, 0, &params, 5000, wins);
        assert_eq!(at(&[0.01; 5]), Some(3));
        assert_eq!(at(&[0.01, 0.01, 0.06, 0.01, 0.01]), None);
        assert_eq!(at(&[0.01, 0.2, 0.01, 0.0, 0.04]), Some(5));
        assert_eq!(at(&[0.06; 5]), None);
        let set = |name, value| {
            let mut params = Params::default();
            params.set(name, value).unwrap();
            resigns_at(30, 0, &params, 5000, &[0.1; 5])
        };
        assert_eq!(set("resign", "0.2"), Some(3));
        assert_eq!(set("resign", "-1"), None);
    }

    /// What the best move promises counts where most visits are its own, not the mean of all.
    #[test]
    fn a_best_move_that_is_not_lost_is_no_time_to_resign() {
        let turns = |win: f32, share: u64| {
            let (mut game, mut report) = scene(30, 0);
            (report.win, report.visits) = (0.03, 5000);
            let best = report.moves.iter_mut().find(|m| m.mv == report.best);
            let best = best.expect("among the moves");
            (best.win, best.visits) = (win, report.visits / share);
            let mut lost = LostTurns::default();
            let mut rng = Rng::from_seed(7);
            (1..=5).find(|_| {
                let gives_up = lost.note(&game, game.to_move(), &report, &Params::default());
                play(&mut game, &mut rng);
                play(&mut game, &mut rng);
                gives_up
            })
        };
        assert_eq!(turns(0.12, 1), None);
        assert_eq!(turns(0.04, 1), Some(3));
        // A few lucky visits are no promise.
        assert_eq!(turns(0.12, 10), Some(3));
    }

    #[test]
    fn few_visits_the_opening_and_played_out_games_are_no_time_to_resign() {
        let params = Params::default();
        assert_eq!(resigns_at(30, 0, &params, 100, &[0.0; 9]), None);
        // 17 moves at least on 9x9; against handicap stones 41.
        assert_eq!(resigns_at(0, 0, &params, 5000, &[0.0; 12]), Some(10));
        assert_eq!(resigns_at(0, 3, &params, 5000, &[0.0; 24]), Some(22));
        let natural = Params {
            ending: Ending::Natural,
            ..Params::default()
        };
        assert_eq!(resigns_at(30, 0, &natural, 5000, &[0.0; 9]), None);
    }

    /// The engine's chances are taken to be lost whatever they are; it resigns at its third turn, unless a
    /// new game or a record came between, which happens to go on where the old one was left.
    #[test]
    fn another_game_starts_from_hope() {
        use crate::session::Session;
        let params = Params {
            resign: 1.0,
            resign_turns: 3,
            threads: 1,
            ..Params::default()
        };
        for adopts in [false, true] {
            let rules = Rules::preset("chinese").unwrap();
            let mut session = Session::new(Size::square(7), rules, params.clone());
            let mut rng = Rng::from_seed(7);
            for _ in 0..10 {
                play_in(&mut session, &mut rng);
            }
            let limits = Limits::playouts(500);
            let think = |session: &mut Session| {
                let color = session.game().to_move();
                let stop = StopToken::new();
                session.genmove(color, &limits, &NoClock, &stop, &mut |_| {})
            };
            for _ in 0..2 {
                assert_ne!(think(&mut session).best, Move::Resign);
                play_in(&mut session, &mut rng);
            }
            if adopts {
                session.adopt(session.game().clone());
            }
            assert_eq!(think(&mut session).best == Move::Resign, !adopts);
        }
    }

    fn play_in(session: &mut crate::session::Session, rng: &mut Rng) {
        let mut game = session.game().clone();
        play(&mut game, rng);
        let (color, mv) = game.last_move().unwrap();
        session.play(color, mv).unwrap();
    }

    #[test]
    fn the_same_turn_counts_once() {
        let (mut game, mut report) = scene(30, 0);
        (report.win, report.visits) = (0.0, 5000);
        let params = Params::default();
        let mut lost = LostTurns::default();
        let mut rng = Rng::from_seed(6);
        for _ in 0..9 {
            assert!(!lost.note(&game, game.to_move(), &report, &params));
        }
        for _ in 0..2 {
            play(&mut game, &mut rng);
            play(&mut game, &mut rng);
        }
        // A turn was left out.
        assert!(!lost.note(&game, game.to_move(), &report, &params));
    }
}
