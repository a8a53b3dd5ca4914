typedef int px_index;
extern "C" __global__ void __launch_bounds__(256) px_kernel_dot(
    const double* __restrict__ x,
    const px_index x_n0,
    const double* __restrict__ y,
    const px_index y_n0,
    double* __restrict__ f_px_partial0,
    const int f_px_span,
    const px_index begin0,
    const px_index end0) {
  __shared__ __align__(16) double f_px_tree[256];
  const px_index px_league_rank = blockIdx.x;
  const px_index px_lane_rank = threadIdx.x;
  const px_index t7 = (px_index)f_px_span;
  const px_index t11 = t7 * px_league_rank;
  const px_index t12 = begin0 + t11;
  const px_index t13 = t7 + t12;
  const px_index t14 = end0 < t13 ? end0 : t13;
  double v17 = 0.0;
  const px_index t18 = t12 + px_lane_rank;
  const double* p78 = x + (t18);
  const double* p80 = y + (t18);
  #pragma unroll 1
  for (px_index i20 = t18; i20 < t14; i20 += 256) {
    const double t21 = v17;
    const double t23 = p78[0];
    const double t24 = p80[0];
    const double t26 = fma(t23, t24, t21);
    v17 = t26;
    p78 += 256;
    p80 += 256;
  }
  const double t28 = v17;
  f_px_tree[px_lane_rank] = t28;
  __syncthreads();
  const bool t30 = px_lane_rank < 128;
  if (t30) {
    const double t31 = f_px_tree[px_lane_rank];
    const px_index t32 = px_lane_rank + 128;
    const double t33 = f_px_tree[t32];
    const double t34 = t31 + t33;
    f_px_tree[px_lane_rank] = t34;
  }
  __syncthreads();
  const bool t36 = px_lane_rank < 64;
  if (t36) {
    const double t37 = f_px_tree[px_lane_rank];
    const px_index t38 = px_lane_rank + 64;
    const double t39 = f_px_tree[t38];
    const double t40 = t37 + t39;
    f_px_tree[px_lane_rank] = t40;
  }
  __syncthreads();
  const bool t42 = px_lane_rank < 32;
  if (t42) {
    const double t43 = f_px_tree[px_lane_rank];
    const px_index t44 = px_lane_rank + 32;
    const double t45 = f_px_tree[t44];
    const double t46 = t43 + t45;
    f_px_tree[px_lane_rank] = t46;
  }
  __syncthreads();
  const bool t48 = px_lane_rank < 16;
  if (t48) {
    const double t49 = f_px_tree[px_lane_rank];
    const px_index t50 = px_lane_rank + 16;
    const double t51 = f_px_tree[t50];
    const double t52 = t49 + t51;
    f_px_tree[px_lane_rank] = t52;
  }
  __syncthreads();
  const bool t54 = px_lane_rank < 8;
  if (t54) {
    const double t55 = f_px_tree[px_lane_rank];
    const px_index t56 = px_lane_rank + 8;
    const double t57 = f_px_tree[t56];
    const double t58 = t55 + t57;
    f_px_tree[px_lane_rank] = t58;
  }
  __syncthreads();
  const bool t60 = px_lane_rank < 4;
  if (t60) {
    const double t61 = f_px_tree[px_lane_rank];
    const px_index t62 = px_lane_rank + 4;
    const double t63 = f_px_tree[t62];
    const double t64 = t61 + t63;
    f_px_tree[px_lane_rank] = t64;
  }
  __syncthreads();
  const bool t66 = px_lane_rank < 2;
  if (t66) {
    const double t67 = f_px_tree[px_lane_rank];
    const px_index t68 = px_lane_rank + 2;
    const double t69 = f_px_tree[t68];
    const double t70 = t67 + t69;
    f_px_tree[px_lane_rank] = t70;
  }
  __syncthreads();
  const bool t71 = px_lane_rank < 1;
  if (t71) {
    const double t72 = f_px_tree[px_lane_rank];
    const px_index t73 = px_lane_rank + 1;
    const double t74 = f_px_tree[t73];
    const double t75 = t72 + t74;
    f_px_tree[px_lane_rank] = t75;
  }
  __syncthreads();
  const bool t76 = px_lane_rank == 0;
  if (t76) {
    const double t77 = f_px_tree[0];
    f_px_partial0[px_league_rank] = t77;
  }
}
