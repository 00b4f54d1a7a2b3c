//! Plays the games of a contest, several at once.

use super::config::Config;
use super::folder::Folder;
use super::progress::Progress;
use super::stop::Stop;
use super::{Contest, players, report};
use crate::cli::EngineOptions;
use crate::run::WallClock;
use anyhow::{Context, bail, ensure};
use dunhuang::color::ByColor;
use dunhuang::contest::{Abort, Decision, Played, Shard, Standings, play as play_game};
use std::collections::VecDeque;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often an interrupt is looked for.
const LOOK: Duration = Duration::from_millis(50);

/// What a worker hands back: a game, or why there is none.
pub(super) type Outcome = anyhow::Result<Option<Played>>;

/// Plays what is left of the contest and prints the results.
pub fn play(
    contest: &Contest,
    options: &EngineOptions,
    print: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let config = Config::new(contest, options)?;
    let path = contest.out.as_ref().context("--out is missing")?;
    ensure!(
        config.sprt.is_none() || contest.shard == Shard::WHOLE,
        "a part of a contest cannot stop early: --sprt and --shard exclude each other"
    );
    let mut standings = Standings::new(&config.schedule, &config.names());
    let mut decided = false;
    let mut folder = Folder::open(path, &config, contest.shard, &mut |finished| {
        standings.add(&finished.game);
        standings.add_timing(&finished.timing);
        decided |= is_decided(&config, &standings);
    })?;
    if !decided {
        go_on(
            &config,
            &mut folder,
            &mut standings,
            usize::from(contest.jobs),
        )?;
    }
    folder.finish();
    print(report::text(&config, &standings).trim_end())
}

fn is_decided(config: &Config, standings: &Standings) -> bool {
    let test = config.sprt.as_ref();
    test.is_some_and(|sprt| standings.test(sprt).1 != Decision::Open)
}

fn go_on(
    config: &Config,
    folder: &mut Folder,
    standings: &mut Standings,
    jobs: usize,
) -> anyhow::Result<()> {
    let to_play = folder.to_play();
    let mut progress = Progress::new(folder.total(), to_play.len());
    let queue = Mutex::new(VecDeque::from(to_play));
    let stop = Stop::new();
    let interrupted = interrupts();
    let stderr = folder.stderr();
    let (sender, outcomes) = channel::<Outcome>();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (sender, queue, stop, stderr) = (sender.clone(), &queue, &stop, &stderr);
            scope.spawn(move || {
                while !stop.is_stopped()
                    && let Some(number) = next(queue)
                {
                    let outcome = one_game(config, number, stderr, stop);
                    if sender.send(outcome).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut failure = None;
        loop {
            if interrupted.load(Ordering::Relaxed) {
                stop.stop();
            }
            let outcome = match outcomes.recv_timeout(LOOK) {
                Ok(outcome) => outcome,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let kept = outcome.and_then(|played| match played {
                Some(played) => keep(config, folder, standings, &mut progress, &played),
                None => Ok(false),
            });
            match kept {
                Ok(false) => {}
                Ok(true) => {
                    stop.stop();
                    break;
                }
                Err(error) => {
                    stop.stop();
                    failure.get_or_insert(error);
                }
            }
        }
        match failure {
            Some(error) => Err(error),
            None if interrupted.load(Ordering::Relaxed) => bail!(
                "stopped after {} of {} games; the same command goes on",
                standings.games(),
                folder.total()
            ),
            None => Ok(()),
        }
    })
}

pub(super) fn next(queue: &Mutex<VecDeque<u64>>) -> Option<u64> {
    let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    queue.pop_front()
}

/// Keeps a game; whether that decides the contest.
fn keep(
    config: &Config,
    folder: &mut Folder,
    standings: &mut Standings,
    progress: &mut Progress,
    played: &Played,
) -> anyhow::Result<bool> {
    folder.keep(played)?;
    progress.game(&played.record);
    while let Some(finished) = folder.next_in_order()? {
        standings.add(&finished.game);
        standings.add_timing(&finished.timing);
        if is_decided(config, standings) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Plays one game with players started for it; none if the contest was stopped.
pub(super) fn one_game(config: &Config, number: u64, stderr: &Path, stop: &Arc<Stop>) -> Outcome {
    let fixture = config.schedule.fixture(number);
    let fixture = fixture.with_context(|| format!("there is no game {number}"))?;
    let opening = config.opening(fixture.round)?;
    let (terms, common) = (config.terms()?, config.common()?);
    let start = |place: usize| {
        let spec = &config.players[place];
        players::start(spec, place, &fixture, &common, &terms, stderr, stop)
    };
    let (mut black, mut white) = (start(fixture.black)?, start(fixture.white)?);
    let seats = ByColor {
        black: &mut black,
        white: &mut white,
    };
    let played = play_game(&fixture, &opening, &terms, seats, &WallClock::start());
    black.channel.close();
    white.channel.close();
    match played {
        Ok(played) => Ok(Some(played)),
        Err(Abort::Stopped) => Ok(None),
        Err(abort) => Err(abort.into()),
    }
}

/// Becomes true at the first interrupt; the second ends the program at once.
pub(super) fn interrupts() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Without the handlers a signal ends the program, and the same command goes on all the same.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, 130, flag.clone());
        let _ = signal_hook::flag::register(signal, flag.clone());
    }
    flag
}
