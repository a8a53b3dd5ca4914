typedef int px_index;
#define px_atomic_add_f32(p, v) atomicAdd(p, v)
#define px_fault_first(p) (atomicExch((unsigned int*)(p), 1u) == 0u)
static __device__ __forceinline__ void px_after_previous() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
static __device__ __forceinline__ bool px_inside(px_index i, px_index n) { return (unsigned int)i < (unsigned int)n; }
extern "C" __global__ void __launch_bounds__(256) px_kernel_particles(
    const unsigned char* __restrict__ f_particles,
    const px_index f_particles_n0,
    const int* __restrict__ f_order,
    const px_index f_order_n0,
    unsigned char* __restrict__ f_out,
    const px_index f_out_n0,
    unsigned char* __restrict__ f_cells,
    const px_index f_cells_n0,
    const px_index px_begin0,
    const px_index px_end0,
    long long* px_fault,
    const int px_launch) {
  px_after_previous();
  const px_index px_span0 = px_end0 - px_begin0;
  const px_index px_item = (px_index)blockIdx.x * 256 + threadIdx.x;
  if (px_inside(px_item, px_span0)) {
    const px_index px_work0 = px_begin0 + px_item;
    const int* const p4 = ((const int*)f_particles) + 0;
    const double* const p6 = ((const double*)f_particles) + 16;
    const double* const p8 = ((const double*)f_particles) + 48;
    const double* const p10 = ((const double*)f_particles) + 80;
    const float* const p12 = ((const float*)f_particles) + 224;
    int* const p17 = ((int*)f_out) + 0;
    double* const p18 = ((double*)f_out) + 16;
    double* const p19 = ((double*)f_out) + 48;
    double* const p20 = ((double*)f_out) + 80;
    float* const p21 = ((float*)f_out) + 224;
    float* const p28 = ((float*)f_cells) + 224;
    const px_index t32 = px_work0 / 32;
    const px_index t33 = t32 * 256;
    const px_index t34 = px_work0 % 32;
    const px_index t35 = t33 + t34;
    const int t36 = p4[t35];
    const px_index t38 = t32 * 128;
    const px_index t39 = t34 + t38;
    const double t40 = p6[t39];
    const double t41 = p8[t39];
    const double t42 = p10[t39];
    const float t43 = p12[t35];
    const int t44 = f_order[px_work0];
    p17[t35] = t36;
    p18[t39] = t40;
    p19[t39] = t41;
    p20[t39] = t42;
    p21[t35] = t43;
    const double t45 = p20[t39];
    const px_index t46 = (px_index)t44;
    const px_index t47 = t46 / 32;
    const px_index t48 = t47 * 128;
    const px_index t49 = t46 % 32;
    const px_index t50 = t48 + t49;
    double t51 = 0;
    if (px_inside(t46, f_particles_n0)) t51 = p8[t50];
    else if (px_fault_first(px_fault)) { px_fault[1] = 12; px_fault[2] = px_launch; px_fault[3] = t46; }
    const double t52 = t45 + t51;
    p20[t39] = t52;
    const px_index t53 = (px_index)t36;
    const px_index t54 = t53 / 32;
    const px_index t55 = t54 * 256;
    const px_index t56 = t53 % 32;
    const px_index t57 = t55 + t56;
    if (px_inside(t53, f_cells_n0)) px_atomic_add_f32(&p28[t57], t43);
    else if (px_fault_first(px_fault)) { px_fault[1] = 14; px_fault[2] = px_launch; px_fault[3] = t53; }
  }
}
