//! A launch, stage by stage.
//!
//! | stage | does | gives |
//! |---|---|---|
//! | [`record`] | records the functor's body, once per type, comptime values and layouts | a program |
//! | [`bind`] | collects what the launch passes: views, extents, scalars | arguments |
//! | [`check`] | proves the program free of races and in bounds for these arguments | a checked launch |
//! | [`host`], [`device`] | divide the work and run it | a [`Prepared`] launch |
//!
//! The patterns (`crate::pattern`) are recipes of these four.

pub(crate) mod bind;
pub(crate) mod check;
mod collective;
pub(crate) mod device;
mod graph;
pub(crate) mod host;
mod league;
mod memory;
pub(crate) mod observe;
mod prepared;
pub(crate) mod record;
pub(crate) mod source;

pub(crate) use collective::Collective;
pub use graph::Graph;
pub(crate) use league::League;
pub use prepared::{Held, Prepared};
pub(crate) use prepared::{host_uses, uses};
