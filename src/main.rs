//! The one binary: subcommands are parsed here and handed to the front ends.

fn main() {}
