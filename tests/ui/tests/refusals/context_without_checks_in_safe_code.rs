#![forbid(unsafe_code)]
use portax::kernel::value::mask::{Lex, NoMask, Unchecked};

fn main() {
    let _ = Lex::<NoMask, Unchecked>::top();
}
