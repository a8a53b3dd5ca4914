use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        let positive: bool = self.x[i] > 0.0;
        {
            let mut positive: bool = true;
            positive &= self.x[i] < 1.0;
        }
        positive = false;
        if positive {
            self.x[i] = 0.0;
        }
    }
}

fn main() {}
