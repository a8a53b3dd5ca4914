//! Gathers, scatters, atomics, control rows and rows of coefficients.

use crate::{noise, on_every_space, vector};
use portax::{Functor, RangeKernel, RangePolicy, View, kernel};

#[derive(Functor)]
struct Permute {
    from: View<i32, 1>,
    to: View<i32, 1>,
    x: View<f64, 1>,
    gathered: View<f64, 1>,
    scattered: View<f64, 1>,
}

// SAFETY: `to` is a permutation.
#[kernel]
unsafe impl RangeKernel for Permute {
    fn permute(&self, i: Index) {
        let source = self.from[i];
        if source >= 0 {
            self.gathered[i] = self.x[source];
        }
        self.scattered[self.to[i]] = self.x[i] * 2.0;
    }
}

#[test]
fn gathers_and_scatters_follow_tables() {
    on_every_space(|space| {
        for n in [1, 5, 8, 37, 64, 129] {
            let x = noise(n, 5);
            let from: Vec<i32> = (0..n)
                .map(|i| {
                    if i % 5 == 3 {
                        -1
                    } else {
                        ((i * i + 1) % n) as i32
                    }
                })
                .collect();
            let to: Vec<i32> = (0..n).map(|i| (n - 1 - i) as i32).collect();
            let new = |label| View::new(space, label, [n]);
            let k = Permute {
                from: vector(space, "from", &from)?,
                to: vector(space, "to", &to)?,
                x: vector(space, "x", &x)?,
                gathered: new("gathered")?,
                scattered: new("scattered")?,
            };
            space.parallel_for("permute", RangePolicy::new(0..n), &k)?;
            let gathered: Vec<f64> = from
                .iter()
                .map(|&j| if j < 0 { 0.0 } else { x[j as usize] })
                .collect();
            assert_eq!(k.gathered.to_vec()?, gathered, "{n}");
            assert_eq!(
                k.scattered.to_vec()?,
                x.iter().rev().map(|x| 2.0 * x).collect::<Vec<_>>(),
                "{n}"
            );
        }
        Ok(())
    });
}

#[derive(Functor)]
struct Histogram {
    bin: View<i32, 1>,
    x: View<f64, 1>,
    count: View<i32, 1>,
    bits: View<u32, 1>,
    sum: View<f64, 1>,
    single: View<f32, 1>,
    low: View<f64, 1>,
    high: View<i32, 1>,
    place: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Histogram {
    fn histogram(&self, i: Index) {
        let (bin, x) = (self.bin[i], self.x[i]);
        if bin < 0 {
            return;
        }
        let place = self.count.atomic_fetch_add(bin, 1);
        self.place[i] = place;
        self.bits.atomic_add(bin, 3u32);
        self.sum.atomic_add(bin, x);
        self.single.atomic_add(bin, 0.5);
        self.low.atomic_min(bin, x);
        self.high.atomic_max(bin, i);
    }
}

#[test]
fn atomics_lose_nothing() {
    const BINS: usize = 7;
    on_every_space(|space| {
        let n = 1003;
        // multiples of 1/8: sums are exact in any order
        let x: Vec<f64> = noise(n, 11)
            .iter()
            .map(|x| (x * 64.0).floor() / 8.0)
            .collect();
        let bin: Vec<i32> = (0..n).map(|i| ((i * 13) % (BINS + 1)) as i32 - 1).collect();
        let k = Histogram {
            bin: vector(space, "bin", &bin)?,
            x: vector(space, "x", &x)?,
            count: vector(space, "count", &[0; BINS])?,
            bits: vector(space, "bits", &[0; BINS])?,
            sum: vector(space, "sum", &[0.0; BINS])?,
            single: vector(space, "single", &[0.0; BINS])?,
            low: vector(space, "low", &[f64::INFINITY; BINS])?,
            high: vector(space, "high", &[-1; BINS])?,
            place: vector(space, "place", &vec![-1; n])?,
        };
        space.parallel_for("histogram", RangePolicy::new(0..n), &k)?;
        let members = |b: usize| (0..n).filter(move |&i| bin[i] == b as i32);
        let (count, place) = (k.count.to_vec()?, k.place.to_vec()?);
        let (bits, sum, single) = (k.bits.to_vec()?, k.sum.to_vec()?, k.single.to_vec()?);
        let (low, high) = (k.low.to_vec()?, k.high.to_vec()?);
        for b in 0..BINS {
            let all: Vec<usize> = members.clone()(b).collect();
            assert_eq!(
                (count[b], bits[b]),
                (all.len() as i32, 3 * all.len() as u32)
            );
            assert_eq!(
                (sum[b], single[b]),
                (
                    all.iter().map(|&i| x[i]).sum::<f64>(),
                    0.5 * all.len() as f32
                )
            );
            assert_eq!(
                low[b],
                all.iter().map(|&i| x[i]).fold(f64::INFINITY, f64::min)
            );
            assert_eq!(high[b], *all.iter().max().unwrap() as i32);
            let mut places: Vec<i32> = all.iter().map(|&i| place[i]).collect();
            places.sort_unstable();
            assert_eq!(
                places,
                (0..all.len() as i32).collect::<Vec<_>>(),
                "each member has a place of its own"
            );
        }
        Ok(())
    });
}

#[derive(Functor)]
struct Tables {
    items: View<[i32; 4], 1>,
    wide: View<[i32; 8], 1>,
    weights: View<f64, 1>,
    first: View<i32, 1>,
    scale: View<f64, 1>,
    x: View<f64, 2>,
    out: View<f64, 2>,
}

#[kernel]
impl RangeKernel for Tables {
    fn tables(&self, i: Index) {
        let (begin, end) = (self.first[0], self.first[1]);
        let mut s: f64 = 0.0;
        for it in self.items.stream(begin, end) {
            let row = self.weights.row(it[1], 3);
            s += row[0] * self.x[(i, it[0])] + row[1] * self.x[(i, it[2])] + row[2];
            if it[3] == 1 {
                s = -s;
            }
        }
        self.out[(i, 0)] = s;
        let [a, b, _c, _d] = self.items[begin];
        let last = self.wide[1];
        self.out[(i, 1)] = (a + 10 * b + 100 * last[7] - last[4]) as f64 * self.scale[2];
    }
}

#[test]
fn control_data_is_read_row_by_row() {
    on_every_space(|space| {
        let n = 21;
        let items = [
            [9, 9, 9, 9],
            [0, 2, 1, 0],
            [1, 4, 2, 1],
            [2, 0, 0, 0],
            [0; 4],
        ];
        let wide = [[0; 8], [1, 2, 3, 4, 5, 6, 7, 8]];
        let (weights, x, scale) = (noise(8, 1), noise(3 * n, 2), [0.0, 0.0, 0.5]);
        let k = Tables {
            items: vector(space, "items", &items)?,
            wide: vector(space, "wide", &wide)?,
            weights: vector(space, "weights", &weights)?,
            first: vector(space, "first", &[1, 4])?,
            scale: vector(space, "scale", &scale)?,
            x: View::from_slice(space, "x", [n, 3], &x)?,
            out: View::new(space, "out", [n, 2])?,
        };
        space.parallel_for("tables", RangePolicy::new(0..n), &k)?;
        let out = k.out.to_vec()?;
        for i in 0..n {
            let mut s = 0.0f64;
            for [a, w, b, negate] in items[1..4].iter().map(|it| it.map(|k| k as usize)) {
                let w = &weights[w..];
                s += w[1].mul_add(x[i + b * n], w[0] * x[i + a * n]) + w[2];
                s = if negate == 1 { -s } else { s };
            }
            assert!((out[i] - s).abs() < 1e-14, "{} {s}", out[i]);
            assert_eq!(out[i + n], (20 + 800 - 5) as f64 * 0.5);
        }
        Ok(())
    });
}
