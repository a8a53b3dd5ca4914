//! Copies between devices.

use super::{Scale, on_every_space};
use portax::{LayoutRight, RangePolicy, Result, Space, View, deep_copy};
use portax_backends::testing::spaces_under_test;

/// Whole views and parts, after launches that write the source and before one that reads the target.
fn copies(from: &Space, to: &Space) -> Result<()> {
    let (n, m) = (300, 7);
    let y: View<f64, 1> = View::from_fn(from, "y", [n * m], |[i]| i as f64)?;
    let scale = Scale {
        a: 2.0,
        b: 1.0,
        y: y.clone(),
    };
    from.parallel_for("scale", RangePolicy::new(0..n * m), &scale)?;
    let copy: View<f64, 1> = View::new(to, "copy", [n * m])?;
    deep_copy(&copy, &y)?;
    let again = Scale {
        a: 1.0,
        b: -1.0,
        y: copy.clone(),
    };
    to.parallel_for("again", RangePolicy::new(0..n * m), &again)?;
    let expected: Vec<f64> = (0..n * m).map(|i| 2.0 * i as f64).collect();
    assert!(copy.to_vec()? == expected);

    let part: View<f64, 2, LayoutRight> = View::new(to, "part", [n, m])?;
    let source: View<f64, 2, LayoutRight> =
        View::from_fn(from, "source", [n, m], |[i, j]| (m * i + j) as f64)?;
    deep_copy(&part.subview((10..20, ..))?, &source.subview((40..50, ..))?)?;
    // The first index runs fastest.
    let at = |i: usize, j: usize| match i {
        10..20 => (m * (i + 30) + j) as f64,
        _ => 0.0,
    };
    let expected: Vec<f64> = (0..m).flat_map(|j| (0..n).map(move |i| at(i, j))).collect();
    assert!(part.to_vec()? == expected);
    Ok(())
}

#[test]
fn every_device_copies_to_every_other() {
    let spaces = spaces_under_test();
    on_every_space(|from| {
        for (name, to) in &spaces {
            println!("  to {name}");
            copies(from, to)?;
        }
        Ok(())
    });
}
