//! Descriptors that are equal, and coefficients that appear in sums alone.
//!
//! With a density for each element, B of ((j1, e1), (j2, e2), (j, e3)) is symmetric in its three factors: where two of them
//! have the same j, a coefficient file has the same descriptor under several triples of elements. Those are one *class*, with
//! one row in all tables.

use std::collections::HashMap;

use super::bispectrum::bispectrum_order;

/// A factor of a descriptor: j, and the density that it is of.
pub(super) type Factor = (usize, usize);

/// The classes of the descriptors, which are numbered as in files: the three elements of (j1, j2, j) first, the last of them
/// fastest, then [`bispectrum_order`].
#[derive(Clone, Debug)]
pub struct DescriptorClasses {
    /// Class of each descriptor.
    pub class: Vec<i32>,
    /// Descriptor of ((j1, e1), (j2, e2), (j, e3)).
    descriptors: HashMap<[Factor; 3], usize>,
    /// The sum over each class.
    pub sums: CoefficientSums,
}

/// Sums of coefficients, or of anything else that there is of each descriptor.
#[derive(Clone, Debug, Default)]
pub struct CoefficientSums {
    /// The descriptors of each sum, and how often each is in it.
    rows: Vec<Vec<(usize, f64)>>,
}

impl CoefficientSums {
    /// Number of sums.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no sum.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds a sum; its number.
    pub(super) fn add(&mut self, row: Vec<(usize, f64)>) -> usize {
        self.rows.push(row);
        self.rows.len() - 1
    }

    /// The sums.
    ///
    /// # Panics
    /// If there are fewer numbers than descriptors.
    #[must_use]
    pub fn of(&self, of: &[f64]) -> Vec<f64> {
        let sum = |row: &Vec<(usize, f64)>| row.iter().map(|&(k, times)| times * of[k]).sum();
        self.rows.iter().map(sum).collect()
    }
}

impl DescriptorClasses {
    /// The classes for so many densities. With one of them each descriptor is a class.
    #[must_use]
    pub fn new(twojmax: usize, densities: usize) -> Self {
        let mut found = Self {
            class: vec![],
            descriptors: HashMap::new(),
            sums: CoefficientSums::default(),
        };
        let mut numbers: HashMap<[Factor; 3], usize> = HashMap::new();
        let order = bispectrum_order(twojmax);
        for triple in triples(densities) {
            for j in &order {
                let factors = [0, 1, 2].map(|i| (j[i], triple[i]));
                let sums = &mut found.sums;
                let class = *numbers
                    .entry(sorted(factors))
                    .or_insert_with(|| sums.add(vec![]));
                sums.rows[class].push((found.class.len(), 1.0));
                found.descriptors.insert(factors, found.class.len());
                found.class.push(class as i32);
            }
        }
        found
    }

    /// Number of classes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sums.len()
    }

    /// Never: (0, 0, 0) is a descriptor for every twojmax.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sums.is_empty()
    }

    /// The number of a descriptor.
    pub(super) fn number(&self, factors: [Factor; 3]) -> Option<usize> {
        self.descriptors.get(&factors).copied()
    }

    /// The class of three factors in any order, if they make a descriptor.
    pub(super) fn of(&self, factors: [Factor; 3]) -> Option<usize> {
        let [small, mid, large] = sorted(factors);
        let descriptor = self.number([mid, small, large])?;
        Some(self.class[descriptor] as usize)
    }
}

/// All triples of densities, the last fastest.
#[must_use]
pub fn triples(d: usize) -> Vec<[usize; 3]> {
    (0..d * d * d)
        .map(|e| [e / (d * d), e / d % d, e % d])
        .collect()
}

fn sorted(mut factors: [Factor; 3]) -> [Factor; 3] {
    factors.sort_unstable();
    factors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_density_has_a_class_for_each_descriptor() {
        for twojmax in 0..=8 {
            let classes = DescriptorClasses::new(twojmax, 1);
            let all: Vec<_> = (0..bispectrum_order(twojmax).len() as i32).collect();
            assert_eq!(classes.class, all);
        }
    }

    #[test]
    fn members_of_a_class_are_permutations_of_each_other() {
        let classes = DescriptorClasses::new(2, 2);
        // (0, 0, 0) of densities a and b: aaa, aab, abb, bbb; (1, 0, 1): a, b for 0 and aa, ab, bb for 1; ...
        assert_eq!(classes.len(), 4 + 6 + 6 + 6 + 4);
        assert_eq!(classes.class.len(), 8 * 5);
        assert_eq!(
            classes.of([(1, 0), (0, 1), (1, 1)]),
            classes.of([(1, 1), (1, 0), (0, 1)])
        );
        assert_eq!(classes.of([(1, 0), (1, 0), (1, 0)]), None);
        let ones = vec![1.0; classes.class.len()];
        assert_eq!(classes.sums.of(&ones).iter().sum::<f64>(), 40.0);
    }
}
