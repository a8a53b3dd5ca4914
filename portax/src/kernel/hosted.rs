//! Calls of `#[device(host)]` functions by the host: the code that kernels have runs on one lane, so that it gives the same
//! bits.

use crate::{
    fault::{Fault, What},
    kernel::{
        exec::Lane,
        value::{Element, Varying},
    },
};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// A `#[device(host)]` function, called with a tuple of what kernels name it by, or of the host's arguments.
#[diagnostic::on_unimplemented(
    message = "portax: a `#[device(host)]` function is called with `{A}`",
    label = "it takes arguments of other types"
)]
pub trait Hosted<A> {
    /// What the call gives.
    type Output;
    /// Calls it.
    fn call(arguments: A) -> Self::Output;
}

/// A value that the host passes to `#[device(host)]` functions or gets of them.
#[diagnostic::on_unimplemented(
    message = "portax: a `#[device(host)]` function takes or gives a `{Self}`",
    label = "the host passes and gets numbers, complex numbers, elements, tuples of these, bools, and arrays"
)]
pub trait HostValue: Copy {
    /// The value on one lane.
    type Inside;
    /// Brings it to the lane.
    fn inside(self) -> Self::Inside;
    /// Takes it from the lane.
    fn outside(v: Self::Inside) -> Self;
}

#[diagnostic::do_not_recommend]
impl<V: Element> HostValue for V {
    type Inside = V::In<Lane>;
    fn inside(self) -> Self::Inside {
        self.splat::<Lane>()
    }
    fn outside(v: Self::Inside) -> Self {
        V::from_lane(v)
    }
}

macro_rules! as_they_are {
    ($([$($g:tt)*] $t:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> HostValue for $t {
            type Inside = $t;
            fn inside(self) -> $t {
                self
            }
            fn outside(v: $t) -> $t {
                v
            }
        }
    )* };
}
as_they_are! {
    [] ();
    [] usize;
    [const N: usize] [usize; N];
    [const N: usize, const M: usize] [[usize; N]; M];
    [const N: usize, const M: usize, const L: usize] [[[usize; N]; M]; L];
}

/// What a function that computes indices returns to the host.
pub trait Indices {
    /// The value on one lane.
    type Inside;
    /// Takes it from the lane; an index below zero is outside of everything.
    fn outside(v: Self::Inside) -> Self;
}
impl Indices for usize {
    type Inside = Varying<Lane, i64>;
    fn outside(v: Varying<Lane, i64>) -> usize {
        v.0 as usize
    }
}
impl<V: Indices, const N: usize> Indices for [V; N] {
    type Inside = [V::Inside; N];
    fn outside(v: Self::Inside) -> Self {
        v.map(V::outside)
    }
}
impl<A: Indices, B: Indices> Indices for (A, B) {
    type Inside = (A::Inside, B::Inside);
    fn outside((a, b): Self::Inside) -> Self {
        (A::outside(a), B::outside(b))
    }
}
impl<A: Indices, B: Indices, C: Indices> Indices for (A, B, C) {
    type Inside = (A::Inside, B::Inside, C::Inside);
    fn outside((a, b, c): Self::Inside) -> Self {
        (A::outside(a), B::outside(b), C::outside(c))
    }
}

/// Runs the code of the function called `function`.
///
/// # Panics
/// Where an assertion does not hold or an index is outside of a local array, as in plain Rust.
#[track_caller]
pub fn on_host<V>(function: &str, call: impl FnOnce() -> V) -> V {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(value) => value,
        Err(panic) => match panic.downcast::<Fault>() {
            Ok(fault) => panic!("{}", text(function, &fault)),
            Err(panic) => resume_unwind(panic),
        },
    }
}

/// What a panic says of a fault.
fn text(function: &str, fault: &Fault) -> String {
    let (indices, place) = (&fault.indices, fault.location);
    match &fault.what {
        What::Failed(text) => format!("`{function}`: {text} ({place})"),
        What::Outside { view, extents } => format!(
            "`{function}`: `{view}` is indexed with {indices:?} but has extents {extents:?} ({place})"
        ),
        What::Nan { view } => format!("`{function}`: NaN in `{view}` ({place})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::Location;

    fn panic_of(what: What, indices: Vec<i64>) -> String {
        let location = Location::caller();
        let fault = Fault {
            what,
            indices,
            location,
        };
        let panic = catch_unwind(|| on_host("f", || -> f64 { resume_unwind(Box::new(fault)) }));
        let text = panic.unwrap_err().downcast::<String>().unwrap();
        text.replace(&location.to_string(), "here")
    }

    #[test]
    fn faults_become_panics_that_name_the_function() {
        let failed = panic_of(What::Failed("no root of -1".into()), Vec::new());
        assert_eq!(failed, "`f`: no root of -1 (here)");
        let outside = What::Outside {
            view: "stack".into(),
            extents: vec![8],
        };
        assert_eq!(
            panic_of(outside, vec![9]),
            "`f`: `stack` is indexed with [9] but has extents [8] (here)"
        );
    }

    #[test]
    fn other_panics_stay_what_they_are() {
        let panic = catch_unwind(|| on_host("f", || -> f64 { resume_unwind(Box::new(7)) }));
        assert_eq!(*panic.unwrap_err().downcast::<i32>().unwrap(), 7);
    }

    #[test]
    fn values_come_back_as_they_went() {
        fn back<V: HostValue + PartialEq + std::fmt::Debug>(v: V) {
            assert_eq!(V::outside(v.inside()), v);
        }
        back(1.5);
        back(-7i64);
        back(true);
        back(3usize);
        back([[1.0f32, 2.0], [3.0, -0.0]]);
        back((1u32, 2.5));
        back([false, true]);
    }
}
