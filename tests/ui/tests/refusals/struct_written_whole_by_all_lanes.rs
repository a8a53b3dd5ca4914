use portax::{Element, Functor, TeamKernel, View, kernel};

#[derive(Clone, Copy, Element)]
struct Particle {
    position: [f64; 3],
    charge: f64,
}

#[derive(Functor)]
struct Body {
    particles: View<Particle, 1>,
}

#[kernel]
impl TeamKernel for Body {
    fn body(&self, team: Team) {
        let t = team.league_rank();
        single(PerTeam(team), || {
            self.particles[t] = Particle { position: [0.0, 0.0, 0.0], charge: 1.0 };
        });
    }
}

fn main() {}
