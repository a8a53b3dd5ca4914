typedef int px_index;
static __device__ __forceinline__ void px_after_previous() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
extern "C" __global__ void __launch_bounds__(32) px_kernel_compute_energy(
    const int* __restrict__ first,
    const px_index first_n0,
    const int ntiles,
    const int* __restrict__ tile_element,
    const px_index tile_element_n0,
    const int* __restrict__ atom_of_slot,
    const px_index atom_of_slot_n0,
    const double* __restrict__ constant_2,
    const px_index constant_2_n0,
    const float2* __restrict__ ulisttot,
    const px_index ulisttot_n0,
    const px_index ulisttot_n1,
    const float2* __restrict__ ylist,
    const px_index ylist_n0,
    const px_index ylist_n1,
    double* __restrict__ energies,
    const px_index energies_n0) {
  const px_index px_league_rank = blockIdx.x;
  const px_index px_lane_rank = threadIdx.x;
  px_after_previous();
  const px_index t4 = (px_index)ntiles;
  const px_index t15 = ulisttot_n1 * 32;
  const px_index t19 = ylist_n1 * 32;
  const int t24 = first[0];
  const px_index t25 = (px_index)t24;
  const px_index t26 = px_league_rank + t25;
  const bool t27 = t26 >= t4;
  const bool t28 = !t27;
  if (t28) {
    const float2* const p32 = ulisttot + (long long)px_league_rank * t15;
    const float2* const p35 = ylist + (long long)px_league_rank * t19;
    const int t36 = tile_element[t26];
    const px_index t37 = (px_index)t36;
    const double t38 = constant_2[t37];
    double v41 = 0.0;
    double v42 = 0.0;
    const float2* p71 = p32 + (px_lane_rank);
    const float2* p73 = p35 + (px_lane_rank);
    #pragma unroll 1
    for (px_index i43 = 0; i43 < ulisttot_n1; ++i43) {
      const float2 t46 = p71[0];
      const float2 t49 = p73[0];
      const double t52 = v41;
      const double t53 = (double)t46.x;
      const double t54 = (double)t49.x;
      const double t55 = fma(t53, t54, t52);
      v41 = t55;
      const double t56 = v42;
      const double t57 = (double)t46.y;
      const double t58 = (double)t49.y;
      const double t59 = fma(t57, t58, t56);
      v42 = t59;
      p71 += 32;
      p73 += 32;
    }
    const px_index t60 = t26 * 32;
    const px_index t61 = px_lane_rank + t60;
    const int t62 = atom_of_slot[t61];
    const bool t64 = t62 >= 0;
    if (t64) {
      const double t65 = v41;
      const double t66 = v42;
      const double t67 = t65 + t66;
      const double t69 = fma(t67, 0.3333333333333333, t38);
      const px_index t70 = (px_index)t62;
      energies[t70] = t69;
    }
  }
}
