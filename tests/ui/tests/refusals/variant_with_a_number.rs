use portax::Element;

#[derive(Clone, Copy, Element)]
enum Phase {
    Solid = 1,
    Liquid = 2,
}

fn main() {}
