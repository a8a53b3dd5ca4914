// What HIP's words mean on the host. No header: the smallest of C++'s takes as long as half of the kernels.

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __shared__ static thread_local
#define __launch_bounds__(...)

// Where a work item is, and barriers: the shim sets both pointers.
struct px_shim_size { unsigned int x, y, z; };
struct px_shim_place { px_shim_size thread, block, block_size, grid_size; };
extern "C" {
  const px_shim_place* (*px_shim_item)();
  void (*px_shim_barrier)(bool of_vector);
}
#define threadIdx (px_shim_item()->thread)
#define blockIdx (px_shim_item()->block)
#define blockDim (px_shim_item()->block_size)
#define gridDim (px_shim_item()->grid_size)
#define __syncthreads() px_shim_barrier(false)
#define __builtin_amdgcn_fence(...) __atomic_signal_fence(__ATOMIC_SEQ_CST)
#define __builtin_amdgcn_wave_barrier() px_shim_barrier(true)

static inline long long clock64() { return static_cast<long long>(__builtin_ia32_rdtsc()); }

// The numbers below N.
using px_shim_number = decltype(sizeof(0));
template <px_shim_number... I>
struct px_shim_numbers {};
template <px_shim_number N, px_shim_number... I>
struct px_shim_below : px_shim_below<N - 1, N - 1, I...> {};
template <px_shim_number... I>
struct px_shim_below<0, I...> { using type = px_shim_numbers<I...>; };

// The entry of a kernel: each of its arguments is where the launch has put it. Launches copy as many bytes as a list says
// that ends with a zero.
template <class... Arguments, px_shim_number... I>
static void px_shim_call(void (*kernel)(Arguments...), void** arguments, px_shim_numbers<I...>) {
  kernel(*static_cast<Arguments*>(arguments[I])...);
}
template <class... Arguments>
static void px_shim_unpack(void (*kernel)(Arguments...), void** arguments) {
  px_shim_call(kernel, arguments, typename px_shim_below<sizeof...(Arguments)>::type());
}
template <class... Arguments>
struct px_shim_sizes { unsigned int bytes[sizeof...(Arguments) + 1]; };
template <class... Arguments>
static constexpr px_shim_sizes<Arguments...> px_shim_sizes_of(void (*)(Arguments...)) {
  return {{static_cast<unsigned int>(sizeof(Arguments))..., 0}};
}
#define PX_SHIM_RUN(KERNEL) \
  extern "C" { extern const auto px_shim_sizes_##KERNEL = px_shim_sizes_of(KERNEL); } \
  extern "C" void px_shim_run_##KERNEL(void** arguments) { px_shim_unpack(KERNEL, arguments); }

// Short vectors.
#define PX_SHIM_VECTORS(T, NAME) \
  struct alignas(2 * sizeof(T)) NAME##2 { T x, y; }; \
  struct alignas(16) NAME##4 { T x, y, z, w; }; \
  static inline NAME##2 make_##NAME##2(T x, T y) { return {x, y}; } \
  static inline NAME##4 make_##NAME##4(T x, T y, T z, T w) { return {x, y, z, w}; }
PX_SHIM_VECTORS(int, int)
PX_SHIM_VECTORS(float, float)
PX_SHIM_VECTORS(double, double)

// Mathematics, overloaded.
#define PX_SHIM_MATH(NAME, PARAMETERS_F64, PARAMETERS_F32, ARGUMENTS) \
  extern "C" double NAME PARAMETERS_F64 noexcept; \
  static inline float NAME PARAMETERS_F32 { return __builtin_##NAME##f ARGUMENTS; }
#define PX_SHIM_MATH1(NAME) PX_SHIM_MATH(NAME, (double), (float x), (x))
#define PX_SHIM_MATH2(NAME) PX_SHIM_MATH(NAME, (double, double), (float x, float y), (x, y))
PX_SHIM_MATH1(sqrt)
PX_SHIM_MATH1(fabs)
PX_SHIM_MATH1(floor)
PX_SHIM_MATH1(sin)
PX_SHIM_MATH1(exp2)
PX_SHIM_MATH1(expm1)
PX_SHIM_MATH1(log2)
PX_SHIM_MATH1(log10)
PX_SHIM_MATH1(log1p)
PX_SHIM_MATH1(tan)
PX_SHIM_MATH1(asin)
PX_SHIM_MATH1(acos)
PX_SHIM_MATH1(atan)
PX_SHIM_MATH1(sinh)
PX_SHIM_MATH1(cosh)
PX_SHIM_MATH1(tanh)
PX_SHIM_MATH1(asinh)
PX_SHIM_MATH1(acosh)
PX_SHIM_MATH1(atanh)
PX_SHIM_MATH1(cbrt)
PX_SHIM_MATH1(erf)
PX_SHIM_MATH1(erfc)
PX_SHIM_MATH1(tgamma)
PX_SHIM_MATH1(lgamma)
PX_SHIM_MATH1(ceil)
PX_SHIM_MATH1(trunc)
PX_SHIM_MATH1(round)
PX_SHIM_MATH1(rint)
PX_SHIM_MATH1(cos)
PX_SHIM_MATH1(exp)
PX_SHIM_MATH1(log)
PX_SHIM_MATH2(pow)
PX_SHIM_MATH2(fmin)
PX_SHIM_MATH2(fmod)
PX_SHIM_MATH2(remainder)
PX_SHIM_MATH2(copysign)
PX_SHIM_MATH2(atan2)
PX_SHIM_MATH2(hypot)
PX_SHIM_MATH2(fmax)
PX_SHIM_MATH(fma, (double, double, double), (float x, float y, float z), (x, y, z))
static inline float fminf(float x, float y) { return __builtin_fminf(x, y); }
static inline float fmaxf(float x, float y) { return __builtin_fmaxf(x, y); }
static inline double rsqrt(double x) { return 1.0 / __builtin_sqrt(x); }
static inline float rsqrt(float x) { return 1.0f / __builtin_sqrtf(x); }

// Bits.
template <class To, class From>
static inline To px_shim_bits(From from) {
  static_assert(sizeof(To) == sizeof(From), "bits are as many");
  To to;
  __builtin_memcpy(&to, &from, sizeof(to));
  return to;
}
static inline int __float_as_int(float x) { return px_shim_bits<int>(x); }
static inline float __int_as_float(int x) { return px_shim_bits<float>(x); }
static inline unsigned int __float_as_uint(float x) { return px_shim_bits<unsigned int>(x); }
static inline float __uint_as_float(unsigned int x) { return px_shim_bits<float>(x); }
static inline long long __double_as_longlong(double x) { return px_shim_bits<long long>(x); }
static inline double __longlong_as_double(long long x) { return px_shim_bits<double>(x); }

// Atomics, which groups on several threads need.
static inline bool px_shim_exchange(int* p, int& seen, int next) {
  return __atomic_compare_exchange_n(p, &seen, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}
static inline bool px_shim_exchange(long long* p, long long& seen, long long next) {
  return __atomic_compare_exchange_n(p, &seen, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}
template <px_shim_number Bytes>
struct px_shim_integer { using type = long long; };
template <>
struct px_shim_integer<4> { using type = int; };
template <class T, class Next>
static inline T px_shim_update(T* p, Next next) {
  using Bits = typename px_shim_integer<sizeof(T)>::type;
  Bits* const bits = reinterpret_cast<Bits*>(p);
  Bits seen = __atomic_load_n(bits, __ATOMIC_RELAXED);
  while (!px_shim_exchange(bits, seen, px_shim_bits<Bits>(static_cast<T>(next(px_shim_bits<T>(seen)))))) {}
  return px_shim_bits<T>(seen);
}
template <class T, class V>
static inline T atomicAdd(T* p, V v) { return px_shim_update(p, [=](T x) { return static_cast<T>(x + static_cast<T>(v)); }); }
template <class T, class V>
static inline T atomicMin(T* p, V v) { return px_shim_update(p, [=](T x) { const T y = v; return y < x ? y : x; }); }
template <class T, class V>
static inline T atomicMax(T* p, V v) { return px_shim_update(p, [=](T x) { const T y = v; return y > x ? y : x; }); }
template <class T, class V>
static inline T atomicAnd(T* p, V v) { return px_shim_update(p, [=](T x) { return static_cast<T>(x & static_cast<T>(v)); }); }
template <class T, class V>
static inline T atomicOr(T* p, V v) { return px_shim_update(p, [=](T x) { return static_cast<T>(x | static_cast<T>(v)); }); }
template <class T, class V>
static inline T atomicXor(T* p, V v) { return px_shim_update(p, [=](T x) { return static_cast<T>(x ^ static_cast<T>(v)); }); }
template <class T, class V>
static inline T atomicExch(T* p, V v) { return px_shim_update(p, [=](T) { return static_cast<T>(v); }); }
template <class T>
static inline T atomicCAS(T* p, T expected, T next) {
  return px_shim_update(p, [=](T x) { return x == expected ? next : x; });
}
