"""A calculator of ASE."""

from __future__ import annotations

from typing import Any

import numpy as np
from ase.calculators.calculator import Calculator, all_changes
from ase.stress import full_3x3_to_voigt_6_stress

from . import Potential

__all__ = ["PortaxSnap"]

# xx yy zz xy xz yz as a matrix.
_PLACES = [[0, 3, 4], [3, 1, 5], [4, 5, 2]]


class PortaxSnap(Calculator):
    """Energies, forces and stress of a SNAP potential: ``atoms.calc = PortaxSnap(potential)``."""

    implemented_properties = ["energy", "free_energy", "energies", "forces", "stress", "stresses"]

    def __init__(self, potential: Potential, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.potential = potential

    def calculate(self, atoms=None, properties=("energy",), system_changes=all_changes) -> None:
        super().calculate(atoms, properties, system_changes)
        atoms = self.atoms
        found = self.potential.compute(atoms.positions, atoms.cell.array, atoms.numbers, atoms.pbc)
        self.results = {
            "energy": found["energy"],
            "free_energy": found["energy"],
            "energies": found["energies"],
            "forces": found["forces"],
        }
        # Stress is per volume, which space that does not repeat has none of.
        if atoms.cell.rank == 3:
            volume = atoms.get_volume()
            self.results["stress"] = full_3x3_to_voigt_6_stress(-found["virial"][_PLACES] / volume)
            if "stresses" in properties:
                shares = -self.potential.virials()[:, [0, 1, 2, 5, 4, 3]] / volume
                self.results["stresses"] = np.ascontiguousarray(shares)
