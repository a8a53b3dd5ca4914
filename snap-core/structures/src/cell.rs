//! The cell of a frame.

/// Lattice vectors, a corner, and along which vectors space repeats. Vectors may have any orientation. Those of directions
/// that do not repeat may be zero: a free cluster has three zero vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    /// a, b, c as rows, Å.
    pub vectors: [[f64; 3]; 3],
    /// The corner, Å.
    pub origin: [f64; 3],
    /// Whether space repeats along a, b, c.
    pub periodic: [bool; 3],
}

impl Cell {
    /// Volume, Å³; 0 where a vector is missing.
    #[must_use]
    pub fn volume(&self) -> f64 {
        self.determinant().abs()
    }

    /// a · (b × c), Å³: negative for left-handed vectors.
    #[must_use]
    pub fn determinant(&self) -> f64 {
        let [a, b, c] = self.vectors;
        dot(a, cross(b, c))
    }

    /// Whether there is no lattice vector at all.
    #[must_use]
    pub fn is_absent(&self) -> bool {
        self.vectors == [[0.0; 3]; 3]
    }

    /// Whether a is along x, b in the plane of x and y, and `a_x`, `b_y`, `c_z` are positive. LAMMPS calls such cells restricted.
    #[must_use]
    pub fn is_restricted(&self) -> bool {
        let [a, b, c] = self.vectors;
        a[1] == 0.0 && a[2] == 0.0 && b[2] == 0.0 && a[0] > 0.0 && b[1] > 0.0 && c[2] > 0.0
    }

    /// The place of fractional coordinates, Å.
    #[must_use]
    pub fn to_cartesian(&self, fraction: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|d| {
            let [a, b, c] = self.vectors;
            self.origin[d] + (fraction[0] * a[d] + fraction[1] * b[d] + fraction[2] * c[d])
        })
    }

    /// The same lattice with a box that holds all positions: along directions that do not repeat, the vector is replaced by
    /// a normal to the others that reaches `room` Å beyond the outermost atoms. LAMMPS calls it shrink-wrapped.
    #[must_use]
    pub fn around(&self, positions: &[[f64; 3]], room: f64) -> Cell {
        let mut cell = *self;
        let mut axes: Vec<[f64; 3]> = vec![];
        for d in (0..3).filter(|&d| self.periodic[d]) {
            axes.extend(unit(less_parts(self.vectors[d], &axes)));
        }
        for d in (0..3).filter(|&d| !self.periodic[d]) {
            let normal = normal_to(&axes);
            axes.push(normal);
            let along = positions.iter().map(|x| dot(*x, normal));
            let (low, high) = along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                (low.min(x), high.max(x))
            });
            let (low, high) = if low <= high { (low, high) } else { (0.0, 0.0) };
            let (start, length) = (low - room, high - low + 2.0 * room);
            let shift = start - dot(cell.origin, normal);
            cell.vectors[d] = normal.map(|n| n * length);
            cell.origin = [0, 1, 2].map(|e| cell.origin[e] + normal[e] * shift);
        }
        cell
    }
}

/// The Cartesian axis that the axes cover least, made perpendicular to them.
fn normal_to(axes: &[[f64; 3]]) -> [f64; 3] {
    let mut best = ([0.0; 3], 0.0);
    for d in 0..3 {
        let mut axis = [0.0; 3];
        axis[d] = 1.0;
        let rest = less_parts(axis, axes);
        // A later axis has to be clearly better: x, y, z in this order where nothing speaks against it.
        if dot(rest, rest) > 1.01 * best.1 {
            best = (rest, dot(rest, rest));
        }
    }
    unit(best.0).unwrap_or([0.0; 3])
}

/// A vector without its parts along orthonormal axes; twice, so that rounding leaves none.
fn less_parts(vector: [f64; 3], axes: &[[f64; 3]]) -> [f64; 3] {
    axes.iter().chain(axes).fold(vector, |rest, axis| {
        let part = dot(rest, *axis);
        [0, 1, 2].map(|d| rest[d] - part * axis[d])
    })
}

fn unit(vector: [f64; 3]) -> Option<[f64; 3]> {
    let length = dot(vector, vector).sqrt();
    (length > 0.0 && length.is_finite()).then(|| vector.map(|x| x / length))
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cluster_gets_a_box_along_the_axes() {
        let cell = Cell::default().around(&[[1.0, 2.0, 3.0], [-1.0, 5.0, 3.0]], 2.0);
        assert_eq!(
            cell.vectors,
            [[6.0, 0.0, 0.0], [0.0, 7.0, 0.0], [0.0, 0.0, 4.0]]
        );
        assert_eq!(cell.origin, [-3.0, 0.0, 1.0]);
        let empty = Cell::default().around(&[], 1.0);
        assert_eq!((empty.volume(), empty.origin), (8.0, [-1.0; 3]));
    }

    #[test]
    fn a_tilted_slab_is_held_between_planes() {
        let slab = Cell {
            vectors: [[3.0, 0.0, 1.0], [0.0, 4.0, 0.0], [0.0; 3]],
            origin: [0.5; 3],
            periodic: [true, true, false],
        };
        let atoms = [[0.0, 0.0, 9.0], [30.0, 2.0, -7.0], [0.3, 0.1, 0.2]];
        let held = slab.around(&atoms, 0.5);
        assert_eq!(held.vectors[..2], slab.vectors[..2]);
        let c = held.vectors[2];
        assert!(dot(c, slab.vectors[0]).abs() < 1e-12 && dot(c, slab.vectors[1]) == 0.0);
        for atom in atoms {
            let x = [0, 1, 2].map(|d| atom[d] - held.origin[d]);
            let fraction = dot(x, c) / dot(c, c);
            assert!(fraction > 0.0 && fraction < 1.0, "{fraction}");
        }
    }

    #[test]
    fn restricted_cells_have_their_orientation() {
        let of = |vectors| Cell {
            vectors,
            ..Cell::default()
        };
        assert!(of([[4.0, 0.0, 0.0], [-1.0, 3.0, 0.0], [0.5, -1.0, 2.0]]).is_restricted());
        assert!(!of([[4.0, 0.0, 0.0], [-1.0, -3.0, 0.0], [0.5, -1.0, 2.0]]).is_restricted());
        assert!(!of([[4.0, 1.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 2.0]]).is_restricted());
    }
}
