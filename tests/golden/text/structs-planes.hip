#pragma clang fp contract(off)
typedef int px_index;
#define px_atomic_add_f32(p, v) atomicAdd(p, v)
#define px_fault_first(p) (atomicExch((unsigned int*)(p), 1u) == 0u)
static __device__ __forceinline__ bool px_inside(px_index i, px_index n) { return (unsigned int)i < (unsigned int)n; }
extern "C" __global__ void __launch_bounds__(256) px_kernel_particles(
    const unsigned char* __restrict__ f_particles,
    const px_index f_particles_n0,
    const px_index f_particles_s1,
    const int* __restrict__ f_order,
    const px_index f_order_n0,
    unsigned char* __restrict__ f_out,
    const px_index f_out_n0,
    const px_index f_out_s1,
    unsigned char* __restrict__ f_cells,
    const px_index f_cells_n0,
    const px_index f_cells_s1,
    const px_index px_begin0,
    const px_index px_end0,
    long long* px_fault,
    const int px_launch) {
  const px_index px_span0 = px_end0 - px_begin0;
  const px_index px_item = (px_index)blockIdx.x * 256 + threadIdx.x;
  if (px_inside(px_item, px_span0)) {
    const px_index px_work0 = px_begin0 + px_item;
    const int* const p5 = ((const int*)f_particles) + (long long)f_particles_s1 * 0;
    const double* const p7 = ((const double*)f_particles) + (long long)f_particles_s1 * 4;
    const double* const p9 = ((const double*)f_particles) + (long long)f_particles_s1 * 12;
    const double* const p11 = ((const double*)f_particles) + (long long)f_particles_s1 * 20;
    const float* const p13 = ((const float*)f_particles) + (long long)f_particles_s1 * 56;
    int* const p19 = ((int*)f_out) + (long long)f_out_s1 * 0;
    double* const p20 = ((double*)f_out) + (long long)f_out_s1 * 4;
    double* const p21 = ((double*)f_out) + (long long)f_out_s1 * 12;
    double* const p22 = ((double*)f_out) + (long long)f_out_s1 * 20;
    float* const p23 = ((float*)f_out) + (long long)f_out_s1 * 56;
    float* const p31 = ((float*)f_cells) + (long long)f_cells_s1 * 56;
    const int t33 = p5[px_work0];
    const double t34 = p7[px_work0];
    const double t35 = p9[px_work0];
    const double t36 = p11[px_work0];
    const float t37 = p13[px_work0];
    const int t38 = f_order[px_work0];
    p19[px_work0] = t33;
    p20[px_work0] = t34;
    p21[px_work0] = t35;
    p22[px_work0] = t36;
    p23[px_work0] = t37;
    const double t39 = p22[px_work0];
    const px_index t40 = (px_index)t38;
    double t41 = 0;
    if (px_inside(t40, f_particles_n0)) t41 = p9[t40];
    else if (px_fault_first(px_fault)) { px_fault[1] = 12; px_fault[2] = px_launch; px_fault[3] = t40; }
    const double t42 = t39 + t41;
    p22[px_work0] = t42;
    const px_index t43 = (px_index)t33;
    if (px_inside(t43, f_cells_n0)) px_atomic_add_f32(&p31[t43], t37);
    else if (px_fault_first(px_fault)) { px_fault[1] = 14; px_fault[2] = px_launch; px_fault[3] = t43; }
  }
}
