# Sourced by the install scripts: missing-only installs of Debian packages and of Python wheels in a venv.

default_prefix="${PORTAX_TOOLS:-$HOME/.cache/portax}"

say() { printf '%s\n' "$*" >&2; }

# apt_install PACKAGE... installs those that are absent, refreshing apt's lists first.
apt_install() {
    local missing=() package sudo=()
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing+=("$package")
    done
    [ "${#missing[@]}" -gt 0 ] || return 0
    say "installing Debian packages: ${missing[*]}"
    [ "$(id -u)" = 0 ] || sudo=(sudo)
    "${sudo[@]}" apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

# venv_install VENV REQUIREMENT... installs wheels once for each set of requirements.
venv_install() {
    local venv="$1" stamp
    shift
    stamp="$venv/.installed-$(printf '%s\n' "$@" | sha256sum | cut -c1-16)"
    [ ! -e "$stamp" ] || return 0
    say "installing Python wheels in $venv: $*"
    [ -x "$venv/bin/pip" ] || python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check "$@" >&2
    touch "$stamp"
}
