//! Reductions by bin, whatever the number of threads.

use portax::{Result, Sum, View};
use portax_algorithms::reduce_by_bin;
use portax_backends::rayon::Rayon;

/// Sums of numbers that are no sums of few powers of two.
fn sums(threads: usize, bins: usize) -> Result<Vec<u64>> {
    let (space, n) = (Rayon::new(threads)?.space(), 100_003);
    let sums: View<f64, 1> = View::new(&space, "sums", [bins])?;
    let step = bins as i32;
    reduce_by_bin!(
        space,
        "sums",
        n,
        |i, step: i32| -> (i32, f64) { (i as i32 * 7 % step, 1.0 / (i as f64 + 1.0)) },
        &sums,
        Sum
    )?;
    Ok(sums.to_vec()?.into_iter().map(f64::to_bits).collect())
}

#[test]
fn sums_are_the_same_by_any_number_of_threads() -> Result<()> {
    for bins in [5, 3000] {
        let one = sums(1, bins)?;
        for threads in [2, 3, 7] {
            assert_eq!(sums(threads, bins)?, one, "{bins} bins, {threads} threads");
        }
    }
    Ok(())
}
