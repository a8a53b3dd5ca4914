#![forbid(unsafe_code)]
use portax::kernel::exec::native::NativePtr;
use portax::kernel::value::mask::{Lex, NoMask, Unchecked};
use portax::kernel::view::ViewIn;
use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Mixed {
    small: View<f64, 1>,
    big: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Mixed {
    fn mixed(&self, i: Index) {
        let v = comptime!(ViewIn { extents: self.big.extents, ..self.small });
        v[i] = 1.0;
    }
}

fn main() {
    let _ = NativePtr(std::ptr::null_mut());
    let _ = Lex::<NoMask, Unchecked>::top();
}
