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
    __global int* restrict near,
    const px_index near_n0,
    const px_index near_n1,
    __global double* restrict geometry,
    const px_index geometry_n0,
    const px_index geometry_n1,
    const px_index geometry_n2,
    __global double* restrict dedr,
    const px_index dedr_n0,
    const px_index dedr_n1,
    __global int* restrict overlap,
    const px_index overlap_n0) {
  __local __attribute__((aligned(16))) int reduction[8];
  const px_index px_league_rank = get_group_id(0);
  const px_index px_lane_rank = get_local_id(0);
  const px_index px_team_rank = get_local_id(1);
  const px_index t4 = (px_index)ntiles;
  const px_index t23 = neighbor_n1 * 8;
  const px_index t27 = image_2_n1 * 8;
  const px_index t38 = near_n1 * 8;
  const px_index t43 = geometry_n1 * 8;
  const px_index t44 = geometry_n2 * t43;
  const int t53 = first[0];
  const px_index t54 = (px_index)t53;
  const px_index t55 = px_league_rank + t54;
  const bool t56 = t55 >= t4;
  const bool t57 = !t56;
  if (t57) {
    const __global int* const p61 = neighbor + (long)t55 * t23;
    const __global int* const p64 = image_2 + (long)t55 * t27;
    __global int* const p67 = near + (long)px_league_rank * t38;
    __global double* const p70 = geometry + (long)px_league_rank * t44;
    const px_index t73 = t55 * 8;
    int v75 = (-2147483647 - 1);
    const __global int* p437 = count + (px_league_rank * 8 + t53 * 8 + px_lane_rank);
    #pragma unroll 1
    for (px_index i78 = px_lane_rank; i78 < 8; i78 += 8) {
      const int t80 = p437[0];
      const int t81 = v75;
      const int t82 = t80 > t81 ? t80 : t81;
      v75 = t82;
      p437 += 8;
    }
    const int t83 = v75;
    const px_index t85 = 8 * px_team_rank;
    const px_index t89 = px_lane_rank + t85;
    reduction[t89] = t83;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i92 = 0; i92 < 6; ++i92) {
      const px_index t94 = 32 >> ((int)i92 & 31);
      const px_index t95 = px_lane_rank + t94;
      const bool t96 = px_lane_rank < t94;
      const bool t97 = t95 < 8;
      const bool t98 = t96 && t97;
      if (t98) {
        const int t99 = reduction[t89];
        const px_index t100 = t89 + t94;
        const int t101 = reduction[t100];
        const int t102 = t99 > t101 ? t99 : t101;
        reduction[t89] = t102;
      }
      px_vector_barrier();
    }
    const int t103 = reduction[t85];
    px_vector_barrier();
    const px_index t104 = (px_index)t103;
    const px_index t105 = t73 + px_lane_rank;
    const int t106 = count[t105];
    const int t107 = atom_of_slot[t105];
    const int t109 = t107 > 0 ? t107 : 0;
    const px_index t110 = (px_index)t109;
    const double t111 = x[t110];
    const px_index t112 = x_n0 + t110;
    const double t113 = x[t112];
    const px_index t115 = x_n0 * 2;
    const px_index t116 = t110 + t115;
    const double t117 = x[t116];
    int v118 = 0;
    const __global int* p439 = p61 + (px_lane_rank);
    const __global int* p441 = p64 + (px_lane_rank);
    #pragma unroll 1
    for (px_index i119 = 0; i119 < t104; ++i119) {
      const int t122 = p439[0];
      const int t123 = (int)i119;
      const bool t124 = t123 < t106;
      if (t124) {
        const int t125 = p441[0];
        const int t127 = t125 & 1023;
        const int t130 = (int)((uint)t127 + (uint)(-512));
        const double t131 = (double)t130;
        const int t133 = t125 >> 10;
        const int t134 = t133 & 1023;
        const int t135 = (int)((uint)t134 + (uint)(-512));
        const double t136 = (double)t135;
        const int t138 = t125 >> 20;
        const int t139 = t138 & 1023;
        const int t140 = (int)((uint)t139 + (uint)(-512));
        const double t141 = (double)t140;
        const double t142 = cell[0];
        const double t143 = t131 * t142;
        const double t145 = cell[3];
        const double t146 = fma(t136, t145, t143);
        const double t147 = cell[6];
        const double t148 = fma(t141, t147, t146);
        const double t149 = cell[1];
        const double t150 = t131 * t149;
        const double t152 = cell[4];
        const double t153 = fma(t136, t152, t150);
        const double t154 = cell[7];
        const double t155 = fma(t141, t154, t153);
        const double t156 = cell[2];
        const double t157 = t131 * t156;
        const double t159 = cell[5];
        const double t160 = fma(t136, t159, t157);
        const double t161 = cell[8];
        const double t162 = fma(t141, t161, t160);
        const px_index t163 = (px_index)t122;
        const double t164 = x[t163];
        const double t165 = t164 + t148;
        const double t166 = t165 - t111;
        const px_index t167 = x_n0 + t163;
        const double t168 = x[t167];
        const double t169 = t168 + t155;
        const double t170 = t169 - t113;
        const px_index t171 = t115 + t163;
        const double t172 = x[t171];
        const double t173 = t172 + t162;
        const double t174 = t173 - t117;
        const double t175 = t166 * t166;
        const double t176 = fma(t170, t170, t175);
        const double t177 = fma(t174, t174, t176);
        double v181 = 0.0;
        const double t182 = pair[0];
        v181 = t182;
        const double t183 = v181;
        const bool t184 = t177 < t183;
        if (t184) {
          const int t185 = v118;
          const px_index t186 = (px_index)t185;
          const px_index t187 = t186 * 8;
          const px_index t188 = px_lane_rank + t187;
          p67[t188] = t123;
          const int t189 = v118;
          const px_index t190 = (px_index)t189;
          const px_index t191 = t43 * t190;
          const px_index t192 = px_lane_rank + t191;
          p70[t192] = t166;
          const int t193 = v118;
          const px_index t194 = (px_index)t193;
          const px_index t195 = px_lane_rank + 8;
          const px_index t196 = t43 * t194;
          const px_index t197 = t195 + t196;
          p70[t197] = t170;
          const int t198 = v118;
          const px_index t199 = (px_index)t198;
          const px_index t201 = px_lane_rank + 16;
          const px_index t202 = t43 * t199;
          const px_index t203 = t201 + t202;
          p70[t203] = t174;
          const int t204 = v118;
          const int t206 = (int)((uint)t204 + (uint)1);
          v118 = t206;
        } else {
          const int t208 = (int)t105;
          const int t209 = (int)neighbor_n1;
          const int t210 = (int)((uint)t208 * (uint)t209);
          const int t211 = (int)((uint)t123 + (uint)t210);
          const px_index t212 = (px_index)t211;
          const px_index t213 = dedr_n0 * t212;
          dedr[t213] = 0.0;
          const px_index t214 = t213 + 1;
          dedr[t214] = 0.0;
          const px_index t215 = t213 + 2;
          dedr[t215] = 0.0;
        }
        const bool t217 = t177 <= 1e-20;
        if (t217) {
          const int t218 = (int)((uint)t109 + (uint)1);
          px_atomic_max_i32(&overlap[0], t218);
        }
      }
      p439 += 8;
      p441 += 8;
    }
    int v219 = (-2147483647 - 1);
    #pragma unroll 1
    for (px_index i220 = px_lane_rank; i220 < 8; i220 += 8) {
      const int t221 = v118;
      const int t222 = v219;
      const int t223 = t221 > t222 ? t221 : t222;
      v219 = t223;
    }
    const int t224 = v219;
    reduction[t89] = t224;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i225 = 0; i225 < 6; ++i225) {
      const px_index t226 = 32 >> ((int)i225 & 31);
      const px_index t227 = px_lane_rank + t226;
      const bool t228 = px_lane_rank < t226;
      const bool t229 = t227 < 8;
      const bool t230 = t228 && t229;
      if (t230) {
        const int t231 = reduction[t89];
        const px_index t232 = t89 + t226;
        const int t233 = reduction[t232];
        const int t234 = t231 > t233 ? t231 : t233;
        reduction[t89] = t234;
      }
      px_vector_barrier();
    }
    const int t235 = reduction[t85];
    px_vector_barrier();
    const px_index t236 = (px_index)t235;
    const px_index t410 = px_lane_rank + 8;
    const px_index t412 = px_lane_rank + 16;
    const px_index t415 = px_lane_rank + 24;
    const px_index t417 = px_lane_rank + 32;
    const px_index t420 = px_lane_rank + 40;
    const px_index t423 = px_lane_rank + 48;
    const px_index t426 = px_lane_rank + 56;
    const px_index t429 = px_lane_rank + 64;
    const px_index t433 = px_lane_rank + 72;
    #pragma unroll 1
    for (px_index i237 = 0; i237 < t236; ++i237) {
      double v239 = 0.0;
      double v240 = 0.0;
      double v241 = 1.0;
      double v243 = 0.0;
      const int t244 = v118;
      const int t245 = (int)i237;
      const bool t246 = t245 < t244;
      if (t246) {
        const px_index t247 = t43 * i237;
        const px_index t248 = px_lane_rank + t247;
        const double t249 = p70[t248];
        v239 = t249;
        const px_index t250 = px_lane_rank + 8;
        const px_index t251 = t247 + t250;
        const double t252 = p70[t251];
        v240 = t252;
        const px_index t253 = px_lane_rank + 16;
        const px_index t254 = t247 + t253;
        const double t255 = p70[t254];
        v241 = t255;
        double v257 = 0.0;
        const double t258 = pair[3];
        v257 = t258;
        const double t259 = v257;
        v243 = t259;
      } else {
        const px_index t262 = i237 * 8;
        const px_index t263 = px_lane_rank + t262;
        p67[t263] = (-1);
      }
      const double t264 = v239;
      const double t265 = v239;
      const double t266 = t264 * t265;
      const double t267 = v240;
      const double t268 = v240;
      const double t269 = fma(t267, t268, t266);
      const double t270 = v241;
      const double t271 = v241;
      const double t272 = fma(t270, t271, t269);
      const double t273 = rsqrt(t272);
      const double t274 = t272 * t273;
      double v276 = 1.0;
      double v277 = 0.0;
      double v278 = 0.0;
      const double t279 = pair[2];
      v278 = t279;
      const double t280 = v278;
      const double t281 = t274 - rmin0;
      const double t282 = t281 * t280;
      const double t283 = fmax(t282, 0.0);
      const double t285 = fmin(t283, 3.141592653589793);
      const double t287 = t285 - 1.5707963267948966;
      const double t288 = t287 * t287;
      const double t291 = fma(t288, (-1.5218638369243573e-16), 4.7778779252458453e-14);
      double v292 = t291;
      const double t293 = v292;
      const double t295 = fma(t293, t288, (-1.1470712272749466e-11));
      v292 = t295;
      const double t296 = v292;
      const double t298 = fma(t296, t288, 2.0876756602875463e-9);
      v292 = t298;
      const double t299 = v292;
      const double t301 = fma(t299, t288, (-2.7557319221569563e-7));
      v292 = t301;
      const double t302 = v292;
      const double t304 = fma(t302, t288, 2.480158730157985e-5);
      v292 = t304;
      const double t305 = v292;
      const double t307 = fma(t305, t288, (-0.001388888888888888));
      v292 = t307;
      const double t308 = v292;
      const double t310 = fma(t308, t288, 0.041666666666666664);
      v292 = t310;
      const double t313 = fma(t288, 2.7314053169647314e-15, (-7.643967132130914e-13));
      double v314 = t313;
      const double t315 = v314;
      const double t317 = fma(t315, t288, 1.6058977213318265e-10);
      v314 = t317;
      const double t318 = v314;
      const double t320 = fma(t318, t288, (-2.505210761546661e-8));
      v314 = t320;
      const double t321 = v314;
      const double t323 = fma(t321, t288, 2.755731921915122e-6);
      v314 = t323;
      const double t324 = v314;
      const double t326 = fma(t324, t288, (-0.00019841269841254928));
      v314 = t326;
      const double t327 = v314;
      const double t329 = fma(t327, t288, 0.008333333333333316);
      v314 = t329;
      const double t330 = v314;
      const double t332 = fma(t330, t288, (-0.16666666666666666));
      v314 = t332;
      const double t333 = v292;
      const double t335 = fma(t288, t333, -0.5);
      const double t336 = fma(t335, t288, 1.0);
      const double t337 = -t287;
      const double t338 = t337 * t288;
      const double t339 = v314;
      const double t340 = fma(t338, t339, -t287);
      const double t341 = fma(t340, 0.5, 0.5);
      v276 = t341;
      const double t342 = t336 * t280;
      const double t344 = t342 * (-0.5);
      v277 = t344;
      const double t345 = v276;
      const double t346 = v277;
      double v348 = 0.0;
      const double t349 = pair[1];
      v348 = t349;
      const double t350 = v348;
      const double t351 = v239;
      const double t352 = v240;
      const double t353 = v241;
      const double t354 = v243;
      const double t355 = rsqrt(t272);
      const double t356 = t272 * t355;
      const double t357 = t356 - rmin0;
      const double t358 = t357 * t350;
      const double t360 = t358 * 0.3183098861837907;
      const double t361 = floor(t360);
      const double t362 = fma(-t361, 3.141592653589793, t358);
      const double t363 = t362 - 1.5707963267948966;
      const double t364 = t363 * t363;
      const double t365 = fma(t364, (-1.5218638369243573e-16), 4.7778779252458453e-14);
      double v366 = t365;
      const double t367 = v366;
      const double t368 = fma(t367, t364, (-1.1470712272749466e-11));
      v366 = t368;
      const double t369 = v366;
      const double t370 = fma(t369, t364, 2.0876756602875463e-9);
      v366 = t370;
      const double t371 = v366;
      const double t372 = fma(t371, t364, (-2.7557319221569563e-7));
      v366 = t372;
      const double t373 = v366;
      const double t374 = fma(t373, t364, 2.480158730157985e-5);
      v366 = t374;
      const double t375 = v366;
      const double t376 = fma(t375, t364, (-0.001388888888888888));
      v366 = t376;
      const double t377 = v366;
      const double t378 = fma(t377, t364, 0.041666666666666664);
      v366 = t378;
      const double t379 = fma(t364, 2.7314053169647314e-15, (-7.643967132130914e-13));
      double v380 = t379;
      const double t381 = v380;
      const double t382 = fma(t381, t364, 1.6058977213318265e-10);
      v380 = t382;
      const double t383 = v380;
      const double t384 = fma(t383, t364, (-2.505210761546661e-8));
      v380 = t384;
      const double t385 = v380;
      const double t386 = fma(t385, t364, 2.755731921915122e-6);
      v380 = t386;
      const double t387 = v380;
      const double t388 = fma(t387, t364, (-0.00019841269841254928));
      v380 = t388;
      const double t389 = v380;
      const double t390 = fma(t389, t364, 0.008333333333333316);
      v380 = t390;
      const double t391 = v380;
      const double t392 = fma(t391, t364, (-0.16666666666666666));
      v380 = t392;
      const double t393 = v366;
      const double t394 = fma(t364, t393, -0.5);
      const double t395 = fma(t394, t364, 1.0);
      const double t396 = -t363;
      const double t397 = t396 * t364;
      const double t398 = v380;
      const double t399 = fma(t397, t398, -t363);
      const double t400 = t354 * t345;
      const double t401 = t351 * t355;
      const double t402 = t352 * t355;
      const double t403 = t353 * t355;
      const double t404 = t400 * t395;
      const double t405 = t404 * t355;
      const double t406 = t400 * t350;
      const double t407 = t354 * t346;
      const px_index t408 = t43 * i237;
      const px_index t409 = px_lane_rank + t408;
      p70[t409] = t401;
      const px_index t411 = t408 + t410;
      p70[t411] = t402;
      const px_index t413 = t408 + t412;
      p70[t413] = t403;
      const px_index t416 = t408 + t415;
      p70[t416] = t395;
      const px_index t418 = t408 + t417;
      p70[t418] = t399;
      const px_index t421 = t408 + t420;
      p70[t421] = t400;
      const px_index t424 = t408 + t423;
      p70[t424] = t405;
      const px_index t427 = t408 + t426;
      p70[t427] = t406;
      const px_index t430 = t408 + t429;
      p70[t430] = t407;
      const px_index t434 = t408 + t433;
      p70[t434] = t356;
    }
    const bool t435 = px_lane_rank == 0;
    if (t435) {
      const int t436 = (int)t236;
      npairs[px_league_rank] = t436;
    }
  }
}
