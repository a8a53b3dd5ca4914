//! What a user sees of a kernel that the device's compiler refuses.

use portax::{Error, Functor, RangeKernel, RangePolicy, Result, View, kernel};
use portax_cuda::CUDA;
use portax_golden::Printer;

#[derive(Functor)]
struct Sum {
    x: View<f64, 1>,
    y: View<f64, 1>,
    z: View<f64, 1>,
}

/// Line of the statement that is refused.
const REFUSED: u32 = line!() + 7;

#[kernel]
impl RangeKernel for Sum {
    fn sum(&self, i: Index) {
        let x = self.x[i];
        let y = self.y[i];
        self.z[i] = x + y;
    }
}

#[test]
fn a_refused_source_shows_log_lines_and_the_rust_line() -> Result<()> {
    let space = Printer::refusing(&CUDA, 32, Some("z[px_work0] = ")).space();
    let view = |label| View::new(&space, label, [8]);
    let (x, y, z) = (view("x")?, view("y")?, view("z")?);
    let sum = Sum { x, y, z };
    let refused = space.parallel_for("sum", RangePolicy::new(0..8), &sum);
    let Err(error @ Error::Compile { .. }) = refused else {
        panic!("{refused:?}");
    };
    let text = error.to_string();
    let rust_line = format!("printed from {}:{REFUSED}:", file!());
    for part in ["error: refused", &rust_line, "> ", " | "] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let marked = text.lines().find(|line| line.starts_with('>'));
    assert!(
        marked.is_some_and(|line| line.contains("z[px_work0] = ")),
        "{text}"
    );
    Ok(())
}
