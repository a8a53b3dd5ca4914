use portax::{Functor, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
}

#[kernel]
impl Clone for Body {
    fn clone(&self) -> Self {
        Body { x: self.x.clone() }
    }
}

fn main() {}
