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
    const __global double* restrict dedr,
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
  const px_index t144 = px_team_rank * 8;
  const px_index t147 = px_lane_rank + t144;
  const bool t162 = px_lane_rank == 0;
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
    const __global int* p206 = reverse_entry + (t46 + px_lane_rank);
    #pragma unroll 1
    for (px_index i60 = 0; i60 < t54; ++i60) {
      int v62 = (-1);
      int v63 = (-1);
      const px_index t64 = i60 * 2;
      const px_index t65 = i60 * 16;
      const px_index t66 = px_lane_rank + t65;
      const bool t67 = t66 < t51;
      if (t67) {
        const int t69 = p206[0];
        const px_index t70 = (px_index)t69;
        const int t71 = place[t70];
        v62 = t71;
      }
      const px_index t72 = t64 + 1;
      const px_index t73 = t72 * 8;
      const px_index t74 = px_lane_rank + t73;
      const bool t75 = t74 < t51;
      if (t75) {
        const int t77 = p206[8];
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
      p206 += 16;
    }
    double v137 = 0.0;
    #pragma unroll 1
    for (px_index i139 = px_lane_rank; i139 < 8; i139 += 8) {
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
      const px_index t152 = 32 >> ((int)i150 & 31);
      const px_index t153 = px_lane_rank + t152;
      const bool t154 = px_lane_rank < t152;
      const bool t155 = t153 < 8;
      const bool t156 = t154 && t155;
      if (t156) {
        const double t157 = reduction[t147];
        const px_index t158 = t147 + t152;
        const double t159 = reduction[t158];
        const double t160 = t157 + t159;
        reduction[t147] = t160;
      }
      px_vector_barrier();
    }
    __local double* p209 = reduction + (px_team_rank * 8);
    const double t161 = p209[0];
    px_vector_barrier();
    if (t162) {
      const bool t163 = t29 < f_n0;
      if (t163) {
        const double t164 = t39 - t161;
        f[t32] = t164;
      }
    }
    double v165 = 0.0;
    #pragma unroll 1
    for (px_index i166 = px_lane_rank; i166 < 8; i166 += 8) {
      const double t167 = v58;
      const double t168 = v165;
      const double t169 = t168 + t167;
      v165 = t169;
    }
    const double t170 = v165;
    reduction[t147] = t170;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i171 = 0; i171 < 6; ++i171) {
      const px_index t172 = 32 >> ((int)i171 & 31);
      const px_index t173 = px_lane_rank + t172;
      const bool t174 = px_lane_rank < t172;
      const bool t175 = t173 < 8;
      const bool t176 = t174 && t175;
      if (t176) {
        const double t177 = reduction[t147];
        const px_index t178 = t147 + t172;
        const double t179 = reduction[t178];
        const double t180 = t177 + t179;
        reduction[t147] = t180;
      }
      px_vector_barrier();
    }
    const double t181 = p209[0];
    px_vector_barrier();
    if (t162) {
      const bool t182 = t29 < f_n0;
      if (t182) {
        const double t183 = t41 - t181;
        const px_index t184 = f_n0 + t32;
        f[t184] = t183;
      }
    }
    double v185 = 0.0;
    #pragma unroll 1
    for (px_index i186 = px_lane_rank; i186 < 8; i186 += 8) {
      const double t187 = v59;
      const double t188 = v185;
      const double t189 = t188 + t187;
      v185 = t189;
    }
    const double t190 = v185;
    reduction[t147] = t190;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i191 = 0; i191 < 6; ++i191) {
      const px_index t192 = 32 >> ((int)i191 & 31);
      const px_index t193 = px_lane_rank + t192;
      const bool t194 = px_lane_rank < t192;
      const bool t195 = t193 < 8;
      const bool t196 = t194 && t195;
      if (t196) {
        const double t197 = reduction[t147];
        const px_index t198 = t147 + t192;
        const double t199 = reduction[t198];
        const double t200 = t197 + t199;
        reduction[t147] = t200;
      }
      px_vector_barrier();
    }
    const double t201 = p209[0];
    px_vector_barrier();
    if (t162) {
      const bool t202 = t29 < f_n0;
      if (t202) {
        const double t203 = t45 - t201;
        const px_index t204 = f_n0 * 2;
        const px_index t205 = t32 + t204;
        f[t205] = t203;
      }
    }
  }
}
