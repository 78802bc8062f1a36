//! The command line of hypermate.

fn main() {}
