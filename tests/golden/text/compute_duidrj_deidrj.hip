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
    const px_index dedr_n2,
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
  const px_index t30 = dedr_n1 * 64;
  const px_index t31 = dedr_n2 * t30;
  const px_index t35 = sums_n1 * 64;
  const int t38 = first[0];
  const px_index t39 = (px_index)t38;
  const px_index t40 = px_league_rank + t39;
  const bool t41 = t40 >= t4;
  const bool t42 = !t41;
  if (t42) {
    const double* const p46 = geometry + (long long)px_league_rank * t13;
    const int* const p49 = near + (long long)px_league_rank * t17;
    const double* const p52 = c + (long long)px_league_rank * t21;
    double* const p55 = dedr + (long long)t40 * t31;
    double* const p58 = sums + (long long)t40 * t35;
    const int t62 = npairs[px_league_rank];
    const px_index t63 = (px_index)t62;
    #pragma unroll 1
    for (px_index i67 = px_team_rank; i67 < 9; i67 += 2) {
      const px_index t70 = i67 * 64;
      const px_index t71 = px_lane_rank + t70;
      p58[t71] = 0.0;
    }
    const px_index t79 = px_lane_rank + 192;
    const px_index t85 = px_lane_rank + 256;
    const px_index t90 = px_lane_rank + 128;
    const px_index t95 = px_lane_rank + 64;
    const px_index t162 = px_lane_rank + 1536;
    const px_index t395 = px_lane_rank + 1792;
    const px_index t445 = px_lane_rank + 192;
    const px_index t449 = px_lane_rank + 256;
    const px_index t452 = px_lane_rank + 128;
    const px_index t457 = px_lane_rank + 64;
    const px_index t621 = px_lane_rank + 384;
    const px_index t626 = px_lane_rank + 448;
    const px_index t633 = px_lane_rank + 512;
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
    for (px_index i72 = 0; i72 < t63; ++i72) {
      const px_index t73 = t63 - i72;
      const px_index t74 = t73 < 1 ? t73 : 1;
      #pragma unroll 1
      for (px_index i75 = px_team_rank; i75 < t74; i75 += 2) {
        const px_index t76 = i72 + i75;
        const px_index t80 = t12 * t76;
        const px_index t81 = t79 + t80;
        const double t82 = p46[t81];
        const px_index t86 = t80 + t85;
        const double t87 = p46[t86];
        const px_index t91 = t80 + t90;
        const double t92 = p46[t91];
        const double t93 = t92 * t82;
        const double t94 = -t93;
        const px_index t96 = t80 + t95;
        const double t97 = p46[t96];
        const double t98 = t97 * t82;
        const px_index t99 = px_lane_rank + t80;
        const double t100 = p46[t99];
        const double t101 = t100 * t82;
        const double t102 = -t101;
        double v104 = 1.0;
        double v105 = 0.0;
        const px_index t106 = i75 * 2368;
        const px_index t107 = px_lane_rank + t106;
        scratch[t107] = 1.0;
        #pragma unroll 1
        for (px_index i109 = 1; i109 < 5; ++i109) {
          const double t110 = v104;
          const double t111 = v105;
          const double t112 = t110 * t87;
          const double t113 = fma(-t111, t94, t112);
          const double t114 = t110 * t94;
          const double t115 = fma(t111, t87, t114);
          v104 = t113;
          v105 = t115;
          const double t116 = v104;
          const px_index t117 = i109 * 2;
          const px_index t119 = t117 + (-1);
          const px_index t120 = t119 * 64;
          const px_index t121 = px_lane_rank + t120;
          const px_index t122 = t106 + t121;
          scratch[t122] = t116;
          const double t123 = v105;
          const px_index t124 = i109 * 128;
          const px_index t125 = px_lane_rank + t124;
          const px_index t126 = t106 + t125;
          scratch[t126] = t123;
        }
        const double t127 = t87 * t87;
        const double t128 = fma(t94, t94, t127);
        const double t130 = fma(t128, 2.0, -1.0);
        double v131 = t130;
        double v132 = 1.0;
        #pragma unroll 1
        for (px_index i133 = 0; i133 < 3; ++i133) {
          const double t134 = v132;
          const px_index t136 = i133 + 25;
          const px_index t137 = t136 * 64;
          const px_index t138 = px_lane_rank + t137;
          const px_index t139 = t106 + t138;
          scratch[t139] = t134;
          const double t140 = v131;
          const double t141 = t130 * 2.0;
          const double t142 = v132;
          const double t143 = fma(t141, t142, -t140);
          const double t144 = v132;
          v131 = t144;
          v132 = t143;
        }
        #pragma unroll 1
        for (px_index i145 = 0; i145 < 3; ++i145) {
          const px_index t146 = i145 + 25;
          const px_index t147 = t146 * 64;
          const px_index t148 = px_lane_rank + t147;
          const px_index t149 = t106 + t148;
          const double t150 = scratch[t149];
          const px_index t151 = i145 * 2;
          const px_index t152 = t151 + 1;
          const px_index t153 = i145 * t152;
          const px_index t154 = t153 + 9;
          const px_index t155 = t154 * 64;
          const px_index t156 = px_lane_rank + t155;
          const px_index t157 = t106 + t156;
          scratch[t157] = t150;
        }
        const px_index t163 = t106 + t162;
        scratch[t163] = 0.0;
        double v164 = 1.0;
        double v165 = 0.0;
        #pragma unroll 1
        for (px_index i166 = 1; i166 < 5; ++i166) {
          const double t167 = v164;
          const double t168 = v165;
          const double t169 = t167 * t98;
          const double t170 = fma(-t168, t102, t169);
          const double t171 = t167 * t102;
          const double t172 = fma(t168, t98, t171);
          v164 = t170;
          v165 = t172;
          const px_index t173 = i166 + 1;
          const px_index t174 = i166 * t173;
          const px_index t175 = t174 / 2;
          const px_index t176 = i166 + t175;
          const px_index t179 = t176 + 8;
          const px_index t180 = 4 - i166;
          const px_index t181 = t180 / 2;
          const px_index t182 = t181 + 1;
          const px_index t189 = i166 * 2;
          #pragma unroll 1
          for (px_index i183 = 0; i183 < t182; ++i183) {
            const px_index t184 = i183 + 25;
            const px_index t185 = t184 * 64;
            const px_index t186 = px_lane_rank + t185;
            const px_index t187 = t106 + t186;
            const double t188 = scratch[t187];
            const px_index t190 = i183 * 2;
            const px_index t191 = t189 + t190;
            const px_index t192 = t191 + 1;
            const px_index t193 = i183 * t192;
            const px_index t194 = t179 + t193;
            const double t195 = v164;
            const double t196 = t195 * t188;
            const px_index t197 = t194 * 64;
            const px_index t198 = px_lane_rank + t197;
            const px_index t199 = t106 + t198;
            scratch[t199] = t196;
            const double t200 = v165;
            const double t201 = t200 * t188;
            const px_index t202 = t194 + 1;
            const px_index t203 = t202 * 64;
            const px_index t204 = px_lane_rank + t203;
            const px_index t205 = t106 + t204;
            scratch[t205] = t201;
          }
        }
      }
      __syncthreads();
      const int4* p741 = rows + (px_team_rank);
      #pragma unroll 1
      for (px_index i206 = px_team_rank; i206 < 5; i206 += 2) {
        const int4 t207 = p741[0];
        const px_index t213 = (px_index)t207.z;
        const bool t216 = i206 == 0;
        if (t216) {
          double v217 = 0.0;
          const double* p735 = p52 + (px_lane_rank + t207.x * 64);
          #pragma unroll 1
          for (px_index i218 = 0; i218 < t213; ++i218) {
            double v219 = 0.0;
            const px_index t220 = i218 + 9;
            const px_index t221 = t220 * 64;
            const px_index t222 = px_lane_rank + t221;
            const double t223 = scratch[t222];
            v219 = t223;
            const double t227 = p735[0];
            const double t228 = v217;
            const double t229 = v219;
            const double t230 = fma(t227, t229, t228);
            v217 = t230;
            p735 += 64;
          }
          const px_index t232 = i206 * 2;
          const px_index t233 = t232 + 28;
          const double t234 = v217;
          const px_index t235 = t233 * 64;
          const px_index t236 = px_lane_rank + t235;
          scratch[t236] = t234;
        } else {
          double v237 = 0.0;
          double v238 = 0.0;
          const double* p737 = p52 + (px_lane_rank + t207.x * 64);
          const double* p739 = p52 + (px_lane_rank + t207.y * 64);
          #pragma unroll 1
          for (px_index i239 = 0; i239 < t213; ++i239) {
            double v240 = 0.0;
            const px_index t241 = i239 + 9;
            const px_index t242 = t241 * 64;
            const px_index t243 = px_lane_rank + t242;
            const double t244 = scratch[t243];
            v240 = t244;
            const double t248 = p737[0];
            const double t249 = v237;
            const double t250 = v240;
            const double t251 = fma(t248, t250, t249);
            v237 = t251;
            const double t255 = p739[0];
            const double t256 = v238;
            const double t257 = v240;
            const double t258 = fma(t255, t257, t256);
            v238 = t258;
            p737 += 64;
            p739 += 64;
          }
          const px_index t260 = i206 * 2;
          const px_index t261 = t260 + 27;
          const double t262 = v237;
          const px_index t263 = t261 * 64;
          const px_index t264 = px_lane_rank + t263;
          scratch[t264] = t262;
          const double t265 = v238;
          const px_index t266 = t260 + 28;
          const px_index t267 = t266 * 64;
          const px_index t268 = px_lane_rank + t267;
          scratch[t268] = t265;
        }
        p741 += 2;
      }
      __syncthreads();
      const int4* p747 = groups + (px_team_rank);
      #pragma unroll 1
      for (px_index i269 = px_team_rank; i269 < groups_n0; i269 += 2) {
        const int4 t270 = p747[0];
        const px_index t272 = (px_index)t270.x;
        const px_index t274 = (px_index)t270.y;
        const px_index t276 = (px_index)t270.z;
        const bool t279 = t274 == 1;
        if (t279) {
          double v280 = 0.0;
          const px_index t281 = t272 * 64;
          const px_index t282 = px_lane_rank + t281;
          const double t283 = p52[t282];
          v280 = t283;
          const px_index t284 = t276 + 1;
          const int4* p743 = rows + (1);
          #pragma unroll 1
          for (px_index i285 = 1; i285 < t284; ++i285) {
            const int4 t286 = p743[0];
            const px_index t288 = (px_index)t286.x;
            const px_index t290 = (px_index)t286.y;
            double v295 = 0.0;
            const px_index t296 = i285 * 2;
            const px_index t297 = t296 + (-1);
            const px_index t298 = t297 * 64;
            const px_index t299 = px_lane_rank + t298;
            const double t300 = scratch[t299];
            v295 = t300;
            const px_index t301 = t272 + t288;
            const px_index t302 = t301 * 64;
            const px_index t303 = px_lane_rank + t302;
            const double t304 = p52[t303];
            const double t305 = v280;
            const double t306 = v295;
            const double t307 = fma(t304, t306, t305);
            v280 = t307;
            double v308 = 0.0;
            const px_index t310 = i285 * 128;
            const px_index t311 = px_lane_rank + t310;
            const double t312 = scratch[t311];
            v308 = t312;
            const px_index t313 = t272 + t290;
            const px_index t314 = t313 * 64;
            const px_index t315 = px_lane_rank + t314;
            const double t316 = p52[t315];
            const double t317 = v280;
            const double t318 = v308;
            const double t319 = fma(t316, t318, t317);
            v280 = t319;
            p743 += 1;
          }
          const double t320 = v280;
          const px_index t321 = t272 + 9;
          const px_index t322 = t321 * 64;
          const px_index t323 = px_lane_rank + t322;
          scratch[t323] = t320;
        } else {
          double v324 = 0.0;
          double v325 = 0.0;
          const px_index t326 = t272 * 64;
          const px_index t327 = px_lane_rank + t326;
          const double t328 = p52[t327];
          v324 = t328;
          const px_index t329 = t272 + 1;
          const px_index t330 = t329 * 64;
          const px_index t331 = px_lane_rank + t330;
          const double t332 = p52[t331];
          v325 = t332;
          const px_index t333 = t276 + 1;
          const int4* p745 = rows + (1);
          #pragma unroll 1
          for (px_index i334 = 1; i334 < t333; ++i334) {
            const int4 t335 = p745[0];
            const px_index t337 = (px_index)t335.x;
            const px_index t339 = (px_index)t335.y;
            double v344 = 0.0;
            const px_index t345 = i334 * 2;
            const px_index t346 = t345 + (-1);
            const px_index t347 = t346 * 64;
            const px_index t348 = px_lane_rank + t347;
            const double t349 = scratch[t348];
            v344 = t349;
            const px_index t350 = t272 + t337;
            const px_index t351 = t350 * 64;
            const px_index t352 = px_lane_rank + t351;
            const double t353 = p52[t352];
            const double t354 = v324;
            const double t355 = v344;
            const double t356 = fma(t353, t355, t354);
            v324 = t356;
            const px_index t357 = t350 + 1;
            const px_index t358 = t357 * 64;
            const px_index t359 = px_lane_rank + t358;
            const double t360 = p52[t359];
            const double t361 = v325;
            const double t362 = v344;
            const double t363 = fma(t360, t362, t361);
            v325 = t363;
            double v364 = 0.0;
            const px_index t366 = i334 * 128;
            const px_index t367 = px_lane_rank + t366;
            const double t368 = scratch[t367];
            v364 = t368;
            const px_index t369 = t272 + t339;
            const px_index t370 = t369 * 64;
            const px_index t371 = px_lane_rank + t370;
            const double t372 = p52[t371];
            const double t373 = v324;
            const double t374 = v364;
            const double t375 = fma(t372, t374, t373);
            v324 = t375;
            const px_index t376 = t369 + 1;
            const px_index t377 = t376 * 64;
            const px_index t378 = px_lane_rank + t377;
            const double t379 = p52[t378];
            const double t380 = v325;
            const double t381 = v364;
            const double t382 = fma(t379, t381, t380);
            v325 = t382;
            p745 += 1;
          }
          const double t383 = v324;
          const px_index t384 = t272 + 9;
          const px_index t385 = t384 * 64;
          const px_index t386 = px_lane_rank + t385;
          scratch[t386] = t383;
          const double t387 = v325;
          const px_index t389 = t272 + 10;
          const px_index t390 = t389 * 64;
          const px_index t391 = px_lane_rank + t390;
          scratch[t391] = t387;
        }
        p747 += 2;
      }
      __syncthreads();
      const int* p749 = p49 + (px_lane_rank + i72 * 64 + px_team_rank * 64);
      #pragma unroll 1
      for (px_index i392 = px_team_rank; i392 < t74; i392 += 2) {
        const px_index t393 = i72 + i392;
        const px_index t396 = i392 * 2368;
        const px_index t397 = t395 + t396;
        const double t398 = scratch[t397];
        double v399 = t398;
        double v400 = 0.0;
        double v401 = 0.0;
        double v402 = 1.0;
        double v403 = 0.0;
        #pragma unroll 1
        for (px_index i404 = 1; i404 < 5; ++i404) {
          const px_index t405 = i404 * 2;
          const px_index t406 = t405 + (-1);
          const px_index t407 = t406 * 64;
          const px_index t408 = px_lane_rank + t407;
          const px_index t409 = t396 + t408;
          const double t410 = scratch[t409];
          const px_index t411 = i404 * 128;
          const px_index t412 = px_lane_rank + t411;
          const px_index t413 = t396 + t412;
          const double t414 = scratch[t413];
          const px_index t415 = t405 + 27;
          const px_index t416 = t415 * 64;
          const px_index t417 = px_lane_rank + t416;
          const px_index t418 = t396 + t417;
          const double t419 = scratch[t418];
          const px_index t420 = t405 + 28;
          const px_index t421 = t420 * 64;
          const px_index t422 = px_lane_rank + t421;
          const px_index t423 = t396 + t422;
          const double t424 = scratch[t423];
          const double t425 = t410 * t419;
          const double t426 = fma(t414, t424, t425);
          const double t427 = (double)i404;
          const double t428 = t419 * t427;
          const double t429 = t424 * t427;
          const double t430 = v402;
          const double t431 = v403;
          const double t432 = t428 * t430;
          const double t433 = fma(t429, t431, t432);
          const double t434 = t429 * t430;
          const double t435 = fma(-t428, t431, t434);
          const double t436 = v399;
          const double t437 = t436 + t426;
          v399 = t437;
          const double t438 = v400;
          const double t439 = v401;
          const double t440 = t438 + t433;
          const double t441 = t439 + t435;
          v400 = t440;
          v401 = t441;
          v402 = t410;
          v403 = t414;
        }
        const double t442 = v399;
        const double t443 = v400;
        const double t444 = v401;
        const px_index t446 = t12 * t393;
        const px_index t447 = t445 + t446;
        const double t448 = p46[t447];
        const px_index t450 = t446 + t449;
        const double t451 = p46[t450];
        const px_index t453 = t446 + t452;
        const double t454 = p46[t453];
        const double t455 = t454 * t448;
        const double t456 = -t455;
        const px_index t458 = t446 + t457;
        const double t459 = p46[t458];
        const double t460 = t459 * t448;
        const px_index t461 = px_lane_rank + t446;
        const double t462 = p46[t461];
        const double t463 = t462 * t448;
        const double t464 = -t463;
        double v465 = 1.0;
        double v466 = 0.0;
        scratch[t397] = 1.0;
        #pragma unroll 1
        for (px_index i467 = 1; i467 < 5; ++i467) {
          const double t468 = v465;
          const double t469 = v466;
          const double t470 = t468 * t460;
          const double t471 = fma(-t469, t464, t470);
          const double t472 = t468 * t464;
          const double t473 = fma(t469, t460, t472);
          v465 = t471;
          v466 = t473;
          const double t474 = v465;
          const px_index t475 = i467 * 2;
          const px_index t476 = t475 + 28;
          const px_index t477 = t475 + 27;
          const px_index t478 = t477 * 64;
          const px_index t479 = px_lane_rank + t478;
          const px_index t480 = t396 + t479;
          scratch[t480] = t474;
          const double t481 = v466;
          const px_index t482 = t476 * 64;
          const px_index t483 = px_lane_rank + t482;
          const px_index t484 = t396 + t483;
          scratch[t484] = t481;
        }
        const double t485 = t451 * t451;
        const double t486 = fma(t456, t456, t485);
        const double t488 = fma(t486, 4.0, -2.0);
        double v489 = 0.0;
        double v490 = 0.0;
        #pragma unroll 1
        for (px_index i491 = 0; i491 < 3; ++i491) {
          const double t492 = v490;
          const px_index t493 = i491 * 64;
          const px_index t494 = px_lane_rank + t493;
          const px_index t495 = t396 + t494;
          scratch[t495] = t492;
          const px_index t496 = i491 + 25;
          const px_index t497 = t496 * 64;
          const px_index t498 = px_lane_rank + t497;
          const px_index t499 = t396 + t498;
          const double t500 = scratch[t499];
          double v501 = t500;
          const bool t502 = i491 > 0;
          if (t502) {
            const double t503 = v501;
            const double t504 = t503 * 2.0;
            v501 = t504;
          }
          const double t505 = v489;
          const double t506 = v490;
          const double t507 = fma(t488, t506, -t505);
          const double t508 = v501;
          const double t509 = t507 + t508;
          const double t510 = v490;
          v489 = t510;
          v490 = t509;
        }
        double v511 = 0.0;
        #pragma unroll 1
        for (px_index i512 = 0; i512 < 3; ++i512) {
          const double t513 = v511;
          const px_index t514 = i512 * 2;
          const px_index t515 = t514 + 1;
          const px_index t516 = i512 * t515;
          const px_index t517 = t516 + 9;
          const px_index t518 = t517 * 64;
          const px_index t519 = px_lane_rank + t518;
          const px_index t520 = t396 + t519;
          const double t521 = scratch[t520];
          const px_index t522 = i512 * 64;
          const px_index t523 = px_lane_rank + t522;
          const px_index t524 = t396 + t523;
          const double t525 = scratch[t524];
          const double t526 = fma(t521, t525, t513);
          v511 = t526;
        }
        double v527 = 0.0;
        double v528 = 0.0;
        double v529 = 1.0;
        double v530 = 0.0;
        #pragma unroll 1
        for (px_index i531 = 1; i531 < 5; ++i531) {
          const px_index t532 = i531 * 2;
          const px_index t533 = t532 + 27;
          const px_index t534 = t533 * 64;
          const px_index t535 = px_lane_rank + t534;
          const px_index t536 = t396 + t535;
          const double t537 = scratch[t536];
          const px_index t538 = t532 + 28;
          const px_index t539 = t538 * 64;
          const px_index t540 = px_lane_rank + t539;
          const px_index t541 = t396 + t540;
          const double t542 = scratch[t541];
          double v543 = 0.0;
          double v544 = 0.0;
          double v545 = 0.0;
          const px_index t546 = i531 + 1;
          const px_index t547 = i531 * t546;
          const px_index t548 = t547 / 2;
          const px_index t549 = i531 + t548;
          const px_index t550 = t549 + 8;
          const px_index t551 = 4 - i531;
          const px_index t552 = t551 / 2;
          const px_index t553 = t552 + 1;
          #pragma unroll 1
          for (px_index i554 = 0; i554 < t553; ++i554) {
            const px_index t555 = i554 * 2;
            const px_index t556 = t532 + t555;
            const px_index t557 = t556 + 1;
            const px_index t558 = i554 * t557;
            const px_index t559 = t550 + t558;
            const px_index t560 = t559 * 64;
            const px_index t561 = px_lane_rank + t560;
            const px_index t562 = t396 + t561;
            const double t563 = scratch[t562];
            const px_index t564 = t559 + 1;
            const px_index t565 = t564 * 64;
            const px_index t566 = px_lane_rank + t565;
            const px_index t567 = t396 + t566;
            const double t568 = scratch[t567];
            const px_index t569 = i554 + 25;
            const px_index t570 = t569 * 64;
            const px_index t571 = px_lane_rank + t570;
            const px_index t572 = t396 + t571;
            const double t573 = scratch[t572];
            const double t574 = v543;
            const double t575 = fma(t563, t573, t574);
            v543 = t575;
            const double t576 = v544;
            const double t577 = fma(t568, t573, t576);
            v544 = t577;
            const double t578 = v545;
            const double t579 = t563 * t537;
            const double t580 = fma(t568, t542, t579);
            const px_index t581 = i554 * 64;
            const px_index t582 = px_lane_rank + t581;
            const px_index t583 = t396 + t582;
            const double t584 = scratch[t583];
            const double t585 = fma(t580, t584, t578);
            v545 = t585;
          }
          const double t586 = (double)i531;
          const double t587 = v543;
          const double t588 = v544;
          const double t589 = t587 * t586;
          const double t590 = t588 * t586;
          const double t591 = v529;
          const double t592 = v530;
          const double t593 = t589 * t591;
          const double t594 = fma(t590, t592, t593);
          const double t595 = t590 * t591;
          const double t596 = fma(-t589, t592, t595);
          const double t597 = v511;
          const double t598 = v545;
          const double t599 = t597 + t598;
          v511 = t599;
          const double t600 = v527;
          const double t601 = v528;
          const double t602 = t600 + t594;
          const double t603 = t601 + t596;
          v527 = t602;
          v528 = t603;
          v529 = t537;
          v530 = t542;
        }
        const double t604 = v527;
        const double t605 = v528;
        const double t606 = v511;
        const double t607 = p46[t447];
        const double t608 = p46[t450];
        const double t609 = p46[t461];
        const double t610 = p46[t458];
        const double t611 = p46[t453];
        const double t612 = t606 * 4.0;
        const double t613 = fma(t612, t608, t443);
        const double t614 = t611 * t607;
        const double t615 = fma(-t612, t614, t444);
        const double t616 = t610 * t604;
        const double t617 = fma(-t609, t605, t616);
        const double t618 = fma(-t611, t615, t617);
        const px_index t622 = t446 + t621;
        const double t623 = p46[t622];
        const px_index t627 = t446 + t626;
        const double t628 = p46[t627];
        const double t629 = t608 * t618;
        const double t630 = fma(-t607, t613, t629);
        const double t631 = t628 * t630;
        const px_index t634 = t446 + t633;
        const double t635 = p46[t634];
        const double t636 = fma(t635, t442, t631);
        const double t637 = fma(-t623, t618, t636);
        const double t638 = t637 * t609;
        const double t639 = fma(-t623, t605, t638);
        const double t640 = t637 * t610;
        const double t641 = fma(t623, t604, t640);
        const double t642 = t637 * t611;
        const double t643 = fma(-t623, t615, t642);
        const int t646 = p749[0];
        const px_index t647 = px_lane_rank + t396;
        scratch[t647] = t639;
        const px_index t648 = t396 + t457;
        scratch[t648] = t641;
        const px_index t649 = t396 + t452;
        scratch[t649] = t643;
        const bool t651 = t646 >= 0;
        if (t651) {
          const px_index t652 = (px_index)t646;
          const px_index t653 = t30 * t652;
          const px_index t654 = px_lane_rank + t653;
          p55[t654] = t639;
          const px_index t655 = t457 + t653;
          p55[t655] = t641;
          const px_index t656 = t452 + t653;
          p55[t656] = t643;
        }
        p749 += 128;
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
        const double t667 = p58[px_lane_rank];
        v658 = t667;
        const double t669 = p58[t668];
        v659 = t669;
        const double t671 = p58[t670];
        v660 = t671;
        const double t673 = p58[t672];
        v661 = t673;
        const double t675 = p58[t674];
        v662 = t675;
        const double t678 = p58[t677];
        v663 = t678;
        const double t680 = p58[t679];
        v664 = t680;
        const double t682 = p58[t681];
        v665 = t682;
        const double t684 = p58[t683];
        v666 = t684;
        #pragma unroll 1
        for (px_index i685 = 0; i685 < t74; ++i685) {
          const px_index t686 = i685 * 2368;
          const px_index t687 = px_lane_rank + t686;
          const double t688 = scratch[t687];
          const px_index t689 = t668 + t686;
          const double t690 = scratch[t689];
          const px_index t691 = t670 + t686;
          const double t692 = scratch[t691];
          const px_index t693 = i72 + i685;
          const px_index t696 = t12 * t693;
          const px_index t697 = t695 + t696;
          const double t698 = p46[t697];
          const px_index t699 = px_lane_rank + t696;
          const double t700 = p46[t699];
          const double t701 = t698 * t700;
          const px_index t702 = t668 + t696;
          const double t703 = p46[t702];
          const double t704 = t698 * t703;
          const px_index t705 = t670 + t696;
          const double t706 = p46[t705];
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
        }
        const double t726 = v658;
        p58[px_lane_rank] = t726;
        const double t727 = v659;
        p58[t668] = t727;
        const double t728 = v660;
        p58[t670] = t728;
        const double t729 = v661;
        p58[t672] = t729;
        const double t730 = v662;
        p58[t674] = t730;
        const double t731 = v663;
        p58[t677] = t731;
        const double t732 = v664;
        p58[t679] = t732;
        const double t733 = v665;
        p58[t681] = t733;
        const double t734 = v666;
        p58[t683] = t734;
      }
      __syncthreads();
    }
  }
}
