//! `parallel_for` over ranges.

use crate::ladder::{Outcome, Test, tests};
use portax::{Float, Functor, RangeKernel, RangePolicy, Space, View, kernel};

pub fn tests() -> Vec<Test> {
    tests![
        axpy_adds_at_every_size,
        ranges_begin_and_end_anywhere,
        prepared_launches_repeat,
    ]
}

#[derive(Functor)]
struct Axpy<T: Float> {
    a: T,
    x: View<T, 1>,
    y: View<T, 1>,
}

#[kernel]
impl<T: Float> RangeKernel for Axpy<T> {
    fn axpy(&self, i: Index) {
        self.y[i] += self.a * self.x[i];
    }
}

fn axpy_adds_at_every_size(space: &Space) -> Outcome {
    let w = space.natural_width();
    let around_w = [w - 1, w, w + 1, 2 * w - 1];
    let sizes = [0, 1, 2, 3, 7, 31, 64, 257, 1000, 4099, 1_000_003];
    for n in sizes.into_iter().chain(around_w) {
        let x: Vec<f64> = (0..n).map(|i| i as f64).collect();
        let axpy = Axpy {
            a: 0.5,
            x: View::from_slice(space, "x", [n], &x)?,
            y: View::from_slice(space, "y", [n], &x)?,
        };
        space.parallel_for("axpy", RangePolicy::new(0..n), &axpy)?;
        assert_eq!(
            axpy.y.to_vec()?,
            x.iter().map(|x| 1.5 * x).collect::<Vec<_>>(),
            "{n}"
        );
    }
    Ok(())
}

fn ranges_begin_and_end_anywhere(space: &Space) -> Outcome {
    let n = 300;
    for (begin, end) in [
        (0, 1),
        (1, 9),
        (7, 8),
        (5, 261),
        (299, 300),
        (64, 128),
        (9, 9),
    ] {
        for chunk in [1, 13, 1000] {
            let axpy = Axpy {
                a: 2.0f32,
                x: View::from_slice(space, "x", [n], &vec![0.5; n])?,
                y: View::new(space, "y", [n])?,
            };
            let policy = RangePolicy::new(begin..end).chunk_size(chunk);
            space.parallel_for("axpy", policy, &axpy)?;
            let expected: Vec<f32> = (0..n)
                .map(|i| f32::from(u8::from((begin..end).contains(&i))))
                .collect();
            assert_eq!(axpy.y.to_vec()?, expected, "{begin}..{end} by {chunk}");
        }
    }
    Ok(())
}

fn prepared_launches_repeat(space: &Space) -> Outcome {
    let n = 1003;
    let axpy = Axpy {
        a: 1.0,
        x: View::from_slice(space, "x", [n], &vec![1.0; n])?,
        y: View::new(space, "y", [n])?,
    };
    let prepared = space.prepare("axpy", RangePolicy::new(0..n), &axpy)?;
    for _ in 0..50 {
        prepared.launch()?;
    }
    axpy.x.copy_from_slice(&vec![-2.0; n])?;
    let mut held = prepared.hold()?;
    for _ in 0..10 {
        held.launch()?;
    }
    drop(held);
    assert!(axpy.y.to_vec()? == vec![30.0; n]);
    Ok(())
}
