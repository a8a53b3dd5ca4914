#pragma OPENCL FP_CONTRACT OFF
typedef int px_index;
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void __attribute__((reqd_work_group_size(8, 16, 1))) px_kernel_flags(
    const __global double* restrict x,
    const px_index x_n0,
    const px_index x_n1,
    __global unsigned char* restrict flags,
    const px_index flags_n0,
    const px_index flags_n1,
    const double limit) {
  __local __attribute__((aligned(16))) unsigned char scratch[64];
  const px_index px_league_rank = get_group_id(0);
  const px_index px_team_rank = get_local_id(1);
  const px_index px_lane_rank = get_local_id(0);
  const px_index t15 = 8 * px_team_rank;
  const px_index t17 = t15 + px_lane_rank;
  const px_index t19 = 8 * 16;
  const px_index t22 = x_n0 * px_league_rank;
  const px_index t26 = flags_n0 * px_league_rank;
  #pragma unroll 1
  for (px_index i20 = t17; i20 < x_n0; i20 += t19) {
    const px_index t23 = i20 + t22;
    const double t24 = x[t23];
    const bool t25 = t24 > limit;
    const px_index t27 = i20 + t26;
    const bool t28 = flags[t27];
    const bool t29 = !t28;
    const bool t30 = t25 && t29;
    scratch[i20] = t30;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  bool v32 = false;
  __local unsigned char* p43 = scratch;
  #pragma unroll 1
  for (px_index i33 = 0; i33 < x_n0; ++i33) {
    const bool t34 = p43[0];
    if (t34) {
      v32 = true;
    }
    p43 += 1;
  }
  const px_index t41 = flags_n0 * px_league_rank;
  #pragma unroll 1
  for (px_index i36 = t17; i36 < x_n0; i36 += t19) {
    bool v37 = false;
    const bool t38 = scratch[i36];
    if (t38) {
      const bool t39 = v32;
      v37 = t39;
    }
    const bool t40 = v37;
    const px_index t42 = i36 + t41;
    flags[t42] = t40;
  }
}
