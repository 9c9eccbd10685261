//! The search as its callers see it: mates, limits, the same tree twice, lines that end in time, draws by the rules.

mod search {
    pub mod basics;
    pub mod material;
}
