use portax::{Functor, RangeKernel, View, device, kernel};

#[device]
fn positive(n: &mut i32) -> bool {
    *n -= 1;
    *n > 0
}

#[derive(Functor)]
struct Body {
    x: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        let mut n: i32 = self.x[i];
        if n < 9 && positive(&mut n) {
            self.x[i] = n;
        }
    }
}

fn main() {}
