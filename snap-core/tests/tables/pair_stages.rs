//! compute_ui and compute_duidrj_deidrj on every host space, in chunks and blocks of sizes that only small scratch asks for,
//! against scalar code.

use portax::{AUTO, AoSoA, IntRow, LayoutRight, Space, TeamPolicy, View};
use snap_core::pair::geometry::{ATOM_SUMS, PAIR_ROWS};
use snap_core::staged::blocks::moment_blocks;
use snap_core::staged::features::COLUMN_BLOCK;
use snap_core::staged::{ComputeDeidrj, ComputeUi, column_groups, row_groups};
use snap_core::tables::MomentLayout;

use crate::host::random_beta;
use crate::pair::{Neighbour, dedr, moments};

/// Constant part of the energy.
const CONSTANT: f64 = 0.75;

const TWOJMAX: [usize; 5] = [0, 1, 2, 8, 14];

fn hosts() -> impl Iterator<Item = (String, Space)> {
    let spaces = portax_backends::testing::one_of_each();
    spaces.into_iter().filter(|(_, space)| space.is_host())
}

/// `count` neighbours in all directions.
fn neighbours(count: usize) -> Vec<Neighbour> {
    let numbers = random_beta(3 * count, 5);
    let within = |x: f64| if x.abs() < 0.2 { x + 1.0 } else { x };
    numbers
        .chunks(3)
        .map(|x| Neighbour::new([within(x[0]), within(x[1]), within(x[2])]))
        .collect()
}

/// A tile whose lane l begins with neighbour l.
struct Tile {
    space: Space,
    layout: MomentLayout,
    neighbours: Vec<Neighbour>,
    npairs: View<i32, 1>,
    geometry: View<f64, 3, AoSoA>,
}

impl Tile {
    fn new(space: &Space, twojmax: usize, count: usize) -> Self {
        let (width, neighbours) = (space.natural_width(), neighbours(count));
        let mut rows = vec![0.0; width * PAIR_ROWS * count];
        for k in 0..count {
            for lane in 0..width {
                let values = neighbours[(k + lane) % count].geometry();
                for (row, value) in values.into_iter().enumerate() {
                    rows[lane + width * (row + PAIR_ROWS * k)] = value;
                }
            }
        }
        Self {
            layout: MomentLayout::padded(twojmax, COLUMN_BLOCK),
            neighbours,
            npairs: View::from_slice(space, "npairs", [1], &[count as i32]).unwrap(),
            geometry: View::from_slice(space, "geometry", [width, PAIR_ROWS, count], &rows)
                .unwrap(),
            space: space.clone(),
        }
    }

    /// The places of moments, without those of padding.
    fn values(&self) -> impl Iterator<Item = usize> {
        let row = |columns: i32| move |offset| offset..offset + columns;
        let rows = self.layout.rows.iter();
        rows.flat_map(move |rows| rows.offsets.into_iter().flat_map(row(rows.columns)))
            .map(|i| i as usize)
    }

    fn list<T: portax::view::ViewElement>(&self, elements: &[T]) -> View<T, 1> {
        View::from_slice(&self.space, "list", [elements.len()], elements).unwrap()
    }

    /// M of every lane, lanes fastest, by blocks of up to so many rows.
    fn moments(&self, chunk: usize, at_once: usize) -> Vec<f64> {
        let (width, n) = (self.space.natural_width(), self.layout.nvalues());
        let unknown = vec![f64::NAN; width * n];
        let m = View::from_slice(&self.space, "moments", [width, n], &unknown).unwrap();
        let functor = ComputeUi {
            npairs: self.npairs.clone(),
            geometry: self.geometry.clone(),
            initial: self.list(&self.layout.initial(1.0)),
            blocks: self.list(IntRow::rows(&moment_blocks(&self.layout, at_once))),
            moments: m.clone(),
            width,
            at_once,
            twojmax: self.layout.twojmax(),
            chunk,
        };
        let policy = TeamPolicy::new(1, AUTO);
        self.space
            .parallel_for("compute_ui", policy, &functor)
            .unwrap();
        m.to_vec().unwrap()
    }

    /// dE/dr of every pair, the first three sums of every lane, and energies, with so many rows and columns at once.
    fn gradients<const BLOCK: usize, const TAIL: usize>(
        &self,
        c: &[f64],
        at_once: usize,
    ) -> [Vec<f64>; 3] {
        let width = self.space.natural_width();
        let c: Vec<f64> = c.iter().flat_map(|&c| vec![c; width]).collect();
        let npairs = width * self.neighbours.len();
        let dedr: View<f64, 2, LayoutRight> = View::new(&self.space, "dedr", [3, npairs]).unwrap();
        let sums = View::new(&self.space, "sums", [width, ATOM_SUMS]).unwrap();
        let energies = View::new(&self.space, "energies", [width]).unwrap();
        let functor = ComputeDeidrj::<f64, BLOCK, TAIL> {
            tile_number: self.list(&[0]),
            ntiles: 1,
            density: 0,
            tile_element: self.list(&[0]),
            atom_of_slot: self.list(&(0..width as i32).collect::<Vec<_>>()),
            npairs: self.npairs.clone(),
            geometry: self.geometry.clone(),
            constant: self.list(&[CONSTANT]),
            c: View::from_slice(&self.space, "c", [width, self.layout.nvalues()], &c).unwrap(),
            rows: self.list(IntRow::rows(&self.layout.packed_rows())),
            row_groups: self.list(IntRow::rows(&row_groups(&self.layout, at_once))),
            column_groups: self.list(IntRow::rows(&column_groups(self.layout.twojmax(), at_once))),
            initial_places: self.list(&self.layout.initial_places()),
            dedr: View::clone(&dedr),
            sums: View::clone(&sums),
            energies: View::clone(&energies),
            cubic: true,
            width,
            at_once,
            twojmax: self.layout.twojmax(),
        };
        let policy = TeamPolicy::new(1, AUTO);
        self.space
            .parallel_for("compute_deidrj", policy, &functor)
            .unwrap();
        [
            dedr.to_vec().unwrap(),
            sums.to_vec().unwrap()[..3 * width].to_vec(),
            energies.to_vec().unwrap(),
        ]
    }
}

fn assert_near(found: f64, expected: f64, scale: f64, what: &str) {
    let error = (found - expected).abs();
    assert!(error <= 1e-13 * scale, "{what}: {found} {expected}");
}

#[test]
fn moments_in_chunks_of_any_size_are_those_of_scalar_code() {
    for (name, space) in hosts() {
        for twojmax in TWOJMAX {
            for count in [0, 1, 9, 10, 26] {
                let tile = Tile::new(&space, twojmax, count);
                let expected = moments(&tile.layout, &tile.neighbours);
                for (chunk, rows) in [(1, 2), (4, 4), (9, 2), (9, 4), (30, 4)] {
                    let what = format!("{name}, 2J={twojmax}, {count} by {chunk}, {rows} rows");
                    let (m, width) = (tile.moments(chunk, rows), space.natural_width());
                    for i in tile.values() {
                        for &found in &m[i * width..(i + 1) * width] {
                            assert_near(found, expected[i], 1.0 + count as f64, &what);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn gradients_in_blocks_of_any_shape_are_those_of_scalar_code() {
    for (name, space) in hosts() {
        for twojmax in TWOJMAX {
            for count in [0, 1, 4, 6, 7, 26] {
                let tile = Tile::new(&space, twojmax, count);
                let layout = &tile.layout;
                let (random, mut c) = (
                    random_beta(layout.nvalues(), 3),
                    vec![0.0; layout.nvalues()],
                );
                for i in tile.values() {
                    c[i] = random[i];
                }
                let expected: Vec<_> = tile
                    .neighbours
                    .iter()
                    .map(|k| dedr(layout, &c, k))
                    .collect();
                let m = moments(layout, &tile.neighbours);
                let energy = CONSTANT + c.iter().zip(m).map(|(c, m)| c * m).sum::<f64>() / 3.0;
                let largest = expected
                    .iter()
                    .flatten()
                    .fold(1.0, |a: f64, b| a.max(b.abs()));
                let width = space.natural_width();
                for (shape, [dedr, sums, energies]) in [
                    ("1 by 2", tile.gradients::<1, 1>(&c, 2)),
                    ("4 by 2", tile.gradients::<4, 2>(&c, 2)),
                    ("4 by 4", tile.gradients::<4, 2>(&c, 4)),
                ] {
                    let what = format!("{name}, 2J={twojmax}, {count} in blocks of {shape}");
                    for (i, found) in dedr.into_iter().enumerate() {
                        let (d, lane, k) = (i % 3, i / 3 % width, i / 3 / width);
                        let value = expected[(k + lane) % count][d];
                        assert_near(found, value, 100.0 * largest, &what);
                    }
                    for (i, found) in sums.into_iter().enumerate() {
                        let value = expected.iter().map(|f| f[i / width]).sum();
                        assert_near(found, value, 1000.0 * largest, &what);
                    }
                    for found in energies {
                        assert_near(found, energy, 100.0 * (1.0 + count as f64), &what);
                    }
                }
            }
        }
    }
}
