//! hiprtc's functions by NVRTC's: a program of hiprtc is one of NVRTC's with a prelude.

use crate::runtime::capability;
use cudarc::nvrtc::sys::{self, nvrtcProgram, nvrtcResult};
use std::ffi::{CStr, CString, c_char, c_int};

/// A result: zero or the number of an error, which hiprtc has from NVRTC.
type Code = c_int;

const BUILTIN_OPERATION_FAILURE: Code = 7;

/// HIP's words in CUDA.
const PRELUDE: &str = include_str!("prelude.cuh");

/// What is compiled for where there is no device.
const DEFAULT_CAPABILITY: i32 = 90;

#[unsafe(no_mangle)]
unsafe extern "C" fn hiprtcGetErrorString(code: Code) -> *const c_char {
    let name = match code {
        0 => c"HIPRTC_SUCCESS",
        5 => c"HIPRTC_ERROR_INVALID_OPTION",
        6 => c"HIPRTC_ERROR_COMPILATION",
        _ => c"HIPRTC_ERROR_INTERNAL_ERROR",
    };
    name.as_ptr()
}

/// NVRTC's version, in whose place the code objects are.
#[unsafe(no_mangle)]
unsafe extern "C" fn hiprtcVersion(major: *mut c_int, minor: *mut c_int) -> Code {
    // SAFETY: loading NVRTC runs its initializers only; the pointers are the caller's.
    unsafe {
        match sys::is_culib_present() {
            true => sys::nvrtcVersion(major, minor) as Code,
            false => no_compiler(),
        }
    }
}

fn no_compiler() -> Code {
    eprintln!("HIP shim: NVRTC (libnvrtc.so) is not found; put its folder into LD_LIBRARY_PATH");
    BUILTIN_OPERATION_FAILURE
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hiprtcCreateProgram(
    program: *mut nvrtcProgram,
    text: *const c_char,
    name: *const c_char,
    headers: c_int,
    header_texts: *const *const c_char,
    header_names: *const *const c_char,
) -> Code {
    // SAFETY: loading NVRTC runs its initializers only.
    if !unsafe { sys::is_culib_present() } {
        return no_compiler();
    }
    // SAFETY: the caller's texts end with zeros; NVRTC copies what it is given.
    unsafe {
        let (text, file) = (CStr::from_ptr(text), CStr::from_ptr(name).to_string_lossy());
        let start = format!("{PRELUDE}#line 1 \"{file}\"\n");
        let text = CString::from_vec_unchecked([start.as_bytes(), text.to_bytes()].concat());
        sys::nvrtcCreateProgram(
            program,
            text.as_ptr(),
            name,
            headers,
            header_texts,
            header_names,
        ) as Code
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hiprtcDestroyProgram(program: *mut nvrtcProgram) -> Code {
    // SAFETY: by the caller's promise.
    unsafe { sys::nvrtcDestroyProgram(program) as Code }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hiprtcCompileProgram(
    program: nvrtcProgram,
    count: c_int,
    options: *const *const c_char,
) -> Code {
    // SAFETY: the caller's options are this many and end with zeros.
    let options = (0..count as usize).map(|k| unsafe { CStr::from_ptr(*options.add(k)) });
    let mut options: Vec<CString> = options.filter_map(option).collect();
    let capability = capability().unwrap_or(DEFAULT_CAPABILITY);
    options.extend(CString::new(format!("--gpu-architecture=sm_{capability}")));
    let pointers: Vec<_> = options.iter().map(|option| option.as_ptr()).collect();
    // SAFETY: the program is alive, the options end with zeros and outlive the call.
    unsafe { sys::nvrtcCompileProgram(program, pointers.len() as c_int, pointers.as_ptr()) as Code }
}

/// An option in NVRTC's words: the architecture is always the device's.
fn option(hip: &CStr) -> Option<CString> {
    match hip.to_bytes() {
        b"-ffp-contract=off" => Some(c"--fmad=false".to_owned()),
        option if option.starts_with(b"--offload-arch=") => None,
        _ => Some(hip.to_owned()),
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hiprtcGetProgramLogSize(program: nvrtcProgram, bytes: *mut usize) -> Code {
    // SAFETY: by the caller's promise.
    unsafe { sys::nvrtcGetProgramLogSize(program, bytes) as Code }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hiprtcGetProgramLog(program: nvrtcProgram, log: *mut c_char) -> Code {
    // SAFETY: by the caller's promise.
    unsafe { sys::nvrtcGetProgramLog(program, log) as Code }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hiprtcGetCodeSize(program: nvrtcProgram, bytes: *mut usize) -> Code {
    // SAFETY: by the caller's promise.
    unsafe { sys::nvrtcGetCUBINSize(program, bytes) as Code }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hiprtcGetCode(program: nvrtcProgram, code: *mut c_char) -> Code {
    // SAFETY: by the caller's promise.
    unsafe { sys::nvrtcGetCUBIN(program, code) as Code }
}

const _: () = assert!(nvrtcResult::NVRTC_ERROR_INVALID_OPTION as Code == 5);
const _: () = assert!(nvrtcResult::NVRTC_ERROR_COMPILATION as Code == 6);

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, path::Path, ptr};

    /// The code, or the log.
    fn compile(text: &str) -> Result<Vec<u8>, String> {
        let text = CString::new(text).expect("no zero byte");
        let options = [
            c"-ffp-contract=off".as_ptr(),
            c"-std=c++17".as_ptr(),
            c"--offload-arch=gfx90a".as_ptr(),
        ];
        let (mut program, mut size) = (ptr::null_mut(), 0);
        // SAFETY: texts end with zeros; the second call of each pair writes as many bytes as the first has counted.
        unsafe {
            let none = ptr::null();
            assert_eq!(
                hiprtcCreateProgram(
                    &mut program,
                    text.as_ptr(),
                    c"k.hip".as_ptr(),
                    0,
                    none,
                    none.cast()
                ),
                0
            );
            let code = hiprtcCompileProgram(program, 3, options.as_ptr());
            let is_fine = code == 0;
            match is_fine {
                true => hiprtcGetCodeSize(program, &mut size),
                false => hiprtcGetProgramLogSize(program, &mut size),
            };
            let mut bytes = vec![0u8; size];
            match is_fine {
                true => hiprtcGetCode(program, bytes.as_mut_ptr().cast()),
                false => hiprtcGetProgramLog(program, bytes.as_mut_ptr().cast()),
            };
            hiprtcDestroyProgram(&mut program);
            match is_fine {
                true => Ok(bytes),
                false => Err(String::from_utf8_lossy(&bytes).into_owned()),
            }
        }
    }

    fn is_absent() -> bool {
        // SAFETY: loading NVRTC runs its initializers only.
        let is_present = unsafe { sys::is_culib_present() };
        if !is_present {
            println!("skipped: there is no NVRTC");
        }
        !is_present
    }

    #[test]
    fn every_golden_source_compiles() {
        if is_absent() {
            return;
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/text");
        let files = fs::read_dir(folder).expect("the golden sources");
        let files = files.map(|file| file.expect("a file").path());
        let sources: Vec<_> = files
            .filter(|path| path.extension().is_some_and(|e| e == "hip"))
            .collect();
        assert!(sources.len() >= 4, "{sources:?}");
        for path in sources {
            let text = fs::read_to_string(&path).expect("a source");
            match compile(&text) {
                Ok(code) => assert_eq!(&code[..4], b"\x7fELF"),
                Err(log) => panic!("{path:?}:\n{log}"),
            }
        }
    }

    #[test]
    fn logs_name_the_line_of_the_source() {
        if is_absent() {
            return;
        }
        let log = compile("extern \"C\" __global__ void k(float* y) { y[0] = undeclared; }");
        let log = log.expect_err("a name is undeclared");
        assert!(log.contains("k.hip(1): error"), "{log}");
    }
}
