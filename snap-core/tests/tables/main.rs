//! The tables of snap-core against the definitions they come from, evaluated by scalar host code.

mod complex;
mod cubic;
mod files;
mod golden;
mod host;
mod interpreter;
mod orbit;
mod pair;
mod pair_stages;
