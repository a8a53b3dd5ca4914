//! Small kernels that show one thing each.

mod daxpy;

crate::suite::entries! { "Basic", "basic":
    "DAXPY" daxpy Daxpy;
}
