//! How the engine likes games to end, and what it finally plays.

use super::TINY;
use super::cleanup;
use super::params::Params;
use super::report::MoveReport;
use super::root::Root;
use super::settle::{Judge, Judged, settle_without, settled_halves};
use super::value;
use crate::board::Board;
use crate::color::Color;
use crate::counting::{DoubtKind, Settlement, unconditional_life};
use crate::point::{Move, Point, PointSet};
use crate::rules::{Rules, Suicide};

/// The engine's way of ending, whatever the rules of ending are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// Two virtual moves or passes in a row are a rest: dead stones are taken off, then it is counted.
    Rest,
    /// Nobody rests: every path is filled, dead stones are captured, and what stands is counted.
    Natural,
}

impl Ending {
    pub(super) const WORDS: &'static [&'static str] = &["rest", "natural"];

    /// The name users write.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Rest => "rest",
            Ending::Natural => "natural",
        }
    }

    /// Reads a name.
    pub fn parse(text: &str) -> Option<Ending> {
        [Ending::Rest, Ending::Natural]
            .into_iter()
            .find(|e| e.name().eq_ignore_ascii_case(text))
    }
}

/// Whether a stone on this point would fill one of the last two eyes of an own group. Such moves are
/// not searched. A group is chains joined by one-point eyes; while it has three of them one is a path.
/// Where a chain around the eye is in atari the point may be needed to join, so it stays open.
pub(super) fn fills_last_eye(board: &Board, point: Point, color: Color) -> bool {
    if !board.is_eye(point, color)
        || board.size().area() <= TINY
        || board.neighbours(point).any(|q| board.liberty_count(q) == 1)
    {
        return false;
    }
    let mut eyes = [Point::NONE; 3];
    eyes[0] = point;
    let (mut count, mut looked_at) = (1, 0);
    while looked_at < count {
        for near in board.neighbours(eyes[looked_at]) {
            for stone in board.chain_stones(near) {
                for q in stone.neighbours() {
                    if board.is_empty(q) && board.is_eye(q, color) && !eyes[..count].contains(&q) {
                        eyes[count] = q;
                        count += 1;
                        if count == 3 {
                            return false;
                        }
                    }
                }
            }
        }
        looked_at += 1;
    }
    true
}

/// Whether a stone on this point fills an eye of chains that live unconditionally, so that some no longer
/// do: what cannot be killed is not put at risk, whatever eyes are left.
pub(super) fn gives_up_life(board: &Board, rules: &Rules, point: Point, color: Color) -> bool {
    if !board.is_eye(point, color) || board.size().area() <= TINY {
        return false;
    }
    let suicide = rules.suicide != Suicide::None;
    let alive = |board: &Board| unconditional_life(board, color, suicide).alive;
    let mut after = board.clone();
    after.play_unkeyed(point, color);
    !alive(board).difference(&alive(&after)).is_empty()
}

/// What the choice of the move to play depends on.
pub(super) struct Scene<'a> {
    pub params: &'a Params,
    pub root: &'a Root,
    pub outlook: Option<&'a Outlook>,
    /// Whether dead stones are to be captured, whatever the rules.
    pub cleanup: bool,
    /// The search's own chance of winning, and its visits.
    pub win: f32,
    pub visits: u64,
}

/// The root judged as if it were a rest, from the side to move. Made once a search.
pub(super) struct Outlook {
    color: Color,
    pub judged: Judged,
    /// What a rest would be worth now, for the side to move.
    win: f32,
    /// Whether no chain's life is in doubt.
    clear: bool,
    /// Whether, besides, every group has its eyes and every region its owner.
    finished: bool,
    /// Whether dame are left that count.
    dame_left: bool,
}

impl Outlook {
    /// Looks at the root, unless too much of the board is empty for a rest.
    pub fn new(root: &Root, params: &Params) -> Option<Outlook> {
        let (empty, area) = (root.board.empty_count(), root.board.size().area());
        if root.passes == 0 && empty * 4 > area * 3 {
            return None;
        }
        let mut judge = Judge::new(&root.board, params.rest_playouts);
        let judged = judge.judge(&root.board, &root.rules);
        let value = value::of_halves(
            root,
            root.real_moves,
            settled_halves(&judged.settlement, &root.rules),
        );
        let clear = judged.is_clear();
        Some(Outlook {
            color: root.to_move,
            win: value.seen_by(root.to_move).win,
            clear,
            finished: clear && judged.settlement.doubts.is_empty(),
            dame_left: !root.rules.compensates() && !judged.settlement.dame.is_empty(),
            judged,
        })
    }

    /// Whether nothing is left that could change the count but a mistake.
    fn settled(&self) -> bool {
        self.finished && !self.dame_left
    }

    /// Whether a pass might be right although nobody offered a rest, so that the search must look at it.
    pub fn suggests_pass(&self) -> bool {
        self.settled() && self.win == 1.0
    }

    fn is_dame(&self, point: Point) -> bool {
        self.judged.settlement.dame.contains(point)
    }

    /// Whether the point is the mover's own and no eye: a path, or room where dead stones stand.
    fn is_path(&self, point: Point) -> bool {
        self.judged.settlement.paths(self.color).contains(point)
    }

    fn is_enemys(&self, point: Point) -> bool {
        self.judged.settlement.own[self.color.opponent()].contains(point)
    }
}

/// Puts the moves in order, the best first, numbers them, and returns what to play.
///
/// A move proved to win comes first, one proved to lose last. Else most visits win, and among moves
/// of many visits the highest lower bound. Then the ways of ending are heard ([`prefer`]).
pub(super) fn choose(scene: &Scene, moves: &mut [MoveReport]) -> Move {
    let proved = |m: &MoveReport, win: f32| m.proved && m.win == win;
    moves.sort_by(|a, b| {
        let rank = |m: &MoveReport| u8::from(proved(m, 1.0)) + u8::from(!proved(m, 0.0));
        let by_rank = rank(b).cmp(&rank(a));
        by_rank
            .then(b.visits.cmp(&a.visits))
            .then(b.prior.total_cmp(&a.prior))
    });
    if let Some(first) = moves.first() {
        let enough = (scene.params.lcb_share * first.visits as f32).max(1.0) as u64;
        let lost = proved(first, 0.0);
        let best = (0..moves.len())
            .filter(|&i| i == 0 || moves[i].visits >= enough && (lost || !proved(&moves[i], 0.0)))
            .reduce(|a, b| if moves[b].lcb > moves[a].lcb { b } else { a });
        moves[..=best.unwrap_or(0)].rotate_right(1);
        if let Some(i) = prefer(scene, moves) {
            moves[..=i].rotate_right(1);
        }
    }
    for (order, report) in moves.iter_mut().enumerate() {
        report.order = order;
    }
    moves.first().map_or(Move::Pass, |report| report.mv)
}

/// How much less a move may promise to be as good as another, in chances and in points.
const NO_WORSE: f32 = 0.05;
const NO_FEWER: f32 = 1.0;
/// The place of the move to play instead of the first, if the way of ending prefers another.
fn prefer(scene: &Scene, moves: &[MoveReport]) -> Option<usize> {
    let pass = moves.iter().position(|m| m.mv == Move::Pass)?;
    let Some(outlook) = scene.outlook.filter(|outlook| outlook.clear || pass != 0) else {
        return doubted(moves, pass);
    };
    if moves.len() == 1 {
        None
    } else if scene.cleanup {
        clean(scene, moves, pass, outlook)
    } else if scene.root.goes_natural() {
        natural(scene, moves, pass, outlook)
    } else {
        rest(scene, moves, pass, outlook)
    }
}

/// Where the position is not clear a pass must have been searched more than all else to be played.
fn doubted(moves: &[MoveReport], pass: usize) -> Option<usize> {
    let other = moves
        .iter()
        .position(|m| m.mv != Move::Pass && m.visits > 0)?;
    let passing = &moves[pass];
    let sure = passing.visits >= 32 && passing.visits >= 2 * moves[other].visits;
    (pass == 0 && !passing.proved && !sure).then_some(other)
}

/// Whether a move promises as much as another, or nearly.
pub(super) fn no_worse(a: &MoveReport, b: &MoveReport) -> bool {
    a.win >= b.win - NO_WORSE && a.score_mean >= b.score_mean - NO_FEWER
}

/// After the game, until no dead stones are left: captures them, and passes when that is done.
fn clean(scene: &Scene, moves: &[MoveReport], pass: usize, outlook: &Outlook) -> Option<usize> {
    if cleanup::is_needed(scene.root, outlook) {
        return cleanup::capture(scene.root, outlook, moves, true);
    }
    (outlook.clear || no_worse(&moves[pass], &moves[0])).then_some(pass)
}

/// The pass, or what must be captured before it.
fn pass_or_capture(
    scene: &Scene,
    moves: &[MoveReport],
    pass: usize,
    outlook: &Outlook,
) -> Option<usize> {
    let capture = cleanup::matters(scene.root)
        .then(|| cleanup::capture(scene.root, outlook, moves, false))
        .flatten();
    capture.or(Some(pass))
}

/// Rests offered lately after which the engine takes one although it does not win, if all is settled and
/// no move promises more: to go on for ever costs the other side only patience.
const ENOUGH_OFFERS: usize = 3;

/// `Ending::Rest`: rests once it is clear, wins and nothing is left to gain; not while dame remain
/// that count; not while behind; and makes the fourth virtual move only if the literal count wins.
fn rest(scene: &Scene, moves: &[MoveReport], pass: usize, outlook: &Outlook) -> Option<usize> {
    let root = scene.root;
    let passing = &moves[pass];
    if root.counts_virtual_moves() && root.virtual_here >= 3 {
        let literal = value::literal_of_root(root).seen_by(root.to_move).win;
        if literal == 1.0 {
            return Some(pass);
        }
        let instead = moves
            .iter()
            .position(|m| m.mv != Move::Pass && m.visits > 0);
        return instead.filter(|&i| pass == 0 && moves[i].win >= literal);
    }
    let offered = root.passes >= 1 && outlook.suggests_pass();
    if offered && scene.win >= 0.5 {
        return pass_or_capture(scene, moves, pass, outlook);
    }
    if root.passes >= 1 && root.offers >= ENOUGH_OFFERS && outlook.settled() {
        let hope = |m: &MoveReport| m.lcb > outlook.win + NO_WORSE;
        if !moves.iter().any(|m| m.mv != Move::Pass && hope(m)) {
            return pass_or_capture(scene, moves, pass, outlook);
        }
    }
    if outlook.suggests_pass() {
        let looked_at = passing.visits * 16 >= scene.visits && passing.visits >= 4;
        return match looked_at && no_worse(passing, &moves[0]) {
            true => pass_or_capture(scene, moves, pass, outlook),
            false => None,
        };
    }
    if pass == 0 && outlook.dame_left {
        let fills_dame = |m: &MoveReport| m.mv.point().is_some_and(|p| outlook.is_dame(p));
        let found = moves
            .iter()
            .position(|m| fills_dame(m) && no_worse(m, passing));
        if found.is_some() {
            return found;
        }
    }
    if pass == 0 && root.passes >= 1 && outlook.win < 1.0 {
        // Where every move costs one, going on for its own sake only loses by more.
        if root.rules.compensates() && outlook.finished {
            return None;
        }
        // Not ahead: the other side would take the rest. Whatever harms nothing keeps the game going.
        let going_on = |m: &MoveReport| m.mv != Move::Pass && m.visits > 0 && no_worse(m, passing);
        return moves.iter().position(going_on);
    }
    None
}

/// `Ending::Natural`: as long as a path can be filled, dead stones taken or dame played without loss,
/// it does that rather than make a virtual move or play where only the enemy can live.
fn natural(scene: &Scene, moves: &[MoveReport], pass: usize, outlook: &Outlook) -> Option<usize> {
    let root = scene.root;
    let passing = &moves[pass];
    let futile = |m: &MoveReport| m.mv.point().is_some_and(|p| outlook.is_enemys(p));
    let gains = moves[0].win > passing.win + NO_WORSE;
    if pass != 0 && !(outlook.clear && futile(&moves[0]) && !gains) {
        return None;
    }
    let ends = root.virtual_here >= 3;
    if ends && scene.win < 0.5 && value::literal_of_root(root).seen_by(root.to_move).win == 1.0 {
        return Some(pass);
    }
    let useful = |m: &MoveReport| {
        let Move::Real(point) = m.mv else {
            return false;
        };
        (m.visits < 10 || no_worse(m, passing))
            && (outlook.is_dame(point) && m.visits > 0
                || outlook.is_path(point) && fills_safely(root, outlook, point))
    };
    moves.iter().position(useful).or(Some(pass))
}

/// Whether a stone on an own point leaves the settled count as it is and no group short of eyes.
pub(super) fn fills_safely(root: &Root, outlook: &Outlook, point: Point) -> bool {
    let color = outlook.color;
    if fills_last_eye(&root.board, point, color) || !root.board.stays(point, color) {
        return false;
    }
    let mut after = root.board.clone();
    let captured = after.play_unchecked(point, color);
    if captured == 0 && after.liberty_count(point) == 1 {
        return false;
    }
    let dead: PointSet = outlook
        .judged
        .dead
        .dead
        .iter()
        .filter(|&p| after.color_at(p).is_some())
        .collect();
    let settlement = settle_without(&after, &dead, &root.rules);
    let weak = |s: &Settlement| {
        s.doubts
            .iter()
            .filter(|d| d.kind == DoubtKind::Group)
            .count()
    };
    let before = &outlook.judged.settlement;
    let halves = |s: &Settlement| color.sign() * settled_halves(s, &root.rules);
    halves(&settlement) >= halves(before) && weak(&settlement) <= weak(before)
}
