//! The `dunhuang` program.
fn main() {}
