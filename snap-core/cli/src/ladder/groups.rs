//! Stages by what they compute, so that all rungs have the same columns.

use super::record::Measured;

/// Names of the groups.
pub const GROUPS: [&str; 7] = ["rij", "U", "Z/Y", "dU", "dB", "dE", "forces"];

/// The group of a stage.
fn group(stage: &str) -> usize {
    match stage {
        "compute_rij" => 0,
        "compute_zi" | "compute_bi" | "compute_yi" => 2,
        "compute_duidrj" => 3,
        "compute_dbidrj" => 4,
        "compute_deidrj" | "compute_duidrj_deidrj" | "gradient_to_c" => 5,
        "compute_forces" => 6,
        // compute_ui, and what prepares and reshapes its sums.
        _ => 1,
    }
}

/// Seconds of each group.
pub fn by_group(measured: &Measured) -> [f64; GROUPS.len()] {
    let mut seconds = [0.0; GROUPS.len()];
    for (stage, time) in &measured.stages {
        seconds[group(stage)] += time;
    }
    seconds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_of_both_formulations_have_their_groups() {
        for (stage, name) in [
            ("moments_to_v", "U"),
            ("transpose_ui", "U"),
            ("compute_yi", "Z/Y"),
            ("compute_bi", "Z/Y"),
            ("compute_duidrj_deidrj", "dE"),
            ("compute_forces", "forces"),
        ] {
            assert_eq!(GROUPS[group(stage)], name);
        }
    }
}
