use portax::{device};

struct Body;

impl Body {
    #[device]
    fn double(&self, x: f64) -> f64 {
        2.0 * x
    }
}

fn main() {}
