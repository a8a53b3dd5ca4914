//! `y = a x + y` on whatever device you name: `cargo run --release -p portax-examples --example 01-axpy opencl:0`.

use portax::{Float, Functor, RangeKernel, RangePolicy, Result, View, kernel};

/// What the kernel works on: a scalar and two views. Views are handles: cloning one shares its elements.
#[derive(Functor)]
struct Axpy<T: Float> {
    a: T,
    x: View<T, 1>,
    y: View<T, 1>,
}

/// The body, once, for every device and for f32 and f64. It becomes one fused multiply-add.
#[kernel]
impl<T: Float> RangeKernel for Axpy<T> {
    fn axpy(&self, i: Index) {
        self.y[i] += self.a * self.x[i];
    }
}

fn main() -> Result<()> {
    let space = portax_examples::space_from_arguments()?;
    let n = 1 << 20;
    let x = View::from_slice(&space, "x", [n], &vec![1.5; n])?;
    let y = View::from_slice(&space, "y", [n], &vec![1.0; n])?;

    space.parallel_for(
        "axpy",
        RangePolicy::new(0..n),
        &Axpy {
            a: 2.0,
            x,
            y: y.clone(),
        },
    )?;

    assert!(y.to_vec()?.iter().all(|&v| v == 4.0));
    println!(
        "{} ({}): {n} elements, all 4",
        space.name(),
        space.description()
    );
    Ok(())
}
