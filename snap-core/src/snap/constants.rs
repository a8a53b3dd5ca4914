//! The tables of a potential on a space.

use portax::{Float, Result, Space, View};

use super::options::YiForm;
use super::orbit::OrbitTables;
use super::tuning::Tuning;
use crate::SnapPotential;
use crate::params::WSELF;
use crate::stages::blocks::moment_blocks;
use crate::stages::features::COLUMN_BLOCK;
use crate::stages::pair_table::{PAIR_TABLE_ROWS, PairFlags, pair_table};
use crate::stages::{column_groups, row_groups};
use crate::tables::{
    BasisChange, CubicForm, GradientPairs, MomentLayout, WTable, YiDirect, YiReverse,
};

/// Control data of compute_yi.
pub enum YiTables {
    /// Of the direct form.
    Direct {
        items: View<[i32; 4], 1>,
        jobs: View<i32, 2>,
    },
    /// Of the reverse form.
    Reverse {
        groups: View<[i32; 8], 1>,
        ngroups: i32,
        items: View<[i32; 4], 1>,
        z_items: View<[i32; 4], 1>,
    },
}

/// Everything the stages read that does not depend on the atoms, computed in f64 and rounded to `T`, or to the type `A` of
/// what is added to sums.
pub struct Constants<T: Float, A: Float> {
    /// Twice the largest angular momentum.
    pub twojmax: usize,
    /// Elements of the potential.
    pub nelements: usize,
    /// Number of moments M of an atom, with padding.
    pub nmoments: usize,
    /// Number of values V of an atom.
    pub nvalues: usize,
    /// Number of values of weight (0, 0), the longest.
    pub shapes: usize,
    /// Distance where theta is 0.
    pub rmin0: T,
    /// Which switching functions there are.
    pub flags: PairFlags,
    /// [`pair_table`].
    pub pair: View<T, 2>,
    /// M before the first neighbour.
    pub initial: View<T, 1>,
    /// Where it is not zero.
    pub initial_places: View<i32, 1>,
    /// Register blocks of M.
    pub blocks: View<[i32; 8], 1>,
    /// Rows of M.
    pub rows: View<[i32; 4], 1>,
    /// Groups of rows of M.
    pub row_groups: View<[i32; 8], 1>,
    /// Groups of columns of M.
    pub column_groups: View<[i32; 4], 1>,
    /// Items of the change from G to pairs of C.
    pub pair_items: View<[i32; 8], 1>,
    /// Items of the basis change.
    pub change: View<[i32; 8], 1>,
    /// Matrices of the basis change.
    pub t: View<T, 1>,
    /// Constant part of each element's energy.
    pub constant: View<A, 1>,
    /// W of compute_yi, element after element.
    pub w: View<T, 1>,
    /// Entries of W per element.
    pub w_count: i32,
    /// Control data of compute_yi: of the direct form beside those of the orbit form.
    pub yi: YiTables,
    /// Control data of the orbit form, where it was chosen.
    pub orbit: Option<OrbitTables>,
    /// That of its tail, where there is one.
    pub orbit_tail: Option<OrbitTables>,
}

/// A view of one dimension with these elements.
fn list<T: portax::view::ViewElement>(
    space: &Space,
    label: &str,
    elements: &[T],
) -> Result<View<T, 1>> {
    View::from_slice(space, label, [elements.len()], elements)
}

/// Numbers in the type of a view.
pub fn rounded<T: Float>(numbers: &[f64]) -> Vec<T> {
    numbers.iter().map(|&x| T::from_f64(x)).collect()
}

impl<T: Float, A: Float> Constants<T, A> {
    /// The tables of a potential that is supported.
    pub fn new(space: &Space, potential: &SnapPotential, tuning: &Tuning) -> Result<Self> {
        let (params, nelements) = (potential.params(), potential.elements().len());
        let layout = MomentLayout::padded(params.twojmax, COLUMN_BLOCK);
        let rows = tuning.pair_rows;
        let change = BasisChange::new(&layout);
        let form = CubicForm::new(params.twojmax, params.bnormflag);
        let tables = |orbit| OrbitTables::new::<T>(space, &form, potential, orbit);
        let is_orbit = tuning.yi == YiForm::Orbit;
        let orbit = is_orbit.then(|| tables(tuning.orbit)).transpose()?;
        let has_tail = is_orbit && tuning.orbit.tail > 0;
        let orbit_tail = has_tail
            .then(|| tables(tuning.orbit.halves()))
            .transpose()?;
        let (yi, table) = yi_tables(space, &form, tuning.yi)?;
        let constant: Vec<f64> = (0..nelements)
            .map(|e| potential.energy_constant(e))
            .collect();
        Ok(Self {
            twojmax: params.twojmax,
            nelements,
            nmoments: layout.nvalues(),
            nvalues: form.half_plane.nvalues(),
            shapes: form.half_plane.count(0),
            rmin0: T::from_f64(params.rmin0),
            flags: PairFlags::of(potential),
            pair: View::from_slice(
                space,
                "pair",
                [PAIR_TABLE_ROWS, nelements * nelements],
                &rounded(&pair_table(potential)),
            )?,
            initial: list(space, "initial_moments", &rounded(&layout.initial(WSELF)))?,
            blocks: list(space, "moment_blocks", &moment_blocks(&layout, rows))?,
            initial_places: list(space, "initial_places", &layout.initial_places())?,
            rows: list(space, "moment_rows", &layout.rows)?,
            row_groups: list(space, "row_groups", &row_groups(&layout, rows))?,
            column_groups: list(space, "column_groups", &column_groups(params.twojmax, rows))?,
            pair_items: list(
                space,
                "gradient_pairs",
                &GradientPairs::items(params.twojmax),
            )?,
            change: list(space, "basis_change", &change.items)?,
            t: list(space, "basis_change_t", &rounded(&change.t))?,
            constant: list(space, "energy_constant", &rounded(&constant))?,
            w: list(space, "w", &rounded(&table.for_elements(potential)))?,
            w_count: table.len() as i32,
            yi,
            orbit,
            orbit_tail,
        })
    }
}

fn yi_tables(space: &Space, form: &CubicForm, yi: YiForm) -> Result<(YiTables, WTable)> {
    match yi {
        YiForm::Direct | YiForm::Orbit => {
            let yi = YiDirect::new(form);
            let jobs = View::from_slice(space, "yi_jobs", [yi.job_fields, yi.njobs()], &yi.jobs)?;
            Ok((
                YiTables::Direct {
                    items: list(space, "yi_items", &yi.items)?,
                    jobs,
                },
                yi.table,
            ))
        }
        YiForm::Reverse => {
            let mut yi = YiReverse::new(form);
            let ngroups = yi.groups.len() as i32;
            // Loads of a stream may run one row ahead.
            yi.groups.push([0; 8]);
            yi.items.push([0; 4]);
            Ok((
                YiTables::Reverse {
                    groups: list(space, "yi_groups", &yi.groups)?,
                    ngroups,
                    items: list(space, "yi_items", &yi.items)?,
                    z_items: list(space, "yi_z_items", &yi.z_items)?,
                },
                yi.table,
            ))
        }
    }
}
