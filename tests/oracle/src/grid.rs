//! Neighbour search: atoms sorted into bins of the cell, images included.

use crate::{Error, System};

/// The atoms of a system in bins, to find those near a place without looking at all.
pub(crate) struct Grid<'a> {
    system: &'a System,
    axes: [Axis; 3],
    /// Lattice translation that brings every atom into the cell, in units of the lattice vectors.
    wraps: Vec<[i64; 3]>,
    /// Bin of every atom.
    places: Vec<[i64; 3]>,
    bins: Vec<Vec<usize>>,
}

/// The bins along one lattice vector, in fractional coordinates.
struct Axis {
    periodic: bool,
    low: f64,
    length: f64,
    count: i64,
    /// Bins to look at on either side.
    reach: i64,
}

impl<'a> Grid<'a> {
    /// Sorts the atoms for searches up to `cutoff` (Å, positive).
    pub fn new(system: &'a System, cutoff: f64) -> Result<Self, Error> {
        let dual = reciprocal(&system.cell).ok_or(Error::Cell)?;
        let fractions: Vec<[f64; 3]> = system
            .positions
            .iter()
            .map(|x| dual.map(|row| dot(row, *x)))
            .collect();
        let axes = std::array::from_fn(|d| {
            let height = 1.0 / dot(dual[d], dual[d]).sqrt();
            Axis::new(
                system.periodic[d],
                fractions.iter().map(|s| s[d]),
                height,
                cutoff,
            )
        });
        let wraps = fractions
            .iter()
            .map(|s| std::array::from_fn(|d| axes[d].wrap(s[d])))
            .collect();
        let places = fractions
            .iter()
            .map(|s| std::array::from_fn(|d| axes[d].bin(s[d])))
            .collect();
        let mut grid = Self {
            system,
            axes,
            wraps,
            places,
            bins: Vec::new(),
        };
        grid.bins = vec![Vec::new(); grid.axes.iter().map(|axis| axis.count as usize).product()];
        for atom in 0..fractions.len() {
            let bin = grid.index(grid.places[atom]);
            grid.bins[bin].push(atom);
        }
        Ok(grid)
    }

    /// Calls `visit(k, r)` for every atom or image that may be within the cutoff of `atom` (and for
    /// farther ones); r is the displacement from `atom`, Å. The atom itself is left out, its images are not.
    pub fn near(&self, atom: usize, mut visit: impl FnMut(usize, [f64; 3])) {
        let [p, q, s] = self.places[atom];
        for (i, ti) in self.axes[0].around(p) {
            for (j, tj) in self.axes[1].around(q) {
                for (k, tk) in self.axes[2].around(s) {
                    for &other in &self.bins[self.index([i, j, k])] {
                        let image = self.image(atom, other, [ti, tj, tk]);
                        if other != atom || image != [0; 3] {
                            visit(other, self.displacement(atom, other, image));
                        }
                    }
                }
            }
        }
    }

    fn index(&self, [i, j, k]: [i64; 3]) -> usize {
        ((i * self.axes[1].count + j) * self.axes[2].count + k) as usize
    }

    /// Lattice translation to apply to the unwrapped position of `other`, seen from `atom`.
    fn image(&self, atom: usize, other: usize, turns: [i64; 3]) -> [i64; 3] {
        std::array::from_fn(|d| turns[d] + self.wraps[other][d] - self.wraps[atom][d])
    }

    fn displacement(&self, atom: usize, other: usize, image: [i64; 3]) -> [f64; 3] {
        let (from, to, cell) = (
            self.system.positions[atom],
            self.system.positions[other],
            self.system.cell,
        );
        std::array::from_fn(|x| {
            let shift: f64 = (0..3).map(|d| image[d] as f64 * cell[d][x]).sum();
            to[x] - from[x] + shift
        })
    }
}

impl Axis {
    fn new(
        periodic: bool,
        fractions: impl ExactSizeIterator<Item = f64>,
        height: f64,
        cutoff: f64,
    ) -> Self {
        let atoms = fractions.len();
        let (low, high) = match periodic {
            true => (0.0, 1.0),
            false => fractions.fold((f64::MAX, f64::MIN), |(l, h), s| (l.min(s), h.max(s))),
        };
        let length = (high - low).max(1e-9);
        let most = (atoms as f64).cbrt().ceil().max(1.0);
        let count = (length * height / cutoff).floor().clamp(1.0, most);
        let reach = (cutoff * count / (length * height)).ceil() as i64;
        let count = count as i64;
        let reach = if periodic { reach } else { reach.min(count) };
        Self {
            periodic,
            low,
            length,
            count,
            reach,
        }
    }

    fn wrap(&self, fraction: f64) -> i64 {
        if self.periodic {
            -fraction.floor() as i64
        } else {
            0
        }
    }

    fn bin(&self, fraction: f64) -> i64 {
        let inside = (fraction + self.wrap(fraction) as f64 - self.low) / self.length;
        ((inside * self.count as f64) as i64).clamp(0, self.count - 1)
    }

    /// The bins around `bin`, each with the lattice translation of its image.
    fn around(&self, bin: i64) -> impl Iterator<Item = (i64, i64)> {
        let all = (bin - self.reach..=bin + self.reach)
            .map(|b| (b.rem_euclid(self.count), b.div_euclid(self.count)));
        all.filter(|&(_, turn)| self.periodic || turn == 0)
    }
}

/// Rows that give fractional coordinates as scalar products; none for a cell without volume.
fn reciprocal(cell: &[[f64; 3]; 3]) -> Option<[[f64; 3]; 3]> {
    let [a, b, c] = *cell;
    let volume = dot(a, cross(b, c));
    let largest = cell.iter().map(|v| dot(*v, *v).sqrt()).product::<f64>();
    let spans = volume.is_finite() && volume.abs() > 1e-12 * largest;
    spans.then(|| [cross(b, c), cross(c, a), cross(a, b)].map(|v| v.map(|x| x / volume)))
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

    /// Distances to all atoms and images of a generous range, nothing binned.
    fn brute_force(system: &System, atom: usize, cutoff: f64) -> Vec<f64> {
        let range = |d: usize| {
            if system.periodic[d] {
                -6..=6_i32
            } else {
                0..=0
            }
        };
        let mut found = Vec::new();
        for (i, j, k) in
            range(0).flat_map(|i| range(1).flat_map(move |j| range(2).map(move |k| (i, j, k))))
        {
            for (other, to) in system.positions.iter().enumerate() {
                let from = system.positions[atom];
                let r: [f64; 3] = std::array::from_fn(|x| {
                    let cell = &system.cell;
                    to[x] - from[x]
                        + f64::from(i) * cell[0][x]
                        + f64::from(j) * cell[1][x]
                        + f64::from(k) * cell[2][x]
                });
                if (other != atom || (i, j, k) != (0, 0, 0)) && dot(r, r) < cutoff * cutoff {
                    found.push(dot(r, r).sqrt());
                }
            }
        }
        found
    }

    fn binned(system: &System, atom: usize, cutoff: f64) -> Vec<f64> {
        let mut found = Vec::new();
        let grid = Grid::new(system, cutoff).unwrap();
        grid.near(atom, |_, r| {
            found.extend(Some(dot(r, r).sqrt()).filter(|&r| r < cutoff))
        });
        found
    }

    fn scattered(cell: [[f64; 3]; 3], periodic: [bool; 3]) -> System {
        let part = |n: usize, step: f64| (n as f64 * step).fract() * 2.5 - 0.7;
        let position = |n: usize| {
            let s = [part(n, 0.618_034), part(n, 0.414_214), part(n, 0.732_051)];
            std::array::from_fn(|x| (0..3).map(|d| s[d] * cell[d][x]).sum())
        };
        let positions: Vec<[f64; 3]> = (0..40).map(position).collect();
        System {
            cell,
            periodic,
            types: vec![0; positions.len()],
            positions,
            elements: vec![Some(0)],
        }
    }

    #[test]
    fn bins_find_what_brute_force_finds() {
        let narrow = [[3.0, 0.0, 0.0], [1.1, 14.0, 0.0], [-2.0, 3.0, 12.0]];
        let left_handed = [[0.0, 15.0, 1.0], [14.0, 2.0, 0.0], [0.5, 0.0, 16.0]];
        for cell in [narrow, left_handed] {
            for periodic in [
                [true; 3],
                [false; 3],
                [true, false, true],
                [false, true, false],
            ] {
                let system = scattered(cell, periodic);
                for atom in 0..system.positions.len() {
                    let (mut a, mut b) =
                        (binned(&system, atom, 4.0), brute_force(&system, atom, 4.0));
                    a.sort_by(f64::total_cmp);
                    b.sort_by(f64::total_cmp);
                    assert_eq!(a.len(), b.len());
                    assert!(a.iter().zip(&b).all(|(x, y)| (x - y).abs() < 1e-12));
                }
            }
        }
    }
}
