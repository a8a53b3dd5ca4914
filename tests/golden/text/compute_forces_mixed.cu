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
  const px_index t151 = px_team_rank * 32;
  const px_index t154 = px_lane_rank + t151;
  const bool t168 = px_lane_rank == 0;
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
    const int* p212 = reverse_entry + (t46 + px_lane_rank);
    #pragma unroll 1
    for (px_index i60 = 0; i60 < t54; ++i60) {
      int v62 = (-1);
      int v63 = (-1);
      const px_index t64 = i60 * 2;
      const px_index t65 = i60 * 64;
      const px_index t66 = px_lane_rank + t65;
      const bool t67 = t66 < t51;
      if (t67) {
        const int t69 = p212[0];
        const px_index t70 = (px_index)t69;
        const int t71 = place[t70];
        v62 = t71;
      }
      const px_index t72 = t64 + 1;
      const px_index t73 = t72 * 32;
      const px_index t74 = px_lane_rank + t73;
      const bool t75 = t74 < t51;
      if (t75) {
        const int t77 = p212[32];
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
        const px_index t92 = dedr_n0 * t91;
        const float t93 = dedr[t92];
        v81 = t93;
        const int t94 = v62;
        const px_index t95 = (px_index)t94;
        const px_index t96 = dedr_n0 * t95;
        const px_index t97 = t96 + 1;
        const float t98 = dedr[t97];
        v82 = t98;
        const int t99 = v62;
        const px_index t100 = (px_index)t99;
        const px_index t101 = dedr_n0 * t100;
        const px_index t102 = t101 + 2;
        const float t103 = dedr[t102];
        v83 = t103;
      }
      const int t104 = v63;
      const bool t105 = t104 >= 0;
      if (t105) {
        const int t106 = v63;
        const px_index t107 = (px_index)t106;
        const px_index t108 = dedr_n0 * t107;
        const float t109 = dedr[t108];
        v84 = t109;
        const int t110 = v63;
        const px_index t111 = (px_index)t110;
        const px_index t112 = dedr_n0 * t111;
        const px_index t113 = t112 + 1;
        const float t114 = dedr[t113];
        v85 = t114;
        const int t115 = v63;
        const px_index t116 = (px_index)t115;
        const px_index t117 = dedr_n0 * t116;
        const px_index t118 = t117 + 2;
        const float t119 = dedr[t118];
        v86 = t119;
      }
      const double t120 = v57;
      const float t121 = v81;
      const double t122 = (double)t121;
      const double t123 = t120 + t122;
      v57 = t123;
      const double t124 = v58;
      const float t125 = v82;
      const double t126 = (double)t125;
      const double t127 = t124 + t126;
      v58 = t127;
      const double t128 = v59;
      const float t129 = v83;
      const double t130 = (double)t129;
      const double t131 = t128 + t130;
      v59 = t131;
      const double t132 = v57;
      const float t133 = v84;
      const double t134 = (double)t133;
      const double t135 = t132 + t134;
      v57 = t135;
      const double t136 = v58;
      const float t137 = v85;
      const double t138 = (double)t137;
      const double t139 = t136 + t138;
      v58 = t139;
      const double t140 = v59;
      const float t141 = v86;
      const double t142 = (double)t141;
      const double t143 = t140 + t142;
      v59 = t143;
      p212 += 64;
    }
    double v144 = 0.0;
    #pragma unroll 1
    for (px_index i146 = px_lane_rank; i146 < 32; i146 += 32) {
      const double t147 = v57;
      const double t148 = v144;
      const double t149 = t148 + t147;
      v144 = t149;
    }
    const double t150 = v144;
    reduction[t154] = t150;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i157 = 0; i157 < 6; ++i157) {
      const px_index t158 = 32 >> ((int)i157 & 31);
      const px_index t159 = px_lane_rank + t158;
      const bool t160 = px_lane_rank < t158;
      const bool t161 = t159 < 32;
      const bool t162 = t160 && t161;
      if (t162) {
        const double t163 = reduction[t154];
        const px_index t164 = t154 + t158;
        const double t165 = reduction[t164];
        const double t166 = t163 + t165;
        reduction[t154] = t166;
      }
      px_vector_barrier();
    }
    double* p215 = (double*)__cvta_shared_to_generic(px_at_reduction + (unsigned int)(px_team_rank) * (unsigned int)256);
    const double t167 = p215[0];
    px_vector_barrier();
    if (t168) {
      const bool t169 = t29 < f_n0;
      if (t169) {
        const double t170 = t39 - t167;
        f[t32] = t170;
      }
    }
    double v171 = 0.0;
    #pragma unroll 1
    for (px_index i172 = px_lane_rank; i172 < 32; i172 += 32) {
      const double t173 = v58;
      const double t174 = v171;
      const double t175 = t174 + t173;
      v171 = t175;
    }
    const double t176 = v171;
    reduction[t154] = t176;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i177 = 0; i177 < 6; ++i177) {
      const px_index t178 = 32 >> ((int)i177 & 31);
      const px_index t179 = px_lane_rank + t178;
      const bool t180 = px_lane_rank < t178;
      const bool t181 = t179 < 32;
      const bool t182 = t180 && t181;
      if (t182) {
        const double t183 = reduction[t154];
        const px_index t184 = t154 + t178;
        const double t185 = reduction[t184];
        const double t186 = t183 + t185;
        reduction[t154] = t186;
      }
      px_vector_barrier();
    }
    const double t187 = p215[0];
    px_vector_barrier();
    if (t168) {
      const bool t188 = t29 < f_n0;
      if (t188) {
        const double t189 = t41 - t187;
        const px_index t190 = f_n0 + t32;
        f[t190] = t189;
      }
    }
    double v191 = 0.0;
    #pragma unroll 1
    for (px_index i192 = px_lane_rank; i192 < 32; i192 += 32) {
      const double t193 = v59;
      const double t194 = v191;
      const double t195 = t194 + t193;
      v191 = t195;
    }
    const double t196 = v191;
    reduction[t154] = t196;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i197 = 0; i197 < 6; ++i197) {
      const px_index t198 = 32 >> ((int)i197 & 31);
      const px_index t199 = px_lane_rank + t198;
      const bool t200 = px_lane_rank < t198;
      const bool t201 = t199 < 32;
      const bool t202 = t200 && t201;
      if (t202) {
        const double t203 = reduction[t154];
        const px_index t204 = t154 + t198;
        const double t205 = reduction[t204];
        const double t206 = t203 + t205;
        reduction[t154] = t206;
      }
      px_vector_barrier();
    }
    const double t207 = p215[0];
    px_vector_barrier();
    if (t168) {
      const bool t208 = t29 < f_n0;
      if (t208) {
        const double t209 = t45 - t207;
        const px_index t210 = f_n0 * 2;
        const px_index t211 = t32 + t210;
        f[t211] = t209;
      }
    }
  }
}
