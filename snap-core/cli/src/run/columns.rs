//! Columns of the table of a run, by LAMMPS' names.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Number of the replica, from 0
    Replica,
    Step,
    Time,
    Atoms,
    Temp,
    Pe,
    Ke,
    Etotal,
    Econserve,
    /// The scalar, a third of the trace
    Press,
    /// A component, in the order xx yy zz xy xz yz
    Pressure(usize),
    Vol,
    Density,
    /// An edge of the cell in LAMMPS' orientation: lx ly lz
    Edge(usize),
    /// A tilt factor: xy xz yz
    Tilt(usize),
}

/// Names of `thermo_style custom`, headings of LAMMPS' log, and columns; LAMMPS has no replica.
const NAMES: [(&str, &str, Column); 24] = [
    ("replica", "Replica", Column::Replica),
    ("step", "Step", Column::Step),
    ("time", "Time", Column::Time),
    ("atoms", "Atoms", Column::Atoms),
    ("temp", "Temp", Column::Temp),
    ("pe", "PotEng", Column::Pe),
    ("ke", "KinEng", Column::Ke),
    ("etotal", "TotEng", Column::Etotal),
    ("econserve", "Econserve", Column::Econserve),
    ("press", "Press", Column::Press),
    ("pxx", "Pxx", Column::Pressure(0)),
    ("pyy", "Pyy", Column::Pressure(1)),
    ("pzz", "Pzz", Column::Pressure(2)),
    ("pxy", "Pxy", Column::Pressure(3)),
    ("pxz", "Pxz", Column::Pressure(4)),
    ("pyz", "Pyz", Column::Pressure(5)),
    ("vol", "Volume", Column::Vol),
    ("density", "Density", Column::Density),
    ("lx", "Lx", Column::Edge(0)),
    ("ly", "Ly", Column::Edge(1)),
    ("lz", "Lz", Column::Edge(2)),
    ("xy", "Xy", Column::Tilt(0)),
    ("xz", "Xz", Column::Tilt(1)),
    ("yz", "Yz", Column::Tilt(2)),
];

impl Column {
    /// The heading of LAMMPS' log.
    pub fn heading(self) -> &'static str {
        self.entry().1
    }

    fn name(self) -> &'static str {
        self.entry().0
    }

    fn entry(self) -> &'static (&'static str, &'static str, Self) {
        let found = NAMES.iter().find(|(_, _, column)| *column == self);
        found.unwrap_or(&NAMES[0])
    }

    /// Whether it is a whole number.
    pub fn is_whole(self) -> bool {
        matches!(self, Self::Replica | Self::Step | Self::Atoms)
    }

    /// Whether it needs a cell that repeats in three directions.
    pub fn needs_volume(self) -> bool {
        use Column::{Density, Edge, Press, Pressure, Tilt, Vol};
        matches!(
            self,
            Press | Pressure(_) | Vol | Density | Edge(_) | Tilt(_)
        )
    }
}

impl FromStr for Column {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = NAMES.iter().find(|(known, _, _)| *known == name);
        known.map(|(_, _, column)| *column).ok_or_else(|| {
            let names: Vec<&str> = NAMES.iter().map(|(name, _, _)| *name).collect();
            let shown = portax::error::printable(name);
            format!("`{shown}` is no column; there are {}", names.join(", "))
        })
    }
}

/// Columns from left to right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns(pub Vec<Column>);

impl Columns {
    /// Those of a run that is not told others, for a cell with a volume or without.
    pub fn usual(has_volume: bool) -> Self {
        use Column::{Etotal, Ke, Pe, Press, Step, Temp, Vol};
        let all = [Step, Temp, Pe, Ke, Etotal, Press, Vol];
        let taken = all.into_iter().filter(|c| has_volume || !c.needs_volume());
        Self(taken.collect())
    }

    /// These behind the number of the replica, unless they have it.
    #[must_use]
    pub fn with_replica(mut self) -> Self {
        if !self.0.contains(&Column::Replica) {
            self.0.insert(0, Column::Replica);
        }
        self
    }
}

impl FromStr for Columns {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = text.split([',', ' ', '\t']).filter(|w| !w.is_empty());
        let columns: Vec<Column> = words.map(str::parse).collect::<Result<_, _>>()?;
        match columns.is_empty() {
            true => Err("name a column, such as step".to_string()),
            false => Ok(Self(columns)),
        }
    }
}

impl Serialize for Columns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|column| column.name()))
    }
}

impl<'de> Deserialize<'de> for Columns {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Names)
    }
}

/// Reads a list of names, or one text of them as LAMMPS has it.
struct Names;

impl<'de> Visitor<'de> for Names {
    type Value = Columns;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("names of columns, such as \"step temp pe\"; thermo_every says how often")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Columns, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut names: A) -> Result<Columns, A::Error> {
        let mut columns = vec![];
        while let Some(name) = names.next_element::<String>()? {
            columns.push(name.parse().map_err(de::Error::custom)?);
        }
        Ok(Columns(columns))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_lammps() {
        let columns: Columns = "step temp, pxy lz".parse().unwrap();
        let expected = [
            Column::Step,
            Column::Temp,
            Column::Pressure(3),
            Column::Edge(2),
        ];
        assert_eq!(columns.0, expected);
        let headings: Vec<_> = columns.0.iter().map(|c| c.heading()).collect();
        assert_eq!(headings, ["Step", "Temp", "Pxy", "Lz"]);
        let error = "step tmp".parse::<Columns>().unwrap_err();
        assert!(error.contains("`tmp` is no column"), "{error}");
        assert!(" ".parse::<Columns>().is_err());
        for (name, _, column) in &NAMES {
            assert_eq!(column.name(), *name);
        }
    }
}
