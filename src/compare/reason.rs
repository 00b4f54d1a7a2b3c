//! Why rule systems differ about a position, in words, where it can be derived.
//!
//! Each reason asks one axis of the rules on which the two systems differ, and shows by arithmetic on the
//! settled position (or by the referee) what that axis makes of the moves in question.

use super::fate::Fate;
use super::system::replay;
use super::view::View;
use crate::color::Color;
use crate::game::{Game, IllegalMove};
use crate::point::{Move, Point, PointSet};
use crate::rules::{Rules, Tax};
use crate::search::Judge;
use std::fmt;

/// What kind of reason it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ReasonKind {
    /// A move joins own groups, or keeps the opponent's apart: eyes that are taxed on one side of the
    /// comparison only (essay 001 note 12: two stones for a group).
    Join,
    /// A move fills a dame: a point where stones are counted, nothing where extra moves are given back
    /// (essay 004 article 14).
    Dame,
    /// A move fills own territory or is lost in the opponent's: it costs a point where extra moves are
    /// given back, else nothing.
    Fill,
    /// One plays on where the other passes: an extra move is given back under one of them.
    GivenBack,
    /// What may not come back differs (RULES.md §3), or which suicides are legal.
    Ban,
    /// As the position stands, eyes of groups are counted under one and not under the other.
    GroupTax,
    /// Points in seki are counted differently.
    Seki,
    /// Komi differs.
    Komi,
    /// In the lines expected after the two moves the sides keep other numbers of eyes, or make other
    /// numbers of moves. Only as sure as those lines.
    Expected,
}

impl ReasonKind {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            ReasonKind::Join => "join",
            ReasonKind::Dame => "dame",
            ReasonKind::Fill => "fill",
            ReasonKind::GivenBack => "given-back",
            ReasonKind::Ban => "ban",
            ReasonKind::GroupTax => "group-tax",
            ReasonKind::Seki => "seki",
            ReasonKind::Komi => "komi",
            ReasonKind::Expected => "expected",
        }
    }
}

impl fmt::Display for ReasonKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// Its kind.
    pub kind: ReasonKind,
    /// The move it is about, if it is about one.
    pub about: Option<Move>,
    /// A sentence.
    pub text: String,
}

/// All reasons for which two views of a position differ: first those about moves.
pub(super) fn derive(game: &Game, color: Color, first: &View, second: &View) -> Vec<Reason> {
    let mut asked = Asked {
        game,
        color,
        views: [first, second],
        found: Vec::new(),
    };
    let bests = [first.best, second.best];
    if bests[0] != bests[1] {
        for mv in bests {
            asked.illegal(mv);
            match mv {
                Move::Real(point) => asked.real_move(point),
                _ => asked.pass(),
            }
        }
    }
    asked.bans();
    if bests[0] != bests[1] && asked.found.is_empty() {
        asked.expected_lines();
    }
    asked.as_it_stands();
    asked.found
}

struct Asked<'a> {
    game: &'a Game,
    color: Color,
    views: [&'a View; 2],
    found: Vec<Reason>,
}

fn capitalised(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn groups(number: u32) -> String {
    match number {
        1 => "1 group that keeps".into(),
        n => format!("{n} groups that keep"),
    }
}

fn points(number: i32) -> String {
    match number {
        1 => "1 point".into(),
        n => format!("{n} points"),
    }
}

impl Asked<'_> {
    fn rules(&self, i: usize) -> &Rules {
        &self.views[i].system.rules
    }

    fn name(&self, i: usize) -> &str {
        &self.views[i].system.name
    }

    fn move_name(&self, mv: Move) -> String {
        self.game.size().move_name(mv)
    }

    fn push(&mut self, kind: ReasonKind, about: Option<Move>, text: String) {
        self.found.push(Reason { kind, about, text });
    }

    /// The names of the system of which this is true and of the other, if it is true of one.
    fn split(&self, is: impl Fn(&Rules) -> bool) -> Option<(String, String)> {
        match (is(self.rules(0)), is(self.rules(1))) {
            (true, false) => Some((self.name(0).into(), self.name(1).into())),
            (false, true) => Some((self.name(1).into(), self.name(0).into())),
            _ => None,
        }
    }

    /// What the judgement of the first view took for dead.
    fn dead(&self) -> PointSet {
        let settled = self.views.iter().find_map(|v| v.settled.as_ref());
        settled.map_or(PointSet::EMPTY, |s| s.position.dead)
    }

    fn illegal(&mut self, mv: Move) {
        for i in 0..2 {
            if let Some(Err(why)) = self.views[i].forced(mv) {
                let (name, other) = (self.name(i), self.name(1 - i));
                let text = format!(
                    "{} may not be played under {name} ({why}), but under {other} it may.",
                    self.move_name(mv)
                );
                self.push(ReasonKind::Ban, Some(mv), text);
            }
        }
    }

    fn real_move(&mut self, point: Point) {
        let (board, dead, color) = (self.game.board(), self.dead(), self.color);
        let touch = self.rules(0).touch_points && self.rules(1).touch_points;
        let now = Fate::of(board, &dead, touch);
        let Some(mine) = Fate::after(board, &dead, touch, point, color) else {
            return;
        };
        let theirs = Fate::after(board, &dead, touch, point, color.opponent());
        let theirs = theirs.as_ref().unwrap_or(&now);
        self.joins(point, &mine, theirs);
        if let Some((back, free)) = self.split(Rules::compensates) {
            self.idle(point, &now, &mine, theirs, &back, &free);
        }
    }

    fn joins(&mut self, point: Point, mine: &Fate, theirs: &Fate) {
        let Some((taxed, free)) = self.split(Rules::counts_living_stones) else {
            return;
        };
        let (me, other) = (self.color, self.color.opponent());
        let saved = theirs.eyes(me) - mine.eyes(me);
        let imposed = mine.eyes(other) - theirs.eyes(other);
        if saved + imposed <= 0 {
            return;
        }
        let mut does = Vec::new();
        if saved > 0 {
            let joined = theirs.groups(me) - mine.groups(me);
            does.push(match joined {
                1.. => format!("joins {} groups of {}", joined + 1, capitalised(me)),
                _ => format!("saves {} eyes' tax", capitalised(me)),
            });
        }
        if imposed > 0 {
            does.push(format!("keeps {}'s groups apart", capitalised(other)));
        }
        let text = format!(
            "{} {}: {} under {taxed}, where the eyes of every group are not counted, and nothing by itself under {free}.",
            self.game.size().name(point),
            does.join(" and "),
            points(saved + imposed),
        );
        self.push(ReasonKind::Join, Some(Move::Real(point)), text);
    }

    /// Moves that change no territory.
    fn idle(
        &mut self,
        point: Point,
        now: &Fate,
        mine: &Fate,
        theirs: &Fate,
        back: &str,
        free: &str,
    ) {
        let (me, other) = (self.color, self.color.opponent());
        let name = self.game.size().name(point);
        let own = |fate: &Fate, c: Color| fate.figures[c].own_points;
        let captures = mine.figures[other].stones < now.figures[other].stones;
        let mv = Some(Move::Real(point));
        if now.settlement.shared.contains(point) {
            let quiet =
                own(mine, me) == own(now, me) && own(theirs, other) == own(now, other) && !captures;
            if quiet {
                let text = format!(
                    "{name} is a dame: whoever fills it gets a point under {free}; under {back}, where an extra move is given back, it is worth nothing."
                );
                self.push(ReasonKind::Dame, mv, text);
            }
        } else if now.settlement.own[me].contains(point) && !captures {
            let text = format!(
                "{name} fills {}'s own territory: it costs a point under {back}, where an extra move is given back, and nothing under {free}.",
                capitalised(me)
            );
            self.push(ReasonKind::Fill, mv, text);
        } else if now.settlement.own[other].contains(point) {
            let text = format!(
                "{name} is in {}'s territory: if it fails it costs a point under {back}, where an extra move is given back, and nothing under {free} if it is not answered.",
                capitalised(other)
            );
            self.push(ReasonKind::Fill, mv, text);
        }
    }

    fn pass(&mut self) {
        if let Some((back, free)) = self.split(Rules::compensates) {
            let text = format!(
                "To make no real move costs nothing under {back}, where an extra move is given back; under {free} every stone that lives counts, so play goes on while there is room."
            );
            self.push(ReasonKind::GivenBack, Some(Move::Pass), text);
        }
    }

    /// Bans of repetition that differ, now and for the opponent after each best move.
    fn bans(&mut self) {
        let games = [0, 1].map(|i| replay(self.game, self.rules(i)));
        self.compare_bans(&games, self.color, "");
        let mut bests = vec![self.views[0].best];
        if self.views[1].best != bests[0] {
            bests.push(self.views[1].best);
        }
        for mv in bests {
            let mut after = games.clone();
            if after
                .iter_mut()
                .all(|game| game.play(self.color, mv).is_ok())
            {
                let said = format!("after {} ", self.move_name(mv));
                self.compare_bans(&after, self.color.opponent(), &said);
            }
        }
    }

    fn compare_bans(&mut self, games: &[Game; 2], mover: Color, when: &str) {
        let banned = |game: &Game, point| match game.check(mover, Move::Real(point)) {
            Err(why @ (IllegalMove::Ko | IllegalMove::Regress(_))) => Some(why),
            _ => None,
        };
        for point in self.game.size().points() {
            let found = [0, 1].map(|i| banned(&games[i], point));
            let (i, why) = match found {
                [Some(why), None] => (0, why),
                [None, Some(why)] => (1, why),
                _ => continue,
            };
            // What is impossible under the other for another cause is no difference worth telling.
            if games[1 - i].check(mover, Move::Real(point)).is_err() {
                continue;
            }
            let text = format!(
                "{}{} may not play {} under {} ({why}), but may under {}.",
                when,
                capitalised(mover),
                self.game.size().name(point),
                self.name(i),
                self.name(1 - i)
            );
            let mut letters = text.chars();
            let text = letters
                .next()
                .map_or(String::new(), |c| c.to_uppercase().chain(letters).collect());
            self.push(ReasonKind::Ban, Some(Move::Real(point)), text);
        }
    }

    /// Where the lines lead that each system's own search expects after the two moves.
    fn expected_lines(&mut self) {
        for i in 0..2 {
            let (ours, other) = (self.views[i].best, self.views[1 - i].best);
            let (Some(one), Some(two)) = (self.end_of_line(i, ours), self.end_of_line(i, other))
            else {
                continue;
            };
            let me = self.color;
            let gain = |of: &dyn Fn(&Fate, Color) -> i32| {
                let difference = |fate: &Fate| of(fate, me) - of(fate, me.opponent());
                difference(&one.0) - difference(&two.0)
            };
            let eyes = -gain(&|fate, c| fate.eyes(c));
            let extra = two.1 - one.1;
            let (rules, against) = (self.rules(i), self.rules(1 - i));
            let by_tax =
                rules.counts_living_stones() && !against.counts_living_stones() && eyes > 0;
            let by_moves = rules.compensates() && !against.compensates() && extra > 0;
            let (ours_name, other_name) = (self.move_name(ours), self.move_name(other));
            let name = self.name(i).to_string();
            if by_tax {
                let text = format!(
                    "In the lines expected after {ours_name} and {other_name}, {ours_name} leaves {} {eyes} eyes better off: so many points under {name} alone.",
                    capitalised(me)
                );
                self.push(ReasonKind::Expected, Some(ours), text);
            }
            if by_moves {
                let text = format!(
                    "In the lines expected after {ours_name} and {other_name}, {} makes {extra} fewer extra moves after {ours_name}: so many points under {name} alone.",
                    capitalised(me)
                );
                self.push(ReasonKind::Expected, Some(ours), text);
            }
        }
    }

    /// The position at the end of the line that a view expects after a move, settled, and how many real
    /// moves more the side to move made in it.
    fn end_of_line(&self, i: usize, mv: Move) -> Option<(Fate, i32)> {
        let rules = self.rules(i);
        let mut game = replay(self.game, rules);
        let (mut color, mut extra) = (self.color, 0);
        for &next in self.views[i].line_after(mv) {
            game.play(color, next).ok()?;
            if next != Move::Pass {
                extra += color.sign() * self.color.sign();
            }
            color = color.opponent();
        }
        let board = game.board();
        let judged = Judge::new(board, JUDGED_BY).judge(board, rules);
        Some((
            Fate::of(board, &judged.dead.dead, rules.touch_points),
            extra,
        ))
    }

    /// What the systems make of the position as it stands.
    fn as_it_stands(&mut self) {
        let [Some(one), Some(two)] = self.views.map(|v| v.settled.as_ref()) else {
            return;
        };
        let figures = one.count.figures;
        if let Some((taxed, free)) = self.split(Rules::counts_living_stones) {
            let (black, white) = (figures.black, figures.white);
            let for_black = white.eyes as i32 - black.eyes as i32;
            if for_black != 0 {
                let gainer = if for_black > 0 {
                    Color::Black
                } else {
                    Color::White
                };
                let text = format!(
                    "As it stands Black has {} {} eyes and White {} {}: {} for {} under {taxed}, where eyes are not counted, against {free}.",
                    groups(black.groups),
                    black.eyes,
                    groups(white.groups),
                    white.eyes,
                    points(for_black.abs()),
                    capitalised(gainer)
                );
                self.push(ReasonKind::GroupTax, None, text);
            }
        }
        let seki = |i: usize| {
            let position = &self.views[i].settled.as_ref().map(|s| &s.position);
            let count = |c: Color| position.map_or(0, |p| p.seki_points[c].len());
            Color::BOTH.map(count)
        };
        let counts = |rules: &Rules| (rules.tax == Tax::Seki, rules.touch_points);
        let any_seki = |s: &super::Settled| {
            Color::BOTH
                .iter()
                .any(|&c| !s.position.seki_stones[c].is_empty())
        };
        if counts(self.rules(0)) != counts(self.rules(1)) && (any_seki(one) || any_seki(two)) {
            let ([b0, w0], [b1, w1]) = (seki(0), seki(1));
            let say = |i: usize, b: usize, w: usize| {
                let not = if self.rules(i).tax == Tax::Seki {
                    "not counted"
                } else {
                    "own points"
                };
                format!(
                    "under {} Black has {b} points in seki and White {w} ({not})",
                    self.name(i)
                )
            };
            let text = format!("There is a seki: {}, {}.", say(0, b0, w0), say(1, b1, w1));
            self.push(ReasonKind::Seki, None, text);
        }
        if let Some((back, free)) = self.split(Rules::compensates) {
            let extra = figures.black.real_moves as i32 - figures.white.real_moves as i32;
            if extra != 0 {
                let more = if extra > 0 {
                    Color::Black
                } else {
                    Color::White
                };
                let text = format!(
                    "{} has made {} more real moves (stones set up count as moves): {} given back under {back}, not under {free}.",
                    capitalised(more),
                    extra.abs(),
                    points(extra.abs())
                );
                self.push(ReasonKind::GivenBack, None, text);
            }
        }
        let given = [one.count.to_white, two.count.to_white];
        if given[0] != given[1] {
            let text = format!(
                "White is given {} under {} and {} under {}.",
                given[0],
                self.name(0),
                given[1],
                self.name(1)
            );
            self.push(ReasonKind::Komi, None, text);
        }
    }
}

/// Playouts by which the end of an expected line is judged.
const JUDGED_BY: u32 = 100;
