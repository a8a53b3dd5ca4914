#![forbid(unsafe_code)]
use portax::kernel::exec::native::NativePtr;
use portax::kernel::value::mask::{Lex, NoMask, Unchecked};

fn main() {
    let _ = NativePtr(std::ptr::null_mut());
    let _ = Lex::<NoMask, Unchecked>::top();
}
