//! The arguments of the analysis commands (GTP.md §3), in any order.

use crate::front::Arguments;
use crate::protocol::Failure;
use dunhuang::search::{Limits, Restriction};
use dunhuang::{Color, Move, Size};
use std::time::Duration;

/// How often lines come where the client does not say.
const DEFAULT_INTERVAL: Duration = Duration::from_millis(500);
/// What is asked for more often than this comes as often as this.
const LEAST_INTERVAL: Duration = Duration::from_millis(10);
/// A client that wants to hear nothing says so with a long interval.
const MOST_INTERVAL: Duration = Duration::from_secs(1 << 30);

/// What a client wants to hear of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// Whose moves, if not those of the side to move.
    pub color: Option<Color>,
    /// Time between lines.
    pub interval: Duration,
    /// Fewest moves to show, as far as there are as many.
    pub min_moves: usize,
    /// Most moves to show.
    pub max_moves: usize,
    /// Moves to leave out, or the only ones.
    pub restrictions: Vec<Restriction>,
    /// Whether to show ownership.
    pub ownership: bool,
    /// Whether to show ownership after each move.
    pub moves_ownership: bool,
    /// Whether to show the figures of the root.
    pub root_info: bool,
    /// Whether to show the visits of each move of the expected lines.
    pub pv_visits: bool,
}

impl Default for Request {
    fn default() -> Self {
        Request {
            color: None,
            interval: DEFAULT_INTERVAL,
            min_moves: 0,
            max_moves: usize::MAX,
            restrictions: Vec::new(),
            ownership: false,
            moves_ownership: false,
            root_info: false,
            pv_visits: false,
        }
    }
}

impl Request {
    /// Reads the arguments.
    ///
    /// # Errors
    /// `syntax error` for what the grammar does not have, so that clients can find out.
    pub fn parse(arguments: Arguments, size: Size) -> Result<Request, Failure> {
        let mut request = Request::default();
        let mut interval = None;
        let mut words = arguments.words().iter().map(|word| &word[..]);
        while let Some(word) = words.next() {
            let mut next = || words.next().ok_or_else(Failure::syntax_error);
            match &word.to_ascii_lowercase()[..] {
                "interval" => once(&mut interval, centiseconds(next()?)?)?,
                "minmoves" => request.min_moves = number(next()?)?,
                "maxmoves" => request.max_moves = number(next()?)?,
                key @ ("avoid" | "allow") => {
                    request.restrictions.push(Restriction {
                        color: Color::parse(next()?).ok_or_else(Failure::syntax_error)?,
                        moves: moves(next()?, size)?,
                        only: key == "allow",
                        depth: number(next()?)?,
                    });
                }
                "ownership" => request.ownership = truth(next()?)?,
                "movesownership" => request.moves_ownership = truth(next()?)?,
                "rootinfo" => request.root_info = truth(next()?)?,
                "pvvisits" => request.pv_visits = truth(next()?)?,
                word => match Color::parse(word) {
                    Some(color) => once(&mut request.color, color)?,
                    None => once(&mut interval, centiseconds(word)?)?,
                },
            }
        }
        request.interval = interval.unwrap_or(DEFAULT_INTERVAL);
        Ok(request)
    }

    /// What the search is told of it.
    pub fn limits(&self) -> Limits {
        Limits {
            report_every: Some(self.interval),
            restrictions: self.restrictions.clone(),
            moves_ownership: self.moves_ownership,
            ..Limits::default()
        }
    }
}

fn once<T>(place: &mut Option<T>, value: T) -> Result<(), Failure> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(Failure::syntax_error()),
    }
}

fn centiseconds(word: &str) -> Result<Duration, Failure> {
    let number: f64 = word.parse().map_err(|_| Failure::syntax_error())?;
    if !number.is_finite() || number < 0.0 {
        return Err(Failure::syntax_error());
    }
    let seconds = (number / 100.0).min(MOST_INTERVAL.as_secs_f64());
    Ok(Duration::from_secs_f64(seconds).max(LEAST_INTERVAL))
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, Failure> {
    word.parse().map_err(|_| Failure::syntax_error())
}

fn truth(word: &str) -> Result<bool, Failure> {
    number(&word.to_ascii_lowercase())
}

fn moves(list: &str, size: Size) -> Result<Vec<Move>, Failure> {
    let read = |word| match size.parse_move(word) {
        None | Some(Move::Resign) => Err(Failure::syntax_error()),
        Some(mv) => Ok(mv),
    };
    list.split(',').map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Request, Failure> {
        let words: Vec<String> = text.split_whitespace().map(str::to_string).collect();
        Request::parse(Arguments(&words), Size::square(9))
    }

    #[test]
    fn every_form_of_the_grammar() {
        let plain = parse("").unwrap();
        assert_eq!(plain, Request::default());
        let half = Duration::from_millis(300);
        for text in ["30", "interval 30", "INTERVAL 30"] {
            assert_eq!(parse(text).unwrap().interval, half, "{text}");
        }
        let white = Some(Color::White);
        for text in [
            "w 30",
            "white 30",
            "30 W",
            "interval 30 white",
            "w interval 30",
        ] {
            let request = parse(text).unwrap();
            assert_eq!((request.color, request.interval), (white, half), "{text}");
        }
        assert_eq!(parse("0").unwrap().interval, LEAST_INTERVAL);
        assert_eq!(parse("99999999999999999").unwrap().interval, MOST_INTERVAL);
        let all = parse(
            "ownership true b rootInfo true avoid w c3,D4,pass 3 30 allow b A1 1 minmoves 2 \
             pvVisits true maxmoves 5 movesOwnership true",
        )
        .unwrap();
        let size = Size::square(9);
        let names = |names: &[&str]| names.iter().map(|n| size.parse_move(n).unwrap()).collect();
        let restriction = |color, only, depth, list: &[&str]| Restriction {
            color,
            moves: names(list),
            only,
            depth,
        };
        let expected = Request {
            color: Some(Color::Black),
            interval: half,
            min_moves: 2,
            max_moves: 5,
            restrictions: vec![
                restriction(Color::White, false, 3, &["C3", "D4", "pass"]),
                restriction(Color::Black, true, 1, &["A1"]),
            ],
            ownership: true,
            moves_ownership: true,
            root_info: true,
            pv_visits: true,
        };
        assert_eq!(all, expected);
        assert!(!parse("ownership true ownership false").unwrap().ownership);
    }

    #[test]
    fn what_the_grammar_does_not_have_is_refused() {
        for text in [
            "b w",
            "10 20",
            "10 interval 20",
            "interval",
            "interval x",
            "-1",
            "NaN",
            "inf",
            "heatmap true",
            "ownership",
            "ownership yes",
            "minmoves",
            "minmoves -1",
            "maxmoves 1.5",
            "avoid b D4",
            "avoid D4 1",
            "avoid b D4,, 1",
            "avoid b T19 1",
            "avoid b resign 1",
            "allow b D4 x",
            "avoid b D4 99999999999",
        ] {
            assert_eq!(parse(text), Err(Failure::syntax_error()), "{text}");
        }
    }
}
