//! hiprtc's functions: the host's C++ compiler makes a shared library of a HIP source.

use crate::{module::temporary, runtime::device};
use std::{
    collections::HashMap,
    env,
    ffi::{CStr, c_char, c_int, c_void},
    fs, io,
    path::Path,
    process::{Command, Output},
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

/// A result: zero or the number of an error.
type Code = c_int;

const SUCCESS: Code = 0;
const INVALID_OPTION: Code = 5;
const COMPILATION: Code = 6;

/// How code objects start; their length follows, then the library.
pub const MAGIC: &[u8] = b"PXHIPCPU";

/// HIP's words on the host.
const PRELUDE: &str = include_str!("prelude.hpp");

/// A program between its creation and its end.
struct Program {
    text: String,
    name: String,
    log: String,
    code: Vec<u8>,
}

/// # Safety
/// `hiprtcCreateProgram` made it, and nobody else uses it now.
unsafe fn program<'a>(handle: *mut c_void) -> &'a mut Program {
    // SAFETY: by the caller's promise.
    unsafe { &mut *handle.cast() }
}

/// # Safety
/// The text ends with a zero.
unsafe fn string(text: *const c_char) -> String {
    // SAFETY: by the caller's promise.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_string_lossy().into_owned()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hiprtcVersion(major: *mut c_int, minor: *mut c_int) -> Code {
    // SAFETY: the caller's pointers.
    unsafe { (*major, *minor) = (9, 0) };
    SUCCESS
}

/// A number that changes with the prelude, which is part of every code object: 31 bits of FNV-1a.
pub const fn prelude_version() -> c_int {
    let (text, mut hash, mut k) = (PRELUDE.as_bytes(), 0x811c_9dc5_u32, 0);
    while k < text.len() {
        hash = (hash ^ text[k] as u32).wrapping_mul(0x0100_0193);
        k += 1;
    }
    (hash >> 1) as c_int
}

#[unsafe(no_mangle)]
extern "C" fn hiprtcGetErrorString(code: Code) -> *const c_char {
    let name = match code {
        SUCCESS => c"HIPRTC_SUCCESS",
        INVALID_OPTION => c"HIPRTC_ERROR_INVALID_OPTION",
        COMPILATION => c"HIPRTC_ERROR_COMPILATION",
        _ => c"HIPRTC_ERROR_INTERNAL_ERROR",
    };
    name.as_ptr()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hiprtcCreateProgram(
    program: *mut *mut c_void,
    text: *const c_char,
    name: *const c_char,
    _headers: c_int,
    _header_texts: *const *const c_char,
    _header_names: *const *const c_char,
) -> Code {
    // SAFETY: the caller's pointer; the caller's texts end with zeros.
    unsafe {
        let new = Program {
            text: string(text),
            name: string(name),
            log: String::new(),
            code: Vec::new(),
        };
        *program = Box::into_raw(Box::new(new)).cast();
    }
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hiprtcDestroyProgram(program: *mut *mut c_void) -> Code {
    // SAFETY: `hiprtcCreateProgram` made it, and it is used no more.
    drop(unsafe { Box::from_raw((*program).cast::<Program>()) });
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hiprtcCompileProgram(
    handle: *mut c_void,
    count: c_int,
    options: *const *const c_char,
) -> Code {
    // SAFETY: the caller's program; the caller's options are this many and end with zeros.
    unsafe {
        let options = (0..count as usize).map(|k| string(*options.add(k)));
        program(handle).compile(&options.collect::<Vec<_>>())
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hiprtcGetProgramLogSize(handle: *mut c_void, bytes: *mut usize) -> Code {
    // SAFETY: the caller's program and pointer.
    unsafe { *bytes = program(handle).log.len() + 1 };
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hiprtcGetProgramLog(handle: *mut c_void, log: *mut c_char) -> Code {
    // SAFETY: the caller's program; the caller has room for log and zero.
    unsafe {
        let text = &program(handle).log;
        log.cast::<u8>().copy_from(text.as_ptr(), text.len());
        log.add(text.len()).write(0);
    }
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hiprtcGetCodeSize(handle: *mut c_void, bytes: *mut usize) -> Code {
    // SAFETY: the caller's program and pointer.
    unsafe { *bytes = program(handle).code.len() };
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hiprtcGetCode(handle: *mut c_void, code: *mut c_char) -> Code {
    // SAFETY: the caller's program; the caller has room for its code.
    unsafe {
        let bytes = &program(handle).code;
        code.cast::<u8>().copy_from(bytes.as_ptr(), bytes.len());
    }
    SUCCESS
}

impl Program {
    fn compile(&mut self, options: &[String]) -> Code {
        let known = ["-ffp-contract=off", "-std=c++17"];
        let is_known =
            |o: &&String| known.contains(&o.as_str()) || o.starts_with("--offload-arch=");
        if let Some(unknown) = options.iter().find(|option| !is_known(option)) {
            self.log = format!("unknown option {unknown}");
            return INVALID_OPTION;
        }
        match self.build() {
            Ok(library) => {
                self.code = [MAGIC, &(library.len() as u64).to_le_bytes(), &library].concat();
                SUCCESS
            }
            Err(log) => {
                self.log = log;
                COMPILATION
            }
        }
    }

    /// The shared library, or what the compiler says.
    fn build(&self) -> Result<Arc<Vec<u8>>, String> {
        check_scratch(library(self.source())?)
    }

    /// Prelude, text, and for each kernel a function that unpacks its arguments.
    fn source(&self) -> String {
        let (name, text) = (&self.name, &self.text);
        let mut source = format!("{PRELUDE}\n#line 1 \"{name}\"\n{text}\n");
        for kernel in kernels(text) {
            source += &format!("PX_SHIM_RUN({kernel})\n");
        }
        source
    }
}

/// The shared library of a source, compiled once a process: one compiler serves all devices.
fn library(source: String) -> Result<Arc<Vec<u8>>, String> {
    type Libraries = Mutex<HashMap<String, Arc<Vec<u8>>>>;
    static LIBRARIES: LazyLock<Libraries> = LazyLock::new(Libraries::default);
    let libraries = || LIBRARIES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(library) = libraries().get(&source) {
        return Ok(Arc::clone(library));
    }
    let library = Arc::new(build(&source)?);
    libraries().insert(source, Arc::clone(&library));
    Ok(library)
}

fn build(text: &str) -> Result<Vec<u8>, String> {
    let (source, library) = (temporary("cpp"), temporary("so"));
    let compiled = fs::write(&source, text).and_then(|()| compile(&source, &library));
    let read = fs::read(&library);
    let _ = (fs::remove_file(&source), fs::remove_file(&library));
    let compiled = compiled.map_err(|error| format!("the C++ compiler does not start: {error}"))?;
    match read {
        Ok(library) if compiled.status.success() => Ok(library),
        _ => Err(String::from_utf8_lossy(&compiled.stderr).into_owned()),
    }
}

fn compile(source: &Path, library: &Path) -> io::Result<Output> {
    let compiler = env::var("CXX").unwrap_or_else(|_| "c++".to_string());
    Command::new(compiler)
        .args(["-std=c++17", "-O1", "-march=native", "-ffp-contract=off"])
        .args(["-w", "-fPIC", "-shared", "-nostdlib", "-o"])
        .args([library, source])
        .arg("-lm")
        .output()
}

/// Names of the kernels in a text: what stands before the first parenthesis that opens after `__global__` and the bounds.
fn kernels(text: &str) -> Vec<&str> {
    let declarations = text.split("__global__").skip(1);
    declarations.filter_map(kernel_name).collect()
}

fn kernel_name(mut rest: &str) -> Option<&str> {
    loop {
        let (before, after) = rest.split_once('(')?;
        let name = before
            .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
            .next()?;
        match name {
            "__launch_bounds__" | "__attribute__" | "" | "amdgpu_num_vgpr" => rest = after,
            name => return Some(name),
        }
    }
}

/// A library whose scratch a group has: arrays in scratch are the library's thread-local storage.
fn check_scratch(library: Arc<Vec<u8>>) -> Result<Arc<Vec<u8>>, String> {
    let (found, limit) = (thread_local_bytes(&library), device().scratch);
    match found > limit {
        true => Err(format!(
            "error: local memory ({found}) exceeds limit ({limit})"
        )),
        false => Ok(library),
    }
}

/// Size in memory of the segment of thread-local storage of a 64-bit ELF file.
pub fn thread_local_bytes(elf: &[u8]) -> usize {
    const THREAD_LOCAL: usize = 7;
    let number = |at: usize, bytes: usize| {
        let bytes = &elf[at..at + bytes];
        bytes
            .iter()
            .rev()
            .fold(0, |value, &byte| value << 8 | usize::from(byte))
    };
    let (table, entry, count) = (number(32, 8), number(54, 2), number(56, 2));
    let mut headers = (0..count).map(|k| table + k * entry);
    let found = headers.find(|&header| number(header, 4) == THREAD_LOCAL);
    found.map_or(0, |header| number(header + 40, 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_found_behind_their_bounds() {
        let text = "extern \"C\" __global__ void first(int a) {} extern \"C\" __global__ void
            __launch_bounds__(256) __attribute__((amdgpu_num_vgpr(96))) second_1(float* (x)) {}";
        assert_eq!(kernels(text), ["first", "second_1"]);
    }

    #[test]
    fn scratch_is_counted() {
        let program = |bytes: usize| Program {
            text: format!(
                "extern \"C\" __global__ void k(int* a) {{ __shared__ char s[{bytes}]; s[a[1]] = 1; a[0] = s[a[2]]; }}"
            ),
            name: "k.hip".to_string(),
            log: String::new(),
            code: Vec::new(),
        };
        assert_eq!(program(device().scratch).compile(&[]), SUCCESS);
        let mut more = program(device().scratch + 1);
        assert_eq!(more.compile(&[]), COMPILATION);
        assert!(more.log.contains("exceeds limit"), "{}", more.log);
    }
}
