//! Tests of a space, and what their bodies share.

use libtest_mimic::{Completion, Failed, Trial};
use portax::{Space, View, view::ViewElement};
use std::{
    fmt::Display,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// What a test came to.
pub type Outcome = Result<(), Stop>;

/// Why a test ended early. Tests also fail by panicking.
pub enum Stop {
    /// The space cannot run it, because.
    Skipped(String),
    /// What went wrong.
    Failed(String),
}

impl<E: std::error::Error> From<E> for Stop {
    fn from(error: E) -> Stop {
        Stop::Failed(error.to_string())
    }
}

/// Ends a test that the space cannot run.
///
/// # Errors
/// Always: what the test is skipped for.
pub fn skip(reason: impl Display) -> Outcome {
    Err(Stop::Skipped(reason.to_string()))
}

/// A name, and what is done on a space.
pub struct Test {
    name: String,
    run: Box<dyn Fn(&Space) -> Outcome + Send>,
    /// Whether one device of a backend does, where all devices are tested.
    pub(crate) is_of_backend: bool,
}

impl Test {
    /// A test.
    pub fn new(name: &str, run: impl Fn(&Space) -> Outcome + Send + 'static) -> Test {
        Test {
            name: name.to_string(),
            run: Box::new(run),
            is_of_backend: false,
        }
    }

    /// The test for one device of each backend: what it compiles takes long, and is written by the backend, not by the device.
    pub fn of_backend(self) -> Test {
        Test {
            is_of_backend: true,
            ..self
        }
    }

    /// Its name, unique in its rung.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The test under `path` on a space, which must not skip it if `must_run`.
    pub fn on(self, path: &str, place: &Place, must_run: bool) -> Trial {
        let place = place.clone();
        Trial::ignorable_test(format!("{path}/{}", self.name), move || {
            let (space, _alone) = place.undisturbed();
            match (self.run)(&space) {
                Ok(()) => Ok(Completion::Completed),
                Err(Stop::Skipped(reason)) if must_run => {
                    Err(Failed::from(format!("skipped, but promised: {reason}")))
                }
                Err(Stop::Skipped(reason)) => Ok(Completion::ignored_with(reason)),
                Err(Stop::Failed(reason)) => Err(Failed::from(reason)),
            }
        })
    }
}

/// Where tests run.
#[derive(Clone)]
pub struct Place {
    space: Space,
    one_by_one: Arc<Mutex<()>>,
}

impl Place {
    /// A space.
    pub fn of(space: &Space) -> Self {
        Self {
            space: space.clone(),
            one_by_one: Arc::default(),
        }
    }

    /// An instance of its own for a test: what a launch of another test reports would be taken for its own. On devices
    /// without instances tests run one by one.
    fn undisturbed(&self) -> (Space, Option<MutexGuard<'_, ()>>) {
        match (self.space.instance(), self.space.is_host()) {
            (Ok(instance), _) => (instance, None),
            (Err(_), true) => (self.space.clone(), None),
            (Err(_), false) => {
                let alone = self.one_by_one.lock();
                let alone = alone.unwrap_or_else(PoisonError::into_inner);
                (self.space.clone(), Some(alone))
            }
        }
    }
}

/// The tests of one step up.
pub struct Rung {
    /// Name, of which the number gives the order.
    pub name: &'static str,
    /// Its tests.
    pub tests: Vec<Test>,
}

/// The rungs of some modules.
macro_rules! rungs {
    ($($module:ident $(($argument:expr))?),* $(,)?) => {
        vec![$($crate::ladder::Rung { name: stringify!($module), tests: $module::tests($($argument)?) }),*]
    };
}
pub(crate) use rungs;

/// Tests of some functions, by their names.
macro_rules! tests {
    ($($test:ident),* $(,)?) => {
        vec![$($crate::ladder::Test::new(stringify!($test), $test)),*]
    };
}
pub(crate) use tests;

/// A view of rank 1 with these elements.
///
/// # Errors
/// What the space reports.
pub fn vector<T: ViewElement>(
    space: &Space,
    label: &str,
    elements: &[T],
) -> portax::Result<View<T, 1>> {
    View::from_slice(space, label, [elements.len()], elements)
}

/// Numbers in -1..1 without pattern.
pub fn noise(n: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..n).map(next).collect()
}

/// Bits of a number without pattern.
pub fn mixed(i: usize) -> u64 {
    let x = (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// Whether two numbers are `ulps` apart at most. NaN equals NaN.
pub fn within(found: f64, expected: f64, ulps: f64) -> bool {
    found == expected
        || found.is_nan() && expected.is_nan()
        || (found - expected).abs() <= ulps * f64::EPSILON * expected.abs()
}
