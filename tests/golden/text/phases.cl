#pragma OPENCL FP_CONTRACT OFF
typedef int px_index;
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
static bool px_inside(px_index i, px_index n) { return (uint)i < (uint)n; }
__kernel void __attribute__((reqd_work_group_size(256, 1, 1))) px_kernel_phases(
    __global int* restrict f_phase,
    const px_index f_phase_n0,
    __global double* restrict f_x,
    const px_index f_x_n0,
    const int f_coldest,
    const px_index px_begin0,
    const px_index px_end0) {
  const px_index px_span0 = px_end0 - px_begin0;
  const px_index px_item = (px_index)get_group_id(0) * 256 + get_local_id(0);
  if (px_inside(px_item, px_span0)) {
    const px_index px_work0 = px_begin0 + px_item;
    const px_index t7 = (px_index)f_coldest;
    bool v10 = true;
    double v12 = 0.0;
    const int t13 = f_phase[px_work0];
    const bool t15 = t13 == 0;
    if (t15) {
      v10 = false;
    } else {
      const bool t19 = t13 == 1;
      if (t19) {
        const double t20 = f_x[px_work0];
        const double t21 = sqrt(t20);
        v12 = t21;
      } else {
        v12 = 1.0;
      }
    }
    const double t24 = v12;
    const bool t25 = v10;
    if (t25) {
      const bool t27 = t24 < 3.0;
      if (t27) {
        double v28 = 0.0;
        bool v29 = true;
        for (;;) {
          const bool t30 = v29;
          const bool t31 = !t30;
          if (t31) break;
          const double t32 = f_x[px_work0];
          const bool t33 = t32 > t24;
          if (t33) {
            v28 = 2.0;
            v29 = false;
          } else {
            const double t36 = f_x[px_work0];
            const double t37 = t36 + t24;
            f_x[px_work0] = t37;
          }
        }
        const double t38 = v28;
        const double t39 = t38 * t24;
        f_x[px_work0] = t39;
        const int t40 = f_phase[px_work0];
        const int t41 = (int)t7;
        const bool t42 = t40 != t41;
        if (t42) {
          f_phase[px_work0] = 1;
        }
      } else {
        v10 = false;
      }
    }
  }
}
