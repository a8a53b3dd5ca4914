"""`snapx serve` with i-PI: a run of its own, whose energies are those of the same positions here."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from ase.build import bulk
from ase.io import write
from portax_snap import Potential
from test_potential import ROOT

pytest.importorskip("ipi")
SNAPX = os.environ.get("SNAPX")
pytestmark = pytest.mark.skipif(not SNAPX, reason="SNAPX does not name the program")

HARTREE = 27.211386245988  # eV
STEPS = 20
INPUT = """
<simulation verbosity='low'>
  <output prefix='w'>
    <properties stride='1' filename='out'> [step, conserved, potential] </properties>
    <trajectory filename='x' stride='1' format='xyz'> positions{angstrom} </trajectory>
    <trajectory filename='f' stride='1' format='xyz'> forces{ev/ang} </trajectory>
  </output>
  <total_steps> STEPS </total_steps>
  <prng><seed> 7 </seed></prng>
  <ffsocket mode='unix' name='portax'><address> ADDRESS </address><latency> 1e-3 </latency></ffsocket>
  <system>
    <initialize nbeads='1'>
      <file mode='xyz'> start.xyz </file>
      <velocities mode='thermal' units='kelvin'> 300 </velocities>
    </initialize>
    <forces><force forcefield='portax'/></forces>
    <motion mode='dynamics'>
      <dynamics mode='nve'><timestep units='femtosecond'> 1 </timestep></dynamics>
    </motion>
    <ensemble><temperature units='kelvin'> 300 </temperature></ensemble>
  </system>
</simulation>
"""


def frames(path):
    """Rows of three numbers, frame by frame."""
    rows = [line.split() for line in Path(path).read_text().splitlines()]
    rows = [[float(x) for x in row[1:]] for row in rows if len(row) == 4 and row[0] == "W"]
    return np.array(rows).reshape(-1, 16, 3)


def test_a_run_of_ipi_has_our_energies(tmp_path):
    atoms = bulk("W", "bcc", a=3.18, cubic=True) * (2, 2, 2)
    atoms.rattle(0.05, seed=7)
    write(tmp_path / "start.data.xyz", atoms)
    a = atoms.cell.lengths()[0]
    rows = "".join(f"W {x:.12f} {y:.12f} {z:.12f}\n" for x, y, z in atoms.positions)
    heading = f"# CELL(abcABC): {a} {a} {a} 90 90 90 positions{{angstrom}} cell{{angstrom}}"
    (tmp_path / "start.xyz").write_text(f"{len(atoms)}\n{heading}\n{rows}")
    address = f"portax-{os.getpid()}"
    (tmp_path / "input.xml").write_text(INPUT.replace("STEPS", str(STEPS)).replace("ADDRESS", address))
    lines = ROOT / "snap-core/potentials/W_2J8.snap"
    words = ["serve", "start.data.xyz", "--lammps-pair", lines, "--backend", "rayon", "--ipi", f"unix:{address}"]
    driver = subprocess.Popen([SNAPX, *words], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    try:
        ipi = Path(sys.executable).with_name("i-pi")
        done = subprocess.run([ipi, "input.xml"], cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
        said = driver.communicate(timeout=60)[1]
    finally:
        driver.kill()
    assert driver.returncode == 0 and "serving i-PI" in said, said

    table = np.loadtxt(tmp_path / "w.out")
    (x,) = [frames(path) for path in tmp_path.glob("w.x*.xyz")]
    (f,) = [frames(path) for path in tmp_path.glob("w.f*.xyz")]
    assert len(table) == len(x) == len(f) == STEPS + 1
    potential = Potential.from_lines(lines, device="rayon")

    def of(x):
        return potential.compute(x, atoms.cell.array, atoms.numbers, [True] * 3)

    table[:, 1:] *= HARTREE
    assert table[0, 2] == pytest.approx(of(atoms.positions)["energy"], rel=2e-8)
    # Positions of files have five digits, and i-PI's angstrom and electronvolt seven.
    for row, x, f in zip(table, x, f):
        expected = of(x)
        assert row[2] == pytest.approx(expected["energy"], abs=2e-3)
        np.testing.assert_allclose(f, expected["forces"], atol=2e-3)
    assert abs(table[:, 1] - table[0, 1]).max() < 2e-3
    assert abs(table[:, 2] - table[0, 2]).max() > 0.01
