"""SNAP, the machine-learned interatomic potential, on CPUs and GPUs.

>>> from portax_snap import Potential
>>> tungsten = Potential("W_2J8.snapcoeff", "W_2J8.snapparam", ["W"])
>>> found = tungsten.compute(positions, cell, numbers, pbc)  # doctest: +SKIP
>>> found["energy"], found["forces"]  # doctest: +SKIP

`portax_snap.ase.PortaxSnap` is a calculator of ASE.
"""

from ._core import Potential, __version__, devices

__all__ = ["Potential", "__version__", "devices"]
