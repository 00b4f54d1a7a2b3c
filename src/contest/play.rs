//! One game: two players, and a referee that believes neither.

use super::opening::Opening;
use super::player::{Claims, Fault, FaultKind, Player};
use super::record::{End, FaultRecord, GameRecord, Side, Timing};
use super::schedule::Fixture;
use crate::color::{ByColor, Color};
use crate::counting::Score;
use crate::game::{Game, State};
use crate::point::{Move, Size, fixed_handicap};
use crate::rules::{Cycle, Ending, Rules};
use crate::search::{Clock, NoClock, Params};
use crate::session::Session;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How long players may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeControl {
    /// As long as they like.
    #[default]
    None,
    /// So long for each move.
    PerMove(Duration),
    /// So long for all moves.
    PerGame {
        /// At the start.
        main: Duration,
        /// Added after each move.
        increment: Duration,
    },
}

/// What holds for every game of a contest.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Terms {
    /// The board.
    pub size: Size,
    /// The rules of the referee, komi and first mover included.
    pub rules: Rules,
    /// Handicap stones on their traditional points; 0 or 2 and more. White then moves first.
    pub handicap: usize,
    /// After so many moves the position is counted as it stands.
    pub move_cap: u32,
    /// Whether play goes on after two passes in a row until the rules force an end; only if they do.
    pub play_out: bool,
    /// How long players may think.
    pub time: TimeControl,
    /// Time over the agreed one that is not yet a loss.
    pub grace: Duration,
    /// An engine that does not answer for so long beyond its thinking time hangs.
    pub patience: Duration,
}

/// Why there is no record of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Abort {
    /// The contest was stopped.
    Stopped,
    /// A player cannot be set up at all: its name, and what it refused.
    Setup(String, Fault),
    /// The opening or the handicap does not fit the board and the rules.
    Start(String),
}

impl std::fmt::Display for Abort {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Abort::Stopped => f.write_str("stopped"),
            Abort::Setup(name, fault) => write!(f, "player {name}: {}", fault.detail),
            Abort::Start(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Abort {}

/// A game that was played to some end.
#[derive(Clone, Debug)]
pub struct Played {
    /// What does not depend on the clock.
    pub record: GameRecord,
    /// What does.
    pub timing: Timing,
    /// The game.
    pub game: Game,
}

/// How a game ended.
#[derive(Clone)]
struct Verdict {
    end: End,
    winner: Option<Color>,
    result: String,
}

impl Verdict {
    fn loss(loser: Color, end: End, mark: char) -> Verdict {
        let winner = loser.opponent();
        Verdict {
            end,
            winner: Some(winner),
            result: format!("{}+{mark}", winner.letter()),
        }
    }
}

/// Plays a game between players that were not yet spoken to.
///
/// # Errors
/// See [`Abort`]; whatever a player does wrong is in the record instead.
pub fn play(
    fixture: &Fixture,
    opening: &Opening,
    terms: &Terms,
    players: ByColor<&mut Player>,
    clock: &dyn Clock,
) -> Result<Played, Abort> {
    let mut table = Table {
        terms,
        players,
        clock,
        game: Game::new(terms.size, terms.rules),
        left: ByColor::from_fn(|_| match terms.time {
            TimeControl::PerGame { main, .. } => main,
            _ => Duration::ZERO,
        }),
        timing: ByColor::from_fn(|_| Side::default()),
        names: ByColor::from_fn(|_| String::new()),
        claims: ByColor::from_fn(|_| None),
        faults: Vec::new(),
    };
    let began = clock.now();
    let verdict = match table.start(opening)? {
        Some(fault) => fault,
        None => table.moves()?,
    };
    let verdict = table.hear_claims(verdict)?;
    let Table {
        game,
        timing,
        names,
        claims,
        faults,
        players,
        ..
    } = table;
    let record = GameRecord {
        game: fixture.number,
        pair: fixture.pair,
        round: fixture.round,
        black: players.black.name.clone(),
        white: players.white.name.clone(),
        engines: names,
        seed: fixture.seed,
        opening: opening.name.clone(),
        opening_moves: opening.moves.len() as u32,
        result: verdict.result,
        winner: verdict.winner.map(|color| color.name().to_string()),
        end: verdict.end,
        claims,
        faults,
        length: game.move_number(),
        moves: game
            .moves()
            .map(|(color, mv)| format!("{} {}", color.letter(), terms.size.move_name(mv)))
            .collect(),
    };
    let timing = Timing {
        game: fixture.number,
        seconds: clock.now().saturating_sub(began).as_secs_f64(),
        black: timing.black,
        white: timing.white,
    };
    Ok(Played {
        record,
        timing,
        game,
    })
}

/// A game under way.
struct Table<'a, 'b> {
    terms: &'a Terms,
    players: ByColor<&'a mut Player<'b>>,
    clock: &'a dyn Clock,
    game: Game,
    left: ByColor<Duration>,
    timing: ByColor<Side>,
    names: ByColor<String>,
    claims: ByColor<Option<String>>,
    faults: Vec<FaultRecord>,
}

impl Table<'_, '_> {
    /// Sets everything up; a verdict if a player fails at that.
    fn start(&mut self, opening: &Opening) -> Result<Option<Verdict>, Abort> {
        let terms = self.terms;
        for color in Color::BOTH {
            let player = &mut self.players[color];
            match player.prepare(terms.size, terms.rules.komi, terms.time, terms.patience) {
                Ok(name) => self.names[color] = name,
                Err(fault) if fault.kind == FaultKind::Refused => {
                    return Err(Abort::Setup(player.name.clone(), fault));
                }
                Err(fault) => return self.lost(color, fault).map(Some),
            }
        }
        let mut moves = opening.moves.clone();
        if terms.handicap > 0 {
            let stones = fixed_handicap(terms.size, terms.handicap).ok_or_else(|| {
                Abort::Start(format!("no {} handicap stones here", terms.handicap))
            })?;
            let stones = stones.iter().map(|p| (Color::Black, Move::Real(p)));
            moves.splice(0..0, stones);
        }
        for (color, mv) in moves {
            self.game.play(color, mv).map_err(|reason| {
                let name = terms.size.move_name(mv);
                Abort::Start(format!("{name} of the opening is illegal: {reason}"))
            })?;
            for player in Color::BOTH {
                if let Err(fault) = self.tell(player, color, mv) {
                    return self.lost(player, fault).map(Some);
                }
            }
        }
        Ok(None)
    }

    fn tell(&mut self, player: Color, color: Color, mv: Move) -> Result<(), Fault> {
        let name = self.terms.size.move_name(mv);
        self.players[player].play(color, &name, self.terms.patience)
    }

    /// Plays to the end.
    fn moves(&mut self) -> Result<Verdict, Abort> {
        loop {
            let rules = self.terms.rules;
            let rest_ends = !(self.terms.play_out && rules.ends_by_force());
            let end = match self.game.state() {
                State::EndedForced => Some(End::Forced),
                State::EndedAgreed => Some(End::Agreed),
                State::Rest if rules.ending == Ending::TwoPasses || rest_ends => Some(End::Rest),
                State::Cycle => {
                    return Ok(Verdict {
                        end: End::Cycle,
                        winner: None,
                        result: match rules.cycle {
                            Cycle::Draw => "0".into(),
                            Cycle::NoResult => "Void".into(),
                        },
                    });
                }
                _ if self.game.move_number() >= self.terms.move_cap => Some(End::MoveCap),
                _ => None,
            };
            if let Some(end) = end {
                let score = count(&self.game);
                return Ok(Verdict {
                    end,
                    winner: score.winner(),
                    result: score.to_string(),
                });
            }
            let color = self.game.to_move();
            match self.turn(color) {
                Ok(Move::Resign) => return Ok(Verdict::loss(color, End::Resignation, 'R')),
                Ok(mv) => {
                    let other = color.opponent();
                    if let Err(fault) = self.tell(other, color, mv) {
                        return self.lost(other, fault);
                    }
                }
                Err(fault) => return self.lost(color, fault),
            }
        }
    }

    /// One move: asked for, timed and checked.
    fn turn(&mut self, color: Color) -> Result<Move, Fault> {
        let terms = self.terms;
        let on_clock = self.players[color].on_clock;
        let mut patience = terms.patience;
        let mut allowed = None;
        match terms.time {
            TimeControl::None => {}
            TimeControl::PerMove(time) => {
                patience += time;
                allowed = Some(time);
            }
            TimeControl::PerGame { .. } => {
                let left = self.left[color];
                patience += left;
                allowed = Some(left);
                if on_clock {
                    self.players[color].time_left(color, left, terms.patience)?;
                }
            }
        }
        let began = self.clock.now();
        let answer = self.players[color].genmove(color, patience);
        let spent = self.clock.now().saturating_sub(began);
        self.timing[color].add(spent);
        let answer = answer?;
        if on_clock && allowed.is_some_and(|allowed| spent > allowed + terms.grace) {
            return Err(Fault::new(FaultKind::Late, "used more time than agreed"));
        }
        if let TimeControl::PerGame { increment, .. } = terms.time {
            self.left[color] = self.left[color].saturating_sub(spent) + increment;
        }
        let illegal = |reason: &str| {
            let answer: String = answer.chars().take(40).collect();
            Fault::new(FaultKind::Illegal, format!("{answer:?}: {reason}"))
        };
        let mv = terms
            .size
            .parse_move(&answer)
            .ok_or_else(|| illegal("no move on this board"))?;
        if mv != Move::Resign {
            self.game
                .play(color, mv)
                .map_err(|reason| illegal(&reason.to_string()))?;
        }
        Ok(mv)
    }

    /// Asks both players what they think of a counted game.
    fn hear_claims(&mut self, verdict: Verdict) -> Result<Verdict, Abort> {
        if !verdict.end.is_counted() {
            return Ok(verdict);
        }
        let (counted, mut verdict, mut false_claims) = (verdict.clone(), verdict, 0);
        for color in Color::BOTH {
            match self.players[color].opinion(self.terms.patience) {
                Ok(claim) => self.claims[color] = claim,
                Err(fault) => {
                    verdict = self.lost(color, fault)?;
                    continue;
                }
            }
            let claimed = self.claims[color].as_deref().and_then(claimed_winner);
            let checked = self.players[color].claims == Claims::Checked;
            if checked && claimed == Some(color) && counted.winner != Some(color) {
                let claim = self.claims[color].clone().unwrap_or_default();
                let detail = format!("claims {claim} where the count is {}", counted.result);
                let lost = self.lost(color, Fault::new(FaultKind::FalseClaim, detail))?;
                false_claims += 1;
                // Who has lost by the count anyway has lost by the count.
                if verdict.winner.is_none() {
                    verdict = lost;
                }
            }
        }
        // Where both claim a draw for themselves neither can win by it.
        Ok(if false_claims == 2 { counted } else { verdict })
    }

    /// Notes a fault and lets the player lose by it.
    fn lost(&mut self, color: Color, fault: Fault) -> Result<Verdict, Abort> {
        let end = match fault.kind {
            FaultKind::Stopped => return Err(Abort::Stopped),
            kind => End::Fault(kind),
        };
        let mark = if fault.kind == FaultKind::Late {
            'T'
        } else {
            'F'
        };
        self.faults.push(FaultRecord {
            player: self.players[color].name.clone(),
            color: color.name().into(),
            kind: fault.kind,
            detail: fault.detail,
        });
        Ok(Verdict::loss(color, end, mark))
    }
}

/// The result under the rules. Judged without a clock, so that equal games always have equal results.
fn count(game: &Game) -> Score {
    let mut session = Session::new(game.size(), *game.rules(), Params::default());
    session.adopt(game.clone());
    session.final_score(&NoClock)
}

/// Who wins by a text such as `B+3.5` or `W+R`.
fn claimed_winner(text: &str) -> Option<Color> {
    let (winner, _) = text.trim().split_once('+')?;
    Color::parse(winner)
}
