//! The loop: one response per command, whatever happens inside.

use crate::front::{Arguments, Front, Settings};
use crate::input::{self, Incoming};
use crate::interrupt::Interrupts;
use crate::log::Log;
use crate::protocol::{self, Answer, Failure, Line, Request};
use crate::registry::{self, Command};
use crate::stream::Stream;
use dunhuang::search::Clock;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};

/// Answers commands one after the other.
pub struct Engine {
    front: Front,
    find: fn(&str) -> Option<&'static Command>,
}

impl Engine {
    /// An engine with a new game.
    pub fn new(settings: Settings, clock: Arc<dyn Clock>, interrupts: Arc<Interrupts>) -> Engine {
        Engine {
            front: Front::new(settings, clock, interrupts),
            find: registry::find,
        }
    }

    /// The same with a way to a client.
    pub fn with_stream(mut self, stream: Stream) -> Engine {
        self.front.stream = stream;
        self
    }

    /// The state behind the commands.
    pub fn front(&self) -> &Front {
        &self.front
    }

    /// The response to a line of input, empty if it went to a stream; `None` for lines that want none.
    /// For tests and tools that need no input thread. An analysis goes on until the interrupts end it.
    pub fn answer_line(&mut self, number: u64, line: &[u8]) -> Option<String> {
        match protocol::parse(line) {
            Line::Nothing | Line::Interrupt => None,
            Line::Request(request) => {
                let at = self.front.clock.now();
                let response = self.respond(&Incoming {
                    line: number,
                    at,
                    request,
                });
                self.front.end();
                Some(response.unwrap_or_default())
            }
        }
    }

    /// Answers a command; the response where there is no output. A panic inside is answered and costs
    /// neither game nor process.
    fn respond(&mut self, incoming: &Incoming) -> io::Result<String> {
        self.front.begin(incoming.line, incoming.at);
        self.front.stream.begin(incoming.request.id.as_deref());
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer(&incoming.request)));
        let answer = answer.unwrap_or_else(|_| {
            self.front.recover();
            Err(Failure::new("internal error"))
        });
        self.front.stream.end(&answer)
    }

    fn answer(&mut self, request: &Request) -> Answer {
        let command = (self.find)(&request.name).ok_or_else(Failure::unknown_command)?;
        (command.run)(&mut self.front, Arguments(&request.words))
    }
}

/// Speaks GTP until `quit`, the end of input, or until nobody reads the answers any more.
///
/// # Errors
/// The output cannot be written.
pub fn serve(
    settings: Settings,
    clock: Arc<dyn Clock>,
    log: &Arc<Log>,
    input: impl BufRead + Send + 'static,
    output: impl Write + 'static,
) -> io::Result<()> {
    let interrupts = Arc::new(Interrupts::new());
    let (sender, commands) = mpsc::channel();
    {
        let (interrupts, clock, log) = (interrupts.clone(), clock.clone(), log.clone());
        // Not joined: after a failed write it may wait for input for ever.
        std::thread::spawn(move || input::read(input, &sender, &interrupts, &*clock, &log));
    }
    let mut engine =
        Engine::new(settings, clock, interrupts).with_stream(Stream::to(output, log.clone()));
    for incoming in commands {
        engine.respond(&incoming)?;
        engine.front.end();
        engine.front.ponder();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunhuang::search::{EvalInput, Evaluation, Evaluator, Params, Search};
    use dunhuang::{Color, Move, Session, Size};
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    struct StandingClock;

    impl Clock for StandingClock {
        fn now(&self) -> Duration {
            Duration::ZERO
        }
    }

    #[test]
    fn a_panic_costs_neither_game_nor_process() {
        static PANICS: Command = Command {
            name: "panic",
            arguments: "",
            help: "",
            group: "",
            listed: registry::Listed::Always,
            run: |front, _| {
                front.session.set_komi(3.0);
                panic!("on purpose")
            },
        };
        let mut engine = Engine::new(
            Settings::default(),
            Arc::new(StandingClock),
            Arc::new(Interrupts::new()),
        );
        engine.find = |name| match name {
            "panic" => Some(&PANICS),
            name => registry::find(name),
        };
        assert_eq!(engine.answer_line(1, b"1 play b D4").unwrap(), "=1 \n\n");
        assert_eq!(
            engine.answer_line(2, b"2 panic").unwrap(),
            "?2 internal error\n\n"
        );
        assert_eq!(engine.answer_line(3, b"3 play w Q16").unwrap(), "=3 \n\n");
        let size = engine.front().session.game().size();
        let last = size.parse_point("Q16").map(Move::Real).unwrap();
        assert_eq!(
            engine.front().session.game().last_move(),
            Some((Color::White, last))
        );
        assert_eq!(engine.front().session.game().move_number(), 2);
    }

    /// An evaluator that fails after so many answers.
    struct Broken(AtomicU64);

    impl Evaluator for Broken {
        fn evaluate(&self, batch: &[EvalInput], out: &mut [Evaluation]) {
            assert!(self.0.fetch_sub(1, Ordering::Relaxed) > 0, "on purpose");
            for (input, evaluation) in batch.iter().zip(out) {
                evaluation.policy = vec![1.0 / input.moves.len() as f32; input.moves.len()];
            }
        }
    }

    /// A clock that reads the next command once it was looked at often enough.
    struct Client {
        looks: AtomicU64,
        interrupts: Arc<Interrupts>,
    }

    impl Clock for Client {
        fn now(&self) -> Duration {
            let looks = self.looks.fetch_add(1, Ordering::Relaxed);
            if looks >= 1500 {
                self.interrupts.read(2);
            }
            Duration::from_micros(looks)
        }
    }

    #[test]
    fn pondering_ends_with_the_next_command_and_its_tree_is_kept() {
        use dunhuang::search::{Limits, NoClock, StopToken};
        for (ponder, kept) in [(1, 700..1500), (0, 0..300)] {
            let interrupts = Arc::new(Interrupts::new());
            let clock = Arc::new(Client {
                looks: AtomicU64::new(0),
                interrupts: interrupts.clone(),
            });
            let settings = Settings {
                size: Size::square(7),
                playouts: Some(300),
                params: Params {
                    ponder,
                    ..Params::default()
                },
                ..Settings::default()
            };
            let mut engine = Engine::new(settings, clock, interrupts.clone());
            interrupts.read(1);
            let answer = engine.answer_line(1, b"genmove b").unwrap();
            assert!(answer.starts_with("= "), "{answer}");
            engine.front.ponder();
            let limits = Limits::playouts(1);
            let report = engine.front.session.analyse(
                Color::White,
                &limits,
                &NoClock,
                &StopToken::new(),
                &mut |_| {},
            );
            let found = report.visits - report.playouts;
            assert!(kept.contains(&found), "{ponder}: {found}");
        }
    }

    #[test]
    fn a_panic_in_a_search_costs_neither_game_nor_process() {
        let settings = Settings {
            playouts: Some(1000),
            ..Settings::default()
        };
        let rules = settings.rules;
        let mut engine = Engine::new(
            settings,
            Arc::new(StandingClock),
            Arc::new(Interrupts::new()),
        );
        let commands = [b"genmove w".as_slice(), b"reg_genmove w"];
        // At the root already, and somewhere in the tree.
        for (threads, answers, command) in [1, 3].into_iter().flat_map(|threads| {
            [0, 20]
                .into_iter()
                .flat_map(move |answers| commands.map(|c| (threads, answers, c)))
        }) {
            let params = Params {
                threads,
                expand: 1,
                ..Params::default()
            };
            let broken = Broken(AtomicU64::new(answers));
            let search = Search::with_evaluator(params, Arc::new(broken));
            engine.front.session = Session::with_search(Size::square(5), rules, search);
            assert_eq!(engine.answer_line(1, b"play b C3").unwrap(), "= \n\n");
            let response = engine.answer_line(2, command).unwrap();
            assert_eq!(response, "? internal error\n\n", "{threads} {answers}");
            assert_eq!(engine.front().session.game().move_number(), 1);
            assert_eq!(engine.answer_line(3, b"play w C4").unwrap(), "= \n\n");
            engine.front.recover();
            let answer = engine.answer_line(4, b"genmove b").unwrap();
            assert!(answer.starts_with("= "), "{answer}");
            assert_eq!(engine.front().session.game().move_number(), 3);
        }
    }
}
