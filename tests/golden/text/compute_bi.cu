typedef int px_index;
static __device__ __forceinline__ void px_after_previous() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
extern "C" __global__ void __launch_bounds__(128) px_kernel_compute_bi(
    const int* __restrict__ first,
    const px_index first_n0,
    const int ntiles,
    const int* __restrict__ atom_of_slot,
    const px_index atom_of_slot_n0,
    const double2* __restrict__ ulisttot,
    const px_index ulisttot_n0,
    const px_index ulisttot_n1,
    const int4* __restrict__ items,
    const px_index items_n0,
    const double* __restrict__ w0,
    const px_index w0_n0,
    const int* __restrict__ starts,
    const px_index starts_n0,
    const double* __restrict__ bzero,
    const px_index bzero_n0,
    double* __restrict__ blist,
    const px_index blist_n0,
    const px_index blist_n1) {
  const px_index px_league_rank = blockIdx.x;
  const px_index px_team_rank = threadIdx.y;
  const px_index px_lane_rank = threadIdx.x;
  px_after_previous();
  const px_index t4 = (px_index)ntiles;
  const px_index t11 = ulisttot_n1 * 32;
  const int t26 = first[0];
  const px_index t27 = (px_index)t26;
  const px_index t28 = px_league_rank + t27;
  const bool t29 = t28 >= t4;
  const bool t30 = !t29;
  if (t30) {
    const double2* const p34 = ulisttot + (long long)px_league_rank * t11;
    const px_index t80 = t28 * 32;
    const px_index t81 = px_lane_rank + t80;
    const int* p95 = starts + (px_team_rank);
    const double* p98 = bzero + (px_team_rank);
    #pragma unroll 1
    for (px_index i37 = px_team_rank; i37 < bzero_n0; i37 += 4) {
      const int t38 = p95[0];
      const px_index t39 = (px_index)t38;
      const int t41 = p95[1];
      const px_index t42 = (px_index)t41;
      double v45 = 0.0;
      const int4* p91 = items + (t39);
      const double* p93 = w0 + (t39);
      #pragma unroll 1
      for (px_index i46 = t39; i46 < t42; ++i46) {
        const int4 t47 = p91[0];
        const px_index t49 = (px_index)t47.x;
        const px_index t51 = (px_index)t47.y;
        const px_index t53 = (px_index)t47.z;
        const px_index t56 = t49 * 32;
        const px_index t57 = px_lane_rank + t56;
        const double2 t58 = p34[t57];
        const px_index t61 = t51 * 32;
        const px_index t62 = px_lane_rank + t61;
        const double2 t63 = p34[t62];
        const double t66 = t58.x * t63.x;
        const double t67 = fma(-t58.y, t63.y, t66);
        const double t68 = t58.x * t63.y;
        const double t69 = fma(t58.y, t63.x, t68);
        const px_index t70 = t53 * 32;
        const px_index t71 = px_lane_rank + t70;
        const double2 t72 = p34[t71];
        const double t75 = v45;
        const double t76 = p93[0];
        const double t77 = t67 * t72.x;
        const double t78 = fma(t69, t72.y, t77);
        const double t79 = fma(t76, t78, t75);
        v45 = t79;
        p91 += 1;
        p93 += 1;
      }
      const int t82 = atom_of_slot[t81];
      const bool t84 = t82 >= 0;
      if (t84) {
        const double t85 = v45;
        const double t86 = p98[0];
        const double t87 = t85 - t86;
        const px_index t88 = (px_index)t82;
        const px_index t89 = blist_n0 * i37;
        const px_index t90 = t88 + t89;
        blist[t90] = t87;
      }
      p95 += 4;
      p98 += 4;
    }
  }
}
