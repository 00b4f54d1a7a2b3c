//! Fits the weights of the move model to the visits of searched moves.

use super::record::{Record, last_two};
use anyhow::{Context, bail};
use clap::Args;
use dunhuang::patterns::{Layout, MoveModel, Sight};
use dunhuang::rng::Rng;
use dunhuang::{Game, Move};
use std::path::PathBuf;

/// What to fit, and how.
#[derive(Args, Debug, Clone)]
pub struct Fit {
    /// Files of games that `learn games` wrote
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub epochs: u32,
    /// Pull of all logarithms towards 0
    #[arg(long, value_name = "X", default_value_t = 2e-6)]
    pub decay: f32,
    /// Shares of visits are raised to this power before they are learned: above 1 the best moves count more
    #[arg(long, value_name = "X", default_value_t = 1.0)]
    pub sharpen: f32,
    /// Positions with fewer visits than this are left out
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub least: u64,
}

/// A position: the features of its moves, and the share of visits each got.
struct Sample {
    /// Features of all moves one after the other, `ends` where each move's end.
    places: Vec<u16>,
    ends: Vec<u32>,
    shares: Vec<f32>,
}

impl Sample {
    fn moves(&self) -> impl Iterator<Item = &[u16]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let places = &self.places[start..end as usize];
            start = end as usize;
            places
        })
    }
}

/// Fits and writes the table; prints how well it foretells positions that it was not fitted to.
///
/// # Errors
/// A file cannot be read or written, or holds no games.
pub fn fit(
    what: &Fit,
    seed: u64,
    print: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (mut learned, mut held) = (Vec::new(), Vec::new());
    for path in &what.files {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        for (i, line) in text.lines().enumerate() {
            let into = if i % 10 == 9 { &mut held } else { &mut learned };
            samples(line, what, into)
                .with_context(|| format!("{} line {}", path.display(), i + 1))?;
        }
    }
    if learned.is_empty() {
        bail!("there are no positions to learn from");
    }
    print(&format!(
        "positions {} to learn, {} held back",
        learned.len(),
        held.len()
    ))?;
    let mut rng = Rng::from_seed(seed);
    let mut step = Adam::new(Layout::shared().total());
    for epoch in 1..=what.epochs {
        rng.shuffle(&mut learned);
        step.rate = 0.02 * (1.0 - (epoch - 1) as f32 / what.epochs as f32) + 0.001;
        for batch in learned.chunks(64) {
            step.learn(batch, what.decay);
        }
        let (fitted, tested) = (measure(&learned, &step.logs), measure(&held, &step.logs));
        print(&format!(
            "epoch {epoch} entropy {:.4} held back {:.4} best move {:.1} %",
            fitted.0,
            tested.0,
            100.0 * tested.1
        ))?;
    }
    let text = MoveModel::from_logs(step.logs).to_text();
    std::fs::write(&what.out, text).with_context(|| format!("cannot write {}", what.out.display()))
}

/// The noted positions of a game.
fn samples(line: &str, what: &Fit, into: &mut Vec<Sample>) -> anyhow::Result<()> {
    Record::parse(line)?.replay(&mut |game, note| {
        into.extend(note.and_then(|note| sample(game, &note.visits, what)));
    })
}

fn sample(game: &Game, visits: &[(Move, u64)], what: &Fit) -> Option<Sample> {
    let (board, color) = (game.board(), game.to_move());
    let sum: u64 = visits.iter().map(|v| v.1).sum();
    if sum < what.least {
        return None;
    }
    let [last, second] = last_two(game);
    let layout = Layout::shared();
    let sight = Sight::new(board, color, last, second);
    let mut sample = Sample {
        places: Vec::new(),
        ends: Vec::new(),
        shares: Vec::new(),
    };
    let mut add = |mv: Move| {
        match mv.point() {
            Some(point) => sample.places.extend(sight.of(layout, point)),
            None => sample.places.push(sight.of_pass(layout)),
        }
        sample.ends.push(sample.places.len() as u32);
        let share = visits.iter().find(|v| v.0 == mv).map_or(0, |v| v.1);
        sample.shares.push(share as f32 / sum as f32);
    };
    for &point in board.empties() {
        if board.stays(point, color) && board.ko_ban(color) != Some(point) {
            add(Move::Real(point));
        }
    }
    add(Move::Pass);
    let sharp: Vec<f32> = sample.shares.iter().map(|s| s.powf(what.sharpen)).collect();
    let total: f32 = sharp.iter().sum();
    sample.shares = sharp.into_iter().map(|s| s / total.max(1e-9)).collect();
    Some(sample)
}

fn policy(sample: &Sample, logs: &[f32], out: &mut Vec<f32>) {
    out.clear();
    out.extend(
        sample
            .moves()
            .map(|places| places.iter().map(|&p| logs[usize::from(p)]).sum::<f32>()),
    );
    let top = out.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for p in out.iter_mut() {
        *p = (*p - top).exp();
        sum += *p;
    }
    out.iter_mut().for_each(|p| *p /= sum);
}

/// Mean cross entropy in nats, and the share of positions whose most visited move is the likeliest.
fn measure(samples: &[Sample], logs: &[f32]) -> (f64, f64) {
    let (mut entropy, mut hits) = (0.0, 0);
    let mut p = Vec::new();
    for sample in samples {
        policy(sample, logs, &mut p);
        for (&p, &share) in p.iter().zip(&sample.shares) {
            if share > 0.0 {
                entropy -= f64::from(share) * f64::from(p.max(1e-9)).ln();
            }
        }
        let best =
            |values: &[f32]| (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b]));
        hits += u32::from(best(&p) == best(&sample.shares));
    }
    let count = samples.len().max(1) as f64;
    (entropy / count, f64::from(hits) / count)
}

/// Stochastic gradient steps scaled per weight (Kingma and Ba 2014).
struct Adam {
    logs: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    gradient: Vec<f32>,
    touched: Vec<u16>,
    rate: f32,
}

impl Adam {
    fn new(total: usize) -> Adam {
        Adam {
            logs: vec![0.0; total],
            mean: vec![0.0; total],
            square: vec![0.0; total],
            gradient: vec![0.0; total],
            touched: Vec::new(),
            rate: 0.0,
        }
    }

    fn learn(&mut self, batch: &[Sample], decay: f32) {
        let mut p = Vec::new();
        for sample in batch {
            policy(sample, &self.logs, &mut p);
            for ((places, &p), &share) in sample.moves().zip(&p).zip(&sample.shares) {
                for &place in places {
                    let gradient = &mut self.gradient[usize::from(place)];
                    if *gradient == 0.0 {
                        self.touched.push(place);
                    }
                    *gradient += (p - share) / batch.len() as f32;
                }
            }
        }
        self.touched.sort_unstable();
        self.touched.dedup();
        for place in self.touched.drain(..) {
            let i = usize::from(place);
            let gradient = self.gradient[i] + decay * self.logs[i];
            self.gradient[i] = 0.0;
            self.mean[i] = 0.9 * self.mean[i] + 0.1 * gradient;
            self.square[i] = 0.999 * self.square[i] + 0.001 * gradient * gradient;
            // Started from nothing, both means are too small at first; the ratio much less so.
            self.logs[i] -= self.rate * self.mean[i] / (self.square[i].sqrt() + 1e-4);
            self.logs[i] = self.logs[i].clamp(-8.0, 8.0);
        }
    }
}
