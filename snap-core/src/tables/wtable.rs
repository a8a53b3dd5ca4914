//! The coefficients W of the cubic form in the order in which a kernel reads them.

use super::classes::CoefficientSums;
use crate::coefficients::SnapPotential;

/// A stream of W = W0 * beta\[coefficient\]: the same W0 for every element and every atom, beta where it comes from.
#[derive(Clone, Debug, Default)]
pub struct WTable {
    /// The entries without their coefficient.
    pub w0: Vec<f64>,
    /// Which coefficient each entry carries: that of a class of descriptors
    /// ([`DescriptorClasses`](super::DescriptorClasses)), which for one density is the number in files, the constant not counted.
    pub coefficient: Vec<i32>,
}

impl WTable {
    /// Number of entries, zeros included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.w0.len()
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.w0.is_empty()
    }

    pub(super) fn push(&mut self, w0: f64, coefficient: i32) {
        self.w0.push(w0);
        self.coefficient.push(coefficient);
    }

    /// W for the coefficients `beta` of the classes (the constant not included).
    ///
    /// # Panics
    /// If there are fewer coefficients than classes.
    #[must_use]
    pub fn with_beta(&self, beta: &[f64]) -> Vec<f64> {
        self.w0
            .iter()
            .zip(&self.coefficient)
            .map(|(w0, &k)| w0 * beta[k as usize])
            .collect()
    }

    /// W for every element of a linear potential, one after the other: entry i of element e at `e * len() + i`. `sums` makes
    /// what the entries carry of the potential's coefficients.
    #[must_use]
    pub fn for_elements(&self, sums: &CoefficientSums, potential: &SnapPotential) -> Vec<f64> {
        (0..potential.elements().len())
            .flat_map(|e| self.with_beta(&sums.of(potential.beta(e))))
            .collect()
    }
}
