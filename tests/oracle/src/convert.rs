//! From and to the types of `snap-core`, which takes no part in what is computed here.

use crate::{Element, Params, Potential, System, Zbl};
use snap_core::{Error, SnapParams, SnapPotential, neighbor::Cell};

impl TryFrom<&Potential> for SnapPotential {
    type Error = Error;

    fn try_from(potential: &Potential) -> Result<Self, Error> {
        let p = &potential.params;
        let params = SnapParams {
            rcutfac: p.rcutfac,
            twojmax: p.twojmax,
            rfac0: p.rfac0,
            rmin0: p.rmin0,
            switchflag: p.switchflag,
            bzeroflag: p.bzeroflag,
            bnormflag: p.bnormflag,
            wselfallflag: p.wselfallflag,
            switchinnerflag: p.switchinnerflag,
            quadraticflag: p.quadraticflag,
            chemflag: p.chemflag,
        };
        let element = |e: &Element| snap_core::Element {
            name: e.name.clone(),
            radius: e.radius,
            weight: e.weight,
            coeff: e.coeff.clone(),
            sinner: e.sinner.unwrap_or(0.0),
            dinner: e.dinner.unwrap_or(0.0),
        };
        let elements = potential.elements.iter().map(element).collect();
        let snap = SnapPotential::new(params, elements)?;
        Ok(match &potential.zbl {
            Some(zbl) => snap.with_zbl(zbl.try_into()?),
            None => snap,
        })
    }
}

impl From<&SnapPotential> for Potential {
    fn from(potential: &SnapPotential) -> Self {
        let p = potential.params();
        let params = Params {
            twojmax: p.twojmax,
            rcutfac: p.rcutfac,
            rfac0: p.rfac0,
            rmin0: p.rmin0,
            switchflag: p.switchflag,
            bzeroflag: p.bzeroflag,
            quadraticflag: p.quadraticflag,
            chemflag: p.chemflag,
            bnormflag: p.bnormflag,
            wselfallflag: p.wselfallflag,
            switchinnerflag: p.switchinnerflag,
        };
        let element = |e: &snap_core::Element| Element {
            name: e.name.clone(),
            radius: e.radius,
            weight: e.weight,
            coeff: e.coeff.clone(),
            sinner: Some(e.sinner),
            dinner: Some(e.dinner),
        };
        let elements = potential.elements().iter().map(element).collect();
        let zbl = potential.zbl().map(Zbl::from);
        Potential {
            params,
            elements,
            zbl,
        }
    }
}

impl TryFrom<&Zbl> for snap_core::Zbl {
    type Error = Error;

    fn try_from(zbl: &Zbl) -> Result<Self, Error> {
        let mut found = Self::without_pairs(zbl.inner, zbl.outer, zbl.pairs.len())?;
        for (i, row) in zbl.pairs.iter().enumerate() {
            for (j, charges) in row.iter().enumerate() {
                if let Some(charges) = *charges {
                    found.set_pair([i, j], charges)?;
                }
            }
        }
        Ok(found)
    }
}

impl From<&snap_core::Zbl> for Zbl {
    fn from(zbl: &snap_core::Zbl) -> Self {
        let types = 0..zbl.types();
        let row = |i| types.clone().map(|j| zbl.charges(i, j)).collect();
        Self {
            inner: zbl.inner(),
            outer: zbl.outer(),
            pairs: types.clone().map(row).collect(),
        }
    }
}

/// The corner of the cell is at 0.
impl TryFrom<&System> for snap_core::System {
    type Error = Error;

    fn try_from(system: &System) -> Result<Self, Error> {
        Ok(Self {
            cell: Cell::new(system.cell, system.periodic)?,
            positions: system.positions.clone(),
            types: system.types.clone(),
            elements: system.elements.clone(),
        })
    }
}
