use portax::{Functor, device};

#[device]
trait Potential {
    fn energy(&self, r2: f64) -> f64;
}

#[derive(Functor)]
struct Coulomb {
    charge: f64,
}

#[device(host)]
impl Potential for Coulomb {
    fn energy(&self, r2: f64) -> f64 {
        self.charge / r2.sqrt()
    }
}

fn main() {}
