//! The GTP text format: bytes to requests and answers to bytes. Knows no Go.

use std::fmt;

/// A command as it came in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request {
    /// The id to echo: digits, as they were sent.
    pub id: Option<String>,
    /// The command's name in lower case.
    pub name: String,
    /// The arguments, split at white space.
    pub words: Vec<String>,
}

/// What a line of input means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A blank line or a comment.
    Nothing,
    /// The comment `# interrupt`, by which GoGui stops a search.
    Interrupt,
    /// A command.
    Request(Request),
}

/// Why a command failed: the text after `?`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure(pub String);

impl Failure {
    /// The command does not exist.
    pub fn unknown_command() -> Failure {
        Failure::new("unknown command")
    }

    /// The arguments are not what the command takes.
    pub fn syntax_error() -> Failure {
        Failure::new("syntax error")
    }

    /// A failure with this text.
    pub fn new(text: impl fmt::Display) -> Failure {
        Failure(text.to_string())
    }
}

/// What a command answers: the text after `=`, or why it failed.
pub type Answer = Result<String, Failure>;

/// Reads a line, with or without its line end. Control characters are dropped, tabs are spaces,
/// everything after `#` is a comment.
pub fn parse(line: &[u8]) -> Line {
    let text: String = String::from_utf8_lossy(line)
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .collect();
    let (text, comment) = match text.split_once('#') {
        Some((text, comment)) => (text, Some(comment.trim())),
        None => (&text[..], None),
    };
    let mut words = text.split_whitespace().map(str::to_string).peekable();
    let id = words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit()));
    match words.next() {
        Some(name) => Line::Request(Request {
            id,
            name: name.to_ascii_lowercase(),
            words: words.collect(),
        }),
        // An id alone still wants its one response.
        None if id.is_some() => Line::Request(Request {
            id,
            ..Request::default()
        }),
        None if comment.is_some_and(|c| c.eq_ignore_ascii_case("interrupt")) => Line::Interrupt,
        None => Line::Nothing,
    }
}

/// The bytes of a response: `=` or `?`, the id, one space, the text, one blank line.
pub fn response(id: Option<&str>, answer: &Answer) -> String {
    let (mark, text) = match answer {
        Ok(text) => ('=', text),
        Err(Failure(text)) => ('?', text),
    };
    format!("{mark}{} {}\n\n", id.unwrap_or(""), body(text))
}

/// A text that cannot break the framing: no blank line after the first, and no later line that looks
/// like the start of a response.
pub fn body(text: &str) -> String {
    let mut body = String::with_capacity(text.len());
    for (number, line) in text.trim_end().split('\n').enumerate() {
        let line = line.trim_end();
        if number == 0 {
            body.push_str(line);
        } else if !line.is_empty() {
            body.push('\n');
            if line.starts_with(['=', '?']) {
                body.push(' ');
            }
            body.push_str(line);
        }
    }
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(line: &str) -> Request {
        match parse(line.as_bytes()) {
            Line::Request(request) => request,
            other => panic!("{line:?} is {other:?}"),
        }
    }

    #[test]
    fn ids_tabs_comments_case_and_line_ends() {
        let plain = request("play b D4");
        assert_eq!(plain.words, ["b", "D4"]);
        for line in [
            "play b D4\n",
            "play b D4\r\n",
            "  PLAY\tb   D4  ",
            "play b D4 # a comment",
            "pl\u{7}ay b D4#",
        ] {
            assert_eq!(request(line), plain, "{line:?}");
        }
        let numbered = request("007 Play b D4");
        assert_eq!(numbered.id.as_deref(), Some("007"));
        assert_eq!(numbered.name, "play");
        assert_eq!(request("12").id.as_deref(), Some("12"));
        assert_eq!(request("12").name, "");
    }

    #[test]
    fn lines_without_a_command() {
        for line in ["", "\n", "\r\n", "   \t", "# play b D4", "#"] {
            assert_eq!(parse(line.as_bytes()), Line::Nothing, "{line:?}");
        }
        assert_eq!(parse(b"# interrupt\r\n"), Line::Interrupt);
        assert_eq!(parse(b"#interrupt"), Line::Interrupt);
        assert!(matches!(parse(b"\xff\xfe\x00"), Line::Request(_)));
    }

    #[test]
    fn responses_keep_the_framing() {
        let text = |answer: &str| response(Some("3"), &Ok(answer.into()));
        assert_eq!(text(""), "=3 \n\n");
        assert_eq!(text("a\n\nb\n\n"), "=3 a\nb\n\n");
        assert_eq!(text("a\n= b\r\n? c"), "=3 a\n = b\n ? c\n\n");
        assert_eq!(
            response(None, &Err(Failure::syntax_error())),
            "? syntax error\n\n"
        );
    }
}
