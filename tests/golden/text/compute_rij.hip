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
  __shared__ __attribute__((aligned(16))) int reduction[64];
  const px_index px_league_rank = blockIdx.x;
  const px_index px_lane_rank = threadIdx.x;
  const px_index px_team_rank = threadIdx.y;
  const px_index t4 = (px_index)ntiles;
  const px_index t23 = neighbor_n1 * 64;
  const px_index t27 = image_2_n1 * 64;
  const px_index t43 = geometry_n1 * 64;
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
    const px_index t66 = t51 * 64;
    const px_index t67 = neighbor_n1 * t66;
    int v69 = (-2147483647 - 1);
    const int* p429 = count + (px_league_rank * 64 + t49 * 64 + px_lane_rank);
    #pragma unroll 1
    for (px_index i72 = px_lane_rank; i72 < 64; i72 += 64) {
      const int t74 = p429[0];
      const int t75 = v69;
      const int t76 = t74 > t75 ? t74 : t75;
      v69 = t76;
      p429 += 64;
    }
    const int t77 = v69;
    const px_index t79 = 64 * px_team_rank;
    const px_index t83 = px_lane_rank + t79;
    reduction[t83] = t77;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i86 = 0; i86 < 6; ++i86) {
      const px_index t88 = 32 >> ((int)i86 & 31);
      const px_index t89 = px_lane_rank + t88;
      const bool t90 = px_lane_rank < t88;
      const bool t91 = t89 < 64;
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
    int* p435 = reduction + (px_team_rank * 64);
    const int t97 = p435[0];
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
    const int* p431 = p57 + (px_lane_rank);
    const int* p433 = p60 + (px_lane_rank);
    #pragma unroll 1
    for (px_index i113 = 0; i113 < t98; ++i113) {
      const px_index t114 = i113 * 64;
      const int t116 = p431[0];
      const int t117 = (int)i113;
      const bool t118 = t117 < t100;
      if (t118) {
        const int t119 = p433[0];
        const int t121 = t119 & 1023;
        const int t124 = (int)((unsigned int)t121 + (unsigned int)(-512));
        const double t125 = (double)t124;
        const int t127 = t119 >> 10;
        const int t128 = t127 & 1023;
        const int t129 = (int)((unsigned int)t128 + (unsigned int)(-512));
        const double t130 = (double)t129;
        const int t132 = t119 >> 20;
        const int t133 = t132 & 1023;
        const int t134 = (int)((unsigned int)t133 + (unsigned int)(-512));
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
        const double t149 = cell[7];
        const double t150 = fma(t135, t149, t147);
        const double t151 = cell[2];
        const double t152 = t125 * t151;
        const double t154 = cell[5];
        const double t155 = fma(t130, t154, t152);
        const double t157 = cell[8];
        const double t158 = fma(t135, t157, t155);
        const px_index t159 = (px_index)t116;
        const double t160 = x[t159];
        const double t161 = t160 + t142;
        const double t162 = t161 - t105;
        const px_index t163 = x_n0 + t159;
        const double t164 = x[t163];
        const double t165 = t164 + t150;
        const double t166 = t165 - t107;
        const px_index t167 = t109 + t159;
        const double t168 = x[t167];
        const double t169 = t168 + t158;
        const double t170 = t169 - t111;
        const double t171 = t162 * t162;
        const double t172 = fma(t166, t166, t171);
        const double t173 = fma(t170, t170, t172);
        int v177 = (-1);
        double v179 = 0.0;
        const double t180 = pair[0];
        v179 = t180;
        const double t181 = v179;
        const bool t182 = t173 < t181;
        if (t182) {
          const int t183 = v112;
          const int t184 = (int)px_lane_rank;
          const int t186 = (int)((unsigned int)t183 * (unsigned int)64);
          const int t187 = (int)((unsigned int)t184 + (unsigned int)t186);
          const int t188 = (int)t67;
          const int t189 = (int)((unsigned int)t187 + (unsigned int)t188);
          v177 = t189;
          const int t190 = v112;
          const px_index t191 = (px_index)t190;
          const px_index t192 = t43 * t191;
          const px_index t193 = px_lane_rank + t192;
          p63[t193] = t162;
          const int t194 = v112;
          const px_index t195 = (px_index)t194;
          const px_index t196 = t43 * t195;
          const px_index t197 = px_lane_rank + 64;
          const px_index t198 = t196 + t197;
          p63[t198] = t166;
          const int t199 = v112;
          const px_index t200 = (px_index)t199;
          const px_index t201 = t43 * t200;
          const px_index t203 = px_lane_rank + 128;
          const px_index t204 = t201 + t203;
          p63[t204] = t170;
          const int t205 = v112;
          const int t207 = (int)((unsigned int)t205 + (unsigned int)1);
          v112 = t207;
        }
        const int t208 = v177;
        const px_index t209 = t67 + t114;
        const px_index t210 = px_lane_rank + t209;
        place[t210] = t208;
        const bool t212 = t173 <= 1e-20;
        if (t212) {
          const int t213 = (int)((unsigned int)t103 + (unsigned int)1);
          px_atomic_max_i32(&overlap[0], t213);
        }
      }
      p431 += 64;
      p433 += 64;
    }
    int v214 = (-2147483647 - 1);
    #pragma unroll 1
    for (px_index i215 = px_lane_rank; i215 < 64; i215 += 64) {
      const int t216 = v112;
      const int t217 = v214;
      const int t218 = t216 > t217 ? t216 : t217;
      v214 = t218;
    }
    const int t219 = v214;
    reduction[t83] = t219;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i220 = 0; i220 < 6; ++i220) {
      const px_index t221 = 32 >> ((int)i220 & 31);
      const px_index t222 = px_lane_rank + t221;
      const bool t223 = px_lane_rank < t221;
      const bool t224 = t222 < 64;
      const bool t225 = t223 && t224;
      if (t225) {
        const int t226 = reduction[t83];
        const px_index t227 = t83 + t221;
        const int t228 = reduction[t227];
        const int t229 = t226 > t228 ? t226 : t228;
        reduction[t83] = t229;
      }
      px_vector_barrier();
    }
    const int t230 = p435[0];
    px_vector_barrier();
    const px_index t231 = (px_index)t230;
    const px_index t401 = px_lane_rank + 64;
    const px_index t403 = px_lane_rank + 128;
    const px_index t406 = px_lane_rank + 192;
    const px_index t409 = px_lane_rank + 256;
    const px_index t412 = px_lane_rank + 320;
    const px_index t415 = px_lane_rank + 384;
    const px_index t418 = px_lane_rank + 448;
    const px_index t421 = px_lane_rank + 512;
    const px_index t425 = px_lane_rank + 576;
    #pragma unroll 1
    for (px_index i232 = 0; i232 < t231; ++i232) {
      double v234 = 0.0;
      double v235 = 0.0;
      double v236 = 1.0;
      double v238 = 0.0;
      const int t239 = v112;
      const int t240 = (int)i232;
      const bool t241 = t240 < t239;
      if (t241) {
        const px_index t242 = t43 * i232;
        const px_index t243 = px_lane_rank + t242;
        const double t244 = p63[t243];
        v234 = t244;
        const px_index t245 = px_lane_rank + 64;
        const px_index t246 = t242 + t245;
        const double t247 = p63[t246];
        v235 = t247;
        const px_index t248 = px_lane_rank + 128;
        const px_index t249 = t242 + t248;
        const double t250 = p63[t249];
        v236 = t250;
        double v252 = 0.0;
        const double t253 = pair[3];
        v252 = t253;
        const double t254 = v252;
        v238 = t254;
      }
      const double t255 = v234;
      const double t256 = v234;
      const double t257 = t255 * t256;
      const double t258 = v235;
      const double t259 = v235;
      const double t260 = fma(t258, t259, t257);
      const double t261 = v236;
      const double t262 = v236;
      const double t263 = fma(t261, t262, t260);
      const double t264 = rsqrt(t263);
      const double t265 = t263 * t264;
      double v267 = 1.0;
      double v268 = 0.0;
      double v269 = 0.0;
      const double t270 = pair[2];
      v269 = t270;
      const double t271 = v269;
      const double t272 = t265 - rmin0;
      const double t273 = t272 * t271;
      const double t274 = fmax(t273, 0.0);
      const double t276 = fmin(t274, 3.141592653589793);
      const double t278 = t276 - 1.5707963267948966;
      const double t279 = t278 * t278;
      const double t282 = fma(t279, (-1.5218638369243573e-16), 4.7778779252458453e-14);
      double v283 = t282;
      const double t284 = v283;
      const double t286 = fma(t284, t279, (-1.1470712272749466e-11));
      v283 = t286;
      const double t287 = v283;
      const double t289 = fma(t287, t279, 2.0876756602875463e-9);
      v283 = t289;
      const double t290 = v283;
      const double t292 = fma(t290, t279, (-2.7557319221569563e-7));
      v283 = t292;
      const double t293 = v283;
      const double t295 = fma(t293, t279, 2.480158730157985e-5);
      v283 = t295;
      const double t296 = v283;
      const double t298 = fma(t296, t279, (-0.001388888888888888));
      v283 = t298;
      const double t299 = v283;
      const double t301 = fma(t299, t279, 0.041666666666666664);
      v283 = t301;
      const double t304 = fma(t279, 2.7314053169647314e-15, (-7.643967132130914e-13));
      double v305 = t304;
      const double t306 = v305;
      const double t308 = fma(t306, t279, 1.6058977213318265e-10);
      v305 = t308;
      const double t309 = v305;
      const double t311 = fma(t309, t279, (-2.505210761546661e-8));
      v305 = t311;
      const double t312 = v305;
      const double t314 = fma(t312, t279, 2.755731921915122e-6);
      v305 = t314;
      const double t315 = v305;
      const double t317 = fma(t315, t279, (-0.00019841269841254928));
      v305 = t317;
      const double t318 = v305;
      const double t320 = fma(t318, t279, 0.008333333333333316);
      v305 = t320;
      const double t321 = v305;
      const double t323 = fma(t321, t279, (-0.16666666666666666));
      v305 = t323;
      const double t324 = v283;
      const double t326 = fma(t279, t324, -0.5);
      const double t327 = fma(t326, t279, 1.0);
      const double t328 = -t278;
      const double t329 = t328 * t279;
      const double t330 = v305;
      const double t331 = fma(t329, t330, -t278);
      const double t332 = fma(t331, 0.5, 0.5);
      v267 = t332;
      const double t333 = t327 * t271;
      const double t335 = t333 * (-0.5);
      v268 = t335;
      const double t336 = v267;
      const double t337 = v268;
      double v339 = 0.0;
      const double t340 = pair[1];
      v339 = t340;
      const double t341 = v339;
      const double t342 = v234;
      const double t343 = v235;
      const double t344 = v236;
      const double t345 = v238;
      const double t346 = rsqrt(t263);
      const double t347 = t263 * t346;
      const double t348 = t347 - rmin0;
      const double t349 = t348 * t341;
      const double t351 = t349 * 0.3183098861837907;
      const double t352 = floor(t351);
      const double t353 = fma(-t352, 3.141592653589793, t349);
      const double t354 = t353 - 1.5707963267948966;
      const double t355 = t354 * t354;
      const double t356 = fma(t355, (-1.5218638369243573e-16), 4.7778779252458453e-14);
      double v357 = t356;
      const double t358 = v357;
      const double t359 = fma(t358, t355, (-1.1470712272749466e-11));
      v357 = t359;
      const double t360 = v357;
      const double t361 = fma(t360, t355, 2.0876756602875463e-9);
      v357 = t361;
      const double t362 = v357;
      const double t363 = fma(t362, t355, (-2.7557319221569563e-7));
      v357 = t363;
      const double t364 = v357;
      const double t365 = fma(t364, t355, 2.480158730157985e-5);
      v357 = t365;
      const double t366 = v357;
      const double t367 = fma(t366, t355, (-0.001388888888888888));
      v357 = t367;
      const double t368 = v357;
      const double t369 = fma(t368, t355, 0.041666666666666664);
      v357 = t369;
      const double t370 = fma(t355, 2.7314053169647314e-15, (-7.643967132130914e-13));
      double v371 = t370;
      const double t372 = v371;
      const double t373 = fma(t372, t355, 1.6058977213318265e-10);
      v371 = t373;
      const double t374 = v371;
      const double t375 = fma(t374, t355, (-2.505210761546661e-8));
      v371 = t375;
      const double t376 = v371;
      const double t377 = fma(t376, t355, 2.755731921915122e-6);
      v371 = t377;
      const double t378 = v371;
      const double t379 = fma(t378, t355, (-0.00019841269841254928));
      v371 = t379;
      const double t380 = v371;
      const double t381 = fma(t380, t355, 0.008333333333333316);
      v371 = t381;
      const double t382 = v371;
      const double t383 = fma(t382, t355, (-0.16666666666666666));
      v371 = t383;
      const double t384 = v357;
      const double t385 = fma(t355, t384, -0.5);
      const double t386 = fma(t385, t355, 1.0);
      const double t387 = -t354;
      const double t388 = t387 * t355;
      const double t389 = v371;
      const double t390 = fma(t388, t389, -t354);
      const double t391 = t345 * t336;
      const double t392 = t342 * t346;
      const double t393 = t343 * t346;
      const double t394 = t344 * t346;
      const double t395 = t391 * t386;
      const double t396 = t395 * t346;
      const double t397 = t391 * t341;
      const double t398 = t345 * t337;
      const px_index t399 = t43 * i232;
      const px_index t400 = px_lane_rank + t399;
      p63[t400] = t392;
      const px_index t402 = t399 + t401;
      p63[t402] = t393;
      const px_index t404 = t399 + t403;
      p63[t404] = t394;
      const px_index t407 = t399 + t406;
      p63[t407] = t386;
      const px_index t410 = t399 + t409;
      p63[t410] = t390;
      const px_index t413 = t399 + t412;
      p63[t413] = t391;
      const px_index t416 = t399 + t415;
      p63[t416] = t396;
      const px_index t419 = t399 + t418;
      p63[t419] = t397;
      const px_index t422 = t399 + t421;
      p63[t422] = t398;
      const px_index t426 = t399 + t425;
      p63[t426] = t347;
    }
    const bool t427 = px_lane_rank == 0;
    if (t427) {
      const int t428 = (int)t231;
      npairs[px_league_rank] = t428;
    }
  }
}
