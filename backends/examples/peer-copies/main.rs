//! Time of copies between two devices, and of copies within the first, whose results are checked: `peer-copies cuda:0 cuda:1`.

use portax::{Result, Space, Sum, View, deep_copy, parallel_for, parallel_reduce};
use std::time::Instant;

/// Writes on one device, copies, and reads on the other, each of which has to wait for the one before.
fn check(from: &Space, to: &Space, n: usize) -> Result<()> {
    let x: View<f64, 1> = View::new(from, "x", [n])?;
    let y: View<f64, 1> = View::new(to, "y", [n])?;
    for round in 0..20 {
        let value = round as f64;
        parallel_for!(from, "write", n, |i| x[i] = value + i as f64)?;
        deep_copy(&y, &x)?;
        parallel_for!(from, "spoil", n, |i| x[i] = -1.0)?;
        let sum = parallel_reduce!(to, "read", n, |i| -> f64 { y[i] - i as f64 }, Sum)?;
        assert_eq!(sum, value * n as f64, "round {round}");
    }
    Ok(())
}

/// Shortest of ten copies of `n` numbers, in seconds.
fn time(from: &Space, to: &Space, n: usize) -> Result<f64> {
    let x: View<f64, 1> = View::new(from, "x", [n])?;
    let y: View<f64, 1> = View::new(to, "y", [n])?;
    let mut best = f64::MAX;
    for _ in 0..10 {
        from.fence()?;
        to.fence()?;
        let start = Instant::now();
        deep_copy(&y, &x)?;
        from.fence()?;
        to.fence()?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    Ok(best)
}

fn main() -> Result<()> {
    let mut names = std::env::args().skip(1);
    let (Some(first), Some(second)) = (names.next(), names.next()) else {
        eprintln!("usage: peer-copies FIRST SECOND, as in `peer-copies cuda:0 cuda:1`");
        std::process::exit(2);
    };
    let (one, two) = (
        portax_backends::by_name(&first)?,
        portax_backends::by_name(&second)?,
    );
    check(&one, &two, 1 << 22)?;
    check(&two, &one, 1 << 22)?;
    println!(
        "{:>12}  {:>24}  {:>24}",
        "bytes",
        format!("{first} to {second}"),
        format!("within {first}")
    );
    for bytes in [1 << 12, 1 << 20, 1 << 26, 1 << 30] {
        print!("{bytes:>12}");
        for space in [&two, &one] {
            let seconds = time(&one, space, bytes / size_of::<f64>())?;
            print!(
                "  {:>9.1} us {:>7.1} GB/s",
                seconds * 1e6,
                bytes as f64 / seconds / 1e9
            );
        }
        println!();
    }
    Ok(())
}
