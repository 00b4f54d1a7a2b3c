//! Results. All of them come from one settlement, judged once per position.

use crate::count_text::{boards, figures};
use crate::front::{Arguments, Front};
use crate::protocol::{Answer, Failure};
use dunhuang::counting::Method;
use dunhuang::{Color, Point, PointSet};

/// `final_score`
pub fn final_score(front: &mut Front, _: Arguments) -> Answer {
    Ok(front.session.final_score(&*front.clock).to_string())
}

/// `living_score`: by living stones, whatever the rules in force count.
pub fn living_score(front: &mut Front, _: Arguments) -> Answer {
    let count = front.session.count(Some(Method::FullBoard), &*front.clock);
    Ok(count.result.to_string())
}

/// `final_status_list STATUS`
pub fn final_status_list(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(1)?;
    let status = arguments.word(0)?.to_ascii_lowercase();
    let settled = front.session.settlement(&*front.clock);
    let seki = settled.seki_stones.black.union(&settled.seki_stones.white);
    let territory = |color: Color| settled.own[color].union(&settled.one_sided_dame[color]);
    let points = match &status[..] {
        "alive" => stones(front).difference(&settled.dead).difference(&seki),
        "dead" => settled.dead,
        "seki" => seki,
        "black_territory" => territory(Color::Black),
        "white_territory" => territory(Color::White),
        "dame" => settled.shared,
        _ => return Err(Failure::new("invalid status")),
    };
    Ok(front.names(points.iter()))
}

fn stones(front: &Front) -> PointSet {
    let board = front.session.game().board();
    let occupied = |p: &Point| !board.is_empty(*p);
    board.size().points().filter(occupied).collect()
}

/// `dunhuang-count [METHOD] [--steps]`
pub fn count(front: &mut Front, arguments: Arguments) -> Answer {
    let (mut method, mut steps) = (None, false);
    for word in arguments.words() {
        if word.eq_ignore_ascii_case("--steps") {
            steps = true;
        } else if method.is_none() {
            method = Some(Method::parse(word).ok_or_else(|| unknown_method(word))?);
        } else {
            return Err(Failure::syntax_error());
        }
    }
    let confidence = front.session.dead_stones(&*front.clock).confidence;
    let count = front.session.count(method, &*front.clock);
    let mut text = figures(&count, confidence);
    if steps {
        text += &boards(&count);
    }
    Ok(text)
}

fn unknown_method(word: &str) -> Failure {
    let names: Vec<&str> = Method::ALL.iter().map(|m| m.name()).collect();
    Failure::new(format!(
        "there is no method {word}; the methods are {}",
        names.join(", ")
    ))
}
