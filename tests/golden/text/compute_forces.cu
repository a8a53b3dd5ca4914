typedef int px_index;
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
    const double* __restrict__ dedr,
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
  const px_index t17 = sums_n1 * 32;
  const px_index t24 = px_league_rank * 4;
  const int* p203 = slot_of_atom + (px_league_rank * 4 + px_team_rank);
  const int* p205 = reverse_start + (px_league_rank * 4 + px_team_rank);
  #pragma unroll 1
  for (px_index i28 = px_team_rank; i28 < 4; i28 += 4) {
    const px_index t29 = t24 + i28;
    const bool t30 = t29 < f_n0;
    if (t30) {
      const int t31 = p203[0];
      const px_index t32 = (px_index)t31;
      const px_index t33 = t32 / 32;
      const px_index t34 = t17 * t33;
      const px_index t35 = t32 % 32;
      const px_index t36 = t34 + t35;
      const double t37 = sums[t36];
      const px_index t38 = t36 + 32;
      const double t39 = sums[t38];
      const px_index t42 = t36 + 64;
      const double t43 = sums[t42];
      const int t44 = p205[0];
      const px_index t45 = (px_index)t44;
      const int t47 = p205[1];
      const px_index t48 = (px_index)t47;
      const px_index t49 = t48 - t45;
      const px_index t51 = t49 + 63;
      const px_index t52 = t51 / 64;
      double v55 = 0.0;
      double v56 = 0.0;
      double v57 = 0.0;
      const int* p200 = reverse_entry + (t44 + px_lane_rank);
      #pragma unroll 1
      for (px_index i58 = 0; i58 < t52; ++i58) {
        int v60 = (-1);
        int v61 = (-1);
        const px_index t62 = i58 * 2;
        const px_index t63 = i58 * 64;
        const px_index t64 = px_lane_rank + t63;
        const bool t65 = t64 < t49;
        if (t65) {
          const int t67 = p200[0];
          const px_index t68 = (px_index)t67;
          const int t69 = place[t68];
          v60 = t69;
        }
        const px_index t70 = t62 + 1;
        const px_index t71 = t70 * 32;
        const px_index t72 = px_lane_rank + t71;
        const bool t73 = t72 < t49;
        if (t73) {
          const int t75 = p200[32];
          const px_index t76 = (px_index)t75;
          const int t77 = place[t76];
          v61 = t77;
        }
        double v78 = 0.0;
        double v79 = 0.0;
        double v80 = 0.0;
        double v81 = 0.0;
        double v82 = 0.0;
        double v83 = 0.0;
        const int t84 = v60;
        const bool t86 = t84 >= 0;
        if (t86) {
          const int t87 = v60;
          const px_index t88 = (px_index)t87;
          const px_index t89 = dedr_n0 * t88;
          const double t90 = dedr[t89];
          v78 = t90;
          const int t91 = v60;
          const px_index t92 = (px_index)t91;
          const px_index t93 = dedr_n0 * t92;
          const px_index t94 = t93 + 1;
          const double t95 = dedr[t94];
          v79 = t95;
          const int t96 = v60;
          const px_index t97 = (px_index)t96;
          const px_index t98 = dedr_n0 * t97;
          const px_index t99 = t98 + 2;
          const double t100 = dedr[t99];
          v80 = t100;
        }
        const int t101 = v61;
        const bool t102 = t101 >= 0;
        if (t102) {
          const int t103 = v61;
          const px_index t104 = (px_index)t103;
          const px_index t105 = dedr_n0 * t104;
          const double t106 = dedr[t105];
          v81 = t106;
          const int t107 = v61;
          const px_index t108 = (px_index)t107;
          const px_index t109 = dedr_n0 * t108;
          const px_index t110 = t109 + 1;
          const double t111 = dedr[t110];
          v82 = t111;
          const int t112 = v61;
          const px_index t113 = (px_index)t112;
          const px_index t114 = dedr_n0 * t113;
          const px_index t115 = t114 + 2;
          const double t116 = dedr[t115];
          v83 = t116;
        }
        const double t117 = v55;
        const double t118 = v78;
        const double t119 = t117 + t118;
        v55 = t119;
        const double t120 = v56;
        const double t121 = v79;
        const double t122 = t120 + t121;
        v56 = t122;
        const double t123 = v57;
        const double t124 = v80;
        const double t125 = t123 + t124;
        v57 = t125;
        const double t126 = v55;
        const double t127 = v81;
        const double t128 = t126 + t127;
        v55 = t128;
        const double t129 = v56;
        const double t130 = v82;
        const double t131 = t129 + t130;
        v56 = t131;
        const double t132 = v57;
        const double t133 = v83;
        const double t134 = t132 + t133;
        v57 = t134;
        p200 += 64;
      }
      double v135 = 0.0;
      #pragma unroll 1
      for (px_index i137 = px_lane_rank; i137 < 32; i137 += 32) {
        const double t138 = v55;
        const double t139 = v135;
        const double t140 = t139 + t138;
        v135 = t140;
      }
      const double t141 = v135;
      const px_index t142 = px_team_rank * 32;
      const px_index t145 = px_lane_rank + t142;
      reduction[t145] = t141;
      px_vector_barrier();
      #pragma unroll 1
      for (px_index i148 = 0; i148 < 6; ++i148) {
        const px_index t149 = 32 >> ((int)i148 & 31);
        const px_index t150 = px_lane_rank + t149;
        const bool t151 = px_lane_rank < t149;
        const bool t152 = t150 < 32;
        const bool t153 = t151 && t152;
        if (t153) {
          const double t154 = reduction[t145];
          const px_index t155 = t145 + t149;
          const double t156 = reduction[t155];
          const double t157 = t154 + t156;
          reduction[t145] = t157;
        }
        px_vector_barrier();
      }
      double* p208 = (double*)__cvta_shared_to_generic(px_at_reduction + (unsigned int)(px_team_rank) * (unsigned int)256);
      const double t158 = p208[0];
      px_vector_barrier();
      const bool t159 = px_lane_rank == 0;
      if (t159) {
        const double t160 = t37 - t158;
        f[t29] = t160;
      }
      double v161 = 0.0;
      #pragma unroll 1
      for (px_index i162 = px_lane_rank; i162 < 32; i162 += 32) {
        const double t163 = v56;
        const double t164 = v161;
        const double t165 = t164 + t163;
        v161 = t165;
      }
      const double t166 = v161;
      reduction[t145] = t166;
      px_vector_barrier();
      #pragma unroll 1
      for (px_index i167 = 0; i167 < 6; ++i167) {
        const px_index t168 = 32 >> ((int)i167 & 31);
        const px_index t169 = px_lane_rank + t168;
        const bool t170 = px_lane_rank < t168;
        const bool t171 = t169 < 32;
        const bool t172 = t170 && t171;
        if (t172) {
          const double t173 = reduction[t145];
          const px_index t174 = t145 + t168;
          const double t175 = reduction[t174];
          const double t176 = t173 + t175;
          reduction[t145] = t176;
        }
        px_vector_barrier();
      }
      const double t177 = p208[0];
      px_vector_barrier();
      if (t159) {
        const double t178 = t39 - t177;
        const px_index t179 = f_n0 + t29;
        f[t179] = t178;
      }
      double v180 = 0.0;
      #pragma unroll 1
      for (px_index i181 = px_lane_rank; i181 < 32; i181 += 32) {
        const double t182 = v57;
        const double t183 = v180;
        const double t184 = t183 + t182;
        v180 = t184;
      }
      const double t185 = v180;
      reduction[t145] = t185;
      px_vector_barrier();
      #pragma unroll 1
      for (px_index i186 = 0; i186 < 6; ++i186) {
        const px_index t187 = 32 >> ((int)i186 & 31);
        const px_index t188 = px_lane_rank + t187;
        const bool t189 = px_lane_rank < t187;
        const bool t190 = t188 < 32;
        const bool t191 = t189 && t190;
        if (t191) {
          const double t192 = reduction[t145];
          const px_index t193 = t145 + t187;
          const double t194 = reduction[t193];
          const double t195 = t192 + t194;
          reduction[t145] = t195;
        }
        px_vector_barrier();
      }
      const double t196 = p208[0];
      px_vector_barrier();
      if (t159) {
        const double t197 = t43 - t196;
        const px_index t198 = f_n0 * 2;
        const px_index t199 = t29 + t198;
        f[t199] = t197;
      }
    }
    p203 += 4;
    p205 += 4;
  }
}
