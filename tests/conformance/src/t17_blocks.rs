//! Blocks, halves and digits of a range, each iteration's own: proven by the numbers of a launch, and next to each what is not.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{Error, LayoutStride, MdRangePolicy, Result, Space, View, parallel_for};

pub fn tests() -> Vec<Test> {
    tests![
        loops_over_blocks_are_told_apart,
        blocks_end_with_the_view,
        accesses_in_different_parts_do_not_meet,
        one_index_is_taken_apart_into_three,
    ]
}

fn refused(result: Result<()>) {
    assert!(
        matches!(result, Err(Error::NotProvenSafe { .. })),
        "{result:?}"
    );
}

fn loops_over_blocks_are_told_apart(space: &Space) -> Outcome {
    let (rows, width) = (7usize, 5usize);
    let f = vector(space, "f", &[1.0; 36])?;
    parallel_for!(space, "sums", rows, |r| {
        let mut sum = 0.0;
        for q in r * width..(r + 1) * width {
            sum += f[q];
            f[q] = sum + (r * 10) as f64;
        }
        let first = r * width;
        for q in (first..first + width).rev() {
            f[q] *= 2.0;
        }
    })?;
    let expected = |q: usize| 2.0 * ((q % width + 1) as f64 + (q / width * 10) as f64);
    let mut all: Vec<f64> = (0..35).map(expected).collect();
    all.push(1.0);
    assert_eq!(f.to_vec()?, all);
    refused(parallel_for!(space, "one too far", rows, |r| {
        for q in r * width..(r + 1) * width + 1 {
            f[q] = 1.0;
        }
    }));
    refused(parallel_for!(space, "the next one's", rows, |r| {
        for q in r * width..(r + 1) * width {
            f[q] = f[(q + 1) % 36];
        }
    }));
    refused(parallel_for!(space, "one too near", rows, |r| {
        for q in r * (width - 1)..r * (width - 1) + width {
            f[q] = 1.0;
        }
    }));
    Ok(())
}

fn blocks_end_with_the_view(space: &Space) -> Outcome {
    let n = 30usize;
    let f = vector(space, "f", &[0.0; 30])?;
    for chunk in [1usize, 4, 7, 30, 64] {
        parallel_for!(space, "chunks", n.div_ceil(chunk), |c| {
            for q in c * chunk..((c + 1) * chunk).min(n) {
                f[q] += (q + 1) as f64;
            }
        })?;
    }
    let expected: Vec<f64> = (1..=30).map(|q| 5.0 * f64::from(q)).collect();
    assert_eq!(f.to_vec()?, expected);
    Ok(())
}

fn accesses_in_different_parts_do_not_meet(space: &Space) -> Outcome {
    let f = vector(space, "f", &[0.0; 20])?;
    parallel_for!(space, "halves", 10, |i| {
        f[i] = i as f64;
        f[i + 10] = 100.0 + f[i];
    })?;
    let expected: Vec<f64> = (0..20)
        .map(|i| f64::from(i % 10 + 100 * (i / 10)))
        .collect();
    assert_eq!(f.to_vec()?, expected);
    refused(parallel_for!(space, "overlap", 11, |i| {
        f[i] = 1.0;
        f[i + 9] = 2.0;
    }));
    let planes = View::<i32, 3>::new(space, "planes", [3, 3, 2])?;
    let square = || MdRangePolicy::new([0..3, 0..3]);
    parallel_for!(space, "planes", square(), |i, j| {
        planes[(i, j, 0)] = (3 * i + j) as i32;
        planes[(j, i, 1)] = (3 * i + j) as i32;
    })?;
    let (data, at) = (planes.to_vec()?, |i: usize, j: usize, k: usize| {
        i + 3 * j + 9 * k
    });
    for (i, j) in (0..9usize).map(|k| (k % 3, k / 3)) {
        assert_eq!(data[at(i, j, 0)], (3 * i + j) as i32);
        assert_eq!(data[at(i, j, 1)], (3 * j + i) as i32);
    }
    // Different indices may be one element.
    let same =
        View::<u32, 1, LayoutStride>::with_layout(space, "same", [20], LayoutStride::new([0]))?;
    refused(parallel_for!(space, "one element", 10, |i| {
        same.atomic_add(i, 1u32);
        f[i] = same[i + 10] as f64;
    }));
    refused(parallel_for!(space, "one plane", square(), |i, j| {
        planes[(i, j, 0)] = 1;
        planes[(j, i, 0)] = 2;
    }));
    Ok(())
}

fn one_index_is_taken_apart_into_three(space: &Space) -> Outcome {
    let (nx, ny, nz) = (3usize, 4usize, 5usize);
    let v = View::<i32, 3>::new(space, "v", [nx, ny, nz])?;
    parallel_for!(space, "digits", nx * ny * nz, |q| {
        v[(q % nx, q / nx % ny, q / (nx * ny))] = q as i32;
    })?;
    let expected: Vec<i32> = (0..60).collect();
    assert_eq!(v.to_vec()?, expected);
    refused(parallel_for!(space, "a digit twice", nx * ny * nz, |q| {
        v[(q % nx, q / nx % ny, q / (nx * nz))] = q as i32;
    }));
    refused(parallel_for!(space, "a digit less", nx * ny * nz, |q| {
        v[(q % nx, q / nx % (ny - 1), q / (nx * ny))] = q as i32;
    }));
    Ok(())
}
