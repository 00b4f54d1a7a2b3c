//! A line of input as a query, with KataGo's errors for what is none.

pub use super::error::{QueryError, Warning};
use super::reports::Reports;
use dunhuang::rules::Scoring;
use dunhuang::search::{Params, Restriction};
use dunhuang::{Color, Game, Move, Point, PointMap, Rules, Size};
use serde_json::{Map, Value};
use std::time::Duration;

/// Visits are counted in 32 bits; more than this is as good as no limit, and is taken for this.
const MOST_VISITS: u64 = 1 << 31;
/// The most that KataGo takes: there are clients that say the time of day here.
const MOST_PRIORITY: i64 = (1 << 62) - 1;
/// More moves than any game has.
const MOST_MOVES: usize = 4096;

/// From whose side values are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// This side's.
    Of(Color),
    /// The side to move.
    ToMove,
}

impl Side {
    /// Reads KataGo's word.
    pub fn parse(text: &str) -> Option<Side> {
        match &text.to_ascii_uppercase()[..] {
            "BLACK" => Some(Side::Of(Color::Black)),
            "WHITE" => Some(Side::Of(Color::White)),
            "SIDETOMOVE" => Some(Side::ToMove),
            _ => None,
        }
    }

    /// The colour for a position.
    pub fn color(self, to_move: Color) -> Color {
        match self {
            Side::Of(color) => color,
            Side::ToMove => to_move,
        }
    }
}

/// What holds where a query says nothing.
#[derive(Clone, Debug)]
pub struct Defaults {
    /// The rules with their komi.
    pub rules: Rules,
    /// Visits of a position.
    pub visits: u64,
    /// Most time of a position.
    pub time: Option<Duration>,
    /// From whose side values are told.
    pub side: Side,
    /// Search settings.
    pub params: Params,
    /// The most moves of an expected line after its first, if not as many as there are.
    pub pv_length: Option<usize>,
}

/// Positions of one game to be analysed.
#[derive(Clone, Debug)]
pub struct Query {
    /// The client's name for it.
    pub id: String,
    size: Size,
    rules: Rules,
    stones: PointMap<Option<Color>>,
    first: Color,
    moves: Vec<(Color, Move)>,
    /// The positions: numbers of moves made, each with its priority.
    pub turns: Vec<(usize, i64)>,
    /// Visits of a position.
    pub visits: u64,
    /// Most time of a position.
    pub time: Option<Duration>,
    /// When to report on the way.
    pub reports: Reports,
    /// Moves left out, or the only ones.
    pub restrictions: Vec<Restriction>,
    /// Whether to tell ownership.
    pub ownership: bool,
    /// Whether to tell ownership after each move.
    pub moves_ownership: bool,
    /// Whether to tell the priors of all moves.
    pub policy: bool,
    /// Whether to tell the visits along the expected lines.
    pub pv_visits: bool,
    /// From whose side values are told.
    pub side: Side,
    /// Search settings.
    pub params: Params,
    /// The most moves of an expected line after its first, if not as many as there are.
    pub pv_length: Option<usize>,
    /// What is not known here: the client is warned, because it may wait for what it asks for.
    pub unused: Vec<Warning>,
}

/// What is wrong with a field.
pub(super) struct Wrong(&'static str, String);

/// That a field is wrong, and how.
pub(super) fn wrong(field: &'static str, message: impl Into<String>) -> Wrong {
    Wrong(field, message.into())
}

impl Query {
    /// Reads a query that is no action.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn parse(
        id: &str,
        fields: &Map<String, Value>,
        defaults: &Defaults,
    ) -> Result<Query, QueryError> {
        let query = Reader { fields }.query(id, defaults);
        query.map_err(|Wrong(field, message)| QueryError {
            id: Some(id.into()),
            field: Some(field),
            message,
        })
    }

    /// The game after so many moves.
    ///
    /// # Errors
    /// Which move is illegal, or that the stones at the start are no position.
    pub fn game(&self, turn: usize) -> Result<Game, (&'static str, String)> {
        let mut game = Game::new(self.size, self.rules);
        let as_it_is = |p: Point| game.board().color_at(p) == self.stones[p];
        if !self.size.points().all(as_it_is) || game.to_move() != self.first {
            let set = game.setup(|p| self.stones[p], self.first);
            set.map_err(|error| ("initialStones", error.to_string()))?;
        }
        for (number, &(color, mv)) in self.moves.iter().take(turn).enumerate() {
            game.play(color, mv).map_err(|reason| {
                let name = self.size.move_name(mv);
                ("moves", format!("Illegal move {number}: {name}: {reason}"))
            })?;
        }
        Ok(game)
    }
}

/// The fields that are heard, and those that can be ignored in silence.
const KNOWN: [&str; 25] = [
    "id",
    "moves",
    "initialStones",
    "initialPlayer",
    "rules",
    "komi",
    "whiteHandicapBonus",
    "boardXSize",
    "boardYSize",
    "analyzeTurns",
    "maxVisits",
    "includeOwnership",
    "includeMovesOwnership",
    "includePolicy",
    "includePVVisits",
    "avoidMoves",
    "allowMoves",
    "overrideSettings",
    "reportDuringSearchEvery",
    "firstReportDuringSearchAfter",
    "priority",
    "priorities",
    "analysisPVLen",
    // Settings of KataGo's search that mean nothing to this one.
    "rootPolicyTemperature",
    "rootFpuReductionMax",
];

struct Reader<'a> {
    fields: &'a Map<String, Value>,
}

impl Reader<'_> {
    fn query(&self, id: &str, defaults: &Defaults) -> Result<Query, Wrong> {
        let size = self.size()?;
        let rules = self.rules(defaults)?;
        let moves = self.moves("moves", size)?;
        let moves = moves.ok_or_else(|| wrong("moves", "must be a list of moves"))?;
        if moves.len() > MOST_MOVES {
            return Err(wrong("moves", format!("must be {MOST_MOVES} at most")));
        }
        let mut stones = PointMap::filled(None);
        let placed = self.moves("initialStones", size)?.unwrap_or_default();
        for &(color, mv) in &placed {
            let point = mv.point();
            let point = point.ok_or_else(|| wrong("initialStones", "a stone cannot be a pass"))?;
            stones[point] = Some(color);
        }
        let first = match self.fields.get("initialPlayer") {
            Some(value) => player(value).ok_or_else(|| wrong("initialPlayer", "must be B or W"))?,
            None => match (moves.first(), placed.is_empty()) {
                (Some(&(color, _)), _) => color,
                // Handicap stones alone: the other side moves.
                (None, false) if placed.iter().all(|(c, _)| *c == placed[0].0) => {
                    placed[0].0.opponent()
                }
                (None, _) => rules.first,
            },
        };
        let mut query = Query {
            id: id.into(),
            size,
            rules,
            stones,
            first,
            turns: self.turns(moves.len())?,
            moves,
            visits: self.visits()?.unwrap_or(defaults.visits),
            time: defaults.time,
            reports: Reports {
                first: self.seconds("firstReportDuringSearchAfter")?,
                every: self.seconds("reportDuringSearchEvery")?,
            },
            restrictions: self.restrictions(size)?,
            ownership: self.truth("includeOwnership")?,
            moves_ownership: self.truth("includeMovesOwnership")?,
            policy: self.truth("includePolicy")?,
            pv_visits: self.truth("includePVVisits")?,
            side: defaults.side,
            params: defaults.params.clone(),
            pv_length: match self.whole("analysisPVLen", 1, 1000)? {
                Some(length) => Some(length as usize),
                None => defaults.pv_length,
            },
            unused: Vec::new(),
        };
        super::settings::apply(self.fields, &mut query)?;
        // Who says `false` to what is not known here misses nothing.
        let unknown = self
            .fields
            .iter()
            .filter(|(key, value)| !KNOWN.contains(&&key[..]) && **value != Value::Bool(false));
        query
            .unused
            .extend(unknown.map(|(key, _)| Warning::unused(key)));
        query
            .game(query.moves.len())
            .map_err(|(field, message)| wrong(field, message))?;
        Ok(query)
    }

    fn size(&self) -> Result<Size, Wrong> {
        let side = |field| {
            let side = self.whole(field, 2, 19)?;
            side.ok_or_else(|| wrong(field, "must be a whole number from 2 to 19"))
        };
        let (width, height) = (side("boardXSize")?, side("boardYSize")?);
        Size::new(width as usize, height as usize)
            .ok_or_else(|| wrong("boardXSize", "must be a whole number from 2 to 19"))
    }

    fn rules(&self, defaults: &Defaults) -> Result<Rules, Wrong> {
        let mut komi = self.fields.get("komi").cloned();
        let mut rules = match self.fields.get("rules") {
            None => defaults.rules,
            Some(value) => {
                let text = match value {
                    Value::String(text) => text.clone(),
                    Value::Object(rules) => {
                        // KataGo reads komi here too; the query's own goes first.
                        let mut rules = rules.clone();
                        let of_rules = rules.remove("komi");
                        komi = komi.or(of_rules);
                        Value::Object(rules).to_string()
                    }
                    other => other.to_string(),
                };
                let parsed = Rules::parse_katago(&text, 0.0);
                let rules = parsed.map_err(|error| wrong("rules", error.to_string()))?;
                // Only our own presets are known to Rules::named with virtual moves.
                let own = Rules::named(&text)
                    .ok()
                    .filter(|own| Rules { komi: 0.0, ..*own } == rules);
                Rules {
                    komi: own.map_or_else(|| usual_komi(&rules), |own| own.komi),
                    ..rules
                }
            }
        };
        if let Some(value) = komi {
            let komi = value.as_f64().map(|komi| komi as f32);
            let fits = |komi: &f32| komi.abs() <= 1000.0 && (2.0 * komi).fract() == 0.0;
            let komi = komi.filter(fits);
            rules.komi = komi.ok_or_else(|| wrong("komi", "must be whole or half a number"))?;
        }
        if let Some(value) = self.fields.get("whiteHandicapBonus") {
            let text = match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let set = rules.set_katago("whiteHandicapBonus", &text);
            set.map_err(|error| wrong("whiteHandicapBonus", error.to_string()))?;
        }
        Ok(rules)
    }

    fn turns(&self, moves: usize) -> Result<Vec<(usize, i64)>, Wrong> {
        let priority = self.whole("priority", -MOST_PRIORITY, MOST_PRIORITY)?;
        let turns = match self.fields.get("analyzeTurns") {
            None => vec![moves],
            Some(value) => {
                let no_list = || wrong("analyzeTurns", format!("must be a list of 0 to {moves}"));
                let list = value.as_array().ok_or_else(no_list)?;
                let mut turns = Vec::new();
                for turn in list {
                    let turn = turn.as_u64().filter(|&turn| turn <= moves as u64);
                    turns.push(turn.ok_or_else(no_list)? as usize);
                }
                turns.sort_unstable();
                turns.dedup();
                turns
            }
        };
        let priorities = match self.fields.get("priorities") {
            None => vec![priority.unwrap_or(0); turns.len()],
            Some(value) => {
                let numbers = value.as_array().map(|list| {
                    let fits = |n: &i64| (-MOST_PRIORITY..=MOST_PRIORITY).contains(n);
                    let numbers = list.iter().map(|n| n.as_i64().filter(fits));
                    numbers.collect::<Option<Vec<i64>>>()
                });
                // One for each turn as it was sent.
                let sent = self.fields.get("analyzeTurns").and_then(Value::as_array);
                let sent: Vec<usize> = sent.map_or_else(
                    || turns.clone(),
                    |list| {
                        list.iter()
                            .filter_map(|t| Some(t.as_u64()? as usize))
                            .collect()
                    },
                );
                match numbers.flatten().filter(|n| n.len() == sent.len()) {
                    Some(numbers) if priority.is_none() => turns
                        .iter()
                        .map(|turn| {
                            let place = sent.iter().position(|t| t == turn);
                            place.map_or(0, |place| numbers[place])
                        })
                        .collect(),
                    _ => {
                        let message = "must be a list as long as analyzeTurns, without priority";
                        return Err(wrong("priorities", message));
                    }
                }
            }
        };
        Ok(turns.into_iter().zip(priorities).collect())
    }

    fn restrictions(&self, size: Size) -> Result<Vec<Restriction>, Wrong> {
        let mut restrictions = Vec::new();
        for (field, only) in [("avoidMoves", false), ("allowMoves", true)] {
            let Some(value) = self.fields.get(field) else {
                continue;
            };
            let no_list = || wrong(field, "must be a list of {player, moves, untilDepth}");
            for entry in value.as_array().ok_or_else(no_list)? {
                let color = entry.get("player").and_then(player);
                let depth = entry.get("untilDepth").and_then(Value::as_u64);
                let moves = entry.get("moves").and_then(Value::as_array);
                let (Some(color), Some(depth), Some(moves)) = (color, depth, moves) else {
                    return Err(no_list());
                };
                let moves: Option<Vec<Move>> = moves.iter().map(|mv| location(size, mv)).collect();
                restrictions.push(Restriction {
                    color,
                    moves: moves.ok_or_else(no_list)?,
                    only,
                    depth: depth.min(u32::MAX.into()) as u32,
                });
            }
        }
        Ok(restrictions)
    }

    /// A list of pairs of player and location, if there is one.
    fn moves(&self, field: &'static str, size: Size) -> Result<Option<Vec<(Color, Move)>>, Wrong> {
        let Some(value) = self.fields.get(field) else {
            return Ok(None);
        };
        let no_list = || wrong(field, "must be a list of pairs such as [\"B\",\"D4\"]");
        let mut moves = Vec::new();
        for pair in value.as_array().ok_or_else(no_list)? {
            let Some([color, place]) = pair.as_array().map(|pair| &pair[..]) else {
                return Err(no_list());
            };
            let color = player(color).ok_or_else(|| wrong(field, format!("no player: {color}")))?;
            let place = location(size, place)
                .ok_or_else(|| wrong(field, format!("no point of the board: {place}")))?;
            moves.push((color, place));
        }
        Ok(Some(moves))
    }

    fn whole(&self, field: &'static str, low: i64, high: i64) -> Result<Option<i64>, Wrong> {
        let Some(value) = self.fields.get(field) else {
            return Ok(None);
        };
        // Scripts write whole numbers as 500.0 too.
        let number = value.as_i64().or_else(|| {
            let number = value
                .as_f64()
                .filter(|n| n.fract() == 0.0 && n.abs() < 1e15);
            number.map(|n| n as i64)
        });
        match number.filter(|n| (low..=high).contains(n)) {
            None => Err(wrong(
                field,
                format!("must be a whole number from {low} to {high}"),
            )),
            number => Ok(number),
        }
    }

    fn visits(&self) -> Result<Option<u64>, Wrong> {
        const FIELD: &str = "maxVisits";
        let Some(value) = self.fields.get(FIELD) else {
            return Ok(None);
        };
        let whole = value.as_f64().filter(|number| number.fract() == 0.0);
        match whole.and_then(visits) {
            None => Err(wrong(FIELD, "must be a whole number above 0")),
            visits => Ok(visits),
        }
    }

    fn seconds(&self, field: &'static str) -> Result<Option<Duration>, Wrong> {
        let Some(value) = self.fields.get(field) else {
            return Ok(None);
        };
        let seconds = value.as_f64().filter(|&s| (0.001..=1e6).contains(&s));
        let seconds =
            seconds.ok_or_else(|| wrong(field, "must be seconds from 0.001 to 1000000"))?;
        Ok(Some(Duration::from_secs_f64(seconds)))
    }

    fn truth(&self, field: &'static str) -> Result<bool, Wrong> {
        match self.fields.get(field) {
            None => Ok(false),
            Some(value) => value
                .as_bool()
                .ok_or_else(|| wrong(field, "must be true or false")),
        }
    }
}

/// A number of visits, at most as many as can be counted.
pub(super) fn visits(number: f64) -> Option<u64> {
    (number >= 1.0).then(|| number.min(MOST_VISITS as f64) as u64)
}

/// The komi that KataGo guesses where none is said.
fn usual_komi(rules: &Rules) -> f32 {
    match rules.scoring {
        Scoring::Area => 7.5,
        Scoring::Territory => 6.5,
    }
}

fn player(value: &Value) -> Option<Color> {
    Color::parse(value.as_str()?)
}

/// A point such as `D4` or `(3,15)`, counted from the top left, or `pass`.
fn location(size: Size, value: &Value) -> Option<Move> {
    let text = value.as_str()?.trim();
    if let Some(pair) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        let (x, y) = pair.split_once(',')?;
        let (x, y): (usize, usize) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
        let fits = x < size.width() && y < size.height();
        return fits.then(|| Move::Real(Point::new(x, y)));
    }
    size.parse_move(text).filter(|&mv| mv != Move::Resign)
}
