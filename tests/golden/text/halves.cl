#pragma OPENCL FP_CONTRACT OFF
typedef int px_index;
#define px_bits_u32(x) as_uint(x)
#define px_bits_f32(u) as_float((uint)(u))
static float px_of_f16(unsigned short u) {
  const uchar2 bytes = as_uchar2(u);
  return vload_half(0, (const __private half*)&bytes);
}
static unsigned short px_to_f16(float x) {
  uchar2 bytes;
  vstore_half_rte(x, 0, (__private half*)&bytes);
  return as_ushort(bytes);
}
static bool px_inside(px_index i, px_index n) { return (uint)i < (uint)n; }
static float px_of_bf16(unsigned short u) { return px_bits_f32((uint)u << 16); }
static unsigned short px_to_bf16(float x) {
  const uint u = px_bits_u32(x);
  const uint nearest = u + 0x7fffu + (u >> 16 & 1u);
  return (unsigned short)((x != x ? u | 0x400000u : nearest) >> 16);
}
__kernel void __attribute__((reqd_work_group_size(256, 1, 1))) px_kernel_halves(
    __global unsigned short* restrict f_x,
    const px_index f_x_n0,
    __global unsigned short* restrict f_y,
    const px_index f_y_n0,
    const px_index px_begin0,
    const px_index px_end0) {
  const px_index px_span0 = px_end0 - px_begin0;
  const px_index px_item = (px_index)get_group_id(0) * 256 + get_local_id(0);
  if (px_inside(px_item, px_span0)) {
    const px_index px_work0 = px_begin0 + px_item;
    const unsigned short t7 = f_x[px_work0];
    const float t8 = px_of_f16(t7);
    const unsigned short t9 = f_y[px_work0];
    const float t10 = px_of_bf16(t9);
    const float t12 = fma(2.0f, t8, t10);
    const unsigned short t13 = px_to_f16(t12);
    f_x[px_work0] = t13;
    const unsigned short t14 = px_to_bf16(t8);
    f_y[px_work0] = t14;
  }
}
