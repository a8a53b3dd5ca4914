//! Derivatives of descriptors: what LAMMPS' computes snad/atom, snav/atom and snap give.

use super::Snap;
use crate::derivatives::{AtomGradients, Derivatives, Sums};
use crate::error::Error;

/// dB_i/dr_k of all descriptors of one atom.
#[derive(Clone, Debug, PartialEq)]
pub struct DescriptorGradient {
    /// The atom whose descriptors they are.
    pub of: usize,
    /// The atom that moves, with all of its images; another one within the cutoff, or the same.
    pub by: usize,
    /// For directions x y z, all descriptors in the order of [`Snap::descriptors`], products too.
    pub rows: [Vec<f64>; 3],
}

/// LAMMPS' compute snap without its last column.
#[derive(Clone, Debug, PartialEq)]
pub struct DescriptorMatrix {
    /// Descriptors summed over the atoms of each type, one row; or with `bikflag` a row for each atom.
    pub descriptors: Vec<Vec<f64>>,
    /// Three rows, x y z, for each atom: minus the derivatives by its position of the sums for each type.
    pub derivatives: Vec<Vec<f64>>,
    /// Rows xx yy zz yz xz xy: the virial of each column, with the sign of [`Snap::virial`].
    pub virial: Vec<Vec<f64>>,
}

impl DescriptorMatrix {
    /// All rows in LAMMPS' order.
    pub fn rows(&self) -> impl Iterator<Item = &Vec<f64>> {
        let Self {
            descriptors,
            derivatives,
            virial,
        } = self;
        descriptors.iter().chain(derivatives).chain(virial)
    }
}

impl Snap {
    /// LAMMPS' compute snad/atom: for each atom i minus the derivatives by its position of the descriptors of all atoms,
    /// summed over those of each type. `3 K` values for each type of the system, in the order of the types: K for x, K for y, K
    /// for z, where K descriptors stand as in [`descriptors`](Self::descriptors), products too; per Å. With the coefficients
    /// of a linear potential these are its forces.
    ///
    /// All of it is f64 in every precision. Energies and forces stay those of the last [`compute`](Self::compute).
    ///
    /// # Errors
    /// As for [`compute`](Self::compute).
    pub fn descriptor_derivatives(&mut self) -> Result<Vec<Vec<f64>>, Error> {
        let sums = self.descriptor_sums(&[Sums::Derivatives])?;
        Ok(sums.into_iter().flatten().collect())
    }

    /// LAMMPS' compute snav/atom: the sums of [`descriptor_derivatives`](Self::descriptor_derivatives) with the position of
    /// what moves, an image's its own: `6 K` values for each type, K for each of xx yy zz yz xz xy, where yz is the derivative
    /// along y times z. Their sum over the atoms is the virial of each descriptor; that of one atom depends on the origin of the
    /// positions, which are those after wrapping into the cell.
    ///
    /// # Errors
    /// As for [`compute`](Self::compute).
    pub fn descriptor_virials(&mut self) -> Result<Vec<Vec<f64>>, Error> {
        let sums = self.descriptor_sums(&[Sums::Virials])?;
        Ok(sums.into_iter().flatten().collect())
    }

    /// Compiles the stages of derivatives for the lists as they are, so that the first of them does not.
    ///
    /// # Errors
    /// [`Error::Portax`]: what the device refuses.
    pub fn compile_derivatives(&mut self) -> Result<(), Error> {
        let derivatives = self.take_derivatives()?;
        let (_, given) = self.parts();
        derivatives.compile(&given)?;
        self.derivatives = Some(derivatives);
        Ok(())
    }

    /// What is asked for, by one run of the stages: a row of each atom.
    fn descriptor_sums(&mut self, what: &[Sums]) -> Result<Vec<Vec<Vec<f64>>>, Error> {
        if self.natoms() == 0 {
            return Ok(vec![vec![]; what.len()]);
        }
        let values = self.with_derivatives(|derivatives, given| derivatives.sums(given, what))?;
        let of_component = self.columns() * self.elements.len();
        let rows = |(values, what): (&Vec<f64>, &Sums)| {
            let rows = values.chunks(of_component * what.components());
            rows.map(<[f64]>::to_vec).collect()
        };
        Ok(values.iter().zip(what).map(rows).collect())
    }

    /// LAMMPS' compute snap: `T K` columns, K for each type, T of them. Rows of each matrix as LAMMPS has them, sums and not means.
    /// `bikflag` is LAMMPS': descriptors of each atom, in the columns of its type, in place of their sums.
    ///
    /// # Errors
    /// As for [`compute`](Self::compute); [`Error::SeveralSystems`].
    pub fn descriptor_matrix(&mut self, bikflag: bool) -> Result<DescriptorMatrix, Error> {
        self.require_one_system("the matrix of compute snap")?;
        let (k, kinds) = (self.columns(), self.elements.len());
        let of_atoms = self.descriptors()?;
        let mut descriptors = vec![vec![0.0; k * kinds]; if bikflag { of_atoms.len() } else { 1 }];
        for (i, (row, &kind)) in of_atoms.iter().zip(&self.types).enumerate() {
            let of_kind = &mut descriptors[if bikflag { i } else { 0 }][kind * k..];
            of_kind.iter_mut().zip(row).for_each(|(sum, b)| *sum += b);
        }
        let sums = self.descriptor_sums(&[Sums::Derivatives, Sums::Virials])?;
        let derivatives = sums[0].iter().flat_map(|row| by_component(row, k, 3));
        let mut virial = vec![vec![0.0; k * kinds]; 6];
        for row in &sums[1] {
            for (sum, row) in virial.iter_mut().zip(by_component(row, k, 6)) {
                sum.iter_mut().zip(row).for_each(|(sum, v)| *sum += v);
            }
        }
        Ok(DescriptorMatrix {
            descriptors,
            derivatives: derivatives.collect(),
            virial,
        })
    }

    /// dB_i/dr_k one by one, those of one atom i after the other and k ascending, for which LAMMPS' compute snap has
    /// `dgradflag` (with the other sign): pairs within the cutoff, and each atom with itself. No more than a part of them is in
    /// memory at a time.
    ///
    /// # Errors
    /// As for [`compute`](Self::compute).
    pub fn for_each_descriptor_gradient(
        &mut self,
        mut then: impl FnMut(DescriptorGradient),
    ) -> Result<(), Error> {
        if self.natoms() == 0 {
            return Ok(());
        }
        let (finish, elements) = (self.finish(), self.atoms.element.to_vec()?);
        self.with_derivatives(|derivatives, given| {
            derivatives.for_each_atom(given, |AtomGradients { of, b, by }| {
                let element = elements[of] as usize;
                for (by, slopes) in by {
                    let classes = slopes.len() / 3;
                    let of_direction = |d: usize| &slopes[d * classes..(d + 1) * classes];
                    let row = |d| finish.slopes(of_direction(d), b, element);
                    let rows = [0, 1, 2].map(row);
                    then(DescriptorGradient { of, by, rows });
                }
            })
        })
    }

    /// Columns of descriptors, K.
    fn columns(&self) -> usize {
        self.potential
            .params()
            .ncoeff(self.potential.elements().len())
            - 1
    }

    /// What derivatives are computed with, taken out or made.
    fn take_derivatives(&mut self) -> Result<Derivatives, Error> {
        if let Some(derivatives) = self.derivatives.take() {
            return Ok(derivatives);
        }
        let (types, kinds) = (self.types.clone(), self.elements.len());
        let (_, given) = self.parts();
        Ok(Derivatives::new(&given, &types, kinds)?)
    }

    /// Runs what derivatives are computed with, for lists that are as new as the positions ask.
    fn with_derivatives<R>(
        &mut self,
        run: impl FnOnce(&Derivatives, &super::Given<'_>) -> portax::Result<R>,
    ) -> Result<R, Error> {
        self.update_list()?;
        let derivatives = self.take_derivatives()?;
        let (_, given) = self.parts();
        let found = run(&derivatives, &given)?;
        self.derivatives = Some(derivatives);
        self.check()?;
        Ok(found)
    }
}

/// The rows of each component: what a row of an atom has for each type.
fn by_component(row: &[f64], k: usize, components: usize) -> Vec<Vec<f64>> {
    let of_types: Vec<_> = row.chunks(components * k).collect();
    let of_component = |c: usize| {
        let of_types = of_types.iter();
        of_types
            .flat_map(|row| row[c * k..(c + 1) * k].to_vec())
            .collect()
    };
    (0..components).map(of_component).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_of_all_types_make_a_row() {
        let row: Vec<f64> = (0..12).map(f64::from).collect();
        let rows = by_component(&row, 2, 3);
        assert_eq!(rows[1], [2.0, 3.0, 8.0, 9.0]);
    }
}
