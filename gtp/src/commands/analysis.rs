//! Analysis: a search that says what it finds while it goes on.

use crate::analysis::request::Request;
use crate::analysis::text::{Form, Situation, line};
use crate::front::{Arguments, Front, done};
use crate::protocol::Answer;

/// `lz-analyze [COLOR] [CENTISECONDS] …`
pub fn lz_analyze(front: &mut Front, arguments: Arguments) -> Answer {
    analyse(front, arguments, Form::Leela)
}

/// `kata-analyze [COLOR] [CENTISECONDS] …`
pub fn kata_analyze(front: &mut Front, arguments: Arguments) -> Answer {
    analyse(front, arguments, Form::Kata)
}

/// `lz-genmove_analyze [COLOR] [CENTISECONDS] …`
pub fn lz_genmove(front: &mut Front, arguments: Arguments) -> Answer {
    search(front, arguments, Form::Leela, true)
}

/// `kata-genmove_analyze [COLOR] [CENTISECONDS] …`
pub fn kata_genmove(front: &mut Front, arguments: Arguments) -> Answer {
    search(front, arguments, Form::Kata, true)
}

/// `kata-search_analyze [COLOR] [CENTISECONDS] …`
pub fn kata_search(front: &mut Front, arguments: Arguments) -> Answer {
    search(front, arguments, Form::Kata, false)
}

/// Any line of input ends it; the tree is kept for what comes next.
fn analyse(front: &mut Front, arguments: Arguments, form: Form) -> Answer {
    let game = front.session.game();
    let request = Request::parse(arguments, game.size())?;
    let color = request.color.unwrap_or(game.to_move());
    let situation = Situation::of(game);
    front.stream.open();
    let mut silent = true;
    let report = front.analyse(color, &request.limits(), &mut |stream, report| {
        stream.lines(&line(form, report, &request, &situation));
        silent = false;
    })?;
    // Who stops it before the first line is due still hears something.
    if silent {
        let text = line(form, &report, &request, &situation);
        front.stream.lines(&text);
    }
    done()
}

/// A search for a move under the time settings, as `genmove` makes it.
fn search(front: &mut Front, arguments: Arguments, form: Form, play: bool) -> Answer {
    let game = front.session.game();
    let size = game.size();
    let request = Request::parse(arguments, size)?;
    let color = request.color.unwrap_or(game.to_move());
    let situation = Situation::of(game);
    front.stream.open();
    let report = front.search(color, play, request.limits(), &mut |stream, report| {
        stream.lines(&line(form, report, &request, &situation));
    })?;
    // The line that the move was chosen by comes last.
    let last = line(form, &report, &request, &situation);
    Ok(format!("{last}\nplay {}", size.move_name(report.best)))
}
