//! The Mandelbrot set: every point leaves its loop by `break` when it is done. On CPUs lanes that share a register go on
//! while one of them has something to do.

use portax::{LayoutRight, Result, Space, Sum, View, parallel_for, parallel_reduce};

const MOST: i32 = 500;

/// A picture of [-2, 0.5] x [-1.25, 1.25], `n` points a side: steps until `z -> z^2 + c` leaves the circle of radius 2, `MOST`
/// for points of the set.
fn picture(space: &Space, n: usize) -> Result<View<i32, 2, LayoutRight>> {
    let steps = View::new(space, "steps", [n, n])?;
    let width = 2.5 / n as f64;
    parallel_for!(space, "mandelbrot", [n, n], |row, column| {
        let re = (column as f64 + 0.5) * width - 2.0;
        let im = (row as f64 + 0.5) * width - 1.25;
        let (mut x, mut y, mut step) = (0.0, 0.0, 0);
        while step < MOST {
            if x * x + y * y > 4.0 {
                break;
            }
            let next = x * x - y * y + re;
            y = 2.0 * x * y + im;
            x = next;
            step += 1;
        }
        steps[(row, column)] = step;
    })?;
    Ok(steps)
}

fn main() -> Result<()> {
    let space = portax_examples::space_from_arguments()?;
    let n = 1200;
    let steps = picture(&space, n)?;
    let inside = parallel_reduce!(
        space,
        "inside",
        [n, n],
        |row, column| -> i32 { (steps[(row, column)] == MOST) as i32 },
        Sum
    )?;
    let area = f64::from(inside) * 6.25 / (n * n) as f64;
    println!("{}: area {area:.4}, known to be 1.5066", space.name());
    assert!((area - 1.5066).abs() < 0.02);

    let small = picture(&space, 48)?.to_vec()?;
    for row in (0..48).step_by(2) {
        // elements come with the first index running fastest
        let line = (0..48).map(|column| match small[row + 48 * column] {
            MOST => '#',
            12.. => '+',
            5.. => '.',
            _ => ' ',
        });
        println!("{}", line.collect::<String>());
    }
    Ok(())
}
