// What differs between HIP's source and CUDA's. Lanes of a vector are a part of a warp, or a warp.
#define amdgpu_num_vgpr(...)
#define __builtin_amdgcn_fence(...)
#define __builtin_amdgcn_wave_barrier() __syncwarp(px_shim_row())
static __device__ __forceinline__ unsigned int px_shim_row() {
  return blockDim.x >= 32u ? 0xffffffffu : ((1u << blockDim.x) - 1u) << ((threadIdx.y * blockDim.x) & 31u);
}
