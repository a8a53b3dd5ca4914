#pragma clang fp contract(off)
typedef int px_index;
#define px_atomic_add_f32(p, v) atomicAdd(p, v)
#define px_fault_first(p) (atomicExch((unsigned int*)(p), 1u) == 0u)
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
  const px_index px_span0 = px_end0 - px_begin0;
  const px_index px_item = (px_index)blockIdx.x * 256 + threadIdx.x;
  if (px_inside(px_item, px_span0)) {
    const px_index px_work0 = px_begin0 + px_item;
    const int* const p4 = ((const int*)f_particles) + 0;
    const double* const p5 = ((const double*)f_particles) + 1;
    const double* const p7 = ((const double*)f_particles) + 2;
    const double* const p9 = ((const double*)f_particles) + 3;
    const float* const p11 = ((const float*)f_particles) + 8;
    int* const p16 = ((int*)f_out) + 0;
    double* const p17 = ((double*)f_out) + 1;
    double* const p18 = ((double*)f_out) + 2;
    double* const p19 = ((double*)f_out) + 3;
    float* const p20 = ((float*)f_out) + 8;
    float* const p27 = ((float*)f_cells) + 8;
    const px_index t30 = px_work0 * 10;
    const int t31 = p4[t30];
    const px_index t33 = px_work0 * 5;
    const double t34 = p5[t33];
    const double t35 = p7[t33];
    const double t36 = p9[t33];
    const float t37 = p11[t30];
    const int t38 = f_order[px_work0];
    p16[t30] = t31;
    p17[t33] = t34;
    p18[t33] = t35;
    p19[t33] = t36;
    p20[t30] = t37;
    const double t39 = p19[t33];
    const px_index t40 = (px_index)t38;
    const px_index t41 = t40 * 5;
    double t42 = 0;
    if (px_inside(t40, f_particles_n0)) t42 = p7[t41];
    else if (px_fault_first(px_fault)) { px_fault[1] = 12; px_fault[2] = px_launch; px_fault[3] = t40; }
    const double t43 = t39 + t42;
    p19[t33] = t43;
    const px_index t44 = (px_index)t31;
    const px_index t45 = t44 * 10;
    if (px_inside(t44, f_cells_n0)) px_atomic_add_f32(&p27[t45], t37);
    else if (px_fault_first(px_fault)) { px_fault[1] = 14; px_fault[2] = px_launch; px_fault[3] = t44; }
  }
}
