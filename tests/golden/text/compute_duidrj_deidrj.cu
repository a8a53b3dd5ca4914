typedef int px_index;
static __device__ __forceinline__ void px_after_previous() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
static __device__ __forceinline__ unsigned int px_scratch_address(const void* p) {
  unsigned int a = (unsigned int)__cvta_generic_to_shared(p);
  asm("" : "+r"(a));
  return a;
}
extern "C" __global__ void __launch_bounds__(128) px_kernel_compute_duidrj_deidrj(
    const int* __restrict__ first,
    const px_index first_n0,
    const int ntiles,
    const int* __restrict__ npairs,
    const px_index npairs_n0,
    const double* __restrict__ geometry,
    const px_index geometry_n0,
    const px_index geometry_n1,
    const px_index geometry_n2,
    const double* __restrict__ c,
    const px_index c_n0,
    const px_index c_n1,
    const int4* __restrict__ rows,
    const px_index rows_n0,
    const int4* __restrict__ groups,
    const px_index groups_n0,
    double* __restrict__ dedr,
    const px_index dedr_n0,
    const px_index dedr_n1,
    double* __restrict__ sums,
    const px_index sums_n0,
    const px_index sums_n1) {
  __shared__ __align__(16) double scratch[4736];
  const unsigned int px_at_scratch = px_scratch_address(scratch);
  const px_index px_league_rank = blockIdx.x;
  const px_index px_team_rank = threadIdx.y;
  const px_index px_lane_rank = threadIdx.x;
  px_after_previous();
  const px_index t4 = (px_index)ntiles;
  const px_index t12 = geometry_n1 * 32;
  const px_index t13 = geometry_n2 * t12;
  const px_index t17 = c_n1 * 32;
  const px_index t29 = sums_n1 * 32;
  const int t32 = first[0];
  const px_index t33 = (px_index)t32;
  const px_index t34 = px_league_rank + t33;
  const bool t35 = t34 >= t4;
  const bool t36 = !t35;
  if (t36) {
    const double* const p40 = geometry + (long long)px_league_rank * t13;
    const double* const p43 = c + (long long)px_league_rank * t17;
    const px_index t44 = geometry_n2 * t34;
    double* const p47 = sums + (long long)t34 * t29;
    const int t52 = npairs[px_league_rank];
    const px_index t53 = (px_index)t52;
    #pragma unroll 1
    for (px_index i57 = px_team_rank; i57 < 9; i57 += 4) {
      const px_index t60 = i57 * 32;
      const px_index t61 = px_lane_rank + t60;
      p47[t61] = 0.0;
    }
    const px_index t63 = t53 + 3;
    const px_index t64 = t63 / 4;
    const px_index t72 = px_lane_rank + 96;
    const px_index t77 = px_lane_rank + 128;
    const px_index t82 = px_lane_rank + 64;
    const px_index t87 = px_lane_rank + 32;
    const px_index t154 = px_lane_rank + 768;
    const px_index t581 = px_lane_rank + 896;
    const px_index t631 = px_lane_rank + 96;
    const px_index t635 = px_lane_rank + 128;
    const px_index t638 = px_lane_rank + 64;
    const px_index t643 = px_lane_rank + 32;
    const px_index t807 = px_lane_rank + 192;
    const px_index t812 = px_lane_rank + 224;
    const px_index t819 = px_lane_rank + 256;
    const px_index t848 = px_lane_rank + 32;
    const px_index t850 = px_lane_rank + 64;
    const px_index t852 = px_lane_rank + 96;
    const px_index t854 = px_lane_rank + 128;
    const px_index t857 = px_lane_rank + 160;
    const px_index t859 = px_lane_rank + 192;
    const px_index t861 = px_lane_rank + 224;
    const px_index t863 = px_lane_rank + 256;
    const px_index t875 = px_lane_rank + 288;
    #pragma unroll 1
    for (px_index i65 = 0; i65 < t64; ++i65) {
      const px_index t66 = i65 * 4;
      const px_index t67 = t53 - t66;
      const px_index t68 = t67 < 4 ? t67 : 4;
      #pragma unroll 1
      for (px_index i69 = px_team_rank; i69 < t68; i69 += 4) {
        const px_index t70 = t66 + i69;
        const px_index t73 = t12 * t70;
        const px_index t74 = t72 + t73;
        const double t75 = p40[t74];
        const px_index t78 = t73 + t77;
        const double t79 = p40[t78];
        const px_index t83 = t73 + t82;
        const double t84 = p40[t83];
        const double t85 = t84 * t75;
        const double t86 = -t85;
        const px_index t88 = t73 + t87;
        const double t89 = p40[t88];
        const double t90 = t89 * t75;
        const px_index t91 = px_lane_rank + t73;
        const double t92 = p40[t91];
        const double t93 = t92 * t75;
        const double t94 = -t93;
        double v96 = 1.0;
        double v97 = 0.0;
        const px_index t98 = i69 * 1184;
        const px_index t99 = px_lane_rank + t98;
        scratch[t99] = 1.0;
        #pragma unroll 1
        for (px_index i101 = 1; i101 < 5; ++i101) {
          const double t102 = v96;
          const double t103 = v97;
          const double t104 = t102 * t79;
          const double t105 = fma(-t103, t86, t104);
          const double t106 = t102 * t86;
          const double t107 = fma(t103, t79, t106);
          v96 = t105;
          v97 = t107;
          const double t108 = v96;
          const px_index t109 = i101 * 2;
          const px_index t111 = t109 + (-1);
          const px_index t112 = t111 * 32;
          const px_index t113 = px_lane_rank + t112;
          const px_index t114 = t98 + t113;
          scratch[t114] = t108;
          const double t115 = v97;
          const px_index t116 = i101 * 64;
          const px_index t117 = px_lane_rank + t116;
          const px_index t118 = t98 + t117;
          scratch[t118] = t115;
        }
        const double t119 = t79 * t79;
        const double t120 = fma(t86, t86, t119);
        const double t122 = fma(t120, 2.0, -1.0);
        double v123 = t122;
        double v124 = 1.0;
        #pragma unroll 1
        for (px_index i125 = 0; i125 < 3; ++i125) {
          const double t126 = v124;
          const px_index t128 = i125 + 25;
          const px_index t129 = t128 * 32;
          const px_index t130 = px_lane_rank + t129;
          const px_index t131 = t98 + t130;
          scratch[t131] = t126;
          const double t132 = v123;
          const double t133 = t122 * 2.0;
          const double t134 = v124;
          const double t135 = fma(t133, t134, -t132);
          const double t136 = v124;
          v123 = t136;
          v124 = t135;
        }
        double* p915 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(i69) * (unsigned int)9472 + (unsigned int)(0) * (unsigned int)256);
        #pragma unroll 1
        for (px_index i137 = 0; i137 < 3; ++i137) {
          const double t142 = p915[800];
          const px_index t143 = i137 * 2;
          const px_index t144 = t143 + 1;
          const px_index t145 = i137 * t144;
          const px_index t146 = t145 + 9;
          const px_index t147 = t146 * 32;
          const px_index t148 = px_lane_rank + t147;
          const px_index t149 = t98 + t148;
          scratch[t149] = t142;
          p915 += 32;
        }
        const px_index t155 = t98 + t154;
        scratch[t155] = 0.0;
        double v156 = 1.0;
        double v157 = 0.0;
        #pragma unroll 1
        for (px_index i158 = 1; i158 < 5; ++i158) {
          const double t159 = v156;
          const double t160 = v157;
          const double t161 = t159 * t90;
          const double t162 = fma(-t160, t94, t161);
          const double t163 = t159 * t94;
          const double t164 = fma(t160, t90, t163);
          v156 = t162;
          v157 = t164;
          const px_index t165 = i158 + 1;
          const px_index t166 = i158 * t165;
          const px_index t167 = t166 / 2;
          const px_index t168 = i158 + t167;
          const px_index t171 = t168 + 8;
          const px_index t172 = 4 - i158;
          const px_index t173 = t172 / 2;
          const px_index t174 = t173 + 1;
          const px_index t181 = i158 * 2;
          double* p917 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(i69) * (unsigned int)9472 + (unsigned int)(0) * (unsigned int)256);
          #pragma unroll 1
          for (px_index i175 = 0; i175 < t174; ++i175) {
            const double t180 = p917[800];
            const px_index t182 = i175 * 2;
            const px_index t183 = t181 + t182;
            const px_index t184 = t183 + 1;
            const px_index t185 = i175 * t184;
            const px_index t186 = t171 + t185;
            const double t187 = v156;
            const double t188 = t187 * t180;
            const px_index t189 = t186 * 32;
            const px_index t190 = px_lane_rank + t189;
            const px_index t191 = t98 + t190;
            scratch[t191] = t188;
            const double t192 = v157;
            const double t193 = t192 * t180;
            const px_index t194 = t186 + 1;
            const px_index t195 = t194 * 32;
            const px_index t196 = px_lane_rank + t195;
            const px_index t197 = t98 + t196;
            scratch[t197] = t193;
            p917 += 32;
          }
        }
      }
      __syncthreads();
      const int4* p935 = rows + (px_team_rank);
      #pragma unroll 1
      for (px_index i198 = px_team_rank; i198 < 5; i198 += 4) {
        const int4 t199 = p935[0];
        const px_index t205 = (px_index)t199.z;
        const bool t208 = i198 == 0;
        if (t208) {
          double v209 = 0.0;
          double v210 = 0.0;
          double v211 = 0.0;
          double v212 = 0.0;
          double* p919 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(0) * (unsigned int)256);
          const double* p924 = p43 + (px_lane_rank + t199.x * 32);
          #pragma unroll 1
          for (px_index i213 = 0; i213 < t205; ++i213) {
            double v214 = 0.0;
            double v215 = 0.0;
            double v216 = 0.0;
            double v217 = 0.0;
            const double t221 = p919[288];
            v214 = t221;
            const double t223 = p919[1472];
            v215 = t223;
            const double t226 = p919[2656];
            v216 = t226;
            const double t229 = p919[3840];
            v217 = t229;
            const double t233 = p924[0];
            const double t234 = v209;
            const double t235 = v214;
            const double t236 = fma(t233, t235, t234);
            v209 = t236;
            const double t237 = v210;
            const double t238 = v215;
            const double t239 = fma(t233, t238, t237);
            v210 = t239;
            const double t240 = v211;
            const double t241 = v216;
            const double t242 = fma(t233, t241, t240);
            v211 = t242;
            const double t243 = v212;
            const double t244 = v217;
            const double t245 = fma(t233, t244, t243);
            v212 = t245;
            p919 += 32;
            p924 += 32;
          }
          const px_index t247 = i198 * 2;
          const px_index t248 = t247 + 28;
          const double t249 = v209;
          const px_index t250 = t248 * 32;
          const px_index t251 = px_lane_rank + t250;
          scratch[t251] = t249;
          const double t252 = v210;
          const px_index t253 = t251 + 1184;
          scratch[t253] = t252;
          const double t254 = v211;
          const px_index t255 = t251 + 2368;
          scratch[t255] = t254;
          const double t256 = v212;
          const px_index t257 = t251 + 3552;
          scratch[t257] = t256;
        } else {
          double v258 = 0.0;
          double v259 = 0.0;
          double v260 = 0.0;
          double v261 = 0.0;
          double v262 = 0.0;
          double v263 = 0.0;
          double v264 = 0.0;
          double v265 = 0.0;
          double* p926 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(0) * (unsigned int)256);
          const double* p931 = p43 + (px_lane_rank + t199.x * 32);
          const double* p933 = p43 + (px_lane_rank + t199.y * 32);
          #pragma unroll 1
          for (px_index i266 = 0; i266 < t205; ++i266) {
            double v267 = 0.0;
            double v268 = 0.0;
            double v269 = 0.0;
            double v270 = 0.0;
            const double t274 = p926[288];
            v267 = t274;
            const double t276 = p926[1472];
            v268 = t276;
            const double t278 = p926[2656];
            v269 = t278;
            const double t280 = p926[3840];
            v270 = t280;
            const double t284 = p931[0];
            const double t285 = v258;
            const double t286 = v267;
            const double t287 = fma(t284, t286, t285);
            v258 = t287;
            const double t288 = v259;
            const double t289 = v268;
            const double t290 = fma(t284, t289, t288);
            v259 = t290;
            const double t291 = v260;
            const double t292 = v269;
            const double t293 = fma(t284, t292, t291);
            v260 = t293;
            const double t294 = v261;
            const double t295 = v270;
            const double t296 = fma(t284, t295, t294);
            v261 = t296;
            const double t300 = p933[0];
            const double t301 = v262;
            const double t302 = v267;
            const double t303 = fma(t300, t302, t301);
            v262 = t303;
            const double t304 = v263;
            const double t305 = v268;
            const double t306 = fma(t300, t305, t304);
            v263 = t306;
            const double t307 = v264;
            const double t308 = v269;
            const double t309 = fma(t300, t308, t307);
            v264 = t309;
            const double t310 = v265;
            const double t311 = v270;
            const double t312 = fma(t300, t311, t310);
            v265 = t312;
            p926 += 32;
            p931 += 32;
            p933 += 32;
          }
          const px_index t314 = i198 * 2;
          const px_index t315 = t314 + 27;
          const double t316 = v258;
          const px_index t317 = t315 * 32;
          const px_index t318 = px_lane_rank + t317;
          scratch[t318] = t316;
          const double t319 = v259;
          const px_index t320 = t318 + 1184;
          scratch[t320] = t319;
          const double t321 = v260;
          const px_index t322 = t318 + 2368;
          scratch[t322] = t321;
          const double t323 = v261;
          const px_index t324 = t318 + 3552;
          scratch[t324] = t323;
          const double t325 = v262;
          const px_index t326 = t314 + 28;
          const px_index t327 = t326 * 32;
          const px_index t328 = px_lane_rank + t327;
          scratch[t328] = t325;
          const double t329 = v263;
          const px_index t330 = t328 + 1184;
          scratch[t330] = t329;
          const double t331 = v264;
          const px_index t332 = t328 + 2368;
          scratch[t332] = t331;
          const double t333 = v265;
          const px_index t334 = t328 + 3552;
          scratch[t334] = t333;
        }
        p935 += 4;
      }
      __syncthreads();
      const int4* p959 = groups + (px_team_rank);
      #pragma unroll 1
      for (px_index i335 = px_team_rank; i335 < groups_n0; i335 += 4) {
        const int4 t336 = p959[0];
        const px_index t338 = (px_index)t336.x;
        const px_index t340 = (px_index)t336.y;
        const px_index t342 = (px_index)t336.z;
        const bool t345 = t340 == 1;
        if (t345) {
          double v346 = 0.0;
          double v347 = 0.0;
          double v348 = 0.0;
          double v349 = 0.0;
          const px_index t350 = t338 * 32;
          const px_index t351 = px_lane_rank + t350;
          const double t352 = p43[t351];
          v346 = t352;
          v347 = t352;
          v348 = t352;
          v349 = t352;
          const px_index t353 = t342 + 1;
          const int4* p937 = rows + (1);
          double* p939 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(1) * (unsigned int)512);
          #pragma unroll 1
          for (px_index i354 = 1; i354 < t353; ++i354) {
            const int4 t355 = p937[0];
            const px_index t357 = (px_index)t355.x;
            const px_index t359 = (px_index)t355.y;
            double v364 = 0.0;
            double v365 = 0.0;
            double v366 = 0.0;
            double v367 = 0.0;
            const double t372 = p939[(-32)];
            v364 = t372;
            const double t374 = p939[1152];
            v365 = t374;
            const double t376 = p939[2336];
            v366 = t376;
            const double t378 = p939[3520];
            v367 = t378;
            const px_index t379 = t338 + t357;
            const px_index t380 = t379 * 32;
            const px_index t381 = px_lane_rank + t380;
            const double t382 = p43[t381];
            const double t383 = v346;
            const double t384 = v364;
            const double t385 = fma(t382, t384, t383);
            v346 = t385;
            const double t386 = v347;
            const double t387 = v365;
            const double t388 = fma(t382, t387, t386);
            v347 = t388;
            const double t389 = v348;
            const double t390 = v366;
            const double t391 = fma(t382, t390, t389);
            v348 = t391;
            const double t392 = v349;
            const double t393 = v367;
            const double t394 = fma(t382, t393, t392);
            v349 = t394;
            double v395 = 0.0;
            double v396 = 0.0;
            double v397 = 0.0;
            double v398 = 0.0;
            const double t402 = p939[0];
            v395 = t402;
            const double t404 = p939[1184];
            v396 = t404;
            const double t406 = p939[2368];
            v397 = t406;
            const double t408 = p939[3552];
            v398 = t408;
            const px_index t409 = t338 + t359;
            const px_index t410 = t409 * 32;
            const px_index t411 = px_lane_rank + t410;
            const double t412 = p43[t411];
            const double t413 = v346;
            const double t414 = v395;
            const double t415 = fma(t412, t414, t413);
            v346 = t415;
            const double t416 = v347;
            const double t417 = v396;
            const double t418 = fma(t412, t417, t416);
            v347 = t418;
            const double t419 = v348;
            const double t420 = v397;
            const double t421 = fma(t412, t420, t419);
            v348 = t421;
            const double t422 = v349;
            const double t423 = v398;
            const double t424 = fma(t412, t423, t422);
            v349 = t424;
            p937 += 1;
            p939 += 64;
          }
          const double t425 = v346;
          const px_index t426 = t338 + 9;
          const px_index t427 = t426 * 32;
          const px_index t428 = px_lane_rank + t427;
          scratch[t428] = t425;
          const double t429 = v347;
          const px_index t430 = t428 + 1184;
          scratch[t430] = t429;
          const double t431 = v348;
          const px_index t432 = t428 + 2368;
          scratch[t432] = t431;
          const double t433 = v349;
          const px_index t434 = t428 + 3552;
          scratch[t434] = t433;
        } else {
          double v435 = 0.0;
          double v436 = 0.0;
          double v437 = 0.0;
          double v438 = 0.0;
          double v439 = 0.0;
          double v440 = 0.0;
          double v441 = 0.0;
          double v442 = 0.0;
          const px_index t443 = t338 * 32;
          const px_index t444 = px_lane_rank + t443;
          const double t445 = p43[t444];
          v435 = t445;
          v436 = t445;
          v437 = t445;
          v438 = t445;
          const px_index t446 = t338 + 1;
          const px_index t447 = t446 * 32;
          const px_index t448 = px_lane_rank + t447;
          const double t449 = p43[t448];
          v439 = t449;
          v440 = t449;
          v441 = t449;
          v442 = t449;
          const px_index t450 = t342 + 1;
          const int4* p948 = rows + (1);
          double* p950 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(1) * (unsigned int)512);
          #pragma unroll 1
          for (px_index i451 = 1; i451 < t450; ++i451) {
            const int4 t452 = p948[0];
            const px_index t454 = (px_index)t452.x;
            const px_index t456 = (px_index)t452.y;
            double v461 = 0.0;
            double v462 = 0.0;
            double v463 = 0.0;
            double v464 = 0.0;
            const double t469 = p950[(-32)];
            v461 = t469;
            const double t471 = p950[1152];
            v462 = t471;
            const double t473 = p950[2336];
            v463 = t473;
            const double t475 = p950[3520];
            v464 = t475;
            const px_index t476 = t338 + t454;
            const px_index t477 = t476 * 32;
            const px_index t478 = px_lane_rank + t477;
            const double t479 = p43[t478];
            const double t480 = v435;
            const double t481 = v461;
            const double t482 = fma(t479, t481, t480);
            v435 = t482;
            const double t483 = v436;
            const double t484 = v462;
            const double t485 = fma(t479, t484, t483);
            v436 = t485;
            const double t486 = v437;
            const double t487 = v463;
            const double t488 = fma(t479, t487, t486);
            v437 = t488;
            const double t489 = v438;
            const double t490 = v464;
            const double t491 = fma(t479, t490, t489);
            v438 = t491;
            const px_index t492 = t476 + 1;
            const px_index t493 = t492 * 32;
            const px_index t494 = px_lane_rank + t493;
            const double t495 = p43[t494];
            const double t496 = v439;
            const double t497 = v461;
            const double t498 = fma(t495, t497, t496);
            v439 = t498;
            const double t499 = v440;
            const double t500 = v462;
            const double t501 = fma(t495, t500, t499);
            v440 = t501;
            const double t502 = v441;
            const double t503 = v463;
            const double t504 = fma(t495, t503, t502);
            v441 = t504;
            const double t505 = v442;
            const double t506 = v464;
            const double t507 = fma(t495, t506, t505);
            v442 = t507;
            double v508 = 0.0;
            double v509 = 0.0;
            double v510 = 0.0;
            double v511 = 0.0;
            const double t515 = p950[0];
            v508 = t515;
            const double t517 = p950[1184];
            v509 = t517;
            const double t519 = p950[2368];
            v510 = t519;
            const double t521 = p950[3552];
            v511 = t521;
            const px_index t522 = t338 + t456;
            const px_index t523 = t522 * 32;
            const px_index t524 = px_lane_rank + t523;
            const double t525 = p43[t524];
            const double t526 = v435;
            const double t527 = v508;
            const double t528 = fma(t525, t527, t526);
            v435 = t528;
            const double t529 = v436;
            const double t530 = v509;
            const double t531 = fma(t525, t530, t529);
            v436 = t531;
            const double t532 = v437;
            const double t533 = v510;
            const double t534 = fma(t525, t533, t532);
            v437 = t534;
            const double t535 = v438;
            const double t536 = v511;
            const double t537 = fma(t525, t536, t535);
            v438 = t537;
            const px_index t538 = t522 + 1;
            const px_index t539 = t538 * 32;
            const px_index t540 = px_lane_rank + t539;
            const double t541 = p43[t540];
            const double t542 = v439;
            const double t543 = v508;
            const double t544 = fma(t541, t543, t542);
            v439 = t544;
            const double t545 = v440;
            const double t546 = v509;
            const double t547 = fma(t541, t546, t545);
            v440 = t547;
            const double t548 = v441;
            const double t549 = v510;
            const double t550 = fma(t541, t549, t548);
            v441 = t550;
            const double t551 = v442;
            const double t552 = v511;
            const double t553 = fma(t541, t552, t551);
            v442 = t553;
            p948 += 1;
            p950 += 64;
          }
          const double t554 = v435;
          const px_index t555 = t338 + 9;
          const px_index t556 = t555 * 32;
          const px_index t557 = px_lane_rank + t556;
          scratch[t557] = t554;
          const double t558 = v436;
          const px_index t559 = t557 + 1184;
          scratch[t559] = t558;
          const double t560 = v437;
          const px_index t561 = t557 + 2368;
          scratch[t561] = t560;
          const double t562 = v438;
          const px_index t563 = t557 + 3552;
          scratch[t563] = t562;
          const double t564 = v439;
          const px_index t566 = t338 + 10;
          const px_index t567 = t566 * 32;
          const px_index t568 = px_lane_rank + t567;
          scratch[t568] = t564;
          const double t569 = v440;
          const px_index t570 = t568 + 1184;
          scratch[t570] = t569;
          const double t571 = v441;
          const px_index t572 = t568 + 2368;
          scratch[t572] = t571;
          const double t573 = v442;
          const px_index t574 = t568 + 3552;
          scratch[t574] = t573;
        }
        p959 += 4;
      }
      __syncthreads();
      const px_index t576 = t44 + t66;
      #pragma unroll 1
      for (px_index i575 = px_team_rank; i575 < t68; i575 += 4) {
        const px_index t577 = i575 + t576;
        const px_index t578 = t577 * 32;
        const px_index t579 = t66 + i575;
        const px_index t582 = i575 * 1184;
        const px_index t583 = t581 + t582;
        const double t584 = scratch[t583];
        double v585 = t584;
        double v586 = 0.0;
        double v587 = 0.0;
        double v588 = 1.0;
        double v589 = 0.0;
        double* p961 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(i575) * (unsigned int)9472 + (unsigned int)(1) * (unsigned int)512);
        #pragma unroll 1
        for (px_index i590 = 1; i590 < 5; ++i590) {
          const double t596 = p961[(-32)];
          const double t600 = p961[0];
          const double t605 = p961[864];
          const double t610 = p961[896];
          const double t611 = t596 * t605;
          const double t612 = fma(t600, t610, t611);
          const double t613 = (double)i590;
          const double t614 = t605 * t613;
          const double t615 = t610 * t613;
          const double t616 = v588;
          const double t617 = v589;
          const double t618 = t614 * t616;
          const double t619 = fma(t615, t617, t618);
          const double t620 = t615 * t616;
          const double t621 = fma(-t614, t617, t620);
          const double t622 = v585;
          const double t623 = t622 + t612;
          v585 = t623;
          const double t624 = v586;
          const double t625 = v587;
          const double t626 = t624 + t619;
          const double t627 = t625 + t621;
          v586 = t626;
          v587 = t627;
          v588 = t596;
          v589 = t600;
          p961 += 64;
        }
        const double t628 = v585;
        const double t629 = v586;
        const double t630 = v587;
        const px_index t632 = t12 * t579;
        const px_index t633 = t631 + t632;
        const double t634 = p40[t633];
        const px_index t636 = t632 + t635;
        const double t637 = p40[t636];
        const px_index t639 = t632 + t638;
        const double t640 = p40[t639];
        const double t641 = t640 * t634;
        const double t642 = -t641;
        const px_index t644 = t632 + t643;
        const double t645 = p40[t644];
        const double t646 = t645 * t634;
        const px_index t647 = px_lane_rank + t632;
        const double t648 = p40[t647];
        const double t649 = t648 * t634;
        const double t650 = -t649;
        double v651 = 1.0;
        double v652 = 0.0;
        scratch[t583] = 1.0;
        #pragma unroll 1
        for (px_index i653 = 1; i653 < 5; ++i653) {
          const double t654 = v651;
          const double t655 = v652;
          const double t656 = t654 * t646;
          const double t657 = fma(-t655, t650, t656);
          const double t658 = t654 * t650;
          const double t659 = fma(t655, t646, t658);
          v651 = t657;
          v652 = t659;
          const double t660 = v651;
          const px_index t661 = i653 * 2;
          const px_index t662 = t661 + 28;
          const px_index t663 = t661 + 27;
          const px_index t664 = t663 * 32;
          const px_index t665 = px_lane_rank + t664;
          const px_index t666 = t582 + t665;
          scratch[t666] = t660;
          const double t667 = v652;
          const px_index t668 = t662 * 32;
          const px_index t669 = px_lane_rank + t668;
          const px_index t670 = t582 + t669;
          scratch[t670] = t667;
        }
        const double t671 = t637 * t637;
        const double t672 = fma(t642, t642, t671);
        const double t674 = fma(t672, 4.0, -2.0);
        double v675 = 0.0;
        double v676 = 0.0;
        double* p966 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(i575) * (unsigned int)9472 + (unsigned int)(0) * (unsigned int)256);
        #pragma unroll 1
        for (px_index i677 = 0; i677 < 3; ++i677) {
          const double t678 = v676;
          const px_index t679 = i677 * 32;
          const px_index t680 = px_lane_rank + t679;
          const px_index t681 = t582 + t680;
          scratch[t681] = t678;
          const double t686 = p966[800];
          double v687 = t686;
          const bool t688 = i677 > 0;
          if (t688) {
            const double t689 = v687;
            const double t690 = t689 * 2.0;
            v687 = t690;
          }
          const double t691 = v675;
          const double t692 = v676;
          const double t693 = fma(t674, t692, -t691);
          const double t694 = v687;
          const double t695 = t693 + t694;
          const double t696 = v676;
          v675 = t696;
          v676 = t695;
          p966 += 32;
        }
        double v697 = 0.0;
        double* p968 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(i575) * (unsigned int)9472 + (unsigned int)(0) * (unsigned int)256);
        #pragma unroll 1
        for (px_index i698 = 0; i698 < 3; ++i698) {
          const double t699 = v697;
          const px_index t700 = i698 * 2;
          const px_index t701 = t700 + 1;
          const px_index t702 = i698 * t701;
          const px_index t703 = t702 + 9;
          const px_index t704 = t703 * 32;
          const px_index t705 = px_lane_rank + t704;
          const px_index t706 = t582 + t705;
          const double t707 = scratch[t706];
          const double t711 = p968[0];
          const double t712 = fma(t707, t711, t699);
          v697 = t712;
          p968 += 32;
        }
        double v713 = 0.0;
        double v714 = 0.0;
        double v715 = 1.0;
        double v716 = 0.0;
        #pragma unroll 1
        for (px_index i717 = 1; i717 < 5; ++i717) {
          const px_index t718 = i717 * 2;
          double* p980 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(i575) * (unsigned int)9472 + (unsigned int)(i717) * (unsigned int)512);
          const double t723 = p980[864];
          const double t728 = p980[896];
          double v729 = 0.0;
          double v730 = 0.0;
          double v731 = 0.0;
          const px_index t732 = i717 + 1;
          const px_index t733 = i717 * t732;
          const px_index t734 = t733 / 2;
          const px_index t737 = 4 - i717;
          const px_index t738 = t737 / 2;
          const px_index t739 = t738 + 1;
          double* p970 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(i575) * (unsigned int)9472 + (unsigned int)(0) * (unsigned int)256);
          #pragma unroll 1
          for (px_index i740 = 0; i740 < t739; ++i740) {
            const px_index t741 = i740 * 2;
            const px_index t742 = t718 + t741;
            const px_index t743 = t742 + 1;
            const px_index t744 = i740 * t743;
            double* p977 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(i575) * (unsigned int)9472 + (unsigned int)(i717) * (unsigned int)256 + (unsigned int)(t734) * (unsigned int)256 + (unsigned int)(t744) * (unsigned int)256);
            const double t749 = p977[256];
            const double t754 = p977[288];
            const double t759 = p970[800];
            const double t760 = v729;
            const double t761 = fma(t749, t759, t760);
            v729 = t761;
            const double t762 = v730;
            const double t763 = fma(t754, t759, t762);
            v730 = t763;
            const double t764 = v731;
            const double t765 = t749 * t723;
            const double t766 = fma(t754, t728, t765);
            const double t770 = p970[0];
            const double t771 = fma(t766, t770, t764);
            v731 = t771;
            p970 += 32;
          }
          const double t772 = (double)i717;
          const double t773 = v729;
          const double t774 = v730;
          const double t775 = t773 * t772;
          const double t776 = t774 * t772;
          const double t777 = v715;
          const double t778 = v716;
          const double t779 = t775 * t777;
          const double t780 = fma(t776, t778, t779);
          const double t781 = t776 * t777;
          const double t782 = fma(-t775, t778, t781);
          const double t783 = v697;
          const double t784 = v731;
          const double t785 = t783 + t784;
          v697 = t785;
          const double t786 = v713;
          const double t787 = v714;
          const double t788 = t786 + t780;
          const double t789 = t787 + t782;
          v713 = t788;
          v714 = t789;
          v715 = t723;
          v716 = t728;
        }
        const double t790 = v713;
        const double t791 = v714;
        const double t792 = v697;
        const double t793 = p40[t633];
        const double t794 = p40[t636];
        const double t795 = p40[t647];
        const double t796 = p40[t644];
        const double t797 = p40[t639];
        const double t798 = t792 * 4.0;
        const double t799 = fma(t798, t794, t629);
        const double t800 = t797 * t793;
        const double t801 = fma(-t798, t800, t630);
        const double t802 = t796 * t790;
        const double t803 = fma(-t795, t791, t802);
        const double t804 = fma(-t797, t801, t803);
        const px_index t808 = t632 + t807;
        const double t809 = p40[t808];
        const px_index t813 = t632 + t812;
        const double t814 = p40[t813];
        const double t815 = t794 * t804;
        const double t816 = fma(-t793, t799, t815);
        const double t817 = t814 * t816;
        const px_index t820 = t632 + t819;
        const double t821 = p40[t820];
        const double t822 = fma(t821, t628, t817);
        const double t823 = fma(-t809, t804, t822);
        const double t824 = t823 * t795;
        const double t825 = fma(-t809, t791, t824);
        const double t826 = t823 * t796;
        const double t827 = fma(t809, t790, t826);
        const double t828 = t823 * t797;
        const double t829 = fma(-t809, t801, t828);
        const px_index t830 = px_lane_rank + t582;
        scratch[t830] = t825;
        const px_index t831 = px_lane_rank + t578;
        const px_index t832 = dedr_n0 * t831;
        dedr[t832] = t825;
        const px_index t833 = t582 + t643;
        scratch[t833] = t827;
        const px_index t834 = t832 + 1;
        dedr[t834] = t827;
        const px_index t835 = t582 + t638;
        scratch[t835] = t829;
        const px_index t836 = t832 + 2;
        dedr[t836] = t829;
      }
      __syncthreads();
      #pragma unroll 1
      for (px_index i837 = px_team_rank; i837 < 1; i837 += 4) {
        double v838 = 0.0;
        double v839 = 0.0;
        double v840 = 0.0;
        double v841 = 0.0;
        double v842 = 0.0;
        double v843 = 0.0;
        double v844 = 0.0;
        double v845 = 0.0;
        double v846 = 0.0;
        const double t847 = p47[px_lane_rank];
        v838 = t847;
        const double t849 = p47[t848];
        v839 = t849;
        const double t851 = p47[t850];
        v840 = t851;
        const double t853 = p47[t852];
        v841 = t853;
        const double t855 = p47[t854];
        v842 = t855;
        const double t858 = p47[t857];
        v843 = t858;
        const double t860 = p47[t859];
        v844 = t860;
        const double t862 = p47[t861];
        v845 = t862;
        const double t864 = p47[t863];
        v846 = t864;
        double* p973 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(0) * (unsigned int)9472);
        #pragma unroll 1
        for (px_index i865 = 0; i865 < t68; ++i865) {
          const double t868 = p973[0];
          const double t870 = p973[32];
          const double t872 = p973[64];
          const px_index t873 = t66 + i865;
          const px_index t876 = t12 * t873;
          const px_index t877 = t875 + t876;
          const double t878 = p40[t877];
          const px_index t879 = px_lane_rank + t876;
          const double t880 = p40[t879];
          const double t881 = t878 * t880;
          const px_index t882 = t848 + t876;
          const double t883 = p40[t882];
          const double t884 = t878 * t883;
          const px_index t885 = t850 + t876;
          const double t886 = p40[t885];
          const double t887 = t878 * t886;
          const double t888 = v838;
          const double t889 = t888 + t868;
          v838 = t889;
          const double t890 = v839;
          const double t891 = t890 + t870;
          v839 = t891;
          const double t892 = v840;
          const double t893 = t892 + t872;
          v840 = t893;
          const double t894 = v841;
          const double t895 = fma(-t881, t868, t894);
          v841 = t895;
          const double t896 = v842;
          const double t897 = fma(-t884, t870, t896);
          v842 = t897;
          const double t898 = v843;
          const double t899 = fma(-t887, t872, t898);
          v843 = t899;
          const double t900 = v844;
          const double t901 = fma(-t881, t870, t900);
          v844 = t901;
          const double t902 = v845;
          const double t903 = fma(-t881, t872, t902);
          v845 = t903;
          const double t904 = v846;
          const double t905 = fma(-t884, t872, t904);
          v846 = t905;
          p973 += 1184;
        }
        const double t906 = v838;
        p47[px_lane_rank] = t906;
        const double t907 = v839;
        p47[t848] = t907;
        const double t908 = v840;
        p47[t850] = t908;
        const double t909 = v841;
        p47[t852] = t909;
        const double t910 = v842;
        p47[t854] = t910;
        const double t911 = v843;
        p47[t857] = t911;
        const double t912 = v844;
        p47[t859] = t912;
        const double t913 = v845;
        p47[t861] = t913;
        const double t914 = v846;
        p47[t863] = t914;
      }
      __syncthreads();
    }
  }
}
