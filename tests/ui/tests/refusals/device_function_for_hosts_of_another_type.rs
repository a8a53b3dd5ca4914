use portax::device;

#[device(host)]
fn twice(x: f64) -> f64 {
    2.0 * x
}

fn main() {
    let y: f64 = twice(1);
    println!("{y}");
}
