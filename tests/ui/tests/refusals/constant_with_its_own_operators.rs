use portax::{Functor, RangeKernel, View, kernel};
use std::ops::Add;

#[derive(Clone, Copy)]
struct Step;
impl Add<i32> for Step {
    type Output = i32;
    fn add(self, k: i32) -> i32 {
        k + std::process::id() as i32
    }
}

#[derive(Functor)]
struct Shift {
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Shift {
    fn shift(&self, i: Index) {
        self.y[i + (Step + 1)] = 1.0;
    }
}

fn main() {}
