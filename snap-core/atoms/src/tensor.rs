//! Symmetric tensors that kernels add up, such as virials.

use portax::{Element, Float};

/// A symmetric tensor.
#[derive(Clone, Copy, Debug, Element)]
pub struct Tensor<T: Float> {
    /// Row x, column x.
    pub xx: T,
    /// Row y, column y.
    pub yy: T,
    /// Row z, column z.
    pub zz: T,
    /// Row x, column y, and the other way round.
    pub xy: T,
    /// Row x, column z, and the other way round.
    pub xz: T,
    /// Row y, column z, and the other way round.
    pub yz: T,
}

impl<T: Float> Tensor<T> {
    /// xx yy zz xy xz yz.
    #[must_use]
    pub fn values(self) -> [f64; 6] {
        [self.xx, self.yy, self.zz, self.xy, self.xz, self.yz].map(T::to_f64)
    }
}
