//! Bytes as a board, rules and actions: the fast referee against its slow twin.
#![no_main]

#[path = "../../tests/legality/compare.rs"]
mod compare;
#[path = "../../tests/legality/script.rs"]
mod script;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(difference) = script::Script::from_bytes(bytes).run() {
        panic!("{difference}");
    }
});
