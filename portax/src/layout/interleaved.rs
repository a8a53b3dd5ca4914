//! Arrays of structures.

use super::{Layout, LayoutStride, Order, Placement};

/// Structs side by side, the first index contiguous: an array of structures, each as `#[repr(C)]` lays it out.
///
/// One kernel runs on any layout; this one is for comparison, for data that the host shares with other languages, and for
/// kernels that touch all fields of elements at scattered indices: those are in one or two cache lines. Where lanes
/// run through neighbouring elements, every access is a gather, and all fields pass through the caches:
/// [`AoSoA`](super::AoSoA) and [`LayoutLeft`](super::LayoutLeft) are faster.
///
/// Numbers lie as in [`LayoutLeft`](super::LayoutLeft), and so do complex numbers that are no fields.
///
/// ```
/// use portax::{Element, Interleaved, View};
///
/// #[derive(Clone, Copy, Debug, PartialEq, Element)]
/// struct Particle { position: [f64; 3], charge: f64, kind: i32 }
///
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let particles: View<Particle, 1, Interleaved> = View::new(&space, "particles", [1000])?;
/// assert_eq!(particles.bytes(), 1000 * 40); // 36 bytes, and 4 that align the next
/// # Ok(()) }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interleaved;

impl super::sealed::Sealed for Interleaved {
    type OfPart = LayoutStride;
}
impl Layout for Interleaved {
    const ORDER: Order = Order::Left;
    const PLACEMENT: Placement = Placement::Elements;

    fn name() -> String {
        "Interleaved".to_string()
    }
}
