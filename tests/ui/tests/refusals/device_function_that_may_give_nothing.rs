use portax::device;

#[device]
fn root(x: f32) -> Option<f32> {
    if x < 0.0 {
        return None;
    }
    Some(x.sqrt())
}

#[device(host)]
fn inverse(x: f32) -> Result<f32, i32> {
    if x == 0.0 { Err(0) } else { Ok(1.0 / x) }
}

fn main() {}
