#pragma clang fp contract(off)
typedef int px_index;
static __device__ __forceinline__ void px_vector_barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
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
    const double* __restrict__ dedr,
    const px_index dedr_n0,
    const px_index dedr_n1,
    const double* __restrict__ sums,
    const px_index sums_n0,
    const px_index sums_n1,
    double* __restrict__ f,
    const px_index f_n0,
    const px_index f_n1) {
  __shared__ __attribute__((aligned(16))) double reduction[128];
  const px_index px_league_rank = blockIdx.x;
  const px_index px_team_rank = threadIdx.y;
  const px_index px_lane_rank = threadIdx.x;
  const px_index t17 = sums_n1 * 32;
  const px_index t24 = px_league_rank * 4;
  const px_index t31 = f_n0 + (-1);
  const px_index t144 = px_team_rank * 32;
  const px_index t147 = px_lane_rank + t144;
  const bool t161 = px_lane_rank == 0;
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
    const int* p205 = reverse_entry + (t46 + px_lane_rank);
    #pragma unroll 1
    for (px_index i60 = 0; i60 < t54; ++i60) {
      int v62 = (-1);
      int v63 = (-1);
      const px_index t64 = i60 * 2;
      const px_index t65 = i60 * 64;
      const px_index t66 = px_lane_rank + t65;
      const bool t67 = t66 < t51;
      if (t67) {
        const int t69 = p205[0];
        const px_index t70 = (px_index)t69;
        const int t71 = place[t70];
        v62 = t71;
      }
      const px_index t72 = t64 + 1;
      const px_index t73 = t72 * 32;
      const px_index t74 = px_lane_rank + t73;
      const bool t75 = t74 < t51;
      if (t75) {
        const int t77 = p205[32];
        const px_index t78 = (px_index)t77;
        const int t79 = place[t78];
        v63 = t79;
      }
      double v80 = 0.0;
      double v81 = 0.0;
      double v82 = 0.0;
      double v83 = 0.0;
      double v84 = 0.0;
      double v85 = 0.0;
      const int t86 = v62;
      const bool t88 = t86 >= 0;
      if (t88) {
        const int t89 = v62;
        const px_index t90 = (px_index)t89;
        const px_index t91 = dedr_n0 * t90;
        const double t92 = dedr[t91];
        v80 = t92;
        const int t93 = v62;
        const px_index t94 = (px_index)t93;
        const px_index t95 = dedr_n0 * t94;
        const px_index t96 = t95 + 1;
        const double t97 = dedr[t96];
        v81 = t97;
        const int t98 = v62;
        const px_index t99 = (px_index)t98;
        const px_index t100 = dedr_n0 * t99;
        const px_index t101 = t100 + 2;
        const double t102 = dedr[t101];
        v82 = t102;
      }
      const int t103 = v63;
      const bool t104 = t103 >= 0;
      if (t104) {
        const int t105 = v63;
        const px_index t106 = (px_index)t105;
        const px_index t107 = dedr_n0 * t106;
        const double t108 = dedr[t107];
        v83 = t108;
        const int t109 = v63;
        const px_index t110 = (px_index)t109;
        const px_index t111 = dedr_n0 * t110;
        const px_index t112 = t111 + 1;
        const double t113 = dedr[t112];
        v84 = t113;
        const int t114 = v63;
        const px_index t115 = (px_index)t114;
        const px_index t116 = dedr_n0 * t115;
        const px_index t117 = t116 + 2;
        const double t118 = dedr[t117];
        v85 = t118;
      }
      const double t119 = v57;
      const double t120 = v80;
      const double t121 = t119 + t120;
      v57 = t121;
      const double t122 = v58;
      const double t123 = v81;
      const double t124 = t122 + t123;
      v58 = t124;
      const double t125 = v59;
      const double t126 = v82;
      const double t127 = t125 + t126;
      v59 = t127;
      const double t128 = v57;
      const double t129 = v83;
      const double t130 = t128 + t129;
      v57 = t130;
      const double t131 = v58;
      const double t132 = v84;
      const double t133 = t131 + t132;
      v58 = t133;
      const double t134 = v59;
      const double t135 = v85;
      const double t136 = t134 + t135;
      v59 = t136;
      p205 += 64;
    }
    double v137 = 0.0;
    #pragma unroll 1
    for (px_index i139 = px_lane_rank; i139 < 32; i139 += 32) {
      const double t140 = v57;
      const double t141 = v137;
      const double t142 = t141 + t140;
      v137 = t142;
    }
    const double t143 = v137;
    reduction[t147] = t143;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i150 = 0; i150 < 6; ++i150) {
      const px_index t151 = 32 >> ((int)i150 & 31);
      const px_index t152 = px_lane_rank + t151;
      const bool t153 = px_lane_rank < t151;
      const bool t154 = t152 < 32;
      const bool t155 = t153 && t154;
      if (t155) {
        const double t156 = reduction[t147];
        const px_index t157 = t147 + t151;
        const double t158 = reduction[t157];
        const double t159 = t156 + t158;
        reduction[t147] = t159;
      }
      px_vector_barrier();
    }
    double* p208 = reduction + (px_team_rank * 32);
    const double t160 = p208[0];
    px_vector_barrier();
    if (t161) {
      const bool t162 = t29 < f_n0;
      if (t162) {
        const double t163 = t39 - t160;
        f[t32] = t163;
      }
    }
    double v164 = 0.0;
    #pragma unroll 1
    for (px_index i165 = px_lane_rank; i165 < 32; i165 += 32) {
      const double t166 = v58;
      const double t167 = v164;
      const double t168 = t167 + t166;
      v164 = t168;
    }
    const double t169 = v164;
    reduction[t147] = t169;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i170 = 0; i170 < 6; ++i170) {
      const px_index t171 = 32 >> ((int)i170 & 31);
      const px_index t172 = px_lane_rank + t171;
      const bool t173 = px_lane_rank < t171;
      const bool t174 = t172 < 32;
      const bool t175 = t173 && t174;
      if (t175) {
        const double t176 = reduction[t147];
        const px_index t177 = t147 + t171;
        const double t178 = reduction[t177];
        const double t179 = t176 + t178;
        reduction[t147] = t179;
      }
      px_vector_barrier();
    }
    const double t180 = p208[0];
    px_vector_barrier();
    if (t161) {
      const bool t181 = t29 < f_n0;
      if (t181) {
        const double t182 = t41 - t180;
        const px_index t183 = f_n0 + t32;
        f[t183] = t182;
      }
    }
    double v184 = 0.0;
    #pragma unroll 1
    for (px_index i185 = px_lane_rank; i185 < 32; i185 += 32) {
      const double t186 = v59;
      const double t187 = v184;
      const double t188 = t187 + t186;
      v184 = t188;
    }
    const double t189 = v184;
    reduction[t147] = t189;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i190 = 0; i190 < 6; ++i190) {
      const px_index t191 = 32 >> ((int)i190 & 31);
      const px_index t192 = px_lane_rank + t191;
      const bool t193 = px_lane_rank < t191;
      const bool t194 = t192 < 32;
      const bool t195 = t193 && t194;
      if (t195) {
        const double t196 = reduction[t147];
        const px_index t197 = t147 + t191;
        const double t198 = reduction[t197];
        const double t199 = t196 + t198;
        reduction[t147] = t199;
      }
      px_vector_barrier();
    }
    const double t200 = p208[0];
    px_vector_barrier();
    if (t161) {
      const bool t201 = t29 < f_n0;
      if (t201) {
        const double t202 = t45 - t200;
        const px_index t203 = f_n0 * 2;
        const px_index t204 = t32 + t203;
        f[t204] = t202;
      }
    }
  }
}
