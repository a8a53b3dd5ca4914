//! Positions and forces as callers have them, one atom after the other, on their way to a device and back.

use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use portax::{Functor, HostView, RangeKernel, RangePolicy, Space, View, kernel};

use crate::error::Error;
use crate::system::{are_coordinates, check_positions};

/// Atoms in 8 that there is room for more: their number changes little.
const SLACK: usize = 8;
/// Atoms that are worth the start of a thread.
const PART: usize = 1 << 15;

/// Memory for the rows of so many atoms, `[3, atoms]` with the first index fastest: on the device, and page-locked on the host.
pub struct Rows {
    on_device: View<f64, 2>,
    on_host: HostView<f64, 2>,
}

impl Rows {
    /// Room for these atoms and some more.
    pub fn new(space: &Space, natoms: usize) -> portax::Result<Self> {
        let on_device = View::new(space, "rows", [3, natoms + natoms / SLACK])?;
        Ok(Self {
            on_host: on_device.create_pinned_mirror()?,
            on_device,
        })
    }

    /// Whether there is room for these atoms, and not for many more.
    pub fn fit(&self, natoms: usize) -> bool {
        let room = self.on_device.extent(1);
        natoms <= room && room <= 2 * natoms
    }

    /// Takes positions from the host to the columns of a view `[natoms, 3]`.
    ///
    /// # Errors
    /// [`Error::Position`], [`Error::Portax`].
    pub fn send(
        &self,
        space: &Space,
        positions: &[[f64; 3]],
        to: &View<f64, 2>,
    ) -> Result<(), Error> {
        let are_numbers = AtomicBool::new(true);
        let mut host = self.on_host.write()?;
        let rows = host.as_mut_slice().unwrap_or_default().as_chunks_mut().0;
        each_part(
            &mut rows[..positions.len()],
            positions,
            |rows, positions| {
                rows.copy_from_slice(positions);
                if !are_coordinates(positions) {
                    are_numbers.store(false, Relaxed);
                }
            },
        );
        drop(host);
        if !are_numbers.into_inner() {
            check_positions(positions)?;
        }
        space.deep_copy_async(&self.on_device, &self.on_host)?;
        Ok(to_columns(space, &self.on_device, to)?)
    }

    /// Brings the columns of a view `[natoms, 3]` to the host, and gives each row to `take` with the caller's value of the atom.
    pub fn fetch(
        &self,
        space: &Space,
        from: &View<f64, 2>,
        values: &mut [[f64; 3]],
        take: impl Fn(&mut [f64; 3], [f64; 3]) + Sync,
    ) -> portax::Result<()> {
        to_rows(space, from, &self.on_device)?;
        space.deep_copy_async(&self.on_host, &self.on_device)?;
        let rows = self.on_host.read()?;
        let rows = rows.as_slice().unwrap_or_default().as_chunks().0;
        each_part(values, rows, |values, rows| {
            let atoms = values.iter_mut().zip(rows);
            atoms.for_each(|(value, row)| take(value, *row));
        });
        Ok(())
    }
}

/// Runs `work` on parts of both, on several threads where there are many atoms.
fn each_part(
    to: &mut [[f64; 3]],
    from: &[[f64; 3]],
    work: impl Fn(&mut [[f64; 3]], &[[f64; 3]]) + Sync,
) {
    static CORES: LazyLock<usize> =
        LazyLock::new(|| thread::available_parallelism().map_or(1, NonZeroUsize::get));
    let threads = (to.len() / PART).min(*CORES);
    if threads <= 1 {
        return work(to, from);
    }
    let (part, work) = (to.len().div_ceil(threads), &work);
    thread::scope(|scope| {
        for (to, from) in to.chunks_mut(part).zip(from.chunks(part)) {
            scope.spawn(move || work(to, from));
        }
    });
}

/// Columns `[atoms, 3]` and rows `[3, atoms]` of the same numbers.
#[derive(Functor)]
struct ToColumns {
    rows: View<f64, 2>,
    columns: View<f64, 2>,
}

#[derive(Functor)]
struct ToRows {
    rows: View<f64, 2>,
    columns: View<f64, 2>,
}

#[kernel]
impl RangeKernel for ToColumns {
    fn to_columns(&self, atom: Index) {
        #[unroll]
        for d in 0..3 {
            self.columns[(atom, d)] = self.rows[(d, atom)];
        }
    }
}

#[kernel]
impl RangeKernel for ToRows {
    fn to_rows(&self, atom: Index) {
        #[unroll]
        for d in 0..3 {
            self.rows[(d, atom)] = self.columns[(atom, d)];
        }
    }
}

/// Copies rows to the columns of a view `[natoms, 3]`, as many as both have.
pub fn to_columns(
    space: &Space,
    rows: &View<f64, 2>,
    columns: &View<f64, 2>,
) -> portax::Result<()> {
    let atoms = RangePolicy::new(0..columns.extent(0).min(rows.extent(1)));
    let (rows, columns) = (rows.clone(), columns.clone());
    space.parallel_for("to_columns", atoms, &ToColumns { rows, columns })
}

/// Copies the columns of a view `[natoms, 3]` to rows, as many as both have.
pub fn to_rows(space: &Space, columns: &View<f64, 2>, rows: &View<f64, 2>) -> portax::Result<()> {
    let atoms = RangePolicy::new(0..columns.extent(0).min(rows.extent(1)));
    let (rows, columns) = (rows.clone(), columns.clone());
    space.parallel_for("to_rows", atoms, &ToRows { rows, columns })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_atoms_go_there_and_back_on_several_threads() {
        let Some(space) = portax_backends::testing::space_or_skip("opencl:pocl") else {
            return;
        };
        let natoms = 2 * PART + 5;
        let mut x: Vec<[f64; 3]> = (0..natoms).map(|i| [i as f64, 0.5, -(i as f64)]).collect();
        let columns = View::new(&space, "columns", [natoms, 3]).unwrap();
        let rows = Rows::new(&space, natoms).unwrap();
        rows.send(&space, &x, &columns).unwrap();
        let mut sums = vec![[1.0; 3]; natoms];
        let add = |sum: &mut [f64; 3], x: [f64; 3]| *sum = [0, 1, 2].map(|d| sum[d] + x[d]);
        rows.fetch(&space, &columns, &mut sums, add).unwrap();
        assert!(
            sums.iter()
                .zip(&x)
                .all(|(s, x)| s[0] == x[0] + 1.0 && s[2] == x[2] + 1.0)
        );

        x[PART + 3][1] = f64::INFINITY;
        let error = rows.send(&space, &x, &columns).unwrap_err();
        assert!(matches!(error, Error::Position { atom, .. } if atom == PART + 3));
    }
}
