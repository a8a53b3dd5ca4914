//! Types of one's own: functors in functors, arrays and tuples as fields, methods, operators, and physics as a type parameter.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{
    Complex, Comptime, Element, Float, Functor, RangeKernel, RangePolicy, Space, View, device,
    kernel, parallel_for,
};
use std::ops::{Add, Mul, Neg, Sub};

pub fn tests() -> Vec<Test> {
    tests![
        functors_are_fields_of_functors,
        arrays_tuples_and_complex_numbers_are_fields,
        elements_have_operators_and_methods,
        physics_is_a_type_parameter,
        comptime_fields_of_inner_functors_choose_the_kernel,
        functors_are_captured_by_lambdas,
        literals_have_their_types,
        arguments_convert_as_assignments_do,
        optional_fields_choose_the_kernel,
        types_have_functions_of_their_own,
        types_have_constants_of_their_own,
        hosts_call_device_functions,
        shared_references_are_values,
    ]
}

/// A list, as several kernels need it.
#[derive(Functor, Clone)]
struct List {
    start: View<i32, 1>,
    entry: View<i32, 1>,
}

#[device]
impl List {
    /// Sum of `x` over the entries of row `i`.
    fn sum(&self, i: Index, x: View<f64, 1>) -> f64 {
        let mut sum = 0.0;
        for k in self.start[i]..self.start[i + 1] {
            sum += x[self.entry[k]];
        }
        sum
    }
}

#[derive(Functor)]
struct Sums {
    list: List,
    x: View<f64, 1>,
    scale: f64,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Sums {
    fn sums(&self, i: Index) {
        self.y[i] = self.scale * self.list.sum(i, self.x) + (self.list.start[i] as f64);
    }
}

fn list(space: &Space) -> portax::Result<List> {
    Ok(List {
        start: vector(space, "start", &[0, 2, 2, 5, 6])?,
        entry: vector(space, "entry", &[1, 3, 0, 1, 2, 3])?,
    })
}

fn functors_are_fields_of_functors(space: &Space) -> Outcome {
    let k = Sums {
        list: list(space)?,
        x: vector(space, "x", &[1.0, 2.0, 4.0, 8.0])?,
        scale: 0.5,
        y: View::new(space, "y", [4])?,
    };
    space.parallel_for("sums", RangePolicy::new(0..4), &k)?;
    assert_eq!(k.y.to_vec()?, [5.0, 2.0, 5.5, 9.0]);
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Debug, Element)]
struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

#[device(host)]
impl Vec3 {
    const UP: Self = Self {
        x: 0.0,
        y: 0.0,
        z: 1.0,
    };
    fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }
    /// `axis` gets a third of `length`, the others what is left.
    fn along(axis: i32, length: f64) -> Self {
        let third = length / 3.0;
        let rest = 0.5 * (length - third);
        if axis == 0 {
            return Self::new(third, rest, rest);
        }
        if axis == 1 {
            Self::new(rest, third, rest)
        } else {
            Vec3::new(rest, rest, third)
        }
    }
    fn dot(self, o: Vec3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    fn largest(self) -> f64 {
        if self.x > self.y && self.x > self.z {
            return self.x;
        }
        if self.y > self.z { self.y } else { self.z }
    }
}

#[device]
impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, o: Vec3) -> Vec3 {
        Vec3 {
            x: self.x + o.x,
            y: self.y + o.y,
            z: self.z + o.z,
        }
    }
}
#[device]
impl Sub for Vec3 {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        Self {
            x: self.x - o.x,
            y: self.y - o.y,
            z: self.z - o.z,
        }
    }
}
#[device]
impl Mul<f64> for Vec3 {
    type Output = Vec3;
    fn mul(self, a: f64) -> Vec3 {
        Vec3 {
            x: self.x * a,
            y: self.y * a,
            z: self.z * a,
        }
    }
}
#[device]
impl Mul<Vec3> for f64 {
    type Output = Vec3;
    fn mul(self, v: Vec3) -> Vec3 {
        v * self
    }
}
#[device]
impl Neg for Vec3 {
    type Output = Vec3;
    fn neg(self) -> Vec3 {
        Vec3 {
            x: -self.x,
            y: -self.y,
            z: -self.z,
        }
    }
}

#[derive(Functor)]
struct Fields {
    a: [f64; 3],
    pair: (f64, i32),
    phase: Complex<f64>,
    shift: Vec3,
    columns: [View<f64, 1>; 2],
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Fields {
    fn fields(&self, i: Index) {
        let mut sum: f64 = self.pair.0;
        #[unroll]
        for k in 0..3 {
            sum += self.a[k];
        }
        #[unroll]
        for k in 0..2 {
            sum += self.columns[k][i];
        }
        sum += self.phase.re - self.phase.im;
        for k in 0..self.pair.1 {
            sum += k as f64;
        }
        self.y[i] = sum + self.shift.y;
    }
}

fn arrays_tuples_and_complex_numbers_are_fields(space: &Space) -> Outcome {
    let k = Fields {
        a: [1.0, 2.0, 4.0],
        pair: (8.0, 3),
        phase: Complex { re: 32.0, im: 16.0 },
        shift: Vec3 {
            x: 0.25,
            y: 0.5,
            z: 0.75,
        },
        columns: [
            vector(space, "first", &[100.0, 200.0, 300.0])?,
            vector(space, "second", &[1000.0, 2000.0, 3000.0])?,
        ],
        y: View::new(space, "y", [3])?,
    };
    space.parallel_for("fields", RangePolicy::new(0..3), &k)?;
    assert_eq!(k.y.to_vec()?, [1134.5, 2234.5, 3334.5]);
    Ok(())
}

#[derive(Functor)]
struct Vectors {
    a: View<f64, 1>,
    b: Vec3,
    out: View<f64, 1>,
}

#[device]
fn expression(u: Vec3, v: Vec3, s: f64) -> f64 {
    let mut w = u + v * s - -u;
    w += 0.5 * v;
    if s > 1.0 {
        w = 2.0 * w;
    }
    w.dot(v) + w.largest()
}

#[kernel]
impl RangeKernel for Vectors {
    fn vectors(&self, i: Index) {
        let a = self.a[i];
        let u = Vec3 {
            x: a,
            y: 2.0 * a,
            z: 1.0,
        };
        self.out[i] = expression(u, self.b, a);
    }
}

fn elements_have_operators_and_methods(space: &Space) -> Outcome {
    let b = Vec3 {
        x: 0.5,
        y: -1.0,
        z: 3.0,
    };
    let a: Vec<f64> = (0..19).map(|i| f64::from(i) * 0.25 - 2.0).collect();
    let k = Vectors {
        a: vector(space, "a", &a)?,
        b,
        out: View::new(space, "out", [a.len()])?,
    };
    space.parallel_for("vectors", RangePolicy::new(0..a.len()), &k)?;
    let expected = |&a: &f64| {
        let u = Vec3 {
            x: a,
            y: 2.0 * a,
            z: 1.0,
        };
        let mut w = u + b * a - -u;
        w = w + 0.5 * b;
        if a > 1.0 {
            w = 2.0 * w;
        }
        w.dot(b) + w.largest()
    };
    assert_eq!(k.out.to_vec()?, a.iter().map(expected).collect::<Vec<_>>());
    Ok(())
}

/// Energy of a pair at a squared distance.
#[device]
trait Pair {
    /// The energy.
    fn energy(&self, r2: f64) -> f64;
    /// Beyond it there is none.
    fn reach(&self) -> f64;
}

#[derive(Functor, Clone)]
struct LennardJones {
    epsilon: f64,
    sigma2: f64,
}
#[device]
impl Pair for LennardJones {
    fn energy(&self, r2: f64) -> f64 {
        let s = self.sigma2 / r2;
        let s6 = s * s * s;
        4.0 * self.epsilon * (s6 * s6 - s6)
    }
    fn reach(&self) -> f64 {
        6.25 * self.sigma2
    }
}

/// From a table, piece by piece.
#[derive(Functor, Clone)]
struct Table {
    value: View<f64, 1>,
    width: f64,
}
#[device]
impl Pair for Table {
    fn energy(&self, r2: f64) -> f64 {
        let mut k: i32 = 0;
        let last = self.value.extent(0) as i32 - 1;
        while k < last && ((k + 1) as f64) * self.width <= r2 {
            k += 1;
        }
        self.value[k]
    }
    fn reach(&self) -> f64 {
        4.0
    }
}

#[derive(Functor)]
struct Energies<P: Pair> {
    pair: P,
    r2: View<f64, 1>,
    energy: View<f64, 1>,
}

#[kernel]
impl<P: Pair> RangeKernel for Energies<P> {
    fn energies(&self, i: Index) {
        let r2 = self.r2[i];
        if r2 > P::reach(self.pair) {
            self.energy[i] = 0.0;
            return;
        }
        self.energy[i] = P::energy(self.pair, r2);
    }
}

fn physics_is_a_type_parameter(space: &Space) -> Outcome {
    let r2: Vec<f64> = (1..40).map(|i| f64::from(i) * 0.25).collect();
    let (r2_view, n) = (vector(space, "r2", &r2)?, r2.len());
    let k = Energies {
        pair: LennardJones {
            epsilon: 0.25,
            sigma2: 1.0,
        },
        r2: r2_view.clone(),
        energy: View::new(space, "energy", [n])?,
    };
    space.parallel_for("energies", RangePolicy::new(0..n), &k)?;
    let lj = |&r2: &f64| {
        let s6 = (1.0 / r2) * (1.0 / r2) * (1.0 / r2);
        if r2 > 6.25 { 0.0 } else { s6.mul_add(s6, -s6) }
    };
    let far = |(a, b): (&f64, &f64)| (a - b).abs() > 1e-14 * (1.0 + b.abs());
    let expected: Vec<f64> = r2.iter().map(lj).collect();
    let found = k.energy.to_vec()?;
    assert_eq!(
        found.iter().zip(&expected).filter(|p| far(*p)).count(),
        0,
        "{found:?}"
    );
    let k = Energies {
        pair: Table {
            value: vector(space, "value", &[7.0, 5.0, 3.0])?,
            width: 1.5,
        },
        r2: r2_view,
        energy: View::new(space, "energy", [n])?,
    };
    space.parallel_for("energies", RangePolicy::new(0..n), &k)?;
    let table = |&r2: &f64| match r2 {
        _ if r2 > 4.0 => 0.0,
        _ if r2 < 1.5 => 7.0,
        _ if r2 < 3.0 => 5.0,
        _ => 3.0,
    };
    assert_eq!(k.energy.to_vec()?, r2.iter().map(table).collect::<Vec<_>>());
    Ok(())
}

#[derive(Clone, Copy, Comptime)]
enum Sign {
    Plus,
    Minus,
}

#[derive(Functor, Clone)]
struct Signed {
    #[comptime]
    sign: Sign,
    #[comptime]
    times: usize,
}

#[derive(Functor)]
struct Outer {
    inner: Signed,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Outer {
    fn outer(&self, i: Index) {
        let mut v = 0.0;
        #[unroll]
        for k in 0..self.inner.times {
            v += 1.0;
        }
        match self.inner.sign {
            Sign::Plus => self.y[i] = v,
            Sign::Minus => self.y[i] = -v,
        }
    }
}

fn comptime_fields_of_inner_functors_choose_the_kernel(space: &Space) -> Outcome {
    for (sign, times, expected) in [
        (Sign::Plus, 2, 2.0),
        (Sign::Minus, 2, -2.0),
        (Sign::Minus, 3, -3.0),
    ] {
        let k = Outer {
            inner: Signed { sign, times },
            y: View::new(space, "y", [5])?,
        };
        space.parallel_for("outer", RangePolicy::new(0..5), &k)?;
        assert_eq!(k.y.to_vec()?, [expected; 5]);
    }
    Ok(())
}

fn functors_are_captured_by_lambdas(space: &Space) -> Outcome {
    let (list, y) = (list(space)?, View::<f64, 1>::new(space, "y", [4])?);
    let shift = Vec3 {
        x: 1.0,
        y: 0.0,
        z: 0.0,
    };
    parallel_for!(space, "captured", 4, |i| {
        y[i] = (list.start[i + 1] - list.start[i]) as f64 + shift.x;
    })?;
    assert_eq!(y.to_vec()?, [3.0, 1.0, 4.0, 2.0]);
    Ok(())
}

fn literals_have_their_types(space: &Space) -> Outcome {
    let y: View<f64, 1> = View::new(space, "y", [9])?;
    parallel_for!(space, "literals", 9, |i| {
        let (mut x, mut k) = (0.0, -1);
        let mut done = false;
        while !done {
            x += 0.5;
            k += 1;
            done = k == i as i32;
        }
        y[i] = x + (k == 3) as f64 + (i == 4) as i32 as f64;
    })?;
    assert_eq!(y.to_vec()?, [0.5, 1.0, 1.5, 3.0, 3.5, 3.0, 3.5, 4.0, 4.5]);
    Ok(())
}

#[device]
fn mixed(a: f64, k: i32, n: Int, up: bool) -> f64 {
    let mut sum = a + (k as f64);
    for l in 0..n {
        sum += l as f64;
    }
    if up { sum } else { -sum }
}

/// Of any type of floats: arguments convert to the one that the functor has.
#[derive(Functor, Clone)]
struct Line<T: Float> {
    at_zero: View<T, 1>,
}

#[device]
impl<T: Float> Line<T> {
    fn at(&self, x: T, slope: T) -> T {
        self.at_zero[0] + slope * x
    }
}

#[derive(Functor)]
struct Arguments {
    a: f64,
    n: i32,
    up: bool,
    line: Line<f32>,
    y: View<f64, 2>,
}

#[kernel]
impl RangeKernel for Arguments {
    fn arguments(&self, i: Index) {
        self.y[(i, 0)] = mixed(1.5, 2, 3, true);
        self.y[(i, 1)] = mixed(self.a, i, self.n, self.up);
        self.y[(i, 2)] = mixed(self.a * 2.0, self.n, self.y.extent(1), i == 1);
        self.y[(i, 3)] = self.line.at(i as f32, 0.5) as f64;
    }
}

fn arguments_convert_as_assignments_do(space: &Space) -> Outcome {
    let k = Arguments {
        a: 0.25,
        n: 4,
        up: false,
        line: Line {
            at_zero: vector(space, "at_zero", &[2.0])?,
        },
        y: View::new(space, "y", [2, 4])?,
    };
    space.parallel_for("arguments", RangePolicy::new(0..2), &k)?;
    let expected = [6.5, 6.5, -6.25, -7.25, -10.5, 10.5, 2.0, 2.5];
    assert_eq!(k.y.to_vec()?, expected);
    Ok(())
}

/// Fields that may be missing, of each kind.
#[derive(Functor, Clone)]
struct Optionals {
    x: View<f64, 1>,
    weights: Option<View<f64, 1>>,
    shift: Option<f64>,
    line: Option<Line<f32>>,
    y: View<f64, 1>,
}

#[device]
impl Optionals {
    fn weight(&self, i: Index) -> f64 {
        if let Some(w) = &self.weights {
            if w[i] == 0.0 {
                return -1.0;
            }
            w[i]
        } else {
            1.0
        }
    }
}

#[kernel]
impl RangeKernel for Optionals {
    fn optionals(&self, i: Index) {
        let scaled = self.weight(i) * self.x[i];
        let mut v: f64 = if let Some(s) = self.shift {
            scaled + s
        } else {
            scaled
        };
        if let Some(line) = &self.line {
            v += line.at(0.0, 1.0) as f64;
        } else if self.shift.is_none() && self.weights.is_some() {
            v += 100.0;
        }
        if let Some(_) = self.weights {
            self.y[i] = v;
            return;
        }
        self.y[i] = -v;
    }
}

fn optional_fields_choose_the_kernel(space: &Space) -> Outcome {
    let x = vector(space, "x", &[1.0, 2.0, 3.0])?;
    let weights = vector(space, "weights", &[2.0, 0.0, 4.0])?;
    let at_zero = vector(space, "at_zero", &[0.5f32])?;
    let none = Optionals {
        x,
        weights: None,
        shift: None,
        line: None,
        y: View::new(space, "y", [3])?,
    };
    let with_weights = Optionals {
        weights: Some(weights),
        ..none.clone()
    };
    let all = Optionals {
        shift: Some(10.0),
        line: Some(Line { at_zero }),
        ..with_weights.clone()
    };
    let shifted = Optionals {
        shift: Some(10.0),
        ..none.clone()
    };
    let cases = [
        (&none, [-1.0, -2.0, -3.0]),
        (&with_weights, [102.0, 98.0, 112.0]),
        (&all, [12.5, 8.5, 22.5]),
        (&shifted, [-11.0, -12.0, -13.0]),
    ];
    for _ in 0..2 {
        for (k, expected) in cases {
            space.parallel_for("optionals", RangePolicy::new(0..3), k)?;
            assert_eq!(k.y.to_vec()?, expected);
        }
    }
    let y = &none.y;
    for (weights, expected) in [(&all.weights, [2.0, 0.0, 4.0]), (&None, [7.0; 3])] {
        parallel_for!(space, "captured", 3, |i| {
            y[i] = 7.0;
            if let Some(w) = weights {
                y[i] = w[i];
            }
        })?;
        assert_eq!(y.to_vec()?, expected);
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Debug, Element)]
struct Interval<T: Float> {
    low: T,
    high: T,
}

#[device]
impl<T: Float> Interval<T> {
    fn new(low: T, high: T) -> Self {
        Self { low, high }
    }
    fn around(middle: T, radius: T) -> Self {
        Self::new(middle - radius, middle + radius)
    }
    fn length(self) -> T {
        self.high - self.low
    }
}

#[derive(Functor)]
struct Constructed {
    a: View<f64, 1>,
    out: View<f64, 1>,
}

#[device]
impl Constructed {
    fn half(x: f64) -> f64 {
        0.5 * x
    }
}

#[kernel]
impl RangeKernel for Constructed {
    fn constructed(&self, i: Index) {
        let v = Vec3::along((i as i32) % 3, self.a[i]);
        let w = if self.a[i] > 0.0 {
            Vec3::new(1.0, 2.0, self.a[i])
        } else {
            Vec3::new(0.0, 0.0, 1.0)
        };
        let around = Interval::<f64>::around(self.a[i], 1.5);
        self.out[i] = v.dot(w) + Self::half(around.length());
    }
}

fn types_have_functions_of_their_own(space: &Space) -> Outcome {
    let a: Vec<f64> = (0..19).map(|i| f64::from(i) * 0.75 - 6.0).collect();
    let k = Constructed {
        a: vector(space, "a", &a)?,
        out: View::new(space, "out", [a.len()])?,
    };
    space.parallel_for("constructed", RangePolicy::new(0..a.len()), &k)?;
    let expected = |(i, &a): (usize, &f64)| {
        let v = Vec3::along(i as i32 % 3, a);
        let w = match a > 0.0 {
            true => Vec3::new(1.0, 2.0, a),
            false => Vec3::new(0.0, 0.0, 1.0),
        };
        // As `dot` in kernels.
        v.z.mul_add(w.z, v.y.mul_add(w.y, v.x * w.x)) + 1.5
    };
    let expected: Vec<f64> = a.iter().enumerate().map(expected).collect();
    assert_eq!(k.out.to_vec()?, expected);
    Ok(())
}

fn types_have_constants_of_their_own(space: &Space) -> Outcome {
    let y: View<f64, 1> = View::new(space, "y", [5])?;
    parallel_for!(space, "constants", 5, |i| {
        let v = Vec3::new(1.0, 2.0, i as f64) + Vec3::UP;
        y[i] = v.dot(Vec3::UP) + Vec3::UP.x;
    })?;
    let v = |i: usize| Vec3::new(1.0, 2.0, i as f64) + Vec3::UP;
    let expected = (0..5).map(|i| v(i).dot(Vec3::UP));
    assert_eq!(y.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}

#[device]
fn sixth_power(x: f64) -> f64 {
    x * x * x * x * x * x
}

/// A polynomial, a branch and a loop.
#[device(host)]
fn shifted(r2: f64, n: i32, cut: bool) -> f64 {
    let mut sum = 0.1;
    for k in 0..n {
        sum = sum * r2 + 0.3 * (k as f64);
    }
    if cut {
        sum - sixth_power(r2) * 0.7
    } else {
        sum
    }
}

#[device(host)]
fn gather(weights: [f64; 3], v: Vec3, sum: &mut f64) -> (f64, i32) {
    sum += shifted(weights[0], 3, true) * v.x + v.dot(Vec3::new(0.1, 0.2, 0.3));
    (weights[1] * v.y + weights[2] * v.z, 7)
}

fn hosts_call_device_functions(space: &Space) -> Outcome {
    let n = 37;
    let r2: Vec<f64> = (0..n).map(|i| 0.3 + 0.07 * i as f64).collect();
    let x = vector(space, "r2", &r2)?;
    let [y, z]: [View<f64, 1>; 2] = [View::new(space, "y", [n])?, View::new(space, "z", [n])?];
    parallel_for!(space, "shifted", n, |i| {
        y[i] = shifted(x[i], 5, x[i] > 1.0);
        let mut sum = x[i];
        let (a, k) = gather(
            [x[i], 2.0 * x[i], x[i] - 0.3],
            Vec3::new(x[i], 0.7, 0.3),
            &mut sum,
        );
        z[i] = sum + a * (k as f64);
    })?;
    let expected: Vec<f64> = r2.iter().map(|&r2| shifted(r2, 5, r2 > 1.0)).collect();
    assert_eq!(y.to_vec()?, expected);
    let plain = |r2: f64| (0..5).fold(0.1, |sum, k| sum * r2 + 0.3 * f64::from(k));
    assert!(
        r2.iter().any(|&r2| plain(r2) != shifted(r2, 5, false)),
        "sums are fused"
    );
    let expected = r2.iter().map(|&r2| {
        let mut sum = r2;
        let (a, k) = gather([r2, 2.0 * r2, r2 - 0.3], Vec3::new(r2, 0.7, 0.3), &mut sum);
        a.mul_add(f64::from(k), sum)
    });
    assert_eq!(z.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}

#[device(host)]
fn squared_distance(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    let mut sum = 0.0;
    for d in 0..3 {
        sum += (a[d] - b[d]) * (a[d] - b[d]);
    }
    sum
}

#[device]
fn moved(x: &View<f64, 1>, from: &i32, shift: &f64) -> f64 {
    x[*from] + *shift
}

fn shared_references_are_values(space: &Space) -> Outcome {
    let n = 21;
    let at: Vec<f64> = (0..n).map(|i| (i * i % 11) as f64).collect();
    let x = vector(space, "x", &at)?;
    let y: View<f64, 1> = View::new(space, "y", [n])?;
    parallel_for!(space, "shared", n, |i| {
        let p = &x;
        let here = [p[i], p[i] + 1.0, 2.0];
        let there = &[2.0 * p[i], p[i], 0.0];
        y[i] = squared_distance(&here, there) + moved(&x, &(i as i32 % 3), &0.5);
    })?;
    let expected = (0..n).map(|i| {
        let here = [at[i], at[i] + 1.0, 2.0];
        squared_distance(&here, &[2.0 * at[i], at[i], 0.0]) + at[i % 3] + 0.5
    });
    assert_eq!(y.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}
