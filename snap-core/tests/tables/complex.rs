//! A complex number with the few operations of the tests.

use std::ops::{Add, AddAssign, Mul};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Complex {
    pub re: f64,
    pub im: f64,
}

pub const fn complex(re: f64, im: f64) -> Complex {
    Complex { re, im }
}

impl Complex {
    pub fn conj(self) -> Self {
        complex(self.re, -self.im)
    }

    pub fn conj_if(self, condition: bool) -> Self {
        if condition { self.conj() } else { self }
    }

    pub fn norm_squared(self) -> f64 {
        self.re * self.re + self.im * self.im
    }

    pub fn powers(self, max: usize) -> Vec<Self> {
        std::iter::successors(Some(complex(1.0, 0.0)), |&p| Some(p * self))
            .take(max + 1)
            .collect()
    }
}

impl Add for Complex {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        complex(self.re + other.re, self.im + other.im)
    }
}

impl AddAssign for Complex {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul for Complex {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        complex(
            self.re * other.re - self.im * other.im,
            self.re * other.im + self.im * other.re,
        )
    }
}

impl Mul<Complex> for f64 {
    type Output = Complex;
    fn mul(self, other: Complex) -> Complex {
        complex(self * other.re, self * other.im)
    }
}

/// Largest difference over largest magnitude.
pub fn relative_error(found: &[Complex], expected: &[Complex]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let max = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max).sqrt();
    let difference = max(&mut found
        .iter()
        .zip(expected)
        .map(|(&f, &e)| (f + -1.0 * e).norm_squared()));
    difference / max(&mut expected.iter().map(|e| e.norm_squared()))
}
