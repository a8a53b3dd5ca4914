#!/usr/bin/env bash
# Installs OpenCL for CPUs: PoCL and the ICD loader (Debian), with --intel Intel's runtime too (Python wheels).
# Prints the `export` lines that make the devices appear; on a second run it installs nothing.
#   eval "$(tools/install-opencl.sh [--intel] [PREFIX])"
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/install-common.sh"

intel=false
if [ "${1:-}" = --intel ]; then
    intel=true
    shift
fi
prefix="${1:-$default_prefix}"

apt_install pocl-opencl-icd ocl-icd-libopencl1 clinfo

# A folder of our own: the .icd files in Intel's wheel name a library that is not there.
vendors="$prefix/opencl-vendors"
mkdir -p "$vendors"
cp /etc/OpenCL/vendors/*.icd "$vendors/"
if $intel; then
    # intel-cmplr-lib-rt holds the libraries without which the device silently disappears.
    venv_install "$prefix/intel" intel-opencl-rt==2026.2.0 intel-cmplr-lib-rt==2026.2.0
    ls "$prefix"/intel/lib/libintelocl.so.20* >"$vendors/intel.icd"
fi

printf 'export OCL_ICD_VENDORS=%q\n' "$vendors"
