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
        let mut v: f64 = 0.0;
        while v < self.x[team.league_rank()] {
            v += 1.0;
            team.barrier();
        }
    }
}

fn main() {}
