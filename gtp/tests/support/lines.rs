//! Lines of random conversations.

use dunhuang::rng::Rng;
use dunhuang_gtp::registry;

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

/// Appends a command with arguments, right or wrong, and no line end. `passed_over` are commands never drawn.
pub fn command(rng: &mut Rng, passed_over: &[&str], text: &mut String) {
    let pick = |rng: &mut Rng, n: usize| rng.below(n as u32) as usize;
    if rng.chance(0.6) {
        *text += FREQUENT[pick(rng, FREQUENT.len())];
        *text += " ";
    } else {
        let name = loop {
            let name = registry::COMMANDS[pick(rng, registry::COMMANDS.len())].name;
            if !passed_over.contains(&name) {
                break name;
            }
        };
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
}
