//! The Mandelbrot set: every point leaves its loop when it is done. On CPUs lanes that share a register go on while one of
//! them has something to do.

use portax::{
    LayoutRight, MdRangePolicy, Result, Space, Sum, View, device, parallel_for, parallel_reduce,
};

const MOST: i32 = 500;

/// Steps until `z -> z^2 + c` leaves the circle of radius 2, `MOST` for points of the set.
#[device]
fn steps_outside(re: f64, im: f64) -> i32 {
    let (mut x, mut y) = (0.0, 0.0);
    for step in 0..MOST {
        if x * x + y * y > 4.0 {
            return step;
        }
        let next = x * x - y * y + re;
        y = 2.0 * x * y + im;
        x = next;
    }
    MOST
}

/// Steps at the points of a picture of [-2, 0.5] x [-1.25, 1.25], `n` a side.
fn picture(space: &Space, n: usize) -> Result<View<i32, 2, LayoutRight>> {
    let steps = View::new(space, "steps", [n, n])?;
    let width = 2.5 / n as f64;
    parallel_for!(
        space,
        "mandelbrot",
        MdRangePolicy::new([0..n, 0..n]),
        |row, column| {
            steps[(row, column)] = steps_outside(
                (column as f64 + 0.5) * width - 2.0,
                (row as f64 + 0.5) * width - 1.25,
            );
        }
    )?;
    Ok(steps)
}

fn main() -> Result<()> {
    let space = portax_examples::space_from_arguments()?;
    let n = 1200;
    let steps = picture(&space, n)?;
    let side = n as i32;
    let inside = parallel_reduce!(
        space,
        "inside",
        n * n,
        |i| -> i32 {
            if steps[(i / side, i % side)] == MOST {
                1
            } else {
                0
            }
        },
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
