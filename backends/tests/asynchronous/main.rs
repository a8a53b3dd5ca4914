//! Work that runs while the host goes on: repeated launches, graphs, series of teams, instances, events, faults that
//! surface later, memory.

mod events;
mod faults;
mod graphs;
mod instances;
mod memory;
mod peers;
mod pinned;
mod repeated;
mod teams;

use portax::{Functor, RangeKernel, Result, Space, View, kernel};
use portax_backends::testing::spaces_under_test;
use std::sync::{Mutex, PoisonError};

/// Runs a test on every space and names the space in a failure. One test at a time: on devices without instances
/// another test would be told of a fault.
fn on_every_space(test: impl Fn(&Space) -> Result<()>) {
    static ONE_BY_ONE: Mutex<()> = Mutex::new(());
    let _alone = ONE_BY_ONE.lock().unwrap_or_else(PoisonError::into_inner);
    for (name, space) in spaces_under_test() {
        println!("{name}");
        test(&space).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

/// `y = a y + b`: the order of launches matters.
#[derive(Functor)]
struct Scale {
    a: f64,
    b: f64,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Scale {
    fn scale(&self, i: Index) {
        self.y[i] = self.a * self.y[i] + self.b;
    }
}

/// `y = x[index]`, checked at run time.
#[derive(Functor)]
struct Gather {
    index: View<i32, 1>,
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Gather {
    fn gather(&self, i: Index) {
        self.y[i] = self.x[self.index[i]];
    }
}

/// A view of `n` equal elements.
fn filled(space: &Space, label: &str, n: usize, value: f64) -> Result<View<f64, 1>> {
    View::from_slice(space, label, [n], &vec![value; n])
}
