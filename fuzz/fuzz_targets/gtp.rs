//! Bytes as the input of a GTP session: one response per command, no panic, and a refused command
//! changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(error) = dunhuang_gtp::check::session(bytes, true) {
        panic!("{error}");
    }
});
