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
    const px_index f_particles_s1,
    const __global int* restrict f_order,
    const px_index f_order_n0,
    __global unsigned char* restrict f_out,
    const px_index f_out_n0,
    const px_index f_out_s1,
    __global unsigned char* restrict f_cells,
    const px_index f_cells_n0,
    const px_index f_cells_s1,
    const px_index px_begin0,
    const px_index px_end0,
    __global long* px_fault,
    const int px_launch) {
  const px_index px_span0 = px_end0 - px_begin0;
  const px_index px_item = (px_index)get_group_id(0) * 256 + get_local_id(0);
  if (px_inside(px_item, px_span0)) {
    const px_index px_work0 = px_begin0 + px_item;
    const __global int* const p5 = ((const __global int*)f_particles) + (long)f_particles_s1 * 0;
    const __global double* const p7 = ((const __global double*)f_particles) + (long)f_particles_s1 * 4;
    const __global double* const p9 = ((const __global double*)f_particles) + (long)f_particles_s1 * 12;
    const __global double* const p11 = ((const __global double*)f_particles) + (long)f_particles_s1 * 20;
    const __global float* const p13 = ((const __global float*)f_particles) + (long)f_particles_s1 * 56;
    __global int* const p19 = ((__global int*)f_out) + (long)f_out_s1 * 0;
    __global double* const p20 = ((__global double*)f_out) + (long)f_out_s1 * 4;
    __global double* const p21 = ((__global double*)f_out) + (long)f_out_s1 * 12;
    __global double* const p22 = ((__global double*)f_out) + (long)f_out_s1 * 20;
    __global float* const p23 = ((__global float*)f_out) + (long)f_out_s1 * 56;
    __global float* const p31 = ((__global float*)f_cells) + (long)f_cells_s1 * 56;
    const int t33 = p5[px_work0];
    const double t34 = p7[px_work0];
    const double t35 = p9[px_work0];
    const double t36 = p11[px_work0];
    const float t37 = p13[px_work0];
    const int t38 = f_order[px_work0];
    p19[px_work0] = t33;
    p20[px_work0] = t34;
    p21[px_work0] = t35;
    p22[px_work0] = t36;
    p23[px_work0] = t37;
    const double t39 = p22[px_work0];
    const px_index t40 = (px_index)t38;
    double t41 = 0;
    if (px_inside(t40, f_particles_n0)) t41 = p9[t40];
    else if (px_fault_first(px_fault)) { px_fault[1] = 12; px_fault[2] = px_launch; px_fault[3] = t40; }
    const double t42 = t39 + t41;
    p22[px_work0] = t42;
    const px_index t43 = (px_index)t33;
    if (px_inside(t43, f_cells_n0)) px_atomic_add_f32(&p31[t43], t37);
    else if (px_fault_first(px_fault)) { px_fault[1] = 14; px_fault[2] = px_launch; px_fault[3] = t43; }
  }
}
