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
  const px_index t17 = c_n1 * 64;
  const px_index t29 = sums_n1 * 64;
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
    const int t51 = npairs[px_league_rank];
    const px_index t52 = (px_index)t51;
    #pragma unroll 1
    for (px_index i56 = px_team_rank; i56 < 9; i56 += 2) {
      const px_index t59 = i56 * 64;
      const px_index t60 = px_lane_rank + t59;
      p47[t60] = 0.0;
    }
    const px_index t68 = px_lane_rank + 192;
    const px_index t74 = px_lane_rank + 256;
    const px_index t79 = px_lane_rank + 128;
    const px_index t84 = px_lane_rank + 64;
    const px_index t151 = px_lane_rank + 1536;
    const px_index t387 = px_lane_rank + 1792;
    const px_index t437 = px_lane_rank + 192;
    const px_index t441 = px_lane_rank + 256;
    const px_index t444 = px_lane_rank + 128;
    const px_index t449 = px_lane_rank + 64;
    const px_index t613 = px_lane_rank + 384;
    const px_index t618 = px_lane_rank + 448;
    const px_index t625 = px_lane_rank + 512;
    const px_index t654 = px_lane_rank + 64;
    const px_index t656 = px_lane_rank + 128;
    const px_index t658 = px_lane_rank + 192;
    const px_index t660 = px_lane_rank + 256;
    const px_index t663 = px_lane_rank + 320;
    const px_index t665 = px_lane_rank + 384;
    const px_index t667 = px_lane_rank + 448;
    const px_index t669 = px_lane_rank + 512;
    const px_index t681 = px_lane_rank + 576;
    #pragma unroll 1
    for (px_index i61 = 0; i61 < t52; ++i61) {
      const px_index t62 = t52 - i61;
      const px_index t63 = t62 < 1 ? t62 : 1;
      #pragma unroll 1
      for (px_index i64 = px_team_rank; i64 < t63; i64 += 2) {
        const px_index t65 = i61 + i64;
        const px_index t69 = t12 * t65;
        const px_index t70 = t68 + t69;
        const double t71 = p40[t70];
        const px_index t75 = t69 + t74;
        const double t76 = p40[t75];
        const px_index t80 = t69 + t79;
        const double t81 = p40[t80];
        const double t82 = t81 * t71;
        const double t83 = -t82;
        const px_index t85 = t69 + t84;
        const double t86 = p40[t85];
        const double t87 = t86 * t71;
        const px_index t88 = px_lane_rank + t69;
        const double t89 = p40[t88];
        const double t90 = t89 * t71;
        const double t91 = -t90;
        double v93 = 1.0;
        double v94 = 0.0;
        const px_index t95 = i64 * 2368;
        const px_index t96 = px_lane_rank + t95;
        scratch[t96] = 1.0;
        #pragma unroll 1
        for (px_index i98 = 1; i98 < 5; ++i98) {
          const double t99 = v93;
          const double t100 = v94;
          const double t101 = t99 * t76;
          const double t102 = fma(-t100, t83, t101);
          const double t103 = t99 * t83;
          const double t104 = fma(t100, t76, t103);
          v93 = t102;
          v94 = t104;
          const double t105 = v93;
          const px_index t106 = i98 * 2;
          const px_index t108 = t106 + (-1);
          const px_index t109 = t108 * 64;
          const px_index t110 = px_lane_rank + t109;
          const px_index t111 = t95 + t110;
          scratch[t111] = t105;
          const double t112 = v94;
          const px_index t113 = i98 * 128;
          const px_index t114 = px_lane_rank + t113;
          const px_index t115 = t95 + t114;
          scratch[t115] = t112;
        }
        const double t116 = t76 * t76;
        const double t117 = fma(t83, t83, t116);
        const double t119 = fma(t117, 2.0, -1.0);
        double v120 = t119;
        double v121 = 1.0;
        #pragma unroll 1
        for (px_index i122 = 0; i122 < 3; ++i122) {
          const double t123 = v121;
          const px_index t125 = i122 + 25;
          const px_index t126 = t125 * 64;
          const px_index t127 = px_lane_rank + t126;
          const px_index t128 = t95 + t127;
          scratch[t128] = t123;
          const double t129 = v120;
          const double t130 = t119 * 2.0;
          const double t131 = v121;
          const double t132 = fma(t130, t131, -t129);
          const double t133 = v121;
          v120 = t133;
          v121 = t132;
        }
        double* p721 = scratch + (px_lane_rank + i64 * 2368);
        #pragma unroll 1
        for (px_index i134 = 0; i134 < 3; ++i134) {
          const double t139 = p721[1600];
          const px_index t140 = i134 * 2;
          const px_index t141 = t140 + 1;
          const px_index t142 = i134 * t141;
          const px_index t143 = t142 + 9;
          const px_index t144 = t143 * 64;
          const px_index t145 = px_lane_rank + t144;
          const px_index t146 = t95 + t145;
          scratch[t146] = t139;
          p721 += 64;
        }
        const px_index t152 = t95 + t151;
        scratch[t152] = 0.0;
        double v153 = 1.0;
        double v154 = 0.0;
        #pragma unroll 1
        for (px_index i155 = 1; i155 < 5; ++i155) {
          const double t156 = v153;
          const double t157 = v154;
          const double t158 = t156 * t87;
          const double t159 = fma(-t157, t91, t158);
          const double t160 = t156 * t91;
          const double t161 = fma(t157, t87, t160);
          v153 = t159;
          v154 = t161;
          const px_index t162 = i155 + 1;
          const px_index t163 = i155 * t162;
          const px_index t164 = t163 / 2;
          const px_index t165 = i155 + t164;
          const px_index t168 = t165 + 8;
          const px_index t169 = 4 - i155;
          const px_index t170 = t169 / 2;
          const px_index t171 = t170 + 1;
          const px_index t178 = i155 * 2;
          double* p723 = scratch + (px_lane_rank + i64 * 2368);
          #pragma unroll 1
          for (px_index i172 = 0; i172 < t171; ++i172) {
            const double t177 = p723[1600];
            const px_index t179 = i172 * 2;
            const px_index t180 = t178 + t179;
            const px_index t181 = t180 + 1;
            const px_index t182 = i172 * t181;
            const px_index t183 = t168 + t182;
            const double t184 = v153;
            const double t185 = t184 * t177;
            const px_index t186 = t183 * 64;
            const px_index t187 = px_lane_rank + t186;
            const px_index t188 = t95 + t187;
            scratch[t188] = t185;
            const double t189 = v154;
            const double t190 = t189 * t177;
            const px_index t191 = t183 + 1;
            const px_index t192 = t191 * 64;
            const px_index t193 = px_lane_rank + t192;
            const px_index t194 = t95 + t193;
            scratch[t194] = t190;
            p723 += 64;
          }
        }
      }
      __syncthreads();
      const int4* p735 = rows + (px_team_rank);
      #pragma unroll 1
      for (px_index i195 = px_team_rank; i195 < 5; i195 += 2) {
        const int4 t196 = p735[0];
        const px_index t202 = (px_index)t196.z;
        const bool t205 = i195 == 0;
        if (t205) {
          double v206 = 0.0;
          double* p725 = scratch + (px_lane_rank);
          const double* p727 = p43 + (px_lane_rank + t196.x * 64);
          #pragma unroll 1
          for (px_index i207 = 0; i207 < t202; ++i207) {
            double v208 = 0.0;
            const double t212 = p725[576];
            v208 = t212;
            const double t216 = p727[0];
            const double t217 = v206;
            const double t218 = v208;
            const double t219 = fma(t216, t218, t217);
            v206 = t219;
            p725 += 64;
            p727 += 64;
          }
          const px_index t221 = i195 * 2;
          const px_index t222 = t221 + 28;
          const double t223 = v206;
          const px_index t224 = t222 * 64;
          const px_index t225 = px_lane_rank + t224;
          scratch[t225] = t223;
        } else {
          double v226 = 0.0;
          double v227 = 0.0;
          double* p729 = scratch + (px_lane_rank);
          const double* p731 = p43 + (px_lane_rank + t196.x * 64);
          const double* p733 = p43 + (px_lane_rank + t196.y * 64);
          #pragma unroll 1
          for (px_index i228 = 0; i228 < t202; ++i228) {
            double v229 = 0.0;
            const double t233 = p729[576];
            v229 = t233;
            const double t237 = p731[0];
            const double t238 = v226;
            const double t239 = v229;
            const double t240 = fma(t237, t239, t238);
            v226 = t240;
            const double t244 = p733[0];
            const double t245 = v227;
            const double t246 = v229;
            const double t247 = fma(t244, t246, t245);
            v227 = t247;
            p729 += 64;
            p731 += 64;
            p733 += 64;
          }
          const px_index t249 = i195 * 2;
          const px_index t250 = t249 + 27;
          const double t251 = v226;
          const px_index t252 = t250 * 64;
          const px_index t253 = px_lane_rank + t252;
          scratch[t253] = t251;
          const double t254 = v227;
          const px_index t255 = t249 + 28;
          const px_index t256 = t255 * 64;
          const px_index t257 = px_lane_rank + t256;
          scratch[t257] = t254;
        }
        p735 += 2;
      }
      __syncthreads();
      const int4* p747 = groups + (px_team_rank);
      #pragma unroll 1
      for (px_index i258 = px_team_rank; i258 < groups_n0; i258 += 2) {
        const int4 t259 = p747[0];
        const px_index t261 = (px_index)t259.x;
        const px_index t263 = (px_index)t259.y;
        const px_index t265 = (px_index)t259.z;
        const bool t268 = t263 == 1;
        if (t268) {
          double v269 = 0.0;
          const px_index t270 = t261 * 64;
          const px_index t271 = px_lane_rank + t270;
          const double t272 = p43[t271];
          v269 = t272;
          const px_index t273 = t265 + 1;
          const int4* p737 = rows + (1);
          double* p739 = scratch + (px_lane_rank + 1 * 128);
          #pragma unroll 1
          for (px_index i274 = 1; i274 < t273; ++i274) {
            const int4 t275 = p737[0];
            const px_index t277 = (px_index)t275.x;
            const px_index t279 = (px_index)t275.y;
            double v284 = 0.0;
            const double t289 = p739[(-64)];
            v284 = t289;
            const px_index t290 = t261 + t277;
            const px_index t291 = t290 * 64;
            const px_index t292 = px_lane_rank + t291;
            const double t293 = p43[t292];
            const double t294 = v269;
            const double t295 = v284;
            const double t296 = fma(t293, t295, t294);
            v269 = t296;
            double v297 = 0.0;
            const double t301 = p739[0];
            v297 = t301;
            const px_index t302 = t261 + t279;
            const px_index t303 = t302 * 64;
            const px_index t304 = px_lane_rank + t303;
            const double t305 = p43[t304];
            const double t306 = v269;
            const double t307 = v297;
            const double t308 = fma(t305, t307, t306);
            v269 = t308;
            p737 += 1;
            p739 += 128;
          }
          const double t309 = v269;
          const px_index t310 = t261 + 9;
          const px_index t311 = t310 * 64;
          const px_index t312 = px_lane_rank + t311;
          scratch[t312] = t309;
        } else {
          double v313 = 0.0;
          double v314 = 0.0;
          const px_index t315 = t261 * 64;
          const px_index t316 = px_lane_rank + t315;
          const double t317 = p43[t316];
          v313 = t317;
          const px_index t318 = t261 + 1;
          const px_index t319 = t318 * 64;
          const px_index t320 = px_lane_rank + t319;
          const double t321 = p43[t320];
          v314 = t321;
          const px_index t322 = t265 + 1;
          const int4* p742 = rows + (1);
          double* p744 = scratch + (px_lane_rank + 1 * 128);
          #pragma unroll 1
          for (px_index i323 = 1; i323 < t322; ++i323) {
            const int4 t324 = p742[0];
            const px_index t326 = (px_index)t324.x;
            const px_index t328 = (px_index)t324.y;
            double v333 = 0.0;
            const double t338 = p744[(-64)];
            v333 = t338;
            const px_index t339 = t261 + t326;
            const px_index t340 = t339 * 64;
            const px_index t341 = px_lane_rank + t340;
            const double t342 = p43[t341];
            const double t343 = v313;
            const double t344 = v333;
            const double t345 = fma(t342, t344, t343);
            v313 = t345;
            const px_index t346 = t339 + 1;
            const px_index t347 = t346 * 64;
            const px_index t348 = px_lane_rank + t347;
            const double t349 = p43[t348];
            const double t350 = v314;
            const double t351 = v333;
            const double t352 = fma(t349, t351, t350);
            v314 = t352;
            double v353 = 0.0;
            const double t357 = p744[0];
            v353 = t357;
            const px_index t358 = t261 + t328;
            const px_index t359 = t358 * 64;
            const px_index t360 = px_lane_rank + t359;
            const double t361 = p43[t360];
            const double t362 = v313;
            const double t363 = v353;
            const double t364 = fma(t361, t363, t362);
            v313 = t364;
            const px_index t365 = t358 + 1;
            const px_index t366 = t365 * 64;
            const px_index t367 = px_lane_rank + t366;
            const double t368 = p43[t367];
            const double t369 = v314;
            const double t370 = v353;
            const double t371 = fma(t368, t370, t369);
            v314 = t371;
            p742 += 1;
            p744 += 128;
          }
          const double t372 = v313;
          const px_index t373 = t261 + 9;
          const px_index t374 = t373 * 64;
          const px_index t375 = px_lane_rank + t374;
          scratch[t375] = t372;
          const double t376 = v314;
          const px_index t378 = t261 + 10;
          const px_index t379 = t378 * 64;
          const px_index t380 = px_lane_rank + t379;
          scratch[t380] = t376;
        }
        p747 += 2;
      }
      __syncthreads();
      const px_index t382 = t44 + i61;
      #pragma unroll 1
      for (px_index i381 = px_team_rank; i381 < t63; i381 += 2) {
        const px_index t383 = i381 + t382;
        const px_index t384 = t383 * 64;
        const px_index t385 = i61 + i381;
        const px_index t388 = i381 * 2368;
        const px_index t389 = t387 + t388;
        const double t390 = scratch[t389];
        double v391 = t390;
        double v392 = 0.0;
        double v393 = 0.0;
        double v394 = 1.0;
        double v395 = 0.0;
        double* p749 = scratch + (px_lane_rank + i381 * 2368 + 1 * 128);
        #pragma unroll 1
        for (px_index i396 = 1; i396 < 5; ++i396) {
          const double t402 = p749[(-64)];
          const double t406 = p749[0];
          const double t411 = p749[1728];
          const double t416 = p749[1792];
          const double t417 = t402 * t411;
          const double t418 = fma(t406, t416, t417);
          const double t419 = (double)i396;
          const double t420 = t411 * t419;
          const double t421 = t416 * t419;
          const double t422 = v394;
          const double t423 = v395;
          const double t424 = t420 * t422;
          const double t425 = fma(t421, t423, t424);
          const double t426 = t421 * t422;
          const double t427 = fma(-t420, t423, t426);
          const double t428 = v391;
          const double t429 = t428 + t418;
          v391 = t429;
          const double t430 = v392;
          const double t431 = v393;
          const double t432 = t430 + t425;
          const double t433 = t431 + t427;
          v392 = t432;
          v393 = t433;
          v394 = t402;
          v395 = t406;
          p749 += 128;
        }
        const double t434 = v391;
        const double t435 = v392;
        const double t436 = v393;
        const px_index t438 = t12 * t385;
        const px_index t439 = t437 + t438;
        const double t440 = p40[t439];
        const px_index t442 = t438 + t441;
        const double t443 = p40[t442];
        const px_index t445 = t438 + t444;
        const double t446 = p40[t445];
        const double t447 = t446 * t440;
        const double t448 = -t447;
        const px_index t450 = t438 + t449;
        const double t451 = p40[t450];
        const double t452 = t451 * t440;
        const px_index t453 = px_lane_rank + t438;
        const double t454 = p40[t453];
        const double t455 = t454 * t440;
        const double t456 = -t455;
        double v457 = 1.0;
        double v458 = 0.0;
        scratch[t389] = 1.0;
        #pragma unroll 1
        for (px_index i459 = 1; i459 < 5; ++i459) {
          const double t460 = v457;
          const double t461 = v458;
          const double t462 = t460 * t452;
          const double t463 = fma(-t461, t456, t462);
          const double t464 = t460 * t456;
          const double t465 = fma(t461, t452, t464);
          v457 = t463;
          v458 = t465;
          const double t466 = v457;
          const px_index t467 = i459 * 2;
          const px_index t468 = t467 + 28;
          const px_index t469 = t467 + 27;
          const px_index t470 = t469 * 64;
          const px_index t471 = px_lane_rank + t470;
          const px_index t472 = t388 + t471;
          scratch[t472] = t466;
          const double t473 = v458;
          const px_index t474 = t468 * 64;
          const px_index t475 = px_lane_rank + t474;
          const px_index t476 = t388 + t475;
          scratch[t476] = t473;
        }
        const double t477 = t443 * t443;
        const double t478 = fma(t448, t448, t477);
        const double t480 = fma(t478, 4.0, -2.0);
        double v481 = 0.0;
        double v482 = 0.0;
        double* p754 = scratch + (px_lane_rank + i381 * 2368);
        #pragma unroll 1
        for (px_index i483 = 0; i483 < 3; ++i483) {
          const double t484 = v482;
          const px_index t485 = i483 * 64;
          const px_index t486 = px_lane_rank + t485;
          const px_index t487 = t388 + t486;
          scratch[t487] = t484;
          const double t492 = p754[1600];
          double v493 = t492;
          const bool t494 = i483 > 0;
          if (t494) {
            const double t495 = v493;
            const double t496 = t495 * 2.0;
            v493 = t496;
          }
          const double t497 = v481;
          const double t498 = v482;
          const double t499 = fma(t480, t498, -t497);
          const double t500 = v493;
          const double t501 = t499 + t500;
          const double t502 = v482;
          v481 = t502;
          v482 = t501;
          p754 += 64;
        }
        double v503 = 0.0;
        double* p756 = scratch + (px_lane_rank + i381 * 2368);
        #pragma unroll 1
        for (px_index i504 = 0; i504 < 3; ++i504) {
          const double t505 = v503;
          const px_index t506 = i504 * 2;
          const px_index t507 = t506 + 1;
          const px_index t508 = i504 * t507;
          const px_index t509 = t508 + 9;
          const px_index t510 = t509 * 64;
          const px_index t511 = px_lane_rank + t510;
          const px_index t512 = t388 + t511;
          const double t513 = scratch[t512];
          const double t517 = p756[0];
          const double t518 = fma(t513, t517, t505);
          v503 = t518;
          p756 += 64;
        }
        double v519 = 0.0;
        double v520 = 0.0;
        double v521 = 1.0;
        double v522 = 0.0;
        #pragma unroll 1
        for (px_index i523 = 1; i523 < 5; ++i523) {
          const px_index t524 = i523 * 2;
          double* p768 = scratch + (px_lane_rank + i381 * 2368 + i523 * 128);
          const double t529 = p768[1728];
          const double t534 = p768[1792];
          double v535 = 0.0;
          double v536 = 0.0;
          double v537 = 0.0;
          const px_index t538 = i523 + 1;
          const px_index t539 = i523 * t538;
          const px_index t540 = t539 / 2;
          const px_index t543 = 4 - i523;
          const px_index t544 = t543 / 2;
          const px_index t545 = t544 + 1;
          double* p758 = scratch + (px_lane_rank + i381 * 2368);
          #pragma unroll 1
          for (px_index i546 = 0; i546 < t545; ++i546) {
            const px_index t547 = i546 * 2;
            const px_index t548 = t524 + t547;
            const px_index t549 = t548 + 1;
            const px_index t550 = i546 * t549;
            double* p765 = scratch + (px_lane_rank + i381 * 2368 + i523 * 64 + t540 * 64 + t550 * 64);
            const double t555 = p765[512];
            const double t560 = p765[576];
            const double t565 = p758[1600];
            const double t566 = v535;
            const double t567 = fma(t555, t565, t566);
            v535 = t567;
            const double t568 = v536;
            const double t569 = fma(t560, t565, t568);
            v536 = t569;
            const double t570 = v537;
            const double t571 = t555 * t529;
            const double t572 = fma(t560, t534, t571);
            const double t576 = p758[0];
            const double t577 = fma(t572, t576, t570);
            v537 = t577;
            p758 += 64;
          }
          const double t578 = (double)i523;
          const double t579 = v535;
          const double t580 = v536;
          const double t581 = t579 * t578;
          const double t582 = t580 * t578;
          const double t583 = v521;
          const double t584 = v522;
          const double t585 = t581 * t583;
          const double t586 = fma(t582, t584, t585);
          const double t587 = t582 * t583;
          const double t588 = fma(-t581, t584, t587);
          const double t589 = v503;
          const double t590 = v537;
          const double t591 = t589 + t590;
          v503 = t591;
          const double t592 = v519;
          const double t593 = v520;
          const double t594 = t592 + t586;
          const double t595 = t593 + t588;
          v519 = t594;
          v520 = t595;
          v521 = t529;
          v522 = t534;
        }
        const double t596 = v519;
        const double t597 = v520;
        const double t598 = v503;
        const double t599 = p40[t439];
        const double t600 = p40[t442];
        const double t601 = p40[t453];
        const double t602 = p40[t450];
        const double t603 = p40[t445];
        const double t604 = t598 * 4.0;
        const double t605 = fma(t604, t600, t435);
        const double t606 = t603 * t599;
        const double t607 = fma(-t604, t606, t436);
        const double t608 = t602 * t596;
        const double t609 = fma(-t601, t597, t608);
        const double t610 = fma(-t603, t607, t609);
        const px_index t614 = t438 + t613;
        const double t615 = p40[t614];
        const px_index t619 = t438 + t618;
        const double t620 = p40[t619];
        const double t621 = t600 * t610;
        const double t622 = fma(-t599, t605, t621);
        const double t623 = t620 * t622;
        const px_index t626 = t438 + t625;
        const double t627 = p40[t626];
        const double t628 = fma(t627, t434, t623);
        const double t629 = fma(-t615, t610, t628);
        const double t630 = t629 * t601;
        const double t631 = fma(-t615, t597, t630);
        const double t632 = t629 * t602;
        const double t633 = fma(t615, t596, t632);
        const double t634 = t629 * t603;
        const double t635 = fma(-t615, t607, t634);
        const px_index t636 = px_lane_rank + t388;
        scratch[t636] = t631;
        const px_index t637 = px_lane_rank + t384;
        const px_index t638 = dedr_n0 * t637;
        dedr[t638] = t631;
        const px_index t639 = t388 + t449;
        scratch[t639] = t633;
        const px_index t640 = t638 + 1;
        dedr[t640] = t633;
        const px_index t641 = t388 + t444;
        scratch[t641] = t635;
        const px_index t642 = t638 + 2;
        dedr[t642] = t635;
      }
      __syncthreads();
      #pragma unroll 1
      for (px_index i643 = px_team_rank; i643 < 1; i643 += 2) {
        double v644 = 0.0;
        double v645 = 0.0;
        double v646 = 0.0;
        double v647 = 0.0;
        double v648 = 0.0;
        double v649 = 0.0;
        double v650 = 0.0;
        double v651 = 0.0;
        double v652 = 0.0;
        const double t653 = p47[px_lane_rank];
        v644 = t653;
        const double t655 = p47[t654];
        v645 = t655;
        const double t657 = p47[t656];
        v646 = t657;
        const double t659 = p47[t658];
        v647 = t659;
        const double t661 = p47[t660];
        v648 = t661;
        const double t664 = p47[t663];
        v649 = t664;
        const double t666 = p47[t665];
        v650 = t666;
        const double t668 = p47[t667];
        v651 = t668;
        const double t670 = p47[t669];
        v652 = t670;
        double* p761 = scratch + (px_lane_rank);
        #pragma unroll 1
        for (px_index i671 = 0; i671 < t63; ++i671) {
          const double t674 = p761[0];
          const double t676 = p761[64];
          const double t678 = p761[128];
          const px_index t679 = i61 + i671;
          const px_index t682 = t12 * t679;
          const px_index t683 = t681 + t682;
          const double t684 = p40[t683];
          const px_index t685 = px_lane_rank + t682;
          const double t686 = p40[t685];
          const double t687 = t684 * t686;
          const px_index t688 = t654 + t682;
          const double t689 = p40[t688];
          const double t690 = t684 * t689;
          const px_index t691 = t656 + t682;
          const double t692 = p40[t691];
          const double t693 = t684 * t692;
          const double t694 = v644;
          const double t695 = t694 + t674;
          v644 = t695;
          const double t696 = v645;
          const double t697 = t696 + t676;
          v645 = t697;
          const double t698 = v646;
          const double t699 = t698 + t678;
          v646 = t699;
          const double t700 = v647;
          const double t701 = fma(-t687, t674, t700);
          v647 = t701;
          const double t702 = v648;
          const double t703 = fma(-t690, t676, t702);
          v648 = t703;
          const double t704 = v649;
          const double t705 = fma(-t693, t678, t704);
          v649 = t705;
          const double t706 = v650;
          const double t707 = fma(-t687, t676, t706);
          v650 = t707;
          const double t708 = v651;
          const double t709 = fma(-t687, t678, t708);
          v651 = t709;
          const double t710 = v652;
          const double t711 = fma(-t690, t678, t710);
          v652 = t711;
          p761 += 2368;
        }
        const double t712 = v644;
        p47[px_lane_rank] = t712;
        const double t713 = v645;
        p47[t654] = t713;
        const double t714 = v646;
        p47[t656] = t714;
        const double t715 = v647;
        p47[t658] = t715;
        const double t716 = v648;
        p47[t660] = t716;
        const double t717 = v649;
        p47[t663] = t717;
        const double t718 = v650;
        p47[t665] = t718;
        const double t719 = v651;
        p47[t667] = t719;
        const double t720 = v652;
        p47[t669] = t720;
      }
      __syncthreads();
    }
  }
}
