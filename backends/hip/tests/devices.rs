//! What every HIP device present must do.

use portax::{
    backend::{Arg, Device, Properties, Source},
    cache::Cache,
    registry::Provider,
};
use portax_hip::HipProvider;
use portax_testing::Backend;
use std::sync::{Arc, LazyLock};

static PROVIDER: LazyLock<HipProvider> = LazyLock::new(HipProvider::new);

struct Hip;

impl Backend for Hip {
    const PREFIX: &'static str = "hip";
    const HAS_OWN_MEMORY: bool = true;
    const HAS_GRAPHS: bool = true;
    const MOST_GROUPS: Option<usize> = Some(u32::MAX as usize / 2);

    fn provider() -> &'static dyn Provider {
        &*PROVIDER
    }

    fn with_cache(cache: Arc<Cache>) -> Box<dyn Provider> {
        Box::new(HipProvider::with_cache(cache))
    }

    fn are_possible(properties: &Properties) -> bool {
        properties.max_group_size >= 1024
            && [32, 64].contains(&properties.natural_width)
            && properties.architecture.starts_with("gfx")
    }

    /// By the clock, whose ticks are a few times shorter than a nanosecond.
    fn slow_add(_: &dyn Device) -> (Source, Arg) {
        let text =
            "extern \"C\" __global__ void slow_add(int* a, const int v, const long long cycles) {
            const long long start = clock64();
            while (clock64() - start < cycles) {}
            a[0] += v;
        }";
        (Source::new(text, "slow_add"), Arg::I64(20_000_000))
    }
}

portax_testing::device_tests!(Hip);
