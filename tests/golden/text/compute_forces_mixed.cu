typedef int px_index;
static __device__ __forceinline__ void px_after_previous() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
static __device__ __forceinline__ void px_vector_barrier() {
  const unsigned int first = (threadIdx.y * blockDim.x) & 31u;
  __syncwarp(blockDim.x >= 32u ? 0xffffffffu : ((1u << blockDim.x) - 1u) << first);
}
static __device__ __forceinline__ unsigned int px_scratch_address(const void* p) {
  unsigned int a = (unsigned int)__cvta_generic_to_shared(p);
  asm("" : "+r"(a));
  return a;
}
extern "C" __global__ void __launch_bounds__(128) px_kernel_compute_forces(
    const int* __restrict__ slot_of_atom,
    const px_index slot_of_atom_n0,
    const int* __restrict__ reverse_start,
    const px_index reverse_start_n0,
    const int* __restrict__ reverse_entry,
    const px_index reverse_entry_n0,
    const int* __restrict__ place,
    const px_index place_n0,
    const float* __restrict__ dedr,
    const px_index dedr_n0,
    const px_index dedr_n1,
    const double* __restrict__ sums,
    const px_index sums_n0,
    const px_index sums_n1,
    double* __restrict__ f,
    const px_index f_n0,
    const px_index f_n1) {
  __shared__ __align__(16) double reduction[128];
  const unsigned int px_at_reduction = px_scratch_address(reduction);
  const px_index px_league_rank = blockIdx.x;
  const px_index px_team_rank = threadIdx.y;
  const px_index px_lane_rank = threadIdx.x;
  px_after_previous();
  const px_index t17 = sums_n1 * 32;
  const px_index t24 = px_league_rank * 4;
  const px_index t31 = f_n0 + (-1);
  const px_index t147 = px_team_rank * 32;
  const px_index t150 = px_lane_rank + t147;
  const bool t164 = px_lane_rank == 0;
  #pragma unroll 1
  for (px_index i28 = px_team_rank; i28 < 4; i28 += 4) {
    const px_index t29 = t24 + i28;
    const px_index t32 = t29 < t31 ? t29 : t31;
    const int t33 = slot_of_atom[t32];
    const px_index t34 = (px_index)t33;
    const px_index t35 = t34 / 32;
    const px_index t36 = t17 * t35;
    const px_index t37 = t34 % 32;
    const px_index t38 = t36 + t37;
    const double t39 = sums[t38];
    const px_index t40 = t38 + 32;
    const double t41 = sums[t40];
    const px_index t44 = t38 + 64;
    const double t45 = sums[t44];
    const int t46 = reverse_start[t32];
    const px_index t47 = (px_index)t46;
    const px_index t48 = t32 + 1;
    const int t49 = reverse_start[t48];
    const px_index t50 = (px_index)t49;
    const px_index t51 = t50 - t47;
    const px_index t53 = t51 + 63;
    const px_index t54 = t53 / 64;
    double v57 = 0.0;
    double v58 = 0.0;
    double v59 = 0.0;
    const int* p208 = reverse_entry + (t46 + px_lane_rank);
    #pragma unroll 1
    for (px_index i60 = 0; i60 < t54; ++i60) {
      int v62 = (-1);
      int v63 = (-1);
      const px_index t64 = i60 * 2;
      const px_index t65 = i60 * 64;
      const px_index t66 = px_lane_rank + t65;
      const bool t67 = t66 < t51;
      if (t67) {
        const int t69 = p208[0];
        const px_index t70 = (px_index)t69;
        const int t71 = place[t70];
        v62 = t71;
      }
      const px_index t72 = t64 + 1;
      const px_index t73 = t72 * 32;
      const px_index t74 = px_lane_rank + t73;
      const bool t75 = t74 < t51;
      if (t75) {
        const int t77 = p208[32];
        const px_index t78 = (px_index)t77;
        const int t79 = place[t78];
        v63 = t79;
      }
      float v81 = 0.0f;
      float v82 = 0.0f;
      float v83 = 0.0f;
      float v84 = 0.0f;
      float v85 = 0.0f;
      float v86 = 0.0f;
      const int t87 = v62;
      const bool t89 = t87 >= 0;
      if (t89) {
        const int t90 = v62;
        const px_index t91 = (px_index)t90;
        const float t92 = dedr[t91];
        v81 = t92;
        const int t93 = v62;
        const px_index t94 = (px_index)t93;
        const px_index t95 = dedr_n1 + t94;
        const float t96 = dedr[t95];
        v82 = t96;
        const int t97 = v62;
        const px_index t98 = (px_index)t97;
        const px_index t99 = dedr_n1 * 2;
        const px_index t100 = t98 + t99;
        const float t101 = dedr[t100];
        v83 = t101;
      }
      const int t102 = v63;
      const bool t103 = t102 >= 0;
      if (t103) {
        const int t104 = v63;
        const px_index t105 = (px_index)t104;
        const float t106 = dedr[t105];
        v84 = t106;
        const int t107 = v63;
        const px_index t108 = (px_index)t107;
        const px_index t109 = dedr_n1 + t108;
        const float t110 = dedr[t109];
        v85 = t110;
        const int t111 = v63;
        const px_index t112 = (px_index)t111;
        const px_index t113 = dedr_n1 * 2;
        const px_index t114 = t112 + t113;
        const float t115 = dedr[t114];
        v86 = t115;
      }
      const double t116 = v57;
      const float t117 = v81;
      const double t118 = (double)t117;
      const double t119 = t116 + t118;
      v57 = t119;
      const double t120 = v58;
      const float t121 = v82;
      const double t122 = (double)t121;
      const double t123 = t120 + t122;
      v58 = t123;
      const double t124 = v59;
      const float t125 = v83;
      const double t126 = (double)t125;
      const double t127 = t124 + t126;
      v59 = t127;
      const double t128 = v57;
      const float t129 = v84;
      const double t130 = (double)t129;
      const double t131 = t128 + t130;
      v57 = t131;
      const double t132 = v58;
      const float t133 = v85;
      const double t134 = (double)t133;
      const double t135 = t132 + t134;
      v58 = t135;
      const double t136 = v59;
      const float t137 = v86;
      const double t138 = (double)t137;
      const double t139 = t136 + t138;
      v59 = t139;
      p208 += 64;
    }
    double v140 = 0.0;
    #pragma unroll 1
    for (px_index i142 = px_lane_rank; i142 < 32; i142 += 32) {
      const double t143 = v57;
      const double t144 = v140;
      const double t145 = t144 + t143;
      v140 = t145;
    }
    const double t146 = v140;
    reduction[t150] = t146;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i153 = 0; i153 < 6; ++i153) {
      const px_index t154 = 32 >> ((int)i153 & 31);
      const px_index t155 = px_lane_rank + t154;
      const bool t156 = px_lane_rank < t154;
      const bool t157 = t155 < 32;
      const bool t158 = t156 && t157;
      if (t158) {
        const double t159 = reduction[t150];
        const px_index t160 = t150 + t154;
        const double t161 = reduction[t160];
        const double t162 = t159 + t161;
        reduction[t150] = t162;
      }
      px_vector_barrier();
    }
    double* p211 = (double*)__cvta_shared_to_generic(px_at_reduction + (unsigned int)(px_team_rank) * (unsigned int)256);
    const double t163 = p211[0];
    px_vector_barrier();
    if (t164) {
      const bool t165 = t29 < f_n0;
      if (t165) {
        const double t166 = t39 - t163;
        f[t32] = t166;
      }
    }
    double v167 = 0.0;
    #pragma unroll 1
    for (px_index i168 = px_lane_rank; i168 < 32; i168 += 32) {
      const double t169 = v58;
      const double t170 = v167;
      const double t171 = t170 + t169;
      v167 = t171;
    }
    const double t172 = v167;
    reduction[t150] = t172;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i173 = 0; i173 < 6; ++i173) {
      const px_index t174 = 32 >> ((int)i173 & 31);
      const px_index t175 = px_lane_rank + t174;
      const bool t176 = px_lane_rank < t174;
      const bool t177 = t175 < 32;
      const bool t178 = t176 && t177;
      if (t178) {
        const double t179 = reduction[t150];
        const px_index t180 = t150 + t174;
        const double t181 = reduction[t180];
        const double t182 = t179 + t181;
        reduction[t150] = t182;
      }
      px_vector_barrier();
    }
    const double t183 = p211[0];
    px_vector_barrier();
    if (t164) {
      const bool t184 = t29 < f_n0;
      if (t184) {
        const double t185 = t41 - t183;
        const px_index t186 = f_n0 + t32;
        f[t186] = t185;
      }
    }
    double v187 = 0.0;
    #pragma unroll 1
    for (px_index i188 = px_lane_rank; i188 < 32; i188 += 32) {
      const double t189 = v59;
      const double t190 = v187;
      const double t191 = t190 + t189;
      v187 = t191;
    }
    const double t192 = v187;
    reduction[t150] = t192;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i193 = 0; i193 < 6; ++i193) {
      const px_index t194 = 32 >> ((int)i193 & 31);
      const px_index t195 = px_lane_rank + t194;
      const bool t196 = px_lane_rank < t194;
      const bool t197 = t195 < 32;
      const bool t198 = t196 && t197;
      if (t198) {
        const double t199 = reduction[t150];
        const px_index t200 = t150 + t194;
        const double t201 = reduction[t200];
        const double t202 = t199 + t201;
        reduction[t150] = t202;
      }
      px_vector_barrier();
    }
    const double t203 = p211[0];
    px_vector_barrier();
    if (t164) {
      const bool t204 = t29 < f_n0;
      if (t204) {
        const double t205 = t45 - t203;
        const px_index t206 = f_n0 * 2;
        const px_index t207 = t32 + t206;
        f[t207] = t205;
      }
    }
  }
}
