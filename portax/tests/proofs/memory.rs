//! The views and scratch arrays that bodies use, where their elements lie and what is in them.

use crate::random::mix;
use portax::ir::Ty;
use portax::layout::{AoSoA, Layout, LayoutLeft, LayoutRight, LayoutStride, Mapping, Storage};

/// Width of the tiles of [`Memory::Tiles`].
pub const TILE: usize = 4;
/// Rows of a segment.
pub const SEGMENT: usize = 2;

/// A view, or a scratch array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Memory {
    /// i32
    Table,
    /// i32
    Line,
    /// f64, the first index contiguous
    Left,
    /// i32, the last index contiguous
    Right,
    /// i32 in tiles
    Tiles,
    /// f64 of rank 3, the last index contiguous
    Cube,
    /// bool
    Flags,
    /// Rows of four i32
    Rows,
    /// f64, read in rows too
    Floats,
    /// Complex numbers
    Pairs,
    /// i32 with strides of the launch
    Strided,
    /// i32 in scratch
    Scratch,
    /// i32 of rank 2 in scratch
    ScratchGrid,
}

/// Every view.
pub const VIEWS: [Memory; 11] = [
    Memory::Table,
    Memory::Line,
    Memory::Left,
    Memory::Right,
    Memory::Tiles,
    Memory::Cube,
    Memory::Flags,
    Memory::Rows,
    Memory::Floats,
    Memory::Pairs,
    Memory::Strided,
];

/// Extents of the scratch arrays.
pub const SCRATCH: [usize; 1] = [12];
pub const SCRATCH_GRID: [usize; 2] = [4, 3];

/// Devices store complex numbers side by side.
const STORAGE: Storage = Storage {
    natural_width: 32,
    split_complex: false,
};

impl Memory {
    pub fn rank(self) -> usize {
        match self {
            Memory::Cube => 3,
            Memory::Left
            | Memory::Right
            | Memory::Tiles
            | Memory::Strided
            | Memory::ScratchGrid => 2,
            _ => 1,
        }
    }

    /// Type and number of an element's scalars.
    pub fn scalars(self) -> (Ty, usize) {
        match self {
            Memory::Left | Memory::Cube | Memory::Floats => (Ty::F64, 1),
            Memory::Pairs => (Ty::F64, 2),
            Memory::Flags => (Ty::Bool, 1),
            Memory::Rows => (Ty::I32, 4),
            _ => (Ty::I32, 1),
        }
    }

    /// Bytes of an element.
    pub fn bytes(self) -> i64 {
        let (ty, n) = self.scalars();
        (ty.bytes() * n) as i64
    }

    /// Which index a subview fixes, or a tile splits.
    pub fn fixed_dimension(self) -> Option<usize> {
        match self {
            Memory::Left => Some(1),
            Memory::Right | Memory::Cube | Memory::Tiles => Some(0),
            _ => None,
        }
    }

    pub fn is_scratch(self) -> bool {
        matches!(self, Memory::Scratch | Memory::ScratchGrid)
    }

    /// Name of the functor's field.
    pub fn field(self) -> &'static str {
        match self {
            Memory::Table => "table",
            Memory::Line => "line",
            Memory::Left => "left",
            Memory::Right => "right",
            Memory::Tiles => "tiles",
            Memory::Cube => "cube",
            Memory::Flags => "flags",
            Memory::Rows => "rows",
            Memory::Floats => "floats",
            Memory::Pairs => "pairs",
            Memory::Strided => "strided",
            Memory::Scratch | Memory::ScratchGrid => "scratch",
        }
    }
}

/// Where the elements of one view lie.
#[derive(Clone, Debug)]
pub struct Shape {
    pub extents: Vec<i64>,
    strides: Vec<i64>,
    /// Elements of the allocation before the first
    first: i64,
    tile: i64,
    /// Bytes of the allocation
    pub bytes: i64,
    /// No two indices are one element
    pub unique: bool,
}

impl Shape {
    /// None where no allocation is so large.
    pub fn new(memory: Memory, extents: &[i64], strides: [i64; 2]) -> Option<Shape> {
        let n = |d: usize| extents[d] as usize;
        match memory {
            Memory::Tiles => of(memory, AoSoA::<TILE>.mapping([n(0), n(1)], 1, STORAGE)),
            Memory::Right => of(memory, LayoutRight.mapping([n(0), n(1)], 1, STORAGE)),
            Memory::Cube => of(memory, LayoutRight.mapping([n(0), n(1), n(2)], 1, STORAGE)),
            Memory::Strided => {
                let layout = LayoutStride::new(strides.map(|s| s as usize));
                of(memory, layout.mapping([n(0), n(1)], 1, STORAGE))
            }
            _ if memory.rank() == 2 => of(memory, LayoutLeft.mapping([n(0), n(1)], 1, STORAGE)),
            _ => of(memory, LayoutLeft.mapping([n(0)], 1, STORAGE)),
        }
    }

    /// Elements before the one at these indices.
    pub fn offset(&self, at: &[i64]) -> i64 {
        let mut sum = self.first;
        for (d, (&i, &stride)) in at.iter().zip(&self.strides).enumerate() {
            sum += match (d, self.tile) {
                (0, w) if w > 0 => i / w * stride + i % w,
                _ => i * stride,
            };
        }
        sum
    }

    /// Stride of a dimension, as a launch passes it, and behind those what is before the first element.
    pub fn stride(&self, dim: usize) -> i64 {
        match dim == self.strides.len() + 1 {
            true => self.first,
            false => self.strides[dim],
        }
    }

    /// As a part of a view: behind so many elements of an allocation that ends with it. None where none is so large.
    pub fn behind(self, memory: Memory, first: i64) -> Option<Shape> {
        let bytes = first.checked_mul(memory.bytes())?.checked_add(self.bytes)?;
        Some(Shape {
            first,
            bytes,
            ..self
        })
    }
}

fn of<const R: usize>(memory: Memory, mapping: Option<Mapping<R>>) -> Option<Shape> {
    let mapping = mapping?;
    let number = |n: usize| i64::try_from(n).ok();
    let numbers = |all: [usize; R]| all.into_iter().map(number).collect::<Option<Vec<i64>>>();
    Some(Shape {
        extents: numbers(mapping.extents)?,
        strides: numbers(mapping.strides)?,
        first: number(mapping.first)?,
        tile: number(mapping.tile)?,
        bytes: number(mapping.span)?.checked_mul(memory.bytes())?,
        unique: mapping.is_unique(),
    })
}

/// What is in memory: numbers that depend on the address alone, whatever was stored.
#[derive(Clone, Copy, Debug)]
pub struct Contents {
    pub seed: u64,
    /// Are there large and negative numbers?
    pub wild: bool,
}

impl Contents {
    /// The integer at an address: a view or array and the bytes before it.
    fn integer(self, memory: Memory, byte: i64) -> i32 {
        let bits = mix(self.seed ^ mix(byte as u64 ^ (memory as u64) << 56));
        let small = (bits % 11) as i32;
        match (bits >> 32) % 16 {
            0 if self.wild => (bits >> 8) as i32,
            1 if self.wild => i32::MAX - small,
            2 if self.wild => -small,
            _ => small,
        }
    }

    /// The scalar of type `ty` at an address, as [`Value`](crate::interpret::Value)s hold it.
    pub fn scalar(self, memory: Memory, byte: i64, ty: Ty) -> u64 {
        let x = self.integer(memory, byte);
        match ty {
            Ty::F64 if self.wild && x == i32::MAX => f64::INFINITY.to_bits(),
            Ty::F64 => f64::from(x).to_bits(),
            Ty::Bool => u64::from(x % 2 != 0),
            Ty::U32 => u64::from(x as u32),
            _ => i64::from(x) as u64,
        }
    }
}
