//! What moves the elements of views: copies of any to any, fills, slices, new extents, views on both sides.
//!
//! Numbers of a device are moved by launches, so this comes after the patterns.

mod asynchronous;
mod deep_copy;
mod dual;
mod fill;
mod on_device;
mod on_host;
mod resize;
mod slice;
mod untyped;
mod walk;

pub use deep_copy::deep_copy;
pub use dual::DualView;
