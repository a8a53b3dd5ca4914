//! Control data of compute_bi: the entries of the cubic form, sorted by the class of descriptors that they belong to.

use super::cubic::CubicForm;

/// The three factors of a term, in integers `I` of the host or of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BispectrumItem<I> {
    /// Complex offset of the first factor.
    pub first: I,
    /// Complex offset of the second.
    pub second: I,
    /// Complex offset of the third, whose conjugate is taken.
    pub third: I,
}

impl<I> BispectrumItem<I> {
    /// The item of a row.
    #[inline(always)]
    pub fn of([first, second, third, _]: [I; 4]) -> Self {
        Self {
            first,
            second,
            third,
        }
    }
}

impl BispectrumItem<i32> {
    /// Its row.
    #[must_use]
    pub fn pack(self) -> [i32; 4] {
        [self.first, self.second, self.third, 0]
    }
}

/// `B[k] = sum over the terms of k of W0 Re(V[1] V[2] conj(V[3]))`, the values of an isolated atom not subtracted. With
/// the j of two factors and k given the third j has one value, so that no product of two serves two terms of one k.
#[derive(Clone, Debug)]
pub struct BispectrumTerms {
    /// Packed [`BispectrumItem`] of each term; entries of the form that are zero have none.
    pub items: Vec<[i32; 4]>,
    /// W0 of each term.
    pub w0: Vec<f64>,
    /// First term of each of the [`DescriptorClasses`](super::DescriptorClasses), and one past the last.
    pub starts: Vec<i32>,
}

impl BispectrumTerms {
    /// The terms of a cubic form.
    #[must_use]
    pub fn new(form: &CubicForm) -> Self {
        let mut terms: Vec<_> = form.terms().filter(|term| term.w0 != 0.0).collect();
        terms.sort_by_key(|term| term.coefficient);
        let count = form.classes.len();
        let start = |k| terms.partition_point(|term| term.coefficient < k as i32) as i32;
        Self {
            items: terms
                .iter()
                .map(|term| {
                    let [first, second, third] = term.offsets.map(|offset| offset as i32);
                    let item = BispectrumItem {
                        first,
                        second,
                        third,
                    };
                    item.pack()
                })
                .collect(),
            w0: terms.iter().map(|term| term.w0).collect(),
            starts: (0..=count).map(start).collect(),
        }
    }
}
