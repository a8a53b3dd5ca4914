use portax::{Functor, TeamKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl TeamKernel for Body {
    fn body(&self, team: Team) {
        parallel_for(ThreadVectorRange(team, 8), |i| {
            if self.x[i] > 0.0 {
                parallel_for(ThreadVectorRange(team, 4), |j| self.y[j] = 1.0);
            }
        });
    }
}

fn main() {}
