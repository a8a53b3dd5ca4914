#pragma OPENCL FP_CONTRACT OFF
typedef int px_index;
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
static bool px_inside(px_index i, px_index n) { return (uint)i < (uint)n; }
__kernel void __attribute__((reqd_work_group_size(256, 1, 1))) px_kernel_axpy(
    const double a,
    const __global double* restrict x,
    const px_index x_n0,
    __global double* restrict y,
    const px_index y_n0,
    const px_index begin0,
    const px_index end0) {
  const px_index px_span0 = end0 - begin0;
  const px_index px_item = (px_index)get_group_id(0) * 256 + get_local_id(0);
  if (px_inside(px_item, px_span0)) {
    const px_index px_work0 = begin0 + px_item;
    const double t8 = y[px_work0];
    const double t9 = x[px_work0];
    const double t10 = fma(a, t9, t8);
    y[px_work0] = t10;
  }
}
