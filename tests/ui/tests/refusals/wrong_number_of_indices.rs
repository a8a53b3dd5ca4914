use portax::{Functor, MdRangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    y: View<f64, 2>,
}

#[kernel]
impl MdRangeKernel<2> for Body {
    fn body(&self, i: Index, j: Index, k: Index) {
        self.y[(i, j)] = 0.0;
    }
}

fn main() {}
