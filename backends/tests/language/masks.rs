//! Branches whose condition differs between lanes, and tails of every length.

use crate::{on_every_space, vector};
use portax::{Complex, Functor, RangeKernel, RangePolicy, View, device, kernel};

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

#[test]
fn nested_masks_hold_for_every_length() {
    on_every_space(|space| {
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
                let (v, touched): (Vec<i32>, Vec<i32>) =
                    x.iter().map(|&x| nested(x, limit)).unzip();
                assert_eq!(
                    (k.out.to_vec()?, k.touched.to_vec()?),
                    (v, touched),
                    "{n} {limit}"
                );
            }
        }
        Ok(())
    });
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

#[test]
fn masks_cross_device_functions() {
    on_every_space(|space| {
        let x = crate::noise(61, 7);
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
    });
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

#[test]
fn complex_numbers_and_uniform_variables_take_part() {
    on_every_space(|space| {
        let n = 37;
        let z: Vec<_> = crate::noise(n, 1)
            .into_iter()
            .zip(crate::noise(n, 2))
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
    });
}
