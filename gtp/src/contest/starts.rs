//! Engines that never start. Who goes away without a word loses that game; but who has not said a word in
//! this run, in any game, is no player, and a contest against it would only count to the end.

use super::players::stderr_file;
use anyhow::bail;
use dunhuang::contest::{FaultKind, GameRecord, Played};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// So many games without a word, and nobody waits for the next.
const CHANCES: usize = 2;
/// So much of the end of what an engine wrote is looked at.
const LAST_BYTES: u64 = 4096;

/// Which players have answered anything in this run, by their places.
#[derive(Clone, Debug)]
pub struct Answered(Vec<Arc<AtomicBool>>);

impl Answered {
    /// Nobody of so many players.
    pub fn nobody(players: usize) -> Answered {
        Answered((0..players).map(|_| Arc::default()).collect())
    }

    /// The mark of the player at a place, to be set when it answers.
    pub fn mark(&self, place: usize) -> Arc<AtomicBool> {
        self.0[place].clone()
    }

    fn has(&self, place: usize) -> bool {
        self.0[place].load(Ordering::Relaxed)
    }
}

/// Games that wait: in each a player went away that has not answered anything yet.
pub struct Starts {
    names: Vec<String>,
    answered: Answered,
    stderr: PathBuf,
    waiting: Vec<(usize, Played)>,
}

impl Starts {
    /// No game yet; `stderr` is the folder with what engines wrote there.
    pub fn new(names: Vec<String>, answered: Answered, stderr: &Path) -> Starts {
        Starts {
            names,
            answered,
            stderr: stderr.into(),
            waiting: Vec::new(),
        }
    }

    /// Takes a finished game and gives those back that count: this one, unless it has to wait, and those
    /// that waited for a player that has answered since.
    ///
    /// # Errors
    /// A player went away without a word as often as it may.
    pub fn admit(&mut self, played: Played) -> anyhow::Result<Vec<Played>> {
        let place = self.went_away(&played.record);
        let mut counted = Vec::new();
        match place {
            Some(place) if !self.answered.has(place) => self.waiting.push((place, played)),
            _ => counted.push(played),
        }
        for (place, played) in std::mem::take(&mut self.waiting) {
            match self.answered.has(place) {
                true => counted.push(played),
                false => self.waiting.push((place, played)),
            }
        }
        for place in 0..self.names.len() {
            let own = self.waiting.iter().filter(|(p, _)| *p == place);
            if own.count() >= CHANCES {
                self.complain(place)?;
            }
        }
        Ok(counted)
    }

    /// That no game waits any more, when all are played.
    ///
    /// # Errors
    /// A player has not answered in any game.
    pub fn finish(&self) -> anyhow::Result<()> {
        match self.waiting.first() {
            Some((place, _)) => self.complain(*place),
            None => Ok(()),
        }
    }

    fn went_away(&self, game: &GameRecord) -> Option<usize> {
        let mut faults = game.faults.iter();
        let fault = faults.find(|fault| fault.kind == FaultKind::Died)?;
        self.names.iter().position(|name| *name == fault.player)
    }

    fn complain(&self, place: usize) -> anyhow::Result<()> {
        let name = &self.names[place];
        let mut own = self.waiting.iter().rev().filter(|(p, _)| *p == place);
        let Some((_, played)) = own.next() else {
            return Ok(());
        };
        let mut faults = played.record.faults.iter();
        let detail = faults.find(|fault| fault.player == *name);
        let detail = detail.map_or("", |fault| fault.detail.as_str());
        let said = last_line(&stderr_file(&self.stderr, played.record.game, name));
        let said = said.map_or("nothing on stderr".into(), |line| {
            format!("last on stderr: {line}")
        });
        bail!("player {name} never answered: it {detail}; {said}")
    }
}

/// The last line of a file that is not blank.
fn last_line(path: &Path) -> Option<String> {
    let mut file = std::fs::File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LAST_BYTES)))
        .ok()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines().rev().map(str::trim);
    lines.find(|line| !line.is_empty()).map(String::from)
}
