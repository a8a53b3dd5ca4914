use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Race {
    y: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Race {
    fn race(&self, i: Index) {
        if comptime!(!std::any::type_name_of_val(&self.y).contains("Trace")) {
            self.y[i % 1] += 1;
        }
    }
}

fn main() {}
