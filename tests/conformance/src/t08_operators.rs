//! Operators of structs: with numbers of any kind, with structs of the same type and of others.

use crate::ladder::{Outcome, Test, tests};
use portax::{Element, Float, Space, View, device, parallel_for};
use std::ops::{Add, Div, Mul};

pub fn tests() -> Vec<Test> {
    tests![
        vectors_multiply_with_numbers_and_with_vectors,
        vectors_of_a_type_parameter_do_so_too,
        vectors_of_integers_do_so_too,
    ]
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Vec2 {
    x: f32,
    y: f32,
}
#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Rows {
    top: Vec2,
    bottom: Vec2,
}

#[device]
impl Mul<f32> for Vec2 {
    type Output = Vec2;
    fn mul(self, s: f32) -> Vec2 {
        Vec2 {
            x: self.x * s,
            y: self.y * s,
        }
    }
}
#[device]
impl Mul for Vec2 {
    type Output = Vec2;
    fn mul(self, o: Vec2) -> Vec2 {
        Vec2 {
            x: self.x * o.x,
            y: self.y * o.y,
        }
    }
}
#[device]
impl Mul<Rows> for Vec2 {
    type Output = Vec2;
    fn mul(self, o: Rows) -> Vec2 {
        o.top * self.x + o.bottom * self.y
    }
}
#[device]
impl Mul<Vec2> for f32 {
    type Output = Vec2;
    fn mul(self, v: Vec2) -> Vec2 {
        v * self
    }
}
#[device]
impl Add for Vec2 {
    type Output = Vec2;
    fn add(self, o: Vec2) -> Vec2 {
        Vec2 {
            x: self.x + o.x,
            y: self.y + o.y,
        }
    }
}

/// The numbers are so small that each sum and product is exact, fused or not.
fn vectors_multiply_with_numbers_and_with_vectors(space: &Space) -> Outcome {
    let at = |i: usize| Vec2 {
        x: i as f32,
        y: 1.0 - i as f32,
    };
    let rows = Rows {
        top: Vec2 { x: 2.0, y: 0.5 },
        bottom: Vec2 { x: -1.0, y: 4.0 },
    };
    let v: View<Vec2, 1> = View::from_fn(space, "v", [9], |[i]| at(i))?;
    let w: View<Vec2, 1> = View::new(space, "w", [9])?;
    let scale = 3f32;
    parallel_for!(space, "products", 9, |i| {
        let a = v[i];
        let half: f32 = 0.5;
        w[i] = a * a + a * scale * a.x + 2.0 * a * half + a * v[0] + scale * a * rows;
        w[i] *= 2.0;
        w[i] *= v[1];
    })?;
    let plain = |i: usize| {
        let a = at(i);
        let sum = a * a + a * scale * a.x + 2.0 * a * 0.5 + a * at(0) + scale * a * rows;
        sum * 2.0 * at(1)
    };
    assert_eq!(w.to_vec()?, (0..9).map(plain).collect::<Vec<_>>());
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Pair<T: Float> {
    x: T,
    y: T,
}
#[device]
impl<T: Float> Div<T> for Pair<T> {
    type Output = Pair<T>;
    fn div(self, s: T) -> Pair<T> {
        Pair {
            x: self.x / s,
            y: self.y / s,
        }
    }
}
#[device]
impl<T: Float> Div for Pair<T> {
    type Output = Pair<T>;
    fn div(self, o: Pair<T>) -> Pair<T> {
        Pair {
            x: self.x / o.x,
            y: self.y / o.y,
        }
    }
}

fn vectors_of_a_type_parameter_do_so_too(space: &Space) -> Outcome {
    let pair = |x: f64, y: f64| Pair { x, y };
    let v: View<Pair<f64>, 1> = View::from_fn(space, "v", [9], |[i]| pair(8.0, i as f64))?;
    let d: View<Pair<f64>, 1> = View::from_slice(space, "d", [1], &[pair(4.0, 0.5)])?;
    let scale = 0.25;
    parallel_for!(space, "quotients", 9, |i| {
        v[i] = v[i] / 2.0 / d[0] / scale / d[0].x;
    })?;
    let plain = |i: usize| pair(1.0, i as f64);
    assert_eq!(v.to_vec()?, (0..9).map(plain).collect::<Vec<_>>());
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Cell {
    i: i32,
    j: i32,
}
#[device]
impl Add<i32> for Cell {
    type Output = Cell;
    fn add(self, by: i32) -> Cell {
        Cell {
            i: self.i + by,
            j: self.j + by,
        }
    }
}
#[device]
impl Add for Cell {
    type Output = Cell;
    fn add(self, o: Cell) -> Cell {
        Cell {
            i: self.i + o.i,
            j: self.j + o.j,
        }
    }
}

fn vectors_of_integers_do_so_too(space: &Space) -> Outcome {
    let cells: View<Cell, 1> = View::new(space, "cells", [9])?;
    let by = 10;
    parallel_for!(space, "sums", 9, |i| {
        let k = i as i32;
        cells[i] = Cell { i: k, j: 0 } + by + i + k + cells.extent(0) + Cell { i: 100, j: 0 };
    })?;
    let plain = |k: i32| Cell {
        i: 119 + 3 * k,
        j: 19 + 2 * k,
    };
    assert_eq!(cells.to_vec()?, (0..9).map(plain).collect::<Vec<_>>());
    Ok(())
}
