//! What is known of a step: energies, pressure, the cell.

use snap_core::md::units::BOLTZMANN;
use snap_core::md::{pressure_tensor, scalar_pressure};
use snap_core::neighbor::Cell;

use super::columns::Column;
use crate::error::Error;

/// 1 g/mol / Å³ in g/cm³, as LAMMPS has it for units metal.
const DENSITY: f64 = 1.0 / 0.602214129;

/// One step of a replica, in metal units.
#[derive(Clone, Debug)]
pub struct Sample {
    pub replica: usize,
    pub step: u64,
    pub time: f64,
    pub natoms: usize,
    /// Of all atoms
    pub mass: f64,
    /// Energy, eV
    pub potential: f64,
    /// Sum of m v ⊗ v, xx yy zz xy xz yz, eV
    pub kinetic: [f64; 6],
    /// In the same order, eV
    pub virial: [f64; 6],
    pub cell: Cell,
    /// What thermostat and barostat add to the energy, eV
    pub conserved: f64,
}

impl Sample {
    /// # Errors
    /// [`Error::Lost`] for an energy that is no number.
    pub fn require_finite(&self) -> Result<(), Error> {
        for (what, value) in [
            ("potential energy", self.potential),
            ("kinetic energy", self.kinetic_energy()),
            ("virial", self.virial.iter().sum()),
        ] {
            if !value.is_finite() {
                return Err(Error::Lost { what, value });
            }
        }
        Ok(())
    }

    /// eV.
    pub fn kinetic_energy(&self) -> f64 {
        let [xx, yy, zz, ..] = self.kinetic;
        0.5 * (xx + yy + zz)
    }

    /// Of 3 N - 3 degrees of freedom, K.
    pub fn temperature(&self) -> f64 {
        let degrees = 3.0 * self.natoms.saturating_sub(1) as f64;
        match degrees {
            0.0 => 0.0,
            degrees => 2.0 * self.kinetic_energy() / (degrees * BOLTZMANN),
        }
    }

    /// Potential and kinetic energy, eV.
    pub fn total_energy(&self) -> f64 {
        self.potential + self.kinetic_energy()
    }

    /// xx yy zz xy xz yz, bar.
    fn pressures(&self) -> [f64; 6] {
        pressure_tensor(self.kinetic, self.virial, self.cell.volume())
    }

    /// bar.
    pub fn pressure(&self) -> f64 {
        scalar_pressure(self.pressures())
    }

    /// The value of a column.
    pub fn value(&self, column: Column) -> f64 {
        let (edges, tilts) = edges_and_tilts(&self.cell);
        match column {
            Column::Replica => self.replica as f64,
            Column::Step => self.step as f64,
            Column::Time => self.time,
            Column::Atoms => self.natoms as f64,
            Column::Temp => self.temperature(),
            Column::Pe => self.potential,
            Column::Ke => self.kinetic_energy(),
            Column::Etotal => self.total_energy(),
            Column::Econserve => self.total_energy() + self.conserved,
            Column::Press => self.pressure(),
            Column::Pressure(k) => self.pressures()[k],
            Column::Vol => self.cell.volume(),
            Column::Density => DENSITY * self.mass / self.cell.volume(),
            Column::Edge(d) => edges[d],
            Column::Tilt(d) => tilts[d],
        }
    }
}

/// lx ly lz and xy xz yz of the cell when it is turned as LAMMPS has cells: a along x, b in the plane of x and y.
fn edges_and_tilts(cell: &Cell) -> ([f64; 3], [f64; 3]) {
    let [a, b, c] = cell.vectors();
    if [a[1], a[2], b[2]] == [0.0; 3] && a[0] > 0.0 && b[1] > 0.0 && c[2] > 0.0 {
        return ([a[0], b[1], c[2]], [b[0], c[0], c[1]]);
    }
    let x = unit(a);
    let y = unit([0, 1, 2].map(|d| b[d] - dot(b, x) * x[d]));
    let (lx, ly) = (dot(a, x), dot(b, y));
    let lz = cell.volume() / (lx * ly);
    ([lx, ly, lz], [dot(b, x), dot(c, x), dot(c, y)])
}

fn unit(v: [f64; 3]) -> [f64; 3] {
    let length = dot(v, v).sqrt();
    v.map(|c| c / length)
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Sample {
        Sample {
            replica: 0,
            step: 7,
            time: 0.5,
            natoms: 3,
            mass: 602.214129,
            potential: -1.0,
            kinetic: [1.0, 2.0, 3.0, 0.5, 0.25, 0.125],
            virial: [3.0, 2.0, 1.0, 0.0, 0.0, 0.0],
            cell: Cell::orthogonal([2.0, 5.0, 10.0], [true; 3]).unwrap(),
            conserved: 10.0,
        }
    }

    #[test]
    fn columns_have_the_values_of_lammps_definitions() {
        let sample = sample();
        for (column, expected) in [
            (Column::Ke, 3.0),
            (Column::Etotal, 2.0),
            (Column::Econserve, 12.0),
            (Column::Temp, 2.0 * 3.0 / (6.0 * 8.617343e-5)),
            (Column::Press, 1.6021765e6 * 12.0 / 300.0),
            (Column::Pressure(0), 1.6021765e6 * 4.0 / 100.0),
            (Column::Pressure(3), 1.6021765e6 * 0.5 / 100.0),
            (Column::Vol, 100.0),
            (Column::Density, 10.0),
            (Column::Edge(1), 5.0),
            (Column::Tilt(2), 0.0),
        ] {
            let found = sample.value(column);
            assert!(
                (found - expected).abs() <= 1e-12 * f64::abs(expected),
                "{found} {expected}"
            );
        }
        let lost = Sample {
            potential: f64::NAN,
            ..sample
        };
        assert!(lost.require_finite().is_err());
    }

    #[test]
    fn any_cell_has_lammps_edges() {
        let restricted = [[4.0, 0.0, 0.0], [1.0, 3.0, 0.0], [-0.5, 0.25, 2.0]];
        // The same with x, y, z in other places: a turned cell.
        let turned = restricted.map(|[x, y, z]| [z, x, y]);
        let of = |vectors| edges_and_tilts(&Cell::new(vectors, [true; 3]).unwrap());
        assert_eq!(of(restricted), ([4.0, 3.0, 2.0], [1.0, -0.5, 0.25]));
        let (edges, tilts) = of(turned);
        let all = edges.iter().chain(&tilts);
        for (found, expected) in all.zip([4.0, 3.0, 2.0, 1.0, -0.5, 0.25]) {
            assert!((found - expected).abs() < 1e-14);
        }
    }
}
