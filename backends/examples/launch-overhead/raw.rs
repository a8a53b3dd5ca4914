//! The yardstick: CUDA's own launch through cudarc, of a kernel with as many arguments as portax' has.

use cudarc::driver::{
    DriverError,
    result::{self, ctx, device, launch_kernel, module, primary_ctx, stream},
    sys::{CUdevice, CUfunction, CUmodule, CUstream},
};
use portax::{Error, Result};
use std::ffi::{CString, c_void};

/// Does nothing.
const PTX: &str = "\
.version 6.4
.target sm_75
.address_size 64
.visible .entry empty(.param .u32 begin, .param .u32 end, .param .f64 a, .param .u64 y, .param .u32 n) { ret; }
";

/// A kernel and a stream of a CUDA device.
pub struct Raw {
    device: CUdevice,
    stream: CUstream,
    module: CUmodule,
    function: CUfunction,
}

fn failed(code: DriverError) -> Error {
    Error::Invalid(format!("cudarc: {code}"))
}

impl Raw {
    /// The device of this name, if it is one of CUDA's.
    pub fn open(name: &str) -> Result<Option<Raw>> {
        let number = name.strip_prefix("cuda:").and_then(|n| n.parse().ok());
        number.map(Raw::device).transpose().map_err(failed)
    }

    fn device(number: i32) -> std::result::Result<Raw, DriverError> {
        result::init()?;
        let device = device::get(number)?;
        let text = CString::new(PTX).unwrap_or_default();
        let entry = CString::new("empty").unwrap_or_default();
        // SAFETY: the context is retained until the drop, the text ends with a zero and has this kernel.
        unsafe {
            ctx::set_current(primary_ctx::retain(device)?)?;
            let stream = stream::create(stream::StreamKind::NonBlocking)?;
            let module = module::load_data(text.as_ptr().cast())?;
            let function = module::get_function(module, entry)?;
            Ok(Raw {
                device,
                stream,
                module,
                function,
            })
        }
    }

    /// Enqueues the kernel.
    pub fn launch(&self) -> Result<()> {
        let (mut begin, mut end, mut a, mut y, mut n) = (0i32, 1i32, 1.0f64, 0u64, 1i32);
        let mut arguments: [*mut c_void; 5] = [
            (&raw mut begin).cast(),
            (&raw mut end).cast(),
            (&raw mut a).cast(),
            (&raw mut y).cast(),
            (&raw mut n).cast(),
        ];
        let (one, group) = ((1, 1, 1), (256, 1, 1));
        // SAFETY: the arguments are those of the kernel, which reads none.
        let launched =
            unsafe { launch_kernel(self.function, one, group, 0, self.stream, &mut arguments) };
        launched.map_err(failed)
    }

    /// Waits.
    pub fn fence(&self) -> Result<()> {
        // SAFETY: the stream lives.
        unsafe { stream::synchronize(self.stream) }.map_err(failed)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // SAFETY: all are owned by this, and its launches are waited for.
        let closed = unsafe {
            stream::synchronize(self.stream)
                .and_then(|()| stream::destroy(self.stream))
                .and_then(|()| module::unload(self.module))
                .and_then(|()| primary_ctx::release(self.device))
        };
        if let Err(code) = closed {
            println!("closing the yardstick: {code}");
        }
    }
}
