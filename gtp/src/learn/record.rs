//! A game to learn from, as a line of JSON.

use anyhow::{Context, bail};
use dunhuang::search::Report;
use dunhuang::{Color, Game, Move, Rules, Size};
use serde_json::{Value, json};

/// What a search of a position found.
pub struct Noted {
    /// The chance of winning of the side to move.
    pub win: f64,
    /// The visited moves with their visits.
    pub visits: Vec<(Move, u64)>,
}

/// The moves of a game, each with what was found before it, if that was noted.
pub struct Record {
    size: Size,
    rules: Rules,
    moves: Vec<(Move, Option<Noted>)>,
}

/// What [`Record::line`] writes of one move.
pub fn noted(report: &Report) -> Value {
    let visited = report.moves.iter().filter(|m| m.visits > 0);
    let moves: Vec<Value> = visited
        .map(|m| json!([report.size.move_name(m.mv), m.visits]))
        .collect();
    json!({ "win": report.win, "moves": moves })
}

/// The line of a game: the names of its moves, and before each what [`noted`] says, or null.
pub fn line(number: u64, size: Size, rules: &Rules, moves: &[String], visits: &[Value]) -> Value {
    json!({
        "game": number, "width": size.width(), "height": size.height(), "rules": rules.axes_text(),
        "moves": moves, "visits": visits,
    })
}

impl Record {
    /// Reads a line.
    ///
    /// # Errors
    /// It is no game.
    pub fn parse(line: &str) -> anyhow::Result<Record> {
        let record: Value = serde_json::from_str(line).context("no JSON")?;
        let side = |name: &str| record[name].as_u64().unwrap_or(0) as usize;
        let size = Size::new(side("width"), side("height")).context("no size")?;
        let rules = Rules::parse_axes(record["rules"].as_str().unwrap_or_default())
            .map_err(|error| anyhow::anyhow!("{error}"))?;
        let read = |value: &Value| size.parse_move(value.as_str()?);
        let note = |value: &Value| {
            let visits = value["moves"].as_array()?.iter();
            let visits = visits.filter_map(|entry| Some((read(&entry[0])?, entry[1].as_u64()?)));
            Some(Noted {
                win: value["win"].as_f64()?,
                visits: visits.collect(),
            })
        };
        let names = record["moves"].as_array().context("no moves")?.iter();
        let moves = names
            .enumerate()
            .map(|(i, name)| Some((read(name)?, note(&record["visits"][i]))))
            .collect::<Option<_>>()
            .context("no move")?;
        Ok(Record { size, rules, moves })
    }

    /// The last noted chance of winning, as Black's: a game that ended knows who won.
    pub fn black_wins(&self) -> Option<f64> {
        let notes = self.moves.iter().map(|(_, note)| note).enumerate();
        let (at, note) = notes.rev().find_map(|(i, n)| Some((i, n.as_ref()?)))?;
        let first = Game::new(self.size, self.rules).to_move();
        let mover = if at % 2 == 0 { first } else { first.opponent() };
        Some(match mover {
            Color::Black => note.win,
            Color::White => 1.0 - note.win,
        })
    }

    /// Plays the game, and calls `visit` before every move with what was noted there.
    ///
    /// # Errors
    /// A move is illegal.
    pub fn replay(&self, visit: &mut dyn FnMut(&Game, Option<&Noted>)) -> anyhow::Result<()> {
        let mut game = Game::new(self.size, self.rules);
        for (i, (mv, note)) in self.moves.iter().enumerate() {
            visit(&game, note.as_ref());
            let color = game.to_move();
            if game.play(color, *mv).is_err() {
                bail!("move {} is illegal", i + 1);
            }
        }
        Ok(())
    }
}

/// The points of the last two moves of a game, the latest first.
pub fn last_two(game: &Game) -> [Option<dunhuang::Point>; 2] {
    let mut moves = game.moves().rev().map(|(_, mv)| mv.point());
    [moves.next().flatten(), moves.next().flatten()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn black_wins(preset: &str, noted_at: usize) -> f64 {
        let moves = vec!["C3".to_string(), "C2".into(), "B2".into()];
        let note = json!({ "win": 0.9, "moves": [["C3", 7]] });
        let visits: Vec<Value> = (0..3)
            .map(|i| {
                if i == noted_at {
                    note.clone()
                } else {
                    Value::Null
                }
            })
            .collect();
        let rules = Rules::preset(preset).unwrap();
        let line = line(1, Size::square(5), &rules, &moves, &visits).to_string();
        let record = Record::parse(&line).unwrap();
        let mut seen = 0;
        record
            .replay(&mut |_, note| seen += usize::from(note.is_some()))
            .unwrap();
        assert_eq!(seen, 1);
        record.black_wins().unwrap()
    }

    #[test]
    fn who_won_is_told_whoever_moves_first() {
        // White moves first by living stones.
        assert_eq!(black_wins("chinese", 2), 0.9);
        assert!((black_wins("chinese", 1) - 0.1).abs() < 1e-9);
        let by_white = black_wins("living-stones", 2);
        assert!((by_white - 0.1).abs() < 1e-9, "{by_white}");
        assert_eq!(black_wins("living-stones", 1), 0.9);
    }

    #[test]
    fn what_is_no_game_is_refused() {
        for line in [
            "",
            "{",
            "{}",
            r#"{"width":9,"height":9,"rules":"","moves":["Z99"]}"#,
        ] {
            assert!(Record::parse(line).is_err(), "{line}");
        }
    }
}
