#pragma clang fp contract(off)
typedef int px_index;
#define px_atomic_max_i32(p, v) atomicMax(p, v)
static __device__ __forceinline__ void px_vector_barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
extern "C" __global__ void __launch_bounds__(64) px_kernel_compute_rij(
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
    int* __restrict__ overlap,
    const px_index overlap_n0) {
  __shared__ __attribute__((aligned(16))) int reduction[64];
  const px_index px_league_rank = blockIdx.x;
  const px_index px_lane_rank = threadIdx.x;
  const px_index px_team_rank = threadIdx.y;
  const px_index t4 = (px_index)ntiles;
  const px_index t23 = neighbor_n1 * 64;
  const px_index t27 = image_2_n1 * 64;
  const px_index t38 = near_n1 * 64;
  const px_index t43 = geometry_n1 * 64;
  const px_index t44 = geometry_n2 * t43;
  const int t53 = first[0];
  const px_index t54 = (px_index)t53;
  const px_index t55 = px_league_rank + t54;
  const bool t56 = t55 >= t4;
  const bool t57 = !t56;
  if (t57) {
    const int* const p61 = neighbor + (long long)t55 * t23;
    const int* const p64 = image_2 + (long long)t55 * t27;
    int* const p67 = near + (long long)px_league_rank * t38;
    double* const p70 = geometry + (long long)px_league_rank * t44;
    const px_index t73 = t55 * 64;
    int v75 = (-2147483647 - 1);
    const int* p440 = count + (px_league_rank * 64 + t53 * 64 + px_lane_rank);
    #pragma unroll 1
    for (px_index i78 = px_lane_rank; i78 < 64; i78 += 64) {
      const int t80 = p440[0];
      const int t81 = v75;
      const int t82 = t80 > t81 ? t80 : t81;
      v75 = t82;
      p440 += 64;
    }
    const int t83 = v75;
    const px_index t85 = 64 * px_team_rank;
    const px_index t89 = px_lane_rank + t85;
    reduction[t89] = t83;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i92 = 0; i92 < 6; ++i92) {
      const px_index t94 = 32 >> ((int)i92 & 31);
      const px_index t95 = px_lane_rank + t94;
      const bool t96 = px_lane_rank < t94;
      const bool t97 = t95 < 64;
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
    const int* p442 = p61 + (px_lane_rank);
    const int* p444 = p64 + (px_lane_rank);
    #pragma unroll 1
    for (px_index i119 = 0; i119 < t104; ++i119) {
      const int t122 = p442[0];
      const int t123 = (int)i119;
      const bool t124 = t123 < t106;
      if (t124) {
        const int t125 = p444[0];
        const int t127 = t125 & 1023;
        const int t130 = (int)((unsigned int)t127 + (unsigned int)(-512));
        const double t131 = (double)t130;
        const int t133 = t125 >> 10;
        const int t134 = t133 & 1023;
        const int t135 = (int)((unsigned int)t134 + (unsigned int)(-512));
        const double t136 = (double)t135;
        const int t138 = t125 >> 20;
        const int t139 = t138 & 1023;
        const int t140 = (int)((unsigned int)t139 + (unsigned int)(-512));
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
        const double t155 = cell[7];
        const double t156 = fma(t141, t155, t153);
        const double t157 = cell[2];
        const double t158 = t131 * t157;
        const double t160 = cell[5];
        const double t161 = fma(t136, t160, t158);
        const double t163 = cell[8];
        const double t164 = fma(t141, t163, t161);
        const px_index t165 = (px_index)t122;
        const double t166 = x[t165];
        const double t167 = t166 + t148;
        const double t168 = t167 - t111;
        const px_index t169 = x_n0 + t165;
        const double t170 = x[t169];
        const double t171 = t170 + t156;
        const double t172 = t171 - t113;
        const px_index t173 = t115 + t165;
        const double t174 = x[t173];
        const double t175 = t174 + t164;
        const double t176 = t175 - t117;
        const double t177 = t168 * t168;
        const double t178 = fma(t172, t172, t177);
        const double t179 = fma(t176, t176, t178);
        double v183 = 0.0;
        const double t184 = pair[0];
        v183 = t184;
        const double t185 = v183;
        const bool t186 = t179 < t185;
        if (t186) {
          const int t187 = v118;
          const px_index t188 = (px_index)t187;
          const px_index t189 = t188 * 64;
          const px_index t190 = px_lane_rank + t189;
          p67[t190] = t123;
          const int t191 = v118;
          const px_index t192 = (px_index)t191;
          const px_index t193 = t43 * t192;
          const px_index t194 = px_lane_rank + t193;
          p70[t194] = t168;
          const int t195 = v118;
          const px_index t196 = (px_index)t195;
          const px_index t197 = px_lane_rank + 64;
          const px_index t198 = t43 * t196;
          const px_index t199 = t197 + t198;
          p70[t199] = t172;
          const int t200 = v118;
          const px_index t201 = (px_index)t200;
          const px_index t203 = px_lane_rank + 128;
          const px_index t204 = t43 * t201;
          const px_index t205 = t203 + t204;
          p70[t205] = t176;
          const int t206 = v118;
          const int t208 = (int)((unsigned int)t206 + (unsigned int)1);
          v118 = t208;
        } else {
          const int t210 = (int)t105;
          const int t211 = (int)neighbor_n1;
          const int t212 = (int)((unsigned int)t210 * (unsigned int)t211);
          const int t213 = (int)((unsigned int)t123 + (unsigned int)t212);
          const px_index t214 = (px_index)t213;
          const px_index t215 = dedr_n0 * t214;
          dedr[t215] = 0.0;
          const px_index t216 = t215 + 1;
          dedr[t216] = 0.0;
          const px_index t217 = t215 + 2;
          dedr[t217] = 0.0;
        }
        const bool t219 = t179 <= 1e-20;
        if (t219) {
          const int t220 = (int)((unsigned int)t109 + (unsigned int)1);
          px_atomic_max_i32(&overlap[0], t220);
        }
      }
      p442 += 64;
      p444 += 64;
    }
    int v221 = (-2147483647 - 1);
    #pragma unroll 1
    for (px_index i222 = px_lane_rank; i222 < 64; i222 += 64) {
      const int t223 = v118;
      const int t224 = v221;
      const int t225 = t223 > t224 ? t223 : t224;
      v221 = t225;
    }
    const int t226 = v221;
    reduction[t89] = t226;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i227 = 0; i227 < 6; ++i227) {
      const px_index t228 = 32 >> ((int)i227 & 31);
      const px_index t229 = px_lane_rank + t228;
      const bool t230 = px_lane_rank < t228;
      const bool t231 = t229 < 64;
      const bool t232 = t230 && t231;
      if (t232) {
        const int t233 = reduction[t89];
        const px_index t234 = t89 + t228;
        const int t235 = reduction[t234];
        const int t236 = t233 > t235 ? t233 : t235;
        reduction[t89] = t236;
      }
      px_vector_barrier();
    }
    const int t237 = reduction[t85];
    px_vector_barrier();
    const px_index t238 = (px_index)t237;
    const px_index t412 = px_lane_rank + 64;
    const px_index t414 = px_lane_rank + 128;
    const px_index t417 = px_lane_rank + 192;
    const px_index t420 = px_lane_rank + 256;
    const px_index t423 = px_lane_rank + 320;
    const px_index t426 = px_lane_rank + 384;
    const px_index t429 = px_lane_rank + 448;
    const px_index t432 = px_lane_rank + 512;
    const px_index t436 = px_lane_rank + 576;
    #pragma unroll 1
    for (px_index i239 = 0; i239 < t238; ++i239) {
      double v241 = 0.0;
      double v242 = 0.0;
      double v243 = 1.0;
      double v245 = 0.0;
      const int t246 = v118;
      const int t247 = (int)i239;
      const bool t248 = t247 < t246;
      if (t248) {
        const px_index t249 = t43 * i239;
        const px_index t250 = px_lane_rank + t249;
        const double t251 = p70[t250];
        v241 = t251;
        const px_index t252 = px_lane_rank + 64;
        const px_index t253 = t249 + t252;
        const double t254 = p70[t253];
        v242 = t254;
        const px_index t255 = px_lane_rank + 128;
        const px_index t256 = t249 + t255;
        const double t257 = p70[t256];
        v243 = t257;
        double v259 = 0.0;
        const double t260 = pair[3];
        v259 = t260;
        const double t261 = v259;
        v245 = t261;
      } else {
        const px_index t264 = i239 * 64;
        const px_index t265 = px_lane_rank + t264;
        p67[t265] = (-1);
      }
      const double t266 = v241;
      const double t267 = v241;
      const double t268 = t266 * t267;
      const double t269 = v242;
      const double t270 = v242;
      const double t271 = fma(t269, t270, t268);
      const double t272 = v243;
      const double t273 = v243;
      const double t274 = fma(t272, t273, t271);
      const double t275 = rsqrt(t274);
      const double t276 = t274 * t275;
      double v278 = 1.0;
      double v279 = 0.0;
      double v280 = 0.0;
      const double t281 = pair[2];
      v280 = t281;
      const double t282 = v280;
      const double t283 = t276 - rmin0;
      const double t284 = t283 * t282;
      const double t285 = fmax(t284, 0.0);
      const double t287 = fmin(t285, 3.141592653589793);
      const double t289 = t287 - 1.5707963267948966;
      const double t290 = t289 * t289;
      const double t293 = fma(t290, (-1.5218638369243573e-16), 4.7778779252458453e-14);
      double v294 = t293;
      const double t295 = v294;
      const double t297 = fma(t295, t290, (-1.1470712272749466e-11));
      v294 = t297;
      const double t298 = v294;
      const double t300 = fma(t298, t290, 2.0876756602875463e-9);
      v294 = t300;
      const double t301 = v294;
      const double t303 = fma(t301, t290, (-2.7557319221569563e-7));
      v294 = t303;
      const double t304 = v294;
      const double t306 = fma(t304, t290, 2.480158730157985e-5);
      v294 = t306;
      const double t307 = v294;
      const double t309 = fma(t307, t290, (-0.001388888888888888));
      v294 = t309;
      const double t310 = v294;
      const double t312 = fma(t310, t290, 0.041666666666666664);
      v294 = t312;
      const double t315 = fma(t290, 2.7314053169647314e-15, (-7.643967132130914e-13));
      double v316 = t315;
      const double t317 = v316;
      const double t319 = fma(t317, t290, 1.6058977213318265e-10);
      v316 = t319;
      const double t320 = v316;
      const double t322 = fma(t320, t290, (-2.505210761546661e-8));
      v316 = t322;
      const double t323 = v316;
      const double t325 = fma(t323, t290, 2.755731921915122e-6);
      v316 = t325;
      const double t326 = v316;
      const double t328 = fma(t326, t290, (-0.00019841269841254928));
      v316 = t328;
      const double t329 = v316;
      const double t331 = fma(t329, t290, 0.008333333333333316);
      v316 = t331;
      const double t332 = v316;
      const double t334 = fma(t332, t290, (-0.16666666666666666));
      v316 = t334;
      const double t335 = v294;
      const double t337 = fma(t290, t335, -0.5);
      const double t338 = fma(t337, t290, 1.0);
      const double t339 = -t289;
      const double t340 = t339 * t290;
      const double t341 = v316;
      const double t342 = fma(t340, t341, -t289);
      const double t343 = fma(t342, 0.5, 0.5);
      v278 = t343;
      const double t344 = t338 * t282;
      const double t346 = t344 * (-0.5);
      v279 = t346;
      const double t347 = v278;
      const double t348 = v279;
      double v350 = 0.0;
      const double t351 = pair[1];
      v350 = t351;
      const double t352 = v350;
      const double t353 = v241;
      const double t354 = v242;
      const double t355 = v243;
      const double t356 = v245;
      const double t357 = rsqrt(t274);
      const double t358 = t274 * t357;
      const double t359 = t358 - rmin0;
      const double t360 = t359 * t352;
      const double t362 = t360 * 0.3183098861837907;
      const double t363 = floor(t362);
      const double t364 = fma(-t363, 3.141592653589793, t360);
      const double t365 = t364 - 1.5707963267948966;
      const double t366 = t365 * t365;
      const double t367 = fma(t366, (-1.5218638369243573e-16), 4.7778779252458453e-14);
      double v368 = t367;
      const double t369 = v368;
      const double t370 = fma(t369, t366, (-1.1470712272749466e-11));
      v368 = t370;
      const double t371 = v368;
      const double t372 = fma(t371, t366, 2.0876756602875463e-9);
      v368 = t372;
      const double t373 = v368;
      const double t374 = fma(t373, t366, (-2.7557319221569563e-7));
      v368 = t374;
      const double t375 = v368;
      const double t376 = fma(t375, t366, 2.480158730157985e-5);
      v368 = t376;
      const double t377 = v368;
      const double t378 = fma(t377, t366, (-0.001388888888888888));
      v368 = t378;
      const double t379 = v368;
      const double t380 = fma(t379, t366, 0.041666666666666664);
      v368 = t380;
      const double t381 = fma(t366, 2.7314053169647314e-15, (-7.643967132130914e-13));
      double v382 = t381;
      const double t383 = v382;
      const double t384 = fma(t383, t366, 1.6058977213318265e-10);
      v382 = t384;
      const double t385 = v382;
      const double t386 = fma(t385, t366, (-2.505210761546661e-8));
      v382 = t386;
      const double t387 = v382;
      const double t388 = fma(t387, t366, 2.755731921915122e-6);
      v382 = t388;
      const double t389 = v382;
      const double t390 = fma(t389, t366, (-0.00019841269841254928));
      v382 = t390;
      const double t391 = v382;
      const double t392 = fma(t391, t366, 0.008333333333333316);
      v382 = t392;
      const double t393 = v382;
      const double t394 = fma(t393, t366, (-0.16666666666666666));
      v382 = t394;
      const double t395 = v368;
      const double t396 = fma(t366, t395, -0.5);
      const double t397 = fma(t396, t366, 1.0);
      const double t398 = -t365;
      const double t399 = t398 * t366;
      const double t400 = v382;
      const double t401 = fma(t399, t400, -t365);
      const double t402 = t356 * t347;
      const double t403 = t353 * t357;
      const double t404 = t354 * t357;
      const double t405 = t355 * t357;
      const double t406 = t402 * t397;
      const double t407 = t406 * t357;
      const double t408 = t402 * t352;
      const double t409 = t356 * t348;
      const px_index t410 = t43 * i239;
      const px_index t411 = px_lane_rank + t410;
      p70[t411] = t403;
      const px_index t413 = t410 + t412;
      p70[t413] = t404;
      const px_index t415 = t410 + t414;
      p70[t415] = t405;
      const px_index t418 = t410 + t417;
      p70[t418] = t397;
      const px_index t421 = t410 + t420;
      p70[t421] = t401;
      const px_index t424 = t410 + t423;
      p70[t424] = t402;
      const px_index t427 = t410 + t426;
      p70[t427] = t407;
      const px_index t430 = t410 + t429;
      p70[t430] = t408;
      const px_index t433 = t410 + t432;
      p70[t433] = t409;
      const px_index t437 = t410 + t436;
      p70[t437] = t358;
    }
    const bool t438 = px_lane_rank == 0;
    if (t438) {
      const int t439 = (int)t238;
      npairs[px_league_rank] = t439;
    }
  }
}
