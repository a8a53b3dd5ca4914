//! Positions and forces as callers have them, one atom after the other, on their way to a device and back.

use portax::{Functor, HostView, RangeKernel, RangePolicy, Result, Space, View, kernel};

/// Atoms in 8 that there is room for more: their number changes little.
const SLACK: usize = 8;

/// Memory for the rows of so many atoms, `[3, atoms]` with the first index fastest: on the device, and page-locked on the host.
pub struct Rows {
    on_device: View<f64, 2>,
    on_host: HostView<f64, 2>,
}

impl Rows {
    /// Room for these atoms and some more.
    pub fn new(space: &Space, natoms: usize) -> Result<Self> {
        let on_device = View::new(space, "rows", [3, natoms + natoms / SLACK])?;
        Ok(Self {
            on_host: on_device.create_pinned_mirror()?,
            on_device,
        })
    }

    /// Is there room for these atoms, and not for many more?
    pub fn fit(&self, natoms: usize) -> bool {
        let room = self.on_device.extent(1);
        natoms <= room && room <= 2 * natoms
    }

    /// Takes values from the host to the columns of a view `[natoms, 3]`.
    pub fn send(&self, space: &Space, values: &[[f64; 3]], to: &View<f64, 2>) -> Result<()> {
        self.on_host.write()?.copy_from(values.as_flattened());
        space.deep_copy_async(&self.on_device, &self.on_host)?;
        to_columns(space, &self.on_device, to)
    }

    /// Brings the columns of a view `[natoms, 3]` to the host.
    pub fn fetch(&self, space: &Space, from: &View<f64, 2>, values: &mut [[f64; 3]]) -> Result<()> {
        to_rows(space, from, &self.on_device)?;
        space.deep_copy_async(&self.on_host, &self.on_device)?;
        self.on_host.read()?.copy_to(values.as_flattened_mut());
        Ok(())
    }
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

/// Copies rows of which there are enough to the columns of a view `[natoms, 3]`.
pub fn to_columns(space: &Space, rows: &View<f64, 2>, columns: &View<f64, 2>) -> Result<()> {
    let atoms = RangePolicy::new(0..columns.extent(0));
    let (rows, columns) = (rows.clone(), columns.clone());
    space.parallel_for("to_columns", atoms, &ToColumns { rows, columns })
}

/// Copies the columns of a view `[natoms, 3]` to the first rows.
pub fn to_rows(space: &Space, columns: &View<f64, 2>, rows: &View<f64, 2>) -> Result<()> {
    let atoms = RangePolicy::new(0..columns.extent(0));
    let (rows, columns) = (rows.clone(), columns.clone());
    space.parallel_for("to_rows", atoms, &ToRows { rows, columns })
}
