//! `snapx`: measure and verify SNAP on every device.

fn main() {}
