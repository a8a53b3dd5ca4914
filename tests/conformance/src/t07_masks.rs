//! Branches whose condition differs between lanes, and tails of every length.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{Complex, Float, Functor, RangeKernel, RangePolicy, Space, View, device, kernel};

pub fn tests() -> Vec<Test> {
    tests![
        nested_masks_hold_for_every_length,
        masks_cross_device_functions,
        complex_numbers_and_uniform_variables_take_part,
        masks_and_guards_hold,
    ]
}

/// Three levels with `else`, each writing variables and memory.
#[derive(Functor)]
struct Nested {
    x: View<i32, 1>,
    limit: i32,
    out: View<i32, 1>,
    touched: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Nested {
    fn nested(&self, i: Index) {
        let x = self.x[i];
        let mut v: i32 = 1;
        if x % 2 == 0 {
            v += 10;
            if x % 3 == 0 {
                v += 100;
                if x % 5 == 0 {
                    v *= 3;
                    self.touched[i] = x;
                } else if self.limit > 3 {
                    v -= 7;
                } else {
                    v = 0;
                }
            } else {
                v = v * 2 + x;
                for k in 0..self.limit {
                    if x > k * 4 {
                        continue;
                    }
                    v += k;
                }
            }
        } else {
            if x > 20 || self.limit == 0 {
                v = -x;
            }
            self.touched[i] = -1;
        }
        self.out[i] = v;
    }
}

/// (value, what it leaves in `touched`)
fn nested(x: i32, limit: i32) -> (i32, i32) {
    let (mut v, mut touched) = (1, 0);
    if x % 2 == 0 {
        v += 10;
        if x % 3 == 0 {
            v += 100;
            if x % 5 == 0 {
                v *= 3;
                touched = x;
            } else if limit > 3 {
                v -= 7;
            } else {
                v = 0;
            }
        } else {
            v = v * 2 + x;
            v += (0..limit).filter(|k| x <= k * 4).sum::<i32>();
        }
    } else {
        if x > 20 || limit == 0 {
            v = -x;
        }
        touched = -1;
    }
    (v, touched)
}

fn nested_masks_hold_for_every_length(space: &Space) -> Outcome {
    for limit in [3, 6] {
        for n in 0..70 {
            let x: Vec<i32> = (0..n).map(|i| (i * 7 + 3) % 31).collect();
            let new = |label| View::new(space, label, [x.len()]);
            let k = Nested {
                x: vector(space, "x", &x)?,
                limit,
                out: new("out")?,
                touched: new("touched")?,
            };
            space.parallel_for("nested", RangePolicy::new(0..x.len()), &k)?;
            let (v, touched): (Vec<i32>, Vec<i32>) = x.iter().map(|&x| nested(x, limit)).unzip();
            assert_eq!(
                (k.out.to_vec()?, k.touched.to_vec()?),
                (v, touched),
                "{n} {limit}"
            );
        }
    }
    Ok(())
}

/// Adds to its arguments where `x` is positive, under whatever mask it is called.
#[device]
fn collect<const N: usize>(x: f64, sum: &mut f64, parts: &mut [f64; N]) {
    if x > 0.0 {
        *sum += x;
        #[unroll]
        for k in 0..N {
            parts[k] += x * (k as f64);
        }
    } else {
        *sum -= 1.0;
    }
}

#[device]
fn twice(x: f64, sum: &mut f64, parts: &mut [f64; 3]) -> f64 {
    collect(x, &mut sum, &mut parts);
    if x < 0.5 {
        collect::<3>(x * 2.0, &mut sum, &mut parts);
    }
    x + 1.0
}

#[derive(Functor)]
struct Passing {
    x: View<f64, 1>,
    out: View<f64, 2>,
}

#[kernel]
impl RangeKernel for Passing {
    fn passing(&self, i: Index) {
        let x = self.x[i];
        let mut sum: f64 = 0.0;
        let mut parts: [f64; 3] = [0.0; 3];
        if x > -0.5 {
            let y = twice(x, &mut sum, &mut parts);
            sum += y;
        }
        if x < 0.0 {
            return;
        }
        self.out[(i, 0)] = sum;
        #[unroll]
        for k in 0..3 {
            self.out[(i, k + 1)] = parts[k];
        }
    }
}

fn collected(x: f64, sum: &mut f64, parts: &mut [f64; 3]) {
    if x > 0.0 {
        *sum += x;
        for (k, part) in parts.iter_mut().enumerate() {
            *part = x.mul_add(k as f64, *part);
        }
    } else {
        *sum -= 1.0;
    }
}

fn masks_cross_device_functions(space: &Space) -> Outcome {
    let x = noise(61, 7);
    let n = x.len();
    let k = Passing {
        x: vector(space, "x", &x)?,
        out: View::from_slice(space, "out", [n, 4], &vec![9.0; 4 * n])?,
    };
    space.parallel_for("passing", RangePolicy::new(0..n), &k)?;
    let out = k.out.to_vec()?;
    for (i, &x) in x.iter().enumerate() {
        let (mut sum, mut parts) = (0.0, [0.0; 3]);
        if x > -0.5 {
            collected(x, &mut sum, &mut parts);
            if x < 0.5 {
                collected(x * 2.0, &mut sum, &mut parts);
            }
            sum += x + 1.0;
        }
        let expected = if x < 0.0 {
            [9.0; 4]
        } else {
            [sum, parts[0], parts[1], parts[2]]
        };
        assert_eq!(std::array::from_fn(|k| out[i + k * n]), expected, "{x}");
    }
    Ok(())
}

/// Smallest power of two not below `n`, by a variable that all lanes share.
#[device]
fn power_of_two(n: Int) -> Int {
    let mut power: Int = 1;
    for _k in 0..31 {
        if power < n {
            power *= 2;
        }
    }
    power
}

/// Complex numbers under masks, gathered and stored; uniform choices; closed ranges.
#[derive(Functor)]
struct Choose {
    z: View<Complex<f64>, 1>,
    from: View<i32, 1>,
    n: i32,
    out: View<Complex<f64>, 1>,
    counts: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Choose {
    fn choose(&self, i: Index) {
        let power = power_of_two(self.n);
        let mut sum: i32 = 0;
        for k in 1..=(power + 1).min(6) {
            sum += k;
        }
        let z = self.z[self.from[i]];
        if z.re > 0.0 {
            let inner = power_of_two(self.n + 3);
            sum += if inner > 8 { inner } else { 1 };
            self.out[i] = if z.im > 0.0 { z * z } else { z + z };
        } else {
            self.out[i].im = z.norm_sqr();
        }
        self.counts[i] = sum + if z.re > z.im { i } else { power };
    }
}

fn complex_numbers_and_uniform_variables_take_part(space: &Space) -> Outcome {
    let n = 37;
    let z: Vec<_> = noise(n, 1)
        .into_iter()
        .zip(noise(n, 2))
        .map(|(re, im)| Complex { re, im })
        .collect();
    let from: Vec<i32> = (0..n as i32).map(|i| i * 11 % 37).collect();
    let k = Choose {
        z: vector(space, "z", &z)?,
        from: vector(space, "from", &from)?,
        n: 7,
        out: vector(space, "out", &vec![Complex { re: 1.0, im: 1.0 }; n])?,
        counts: vector(space, "counts", &vec![0; n])?,
    };
    space.parallel_for("choose", RangePolicy::new(0..n), &k)?;
    let (out, counts) = (k.out.to_vec()?, k.counts.to_vec()?);
    for i in 0..n {
        let z = z[from[i] as usize];
        let expected = match (z.re > 0.0, z.im > 0.0) {
            (true, true) => Complex {
                re: (-z.im).mul_add(z.im, z.re * z.re),
                im: z.im.mul_add(z.re, z.re * z.im),
            },
            (true, false) => Complex {
                re: z.re + z.re,
                im: z.im + z.im,
            },
            _ => Complex {
                re: 1.0,
                im: z.im.mul_add(z.im, z.re * z.re),
            },
        };
        assert_eq!(out[i], expected, "{z:?}");
        let sum = 21 + if z.re > 0.0 { 16 } else { 0 } + if z.re > z.im { i as i32 } else { 8 };
        assert_eq!(counts[i], sum, "{z:?}");
    }
    Ok(())
}

#[device]
fn clamp01<T: Float>(x: T) -> T {
    x.min(1.0).max(0.0)
}

/// Guards, masks, run-time and unrolled loops, device functions.
#[derive(Functor)]
struct Relax<T: Float> {
    x: View<T, 1>,
    y: View<T, 1>,
    steps: i32,
}

#[kernel]
impl<T: Float> RangeKernel for Relax<T> {
    fn relax(&self, i: Index) {
        let x = self.x[i];
        if x < 0.0 {
            return;
        }
        let mut v: T = 0.0;
        for k in 0..self.steps {
            if x > 0.5 && k > 1 {
                v += x * x;
            } else {
                v -= 0.25;
            }
        }
        #[unroll]
        for _k in 0..2 {
            v = v * 0.5 + x;
        }
        self.y[i] = clamp01(v);
    }
}

fn masks_and_guards_hold(space: &Space) -> Outcome {
    let n = 203;
    let x: Vec<f32> = (0..n).map(|i| (i % 17) as f32 / 8.0 - 0.7).collect();
    let k = Relax {
        x: View::from_slice(space, "x", [n], &x)?,
        y: View::from_slice(space, "y", [n], &vec![9.0; n])?,
        steps: 4,
    };
    space.parallel_for("relax", RangePolicy::new(0..n), &k)?;
    let expected = x.iter().map(|&x| {
        if x < 0.0 {
            return 9.0;
        }
        let mut v = 0.0f32;
        for k in 0..4 {
            if x > 0.5 && k > 1 {
                v = x.mul_add(x, v)
            } else {
                v -= 0.25
            }
        }
        v = v.mul_add(0.5, x);
        v = v.mul_add(0.5, x);
        v.clamp(0.0, 1.0)
    });
    assert_eq!(k.y.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}
