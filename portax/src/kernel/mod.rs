//! What macros write against: executors, values, bound views, functors. `README.md` says who may use it.

pub mod exec;
pub mod function;
pub mod functor;
pub mod hosted;
pub mod lambda;
pub mod message;
pub mod simd;
pub mod team;
pub mod trace;
pub mod value;
pub mod view;
