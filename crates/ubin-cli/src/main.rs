//! The command `ubin`.
fn main() {}
