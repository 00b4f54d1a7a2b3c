//! The thread that reads commands, so that `stop` and `quit` act while a search runs.

use crate::interrupt::Interrupts;
use crate::log::Log;
use crate::protocol::{self, Line, Request};
use dunhuang::search::Clock;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::Sender;
use std::time::Duration;

/// Lines longer than this are cut; no command needs as much.
const LONGEST_LINE: u64 = 1 << 20;

/// A command with its place in the input.
#[derive(Clone, Debug)]
pub struct Incoming {
    /// Number of the line, from 1.
    pub line: u64,
    /// When it was read.
    pub at: Duration,
    /// The command.
    pub request: Request,
}

/// Reads lines until `quit`, the end of input or an error, and passes the commands on.
pub fn read(
    mut input: impl BufRead,
    commands: &Sender<Incoming>,
    interrupts: &Interrupts,
    clock: &dyn Clock,
    log: &Log,
) {
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        match read_line(&mut input, &mut bytes) {
            Ok(0) | Err(_) => return interrupts.close(line),
            Ok(_) => {}
        }
        log.received(&bytes);
        interrupts.read(line);
        match protocol::parse(&bytes) {
            Line::Nothing => {}
            Line::Interrupt => interrupts.stop(line),
            Line::Request(request) => {
                let quit = request.name == "quit";
                match &request.name[..] {
                    "stop" => interrupts.stop(line),
                    "quit" => interrupts.close(line),
                    _ => {}
                }
                let at = clock.now();
                let sent = commands.send(Incoming { line, at, request });
                if quit || sent.is_err() {
                    return;
                }
            }
        }
    }
}

/// Reads a line of bounded length; what is too much is skipped.
fn read_line(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<usize> {
    let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', bytes)?;
    if read as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_lines_are_cut() {
        let mut text = vec![b'x'; LONGEST_LINE as usize + 10];
        text.extend(b"\nname\n");
        let (mut input, mut bytes) = (&text[..], Vec::new());
        read_line(&mut input, &mut bytes).unwrap();
        assert_eq!(bytes.len() as u64, LONGEST_LINE);
        bytes.clear();
        read_line(&mut input, &mut bytes).unwrap();
        assert_eq!(bytes, b"name\n");
    }
}
