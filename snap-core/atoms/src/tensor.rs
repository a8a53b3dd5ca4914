//! Symmetric tensors that kernels add up.

use portax::{Element, Float};

/// A symmetric tensor.
#[derive(Clone, Copy, Element)]
pub(crate) struct Tensor<T: Float> {
    pub xx: T,
    pub yy: T,
    pub zz: T,
    pub xy: T,
    pub xz: T,
    pub yz: T,
}

impl<T: Float> Tensor<T> {
    /// xx yy zz xy xz yz.
    pub fn values(self) -> [f64; 6] {
        [self.xx, self.yy, self.zz, self.xy, self.xz, self.yz].map(T::to_f64)
    }
}
