//! Which layout should a kernel's views have, and what does the wrong one cost? Three kernels under a study: a stencil, a
//! matrix-vector product, particles of which a kernel needs some fields. `15-layout-study [DEVICE] [FILE.csv]`

use portax::{
    AoSoA, Element, Functor, Interleaved, LayoutLeft, LayoutRight, MdRangeKernel, MdRangePolicy,
    RangeKernel, RangePolicy, Result, Space, View, for_each_layout, kernel,
    layout::Layout,
    study::{Study, to_csv},
};

/// The mean of four neighbours.
#[derive(Functor)]
struct Stencil<L: Layout> {
    after: View<f64, 2, L>,
    before: View<f64, 2, L>,
}

#[kernel]
impl<L: Layout> MdRangeKernel<2> for Stencil<L> {
    fn stencil(&self, i: Index, j: Index) {
        let x = self.before;
        self.after[(i, j)] = 0.25 * (x[(i - 1, j)] + x[(i + 1, j)] + x[(i, j - 1)] + x[(i, j + 1)]);
    }
}

fn stencil(space: &Space, n: usize) -> Study {
    let mut study = Study::new("stencil");
    for_each_layout!(L in [LayoutLeft, LayoutRight, AoSoA<8>, AoSoA<32>] {
        study.measure::<L>(space, 16 * n * n, || {
            let grid = |label| View::new(space, label, [n, n]);
            let functor = Stencil::<L> { after: grid("after")?, before: grid("before")? };
            let inner = 1..n - 1;
            space.prepare("stencil", MdRangePolicy::new([inner.clone(), inner]), &functor)
        });
    });
    study
}

/// `y = A x`, a row an iteration.
#[derive(Functor)]
struct Product<L: Layout> {
    y: View<f64, 1>,
    a: View<f64, 2, L>,
    x: View<f64, 1>,
}

#[kernel]
impl<L: Layout> RangeKernel for Product<L> {
    fn product(&self, i: Index) {
        let mut sum = 0.0;
        for j in 0..self.a.extent(1) {
            sum += self.a[(i, j)] * self.x[j];
        }
        self.y[i] = sum;
    }
}

fn product(space: &Space, n: usize) -> Study {
    let mut study = Study::new("matrix-vector product");
    for_each_layout!(L in [LayoutLeft, LayoutRight, AoSoA<8>, AoSoA<32>] {
        study.measure::<L>(space, 8 * n * n, || {
            let (y, x) = (View::new(space, "y", [n])?, View::new(space, "x", [n])?);
            let functor = Product::<L> { y, a: View::new(space, "a", [n, n])?, x };
            space.prepare("product", RangePolicy::new(0..n), &functor)
        });
    });
    study
}

/// Eight numbers, of which a drift needs six.
#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Particle {
    position: [f64; 3],
    velocity: [f64; 3],
    mass: f64,
    charge: f64,
}

#[derive(Functor)]
struct Drift<L: Layout> {
    particles: View<Particle, 1, L>,
    time_step: f64,
}

#[kernel]
impl<L: Layout> RangeKernel for Drift<L> {
    fn drift(&self, i: Index) {
        #[unroll]
        for d in 0..3 {
            self.particles[i].position[d] += self.time_step * self.particles[i].velocity[d];
        }
    }
}

fn drift(space: &Space, n: usize) -> Study {
    let mut study = Study::new("drift of particles");
    for_each_layout!(L in [LayoutLeft, AoSoA<1>, AoSoA<4>, AoSoA<8>, AoSoA<32>, Interleaved] {
        study.measure::<L>(space, 9 * 8 * n, || {
            let functor = Drift::<L> { particles: View::new(space, "particles", [n])?, time_step: 0.1 };
            space.prepare("drift", RangePolicy::new(0..n), &functor)
        });
    });
    study
}

fn main() -> Result<()> {
    let space = portax_examples::space_from_arguments()?;
    let studies = [
        stencil(&space, 1024),
        product(&space, 1024),
        drift(&space, 200_000),
    ];
    for study in &studies {
        println!("{study}\n");
        if let Some(case) = study
            .cases()
            .iter()
            .find_map(|case| case.times.as_ref().err())
        {
            return Err(case.clone());
        }
    }
    if let Some(file) = std::env::args().nth(2) {
        std::fs::write(&file, to_csv(&studies))
            .map_err(|error| portax::Error::Invalid(format!("{file}: {error}")))?;
    }
    Ok(())
}
