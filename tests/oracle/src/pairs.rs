//! Pairs of atoms by brute force.

/// A neighbour of an atom: the atom of which it is an image, and by how many cell vectors it is moved.
pub type Neighbor = (i32, [i32; 3]);

/// The neighbours of each atom with r < `cutoff`, sorted: every image of every atom is tried. `cell` has the lattice
/// vectors as rows; lengths in one unit.
pub fn neighbors(
    cell: [[f64; 3]; 3],
    periodic: [bool; 3],
    positions: &[[f64; 3]],
    cutoff: f64,
) -> Vec<Vec<Neighbor>> {
    let far: [i32; 3] = std::array::from_fn(|d| match periodic[d] {
        true => 1 + (cutoff / width(&cell, d)).ceil() as i32,
        false => 0,
    });
    let all = |d: usize| -far[d]..=far[d];
    let images = all(0).flat_map(|a| all(1).flat_map(move |b| all(2).map(move |c| [a, b, c])));
    let moved = |n: [i32; 3]| {
        let along = |d: usize| (0..3).map(|e| f64::from(n[e]) * cell[e][d]).sum();
        (n, std::array::from_fn(along))
    };
    let images: Vec<([i32; 3], [f64; 3])> = images.map(moved).collect();
    let list = |i: usize| {
        let mut found = Vec::new();
        for (j, other) in positions.iter().enumerate() {
            let from = &positions[i];
            for (n, shift) in &images {
                let r = |d: usize| other[d] - from[d] + shift[d];
                let near = r(0).powi(2) + r(1).powi(2) + r(2).powi(2) < cutoff * cutoff;
                if near && (i != j || *n != [0; 3]) {
                    found.push((j as i32, *n));
                }
            }
        }
        found.sort_unstable();
        found
    };
    (0..positions.len()).map(list).collect()
}

/// Distance of the faces between which lattice vector `d` leads.
fn width(cell: &[[f64; 3]; 3], d: usize) -> f64 {
    let [a, b] = [cell[(d + 1) % 3], cell[(d + 2) % 3]];
    let normal: [f64; 3] = std::array::from_fn(|k| {
        let (l, m) = ((k + 1) % 3, (k + 2) % 3);
        a[l] * b[m] - a[m] * b[l]
    });
    let dot = |u: &[f64; 3], v: &[f64; 3]| u.iter().zip(v).map(|(u, v)| u * v).sum::<f64>();
    (dot(&cell[d], &normal) / dot(&normal, &normal).sqrt()).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atoms_of_a_simple_cubic_cell_are_each_others_neighbours() {
        let cell = [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]];
        let lists = |periodic| neighbors(cell, periodic, &[[0.0; 3], [1.0, 0.0, 0.0]], 2.1);
        // six images of itself and two of the other; the next are the square root of 5 away
        assert_eq!(lists([true; 3])[0].len(), 6 + 2);
        assert_eq!(lists([false; 3])[0], [(1, [0; 3])]);
        assert_eq!(
            lists([true, false, false])[1],
            [(0, [0; 3]), (0, [1, 0, 0]), (1, [-1, 0, 0]), (1, [1, 0, 0])]
        );
    }

    #[test]
    fn widths_are_distances_of_faces() {
        let cell = [[2.0, 0.0, 0.0], [5.0, 3.0, 0.0], [0.5, 0.7, -4.0]];
        assert!((width(&cell, 2) - 4.0).abs() < 1e-15);
        let tilted = 2.0 * 3.0 * 4.0 / (12.0f64.powi(2) + 20.0f64.powi(2) + 2.0f64.powi(2)).sqrt();
        assert!((width(&cell, 0) - tilted).abs() < 1e-12);
    }
}
