#pragma clang fp contract(off)
typedef int px_index;
static __device__ __forceinline__ bool px_inside(px_index i, px_index n) { return (unsigned int)i < (unsigned int)n; }
extern "C" __global__ void __launch_bounds__(256) px_kernel_compute_forces(
    const int* __restrict__ slot_of_atom,
    const px_index slot_of_atom_n0,
    const int* __restrict__ reverse_start,
    const px_index reverse_start_n0,
    const int* __restrict__ reverse_entry,
    const px_index reverse_entry_n0,
    const int* __restrict__ place,
    const px_index place_n0,
    const int longest,
    const float* __restrict__ dedr,
    const px_index dedr_n0,
    const px_index dedr_n1,
    const double* __restrict__ sums,
    const px_index sums_n0,
    const px_index sums_n1,
    double* __restrict__ f,
    const px_index f_n0,
    const px_index f_n1,
    const px_index begin0,
    const px_index end0) {
  const px_index px_span0 = end0 - begin0;
  const px_index px_item = (px_index)blockIdx.x * 256 + threadIdx.x;
  if (px_inside(px_item, px_span0)) {
    const px_index px_work0 = begin0 + px_item;
    const px_index t10 = (px_index)longest;
    const px_index t19 = sums_n1 * 64;
    const int t26 = slot_of_atom[px_work0];
    double v28 = 0.0;
    double v29 = 0.0;
    double v30 = 0.0;
    const px_index t31 = (px_index)t26;
    const px_index t32 = t31 / 64;
    const px_index t33 = t19 * t32;
    const px_index t34 = t31 % 64;
    const px_index t35 = t33 + t34;
    const double t36 = sums[t35];
    v28 = t36;
    const px_index t37 = t35 + 64;
    const double t38 = sums[t37];
    v29 = t38;
    const px_index t41 = t35 + 128;
    const double t42 = sums[t41];
    v30 = t42;
    const int t43 = reverse_start[px_work0];
    const px_index t44 = px_work0 + 1;
    const int t45 = reverse_start[t44];
    const int t46 = (int)((unsigned int)t45 - (unsigned int)t43);
    const px_index t48 = t10 + 3;
    const px_index t50 = t48 / 4;
    const int* p223 = reverse_entry + (t43);
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
        const int t62 = p223[0];
        const px_index t63 = (px_index)t62;
        const int t64 = place[t63];
        v54 = t64;
      }
      const px_index t65 = t52 + 1;
      const int t66 = (int)t65;
      const bool t67 = t66 < t46;
      if (t67) {
        const int t70 = p223[1];
        const px_index t71 = (px_index)t70;
        const int t72 = place[t71];
        v55 = t72;
      }
      const px_index t73 = t52 + 2;
      const int t74 = (int)t73;
      const bool t75 = t74 < t46;
      if (t75) {
        const int t78 = p223[2];
        const px_index t79 = (px_index)t78;
        const int t80 = place[t79];
        v56 = t80;
      }
      const px_index t81 = t52 + 3;
      const int t82 = (int)t81;
      const bool t83 = t82 < t46;
      if (t83) {
        const int t86 = p223[3];
        const px_index t87 = (px_index)t86;
        const int t88 = place[t87];
        v57 = t88;
      }
      float v90 = 0.0f;
      float v91 = 0.0f;
      float v92 = 0.0f;
      float v93 = 0.0f;
      float v94 = 0.0f;
      float v95 = 0.0f;
      float v96 = 0.0f;
      float v97 = 0.0f;
      float v98 = 0.0f;
      float v99 = 0.0f;
      float v100 = 0.0f;
      float v101 = 0.0f;
      const int t102 = v54;
      const bool t104 = t102 >= 0;
      if (t104) {
        const int t105 = v54;
        const px_index t106 = (px_index)t105;
        const px_index t107 = dedr_n0 * t106;
        const float t108 = dedr[t107];
        v90 = t108;
        const int t109 = v54;
        const px_index t110 = (px_index)t109;
        const px_index t111 = dedr_n0 * t110;
        const px_index t112 = t111 + 1;
        const float t113 = dedr[t112];
        v91 = t113;
        const int t114 = v54;
        const px_index t115 = (px_index)t114;
        const px_index t116 = dedr_n0 * t115;
        const px_index t117 = t116 + 2;
        const float t118 = dedr[t117];
        v92 = t118;
      }
      const int t119 = v55;
      const bool t120 = t119 >= 0;
      if (t120) {
        const int t121 = v55;
        const px_index t122 = (px_index)t121;
        const px_index t123 = dedr_n0 * t122;
        const float t124 = dedr[t123];
        v93 = t124;
        const int t125 = v55;
        const px_index t126 = (px_index)t125;
        const px_index t127 = dedr_n0 * t126;
        const px_index t128 = t127 + 1;
        const float t129 = dedr[t128];
        v94 = t129;
        const int t130 = v55;
        const px_index t131 = (px_index)t130;
        const px_index t132 = dedr_n0 * t131;
        const px_index t133 = t132 + 2;
        const float t134 = dedr[t133];
        v95 = t134;
      }
      const int t135 = v56;
      const bool t136 = t135 >= 0;
      if (t136) {
        const int t137 = v56;
        const px_index t138 = (px_index)t137;
        const px_index t139 = dedr_n0 * t138;
        const float t140 = dedr[t139];
        v96 = t140;
        const int t141 = v56;
        const px_index t142 = (px_index)t141;
        const px_index t143 = dedr_n0 * t142;
        const px_index t144 = t143 + 1;
        const float t145 = dedr[t144];
        v97 = t145;
        const int t146 = v56;
        const px_index t147 = (px_index)t146;
        const px_index t148 = dedr_n0 * t147;
        const px_index t149 = t148 + 2;
        const float t150 = dedr[t149];
        v98 = t150;
      }
      const int t151 = v57;
      const bool t152 = t151 >= 0;
      if (t152) {
        const int t153 = v57;
        const px_index t154 = (px_index)t153;
        const px_index t155 = dedr_n0 * t154;
        const float t156 = dedr[t155];
        v99 = t156;
        const int t157 = v57;
        const px_index t158 = (px_index)t157;
        const px_index t159 = dedr_n0 * t158;
        const px_index t160 = t159 + 1;
        const float t161 = dedr[t160];
        v100 = t161;
        const int t162 = v57;
        const px_index t163 = (px_index)t162;
        const px_index t164 = dedr_n0 * t163;
        const px_index t165 = t164 + 2;
        const float t166 = dedr[t165];
        v101 = t166;
      }
      const double t167 = v28;
      const float t168 = v90;
      const double t169 = (double)t168;
      const double t170 = t167 - t169;
      v28 = t170;
      const double t171 = v29;
      const float t172 = v91;
      const double t173 = (double)t172;
      const double t174 = t171 - t173;
      v29 = t174;
      const double t175 = v30;
      const float t176 = v92;
      const double t177 = (double)t176;
      const double t178 = t175 - t177;
      v30 = t178;
      const double t179 = v28;
      const float t180 = v93;
      const double t181 = (double)t180;
      const double t182 = t179 - t181;
      v28 = t182;
      const double t183 = v29;
      const float t184 = v94;
      const double t185 = (double)t184;
      const double t186 = t183 - t185;
      v29 = t186;
      const double t187 = v30;
      const float t188 = v95;
      const double t189 = (double)t188;
      const double t190 = t187 - t189;
      v30 = t190;
      const double t191 = v28;
      const float t192 = v96;
      const double t193 = (double)t192;
      const double t194 = t191 - t193;
      v28 = t194;
      const double t195 = v29;
      const float t196 = v97;
      const double t197 = (double)t196;
      const double t198 = t195 - t197;
      v29 = t198;
      const double t199 = v30;
      const float t200 = v98;
      const double t201 = (double)t200;
      const double t202 = t199 - t201;
      v30 = t202;
      const double t203 = v28;
      const float t204 = v99;
      const double t205 = (double)t204;
      const double t206 = t203 - t205;
      v28 = t206;
      const double t207 = v29;
      const float t208 = v100;
      const double t209 = (double)t208;
      const double t210 = t207 - t209;
      v29 = t210;
      const double t211 = v30;
      const float t212 = v101;
      const double t213 = (double)t212;
      const double t214 = t211 - t213;
      v30 = t214;
      p223 += 4;
    }
    const double t215 = v28;
    f[px_work0] = t215;
    const double t216 = v29;
    const px_index t217 = f_n0 + px_work0;
    f[t217] = t216;
    const double t218 = v30;
    const px_index t219 = f_n0 * 2;
    const px_index t220 = px_work0 + t219;
    f[t220] = t218;
  }
}
