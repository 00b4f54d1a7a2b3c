//! A game as a list of acts that both referees perform. Shared with the fuzz target `moves`.

use crate::compare::compare;
use dunhuang::board::naive::NaiveBoard;
use dunhuang::game::naive::NaiveGame;
use dunhuang::rng::mix;
use dunhuang::rules::*;
use dunhuang::{Color, Game, Move, Point, Rules, Size};

/// One thing that happens to a game. Every number is taken modulo what there is to choose from, so
/// that any list of acts is a script.
#[derive(Clone, Debug)]
pub enum Act {
    /// The side to move plays its n-th legal point, or a virtual move if it has none.
    Next(u16),
    /// The side that moved last does so again.
    Again(u16),
    /// A colour asks for a point of the largest grid, legal or not.
    Try(Color, u16),
    /// The side to move plays a virtual move or passes.
    Pass,
    /// The side that moved last plays a virtual move or passes.
    PassAgain,
    /// Resigning changes nothing.
    Resign,
    /// This many actions and one are taken back.
    Undo(u8),
    /// A position is set up.
    Setup(u16),
    /// Play goes on after a rest.
    Resume,
    /// Both sides agree on the end.
    AgreeEnd,
    /// One side demands the end.
    ForceEnd,
    /// Other rules hold from here on.
    SetRules(u64),
}

/// A board, the rules, and what happens.
#[derive(Clone, Debug)]
pub struct Script {
    /// The board.
    pub size: Size,
    /// The rules at the start.
    pub rules: Rules,
    /// What happens.
    pub acts: Vec<Act>,
}

impl Script {
    /// Any bytes as a script: size, rules, then three bytes an act.
    pub fn from_bytes(bytes: &[u8]) -> Script {
        let byte = |i: usize| bytes.get(i).copied().unwrap_or(0);
        let side = |b: u8| 2 + usize::from(b) % 5;
        let size = Size::new(side(byte(0)), side(byte(1))).expect("2 to 6");
        let acts = bytes.get(4..).unwrap_or(&[]).chunks_exact(3);
        Script {
            size,
            rules: rules(u64::from(byte(2)) | u64::from(byte(3)) << 8),
            acts: acts.map(|c| Act::from_bytes(c[0], c[1], c[2])).collect(),
        }
    }

    /// Performs the acts on both referees and compares them after each; the number of acts that
    /// changed the game.
    ///
    /// # Errors
    /// The first difference, with the acts up to it.
    pub fn run(&self) -> Result<u64, String> {
        self.run_with(|_, _| Ok(()))
    }

    /// As [`Script::run`], with a further check after every act.
    ///
    /// # Errors
    /// The first difference, with the acts up to it.
    pub fn run_with(
        &self,
        mut further: impl FnMut(&Game, &NaiveGame) -> Result<(), String>,
    ) -> Result<u64, String> {
        let mut fast = Game::new(self.size, self.rules);
        let mut slow = NaiveGame::new(self.size, self.rules);
        let mut done = 0;
        compare(&fast, &slow).map_err(|e| format!("at the start: {e}"))?;
        for (i, act) in self.acts.iter().enumerate() {
            let result = act
                .perform(&mut fast, &mut slow)
                .and_then(|changed| {
                    done += u64::from(changed);
                    compare(&fast, &slow)
                })
                .and_then(|()| further(&fast, &slow));
            result.map_err(|e| {
                let before = &self.acts[..i];
                format!(
                    "{} {:?}\nafter {before:?}\nat {act:?}: {e}\nboard\n{}",
                    self.size,
                    self.rules,
                    slow.board().diagram()
                )
            })?;
        }
        Ok(done)
    }
}

impl Act {
    fn from_bytes(kind: u8, high: u8, low: u8) -> Act {
        let number = u16::from_be_bytes([high, low]);
        match kind {
            0..=149 => Act::Next(number),
            150..=159 => Act::Again(number),
            160..=179 => Act::Try(
                if high.is_multiple_of(2) {
                    Color::Black
                } else {
                    Color::White
                },
                number,
            ),
            180..=209 => Act::Pass,
            210..=214 => Act::PassAgain,
            215..=216 => Act::Resign,
            217..=226 => Act::Undo(low % 4),
            227..=229 => Act::Setup(number),
            230..=238 => Act::Resume,
            239..=241 => Act::AgreeEnd,
            242..=249 => Act::ForceEnd,
            _ => Act::SetRules(u64::from(number)),
        }
    }

    /// Lets both referees do it; whether the game changed.
    fn perform(&self, fast: &mut Game, slow: &mut NaiveGame) -> Result<bool, String> {
        let next = slow.to_move();
        match *self {
            Act::Next(n) => play(fast, slow, next, nth_legal(slow, next, n)),
            Act::Again(n) => {
                let color = next.opponent();
                play(fast, slow, color, nth_legal(slow, color, n))
            }
            Act::Try(color, n) => {
                let point = Size::square(19).point(usize::from(n) % 361);
                play(fast, slow, color, Move::Real(point))
            }
            Act::Pass => play(fast, slow, next, Move::Pass),
            Act::PassAgain => play(fast, slow, next.opponent(), Move::Pass),
            Act::Resign => play(fast, slow, next, Move::Resign),
            Act::Undo(more) => {
                let mut changed = false;
                for _ in 0..=more {
                    let (a, b) = (fast.undo().map(|_| ()), slow.undo());
                    changed |= both("undo", a, b)?;
                }
                Ok(changed)
            }
            Act::Setup(seed) => {
                let board = setup(slow.board().size(), seed);
                let color = if seed & 2 == 0 {
                    Color::Black
                } else {
                    Color::White
                };
                let a = fast.setup(|p| board.color_at(p), color).map_err(drop);
                let b = slow.setup(board, color).then_some(()).ok_or(());
                both("setup", a, b)
            }
            Act::Resume => both("resume", fast.resume(), slow.resume()),
            Act::AgreeEnd => both("agreed end", fast.agree_end(), slow.agree_end()),
            Act::ForceEnd => both("demanded end", fast.force_end(), slow.force_end()),
            Act::SetRules(seed) => {
                fast.set_rules(rules(seed));
                slow.set_rules(rules(seed));
                Ok(false)
            }
        }
    }
}

fn play(fast: &mut Game, slow: &mut NaiveGame, color: Color, mv: Move) -> Result<bool, String> {
    let what = format!("{} {mv:?}", color.name());
    let key = match mv {
        Move::Real(point) if fast.check(color, mv).is_ok() => fast.board().key_after(point, color),
        _ => fast.board().key(),
    };
    let (a, b) = (fast.play(color, mv), slow.play(color, mv));
    if fast.board().key() != key {
        return Err(format!(
            "{what}: the key foretold is {key:x}, not {:x}",
            fast.board().key()
        ));
    }
    both(&what, a, b)
}

fn both<E: PartialEq + std::fmt::Debug>(
    what: &str,
    fast: Result<(), E>,
    slow: Result<(), E>,
) -> Result<bool, String> {
    if fast == slow {
        Ok(fast.is_ok())
    } else {
        Err(format!("{what}: fast {fast:?}, slow {slow:?}"))
    }
}

fn nth_legal(game: &NaiveGame, color: Color, n: u16) -> Move {
    let legal: Vec<Point> = game
        .board()
        .size()
        .points()
        .filter(|&p| game.check(color, Move::Real(p)).is_ok())
        .collect();
    if legal.is_empty() {
        Move::Pass
    } else {
        Move::Real(legal[usize::from(n) % legal.len()])
    }
}

/// Random stones; for even seeds chains without liberties are taken off, for odd ones they stay and
/// the position may be none.
pub fn setup(size: Size, seed: u16) -> NaiveBoard {
    let density = 20 + mix(u64::from(seed)) % 80;
    let mut board = NaiveBoard::from_stones(size, |point| {
        let r = mix(u64::from(seed) << 16 | size.rank(point) as u64);
        (r % 100 < density).then_some(if r >> 32 & 1 == 0 {
            Color::Black
        } else {
            Color::White
        })
    });
    while seed.is_multiple_of(2) && !board.is_position() {
        let dead = size
            .points()
            .find(|&p| board.color_at(p).is_some() && board.liberties(&board.chain(p)).is_empty());
        let chain = board.chain(dead.expect("no position"));
        let before = board.clone();
        board =
            NaiveBoard::from_stones(size, |p| before.color_at(p).filter(|_| !chain.contains(&p)));
    }
    board
}

/// A preset, or a random mixture of all axes that legality and endings ask for.
pub fn rules(seed: u64) -> Rules {
    let choice = (seed % 22) as usize;
    if choice < PRESETS.len() {
        return PRESETS[choice].rules;
    }
    let r = mix(seed);
    let pick = |shift: u32, n: u64| (r >> shift & 0xFF) % n;
    Rules {
        first: if pick(0, 2) == 0 {
            Color::Black
        } else {
            Color::White
        },
        virtual_moves: pick(8, 3) > 0,
        suicide: [Suicide::None, Suicide::MultiStone, Suicide::All][pick(16, 3) as usize],
        repetition: [
            Repetition::SimpleKo,
            Repetition::Positional,
            Repetition::Situational,
            Repetition::Virtual,
        ][pick(24, 4) as usize],
        forced_end: [ForcedEnd::Auto, ForcedEnd::Demand, ForcedEnd::Off][pick(32, 3) as usize],
        cycle: [Cycle::Draw, Cycle::NoResult][pick(40, 2) as usize],
        preset_stones: pick(48, 2) == 0,
        ending: [Ending::Agreement, Ending::TwoPasses][pick(56, 2) as usize],
        ..PRESETS[choice % PRESETS.len()].rules
    }
}
