#pragma OPENCL FP_CONTRACT OFF
typedef int px_index;
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
static bool px_inside(px_index i, px_index n) { return (uint)i < (uint)n; }
__kernel void __attribute__((reqd_work_group_size(256, 1, 1))) px_kernel_axpy(
    const double f_a,
    const __global double* restrict f_x,
    const px_index f_x_n0,
    __global double* restrict f_y,
    const px_index f_y_n0,
    const px_index px_begin0,
    const px_index px_end0) {
  const px_index px_span0 = px_end0 - px_begin0;
  const px_index px_item = (px_index)get_group_id(0) * 256 + get_local_id(0);
  if (px_inside(px_item, px_span0)) {
    const px_index px_work0 = px_begin0 + px_item;
    const double t8 = f_y[px_work0];
    const double t9 = f_x[px_work0];
    const double t10 = fma(f_a, t9, t8);
    f_y[px_work0] = t10;
  }
}
