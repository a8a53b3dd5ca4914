#!/usr/bin/env bash
# Installs cargo-deny (from source, a minute or two: not optimised, it runs for seconds) and typos (a Python wheel).
# Prints the `export` line that puts them on PATH; on a second run it installs nothing.
#   eval "$(tools/install-lints.sh [PREFIX])"
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/install-common.sh"

prefix="${1:-$default_prefix}"
venv_install "$prefix/lints" typos==1.52.0
if ! command -v cargo-deny >/dev/null && [ ! -x "$prefix/bin/cargo-deny" ]; then
    say "building cargo-deny"
    CARGO_PROFILE_DEV_DEBUG=0 cargo install --debug --quiet --locked --root "$prefix" --target-dir "$prefix/cargo-deny-build" cargo-deny@0.20.2 >&2
    rm -rf "$prefix/cargo-deny-build"
fi
printf 'export PATH=%q:"$PATH"\n' "$prefix/bin:$prefix/lints/bin"
