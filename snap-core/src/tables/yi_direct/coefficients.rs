//! Which coefficient an entry carries, by the gradient or by LAMMPS' rule.

use std::collections::HashMap;

use crate::tables::classes::{CoefficientSums, DescriptorClasses, Factor};
use crate::tables::cubic::{Block, CubicForm, stabiliser};

/// How forces with `chemflag` follow from coefficients that are not symmetric in elements of equal j.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChemRule {
    /// As the gradient of the energy, in which such coefficients appear as sums.
    #[default]
    Gradient,
    /// As LAMMPS' compute_yi: of a sum it takes one coefficient so many times. Published files are symmetric to their printed
    /// digits alone, by which both differ (InP: forces by 1e-9 eV/Å).
    Lammps,
}

/// The coefficients of the entries of one table.
pub(super) struct Coefficients<'a> {
    form: &'a CubicForm,
    rule: ChemRule,
    /// What the entries carry: the classes first.
    sums: CoefficientSums,
    /// Those of LAMMPS' rule by operands and output.
    found: HashMap<[Factor; 3], i32>,
}

impl<'a> Coefficients<'a> {
    pub fn new(form: &'a CubicForm, rule: ChemRule) -> Self {
        Self {
            form,
            rule,
            sums: form.classes.sums.clone(),
            found: HashMap::new(),
        }
    }

    /// W0 and coefficient of the entry n of a block, two axes of which are the operands of a product and the third its output.
    pub fn entry(&mut self, block: &Block, axes: [usize; 3], n: [usize; 3]) -> (f64, i32) {
        let (w0, class) = block.entry(n);
        if self.rule == ChemRule::Gradient || w0 == 0.0 {
            return (w0, class);
        }
        let factors = axes.map(|axis| {
            let weight = self.form.half_plane.weights()[block.weights[axis]];
            (weight.j(n[axis]), block.densities[axis])
        });
        let (classes, sums) = (&self.form.classes, &mut self.sums);
        let coefficient = self
            .found
            .entry(factors)
            .or_insert_with(|| lammps(classes, factors).map_or(class, |row| sums.add(row) as i32));
        (w0, *coefficient)
    }

    pub fn sums(self) -> CoefficientSums {
        self.sums
    }
}

/// What LAMMPS' compute_yi takes for an output where its j is that of an operand; elsewhere that is the class's sum.
fn lammps(classes: &DescriptorClasses, [a, b, output]: [Factor; 3]) -> Option<Vec<(usize, f64)>> {
    let (first, second) = if a.0 >= b.0 { (a, b) } else { (b, a) };
    let (j1, j2, j) = (first.0, second.0, output.0);
    let terms = if j1 == j2 && j2 == j {
        vec![
            ([first, second, output], 3.0),
            ([second, first, output], 3.0),
        ]
    } else if j == j1 && j1 > j2 {
        vec![([first, second, output], 2.0)]
    } else if j == j2 && j1 > j2 {
        vec![([output, second, first], 2.0)]
    } else {
        return None;
    };
    // W0 holds how many permutations leave the factors as they are.
    let stabiliser = stabiliser([a, b, output]);
    let number =
        |(factors, times): ([Factor; 3], f64)| Some((classes.number(factors)?, times / stabiliser));
    terms.into_iter().map(number).collect()
}
