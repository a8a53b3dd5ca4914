use portax::{Functor, Sum, TeamKernel, View, kernel};

#[derive(Functor)]
struct Sums {
    x: View<f64, 2>,
    sums: View<f64, 1>,
}

#[kernel]
impl TeamKernel for Sums {
    fn sums(&self, team: Team) {
        let n = self.x.extent(1);
        let sum = parallel_reduce(
            TeamThreadRange(team, n),
            |t| -> f64 {
                let mut own = 0.0;
                for lane in team.lanes() {
                    own += self.x[(lane, t)];
                }
                own
            },
            Sum,
        );
        single(PerTeam(team), || {
            self.sums[team.league_rank()] = sum;
        });
    }
}

fn main() {}
