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
    const __global double* const p5 = ((const __global double*)f_particles) + 1;
    const __global double* const p7 = ((const __global double*)f_particles) + 2;
    const __global double* const p9 = ((const __global double*)f_particles) + 3;
    const __global float* const p11 = ((const __global float*)f_particles) + 8;
    __global int* const p16 = ((__global int*)f_out) + 0;
    __global double* const p17 = ((__global double*)f_out) + 1;
    __global double* const p18 = ((__global double*)f_out) + 2;
    __global double* const p19 = ((__global double*)f_out) + 3;
    __global float* const p20 = ((__global float*)f_out) + 8;
    __global float* const p27 = ((__global float*)f_cells) + 8;
    const px_index t30 = px_work0 * 10;
    const int t31 = p4[t30];
    const px_index t33 = px_work0 * 5;
    const double t34 = p5[t33];
    const double t35 = p7[t33];
    const double t36 = p9[t33];
    const float t37 = p11[t30];
    const int t38 = f_order[px_work0];
    p16[t30] = t31;
    p17[t33] = t34;
    p18[t33] = t35;
    p19[t33] = t36;
    p20[t30] = t37;
    const double t39 = p19[t33];
    const px_index t40 = (px_index)t38;
    const px_index t41 = t40 * 5;
    double t42 = 0;
    if (px_inside(t40, f_particles_n0)) t42 = p7[t41];
    else if (px_fault_first(px_fault)) { px_fault[1] = 12; px_fault[2] = px_launch; px_fault[3] = t40; }
    const double t43 = t39 + t42;
    p19[t33] = t43;
    const px_index t44 = (px_index)t31;
    const px_index t45 = t44 * 10;
    if (px_inside(t44, f_cells_n0)) px_atomic_add_f32(&p27[t45], t37);
    else if (px_fault_first(px_fault)) { px_fault[1] = 14; px_fault[2] = px_launch; px_fault[3] = t44; }
  }
}
