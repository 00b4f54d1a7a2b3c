//! Bytes read as SGF: see `dunhuang::sgf::check_bytes`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| dunhuang::sgf::check_bytes(bytes).unwrap());
