typedef int px_index;
static __device__ __forceinline__ void px_after_previous() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
static __device__ __forceinline__ bool px_inside(px_index i, px_index n) { return (unsigned int)i < (unsigned int)n; }
extern "C" __global__ void __launch_bounds__(256) px_kernel_axpy(
    const double a,
    const double* __restrict__ x,
    const px_index x_n0,
    double* __restrict__ y,
    const px_index y_n0,
    const px_index begin0,
    const px_index end0) {
  px_after_previous();
  const px_index px_span0 = end0 - begin0;
  const px_index px_item = (px_index)blockIdx.x * 256 + threadIdx.x;
  if (px_inside(px_item, px_span0)) {
    const px_index px_work0 = begin0 + px_item;
    const double t8 = y[px_work0];
    const double t9 = x[px_work0];
    const double t10 = fma(a, t9, t8);
    y[px_work0] = t10;
  }
}
