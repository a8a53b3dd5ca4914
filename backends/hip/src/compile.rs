//! From machine code to kernels.

use crate::{
    Hip,
    context::Context,
    error::DriverResult,
    hiprtc,
    sys::{hipFunction_attribute, hipFunction_t, hipModule_t},
};
use portax::{
    backend::{Inspection, Module, Source},
    cache::Key,
    error::Result,
};
use std::{
    ffi::{CString, c_int},
    ptr,
    sync::Arc,
};

/// What [`Device::compile`](portax::backend::Device::compile) gives.
pub struct Compiled {
    /// Owns the code.
    module: hipModule_t,
    /// The kernel in it.
    pub function: hipFunction_t,
    /// Name in the source.
    pub entry: String,
    /// Largest work group: registers may limit it below the device's.
    pub max_group_size: usize,
    /// Where the module lives.
    pub context: Arc<Context>,
}

// SAFETY: the runtime's functions may be called with these handles from any thread, also at once.
unsafe impl Send for Compiled {}
// SAFETY: as above.
unsafe impl Sync for Compiled {}

impl Hip {
    /// Compiles, loads and looks the kernel up. An entry of the cache that does not load is compiled anew: it may come
    /// from a driver that is gone, and code depends on more than the name of a device.
    pub(crate) fn compile_kernel(&self, source: &Source) -> Result<Module> {
        let options = hiprtc::options(None);
        let key = self.key(source, &options);
        if let Some(compiled) = self.cache.load(&key, |image| self.load(source, image)) {
            return Ok(Arc::new(compiled));
        }
        Ok(Arc::new(self.load(source, &self.fresh_image(source)?)?))
    }

    /// The code object and resources.
    pub(crate) fn inspect_kernel(&self, source: &Source, module: &Module) -> Result<Inspection> {
        let compiled = self.own_kernel(module)?;
        let cached = self.cache.find(&self.key(source, &hiprtc::options(None)));
        let image = match cached {
            Some(image) => image,
            None => self.fresh_image(source)?,
        };
        Ok(Inspection {
            files: vec![("hsaco", image)],
            resources: self.drive("asking for resources", |_, _| compiled.resources())?,
        })
    }

    fn key<'a>(&'a self, source: &'a Source, options: &'a str) -> Key<'a> {
        Key {
            device: &self.target,
            compiler: &self.compiler,
            options,
            entry: &source.entry,
            text: &source.text,
        }
    }

    /// Compiles for the cache and the caller.
    fn fresh_image(&self, source: &Source) -> Result<Vec<u8>> {
        // The compiler takes the architecture of the thread's current device.
        self.drive(format_args!("compiling `{}`", source.entry), |_, _| Ok(()))?;
        let image = hiprtc::compile(&self.name, source, None)?;
        self.cache
            .store(&self.key(source, &hiprtc::options(None)), &image);
        Ok(image)
    }

    fn load(&self, source: &Source, image: &[u8]) -> Result<Compiled> {
        let mut compiled = Compiled {
            module: ptr::null_mut(),
            function: ptr::null_mut(),
            entry: source.entry.clone(),
            max_group_size: 0,
            context: Arc::clone(self.stream.context()),
        };
        let operation = format_args!("loading kernel `{}`", source.entry);
        self.drive(operation, |_, _| compiled.load(image))?;
        Ok(compiled)
    }
}

impl Compiled {
    fn load(&mut self, image: &[u8]) -> DriverResult<()> {
        let hip = self.context.hip;
        // hiprtc has taken the name, thus it has no zero byte.
        let name = CString::new(self.entry.as_str()).unwrap_or_default();
        // SAFETY: the image is a code object, which knows its length; the calls write two handles.
        unsafe {
            (hip.hipModuleLoadData)(&mut self.module, image.as_ptr().cast()).result()?;
            (hip.hipModuleGetFunction)(&mut self.function, self.module, name.as_ptr()).result()?;
        }
        let most = hipFunction_attribute::HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
        self.max_group_size = self.attribute(most)? as usize;
        Ok(())
    }

    fn attribute(&self, attribute: hipFunction_attribute) -> DriverResult<c_int> {
        let mut amount = 0;
        // SAFETY: the function belongs to the loaded module; the call writes one number.
        unsafe { (self.context.hip.hipFuncGetAttribute)(&mut amount, attribute, self.function) }
            .result()?;
        Ok(amount)
    }

    fn resources(&self) -> DriverResult<Vec<(&'static str, u64)>> {
        let attributes = [
            (
                "registers",
                hipFunction_attribute::HIP_FUNC_ATTRIBUTE_NUM_REGS,
            ),
            (
                "bytes of private memory (spills and arrays)",
                hipFunction_attribute::HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
            ),
            (
                "bytes of scratch",
                hipFunction_attribute::HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
            ),
            (
                "largest group",
                hipFunction_attribute::HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
            ),
        ];
        let resource = |(name, attribute)| {
            self.attribute(attribute)
                .map(|amount| (name, amount as u64))
        };
        attributes.into_iter().map(resource).collect()
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        // Launches may still run the code. If the device has failed, the code is gone with it, and the next fence
        // reports the failure.
        let _ = self.context.fence();
        if !self.module.is_null() {
            // SAFETY: the module is loaded, its kernels are done, and its function is no longer used.
            let _ = unsafe { (self.context.hip.hipModuleUnload)(self.module) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe;
    use portax::cache::Cache;
    use portax_testing::skip;
    use std::{env, fs, process};

    /// As after an update of the driver that changes what it loads.
    #[test]
    fn an_entry_that_does_not_load_is_compiled_anew() -> Result<()> {
        let found = match probe::find() {
            Ok(found) => found,
            Err(error) => {
                skip("hip:", error);
                return Ok(());
            }
        };
        let folder = env::temp_dir().join(format!("portax-hip-stale-{}", process::id()));
        let device = Hip::open(&found[0], Arc::new(Cache::new(&folder, 1 << 20)))?;
        let source = Source::new(
            "extern \"C\" __global__ void one(int* a) { *a = 1; }",
            "one",
        );
        let (options, stale) = (hiprtc::options(None), b"not a code object\0");
        let key = device.key(&source, &options);
        device.cache.store(&key, stale);
        device.compile_kernel(&source)?;
        let now = device.cache.find(&key).expect("an entry");
        assert_ne!(now, stale);
        device.compile_kernel(&source)?;
        assert_eq!((device.cache.hits(), device.cache.misses()), (3, 0));
        fs::remove_dir_all(&folder).expect("the folder is this test's");
        Ok(())
    }
}
