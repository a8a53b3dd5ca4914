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
    const double2* __restrict__ ulisttot,
    const px_index ulisttot_n0,
    const px_index ulisttot_n1,
    const double2* __restrict__ ylist,
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
    const double2* const p32 = ulisttot + (long long)px_league_rank * t15;
    const double2* const p35 = ylist + (long long)px_league_rank * t19;
    const int t36 = tile_element[t26];
    const px_index t37 = (px_index)t36;
    const double t38 = constant_2[t37];
    double v41 = 0.0;
    double v42 = 0.0;
    const double2* p67 = p32 + (px_lane_rank);
    const double2* p69 = p35 + (px_lane_rank);
    #pragma unroll 1
    for (px_index i43 = 0; i43 < ulisttot_n1; ++i43) {
      const double2 t46 = p67[0];
      const double2 t49 = p69[0];
      const double t52 = v41;
      const double t53 = fma(t46.x, t49.x, t52);
      v41 = t53;
      const double t54 = v42;
      const double t55 = fma(t46.y, t49.y, t54);
      v42 = t55;
      p67 += 32;
      p69 += 32;
    }
    const px_index t56 = t26 * 32;
    const px_index t57 = px_lane_rank + t56;
    const int t58 = atom_of_slot[t57];
    const bool t60 = t58 >= 0;
    if (t60) {
      const double t61 = v41;
      const double t62 = v42;
      const double t63 = t61 + t62;
      const double t65 = fma(t63, 0.3333333333333333, t38);
      const px_index t66 = (px_index)t58;
      energies[t66] = t65;
    }
  }
}
