//! From text to kernels, through the cache.

use crate::{Context, Driver, Gpu};
use portax::{
    backend::{Inspection, Module, Source},
    cache::Key,
    error::Result,
};
use std::{ffi::CString, sync::Arc};

/// What [`Device::compile`](portax::backend::Device::compile) gives.
pub struct Compiled<D: Driver> {
    /// Owns the code.
    code: Code<D>,
    /// The kernel in it.
    pub function: D::Function,
    /// Name in the source.
    pub entry: String,
    /// Largest work group: registers may limit it below the device's.
    pub max_group_size: usize,
    /// Bytes of scratch that a launch adds to what the text declares.
    pub scratch_bytes: usize,
}

// SAFETY: handles of a driver may go to any thread, by the contract of `Driver`.
unsafe impl<D: Driver> Send for Compiled<D> {}
// SAFETY: as above.
unsafe impl<D: Driver> Sync for Compiled<D> {}

impl<D: Driver> Compiled<D> {
    /// Where the module lives.
    pub fn context(&self) -> &Arc<Context<D>> {
        &self.code.context
    }
}

/// A loaded module.
struct Code<D: Driver> {
    module: D::Module,
    context: Arc<Context<D>>,
}

impl<D: Driver> Drop for Code<D> {
    fn drop(&mut self) {
        // Launches may still run the code. If the device has failed, the code is gone with it, and the next fence
        // reports the failure.
        let _ = self.context.fence();
        // SAFETY: the module is loaded, its kernels are done, and its function is no longer used.
        let _ = unsafe { self.context.driver().unload(self.module) };
    }
}

impl<D: Driver> Gpu<D> {
    /// Compiles, loads and looks the kernel up. An entry of the cache that does not load is compiled anew: it may come
    /// from a driver that is gone, and code depends on more than the name of a device.
    pub(crate) fn compile_kernel(&self, source: &Source) -> Result<Module> {
        let words = self.stream.driver().key_words();
        let key = self.key(source, &words);
        if let Some(compiled) = self.cache.load(&key, |image| self.load(source, image)) {
            return Ok(Arc::new(compiled));
        }
        Ok(Arc::new(self.load(source, &self.fresh_image(source)?)?))
    }

    fn load(&self, source: &Source, image: &[u8]) -> Result<Compiled<D>> {
        let operation = format_args!("loading kernel `{}`", source.entry);
        let code = Code {
            // SAFETY: the image is one of the driver's compiler, or of the cache, which the driver checks.
            module: self.drive(operation, |driver, _| unsafe { driver.load(image) })?,
            context: Arc::clone(self.context()),
        };
        // The compiler has taken the name, thus it has no zero byte.
        let name = CString::new(source.entry.as_str()).unwrap_or_default();
        let scratch_bytes = source.dynamic_scratch;
        let (function, max_group_size) = self.drive(operation, |driver, _| {
            // SAFETY: the module is loaded and its context current.
            unsafe { driver.find_function(code.module, &name, scratch_bytes) }
        })?;
        Ok(Compiled {
            code,
            function,
            entry: source.entry.clone(),
            max_group_size,
            scratch_bytes,
        })
    }

    /// Returns what the kernel was compiled to and its resources.
    pub(crate) fn inspect_kernel(&self, source: &Source, module: &Module) -> Result<Inspection> {
        let compiled = self.own_kernel(module)?;
        let image = || self.image(source);
        let files = self.stream.driver().files(&self.name, source, &image)?;
        let resources = self.drive("asking for resources", |driver, _| {
            // SAFETY: the function belongs to the loaded module.
            unsafe { driver.resources(compiled.function, compiled.scratch_bytes) }
        })?;
        Ok(Inspection { files, resources })
    }

    /// Returns machine code or text, from the cache if it is there.
    fn image(&self, source: &Source) -> Result<Vec<u8>> {
        let words = self.stream.driver().key_words();
        let cached = self.cache.find(&self.key(source, &words));
        cached.map_or_else(|| self.fresh_image(source), Ok)
    }

    /// Compiles for the cache and the caller.
    fn fresh_image(&self, source: &Source) -> Result<Vec<u8>> {
        let driver = self.stream.driver();
        let image = driver.compile(&self.name, source)?;
        self.cache
            .store(&self.key(source, &driver.key_words()), &image);
        Ok(image)
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
