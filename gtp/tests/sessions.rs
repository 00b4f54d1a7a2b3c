//! Thousands of short random conversations: no panic, one response for each command, and a refused
//! command changes nothing.

use dunhuang::rng::{Rng, derive_seed};
use dunhuang_gtp::{check, registry};

/// Words that arguments are made of: right ones, wrong ones, and strange ones.
const WORDS: [&str; 88] = [
    "b",
    "w",
    "black",
    "WHITE",
    "e",
    "x",
    "A1",
    "B2",
    "C3",
    "D4",
    "E5",
    "a2",
    "b1",
    "c2",
    "d3",
    "A3",
    "C1",
    "E1",
    "B5",
    "pass",
    "PASS",
    "resign",
    "T19",
    "Z9",
    "I5",
    "J9",
    "A0",
    "A99",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "9",
    "-1",
    "7.5",
    "7,5",
    "NaN",
    "inf",
    "1e39",
    "99999999999999999999",
    "0x10",
    "tang",
    "living-stones",
    "living-stones-simple",
    "chinese",
    "japanese",
    "aga",
    "tromp-taylor",
    "point-counting-art",
    "ikeda",
    "ko",
    "SIMPLE",
    "POSITIONAL",
    "VIRTUAL",
    "suicide",
    "true",
    "false",
    "presetStones",
    "forcedEnd",
    "DEMAND",
    "AUTO",
    "tax",
    "ALL",
    "force",
    "alive",
    "dead",
    "seki",
    "dame",
    "full-board",
    "equal-stones",
    "literal",
    "--steps",
    "absolute",
    "byoyomi",
    "fischer",
    "{\"ko\":\"SIMPLE\"}",
    "interval",
    "avoid",
    "allow",
    "C3,D4",
    "minmoves",
    "ownership",
    "rootInfo",
    "10",
    "{",
    "\u{fffd}",
];

/// Commands that make something happen, so that sessions get somewhere.
const FREQUENT: [&str; 16] = [
    "play b",
    "play w",
    "play b",
    "play w",
    "genmove b",
    "genmove w",
    "undo",
    "play b pass",
    "play w pass",
    "dunhuang-end",
    "dunhuang-resume",
    "gogui-setup b",
    "kata-analyze",
    "lz-analyze 10",
    "kata-genmove_analyze",
    "kata-analyze w 10 ownership true movesOwnership true pvVisits true",
];

fn line(rng: &mut Rng, text: &mut String) {
    let pick = |rng: &mut Rng, n: usize| rng.below(n as u32) as usize;
    if rng.chance(0.1) {
        *text += &format!("{} ", rng.below(1000));
    }
    if rng.chance(0.6) {
        *text += FREQUENT[pick(rng, FREQUENT.len())];
        *text += " ";
    } else {
        let name = registry::COMMANDS[pick(rng, registry::COMMANDS.len())].name;
        // Big boards make counting slow, and that is all they do here.
        *text += if name == "boardsize" {
            "boardsize 4"
        } else {
            name
        };
        *text += if rng.chance(0.1) { "\t" } else { " " };
    }
    for _ in 0..[0, 1, 1, 1, 2, 2, 3, 4][pick(rng, 8)] {
        *text += WORDS[pick(rng, WORDS.len())];
        *text += " ";
    }
    *text += ["", "", "", "", "\r", "# comment", "\u{0}"][pick(rng, 7)];
    *text += "\n";
}

#[test]
fn random_sessions_keep_the_protocol() {
    for number in 0..3000 {
        let mut rng = Rng::from_seed(derive_seed(0x6774_7021, number));
        let mut text = String::new();
        for _ in 0..4 + rng.below(24) {
            line(&mut rng, &mut text);
        }
        if let Err(error) = check::session(text.as_bytes(), true) {
            panic!("session {number}: {error}\n{text}");
        }
    }
}

#[test]
fn random_bytes_keep_the_protocol() {
    for number in 0..2000 {
        let mut rng = Rng::from_seed(derive_seed(7, number));
        let bytes: Vec<u8> = (0..rng.below(200))
            .map(|_| match rng.below(4) {
                0 => b'\n',
                1 => b' ',
                _ => rng.below(256) as u8,
            })
            .collect();
        if let Err(error) = check::session(&bytes, true) {
            panic!("bytes {number}: {error}");
        }
    }
}
