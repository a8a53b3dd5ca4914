//! From source text to machine code or PTX; needs no GPU.

use crate::error::unavailable;
use cudarc::nvrtc::{
    result::{NvrtcError, compile_program, create_program, get_program_log, get_ptx},
    sys,
};
use portax::{
    backend::Source,
    error::{Error, Result},
};
use std::{
    ffi::{CStr, CString, c_char},
    fmt::{self, Display, Formatter},
    ptr,
};

/// What NVRTC compiles to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Machine code for this compute capability, `10 * major + minor`
    Cubin(i32),
    /// PTX of this virtual architecture, which the driver compiles for a newer GPU
    Ptx(i32),
}

impl Target {
    /// For a GPU of this compute capability.
    ///
    /// # Errors
    /// The GPU is older than all that this NVRTC supports.
    pub fn of(capability: i32) -> Result<Target> {
        let supported = supported().map_err(|error| unavailable(format!("NVRTC says {error}")))?;
        Target::choose(&supported, capability).ok_or_else(|| {
            unavailable(format!(
                "the GPU has compute capability {capability} (major minor), this NVRTC compiles for {supported:?}; put an \
                 older NVRTC first in LD_LIBRARY_PATH"
            ))
        })
    }

    fn choose(supported: &[i32], capability: i32) -> Option<Target> {
        if supported.contains(&capability) {
            return Some(Target::Cubin(capability));
        }
        let older = supported.iter().filter(|&&known| known < capability);
        older.max().map(|&known| Target::Ptx(known))
    }

    /// The compute capability that the text is compiled for.
    pub fn capability(self) -> i32 {
        match self {
            Target::Cubin(capability) | Target::Ptx(capability) => capability,
        }
    }

    fn option(self) -> String {
        match self {
            Target::Cubin(capability) => format!("--gpu-architecture=sm_{capability}"),
            Target::Ptx(capability) => format!("--gpu-architecture=compute_{capability}"),
        }
    }
}

impl Display for Target {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Target::Cubin(capability) => write!(f, "cuda sm_{capability}"),
            Target::Ptx(capability) => write!(f, "cuda compute_{capability}"),
        }
    }
}

/// Compute capabilities that NVRTC has machine code for.
fn supported() -> std::result::Result<Vec<i32>, NvrtcError> {
    let mut count = 0;
    // SAFETY: the call writes one integer.
    unsafe { sys::nvrtcGetNumSupportedArchs(&mut count).result()? };
    let mut supported = vec![0; count as usize];
    // SAFETY: the call writes as many integers as the one before has counted.
    unsafe { sys::nvrtcGetSupportedArchs(supported.as_mut_ptr()).result()? };
    Ok(supported)
}

/// Major and minor version, such as `13.0`.
///
/// # Errors
/// An error that NVRTC reports.
pub fn version() -> std::result::Result<String, NvrtcError> {
    let (mut major, mut minor) = (0, 0);
    // SAFETY: the call writes two integers.
    unsafe { sys::nvrtcVersion(&mut major, &mut minor).result()? };
    Ok(format!("{major}.{minor}"))
}

/// Options for NVRTC.
pub fn options(target: Target) -> [String; 3] {
    [
        target.option(),
        "--fmad=false".to_string(),
        "--std=c++17".to_string(),
    ]
}

/// A program of NVRTC.
struct Program(sys::nvrtcProgram);

impl Program {
    fn new(text: &CStr, name: &CStr) -> std::result::Result<Program, NvrtcError> {
        create_program(text, Some(name)).map(Program)
    }

    /// Multiplications and additions are fused only where the source says so.
    fn compile(&self, target: Target) -> std::result::Result<Vec<u8>, NvrtcError> {
        let options = options(target);
        // SAFETY: the program is alive.
        unsafe {
            compile_program(self.0, &options)?;
            match target {
                Target::Cubin(_) => self.cubin(),
                Target::Ptx(_) => get_ptx(self.0).map(bytes),
            }
        }
    }

    /// # Safety
    /// The program was compiled for a real architecture.
    unsafe fn cubin(&self) -> std::result::Result<Vec<u8>, NvrtcError> {
        let mut size = 0;
        // SAFETY: the program is alive; the second call writes as many bytes as the first has counted.
        unsafe {
            sys::nvrtcGetCUBINSize(self.0, &mut size).result()?;
            let mut image = vec![0u8; size];
            sys::nvrtcGetCUBIN(self.0, image.as_mut_ptr().cast()).result()?;
            Ok(image)
        }
    }

    fn log(&self) -> String {
        // SAFETY: the program is alive.
        let log = unsafe { get_program_log(self.0) };
        let log = bytes(log.unwrap_or_default());
        String::from_utf8_lossy(log.split(|&byte| byte == 0).next().unwrap_or_default())
            .trim()
            .to_string()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: the program is alive and destroyed once; that fails for no program.
        let _ = unsafe { sys::nvrtcDestroyProgram(ptr::from_mut(&mut self.0)) };
    }
}

fn bytes(chars: Vec<c_char>) -> Vec<u8> {
    chars.into_iter().map(|c| c as u8).collect()
}

/// Compiles for `space`'s target: what the driver loads as a module.
///
/// # Errors
/// [`Error::Compile`] with log and source.
pub fn compile(space: &str, source: &Source, target: Target) -> Result<Vec<u8>> {
    let failed = |log: String| Error::compile(space, source, log);
    let text = CString::new(source.text.as_str());
    let name = CString::new(format!("{}.cu", source.entry));
    let (Ok(text), Ok(name)) = (text, name) else {
        return Err(failed("the text has a zero byte".to_string()));
    };
    let program = Program::new(&text, &name).map_err(|code| failed(code.to_string()))?;
    program
        .compile(target)
        .map_err(|code| failed(format!("{code}\n{}", program.log())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{dialect::CUDA, library::require_nvrtc};
    use portax_testing::skip;

    fn is_absent() -> bool {
        let found = require_nvrtc();
        if let Err(reason) = &found {
            skip("cuda", reason);
        }
        found.is_err()
    }

    fn source(text: &str) -> Source {
        Source::new(text, "kernel")
    }

    #[test]
    fn gpus_newer_than_nvrtc_get_ptx_and_older_ones_nothing() {
        let supported = [75, 80, 90];
        assert_eq!(Target::choose(&supported, 80), Some(Target::Cubin(80)));
        assert_eq!(Target::choose(&supported, 103), Some(Target::Ptx(90)));
        assert_eq!(Target::choose(&supported, 61), None);
    }

    #[test]
    fn machine_code_and_ptx_come_out() -> Result<()> {
        if is_absent() {
            return Ok(());
        }
        let source = source("extern \"C\" __global__ void kernel(float* x) { *x = 1.0f; }");
        assert_eq!(Target::of(90)?, Target::Cubin(90));
        let cubin = compile("cuda:0", &source, Target::Cubin(90))?;
        assert_eq!(&cubin[..4], b"\x7fELF");
        let newer = Target::of(10_000)?;
        assert!(
            matches!(newer, Target::Ptx(known) if known >= 90),
            "{newer:?}"
        );
        let ptx = compile("cuda:0", &source, newer)?;
        assert!(String::from_utf8_lossy(&ptx).contains(".visible .entry kernel"));
        assert_eq!(ptx.last(), Some(&0), "the driver reads PTX up to a zero");
        Ok(())
    }

    #[test]
    fn multiplications_and_additions_are_fused_only_on_demand() -> Result<()> {
        if is_absent() {
            return Ok(());
        }
        let ptx = |expression: &str| -> Result<String> {
            let text = format!(
                "extern \"C\" __global__ void kernel(double* x) {{ x[0] = {expression}; }}"
            );
            let ptx = compile("cuda:0", &source(&text), Target::Ptx(80))?;
            Ok(String::from_utf8_lossy(&ptx).into_owned())
        };
        assert!(!ptx("x[1] * x[2] + x[3]")?.contains("fma"));
        assert!(ptx("fma(x[1], x[2], x[3])")?.contains("fma.rn.f64"));
        Ok(())
    }

    #[test]
    fn errors_show_log_and_source() {
        if is_absent() {
            return;
        }
        let broken = source("extern \"C\" __global__ void kernel(float* y) { y[0] = undeclared; }");
        match compile("cuda:0", &broken, Target::Cubin(90)) {
            Err(Error::Compile {
                log, source_text, ..
            }) => {
                assert!(
                    log.contains("kernel.cu(1): error: identifier \"undeclared\""),
                    "{log}"
                );
                assert_eq!(source_text, broken.text);
            }
            other => panic!("{other:?}"),
        }
        let zero = compile("cuda:0", &source("a\0b"), Target::Cubin(90));
        assert!(matches!(zero, Err(Error::Compile { .. })), "{zero:?}");
    }

    /// Every word of the dialect in one translation unit.
    #[test]
    fn every_helper_compiles() -> Result<()> {
        if is_absent() {
            return Ok(());
        }
        let helpers = CUDA
            .helpers
            .iter()
            .copied()
            .flatten()
            .map(|(_, text)| *text);
        let helpers = helpers.collect::<Vec<_>>().join("\n");
        let helpers = helpers.replace("{fn}", CUDA.function);
        let helpers = helpers
            .replace("{u32}", CUDA.u32)
            .replace("{i64}", CUDA.i64)
            .replace("{u64}", CUDA.u64);
        let capped = CUDA
            .register_cap
            .unwrap_or_default()
            .replace("{registers}", "96");
        let (_, scratch) = CUDA.dynamic_scratch.unwrap_or_default();
        let text = format!(
            "{helpers}\n{scratch}\n{} {capped} kernel(double* x, float* y, int* i, long long* l, unsigned long long* u) {{
            i[0] = px_to_i32(x[0]) + px_to_i32(y[0]) + (int)px_to_u32(x[1]) + (int)px_to_u32(y[1]);
            x[2] = px_flip_f64(x[3], i[1]) + px_bits_f64(0x3ff0000000000000ULL) + ((double*)px_scratch)[i[4]];
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
            l[5] = px_lanes_add_i64(l[6], 32) + px_lanes_min_i64(l[7], 32) + px_lanes_max_i64(l[8], 32);
            u[5] = px_lanes_add_u64(u[6], 32) + px_lanes_min_u64(u[7], 32) + px_lanes_max_u64(u[8], 32);
            px_vector_barrier(); {}
            if (px_fault_first((long long*)i)) i[5] = 1;
        }}",
            CUDA.kernel, CUDA.barrier
        );
        for capability in [75, 90] {
            compile("cuda:0", &source(&text), Target::Cubin(capability))?;
        }
        Ok(())
    }
}
