#pragma OPENCL FP_CONTRACT OFF
typedef int px_index;
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
static px_index px_div_index(px_index a, px_index b) { return b == 0 ? 0 : b == -1 ? -a : a / b; }
static px_index px_rem_index(px_index a, px_index b) { return b == 0 || b == -1 ? 0 : a % b; }
__kernel void __attribute__((reqd_work_group_size(8, 16, 1))) px_kernel_transpose(
    const __global double* restrict f_a,
    const px_index f_a_n0,
    const px_index f_a_n1,
    __global double* restrict f_b,
    const px_index f_b_n0,
    const px_index f_b_n1) {
  __local __attribute__((aligned(16))) double f_scratch[1056];
  const px_index px_league_rank = get_group_id(0);
  const px_index px_team_rank = get_local_id(1);
  const px_index px_lane_rank = get_local_id(0);
  const px_index t11 = f_a_n0 / 32;
  const px_index t13 = px_rem_index(px_league_rank, t11);
  const px_index t14 = t13 * 32;
  const px_index t15 = px_div_index(px_league_rank, t11);
  const px_index t16 = t15 * 32;
  #pragma unroll 1
  for (px_index i21 = px_team_rank; i21 < 32; i21 += 16) {
    const px_index t26 = t16 + i21;
    const px_index t27 = f_a_n0 * t26;
    const px_index t30 = i21 * 33;
    const __global double* p41 = f_a + (t13 * 32 + t27 + px_lane_rank);
    for (px_index i24 = px_lane_rank; i24 < 32; i24 += 8) {
      const double t29 = p41[0];
      const px_index t31 = i24 + t30;
      f_scratch[t31] = t29;
      p41 += 8;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  #pragma unroll 1
  for (px_index i32 = px_team_rank; i32 < 32; i32 += 16) {
    const px_index t38 = t14 + i32;
    const px_index t39 = f_b_n0 * t38;
    __local double* p43 = f_scratch + (i32 + px_lane_rank * 33);
    for (px_index i33 = px_lane_rank; i33 < 32; i33 += 8) {
      const double t36 = p43[0];
      const px_index t37 = t16 + i33;
      const px_index t40 = t37 + t39;
      f_b[t40] = t36;
      p43 += 264;
    }
  }
}
