//! Bytes to text, before any bracket is looked at: in Shift_JIS, GBK and Big5 the second byte of a
//! character may be `\` or `]`.
//!
//! What decides, in this order: a byte order mark; each game's `CA`, for that game and those after it;
//! for games before the first `CA` a guess: UTF-8 if it is that, GB18030 if every run of non-ASCII
//! bytes can be whole two-byte characters of it, else Latin-1 (which FF\[4\] gives as the default).

use encoding_rs::{BIG5, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, WINDOWS_1252};

/// A decoded file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// The text.
    pub text: String,
    /// Name of the first game's encoding, as the Encoding Standard has it.
    pub encoding: &'static str,
    /// Whether some bytes were not text in their encoding and became U+FFFD.
    pub damaged: bool,
}

/// Decodes a file.
pub fn decode(bytes: &[u8]) -> Decoded {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let (text, damaged) = encoding.decode_without_bom_handling(&bytes[mark..]);
        return Decoded {
            text: text.into_owned(),
            encoding: encoding.name(),
            damaged,
        };
    }
    let mut text = String::new();
    let mut damaged = false;
    let mut start = 0;
    let sections = sections(bytes);
    for &(end, encoding) in &sections {
        let (part, part_damaged) = encoding.decode_without_bom_handling(&bytes[start..end]);
        text.push_str(&part);
        damaged |= part_damaged;
        start = end;
    }
    Decoded {
        text,
        encoding: sections.first().map_or(UTF_8, |section| section.1).name(),
        damaged,
    }
}

/// The ends of the runs of games in one encoding, and the encodings.
fn sections(bytes: &[u8]) -> Vec<(usize, &'static Encoding)> {
    let mut sections: Vec<(usize, &'static Encoding)> = Vec::new();
    let mut at = 0;
    let mut known = None;
    while at < bytes.len() {
        let start = game_start(bytes, at).unwrap_or(bytes.len());
        let game = &bytes[start..];
        let mut length = game_length(game, known);
        if let Some((named_at, named)) = charset(game, known) {
            let named_length = game_length(game, Some(named));
            // Where the new encoding would make the game end before its own name, it is not one.
            if named_at < named_length {
                known = Some(named);
                length = named_length;
            }
        }
        let end = start + length;
        let encoding = known.unwrap_or_else(|| guess(&bytes[at..end]));
        match sections.last_mut() {
            Some(last) if last.1 == encoding => last.0 = end,
            _ => sections.push((end, encoding)),
        }
        at = end;
    }
    sections
}

/// Where the next `(;` begins.
fn game_start(bytes: &[u8], from: usize) -> Option<usize> {
    let mut open = None;
    for (at, byte) in bytes.iter().enumerate().skip(from) {
        match byte {
            b'(' => open = Some(at),
            b';' if open.is_some() => return open,
            byte if byte.is_ascii_whitespace() => {}
            _ => open = None,
        }
    }
    None
}

/// The length of the game that begins here, brackets and two-byte characters respected.
fn game_length(bytes: &[u8], encoding: Option<&'static Encoding>) -> usize {
    let mut depth = 0usize;
    let mut in_value = false;
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        at += 1;
        match byte {
            byte if is_lead(byte, encoding) => at += 1,
            b'\\' if in_value => at += 1,
            b']' => in_value = false,
            _ if in_value => {}
            b'[' => in_value = true,
            b'(' => depth += 1,
            b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at.min(bytes.len());
                }
            }
            _ => {}
        }
    }
    bytes.len()
}

/// Whether a byte is the first of two.
fn is_lead(byte: u8, encoding: Option<&'static Encoding>) -> bool {
    let Some(encoding) = encoding else {
        return false;
    };
    if encoding == SHIFT_JIS {
        matches!(byte, 0x81..=0x9f | 0xe0..=0xfc)
    } else if [GBK, GB18030, BIG5, EUC_KR].contains(&encoding) {
        matches!(byte, 0x81..=0xfe)
    } else {
        false
    }
}

/// The encoding named by `CA` in the root of the game that begins here, and where it stands; until
/// then the bytes are taken to be in the encoding known so far.
fn charset(game: &[u8], known: Option<&'static Encoding>) -> Option<(usize, &'static Encoding)> {
    let mut at = game.iter().position(|&b| b == b';')? + 1;
    loop {
        at += space(&game[at..]);
        let word = &game[at..];
        let letters = word.iter().take_while(|b| b.is_ascii_alphabetic()).count();
        let mut value = at + letters + space(&word[letters..]);
        if letters == 0 || game.get(value) != Some(&b'[') {
            break;
        }
        if &word[..letters] == b"CA" {
            return Some(value).zip(label(&game[value..]));
        }
        while game.get(value) == Some(&b'[') {
            value += value_length(&game[value..], known);
            value += space(&game[value..]);
        }
        at = value;
    }
    // A two-byte character before CA, or garbage, has led astray: take the first CA before the end of
    // the line of play, escapes and brackets not respected.
    let end = game.iter().position(|&b| b == b')').unwrap_or(game.len());
    let end = end.min(4096);
    (1..end.saturating_sub(2)).find_map(|i| {
        let begins = &game[i..i + 2] == b"CA" && !game[i - 1].is_ascii_uppercase();
        let bracket = i + 2 + space(&game[i + 2..end]);
        let opens = begins && game.get(bracket) == Some(&b'[');
        opens.then(|| Some(i).zip(label(&game[bracket..])))?
    })
}

fn space(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|b| b.is_ascii_whitespace()).count()
}

/// The length of a value with its brackets.
fn value_length(bytes: &[u8], encoding: Option<&'static Encoding>) -> usize {
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            byte if is_lead(byte, encoding) => at += 2,
            b'\\' => at += 2,
            b']' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The encoding of a label in brackets.
fn label(bytes: &[u8]) -> Option<&'static Encoding> {
    let end = bytes.iter().take(48).position(|&b| b == b']')?;
    let label = std::str::from_utf8(&bytes[1..end]).ok()?;
    let label = label.trim().to_ascii_lowercase();
    let standard = match label.as_str() {
        "cp932" | "932" => "shift_jis",
        "cp936" | "936" | "gb" => "gbk",
        "cp949" | "949" | "euckr" => "euc-kr",
        "cp950" | "950" | "big-5" => "big5",
        "eucjp" => "euc-jp",
        other => other,
    };
    // The label itself was read as ASCII, so a UTF-16 without a mark is not what it says.
    Encoding::for_label_no_replacement(standard.as_bytes())
        .filter(|encoding| encoding.name() != "UTF-16LE" && encoding.name() != "UTF-16BE")
}

/// The encoding of bytes that do not say it.
fn guess(bytes: &[u8]) -> &'static Encoding {
    if std::str::from_utf8(bytes).is_ok() {
        return UTF_8;
    }
    let whole_pairs = bytes
        .split(u8::is_ascii)
        .all(|run| run.len().is_multiple_of(2));
    let gb = whole_pairs
        && GB18030
            .decode_without_bom_handling_and_without_replacement(bytes)
            .is_some();
    if gb { GB18030 } else { WINDOWS_1252 }
}
