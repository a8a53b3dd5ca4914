//! The atoms.

use crate::error::Error;
use crate::neighbor::Cell;

/// Atoms in a cell, lengths in the potential's unit (Å).
#[derive(Clone, Debug)]
pub struct System {
    /// The cell.
    pub cell: Cell,
    /// Positions; along periodic vectors atoms may be anywhere, along others they are inside the cell.
    pub positions: Vec<[f64; 3]>,
    /// Type of every atom, from 0.
    pub types: Vec<usize>,
    /// Element of every type: an index into [`SnapPotential::elements`](crate::SnapPotential::elements). Atoms of types
    /// without one (LAMMPS' `NULL`) take no part in SNAP: they are nobody's neighbours and have no energy of it.
    pub elements: Vec<Option<usize>>,
}

impl System {
    /// Atoms of one element, number 0 of the potential.
    #[must_use]
    pub fn of_one_element(cell: Cell, positions: Vec<[f64; 3]>) -> Self {
        Self {
            cell,
            types: vec![0; positions.len()],
            positions,
            elements: vec![Some(0)],
        }
    }

    /// Several systems as one, the atoms of one after those of the other. They have equal cells and elements.
    pub(crate) fn joined(systems: &[Self]) -> Result<Self, Error> {
        let Some(first) = systems.first() else {
            return Err(Error::NoSystem);
        };
        let mut joined = first.clone();
        for (number, system) in systems.iter().enumerate().skip(1) {
            let refuse = |what| Err(Error::SystemsDiffer { number, what });
            if system.cell != first.cell {
                return refuse("cell");
            }
            if system.elements != first.elements {
                return refuse("elements of types");
            }
            joined.positions.extend_from_slice(&system.positions);
            joined.types.extend_from_slice(&system.types);
        }
        Ok(joined)
    }

    /// Number of atoms.
    #[must_use]
    pub fn natoms(&self) -> usize {
        self.positions.len()
    }

    /// Checks the system for a potential of `nelements` elements.
    ///
    /// # Errors
    /// [`Error::Lengths`], [`Error::TypeElement`], [`Error::Type`], [`Error::Position`].
    pub fn validate(&self, nelements: usize) -> Result<(), Error> {
        self.checked(nelements).map(drop)
    }

    /// The same; gives the element of every atom as [`elements_of_atoms`] does.
    pub(crate) fn checked(&self, nelements: usize) -> Result<Vec<i32>, Error> {
        let Self {
            positions,
            types,
            elements,
            ..
        } = self;
        let of_atoms = elements_of_atoms(positions.len(), types, elements, nelements)?;
        check_positions(positions)?;
        Ok(of_atoms)
    }
}

/// Element of every atom, for those without one the number behind those of the potential.
///
/// # Errors
/// [`Error::Lengths`], [`Error::TypeElement`], [`Error::Type`].
pub(crate) fn elements_of_atoms(
    positions: usize,
    types: &[usize],
    elements: &[Option<usize>],
    nelements: usize,
) -> Result<Vec<i32>, Error> {
    if positions != types.len() {
        let types = types.len();
        return Err(Error::Lengths { positions, types });
    }
    let number = |(kind, element): (usize, &Option<usize>)| match *element {
        Some(element) if element >= nelements => Err(Error::TypeElement {
            kind,
            element,
            count: nelements,
        }),
        element => Ok(element.unwrap_or(nelements) as i32),
    };
    let numbers: Vec<i32> = elements
        .iter()
        .enumerate()
        .map(number)
        .collect::<Result<_, _>>()?;
    let of_atom = |(atom, &kind): (usize, &usize)| {
        let count = numbers.len();
        numbers
            .get(kind)
            .copied()
            .ok_or(Error::Type { atom, kind, count })
    };
    types.iter().enumerate().map(of_atom).collect()
}

/// Largest coordinate: beyond, wrapping into the cell leaves fewer than eight digits behind the point.
pub const MAX_COORDINATE: f64 = 1e8;

/// Whether all coordinates are numbers up to [`MAX_COORDINATE`]. Looks at all, which is faster than to stop.
pub(crate) fn are_coordinates(positions: &[[f64; 3]]) -> bool {
    let coordinates = positions.as_flattened().iter();
    coordinates.fold(true, |are, c| are & (c.abs() <= MAX_COORDINATE))
}

/// [`Error::Position`] for the first position that is not a number up to [`MAX_COORDINATE`].
pub(crate) fn check_positions(positions: &[[f64; 3]]) -> Result<(), Error> {
    let bad = positions
        .iter()
        .position(|x| !x.iter().all(|c| c.abs() <= MAX_COORDINATE));
    bad.map_or(Ok(()), |atom| {
        Err(Error::Position {
            atom,
            position: positions[atom],
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dimer() -> System {
        let cell = Cell::orthogonal([10.0; 3], [true; 3]).unwrap();
        System::of_one_element(cell, vec![[0.0; 3], [1.0, 2.0, 3.0]])
    }

    #[test]
    fn faults_are_named() {
        assert!(dimer().validate(1).is_ok());
        let fault = |change: fn(&mut System)| {
            let mut system = dimer();
            change(&mut system);
            system.validate(1).unwrap_err()
        };
        assert!(matches!(
            fault(|s| s.positions[1][2] = f64::NAN),
            Error::Position { atom: 1, .. }
        ));
        assert!(matches!(
            fault(|s| s.positions[0][1] = -1e300),
            Error::Position { atom: 0, .. }
        ));
        assert!(matches!(
            fault(|s| s.types[0] = 1),
            Error::Type {
                atom: 0,
                kind: 1,
                count: 1
            }
        ));
        assert!(matches!(
            fault(|s| s.elements[0] = Some(3)),
            Error::TypeElement {
                kind: 0,
                element: 3,
                count: 1
            }
        ));
        assert!(matches!(
            fault(|s| s.types.push(0)),
            Error::Lengths {
                positions: 2,
                types: 3
            }
        ));
    }
}
