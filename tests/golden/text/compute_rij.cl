#pragma OPENCL FP_CONTRACT OFF
typedef int px_index;
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define px_atomic_max_i32(p, v) atomic_max((volatile __global int*)(p), v)
#define px_vector_barrier() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
__kernel void __attribute__((reqd_work_group_size(8, 1, 1))) px_kernel_compute_rij(
    const __global int* restrict first,
    const px_index first_n0,
    const int ntiles,
    const __global double* restrict x,
    const px_index x_n0,
    const px_index x_n1,
    const __global double* restrict cell,
    const px_index cell_n0,
    const __global int* restrict element,
    const px_index element_n0,
    const __global int* restrict tile_element,
    const px_index tile_element_n0,
    const __global int* restrict atom_of_slot,
    const px_index atom_of_slot_n0,
    const __global int* restrict count,
    const px_index count_n0,
    const __global int* restrict neighbor,
    const px_index neighbor_n0,
    const px_index neighbor_n1,
    const __global int* restrict image_2,
    const px_index image_2_n0,
    const px_index image_2_n1,
    const __global double* restrict pair,
    const px_index pair_n0,
    const px_index pair_n1,
    const double rmin0,
    __global int* restrict npairs,
    const px_index npairs_n0,
    __global int* restrict place,
    const px_index place_n0,
    const __global int* restrict kind,
    const px_index kind_n0,
    __global double* restrict geometry,
    const px_index geometry_n0,
    const px_index geometry_n1,
    const px_index geometry_n2,
    __global int* restrict overlap,
    const px_index overlap_n0) {
  __local __attribute__((aligned(16))) int reduction[8];
  const px_index px_league_rank = get_group_id(0);
  const px_index px_lane_rank = get_local_id(0);
  const px_index px_team_rank = get_local_id(1);
  const px_index t4 = (px_index)ntiles;
  const px_index t23 = neighbor_n1 * 8;
  const px_index t27 = image_2_n1 * 8;
  const px_index t43 = geometry_n1 * 8;
  const px_index t44 = geometry_n2 * t43;
  const int t49 = first[0];
  const px_index t50 = (px_index)t49;
  const px_index t51 = px_league_rank + t50;
  const bool t52 = t51 >= t4;
  const bool t53 = !t52;
  if (t53) {
    const __global int* const p57 = neighbor + (long)t51 * t23;
    const __global int* const p60 = image_2 + (long)t51 * t27;
    __global double* const p63 = geometry + (long)px_league_rank * t44;
    const px_index t66 = t51 * 8;
    const px_index t67 = neighbor_n1 * t66;
    int v69 = (-2147483647 - 1);
    const __global int* p426 = count + (px_league_rank * 8 + t49 * 8 + px_lane_rank);
    #pragma unroll 1
    for (px_index i72 = px_lane_rank; i72 < 8; i72 += 8) {
      const int t74 = p426[0];
      const int t75 = v69;
      const int t76 = t74 > t75 ? t74 : t75;
      v69 = t76;
      p426 += 8;
    }
    const int t77 = v69;
    const px_index t79 = 8 * px_team_rank;
    const px_index t83 = px_lane_rank + t79;
    reduction[t83] = t77;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i86 = 0; i86 < 6; ++i86) {
      const px_index t88 = 32 >> ((int)i86 & 31);
      const px_index t89 = px_lane_rank + t88;
      const bool t90 = px_lane_rank < t88;
      const bool t91 = t89 < 8;
      const bool t92 = t90 && t91;
      if (t92) {
        const int t93 = reduction[t83];
        const px_index t94 = t83 + t88;
        const int t95 = reduction[t94];
        const int t96 = t93 > t95 ? t93 : t95;
        reduction[t83] = t96;
      }
      px_vector_barrier();
    }
    __local int* p432 = reduction + (px_team_rank * 8);
    const int t97 = p432[0];
    px_vector_barrier();
    const px_index t98 = (px_index)t97;
    const px_index t99 = t66 + px_lane_rank;
    const int t100 = count[t99];
    const int t101 = atom_of_slot[t99];
    const int t103 = t101 > 0 ? t101 : 0;
    const px_index t104 = (px_index)t103;
    const double t105 = x[t104];
    const px_index t106 = x_n0 + t104;
    const double t107 = x[t106];
    const px_index t109 = x_n0 * 2;
    const px_index t110 = t104 + t109;
    const double t111 = x[t110];
    int v112 = 0;
    const __global int* p428 = p57 + (px_lane_rank);
    const __global int* p430 = p60 + (px_lane_rank);
    #pragma unroll 1
    for (px_index i113 = 0; i113 < t98; ++i113) {
      const px_index t114 = i113 * 8;
      const int t116 = p428[0];
      const int t117 = (int)i113;
      const bool t118 = t117 < t100;
      if (t118) {
        const int t119 = p430[0];
        const int t121 = t119 & 1023;
        const int t124 = (int)((uint)t121 + (uint)(-512));
        const double t125 = (double)t124;
        const int t127 = t119 >> 10;
        const int t128 = t127 & 1023;
        const int t129 = (int)((uint)t128 + (uint)(-512));
        const double t130 = (double)t129;
        const int t132 = t119 >> 20;
        const int t133 = t132 & 1023;
        const int t134 = (int)((uint)t133 + (uint)(-512));
        const double t135 = (double)t134;
        const double t136 = cell[0];
        const double t137 = t125 * t136;
        const double t139 = cell[3];
        const double t140 = fma(t130, t139, t137);
        const double t141 = cell[6];
        const double t142 = fma(t135, t141, t140);
        const double t143 = cell[1];
        const double t144 = t125 * t143;
        const double t146 = cell[4];
        const double t147 = fma(t130, t146, t144);
        const double t148 = cell[7];
        const double t149 = fma(t135, t148, t147);
        const double t150 = cell[2];
        const double t151 = t125 * t150;
        const double t153 = cell[5];
        const double t154 = fma(t130, t153, t151);
        const double t155 = cell[8];
        const double t156 = fma(t135, t155, t154);
        const px_index t157 = (px_index)t116;
        const double t158 = x[t157];
        const double t159 = t158 + t142;
        const double t160 = t159 - t105;
        const px_index t161 = x_n0 + t157;
        const double t162 = x[t161];
        const double t163 = t162 + t149;
        const double t164 = t163 - t107;
        const px_index t165 = t109 + t157;
        const double t166 = x[t165];
        const double t167 = t166 + t156;
        const double t168 = t167 - t111;
        const double t169 = t160 * t160;
        const double t170 = fma(t164, t164, t169);
        const double t171 = fma(t168, t168, t170);
        int v175 = (-1);
        double v177 = 0.0;
        const double t178 = pair[0];
        v177 = t178;
        const double t179 = v177;
        const bool t180 = t171 < t179;
        if (t180) {
          const int t181 = v112;
          const int t182 = (int)px_lane_rank;
          const int t184 = (int)((uint)t181 * (uint)8);
          const int t185 = (int)((uint)t182 + (uint)t184);
          const int t186 = (int)t67;
          const int t187 = (int)((uint)t185 + (uint)t186);
          v175 = t187;
          const int t188 = v112;
          const px_index t189 = (px_index)t188;
          const px_index t190 = t43 * t189;
          const px_index t191 = px_lane_rank + t190;
          p63[t191] = t160;
          const int t192 = v112;
          const px_index t193 = (px_index)t192;
          const px_index t194 = t43 * t193;
          const px_index t195 = px_lane_rank + 8;
          const px_index t196 = t194 + t195;
          p63[t196] = t164;
          const int t197 = v112;
          const px_index t198 = (px_index)t197;
          const px_index t199 = t43 * t198;
          const px_index t201 = px_lane_rank + 16;
          const px_index t202 = t199 + t201;
          p63[t202] = t168;
          const int t203 = v112;
          const int t205 = (int)((uint)t203 + (uint)1);
          v112 = t205;
        }
        const int t206 = v175;
        const px_index t207 = t67 + t114;
        const px_index t208 = px_lane_rank + t207;
        place[t208] = t206;
        const bool t210 = t171 <= 1e-20;
        if (t210) {
          const int t211 = (int)((uint)t103 + (uint)1);
          px_atomic_max_i32(&overlap[0], t211);
        }
      }
      p428 += 8;
      p430 += 8;
    }
    int v212 = (-2147483647 - 1);
    #pragma unroll 1
    for (px_index i213 = px_lane_rank; i213 < 8; i213 += 8) {
      const int t214 = v112;
      const int t215 = v212;
      const int t216 = t214 > t215 ? t214 : t215;
      v212 = t216;
    }
    const int t217 = v212;
    reduction[t83] = t217;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i218 = 0; i218 < 6; ++i218) {
      const px_index t219 = 32 >> ((int)i218 & 31);
      const px_index t220 = px_lane_rank + t219;
      const bool t221 = px_lane_rank < t219;
      const bool t222 = t220 < 8;
      const bool t223 = t221 && t222;
      if (t223) {
        const int t224 = reduction[t83];
        const px_index t225 = t83 + t219;
        const int t226 = reduction[t225];
        const int t227 = t224 > t226 ? t224 : t226;
        reduction[t83] = t227;
      }
      px_vector_barrier();
    }
    const int t228 = p432[0];
    px_vector_barrier();
    const px_index t229 = (px_index)t228;
    const px_index t399 = px_lane_rank + 8;
    const px_index t401 = px_lane_rank + 16;
    const px_index t404 = px_lane_rank + 24;
    const px_index t406 = px_lane_rank + 32;
    const px_index t409 = px_lane_rank + 40;
    const px_index t412 = px_lane_rank + 48;
    const px_index t415 = px_lane_rank + 56;
    const px_index t418 = px_lane_rank + 64;
    const px_index t422 = px_lane_rank + 72;
    #pragma unroll 1
    for (px_index i230 = 0; i230 < t229; ++i230) {
      double v232 = 0.0;
      double v233 = 0.0;
      double v234 = 1.0;
      double v236 = 0.0;
      const int t237 = v112;
      const int t238 = (int)i230;
      const bool t239 = t238 < t237;
      if (t239) {
        const px_index t240 = t43 * i230;
        const px_index t241 = px_lane_rank + t240;
        const double t242 = p63[t241];
        v232 = t242;
        const px_index t243 = px_lane_rank + 8;
        const px_index t244 = t240 + t243;
        const double t245 = p63[t244];
        v233 = t245;
        const px_index t246 = px_lane_rank + 16;
        const px_index t247 = t240 + t246;
        const double t248 = p63[t247];
        v234 = t248;
        double v250 = 0.0;
        const double t251 = pair[3];
        v250 = t251;
        const double t252 = v250;
        v236 = t252;
      }
      const double t253 = v232;
      const double t254 = v232;
      const double t255 = t253 * t254;
      const double t256 = v233;
      const double t257 = v233;
      const double t258 = fma(t256, t257, t255);
      const double t259 = v234;
      const double t260 = v234;
      const double t261 = fma(t259, t260, t258);
      const double t262 = rsqrt(t261);
      const double t263 = t261 * t262;
      double v265 = 1.0;
      double v266 = 0.0;
      double v267 = 0.0;
      const double t268 = pair[2];
      v267 = t268;
      const double t269 = v267;
      const double t270 = t263 - rmin0;
      const double t271 = t270 * t269;
      const double t272 = fmax(t271, 0.0);
      const double t274 = fmin(t272, 3.141592653589793);
      const double t276 = t274 - 1.5707963267948966;
      const double t277 = t276 * t276;
      const double t280 = fma(t277, (-1.5218638369243573e-16), 4.7778779252458453e-14);
      double v281 = t280;
      const double t282 = v281;
      const double t284 = fma(t282, t277, (-1.1470712272749466e-11));
      v281 = t284;
      const double t285 = v281;
      const double t287 = fma(t285, t277, 2.0876756602875463e-9);
      v281 = t287;
      const double t288 = v281;
      const double t290 = fma(t288, t277, (-2.7557319221569563e-7));
      v281 = t290;
      const double t291 = v281;
      const double t293 = fma(t291, t277, 2.480158730157985e-5);
      v281 = t293;
      const double t294 = v281;
      const double t296 = fma(t294, t277, (-0.001388888888888888));
      v281 = t296;
      const double t297 = v281;
      const double t299 = fma(t297, t277, 0.041666666666666664);
      v281 = t299;
      const double t302 = fma(t277, 2.7314053169647314e-15, (-7.643967132130914e-13));
      double v303 = t302;
      const double t304 = v303;
      const double t306 = fma(t304, t277, 1.6058977213318265e-10);
      v303 = t306;
      const double t307 = v303;
      const double t309 = fma(t307, t277, (-2.505210761546661e-8));
      v303 = t309;
      const double t310 = v303;
      const double t312 = fma(t310, t277, 2.755731921915122e-6);
      v303 = t312;
      const double t313 = v303;
      const double t315 = fma(t313, t277, (-0.00019841269841254928));
      v303 = t315;
      const double t316 = v303;
      const double t318 = fma(t316, t277, 0.008333333333333316);
      v303 = t318;
      const double t319 = v303;
      const double t321 = fma(t319, t277, (-0.16666666666666666));
      v303 = t321;
      const double t322 = v281;
      const double t324 = fma(t277, t322, -0.5);
      const double t325 = fma(t324, t277, 1.0);
      const double t326 = -t276;
      const double t327 = t326 * t277;
      const double t328 = v303;
      const double t329 = fma(t327, t328, -t276);
      const double t330 = fma(t329, 0.5, 0.5);
      v265 = t330;
      const double t331 = t325 * t269;
      const double t333 = t331 * (-0.5);
      v266 = t333;
      const double t334 = v265;
      const double t335 = v266;
      double v337 = 0.0;
      const double t338 = pair[1];
      v337 = t338;
      const double t339 = v337;
      const double t340 = v232;
      const double t341 = v233;
      const double t342 = v234;
      const double t343 = v236;
      const double t344 = rsqrt(t261);
      const double t345 = t261 * t344;
      const double t346 = t345 - rmin0;
      const double t347 = t346 * t339;
      const double t349 = t347 * 0.3183098861837907;
      const double t350 = floor(t349);
      const double t351 = fma(-t350, 3.141592653589793, t347);
      const double t352 = t351 - 1.5707963267948966;
      const double t353 = t352 * t352;
      const double t354 = fma(t353, (-1.5218638369243573e-16), 4.7778779252458453e-14);
      double v355 = t354;
      const double t356 = v355;
      const double t357 = fma(t356, t353, (-1.1470712272749466e-11));
      v355 = t357;
      const double t358 = v355;
      const double t359 = fma(t358, t353, 2.0876756602875463e-9);
      v355 = t359;
      const double t360 = v355;
      const double t361 = fma(t360, t353, (-2.7557319221569563e-7));
      v355 = t361;
      const double t362 = v355;
      const double t363 = fma(t362, t353, 2.480158730157985e-5);
      v355 = t363;
      const double t364 = v355;
      const double t365 = fma(t364, t353, (-0.001388888888888888));
      v355 = t365;
      const double t366 = v355;
      const double t367 = fma(t366, t353, 0.041666666666666664);
      v355 = t367;
      const double t368 = fma(t353, 2.7314053169647314e-15, (-7.643967132130914e-13));
      double v369 = t368;
      const double t370 = v369;
      const double t371 = fma(t370, t353, 1.6058977213318265e-10);
      v369 = t371;
      const double t372 = v369;
      const double t373 = fma(t372, t353, (-2.505210761546661e-8));
      v369 = t373;
      const double t374 = v369;
      const double t375 = fma(t374, t353, 2.755731921915122e-6);
      v369 = t375;
      const double t376 = v369;
      const double t377 = fma(t376, t353, (-0.00019841269841254928));
      v369 = t377;
      const double t378 = v369;
      const double t379 = fma(t378, t353, 0.008333333333333316);
      v369 = t379;
      const double t380 = v369;
      const double t381 = fma(t380, t353, (-0.16666666666666666));
      v369 = t381;
      const double t382 = v355;
      const double t383 = fma(t353, t382, -0.5);
      const double t384 = fma(t383, t353, 1.0);
      const double t385 = -t352;
      const double t386 = t385 * t353;
      const double t387 = v369;
      const double t388 = fma(t386, t387, -t352);
      const double t389 = t343 * t334;
      const double t390 = t340 * t344;
      const double t391 = t341 * t344;
      const double t392 = t342 * t344;
      const double t393 = t389 * t384;
      const double t394 = t393 * t344;
      const double t395 = t389 * t339;
      const double t396 = t343 * t335;
      const px_index t397 = t43 * i230;
      const px_index t398 = px_lane_rank + t397;
      p63[t398] = t390;
      const px_index t400 = t397 + t399;
      p63[t400] = t391;
      const px_index t402 = t397 + t401;
      p63[t402] = t392;
      const px_index t405 = t397 + t404;
      p63[t405] = t384;
      const px_index t407 = t397 + t406;
      p63[t407] = t388;
      const px_index t410 = t397 + t409;
      p63[t410] = t389;
      const px_index t413 = t397 + t412;
      p63[t413] = t394;
      const px_index t416 = t397 + t415;
      p63[t416] = t395;
      const px_index t419 = t397 + t418;
      p63[t419] = t396;
      const px_index t423 = t397 + t422;
      p63[t423] = t345;
    }
    const bool t424 = px_lane_rank == 0;
    if (t424) {
      const int t425 = (int)t229;
      npairs[px_league_rank] = t425;
    }
  }
}
