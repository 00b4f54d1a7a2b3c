//! What the commands work on: a session, the clocks, and the settings of this run.

use crate::analysis::graphics::Live;
use crate::interrupt::Interrupts;
use crate::protocol::{Answer, Failure};
use crate::stream::Stream;
use crate::time::{Budget, Clocks, Stage};
use dunhuang::Session;
use dunhuang::search::{Clock, Limits, Pace, Params, Report, Search, StopToken};
use dunhuang::{Color, Move, Point, Rules, Size, State};
use std::sync::Arc;
use std::time::Duration;

/// A move takes this long where neither the user nor the client gives a limit.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// A client that is silent for so long has gone to bed.
const LONGEST_PONDERING: Duration = Duration::from_secs(300);

/// How often live graphics are drawn.
const LIVE: Duration = Duration::from_millis(500);

/// What the user decided at the start.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The size of the first board.
    pub size: Size,
    /// The rules at the start, komi included.
    pub rules: Rules,
    /// Clients cannot change rules and komi.
    pub lock_rules: bool,
    /// Our own state-changing commands are listed.
    pub extensions: bool,
    /// The commands of GoGui's ruler mode are listed.
    pub ruler: bool,
    /// A search draws on GoGui's board through stderr while it goes on.
    pub live_graphics: bool,
    /// At most this long a move.
    pub time: Option<Duration>,
    /// At most this many playouts a move.
    pub playouts: Option<u64>,
    /// Search settings.
    pub params: Params,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            size: Size::square(19),
            rules: Rules::living_stones(),
            lock_rules: false,
            extensions: false,
            ruler: false,
            live_graphics: false,
            time: None,
            playouts: None,
            params: Params::default(),
        }
    }
}

/// The state behind the commands.
pub struct Front {
    /// The game and its search.
    pub session: Session,
    /// What the user decided.
    pub settings: Settings,
    /// Both sides' clocks.
    pub clocks: Clocks,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// What stops a search.
    pub interrupts: Arc<Interrupts>,
    /// The way to the client, for commands that answer line by line.
    pub stream: Stream,
    /// Where a search draws while it goes on.
    live: Option<Live>,
    /// Number of the line of the command being answered.
    line: u64,
    /// When the client began to wait for this answer.
    begun: Duration,
    /// When the last answer was written.
    answered: Duration,
    /// A move whose time is not yet taken off the clock: colour, and when its search was to end.
    thinking: Option<(Color, Option<Duration>)>,
    /// Whether the command being answered made a move of the engine's.
    moved: bool,
}

impl Front {
    /// A new game with these settings.
    pub fn new(settings: Settings, clock: Arc<dyn Clock>, interrupts: Arc<Interrupts>) -> Front {
        Front {
            live: (settings.live_graphics).then(|| Live::to(std::io::stderr())),
            session: Session::new(settings.size, settings.rules, settings.params.clone()),
            settings,
            clocks: Clocks::new(),
            clock,
            interrupts,
            stream: Stream::default(),
            line: 0,
            begun: Duration::ZERO,
            answered: Duration::ZERO,
            thinking: None,
            moved: false,
        }
    }

    /// A command of this line, read at this time, is about to be answered.
    pub fn begin(&mut self, line: u64, read_at: Duration) {
        self.line = line;
        // A client that does not wait for answers begins to wait when it has the one before.
        self.begun = read_at.max(self.answered);
        self.thinking = None;
        self.moved = false;
    }

    /// The answer was written.
    pub fn end(&mut self) {
        self.answered = self.clock.now();
        if let Some((color, asked)) = self.thinking.take() {
            let elapsed = self.answered.saturating_sub(self.begun);
            self.clocks.spent(color, elapsed, asked);
        }
    }

    /// A command failed inside; what it may have left half-done is thrown away.
    pub fn recover(&mut self) {
        self.session.replace_search();
        self.thinking = None;
    }

    /// Starts a new game; the clocks are full again.
    pub fn new_game(&mut self, size: Size) {
        self.session.new_game(size);
        self.clocks.restart();
    }

    /// Searches for a move of `color` and, if `play`, makes it. Of `wanted` the limits on moves and what
    /// to report are heard.
    ///
    /// # Errors
    /// A search thread failed; the game is unchanged.
    pub fn search(
        &mut self,
        color: Color,
        play: bool,
        wanted: Limits,
        on_report: &mut dyn FnMut(&mut Stream, &Report),
    ) -> Result<Report, Failure> {
        let before = self.clock.now().saturating_sub(self.begun);
        let budget = self.budget(color).map(|budget| budget.after(before));
        let live = self.live.as_ref();
        let limits = Limits {
            playouts: self.settings.playouts,
            time: budget.map(|budget| budget.most),
            pace: budget.map(|Budget { wish, saves, .. }| Pace { wish, saves }),
            report_every: wanted.report_every.or(live.map(|_| LIVE)),
            ..wanted
        };
        if play {
            self.thinking = Some((color, None));
        }
        let clock = self.clock.clone();
        let (session, interrupts) = (&mut self.session, &self.interrupts);
        let stream = &mut self.stream;
        let mut on_report = |report: &Report| {
            on_report(stream, report);
            if let Some(live) = live {
                live.show(report);
            }
        };
        let bounded = limits.playouts.is_some();
        let report = interrupts.during(self.line, bounded, |stop| {
            if play {
                session.genmove(color, &limits, &*clock, stop, &mut on_report)
            } else {
                session.choose(color, &limits, &*clock, stop, &mut on_report)
            }
        });
        if play && report.failure.is_none() {
            self.moved = report.best != Move::Resign;
            // The search begins a little after the command was read.
            let asked = before + report.asked;
            self.thinking = Some((color, budget.map(|_| asked)));
        }
        whole(report)
    }

    /// Searches for a move of `color` until the next line of input comes, or the client is gone.
    ///
    /// # Errors
    /// A search thread failed.
    pub fn analyse(
        &mut self,
        color: Color,
        limits: &Limits,
        on_report: &mut dyn FnMut(&mut Stream, &Report),
    ) -> Result<Report, Failure> {
        let (clock, session) = (self.clock.clone(), &mut self.session);
        let stream = &mut self.stream;
        let report = self.interrupts.during_analysis(self.line, |stop| {
            let mut on_report = |report: &Report| {
                on_report(stream, report);
                if stream.is_broken() {
                    stop.stop();
                }
            };
            session.analyse(color, limits, &*clock, stop, &mut on_report)
        });
        whole(report)
    }

    /// After a move of its own was answered, thinks on for the opponent until the next command is read, if
    /// the setting `ponder` says so.
    pub fn ponder(&mut self) {
        let wanted = self.moved
            && self.session.params().ponder == 1
            && self.interrupts.is_idle_after(self.line);
        if !wanted || self.session.game().state() != State::Playing {
            return;
        }
        let limits = Limits {
            time: Some(LONGEST_PONDERING),
            ..Limits::default()
        };
        let (session, clock) = (&mut self.session, self.clock.clone());
        let search = |stop: &StopToken| session.ponder(&limits, &*clock, stop);
        let report = self.interrupts.during_analysis(self.line, search);
        if report.failure.is_some() {
            self.recover();
        }
    }

    /// Looks at the position for the side to move; most of it is kept from the look before.
    ///
    /// # Errors
    /// A search thread failed.
    pub fn look(&mut self, visits: u64) -> Result<Report, Failure> {
        let color = self.session.game().to_move();
        let (session, clock, limits) = (&mut self.session, &self.clock, Limits::playouts(visits));
        whole(self.interrupts.during(self.line, true, |stop| {
            session.analyse(color, &limits, &**clock, stop, &mut |_| {})
        }))
    }

    /// Runs a search of its own, apart from the session's, that later lines stop like any other.
    pub fn apart<T>(&self, search: impl FnOnce(&StopToken) -> T) -> T {
        self.interrupts.during(self.line, true, search)
    }

    /// Looks at the position under other rules, with a search of its own.
    ///
    /// # Errors
    /// A search thread failed.
    pub fn look_under(&self, rules: Rules, visits: u64) -> Result<Report, Failure> {
        let mut game = self.session.game().clone();
        game.set_rules(rules);
        let mut search = Search::new(self.session.params().clone());
        let (color, limits) = (game.to_move(), Limits::playouts(visits));
        whole(self.apart(|stop| search.run(&game, color, &limits, &*self.clock, stop, &mut |_| {})))
    }

    /// What a move of `color` may take, if time limits it.
    fn budget(&self, color: Color) -> Option<Budget> {
        let game = self.session.game();
        let stage = Stage {
            area: game.size().area(),
            moves: game.move_number(),
        };
        let own = self.settings.time.map(|time| {
            // "At most so long a move" is a promise too, kept as far as delays are usual.
            time - self.clocks.overhead().quantile(95).min(time / 2)
        });
        match (self.clocks.budget(color, stage), own) {
            (Some(budget), Some(own)) => Some(budget.within(own)),
            (Some(budget), None) => Some(budget),
            (None, Some(own)) => Some(Budget::of_this_move(own)),
            (None, None) if self.settings.playouts.is_some() => None,
            (None, None) => Some(Budget::of_this_move(DEFAULT_TIME)),
        }
    }

    /// The point a word names on the present board.
    ///
    /// # Errors
    /// It names none.
    pub fn point(&self, word: &str) -> Result<Point, Failure> {
        self.session
            .game()
            .size()
            .parse_point(word)
            .ok_or_else(Failure::syntax_error)
    }

    /// Points as text, in the order given.
    pub fn names(&self, points: impl IntoIterator<Item = Point>) -> String {
        let size = self.session.game().size();
        let names: Vec<String> = points.into_iter().map(|p| size.name(p)).collect();
        names.join(" ")
    }
}

fn whole(report: Report) -> Result<Report, Failure> {
    match report.failure {
        Some(_) => Err(Failure::new("internal error")),
        None => Ok(report),
    }
}

/// The arguments of a command.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a>(pub &'a [String]);

impl<'a> Arguments<'a> {
    /// All words.
    pub fn words(self) -> &'a [String] {
        self.0
    }

    /// The word at a place, from 0.
    ///
    /// # Errors
    /// There are fewer words.
    pub fn word(self, place: usize) -> Result<&'a str, Failure> {
        self.0
            .get(place)
            .map(String::as_str)
            .ok_or_else(Failure::syntax_error)
    }

    /// The word at a place, if there is one.
    pub fn optional(self, place: usize) -> Option<&'a str> {
        self.0.get(place).map(String::as_str)
    }

    /// The colour at a place.
    ///
    /// # Errors
    /// There is none.
    pub fn color(self, place: usize) -> Result<Color, Failure> {
        Color::parse(self.word(place)?).ok_or_else(Failure::syntax_error)
    }

    /// The number at a place.
    ///
    /// # Errors
    /// There is none, or it is none of this type.
    pub fn number<T: std::str::FromStr>(self, place: usize) -> Result<T, Failure> {
        self.word(place)?
            .parse()
            .map_err(|_| Failure::syntax_error())
    }

    /// That there are no more than `most` words.
    ///
    /// # Errors
    /// There are more.
    pub fn at_most(self, most: usize) -> Result<(), Failure> {
        if self.0.len() > most {
            return Err(Failure::syntax_error());
        }
        Ok(())
    }
}

/// The bare answer of a command that only sets something.
pub fn done() -> Answer {
    Ok(String::new())
}
