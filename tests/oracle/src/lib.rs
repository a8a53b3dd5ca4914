//! SNAP by the standard algorithm in plain host Rust: the reference that tests and snapx compare with
