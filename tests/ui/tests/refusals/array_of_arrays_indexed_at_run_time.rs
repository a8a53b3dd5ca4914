use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        let mut rows: [[f64; 4]; 4] = [[0.0; 4]; 4];
        for k in 0..4 {
            rows[k][0] = self.x[i];
        }
        let row = rows[i as i32 % 4];
        self.y[i] = row[0];
    }
}

fn main() {}
