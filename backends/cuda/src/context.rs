//! A device's primary context with a stream.

use crate::error::DriverResult;
use cudarc::driver::{
    result::{ctx, device, mem_pool, primary_ctx, stream},
    sys::{CUcontext, CUdevice, CUmemPool_attribute, CUmemoryPool, CUstream},
};
use std::ptr;

/// The retained primary context of a device, one stream in it, and the pool that the stream allocates from. Whatever
/// lives in the context (modules, buffers) holds or borrows this.
pub struct Context {
    device: CUdevice,
    handle: CUcontext,
    stream: CUstream,
    pool: Option<CUmemoryPool>,
}

// SAFETY: the driver's functions may be called with these handles from any thread, also at once; which context is
// current is a matter of each thread, and `bind` sets it.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

impl Context {
    /// Retains the context of a device that the driver has named. Without memory pools, which a few virtual GPUs lack,
    /// allocations and frees wait for the device.
    pub fn open(device: CUdevice, has_pools: bool) -> DriverResult<Context> {
        // SAFETY: the device is one of the driver's; the context is released once, when this is dropped.
        let handle = unsafe { primary_ctx::retain(device)? };
        let mut context = Context {
            device,
            handle,
            stream: ptr::null_mut(),
            pool: None,
        };
        context.bind()?;
        context.stream = stream::create(stream::StreamKind::NonBlocking)?;
        if has_pools {
            context.pool = Some(default_pool(device)?);
        }
        Ok(context)
    }

    /// Makes this the calling thread's context and gives the stream.
    pub fn bind(&self) -> DriverResult<CUstream> {
        // SAFETY: the context is retained.
        unsafe { ctx::set_current(self.handle)? };
        Ok(self.stream)
    }

    /// Where the stream allocates.
    pub fn pool(&self) -> Option<CUmemoryPool> {
        self.pool
    }

    /// Waits for everything on the stream.
    pub fn fence(&self) -> DriverResult<()> {
        let stream = self.bind()?;
        // SAFETY: the stream lives as long as this.
        unsafe { stream::synchronize(stream) }
    }
}

/// The device's default pool, told to keep what is freed: by default it gives memory back to the system at every fence.
fn default_pool(device: CUdevice) -> DriverResult<CUmemoryPool> {
    let mut threshold = u64::MAX;
    let attribute = CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
    // SAFETY: the device is one of the driver's; this attribute is a u64, which is read before the call returns.
    unsafe {
        let pool = device::get_default_mem_pool(device)?;
        mem_pool::set_attribute(pool, attribute, ptr::from_mut(&mut threshold).cast())?;
        Ok(pool)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // A device that has failed says so at these calls too; whoever needed it has been told.
        let _ = self.fence();
        // SAFETY: both are owned by this and used no more; work on the stream is done.
        unsafe {
            if !self.stream.is_null() {
                let _ = stream::destroy(self.stream);
            }
            let _ = primary_ctx::release(self.device);
        }
    }
}
