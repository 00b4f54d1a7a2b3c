//! Reads queries, searches their positions on several threads, writes answers.

use super::answer::{answer, no_results};
use super::call::Config;
use super::query::{Query, QueryError};
use super::queue::{Job, Queue};
use dunhuang::search::{Clock, Limits, Search};
use serde_json::{Map, Value, json};
use std::io::{self, BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Longer lines are refused; a game with all its positions asked for needs a hundredth of it.
const LONGEST_LINE: u64 = 1 << 24;
/// The release of KataGo whose protocol this is.
const PROTOCOL: &str = "1.15.0";
/// What is answered where the program itself is at fault.
const INTERNAL: &str = "internal error";

/// Speaks the protocol until the end of input, or until nobody reads the answers.
///
/// # Errors
/// The output cannot be written.
pub fn serve(
    config: &Config,
    clock: &dyn Clock,
    mut input: impl BufRead,
    output: impl Write + Send,
) -> io::Result<()> {
    let server = Server {
        config,
        clock,
        queue: Queue::default(),
        output: Output {
            to: Mutex::new(output),
            broken: AtomicBool::new(false),
            failure: Mutex::new(None),
        },
    };
    std::thread::scope(|scope| {
        for _ in 0..config.threads.max(1) {
            scope.spawn(|| server.work());
        }
        let mut bytes = Vec::new();
        while !server.output.broken.load(Ordering::Relaxed) {
            bytes.clear();
            match input
                .by_ref()
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut bytes)
            {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
            if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
                let _ = input.skip_until(b'\n');
                server.fail(&QueryError::general("the line is too long"));
                continue;
            }
            if bytes.trim_ascii().is_empty() {
                continue;
            }
            // What fails inside costs the line and not those after it.
            let read = catch_unwind(AssertUnwindSafe(|| server.line(&bytes)));
            if let Err(error) = read.unwrap_or_else(|_| Err(QueryError::general(INTERNAL))) {
                server.fail(&error);
            }
        }
        if config.quit_without_waiting || server.output.broken.load(Ordering::Relaxed) {
            server.queue.terminate(|_| true);
        }
        server.queue.close();
    });
    let failure = server.output.failure.into_inner();
    match failure.unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

struct Server<'a, W> {
    config: &'a Config,
    clock: &'a dyn Clock,
    queue: Queue,
    output: Output<W>,
}

struct Output<W> {
    to: Mutex<W>,
    broken: AtomicBool,
    failure: Mutex<Option<io::Error>>,
}

impl<W: Write> Output<W> {
    fn put(&self, value: &Value) {
        let line = format!("{value}\n");
        let mut to = self.to.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = to.write_all(line.as_bytes()).and_then(|()| to.flush()) {
            self.broken.store(true, Ordering::Relaxed);
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
    }
}

impl<W: Write + Send> Server<'_, W> {
    fn fail(&self, error: &QueryError) {
        self.output.put(&error.to_json());
    }

    /// Deals with one line of input.
    fn line(&self, bytes: &[u8]) -> Result<(), QueryError> {
        let value: Value = serde_json::from_slice(bytes)
            .map_err(|error| QueryError::general(format!("not JSON: {error}")))?;
        let Value::Object(fields) = value else {
            return Err(QueryError::general("a query must be a JSON object"));
        };
        let Some(Value::String(id)) = fields.get("id") else {
            return Err(QueryError {
                id: None,
                field: Some("id"),
                message: "must be a string".into(),
            });
        };
        if let Some(action) = fields.get("action") {
            return self.action(id, action, &fields);
        }
        let query = Arc::new(Query::parse(id, &fields, &self.config.defaults)?);
        for warning in &query.unused {
            self.output.put(&warning.to_json(id));
        }
        self.queue.add(&query);
        Ok(())
    }

    fn action(
        &self,
        id: &str,
        action: &Value,
        fields: &Map<String, Value>,
    ) -> Result<(), QueryError> {
        let wrong = |field, message: &str| QueryError {
            id: Some(id.into()),
            field: Some(field),
            message: message.into(),
        };
        let turns = match fields.get("turnNumbers") {
            None => None,
            Some(list) => {
                let numbers = list.as_array().map(|list| {
                    let numbers = list.iter().map(Value::as_u64);
                    numbers.collect::<Option<Vec<u64>>>()
                });
                let no_list = || wrong("turnNumbers", "must be a list of whole numbers");
                Some(numbers.flatten().ok_or_else(no_list)?)
            }
        };
        let in_turns = |job: &Job| {
            turns
                .as_ref()
                .is_none_or(|t| t.contains(&(job.turn as u64)))
        };
        let mut echo = Value::Object(fields.clone());
        let mut ended = Vec::new();
        match action.as_str() {
            Some("query_version") => {
                echo["version"] = json!(PROTOCOL);
                echo["git_hash"] = json!(concat!("Dunhuang ", env!("CARGO_PKG_VERSION")));
            }
            // Every position starts from nothing: there is no cache.
            Some("clear_cache") => {}
            // There is no network: the program itself stands where scripts look for the first one.
            Some("query_models") => {
                echo["models"] = json!([{
                    "name": "Dunhuang",
                    "internalName": concat!("Dunhuang-", env!("CARGO_PKG_VERSION")),
                    "maxBatchSize": 1,
                    "usesHumanSLProfile": false,
                    "version": 0,
                    "usingFP16": "false",
                }]);
            }
            Some("terminate") => {
                let Some(Value::String(target)) = fields.get("terminateId") else {
                    return Err(wrong("terminateId", "must be a string"));
                };
                ended = self
                    .queue
                    .terminate(|job| job.query.id == *target && in_turns(job));
            }
            Some("terminate_all") => ended = self.queue.terminate(in_turns),
            _ => {
                let actions = "must be query_version, query_models, clear_cache, terminate or \
                    terminate_all";
                return Err(wrong("action", actions));
            }
        }
        self.output.put(&echo);
        for job in ended {
            self.output.put(&no_results(&job.query.id, job.turn));
        }
        Ok(())
    }

    /// Searches positions as long as there are any.
    fn work(&self) {
        let mut search = None;
        while let Some(job) = self.queue.next() {
            // A panic costs neither the thread nor the answer, but what it was working on.
            let found = catch_unwind(AssertUnwindSafe(|| self.analyse(&mut search, &job)));
            let found = found.unwrap_or_else(|_| {
                search = None;
                Err(INTERNAL.into())
            });
            // Also when it was terminated meanwhile: every position ends with one answer.
            let id = &job.query.id;
            self.output.put(&found.unwrap_or_else(
                |message| json!({ "error": message, "id": id, "turnNumber": job.turn }),
            ));
            self.queue.done(&job);
        }
    }

    /// Searches a position, with a search that may be kept from another; the answer, or what is wrong.
    fn analyse(&self, search: &mut Option<Search>, job: &Job) -> Result<Value, String> {
        let query = &job.query;
        let game = query.game(job.turn).map_err(|(_, message)| message)?;
        let search = search.get_or_insert_with(|| Search::new(query.params.clone()));
        search.set_params(query.params.clone());
        // What was searched before must not be seen in the answer.
        search.start_afresh();
        let limits = Limits {
            playouts: Some(query.visits),
            time: query.time,
            report_every: query.reports.offered(),
            restrictions: query.restrictions.clone(),
            moves_ownership: query.moves_ownership,
            ..Limits::default()
        };
        let (begun, mut due) = (self.clock.now(), query.reports.begin());
        let mut on_report = |report: &_| {
            if !due.is_due(self.clock.now().saturating_sub(begun)) {
                return;
            }
            let answer = answer(query, job.turn, &game, report, true);
            self.output.put(&answer);
        };
        let color = game.to_move();
        let report = search.run(&game, color, &limits, self.clock, &job.stop, &mut on_report);
        match report.failure {
            None => Ok(answer(query, job.turn, &game, &report, false)),
            Some(_) => Err(INTERNAL.into()),
        }
    }
}
