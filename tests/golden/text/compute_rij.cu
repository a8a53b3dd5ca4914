typedef int px_index;
#define px_atomic_max_i32(p, v) atomicMax(p, v)
static __device__ __forceinline__ void px_after_previous() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
static __device__ __forceinline__ void px_vector_barrier() {
  const unsigned int first = (threadIdx.y * blockDim.x) & 31u;
  __syncwarp(blockDim.x >= 32u ? 0xffffffffu : ((1u << blockDim.x) - 1u) << first);
}
static __device__ __forceinline__ unsigned int px_scratch_address(const void* p) {
  unsigned int a = (unsigned int)__cvta_generic_to_shared(p);
  asm("" : "+r"(a));
  return a;
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
    int* __restrict__ place,
    const px_index place_n0,
    const int* __restrict__ kind,
    const px_index kind_n0,
    double* __restrict__ geometry,
    const px_index geometry_n0,
    const px_index geometry_n1,
    const px_index geometry_n2,
    int* __restrict__ overlap,
    const px_index overlap_n0) {
  __shared__ __align__(16) int reduction[32];
  const unsigned int px_at_reduction = px_scratch_address(reduction);
  const px_index px_league_rank = blockIdx.x;
  const px_index px_lane_rank = threadIdx.x;
  const px_index px_team_rank = threadIdx.y;
  px_after_previous();
  const px_index t4 = (px_index)ntiles;
  const px_index t23 = neighbor_n1 * 32;
  const px_index t27 = image_2_n1 * 32;
  const px_index t43 = geometry_n1 * 32;
  const px_index t44 = geometry_n2 * t43;
  const int t49 = first[0];
  const px_index t50 = (px_index)t49;
  const px_index t51 = px_league_rank + t50;
  const bool t52 = t51 >= t4;
  const bool t53 = !t52;
  if (t53) {
    const int* const p57 = neighbor + (long long)t51 * t23;
    const int* const p60 = image_2 + (long long)t51 * t27;
    double* const p63 = geometry + (long long)px_league_rank * t44;
    const px_index t66 = t51 * 32;
    const px_index t67 = neighbor_n1 * t66;
    int v69 = (-2147483647 - 1);
    const int* p428 = count + (px_league_rank * 32 + t49 * 32 + px_lane_rank);
    #pragma unroll 1
    for (px_index i72 = px_lane_rank; i72 < 32; i72 += 32) {
      const int t74 = p428[0];
      const int t75 = v69;
      const int t76 = t74 > t75 ? t74 : t75;
      v69 = t76;
      p428 += 32;
    }
    const int t77 = v69;
    const px_index t79 = 32 * px_team_rank;
    const px_index t83 = px_lane_rank + t79;
    reduction[t83] = t77;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i86 = 0; i86 < 6; ++i86) {
      const px_index t87 = 32 >> ((int)i86 & 31);
      const px_index t88 = px_lane_rank + t87;
      const bool t89 = px_lane_rank < t87;
      const bool t90 = t88 < 32;
      const bool t91 = t89 && t90;
      if (t91) {
        const int t92 = reduction[t83];
        const px_index t93 = t83 + t87;
        const int t94 = reduction[t93];
        const int t95 = t92 > t94 ? t92 : t94;
        reduction[t83] = t95;
      }
      px_vector_barrier();
    }
    int* p434 = (int*)__cvta_shared_to_generic(px_at_reduction + (unsigned int)(px_team_rank) * (unsigned int)128);
    const int t96 = p434[0];
    px_vector_barrier();
    const px_index t97 = (px_index)t96;
    const px_index t98 = t66 + px_lane_rank;
    const int t99 = count[t98];
    const int t100 = atom_of_slot[t98];
    const int t102 = t100 > 0 ? t100 : 0;
    const px_index t103 = (px_index)t102;
    const double t104 = x[t103];
    const px_index t105 = x_n0 + t103;
    const double t106 = x[t105];
    const px_index t108 = x_n0 * 2;
    const px_index t109 = t103 + t108;
    const double t110 = x[t109];
    int v111 = 0;
    const int* p430 = p57 + (px_lane_rank);
    const int* p432 = p60 + (px_lane_rank);
    #pragma unroll 1
    for (px_index i112 = 0; i112 < t97; ++i112) {
      const px_index t113 = i112 * 32;
      const int t115 = p430[0];
      const int t116 = (int)i112;
      const bool t117 = t116 < t99;
      if (t117) {
        const int t118 = p432[0];
        const int t120 = t118 & 1023;
        const int t123 = (int)((unsigned int)t120 + (unsigned int)(-512));
        const double t124 = (double)t123;
        const int t126 = t118 >> 10;
        const int t127 = t126 & 1023;
        const int t128 = (int)((unsigned int)t127 + (unsigned int)(-512));
        const double t129 = (double)t128;
        const int t131 = t118 >> 20;
        const int t132 = t131 & 1023;
        const int t133 = (int)((unsigned int)t132 + (unsigned int)(-512));
        const double t134 = (double)t133;
        const double t135 = cell[0];
        const double t136 = t124 * t135;
        const double t138 = cell[3];
        const double t139 = fma(t129, t138, t136);
        const double t140 = cell[6];
        const double t141 = fma(t134, t140, t139);
        const double t142 = cell[1];
        const double t143 = t124 * t142;
        const double t145 = cell[4];
        const double t146 = fma(t129, t145, t143);
        const double t148 = cell[7];
        const double t149 = fma(t134, t148, t146);
        const double t150 = cell[2];
        const double t151 = t124 * t150;
        const double t153 = cell[5];
        const double t154 = fma(t129, t153, t151);
        const double t156 = cell[8];
        const double t157 = fma(t134, t156, t154);
        const px_index t158 = (px_index)t115;
        const double t159 = x[t158];
        const double t160 = t159 + t141;
        const double t161 = t160 - t104;
        const px_index t162 = x_n0 + t158;
        const double t163 = x[t162];
        const double t164 = t163 + t149;
        const double t165 = t164 - t106;
        const px_index t166 = t108 + t158;
        const double t167 = x[t166];
        const double t168 = t167 + t157;
        const double t169 = t168 - t110;
        const double t170 = t161 * t161;
        const double t171 = fma(t165, t165, t170);
        const double t172 = fma(t169, t169, t171);
        int v176 = (-1);
        double v178 = 0.0;
        const double t179 = pair[0];
        v178 = t179;
        const double t180 = v178;
        const bool t181 = t172 < t180;
        if (t181) {
          const int t182 = v111;
          const int t183 = (int)px_lane_rank;
          const int t185 = (int)((unsigned int)t182 * (unsigned int)32);
          const int t186 = (int)((unsigned int)t183 + (unsigned int)t185);
          const int t187 = (int)t67;
          const int t188 = (int)((unsigned int)t186 + (unsigned int)t187);
          v176 = t188;
          const int t189 = v111;
          const px_index t190 = (px_index)t189;
          const px_index t191 = t43 * t190;
          const px_index t192 = px_lane_rank + t191;
          p63[t192] = t161;
          const int t193 = v111;
          const px_index t194 = (px_index)t193;
          const px_index t195 = t43 * t194;
          const px_index t196 = px_lane_rank + 32;
          const px_index t197 = t195 + t196;
          p63[t197] = t165;
          const int t198 = v111;
          const px_index t199 = (px_index)t198;
          const px_index t200 = t43 * t199;
          const px_index t202 = px_lane_rank + 64;
          const px_index t203 = t200 + t202;
          p63[t203] = t169;
          const int t204 = v111;
          const int t206 = (int)((unsigned int)t204 + (unsigned int)1);
          v111 = t206;
        }
        const int t207 = v176;
        const px_index t208 = t67 + t113;
        const px_index t209 = px_lane_rank + t208;
        place[t209] = t207;
        const bool t211 = t172 <= 1e-20;
        if (t211) {
          const int t212 = (int)((unsigned int)t102 + (unsigned int)1);
          px_atomic_max_i32(&overlap[0], t212);
        }
      }
      p430 += 32;
      p432 += 32;
    }
    int v213 = (-2147483647 - 1);
    #pragma unroll 1
    for (px_index i214 = px_lane_rank; i214 < 32; i214 += 32) {
      const int t215 = v111;
      const int t216 = v213;
      const int t217 = t215 > t216 ? t215 : t216;
      v213 = t217;
    }
    const int t218 = v213;
    reduction[t83] = t218;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i219 = 0; i219 < 6; ++i219) {
      const px_index t220 = 32 >> ((int)i219 & 31);
      const px_index t221 = px_lane_rank + t220;
      const bool t222 = px_lane_rank < t220;
      const bool t223 = t221 < 32;
      const bool t224 = t222 && t223;
      if (t224) {
        const int t225 = reduction[t83];
        const px_index t226 = t83 + t220;
        const int t227 = reduction[t226];
        const int t228 = t225 > t227 ? t225 : t227;
        reduction[t83] = t228;
      }
      px_vector_barrier();
    }
    const int t229 = p434[0];
    px_vector_barrier();
    const px_index t230 = (px_index)t229;
    const px_index t400 = px_lane_rank + 32;
    const px_index t402 = px_lane_rank + 64;
    const px_index t405 = px_lane_rank + 96;
    const px_index t408 = px_lane_rank + 128;
    const px_index t411 = px_lane_rank + 160;
    const px_index t414 = px_lane_rank + 192;
    const px_index t417 = px_lane_rank + 224;
    const px_index t420 = px_lane_rank + 256;
    const px_index t424 = px_lane_rank + 288;
    #pragma unroll 1
    for (px_index i231 = 0; i231 < t230; ++i231) {
      double v233 = 0.0;
      double v234 = 0.0;
      double v235 = 1.0;
      double v237 = 0.0;
      const int t238 = v111;
      const int t239 = (int)i231;
      const bool t240 = t239 < t238;
      if (t240) {
        const px_index t241 = t43 * i231;
        const px_index t242 = px_lane_rank + t241;
        const double t243 = p63[t242];
        v233 = t243;
        const px_index t244 = px_lane_rank + 32;
        const px_index t245 = t241 + t244;
        const double t246 = p63[t245];
        v234 = t246;
        const px_index t247 = px_lane_rank + 64;
        const px_index t248 = t241 + t247;
        const double t249 = p63[t248];
        v235 = t249;
        double v251 = 0.0;
        const double t252 = pair[3];
        v251 = t252;
        const double t253 = v251;
        v237 = t253;
      }
      const double t254 = v233;
      const double t255 = v233;
      const double t256 = t254 * t255;
      const double t257 = v234;
      const double t258 = v234;
      const double t259 = fma(t257, t258, t256);
      const double t260 = v235;
      const double t261 = v235;
      const double t262 = fma(t260, t261, t259);
      const double t263 = rsqrt(t262);
      const double t264 = t262 * t263;
      double v266 = 1.0;
      double v267 = 0.0;
      double v268 = 0.0;
      const double t269 = pair[2];
      v268 = t269;
      const double t270 = v268;
      const double t271 = t264 - rmin0;
      const double t272 = t271 * t270;
      const double t273 = fmax(t272, 0.0);
      const double t275 = fmin(t273, 3.141592653589793);
      const double t277 = t275 - 1.5707963267948966;
      const double t278 = t277 * t277;
      const double t281 = fma(t278, (-1.5218638369243573e-16), 4.7778779252458453e-14);
      double v282 = t281;
      const double t283 = v282;
      const double t285 = fma(t283, t278, (-1.1470712272749466e-11));
      v282 = t285;
      const double t286 = v282;
      const double t288 = fma(t286, t278, 2.0876756602875463e-9);
      v282 = t288;
      const double t289 = v282;
      const double t291 = fma(t289, t278, (-2.7557319221569563e-7));
      v282 = t291;
      const double t292 = v282;
      const double t294 = fma(t292, t278, 2.480158730157985e-5);
      v282 = t294;
      const double t295 = v282;
      const double t297 = fma(t295, t278, (-0.001388888888888888));
      v282 = t297;
      const double t298 = v282;
      const double t300 = fma(t298, t278, 0.041666666666666664);
      v282 = t300;
      const double t303 = fma(t278, 2.7314053169647314e-15, (-7.643967132130914e-13));
      double v304 = t303;
      const double t305 = v304;
      const double t307 = fma(t305, t278, 1.6058977213318265e-10);
      v304 = t307;
      const double t308 = v304;
      const double t310 = fma(t308, t278, (-2.505210761546661e-8));
      v304 = t310;
      const double t311 = v304;
      const double t313 = fma(t311, t278, 2.755731921915122e-6);
      v304 = t313;
      const double t314 = v304;
      const double t316 = fma(t314, t278, (-0.00019841269841254928));
      v304 = t316;
      const double t317 = v304;
      const double t319 = fma(t317, t278, 0.008333333333333316);
      v304 = t319;
      const double t320 = v304;
      const double t322 = fma(t320, t278, (-0.16666666666666666));
      v304 = t322;
      const double t323 = v282;
      const double t325 = fma(t278, t323, -0.5);
      const double t326 = fma(t325, t278, 1.0);
      const double t327 = -t277;
      const double t328 = t327 * t278;
      const double t329 = v304;
      const double t330 = fma(t328, t329, -t277);
      const double t331 = fma(t330, 0.5, 0.5);
      v266 = t331;
      const double t332 = t326 * t270;
      const double t334 = t332 * (-0.5);
      v267 = t334;
      const double t335 = v266;
      const double t336 = v267;
      double v338 = 0.0;
      const double t339 = pair[1];
      v338 = t339;
      const double t340 = v338;
      const double t341 = v233;
      const double t342 = v234;
      const double t343 = v235;
      const double t344 = v237;
      const double t345 = rsqrt(t262);
      const double t346 = t262 * t345;
      const double t347 = t346 - rmin0;
      const double t348 = t347 * t340;
      const double t350 = t348 * 0.3183098861837907;
      const double t351 = floor(t350);
      const double t352 = fma(-t351, 3.141592653589793, t348);
      const double t353 = t352 - 1.5707963267948966;
      const double t354 = t353 * t353;
      const double t355 = fma(t354, (-1.5218638369243573e-16), 4.7778779252458453e-14);
      double v356 = t355;
      const double t357 = v356;
      const double t358 = fma(t357, t354, (-1.1470712272749466e-11));
      v356 = t358;
      const double t359 = v356;
      const double t360 = fma(t359, t354, 2.0876756602875463e-9);
      v356 = t360;
      const double t361 = v356;
      const double t362 = fma(t361, t354, (-2.7557319221569563e-7));
      v356 = t362;
      const double t363 = v356;
      const double t364 = fma(t363, t354, 2.480158730157985e-5);
      v356 = t364;
      const double t365 = v356;
      const double t366 = fma(t365, t354, (-0.001388888888888888));
      v356 = t366;
      const double t367 = v356;
      const double t368 = fma(t367, t354, 0.041666666666666664);
      v356 = t368;
      const double t369 = fma(t354, 2.7314053169647314e-15, (-7.643967132130914e-13));
      double v370 = t369;
      const double t371 = v370;
      const double t372 = fma(t371, t354, 1.6058977213318265e-10);
      v370 = t372;
      const double t373 = v370;
      const double t374 = fma(t373, t354, (-2.505210761546661e-8));
      v370 = t374;
      const double t375 = v370;
      const double t376 = fma(t375, t354, 2.755731921915122e-6);
      v370 = t376;
      const double t377 = v370;
      const double t378 = fma(t377, t354, (-0.00019841269841254928));
      v370 = t378;
      const double t379 = v370;
      const double t380 = fma(t379, t354, 0.008333333333333316);
      v370 = t380;
      const double t381 = v370;
      const double t382 = fma(t381, t354, (-0.16666666666666666));
      v370 = t382;
      const double t383 = v356;
      const double t384 = fma(t354, t383, -0.5);
      const double t385 = fma(t384, t354, 1.0);
      const double t386 = -t353;
      const double t387 = t386 * t354;
      const double t388 = v370;
      const double t389 = fma(t387, t388, -t353);
      const double t390 = t344 * t335;
      const double t391 = t341 * t345;
      const double t392 = t342 * t345;
      const double t393 = t343 * t345;
      const double t394 = t390 * t385;
      const double t395 = t394 * t345;
      const double t396 = t390 * t340;
      const double t397 = t344 * t336;
      const px_index t398 = t43 * i231;
      const px_index t399 = px_lane_rank + t398;
      p63[t399] = t391;
      const px_index t401 = t398 + t400;
      p63[t401] = t392;
      const px_index t403 = t398 + t402;
      p63[t403] = t393;
      const px_index t406 = t398 + t405;
      p63[t406] = t385;
      const px_index t409 = t398 + t408;
      p63[t409] = t389;
      const px_index t412 = t398 + t411;
      p63[t412] = t390;
      const px_index t415 = t398 + t414;
      p63[t415] = t395;
      const px_index t418 = t398 + t417;
      p63[t418] = t396;
      const px_index t421 = t398 + t420;
      p63[t421] = t397;
      const px_index t425 = t398 + t424;
      p63[t425] = t346;
    }
    const bool t426 = px_lane_rank == 0;
    if (t426) {
      const int t427 = (int)t230;
      npairs[px_league_rank] = t427;
    }
  }
}
