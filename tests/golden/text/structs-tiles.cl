#pragma OPENCL FP_CONTRACT OFF
typedef int px_index;
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define PX_UPDATE_F32(NAME, SPACE, EXPRESSION) \
  static float NAME(volatile SPACE float* p, float v) { \
    uint seen = *(volatile SPACE uint*)p, old; \
    do { \
      old = seen; \
      const float now = as_float(old); \
      seen = atomic_cmpxchg((volatile SPACE uint*)p, old, as_uint(EXPRESSION)); \
    } while (seen != old); \
    return as_float(old); \
  }
PX_UPDATE_F32(px_atomic_add_f32, __global, now + v)
#define px_fault_first(p) (atomic_xchg((volatile __global uint*)(p), 1u) == 0u)
static bool px_inside(px_index i, px_index n) { return (uint)i < (uint)n; }
__kernel void __attribute__((reqd_work_group_size(256, 1, 1))) px_kernel_particles(
    const __global unsigned char* restrict f_particles,
    const px_index f_particles_n0,
    const __global int* restrict f_order,
    const px_index f_order_n0,
    __global unsigned char* restrict f_out,
    const px_index f_out_n0,
    __global unsigned char* restrict f_cells,
    const px_index f_cells_n0,
    const px_index px_begin0,
    const px_index px_end0,
    __global long* px_fault,
    const int px_launch) {
  const px_index px_span0 = px_end0 - px_begin0;
  const px_index px_item = (px_index)get_group_id(0) * 256 + get_local_id(0);
  if (px_inside(px_item, px_span0)) {
    const px_index px_work0 = px_begin0 + px_item;
    const __global int* const p4 = ((const __global int*)f_particles) + 0;
    const __global double* const p6 = ((const __global double*)f_particles) + 16;
    const __global double* const p8 = ((const __global double*)f_particles) + 48;
    const __global double* const p10 = ((const __global double*)f_particles) + 80;
    const __global float* const p12 = ((const __global float*)f_particles) + 224;
    __global int* const p17 = ((__global int*)f_out) + 0;
    __global double* const p18 = ((__global double*)f_out) + 16;
    __global double* const p19 = ((__global double*)f_out) + 48;
    __global double* const p20 = ((__global double*)f_out) + 80;
    __global float* const p21 = ((__global float*)f_out) + 224;
    __global float* const p28 = ((__global float*)f_cells) + 224;
    const px_index t32 = px_work0 / 32;
    const px_index t33 = t32 * 256;
    const px_index t34 = px_work0 % 32;
    const px_index t35 = t33 + t34;
    const int t36 = p4[t35];
    const px_index t38 = t32 * 128;
    const px_index t39 = t34 + t38;
    const double t40 = p6[t39];
    const double t41 = p8[t39];
    const double t42 = p10[t39];
    const float t43 = p12[t35];
    const int t44 = f_order[px_work0];
    p17[t35] = t36;
    p18[t39] = t40;
    p19[t39] = t41;
    p20[t39] = t42;
    p21[t35] = t43;
    const double t45 = p20[t39];
    const px_index t46 = (px_index)t44;
    const px_index t47 = t46 / 32;
    const px_index t48 = t47 * 128;
    const px_index t49 = t46 % 32;
    const px_index t50 = t48 + t49;
    double t51 = 0;
    if (px_inside(t46, f_particles_n0)) t51 = p8[t50];
    else if (px_fault_first(px_fault)) { px_fault[1] = 12; px_fault[2] = px_launch; px_fault[3] = t46; }
    const double t52 = t45 + t51;
    p20[t39] = t52;
    const px_index t53 = (px_index)t36;
    const px_index t54 = t53 / 32;
    const px_index t55 = t54 * 256;
    const px_index t56 = t53 % 32;
    const px_index t57 = t55 + t56;
    if (px_inside(t53, f_cells_n0)) px_atomic_add_f32(&p28[t57], t43);
    else if (px_fault_first(px_fault)) { px_fault[1] = 14; px_fault[2] = px_launch; px_fault[3] = t53; }
  }
}
