//! Any bytes: never a panic, never a hang, never a stack that grows with the file.

use super::golden::cases;
use dunhuang::rng::Rng;
use dunhuang::sgf::{LoadError, Options, check_bytes, read};

fn check(bytes: &[u8]) {
    if let Err(error) = check_bytes(bytes) {
        panic!("{error}\n--- of ---\n{}", bytes.escape_ascii());
    }
}

#[test]
fn mutated_files() {
    let cases = cases();
    let mut rng = Rng::from_seed(1);
    let pieces: [&[u8]; 24] = [
        b"(",
        b")",
        b";",
        b"[",
        b"]",
        b"\\",
        b"\n",
        b"\r\n",
        b"(;",
        b"B[aa]",
        b"W[]",
        b"AB[aa:cc]",
        b"AE[aa]",
        b"CA[GBK]",
        b"CA[Shift_JIS]",
        b"PL[W]",
        b"SZ[2]",
        b"\x81",
        b"\xe9",
        b"\xff\xfe",
        b"RU[living-stones]",
        b"DUNHUANG[end agreed]",
        b"W[cc]B[]",
        b"tt",
    ];
    for round in 0..6000 {
        let source = &cases[round % cases.len()].1;
        let mut bytes = source.clone();
        for _ in 0..=rng.below(4) {
            let at = rng.below(bytes.len() as u32 + 1) as usize;
            match rng.below(5) {
                0 => {
                    let piece = pieces[rng.below(pieces.len() as u32) as usize];
                    bytes.splice(at..at, piece.iter().copied());
                }
                1 if at < bytes.len() => bytes[at] = rng.below(256) as u8,
                2 if at < bytes.len() => drop(bytes.remove(at)),
                3 => bytes.truncate(at),
                _ => {
                    let other = &cases[rng.below(cases.len() as u32) as usize].1;
                    let from = rng.below(other.len() as u32 + 1) as usize;
                    bytes.splice(at..at, other[from..].iter().copied());
                }
            }
        }
        check(&bytes);
    }
}

#[test]
fn files_cut_at_every_byte() {
    for (_, bytes, _) in cases() {
        for end in 0..bytes.len().min(120) {
            check(&bytes[..end]);
        }
    }
}

#[test]
fn random_bytes_and_random_pieces() {
    let mut rng = Rng::from_seed(2);
    let alphabet = b"();[]\\ \nBWAEPLCaceg:t\x81\x95\x5c\xff";
    for round in 0..6000 {
        let length = rng.below(80) as usize;
        let mut bytes = b"(;".to_vec();
        for _ in 0..length {
            let wild = round % 3 == 0;
            let pick = rng.below(alphabet.len() as u32) as usize;
            bytes.push(if wild {
                rng.below(256) as u8
            } else {
                alphabet[pick]
            });
        }
        check(&bytes);
    }
}

/// Runs with a stack that any recursion over the file would overflow.
fn with_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    thread.spawn(test).unwrap().join().unwrap();
}

#[test]
fn depth_costs_no_stack() {
    with_a_small_stack(|| {
        let many = 60_000;
        for (open, close) in [
            ("(;", ")"),
            ("(;B[aa]", ""),
            ("(", ")"),
            (";", ""),
            ("(;C[a](;)", ")"),
            ("((;a[b]", ""),
        ] {
            let text = format!("(;SZ[9]{}{}", open.repeat(many), close.repeat(many));
            check(text.as_bytes());
        }
        for text in [
            "(;",
            "[",
            "\\",
            "(;C[\\",
            ")(",
            "(;CA[GBK]C[\\]",
            "(;)",
            "(;CA[",
            "(;C[\u{81}\\]",
            "(B[",
            "(A ",
        ] {
            check(text.repeat(many).as_bytes());
            check(format!("(;CA[Shift_JIS]{}", text.repeat(many)).as_bytes());
        }
    });
}

#[test]
fn endless_games_are_refused() {
    let text = format!("(;SZ[9]RU[Japanese]{}", ";B[];W[]".repeat(5000));
    let collection = read(text.as_bytes()).unwrap();
    let error = collection.games[0]
        .to_game(&Options::default())
        .unwrap_err();
    assert_eq!(error, LoadError::TooManyMoves);
    let part = collection.games[0].to_game_before(300, &Options::default());
    assert_eq!(part.unwrap().moves, 299);
    let text = format!("(;SZ[9]{}", ";AB[aa]".repeat(5000));
    let collection = read(text.as_bytes()).unwrap();
    assert!(collection.games[0].to_game(&Options::default()).is_err());
}
