#![forbid(unsafe_code)]
use portax::kernel::exec::{Exec, native::NativePtr};

fn store<E: Exec>(ptr: E::Ptr, value: E::Uni<f64>) {
    E::store_uniform::<f64>(ptr, E::int(100), value);
}

fn main() {
    let _ = NativePtr::new(std::ptr::null_mut());
}
