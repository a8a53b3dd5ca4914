//! HIP C++ as hiprtc compiles it (`-ffp-contract=off`: multiplications and additions are fused only where the program
//! says so).

use portax::ir::render::Dialect;
use portax_driver::helpers::{ATOMICS, BITS, FLIP_F32};

/// The words of HIP C++.
pub static HIP: Dialect = Dialect {
    name: "HIP C++",
    extension: "hip",
    preamble: "#pragma clang fp contract(off)",
    kernel: "extern \"C\" __global__ void",
    group_bound: "__launch_bounds__({threads})",
    register_cap: Some(
        "__launch_bounds__({threads}) __attribute__((amdgpu_num_vgpr({registers})))",
    ),
    sub_group: None,
    function: "static __device__ __forceinline__",
    global: "",
    local: "",
    scratch: "__shared__ __attribute__((aligned(16))) ",
    constant: "static __device__ const ",
    dynamic_scratch: None,
    scratch_address: None,
    distinct_spaces: false,
    restrict: "__restrict__",
    u32: "unsigned int",
    i64: "long long",
    u64: "unsigned long long",
    i64_suffix: "LL",
    pair: "make_{type}({values})",
    group_rank: "blockIdx.x",
    group_count: "gridDim.x",
    lane_rank: "threadIdx.x",
    team_rank: "threadIdx.y",
    vector_length: "blockDim.x",
    team_size: "blockDim.y",
    start: None,
    early_next: None,
    barrier: "__syncthreads();",
    vector_barrier_is_team: false,
    branch_with_barrier: None,
    copy_ahead: None,
    no_unroll: "#pragma unroll 1",
    helpers: &[
        BITS,
        &[
            ("px_to_i32", TO_I32),
            ("px_to_u32", TO_U32),
            ("px_to_i64", TO_I64),
            ("px_to_u64", TO_U64),
            ("px_of_f16", OF_F16),
            ("px_to_f16", TO_F16),
            ("px_flip_f32", FLIP_F32),
            ("px_flip_f64", FLIP_F64),
        ],
        ATOMICS,
        &[
            ("PX_UPDATE_I64", UPDATE_I64),
            ("px_atomic_min_i64", "PX_UPDATE_I64(px_atomic_min_i64, <)"),
            ("px_atomic_max_i64", "PX_UPDATE_I64(px_atomic_max_i64, >)"),
            ("px_vector_barrier", VECTOR_BARRIER),
        ],
    ],
};

const TO_I32: &str = "template <class T> {fn} int px_to_i32(T x) {
  return x != x ? 0 : x >= T(2147483648.0) ? 2147483647 : x <= T(-2147483648.0) ? -2147483647 - 1 : (int)x;
}";

const TO_U32: &str = "template <class T> {fn} {u32} px_to_u32(T x) {
  return !(x > T(0)) ? 0u : x >= T(4294967296.0) ? 4294967295u : ({u32})x;
}";

const TO_I64: &str = "template <class T> {fn} {i64} px_to_i64(T x) {
  return x != x ? 0 : x >= T(9223372036854775808.0) ? 9223372036854775807LL : x <= T(-9223372036854775808.0) ? -9223372036854775807LL - 1 : ({i64})x;
}";

const TO_U64: &str = "template <class T> {fn} {u64} px_to_u64(T x) {
  return !(x > T(0)) ? 0u : x >= T(18446744073709551616.0) ? 18446744073709551615uLL : ({u64})x;
}";

const OF_F16: &str =
    "{fn} float px_of_f16(unsigned short u) { return (float)__builtin_bit_cast(_Float16, u); }";

const TO_F16: &str = "{fn} unsigned short px_to_f16(float x) { return __builtin_bit_cast(unsigned short, (_Float16)x); }";

const FLIP_F64: &str = "{fn} double px_flip_f64(double x, int s) {
  return __longlong_as_double(__double_as_longlong(x) ^ (long long)((({u64})({u32})s & 0x80000000u) << 32));
}";

/// Not every ROCm has functions for these.
const UPDATE_I64: &str = "#define PX_UPDATE_I64(NAME, OP) \\
  {fn} {i64} NAME({i64}* p, {i64} v) { \\
    {u64} seen = *(volatile {u64}*)p, old; \\
    do { old = seen; seen = atomicCAS(({u64}*)p, old, ({i64})old OP v ? old : ({u64})v); } while (seen != old); \\
    return ({i64})old; \\
  }";

/// Vector lengths are powers of two up to the wavefront, whose lanes run in step: only the compiler must not reorder.
const VECTOR_BARRIER: &str = "{fn} void px_vector_barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, \"wavefront\");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, \"wavefront\");
}";

#[cfg(test)]
mod tests {
    use super::HIP;
    use portax::ir::render::RenderOptions;
    use portax::ir::{Builtin, Promise, Shape, Ty};
    use portax::{
        kernel::{
            exec::{Memory, Values},
            trace,
            trace::Trace,
        },
        ops::{AtomicOp, Scope},
    };

    #[test]
    fn a_kernel_brings_the_helpers_that_it_uses_and_no_others() {
        trace::begin(
            "largest",
            Shape::Range {
                rank: 1,
                right: false,
            },
            Promise::Unchecked,
        );
        let (x, _) = trace::buffer("x", 1, Ty::F64);
        let (y, _) = trace::buffer("y", 1, Ty::F64);
        let (i, zero) = (trace::builtin(Builtin::Work(0)), Trace::int(0));
        // SAFETY: recording touches no memory.
        let v = unsafe { Trace::load_lanes::<f64>(x, i, None) };
        // SAFETY: recording touches no memory.
        unsafe { Trace::atomic_drop::<f64>(AtomicOp::Max, Scope::Device, y, zero, zero, v, None) };
        let options = RenderOptions {
            group_size: Some([256, 1]),
            ..Default::default()
        };
        let text = trace::finish().render(&HIP, &options).text;
        for line in [
            "PX_UPDATE_F64(px_atomic_max_f64, fmax)",
            "extern \"C\" __global__ void __launch_bounds__(256) px_kernel_largest(",
            "    const double* __restrict__ f_x,",
            "    double* __restrict__ f_y,",
            "px_item = (px_index)blockIdx.x * 256 + threadIdx.x;",
            "    px_atomic_max_f64(&f_y[0], t",
        ] {
            assert!(text.contains(line), "no `{line}` in\n{text}");
        }
        assert!(
            !text.contains("px_flip") && !text.contains("PX_UPDATE_F32"),
            "{text}"
        );
        assert!(!text.contains("{fn}"), "an unfilled placeholder in\n{text}");
    }
}
