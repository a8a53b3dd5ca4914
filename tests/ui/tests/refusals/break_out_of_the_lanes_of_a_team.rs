use portax::{Functor, TeamKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    n: View<i32, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl TeamKernel for Body {
    fn body(&self, team: Team) {
        for lane in team.lanes() {
            if self.x[lane] > 1.0 {
                break;
            }
            self.y[lane] = 1.0;
        }
    }
}

fn main() {}
