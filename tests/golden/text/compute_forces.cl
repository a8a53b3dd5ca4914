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
  const __global int* p204 = slot_of_atom + (px_league_rank * 4 + px_team_rank);
  const __global int* p206 = reverse_start + (px_league_rank * 4 + px_team_rank);
  #pragma unroll 1
  for (px_index i28 = px_team_rank; i28 < 4; i28 += 1) {
    const px_index t29 = t24 + i28;
    const bool t30 = t29 < f_n0;
    if (t30) {
      const int t31 = p204[0];
      const px_index t32 = (px_index)t31;
      const px_index t33 = t32 / 8;
      const px_index t34 = t17 * t33;
      const px_index t35 = t32 % 8;
      const px_index t36 = t34 + t35;
      const double t37 = sums[t36];
      const px_index t38 = t36 + 8;
      const double t39 = sums[t38];
      const px_index t42 = t36 + 16;
      const double t43 = sums[t42];
      const int t44 = p206[0];
      const px_index t45 = (px_index)t44;
      const int t47 = p206[1];
      const px_index t48 = (px_index)t47;
      const px_index t49 = t48 - t45;
      const px_index t51 = t49 + 15;
      const px_index t52 = t51 / 16;
      double v55 = 0.0;
      double v56 = 0.0;
      double v57 = 0.0;
      const __global int* p201 = reverse_entry + (t44 + px_lane_rank);
      #pragma unroll 1
      for (px_index i58 = 0; i58 < t52; ++i58) {
        int v60 = (-1);
        int v61 = (-1);
        const px_index t62 = i58 * 2;
        const px_index t63 = i58 * 16;
        const px_index t64 = px_lane_rank + t63;
        const bool t65 = t64 < t49;
        if (t65) {
          const int t67 = p201[0];
          const px_index t68 = (px_index)t67;
          const int t69 = place[t68];
          v60 = t69;
        }
        const px_index t70 = t62 + 1;
        const px_index t71 = t70 * 8;
        const px_index t72 = px_lane_rank + t71;
        const bool t73 = t72 < t49;
        if (t73) {
          const int t75 = p201[8];
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
        p201 += 16;
      }
      double v135 = 0.0;
      #pragma unroll 1
      for (px_index i137 = px_lane_rank; i137 < 8; i137 += 8) {
        const double t138 = v55;
        const double t139 = v135;
        const double t140 = t139 + t138;
        v135 = t140;
      }
      const double t141 = v135;
      const px_index t142 = px_team_rank * 8;
      const px_index t145 = px_lane_rank + t142;
      reduction[t145] = t141;
      px_vector_barrier();
      #pragma unroll 1
      for (px_index i148 = 0; i148 < 6; ++i148) {
        const px_index t150 = 32 >> ((int)i148 & 31);
        const px_index t151 = px_lane_rank + t150;
        const bool t152 = px_lane_rank < t150;
        const bool t153 = t151 < 8;
        const bool t154 = t152 && t153;
        if (t154) {
          const double t155 = reduction[t145];
          const px_index t156 = t145 + t150;
          const double t157 = reduction[t156];
          const double t158 = t155 + t157;
          reduction[t145] = t158;
        }
        px_vector_barrier();
      }
      __local double* p209 = reduction + (px_team_rank * 8);
      const double t159 = p209[0];
      px_vector_barrier();
      const bool t160 = px_lane_rank == 0;
      if (t160) {
        const double t161 = t37 - t159;
        f[t29] = t161;
      }
      double v162 = 0.0;
      #pragma unroll 1
      for (px_index i163 = px_lane_rank; i163 < 8; i163 += 8) {
        const double t164 = v56;
        const double t165 = v162;
        const double t166 = t165 + t164;
        v162 = t166;
      }
      const double t167 = v162;
      reduction[t145] = t167;
      px_vector_barrier();
      #pragma unroll 1
      for (px_index i168 = 0; i168 < 6; ++i168) {
        const px_index t169 = 32 >> ((int)i168 & 31);
        const px_index t170 = px_lane_rank + t169;
        const bool t171 = px_lane_rank < t169;
        const bool t172 = t170 < 8;
        const bool t173 = t171 && t172;
        if (t173) {
          const double t174 = reduction[t145];
          const px_index t175 = t145 + t169;
          const double t176 = reduction[t175];
          const double t177 = t174 + t176;
          reduction[t145] = t177;
        }
        px_vector_barrier();
      }
      const double t178 = p209[0];
      px_vector_barrier();
      if (t160) {
        const double t179 = t39 - t178;
        const px_index t180 = f_n0 + t29;
        f[t180] = t179;
      }
      double v181 = 0.0;
      #pragma unroll 1
      for (px_index i182 = px_lane_rank; i182 < 8; i182 += 8) {
        const double t183 = v57;
        const double t184 = v181;
        const double t185 = t184 + t183;
        v181 = t185;
      }
      const double t186 = v181;
      reduction[t145] = t186;
      px_vector_barrier();
      #pragma unroll 1
      for (px_index i187 = 0; i187 < 6; ++i187) {
        const px_index t188 = 32 >> ((int)i187 & 31);
        const px_index t189 = px_lane_rank + t188;
        const bool t190 = px_lane_rank < t188;
        const bool t191 = t189 < 8;
        const bool t192 = t190 && t191;
        if (t192) {
          const double t193 = reduction[t145];
          const px_index t194 = t145 + t188;
          const double t195 = reduction[t194];
          const double t196 = t193 + t195;
          reduction[t145] = t196;
        }
        px_vector_barrier();
      }
      const double t197 = p209[0];
      px_vector_barrier();
      if (t160) {
        const double t198 = t43 - t197;
        const px_index t199 = f_n0 * 2;
        const px_index t200 = t29 + t199;
        f[t200] = t198;
      }
    }
    p204 += 1;
    p206 += 1;
  }
}
