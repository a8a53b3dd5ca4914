//! One structure with all that came with it.

use crate::cell::Cell;
use crate::species::Species;

/// One frame of a file. All tables of atoms have one entry, or one row, for each position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// The cell.
    pub cell: Cell,
    /// Positions, Å, as in the file: not wrapped into the cell, not unwrapped by image flags.
    pub positions: Vec<[f64; 3]>,
    /// What the atoms are.
    pub species: Species,
    /// Numbers of the atoms, where the file has them; LAMMPS' files are sorted by them.
    pub ids: Option<Vec<i64>>,
    /// Charges, e.
    pub charges: Option<Vec<f64>>,
    /// Velocities, Å/ps.
    pub velocities: Option<Vec<[f64; 3]>>,
    /// How often each atom went around the periodic box.
    pub images: Option<Vec<[i32; 3]>>,
    /// Further columns.
    pub columns: Vec<Column>,
    /// What is said of the whole frame, key and value: `energy` and `-7.3`.
    pub info: Vec<(String, String)>,
}

/// A column of a table of atoms, `width` values an atom.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Values an atom.
    pub width: usize,
    /// The values, atom by atom.
    pub values: Values,
}

/// Values of one type.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Whole numbers.
    Ints(Vec<i64>),
    /// Numbers.
    Reals(Vec<f64>),
    /// Truth values.
    Bools(Vec<bool>),
    /// Words.
    Texts(Vec<String>),
}

impl Frame {
    /// Number of atoms.
    #[must_use]
    pub fn natoms(&self) -> usize {
        self.positions.len()
    }

    /// The value of a key of [`info`](Self::info).
    #[must_use]
    pub fn info(&self, key: &str) -> Option<&str> {
        let found = self.info.iter().find(|(k, _)| k == key);
        found.map(|(_, value)| value.as_str())
    }

    /// Sets a key of [`info`](Self::info).
    pub fn set_info(&mut self, key: &str, value: String) {
        match self.info.iter_mut().find(|(k, _)| k == key) {
            Some(entry) => entry.1 = value,
            None => self.info.push((key.to_string(), value)),
        }
    }

    /// Sorts the atoms by [`ids`](Self::ids). The error is the index, before, of an atom whose id an earlier one has.
    pub(crate) fn sort_by_id(&mut self) -> Result<(), usize> {
        let Some(ids) = &self.ids else {
            return Ok(());
        };
        let mut order: Vec<usize> = (0..ids.len()).collect();
        order.sort_by_key(|&i| ids[i]);
        let repeated = order.windows(2).find(|pair| ids[pair[0]] == ids[pair[1]]);
        if let Some(pair) = repeated {
            return Err(pair[1]);
        }
        if order.is_sorted() {
            return Ok(());
        }
        permute(&mut self.positions, &order, 1);
        permute(&mut self.species.of_atom, &order, 1);
        if let Some(ids) = &mut self.ids {
            permute(ids, &order, 1);
        }
        if let Some(charges) = &mut self.charges {
            permute(charges, &order, 1);
        }
        if let Some(velocities) = &mut self.velocities {
            permute(velocities, &order, 1);
        }
        if let Some(images) = &mut self.images {
            permute(images, &order, 1);
        }
        for column in &mut self.columns {
            match &mut column.values {
                Values::Ints(values) => permute(values, &order, column.width),
                Values::Reals(values) => permute(values, &order, column.width),
                Values::Bools(values) => permute(values, &order, column.width),
                Values::Texts(values) => permute(values, &order, column.width),
            }
        }
        Ok(())
    }
}

/// Puts rows of `width` values into another order.
fn permute<T: Clone>(values: &mut Vec<T>, order: &[usize], width: usize) {
    let rows = order
        .iter()
        .flat_map(|&i| &values[i * width..(i + 1) * width]);
    *values = rows.cloned().collect();
}

impl Column {
    /// A column of numbers.
    #[must_use]
    pub fn reals(name: &str, width: usize, values: Vec<f64>) -> Self {
        Self {
            name: name.to_string(),
            width,
            values: Values::Reals(values),
        }
    }
}

impl Values {
    /// Number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Ints(values) => values.len(),
            Self::Reals(values) => values.len(),
            Self::Bools(values) => values.len(),
            Self::Texts(values) => values.len(),
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_moves_all_tables() {
        let mut frame = Frame {
            positions: vec![[3.0; 3], [1.0; 3], [2.0; 3]],
            ids: Some(vec![30, 10, 20]),
            charges: Some(vec![3.0, 1.0, 2.0]),
            columns: vec![Column::reals("two", 2, vec![3.0, 3.5, 1.0, 1.5, 2.0, 2.5])],
            ..Frame::default()
        };
        frame.species.of_atom = vec![3, 1, 2];
        frame.sort_by_id().unwrap();
        assert_eq!(frame.positions, [[1.0; 3], [2.0; 3], [3.0; 3]]);
        assert_eq!(frame.species.of_atom, [1, 2, 3]);
        assert_eq!(frame.charges, Some(vec![1.0, 2.0, 3.0]));
        let sorted = vec![1.0, 1.5, 2.0, 2.5, 3.0, 3.5];
        assert_eq!(frame.columns[0], Column::reals("two", 2, sorted));
        frame.ids = Some(vec![1, 2, 1]);
        assert_eq!(frame.sort_by_id(), Err(2));
    }
}
