use portax::{Element, Functor, RangeKernel, View, kernel};

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
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        self.particles[0 * i].position.atomic_add(1.0);
    }
}

fn main() {}
