use portax::device;

#[device]
trait Potential {
    fn energy(&self, r: *const f64) -> f64;
}

fn main() {}
