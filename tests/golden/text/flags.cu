typedef int px_index;
static __device__ __forceinline__ void px_after_previous() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
static __device__ __forceinline__ unsigned int px_scratch_address(const void* p) {
  unsigned int a = (unsigned int)__cvta_generic_to_shared(p);
  asm("" : "+r"(a));
  return a;
}
extern "C" __global__ void __launch_bounds__(128) px_kernel_flags(
    const double* __restrict__ f_x,
    const px_index f_x_n0,
    const px_index f_x_n1,
    unsigned char* f_flags,
    const px_index f_flags_n0,
    const px_index f_flags_n1,
    const double f_limit) {
  __shared__ __align__(16) unsigned char f_scratch[64];
  const unsigned int px_at_f_scratch = px_scratch_address(f_scratch);
  const px_index px_league_rank = blockIdx.x;
  const px_index px_team_rank = threadIdx.y;
  const px_index px_lane_rank = threadIdx.x;
  px_after_previous();
  const px_index t16 = px_team_rank * 32;
  const px_index t18 = t16 + px_lane_rank;
  const px_index t20 = 32 * 4;
  const px_index t22 = f_x_n0 * px_league_rank;
  for (px_index i21 = t18; i21 < f_x_n0; i21 += t20) {
    const px_index t23 = i21 + t22;
    const double t24 = f_x[t23];
    const bool t25 = t24 > f_limit;
    bool v27 = false;
    if (t25) {
      const px_index t28 = f_flags_n0 * px_league_rank;
      const px_index t29 = i21 + t28;
      const bool t30 = f_flags[t29];
      const bool t31 = !t30;
      v27 = t31;
    }
    const bool t32 = v27;
    const bool t33 = t25 && t32;
    f_scratch[i21] = t33;
  }
  __syncthreads();
  bool v34 = false;
  unsigned char* p45 = (unsigned char*)__cvta_shared_to_generic(px_at_f_scratch + (unsigned int)(0) * (unsigned int)1);
  for (px_index i35 = 0; i35 < f_x_n0; ++i35) {
    const bool t36 = p45[0];
    if (t36) {
      v34 = true;
    }
    p45 += 1;
  }
  const px_index t43 = f_flags_n0 * px_league_rank;
  for (px_index i38 = t18; i38 < f_x_n0; i38 += t20) {
    bool v39 = false;
    const bool t40 = f_scratch[i38];
    if (t40) {
      const bool t41 = v34;
      v39 = t41;
    }
    const bool t42 = v39;
    const px_index t44 = i38 + t43;
    f_flags[t44] = t42;
  }
}
