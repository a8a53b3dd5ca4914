#pragma clang fp contract(off)
typedef int px_index;
static __device__ __forceinline__ bool px_inside(px_index i, px_index n) { return (unsigned int)i < (unsigned int)n; }
extern "C" __global__ void __launch_bounds__(256) px_kernel_axpy(
    const double f_a,
    const double* __restrict__ f_x,
    const px_index f_x_n0,
    double* __restrict__ f_y,
    const px_index f_y_n0,
    const px_index px_begin0,
    const px_index px_end0) {
  const px_index px_span0 = px_end0 - px_begin0;
  const px_index px_item = (px_index)blockIdx.x * 256 + threadIdx.x;
  if (px_inside(px_item, px_span0)) {
    const px_index px_work0 = px_begin0 + px_item;
    const double t8 = f_y[px_work0];
    const double t9 = f_x[px_work0];
    const double t10 = fma(f_a, t9, t8);
    f_y[px_work0] = t10;
  }
}
