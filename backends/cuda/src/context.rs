//! A device's primary context.

use crate::error::DriverResult;
use cudarc::driver::{
    result::{ctx, device, mem_pool, primary_ctx},
    sys::{CUcontext, CUdevice, CUmemPool_attribute, CUmemoryPool},
};
use std::ptr;

/// The retained primary context of a device and the pool that its streams allocate from. Whatever lives in the context
/// (modules, streams, buffers) holds or borrows this.
pub struct Context {
    device: CUdevice,
    handle: CUcontext,
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
    ///
    /// # Errors
    /// What the driver reports.
    pub fn open(device: CUdevice, has_pools: bool) -> DriverResult<Context> {
        // SAFETY: the device is one of the driver's; the context is released once, when this is dropped.
        let handle = unsafe { primary_ctx::retain(device)? };
        let mut context = Context {
            device,
            handle,
            pool: None,
        };
        context.bind()?;
        if has_pools {
            context.pool = Some(default_pool(device)?);
        }
        Ok(context)
    }

    /// Makes this the calling thread's context.
    ///
    /// # Errors
    /// What the driver reports.
    #[inline]
    pub fn bind(&self) -> DriverResult<()> {
        // SAFETY: the context is retained.
        unsafe { ctx::set_current(self.handle) }
    }

    /// Where streams allocate.
    pub fn pool(&self) -> Option<CUmemoryPool> {
        self.pool
    }

    /// Waits for every stream.
    ///
    /// # Errors
    /// What the driver reports.
    pub fn fence(&self) -> DriverResult<()> {
        self.bind()?;
        ctx::synchronize()
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
        // SAFETY: retained once; streams and modules, which hold this, are gone. A failed device returns its error here
        // too; it has been reported already.
        let _ = unsafe { primary_ctx::release(self.device) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cuda, probe};
    use portax::{backend::Device, error::Result};
    use portax_testing::skip;

    fn reserved(pool: CUmemoryPool) -> u64 {
        let mut bytes = 0u64;
        let attribute = CUmemPool_attribute::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT;
        // SAFETY: the pool is the device's; this attribute is a u64.
        let known =
            unsafe { mem_pool::get_attribute(pool, attribute, ptr::from_mut(&mut bytes).cast()) };
        known.expect("the attribute is known");
        bytes
    }

    #[test]
    fn freed_memory_stays_in_the_pool() -> Result<()> {
        let found = match probe::find() {
            Ok(found) => found,
            Err(error) => {
                skip("cuda", error);
                return Ok(());
            }
        };
        let device = Cuda::open(&found[0], Default::default())?;
        let Some(pool) = device.stream.context().pool() else {
            skip("cuda", "the device has no memory pool");
            return Ok(());
        };
        let bytes = 100 << 20;
        for _ in 0..10 {
            let buffer = device.alloc(bytes)?;
            // SAFETY: allocated above, not used.
            unsafe { device.free(buffer) };
            device.fence()?;
            assert!(reserved(pool) >= bytes as u64);
        }
        Ok(())
    }
}
