//! Pi by throwing darts. Every iteration counts its own random numbers out (Philox4x32-10, Salmon et al. 2011), so that the
//! result is the same on every device.

use portax::{Element, Result, Sum, device, parallel_reduce};

/// Four random words.
#[derive(Clone, Copy, Element)]
struct Words {
    a: u32,
    b: u32,
    c: u32,
    d: u32,
}

/// The upper half of a product of 64 bits.
#[device]
fn high(x: u32, y: u32) -> u32 {
    let (x0, x1) = (x & 0xffffu32, x >> 16u32);
    let (y0, y1) = (y & 0xffffu32, y >> 16u32);
    let middle = x1 * y0 + ((x0 * y0) >> 16u32);
    let other = x0 * y1 + (middle & 0xffffu32);
    x1 * y1 + (middle >> 16u32) + (other >> 16u32)
}

/// Ten rounds on a counter and a key.
#[device]
fn philox(counter: Words, key: u32) -> Words {
    let mut w = counter;
    let mut k0: u32 = key;
    let mut k1: u32 = 0;
    for round in 0..10 {
        w = Words {
            a: high(0xcd9e8d57u32, w.c) ^ w.b ^ k0,
            b: w.c * 0xcd9e8d57u32,
            c: high(0xd2511f53u32, w.a) ^ w.d ^ k1,
            d: w.a * 0xd2511f53u32,
        };
        k0 += 0x9e3779b9u32;
        k1 += 0xbb67ae85u32;
    }
    w
}

/// In [0, 1).
#[device]
fn unit(x: u32) -> f64 {
    x as f64 * 2.3283064365386963e-10
}

fn main() -> Result<()> {
    let space = portax_examples::space_from_arguments()?;
    let (iterations, throws) = (1 << 16, 64u32);
    let inside = parallel_reduce!(
        space,
        "darts",
        iterations,
        |i| -> f64 {
            let mut inside = 0.0;
            for k in 0..throws as i32 {
                let w = philox(
                    Words {
                        a: i as u32,
                        b: k as u32,
                        c: 0u32,
                        d: 0u32,
                    },
                    2026u32,
                );
                let (x, y) = (unit(w.a), unit(w.b));
                if x * x + y * y < 1.0 {
                    inside += 1.0;
                }
                let (x, y) = (unit(w.c), unit(w.d));
                if x * x + y * y < 1.0 {
                    inside += 1.0;
                }
            }
            inside
        },
        Sum
    )?;
    let darts = 2.0 * f64::from(throws) * iterations as f64;
    let pi = 4.0 * inside / darts;
    println!(
        "{}: pi is about {pi:.5} after {darts:.1e} darts",
        space.name()
    );
    assert!((pi - std::f64::consts::PI).abs() < 4.0 * 1.65 / darts.sqrt());
    Ok(())
}
