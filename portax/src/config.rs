//! What the environment says: every variable of portax and of its backends, each read and checked here.
//!
//! | variable | says | without it |
//! |---|---|---|
//! | `PORTAX_BACKEND` | device that `portax_backends::best` opens; `cuda:local_rank` goes by rank | the first GPU, else CPU threads |
//! | `PORTAX_LOCAL_RANK` | which process of its node this is, from 0 | what `mpirun` or `srun` says |
//! | `PORTAX_NUM_THREADS` | threads of `rayon`, 1 to [`MAX_THREADS`] | `RAYON_NUM_THREADS`, else one a core |
//! | `RAYON_NUM_THREADS` | the same, where `PORTAX_NUM_THREADS` is absent; not a positive number counts as absent | one a core |
//! | `PORTAX_CHECK` | switch: every access is checked, also those that are proven or promised; `nan`: and so is every float that is written to a view | off |
//! | `PORTAX_PROFILE` | switch: a table of kernels on standard error when the process ends | off |
//! | `PORTAX_DUMP` | folder that programs and sources are written to | nothing is written |
//! | `PORTAX_CACHE` | switch: compiled kernels are kept on disk | on |
//! | `PORTAX_CACHE_DIR` | folder of the compiled kernels | `portax/jit` in `$XDG_CACHE_HOME`, or in `~/.cache` |
//! | `PORTAX_CACHE_MIB` | size above which the kernels used longest ago go | 256 |
//! | `PORTAX_HIP_LIBRARY` | library to load in place of HIP's | `libamdhip64.so` |
//! | `PORTAX_OPENCL_SUB_GROUPS` | switch: lanes of OpenCL's teams form sub-groups where the device has them | off |
//! | `PORTAX_REQUIRE` | devices without which a test fails rather than skips, separated by commas | none |
//! | `KOKKOS_TOOLS_LIBS` | shared libraries with the C interface of Kokkos Tools, separated by `;` | none |
//! | `KOKKOS_TOOLS_ARGS` | arguments for them, separated by blanks | none |
//!
//! An empty variable counts as absent. A switch is `1`, `on`, `true` or `yes`, or `0`, `off`, `false` or `no`. Any other
//! value, and a number outside its range, is an [`Error::Invalid`] of whoever asks.

use crate::error::{Error, Result, printable};
use std::{env, ffi::OsString, iter, ops::RangeInclusive, path::PathBuf, sync::OnceLock};

/// Most threads of a host space: more than any machine has cores, few enough to start.
pub const MAX_THREADS: usize = 4096;

/// MiB of the cache unless the environment says otherwise.
const DEFAULT_CACHE_MIB: u64 = 256;
/// Most MiB of the cache: 16 TiB.
const MAX_CACHE_MIB: u64 = 1 << 24;

/// `PORTAX_BACKEND`: the name of a device.
pub fn backend() -> Option<String> {
    text("PORTAX_BACKEND")
}

/// The variables by which launchers tell a process which of its node it is: those of Open MPI, of MPICH and Intel MPI, of
/// MVAPICH2, of Cray's PALS, of Flux and of Slurm. A launcher inside of a job comes before the job.
pub(crate) const LAUNCHERS: [&str; 6] = [
    "OMPI_COMM_WORLD_LOCAL_RANK",
    "MPI_LOCALRANKID",
    "MV2_COMM_WORLD_LOCAL_RANK",
    "PALS_LOCAL_RANKID",
    "FLUX_TASK_LOCAL_ID",
    "SLURM_LOCALID",
];

/// Which process of its node this is: `PORTAX_LOCAL_RANK`, else what the launcher says; none without a launcher.
///
/// # Errors
/// The value is no whole number.
pub(crate) fn local_rank() -> Result<Option<usize>> {
    local_rank_of(variable)
}

fn local_rank_of(variable: impl Fn(&str) -> Option<OsString>) -> Result<Option<usize>> {
    let names = iter::once("PORTAX_LOCAL_RANK").chain(LAUNCHERS);
    let set = names
        .filter_map(|name| Some((name, variable(name)?)))
        .next();
    let Some((name, value)) = set else {
        return Ok(None);
    };
    let rank = whole(name, Some(value), 0..=u64::from(u32::MAX), "")?;
    Ok(rank.map(|rank| rank as usize))
}

/// `PORTAX_NUM_THREADS`: how many threads a host space has.
///
/// # Errors
/// The value is no number from 1 to [`MAX_THREADS`].
pub fn num_threads() -> Result<Option<usize>> {
    let name = "PORTAX_NUM_THREADS";
    let count = whole(name, variable(name), 1..=MAX_THREADS as u64, "")?;
    Ok(count.map(|count| count as usize))
}

/// `RAYON_NUM_THREADS`: how many threads rayon's pool has. As rayon does, takes what is no positive number for absent.
pub fn rayon_num_threads() -> Option<usize> {
    positive(&text("RAYON_NUM_THREADS")?)
}

fn positive(text: &str) -> Option<usize> {
    text.trim().parse().ok().filter(|&count| count > 0)
}

/// What is checked beyond what has to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Check {
    /// Nothing
    Off,
    /// Every access
    Accesses,
    /// Every access, and that no NaN is written to a view
    Nan,
}

/// `PORTAX_CHECK`: what is to be checked?
///
/// # Errors
/// The value is neither a switch nor `nan`.
pub(crate) fn check() -> Result<Check> {
    static CHECK: OnceLock<Result<Check>> = OnceLock::new();
    let check = CHECK.get_or_init(|| check_of(variable("PORTAX_CHECK")));
    check.clone()
}

/// Whether every float that is written to a view has to be a number.
pub(crate) fn watches_nan() -> bool {
    check() == Ok(Check::Nan)
}

fn check_of(value: Option<OsString>) -> Result<Check> {
    let name = "PORTAX_CHECK";
    let text = value.as_ref().map(|value| value.to_string_lossy());
    if text.is_some_and(|text| text.trim().eq_ignore_ascii_case("nan")) {
        return Ok(Check::Nan);
    }
    let hint = "give 1 or 0, on or off, or `nan`";
    Ok(match switch_or(name, value, false, hint)? {
        true => Check::Accesses,
        false => Check::Off,
    })
}

/// `PORTAX_PROFILE`: is there to be a table of kernels?
pub(crate) fn profile() -> Result<bool> {
    switch("PORTAX_PROFILE", variable("PORTAX_PROFILE"), false)
}

/// `PORTAX_DUMP`: the folder that programs and sources are written to.
pub(crate) fn dump() -> Option<PathBuf> {
    variable("PORTAX_DUMP").map(PathBuf::from)
}

/// The folder of the cache and its largest size in bytes; none where it is off or there is no home.
pub(crate) fn cache() -> Result<Option<(PathBuf, u64)>> {
    cache_of(variable)
}

/// `PORTAX_HIP_LIBRARY`: the file to load in place of HIP's library.
pub fn hip_library() -> Option<PathBuf> {
    variable("PORTAX_HIP_LIBRARY").map(PathBuf::from)
}

/// `PORTAX_OPENCL_SUB_GROUPS`: do lanes form sub-groups?
///
/// # Errors
/// The value is no switch.
pub fn opencl_sub_groups() -> Result<bool> {
    let name = "PORTAX_OPENCL_SUB_GROUPS";
    switch(name, variable(name), false)
}

/// `PORTAX_REQUIRE`: devices that tests must find.
pub fn required() -> Vec<String> {
    names(&text("PORTAX_REQUIRE").unwrap_or_default())
}

/// What stands between commas.
fn names(text: &str) -> Vec<String> {
    let names = text.split(',').map(str::trim);
    let names = names.filter(|name| !name.is_empty());
    names.map(String::from).collect()
}

/// `KOKKOS_TOOLS_LIBS`: names of libraries.
pub(crate) fn tools() -> Vec<String> {
    let names = text("KOKKOS_TOOLS_LIBS").unwrap_or_default();
    let names = names.split(';').filter(|name| !name.is_empty());
    names.map(String::from).collect()
}

/// `KOKKOS_TOOLS_ARGS`: their arguments.
pub(crate) fn tools_arguments() -> Option<String> {
    text("KOKKOS_TOOLS_ARGS")
}

/// The variable, if it is not empty.
fn variable(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

/// As text; what is not UTF-8 in it is replaced, so that whoever looks for the name reports it.
fn text(name: &str) -> Option<String> {
    variable(name).map(|value| value.to_string_lossy().into_owned())
}

fn switch(name: &str, value: Option<OsString>, default: bool) -> Result<bool> {
    switch_or(name, value, default, "give 1 or 0, on or off")
}

/// A switch; `hint` ends the message of what is none.
fn switch_or(name: &str, value: Option<OsString>, default: bool, hint: &str) -> Result<bool> {
    let Some(value) = value else {
        return Ok(default);
    };
    let value = value.to_string_lossy();
    match value.trim().to_ascii_lowercase().as_str() {
        "1" | "on" | "true" | "yes" => Ok(true),
        "0" | "off" | "false" | "no" => Ok(false),
        _ => Err(nonsense(name, &value, hint)),
    }
}

/// A whole number in a range; `hint` ends the message of what is none.
fn whole(
    name: &str,
    value: Option<OsString>,
    range: RangeInclusive<u64>,
    hint: &str,
) -> Result<Option<u64>> {
    let Some(value) = value else {
        return Ok(None);
    };
    let value = value.to_string_lossy();
    let number = value.trim().parse().ok().filter(|n| range.contains(n));
    let (first, last) = range.into_inner();
    let remedy = || format!("give a whole number from {first} to {last}{hint}");
    number
        .map(Some)
        .ok_or_else(|| nonsense(name, &value, &remedy()))
}

fn nonsense(name: &str, value: &str, remedy: &str) -> Error {
    Error::Invalid(format!("{name}={}: {remedy}", printable(value)))
}

fn cache_of(variable: impl Fn(&str) -> Option<OsString>) -> Result<Option<(PathBuf, u64)>> {
    if !switch("PORTAX_CACHE", variable("PORTAX_CACHE"), true)? {
        return Ok(None);
    }
    let name = "PORTAX_CACHE_MIB";
    let hint = "; PORTAX_CACHE=off turns the cache off";
    let mib = whole(name, variable(name), 1..=MAX_CACHE_MIB, hint)?.unwrap_or(DEFAULT_CACHE_MIB);
    let path = |name| variable(name).map(PathBuf::from);
    let home = || path("HOME").or_else(|| path("USERPROFILE"));
    let of_user = || {
        let caches = path("XDG_CACHE_HOME").or_else(|| Some(home()?.join(".cache")))?;
        Some(caches.join("portax").join("jit"))
    };
    let folder = path("PORTAX_CACHE_DIR").or_else(of_user);
    Ok(folder.map(|folder| (folder, mib << 20)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache(set: &[(&str, &str)]) -> Result<Option<(PathBuf, u64)>> {
        cache_of(|name| set.iter().find(|(n, _)| *n == name).map(|(_, v)| v.into()))
    }

    /// What an error says.
    #[track_caller]
    fn said<T: std::fmt::Debug>(result: Result<T>) -> String {
        result.expect_err("nonsense").to_string()
    }

    #[test]
    fn switches_are_words_in_any_case() {
        let of = |value: &str| switch("PORTAX_CACHE", Some(value.into()), false);
        for (value, expected) in [("1", true), ("Yes", true), (" ON ", true)] {
            assert_eq!(of(value), Ok(expected), "{value}");
        }
        for value in ["0", "OFF", "no", "False"] {
            assert_eq!(of(value), Ok(false), "{value}");
        }
        assert_eq!(switch("PORTAX_CACHE", None, true), Ok(true));
        assert_eq!(
            said(of("maybe")),
            "PORTAX_CACHE=maybe: give 1 or 0, on or off"
        );
    }

    #[test]
    fn checks_are_a_switch_or_nan() {
        let of = |value: &str| check_of(Some(value.into()));
        assert_eq!((of("1"), of("off")), (Ok(Check::Accesses), Ok(Check::Off)));
        assert_eq!(
            (of(" NaN "), check_of(None)),
            (Ok(Check::Nan), Ok(Check::Off))
        );
        assert_eq!(
            said(of("all")),
            "PORTAX_CHECK=all: give 1 or 0, on or off, or `nan`"
        );
    }

    #[test]
    fn numbers_have_a_range() {
        let of = |value: &str| whole("PORTAX_NUM_THREADS", Some(value.into()), 1..=4096, "");
        assert_eq!((of(" 3 "), of("4096")), (Ok(Some(3)), Ok(Some(4096))));
        for value in ["0", "-1", "two", "4097", "99999999999999999999"] {
            let expected =
                format!("PORTAX_NUM_THREADS={value}: give a whole number from 1 to 4096");
            assert_eq!(said(of(value)), expected);
        }
    }

    #[test]
    fn numbers_of_rayon_are_positive_or_absent() {
        assert_eq!(positive(" 3 "), Some(3));
        for text in ["0", "-1", "two", ""] {
            assert_eq!(positive(text), None, "{text}");
        }
    }

    #[test]
    fn lists_are_split_at_commas() {
        assert_eq!(
            names(" rayon:avx2,,opencl:pocl "),
            ["rayon:avx2", "opencl:pocl"]
        );
        assert!(names("").is_empty() && names(" , ").is_empty());
    }

    #[test]
    fn ranks_come_from_the_launcher_unless_they_are_set() {
        let of = |set: &[(&str, &str)]| {
            local_rank_of(|name| set.iter().find(|(n, _)| *n == name).map(|(_, v)| v.into()))
        };
        let (slurm, mpi) = (("SLURM_LOCALID", "0"), ("OMPI_COMM_WORLD_LOCAL_RANK", "3"));
        assert_eq!(of(&[]), Ok(None));
        assert_eq!(of(&[slurm]), Ok(Some(0)));
        assert_eq!(of(&[slurm, mpi]), Ok(Some(3)), "mpirun inside of a job");
        assert_eq!(of(&[mpi, ("PORTAX_LOCAL_RANK", "1")]), Ok(Some(1)));
        let said = said(of(&[("MPI_LOCALRANKID", "first")]));
        assert_eq!(
            said,
            "MPI_LOCALRANKID=first: give a whole number from 0 to 4294967295"
        );
    }

    #[test]
    fn the_nearest_variable_decides_where_the_cache_is() {
        let home = ("HOME", "/home/me");
        let cases: [(&[_], _); 6] = [
            (&[home], Some("/home/me/.cache/portax/jit")),
            (&[home, ("XDG_CACHE_HOME", "/x")], Some("/x/portax/jit")),
            (
                &[("XDG_CACHE_HOME", "/x"), ("PORTAX_CACHE_DIR", "/d")],
                Some("/d"),
            ),
            (&[home, ("PORTAX_CACHE", "off")], None),
            (&[home, ("PORTAX_CACHE", "OFF")], None),
            (&[], None),
        ];
        for (set, expected) in cases {
            let expected = expected.map(|folder| (PathBuf::from(folder), 256 << 20));
            assert_eq!(cache(set), Ok(expected), "{set:?}");
        }
    }

    #[test]
    fn sizes_of_the_cache_that_make_no_sense_are_errors() {
        let of = |mib| cache(&[("HOME", "/h"), ("PORTAX_CACHE_MIB", mib)]);
        assert_eq!(of("3").map(|c| c.map(|c| c.1)), Ok(Some(3 << 20)));
        for mib in ["many", "0", "-3", "18446744073709551615"] {
            let said = said(of(mib));
            assert!(
                said.contains(&format!("PORTAX_CACHE_MIB={mib}: ")),
                "{said}"
            );
            assert!(said.contains("PORTAX_CACHE=off"), "{said}");
        }
    }
}
