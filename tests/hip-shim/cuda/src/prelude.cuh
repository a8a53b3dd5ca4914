// What differs between HIP's source and CUDA's. Lanes of a vector are a part of a warp, or a warp.
#define amdgpu_num_vgpr(...)
#define __builtin_amdgcn_fence(...)
#define __builtin_amdgcn_wave_barrier() __syncwarp(px_shim_row())
// NVRTC has halves in a header only.
struct px_shim_half {
  unsigned short bits;
  __device__ explicit px_shim_half(float x) { asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x)); }
  __device__ operator float() const { float x; asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits)); return x; }
};
#define _Float16 px_shim_half
static __device__ __forceinline__ unsigned int px_shim_row() {
  return blockDim.x >= 32u ? 0xffffffffu : ((1u << blockDim.x) - 1u) << ((threadIdx.y * blockDim.x) & 31u);
}
