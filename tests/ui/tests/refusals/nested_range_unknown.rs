use portax::{Functor, TeamKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl TeamKernel for Body {
    fn body(&self, team: Team) {
        parallel_for(0..8, |i| self.y[i] = 1.0);
    }
}

fn main() {}
