//! Players that say what they are told to, and a clock that moves when they think.

use dunhuang::color::ByColor;
use dunhuang::contest::{
    Abort, Channel, Claims, Fault, FaultKind, Fixture, Opening, Pairing, Played, Player, Schedule,
    Terms, TimeControl, play,
};
use dunhuang::search::Clock;
use dunhuang::{Rules, Size};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A clock that others set.
#[derive(Default)]
pub struct HandClock(Mutex<Duration>);

impl Clock for HandClock {
    fn now(&self) -> Duration {
        *self.0.lock().expect("not poisoned")
    }
}

/// What a player says.
#[derive(Clone, Default)]
pub struct Script {
    /// Its moves in order, then passes.
    pub moves: Vec<&'static str>,
    /// What it thinks of the result.
    pub claim: Option<&'static str>,
    /// A command that it refuses.
    pub refuses: Option<&'static str>,
    /// Seconds for each of its moves.
    pub thinks: f64,
}

/// A player by a script.
pub struct Scripted {
    script: Script,
    moves: VecDeque<&'static str>,
    clock: Arc<HandClock>,
    /// Everything it was asked.
    pub heard: Arc<Mutex<Vec<String>>>,
}

impl Channel for Scripted {
    fn ask(&mut self, command: &str, _: Duration) -> Result<String, Fault> {
        self.heard
            .lock()
            .expect("not poisoned")
            .push(command.into());
        if self
            .script
            .refuses
            .is_some_and(|known| command.starts_with(known))
        {
            return Err(Fault::new(FaultKind::Refused, command));
        }
        if command.starts_with("genmove") {
            *self.clock.0.lock().expect("not poisoned") +=
                Duration::from_secs_f64(self.script.thinks);
            return Ok(self.moves.pop_front().unwrap_or("pass").into());
        }
        match (command, self.script.claim) {
            ("name", _) => Ok("Script".into()),
            ("final_score", Some(claim)) => Ok(claim.into()),
            ("final_score", None) => Err(Fault::new(FaultKind::Refused, "no opinion")),
            _ => Ok(String::new()),
        }
    }

    fn close(&mut self) {}
}

/// Black moves first on 5x5, area counts, komi 0.
pub fn terms() -> Terms {
    let rules = Rules::preset("chinese").expect("a preset");
    Terms {
        size: Size::square(5),
        rules: Rules { komi: 0.0, ..rules },
        handicap: 0,
        move_cap: 100,
        play_out: false,
        time: TimeControl::None,
        grace: Duration::ZERO,
        patience: Duration::from_secs(1),
    }
}

pub fn fixture() -> Fixture {
    let schedule = Schedule {
        players: 2,
        pairing: Pairing::Gauntlet,
        games: 2,
        seed: 1,
    };
    schedule.fixture(1).expect("a first game")
}

/// Plays a game by two scripts; also what Black and White heard.
pub fn game(
    terms: &Terms,
    opening: &Opening,
    black: Script,
    white: Script,
    claims: Claims,
) -> (Result<Played, Abort>, [Vec<String>; 2]) {
    let clock = Arc::new(HandClock::default());
    let heard = [Arc::<Mutex<Vec<String>>>::default(), Arc::default()];
    let seat = |name: &str, script: Script, heard: &Arc<Mutex<Vec<String>>>| Player {
        name: name.into(),
        channel: Box::new(Scripted {
            moves: script.moves.clone().into(),
            script,
            clock: clock.clone(),
            heard: heard.clone(),
        }),
        commands: vec!["init".into()],
        on_clock: true,
        claims,
    };
    let mut first = seat("first", black, &heard[0]);
    let mut second = seat("second", white, &heard[1]);
    let players = ByColor {
        black: &mut first,
        white: &mut second,
    };
    let played = play(&fixture(), opening, terms, players, &*clock);
    let heard = heard.map(|heard| heard.lock().expect("not poisoned").clone());
    (played, heard)
}
