//! What the stages of a force evaluation do for an atom, counted on two small systems: the difference is what atoms add, the
//! rest is the same for any number of them (tables).

use portax::Space;
use snap_core::{Changes, Snap, SnapOptions};

use crate::count::{Counter, Counts};
use crate::engine::placed;
use crate::error::Error;
use crate::problem::{Problem, SKIN};

/// Cells along the edge of the cube that is repeated.
const CELLS: u32 = 2;
/// Vectors of atoms in the smaller system: teams take up to so many.
const VECTORS: usize = 4;

/// What a stage does.
#[derive(Clone, Debug)]
pub struct Work {
    pub name: String,
    /// For each atom.
    atom: Counts,
    /// Once.
    once: Counts,
}

impl Work {
    /// For so many atoms.
    pub fn of(&self, natoms: usize) -> Counts {
        self.once + self.atom * natoms as f64
    }
}

/// Counts the stages of a problem in this mapping, on vectors as long as those of a space.
///
/// # Errors
/// Those of the stages.
pub fn stages(
    space: &Space,
    twojmax: usize,
    mapping: &str,
    options: &SnapOptions,
) -> Result<Vec<Work>, Error> {
    let mapping: Changes = mapping.parse()?;
    let options = SnapOptions {
        mapping,
        precision: options.precision,
        skin: SKIN,
        ..SnapOptions::default()
    };
    let least = VECTORS * space.natural_width();
    let copies = least.div_ceil(2 * (CELLS as usize).pow(3)).max(1);
    let (natoms, small) = run(space, twojmax, copies, &options)?;
    let (more, large) = run(space, twojmax, 2 * copies, &options)?;
    let work = small.into_iter().zip(large).map(|((name, a), (_, b))| {
        let atom = (b - a) * (1.0 / (more - natoms) as f64);
        Work {
            name,
            atom,
            once: a - atom * natoms as f64,
        }
    });
    Ok(work.collect())
}

/// Number of atoms of a row of cubes, and what each stage does for them.
fn run(
    space: &Space,
    twojmax: usize,
    copies: usize,
    options: &SnapOptions,
) -> Result<(usize, Vec<(String, Counts)>), Error> {
    let counter = Counter::like(space);
    let space = counter.space();
    let mut problem = Problem::of_study(&space, twojmax, CELLS)?;
    let system = &mut problem.system;
    let (edge, cube) = (system.cell[0][0], system.positions.clone());
    let moved = |n: usize| {
        let cube = cube.iter();
        cube.map(move |x| [x[0] + n as f64 * edge, x[1], x[2]])
    };
    system.positions = (0..copies).flat_map(moved).collect();
    system.types = vec![system.types[0]; system.positions.len()];
    system.cell[0][0] *= copies as f64;
    let mut snap = Snap::new(
        &space,
        &problem.potential,
        &placed(system)?,
        options.clone(),
    )?;
    snap.compute()?;
    let mut stages: Vec<(String, Counts)> = vec![];
    for launch in counter.launches() {
        let Some(name) = stage_of(&launch.kernel) else {
            continue;
        };
        match stages.iter_mut().find(|(known, _)| known == name) {
            Some((_, sum)) => *sum += launch.counts,
            None => stages.push((name.into(), launch.counts)),
        }
    }
    Ok((system.positions.len(), stages))
}

/// The stage that a kernel is of, if it is of one.
pub fn stage_of(kernel: &str) -> Option<&str> {
    match kernel {
        "gradient_to_pairs" => Some("gradient_to_c"),
        "compute_yi_direct" | "compute_yi_orbit" | "compute_yi_reverse" => Some("compute_yi"),
        "compute_ui_fused" => Some("compute_ui"),
        "compute_deidrj_fused" => Some("compute_deidrj"),
        "compute_rij"
        | "compute_ui"
        | "moments_to_v"
        | "gradient_to_c"
        | "compute_duidrj_deidrj"
        | "compute_forces" => Some(kernel),
        _ => None,
    }
}
