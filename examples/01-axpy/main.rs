//! `y = a x + y` on whatever device you name: `cargo run --release -p portax-examples --example 01-axpy opencl:0`.
//!
//! The kernel comes twice: as a closure, and as a functor.

use portax::{Float, Functor, RangeKernel, RangePolicy, Result, Space, View, kernel, parallel_for};

/// A closure: the body stands at the launch and takes what it needs from around it, for f32 and f64 at once. Views are handles:
/// a copy shares the elements.
fn by_closure<T: Float>(space: &Space, a: T, x: &View<T, 1>, y: &View<T, 1>) -> Result<()> {
    parallel_for!(space, "axpy", y.len(), |i| y[i] += a * x[i])
}

/// A functor: what the kernel works on has a name. It can be prepared for many launches, and be a field of other functors.
#[derive(Functor)]
struct Axpy<T: Float> {
    a: T,
    x: View<T, 1>,
    y: View<T, 1>,
}

/// The same body, once for every device. Either way it becomes one fused multiply-add.
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

    by_closure(&space, 2.0, &x, &y)?;
    assert!(y.to_vec()?.iter().all(|&v| v == 4.0));

    let axpy = Axpy { a: 2.0, x, y };
    space.parallel_for("axpy", RangePolicy::new(0..n), &axpy)?;
    assert!(axpy.y.to_vec()?.iter().all(|&v| v == 7.0));

    println!(
        "{} ({}): {n} elements, all 4, then all 7",
        space.name(),
        space.description()
    );
    Ok(())
}
