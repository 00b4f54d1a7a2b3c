//! Thousands of short random conversations: no panic, one response for each command, and a refused
//! command changes nothing.

mod support;

use dunhuang::rng::{Rng, derive_seed};
use dunhuang_gtp::check;
use support::lines;

fn line(rng: &mut Rng, text: &mut String) {
    if rng.chance(0.1) {
        *text += &format!("{} ", rng.below(1000));
    }
    lines::command(rng, &[], text);
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
