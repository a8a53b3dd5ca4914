//! k-means: each point finds the nearest centre, sums and counts are updated atomically.

use portax::{LayoutRight, Result, Space, View, parallel_for};

const CENTRES: usize = 5;

/// Points around known centres, without a pattern of their own.
fn points(space: &Space, n: usize) -> Result<View<f64, 2, LayoutRight>> {
    let x = View::new(space, "x", [n, 2])?;
    parallel_for!(space, "points", n, |i| {
        let spread = i as f64 * 0.618;
        let angle = (i % CENTRES as i32) as f64 * 1.2566370614359172;
        x[(i, 0)] = 4.0 * angle.cos() + (spread - spread.floor() - 0.5);
        x[(i, 1)] = 4.0 * angle.sin() + ((7.0 * spread).sin()) * 0.5;
    })?;
    Ok(x)
}

fn main() -> Result<()> {
    let space = portax_examples::space_from_arguments()?;
    let n = 100_000usize;
    let x = points(&space, n)?;
    let centre: View<f64, 2, LayoutRight> = View::new(&space, "centre", [CENTRES, 2])?;
    let sum: View<f64, 2, LayoutRight> = View::new(&space, "sum", [CENTRES, 2])?;
    let count: View<f64, 1> = View::new(&space, "count", [CENTRES])?;
    let nearest: View<i32, 1> = View::new(&space, "nearest", [n])?;
    parallel_for!(space, "first", CENTRES, |c| {
        centre[(c, 0)] = x[(c, 0)];
        centre[(c, 1)] = x[(c, 1)];
    })?;
    let mut before = vec![-1.0; CENTRES];
    for turn in 1.. {
        parallel_for!(space, "reset", CENTRES, |c| {
            sum[(c, 0)] = 0.0;
            sum[(c, 1)] = 0.0;
            count[c] = 0.0;
        })?;
        parallel_for!(space, "assign", n, |i| {
            let (mut best, mut least) = (0, 1e300);
            for c in 0..centre.extent(0) {
                let (dx, dy) = (x[(i, 0)] - centre[(c, 0)], x[(i, 1)] - centre[(c, 1)]);
                let r2 = dx * dx + dy * dy;
                if r2 < least {
                    best = c;
                    least = r2;
                }
            }
            nearest[i] = best;
            sum.atomic_add((best, 0), x[(i, 0)]);
            sum.atomic_add((best, 1), x[(i, 1)]);
            count.atomic_add(best, 1.0);
        })?;
        parallel_for!(space, "move", CENTRES, |c| {
            if count[c] > 0.0 {
                centre[(c, 0)] = sum[(c, 0)] / count[c];
                centre[(c, 1)] = sum[(c, 1)] / count[c];
            }
        })?;
        let now = count.to_vec()?;
        if now == before {
            println!("{}: {turn} turns, {now:?} points a centre", space.name());
            assert!(now.iter().all(|&points| points == (n / CENTRES) as f64));
            return Ok(());
        }
        before = now;
    }
    Ok(())
}
