#pragma OPENCL FP_CONTRACT OFF
typedef int px_index;
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
static bool px_inside(px_index i, px_index n) { return (uint)i < (uint)n; }
__kernel void __attribute__((reqd_work_group_size(256, 1, 1))) px_kernel_compute_forces(
    const __global int* restrict slot_of_atom,
    const px_index slot_of_atom_n0,
    const __global int* restrict reverse_start,
    const px_index reverse_start_n0,
    const __global int* restrict reverse_entry,
    const px_index reverse_entry_n0,
    const int longest,
    const __global double* restrict dedr,
    const px_index dedr_n0,
    const px_index dedr_n1,
    const __global double* restrict sums,
    const px_index sums_n0,
    const px_index sums_n1,
    __global double* restrict f,
    const px_index f_n0,
    const px_index f_n1,
    const px_index begin0,
    const px_index end0) {
  const px_index px_span0 = end0 - begin0;
  const px_index px_item = (px_index)get_group_id(0) * 256 + get_local_id(0);
  if (px_inside(px_item, px_span0)) {
    const px_index px_work0 = begin0 + px_item;
    const px_index t8 = (px_index)longest;
    const px_index t17 = sums_n1 * 8;
    const int t24 = slot_of_atom[px_work0];
    double v26 = 0.0;
    double v27 = 0.0;
    double v28 = 0.0;
    const px_index t29 = (px_index)t24;
    const px_index t30 = t29 / 8;
    const px_index t31 = t17 * t30;
    const px_index t32 = t29 % 8;
    const px_index t33 = t31 + t32;
    const double t34 = sums[t33];
    v26 = t34;
    const px_index t35 = t33 + 8;
    const double t36 = sums[t35];
    v27 = t36;
    const px_index t39 = t33 + 16;
    const double t40 = sums[t39];
    v28 = t40;
    const int t41 = reverse_start[px_work0];
    const px_index t42 = px_work0 + 1;
    const int t43 = reverse_start[t42];
    const int t44 = (int)((uint)t43 - (uint)t41);
    const __global int* p72 = reverse_entry + (t41);
    #pragma unroll 1
    for (px_index i45 = 0; i45 < t8; ++i45) {
      const int t46 = (int)i45;
      const bool t47 = t46 < t44;
      if (t47) {
        const int t50 = p72[0];
        const double t51 = v26;
        const px_index t52 = (px_index)t50;
        const px_index t53 = dedr_n0 * t52;
        const double t54 = dedr[t53];
        const double t55 = t51 - t54;
        v26 = t55;
        const double t56 = v27;
        const px_index t57 = t53 + 1;
        const double t58 = dedr[t57];
        const double t59 = t56 - t58;
        v27 = t59;
        const double t60 = v28;
        const px_index t61 = t53 + 2;
        const double t62 = dedr[t61];
        const double t63 = t60 - t62;
        v28 = t63;
      }
      p72 += 1;
    }
    const double t64 = v26;
    f[px_work0] = t64;
    const double t65 = v27;
    const px_index t66 = f_n0 + px_work0;
    f[t66] = t65;
    const double t67 = v28;
    const px_index t68 = f_n0 * 2;
    const px_index t69 = px_work0 + t68;
    f[t69] = t67;
  }
}
