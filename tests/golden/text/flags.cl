#pragma OPENCL FP_CONTRACT OFF
typedef int px_index;
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void __attribute__((reqd_work_group_size(8, 16, 1))) px_kernel_flags(
    const __global double* restrict f_x,
    const px_index f_x_n0,
    const px_index f_x_n1,
    __global unsigned char* f_flags,
    const px_index f_flags_n0,
    const px_index f_flags_n1,
    const double f_limit) {
  __local __attribute__((aligned(16))) unsigned char f_scratch[64];
  const px_index px_league_rank = get_group_id(0);
  const px_index px_team_rank = get_local_id(1);
  const px_index px_lane_rank = get_local_id(0);
  const px_index t16 = px_team_rank * 8;
  const px_index t18 = t16 + px_lane_rank;
  const px_index t20 = 8 * 16;
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
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  bool v34 = false;
  __local unsigned char* p45 = f_scratch;
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
