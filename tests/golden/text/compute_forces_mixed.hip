#pragma clang fp contract(off)
typedef int px_index;
static __device__ __forceinline__ void px_vector_barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
extern "C" __global__ void __launch_bounds__(256) px_kernel_compute_forces(
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
  __shared__ __attribute__((aligned(16))) double reduction[256];
  const px_index px_league_rank = blockIdx.x;
  const px_index px_team_rank = threadIdx.y;
  const px_index px_lane_rank = threadIdx.x;
  const px_index t17 = sums_n1 * 64;
  const px_index t24 = px_league_rank * 4;
  const px_index t31 = f_n0 + (-1);
  const px_index t147 = px_team_rank * 64;
  const px_index t150 = px_lane_rank + t147;
  const bool t165 = px_lane_rank == 0;
  #pragma unroll 1
  for (px_index i28 = px_team_rank; i28 < 4; i28 += 4) {
    const px_index t29 = t24 + i28;
    const px_index t32 = t29 < t31 ? t29 : t31;
    const int t33 = slot_of_atom[t32];
    const px_index t34 = (px_index)t33;
    const px_index t35 = t34 / 64;
    const px_index t36 = t17 * t35;
    const px_index t37 = t34 % 64;
    const px_index t38 = t36 + t37;
    const double t39 = sums[t38];
    const px_index t40 = t38 + 64;
    const double t41 = sums[t40];
    const px_index t44 = t38 + 128;
    const double t45 = sums[t44];
    const int t46 = reverse_start[t32];
    const px_index t47 = (px_index)t46;
    const px_index t48 = t32 + 1;
    const int t49 = reverse_start[t48];
    const px_index t50 = (px_index)t49;
    const px_index t51 = t50 - t47;
    const px_index t53 = t51 + 127;
    const px_index t54 = t53 / 128;
    double v57 = 0.0;
    double v58 = 0.0;
    double v59 = 0.0;
    const int* p209 = reverse_entry + (t46 + px_lane_rank);
    #pragma unroll 1
    for (px_index i60 = 0; i60 < t54; ++i60) {
      int v62 = (-1);
      int v63 = (-1);
      const px_index t64 = i60 * 2;
      const px_index t65 = i60 * 128;
      const px_index t66 = px_lane_rank + t65;
      const bool t67 = t66 < t51;
      if (t67) {
        const int t69 = p209[0];
        const px_index t70 = (px_index)t69;
        const int t71 = place[t70];
        v62 = t71;
      }
      const px_index t72 = t64 + 1;
      const px_index t73 = t72 * 64;
      const px_index t74 = px_lane_rank + t73;
      const bool t75 = t74 < t51;
      if (t75) {
        const int t77 = p209[64];
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
      p209 += 128;
    }
    double v140 = 0.0;
    #pragma unroll 1
    for (px_index i142 = px_lane_rank; i142 < 64; i142 += 64) {
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
      const px_index t155 = 32 >> ((int)i153 & 31);
      const px_index t156 = px_lane_rank + t155;
      const bool t157 = px_lane_rank < t155;
      const bool t158 = t156 < 64;
      const bool t159 = t157 && t158;
      if (t159) {
        const double t160 = reduction[t150];
        const px_index t161 = t150 + t155;
        const double t162 = reduction[t161];
        const double t163 = t160 + t162;
        reduction[t150] = t163;
      }
      px_vector_barrier();
    }
    double* p212 = reduction + (px_team_rank * 64);
    const double t164 = p212[0];
    px_vector_barrier();
    if (t165) {
      const bool t166 = t29 < f_n0;
      if (t166) {
        const double t167 = t39 - t164;
        f[t32] = t167;
      }
    }
    double v168 = 0.0;
    #pragma unroll 1
    for (px_index i169 = px_lane_rank; i169 < 64; i169 += 64) {
      const double t170 = v58;
      const double t171 = v168;
      const double t172 = t171 + t170;
      v168 = t172;
    }
    const double t173 = v168;
    reduction[t150] = t173;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i174 = 0; i174 < 6; ++i174) {
      const px_index t175 = 32 >> ((int)i174 & 31);
      const px_index t176 = px_lane_rank + t175;
      const bool t177 = px_lane_rank < t175;
      const bool t178 = t176 < 64;
      const bool t179 = t177 && t178;
      if (t179) {
        const double t180 = reduction[t150];
        const px_index t181 = t150 + t175;
        const double t182 = reduction[t181];
        const double t183 = t180 + t182;
        reduction[t150] = t183;
      }
      px_vector_barrier();
    }
    const double t184 = p212[0];
    px_vector_barrier();
    if (t165) {
      const bool t185 = t29 < f_n0;
      if (t185) {
        const double t186 = t41 - t184;
        const px_index t187 = f_n0 + t32;
        f[t187] = t186;
      }
    }
    double v188 = 0.0;
    #pragma unroll 1
    for (px_index i189 = px_lane_rank; i189 < 64; i189 += 64) {
      const double t190 = v59;
      const double t191 = v188;
      const double t192 = t191 + t190;
      v188 = t192;
    }
    const double t193 = v188;
    reduction[t150] = t193;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i194 = 0; i194 < 6; ++i194) {
      const px_index t195 = 32 >> ((int)i194 & 31);
      const px_index t196 = px_lane_rank + t195;
      const bool t197 = px_lane_rank < t195;
      const bool t198 = t196 < 64;
      const bool t199 = t197 && t198;
      if (t199) {
        const double t200 = reduction[t150];
        const px_index t201 = t150 + t195;
        const double t202 = reduction[t201];
        const double t203 = t200 + t202;
        reduction[t150] = t203;
      }
      px_vector_barrier();
    }
    const double t204 = p212[0];
    px_vector_barrier();
    if (t165) {
      const bool t205 = t29 < f_n0;
      if (t205) {
        const double t206 = t45 - t204;
        const px_index t207 = f_n0 * 2;
        const px_index t208 = t32 + t207;
        f[t208] = t206;
      }
    }
  }
}
