use portax::device;

#[device(host)]
fn length(text: String, x: f64) -> f64 {
    x
}

fn main() {}
