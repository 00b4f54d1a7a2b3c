//! What decides the games of a contest, as `contest.json` keeps it.

use super::Contest;
use super::players::{Common, PlayerSpec};
use crate::cli::EngineOptions;
use anyhow::{Context, bail, ensure};
use dunhuang::contest::{Model, Opening, Pairing, Schedule, Sprt, Terms, TimeControl, balanced};
use dunhuang::point::fixed_handicap;
use dunhuang::sgf;
use dunhuang::{Color, Game, Move, PointSet, Rules, Size};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Playouts of the searches that weigh a random opening.
const OPENING_PLAYOUTS: u64 = 400;

/// What decides the games: equal files, equal games, as far as the players are reproducible.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Config {
    /// The version of the program that referees.
    pub program: String,
    /// The players in their order.
    pub players: Vec<PlayerSpec>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Width and height of the board.
    pub size: (usize, usize),
    /// Every axis of the referee's rules.
    pub rules: Vec<(String, String)>,
    /// Komi.
    pub komi: f32,
    /// Handicap stones.
    pub handicap: usize,
    /// The longest game in moves.
    pub move_cap: u32,
    /// Whether play goes on after two passes in a row to the end that the rules force.
    pub play_out: bool,
    /// Time.
    pub time: TimeControl,
    /// Time beyond the agreed one that is no loss yet.
    pub grace: Duration,
    /// How long an engine may not answer.
    pub patience: Duration,
    /// Playouts a move of players in this process.
    pub playouts: Option<u64>,
    /// How games begin.
    pub openings: Openings,
    /// When to stop early.
    pub sprt: Option<Sprt>,
}

/// How games begin.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// On the empty board.
    None,
    /// With so many random moves.
    Random(usize),
    /// With these, one after the other, round and round: name, and moves such as `B D4`.
    Given(Vec<(String, Vec<String>)>),
}

impl Config {
    /// The contest that the options ask for.
    ///
    /// # Errors
    /// Options that make no sense, or openings that cannot be read.
    pub fn new(contest: &Contest, options: &EngineOptions) -> anyhow::Result<Config> {
        let players = super::players::specs(
            options,
            &contest.player,
            &contest.init,
            &contest.no_clock,
            &contest.other_rules,
        )?;
        let time = match (contest.time_per_move, contest.time_per_game) {
            (Some(time), None) => TimeControl::PerMove(time),
            (None, Some(main)) => TimeControl::PerGame {
                main,
                increment: contest.increment.unwrap_or_default(),
            },
            (None, None) => TimeControl::None,
            _ => bail!("either --time-per-move or --time-per-game"),
        };
        ensure!(
            contest.grace.is_none() || time != TimeControl::None,
            "--grace is for games with --time-per-move or --time-per-game"
        );
        let rules = rules_of(contest, options);
        ensure!(
            !rules.preset_stones,
            "engines cannot be told of preset stones"
        );
        let size = options.size;
        check_handicap(contest, size)?;
        let sprt = match &contest.sprt {
            None => None,
            Some(bounds) => {
                let [elo0, elo1] = bounds[..] else {
                    bail!("--sprt is ELO0,ELO1");
                };
                ensure!(
                    players.len() == 2,
                    "a sequential test is between two players"
                );
                let test = Sprt {
                    elo0,
                    elo1,
                    alpha: contest.alpha,
                    beta: contest.beta,
                    model: match contest.normalised {
                        true => Model::Normalised,
                        false => Model::Logistic,
                    },
                };
                Some(test.checked()?)
            }
        };
        let schedule = Schedule {
            players: players.len(),
            pairing: match contest.round_robin {
                true => Pairing::RoundRobin,
                false => Pairing::Gauntlet,
            },
            games: contest.games,
            seed: options.seed,
        };
        let plain = Config::plain(players, options);
        Ok(Config {
            schedule,
            rules: axes(&rules),
            handicap: contest.handicap,
            move_cap: contest.move_cap.unwrap_or(plain.move_cap),
            play_out: contest.play_out,
            time,
            grace: contest.grace.unwrap_or(plain.grace),
            patience: contest.patience,
            openings: openings(contest, size, rules)?,
            sprt,
            ..plain
        })
    }

    /// One pair of games between the first player and each of the others, with nothing special about it.
    pub fn plain(players: Vec<PlayerSpec>, options: &EngineOptions) -> Config {
        let (size, rules) = (options.size, options.rules());
        Config {
            program: env!("CARGO_PKG_VERSION").into(),
            schedule: Schedule {
                players: players.len(),
                pairing: Pairing::Gauntlet,
                games: 2,
                seed: options.seed,
            },
            players,
            size: (size.width(), size.height()),
            rules: axes(&rules),
            komi: rules.komi,
            handicap: 0,
            move_cap: 4 * size.area() as u32,
            play_out: false,
            time: TimeControl::None,
            grace: Duration::from_millis(100),
            patience: Duration::from_secs(60),
            playouts: options.playouts,
            openings: Openings::None,
            sprt: None,
        }
    }

    /// Whether a contest of this description may go on as another: it is the same, or the other has
    /// more games after the same ones.
    pub fn may_become(&self, other: &Config) -> bool {
        let games = self.schedule.games;
        let longer = other.schedule.games > games && games.is_multiple_of(2);
        let mut same = self.clone();
        if longer {
            same.schedule.games = other.schedule.games;
        }
        same == *other
    }

    /// The board.
    ///
    /// # Errors
    /// There is no such board.
    pub fn size(&self) -> anyhow::Result<Size> {
        Size::new(self.size.0, self.size.1).context("no board of this size")
    }

    /// The names of the players.
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|spec| spec.name.clone()).collect()
    }

    /// The referee's rules.
    ///
    /// # Errors
    /// An axis that is not known.
    pub fn rules(&self) -> anyhow::Result<Rules> {
        let mut rules = Rules::default();
        for (name, value) in &self.rules {
            rules.set_axis(name, value)?;
        }
        rules.komi = self.komi;
        Ok(rules)
    }

    /// What holds for every game.
    ///
    /// # Errors
    /// See [`Config::rules`] and [`Config::size`].
    pub fn terms(&self) -> anyhow::Result<Terms> {
        Ok(Terms {
            size: self.size()?,
            rules: self.rules()?,
            handicap: self.handicap,
            move_cap: self.move_cap,
            play_out: self.play_out,
            time: self.time,
            grace: self.grace,
            patience: self.patience,
        })
    }

    /// What players in this process have in common.
    ///
    /// # Errors
    /// See [`Config::terms`].
    pub fn common(&self) -> anyhow::Result<Common> {
        Ok(Common {
            size: self.size()?,
            rules: self.rules()?,
            playouts: self.playouts,
        })
    }

    /// The opening of a round.
    ///
    /// # Errors
    /// See [`Config::terms`].
    pub fn opening(&self, round: u64) -> anyhow::Result<Opening> {
        let (size, rules) = (self.size()?, self.rules()?);
        Ok(match &self.openings {
            Openings::None => Opening::default(),
            Openings::Random(moves) => {
                let seed = self.schedule.opening_seed(round);
                balanced(size, rules, *moves, OPENING_PLAYOUTS, seed)
            }
            Openings::Given(list) => {
                let (name, moves) = &list[((round - 1) % list.len() as u64) as usize];
                let read = |text: &String| {
                    let (color, mv) = text.split_once(' ')?;
                    Some((Color::parse(color)?, size.parse_move(mv)?))
                };
                let moves: Option<Vec<_>> = moves.iter().map(read).collect();
                Opening {
                    name: name.clone(),
                    moves: moves.context("an opening in contest.json cannot be read")?,
                }
            }
        })
    }
}

/// That there are such handicap stones, and nothing that does not go with them.
fn check_handicap(contest: &Contest, size: Size) -> anyhow::Result<()> {
    let stones = contest.handicap;
    ensure!(
        stones == 0 || fixed_handicap(size, stones).is_some(),
        "a board of {}x{} has no {stones} handicap stones",
        size.width(),
        size.height()
    );
    ensure!(
        stones == 0 || contest.random_opening == 0,
        "a random opening leaves both sides a fair chance: no --handicap with it"
    );
    Ok(())
}

/// That an opening can be played round the handicap stones.
fn check_round_handicap(
    opening: &Opening,
    stones: usize,
    size: Size,
    rules: Rules,
) -> anyhow::Result<()> {
    let mut game = Game::new(size, rules);
    let stones = fixed_handicap(size, stones).unwrap_or(PointSet::EMPTY);
    let stones = stones.iter().map(|p| (Color::Black, Move::Real(p)));
    for (color, mv) in stones.chain(opening.moves.iter().copied()) {
        let name = size.move_name(mv);
        let played = game.play(color, mv);
        played.with_context(|| format!("{name} cannot be played round the handicap stones"))?;
    }
    Ok(())
}

fn rules_of(contest: &Contest, options: &EngineOptions) -> Rules {
    let rules = options.rules();
    Rules {
        first: contest.first.unwrap_or(rules.first),
        ..rules
    }
}

/// Every axis but the name of the preset.
fn axes(rules: &Rules) -> Vec<(String, String)> {
    let axes = rules.axes().into_iter().skip(1);
    axes.filter(|(name, _)| *name != "komi")
        .map(|(name, value)| (name.to_string(), value))
        .collect()
}

fn openings(contest: &Contest, size: Size, rules: Rules) -> anyhow::Result<Openings> {
    let Some(path) = &contest.openings else {
        return Ok(match contest.random_opening {
            0 => Openings::None,
            moves => Openings::Random(moves),
        });
    };
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let collection = sgf::read(&bytes).with_context(|| path.display().to_string())?;
    let mut given = Vec::new();
    for (i, tree) in collection.games.iter().enumerate() {
        let name = format!("{}", i + 1);
        let most = contest.opening_moves.unwrap_or(usize::MAX);
        let opening = Opening::from_record(tree, &name, most, size, rules)
            .with_context(|| format!("{}: game {}", path.display(), i + 1))?;
        check_round_handicap(&opening, contest.handicap, size, rules)
            .with_context(|| format!("{}: game {}", path.display(), i + 1))?;
        let moves = opening.moves.iter();
        given.push((
            name,
            moves
                .map(|&(color, mv)| format!("{} {}", color.letter(), size.move_name(mv)))
                .collect(),
        ));
    }
    Ok(Openings::Given(given))
}
