#pragma OPENCL FP_CONTRACT OFF
typedef int px_index;
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void __attribute__((reqd_work_group_size(256, 1, 1))) px_kernel_dot(
    const __global double* restrict f_x,
    const px_index f_x_n0,
    const __global double* restrict f_y,
    const px_index f_y_n0,
    __global double* restrict f_px_partial0,
    const int f_px_span,
    const px_index px_begin0,
    const px_index px_end0) {
  __local __attribute__((aligned(16))) double f_px_tree[256];
  const px_index px_league_rank = get_group_id(0);
  const px_index px_lane_rank = get_local_id(0);
  const px_index t8 = (px_index)f_px_span;
  const px_index t12 = t8 * px_league_rank;
  const px_index t13 = px_begin0 + t12;
  const px_index t14 = t8 + t13;
  const px_index t15 = px_end0 < t14 ? px_end0 : t14;
  double v18 = 0.0;
  const px_index t19 = t13 + px_lane_rank;
  const __global double* p78 = f_x + (t19);
  const __global double* p80 = f_y + (t19);
  for (px_index i21 = t19; i21 < t15; i21 += 256) {
    const double t22 = v18;
    const double t23 = p78[0];
    const double t24 = p80[0];
    const double t26 = fma(t23, t24, t22);
    v18 = t26;
    p78 += 256;
    p80 += 256;
  }
  const double t28 = v18;
  f_px_tree[px_lane_rank] = t28;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const bool t30 = px_lane_rank < 128;
  if (t30) {
    __local double* p82 = f_px_tree + (px_lane_rank);
    const double t31 = p82[0];
    const double t33 = p82[128];
    const double t34 = t31 + t33;
    f_px_tree[px_lane_rank] = t34;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const bool t36 = px_lane_rank < 64;
  if (t36) {
    __local double* p85 = f_px_tree + (px_lane_rank);
    const double t37 = p85[0];
    const double t39 = p85[64];
    const double t40 = t37 + t39;
    f_px_tree[px_lane_rank] = t40;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const bool t42 = px_lane_rank < 32;
  if (t42) {
    __local double* p88 = f_px_tree + (px_lane_rank);
    const double t43 = p88[0];
    const double t45 = p88[32];
    const double t46 = t43 + t45;
    f_px_tree[px_lane_rank] = t46;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const bool t48 = px_lane_rank < 16;
  if (t48) {
    __local double* p91 = f_px_tree + (px_lane_rank);
    const double t49 = p91[0];
    const double t51 = p91[16];
    const double t52 = t49 + t51;
    f_px_tree[px_lane_rank] = t52;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const bool t54 = px_lane_rank < 8;
  if (t54) {
    __local double* p94 = f_px_tree + (px_lane_rank);
    const double t55 = p94[0];
    const double t57 = p94[8];
    const double t58 = t55 + t57;
    f_px_tree[px_lane_rank] = t58;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const bool t60 = px_lane_rank < 4;
  if (t60) {
    __local double* p97 = f_px_tree + (px_lane_rank);
    const double t61 = p97[0];
    const double t63 = p97[4];
    const double t64 = t61 + t63;
    f_px_tree[px_lane_rank] = t64;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const bool t66 = px_lane_rank < 2;
  if (t66) {
    __local double* p100 = f_px_tree + (px_lane_rank);
    const double t67 = p100[0];
    const double t69 = p100[2];
    const double t70 = t67 + t69;
    f_px_tree[px_lane_rank] = t70;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const bool t71 = px_lane_rank < 1;
  if (t71) {
    __local double* p103 = f_px_tree + (px_lane_rank);
    const double t72 = p103[0];
    const double t74 = p103[1];
    const double t75 = t72 + t74;
    f_px_tree[px_lane_rank] = t75;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const bool t76 = px_lane_rank == 0;
  if (t76) {
    const double t77 = f_px_tree[0];
    f_px_partial0[px_league_rank] = t77;
  }
}
