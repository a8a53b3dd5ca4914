#pragma OPENCL FP_CONTRACT OFF
typedef int px_index;
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
static bool px_inside(px_index i, px_index n) { return (uint)i < (uint)n; }
__kernel void __attribute__((reqd_work_group_size(256, 1, 1))) px_kernel_compute_forces(
    const __global int* restrict slot_of_atom,
    const px_index slot_of_atom_n0,
    const __global int* restrict reverse_start,
    const px_index reverse_start_n0,
    const __global int* restrict reverse_entry,
    const px_index reverse_entry_n0,
    const __global int* restrict place,
    const px_index place_n0,
    const int longest,
    const __global double* restrict dedr,
    const px_index dedr_n0,
    const px_index dedr_n1,
    const __global double* restrict sums,
    const px_index sums_n0,
    const px_index sums_n1,
    __global double* restrict f,
    const px_index f_n0,
    const px_index f_n1,
    const px_index begin0,
    const px_index end0) {
  const px_index px_span0 = end0 - begin0;
  const px_index px_item = (px_index)get_group_id(0) * 256 + get_local_id(0);
  if (px_inside(px_item, px_span0)) {
    const px_index px_work0 = begin0 + px_item;
    const px_index t10 = (px_index)longest;
    const px_index t19 = sums_n1 * 8;
    const int t26 = slot_of_atom[px_work0];
    double v28 = 0.0;
    double v29 = 0.0;
    double v30 = 0.0;
    const px_index t31 = (px_index)t26;
    const px_index t32 = t31 / 8;
    const px_index t33 = t19 * t32;
    const px_index t34 = t31 % 8;
    const px_index t35 = t33 + t34;
    const double t36 = sums[t35];
    v28 = t36;
    const px_index t37 = t35 + 8;
    const double t38 = sums[t37];
    v29 = t38;
    const px_index t41 = t35 + 16;
    const double t42 = sums[t41];
    v30 = t42;
    const int t43 = reverse_start[px_work0];
    const px_index t44 = px_work0 + 1;
    const int t45 = reverse_start[t44];
    const int t46 = (int)((uint)t45 - (uint)t43);
    const px_index t48 = t10 + 3;
    const px_index t50 = t48 / 4;
    const __global int* p210 = reverse_entry + (t43);
    #pragma unroll 1
    for (px_index i51 = 0; i51 < t50; ++i51) {
      const px_index t52 = i51 * 4;
      int v54 = (-1);
      int v55 = (-1);
      int v56 = (-1);
      int v57 = (-1);
      const int t58 = (int)t52;
      const bool t59 = t58 < t46;
      if (t59) {
        const int t62 = p210[0];
        const px_index t63 = (px_index)t62;
        const int t64 = place[t63];
        v54 = t64;
      }
      const px_index t65 = t52 + 1;
      const int t66 = (int)t65;
      const bool t67 = t66 < t46;
      if (t67) {
        const int t70 = p210[1];
        const px_index t71 = (px_index)t70;
        const int t72 = place[t71];
        v55 = t72;
      }
      const px_index t73 = t52 + 2;
      const int t74 = (int)t73;
      const bool t75 = t74 < t46;
      if (t75) {
        const int t78 = p210[2];
        const px_index t79 = (px_index)t78;
        const int t80 = place[t79];
        v56 = t80;
      }
      const px_index t81 = t52 + 3;
      const int t82 = (int)t81;
      const bool t83 = t82 < t46;
      if (t83) {
        const int t86 = p210[3];
        const px_index t87 = (px_index)t86;
        const int t88 = place[t87];
        v57 = t88;
      }
      double v89 = 0.0;
      double v90 = 0.0;
      double v91 = 0.0;
      double v92 = 0.0;
      double v93 = 0.0;
      double v94 = 0.0;
      double v95 = 0.0;
      double v96 = 0.0;
      double v97 = 0.0;
      double v98 = 0.0;
      double v99 = 0.0;
      double v100 = 0.0;
      const int t101 = v54;
      const bool t103 = t101 >= 0;
      if (t103) {
        const int t104 = v54;
        const px_index t105 = (px_index)t104;
        const px_index t106 = dedr_n0 * t105;
        const double t107 = dedr[t106];
        v89 = t107;
        const int t108 = v54;
        const px_index t109 = (px_index)t108;
        const px_index t110 = dedr_n0 * t109;
        const px_index t111 = t110 + 1;
        const double t112 = dedr[t111];
        v90 = t112;
        const int t113 = v54;
        const px_index t114 = (px_index)t113;
        const px_index t115 = dedr_n0 * t114;
        const px_index t116 = t115 + 2;
        const double t117 = dedr[t116];
        v91 = t117;
      }
      const int t118 = v55;
      const bool t119 = t118 >= 0;
      if (t119) {
        const int t120 = v55;
        const px_index t121 = (px_index)t120;
        const px_index t122 = dedr_n0 * t121;
        const double t123 = dedr[t122];
        v92 = t123;
        const int t124 = v55;
        const px_index t125 = (px_index)t124;
        const px_index t126 = dedr_n0 * t125;
        const px_index t127 = t126 + 1;
        const double t128 = dedr[t127];
        v93 = t128;
        const int t129 = v55;
        const px_index t130 = (px_index)t129;
        const px_index t131 = dedr_n0 * t130;
        const px_index t132 = t131 + 2;
        const double t133 = dedr[t132];
        v94 = t133;
      }
      const int t134 = v56;
      const bool t135 = t134 >= 0;
      if (t135) {
        const int t136 = v56;
        const px_index t137 = (px_index)t136;
        const px_index t138 = dedr_n0 * t137;
        const double t139 = dedr[t138];
        v95 = t139;
        const int t140 = v56;
        const px_index t141 = (px_index)t140;
        const px_index t142 = dedr_n0 * t141;
        const px_index t143 = t142 + 1;
        const double t144 = dedr[t143];
        v96 = t144;
        const int t145 = v56;
        const px_index t146 = (px_index)t145;
        const px_index t147 = dedr_n0 * t146;
        const px_index t148 = t147 + 2;
        const double t149 = dedr[t148];
        v97 = t149;
      }
      const int t150 = v57;
      const bool t151 = t150 >= 0;
      if (t151) {
        const int t152 = v57;
        const px_index t153 = (px_index)t152;
        const px_index t154 = dedr_n0 * t153;
        const double t155 = dedr[t154];
        v98 = t155;
        const int t156 = v57;
        const px_index t157 = (px_index)t156;
        const px_index t158 = dedr_n0 * t157;
        const px_index t159 = t158 + 1;
        const double t160 = dedr[t159];
        v99 = t160;
        const int t161 = v57;
        const px_index t162 = (px_index)t161;
        const px_index t163 = dedr_n0 * t162;
        const px_index t164 = t163 + 2;
        const double t165 = dedr[t164];
        v100 = t165;
      }
      const double t166 = v28;
      const double t167 = v89;
      const double t168 = t166 - t167;
      v28 = t168;
      const double t169 = v29;
      const double t170 = v90;
      const double t171 = t169 - t170;
      v29 = t171;
      const double t172 = v30;
      const double t173 = v91;
      const double t174 = t172 - t173;
      v30 = t174;
      const double t175 = v28;
      const double t176 = v92;
      const double t177 = t175 - t176;
      v28 = t177;
      const double t178 = v29;
      const double t179 = v93;
      const double t180 = t178 - t179;
      v29 = t180;
      const double t181 = v30;
      const double t182 = v94;
      const double t183 = t181 - t182;
      v30 = t183;
      const double t184 = v28;
      const double t185 = v95;
      const double t186 = t184 - t185;
      v28 = t186;
      const double t187 = v29;
      const double t188 = v96;
      const double t189 = t187 - t188;
      v29 = t189;
      const double t190 = v30;
      const double t191 = v97;
      const double t192 = t190 - t191;
      v30 = t192;
      const double t193 = v28;
      const double t194 = v98;
      const double t195 = t193 - t194;
      v28 = t195;
      const double t196 = v29;
      const double t197 = v99;
      const double t198 = t196 - t197;
      v29 = t198;
      const double t199 = v30;
      const double t200 = v100;
      const double t201 = t199 - t200;
      v30 = t201;
      p210 += 4;
    }
    const double t202 = v28;
    f[px_work0] = t202;
    const double t203 = v29;
    const px_index t204 = f_n0 + px_work0;
    f[t204] = t203;
    const double t205 = v30;
    const px_index t206 = f_n0 * 2;
    const px_index t207 = px_work0 + t206;
    f[t207] = t205;
  }
}
