//! portax: performance portability for Rust.

pub mod backend;
pub mod error;
pub mod exec;
pub mod functor;
pub mod ir;
pub mod layout;
pub mod pattern;
pub mod policy;
pub mod space;
pub mod team;
pub mod value;
pub mod view;

pub use error::{Error, Result};
pub use exec::Float;
pub use functor::{Functor, MdRangeKernel, RangeKernel, ReduceKernel, ScanKernel, TeamKernel};
pub use layout::{AoSoA, LayoutLeft, LayoutRight, LayoutStride};
pub use pattern::{ForPolicy, Held, Prepared};
pub use policy::{AUTO, Iterate, MdRangePolicy, RangePolicy, TeamPolicy};
pub use portax_macros::{Functor, device, kernel};
pub use space::Space;
pub use value::{Complex, Element, Max, Min, Reducer, Sum};
pub use view::{HostView, View, deep_copy};
