//! A device with a stream.

use crate::{
    error::DriverResult,
    sys::{HipLibrary, hipMemPool_t, hipMemPoolAttr, hipStream_t, hipStreamNonBlocking},
};
use std::{ffi::c_int, ptr};

/// A device, one stream on it, and the pool that the stream allocates from. Whatever lives on the device (modules,
/// buffers) holds or borrows this.
pub struct Context {
    /// The runtime.
    pub hip: &'static HipLibrary,
    ordinal: c_int,
    stream: hipStream_t,
    pool: Option<hipMemPool_t>,
}

// SAFETY: the runtime's functions may be called with these handles from any thread, also at once; which device is
// current is a matter of each thread, and `bind` sets it.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

impl Context {
    /// Opens the device of this number. Without memory pools allocations and frees wait for the device.
    pub fn open(
        hip: &'static HipLibrary,
        ordinal: c_int,
        has_pools: bool,
    ) -> DriverResult<Context> {
        let mut context = Context {
            hip,
            ordinal,
            stream: ptr::null_mut(),
            pool: None,
        };
        context.bind()?;
        // SAFETY: the call writes one handle.
        unsafe { (hip.hipStreamCreateWithFlags)(&mut context.stream, hipStreamNonBlocking) }
            .result()?;
        if has_pools {
            context.pool = Some(default_pool(hip, ordinal)?);
        }
        Ok(context)
    }

    /// Makes this the calling thread's device and gives the stream.
    pub fn bind(&self) -> DriverResult<hipStream_t> {
        // SAFETY: the call takes any number.
        unsafe { (self.hip.hipSetDevice)(self.ordinal) }.result()?;
        Ok(self.stream)
    }

    /// Where the stream allocates.
    pub fn pool(&self) -> Option<hipMemPool_t> {
        self.pool
    }

    /// Waits for everything on the stream.
    pub fn fence(&self) -> DriverResult<()> {
        let stream = self.bind()?;
        // SAFETY: the stream lives as long as this.
        unsafe { (self.hip.hipStreamSynchronize)(stream) }.result()
    }
}

/// The device's default pool, told to keep what is freed: by default it gives memory back to the system at every fence.
fn default_pool(hip: &HipLibrary, ordinal: c_int) -> DriverResult<hipMemPool_t> {
    let (mut pool, mut threshold) = (ptr::null_mut(), u64::MAX);
    let attribute = hipMemPoolAttr::hipMemPoolAttrReleaseThreshold;
    // SAFETY: the calls write one handle, and read a u64, which this attribute is, before they return.
    unsafe {
        (hip.hipDeviceGetDefaultMemPool)(&mut pool, ordinal).result()?;
        (hip.hipMemPoolSetAttribute)(pool, attribute, ptr::from_mut(&mut threshold).cast())
            .result()?;
    }
    Ok(pool)
}

impl Drop for Context {
    fn drop(&mut self) {
        // A device that has failed says so at these calls too; whoever needed it has been told.
        let _ = self.fence();
        if !self.stream.is_null() {
            // SAFETY: the stream is owned by this and used no more; its work is done.
            let _ = unsafe { (self.hip.hipStreamDestroy)(self.stream) };
        }
    }
}
