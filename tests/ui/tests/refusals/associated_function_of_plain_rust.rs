use portax::{Functor, RangeKernel, View, kernel};
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

static OFFSET: AtomicI32 = AtomicI32::new(0);

struct Config;
impl Config {
    fn offset() -> i32 {
        OFFSET.load(Relaxed)
    }
}

#[derive(Functor)]
struct Shift {
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Shift {
    fn shift(&self, i: Index) {
        self.y[i + Config::offset()] = 1.0;
    }
}

fn main() {}
