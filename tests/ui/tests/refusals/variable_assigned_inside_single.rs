use portax::{Functor, TeamKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
}

#[kernel]
impl TeamKernel for Body {
    fn body(&self, team: Team) {
        let mut v: f64 = 0.0;
        single(PerThread(team), || {
            v = 1.0;
        });
        for lane in team.lanes() {
            self.x[lane] = v;
        }
    }
}

fn main() {}
