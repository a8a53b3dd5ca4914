//! OpenCL C 1.2, which every driver has: scratch keeps its own address space, atomics of floats are made of compare and
//! exchange, and the narrowest barrier is the work group's. Only texts that demand sub-groups go beyond
//! it, by extensions.

use portax::ir::render::Dialect;

/// The words of OpenCL C.
pub static OPENCL: Dialect = WORDS;

/// PoCL 3.1 makes an endless loop, or a crash, of a barrier in a branch that stands in a loop. Loops with barriers it has; this
/// one takes as many steps as there are groups at once, which no compiler knows to be one turn.
pub static POCL: Dialect = Dialect {
    branch_with_barrier: Some(
        "for (uint px_once = ({condition}) ? 0u : (uint)get_num_groups(0); px_once < (uint)get_num_groups(0); px_once += \
         (uint)get_num_groups(0)) {",
    ),
    ..WORDS
};

const WORDS: Dialect = Dialect {
    name: "OpenCL C",
    extension: "cl",
    preamble: "#pragma OPENCL FP_CONTRACT OFF",
    kernel: "__kernel void",
    group_bound: "__attribute__((reqd_work_group_size({lanes}, {team}, 1)))",
    register_cap: None,
    sub_group: Some("__attribute__((intel_reqd_sub_group_size({lanes})))"),
    function: "static",
    global: "__global ",
    local: "__local ",
    scratch: "__local __attribute__((aligned(16))) ",
    constant: "__constant ",
    dynamic_scratch: None,
    scratch_address: None,
    distinct_spaces: true,
    restrict: "restrict",
    u32: "uint",
    i64: "long",
    u64: "ulong",
    i64_suffix: "L",
    pair: "({type})({values})",
    group_rank: "get_group_id(0)",
    group_count: "get_num_groups(0)",
    lane_rank: "get_local_id(0)",
    team_rank: "get_local_id(1)",
    vector_length: "get_local_size(0)",
    team_size: "get_local_size(1)",
    start: None,
    early_next: None,
    barrier: "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
    vector_barrier_is_team: true,
    branch_with_barrier: None,
    copy_ahead: None,
    no_unroll: "#pragma unroll 1",
    helpers: &[&[
        ("double", FP64),
        ("double2", FP64),
        ("px_bits_u32", "#define px_bits_u32(x) as_uint(x)"),
        ("px_bits_f32", "#define px_bits_f32(u) as_float((uint)(u))"),
        ("px_bits_u64", "#define px_bits_u64(x) as_ulong(x)"),
        (
            "px_bits_f64",
            "#define px_bits_f64(u) as_double((ulong)(u))",
        ),
        ("px_to_i32", TO_I32),
        ("px_to_u32", TO_U32),
        ("px_to_i64", TO_I64),
        ("px_to_u64", TO_U64),
        ("px_of_f16", OF_F16),
        ("px_to_f16", TO_F16),
        (
            "px_flip_f32",
            "#define px_flip_f32(x, s) as_float(as_uint(x) ^ ((uint)(s) & 0x80000000u))",
        ),
        (
            "px_flip_f64",
            "#define px_flip_f64(x, s) as_double(as_ulong(x) ^ ((ulong)((uint)(s) & 0x80000000u) << 32))",
        ),
        (
            "px_atomic_add_i32",
            "#define px_atomic_add_i32(p, v) atomic_add((volatile __global int*)(p), v)",
        ),
        (
            "px_atomic_add_u32",
            "#define px_atomic_add_u32(p, v) atomic_add((volatile __global uint*)(p), v)",
        ),
        (
            "px_atomic_min_i32",
            "#define px_atomic_min_i32(p, v) atomic_min((volatile __global int*)(p), v)",
        ),
        (
            "px_atomic_min_u32",
            "#define px_atomic_min_u32(p, v) atomic_min((volatile __global uint*)(p), v)",
        ),
        (
            "px_atomic_max_i32",
            "#define px_atomic_max_i32(p, v) atomic_max((volatile __global int*)(p), v)",
        ),
        (
            "px_atomic_max_u32",
            "#define px_atomic_max_u32(p, v) atomic_max((volatile __global uint*)(p), v)",
        ),
        (
            "px_atomic_add_i32_local",
            "#define px_atomic_add_i32_local(p, v) atomic_add((volatile __local int*)(p), v)",
        ),
        (
            "px_atomic_add_u32_local",
            "#define px_atomic_add_u32_local(p, v) atomic_add((volatile __local uint*)(p), v)",
        ),
        (
            "px_atomic_min_i32_local",
            "#define px_atomic_min_i32_local(p, v) atomic_min((volatile __local int*)(p), v)",
        ),
        (
            "px_atomic_min_u32_local",
            "#define px_atomic_min_u32_local(p, v) atomic_min((volatile __local uint*)(p), v)",
        ),
        (
            "px_atomic_max_i32_local",
            "#define px_atomic_max_i32_local(p, v) atomic_max((volatile __local int*)(p), v)",
        ),
        (
            "px_atomic_max_u32_local",
            "#define px_atomic_max_u32_local(p, v) atomic_max((volatile __local uint*)(p), v)",
        ),
        (
            "px_atomic_and_i32",
            "#define px_atomic_and_i32(p, v) atomic_and((volatile __global int*)(p), v)",
        ),
        (
            "px_atomic_and_u32",
            "#define px_atomic_and_u32(p, v) atomic_and((volatile __global uint*)(p), v)",
        ),
        (
            "px_atomic_or_i32",
            "#define px_atomic_or_i32(p, v) atomic_or((volatile __global int*)(p), v)",
        ),
        (
            "px_atomic_or_u32",
            "#define px_atomic_or_u32(p, v) atomic_or((volatile __global uint*)(p), v)",
        ),
        (
            "px_atomic_xor_i32",
            "#define px_atomic_xor_i32(p, v) atomic_xor((volatile __global int*)(p), v)",
        ),
        (
            "px_atomic_xor_u32",
            "#define px_atomic_xor_u32(p, v) atomic_xor((volatile __global uint*)(p), v)",
        ),
        (
            "px_atomic_exchange_i32",
            "#define px_atomic_exchange_i32(p, v) atomic_xchg((volatile __global int*)(p), v)",
        ),
        (
            "px_atomic_exchange_u32",
            "#define px_atomic_exchange_u32(p, v) atomic_xchg((volatile __global uint*)(p), v)",
        ),
        (
            "px_atomic_exchange_f32",
            "#define px_atomic_exchange_f32(p, v) atomic_xchg((volatile __global float*)(p), v)",
        ),
        (
            "px_atomic_and_i32_local",
            "#define px_atomic_and_i32_local(p, v) atomic_and((volatile __local int*)(p), v)",
        ),
        (
            "px_atomic_and_u32_local",
            "#define px_atomic_and_u32_local(p, v) atomic_and((volatile __local uint*)(p), v)",
        ),
        (
            "px_atomic_or_i32_local",
            "#define px_atomic_or_i32_local(p, v) atomic_or((volatile __local int*)(p), v)",
        ),
        (
            "px_atomic_or_u32_local",
            "#define px_atomic_or_u32_local(p, v) atomic_or((volatile __local uint*)(p), v)",
        ),
        (
            "px_atomic_xor_i32_local",
            "#define px_atomic_xor_i32_local(p, v) atomic_xor((volatile __local int*)(p), v)",
        ),
        (
            "px_atomic_xor_u32_local",
            "#define px_atomic_xor_u32_local(p, v) atomic_xor((volatile __local uint*)(p), v)",
        ),
        (
            "px_atomic_exchange_i32_local",
            "#define px_atomic_exchange_i32_local(p, v) atomic_xchg((volatile __local int*)(p), v)",
        ),
        (
            "px_atomic_exchange_u32_local",
            "#define px_atomic_exchange_u32_local(p, v) atomic_xchg((volatile __local uint*)(p), v)",
        ),
        (
            "px_atomic_exchange_f32_local",
            "#define px_atomic_exchange_f32_local(p, v) atomic_xchg((volatile __local float*)(p), v)",
        ),
        ("PX_UPDATE_LONG", UPDATE_LONG),
        ("atom_add", ATOMICS_64),
        ("atom_xchg", ATOMICS_64),
        ("atom_cmpxchg", ATOMICS_64),
        (
            "px_atomic_add_i64",
            "#define px_atomic_add_i64(p, v) atom_add((volatile __global long*)(p), v)",
        ),
        (
            "px_atomic_exchange_i64",
            "#define px_atomic_exchange_i64(p, v) atom_xchg((volatile __global long*)(p), v)",
        ),
        (
            "px_atomic_min_i64",
            "PX_UPDATE_LONG(px_atomic_min_i64, __global, long, min(now, v))",
        ),
        (
            "px_atomic_max_i64",
            "PX_UPDATE_LONG(px_atomic_max_i64, __global, long, max(now, v))",
        ),
        (
            "px_atomic_and_i64",
            "PX_UPDATE_LONG(px_atomic_and_i64, __global, long, now & v)",
        ),
        (
            "px_atomic_or_i64",
            "PX_UPDATE_LONG(px_atomic_or_i64, __global, long, now | v)",
        ),
        (
            "px_atomic_xor_i64",
            "PX_UPDATE_LONG(px_atomic_xor_i64, __global, long, now ^ v)",
        ),
        (
            "px_atomic_add_u64",
            "#define px_atomic_add_u64(p, v) atom_add((volatile __global ulong*)(p), v)",
        ),
        (
            "px_atomic_exchange_u64",
            "#define px_atomic_exchange_u64(p, v) atom_xchg((volatile __global ulong*)(p), v)",
        ),
        (
            "px_atomic_min_u64",
            "PX_UPDATE_LONG(px_atomic_min_u64, __global, ulong, min(now, v))",
        ),
        (
            "px_atomic_max_u64",
            "PX_UPDATE_LONG(px_atomic_max_u64, __global, ulong, max(now, v))",
        ),
        (
            "px_atomic_and_u64",
            "PX_UPDATE_LONG(px_atomic_and_u64, __global, ulong, now & v)",
        ),
        (
            "px_atomic_or_u64",
            "PX_UPDATE_LONG(px_atomic_or_u64, __global, ulong, now | v)",
        ),
        (
            "px_atomic_xor_u64",
            "PX_UPDATE_LONG(px_atomic_xor_u64, __global, ulong, now ^ v)",
        ),
        (
            "px_atomic_add_i64_local",
            "#define px_atomic_add_i64_local(p, v) atom_add((volatile __local long*)(p), v)",
        ),
        (
            "px_atomic_exchange_i64_local",
            "#define px_atomic_exchange_i64_local(p, v) atom_xchg((volatile __local long*)(p), v)",
        ),
        (
            "px_atomic_min_i64_local",
            "PX_UPDATE_LONG(px_atomic_min_i64_local, __local, long, min(now, v))",
        ),
        (
            "px_atomic_max_i64_local",
            "PX_UPDATE_LONG(px_atomic_max_i64_local, __local, long, max(now, v))",
        ),
        (
            "px_atomic_and_i64_local",
            "PX_UPDATE_LONG(px_atomic_and_i64_local, __local, long, now & v)",
        ),
        (
            "px_atomic_or_i64_local",
            "PX_UPDATE_LONG(px_atomic_or_i64_local, __local, long, now | v)",
        ),
        (
            "px_atomic_xor_i64_local",
            "PX_UPDATE_LONG(px_atomic_xor_i64_local, __local, long, now ^ v)",
        ),
        (
            "px_atomic_add_u64_local",
            "#define px_atomic_add_u64_local(p, v) atom_add((volatile __local ulong*)(p), v)",
        ),
        (
            "px_atomic_exchange_u64_local",
            "#define px_atomic_exchange_u64_local(p, v) atom_xchg((volatile __local ulong*)(p), v)",
        ),
        (
            "px_atomic_min_u64_local",
            "PX_UPDATE_LONG(px_atomic_min_u64_local, __local, ulong, min(now, v))",
        ),
        (
            "px_atomic_max_u64_local",
            "PX_UPDATE_LONG(px_atomic_max_u64_local, __local, ulong, max(now, v))",
        ),
        (
            "px_atomic_and_u64_local",
            "PX_UPDATE_LONG(px_atomic_and_u64_local, __local, ulong, now & v)",
        ),
        (
            "px_atomic_or_u64_local",
            "PX_UPDATE_LONG(px_atomic_or_u64_local, __local, ulong, now | v)",
        ),
        (
            "px_atomic_xor_u64_local",
            "PX_UPDATE_LONG(px_atomic_xor_u64_local, __local, ulong, now ^ v)",
        ),
        (
            "px_atomic_load_i32",
            "#define px_atomic_load_i32(p) (*(volatile __global int*)(p))",
        ),
        (
            "px_atomic_load_u32",
            "#define px_atomic_load_u32(p) (*(volatile __global uint*)(p))",
        ),
        (
            "px_atomic_load_i64",
            "#define px_atomic_load_i64(p) (*(volatile __global long*)(p))",
        ),
        (
            "px_atomic_load_u64",
            "#define px_atomic_load_u64(p) (*(volatile __global ulong*)(p))",
        ),
        (
            "px_atomic_load_f32",
            "#define px_atomic_load_f32(p) (*(volatile __global float*)(p))",
        ),
        (
            "px_atomic_load_f64",
            "#define px_atomic_load_f64(p) (*(volatile __global double*)(p))",
        ),
        (
            "px_atomic_compare_exchange_i32",
            "#define px_atomic_compare_exchange_i32(p, e, v) atomic_cmpxchg((volatile __global int*)(p), (int)(e), (int)(v))",
        ),
        (
            "px_atomic_compare_exchange_u32",
            "#define px_atomic_compare_exchange_u32(p, e, v) atomic_cmpxchg((volatile __global uint*)(p), (uint)(e), (uint)(v))",
        ),
        (
            "px_atomic_compare_exchange_i64",
            "#define px_atomic_compare_exchange_i64(p, e, v) atom_cmpxchg((volatile __global long*)(p), (long)(e), (long)(v))",
        ),
        (
            "px_atomic_compare_exchange_u64",
            "#define px_atomic_compare_exchange_u64(p, e, v) atom_cmpxchg((volatile __global ulong*)(p), (ulong)(e), (ulong)(v))",
        ),
        (
            "px_atomic_compare_exchange_f32",
            "#define px_atomic_compare_exchange_f32(p, e, v) as_float(atomic_cmpxchg((volatile __global int*)(p), as_int(e), as_int(v)))",
        ),
        (
            "px_atomic_compare_exchange_f64",
            "#define px_atomic_compare_exchange_f64(p, e, v) as_double(atom_cmpxchg((volatile __global long*)(p), as_long(e), as_long(v)))",
        ),
        (
            "px_atomic_load_i32_local",
            "#define px_atomic_load_i32_local(p) (*(volatile __local int*)(p))",
        ),
        (
            "px_atomic_load_u32_local",
            "#define px_atomic_load_u32_local(p) (*(volatile __local uint*)(p))",
        ),
        (
            "px_atomic_load_i64_local",
            "#define px_atomic_load_i64_local(p) (*(volatile __local long*)(p))",
        ),
        (
            "px_atomic_load_u64_local",
            "#define px_atomic_load_u64_local(p) (*(volatile __local ulong*)(p))",
        ),
        (
            "px_atomic_load_f32_local",
            "#define px_atomic_load_f32_local(p) (*(volatile __local float*)(p))",
        ),
        (
            "px_atomic_load_f64_local",
            "#define px_atomic_load_f64_local(p) (*(volatile __local double*)(p))",
        ),
        (
            "px_atomic_compare_exchange_i32_local",
            "#define px_atomic_compare_exchange_i32_local(p, e, v) atomic_cmpxchg((volatile __local int*)(p), (int)(e), (int)(v))",
        ),
        (
            "px_atomic_compare_exchange_u32_local",
            "#define px_atomic_compare_exchange_u32_local(p, e, v) atomic_cmpxchg((volatile __local uint*)(p), (uint)(e), (uint)(v))",
        ),
        (
            "px_atomic_compare_exchange_i64_local",
            "#define px_atomic_compare_exchange_i64_local(p, e, v) atom_cmpxchg((volatile __local long*)(p), (long)(e), (long)(v))",
        ),
        (
            "px_atomic_compare_exchange_u64_local",
            "#define px_atomic_compare_exchange_u64_local(p, e, v) atom_cmpxchg((volatile __local ulong*)(p), (ulong)(e), (ulong)(v))",
        ),
        (
            "px_atomic_compare_exchange_f32_local",
            "#define px_atomic_compare_exchange_f32_local(p, e, v) as_float(atomic_cmpxchg((volatile __local int*)(p), as_int(e), as_int(v)))",
        ),
        (
            "px_atomic_compare_exchange_f64_local",
            "#define px_atomic_compare_exchange_f64_local(p, e, v) as_double(atom_cmpxchg((volatile __local long*)(p), as_long(e), as_long(v)))",
        ),
        ("PX_UPDATE_F32", UPDATE_F32),
        ("PX_UPDATE_F64", UPDATE_F64),
        (
            "px_atomic_add_f32",
            "PX_UPDATE_F32(px_atomic_add_f32, __global, now + v)",
        ),
        (
            "px_atomic_min_f32",
            "PX_UPDATE_F32(px_atomic_min_f32, __global, fmin(now, v))",
        ),
        (
            "px_atomic_max_f32",
            "PX_UPDATE_F32(px_atomic_max_f32, __global, fmax(now, v))",
        ),
        (
            "px_atomic_add_f64",
            "PX_UPDATE_F64(px_atomic_add_f64, __global, now + v)",
        ),
        (
            "px_atomic_min_f64",
            "PX_UPDATE_F64(px_atomic_min_f64, __global, fmin(now, v))",
        ),
        (
            "px_atomic_max_f64",
            "PX_UPDATE_F64(px_atomic_max_f64, __global, fmax(now, v))",
        ),
        (
            "px_atomic_exchange_f64",
            "PX_UPDATE_F64(px_atomic_exchange_f64, __global, v)",
        ),
        (
            "px_atomic_exchange_f64_local",
            "PX_UPDATE_F64(px_atomic_exchange_f64_local, __local, v)",
        ),
        (
            "px_atomic_add_f32_local",
            "PX_UPDATE_F32(px_atomic_add_f32_local, __local, now + v)",
        ),
        (
            "px_atomic_min_f32_local",
            "PX_UPDATE_F32(px_atomic_min_f32_local, __local, fmin(now, v))",
        ),
        (
            "px_atomic_max_f32_local",
            "PX_UPDATE_F32(px_atomic_max_f32_local, __local, fmax(now, v))",
        ),
        (
            "px_atomic_add_f64_local",
            "PX_UPDATE_F64(px_atomic_add_f64_local, __local, now + v)",
        ),
        (
            "px_atomic_min_f64_local",
            "PX_UPDATE_F64(px_atomic_min_f64_local, __local, fmin(now, v))",
        ),
        (
            "px_atomic_max_f64_local",
            "PX_UPDATE_F64(px_atomic_max_f64_local, __local, fmax(now, v))",
        ),
        (
            "px_fault_first",
            "#define px_fault_first(p) (atomic_xchg((volatile __global uint*)(p), 1u) == 0u)",
        ),
        (
            "px_vector_barrier",
            "#define px_vector_barrier() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)",
        ),
        ("px_shuffle", SHUFFLE),
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
            "PX_LANES(px_lanes_mul_i32, int, (int)((uint)v * (uint)w))",
        ),
        (
            "px_lanes_mul_u32",
            "PX_LANES(px_lanes_mul_u32, uint, v * w)",
        ),
        (
            "px_lanes_mul_i64",
            "PX_LANES(px_lanes_mul_i64, long, (long)((ulong)v * (ulong)w))",
        ),
        (
            "px_lanes_mul_u64",
            "PX_LANES(px_lanes_mul_u64, ulong, v * w)",
        ),
        ("px_lanes_and_i32", "PX_LANES(px_lanes_and_i32, int, v & w)"),
        (
            "px_lanes_and_u32",
            "PX_LANES(px_lanes_and_u32, uint, v & w)",
        ),
        (
            "px_lanes_and_i64",
            "PX_LANES(px_lanes_and_i64, long, v & w)",
        ),
        (
            "px_lanes_and_u64",
            "PX_LANES(px_lanes_and_u64, ulong, v & w)",
        ),
        ("px_lanes_or_i32", "PX_LANES(px_lanes_or_i32, int, v | w)"),
        ("px_lanes_or_u32", "PX_LANES(px_lanes_or_u32, uint, v | w)"),
        ("px_lanes_or_i64", "PX_LANES(px_lanes_or_i64, long, v | w)"),
        ("px_lanes_or_u64", "PX_LANES(px_lanes_or_u64, ulong, v | w)"),
        ("px_lanes_xor_i32", "PX_LANES(px_lanes_xor_i32, int, v ^ w)"),
        (
            "px_lanes_xor_u32",
            "PX_LANES(px_lanes_xor_u32, uint, v ^ w)",
        ),
        (
            "px_lanes_xor_i64",
            "PX_LANES(px_lanes_xor_i64, long, v ^ w)",
        ),
        (
            "px_lanes_xor_u64",
            "PX_LANES(px_lanes_xor_u64, ulong, v ^ w)",
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
            "PX_LANES(px_lanes_add_i32, int, (int)((uint)v + (uint)w))",
        ),
        (
            "px_lanes_add_u32",
            "PX_LANES(px_lanes_add_u32, uint, v + w)",
        ),
        (
            "px_lanes_min_f32",
            "PX_LANES(px_lanes_min_f32, float, fmin(v, w))",
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
            "PX_LANES(px_lanes_min_u32, uint, min(v, w))",
        ),
        (
            "px_lanes_max_f32",
            "PX_LANES(px_lanes_max_f32, float, fmax(v, w))",
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
            "PX_LANES(px_lanes_max_u32, uint, max(v, w))",
        ),
        (
            "px_lanes_add_i64",
            "PX_LANES(px_lanes_add_i64, long, (long)((ulong)v + (ulong)w))",
        ),
        (
            "px_lanes_add_u64",
            "PX_LANES(px_lanes_add_u64, ulong, v + w)",
        ),
        (
            "px_lanes_min_i64",
            "PX_LANES(px_lanes_min_i64, long, min(v, w))",
        ),
        (
            "px_lanes_min_u64",
            "PX_LANES(px_lanes_min_u64, ulong, min(v, w))",
        ),
        (
            "px_lanes_max_i64",
            "PX_LANES(px_lanes_max_i64, long, max(v, w))",
        ),
        (
            "px_lanes_max_u64",
            "PX_LANES(px_lanes_max_u64, ulong, max(v, w))",
        ),
    ]],
};

/// NVIDIA's compiler converts what is not a number to the least integer.
const TO_I32: &str = "#define px_to_i32(x) ((x) != (x) ? 0 : convert_int_sat_rtz(x))";

const TO_U32: &str = "#define px_to_u32(x) ((x) != (x) ? 0u : convert_uint_sat_rtz(x))";

const TO_I64: &str = "#define px_to_i64(x) ((x) != (x) ? 0 : convert_long_sat_rtz(x))";

const TO_U64: &str = "#define px_to_u64(x) ((x) != (x) ? 0u : convert_ulong_sat_rtz(x))";

/// Halves are only in memory without an extension; that of bytes may be read as anything.
const OF_F16: &str = "static float px_of_f16(unsigned short u) {
  const uchar2 bytes = as_uchar2(u);
  return vload_half(0, (const __private half*)&bytes);
}";

const TO_F16: &str = "static unsigned short px_to_f16(float x) {
  uchar2 bytes;
  vstore_half_rte(x, 0, (__private half*)&bytes);
  return as_ushort(bytes);
}";

const FP64: &str = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable";

/// The value of the lane whose number differs by the bits of a mask, by either of two extensions.
const SHUFFLE: &str = "#ifdef cl_intel_subgroups
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#define px_shuffle(x, mask) intel_sub_group_shuffle_xor(x, (uint)(mask))
#else
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#define px_shuffle(x, mask) sub_group_shuffle_xor(x, (uint)(mask))
#endif";

/// Joins all lanes in the order of the tree through local memory, so that results have the same bits.
const LANES: &str = "#define PX_LANES(NAME, TYPE, EXPRESSION) \\
  static TYPE NAME(TYPE v, int lanes) { \\
    for (int apart = lanes / 2; apart > 0; apart /= 2) { \\
      const TYPE w = px_shuffle(v, apart); \\
      v = EXPRESSION; \\
    } \\
    return v; \\
  }";

const ATOMICS_64: &str = "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable";

/// What the extension of atomics has no function for.
const UPDATE_LONG: &str = "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#define PX_UPDATE_LONG(NAME, SPACE, TYPE, EXPRESSION) \\
  static TYPE NAME(volatile SPACE TYPE* p, TYPE v) { \\
    TYPE seen = *p, now; \\
    do { \\
      now = seen; \\
      seen = atom_cmpxchg(p, now, EXPRESSION); \\
    } while (seen != now); \\
    return now; \\
  }";

const UPDATE_F32: &str = "#define PX_UPDATE_F32(NAME, SPACE, EXPRESSION) \\
  static float NAME(volatile SPACE float* p, float v) { \\
    uint seen = *(volatile SPACE uint*)p, old; \\
    do { \\
      old = seen; \\
      const float now = as_float(old); \\
      seen = atomic_cmpxchg((volatile SPACE uint*)p, old, as_uint(EXPRESSION)); \\
    } while (seen != old); \\
    return as_float(old); \\
  }";

const UPDATE_F64: &str = "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#define PX_UPDATE_F64(NAME, SPACE, EXPRESSION) \\
  static double NAME(volatile SPACE double* p, double v) { \\
    ulong seen = *(volatile SPACE ulong*)p, old; \\
    do { \\
      old = seen; \\
      const double now = as_double(old); \\
      seen = atom_cmpxchg((volatile SPACE ulong*)p, old, as_ulong(EXPRESSION)); \\
    } while (seen != old); \\
    return as_double(old); \\
  }";
