//! A kernel that fails takes the device away from its process, so this test has a process of its own.

use portax::{
    backend::{Arg, Device, Grid, Source},
    error::Result,
};
use portax_cuda::CudaProvider;
use portax_testing::skip;

#[test]
fn a_fault_surfaces_at_the_fence_and_stays() -> Result<()> {
    let device = match CudaProvider::new().device("cuda:0") {
        Ok(device) => device,
        Err(error) => {
            skip("cuda", error);
            return Ok(());
        }
    };
    let source = Source::new(
        "extern \"C\" __global__ void wild(long long a) { *(volatile int*)a = 1; }",
        "wild",
    );
    let (kernel, buffer) = (device.compile(&source)?, device.alloc(4)?);
    let grid = Grid {
        groups: 1,
        group_size: [1, 1],
    };
    // SAFETY: the argument matches; the address belongs to nobody, which the GPU notices.
    unsafe { device.launch(&kernel, grid, &[Arg::I64(64)])? };
    let error = device.fence().expect_err("a fault").to_string();
    assert!(
        error.contains("CUDA_ERROR_ILLEGAL_ADDRESS") && error.contains("lost to this process"),
        "{error}"
    );
    // SAFETY: the buffer is alive.
    let later = unsafe { device.copy_in(buffer, 0, &[0; 4]) };
    assert!(later.is_err() && device.alloc(4).is_err() && device.compile(&source).is_err());
    // SAFETY: not used any more.
    unsafe { device.free(buffer) };
    Ok(())
}
