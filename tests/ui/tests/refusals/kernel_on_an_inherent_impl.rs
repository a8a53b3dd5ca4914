use portax::{Functor, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
}

#[kernel]
impl Body {
    fn body(&self, i: Index) {}
}

fn main() {}
