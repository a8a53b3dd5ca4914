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
    const px_index dedr_n2,
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
  const px_index t49 = dedr_n1 * 64;
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
    const px_index t78 = t57 * 64;
    int v80 = (-2147483647 - 1);
    const int* p443 = count + (px_league_rank * 64 + t55 * 64 + px_lane_rank);
    #pragma unroll 1
    for (px_index i83 = px_lane_rank; i83 < 64; i83 += 64) {
      const int t85 = p443[0];
      const int t86 = v80;
      const int t87 = t85 > t86 ? t85 : t86;
      v80 = t87;
      p443 += 64;
    }
    const int t88 = v80;
    const px_index t90 = 64 * px_team_rank;
    const px_index t94 = px_lane_rank + t90;
    reduction[t94] = t88;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i97 = 0; i97 < 6; ++i97) {
      const px_index t99 = 32 >> ((int)i97 & 31);
      const px_index t100 = px_lane_rank + t99;
      const bool t101 = px_lane_rank < t99;
      const bool t102 = t100 < 64;
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
    const int* p445 = p63 + (px_lane_rank);
    const int* p447 = p66 + (px_lane_rank);
    #pragma unroll 1
    for (px_index i124 = 0; i124 < t109; ++i124) {
      const int t127 = p445[0];
      const int t128 = (int)i124;
      const bool t129 = t128 < t111;
      if (t129) {
        const int t130 = p447[0];
        const int t132 = t130 & 1023;
        const int t135 = (int)((unsigned int)t132 + (unsigned int)(-512));
        const double t136 = (double)t135;
        const int t138 = t130 >> 10;
        const int t139 = t138 & 1023;
        const int t140 = (int)((unsigned int)t139 + (unsigned int)(-512));
        const double t141 = (double)t140;
        const int t143 = t130 >> 20;
        const int t144 = t143 & 1023;
        const int t145 = (int)((unsigned int)t144 + (unsigned int)(-512));
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
        const double t160 = cell[7];
        const double t161 = fma(t146, t160, t158);
        const double t162 = cell[2];
        const double t163 = t136 * t162;
        const double t165 = cell[5];
        const double t166 = fma(t141, t165, t163);
        const double t168 = cell[8];
        const double t169 = fma(t146, t168, t166);
        const px_index t170 = (px_index)t127;
        const double t171 = x[t170];
        const double t172 = t171 + t153;
        const double t173 = t172 - t116;
        const px_index t174 = x_n0 + t170;
        const double t175 = x[t174];
        const double t176 = t175 + t161;
        const double t177 = t176 - t118;
        const px_index t178 = t120 + t170;
        const double t179 = x[t178];
        const double t180 = t179 + t169;
        const double t181 = t180 - t122;
        const double t182 = t173 * t173;
        const double t183 = fma(t177, t177, t182);
        const double t184 = fma(t181, t181, t183);
        double v188 = 0.0;
        const double t189 = pair[0];
        v188 = t189;
        const double t190 = v188;
        const bool t191 = t184 < t190;
        if (t191) {
          const int t192 = v123;
          const px_index t193 = (px_index)t192;
          const px_index t194 = t193 * 64;
          const px_index t195 = px_lane_rank + t194;
          p69[t195] = t128;
          const int t196 = v123;
          const px_index t197 = (px_index)t196;
          const px_index t198 = t43 * t197;
          const px_index t199 = px_lane_rank + t198;
          p72[t199] = t173;
          const int t200 = v123;
          const px_index t201 = (px_index)t200;
          const px_index t202 = px_lane_rank + 64;
          const px_index t203 = t43 * t201;
          const px_index t204 = t202 + t203;
          p72[t204] = t177;
          const int t205 = v123;
          const px_index t206 = (px_index)t205;
          const px_index t208 = px_lane_rank + 128;
          const px_index t209 = t43 * t206;
          const px_index t210 = t208 + t209;
          p72[t210] = t181;
          const int t211 = v123;
          const int t213 = (int)((unsigned int)t211 + (unsigned int)1);
          v123 = t213;
        } else {
          const px_index t215 = t49 * i124;
          const px_index t216 = px_lane_rank + t215;
          p75[t216] = 0.0;
          const px_index t217 = px_lane_rank + 64;
          const px_index t218 = t215 + t217;
          p75[t218] = 0.0;
          const px_index t219 = px_lane_rank + 128;
          const px_index t220 = t215 + t219;
          p75[t220] = 0.0;
        }
        const bool t222 = t184 <= 1e-20;
        if (t222) {
          const int t223 = (int)((unsigned int)t114 + (unsigned int)1);
          px_atomic_max_i32(&overlap[0], t223);
        }
      }
      p445 += 64;
      p447 += 64;
    }
    int v224 = (-2147483647 - 1);
    #pragma unroll 1
    for (px_index i225 = px_lane_rank; i225 < 64; i225 += 64) {
      const int t226 = v123;
      const int t227 = v224;
      const int t228 = t226 > t227 ? t226 : t227;
      v224 = t228;
    }
    const int t229 = v224;
    reduction[t94] = t229;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i230 = 0; i230 < 6; ++i230) {
      const px_index t231 = 32 >> ((int)i230 & 31);
      const px_index t232 = px_lane_rank + t231;
      const bool t233 = px_lane_rank < t231;
      const bool t234 = t232 < 64;
      const bool t235 = t233 && t234;
      if (t235) {
        const int t236 = reduction[t94];
        const px_index t237 = t94 + t231;
        const int t238 = reduction[t237];
        const int t239 = t236 > t238 ? t236 : t238;
        reduction[t94] = t239;
      }
      px_vector_barrier();
    }
    const int t240 = reduction[t90];
    px_vector_barrier();
    const px_index t241 = (px_index)t240;
    const px_index t410 = px_lane_rank + 64;
    const px_index t413 = px_lane_rank + 128;
    const px_index t416 = px_lane_rank + 192;
    const px_index t419 = px_lane_rank + 256;
    const px_index t422 = px_lane_rank + 320;
    const px_index t427 = px_lane_rank + 384;
    const px_index t431 = px_lane_rank + 448;
    const px_index t435 = px_lane_rank + 512;
    const px_index t439 = px_lane_rank + 576;
    #pragma unroll 1
    for (px_index i242 = 0; i242 < t241; ++i242) {
      double v244 = 0.0;
      double v245 = 0.0;
      double v246 = 1.0;
      double v248 = 0.0;
      const int t249 = v123;
      const int t250 = (int)i242;
      const bool t251 = t250 < t249;
      if (t251) {
        const px_index t252 = t43 * i242;
        const px_index t253 = px_lane_rank + t252;
        const double t254 = p72[t253];
        v244 = t254;
        const px_index t255 = px_lane_rank + 64;
        const px_index t256 = t252 + t255;
        const double t257 = p72[t256];
        v245 = t257;
        const px_index t258 = px_lane_rank + 128;
        const px_index t259 = t252 + t258;
        const double t260 = p72[t259];
        v246 = t260;
        double v262 = 0.0;
        const double t263 = pair[3];
        v262 = t263;
        const double t264 = v262;
        v248 = t264;
      } else {
        const px_index t267 = i242 * 64;
        const px_index t268 = px_lane_rank + t267;
        p69[t268] = (-1);
      }
      const double t269 = v244;
      const double t270 = v244;
      const double t271 = t269 * t270;
      const double t272 = v245;
      const double t273 = v245;
      const double t274 = fma(t272, t273, t271);
      const double t275 = v246;
      const double t276 = v246;
      const double t277 = fma(t275, t276, t274);
      const double t278 = rsqrt(t277);
      const double t279 = t277 * t278;
      double v281 = 1.0;
      double v282 = 0.0;
      double v283 = 0.0;
      const double t284 = pair[2];
      v283 = t284;
      const double t285 = v283;
      const double t286 = t279 - rmin0;
      const double t287 = t286 * t285;
      const double t288 = fmax(t287, 0.0);
      const double t290 = fmin(t288, 3.141592653589793);
      const double t292 = t290 - 1.5707963267948966;
      const double t293 = t292 * t292;
      const double t296 = fma(t293, (-1.5218638369243573e-16), 4.7778779252458453e-14);
      double v297 = t296;
      const double t298 = v297;
      const double t300 = fma(t298, t293, (-1.1470712272749466e-11));
      v297 = t300;
      const double t301 = v297;
      const double t303 = fma(t301, t293, 2.0876756602875463e-9);
      v297 = t303;
      const double t304 = v297;
      const double t306 = fma(t304, t293, (-2.7557319221569563e-7));
      v297 = t306;
      const double t307 = v297;
      const double t309 = fma(t307, t293, 2.480158730157985e-5);
      v297 = t309;
      const double t310 = v297;
      const double t312 = fma(t310, t293, (-0.001388888888888888));
      v297 = t312;
      const double t313 = v297;
      const double t315 = fma(t313, t293, 0.041666666666666664);
      v297 = t315;
      const double t318 = fma(t293, 2.7314053169647314e-15, (-7.643967132130914e-13));
      double v319 = t318;
      const double t320 = v319;
      const double t322 = fma(t320, t293, 1.6058977213318265e-10);
      v319 = t322;
      const double t323 = v319;
      const double t325 = fma(t323, t293, (-2.505210761546661e-8));
      v319 = t325;
      const double t326 = v319;
      const double t328 = fma(t326, t293, 2.755731921915122e-6);
      v319 = t328;
      const double t329 = v319;
      const double t331 = fma(t329, t293, (-0.00019841269841254928));
      v319 = t331;
      const double t332 = v319;
      const double t334 = fma(t332, t293, 0.008333333333333316);
      v319 = t334;
      const double t335 = v319;
      const double t337 = fma(t335, t293, (-0.16666666666666666));
      v319 = t337;
      const double t338 = v297;
      const double t340 = fma(t293, t338, -0.5);
      const double t341 = fma(t340, t293, 1.0);
      const double t342 = -t292;
      const double t343 = t342 * t293;
      const double t344 = v319;
      const double t345 = fma(t343, t344, -t292);
      const double t346 = fma(t345, 0.5, 0.5);
      v281 = t346;
      const double t347 = t341 * t285;
      const double t349 = t347 * (-0.5);
      v282 = t349;
      const double t350 = v281;
      const double t351 = v282;
      const double t352 = v244;
      const double t353 = v245;
      const double t354 = v246;
      const double t355 = v248;
      double v357 = 0.0;
      const double t358 = pair[1];
      v357 = t358;
      const double t359 = v357;
      const double t360 = rsqrt(t277);
      const double t361 = t277 * t360;
      const double t362 = t361 - rmin0;
      const double t363 = t362 * t359;
      const double t365 = t363 * 0.3183098861837907;
      const double t366 = floor(t365);
      const double t367 = fma(-t366, 3.141592653589793, t363);
      const double t368 = t367 - 1.5707963267948966;
      const double t369 = t368 * t368;
      const double t370 = fma(t369, (-1.5218638369243573e-16), 4.7778779252458453e-14);
      double v371 = t370;
      const double t372 = v371;
      const double t373 = fma(t372, t369, (-1.1470712272749466e-11));
      v371 = t373;
      const double t374 = v371;
      const double t375 = fma(t374, t369, 2.0876756602875463e-9);
      v371 = t375;
      const double t376 = v371;
      const double t377 = fma(t376, t369, (-2.7557319221569563e-7));
      v371 = t377;
      const double t378 = v371;
      const double t379 = fma(t378, t369, 2.480158730157985e-5);
      v371 = t379;
      const double t380 = v371;
      const double t381 = fma(t380, t369, (-0.001388888888888888));
      v371 = t381;
      const double t382 = v371;
      const double t383 = fma(t382, t369, 0.041666666666666664);
      v371 = t383;
      const double t384 = fma(t369, 2.7314053169647314e-15, (-7.643967132130914e-13));
      double v385 = t384;
      const double t386 = v385;
      const double t387 = fma(t386, t369, 1.6058977213318265e-10);
      v385 = t387;
      const double t388 = v385;
      const double t389 = fma(t388, t369, (-2.505210761546661e-8));
      v385 = t389;
      const double t390 = v385;
      const double t391 = fma(t390, t369, 2.755731921915122e-6);
      v385 = t391;
      const double t392 = v385;
      const double t393 = fma(t392, t369, (-0.00019841269841254928));
      v385 = t393;
      const double t394 = v385;
      const double t395 = fma(t394, t369, 0.008333333333333316);
      v385 = t395;
      const double t396 = v385;
      const double t397 = fma(t396, t369, (-0.16666666666666666));
      v385 = t397;
      const double t398 = v371;
      const double t399 = fma(t369, t398, -0.5);
      const double t400 = fma(t399, t369, 1.0);
      const double t401 = -t368;
      const double t402 = t401 * t369;
      const double t403 = v385;
      const double t404 = fma(t402, t403, -t368);
      const double t405 = t355 * t350;
      const double t406 = t352 * t360;
      const px_index t407 = t43 * i242;
      const px_index t408 = px_lane_rank + t407;
      p72[t408] = t406;
      const double t409 = t353 * t360;
      const px_index t411 = t407 + t410;
      p72[t411] = t409;
      const double t412 = t354 * t360;
      const px_index t414 = t407 + t413;
      p72[t414] = t412;
      const px_index t417 = t407 + t416;
      p72[t417] = t400;
      const px_index t420 = t407 + t419;
      p72[t420] = t404;
      const px_index t423 = t407 + t422;
      p72[t423] = t405;
      const double t424 = t405 * t400;
      const double t425 = t424 * t360;
      const px_index t428 = t407 + t427;
      p72[t428] = t425;
      const double t429 = t405 * t359;
      const px_index t432 = t407 + t431;
      p72[t432] = t429;
      const double t433 = t355 * t351;
      const px_index t436 = t407 + t435;
      p72[t436] = t433;
      const px_index t440 = t407 + t439;
      p72[t440] = t361;
    }
    const bool t441 = px_lane_rank == 0;
    if (t441) {
      const int t442 = (int)t241;
      npairs[px_league_rank] = t442;
    }
  }
}
