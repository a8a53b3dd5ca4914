#pragma OPENCL FP_CONTRACT OFF
typedef int px_index;
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define px_vector_barrier() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
__kernel void __attribute__((reqd_work_group_size(8, 1, 1))) px_kernel_compute_forces(
    const __global int* restrict slot_of_atom,
    const px_index slot_of_atom_n0,
    const __global int* restrict reverse_start,
    const px_index reverse_start_n0,
    const __global int* restrict reverse_entry,
    const px_index reverse_entry_n0,
    const __global int* restrict place,
    const px_index place_n0,
    const __global float* restrict dedr,
    const px_index dedr_n0,
    const px_index dedr_n1,
    const __global double* restrict sums,
    const px_index sums_n0,
    const px_index sums_n1,
    __global double* restrict f,
    const px_index f_n0,
    const px_index f_n1) {
  __local __attribute__((aligned(16))) double reduction[8];
  const px_index px_league_rank = get_group_id(0);
  const px_index px_team_rank = get_local_id(1);
  const px_index px_lane_rank = get_local_id(0);
  const px_index t17 = sums_n1 * 8;
  const px_index t24 = px_league_rank * 4;
  const px_index t31 = f_n0 + (-1);
  const px_index t151 = px_team_rank * 8;
  const px_index t154 = px_lane_rank + t151;
  const bool t169 = px_lane_rank == 0;
  #pragma unroll 1
  for (px_index i28 = px_team_rank; i28 < 4; i28 += 1) {
    const px_index t29 = t24 + i28;
    const px_index t32 = t29 < t31 ? t29 : t31;
    const int t33 = slot_of_atom[t32];
    const px_index t34 = (px_index)t33;
    const px_index t35 = t34 / 8;
    const px_index t36 = t17 * t35;
    const px_index t37 = t34 % 8;
    const px_index t38 = t36 + t37;
    const double t39 = sums[t38];
    const px_index t40 = t38 + 8;
    const double t41 = sums[t40];
    const px_index t44 = t38 + 16;
    const double t45 = sums[t44];
    const int t46 = reverse_start[t32];
    const px_index t47 = (px_index)t46;
    const px_index t48 = t32 + 1;
    const int t49 = reverse_start[t48];
    const px_index t50 = (px_index)t49;
    const px_index t51 = t50 - t47;
    const px_index t53 = t51 + 15;
    const px_index t54 = t53 / 16;
    double v57 = 0.0;
    double v58 = 0.0;
    double v59 = 0.0;
    const __global int* p213 = reverse_entry + (t46 + px_lane_rank);
    #pragma unroll 1
    for (px_index i60 = 0; i60 < t54; ++i60) {
      int v62 = (-1);
      int v63 = (-1);
      const px_index t64 = i60 * 2;
      const px_index t65 = i60 * 16;
      const px_index t66 = px_lane_rank + t65;
      const bool t67 = t66 < t51;
      if (t67) {
        const int t69 = p213[0];
        const px_index t70 = (px_index)t69;
        const int t71 = place[t70];
        v62 = t71;
      }
      const px_index t72 = t64 + 1;
      const px_index t73 = t72 * 8;
      const px_index t74 = px_lane_rank + t73;
      const bool t75 = t74 < t51;
      if (t75) {
        const int t77 = p213[8];
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
      p213 += 16;
    }
    double v144 = 0.0;
    #pragma unroll 1
    for (px_index i146 = px_lane_rank; i146 < 8; i146 += 8) {
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
      const px_index t159 = 32 >> ((int)i157 & 31);
      const px_index t160 = px_lane_rank + t159;
      const bool t161 = px_lane_rank < t159;
      const bool t162 = t160 < 8;
      const bool t163 = t161 && t162;
      if (t163) {
        const double t164 = reduction[t154];
        const px_index t165 = t154 + t159;
        const double t166 = reduction[t165];
        const double t167 = t164 + t166;
        reduction[t154] = t167;
      }
      px_vector_barrier();
    }
    __local double* p216 = reduction + (px_team_rank * 8);
    const double t168 = p216[0];
    px_vector_barrier();
    if (t169) {
      const bool t170 = t29 < f_n0;
      if (t170) {
        const double t171 = t39 - t168;
        f[t32] = t171;
      }
    }
    double v172 = 0.0;
    #pragma unroll 1
    for (px_index i173 = px_lane_rank; i173 < 8; i173 += 8) {
      const double t174 = v58;
      const double t175 = v172;
      const double t176 = t175 + t174;
      v172 = t176;
    }
    const double t177 = v172;
    reduction[t154] = t177;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i178 = 0; i178 < 6; ++i178) {
      const px_index t179 = 32 >> ((int)i178 & 31);
      const px_index t180 = px_lane_rank + t179;
      const bool t181 = px_lane_rank < t179;
      const bool t182 = t180 < 8;
      const bool t183 = t181 && t182;
      if (t183) {
        const double t184 = reduction[t154];
        const px_index t185 = t154 + t179;
        const double t186 = reduction[t185];
        const double t187 = t184 + t186;
        reduction[t154] = t187;
      }
      px_vector_barrier();
    }
    const double t188 = p216[0];
    px_vector_barrier();
    if (t169) {
      const bool t189 = t29 < f_n0;
      if (t189) {
        const double t190 = t41 - t188;
        const px_index t191 = f_n0 + t32;
        f[t191] = t190;
      }
    }
    double v192 = 0.0;
    #pragma unroll 1
    for (px_index i193 = px_lane_rank; i193 < 8; i193 += 8) {
      const double t194 = v59;
      const double t195 = v192;
      const double t196 = t195 + t194;
      v192 = t196;
    }
    const double t197 = v192;
    reduction[t154] = t197;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i198 = 0; i198 < 6; ++i198) {
      const px_index t199 = 32 >> ((int)i198 & 31);
      const px_index t200 = px_lane_rank + t199;
      const bool t201 = px_lane_rank < t199;
      const bool t202 = t200 < 8;
      const bool t203 = t201 && t202;
      if (t203) {
        const double t204 = reduction[t154];
        const px_index t205 = t154 + t199;
        const double t206 = reduction[t205];
        const double t207 = t204 + t206;
        reduction[t154] = t207;
      }
      px_vector_barrier();
    }
    const double t208 = p216[0];
    px_vector_barrier();
    if (t169) {
      const bool t209 = t29 < f_n0;
      if (t209) {
        const double t210 = t45 - t208;
        const px_index t211 = f_n0 * 2;
        const px_index t212 = t32 + t211;
        f[t212] = t210;
      }
    }
  }
}
