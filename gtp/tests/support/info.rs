//! A reader of analysis lines, written from the grammar of GTP.md §3 alone.

use dunhuang::{Move, Size};

/// A line.
pub struct Line {
    pub moves: Vec<Info>,
    pub root: Vec<(String, String)>,
    pub ownership: Vec<f64>,
}

/// What a line says of a move.
#[derive(Clone)]
pub struct Info {
    pub mv: Move,
    pub visits: u64,
    pub values: Vec<(String, String)>,
    pub order: usize,
    pub pv: Vec<Move>,
    pub pv_visits: Vec<u64>,
    pub ownership: Vec<f64>,
}

impl Info {
    pub fn value(&self, key: &str) -> Option<&str> {
        value(&self.values, key)
    }

    pub fn number(&self, key: &str) -> Option<f64> {
        self.value(key)?.parse().ok()
    }
}

impl Line {
    pub fn root_value(&self, key: &str) -> Option<&str> {
        value(&self.root, key)
    }

    pub fn root_number(&self, key: &str) -> Option<f64> {
        self.root_value(key)?.parse().ok()
    }
}

fn value<'a>(values: &'a [(String, String)], key: &str) -> Option<&'a str> {
    values.iter().find(|(k, _)| k == key).map(|(_, v)| &v[..])
}

/// Reads a line.
///
/// # Errors
/// Where it leaves the grammar.
pub fn parse(size: Size, line: &str) -> Result<Line, String> {
    let wrong = |what: &str| format!("{what} in {line:?}");
    let words: Vec<&str> = line.split(' ').collect();
    if words.iter().any(|word| word.is_empty()) {
        return Err(wrong("a double space"));
    }
    let mut at = 0;
    let mut parsed = Line {
        moves: Vec::new(),
        root: Vec::new(),
        ownership: Vec::new(),
    };
    let vertex = |word: &str| match size.parse_move(word) {
        Some(Move::Resign) | None => None,
        Some(mv) => (size.move_name(mv) == word).then_some(mv),
    };
    let word = |at: usize| words.get(at).copied().ok_or_else(|| wrong("an end"));
    while words.get(at) == Some(&"info") {
        if word(at + 1)? != "move" || word(at + 3)? != "visits" {
            return Err(wrong("no move or visits"));
        }
        let mut info = Info {
            mv: vertex(word(at + 2)?).ok_or_else(|| wrong("no vertex"))?,
            visits: word(at + 4)?.parse().map_err(|_| wrong("no visits"))?,
            values: Vec::new(),
            order: 0,
            pv: Vec::new(),
            pv_visits: Vec::new(),
            ownership: Vec::new(),
        };
        at += 5;
        while word(at)? != "order" {
            let number = word(at + 1)?;
            if !number.parse::<f64>().is_ok_and(f64::is_finite) {
                return Err(wrong("no number"));
            }
            info.values.push((word(at)?.into(), number.into()));
            at += 2;
        }
        info.order = word(at + 1)?.parse().map_err(|_| wrong("no order"))?;
        if word(at + 2)? != "pv" {
            return Err(wrong("no pv"));
        }
        at += 3;
        while let Some(mv) = words.get(at).and_then(|word| vertex(word)) {
            info.pv.push(mv);
            at += 1;
        }
        if info.pv.is_empty() {
            return Err(wrong("an empty pv"));
        }
        if words.get(at) == Some(&"pvVisits") {
            at += 1;
            while let Some(visits) = words.get(at).and_then(|word| word.parse().ok()) {
                info.pv_visits.push(visits);
                at += 1;
            }
        }
        if words.get(at) == Some(&"movesOwnership") {
            at += 1;
            info.ownership = floats(&words, &mut at);
        }
        parsed.moves.push(info);
    }
    if words.get(at) == Some(&"rootInfo") {
        at += 1;
        while at < words.len() && words[at] != "ownership" {
            parsed.root.push((word(at)?.into(), word(at + 1)?.into()));
            at += 2;
        }
    }
    if words.get(at) == Some(&"ownership") {
        at += 1;
        parsed.ownership = floats(&words, &mut at);
    }
    match words.get(at) {
        None if !parsed.moves.is_empty() => Ok(parsed),
        _ => Err(wrong("something else")),
    }
}

fn floats(words: &[&str], at: &mut usize) -> Vec<f64> {
    let numbers = words[*at..].iter().map_while(|word| word.parse().ok());
    let numbers: Vec<f64> = numbers.collect();
    *at += numbers.len();
    numbers
}
