#![forbid(unsafe_code)]
use portax::{Result, Space, View, parallel_for};

fn count(space: &Space, y: &View<i32, 1>) -> Result<()> {
    let y = y.clone();
    parallel_for!(space, "count", 10, unsafe |i| y[0 * i] = 1)
}

fn main() {}
