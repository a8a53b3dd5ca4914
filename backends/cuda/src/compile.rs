//! From machine code to kernels.

use crate::{
    Cuda,
    context::Context,
    error::DriverResult,
    nvrtc::{self, Target},
};
use cudarc::driver::{
    result::{
        function::{get_function_attribute, set_function_attribute},
        module,
    },
    sys::{CUfunction, CUfunction_attribute, CUmodule, CUresult},
};
use portax::{
    backend::{Inspection, Module, Source},
    cache::Key,
    error::Result,
};
use std::{ffi::CString, sync::Arc};

/// What [`Device::compile`](portax::backend::Device::compile) gives.
pub struct Compiled {
    /// Owns the code.
    module: CUmodule,
    /// The kernel in it.
    pub function: CUfunction,
    /// Name in the source.
    pub entry: String,
    /// Largest work group: registers may limit it below the device's.
    pub max_group_size: usize,
    /// Bytes of shared memory that a launch adds to what the text declares.
    pub scratch_bytes: usize,
    /// Where the module lives.
    pub context: Arc<Context>,
}

// SAFETY: the driver's functions may be called with these handles from any thread, also at once.
unsafe impl Send for Compiled {}
// SAFETY: as above.
unsafe impl Sync for Compiled {}

impl Cuda {
    /// Compiles, loads and looks the kernel up. An entry of the cache that does not load is compiled anew.
    pub(crate) fn compile_kernel(&self, source: &Source) -> Result<Module> {
        let words = self.words();
        let key = self.key(source, &words);
        if let Some(compiled) = self.cache.load(&key, |image| self.load(source, image)) {
            return Ok(Arc::new(compiled));
        }
        Ok(Arc::new(self.load(source, &self.fresh_image(source)?)?))
    }

    fn load(&self, source: &Source, image: &[u8]) -> Result<Compiled> {
        let operation = format_args!("loading kernel `{}`", source.entry);
        let module = self.drive(operation, |_| {
            if !is_whole(image) {
                return CUresult::CUDA_ERROR_INVALID_IMAGE
                    .result()
                    .map(|()| std::ptr::null_mut());
            }
            // SAFETY: the image is a cubin, which knows its length, or PTX that ends with a zero.
            unsafe { module::load_data(image.as_ptr().cast()) }
        })?;
        let mut compiled = Compiled {
            module,
            function: std::ptr::null_mut(),
            entry: source.entry.clone(),
            max_group_size: 0,
            scratch_bytes: source.dynamic_scratch,
            context: Arc::clone(self.stream.context()),
        };
        self.drive(operation, |_| compiled.find_function())?;
        Ok(compiled)
    }

    /// Returns PTX, machine code and resources. PTX is compiled anew, since no module keeps it.
    pub(crate) fn inspect_kernel(&self, source: &Source, module: &Module) -> Result<Inspection> {
        let compiled = self.own_kernel(module)?;
        let mut files = Vec::new();
        if let Target::Cubin(capability) = self.target {
            files.push(("cubin", self.image(source)?));
            let mut ptx = nvrtc::compile(&self.name, source, Target::Ptx(capability))?;
            ptx.retain(|&byte| byte != 0);
            files.push(("ptx", ptx));
        }
        let resources = self.drive("asking for resources", |_| compiled.resources())?;
        Ok(Inspection { files, resources })
    }

    /// Returns machine code or PTX, from the cache if it is there.
    fn image(&self, source: &Source) -> Result<Vec<u8>> {
        let cached = self.cache.find(&self.key(source, &self.words()));
        cached.map_or_else(|| self.fresh_image(source), Ok)
    }

    /// Compiles for the cache and the caller.
    fn fresh_image(&self, source: &Source) -> Result<Vec<u8>> {
        let image = nvrtc::compile(&self.name, source, self.target)?;
        self.cache.store(&self.key(source, &self.words()), &image);
        Ok(image)
    }

    /// What of a key is no field: the target and the compiler's options.
    fn words(&self) -> [String; 2] {
        let options = nvrtc::options(self.target);
        [self.target.to_string(), options.join(" ")]
    }

    fn key<'a>(&'a self, source: &'a Source, [device, options]: &'a [String; 2]) -> Key<'a> {
        Key {
            device,
            compiler: &self.compiler,
            options,
            entry: &source.entry,
            text: &source.text,
        }
    }
}

/// Does a cubin have its tables of sections and segments, and PTX its end? The driver is not told how long an image is.
fn is_whole(image: &[u8]) -> bool {
    if !image.starts_with(b"\x7fELF") {
        return image.ends_with(&[0]);
    }
    // Fields of the header of a 64-bit ELF file: where the table is, bytes and number of its rows.
    let number = |at: usize, bytes: usize| {
        let field = image.get(at..at + bytes)?;
        let digits = field.iter().rev();
        Some(digits.fold(0, |number: u64, &byte| number << 8 | u64::from(byte)))
    };
    let ends_inside = |table: usize, row: usize, rows: usize| {
        let bytes = number(row, 2)? * number(rows, 2)?;
        Some(number(table, 8)?.checked_add(bytes)? <= image.len() as u64)
    };
    [(32, 54, 56), (40, 58, 60)]
        .into_iter()
        .all(|(table, row, rows)| ends_inside(table, row, rows) == Some(true))
}

impl Compiled {
    fn resources(&self) -> DriverResult<Vec<(&'static str, u64)>> {
        let attributes = [
            (
                "registers",
                CUfunction_attribute::CU_FUNC_ATTRIBUTE_NUM_REGS,
            ),
            (
                "bytes of local memory (spills and arrays)",
                CUfunction_attribute::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
            ),
            (
                "bytes of static shared memory",
                CUfunction_attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
            ),
            (
                "largest group",
                CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
            ),
        ];
        let mut resources = vec![("bytes of dynamic shared memory", self.scratch_bytes as u64)];
        for (name, attribute) in attributes {
            // SAFETY: the function belongs to the loaded module.
            let amount = unsafe { get_function_attribute(self.function, attribute)? };
            resources.push((name, amount as u64));
        }
        Ok(resources)
    }

    /// Looks the kernel up and raises its limit of shared memory, which is 48 KiB unless a program asks for more. A
    /// kernel without scratch leaves all of that memory to the first-level cache.
    fn find_function(&mut self) -> DriverResult<()> {
        // SAFETY: the module is loaded and its context current; NVRTC has taken the name, thus it has no zero byte.
        unsafe {
            let name = CString::new(self.entry.as_str()).unwrap_or_default();
            self.function = module::get_function(self.module, name)?;
            let most = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
            self.max_group_size = get_function_attribute(self.function, most)? as usize;
            if self.scratch_bytes > 0 {
                let most = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
                set_function_attribute(self.function, most, self.scratch_bytes as i32)?;
            }
            let own = CUfunction_attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES;
            if self.scratch_bytes == 0 && get_function_attribute(self.function, own)? == 0 {
                let carve_out =
                    CUfunction_attribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
                set_function_attribute(self.function, carve_out, 0)?;
            }
        }
        Ok(())
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        // Launches may still run the code. If the device has failed, the code is gone with it, and the next fence
        // reports the failure.
        let _ = self.context.fence();
        // SAFETY: the module is loaded, its kernels are done, and its function is no longer used.
        let _ = unsafe { module::unload(self.module) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::require_nvrtc;
    use portax_testing::skip;

    #[test]
    fn an_image_that_was_cut_is_not_whole() -> Result<()> {
        if let Err(reason) = require_nvrtc() {
            skip("cuda", reason);
            return Ok(());
        }
        let source = Source::new(
            "extern \"C\" __global__ void one(int* a) { *a = 1; }",
            "one",
        );
        for target in [Target::Cubin(90), Target::Ptx(90)] {
            let image = nvrtc::compile("cuda", &source, target)?;
            assert!(is_whole(&image), "{target}");
            for length in [0, 3, 20, image.len() / 2, image.len() - 1] {
                assert!(!is_whole(&image[..length]), "{target}, {length} bytes");
            }
        }
        Ok(())
    }
}
