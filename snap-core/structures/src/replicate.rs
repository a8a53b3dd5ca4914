//! Copies of a structure beside it.

use crate::frame::{Column, Frame, Values};

impl Frame {
    /// The structure `copies` times along each vector of its cell, the first fastest, as LAMMPS' `replicate` makes it. Atoms
    /// get no numbers, and what was said of the whole frame is left out.
    #[must_use]
    pub fn replicated(&self, copies: [usize; 3]) -> Self {
        let count = copies.iter().product();
        let [na, nb, _] = copies;
        let steps = (0..count).map(|n| [n % na, n / na % nb, n / (na * nb)]);
        let mut lattice = self.cell;
        lattice.origin = [0.0; 3];
        let shifts = steps.map(|step| lattice.to_cartesian(step.map(|n| n as f64)));
        let mut cell = self.cell;
        for (vector, n) in cell.vectors.iter_mut().zip(copies) {
            vector.iter_mut().for_each(|x| *x *= n as f64);
        }
        let moved = |shift: [f64; 3]| {
            let positions = self.positions.iter();
            positions.map(move |x| [0, 1, 2].map(|d| x[d] + shift[d]))
        };
        let mut species = self.species.clone();
        species.of_atom = species.of_atom.repeat(count);
        Self {
            cell,
            positions: shifts.flat_map(moved).collect(),
            species,
            ids: None,
            charges: self.charges.as_ref().map(|values| values.repeat(count)),
            velocities: self.velocities.as_ref().map(|values| values.repeat(count)),
            images: self.images.as_ref().map(|values| values.repeat(count)),
            columns: self.columns.iter().map(|c| c.repeated(count)).collect(),
            info: vec![],
        }
    }
}

impl Column {
    fn repeated(&self, count: usize) -> Self {
        Self {
            name: self.name.clone(),
            width: self.width,
            values: match &self.values {
                Values::Ints(values) => Values::Ints(values.repeat(count)),
                Values::Reals(values) => Values::Reals(values.repeat(count)),
                Values::Bools(values) => Values::Bools(values.repeat(count)),
                Values::Texts(values) => Values::Texts(vec![&values[..]; count].concat()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Cell;

    #[test]
    fn copies_stand_at_the_vectors_of_the_cell() {
        let mut frame = Frame {
            cell: Cell {
                vectors: [[2.0, 0.0, 0.0], [1.0, 3.0, 0.0], [0.0, 0.0, 4.0]],
                origin: [5.0, 6.0, 7.0],
                periodic: [true; 3],
            },
            positions: vec![[5.0, 6.0, 7.0], [5.5, 6.5, 7.5]],
            ids: Some(vec![1, 2]),
            charges: Some(vec![1.0, -1.0]),
            columns: vec![Column::reals("pair", 2, vec![1.0, 2.0, 3.0, 4.0])],
            ..Frame::default()
        };
        frame.species.of_atom = vec![0, 1];
        let copies = frame.replicated([1, 2, 1]);
        assert_eq!(
            copies.positions,
            [
                [5.0, 6.0, 7.0],
                [5.5, 6.5, 7.5],
                [6.0, 9.0, 7.0],
                [6.5, 9.5, 7.5]
            ]
        );
        assert_eq!(copies.cell.vectors[1], [2.0, 6.0, 0.0]);
        assert_eq!(copies.cell.origin, frame.cell.origin);
        assert_eq!(copies.species.of_atom, [0, 1, 0, 1]);
        assert_eq!(copies.charges, Some(vec![1.0, -1.0, 1.0, -1.0]));
        let expected = vec![1.0, 2.0, 3.0, 4.0, 1.0, 2.0, 3.0, 4.0];
        assert_eq!(copies.columns[0], Column::reals("pair", 2, expected));
        assert_eq!(copies.ids, None);
    }
}
