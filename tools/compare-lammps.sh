#!/usr/bin/env bash
# Compares `snapx bench --threads 1` with LAMMPS' `pair_style snap` on one core and the same atoms.
#   tools/compare-lammps.sh [--rounds N] [--seconds S] [POTENTIAL...]     potentials: stems in snap-core/potentials
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python="$(tools/install-lammps.sh)"
cargo build --quiet --release --bin snapx
exec "$python" tools/compare-lammps.py --snapx "${CARGO_TARGET_DIR:-target}/release/snapx" "$@"
