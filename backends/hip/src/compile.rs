//! From machine code to kernels.

use crate::{
    Hip,
    context::Context,
    error::DriverResult,
    hiprtc,
    sys::{hipFunction_attribute, hipFunction_t, hipModule_t},
};
use portax::{
    backend::{Module, Source},
    error::Result,
};
use std::{ffi::CString, ptr, sync::Arc};

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
    /// Compiles, loads and looks the kernel up.
    pub(crate) fn compile_kernel(&self, source: &Source) -> Result<Module> {
        let operation = format_args!("loading kernel `{}`", source.entry);
        // The compiler takes the architecture of the thread's current device.
        self.drive(operation, |_, _| Ok(()))?;
        let image = hiprtc::compile(&self.name, source, None)?;
        let mut compiled = Compiled {
            module: ptr::null_mut(),
            function: ptr::null_mut(),
            entry: source.entry.clone(),
            max_group_size: 0,
            context: Arc::clone(&self.context),
        };
        self.drive(operation, |_, _| compiled.load(&image))?;
        Ok(Arc::new(compiled))
    }
}

impl Compiled {
    fn load(&mut self, image: &[u8]) -> DriverResult<()> {
        let hip = self.context.hip;
        // hiprtc has taken the name, thus it has no zero byte.
        let name = CString::new(self.entry.as_str()).unwrap_or_default();
        let (mut most, attribute) = (
            0,
            hipFunction_attribute::HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
        );
        // SAFETY: the image is a code object, which knows its length; the calls write two handles and a number.
        unsafe {
            (hip.hipModuleLoadData)(&mut self.module, image.as_ptr().cast()).result()?;
            (hip.hipModuleGetFunction)(&mut self.function, self.module, name.as_ptr()).result()?;
            (hip.hipFuncGetAttribute)(&mut most, attribute, self.function).result()?;
        }
        self.max_group_size = most as usize;
        Ok(())
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        // Launches may still run the code. A device that has failed takes it along, and the next fence reports it.
        let _ = self.context.fence();
        if !self.module.is_null() {
            // SAFETY: the module is loaded, its kernels are done, and nobody has its function any more.
            let _ = unsafe { (self.context.hip.hipModuleUnload)(self.module) };
        }
    }
}
