typedef int px_index;
static __device__ __forceinline__ bool px_inside(px_index i, px_index n) { return (unsigned int)i < (unsigned int)n; }
static __device__ __forceinline__ int px_div_i32(int a, int b) { return b == 0 ? 0 : b == -1 ? (int)(0u - (unsigned int)a) : a / b; }
extern "C" __global__ void __launch_bounds__(256) px_kernel_compute_forces(
    const int* __restrict__ slot_of_atom,
    const px_index slot_of_atom_n0,
    const int* __restrict__ reverse_start,
    const px_index reverse_start_n0,
    const int* __restrict__ reverse_entry,
    const px_index reverse_entry_n0,
    const int longest,
    const double* __restrict__ dedr,
    const px_index dedr_n0,
    const px_index dedr_n1,
    const px_index dedr_n2,
    const double* __restrict__ sums,
    const px_index sums_n0,
    const px_index sums_n1,
    double* __restrict__ f,
    const px_index f_n0,
    const px_index f_n1,
    const px_index begin0,
    const px_index end0) {
  const px_index px_span0 = end0 - begin0;
  const px_index px_item = (px_index)blockIdx.x * 256 + threadIdx.x;
  if (px_inside(px_item, px_span0)) {
    const px_index px_work0 = begin0 + px_item;
    const px_index t8 = (px_index)longest;
    const px_index t14 = dedr_n1 * 32;
    const px_index t15 = dedr_n2 * t14;
    const px_index t19 = sums_n1 * 32;
    const int t26 = slot_of_atom[px_work0];
    double v28 = 0.0;
    double v29 = 0.0;
    double v30 = 0.0;
    const px_index t31 = (px_index)t26;
    const px_index t32 = t31 / 32;
    const px_index t33 = t19 * t32;
    const px_index t34 = t31 % 32;
    const px_index t35 = t33 + t34;
    const double t36 = sums[t35];
    v28 = t36;
    const px_index t37 = t35 + 32;
    const double t38 = sums[t37];
    v29 = t38;
    const px_index t41 = t35 + 64;
    const double t42 = sums[t41];
    v30 = t42;
    const int t43 = reverse_start[px_work0];
    const px_index t44 = px_work0 + 1;
    const int t45 = reverse_start[t44];
    const int t46 = (int)((unsigned int)t45 - (unsigned int)t43);
    const int* p84 = reverse_entry + (t43);
    #pragma unroll 1
    for (px_index i47 = 0; i47 < t8; ++i47) {
      const int t48 = (int)i47;
      const bool t49 = t48 < t46;
      if (t49) {
        const int t52 = p84[0];
        const int t53 = (int)dedr_n2;
        const int t54 = px_div_i32(t52, t53);
        const int t55 = (int)((unsigned int)t53 * (unsigned int)t54);
        const int t56 = (int)((unsigned int)t52 - (unsigned int)t55);
        const double t57 = v28;
        const px_index t58 = (px_index)t54;
        const px_index t59 = (px_index)t56;
        const px_index t60 = t58 / 32;
        const px_index t61 = t15 * t60;
        const px_index t62 = t58 % 32;
        const px_index t63 = t61 + t62;
        const px_index t64 = t14 * t59;
        const px_index t65 = t63 + t64;
        const double t66 = dedr[t65];
        const double t67 = t57 - t66;
        v28 = t67;
        const double t68 = v29;
        const px_index t69 = t65 + 32;
        const double t70 = dedr[t69];
        const double t71 = t68 - t70;
        v29 = t71;
        const double t72 = v30;
        const px_index t73 = t65 + 64;
        const double t74 = dedr[t73];
        const double t75 = t72 - t74;
        v30 = t75;
      }
      p84 += 1;
    }
    const double t76 = v28;
    f[px_work0] = t76;
    const double t77 = v29;
    const px_index t78 = f_n0 + px_work0;
    f[t78] = t77;
    const double t79 = v30;
    const px_index t80 = f_n0 * 2;
    const px_index t81 = px_work0 + t80;
    f[t81] = t79;
  }
}
