//! What the commands work on: a session, the clocks, and the settings of this run.

use crate::interrupt::Interrupts;
use crate::protocol::{Answer, Failure};
use crate::stream::Stream;
use crate::time::{self, Clocks};
use dunhuang::Session;
use dunhuang::search::{Clock, Limits, Params, Report, StopToken};
use dunhuang::{Color, Point, Rules, Size};
use std::sync::Arc;
use std::time::Duration;

/// A move takes this long where neither the user nor the client gives a limit.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

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
    /// Number of the line of the command being answered.
    line: u64,
    /// When the client began to wait for this answer.
    begun: Duration,
    /// When the last answer was written.
    answered: Duration,
    /// A move whose time is not yet taken off the clock: colour and planned time.
    thinking: Option<(Color, Option<Duration>)>,
}

impl Front {
    /// A new game with these settings.
    pub fn new(settings: Settings, clock: Arc<dyn Clock>, interrupts: Arc<Interrupts>) -> Front {
        Front {
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
        }
    }

    /// A command of this line, read at this time, is about to be answered.
    pub fn begin(&mut self, line: u64, read_at: Duration) {
        self.line = line;
        // A client that does not wait for answers begins to wait when it has the one before.
        self.begun = read_at.max(self.answered);
        self.thinking = None;
    }

    /// The answer was written.
    pub fn end(&mut self) {
        self.answered = self.clock.now();
        if let Some((color, budget)) = self.thinking.take() {
            let elapsed = self.answered.saturating_sub(self.begun);
            self.clocks.spent(color, elapsed, budget);
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
        let budget = self.budget(color);
        let limits = Limits {
            playouts: self.settings.playouts,
            time: budget,
            ..wanted
        };
        if play {
            self.thinking = Some((color, budget));
        }
        let clock = self.clock.clone();
        let (session, interrupts) = (&mut self.session, &self.interrupts);
        let stream = &mut self.stream;
        let mut on_report = |report: &Report| on_report(stream, report);
        let bounded = limits.playouts.is_some();
        let report = interrupts.during(self.line, bounded, |stop| {
            if play {
                session.genmove(color, &limits, &*clock, stop, &mut on_report)
            } else {
                session.analyse(color, &limits, &*clock, stop, &mut on_report)
            }
        });
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

    /// Runs another search for the command being answered; see [`Interrupts::during`].
    pub fn during_search<T>(&self, bounded: bool, search: impl FnOnce(&StopToken) -> T) -> T {
        self.interrupts.during(self.line, bounded, search)
    }

    /// How long a move of `color` may take, if time limits it.
    fn budget(&self, color: Color) -> Option<Duration> {
        let game = self.session.game();
        let moves_left = time::moves_left(game.size().area(), game.move_number());
        let limits = [self.settings.time, self.clocks.budget(color, moves_left)];
        match limits.into_iter().flatten().min() {
            None if self.settings.playouts.is_none() => Some(DEFAULT_TIME),
            limit => limit,
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
