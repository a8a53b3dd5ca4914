"""The calculator of ASE."""

import numpy as np
import pytest
from ase import Atoms, units
from ase.build import bulk
from ase.calculators.calculator import PropertyNotImplementedError
from ase.calculators.fd import calculate_numerical_forces, calculate_numerical_stress
from ase.calculators.test import gradient_test
from ase.filters import FrechetCellFilter
from ase.io import read, write
from ase.md.velocitydistribution import thermalize_momenta
from ase.md.verlet import VelocityVerlet
from ase.optimize import BFGS
from portax_snap import Potential
from portax_snap.ase import PortaxSnap
from test_potential import FILES, ROOT


@pytest.fixture(scope="module")
def tungsten():
    return Potential.from_lines(ROOT / "snap-core/potentials/W_2J8.snap", device="rayon")


def crystal(tungsten, repeat=2):
    atoms = bulk("W", "bcc", a=3.18, cubic=True) * (repeat, repeat, repeat)
    atoms.rattle(0.05, seed=7)
    atoms.calc = PortaxSnap(tungsten)
    return atoms


def test_forces_and_stress_are_derivatives(tungsten):
    atoms = crystal(tungsten)
    atoms.set_cell(atoms.cell.array + 0.1 * np.arange(9).reshape(3, 3) / 9, scale_atoms=True)
    numerical = calculate_numerical_forces(atoms, eps=1e-4, iatoms=[0, 5])
    np.testing.assert_allclose(atoms.get_forces()[[0, 5]], numerical, atol=2e-6)
    stress = calculate_numerical_stress(atoms, eps=1e-5)
    np.testing.assert_allclose(atoms.get_stress(), stress, atol=1e-8)
    np.testing.assert_allclose(atoms.get_stresses().sum(axis=0), atoms.get_stress(), atol=1e-12)
    assert atoms.get_potential_energies().sum() == pytest.approx(atoms.get_potential_energy())
    assert atoms.get_potential_energy(force_consistent=True) == atoms.get_potential_energy()


def test_results_follow_the_atoms(tungsten):
    atoms = crystal(tungsten)
    energy = atoms.get_potential_energy()
    atoms.positions[0, 0] += 0.1
    assert atoms.get_potential_energy() != energy
    atoms.positions[0, 0] -= 0.1
    assert atoms.get_potential_energy() == pytest.approx(energy, rel=1e-13)
    del atoms[3]
    assert len(atoms.get_forces()) == 15
    atoms.pbc = [True, False, True]
    assert atoms.get_potential_energy() != energy


def test_clusters_and_slabs_need_no_cell(tungsten):
    dimer = Atoms("W2", [[0, 0, 0], [2.4, 0, 0]], calculator=PortaxSnap(tungsten))
    far = Atoms("W2", [[1e4, 0, 0], [1e4 + 2.4, 0, 0]], calculator=PortaxSnap(tungsten))
    assert dimer.get_potential_energy() == pytest.approx(far.get_potential_energy(), rel=1e-9)
    assert "stress" not in dimer.calc.results
    chain = Atoms("W", [[0, 0, 0]], cell=[2.6, 0, 0], pbc=[True, False, False], calculator=PortaxSnap(tungsten))
    assert np.isfinite(chain.get_potential_energy()) and abs(chain.get_forces()).max() < 1e-10


def test_energy_is_conserved(tungsten):
    atoms = crystal(tungsten, 3)
    thermalize_momenta(atoms, temperature_K=600, rng=np.random.default_rng(7))
    dynamics = VelocityVerlet(atoms, 1 * units.fs)
    dynamics.run(10)
    before = atoms.get_total_energy()
    energies = []
    dynamics.attach(lambda: energies.append(atoms.get_total_energy()), interval=10)
    dynamics.run(1000)
    assert max(abs(e - before) for e in energies) / len(atoms) < 1e-4


def test_cells_relax(tungsten):
    atoms = crystal(tungsten, 1)
    atoms.set_cell(atoms.cell.array * 1.02, scale_atoms=True)
    assert BFGS(FrechetCellFilter(atoms), logfile=None).run(fmax=1e-4, steps=200)
    assert atoms.cell.lengths() == pytest.approx([3.1803] * 3, abs=2e-3)


def test_the_calculator_keeps_to_the_rules_of_ase(tungsten, tmp_path):
    atoms = crystal(tungsten)
    calculator = atoms.calc
    assert calculator.calculation_required(atoms, ["energy"])
    assert calculator.get_property("forces", atoms, allow_calculation=False) is None
    forces = atoms.get_forces()
    assert not calculator.calculation_required(atoms, ["energy", "forces", "stress"])
    assert calculator.get_property("stress", atoms, allow_calculation=False) is not None
    forces[:] = 0
    assert abs(atoms.get_forces()).max() > 0.1  # what was given away is a copy
    np.testing.assert_allclose(*gradient_test(atoms, [0, 5]), atol=1e-4)
    write(tmp_path / "w.xyz", atoms)
    again = read(tmp_path / "w.xyz")
    np.testing.assert_allclose(again.get_forces(), atoms.get_forces(), atol=1e-7)
    np.testing.assert_allclose(again.get_stress(), atoms.get_stress(), atol=1e-7)
    with pytest.raises(PropertyNotImplementedError):
        atoms.get_magnetic_moment()
