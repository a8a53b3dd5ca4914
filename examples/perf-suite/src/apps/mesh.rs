//! Blocks of zones.

use crate::{Data, noise};
use portax::{LayoutRight, Result, View};

/// Coordinates x, y, z of the corners of a cube of about `size` zones, each a little out of place: planes, rows, columns.
///
/// # Errors
/// Out of memory.
pub fn coordinates(data: &mut Data, size: usize) -> Result<[View<f64, 3, LayoutRight>; 3]> {
    let n = ((size as f64).cbrt() as usize).max(1) + 1;
    let mut along = |label, stride: usize| {
        data.array(label, [n, n, n], |p| {
            (p / stride % n) as f64 + 0.3 * noise(p + stride)
        })
    };
    Ok([along("x", 1)?, along("y", n)?, along("z", n * n)?])
}

/// A block with one layer of ghosts around it, numbered as arrays of nodes: a zone has the place of its first corner.
pub struct Mesh {
    /// Places in all
    pub nodes: usize,
    /// From one row to the next
    pub row: usize,
    /// From one plane to the next
    pub plane: usize,
    /// Places of the zones
    pub zones: Vec<i32>,
    /// Places of nodes that have neighbours on all sides
    pub inner: Vec<i32>,
}

impl Mesh {
    /// A cube of about `size` zones.
    pub fn new(size: usize) -> Mesh {
        Mesh::block(((size as f64).cbrt() as usize).max(1), 3)
    }

    /// A square of about `size` zones.
    pub fn flat(size: usize) -> Mesh {
        Mesh::block(size.isqrt().max(1), 2)
    }

    fn block(zones: usize, dimensions: u32) -> Mesh {
        let row = zones + 3;
        let nodes = row.pow(dimensions);
        let places = |end: usize| {
            let is_within = |place: &usize| {
                let mut along = (0..dimensions).map(|d| place / row.pow(d) % row);
                along.all(|i| (1..end).contains(&i))
            };
            (0..nodes)
                .filter(is_within)
                .map(|place| place as i32)
                .collect()
        };
        Mesh {
            nodes,
            row,
            plane: row * row,
            zones: places(zones + 1),
            inner: places(zones + 2),
        }
    }
}
