use portax::Element;

#[derive(Clone, Copy, Element)]
enum Phase {
    Solid,
    Mixed(f64),
}

fn main() {}
