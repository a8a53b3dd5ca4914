//! From source text to machine code; needs no GPU if the architecture is given.

use crate::{
    library,
    sys::{HiprtcLibrary, hiprtcProgram, hiprtcResult},
};
use portax::{
    backend::Source,
    error::{Error, Result},
};
use std::{
    ffi::{CStr, CString, c_char, c_int},
    ptr,
    sync::{Mutex, PoisonError},
};

/// hiprtc's LLVM keeps options in globals: one compilation at a time.
static COMPILER: Mutex<()> = Mutex::new(());

/// Major and minor version, such as `9.0`; it has not changed for years of ROCm releases.
///
/// # Errors
/// hiprtc is absent or does not say.
pub fn version() -> std::result::Result<String, String> {
    let (library, mut major, mut minor) = (library::hiprtc()?, 0, 0);
    // SAFETY: the call writes two integers.
    let result = unsafe { (library.hiprtcVersion)(&mut major, &mut minor) }.result();
    result.map_err(|code| format!("hiprtc says {}", words(library, code)))?;
    Ok(format!("{major}.{minor}"))
}

/// Options for hiprtc, separated by spaces: multiplications and additions are fused only where the source says so.
pub fn options(architecture: Option<&str>) -> String {
    let mut options = "-ffp-contract=off -std=c++17".to_string();
    if let Some(name) = architecture {
        options += " --offload-arch=";
        options += name;
    }
    options
}

/// Compiles for `architecture`, such as `gfx90a`, else for the thread's current device: what the runtime loads as a
/// module.
///
/// # Errors
/// [`Error::Compile`] with log and source.
pub fn compile(space: &str, source: &Source, architecture: Option<&str>) -> Result<Vec<u8>> {
    let failed = |log: String| Error::compile(space, source, log);
    let library = library::hiprtc().map_err(failed)?;
    let text = CString::new(source.text.as_str());
    let name = CString::new(format!("{}.hip", source.entry));
    let (Ok(text), Ok(name)) = (text, name) else {
        return Err(failed("the text has a zero byte".to_string()));
    };
    let _guard = COMPILER.lock().unwrap_or_else(PoisonError::into_inner);
    let code = |code| words(library, code);
    let program = Program::new(library, &text, &name).map_err(|e| failed(code(e)))?;
    program
        .compile(architecture)
        .map_err(|e| failed(format!("{}\n{}", code(e), program.log())))
}

/// Name of a code.
fn words(library: &HiprtcLibrary, code: hiprtcResult) -> String {
    // SAFETY: hiprtc knows its own codes; the text is static.
    let name = unsafe { CStr::from_ptr((library.hiprtcGetErrorString)(code)) };
    name.to_string_lossy().into_owned()
}

/// Result of hiprtc.
type RtcResult<T> = std::result::Result<T, hiprtcResult>;

impl hiprtcResult {
    fn result(self) -> RtcResult<()> {
        match self {
            hiprtcResult::HIPRTC_SUCCESS => Ok(()),
            code => Err(code),
        }
    }
}

/// A program of hiprtc.
struct Program {
    library: &'static HiprtcLibrary,
    handle: hiprtcProgram,
}

impl Program {
    fn new(library: &'static HiprtcLibrary, text: &CStr, name: &CStr) -> RtcResult<Program> {
        let mut handle = ptr::null_mut();
        let (text, name, none) = (text.as_ptr(), name.as_ptr(), ptr::null());
        // SAFETY: both texts end with a zero, there are no headers; the call writes one handle.
        unsafe { (library.hiprtcCreateProgram)(&mut handle, text, name, 0, none, none) }
            .result()?;
        Ok(Program { library, handle })
    }

    fn compile(&self, architecture: Option<&str>) -> RtcResult<Vec<u8>> {
        let options = options(architecture);
        let options: Vec<CString> = options
            .split(' ')
            .map(|option| CString::new(option).unwrap_or_default())
            .collect();
        let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        let (count, hiprtc) = (pointers.len() as c_int, self.library);
        // SAFETY: the program is alive, the options end with zeros and outlive the call.
        unsafe { (hiprtc.hiprtcCompileProgram)(self.handle, count, pointers.as_ptr()) }.result()?;
        self.read(hiprtc.hiprtcGetCodeSize, hiprtc.hiprtcGetCode)
    }

    fn log(&self) -> String {
        let hiprtc = self.library;
        let log = self.read(hiprtc.hiprtcGetProgramLogSize, hiprtc.hiprtcGetProgramLog);
        let log = log.unwrap_or_default();
        let text = log.split(|&byte| byte == 0).next().unwrap_or_default();
        String::from_utf8_lossy(text).trim().to_string()
    }

    /// Reads a text: one function gives its size, the other writes it.
    fn read(
        &self,
        size: unsafe extern "C" fn(hiprtcProgram, *mut usize) -> hiprtcResult,
        get: unsafe extern "C" fn(hiprtcProgram, *mut c_char) -> hiprtcResult,
    ) -> RtcResult<Vec<u8>> {
        let mut bytes = 0;
        // SAFETY: the program is alive; the second call writes as many bytes as the first has counted.
        unsafe {
            size(self.handle, &mut bytes).result()?;
            let mut data = vec![0u8; bytes];
            get(self.handle, data.as_mut_ptr().cast()).result()?;
            Ok(data)
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: the program is alive and destroyed once; that fails for no program.
        let _ = unsafe { (self.library.hiprtcDestroyProgram)(&mut self.handle) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::HIP;
    use portax_testing::skip;

    /// An accelerator with wavefronts of 64 and a graphics card with wavefronts of 32; later ones crash ROCm 5.2.
    const ARCHITECTURES: [&str; 2] = ["gfx90a", "gfx1030"];

    fn is_absent() -> bool {
        let library = library::hiprtc();
        library.map_err(|reason| skip("hiprtc", reason)).is_err()
    }

    fn source(text: &str) -> Source {
        Source::new(text, "kernel")
    }

    #[test]
    fn machine_code_comes_out() -> Result<()> {
        if is_absent() {
            return Ok(());
        }
        let source = source("extern \"C\" __global__ void kernel(float* x) { *x = 1.0f; }");
        for architecture in ARCHITECTURES {
            let code = compile("hip:0", &source, Some(architecture))?;
            assert!(!code.is_empty(), "{architecture}");
        }
        Ok(())
    }

    #[test]
    fn errors_show_log_and_source() {
        if is_absent() {
            return;
        }
        let broken = source("extern \"C\" __global__ void kernel(float* y) { y[0] = undeclared; }");
        match compile("hip:0", &broken, Some("gfx90a")) {
            Err(Error::Compile {
                log, source_text, ..
            }) => {
                assert!(log.contains(":1:") && log.contains("undeclared"), "{log}");
                assert_eq!(source_text, broken.text);
            }
            other => panic!("{other:?}"),
        }
        let zero = compile("hip:0", &source("a\0b"), Some("gfx90a"));
        assert!(matches!(zero, Err(Error::Compile { .. })), "{zero:?}");
    }

    /// Every word of the dialect in one translation unit.
    #[test]
    fn every_helper_compiles() -> Result<()> {
        if is_absent() {
            return Ok(());
        }
        let helpers = HIP.helpers.iter().copied().flatten().map(|(_, text)| *text);
        let helpers = helpers.collect::<Vec<_>>().join("\n");
        let helpers = helpers.replace("{fn}", HIP.function);
        let helpers = helpers
            .replace("{u32}", HIP.u32)
            .replace("{i64}", HIP.i64)
            .replace("{u64}", HIP.u64);
        let capped = HIP.register_cap.unwrap_or_default();
        let capped = capped
            .replace("{registers}", "96")
            .replace("{threads}", "256");
        let text = format!(
            "{}\n{helpers}\n{} {capped} kernel(double* x, float* y, int* i, long long* l, unsigned long long* u) {{
            {} double scratch[8];
            scratch[threadIdx.x & 7] = x[7]; {}
            i[0] = px_to_i32(x[0]) + px_to_i32(y[0]) + (int)px_to_u32(x[1]) + (int)px_to_u32(y[1]);
            x[2] = px_flip_f64(x[3], i[1]) + px_bits_f64(0x3ff0000000000000ULL) + scratch[i[4] & 7];
            y[2] = px_flip_f32(y[3], i[1]) + px_bits_f32(0x3f800000U);
            px_atomic_add_f32(y + 4, px_atomic_min_f32(y + 5, px_atomic_max_f32(y + 6, 1.0f)));
            px_atomic_add_f64(x + 4, px_atomic_min_f64(x + 5, px_atomic_max_f64(x + 6, 1.0)));
            px_atomic_add_i32(i + 2, px_atomic_min_i32(i + 3, px_atomic_max_i32(i + 4, 1)));
            px_atomic_and_i32(i + 2, px_atomic_or_i32(i + 3, px_atomic_xor_i32(i + 4, 1)));
            px_atomic_exchange_i32(i + 5, (int)px_atomic_exchange_f64(x + 5, px_atomic_exchange_f32(y + 5, 1.0f)));
            l[0] = px_to_i64(x[0]) + px_to_i64(y[0]) + (long long)(px_to_u64(x[1]) + px_to_u64(y[1]) + px_bits_u64(x[2]));
            px_atomic_add_i64(l + 1, px_atomic_min_i64(l + 2, px_atomic_max_i64(l + 3, 1)));
            px_atomic_and_i64(l + 1, px_atomic_or_i64(l + 2, px_atomic_xor_i64(l + 3, px_atomic_exchange_i64(l + 4, 1))));
            px_atomic_add_u64(u + 1, px_atomic_min_u64(u + 2, px_atomic_max_u64(u + 3, 1)));
            px_atomic_and_u64(u + 1, px_atomic_or_u64(u + 2, px_atomic_xor_u64(u + 3, px_atomic_exchange_u64(u + 4, 1))));
            px_vector_barrier();
            if (px_fault_first((long long*)i)) i[5] = 1;
        }}",
            HIP.preamble, HIP.kernel, HIP.scratch, HIP.barrier
        );
        for architecture in ARCHITECTURES {
            compile("hip:0", &source(&text), Some(architecture))?;
        }
        Ok(())
    }
}
