//! What [`Dialect::helpers`](portax::ir::render::Dialect) says in every C++ that has CUDA's intrinsics.

/// Definitions by name.
type Table = &'static [(&'static str, &'static str)];

/// Numbers of given bits.
pub const BITS: Table = &[
    ("px_bits_u32", "#define px_bits_u32(x) __float_as_uint(x)"),
    ("px_bits_f32", "#define px_bits_f32(u) __uint_as_float(u)"),
    (
        "px_bits_u64",
        "#define px_bits_u64(x) ((unsigned long long)__double_as_longlong(x))",
    ),
    (
        "px_bits_f64",
        "#define px_bits_f64(u) __longlong_as_double((long long)(u))",
    ),
];

/// Flips the sign where bit 31 of `s` is set.
pub const FLIP_F32: &str = "{fn} float px_flip_f32(float x, int s) { return __int_as_float(__float_as_int(x) ^ (s & 0x80000000)); }";

/// Atomic updates that return the value before; signed minima and maxima of 64 bits are left to the languages.
pub const ATOMICS: Table = &[
    (
        "px_atomic_add_f32",
        "#define px_atomic_add_f32(p, v) atomicAdd(p, v)",
    ),
    (
        "px_atomic_add_f64",
        "#define px_atomic_add_f64(p, v) atomicAdd(p, v)",
    ),
    (
        "px_atomic_add_i32",
        "#define px_atomic_add_i32(p, v) atomicAdd(p, v)",
    ),
    (
        "px_atomic_add_u32",
        "#define px_atomic_add_u32(p, v) atomicAdd(p, v)",
    ),
    (
        "px_atomic_min_i32",
        "#define px_atomic_min_i32(p, v) atomicMin(p, v)",
    ),
    (
        "px_atomic_min_u32",
        "#define px_atomic_min_u32(p, v) atomicMin(p, v)",
    ),
    (
        "px_atomic_max_i32",
        "#define px_atomic_max_i32(p, v) atomicMax(p, v)",
    ),
    (
        "px_atomic_max_u32",
        "#define px_atomic_max_u32(p, v) atomicMax(p, v)",
    ),
    (
        "px_atomic_and_i32",
        "#define px_atomic_and_i32(p, v) atomicAnd(p, v)",
    ),
    (
        "px_atomic_and_u32",
        "#define px_atomic_and_u32(p, v) atomicAnd(p, v)",
    ),
    (
        "px_atomic_or_i32",
        "#define px_atomic_or_i32(p, v) atomicOr(p, v)",
    ),
    (
        "px_atomic_or_u32",
        "#define px_atomic_or_u32(p, v) atomicOr(p, v)",
    ),
    (
        "px_atomic_xor_i32",
        "#define px_atomic_xor_i32(p, v) atomicXor(p, v)",
    ),
    (
        "px_atomic_xor_u32",
        "#define px_atomic_xor_u32(p, v) atomicXor(p, v)",
    ),
    (
        "px_atomic_exchange_i32",
        "#define px_atomic_exchange_i32(p, v) atomicExch(p, v)",
    ),
    (
        "px_atomic_exchange_u32",
        "#define px_atomic_exchange_u32(p, v) atomicExch(p, v)",
    ),
    (
        "px_atomic_exchange_f32",
        "#define px_atomic_exchange_f32(p, v) atomicExch(p, v)",
    ),
    (
        "px_atomic_exchange_f64",
        "#define px_atomic_exchange_f64(p, v) __longlong_as_double((long long)atomicExch((unsigned long long*)(p), (unsigned long long)__double_as_longlong(v)))",
    ),
    (
        "px_atomic_add_i64",
        "#define px_atomic_add_i64(p, v) ((long long)atomicAdd((unsigned long long*)(p), (unsigned long long)(v)))",
    ),
    (
        "px_atomic_add_u64",
        "#define px_atomic_add_u64(p, v) atomicAdd(p, v)",
    ),
    (
        "px_atomic_min_u64",
        "#define px_atomic_min_u64(p, v) atomicMin(p, v)",
    ),
    (
        "px_atomic_max_u64",
        "#define px_atomic_max_u64(p, v) atomicMax(p, v)",
    ),
    (
        "px_atomic_and_i64",
        "#define px_atomic_and_i64(p, v) ((long long)atomicAnd((unsigned long long*)(p), (unsigned long long)(v)))",
    ),
    (
        "px_atomic_and_u64",
        "#define px_atomic_and_u64(p, v) atomicAnd(p, v)",
    ),
    (
        "px_atomic_or_i64",
        "#define px_atomic_or_i64(p, v) ((long long)atomicOr((unsigned long long*)(p), (unsigned long long)(v)))",
    ),
    (
        "px_atomic_or_u64",
        "#define px_atomic_or_u64(p, v) atomicOr(p, v)",
    ),
    (
        "px_atomic_xor_i64",
        "#define px_atomic_xor_i64(p, v) ((long long)atomicXor((unsigned long long*)(p), (unsigned long long)(v)))",
    ),
    (
        "px_atomic_xor_u64",
        "#define px_atomic_xor_u64(p, v) atomicXor(p, v)",
    ),
    (
        "px_atomic_exchange_i64",
        "#define px_atomic_exchange_i64(p, v) ((long long)atomicExch((unsigned long long*)(p), (unsigned long long)(v)))",
    ),
    (
        "px_atomic_exchange_u64",
        "#define px_atomic_exchange_u64(p, v) atomicExch(p, v)",
    ),
    (
        "px_atomic_load_i32",
        "#define px_atomic_load_i32(p) (*(volatile const int*)(p))",
    ),
    (
        "px_atomic_load_u32",
        "#define px_atomic_load_u32(p) (*(volatile const unsigned int*)(p))",
    ),
    (
        "px_atomic_load_i64",
        "#define px_atomic_load_i64(p) (*(volatile const long long*)(p))",
    ),
    (
        "px_atomic_load_u64",
        "#define px_atomic_load_u64(p) (*(volatile const unsigned long long*)(p))",
    ),
    (
        "px_atomic_load_f32",
        "#define px_atomic_load_f32(p) (*(volatile const float*)(p))",
    ),
    (
        "px_atomic_load_f64",
        "#define px_atomic_load_f64(p) (*(volatile const double*)(p))",
    ),
    (
        "px_atomic_compare_exchange_i32",
        "#define px_atomic_compare_exchange_i32(p, e, v) atomicCAS((int*)(p), (int)(e), (int)(v))",
    ),
    (
        "px_atomic_compare_exchange_u32",
        "#define px_atomic_compare_exchange_u32(p, e, v) atomicCAS((unsigned int*)(p), (unsigned int)(e), (unsigned int)(v))",
    ),
    (
        "px_atomic_compare_exchange_i64",
        "#define px_atomic_compare_exchange_i64(p, e, v) ((long long)atomicCAS((unsigned long long*)(p), (unsigned long long)(e), (unsigned long long)(v)))",
    ),
    (
        "px_atomic_compare_exchange_u64",
        "#define px_atomic_compare_exchange_u64(p, e, v) atomicCAS((unsigned long long*)(p), (unsigned long long)(e), (unsigned long long)(v))",
    ),
    (
        "px_atomic_compare_exchange_f32",
        "#define px_atomic_compare_exchange_f32(p, e, v) __int_as_float(atomicCAS((int*)(p), __float_as_int(e), __float_as_int(v)))",
    ),
    (
        "px_atomic_compare_exchange_f64",
        "#define px_atomic_compare_exchange_f64(p, e, v) __longlong_as_double((long long)atomicCAS((unsigned long long*)(p), (unsigned long long)__double_as_longlong(e), (unsigned long long)__double_as_longlong(v)))",
    ),
    ("PX_UPDATE_F32", UPDATE_F32),
    ("PX_UPDATE_F64", UPDATE_F64),
    (
        "px_atomic_min_f32",
        "PX_UPDATE_F32(px_atomic_min_f32, fminf)",
    ),
    (
        "px_atomic_max_f32",
        "PX_UPDATE_F32(px_atomic_max_f32, fmaxf)",
    ),
    (
        "px_atomic_min_f64",
        "PX_UPDATE_F64(px_atomic_min_f64, fmin)",
    ),
    (
        "px_atomic_max_f64",
        "PX_UPDATE_F64(px_atomic_max_f64, fmax)",
    ),
    (
        "px_fault_first",
        "#define px_fault_first(p) (atomicExch((unsigned int*)(p), 1u) == 0u)",
    ),
];

/// For what hardware has no instruction: tries until no other thread came between.
const UPDATE_F32: &str = "#define PX_UPDATE_F32(NAME, OP) \\
  {fn} float NAME(float* p, float v) { \\
    int seen = *(volatile int*)p, old; \\
    do { old = seen; seen = atomicCAS((int*)p, old, __float_as_int(OP(__int_as_float(old), v))); } while (seen != old); \\
    return __int_as_float(old); \\
  }";

const UPDATE_F64: &str = "#define PX_UPDATE_F64(NAME, OP) \\
  {fn} double NAME(double* p, double v) { \\
    {u64} seen = *(volatile {u64}*)p, old; \\
    do { old = seen; seen = atomicCAS(({u64}*)p, old, ({u64})__double_as_longlong(OP(__longlong_as_double((long long)old), v))); } while (seen != old); \\
    return __longlong_as_double((long long)old); \\
  }";
