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
    const px_index t73 = t55 * 32;
    int v75 = (-2147483647 - 1);
    const int* p439 = count + (px_league_rank * 32 + t53 * 32 + px_lane_rank);
    #pragma unroll 1
    for (px_index i78 = px_lane_rank; i78 < 32; i78 += 32) {
      const int t80 = p439[0];
      const int t81 = v75;
      const int t82 = t80 > t81 ? t80 : t81;
      v75 = t82;
      p439 += 32;
    }
    const int t83 = v75;
    const px_index t85 = 32 * px_team_rank;
    const px_index t89 = px_lane_rank + t85;
    reduction[t89] = t83;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i92 = 0; i92 < 6; ++i92) {
      const px_index t93 = 32 >> ((int)i92 & 31);
      const px_index t94 = px_lane_rank + t93;
      const bool t95 = px_lane_rank < t93;
      const bool t96 = t94 < 32;
      const bool t97 = t95 && t96;
      if (t97) {
        const int t98 = reduction[t89];
        const px_index t99 = t89 + t93;
        const int t100 = reduction[t99];
        const int t101 = t98 > t100 ? t98 : t100;
        reduction[t89] = t101;
      }
      px_vector_barrier();
    }
    const int t102 = reduction[t85];
    px_vector_barrier();
    const px_index t103 = (px_index)t102;
    const px_index t104 = t73 + px_lane_rank;
    const int t105 = count[t104];
    const int t106 = atom_of_slot[t104];
    const int t108 = t106 > 0 ? t106 : 0;
    const px_index t109 = (px_index)t108;
    const double t110 = x[t109];
    const px_index t111 = x_n0 + t109;
    const double t112 = x[t111];
    const px_index t114 = x_n0 * 2;
    const px_index t115 = t109 + t114;
    const double t116 = x[t115];
    int v117 = 0;
    const int* p441 = p61 + (px_lane_rank);
    const int* p443 = p64 + (px_lane_rank);
    #pragma unroll 1
    for (px_index i118 = 0; i118 < t103; ++i118) {
      const int t121 = p441[0];
      const int t122 = (int)i118;
      const bool t123 = t122 < t105;
      if (t123) {
        const int t124 = p443[0];
        const int t126 = t124 & 1023;
        const int t129 = (int)((unsigned int)t126 + (unsigned int)(-512));
        const double t130 = (double)t129;
        const int t132 = t124 >> 10;
        const int t133 = t132 & 1023;
        const int t134 = (int)((unsigned int)t133 + (unsigned int)(-512));
        const double t135 = (double)t134;
        const int t137 = t124 >> 20;
        const int t138 = t137 & 1023;
        const int t139 = (int)((unsigned int)t138 + (unsigned int)(-512));
        const double t140 = (double)t139;
        const double t141 = cell[0];
        const double t142 = t130 * t141;
        const double t144 = cell[3];
        const double t145 = fma(t135, t144, t142);
        const double t146 = cell[6];
        const double t147 = fma(t140, t146, t145);
        const double t148 = cell[1];
        const double t149 = t130 * t148;
        const double t151 = cell[4];
        const double t152 = fma(t135, t151, t149);
        const double t154 = cell[7];
        const double t155 = fma(t140, t154, t152);
        const double t156 = cell[2];
        const double t157 = t130 * t156;
        const double t159 = cell[5];
        const double t160 = fma(t135, t159, t157);
        const double t162 = cell[8];
        const double t163 = fma(t140, t162, t160);
        const px_index t164 = (px_index)t121;
        const double t165 = x[t164];
        const double t166 = t165 + t147;
        const double t167 = t166 - t110;
        const px_index t168 = x_n0 + t164;
        const double t169 = x[t168];
        const double t170 = t169 + t155;
        const double t171 = t170 - t112;
        const px_index t172 = t114 + t164;
        const double t173 = x[t172];
        const double t174 = t173 + t163;
        const double t175 = t174 - t116;
        const double t176 = t167 * t167;
        const double t177 = fma(t171, t171, t176);
        const double t178 = fma(t175, t175, t177);
        double v182 = 0.0;
        const double t183 = pair[0];
        v182 = t183;
        const double t184 = v182;
        const bool t185 = t178 < t184;
        if (t185) {
          const int t186 = v117;
          const px_index t187 = (px_index)t186;
          const px_index t188 = t187 * 32;
          const px_index t189 = px_lane_rank + t188;
          p67[t189] = t122;
          const int t190 = v117;
          const px_index t191 = (px_index)t190;
          const px_index t192 = t43 * t191;
          const px_index t193 = px_lane_rank + t192;
          p70[t193] = t167;
          const int t194 = v117;
          const px_index t195 = (px_index)t194;
          const px_index t196 = px_lane_rank + 32;
          const px_index t197 = t43 * t195;
          const px_index t198 = t196 + t197;
          p70[t198] = t171;
          const int t199 = v117;
          const px_index t200 = (px_index)t199;
          const px_index t202 = px_lane_rank + 64;
          const px_index t203 = t43 * t200;
          const px_index t204 = t202 + t203;
          p70[t204] = t175;
          const int t205 = v117;
          const int t207 = (int)((unsigned int)t205 + (unsigned int)1);
          v117 = t207;
        } else {
          const int t209 = (int)t104;
          const int t210 = (int)neighbor_n1;
          const int t211 = (int)((unsigned int)t209 * (unsigned int)t210);
          const int t212 = (int)((unsigned int)t122 + (unsigned int)t211);
          const px_index t213 = (px_index)t212;
          const px_index t214 = dedr_n0 * t213;
          dedr[t214] = 0.0;
          const px_index t215 = t214 + 1;
          dedr[t215] = 0.0;
          const px_index t216 = t214 + 2;
          dedr[t216] = 0.0;
        }
        const bool t218 = t178 <= 1e-20;
        if (t218) {
          const int t219 = (int)((unsigned int)t108 + (unsigned int)1);
          px_atomic_max_i32(&overlap[0], t219);
        }
      }
      p441 += 32;
      p443 += 32;
    }
    int v220 = (-2147483647 - 1);
    #pragma unroll 1
    for (px_index i221 = px_lane_rank; i221 < 32; i221 += 32) {
      const int t222 = v117;
      const int t223 = v220;
      const int t224 = t222 > t223 ? t222 : t223;
      v220 = t224;
    }
    const int t225 = v220;
    reduction[t89] = t225;
    px_vector_barrier();
    #pragma unroll 1
    for (px_index i226 = 0; i226 < 6; ++i226) {
      const px_index t227 = 32 >> ((int)i226 & 31);
      const px_index t228 = px_lane_rank + t227;
      const bool t229 = px_lane_rank < t227;
      const bool t230 = t228 < 32;
      const bool t231 = t229 && t230;
      if (t231) {
        const int t232 = reduction[t89];
        const px_index t233 = t89 + t227;
        const int t234 = reduction[t233];
        const int t235 = t232 > t234 ? t232 : t234;
        reduction[t89] = t235;
      }
      px_vector_barrier();
    }
    const int t236 = reduction[t85];
    px_vector_barrier();
    const px_index t237 = (px_index)t236;
    const px_index t411 = px_lane_rank + 32;
    const px_index t413 = px_lane_rank + 64;
    const px_index t416 = px_lane_rank + 96;
    const px_index t419 = px_lane_rank + 128;
    const px_index t422 = px_lane_rank + 160;
    const px_index t425 = px_lane_rank + 192;
    const px_index t428 = px_lane_rank + 224;
    const px_index t431 = px_lane_rank + 256;
    const px_index t435 = px_lane_rank + 288;
    #pragma unroll 1
    for (px_index i238 = 0; i238 < t237; ++i238) {
      double v240 = 0.0;
      double v241 = 0.0;
      double v242 = 1.0;
      double v244 = 0.0;
      const int t245 = v117;
      const int t246 = (int)i238;
      const bool t247 = t246 < t245;
      if (t247) {
        const px_index t248 = t43 * i238;
        const px_index t249 = px_lane_rank + t248;
        const double t250 = p70[t249];
        v240 = t250;
        const px_index t251 = px_lane_rank + 32;
        const px_index t252 = t248 + t251;
        const double t253 = p70[t252];
        v241 = t253;
        const px_index t254 = px_lane_rank + 64;
        const px_index t255 = t248 + t254;
        const double t256 = p70[t255];
        v242 = t256;
        double v258 = 0.0;
        const double t259 = pair[3];
        v258 = t259;
        const double t260 = v258;
        v244 = t260;
      } else {
        const px_index t263 = i238 * 32;
        const px_index t264 = px_lane_rank + t263;
        p67[t264] = (-1);
      }
      const double t265 = v240;
      const double t266 = v240;
      const double t267 = t265 * t266;
      const double t268 = v241;
      const double t269 = v241;
      const double t270 = fma(t268, t269, t267);
      const double t271 = v242;
      const double t272 = v242;
      const double t273 = fma(t271, t272, t270);
      const double t274 = rsqrt(t273);
      const double t275 = t273 * t274;
      double v277 = 1.0;
      double v278 = 0.0;
      double v279 = 0.0;
      const double t280 = pair[2];
      v279 = t280;
      const double t281 = v279;
      const double t282 = t275 - rmin0;
      const double t283 = t282 * t281;
      const double t284 = fmax(t283, 0.0);
      const double t286 = fmin(t284, 3.141592653589793);
      const double t288 = t286 - 1.5707963267948966;
      const double t289 = t288 * t288;
      const double t292 = fma(t289, (-1.5218638369243573e-16), 4.7778779252458453e-14);
      double v293 = t292;
      const double t294 = v293;
      const double t296 = fma(t294, t289, (-1.1470712272749466e-11));
      v293 = t296;
      const double t297 = v293;
      const double t299 = fma(t297, t289, 2.0876756602875463e-9);
      v293 = t299;
      const double t300 = v293;
      const double t302 = fma(t300, t289, (-2.7557319221569563e-7));
      v293 = t302;
      const double t303 = v293;
      const double t305 = fma(t303, t289, 2.480158730157985e-5);
      v293 = t305;
      const double t306 = v293;
      const double t308 = fma(t306, t289, (-0.001388888888888888));
      v293 = t308;
      const double t309 = v293;
      const double t311 = fma(t309, t289, 0.041666666666666664);
      v293 = t311;
      const double t314 = fma(t289, 2.7314053169647314e-15, (-7.643967132130914e-13));
      double v315 = t314;
      const double t316 = v315;
      const double t318 = fma(t316, t289, 1.6058977213318265e-10);
      v315 = t318;
      const double t319 = v315;
      const double t321 = fma(t319, t289, (-2.505210761546661e-8));
      v315 = t321;
      const double t322 = v315;
      const double t324 = fma(t322, t289, 2.755731921915122e-6);
      v315 = t324;
      const double t325 = v315;
      const double t327 = fma(t325, t289, (-0.00019841269841254928));
      v315 = t327;
      const double t328 = v315;
      const double t330 = fma(t328, t289, 0.008333333333333316);
      v315 = t330;
      const double t331 = v315;
      const double t333 = fma(t331, t289, (-0.16666666666666666));
      v315 = t333;
      const double t334 = v293;
      const double t336 = fma(t289, t334, -0.5);
      const double t337 = fma(t336, t289, 1.0);
      const double t338 = -t288;
      const double t339 = t338 * t289;
      const double t340 = v315;
      const double t341 = fma(t339, t340, -t288);
      const double t342 = fma(t341, 0.5, 0.5);
      v277 = t342;
      const double t343 = t337 * t281;
      const double t345 = t343 * (-0.5);
      v278 = t345;
      const double t346 = v277;
      const double t347 = v278;
      double v349 = 0.0;
      const double t350 = pair[1];
      v349 = t350;
      const double t351 = v349;
      const double t352 = v240;
      const double t353 = v241;
      const double t354 = v242;
      const double t355 = v244;
      const double t356 = rsqrt(t273);
      const double t357 = t273 * t356;
      const double t358 = t357 - rmin0;
      const double t359 = t358 * t351;
      const double t361 = t359 * 0.3183098861837907;
      const double t362 = floor(t361);
      const double t363 = fma(-t362, 3.141592653589793, t359);
      const double t364 = t363 - 1.5707963267948966;
      const double t365 = t364 * t364;
      const double t366 = fma(t365, (-1.5218638369243573e-16), 4.7778779252458453e-14);
      double v367 = t366;
      const double t368 = v367;
      const double t369 = fma(t368, t365, (-1.1470712272749466e-11));
      v367 = t369;
      const double t370 = v367;
      const double t371 = fma(t370, t365, 2.0876756602875463e-9);
      v367 = t371;
      const double t372 = v367;
      const double t373 = fma(t372, t365, (-2.7557319221569563e-7));
      v367 = t373;
      const double t374 = v367;
      const double t375 = fma(t374, t365, 2.480158730157985e-5);
      v367 = t375;
      const double t376 = v367;
      const double t377 = fma(t376, t365, (-0.001388888888888888));
      v367 = t377;
      const double t378 = v367;
      const double t379 = fma(t378, t365, 0.041666666666666664);
      v367 = t379;
      const double t380 = fma(t365, 2.7314053169647314e-15, (-7.643967132130914e-13));
      double v381 = t380;
      const double t382 = v381;
      const double t383 = fma(t382, t365, 1.6058977213318265e-10);
      v381 = t383;
      const double t384 = v381;
      const double t385 = fma(t384, t365, (-2.505210761546661e-8));
      v381 = t385;
      const double t386 = v381;
      const double t387 = fma(t386, t365, 2.755731921915122e-6);
      v381 = t387;
      const double t388 = v381;
      const double t389 = fma(t388, t365, (-0.00019841269841254928));
      v381 = t389;
      const double t390 = v381;
      const double t391 = fma(t390, t365, 0.008333333333333316);
      v381 = t391;
      const double t392 = v381;
      const double t393 = fma(t392, t365, (-0.16666666666666666));
      v381 = t393;
      const double t394 = v367;
      const double t395 = fma(t365, t394, -0.5);
      const double t396 = fma(t395, t365, 1.0);
      const double t397 = -t364;
      const double t398 = t397 * t365;
      const double t399 = v381;
      const double t400 = fma(t398, t399, -t364);
      const double t401 = t355 * t346;
      const double t402 = t352 * t356;
      const double t403 = t353 * t356;
      const double t404 = t354 * t356;
      const double t405 = t401 * t396;
      const double t406 = t405 * t356;
      const double t407 = t401 * t351;
      const double t408 = t355 * t347;
      const px_index t409 = t43 * i238;
      const px_index t410 = px_lane_rank + t409;
      p70[t410] = t402;
      const px_index t412 = t409 + t411;
      p70[t412] = t403;
      const px_index t414 = t409 + t413;
      p70[t414] = t404;
      const px_index t417 = t409 + t416;
      p70[t417] = t396;
      const px_index t420 = t409 + t419;
      p70[t420] = t400;
      const px_index t423 = t409 + t422;
      p70[t423] = t401;
      const px_index t426 = t409 + t425;
      p70[t426] = t406;
      const px_index t429 = t409 + t428;
      p70[t429] = t407;
      const px_index t432 = t409 + t431;
      p70[t432] = t408;
      const px_index t436 = t409 + t435;
      p70[t436] = t357;
    }
    const bool t437 = px_lane_rank == 0;
    if (t437) {
      const int t438 = (int)t237;
      npairs[px_league_rank] = t438;
    }
  }
}
