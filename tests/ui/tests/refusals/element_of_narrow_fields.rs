use portax::{Element, Result, Space, Sum, View, device, f16, parallel_for, parallel_reduce};

#[derive(Clone, Copy, Element)]
struct Pixel {
    r: u8,
    gb: [i16; 2],
    a: (f32, f16),
    place: usize,
    depth: f32,
}

#[device(host)]
impl Pixel {
    fn brightness(self) -> f32 {
        self.depth * 2.0
    }
}

fn invert(space: &Space, image: View<Pixel, 1>) -> Result<Pixel> {
    parallel_for!(space, "invert", 8, |i| {
        let pixel = image[i];
        image[i].r = 255 - pixel.r;
        image[i].gb[1] += 1;
        image[i].depth = pixel.brightness();
    })?;
    parallel_reduce!(space, "sum", 8, |i| -> Pixel { image[i] }, Sum)
}

fn main() {}
