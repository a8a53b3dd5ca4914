use portax::{Functor, TeamKernel, View, device, kernel};

#[device]
fn total(team: Team, x: View<f64, 2>) -> Uniform<f64> {
    let t = team.league_rank();
    parallel_reduce(ThreadVectorRange(team, 8), |i| x[(i, t)], portax::Sum)
}

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
            self.y[(lane, t)] = if self.x[(lane, t)] > 0.0 { total(team, self.x) } else { 0.0 };
        }
    }
}

fn main() {}
