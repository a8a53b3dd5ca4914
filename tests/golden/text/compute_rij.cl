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
    const px_index dedr_n2,
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
  const px_index t49 = dedr_n1 * 8;
  const px_index t50 = dedr_n2 * t49;
  const int t55 = first[0];
  const px_index t56 = (px_index)t55;
  const px_index t57 = px_league_rank + t56;
  const bool t58 = t57 >= t4;
  const bool t59 = !t58;
  if (t59) {
    const __global int* const p63 = neighbor + (long)t57 * t23;
    const __global int* const p66 = image_2 + (long)t57 * t27;
    __global int* const p69 = near + (long)px_league_rank * t38;
    __global double* const p72 = geometry + (long)px_league_rank * t44;
    __global double* const p75 = dedr + (long)t57 * t50;
    const px_index t78 = t57 * 8;
    int v80 = (-2147483647 - 1);
    const __global int* p440 = count + (px_league_rank * 8 + t55 * 8 + px_lane_rank);
    #pragma unroll 1
    for (px_index i83 = px_lane_rank; i83 < 8; i83 += 8) {
      const int t85 = p440[0];
      const int t86 = v80;
      const int t87 = t85 > t86 ? t85 : t86;
      v80 = t87;
      p440 += 8;
    }
    const int t88 = v80;
    const px_index t90 = 8 * px_team_rank;
    const px_index t94 = px_lane_rank + t90;
    reduction[t94] = t88;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i97 = 0; i97 < 6; ++i97) {
      const px_index t99 = 32 >> ((int)i97 & 31);
      const px_index t100 = px_lane_rank + t99;
      const bool t101 = px_lane_rank < t99;
      const bool t102 = t100 < 8;
      const bool t103 = t101 && t102;
      if (t103) {
        const int t104 = reduction[t94];
        const px_index t105 = t94 + t99;
        const int t106 = reduction[t105];
        const int t107 = t104 > t106 ? t104 : t106;
        reduction[t94] = t107;
      }
      px_vector_barrier();
    }
    const int t108 = reduction[t90];
    px_vector_barrier();
    const px_index t109 = (px_index)t108;
    const px_index t110 = t78 + px_lane_rank;
    const int t111 = count[t110];
    const int t112 = atom_of_slot[t110];
    const int t114 = t112 > 0 ? t112 : 0;
    const px_index t115 = (px_index)t114;
    const double t116 = x[t115];
    const px_index t117 = x_n0 + t115;
    const double t118 = x[t117];
    const px_index t120 = x_n0 * 2;
    const px_index t121 = t115 + t120;
    const double t122 = x[t121];
    int v123 = 0;
    const __global int* p442 = p63 + (px_lane_rank);
    const __global int* p444 = p66 + (px_lane_rank);
    #pragma unroll 1
    for (px_index i124 = 0; i124 < t109; ++i124) {
      const int t127 = p442[0];
      const int t128 = (int)i124;
      const bool t129 = t128 < t111;
      if (t129) {
        const int t130 = p444[0];
        const int t132 = t130 & 1023;
        const int t135 = (int)((uint)t132 + (uint)(-512));
        const double t136 = (double)t135;
        const int t138 = t130 >> 10;
        const int t139 = t138 & 1023;
        const int t140 = (int)((uint)t139 + (uint)(-512));
        const double t141 = (double)t140;
        const int t143 = t130 >> 20;
        const int t144 = t143 & 1023;
        const int t145 = (int)((uint)t144 + (uint)(-512));
        const double t146 = (double)t145;
        const double t147 = cell[0];
        const double t148 = t136 * t147;
        const double t150 = cell[3];
        const double t151 = fma(t141, t150, t148);
        const double t152 = cell[6];
        const double t153 = fma(t146, t152, t151);
        const double t154 = cell[1];
        const double t155 = t136 * t154;
        const double t157 = cell[4];
        const double t158 = fma(t141, t157, t155);
        const double t159 = cell[7];
        const double t160 = fma(t146, t159, t158);
        const double t161 = cell[2];
        const double t162 = t136 * t161;
        const double t164 = cell[5];
        const double t165 = fma(t141, t164, t162);
        const double t166 = cell[8];
        const double t167 = fma(t146, t166, t165);
        const px_index t168 = (px_index)t127;
        const double t169 = x[t168];
        const double t170 = t169 + t153;
        const double t171 = t170 - t116;
        const px_index t172 = x_n0 + t168;
        const double t173 = x[t172];
        const double t174 = t173 + t160;
        const double t175 = t174 - t118;
        const px_index t176 = t120 + t168;
        const double t177 = x[t176];
        const double t178 = t177 + t167;
        const double t179 = t178 - t122;
        const double t180 = t171 * t171;
        const double t181 = fma(t175, t175, t180);
        const double t182 = fma(t179, t179, t181);
        double v186 = 0.0;
        const double t187 = pair[0];
        v186 = t187;
        const double t188 = v186;
        const bool t189 = t182 < t188;
        if (t189) {
          const int t190 = v123;
          const px_index t191 = (px_index)t190;
          const px_index t192 = t191 * 8;
          const px_index t193 = px_lane_rank + t192;
          p69[t193] = t128;
          const int t194 = v123;
          const px_index t195 = (px_index)t194;
          const px_index t196 = t43 * t195;
          const px_index t197 = px_lane_rank + t196;
          p72[t197] = t171;
          const int t198 = v123;
          const px_index t199 = (px_index)t198;
          const px_index t200 = px_lane_rank + 8;
          const px_index t201 = t43 * t199;
          const px_index t202 = t200 + t201;
          p72[t202] = t175;
          const int t203 = v123;
          const px_index t204 = (px_index)t203;
          const px_index t206 = px_lane_rank + 16;
          const px_index t207 = t43 * t204;
          const px_index t208 = t206 + t207;
          p72[t208] = t179;
          const int t209 = v123;
          const int t211 = (int)((uint)t209 + (uint)1);
          v123 = t211;
        } else {
          const px_index t213 = t49 * i124;
          const px_index t214 = px_lane_rank + t213;
          p75[t214] = 0.0;
          const px_index t215 = px_lane_rank + 8;
          const px_index t216 = t213 + t215;
          p75[t216] = 0.0;
          const px_index t217 = px_lane_rank + 16;
          const px_index t218 = t213 + t217;
          p75[t218] = 0.0;
        }
        const bool t220 = t182 <= 1e-20;
        if (t220) {
          const int t221 = (int)((uint)t114 + (uint)1);
          px_atomic_max_i32(&overlap[0], t221);
        }
      }
      p442 += 8;
      p444 += 8;
    }
    int v222 = (-2147483647 - 1);
    #pragma unroll 1
    for (px_index i223 = px_lane_rank; i223 < 8; i223 += 8) {
      const int t224 = v123;
      const int t225 = v222;
      const int t226 = t224 > t225 ? t224 : t225;
      v222 = t226;
    }
    const int t227 = v222;
    reduction[t94] = t227;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i228 = 0; i228 < 6; ++i228) {
      const px_index t229 = 32 >> ((int)i228 & 31);
      const px_index t230 = px_lane_rank + t229;
      const bool t231 = px_lane_rank < t229;
      const bool t232 = t230 < 8;
      const bool t233 = t231 && t232;
      if (t233) {
        const int t234 = reduction[t94];
        const px_index t235 = t94 + t229;
        const int t236 = reduction[t235];
        const int t237 = t234 > t236 ? t234 : t236;
        reduction[t94] = t237;
      }
      px_vector_barrier();
    }
    const int t238 = reduction[t90];
    px_vector_barrier();
    const px_index t239 = (px_index)t238;
    const px_index t408 = px_lane_rank + 8;
    const px_index t411 = px_lane_rank + 16;
    const px_index t414 = px_lane_rank + 24;
    const px_index t416 = px_lane_rank + 32;
    const px_index t419 = px_lane_rank + 40;
    const px_index t424 = px_lane_rank + 48;
    const px_index t428 = px_lane_rank + 56;
    const px_index t432 = px_lane_rank + 64;
    const px_index t436 = px_lane_rank + 72;
    #pragma unroll 1
    for (px_index i240 = 0; i240 < t239; ++i240) {
      double v242 = 0.0;
      double v243 = 0.0;
      double v244 = 1.0;
      double v246 = 0.0;
      const int t247 = v123;
      const int t248 = (int)i240;
      const bool t249 = t248 < t247;
      if (t249) {
        const px_index t250 = t43 * i240;
        const px_index t251 = px_lane_rank + t250;
        const double t252 = p72[t251];
        v242 = t252;
        const px_index t253 = px_lane_rank + 8;
        const px_index t254 = t250 + t253;
        const double t255 = p72[t254];
        v243 = t255;
        const px_index t256 = px_lane_rank + 16;
        const px_index t257 = t250 + t256;
        const double t258 = p72[t257];
        v244 = t258;
        double v260 = 0.0;
        const double t261 = pair[3];
        v260 = t261;
        const double t262 = v260;
        v246 = t262;
      } else {
        const px_index t265 = i240 * 8;
        const px_index t266 = px_lane_rank + t265;
        p69[t266] = (-1);
      }
      const double t267 = v242;
      const double t268 = v242;
      const double t269 = t267 * t268;
      const double t270 = v243;
      const double t271 = v243;
      const double t272 = fma(t270, t271, t269);
      const double t273 = v244;
      const double t274 = v244;
      const double t275 = fma(t273, t274, t272);
      const double t276 = rsqrt(t275);
      const double t277 = t275 * t276;
      double v279 = 1.0;
      double v280 = 0.0;
      double v281 = 0.0;
      const double t282 = pair[2];
      v281 = t282;
      const double t283 = v281;
      const double t284 = t277 - rmin0;
      const double t285 = t284 * t283;
      const double t286 = fmax(t285, 0.0);
      const double t288 = fmin(t286, 3.141592653589793);
      const double t290 = t288 - 1.5707963267948966;
      const double t291 = t290 * t290;
      const double t294 = fma(t291, (-1.5218638369243573e-16), 4.7778779252458453e-14);
      double v295 = t294;
      const double t296 = v295;
      const double t298 = fma(t296, t291, (-1.1470712272749466e-11));
      v295 = t298;
      const double t299 = v295;
      const double t301 = fma(t299, t291, 2.0876756602875463e-9);
      v295 = t301;
      const double t302 = v295;
      const double t304 = fma(t302, t291, (-2.7557319221569563e-7));
      v295 = t304;
      const double t305 = v295;
      const double t307 = fma(t305, t291, 2.480158730157985e-5);
      v295 = t307;
      const double t308 = v295;
      const double t310 = fma(t308, t291, (-0.001388888888888888));
      v295 = t310;
      const double t311 = v295;
      const double t313 = fma(t311, t291, 0.041666666666666664);
      v295 = t313;
      const double t316 = fma(t291, 2.7314053169647314e-15, (-7.643967132130914e-13));
      double v317 = t316;
      const double t318 = v317;
      const double t320 = fma(t318, t291, 1.6058977213318265e-10);
      v317 = t320;
      const double t321 = v317;
      const double t323 = fma(t321, t291, (-2.505210761546661e-8));
      v317 = t323;
      const double t324 = v317;
      const double t326 = fma(t324, t291, 2.755731921915122e-6);
      v317 = t326;
      const double t327 = v317;
      const double t329 = fma(t327, t291, (-0.00019841269841254928));
      v317 = t329;
      const double t330 = v317;
      const double t332 = fma(t330, t291, 0.008333333333333316);
      v317 = t332;
      const double t333 = v317;
      const double t335 = fma(t333, t291, (-0.16666666666666666));
      v317 = t335;
      const double t336 = v295;
      const double t338 = fma(t291, t336, -0.5);
      const double t339 = fma(t338, t291, 1.0);
      const double t340 = -t290;
      const double t341 = t340 * t291;
      const double t342 = v317;
      const double t343 = fma(t341, t342, -t290);
      const double t344 = fma(t343, 0.5, 0.5);
      v279 = t344;
      const double t345 = t339 * t283;
      const double t347 = t345 * (-0.5);
      v280 = t347;
      const double t348 = v279;
      const double t349 = v280;
      const double t350 = v242;
      const double t351 = v243;
      const double t352 = v244;
      const double t353 = v246;
      double v355 = 0.0;
      const double t356 = pair[1];
      v355 = t356;
      const double t357 = v355;
      const double t358 = rsqrt(t275);
      const double t359 = t275 * t358;
      const double t360 = t359 - rmin0;
      const double t361 = t360 * t357;
      const double t363 = t361 * 0.3183098861837907;
      const double t364 = floor(t363);
      const double t365 = fma(-t364, 3.141592653589793, t361);
      const double t366 = t365 - 1.5707963267948966;
      const double t367 = t366 * t366;
      const double t368 = fma(t367, (-1.5218638369243573e-16), 4.7778779252458453e-14);
      double v369 = t368;
      const double t370 = v369;
      const double t371 = fma(t370, t367, (-1.1470712272749466e-11));
      v369 = t371;
      const double t372 = v369;
      const double t373 = fma(t372, t367, 2.0876756602875463e-9);
      v369 = t373;
      const double t374 = v369;
      const double t375 = fma(t374, t367, (-2.7557319221569563e-7));
      v369 = t375;
      const double t376 = v369;
      const double t377 = fma(t376, t367, 2.480158730157985e-5);
      v369 = t377;
      const double t378 = v369;
      const double t379 = fma(t378, t367, (-0.001388888888888888));
      v369 = t379;
      const double t380 = v369;
      const double t381 = fma(t380, t367, 0.041666666666666664);
      v369 = t381;
      const double t382 = fma(t367, 2.7314053169647314e-15, (-7.643967132130914e-13));
      double v383 = t382;
      const double t384 = v383;
      const double t385 = fma(t384, t367, 1.6058977213318265e-10);
      v383 = t385;
      const double t386 = v383;
      const double t387 = fma(t386, t367, (-2.505210761546661e-8));
      v383 = t387;
      const double t388 = v383;
      const double t389 = fma(t388, t367, 2.755731921915122e-6);
      v383 = t389;
      const double t390 = v383;
      const double t391 = fma(t390, t367, (-0.00019841269841254928));
      v383 = t391;
      const double t392 = v383;
      const double t393 = fma(t392, t367, 0.008333333333333316);
      v383 = t393;
      const double t394 = v383;
      const double t395 = fma(t394, t367, (-0.16666666666666666));
      v383 = t395;
      const double t396 = v369;
      const double t397 = fma(t367, t396, -0.5);
      const double t398 = fma(t397, t367, 1.0);
      const double t399 = -t366;
      const double t400 = t399 * t367;
      const double t401 = v383;
      const double t402 = fma(t400, t401, -t366);
      const double t403 = t353 * t348;
      const double t404 = t350 * t358;
      const px_index t405 = t43 * i240;
      const px_index t406 = px_lane_rank + t405;
      p72[t406] = t404;
      const double t407 = t351 * t358;
      const px_index t409 = t405 + t408;
      p72[t409] = t407;
      const double t410 = t352 * t358;
      const px_index t412 = t405 + t411;
      p72[t412] = t410;
      const px_index t415 = t405 + t414;
      p72[t415] = t398;
      const px_index t417 = t405 + t416;
      p72[t417] = t402;
      const px_index t420 = t405 + t419;
      p72[t420] = t403;
      const double t421 = t403 * t398;
      const double t422 = t421 * t358;
      const px_index t425 = t405 + t424;
      p72[t425] = t422;
      const double t426 = t403 * t357;
      const px_index t429 = t405 + t428;
      p72[t429] = t426;
      const double t430 = t353 * t349;
      const px_index t433 = t405 + t432;
      p72[t433] = t430;
      const px_index t437 = t405 + t436;
      p72[t437] = t359;
    }
    const bool t438 = px_lane_rank == 0;
    if (t438) {
      const int t439 = (int)t239;
      npairs[px_league_rank] = t439;
    }
  }
}
