//! What every CUDA device present must do.

use portax::{
    backend::{Arg, Device, Properties, Source},
    cache::Cache,
    registry::Provider,
};
use portax_cuda::CudaProvider;
use portax_testing::Backend;
use std::sync::{Arc, LazyLock};

static PROVIDER: LazyLock<CudaProvider> = LazyLock::new(CudaProvider::new);

struct Cuda;

impl Backend for Cuda {
    const PREFIX: &'static str = "cuda";
    const HAS_OWN_MEMORY: bool = true;
    const HAS_GRAPHS: bool = true;
    const MOST_GROUPS: Option<usize> = Some(i32::MAX as usize);

    fn provider() -> &'static dyn Provider {
        &*PROVIDER
    }

    fn with_cache(cache: Arc<Cache>) -> Box<dyn Provider> {
        Box::new(CudaProvider::with_cache(cache))
    }

    fn are_possible(properties: &Properties) -> bool {
        properties.max_group_size >= 1024
            && properties.natural_width == 32
            && properties.architecture.starts_with("sm_")
    }

    /// One block that the launch sizes, far beyond the 48 KiB of static arrays.
    fn reverse(_: &dyn Device, bytes: usize) -> Source {
        let text = format!(
            "extern __shared__ __align__(16) unsigned char px_scratch[];
            extern \"C\" __global__ void reverse(int* a) {{
                const int n = {};
                int* s = (int*)px_scratch;
                for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = a[i];
                __syncthreads();
                for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] = s[n - 1 - i];
            }}",
            bytes / 4
        );
        Source {
            dynamic_scratch: bytes,
            ..Source::new(text, "reverse")
        }
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

portax_testing::device_tests!(Cuda);
