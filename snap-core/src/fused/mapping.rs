//! The mapping of the fused pipeline.

use portax::{AUTO, Float};

use super::deidrj::ComputeDeidrjFused;
use super::ui::ComputeUiFused;
use super::ui::jobs::MomentJobs;
use super::yi_orbit::mapping::OrbitMapping;
use crate::mapping::{DirectMapping, Key, Numbers, Room, Size};

/// Most threads of a team of compute_ui: each needs the most registers there are.
const UI_TEAM: usize = 4;

/// How the fused pipeline is spread over a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FusedMapping {
    /// compute_ui.
    pub ui: UiMapping,
    /// compute_yi.
    pub yi: FusedYi,
    /// compute_deidrj.
    pub deidrj: DeidrjMapping,
}

/// compute_yi of the fused pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FusedYi {
    /// From V to C.
    Orbit(OrbitMapping),
    /// From V to G, and a stage from G to C.
    Direct(DirectMapping),
}

/// How compute_ui is spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UiMapping {
    /// Registers a thread may have, 0 for no limit.
    pub registers: usize,
    /// Listed neighbours whose positions a thread loads at once.
    pub loads: usize,
    /// Lanes that share the neighbours of an atom, a divisor of the space's natural width.
    pub lanes: usize,
    /// Teams that share the moments of an atom.
    pub parts: usize,
    /// Where a team has the geometry of its pairs: 0 in team scratch, 1 in the device's memory, read through caches.
    pub level: usize,
}

/// How compute_deidrj is spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeidrjMapping {
    /// Slots of a team, a divisor of the space's natural width.
    pub atoms: usize,
    /// Threads of a team, 0 for the space's choice.
    pub team: usize,
    /// Registers a thread may have, 0 for no limit.
    pub registers: usize,
}

impl FusedMapping {
    pub(crate) fn new(yi: FusedYi, size: &Size, numbers: &Numbers) -> Self {
        let number = |key, otherwise| numbers.get(&key).copied().unwrap_or(otherwise);
        // Up to 2J = 8 a team's sums fit its scratch; above there are more jobs than one round of a team.
        let shared = |by_this: bool| if size.is_small() && by_this { 2 } else { 1 };
        Self {
            ui: UiMapping {
                registers: number(Key::UiRegisters, 0),
                loads: number(Key::UiLoads, 1),
                lanes: number(Key::UiLanes, shared(size.twojmax <= 8)),
                parts: number(Key::UiParts, shared(size.twojmax > 8)),
                level: number(Key::UiLevel, 0),
            },
            yi,
            deidrj: DeidrjMapping {
                atoms: number(Key::DeAtoms, 1),
                team: number(Key::DeTeam, AUTO),
                registers: number(Key::DeRegisters, 0),
            },
        }
    }

    /// Adds its numbers.
    pub(crate) fn write(&self, numbers: &mut Numbers) {
        numbers.extend([
            (Key::UiRegisters, self.ui.registers),
            (Key::UiLoads, self.ui.loads),
            (Key::UiLanes, self.ui.lanes),
            (Key::UiParts, self.ui.parts),
            (Key::UiLevel, self.ui.level),
            (Key::DeAtoms, self.deidrj.atoms),
            (Key::DeTeam, self.deidrj.team),
            (Key::DeRegisters, self.deidrj.registers),
        ]);
        match &self.yi {
            FusedYi::Orbit(orbit) => orbit.write(numbers),
            FusedYi::Direct(direct) => direct.write(numbers),
        }
    }

    /// Tiles of one element that have to lie beside each other.
    pub(crate) fn group(&self) -> usize {
        match &self.yi {
            FusedYi::Orbit(orbit) => orbit.group(),
            FusedYi::Direct(_) => 1,
        }
    }

    /// The same made to fit, if it can.
    pub(crate) fn fitted<T: Float>(self, size: &Size, room: &Room) -> Option<Self> {
        let yi = match self.yi {
            FusedYi::Orbit(orbit) => FusedYi::Orbit(orbit.fitted::<T>(size, room)?),
            FusedYi::Direct(direct) => FusedYi::Direct(direct),
        };
        Some(Self {
            ui: self.ui.fitted::<T>(size, room)?,
            yi,
            deidrj: self.deidrj.fitted::<T>(size, room)?,
        })
    }
}

impl UiMapping {
    /// Jobs of a team.
    pub(super) fn jobs(&self, twojmax: usize) -> usize {
        MomentJobs::of(twojmax).len().div_ceil(self.parts)
    }

    /// Threads of a team.
    pub(super) fn threads(&self, twojmax: usize) -> usize {
        self.jobs(twojmax).min(UI_TEAM)
    }

    fn fits<T: Float>(&self, size: &Size, room: &Room) -> bool {
        let (vector, loads) = ([size.width, self.lanes], self.loads);
        let team = [self.threads(size.twojmax), self.jobs(size.twojmax)];
        let bytes = ComputeUiFused::<T>::scratch(self.level, vector, team, loads, room.neighbors);
        bytes <= room.scratch
    }

    /// Lanes that share an atom are given up first, then team scratch.
    fn fitted<T: Float>(self, size: &Size, room: &Room) -> Option<Self> {
        let shared = Self {
            lanes: largest_divisor(size.width, self.lanes),
            ..self
        };
        let alone = Self { lanes: 1, ..self };
        let in_memory = Self { level: 1, ..alone };
        [shared, alone, in_memory]
            .into_iter()
            .find(|ui| ui.fits::<T>(size, room))
    }
}

impl DeidrjMapping {
    /// As many slots a team as fit.
    fn fitted<T: Float>(self, size: &Size, room: &Room) -> Option<Self> {
        let fits = |atoms: &usize| {
            ComputeDeidrjFused::<T>::scratch(*atoms, size.twojmax, room.neighbors) <= room.scratch
        };
        let divisors = (1..=self.atoms)
            .rev()
            .filter(|n| size.width.is_multiple_of(*n));
        let atoms = divisors.into_iter().find(fits)?;
        Some(Self { atoms, ..self })
    }
}

/// The largest divisor of `n` up to `most`.
fn largest_divisor(n: usize, most: usize) -> usize {
    (1..=most.max(1))
        .rev()
        .find(|d| n.is_multiple_of(*d))
        .unwrap_or(1)
}
