use portax::{Functor, TeamKernel, View, kernel};

#[derive(Functor)]
struct Body {
    n: i32,
    x: View<f64, 1>,
}

#[kernel]
impl TeamKernel for Body {
    fn body(&self, team: Team) {
        let mut sum: Uniform<f64> = 0.0;
        parallel_for(TeamThreadRange(team, self.n), |k| {
            sum += self.x[k];
        });
        single(PerTeam(team), || self.x[team.league_rank()] = sum);
    }
}

fn main() {}
