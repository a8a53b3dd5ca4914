"""The examples of the pages run as they are written."""

import pytest
from ase.build import bulk
from test_potential import ROOT


def block(page):
    """The first block of Python."""
    return page.read_text().split("```python\n")[1].split("```")[0]


def test_the_example_of_the_package_runs(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PORTAX_BACKEND", "rayon")
    names = {}
    exec(block(ROOT / "snap-core/bindings/python/README.md"), names)
    assert abs(names["atoms"].get_forces()).max() < 0.01
    assert "-" in capsys.readouterr().out


def test_the_lines_of_the_first_page_run(monkeypatch, capsys):
    monkeypatch.chdir(ROOT / "snap-core/potentials")
    monkeypatch.setenv("PORTAX_BACKEND", "rayon")
    names = {"atoms": bulk("W", "bcc", a=3.18, cubic=True)}
    exec(block(ROOT / "README.md"), names)
    energy = float(capsys.readouterr().out.split()[0])
    assert energy == pytest.approx(2 * -8.9, abs=5) and names["atoms"].calc.results["energy"] == pytest.approx(energy)
