use portax::device;

#[device]
trait Potential {
    fn new(charge: f64) -> f64;
}

fn main() {}
