"""Results against LAMMPS', errors, layouts and threads."""

import json
import threading
import time
from pathlib import Path

import numpy as np
import portax_snap
import pytest
from portax_snap import Potential

ROOT = Path(__file__).resolve().parents[4]
FILES = [ROOT / "snap-core/potentials" / f"W_2J8.{end}" for end in ("snapcoeff", "snapparam")]


def case(name):
    return json.loads((ROOT / "tests/cases" / f"{name}.json").read_text())


def atoms(found):
    box = found["box"]
    positions = np.array(found["positions"]) - np.array(box["origin"])
    return positions, np.array(box["cell_rows"]), np.full(len(positions), 74), box["periodic"]


@pytest.fixture(scope="module")
def tungsten():
    return Potential(*FILES, ["W"], device="rayon")


@pytest.mark.parametrize("name", ["s01_W_bcc54_2J8", "s12_triclinic_W", "s16_tiny_cell_self_images"])
def test_results_are_those_of_lammps(tungsten, name):
    expected = case(name)["results"]
    found = tungsten.compute(*atoms(case(name)))
    assert found["energy"] == pytest.approx(expected["energy"], rel=1e-12)
    np.testing.assert_allclose(found["energies"], expected["energies"], atol=1e-10)
    np.testing.assert_allclose(found["forces"], expected["forces"], atol=1e-10)
    np.testing.assert_allclose(found["virial"], expected["virial"], rtol=1e-10, atol=1e-9)
    np.testing.assert_allclose(tungsten.virials().sum(axis=0), found["virial"], atol=1e-9)


def test_descriptors_are_those_of_lammps(tungsten):
    found = tungsten.descriptors(*atoms(case("s01_W_bcc54_2J8")))
    expected = case("s01_W_bcc54_2J8")["results"]["sna_atom"]
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-9)


def test_any_layout_is_read(tungsten):
    x, cell, numbers, pbc = atoms(case("s01_W_bcc54_2J8"))
    expected = tungsten.compute(x, cell, numbers, pbc)["forces"]
    wide = np.zeros((54, 6))
    wide[:, ::2] = x
    for same in (np.asfortranarray(x), wide[:, ::2], x.tolist()):
        found = tungsten.compute(same, cell, numbers.astype(np.int32), list(pbc))["forces"]
        np.testing.assert_array_equal(found, expected)
    single = tungsten.compute(x.astype(np.float32), cell, numbers, pbc)["forces"]
    assert 1e-9 < abs(single - expected).max() < 1e-3


def test_errors_are_those_of_python(tungsten):
    x, cell, numbers, pbc = atoms(case("s01_W_bcc54_2J8"))
    with pytest.raises(FileNotFoundError, match="no such file"):
        Potential("no such file", FILES[1], ["W"])
    with pytest.raises(ValueError, match="Xx"):
        Potential(*FILES, ["Xx"])
    with pytest.raises(RuntimeError, match="abacus"):
        Potential(*FILES, ["W"], device="abacus")
    with pytest.raises(ValueError, match="half"):
        Potential(*FILES, ["W"], precision="half")
    with pytest.raises(ValueError, match="skin"):
        Potential(*FILES, ["W"], skin=-1.0).compute(x, cell, numbers, pbc)
    with pytest.raises(ValueError, match="Au"):
        tungsten.compute(x, cell, np.full(54, 79), pbc)
    with pytest.raises(ValueError, match="53 types"):
        tungsten.compute(x, cell, numbers[:53], pbc)
    with pytest.raises(ValueError, match="shape"):
        tungsten.compute(x[:, :2], cell, numbers, pbc)
    with pytest.raises(ValueError, match="volume"):
        tungsten.compute(x, np.zeros((3, 3)), numbers, pbc)
    with pytest.raises(ValueError, match="NaN"):
        tungsten.compute(np.full((54, 3), np.nan), cell, numbers, pbc)
    with pytest.raises(ValueError, match="lies on another"):
        tungsten.compute(np.zeros((2, 3)), cell, [74, 74], pbc)
    with pytest.raises(ValueError, match="could not convert"):
        tungsten.compute("positions", cell, numbers, pbc)
    with pytest.raises(TypeError):
        tungsten.compute(x[0], cell, numbers, pbc)


def test_other_threads_run_meanwhile(tungsten):
    x, cell, numbers, pbc = atoms(case("s01_W_bcc54_2J8"))
    expected = tungsten.compute(x, cell, numbers, pbc)["energy"]
    many = [np.tile(x, (16, 1)) + np.repeat(np.arange(16), 54)[:, None] * cell[0], cell * [[16], [1], [1]]]
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    begin = time.perf_counter()
    found = tungsten.compute(*many, np.tile(numbers, 16), pbc)
    end = time.perf_counter()
    done.set()
    ticker.join()
    assert found["energy"] == pytest.approx(16 * expected, rel=1e-12)
    assert sum(begin < t < end for t in ticks) > 2
    results = []
    threads = [
        threading.Thread(target=lambda: results.append(tungsten.compute(x, cell, numbers, pbc)["energy"]))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 4


def test_devices_are_named():
    assert "rayon" in [name for name, _ in portax_snap.devices()]
    assert portax_snap.__version__
