//! Plain launches that repeat earlier ones do what their own arguments say.

use super::{Scale, filled, on_every_space};
use portax::{RangePolicy, Result, Space, View};

fn scale(space: &Space, n: usize, a: f64, b: f64, y: &View<f64, 1>) -> Result<()> {
    let y = y.clone();
    space.parallel_for("scale", RangePolicy::new(0..n), &Scale { a, b, y })
}

#[test]
fn scalars_ranges_and_views_are_those_of_the_launch() {
    on_every_space(|space| {
        let views = [filled(space, "y", 5, 1.0)?, filled(space, "z", 5, 2.0)?];
        for round in 0..20 {
            let n = if round % 3 == 0 { 4 } else { 5 };
            scale(space, n, 1.0, f64::from(round), &views[round as usize % 2])?;
        }
        let sum = |y: u32, n5: bool| {
            let own = (0..20u32).filter(|r| r % 2 == y && (n5 || r % 3 != 0));
            f64::from(own.sum::<u32>() + 1 + y)
        };
        for (y, view) in views.iter().enumerate() {
            let y = y as u32;
            let expected = [vec![sum(y, true); 4], vec![sum(y, false)]].concat();
            assert_eq!(view.to_vec()?, expected);
        }
        Ok(())
    });
}

/// A view that takes the place of a dropped one, perhaps at its address, is a different view.
#[test]
fn memory_that_was_freed_is_not_written() {
    on_every_space(|space| {
        for value in 0..10 {
            let y = filled(space, "y", 3, f64::from(value))?;
            scale(space, 3, 2.0, 1.0, &y)?;
            assert_eq!(y.to_vec()?, [f64::from(2 * value + 1); 3]);
        }
        let short = filled(space, "y", 2, 0.0)?;
        let error = scale(space, 3, 2.0, 1.0, &short).expect_err("one element too many");
        assert!(error.to_string().contains("`scale`"), "{error}");
        Ok(())
    });
}
