//! A device of the runtime.

use crate::{
    error::DriverResult,
    sys::{HipLibrary, hipMemPool_t, hipMemPoolAttr},
};
use std::{ffi::c_int, ptr};

/// A device and the pool that its streams allocate from. Whatever lives on the device (modules, streams, buffers) holds
/// or borrows this.
pub struct Context {
    /// The runtime.
    pub hip: &'static HipLibrary,
    ordinal: c_int,
    pool: Option<hipMemPool_t>,
}

// SAFETY: the runtime's functions may be called with these handles from any thread, also at once; which device is
// current is a matter of each thread, and `bind` sets it.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

impl Context {
    /// Opens the device of this number. Without memory pools allocations and frees wait for the device.
    ///
    /// # Errors
    /// What the driver reports.
    pub fn open(
        hip: &'static HipLibrary,
        ordinal: c_int,
        has_pools: bool,
    ) -> DriverResult<Context> {
        let mut context = Context {
            hip,
            ordinal,
            pool: None,
        };
        context.bind()?;
        if has_pools {
            context.pool = Some(default_pool(hip, ordinal)?);
        }
        Ok(context)
    }

    /// Makes this the calling thread's device.
    ///
    /// # Errors
    /// What the driver reports.
    #[inline]
    pub fn bind(&self) -> DriverResult<()> {
        // SAFETY: the call takes any number.
        unsafe { (self.hip.hipSetDevice)(self.ordinal) }.result()
    }

    /// HIP's number of the device.
    pub fn ordinal(&self) -> c_int {
        self.ordinal
    }

    /// Where streams allocate.
    pub fn pool(&self) -> Option<hipMemPool_t> {
        self.pool
    }

    /// Waits for every stream.
    ///
    /// # Errors
    /// What the driver reports.
    pub fn fence(&self) -> DriverResult<()> {
        self.bind()?;
        // SAFETY: the call waits for the device, which is current.
        unsafe { (self.hip.hipDeviceSynchronize)() }.result()
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
