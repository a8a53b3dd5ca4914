#pragma clang fp contract(off)
typedef int px_index;
extern "C" __global__ void __launch_bounds__(512) px_kernel_dot(
    const double* __restrict__ f_x,
    const px_index f_x_n0,
    const double* __restrict__ f_y,
    const px_index f_y_n0,
    double* __restrict__ f_px_partial0,
    const int f_px_span,
    const px_index px_begin0,
    const px_index px_end0) {
  __shared__ __attribute__((aligned(16))) double f_px_tree[512];
  const px_index px_league_rank = blockIdx.x;
  const px_index px_lane_rank = threadIdx.x;
  const px_index t8 = (px_index)f_px_span;
  const px_index t12 = t8 * px_league_rank;
  const px_index t13 = px_begin0 + t12;
  const px_index t14 = t8 + t13;
  const px_index t15 = px_end0 < t14 ? px_end0 : t14;
  double v18 = 0.0;
  const px_index t19 = t13 + px_lane_rank;
  const double* p84 = f_x + (t19);
  const double* p86 = f_y + (t19);
  for (px_index i21 = t19; i21 < t15; i21 += 512) {
    const double t22 = v18;
    const double t23 = p84[0];
    const double t24 = p86[0];
    const double t26 = fma(t23, t24, t22);
    v18 = t26;
    p84 += 512;
    p86 += 512;
  }
  const double t28 = v18;
  f_px_tree[px_lane_rank] = t28;
  __syncthreads();
  const bool t30 = px_lane_rank < 256;
  if (t30) {
    double* p88 = f_px_tree + (px_lane_rank);
    const double t31 = p88[0];
    const double t33 = p88[256];
    const double t34 = t31 + t33;
    f_px_tree[px_lane_rank] = t34;
  }
  __syncthreads();
  const bool t36 = px_lane_rank < 128;
  if (t36) {
    double* p91 = f_px_tree + (px_lane_rank);
    const double t37 = p91[0];
    const double t39 = p91[128];
    const double t40 = t37 + t39;
    f_px_tree[px_lane_rank] = t40;
  }
  __syncthreads();
  const bool t42 = px_lane_rank < 64;
  if (t42) {
    double* p94 = f_px_tree + (px_lane_rank);
    const double t43 = p94[0];
    const double t45 = p94[64];
    const double t46 = t43 + t45;
    f_px_tree[px_lane_rank] = t46;
  }
  __syncthreads();
  const bool t48 = px_lane_rank < 32;
  if (t48) {
    double* p97 = f_px_tree + (px_lane_rank);
    const double t49 = p97[0];
    const double t51 = p97[32];
    const double t52 = t49 + t51;
    f_px_tree[px_lane_rank] = t52;
  }
  __syncthreads();
  const bool t54 = px_lane_rank < 16;
  if (t54) {
    double* p100 = f_px_tree + (px_lane_rank);
    const double t55 = p100[0];
    const double t57 = p100[16];
    const double t58 = t55 + t57;
    f_px_tree[px_lane_rank] = t58;
  }
  __syncthreads();
  const bool t60 = px_lane_rank < 8;
  if (t60) {
    double* p103 = f_px_tree + (px_lane_rank);
    const double t61 = p103[0];
    const double t63 = p103[8];
    const double t64 = t61 + t63;
    f_px_tree[px_lane_rank] = t64;
  }
  __syncthreads();
  const bool t66 = px_lane_rank < 4;
  if (t66) {
    double* p106 = f_px_tree + (px_lane_rank);
    const double t67 = p106[0];
    const double t69 = p106[4];
    const double t70 = t67 + t69;
    f_px_tree[px_lane_rank] = t70;
  }
  __syncthreads();
  const bool t72 = px_lane_rank < 2;
  if (t72) {
    double* p109 = f_px_tree + (px_lane_rank);
    const double t73 = p109[0];
    const double t75 = p109[2];
    const double t76 = t73 + t75;
    f_px_tree[px_lane_rank] = t76;
  }
  __syncthreads();
  const bool t77 = px_lane_rank < 1;
  if (t77) {
    double* p112 = f_px_tree + (px_lane_rank);
    const double t78 = p112[0];
    const double t80 = p112[1];
    const double t81 = t78 + t80;
    f_px_tree[px_lane_rank] = t81;
  }
  __syncthreads();
  const bool t82 = px_lane_rank == 0;
  if (t82) {
    const double t83 = f_px_tree[0];
    f_px_partial0[px_league_rank] = t83;
  }
}
