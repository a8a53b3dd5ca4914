use portax::{Functor, RangeKernel, View, kernel};
use std::hash::{Hash, Hasher};

#[derive(Clone, Copy)]
struct Config {
    name: u32,
    shift: i32,
}
impl Hash for Config {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

#[derive(Functor)]
struct Shift {
    y: View<f64, 1>,
    #[comptime]
    config: Config,
}

#[kernel]
impl RangeKernel for Shift {
    fn shift(&self, i: Index) {
        self.y[i + comptime!(self.config.shift)] = 1.0;
    }
}

fn main() {}
