//! Plays the games of a contest, several at once.

use super::config::Config;
use super::folder::Folder;
use super::games::Games;
use super::starts::{Answered, Starts};
use super::stop::Stop;
use super::{Contest, report};
use crate::cli::EngineOptions;
use crate::pool;
use crate::progress::Progress;
use anyhow::{Context, bail, ensure};
use dunhuang::contest::{Decision, GameRecord, Shard, Standings};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
    let mut folder = Folder::open(path, &config, contest.shard, &mut |finished| {
        standings.add(&finished.game);
        standings.add_timing(&finished.timing);
    })?;
    if !take_in_order(&config, &mut folder, &mut standings)? {
        let jobs = usize::from(contest.jobs);
        go_on(config.clone(), &mut folder, &mut standings, jobs)?;
    }
    folder.finish();
    print(report::text(&config, &standings).trim_end())
}

fn is_decided(config: &Config, standings: &Standings) -> bool {
    let test = config.sprt.as_ref();
    test.is_some_and(|sprt| standings.test(sprt).1 != Decision::Open)
}

/// Takes over into the record and the standings what is finished, in order; whether that decides the
/// contest. What comes after the decision is no part of it.
fn take_in_order(
    config: &Config,
    folder: &mut Folder,
    standings: &mut Standings,
) -> anyhow::Result<bool> {
    while !is_decided(config, standings) {
        let Some(finished) = folder.next_in_order()? else {
            return Ok(false);
        };
        standings.add(&finished.game);
        standings.add_timing(&finished.timing);
    }
    Ok(true)
}

fn go_on(
    config: Config,
    folder: &mut Folder,
    standings: &mut Standings,
    jobs: usize,
) -> anyhow::Result<()> {
    let to_play = folder.games().to_play();
    let total = folder.games().total();
    let mut progress = Progress::new("games", total, total - to_play.len());
    let interrupted = interrupts();
    let stderr = folder.stderr();
    let answered = Answered::nobody(config.players.len());
    let mut starts = Starts::new(config.names(), answered.clone(), &stderr);
    let (stop, games) = (Stop::new(), Games::new(config, &answered)?);
    let mut decided = false;
    let mut failure = None;
    pool::each_done(
        jobs,
        to_play,
        &|number| games.play(number, &stderr, &stop),
        &mut || {
            if interrupted.load(Ordering::Relaxed) {
                stop.stop();
            }
            stop.go_on()
        },
        &mut |outcome| {
            let kept = outcome.and_then(|played| match played {
                Some(played) if !decided => {
                    for played in starts.admit(played)? {
                        folder.keep(&played)?;
                        progress.done(&line_of(&played.record));
                    }
                    take_in_order(&games.config, folder, standings)
                }
                _ => Ok(decided),
            });
            match kept {
                Ok(now) => decided = now,
                Err(error) => {
                    failure.get_or_insert(error);
                }
            }
            if decided || failure.is_some() {
                stop.stop();
            }
            stop.go_on()
        },
    );
    match failure {
        Some(error) => Err(error),
        None if interrupted.load(Ordering::Relaxed) && !decided => bail!(
            "stopped after {} of {} games; the same command goes on",
            folder.games().done(),
            folder.games().total()
        ),
        None if !decided => starts.finish(),
        None => Ok(()),
    }
}

/// Becomes true at the first interrupt; the second ends the program at once.
pub fn interrupts() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Without the handlers a signal ends the program, and the same command goes on all the same.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, 130, flag.clone());
        let _ = signal_hook::flag::register(signal, flag.clone());
    }
    flag
}

/// A finished game in a line.
fn line_of(game: &GameRecord) -> String {
    let mut line = format!(
        "game {} {} (B) {} (W) {} {} moves {}",
        game.game,
        game.black,
        game.white,
        game.result,
        game.end.name(),
        game.length,
    );
    for fault in &game.faults {
        line += &format!("; {} {}: {}", fault.player, fault.kind.name(), fault.detail);
    }
    line
}
