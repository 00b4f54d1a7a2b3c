//! The fuzz target `moves` over pseudo-random bytes, so that it also runs without a fuzzer.

use crate::scale;
use crate::script::Script;
use dunhuang::rng::{Rng, derive_seed};

#[test]
fn any_bytes_are_a_script_that_both_referees_play_alike() {
    let mut done = 0;
    for number in 0..scale(150, 2000) {
        let mut rng = Rng::from_seed(derive_seed(0x4D4F_5645, u64::from(number)));
        let length = rng.below(400);
        let bytes: Vec<u8> = (0..length).map(|_| rng.below(256) as u8).collect();
        match Script::from_bytes(&bytes).run() {
            Ok(acts) => done += acts,
            Err(difference) => panic!("bytes {bytes:?}\n{difference}"),
        }
    }
    assert!(done > 1000, "only {done} acts changed a game");
}

#[test]
fn short_and_empty_inputs_are_scripts() {
    for length in 0..8 {
        for byte in [0, 1, 127, 128, 255] {
            Script::from_bytes(&vec![byte; length])
                .run()
                .expect("no difference");
        }
    }
}
