//! What a grid exchanges with its neighbours: which points of its own it sends, which of its halo it receives.

use std::ops::Range;

/// A cube of `n` by `n` by `n` points with a halo one point wide, and its 26 neighbours.
pub struct Halo {
    /// Points with the halo
    pub cells: usize,
    /// Places to send, neighbour by neighbour
    pub pack: Vec<i32>,
    /// Places to receive, in the same order
    pub unpack: Vec<i32>,
    /// The places of each neighbour
    pub neighbours: Vec<Range<usize>>,
}

impl Halo {
    /// The halo of a cube.
    pub fn new(n: usize) -> Halo {
        let side = n + 2;
        let place = |[x, y, z]: [usize; 3]| ((x * side + y) * side + z) as i32;
        let mut halo = Halo {
            cells: side * side * side,
            pack: Vec::new(),
            unpack: Vec::new(),
            neighbours: Vec::new(),
        };
        for direction in directions() {
            let start = halo.pack.len();
            halo.pack
                .extend(points(direction.map(|d| own(d, n))).map(place));
            halo.unpack
                .extend(points(direction.map(|d| beyond(d, n))).map(place));
            halo.neighbours.push(start..halo.pack.len());
        }
        halo
    }
}

/// The 26 directions, -1 to 1 along each axis.
fn directions() -> impl Iterator<Item = [i32; 3]> {
    let all = (0..27).map(|k| [k / 9 - 1, k / 3 % 3 - 1, k % 3 - 1]);
    all.filter(|direction| *direction != [0, 0, 0])
}

/// Own points next to the neighbour in this direction.
fn own(direction: i32, n: usize) -> Range<usize> {
    match direction {
        -1 => 1..2,
        0 => 1..n + 1,
        _ => n..n + 1,
    }
}

/// Points of the halo in this direction.
fn beyond(direction: i32, n: usize) -> Range<usize> {
    match direction {
        -1 => 0..1,
        0 => 1..n + 1,
        _ => n + 1..n + 2,
    }
}

fn points([x, y, z]: [Range<usize>; 3]) -> impl Iterator<Item = [usize; 3]> {
    x.flat_map(move |x| {
        let z = z.clone();
        y.clone()
            .flat_map(move |y| z.clone().map(move |z| [x, y, z]))
    })
}
