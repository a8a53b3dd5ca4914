use portax::{Result, dispatch};

fn pick(n: usize, most: usize) -> Result<usize> {
    dispatch!(n in 1..=most => Ok(n))
}

fn main() {}
