use portax::{Functor, device};

#[derive(Functor)]
struct Base {
    base: f64,
}

#[device]
impl Base {
    fn power(&self, n: i32) -> f64 {
        if n == 0 {
            return 1.0;
        }
        self.base * self.power(n - 1)
    }
}

fn main() {}
