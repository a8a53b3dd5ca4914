#pragma clang fp contract(off)
typedef int px_index;
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
    const int* __restrict__ near,
    const px_index near_n0,
    const px_index near_n1,
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
  __shared__ __attribute__((aligned(16))) double scratch[2368];
  const px_index px_league_rank = blockIdx.x;
  const px_index px_team_rank = threadIdx.y;
  const px_index px_lane_rank = threadIdx.x;
  const px_index t4 = (px_index)ntiles;
  const px_index t12 = geometry_n1 * 64;
  const px_index t13 = geometry_n2 * t12;
  const px_index t17 = near_n1 * 64;
  const px_index t21 = c_n1 * 64;
  const px_index t33 = sums_n1 * 64;
  const int t36 = first[0];
  const px_index t37 = (px_index)t36;
  const px_index t38 = px_league_rank + t37;
  const bool t39 = t38 >= t4;
  const bool t40 = !t39;
  if (t40) {
    const double* const p44 = geometry + (long long)px_league_rank * t13;
    const int* const p47 = near + (long long)px_league_rank * t17;
    const double* const p50 = c + (long long)px_league_rank * t21;
    double* const p53 = sums + (long long)t38 * t33;
    const int t57 = npairs[px_league_rank];
    const px_index t58 = (px_index)t57;
    #pragma unroll 1
    for (px_index i62 = px_team_rank; i62 < 9; i62 += 2) {
      const px_index t65 = i62 * 64;
      const px_index t66 = px_lane_rank + t65;
      p53[t66] = 0.0;
    }
    const px_index t74 = px_lane_rank + 192;
    const px_index t80 = px_lane_rank + 256;
    const px_index t85 = px_lane_rank + 128;
    const px_index t90 = px_lane_rank + 64;
    const px_index t157 = px_lane_rank + 1536;
    const px_index t390 = px_lane_rank + 1792;
    const px_index t440 = px_lane_rank + 192;
    const px_index t444 = px_lane_rank + 256;
    const px_index t447 = px_lane_rank + 128;
    const px_index t452 = px_lane_rank + 64;
    const px_index t616 = px_lane_rank + 384;
    const px_index t621 = px_lane_rank + 448;
    const px_index t628 = px_lane_rank + 512;
    const px_index t668 = px_lane_rank + 64;
    const px_index t670 = px_lane_rank + 128;
    const px_index t672 = px_lane_rank + 192;
    const px_index t674 = px_lane_rank + 256;
    const px_index t677 = px_lane_rank + 320;
    const px_index t679 = px_lane_rank + 384;
    const px_index t681 = px_lane_rank + 448;
    const px_index t683 = px_lane_rank + 512;
    const px_index t695 = px_lane_rank + 576;
    #pragma unroll 1
    for (px_index i67 = 0; i67 < t58; ++i67) {
      const px_index t68 = t58 - i67;
      const px_index t69 = t68 < 1 ? t68 : 1;
      #pragma unroll 1
      for (px_index i70 = px_team_rank; i70 < t69; i70 += 2) {
        const px_index t71 = i67 + i70;
        const px_index t75 = t12 * t71;
        const px_index t76 = t74 + t75;
        const double t77 = p44[t76];
        const px_index t81 = t75 + t80;
        const double t82 = p44[t81];
        const px_index t86 = t75 + t85;
        const double t87 = p44[t86];
        const double t88 = t87 * t77;
        const double t89 = -t88;
        const px_index t91 = t75 + t90;
        const double t92 = p44[t91];
        const double t93 = t92 * t77;
        const px_index t94 = px_lane_rank + t75;
        const double t95 = p44[t94];
        const double t96 = t95 * t77;
        const double t97 = -t96;
        double v99 = 1.0;
        double v100 = 0.0;
        const px_index t101 = i70 * 2368;
        const px_index t102 = px_lane_rank + t101;
        scratch[t102] = 1.0;
        #pragma unroll 1
        for (px_index i104 = 1; i104 < 5; ++i104) {
          const double t105 = v99;
          const double t106 = v100;
          const double t107 = t105 * t82;
          const double t108 = fma(-t106, t89, t107);
          const double t109 = t105 * t89;
          const double t110 = fma(t106, t82, t109);
          v99 = t108;
          v100 = t110;
          const double t111 = v99;
          const px_index t112 = i104 * 2;
          const px_index t114 = t112 + (-1);
          const px_index t115 = t114 * 64;
          const px_index t116 = px_lane_rank + t115;
          const px_index t117 = t101 + t116;
          scratch[t117] = t111;
          const double t118 = v100;
          const px_index t119 = i104 * 128;
          const px_index t120 = px_lane_rank + t119;
          const px_index t121 = t101 + t120;
          scratch[t121] = t118;
        }
        const double t122 = t82 * t82;
        const double t123 = fma(t89, t89, t122);
        const double t125 = fma(t123, 2.0, -1.0);
        double v126 = t125;
        double v127 = 1.0;
        #pragma unroll 1
        for (px_index i128 = 0; i128 < 3; ++i128) {
          const double t129 = v127;
          const px_index t131 = i128 + 25;
          const px_index t132 = t131 * 64;
          const px_index t133 = px_lane_rank + t132;
          const px_index t134 = t101 + t133;
          scratch[t134] = t129;
          const double t135 = v126;
          const double t136 = t125 * 2.0;
          const double t137 = v127;
          const double t138 = fma(t136, t137, -t135);
          const double t139 = v127;
          v126 = t139;
          v127 = t138;
        }
        double* p735 = scratch + (px_lane_rank + i70 * 2368);
        #pragma unroll 1
        for (px_index i140 = 0; i140 < 3; ++i140) {
          const double t145 = p735[1600];
          const px_index t146 = i140 * 2;
          const px_index t147 = t146 + 1;
          const px_index t148 = i140 * t147;
          const px_index t149 = t148 + 9;
          const px_index t150 = t149 * 64;
          const px_index t151 = px_lane_rank + t150;
          const px_index t152 = t101 + t151;
          scratch[t152] = t145;
          p735 += 64;
        }
        const px_index t158 = t101 + t157;
        scratch[t158] = 0.0;
        double v159 = 1.0;
        double v160 = 0.0;
        #pragma unroll 1
        for (px_index i161 = 1; i161 < 5; ++i161) {
          const double t162 = v159;
          const double t163 = v160;
          const double t164 = t162 * t93;
          const double t165 = fma(-t163, t97, t164);
          const double t166 = t162 * t97;
          const double t167 = fma(t163, t93, t166);
          v159 = t165;
          v160 = t167;
          const px_index t168 = i161 + 1;
          const px_index t169 = i161 * t168;
          const px_index t170 = t169 / 2;
          const px_index t171 = i161 + t170;
          const px_index t174 = t171 + 8;
          const px_index t175 = 4 - i161;
          const px_index t176 = t175 / 2;
          const px_index t177 = t176 + 1;
          const px_index t184 = i161 * 2;
          double* p737 = scratch + (px_lane_rank + i70 * 2368);
          #pragma unroll 1
          for (px_index i178 = 0; i178 < t177; ++i178) {
            const double t183 = p737[1600];
            const px_index t185 = i178 * 2;
            const px_index t186 = t184 + t185;
            const px_index t187 = t186 + 1;
            const px_index t188 = i178 * t187;
            const px_index t189 = t174 + t188;
            const double t190 = v159;
            const double t191 = t190 * t183;
            const px_index t192 = t189 * 64;
            const px_index t193 = px_lane_rank + t192;
            const px_index t194 = t101 + t193;
            scratch[t194] = t191;
            const double t195 = v160;
            const double t196 = t195 * t183;
            const px_index t197 = t189 + 1;
            const px_index t198 = t197 * 64;
            const px_index t199 = px_lane_rank + t198;
            const px_index t200 = t101 + t199;
            scratch[t200] = t196;
            p737 += 64;
          }
        }
      }
      __syncthreads();
      const int4* p749 = rows + (px_team_rank);
      #pragma unroll 1
      for (px_index i201 = px_team_rank; i201 < 5; i201 += 2) {
        const int4 t202 = p749[0];
        const px_index t208 = (px_index)t202.z;
        const bool t211 = i201 == 0;
        if (t211) {
          double v212 = 0.0;
          double* p739 = scratch + (px_lane_rank);
          const double* p741 = p50 + (px_lane_rank + t202.x * 64);
          #pragma unroll 1
          for (px_index i213 = 0; i213 < t208; ++i213) {
            double v214 = 0.0;
            const double t218 = p739[576];
            v214 = t218;
            const double t222 = p741[0];
            const double t223 = v212;
            const double t224 = v214;
            const double t225 = fma(t222, t224, t223);
            v212 = t225;
            p739 += 64;
            p741 += 64;
          }
          const px_index t227 = i201 * 2;
          const px_index t228 = t227 + 28;
          const double t229 = v212;
          const px_index t230 = t228 * 64;
          const px_index t231 = px_lane_rank + t230;
          scratch[t231] = t229;
        } else {
          double v232 = 0.0;
          double v233 = 0.0;
          double* p743 = scratch + (px_lane_rank);
          const double* p745 = p50 + (px_lane_rank + t202.x * 64);
          const double* p747 = p50 + (px_lane_rank + t202.y * 64);
          #pragma unroll 1
          for (px_index i234 = 0; i234 < t208; ++i234) {
            double v235 = 0.0;
            const double t239 = p743[576];
            v235 = t239;
            const double t243 = p745[0];
            const double t244 = v232;
            const double t245 = v235;
            const double t246 = fma(t243, t245, t244);
            v232 = t246;
            const double t250 = p747[0];
            const double t251 = v233;
            const double t252 = v235;
            const double t253 = fma(t250, t252, t251);
            v233 = t253;
            p743 += 64;
            p745 += 64;
            p747 += 64;
          }
          const px_index t255 = i201 * 2;
          const px_index t256 = t255 + 27;
          const double t257 = v232;
          const px_index t258 = t256 * 64;
          const px_index t259 = px_lane_rank + t258;
          scratch[t259] = t257;
          const double t260 = v233;
          const px_index t261 = t255 + 28;
          const px_index t262 = t261 * 64;
          const px_index t263 = px_lane_rank + t262;
          scratch[t263] = t260;
        }
        p749 += 2;
      }
      __syncthreads();
      const int4* p761 = groups + (px_team_rank);
      #pragma unroll 1
      for (px_index i264 = px_team_rank; i264 < groups_n0; i264 += 2) {
        const int4 t265 = p761[0];
        const px_index t267 = (px_index)t265.x;
        const px_index t269 = (px_index)t265.y;
        const px_index t271 = (px_index)t265.z;
        const bool t274 = t269 == 1;
        if (t274) {
          double v275 = 0.0;
          const px_index t276 = t267 * 64;
          const px_index t277 = px_lane_rank + t276;
          const double t278 = p50[t277];
          v275 = t278;
          const px_index t279 = t271 + 1;
          const int4* p751 = rows + (1);
          double* p753 = scratch + (px_lane_rank + 1 * 128);
          #pragma unroll 1
          for (px_index i280 = 1; i280 < t279; ++i280) {
            const int4 t281 = p751[0];
            const px_index t283 = (px_index)t281.x;
            const px_index t285 = (px_index)t281.y;
            double v290 = 0.0;
            const double t295 = p753[(-64)];
            v290 = t295;
            const px_index t296 = t267 + t283;
            const px_index t297 = t296 * 64;
            const px_index t298 = px_lane_rank + t297;
            const double t299 = p50[t298];
            const double t300 = v275;
            const double t301 = v290;
            const double t302 = fma(t299, t301, t300);
            v275 = t302;
            double v303 = 0.0;
            const double t307 = p753[0];
            v303 = t307;
            const px_index t308 = t267 + t285;
            const px_index t309 = t308 * 64;
            const px_index t310 = px_lane_rank + t309;
            const double t311 = p50[t310];
            const double t312 = v275;
            const double t313 = v303;
            const double t314 = fma(t311, t313, t312);
            v275 = t314;
            p751 += 1;
            p753 += 128;
          }
          const double t315 = v275;
          const px_index t316 = t267 + 9;
          const px_index t317 = t316 * 64;
          const px_index t318 = px_lane_rank + t317;
          scratch[t318] = t315;
        } else {
          double v319 = 0.0;
          double v320 = 0.0;
          const px_index t321 = t267 * 64;
          const px_index t322 = px_lane_rank + t321;
          const double t323 = p50[t322];
          v319 = t323;
          const px_index t324 = t267 + 1;
          const px_index t325 = t324 * 64;
          const px_index t326 = px_lane_rank + t325;
          const double t327 = p50[t326];
          v320 = t327;
          const px_index t328 = t271 + 1;
          const int4* p756 = rows + (1);
          double* p758 = scratch + (px_lane_rank + 1 * 128);
          #pragma unroll 1
          for (px_index i329 = 1; i329 < t328; ++i329) {
            const int4 t330 = p756[0];
            const px_index t332 = (px_index)t330.x;
            const px_index t334 = (px_index)t330.y;
            double v339 = 0.0;
            const double t344 = p758[(-64)];
            v339 = t344;
            const px_index t345 = t267 + t332;
            const px_index t346 = t345 * 64;
            const px_index t347 = px_lane_rank + t346;
            const double t348 = p50[t347];
            const double t349 = v319;
            const double t350 = v339;
            const double t351 = fma(t348, t350, t349);
            v319 = t351;
            const px_index t352 = t345 + 1;
            const px_index t353 = t352 * 64;
            const px_index t354 = px_lane_rank + t353;
            const double t355 = p50[t354];
            const double t356 = v320;
            const double t357 = v339;
            const double t358 = fma(t355, t357, t356);
            v320 = t358;
            double v359 = 0.0;
            const double t363 = p758[0];
            v359 = t363;
            const px_index t364 = t267 + t334;
            const px_index t365 = t364 * 64;
            const px_index t366 = px_lane_rank + t365;
            const double t367 = p50[t366];
            const double t368 = v319;
            const double t369 = v359;
            const double t370 = fma(t367, t369, t368);
            v319 = t370;
            const px_index t371 = t364 + 1;
            const px_index t372 = t371 * 64;
            const px_index t373 = px_lane_rank + t372;
            const double t374 = p50[t373];
            const double t375 = v320;
            const double t376 = v359;
            const double t377 = fma(t374, t376, t375);
            v320 = t377;
            p756 += 1;
            p758 += 128;
          }
          const double t378 = v319;
          const px_index t379 = t267 + 9;
          const px_index t380 = t379 * 64;
          const px_index t381 = px_lane_rank + t380;
          scratch[t381] = t378;
          const double t382 = v320;
          const px_index t384 = t267 + 10;
          const px_index t385 = t384 * 64;
          const px_index t386 = px_lane_rank + t385;
          scratch[t386] = t382;
        }
        p761 += 2;
      }
      __syncthreads();
      const int* p775 = p47 + (px_lane_rank + i67 * 64 + px_team_rank * 64);
      #pragma unroll 1
      for (px_index i387 = px_team_rank; i387 < t69; i387 += 2) {
        const px_index t388 = i67 + i387;
        const px_index t391 = i387 * 2368;
        const px_index t392 = t390 + t391;
        const double t393 = scratch[t392];
        double v394 = t393;
        double v395 = 0.0;
        double v396 = 0.0;
        double v397 = 1.0;
        double v398 = 0.0;
        double* p763 = scratch + (px_lane_rank + i387 * 2368 + 1 * 128);
        #pragma unroll 1
        for (px_index i399 = 1; i399 < 5; ++i399) {
          const double t405 = p763[(-64)];
          const double t409 = p763[0];
          const double t414 = p763[1728];
          const double t419 = p763[1792];
          const double t420 = t405 * t414;
          const double t421 = fma(t409, t419, t420);
          const double t422 = (double)i399;
          const double t423 = t414 * t422;
          const double t424 = t419 * t422;
          const double t425 = v397;
          const double t426 = v398;
          const double t427 = t423 * t425;
          const double t428 = fma(t424, t426, t427);
          const double t429 = t424 * t425;
          const double t430 = fma(-t423, t426, t429);
          const double t431 = v394;
          const double t432 = t431 + t421;
          v394 = t432;
          const double t433 = v395;
          const double t434 = v396;
          const double t435 = t433 + t428;
          const double t436 = t434 + t430;
          v395 = t435;
          v396 = t436;
          v397 = t405;
          v398 = t409;
          p763 += 128;
        }
        const double t437 = v394;
        const double t438 = v395;
        const double t439 = v396;
        const px_index t441 = t12 * t388;
        const px_index t442 = t440 + t441;
        const double t443 = p44[t442];
        const px_index t445 = t441 + t444;
        const double t446 = p44[t445];
        const px_index t448 = t441 + t447;
        const double t449 = p44[t448];
        const double t450 = t449 * t443;
        const double t451 = -t450;
        const px_index t453 = t441 + t452;
        const double t454 = p44[t453];
        const double t455 = t454 * t443;
        const px_index t456 = px_lane_rank + t441;
        const double t457 = p44[t456];
        const double t458 = t457 * t443;
        const double t459 = -t458;
        double v460 = 1.0;
        double v461 = 0.0;
        scratch[t392] = 1.0;
        #pragma unroll 1
        for (px_index i462 = 1; i462 < 5; ++i462) {
          const double t463 = v460;
          const double t464 = v461;
          const double t465 = t463 * t455;
          const double t466 = fma(-t464, t459, t465);
          const double t467 = t463 * t459;
          const double t468 = fma(t464, t455, t467);
          v460 = t466;
          v461 = t468;
          const double t469 = v460;
          const px_index t470 = i462 * 2;
          const px_index t471 = t470 + 28;
          const px_index t472 = t470 + 27;
          const px_index t473 = t472 * 64;
          const px_index t474 = px_lane_rank + t473;
          const px_index t475 = t391 + t474;
          scratch[t475] = t469;
          const double t476 = v461;
          const px_index t477 = t471 * 64;
          const px_index t478 = px_lane_rank + t477;
          const px_index t479 = t391 + t478;
          scratch[t479] = t476;
        }
        const double t480 = t446 * t446;
        const double t481 = fma(t451, t451, t480);
        const double t483 = fma(t481, 4.0, -2.0);
        double v484 = 0.0;
        double v485 = 0.0;
        double* p768 = scratch + (px_lane_rank + i387 * 2368);
        #pragma unroll 1
        for (px_index i486 = 0; i486 < 3; ++i486) {
          const double t487 = v485;
          const px_index t488 = i486 * 64;
          const px_index t489 = px_lane_rank + t488;
          const px_index t490 = t391 + t489;
          scratch[t490] = t487;
          const double t495 = p768[1600];
          double v496 = t495;
          const bool t497 = i486 > 0;
          if (t497) {
            const double t498 = v496;
            const double t499 = t498 * 2.0;
            v496 = t499;
          }
          const double t500 = v484;
          const double t501 = v485;
          const double t502 = fma(t483, t501, -t500);
          const double t503 = v496;
          const double t504 = t502 + t503;
          const double t505 = v485;
          v484 = t505;
          v485 = t504;
          p768 += 64;
        }
        double v506 = 0.0;
        double* p770 = scratch + (px_lane_rank + i387 * 2368);
        #pragma unroll 1
        for (px_index i507 = 0; i507 < 3; ++i507) {
          const double t508 = v506;
          const px_index t509 = i507 * 2;
          const px_index t510 = t509 + 1;
          const px_index t511 = i507 * t510;
          const px_index t512 = t511 + 9;
          const px_index t513 = t512 * 64;
          const px_index t514 = px_lane_rank + t513;
          const px_index t515 = t391 + t514;
          const double t516 = scratch[t515];
          const double t520 = p770[0];
          const double t521 = fma(t516, t520, t508);
          v506 = t521;
          p770 += 64;
        }
        double v522 = 0.0;
        double v523 = 0.0;
        double v524 = 1.0;
        double v525 = 0.0;
        #pragma unroll 1
        for (px_index i526 = 1; i526 < 5; ++i526) {
          const px_index t527 = i526 * 2;
          const px_index t528 = t527 + 27;
          const px_index t529 = t528 * 64;
          const px_index t530 = px_lane_rank + t529;
          const px_index t531 = t391 + t530;
          const double t532 = scratch[t531];
          const px_index t533 = t527 + 28;
          const px_index t534 = t533 * 64;
          const px_index t535 = px_lane_rank + t534;
          const px_index t536 = t391 + t535;
          const double t537 = scratch[t536];
          double v538 = 0.0;
          double v539 = 0.0;
          double v540 = 0.0;
          const px_index t541 = i526 + 1;
          const px_index t542 = i526 * t541;
          const px_index t543 = t542 / 2;
          const px_index t544 = i526 + t543;
          const px_index t545 = t544 + 8;
          const px_index t546 = 4 - i526;
          const px_index t547 = t546 / 2;
          const px_index t548 = t547 + 1;
          double* p772 = scratch + (px_lane_rank + i387 * 2368);
          #pragma unroll 1
          for (px_index i549 = 0; i549 < t548; ++i549) {
            const px_index t550 = i549 * 2;
            const px_index t551 = t527 + t550;
            const px_index t552 = t551 + 1;
            const px_index t553 = i549 * t552;
            const px_index t554 = t545 + t553;
            const px_index t555 = t554 * 64;
            const px_index t556 = px_lane_rank + t555;
            const px_index t557 = t391 + t556;
            const double t558 = scratch[t557];
            const px_index t559 = t554 + 1;
            const px_index t560 = t559 * 64;
            const px_index t561 = px_lane_rank + t560;
            const px_index t562 = t391 + t561;
            const double t563 = scratch[t562];
            const double t568 = p772[1600];
            const double t569 = v538;
            const double t570 = fma(t558, t568, t569);
            v538 = t570;
            const double t571 = v539;
            const double t572 = fma(t563, t568, t571);
            v539 = t572;
            const double t573 = v540;
            const double t574 = t558 * t532;
            const double t575 = fma(t563, t537, t574);
            const double t579 = p772[0];
            const double t580 = fma(t575, t579, t573);
            v540 = t580;
            p772 += 64;
          }
          const double t581 = (double)i526;
          const double t582 = v538;
          const double t583 = v539;
          const double t584 = t582 * t581;
          const double t585 = t583 * t581;
          const double t586 = v524;
          const double t587 = v525;
          const double t588 = t584 * t586;
          const double t589 = fma(t585, t587, t588);
          const double t590 = t585 * t586;
          const double t591 = fma(-t584, t587, t590);
          const double t592 = v506;
          const double t593 = v540;
          const double t594 = t592 + t593;
          v506 = t594;
          const double t595 = v522;
          const double t596 = v523;
          const double t597 = t595 + t589;
          const double t598 = t596 + t591;
          v522 = t597;
          v523 = t598;
          v524 = t532;
          v525 = t537;
        }
        const double t599 = v522;
        const double t600 = v523;
        const double t601 = v506;
        const double t602 = p44[t442];
        const double t603 = p44[t445];
        const double t604 = p44[t456];
        const double t605 = p44[t453];
        const double t606 = p44[t448];
        const double t607 = t601 * 4.0;
        const double t608 = fma(t607, t603, t438);
        const double t609 = t606 * t602;
        const double t610 = fma(-t607, t609, t439);
        const double t611 = t605 * t599;
        const double t612 = fma(-t604, t600, t611);
        const double t613 = fma(-t606, t610, t612);
        const px_index t617 = t441 + t616;
        const double t618 = p44[t617];
        const px_index t622 = t441 + t621;
        const double t623 = p44[t622];
        const double t624 = t603 * t613;
        const double t625 = fma(-t602, t608, t624);
        const double t626 = t623 * t625;
        const px_index t629 = t441 + t628;
        const double t630 = p44[t629];
        const double t631 = fma(t630, t437, t626);
        const double t632 = fma(-t618, t613, t631);
        const double t633 = t632 * t604;
        const double t634 = fma(-t618, t600, t633);
        const double t635 = t632 * t605;
        const double t636 = fma(t618, t599, t635);
        const double t637 = t632 * t606;
        const double t638 = fma(-t618, t610, t637);
        const int t641 = p775[0];
        const px_index t642 = px_lane_rank + t391;
        scratch[t642] = t634;
        const px_index t643 = t391 + t452;
        scratch[t643] = t636;
        const px_index t644 = t391 + t447;
        scratch[t644] = t638;
        const bool t646 = t641 >= 0;
        if (t646) {
          const px_index t647 = t38 * 64;
          const px_index t648 = px_lane_rank + t647;
          const int t649 = (int)t648;
          const int t650 = (int)near_n1;
          const int t651 = (int)((unsigned int)t649 * (unsigned int)t650);
          const int t652 = (int)((unsigned int)t641 + (unsigned int)t651);
          const px_index t653 = (px_index)t652;
          const px_index t654 = dedr_n0 * t653;
          dedr[t654] = t634;
          const px_index t655 = t654 + 1;
          dedr[t655] = t636;
          const px_index t656 = t654 + 2;
          dedr[t656] = t638;
        }
        p775 += 128;
      }
      __syncthreads();
      #pragma unroll 1
      for (px_index i657 = px_team_rank; i657 < 1; i657 += 2) {
        double v658 = 0.0;
        double v659 = 0.0;
        double v660 = 0.0;
        double v661 = 0.0;
        double v662 = 0.0;
        double v663 = 0.0;
        double v664 = 0.0;
        double v665 = 0.0;
        double v666 = 0.0;
        const double t667 = p53[px_lane_rank];
        v658 = t667;
        const double t669 = p53[t668];
        v659 = t669;
        const double t671 = p53[t670];
        v660 = t671;
        const double t673 = p53[t672];
        v661 = t673;
        const double t675 = p53[t674];
        v662 = t675;
        const double t678 = p53[t677];
        v663 = t678;
        const double t680 = p53[t679];
        v664 = t680;
        const double t682 = p53[t681];
        v665 = t682;
        const double t684 = p53[t683];
        v666 = t684;
        double* p777 = scratch + (px_lane_rank);
        #pragma unroll 1
        for (px_index i685 = 0; i685 < t69; ++i685) {
          const double t688 = p777[0];
          const double t690 = p777[64];
          const double t692 = p777[128];
          const px_index t693 = i67 + i685;
          const px_index t696 = t12 * t693;
          const px_index t697 = t695 + t696;
          const double t698 = p44[t697];
          const px_index t699 = px_lane_rank + t696;
          const double t700 = p44[t699];
          const double t701 = t698 * t700;
          const px_index t702 = t668 + t696;
          const double t703 = p44[t702];
          const double t704 = t698 * t703;
          const px_index t705 = t670 + t696;
          const double t706 = p44[t705];
          const double t707 = t698 * t706;
          const double t708 = v658;
          const double t709 = t708 + t688;
          v658 = t709;
          const double t710 = v659;
          const double t711 = t710 + t690;
          v659 = t711;
          const double t712 = v660;
          const double t713 = t712 + t692;
          v660 = t713;
          const double t714 = v661;
          const double t715 = fma(-t701, t688, t714);
          v661 = t715;
          const double t716 = v662;
          const double t717 = fma(-t704, t690, t716);
          v662 = t717;
          const double t718 = v663;
          const double t719 = fma(-t707, t692, t718);
          v663 = t719;
          const double t720 = v664;
          const double t721 = fma(-t701, t690, t720);
          v664 = t721;
          const double t722 = v665;
          const double t723 = fma(-t701, t692, t722);
          v665 = t723;
          const double t724 = v666;
          const double t725 = fma(-t704, t692, t724);
          v666 = t725;
          p777 += 2368;
        }
        const double t726 = v658;
        p53[px_lane_rank] = t726;
        const double t727 = v659;
        p53[t668] = t727;
        const double t728 = v660;
        p53[t670] = t728;
        const double t729 = v661;
        p53[t672] = t729;
        const double t730 = v662;
        p53[t674] = t730;
        const double t731 = v663;
        p53[t677] = t731;
        const double t732 = v664;
        p53[t679] = t732;
        const double t733 = v665;
        p53[t681] = t733;
        const double t734 = v666;
        p53[t683] = t734;
      }
      __syncthreads();
    }
  }
}
