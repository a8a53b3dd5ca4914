//! Variables that begin with a literal: their type is that of what they are assigned.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{
    AUTO, Element, Float, Functor, RangeKernel, RangePolicy, Space, Sum, TeamPolicy, View, device,
    kernel, parallel_for, parallel_reduce,
};

pub fn tests() -> Vec<Test> {
    tests![
        sums_have_the_type_of_their_terms,
        counts_have_the_type_of_what_takes_them,
        variables_are_known_by_what_they_are_operands_with,
        choices_between_literals_are_known_by_their_use,
        generic_sums_are_generic,
        what_says_nothing_is_f64_and_i32,
        ranges_of_teams_begin_anywhere,
        arrays_convert_as_arguments,
        choices_may_be_negative,
        what_a_right_side_assigns_is_assigned_before,
        lanes_leave_inner_loops_by_labels,
    ]
}

fn sums_have_the_type_of_their_terms(space: &Space) -> Outcome {
    let x: View<f32, 1> = vector(space, "x", &[1.5, 2.0, 3.0, -4.0])?;
    let n: View<u32, 1> = vector(space, "n", &[1, 2, 3, 4_000_000_000])?;
    let l: View<i64, 1> = vector(space, "l", &[1 << 40, 2, 3, -1])?;
    let y = View::<f32, 2>::new(space, "y", [4, 3])?;
    let (u, s) = (
        View::<u32, 1>::new(space, "u", [4])?,
        View::<i64, 1>::new(space, "s", [4])?,
    );
    parallel_for!(space, "sums", 4, |i| {
        let mut sum = 0.0;
        for k in 0..4 {
            sum += x[k] * 2.0;
        }
        let (mut low, mut high) = (1e30, -1e30);
        for k in 0..4 {
            let d = x[k] - x[i];
            if d < low {
                low = d;
            }
            high = d.max(high);
        }
        let mut parts = [0.0; 2];
        for k in 0..4 {
            parts[k as i32 % 2] += x[k];
        }
        y[(i, 0)] = sum;
        y[(i, 1)] = high - low;
        y[(i, 2)] = parts[0] - parts[1];
        let mut most = 0;
        for k in 0..4 {
            most = most.max(n[k]);
        }
        u[i] = most;
        let mut total = 0;
        for k in 0..4 {
            total = 2 * total + l[k];
        }
        s[i] = total;
    })?;
    assert_eq!(
        y.to_vec()?,
        [5.0, 5.0, 5.0, 5.0, 7.0, 7.0, 7.0, 7.0, 6.5, 6.5, 6.5, 6.5]
    );
    assert_eq!(u.to_vec()?, [4_000_000_000; 4]);
    assert_eq!(s.to_vec()?, [(8 << 40) + 8 + 6 - 1; 4]);
    Ok(())
}

#[device]
fn steps(start: u64) -> u32 {
    let mut n = start;
    let mut steps = 0;
    while n != 1 {
        n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
        steps += 1;
    }
    steps
}

fn counts_have_the_type_of_what_takes_them(space: &Space) -> Outcome {
    let l: View<u64, 1> = vector(space, "l", &[27, 2, 3, 4])?;
    let u = View::<u32, 1>::new(space, "u", [4])?;
    let halvings = View::<u64, 1>::new(space, "halvings", [4])?;
    parallel_for!(space, "steps", 4, |i| {
        u[i] = steps(l[i]);
        let mut count = 0;
        let mut rest = l[i];
        while rest > 1 {
            rest /= 2;
            count += 1;
        }
        halvings[i] = count;
    })?;
    assert_eq!(u.to_vec()?, [111, 1, 7, 2]);
    assert_eq!(halvings.to_vec()?, [4, 1, 1, 2]);
    let all = parallel_reduce!(
        space,
        "halvings",
        4,
        |i| -> u32 {
            let mut count = 0;
            let mut rest = l[i];
            while rest > 1 {
                rest /= 2;
                count += 1;
            }
            count
        },
        Sum
    )?;
    assert_eq!(all, 8);
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Pair {
    x: f64,
    y: f64,
}

#[device]
impl std::ops::Mul<f64> for Pair {
    type Output = Pair;
    fn mul(self, o: f64) -> Pair {
        Pair {
            x: self.x * o,
            y: self.y * o,
        }
    }
}

fn variables_are_known_by_what_they_are_operands_with(space: &Space) -> Outcome {
    let x: View<f32, 1> = vector(space, "x", &[1.0, 2.0, 4.0, 7.0])?;
    let y = View::<f32, 1>::new(space, "y", [4])?;
    parallel_for!(space, "welford", 4, |i| {
        let (mut mean, mut squares) = (0.0, 0.0);
        let mut count = 0.0;
        for k in 0..4 {
            count += 1.0;
            let d = x[k] - mean;
            mean += d / count;
            squares += d * (x[k] - mean);
        }
        y[i] = squares + 0.0 * x[i];
    })?;
    for y in y.to_vec()? {
        assert!((y - 21.0).abs() < 1e-4, "{y}");
    }
    let pairs: View<Pair, 1> = View::new(space, "pairs", [4])?;
    parallel_for!(space, "of structs", 4, |i| {
        let mut factor = 1.0;
        let mut turn = 0;
        while turn < 3 {
            factor *= 0.5;
            turn += 1;
        }
        let p = Pair { x: 8.0, y: 16.0 };
        pairs[i] = p * factor;
    })?;
    assert_eq!(pairs.to_vec()?, [Pair { x: 1.0, y: 2.0 }; 4]);
    Ok(())
}

fn choices_between_literals_are_known_by_their_use(space: &Space) -> Outcome {
    let x: View<f32, 1> = vector(space, "x", &[1.0, 2.0, 4.0, 7.0])?;
    let n: View<u32, 1> = vector(space, "n", &[1, 2, 3, 4])?;
    let y = View::<f32, 1>::new(space, "y", [4])?;
    let m = View::<i32, 1>::new(space, "m", [4])?;
    parallel_for!(space, "choices", 4, |i| {
        let scale = if n[i] > 2 { 0.5 } else { 2.0 };
        let shift = match n[i] {
            1 => 1,
            2 => 10,
            _ => 100,
        };
        let alone = if n[i] > 3 { 1.5 } else { 2.5 };
        let cost = if n[i] == 3 { 0 } else { 1 };
        y[i] = alone;
        y[i] += x[i] * scale;
        n[i] += shift;
        m[i] = (cost + 1).min(7);
    })?;
    assert_eq!(y.to_vec()?, [4.5, 6.5, 4.5, 5.0]);
    assert_eq!(n.to_vec()?, [2, 12, 103, 104]);
    assert_eq!(m.to_vec()?, [2, 2, 1, 2]);
    parallel_for!(space, "a branch", 4, |i| if x[i] > 3.0 {
        y[i] = 0.0
    })?;
    assert_eq!(y.to_vec()?, [4.5, 6.5, 0.0, 0.0]);
    Ok(())
}

#[derive(Functor)]
struct Rows<T: Float> {
    x: View<T, 1>,
    y: View<T, 1>,
}

#[kernel]
impl<T: Float> RangeKernel for Rows<T> {
    fn rows(&self, i: Index) {
        let mut sum = 0.0;
        for k in 0..self.x.extent(0) {
            sum += self.x[k];
        }
        let mut next = 1e30;
        for k in 0..self.x.extent(0) {
            let d = (self.x[k] - sum).abs();
            if d < next {
                next = d;
            }
        }
        self.y[i] = sum + next;
    }
}

fn generic_sums_are_generic(space: &Space) -> Outcome {
    fn dot<T: Float>(space: &Space, x: &View<T, 1>, y: &View<T, 1>) -> portax::Result<T> {
        parallel_reduce!(space, "dot", x.len(), |i| -> T { x[i] * y[i] }, Sum)
    }
    let x: View<f32, 1> = vector(space, "x", &[1.0, 2.0, 4.0])?;
    let rows = Rows {
        y: View::new(space, "y", [3])?,
        x,
    };
    space.parallel_for("rows", RangePolicy::new(0..3), &rows)?;
    assert_eq!(rows.y.to_vec()?, [10.0; 3]);
    assert_eq!(dot(space, &rows.x, &rows.y)?, 70.0);
    Ok(())
}

fn what_says_nothing_is_f64_and_i32(space: &Space) -> Outcome {
    let x: View<f64, 1> = vector(space, "x", &[0.1, 0.2])?;
    let k = View::<i32, 1>::new(space, "k", [2])?;
    parallel_for!(space, "alone", 2, |i| {
        let mut weight = 1.0;
        let mut turns = 0;
        while weight > 0.1 {
            weight *= 0.7;
            turns += 1;
        }
        // the value is used before it can be shown
        let mut last = 0.0;
        for j in 0..3 {
            if last > 100.0 {
                break;
            }
            let next = x[i] * (j as f64);
            last = next;
        }
        x[i] = weight + last;
        k[i] = turns;
    })?;
    let weight = (0..7).fold(1.0, |w, _| w * 0.7);
    assert_eq!(x.to_vec()?, [0.1, 0.2].map(|x| weight + 2.0 * x));
    assert_eq!(k.to_vec()?, [7; 2]);
    Ok(())
}

fn ranges_of_teams_begin_anywhere(space: &Space) -> Outcome {
    let t = View::<f64, 1>::new(space, "t", [40])?;
    let sums = View::<f64, 1>::new(space, "sums", [4])?;
    parallel_for!(space, "ranges", TeamPolicy::new(4, AUTO), |team: Team| {
        let first = 10 * team.league_rank();
        parallel_for(TeamVectorRange(team, first..first + 10), |i| {
            t[i] = i as f64
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, first + 2, first + 4), |i| {
            single(PerThread(team), || t[i] += 100.0);
        });
        team.barrier();
        let all = parallel_scan(
            TeamVectorRange(team, first + 1..=first + 3),
            |i| t[i],
            |i, before| {
                if i == first + 3 {
                    kernel_assert!(before > 102.0, "{before}");
                }
            },
            Sum,
        );
        let some = parallel_reduce(ThreadVectorRange(team, first..first + 2), |i| t[i], Sum);
        let none = parallel_reduce(TeamVectorRange(team, 7..3), |i| t[i], Sum);
        single(PerTeam(team), || {
            sums[team.league_rank()] = all + some + none;
        });
    })?;
    let (t, sums) = (t.to_vec()?, sums.to_vec()?);
    for (i, &t) in t.iter().enumerate() {
        let more = if (2..4).contains(&(i % 10)) {
            100.0
        } else {
            0.0
        };
        assert_eq!(t, i as f64 + more, "{i}");
    }
    let sum = |team: usize| t[10 * team..10 * team + 4].iter().sum::<f64>() + t[10 * team + 1];
    assert_eq!(sums, (0..4).map(sum).collect::<Vec<_>>());
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Body {
    x: [f64; 3],
    mass: f64,
}

#[device]
fn norm2(a: [f64; 3]) -> f64 {
    a[0] * a[0] + a[1] * a[1] + a[2] * a[2]
}

#[device]
fn horner<const N: usize>(c: &[f32; N], x: f32) -> f32 {
    let mut sum = 0.0;
    for k in (0..c.len()).rev() {
        sum = sum * x + c[k];
    }
    sum
}

fn arrays_convert_as_arguments(space: &Space) -> Outcome {
    let body = Body {
        x: [1.0, 2.0, 3.0],
        mass: 0.5,
    };
    let bodies: View<Body, 1> = View::from_slice(space, "bodies", [3], &[body; 3])?;
    let y = View::<f64, 1>::new(space, "y", [3])?;
    let z: View<f32, 1> = vector(space, "z", &[1.0, 2.0, 3.0])?;
    parallel_for!(space, "arrays", 3, |i| {
        for j in 0..3 {
            y[i] += bodies[j].mass * norm2(bodies[j].x);
        }
        y[i] += norm2([1.0, y[i], 2.0]);
        z[i] = horner(&[1.0, 2.0, 3.0], z[i]);
    })?;
    assert_eq!(y.to_vec()?, [21.0 + 5.0 + 441.0; 3]);
    assert_eq!(z.to_vec()?, [6.0, 17.0, 34.0]);
    Ok(())
}

fn choices_may_be_negative(space: &Space) -> Outcome {
    let x: View<i32, 1> = vector(space, "x", &[1, 0, 5, 7])?;
    let f: View<f64, 1> = vector(space, "f", &[1.5, -2.0, 0.0, 4.0])?;
    let least: View<i32, 1> = vector(space, "least", &[0; 4])?;
    parallel_for!(space, "signs", 4, |i| {
        let sign = if f[i] > 0.0 { 1.0 } else { -1.0 };
        let step = if x[i] > 3 { 1 } else { -2 };
        let by = match x[i] {
            0 => 1,
            1 => -1,
            _ => 0,
        };
        let mut best = (f64::INFINITY, -1);
        let mut count = (3, 0.5);
        for k in 0..4 {
            if (k as f64 - 1.0).abs() < best.0 {
                best = ((k as f64 - 1.0).abs(), k as i32);
            }
            count.0 -= 1;
        }
        least[i] = best.1 + 10 * count.0;
        f[i] *= sign;
        x[i] = step * x[i] + by;
    })?;
    assert_eq!(f.to_vec()?, [1.5, 2.0, 0.0, 4.0]);
    assert_eq!(x.to_vec()?, [-3, 1, 5, 7]);
    assert_eq!(least.to_vec()?, [-9; 4]);
    Ok(())
}

/// As Rust has it for numbers: the right side comes first, then the place.
fn what_a_right_side_assigns_is_assigned_before(space: &Space) -> Outcome {
    let x: View<i32, 1> = vector(space, "x", &[1, 2, 4, 7])?;
    let y: View<i32, 1> = vector(space, "y", &[0; 4])?;
    parallel_for!(space, "orders", 4, |i| {
        let mut t = 5;
        t += {
            t = 1;
            10
        };
        let mut u = 5;
        u += if x[i] > 3 {
            u = 7;
            1
        } else {
            2
        };
        let mut a = [1, 2, 3, 4];
        let mut m = 0;
        a[m] += {
            m = 2;
            10
        };
        y[i] = 10_000 * a[2] + 100 * t + u;
        x[i] += {
            x[i] = 50;
            1
        };
    })?;
    assert_eq!(x.to_vec()?, [51; 4]);
    assert_eq!(y.to_vec()?, [131_107, 131_107, 131_108, 131_108]);
    Ok(())
}

fn lanes_leave_inner_loops_by_labels(space: &Space) -> Outcome {
    let x: View<i32, 1> = vector(space, "x", &(0..20).collect::<Vec<_>>())?;
    let y: View<i32, 1> = vector(space, "y", &[0; 20])?;
    parallel_for!(space, "labels", 20, |i| {
        let mut total = 0;
        'rows: for p in 0..10 {
            let mut q = p;
            loop {
                q += 1;
                if q * p > x[i] {
                    continue 'rows;
                }
                total += 1;
                if q > 20 {
                    break;
                }
            }
        }
        y[i] = total;
    })?;
    let turns = |x: i32, p: i32| (p + 1..=21).take_while(|q| q * p <= x).count() as i32;
    let expected = |x: i32| (0..10).map(|p| turns(x, p)).sum::<i32>();
    assert_eq!(y.to_vec()?, (0..20).map(expected).collect::<Vec<_>>());
    Ok(())
}
