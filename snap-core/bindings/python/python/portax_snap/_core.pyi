from collections.abc import Sequence
from os import PathLike
from typing import Literal, Optional, TypedDict, Union

import numpy as np
from numpy.typing import NDArray

__version__: str

class Results(TypedDict):
    energy: float
    energies: NDArray[np.float64]
    forces: NDArray[np.float64]
    virial: NDArray[np.float64]

def devices() -> list[tuple[str, str]]: ...

class Potential:
    def __init__(
        self,
        coefficients: Union[str, PathLike[str]],
        parameters: Union[str, PathLike[str]],
        elements: Sequence[str],
        *,
        device: Optional[str] = None,
        precision: Literal["double", "mixed"] = "double",
        chem_rule: Literal["gradient", "lammps"] = "gradient",
        skin: float = 0.5,
    ) -> None: ...
    @staticmethod
    def from_lines(
        file: Union[str, PathLike[str]],
        *,
        device: Optional[str] = None,
        precision: Literal["double", "mixed"] = "double",
        chem_rule: Literal["gradient", "lammps"] = "gradient",
        skin: float = 0.5,
    ) -> Potential: ...
    @property
    def elements(self) -> list[str]: ...
    @property
    def cutoff(self) -> float: ...
    @property
    def device(self) -> str: ...
    def compute(
        self,
        positions: NDArray[np.float64],
        cell: NDArray[np.float64],
        numbers: NDArray[np.int64],
        pbc: Sequence[bool],
    ) -> Results: ...
    def virials(self) -> NDArray[np.float64]: ...
    def descriptors(
        self,
        positions: NDArray[np.float64],
        cell: NDArray[np.float64],
        numbers: NDArray[np.int64],
        pbc: Sequence[bool],
    ) -> NDArray[np.float64]: ...
