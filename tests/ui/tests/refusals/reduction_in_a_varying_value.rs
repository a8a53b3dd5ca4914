use portax::{Functor, Sum, TeamKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 2>,
    y: View<f64, 2>,
}

#[kernel]
impl TeamKernel for Body {
    fn body(&self, team: Team) {
        let t = team.league_rank();
        for lane in team.lanes() {
            self.y[(lane, t)] = if self.x[(lane, t)] > 0.0 {
                parallel_reduce(ThreadVectorRange(team, 8), |i| self.x[(i, t)], Sum)
            } else {
                0.0
            };
        }
    }
}

fn main() {}
