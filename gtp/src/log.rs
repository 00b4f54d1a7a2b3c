//! A record of all GTP traffic with times, for `--log`.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Where the traffic goes; nowhere by default. A log that cannot be written to never disturbs play.
#[derive(Default)]
pub struct Log(Option<Sink>);

struct Sink {
    file: Mutex<File>,
    start: Instant,
}

impl Log {
    /// No log.
    pub fn none() -> Log {
        Log::default()
    }

    /// A log at the end of a file.
    ///
    /// # Errors
    /// The file cannot be opened for writing.
    pub fn to_file(path: &Path) -> io::Result<Log> {
        let file = File::options().create(true).append(true).open(path)?;
        Ok(Log(Some(Sink {
            file: Mutex::new(file),
            start: Instant::now(),
        })))
    }

    /// A line from the client.
    pub fn received(&self, line: &[u8]) {
        self.write('<', &String::from_utf8_lossy(line));
    }

    /// A text sent to the client.
    pub fn sent(&self, text: &str) {
        self.write('>', text);
    }

    /// A remark of the program about itself.
    pub fn remark(&self, text: &str) {
        self.write('!', text);
    }

    fn write(&self, mark: char, text: &str) {
        let Some(sink) = &self.0 else { return };
        let seconds = sink.start.elapsed().as_secs_f64();
        let mut lines = String::new();
        for line in text.trim_end().split('\n') {
            lines += &format!("{seconds:10.3} {mark} {}\n", line.trim_end());
        }
        let mut file = sink.file.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = file.write_all(lines.as_bytes());
    }
}
