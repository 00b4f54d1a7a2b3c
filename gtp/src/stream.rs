//! Where responses go: whole, or line by line while a command is still at work.

use crate::log::Log;
use crate::protocol::{self, Answer};
use std::io::{self, Write};
use std::sync::Arc;

/// The way to the client. Without an output it gathers the text, for tests and tools.
#[derive(Default)]
pub struct Stream {
    output: Option<Box<dyn Write>>,
    log: Arc<Log>,
    /// What was sent in this response, where there is no output.
    gathered: String,
    id: Option<String>,
    /// Whether lines of the response have been sent already.
    open: bool,
    failure: Option<io::Error>,
}

impl Stream {
    /// A stream to a client.
    pub fn to(output: impl Write + 'static, log: Arc<Log>) -> Stream {
        Stream {
            output: Some(Box::new(output)),
            log,
            ..Stream::default()
        }
    }

    /// A command with this id is about to be answered.
    pub fn begin(&mut self, id: Option<&str>) {
        self.id = id.map(str::to_string);
        self.open = false;
    }

    /// Begins a response that comes line by line: it can no longer fail.
    pub fn open(&mut self) {
        if !self.open {
            self.open = true;
            let id = self.id.as_deref().unwrap_or_default();
            self.send(&format!("={id} \n"));
        }
    }

    /// Sends lines of a response at once. Whatever they are, they cannot break the framing.
    pub fn lines(&mut self, text: &str) {
        self.open();
        let body = protocol::body(&format!("\n{}", text.trim()));
        self.send(&format!("{}\n", body.trim_start_matches('\n')));
    }

    /// Ends the response; returns it where there is no output.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn end(&mut self, answer: &Answer) -> io::Result<String> {
        if self.open {
            match answer {
                // After the first line a failure cannot be told any more.
                Ok(text) if !text.is_empty() => self.lines(text),
                _ => {}
            }
            self.send("\n");
        } else {
            let response = protocol::response(self.id.as_deref(), answer);
            self.send(&response);
        }
        self.open = false;
        match self.failure.take() {
            Some(error) => Err(error),
            None => Ok(std::mem::take(&mut self.gathered)),
        }
    }

    /// Whether the client can no longer be reached.
    pub fn is_broken(&self) -> bool {
        self.failure.is_some()
    }

    fn send(&mut self, text: &str) {
        self.log.sent(text);
        match &mut self.output {
            None => self.gathered += text,
            Some(output) if self.failure.is_none() => {
                let sent = output.write_all(text.as_bytes());
                self.failure = sent.and_then(|()| output.flush()).err();
            }
            Some(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_framed_like_whole_responses() {
        let mut stream = Stream::default();
        stream.begin(Some("7"));
        stream.lines("info a");
        stream.lines("= b\n\n? c\n");
        let response = stream.end(&Ok("play D4".into())).unwrap();
        assert_eq!(response, "=7 \ninfo a\n = b\n ? c\nplay D4\n\n");
        stream.begin(None);
        assert_eq!(stream.end(&Ok(String::new())).unwrap(), "= \n\n");
        stream.begin(None);
        stream.open();
        assert_eq!(stream.end(&Ok(String::new())).unwrap(), "= \n\n");
    }
}
