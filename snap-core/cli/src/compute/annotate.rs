//! A frame with its results, for the file of `--output`.

use std::collections::HashSet;

use portax_structures::{Column, Frame};

use super::results::{Results, rows};

/// Keys and columns of results, under ASE's names where it has them.
const ENERGY: &str = "energy";
const VIRIAL: &str = "virial";
const STRESS: &str = "stress";
const FORCES: &str = "forces";
const ENERGIES: &str = "energies";
const VIRIALS: &str = "virials";

/// The frame with its results; what it had under their names is kept as `input_NAME`.
pub fn annotated(frame: &Frame, results: &Results) -> Frame {
    let mut frame = frame.clone();
    keep_input(&mut frame);
    let found = &results.found;
    frame.set_info(ENERGY, format!("{:?}", found.energy));
    frame.set_info(VIRIAL, list(&rows(found.virial)));
    if let Some(stress) = results.stress() {
        frame.set_info(STRESS, list(&stress));
    }
    let forces = found.forces.as_flattened().to_vec();
    frame.columns.push(Column::reals(FORCES, 3, forces));
    frame
        .columns
        .push(Column::reals(ENERGIES, 1, found.energies.clone()));
    if let Some(virials) = &results.virials {
        let virials = virials.iter().flat_map(|v| rows(*v)).collect();
        frame.columns.push(Column::reals(VIRIALS, 9, virials));
    }
    frame
}

fn keep_input(frame: &mut Frame) {
    let keys = frame.info.iter_mut().map(|(key, _)| key);
    let names = frame.columns.iter_mut().map(|column| &mut column.name);
    for name in keys.chain(names) {
        if [ENERGY, VIRIAL, STRESS, FORCES, ENERGIES, VIRIALS].contains(&name.as_str()) {
            name.insert_str(0, "input_");
        }
    }
    // An earlier run may have left such names: the values of this input count.
    keep_last(&mut frame.info, |(key, _)| key);
    keep_last(&mut frame.columns, |column| &column.name);
}

/// Keeps the last of the items that have one name.
fn keep_last<T>(items: &mut Vec<T>, name: impl Fn(&T) -> &String) {
    let mut seen = HashSet::new();
    items.reverse();
    items.retain(|item| seen.insert(name(item).clone()));
    items.reverse();
}

fn list(numbers: &[f64]) -> String {
    let words: Vec<String> = numbers.iter().map(|x| format!("{x:?}")).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Evaluation;

    #[test]
    fn results_of_the_input_keep_their_values_under_other_names() {
        let mut frame = Frame {
            positions: vec![[0.0; 3]],
            ..Frame::default()
        };
        frame.set_info(ENERGY, "7".to_string());
        frame
            .columns
            .push(Column::reals(FORCES, 3, vec![1.0, 2.0, 3.0]));
        let results = |energy: f64| Results {
            found: Evaluation {
                energy,
                energies: vec![energy],
                forces: vec![[4.0; 3]],
                virial: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
            },
            virials: None,
            volume: Some(2.0),
        };
        let once = annotated(&frame, &results(1.0));
        assert_eq!(
            (once.info("input_energy"), once.info(ENERGY)),
            (Some("7"), Some("1.0"))
        );
        assert_eq!(
            once.info(STRESS),
            Some("-0.5 -2.0 -2.5 -2.0 -1.0 -3.0 -2.5 -3.0 -1.5")
        );
        let twice = annotated(&once, &results(2.0));
        assert_eq!(
            (twice.info("input_energy"), twice.info(ENERGY)),
            (Some("1.0"), Some("2.0"))
        );
        let names: Vec<_> = twice.columns.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names, ["input_forces", "input_energies", FORCES, ENERGIES]);
    }
}
