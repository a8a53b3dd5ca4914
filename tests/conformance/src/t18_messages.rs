//! What kernels say: assertions that do not hold are errors, lines disturb nothing.

use crate::{
    environment,
    ladder::{Outcome, Test, tests},
};
use portax::{
    AUTO, Complex, Error, Functor, MdRangePolicy, RangeKernel, RangePolicy, Result, Space, Sum,
    TeamKernel, TeamPolicy, View, bf16, device, kernel, parallel_for, parallel_reduce,
};

pub fn tests() -> Vec<Test> {
    tests![
        an_assertion_tells_of_its_item,
        assertions_that_hold_say_nothing,
        only_lanes_that_run_assert,
        numbers_are_shown_as_their_types,
        assertions_of_teams_name_team_and_range,
        assertions_of_reductions_and_functions_are_errors,
        prepared_launches_assert_each_time,
        lines_are_printed_with_place_and_indices,
        nan_is_found_where_it_is_written,
    ]
}

/// What a launch that fails at once, or at the fence, says.
fn said(space: &Space, launched: Result<()>) -> Option<String> {
    let error = launched.and_then(|()| space.fence()).err()?;
    assert!(matches!(error, Error::Assertion { .. }), "{error}");
    Some(error.to_string())
}

fn numbers(space: &Space) -> Result<View<f64, 1>> {
    let mut x = vec![4.0; 1000];
    x[700] = -2.5;
    View::from_slice(space, "x", [1000], &x)
}

fn an_assertion_tells_of_its_item(space: &Space) -> Outcome {
    let x = numbers(space)?;
    let launched = parallel_for!(space, "roots", 1000, |i| {
        kernel_assert!(x[i] >= 0.0, "no root of {}, {:.2}", x[i], x[i] * 0.5);
        x[i] = x[i].sqrt();
    });
    let text = said(space, launched).expect("one is negative");
    let expected = "launch `roots`: at [700]: no root of -2.5, -1.25 (";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("t18_messages.rs:"), "{text}");
    let launched = parallel_for!(space, "box", MdRangePolicy::new([0..10, 0..100]), |i, j| {
        let k = i * 100 + j;
        kernel_assert!(x[k] >= 0.0 || k != 700);
    });
    let text = said(space, launched).expect("one is negative, or no number");
    let expected = "launch `box`: at [7, 0]: assertion failed: x[k] >= 0.0 || k != 700 (";
    assert!(text.starts_with(expected), "{text}");
    // told once
    space.fence()?;
    Ok(())
}

fn assertions_that_hold_say_nothing(space: &Space) -> Outcome {
    let y: View<f64, 1> = View::new(space, "y", [1000])?;
    parallel_for!(space, "holds", 1000, |i| {
        kernel_assert!(y[i] == 0.0, "{i}");
        y[i] = i as f64;
        kernel_assert!(y[i] >= 0.0);
    })?;
    space.fence()?;
    assert_eq!(y.to_vec()?, (0..1000).map(f64::from).collect::<Vec<_>>());
    Ok(())
}

fn only_lanes_that_run_assert(space: &Space) -> Outcome {
    let x = numbers(space)?;
    parallel_for!(space, "masked", 1000, |i| {
        if x[i] > 0.0 {
            kernel_assert!(x[i] == 4.0);
            if x[i] > 5.0 {
                kernel_assert!(x[i] < 0.0, "nobody is here");
            }
        } else {
            kernel_assert!(x[i] == -2.5);
        }
    })?;
    space.fence()?;
    Ok(())
}

fn numbers_are_shown_as_their_types(space: &Space) -> Outcome {
    let f: View<f32, 1> = View::from_slice(space, "f", [1], &[0.1])?;
    let long: View<u64, 1> = View::from_slice(space, "long", [1], &[u64::MAX - 1])?;
    let small: View<i32, 1> = View::from_slice(space, "small", [1], &[-7])?;
    let launched = parallel_for!(space, "shown", 1, |i| {
        let is_small = small[i] < 0;
        kernel_assert!(
            small[i] > 0,
            "{} {} {small} {is_small} {:#x} {{{}}} {}",
            f[i],
            long[i],
            small[i],
            3,
            2.5,
            small = small[i] * 2,
        );
    });
    let text = said(space, launched).expect("it is negative");
    let expected = "at [0]: 0.1 18446744073709551614 -14 true 0xfffffff9 {3} 2.5 (";
    assert!(text.contains(expected), "{text}");
    Ok(())
}

#[derive(Functor)]
struct Rows {
    x: View<f64, 1>,
}
#[kernel]
impl TeamKernel for Rows {
    fn rows(&self, team: Team) {
        let row = team.league_rank();
        parallel_for(TeamThreadRange(team, 4), |t| {
            parallel_for(ThreadVectorRange(team, 50), |l| {
                let k = (l + t * 50) + row * 200;
                kernel_assert!(self.x[k] > 0.0, "x is {}", self.x[k]);
            });
        });
    }
}

fn assertions_of_teams_name_team_and_range(space: &Space) -> Outcome {
    let x = numbers(space)?;
    let launched = space.parallel_for("rows", TeamPolicy::new(5, AUTO), &Rows { x });
    let text = said(space, launched).expect("one is negative");
    let expected = "launch `rows`: at [3, 2, 0]: x is -2.5 (";
    assert!(text.starts_with(expected), "{text}");
    Ok(())
}

#[device]
fn root(x: f64) -> f64 {
    kernel_assert!(x >= 0.0, "root of {x}");
    x.sqrt()
}

fn assertions_of_reductions_and_functions_are_errors(space: &Space) -> Outcome {
    let x = numbers(space)?;
    let sum = parallel_reduce!(space, "sum", 1000, |i| -> f64 { root(x[i]) }, Sum);
    let error = sum.err().or(space.fence().err()).expect("one is negative");
    let text = error.to_string();
    assert!(text.starts_with("launch `sum`: root of -2.5 ("), "{text}");
    let sum = parallel_reduce!(space, "sum", 700, |i| -> f64 { root(x[i]) }, Sum)?;
    assert_eq!(sum, 1400.0);
    Ok(())
}

#[derive(Functor)]
struct Limited {
    x: View<f64, 1>,
}
#[kernel]
impl RangeKernel for Limited {
    fn limited(&self, i: Index) {
        self.x[i] += 1.0;
        kernel_assert!(self.x[i] < 3.0, "{}", self.x[i]);
    }
}

fn prepared_launches_assert_each_time(space: &Space) -> Outcome {
    let x: View<f64, 1> = View::new(space, "x", [10])?;
    let limited = Limited { x };
    let prepared = space.prepare("limited", RangePolicy::new(0..10), &limited)?;
    for run in 1..6 {
        let text = said(space, prepared.launch());
        match run {
            1 | 2 => assert_eq!(text, None),
            _ => assert!(text.is_some_and(|text| text.contains("launch `limited`"))),
        }
    }
    Ok(())
}

/// Lines of two launches; more than a device keeps are lost, and no error.
fn lines_are_printed_with_place_and_indices(space: &Space) -> Outcome {
    let test = "lines_are_printed_with_place_and_indices";
    let y: View<f64, 1> = View::new(space, "y", [2])?;
    if let Some(printed) = environment::in_process(space, test, ("PORTAX_CONFORMANCE", "print"))? {
        for line in [
            "[0] y is 0, 1.50",
            "[1] y is 0, 1.50",
            "[0] y is 1, 1.50",
            "[1] y is 1, 1.50",
        ] {
            let found = printed.lines().filter(|l| l.ends_with(line)).count();
            assert_eq!(found, 1, "{line} in {printed}");
        }
        assert!(printed.contains("t18_messages.rs:"), "{printed}");
        return Ok(());
    }
    for _ in 0..2 {
        parallel_for!(space, "lines", 2, |i| {
            debug_print!("y is {}, {:.2}", y[i], 1.5);
            y[i] += 1.0;
        })?;
    }
    space.fence()?;
    assert_eq!(y.to_vec()?, [2.0; 2]);
    if !space.is_host() {
        let many = 200_000;
        let x: View<f64, 1> = View::new(space, "x", [many])?;
        parallel_for!(space, "many", many, |i| {
            debug_print!("too many");
            x[i] = 1.0;
        })?;
        assert_eq!(x.to_vec()?, vec![1.0; many]);
    }
    Ok(())
}

#[derive(Functor)]
struct Divide {
    x: View<f64, 1>,
    y: View<Complex<f32>, 2>,
    total: View<f64, 1>,
}
#[kernel]
impl RangeKernel for Divide {
    fn divide(&self, i: Index) {
        let x = self.x[i];
        self.y[(i, 0)] = Complex {
            re: 1.0,
            im: (x / x) as f32,
        };
    }
}
/// Tag of an atomic sum.
struct Total;
#[kernel]
impl RangeKernel<Total> for Divide {
    fn total(&self, i: Index) {
        self.total.atomic_add(0, (self.x[i] - 1.0).sqrt());
    }
}

/// `PORTAX_CHECK=nan` names view, indices and place of what is written; other numbers pass.
fn nan_is_found_where_it_is_written(space: &Space) -> Outcome {
    let test = "nan_is_found_where_it_is_written";
    if environment::in_process(space, test, ("PORTAX_CHECK", "nan"))?.is_some() {
        return Ok(());
    }
    let numbers: Vec<f64> = (0..100).map(|k| f64::from((k - 77) * (k - 77))).collect();
    let k = Divide {
        x: View::from_slice(space, "x", [100], &numbers)?,
        y: View::new(space, "y", [100, 1])?,
        total: View::new(space, "total", [1])?,
    };
    let launched = space.parallel_for("divide", RangePolicy::new(0..100), &k);
    nan(
        space,
        launched,
        "launch `divide`: NaN is written to `y`[77, 0] (",
    );
    space.parallel_for("divide", RangePolicy::new(0..77), &k)?;
    let total = RangePolicy::new(0..100).tag::<Total>();
    let launched = space.parallel_for("sum", total, &k);
    nan(
        space,
        launched,
        "launch `sum`: NaN is written to `total`[0] (",
    );
    let x = k.x;
    let launched = parallel_for!(space, "masked", 100, |i| {
        if i > 50 {
            x[i] = x[i] / x[i];
        }
    });
    let expected = "launch `masked`: NaN is written to `x`[77] (";
    nan(space, launched, expected);
    let halves: View<bf16, 1> = View::new(space, "halves", [100])?;
    let launched = parallel_for!(space, "halved", 100, |i| {
        halves[i] = (x[i] / x[i]) as f32;
    });
    let expected = "launch `halved`: NaN is written to `halves`[77] (";
    nan(space, launched, expected);
    let launched = parallel_for!(space, "exchanged", 100, |i| {
        x.atomic_compare_exchange(i, -1.0, x[i] / x[i]);
    });
    let expected = "launch `exchanged`: NaN is written to `x`[77] (";
    nan(space, launched, expected);
    space.fence()?;
    Ok(())
}

fn nan(space: &Space, launched: Result<()>, expected: &str) {
    let error = launched.and_then(|()| space.fence()).expect_err("NaN");
    assert!(matches!(error, Error::Nan { .. }), "{error}");
    let text = error.to_string();
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("t18_messages.rs:"), "{text}");
}
