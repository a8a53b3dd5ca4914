//! What every execution space must do: a ladder of tests from opening a device to SNAP, and the program that climbs it.
//!
//! ```sh
//! cargo test -p portax-conformance                              # every space present
//! portax-conformance --backend cuda:0 --backend opencl:nvidia   # these
//! portax-conformance --backend rayon:avx2 t07                   # one rung
//! ```
//!
//! A backend is written rung by rung: the lowest rung that fails says what to mend first. One of another repository climbs
//! by a program of one line, [`Climb::run`] with a registry that has it. Every expectation is computed
//! in plain host Rust, never by another executor of the same body. A test that a space cannot run is skipped and says
//! why. Of several devices of one backend that are tested without being named, the first alone has the tests that compile
//! long. The program holds all its data and runs where there is neither Rust nor this repository.

mod climb;
pub mod environment;
pub mod ladder;
mod t01_device;
mod t02_memory;
mod t03_views;
mod t04_range;
mod t05_array_elements;
mod t05_elements;
mod t05_halves;
mod t05_structs;
mod t06_bits;
mod t06_complex;
mod t06_functions;
mod t06_fused;
mod t06_integers;
mod t06_longs;
mod t06_methods;
mod t06_operations;
mod t07_bools;
mod t07_branches;
mod t07_masks;
mod t08_arrays;
mod t08_control;
mod t08_enums;
mod t08_index_functions;
mod t08_indices;
mod t08_lanes;
mod t08_literals;
mod t08_loops;
mod t08_names;
mod t08_operators;
mod t08_plain;
mod t08_rows;
mod t08_shorthand;
mod t08_starts;
mod t08_tables;
mod t08_twins;
mod t08_types;
mod t09_extents;
mod t09_md_range;
mod t09_subviews;
mod t10_collectives;
mod t10_single;
mod t10_team;
mod t10_tiles;
mod t11_scratch;
mod t11_scratch_elements;
mod t12_atomics;
mod t13_boxes;
mod t13_reductions;
mod t13_teams;
mod t14_scans;
mod t15_segments;
mod t15_tables;
mod t16_lambdas;
mod t17_attacks;
mod t17_blocks;
mod t17_safety;
mod t18_errors;
mod t18_messages;
mod t19_algorithms;
mod t19_bins;
mod t19_bitsets;
mod t19_contributions;
mod t19_maps;
mod t19_neighbor;
mod t19_zbl;
mod t20_snap;

pub use climb::{Climb, Promise, Spaces};
pub use t20_snap::CASES;

use ladder::{Rung, rungs};
use portax::registry::Registry;

/// From the simplest to SNAP, for spaces of this registry.
pub fn ladder(registry: &'static Registry) -> Vec<Rung> {
    rungs![
        t01_device(registry),
        t02_memory,
        t03_views,
        t04_range,
        t05_array_elements,
        t05_elements,
        t05_halves,
        t05_structs,
        t06_operations,
        t06_functions,
        t06_bits,
        t06_complex,
        t06_fused,
        t06_integers,
        t06_longs,
        t06_methods,
        t07_masks,
        t07_bools,
        t07_branches,
        t08_arrays,
        t08_control,
        t08_enums,
        t08_lanes,
        t08_literals,
        t08_plain,
        t08_names,
        t08_operators,
        t08_indices,
        t08_index_functions,
        t08_rows,
        t08_shorthand,
        t08_starts,
        t08_tables,
        t08_twins,
        t08_loops,
        t08_types,
        t09_md_range,
        t09_subviews,
        t09_extents,
        t10_team,
        t10_collectives,
        t10_single,
        t10_tiles,
        t11_scratch,
        t11_scratch_elements,
        t12_atomics,
        t13_boxes,
        t13_reductions,
        t13_teams,
        t14_scans,
        t15_segments,
        t15_tables,
        t16_lambdas,
        t17_attacks,
        t17_blocks,
        t17_safety,
        t18_errors,
        t18_messages,
        t19_algorithms,
        t19_bitsets,
        t19_maps,
        t19_contributions,
        t19_bins,
        t19_neighbor,
        t19_zbl,
        t20_snap,
    ]
}
