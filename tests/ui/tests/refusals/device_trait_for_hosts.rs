use portax::device;

#[device(host)]
trait Potential {
    fn energy(&self, r2: f64) -> f64;
}

fn main() {}
