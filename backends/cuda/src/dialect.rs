//! CUDA C++ as NVRTC compiles it (`--fmad=false`: multiplications and additions are fused only where the program says so).

use portax::ir::render::Dialect;
use portax_driver::helpers::{ATOMICS, BITS, FLIP_F32};

/// The words of CUDA C++.
pub static CUDA: Dialect = Dialect {
    name: "CUDA C++",
    extension: "cu",
    preamble: "",
    kernel: "extern \"C\" __global__ void",
    group_bound: "__launch_bounds__({threads})",
    register_cap: Some("__maxnreg__({registers})"),
    sub_group: None,
    function: "static __device__ __forceinline__",
    global: "",
    local: "",
    scratch: "__shared__ __align__(16) ",
    constant: "static __device__ const ",
    dynamic_scratch: Some((
        48 << 10,
        "extern __shared__ __align__(16) unsigned char px_scratch[];",
    )),
    scratch_address: Some([
        "px_scratch_address({array})",
        "({type})__cvta_shared_to_generic({address})",
    ]),
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
    start: Some("px_after_previous();"),
    early_next: Some("px_early_next();"),
    barrier: "__syncthreads();",
    vector_barrier_is_team: false,
    branch_with_barrier: None,
    copy_ahead: Some([
        "px_copy_ahead({to}, {from}, {rows}, {lane}, {lanes});",
        "px_copy_wait({lanes});",
    ]),
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
            (
                "px_atomic_min_i64",
                "#define px_atomic_min_i64(p, v) atomicMin(p, v)",
            ),
            (
                "px_atomic_max_i64",
                "#define px_atomic_max_i64(p, v) atomicMax(p, v)",
            ),
            ("px_after_previous", AFTER_PREVIOUS),
            ("px_early_next", EARLY_NEXT),
            ("px_vector_barrier", VECTOR_BARRIER),
            ("px_scratch_address", SCRATCH_ADDRESS),
            ("px_copy_row", COPY_ROW),
            ("px_copy_ahead", COPY_AHEAD),
            ("px_copy_wait", COPY_WAIT),
            ("PX_LANES", LANES),
            (
                "px_lanes_mul_f32",
                "PX_LANES(px_lanes_mul_f32, float, v * w)",
            ),
            (
                "px_lanes_mul_f64",
                "PX_LANES(px_lanes_mul_f64, double, v * w)",
            ),
            (
                "px_lanes_mul_i32",
                "PX_LANES(px_lanes_mul_i32, int, (int)(({u32})v * ({u32})w))",
            ),
            (
                "px_lanes_mul_u32",
                "PX_LANES(px_lanes_mul_u32, {u32}, v * w)",
            ),
            (
                "px_lanes_mul_i64",
                "PX_LANES(px_lanes_mul_i64, {i64}, ({i64})(({u64})v * ({u64})w))",
            ),
            (
                "px_lanes_mul_u64",
                "PX_LANES(px_lanes_mul_u64, {u64}, v * w)",
            ),
            ("px_lanes_and_i32", "PX_LANES(px_lanes_and_i32, int, v & w)"),
            (
                "px_lanes_and_u32",
                "PX_LANES(px_lanes_and_u32, {u32}, v & w)",
            ),
            (
                "px_lanes_and_i64",
                "PX_LANES(px_lanes_and_i64, {i64}, v & w)",
            ),
            (
                "px_lanes_and_u64",
                "PX_LANES(px_lanes_and_u64, {u64}, v & w)",
            ),
            ("px_lanes_or_i32", "PX_LANES(px_lanes_or_i32, int, v | w)"),
            ("px_lanes_or_u32", "PX_LANES(px_lanes_or_u32, {u32}, v | w)"),
            ("px_lanes_or_i64", "PX_LANES(px_lanes_or_i64, {i64}, v | w)"),
            ("px_lanes_or_u64", "PX_LANES(px_lanes_or_u64, {u64}, v | w)"),
            ("px_lanes_xor_i32", "PX_LANES(px_lanes_xor_i32, int, v ^ w)"),
            (
                "px_lanes_xor_u32",
                "PX_LANES(px_lanes_xor_u32, {u32}, v ^ w)",
            ),
            (
                "px_lanes_xor_i64",
                "PX_LANES(px_lanes_xor_i64, {i64}, v ^ w)",
            ),
            (
                "px_lanes_xor_u64",
                "PX_LANES(px_lanes_xor_u64, {u64}, v ^ w)",
            ),
            (
                "px_lanes_add_f32",
                "PX_LANES(px_lanes_add_f32, float, v + w)",
            ),
            (
                "px_lanes_add_f64",
                "PX_LANES(px_lanes_add_f64, double, v + w)",
            ),
            (
                "px_lanes_add_i32",
                "PX_LANES(px_lanes_add_i32, int, (int)(({u32})v + ({u32})w))",
            ),
            (
                "px_lanes_add_u32",
                "PX_LANES(px_lanes_add_u32, {u32}, v + w)",
            ),
            (
                "px_lanes_add_i64",
                "PX_LANES(px_lanes_add_i64, {i64}, ({i64})(({u64})v + ({u64})w))",
            ),
            (
                "px_lanes_add_u64",
                "PX_LANES(px_lanes_add_u64, {u64}, v + w)",
            ),
            (
                "px_lanes_min_i64",
                "PX_LANES(px_lanes_min_i64, {i64}, min(v, w))",
            ),
            (
                "px_lanes_min_u64",
                "PX_LANES(px_lanes_min_u64, {u64}, min(v, w))",
            ),
            (
                "px_lanes_max_i64",
                "PX_LANES(px_lanes_max_i64, {i64}, max(v, w))",
            ),
            (
                "px_lanes_max_u64",
                "PX_LANES(px_lanes_max_u64, {u64}, max(v, w))",
            ),
            (
                "px_lanes_min_f32",
                "PX_LANES(px_lanes_min_f32, float, fminf(v, w))",
            ),
            (
                "px_lanes_min_f64",
                "PX_LANES(px_lanes_min_f64, double, fmin(v, w))",
            ),
            (
                "px_lanes_min_i32",
                "PX_LANES(px_lanes_min_i32, int, min(v, w))",
            ),
            (
                "px_lanes_min_u32",
                "PX_LANES(px_lanes_min_u32, {u32}, min(v, w))",
            ),
            (
                "px_lanes_max_f32",
                "PX_LANES(px_lanes_max_f32, float, fmaxf(v, w))",
            ),
            (
                "px_lanes_max_f64",
                "PX_LANES(px_lanes_max_f64, double, fmax(v, w))",
            ),
            (
                "px_lanes_max_i32",
                "PX_LANES(px_lanes_max_i32, int, max(v, w))",
            ),
            (
                "px_lanes_max_u32",
                "PX_LANES(px_lanes_max_u32, {u32}, max(v, w))",
            ),
        ],
    ],
};

const TO_I32: &str = "{fn} int px_to_i32(float x) { return __float2int_rz(x); }
{fn} int px_to_i32(double x) { return x != x ? 0 : __double2int_rz(x); }";

const TO_U32: &str = "{fn} {u32} px_to_u32(float x) { return __float2uint_rz(x); }
{fn} {u32} px_to_u32(double x) { return x != x ? 0u : __double2uint_rz(x); }";

const TO_I64: &str = "{fn} {i64} px_to_i64(float x) { return x != x ? 0 : __float2ll_rz(x); }
{fn} {i64} px_to_i64(double x) { return x != x ? 0 : __double2ll_rz(x); }";

const TO_U64: &str = "{fn} {u64} px_to_u64(float x) { return x != x ? 0u : __float2ull_rz(x); }
{fn} {u64} px_to_u64(double x) { return x != x ? 0u : __double2ull_rz(x); }";

/// CUDA's header of halves is not there at run time.
const OF_F16: &str = "{fn} float px_of_f16(unsigned short u) {
  float x;
  asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(x) : \"h\"(u));
  return x;
}";

const TO_F16: &str = "{fn} unsigned short px_to_f16(float x) {
  unsigned short u;
  asm(\"cvt.rn.f16.f32 %0, %1;\" : \"=h\"(u) : \"f\"(x));
  return u;
}";

const FLIP_F64: &str = "{fn} double px_flip_f64(double x, int s) {
  return __hiloint2double(__double2hiint(x) ^ (s & 0x80000000), __double2loint(x));
}";

/// In a graph ([`Launch`](crate::launch::Launch)) a launch may start while the groups of the one before end; after this
/// statement all that those groups wrote is visible.
const AFTER_PREVIOUS: &str = "{fn} void px_after_previous() {
#if __CUDA_ARCH__ >= 900
  asm volatile(\"griddepcontrol.wait;\" ::: \"memory\");
#endif
}";

/// After [`AFTER_PREVIOUS`], so that the launch after next cannot start before this one's predecessor ends.
const EARLY_NEXT: &str = "{fn} void px_early_next() {
#if __CUDA_ARCH__ >= 900
  asm volatile(\"griddepcontrol.launch_dependents;\" ::: \"memory\");
#endif
}";

/// Vector lengths are powers of two up to the warp's 32, so that a thread's lanes lie in one warp.
const VECTOR_BARRIER: &str = "{fn} void px_vector_barrier() {
  const unsigned int first = (threadIdx.y * blockDim.x) & 31u;
  __syncwarp(blockDim.x >= 32u ? 0xffffffffu : ((1u << blockDim.x) - 1u) << first);
}";

/// Hides the address from the compiler by an assembler statement: a known address would be computed anew at each load.
const SCRATCH_ADDRESS: &str = "{fn} {u32} px_scratch_address(const void* p) {
  {u32} a = ({u32})__cvta_generic_to_shared(p);
  asm(\"\" : \"+r\"(a));
  return a;
}";

/// Joins all lanes of a warp in the order of the tree through scratch, so that results have the same bits.
const LANES: &str = "#define PX_LANES(NAME, TYPE, EXPRESSION) \\
  {fn} TYPE NAME(TYPE v, const int lanes) { \\
    for (int apart = lanes / 2; apart > 0; apart /= 2) { \\
      const TYPE w = __shfl_xor_sync(0xffffffffu, v, apart); \\
      v = EXPRESSION; \\
    } \\
    return v; \\
  }";

/// For compute capability 8.0 and later. On older GPUs the lanes copy by themselves.
const COPY_ROW: &str = "{fn} void px_copy_row(int4* to, const int4* from) {
#if __CUDA_ARCH__ >= 800
  asm volatile(\"cp.async.cg.shared.global [%0], [%1], 16;\" :: \"r\"((unsigned int)__cvta_generic_to_shared(to)), \"l\"(from) : \"memory\");
#else
  *to = *from;
#endif
}";

/// `rows` and `lanes` are literals: the number of rounds is known, and the last has a condition only where it needs one.
const COPY_AHEAD: &str = "{fn} void px_copy_ahead(int4* to, const int4* from, const int rows, const int lane, const int lanes) {
  const int whole = rows / lanes * lanes;
#pragma unroll
  for (int k = 0; k < whole; k += lanes) px_copy_row(to + k + lane, from + k + lane);
  if (whole < rows && whole + lane < rows) px_copy_row(to + whole + lane, from + whole + lane);
}";

const COPY_WAIT: &str = "{fn} void px_copy_wait(const int lanes) {
#if __CUDA_ARCH__ >= 800
  asm volatile(\"cp.async.wait_all;\" ::: \"memory\");
#endif
  if (lanes >= 32) __syncwarp(); else px_vector_barrier();
}";

#[cfg(test)]
mod tests {
    use super::CUDA;
    use portax::ir::render::RenderOptions;
    use portax::ir::simplify::simplify;
    use portax::ir::{Builtin, Per, Promise, Shape, Ty};
    use portax::{
        kernel::{exec::*, trace, trace::Trace},
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
        let text = trace::finish().render(&CUDA, &options).text;
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

    #[test]
    fn addresses_in_scratch_are_sums_that_start_where_the_compiler_does_not_see() {
        trace::begin("gather", Shape::Team, Promise::Unchecked);
        let (x, _) = trace::buffer("x", 1, Ty::I32);
        let (y, _) = trace::buffer("y", 1, Ty::F64);
        let (tile, ..) = Trace::scratch::<f64>((), "tile", 64, Per::Team, false);
        let zero = Trace::int(0);
        // SAFETY: recording touches no memory.
        let at = Trace::to_int::<i32>(unsafe { Trace::load_lanes::<i32>(x, zero, None) });
        // SAFETY: recording touches no memory.
        let first = unsafe { Trace::load_lanes::<f64>(tile, at, None) };
        // SAFETY: recording touches no memory.
        let second =
            unsafe { Trace::load_lanes::<f64>(tile, Trace::iadd(at, Trace::int(8)), None) };
        // SAFETY: recording touches no memory.
        unsafe { Trace::store_uniform::<f64>(y, zero, Trace::add::<f64>(first, second)) };
        let options = RenderOptions {
            group_size: Some([32, 1]),
            ..Default::default()
        };
        let text = simplify(&trace::finish(), &options).render(&CUDA, &options);
        let text = text.text;
        for line in [
            "px_scratch_address(const void* p) {",
            "const unsigned int px_at_f_tile = px_scratch_address(f_tile);",
            "const double* p",
            "= (const double*)__cvta_shared_to_generic(px_at_f_tile + (unsigned int)(",
            ") * (unsigned int)8);",
            "[0];",
            "[8];",
        ] {
            assert!(text.contains(line), "no `{line}` in\n{text}");
        }
    }
}
