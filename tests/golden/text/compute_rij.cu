typedef int px_index;
#define px_atomic_max_i32(p, v) atomicMax(p, v)
static __device__ __forceinline__ void px_vector_barrier() {
  const unsigned int first = (threadIdx.y * blockDim.x) & 31u;
  __syncwarp(blockDim.x >= 32u ? 0xffffffffu : ((1u << blockDim.x) - 1u) << first);
}
extern "C" __global__ void __launch_bounds__(32) px_kernel_compute_rij(
    const int* __restrict__ first,
    const px_index first_n0,
    const int ntiles,
    const double* __restrict__ x,
    const px_index x_n0,
    const px_index x_n1,
    const double* __restrict__ cell,
    const px_index cell_n0,
    const int* __restrict__ element,
    const px_index element_n0,
    const int* __restrict__ tile_element,
    const px_index tile_element_n0,
    const int* __restrict__ atom_of_slot,
    const px_index atom_of_slot_n0,
    const int* __restrict__ count,
    const px_index count_n0,
    const int* __restrict__ neighbor,
    const px_index neighbor_n0,
    const px_index neighbor_n1,
    const int* __restrict__ image_2,
    const px_index image_2_n0,
    const px_index image_2_n1,
    const double* __restrict__ pair,
    const px_index pair_n0,
    const px_index pair_n1,
    const double rmin0,
    int* __restrict__ npairs,
    const px_index npairs_n0,
    int* __restrict__ near,
    const px_index near_n0,
    const px_index near_n1,
    double* __restrict__ geometry,
    const px_index geometry_n0,
    const px_index geometry_n1,
    const px_index geometry_n2,
    double* __restrict__ dedr,
    const px_index dedr_n0,
    const px_index dedr_n1,
    const px_index dedr_n2,
    int* __restrict__ overlap,
    const px_index overlap_n0) {
  __shared__ __align__(16) int reduction[32];
  const px_index px_league_rank = blockIdx.x;
  const px_index px_lane_rank = threadIdx.x;
  const px_index px_team_rank = threadIdx.y;
  const px_index t4 = (px_index)ntiles;
  const px_index t23 = neighbor_n1 * 32;
  const px_index t27 = image_2_n1 * 32;
  const px_index t38 = near_n1 * 32;
  const px_index t43 = geometry_n1 * 32;
  const px_index t44 = geometry_n2 * t43;
  const px_index t49 = dedr_n1 * 32;
  const px_index t50 = dedr_n2 * t49;
  const int t55 = first[0];
  const px_index t56 = (px_index)t55;
  const px_index t57 = px_league_rank + t56;
  const bool t58 = t57 >= t4;
  const bool t59 = !t58;
  if (t59) {
    const int* const p63 = neighbor + (long long)t57 * t23;
    const int* const p66 = image_2 + (long long)t57 * t27;
    int* const p69 = near + (long long)px_league_rank * t38;
    double* const p72 = geometry + (long long)px_league_rank * t44;
    double* const p75 = dedr + (long long)t57 * t50;
    const px_index t78 = t57 * 32;
    int v80 = (-2147483647 - 1);
    const int* p442 = count + (px_league_rank * 32 + t55 * 32 + px_lane_rank);
    #pragma unroll 1
    for (px_index i83 = px_lane_rank; i83 < 32; i83 += 32) {
      const int t85 = p442[0];
      const int t86 = v80;
      const int t87 = t85 > t86 ? t85 : t86;
      v80 = t87;
      p442 += 32;
    }
    const int t88 = v80;
    const px_index t90 = 32 * px_team_rank;
    const px_index t94 = px_lane_rank + t90;
    reduction[t94] = t88;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i97 = 0; i97 < 6; ++i97) {
      const px_index t98 = 32 >> ((int)i97 & 31);
      const px_index t99 = px_lane_rank + t98;
      const bool t100 = px_lane_rank < t98;
      const bool t101 = t99 < 32;
      const bool t102 = t100 && t101;
      if (t102) {
        const int t103 = reduction[t94];
        const px_index t104 = t94 + t98;
        const int t105 = reduction[t104];
        const int t106 = t103 > t105 ? t103 : t105;
        reduction[t94] = t106;
      }
      px_vector_barrier();
    }
    const int t107 = reduction[t90];
    px_vector_barrier();
    const px_index t108 = (px_index)t107;
    const px_index t109 = t78 + px_lane_rank;
    const int t110 = count[t109];
    const int t111 = atom_of_slot[t109];
    const int t113 = t111 > 0 ? t111 : 0;
    const px_index t114 = (px_index)t113;
    const double t115 = x[t114];
    const px_index t116 = x_n0 + t114;
    const double t117 = x[t116];
    const px_index t119 = x_n0 * 2;
    const px_index t120 = t114 + t119;
    const double t121 = x[t120];
    int v122 = 0;
    const int* p444 = p63 + (px_lane_rank);
    const int* p446 = p66 + (px_lane_rank);
    #pragma unroll 1
    for (px_index i123 = 0; i123 < t108; ++i123) {
      const int t126 = p444[0];
      const int t127 = (int)i123;
      const bool t128 = t127 < t110;
      if (t128) {
        const int t129 = p446[0];
        const int t131 = t129 & 1023;
        const int t134 = (int)((unsigned int)t131 + (unsigned int)(-512));
        const double t135 = (double)t134;
        const int t137 = t129 >> 10;
        const int t138 = t137 & 1023;
        const int t139 = (int)((unsigned int)t138 + (unsigned int)(-512));
        const double t140 = (double)t139;
        const int t142 = t129 >> 20;
        const int t143 = t142 & 1023;
        const int t144 = (int)((unsigned int)t143 + (unsigned int)(-512));
        const double t145 = (double)t144;
        const double t146 = cell[0];
        const double t147 = t135 * t146;
        const double t149 = cell[3];
        const double t150 = fma(t140, t149, t147);
        const double t151 = cell[6];
        const double t152 = fma(t145, t151, t150);
        const double t153 = cell[1];
        const double t154 = t135 * t153;
        const double t156 = cell[4];
        const double t157 = fma(t140, t156, t154);
        const double t159 = cell[7];
        const double t160 = fma(t145, t159, t157);
        const double t161 = cell[2];
        const double t162 = t135 * t161;
        const double t164 = cell[5];
        const double t165 = fma(t140, t164, t162);
        const double t167 = cell[8];
        const double t168 = fma(t145, t167, t165);
        const px_index t169 = (px_index)t126;
        const double t170 = x[t169];
        const double t171 = t170 + t152;
        const double t172 = t171 - t115;
        const px_index t173 = x_n0 + t169;
        const double t174 = x[t173];
        const double t175 = t174 + t160;
        const double t176 = t175 - t117;
        const px_index t177 = t119 + t169;
        const double t178 = x[t177];
        const double t179 = t178 + t168;
        const double t180 = t179 - t121;
        const double t181 = t172 * t172;
        const double t182 = fma(t176, t176, t181);
        const double t183 = fma(t180, t180, t182);
        double v187 = 0.0;
        const double t188 = pair[0];
        v187 = t188;
        const double t189 = v187;
        const bool t190 = t183 < t189;
        if (t190) {
          const int t191 = v122;
          const px_index t192 = (px_index)t191;
          const px_index t193 = t192 * 32;
          const px_index t194 = px_lane_rank + t193;
          p69[t194] = t127;
          const int t195 = v122;
          const px_index t196 = (px_index)t195;
          const px_index t197 = t43 * t196;
          const px_index t198 = px_lane_rank + t197;
          p72[t198] = t172;
          const int t199 = v122;
          const px_index t200 = (px_index)t199;
          const px_index t201 = px_lane_rank + 32;
          const px_index t202 = t43 * t200;
          const px_index t203 = t201 + t202;
          p72[t203] = t176;
          const int t204 = v122;
          const px_index t205 = (px_index)t204;
          const px_index t207 = px_lane_rank + 64;
          const px_index t208 = t43 * t205;
          const px_index t209 = t207 + t208;
          p72[t209] = t180;
          const int t210 = v122;
          const int t212 = (int)((unsigned int)t210 + (unsigned int)1);
          v122 = t212;
        } else {
          const px_index t214 = t49 * i123;
          const px_index t215 = px_lane_rank + t214;
          p75[t215] = 0.0;
          const px_index t216 = px_lane_rank + 32;
          const px_index t217 = t214 + t216;
          p75[t217] = 0.0;
          const px_index t218 = px_lane_rank + 64;
          const px_index t219 = t214 + t218;
          p75[t219] = 0.0;
        }
        const bool t221 = t183 <= 1e-20;
        if (t221) {
          const int t222 = (int)((unsigned int)t113 + (unsigned int)1);
          px_atomic_max_i32(&overlap[0], t222);
        }
      }
      p444 += 32;
      p446 += 32;
    }
    int v223 = (-2147483647 - 1);
    #pragma unroll 1
    for (px_index i224 = px_lane_rank; i224 < 32; i224 += 32) {
      const int t225 = v122;
      const int t226 = v223;
      const int t227 = t225 > t226 ? t225 : t226;
      v223 = t227;
    }
    const int t228 = v223;
    reduction[t94] = t228;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i229 = 0; i229 < 6; ++i229) {
      const px_index t230 = 32 >> ((int)i229 & 31);
      const px_index t231 = px_lane_rank + t230;
      const bool t232 = px_lane_rank < t230;
      const bool t233 = t231 < 32;
      const bool t234 = t232 && t233;
      if (t234) {
        const int t235 = reduction[t94];
        const px_index t236 = t94 + t230;
        const int t237 = reduction[t236];
        const int t238 = t235 > t237 ? t235 : t237;
        reduction[t94] = t238;
      }
      px_vector_barrier();
    }
    const int t239 = reduction[t90];
    px_vector_barrier();
    const px_index t240 = (px_index)t239;
    const px_index t409 = px_lane_rank + 32;
    const px_index t412 = px_lane_rank + 64;
    const px_index t415 = px_lane_rank + 96;
    const px_index t418 = px_lane_rank + 128;
    const px_index t421 = px_lane_rank + 160;
    const px_index t426 = px_lane_rank + 192;
    const px_index t430 = px_lane_rank + 224;
    const px_index t434 = px_lane_rank + 256;
    const px_index t438 = px_lane_rank + 288;
    #pragma unroll 1
    for (px_index i241 = 0; i241 < t240; ++i241) {
      double v243 = 0.0;
      double v244 = 0.0;
      double v245 = 1.0;
      double v247 = 0.0;
      const int t248 = v122;
      const int t249 = (int)i241;
      const bool t250 = t249 < t248;
      if (t250) {
        const px_index t251 = t43 * i241;
        const px_index t252 = px_lane_rank + t251;
        const double t253 = p72[t252];
        v243 = t253;
        const px_index t254 = px_lane_rank + 32;
        const px_index t255 = t251 + t254;
        const double t256 = p72[t255];
        v244 = t256;
        const px_index t257 = px_lane_rank + 64;
        const px_index t258 = t251 + t257;
        const double t259 = p72[t258];
        v245 = t259;
        double v261 = 0.0;
        const double t262 = pair[3];
        v261 = t262;
        const double t263 = v261;
        v247 = t263;
      } else {
        const px_index t266 = i241 * 32;
        const px_index t267 = px_lane_rank + t266;
        p69[t267] = (-1);
      }
      const double t268 = v243;
      const double t269 = v243;
      const double t270 = t268 * t269;
      const double t271 = v244;
      const double t272 = v244;
      const double t273 = fma(t271, t272, t270);
      const double t274 = v245;
      const double t275 = v245;
      const double t276 = fma(t274, t275, t273);
      const double t277 = rsqrt(t276);
      const double t278 = t276 * t277;
      double v280 = 1.0;
      double v281 = 0.0;
      double v282 = 0.0;
      const double t283 = pair[2];
      v282 = t283;
      const double t284 = v282;
      const double t285 = t278 - rmin0;
      const double t286 = t285 * t284;
      const double t287 = fmax(t286, 0.0);
      const double t289 = fmin(t287, 3.141592653589793);
      const double t291 = t289 - 1.5707963267948966;
      const double t292 = t291 * t291;
      const double t295 = fma(t292, (-1.5218638369243573e-16), 4.7778779252458453e-14);
      double v296 = t295;
      const double t297 = v296;
      const double t299 = fma(t297, t292, (-1.1470712272749466e-11));
      v296 = t299;
      const double t300 = v296;
      const double t302 = fma(t300, t292, 2.0876756602875463e-9);
      v296 = t302;
      const double t303 = v296;
      const double t305 = fma(t303, t292, (-2.7557319221569563e-7));
      v296 = t305;
      const double t306 = v296;
      const double t308 = fma(t306, t292, 2.480158730157985e-5);
      v296 = t308;
      const double t309 = v296;
      const double t311 = fma(t309, t292, (-0.001388888888888888));
      v296 = t311;
      const double t312 = v296;
      const double t314 = fma(t312, t292, 0.041666666666666664);
      v296 = t314;
      const double t317 = fma(t292, 2.7314053169647314e-15, (-7.643967132130914e-13));
      double v318 = t317;
      const double t319 = v318;
      const double t321 = fma(t319, t292, 1.6058977213318265e-10);
      v318 = t321;
      const double t322 = v318;
      const double t324 = fma(t322, t292, (-2.505210761546661e-8));
      v318 = t324;
      const double t325 = v318;
      const double t327 = fma(t325, t292, 2.755731921915122e-6);
      v318 = t327;
      const double t328 = v318;
      const double t330 = fma(t328, t292, (-0.00019841269841254928));
      v318 = t330;
      const double t331 = v318;
      const double t333 = fma(t331, t292, 0.008333333333333316);
      v318 = t333;
      const double t334 = v318;
      const double t336 = fma(t334, t292, (-0.16666666666666666));
      v318 = t336;
      const double t337 = v296;
      const double t339 = fma(t292, t337, -0.5);
      const double t340 = fma(t339, t292, 1.0);
      const double t341 = -t291;
      const double t342 = t341 * t292;
      const double t343 = v318;
      const double t344 = fma(t342, t343, -t291);
      const double t345 = fma(t344, 0.5, 0.5);
      v280 = t345;
      const double t346 = t340 * t284;
      const double t348 = t346 * (-0.5);
      v281 = t348;
      const double t349 = v280;
      const double t350 = v281;
      const double t351 = v243;
      const double t352 = v244;
      const double t353 = v245;
      const double t354 = v247;
      double v356 = 0.0;
      const double t357 = pair[1];
      v356 = t357;
      const double t358 = v356;
      const double t359 = rsqrt(t276);
      const double t360 = t276 * t359;
      const double t361 = t360 - rmin0;
      const double t362 = t361 * t358;
      const double t364 = t362 * 0.3183098861837907;
      const double t365 = floor(t364);
      const double t366 = fma(-t365, 3.141592653589793, t362);
      const double t367 = t366 - 1.5707963267948966;
      const double t368 = t367 * t367;
      const double t369 = fma(t368, (-1.5218638369243573e-16), 4.7778779252458453e-14);
      double v370 = t369;
      const double t371 = v370;
      const double t372 = fma(t371, t368, (-1.1470712272749466e-11));
      v370 = t372;
      const double t373 = v370;
      const double t374 = fma(t373, t368, 2.0876756602875463e-9);
      v370 = t374;
      const double t375 = v370;
      const double t376 = fma(t375, t368, (-2.7557319221569563e-7));
      v370 = t376;
      const double t377 = v370;
      const double t378 = fma(t377, t368, 2.480158730157985e-5);
      v370 = t378;
      const double t379 = v370;
      const double t380 = fma(t379, t368, (-0.001388888888888888));
      v370 = t380;
      const double t381 = v370;
      const double t382 = fma(t381, t368, 0.041666666666666664);
      v370 = t382;
      const double t383 = fma(t368, 2.7314053169647314e-15, (-7.643967132130914e-13));
      double v384 = t383;
      const double t385 = v384;
      const double t386 = fma(t385, t368, 1.6058977213318265e-10);
      v384 = t386;
      const double t387 = v384;
      const double t388 = fma(t387, t368, (-2.505210761546661e-8));
      v384 = t388;
      const double t389 = v384;
      const double t390 = fma(t389, t368, 2.755731921915122e-6);
      v384 = t390;
      const double t391 = v384;
      const double t392 = fma(t391, t368, (-0.00019841269841254928));
      v384 = t392;
      const double t393 = v384;
      const double t394 = fma(t393, t368, 0.008333333333333316);
      v384 = t394;
      const double t395 = v384;
      const double t396 = fma(t395, t368, (-0.16666666666666666));
      v384 = t396;
      const double t397 = v370;
      const double t398 = fma(t368, t397, -0.5);
      const double t399 = fma(t398, t368, 1.0);
      const double t400 = -t367;
      const double t401 = t400 * t368;
      const double t402 = v384;
      const double t403 = fma(t401, t402, -t367);
      const double t404 = t354 * t349;
      const double t405 = t351 * t359;
      const px_index t406 = t43 * i241;
      const px_index t407 = px_lane_rank + t406;
      p72[t407] = t405;
      const double t408 = t352 * t359;
      const px_index t410 = t406 + t409;
      p72[t410] = t408;
      const double t411 = t353 * t359;
      const px_index t413 = t406 + t412;
      p72[t413] = t411;
      const px_index t416 = t406 + t415;
      p72[t416] = t399;
      const px_index t419 = t406 + t418;
      p72[t419] = t403;
      const px_index t422 = t406 + t421;
      p72[t422] = t404;
      const double t423 = t404 * t399;
      const double t424 = t423 * t359;
      const px_index t427 = t406 + t426;
      p72[t427] = t424;
      const double t428 = t404 * t358;
      const px_index t431 = t406 + t430;
      p72[t431] = t428;
      const double t432 = t354 * t350;
      const px_index t435 = t406 + t434;
      p72[t435] = t432;
      const px_index t439 = t406 + t438;
      p72[t439] = t360;
    }
    const bool t440 = px_lane_rank == 0;
    if (t440) {
      const int t441 = (int)t240;
      npairs[px_league_rank] = t441;
    }
  }
}
