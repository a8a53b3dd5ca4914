//! Reductions and prefix sums: the same bits for any number of threads.

use portax::{MinLoc, Result, Sum, View, parallel_reduce, parallel_scan};

fn main() -> Result<()> {
    let space = portax_examples::space_from_arguments()?;

    let x: View<f64, 1> = View::from_slice(&space, "x", [4], &[1.0, 2.0, -3.0, 4.0])?;
    let norm = parallel_reduce!(space, "norm", 4, |i| -> f64 { x[i] * x[i] }, Sum)?;
    assert_eq!(norm, 30.0);

    let (least, place) = parallel_reduce!(
        space,
        "least",
        4,
        |i| -> (f64, i32) { (x[i], i as i32) },
        MinLoc
    )?;
    assert_eq!((least, place), (-3.0, 2));

    // From how many entries each row has to where each row starts: what every sparse matrix needs. A scan has two bodies, what
    // goes in, and what comes out.
    let entries: View<i32, 1> = View::from_slice(&space, "entries", [5], &[2, 0, 3, 1, 4])?;
    let start: View<i32, 1> = View::new(&space, "start", [5])?;
    let total = parallel_scan!(
        space,
        "starts",
        5,
        |row| -> i32 { entries[row] },
        |row, before| start[row] = before,
        Sum
    )?;
    assert_eq!((total, start.to_vec()?), (10, vec![0, 2, 2, 5, 6]));

    println!(
        "{}: norm^2 = {norm}, least x[{place}] = {least}, {total} entries",
        space.name()
    );
    Ok(())
}
