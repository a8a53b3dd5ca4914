//! The moving atoms.

use portax::{Float, Space, View};

use super::error::{Error, check_positive};

/// Positions, velocities, forces and masses of atoms, in [metal units](super::units). Cloning shares them.
#[derive(Clone, Debug)]
pub struct Atoms<T: Float> {
    /// Positions, `[natoms, 3]`, Å.
    pub x: View<T, 2>,
    /// Velocities, `[natoms, 3]`, Å/ps.
    pub v: View<T, 2>,
    /// Forces, `[natoms, 3]`, eV/Å.
    pub f: View<T, 2>,
    /// Element of each atom, `[natoms]`.
    pub element: View<i32, 1>,
    /// Mass of each element, `[elements]`, g/mol.
    pub mass: View<T, 1>,
}

impl<T: Float> Atoms<T> {
    /// Atoms at positions `x` and with forces `f` (both `[natoms, 3]`), at rest; `mass` in g/mol by element.
    ///
    /// # Errors
    /// [`Error::Atoms`], [`Error::Element`], [`Error::Parameter`] for a mass, [`Error::Portax`].
    pub fn new(
        space: &Space,
        x: View<T, 2>,
        f: View<T, 2>,
        element: View<i32, 1>,
        mass: &[f64],
    ) -> Result<Self, Error> {
        let expected = x.extent(0);
        for (what, found) in [("the forces", f.extent(0)), ("the elements", element.len())] {
            if found != expected {
                return Err(Error::Atoms {
                    what,
                    found,
                    expected,
                });
            }
        }
        mass.iter()
            .try_for_each(|&m| check_positive("a mass in g/mol", m))?;
        for (atom, element) in element.to_vec()?.into_iter().enumerate() {
            if usize::try_from(element).is_ok_and(|e| e < mass.len()) {
                continue;
            }
            return Err(Error::Element {
                atom,
                element,
                masses: mass.len(),
            });
        }
        let mass: Vec<T> = mass.iter().map(|&m| T::from_f64(m)).collect();
        let v = View::new(space, "v", [expected, 3])?;
        Ok(Atoms {
            v,
            mass: View::from_slice(space, "mass", [mass.len()], &mass)?,
            x,
            f,
            element,
        })
    }

    /// Number of atoms.
    pub fn natoms(&self) -> usize {
        self.x.extent(0)
    }

    /// Mass of each atom, g/mol.
    pub(super) fn masses(&self) -> Result<Vec<f64>, Error> {
        let mass = self.mass.to_vec()?;
        Ok(self
            .element
            .to_vec()?
            .into_iter()
            .map(|e| mass[e as usize].to_f64())
            .collect())
    }
}
