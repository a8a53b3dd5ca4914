#!/usr/bin/env bash
# Installs the run-time compilers of NVIDIA (NVRTC and ptxas, Python wheels) and AMD (hiprtc, Debian), which need no GPU,
# HIP's headers, and the C++ compiler that tests/hip-shim/cpu runs HIP kernels with.
# Prints the `export` lines that make them found; on a second run it installs nothing.
#   eval "$(tools/install-gpu-compilers.sh [PREFIX])"
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/install-common.sh"

prefix="${1:-$default_prefix}"

apt_install libhiprtc-builtins5 libamdhip64-5 libamdhip64-dev hipcc g++

# All of one release: ptxas refuses the headers and the PTX of a newer one.
venv_install "$prefix/cuda" nvidia-cuda-nvrtc==13.0.88 nvidia-cuda-nvcc==13.0.88 nvidia-nvvm==13.0.88 \
    nvidia-cuda-crt==13.0.88 nvidia-cuda-runtime==13.0.96
cuda="$(echo "$prefix"/cuda/lib/python3*/site-packages/nvidia/cu13)"

printf 'export PORTAX_CUDA_TOOLKIT=%q\n' "$cuda"
printf 'export LD_LIBRARY_PATH=%q${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}\n' "$cuda/lib"
