//! Our declarations against ROCm's: HIP's with the crate `hip-sys`, hiprtc's, which that crate lacks, with the header.

use super::{hip_constants, hip_functions, hiprtc_constants, hiprtc_functions};
use std::{env, fs, mem::size_of, process::Command};

/// Every line of `hip_functions`, its types read as those of `hip-sys`, takes the function of `hip-sys`.
mod functions {
    use hip_sys::hiprt::*;
    use std::ffi::{c_char, c_int, c_uchar, c_uint, c_void};

    macro_rules! same_types {
        ($table:ident: $what:literal $(fn $name:ident($($argument:ty),*) -> $result:ty;)*) => {
            $(const _: unsafe extern "C" fn($($argument),*) -> $result = hip_sys::hiprt::$name;)*
        };
    }
    super::hip_functions!(same_types);
}

macro_rules! same_values {
    ($($name:ident { $($constant:ident = $value:expr,)* })*) => {
        $($(const _: () = assert!(hip_sys::hiprt::$name::$constant as u32 == $value);)*)*
    };
}
hip_constants!(same_values);
const _: () = assert!(super::hipStreamNonBlocking == hip_sys::hiprt::hipStreamNonBlocking);
const _: () = assert!(super::hipEventDefault == hip_sys::hiprt::hipEventDefault);
const _: () = assert!(super::hipHostMallocDefault == hip_sys::hiprt::hipHostMallocDefault);

macro_rules! same_sizes {
    ($($name:ident)*) => {
        $(const _: () = assert!(size_of::<super::$name>() == size_of::<hip_sys::hiprt::$name>());)*
    };
}
same_sizes!(hipError_t hipDeviceAttribute_t hipFunction_attribute hipMemPoolAttr hipDevice_t);
same_sizes!(hipStreamCaptureMode hipDeviceptr_t hipFunction_t hipMemPool_t hipModule_t);
same_sizes!(hipStream_t hipEvent_t hipGraph_t hipGraphExec_t hipGraphNode_t);

const _: () = {
    use hip_sys::hiprt::hipDeviceProp_t;
    assert!(size_of::<hipDeviceProp_t>() <= crate::library::PROPERTIES_BYTES);
    assert!(align_of::<hipDeviceProp_t>() <= align_of::<u64>());
};

/// A type of ours in C, without `const`. The spaces of `stringify!` are not specified.
fn c_type(rust: &str) -> String {
    let pointer = rust.trim().strip_prefix('*').map(str::trim_start);
    match (pointer.and_then(|p| p.split_once(' ')), rust.trim()) {
        (Some((_mut_or_const, pointee)), _) => c_type(pointee) + "*",
        (None, "usize") => "size_t".to_string(),
        (None, name) => name.strip_prefix("c_").unwrap_or(name).to_string(),
    }
}

/// A declaration in C whose initializer has to be of its type.
fn c_pointer(name: &str, arguments: &[&str], result: &str) -> String {
    let arguments: Vec<String> = arguments.iter().map(|a| c_type(a)).collect();
    let (result, arguments) = (c_type(result), arguments.join(", "));
    format!("{result} (*check_{name})({arguments}) = {name};\n")
}

macro_rules! c_functions {
    ($table:ident: $what:literal $(fn $name:ident($($argument:ty),*) -> $result:ty;)*) => {
        [$(c_pointer(stringify!($name), &[$(stringify!($argument)),*], stringify!($result))),*]
    };
}

macro_rules! c_constants {
    ($($name:ident { $($constant:ident = $value:expr,)* })*) => {
        [$($(format!("_Static_assert({} == {}, \"\");\n", stringify!($constant), $value)),*),*]
    };
}

/// Whether C accepts `lines` after hiprtc's header. `const` is taken out of both, since it differs between ROCm's
/// versions.
fn compiles(name: &str, lines: &str) -> std::io::Result<(bool, String)> {
    let file = env::temp_dir().join(format!("portax-{name}-{}.c", std::process::id()));
    fs::write(&file, format!("#include <hip/hiprtc.h>\n{lines}"))?;
    let output = Command::new("cc")
        .args([
            "-fsyntax-only",
            "-Werror",
            "-D__HIP_PLATFORM_AMD__",
            "-Dconst=",
        ])
        .arg("-I/opt/rocm/include")
        .arg(&file)
        .output();
    fs::remove_file(&file)?;
    let output = output?;
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok((output.status.success(), log))
}

#[test]
fn hiprtc_is_declared_as_in_its_header() -> std::io::Result<()> {
    let lines = hiprtc_functions!(c_functions).concat() + &hiprtc_constants!(c_constants).concat();
    let get_code = "hiprtcResult (*check_hiprtcGetCode)(hiprtcProgram, char*) = hiprtcGetCode;";
    assert!(lines.contains(get_code), "{lines}");
    let (compiles, log) = compiles("hiprtc", &lines)?;
    assert!(compiles, "{lines}\n{log}");
    Ok(())
}

#[test]
fn the_compiler_sees_wrong_declarations() -> std::io::Result<()> {
    for wrong in [
        c_pointer(
            "hiprtcGetCode",
            &["hiprtcProgram", "*mut usize"],
            "hiprtcResult",
        ),
        "_Static_assert(HIPRTC_SUCCESS == 5, \"\");\n".to_string(),
    ] {
        let (compiles, log) = compiles("wrong", &wrong)?;
        assert!(!compiles && log.contains("error"), "{wrong}\n{log}");
    }
    Ok(())
}
