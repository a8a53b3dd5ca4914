#![forbid(unsafe_code)]
use portax::kernel::lambda::Written;

fn main() {
    let _ = Written::by_macro();
}
