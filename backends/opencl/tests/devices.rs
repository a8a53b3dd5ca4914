//! What every OpenCL device present must do.

use portax::{
    backend::{Arg, Device, Grid, Properties, Source},
    cache::Cache,
    error::Result,
    registry::Provider,
};
use portax_opencl::OpenClProvider;
use portax_testing::Backend;
use std::sync::{Arc, LazyLock};

static PROVIDER: LazyLock<OpenClProvider> = LazyLock::new(OpenClProvider::new);

struct OpenCl;

impl Backend for OpenCl {
    const PREFIX: &'static str = "opencl";
    const HAS_OWN_MEMORY: bool = false;
    const HAS_GRAPHS: bool = false;
    const MOST_GROUPS: Option<usize> = None;

    fn provider() -> &'static dyn Provider {
        &*PROVIDER
    }

    fn with_cache(cache: Arc<Cache>) -> Box<dyn Provider> {
        Box::new(OpenClProvider::with_cache(cache))
    }

    fn are_possible(properties: &Properties) -> bool {
        properties.max_group_size > 0 && properties.natural_width > 0
    }
}

portax_testing::device_tests!(OpenCl);

/// OpenCL knows the size of each argument.
#[test]
fn a_mistyped_argument_is_named() -> Result<()> {
    let text = "__kernel void set(__global int* a) { *a = 1; }";
    for info in PROVIDER.devices().unwrap_or_default() {
        let device = PROVIDER.device(&info.name)?;
        let kernel = device.compile(&Source::new(text, "set"))?;
        let grid = Grid {
            groups: 1,
            group_size: [1, 1],
        };
        // SAFETY: no launch reaches the device.
        let error = unsafe { device.launch(&kernel, grid, &[Arg::F32(1.0)]) };
        let error = error.expect_err("four bytes are no address").to_string();
        assert!(error.contains("argument 0"), "{}: {error}", info.name);
    }
    Ok(())
}
