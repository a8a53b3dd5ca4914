use portax::{Functor, TeamKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl TeamKernel for Body {
    fn body(&self, team: Team) {
        let n = self.x.extent(0);
        let all = parallel_scan(
            TeamThreadRange(team, n),
            |i| self.x[i],
            |i, before| {
                self.y[i] = before;
            },
            Sum,
        );
    }
}

fn main() {}
