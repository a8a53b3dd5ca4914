//! Bodies that do what the same text does as plain Rust.

// it is the text of kernels
#![allow(clippy::needless_range_loop)]

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{AUTO, Complex, Space, Sum, TeamPolicy, View, device, parallel_for};

pub fn tests() -> Vec<Test> {
    tests![
        names_are_those_of_their_scope,
        tables_hold_small_numbers_and_conditions,
        literals_are_arrays,
        literals_are_arrays_of_their_use,
        loops_over_literals_end_early,
        ranges_have_types,
        indices_are_computed,
        loops_end_at_the_end_of_their_type,
        bits_are_set_and_cleared,
        blocks_have_labels,
        arrays_are_sorted_in_place,
        literals_stand_beside_values,
        the_largest_index_is_large,
        functions_take_what_lanes_share_first,
        functions_change_what_began_shared,
        results_of_teams_are_operands,
        literals_meet_names_of_arms,
        operands_and_suffixes_count_where_they_stand,
    ]
}

/// Runs the body of each kernel on the space, and as a loop of plain Rust over vectors.
macro_rules! twins {
    ($space:ident, $name:literal, |$i:ident, $($x:ident: $t:ty = $values:expr),*; $out:ident: $o:ty| $body:block) => {
        for n in [1usize, 3, 8, 17, 100] {
            let expected = {
                $(let $x: Vec<$t> = (0..n).map($values).collect();)*
                let mut $out = vec![<$o>::default(); n];
                for $i in 0..n $body
                $out
            };
            $(let $x: View<$t, 1> = vector($space, stringify!($x), &(0..n).map($values).collect::<Vec<_>>())?;)*
            let $out: View<$o, 1> = View::new($space, stringify!($out), [n])?;
            parallel_for!($space, $name, n, |$i| $body)?;
            assert_eq!($out.to_vec()?, expected, "{}, {n}", $name);
        }
    };
}

/// `best` and `at` are declared in two loops and behind them: what lanes share in one differs in another, and they have several types.
fn names_are_those_of_their_scope(space: &Space) -> Outcome {
    let k = |i: usize| i as i32 * 7 % 11 - 3;
    let x = |i: usize| i as f64 * 0.5;
    twins!(space, "scopes", |i, k: i32 = k, x: f64 = x; out: f64| {
        let mut total = 0.0;
        for j in 0..3 {
            let mut best = x[0];
            let mut at = 0;
            for q in 0..k[i] {
                if x[i] + q as f64 > best {
                    best = x[i] + q as f64;
                    at = q;
                }
            }
            total += best + at as f64 + j as f64;
        }
        for j in 0..3 {
            let mut best = x[0];
            let mut at = j;
            if k[i] > 3 {
                at = k[i];
                best = 3.0;
            }
            let j = best * 2.0;
            total += j + at as f64;
        }
        let best = k[i] > 0;
        if best {
            let at = 7u32;
            let total_2 = at as f64;
            total += total_2;
        }
        let k = match k[i] {
            n if n < 0 => -n,
            n => {
                let n = n + 1;
                n * 2
            }
        };
        let x = x[i] + total;
        out[i] = x + k as f64;
    });
    twins!(space, "shadows", |i, a: i32 = k; out: i32| {
        let x = a[i];
        let x = x * 2;
        let y = {
            let x = x + 1;
            let a = x % 5;
            x * a
        };
        let mut n = 0;
        while n < 3 {
            let x = n;
            n += 1 + x / 4;
        }
        let n = n + x;
        out[i] = x + y * n;
    });
    Ok(())
}

const CODES: [u8; 8] = [3, 200, 4, 1, 255, 9, 2, 6];
const SHORTS: [u16; 3] = [1, 65535, 77];
const STEPS: [[i8; 2]; 4] = [[1, -1], [0, 127], [-128, 2], [3, -4]];
const LONGER: [i16; 3] = [-32768, 5, 32767];
const IS_WALL: [bool; 4] = [true, false, false, true];
const KINDS: [(u8, bool); 3] = [(7, true), (250, false), (0, true)];

fn tables_hold_small_numbers_and_conditions(space: &Space) -> Outcome {
    let u = |i: usize| (i as u32).wrapping_mul(2654435769) % 97;
    twins!(space, "codes", |i, u: u32 = u; out: u32| {
        let mut h = CODES[(u[i] % 8) as usize] as u32;
        for q in 0..3 {
            h = h * 31 + SHORTS[q] as u32 + CODES[q] as u32;
        }
        if IS_WALL[i % 4] {
            h += 1000;
        }
        let (code, is_set) = KINDS[(h % 3) as usize];
        h += code as u32;
        if is_set && IS_WALL[0] {
            h ^= 5;
        }
        out[i] = h;
    });
    twins!(space, "signed", |i, u: u32 = u; out: i32| {
        let mut sum = 0;
        for q in 0..4 {
            sum += STEPS[q][0] as i32 * (q as i32 + 1);
        }
        sum += STEPS[(u[i] % 4) as usize][i % 2] as i32;
        out[i] = sum - LONGER[(u[i] % 3) as usize] as i32;
    });
    Ok(())
}

fn literals_are_arrays(space: &Space) -> Outcome {
    let u = |i: usize| i as u32 * 37 % 10;
    twins!(space, "literal arrays", |i, u: u32 = u; out: f64| {
        let steps = [3u32, 5, 7];
        let rows = [[1.0, -2.0], [0.5, 4.0]];
        let k = (u[i] % 3) as usize;
        let sum = [0.25, 0.5, 0.75][i % 3] + [[1, 2], [-3, 4]][i % 2][k % 2] as f64;
        out[i] = sum + (steps[k] + steps[0]) as f64 * rows[i % 2][1] + rows[1][k % 2];
    });
    Ok(())
}

fn literals_are_arrays_of_their_use(space: &Space) -> Outcome {
    let x = |i: usize| i as f32 * 0.1;
    twins!(space, "literal arrays of f32", |i, x: f32 = x; out: f32| {
        let weights = [0.3, 0.7, 0.1];
        let mut sum = x[i] * [0.9, 0.2][(i + 1) % 2];
        sum += x[0] * [[0.1, 0.2], [0.3, 0.4]][i % 2][1];
        out[i] = sum + weights[i % 3];
    });
    Ok(())
}

fn loops_over_literals_end_early(space: &Space) -> Outcome {
    let x = |i: usize| (i * 29 % 13) as f64;
    twins!(space, "early ends", |i, x: f64 = x; out: f64| {
        let mut sum = 0.0;
        for t in [2.0, 4.0, 8.0] {
            if t > x[i] {
                break;
            }
            sum += t;
        }
        'all: for (dx, dy) in [(1, 2), (-3, 4), (5, -6)] {
            for w in [x[i], 1.0, x[0]] {
                if w * dx as f64 > 9.0 {
                    break 'all;
                }
                if w < 1.0 {
                    continue 'all;
                }
                sum += w * dy as f64;
            }
        }
        let items = [x[i], x[0], 3.0];
        for item in items.iter().rev() {
            sum = sum * 0.5 + item;
        }
        out[i] = sum;
    });
    Ok(())
}

fn ranges_have_types(space: &Space) -> Outcome {
    let u = |i: usize| (i as u32).wrapping_mul(2654435769);
    twins!(space, "typed ranges", |i, u: u32 = u; out: u32| {
        let mut h = 0u32;
        for b in 0..8u32 {
            h ^= (u[i] >> b) & b;
        }
        for b in (1u32..=4).rev() {
            h = h.wrapping_mul(31).wrapping_add(b);
        }
        let mut long = 0u64;
        for b in (0..20u64).step_by(3) {
            long += b << 20;
        }
        out[i] = h ^ (long >> 16) as u32;
    });
    Ok(())
}

fn indices_are_computed(space: &Space) -> Outcome {
    let u = |i: usize| (i as u32).wrapping_mul(2654435769);
    let seed = 77u32;
    twins!(space, "indices", |i, u: u32 = u; out: u32| {
        let n: usize = (u[i] % 4) as usize;
        let at: usize = i / (n + 1);
        let mixed = seed.wrapping_add(u[at]).wrapping_mul(seed);
        out[i] = mixed.rotate_left(5) ^ seed.wrapping_sub(u[i]).swap_bytes();
    });
    Ok(())
}

/// The step behind the last would be past the largest integer.
fn loops_end_at_the_end_of_their_type(space: &Space) -> Outcome {
    let k = |i: usize| i as i32 % 9;
    twins!(space, "last steps", |i, k: i32 = k; out: i32| {
        let first = i32::MAX - 5 - k[i];
        let mut turns = 0;
        for at in (first..i32::MAX).step_by(4) {
            turns += 1 + (at - first);
            if turns > 1000 {
                break;
            }
        }
        for at in first..=i32::MAX {
            turns += at - first;
        }
        out[i] = turns;
    });
    Ok(())
}

fn bits_are_set_and_cleared(space: &Space) -> Outcome {
    const SHIFT: u32 = 5;
    let u = |i: usize| (i as u32).wrapping_mul(2654435769);
    let q = |i: usize| (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let by = 3u32;
    twins!(space, "bits", |i, u: u32 = u, q: u64 = q; out: u64| {
        let k = u[i] % 31;
        let cleared = u[i] & !(1 << k);
        let set = (1 << (k / 2)) | cleared;
        let mut long = q[i] & !(1 << (k + 20));
        long ^= !(1 << k);
        long |= 1 << (i % 40);
        let is_set = q[i] >> k & 1 == 1;
        if u[i] & (1 << (i % 7)) != 0 || is_set {
            long += 3;
        }
        let moved = (q[i] << SHIFT) ^ (q[i] >> by) ^ ((u[i] << SHIFT) >> by) as u64;
        out[i] = long ^ set as u64 ^ moved;
    });
    Ok(())
}

fn blocks_have_labels(space: &Space) -> Outcome {
    let x = |i: usize| (i * 29 % 13) as f64;
    twins!(space, "blocks", |i, x: f64 = x; out: f64| {
        let mut r = 0.0;
        'done: {
            if x[i] > 9.0 {
                r = 1.0;
                break 'done;
            }
            for k in 0..4 {
                if x[i] > k as f64 {
                    continue;
                }
                r += 0.5;
                if k == 2 {
                    break 'done;
                }
            }
            r *= 2.0;
        }
        let class = 'found: {
            if x[i] < 3.0 {
                break 'found 10.0;
            }
            let y = x[i] * 2.0;
            if y > 20.0 {
                break 'found y;
            }
            y + 1.0
        };
        out[i] = r + class;
    });
    Ok(())
}

fn arrays_are_sorted_in_place(space: &Space) -> Outcome {
    let x = |i: usize| (i * 29 % 13) as f64;
    twins!(space, "insertion sort", |i, x: f64 = x; out: f64| {
        let mut a = [0.0; 6];
        for k in 0..6 {
            a[k] = x[i] + (k as i32 * 5 % 7) as f64;
        }
        for k in 1..6 {
            let v = a[k];
            let mut j = k;
            while j > 0 && a[j - 1] > v {
                a[j] = a[j - 1];
                j -= 1;
            }
            a[j] = v;
        }
        out[i] = a[0] + 10.0 * a[1] + 100.0 * a[2] + 1e3 * a[3] + 1e4 * a[4] + 1e5 * a[5];
    });
    Ok(())
}

#[device]
fn weight(k: i32, x: f32) -> f32 {
    match k {
        0 => 1.0,
        1 => x,
        2 => 0.5,
        _ => 0.25,
    }
}

/// Several ways give literals, one does not.
fn literals_stand_beside_values(space: &Space) -> Outcome {
    let k = |i: usize| i as i32 % 5;
    let u = |i: usize| i as u32 * 7 % 11;
    twins!(space, "numbers", |i, k: i32 = k, u: u32 = u; out: u32| {
        out[i] = match k[i] {
            0 => u[i],
            1 => 62,
            _ => 63,
        };
        let low: u32 = if k[i] == 2 {
            u[i]
        } else if k[i] == 3 {
            5
        } else {
            7
        };
        out[i] += low;
    });
    let n = 20;
    let [x, y] = ["x", "y"].map(|label| View::<f32, 1>::from_fn(space, label, [n], |[i]| i as f32));
    let (x, y) = (x?, y?);
    parallel_for!(space, "floats", n, |i| {
        let k = i as i32 % 5;
        y[i] = if k == 4 {
            x[i]
        } else if k == 3 {
            0.5
        } else {
            0.75
        };
        y[i] += weight(k, x[i]);
    })?;
    let plain = |i: usize| {
        let first = [0.75, 0.75, 0.75, 0.5, i as f32][i % 5];
        first + [1.0, i as f32, 0.5, 0.25, 0.25][i % 5]
    };
    assert_eq!(y.to_vec()?, (0..n).map(plain).collect::<Vec<f32>>());
    Ok(())
}

/// `usize::MAX` is larger than any index.
fn the_largest_index_is_large(space: &Space) -> Outcome {
    let k = |i: usize| i as i32 * 7 % 11;
    twins!(space, "least", |i, k: i32 = k; out: i32| {
        let mut least = usize::MAX;
        for j in 0..5 {
            let d = ((k[i] >> j) & 15) as usize;
            if d < least {
                least = d;
            }
        }
        const FAR: usize = usize::MAX / 2;
        if i < usize::MAX && least < FAR && (k[i] as usize) < usize::MAX {
            least = least.min(FAR) + 1;
        }
        let before = (i as i32 + 1) as usize;
        least += before.wrapping_add(usize::MAX);
        out[i] = least as i32;
    });
    Ok(())
}

fn functions_take_what_lanes_share_first(space: &Space) -> Outcome {
    const ONE: f64 = 1.0;
    let x = |i: usize| i as f64 * 0.75 - 5.0;
    let scale = 3.0f64;
    twins!(space, "signs", |i, x: f64 = x; out: f64| {
        let two = 2.0f64.copysign(x[i]);
        out[i] = two + ONE.copysign(-x[i]) + scale.copysign(x[i]) + 1.0f64.max(x[i]);
    });
    Ok(())
}

#[device]
fn mixed(a: &mut u64, b: &mut u64) {
    *a = a.wrapping_add(*b);
    *b = b.rotate_left(13) ^ *a;
}

fn functions_change_what_began_shared(space: &Space) -> Outcome {
    let q = |i: usize| (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let key = 0x0706_0504_0302_0100_u64;
    let n = 33;
    let q: View<u64, 1> = View::from_fn(space, "q", [n], |[i]| q(i))?;
    let y: View<u64, 1> = View::new(space, "y", [n])?;
    parallel_for!(space, "mixed", n, |i| {
        let mut a = key ^ 0x736f_6d65_7073_6575;
        let mut b = key;
        mixed(&mut a, &mut b);
        b ^= q[i];
        mixed(&mut a, &mut b);
        y[i] = a ^ b;
    })?;
    let plain = |q: u64| {
        let mix = |a: u64, b: u64| (a.wrapping_add(b), b.rotate_left(13) ^ a.wrapping_add(b));
        let (a, b) = mix(key ^ 0x736f_6d65_7073_6575, key);
        let (a, b) = mix(a, b ^ q);
        a ^ b
    };
    let expected: Vec<u64> = q.to_vec()?.into_iter().map(plain).collect();
    assert_eq!(y.to_vec()?, expected);
    Ok(())
}

/// Of teams, results are numbers like others; matrices of complex numbers begin with zeros.
fn results_of_teams_are_operands(space: &Space) -> Outcome {
    let k: View<i32, 1> = View::from_fn(space, "k", [64], |[i]| i as i32 * 7 % 11 - 3)?;
    let y: View<i32, 1> = View::new(space, "y", [4])?;
    parallel_for!(space, "sums", TeamPolicy::new(4, AUTO), |team: Team| {
        let r = team.league_rank();
        let s = parallel_reduce(TeamVectorRange(team, 16), |j| k[r * 16 + j], Sum);
        single(PerTeam(team), || {
            y[r] = s * (r + 1) + (s & 3) - (s % 5) + (1 + !s)
        });
    })?;
    let sum = |r: i32| (0..16).map(|j| (r * 16 + j) * 7 % 11 - 3).sum::<i32>();
    let plain = |r: i32| {
        let s = sum(r);
        s * (r + 1) + (s & 3) - (s % 5) + (1 + !s)
    };
    assert_eq!(y.to_vec()?, (0..4).map(plain).collect::<Vec<i32>>());

    let z: View<Complex<f64>, 1> =
        View::from_fn(space, "z", [9], |[i]| Complex::new(i as f64, 1.0))?;
    parallel_for!(space, "squares", 9, |i| {
        let mut c = [[Complex::new(0.0, 0.0); 2]; 2];
        for a in 0..2 {
            for b in 0..2 {
                c[a][b] += z[i] * (a + 2 * b) as f64;
            }
        }
        z[i] = c[1][0] + c[1][1];
    })?;
    let plain = |i: usize| Complex::new(4.0 * i as f64, 4.0);
    assert_eq!(z.to_vec()?, (0..9).map(plain).collect::<Vec<_>>());
    Ok(())
}

/// What a number is beside says its type, if it can be named there.
fn literals_meet_names_of_arms(space: &Space) -> Outcome {
    let k = |i: usize| i as i32 * 7 % 31 - 9;
    twins!(space, "arms", |i, k: i32 = k; out: i32| {
        let a = match k[i] {
            i32::MIN..=-1 => -1,
            0..=9 => 1,
            10 | 20 => 2,
            _ => 4,
        };
        let c = match k[i] {
            n if n % 3 == 0 => n / 3,
            n @ 0..=12 => -n,
            n => n % 11,
        };
        out[i] = c + a;
    });
    Ok(())
}

#[device]
fn step(s: &mut i32) -> i32 {
    *s += 1;
    *s % 5
}

/// What stands first is evaluated first; of literals any may have the suffix.
fn operands_and_suffixes_count_where_they_stand(space: &Space) -> Outcome {
    let k: View<i32, 1> = View::from_fn(space, "k", [20], |[i]| i as i32 % 7)?;
    let y: View<i32, 1> = View::new(space, "y", [20])?;
    parallel_for!(space, "order", 20, |i| {
        let mut s = k[i];
        let a = (1 << step(&mut s)) | s;
        let b = s & !(1 << step(&mut s));
        y[i] = a * 100 + b;
    })?;
    let plain = |i: i32| {
        let s = i % 7 + 1;
        let a = (1 << (s % 5)) | s;
        a * 100 + (s & !(1 << ((s + 1) % 5)))
    };
    assert_eq!(y.to_vec()?, (0..20).map(plain).collect::<Vec<i32>>());

    let k = |i: usize| i as i32 % 7;
    twins!(space, "suffixes", |i, k: i32 = k; out: f64| {
        let mut sum = 0.0;
        for x in [1, 2u64, 3] {
            if k[i] > 5 {
                break;
            }
            sum += (x << 40) as f64;
        }
        sum += [1.0, 0.1f32, 0.3][i % 3] as f64;
        let big: usize = 1 << 40;
        out[i] = sum + (big >> 30) as f64 + [1f32, 0.5][i % 2] as f64;
    });
    twins!(space, "hashes", |i, k: i32 = k; out: i32| {
        const PRIME: usize = 2654435761;
        let bucket = (k[i] as usize).wrapping_mul(PRIME) & 1023;
        let mut n = bucket as i32;
        'done: {
            if k[i] > 3 {
                n += 1;
                break 'done;
            }
            if k[i] > 1 {
                n += 2;
            } else {
                n += 3;
            }
        }
        out[i] = n;
    });
    Ok(())
}
