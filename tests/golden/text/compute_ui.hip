#pragma clang fp contract(off)
typedef int px_index;
extern "C" __global__ void __launch_bounds__(128) px_kernel_compute_ui(
    const int* __restrict__ npairs,
    const px_index npairs_n0,
    const double* __restrict__ geometry,
    const px_index geometry_n0,
    const px_index geometry_n1,
    const px_index geometry_n2,
    const double* __restrict__ initial,
    const px_index initial_n0,
    const int4* __restrict__ blocks,
    const px_index blocks_n0,
    const int wide2,
    const int narrow2,
    const int wide1,
    const int narrow1,
    double* __restrict__ moments,
    const px_index moments_n0,
    const px_index moments_n1) {
  __shared__ __attribute__((aligned(16))) double scratch[5376];
  const px_index px_league_rank = blockIdx.x;
  const px_index px_team_rank = threadIdx.y;
  const px_index px_lane_rank = threadIdx.x;
  const px_index t8 = geometry_n1 * 64;
  const px_index t9 = geometry_n2 * t8;
  const px_index t15 = (px_index)wide2;
  const px_index t17 = (px_index)narrow2;
  const px_index t19 = (px_index)wide1;
  const px_index t21 = (px_index)narrow1;
  const px_index t25 = moments_n1 * 64;
  const double* const p31 = geometry + (long long)px_league_rank * t9;
  double* const p34 = moments + (long long)px_league_rank * t25;
  const int t39 = npairs[px_league_rank];
  const px_index t40 = (px_index)t39;
  const px_index t49 = px_lane_rank + 1536;
  #pragma unroll 1
  for (px_index i43 = px_team_rank; i43 < 3; i43 += 2) {
    const px_index t50 = i43 * 1792;
    const px_index t51 = t49 + t50;
    scratch[t51] = 0.0;
  }
  const px_index t53 = t40 + 2;
  const px_index t54 = t53 / 3;
  const px_index t55 = t54 > 1 ? t54 : 1;
  const px_index t63 = px_lane_rank + 192;
  const px_index t69 = px_lane_rank + 256;
  const px_index t73 = px_lane_rank + 128;
  const px_index t78 = px_lane_rank + 64;
  const px_index t88 = px_lane_rank + 320;
  #pragma unroll 1
  for (px_index i56 = 0; i56 < t55; ++i56) {
    const px_index t57 = i56 * 3;
    const px_index t58 = t40 - t57;
    const px_index t59 = t58 < 3 ? t58 : 3;
    #pragma unroll 1
    for (px_index i60 = px_team_rank; i60 < t59; i60 += 2) {
      const px_index t61 = t57 + i60;
      const px_index t64 = t8 * t61;
      const px_index t65 = t63 + t64;
      const double t66 = p31[t65];
      const px_index t70 = t64 + t69;
      const double t71 = p31[t70];
      const px_index t74 = t64 + t73;
      const double t75 = p31[t74];
      const double t76 = t75 * t66;
      const double t77 = -t76;
      const px_index t79 = t64 + t78;
      const double t80 = p31[t79];
      const double t81 = t80 * t66;
      const px_index t82 = px_lane_rank + t64;
      const double t83 = p31[t82];
      const double t84 = t83 * t66;
      const double t85 = -t84;
      const px_index t89 = t64 + t88;
      const double t90 = p31[t89];
      const double t91 = t71 * t71;
      const double t92 = fma(t77, t77, t91);
      const double t95 = fma(t92, 2.0, -1.0);
      double v96 = t95;
      double v97 = 1.0;
      px_index v99 = 9;
      const px_index t105 = i60 * 1792;
      #pragma unroll 1
      for (px_index i100 = 0; i100 < 3; ++i100) {
        const double t101 = v97;
        const px_index t102 = i100 + 25;
        const px_index t103 = t102 * 64;
        const px_index t104 = px_lane_rank + t103;
        const px_index t106 = t104 + t105;
        scratch[t106] = t101;
        const double t107 = v97;
        const px_index t108 = v99;
        const px_index t109 = t108 * 64;
        const px_index t110 = px_lane_rank + t109;
        const px_index t111 = t105 + t110;
        scratch[t111] = t107;
        const double t112 = v96;
        const double t113 = t95 * 2.0;
        const double t114 = v97;
        const double t115 = fma(t113, t114, -t112);
        const double t116 = v97;
        v96 = t116;
        v97 = t115;
        const px_index t117 = v99;
        const px_index t118 = i100 * 4;
        const px_index t119 = t118 + 3;
        const px_index t120 = t117 + t119;
        v99 = t120;
      }
      const px_index t121 = i60 * 1792;
      const px_index t122 = px_lane_rank + t121;
      scratch[t122] = t90;
      double v123 = 0.0;
      double v124 = 0.0;
      v123 = t90;
      double v125 = 1.0;
      double v126 = 0.0;
      #pragma unroll 1
      for (px_index i127 = 1; i127 < 5; ++i127) {
        const double t128 = v123;
        const double t129 = v124;
        const double t130 = t128 * t71;
        const double t131 = fma(-t129, t77, t130);
        const double t132 = t128 * t77;
        const double t133 = fma(t129, t71, t132);
        v123 = t131;
        v124 = t133;
        const double t134 = v125;
        const double t135 = v126;
        const double t136 = t134 * t81;
        const double t137 = fma(-t135, t85, t136);
        const double t138 = t134 * t85;
        const double t139 = fma(t135, t81, t138);
        v125 = t137;
        v126 = t139;
        const double t140 = v123;
        const px_index t141 = i127 * 2;
        const px_index t143 = t141 + (-1);
        const px_index t144 = t143 * 64;
        const px_index t145 = px_lane_rank + t144;
        const px_index t146 = t121 + t145;
        scratch[t146] = t140;
        const double t147 = v124;
        const px_index t148 = i127 * 128;
        const px_index t149 = px_lane_rank + t148;
        const px_index t150 = t121 + t149;
        scratch[t150] = t147;
        const px_index t151 = i127 + 1;
        const px_index t152 = i127 * t151;
        const px_index t153 = t152 / 2;
        const px_index t154 = i127 + t153;
        const px_index t157 = t154 + 8;
        px_index v158 = t157;
        const px_index t159 = 4 - i127;
        const px_index t160 = t159 / 2;
        const px_index t161 = t160 + 1;
        double* p948 = scratch + (px_lane_rank + i60 * 1792);
        #pragma unroll 1
        for (px_index i162 = 0; i162 < t161; ++i162) {
          const double t167 = p948[1600];
          const double t168 = v125;
          const double t169 = t168 * t167;
          const px_index t170 = v158;
          const px_index t171 = t170 * 64;
          const px_index t172 = px_lane_rank + t171;
          const px_index t173 = t121 + t172;
          scratch[t173] = t169;
          const double t174 = v126;
          const double t175 = t174 * t167;
          const px_index t176 = v158;
          const px_index t177 = t176 + 1;
          const px_index t178 = t177 * 64;
          const px_index t179 = px_lane_rank + t178;
          const px_index t180 = t121 + t179;
          scratch[t180] = t175;
          const px_index t181 = v158;
          const px_index t182 = i162 * 4;
          const px_index t183 = t141 + t182;
          const px_index t184 = t183 + 3;
          const px_index t185 = t181 + t184;
          v158 = t185;
          p948 += 64;
        }
      }
    }
    __syncthreads();
    const int4* p988 = blocks + (px_team_rank);
    #pragma unroll 1
    for (px_index i186 = px_team_rank; i186 < t21; i186 += 2) {
      const int4 t187 = p988[0];
      const px_index t189 = (px_index)t187.x;
      const px_index t191 = (px_index)t187.y;
      const bool t196 = i186 < t15;
      if (t196) {
        double v197 = 0.0;
        double v198 = 0.0;
        double v199 = 0.0;
        double v200 = 0.0;
        double v201 = 0.0;
        double v202 = 0.0;
        double v203 = 0.0;
        double v204 = 0.0;
        double v205 = 0.0;
        double v206 = 0.0;
        double v207 = 0.0;
        double v208 = 0.0;
        double v209 = 0.0;
        double v210 = 0.0;
        double v211 = 0.0;
        double v212 = 0.0;
        const bool t213 = i56 == 0;
        double v214 = 0.0;
        if (t213) {
          const double t215 = initial[t189];
          v214 = t215;
        } else {
          const px_index t216 = t189 * 64;
          const px_index t217 = px_lane_rank + t216;
          const double t218 = p34[t217];
          v214 = t218;
        }
        const double t219 = v214;
        v197 = t219;
        double v220 = 0.0;
        if (t213) {
          const px_index t221 = t189 + 1;
          const double t222 = initial[t221];
          v220 = t222;
        } else {
          const px_index t223 = t189 + 1;
          const px_index t224 = t223 * 64;
          const px_index t225 = px_lane_rank + t224;
          const double t226 = p34[t225];
          v220 = t226;
        }
        const double t227 = v220;
        v198 = t227;
        double v228 = 0.0;
        if (t213) {
          const px_index t229 = t189 + 2;
          const double t230 = initial[t229];
          v228 = t230;
        } else {
          const px_index t231 = t189 + 2;
          const px_index t232 = t231 * 64;
          const px_index t233 = px_lane_rank + t232;
          const double t234 = p34[t233];
          v228 = t234;
        }
        const double t235 = v228;
        v199 = t235;
        double v236 = 0.0;
        if (t213) {
          const px_index t237 = t189 + 3;
          const double t238 = initial[t237];
          v236 = t238;
        } else {
          const px_index t239 = t189 + 3;
          const px_index t240 = t239 * 64;
          const px_index t241 = px_lane_rank + t240;
          const double t242 = p34[t241];
          v236 = t242;
        }
        const double t243 = v236;
        v200 = t243;
        double v244 = 0.0;
        if (t213) {
          const px_index t245 = t189 + 4;
          const double t246 = initial[t245];
          v244 = t246;
        } else {
          const px_index t247 = t189 + 4;
          const px_index t248 = t247 * 64;
          const px_index t249 = px_lane_rank + t248;
          const double t250 = p34[t249];
          v244 = t250;
        }
        const double t251 = v244;
        v201 = t251;
        double v252 = 0.0;
        if (t213) {
          const px_index t253 = t189 + 5;
          const double t254 = initial[t253];
          v252 = t254;
        } else {
          const px_index t255 = t189 + 5;
          const px_index t256 = t255 * 64;
          const px_index t257 = px_lane_rank + t256;
          const double t258 = p34[t257];
          v252 = t258;
        }
        const double t259 = v252;
        v202 = t259;
        double v260 = 0.0;
        if (t213) {
          const px_index t262 = t189 + 6;
          const double t263 = initial[t262];
          v260 = t263;
        } else {
          const px_index t264 = t189 + 6;
          const px_index t265 = t264 * 64;
          const px_index t266 = px_lane_rank + t265;
          const double t267 = p34[t266];
          v260 = t267;
        }
        const double t268 = v260;
        v203 = t268;
        double v269 = 0.0;
        if (t213) {
          const px_index t271 = t189 + 7;
          const double t272 = initial[t271];
          v269 = t272;
        } else {
          const px_index t273 = t189 + 7;
          const px_index t274 = t273 * 64;
          const px_index t275 = px_lane_rank + t274;
          const double t276 = p34[t275];
          v269 = t276;
        }
        const double t277 = v269;
        v204 = t277;
        double v278 = 0.0;
        if (t213) {
          const double t279 = initial[t191];
          v278 = t279;
        } else {
          const px_index t280 = t191 * 64;
          const px_index t281 = px_lane_rank + t280;
          const double t282 = p34[t281];
          v278 = t282;
        }
        const double t283 = v278;
        v205 = t283;
        double v284 = 0.0;
        if (t213) {
          const px_index t285 = t191 + 1;
          const double t286 = initial[t285];
          v284 = t286;
        } else {
          const px_index t287 = t191 + 1;
          const px_index t288 = t287 * 64;
          const px_index t289 = px_lane_rank + t288;
          const double t290 = p34[t289];
          v284 = t290;
        }
        const double t291 = v284;
        v206 = t291;
        double v292 = 0.0;
        if (t213) {
          const px_index t293 = t191 + 2;
          const double t294 = initial[t293];
          v292 = t294;
        } else {
          const px_index t295 = t191 + 2;
          const px_index t296 = t295 * 64;
          const px_index t297 = px_lane_rank + t296;
          const double t298 = p34[t297];
          v292 = t298;
        }
        const double t299 = v292;
        v207 = t299;
        double v300 = 0.0;
        if (t213) {
          const px_index t301 = t191 + 3;
          const double t302 = initial[t301];
          v300 = t302;
        } else {
          const px_index t303 = t191 + 3;
          const px_index t304 = t303 * 64;
          const px_index t305 = px_lane_rank + t304;
          const double t306 = p34[t305];
          v300 = t306;
        }
        const double t307 = v300;
        v208 = t307;
        double v308 = 0.0;
        if (t213) {
          const px_index t309 = t191 + 4;
          const double t310 = initial[t309];
          v308 = t310;
        } else {
          const px_index t311 = t191 + 4;
          const px_index t312 = t311 * 64;
          const px_index t313 = px_lane_rank + t312;
          const double t314 = p34[t313];
          v308 = t314;
        }
        const double t315 = v308;
        v209 = t315;
        double v316 = 0.0;
        if (t213) {
          const px_index t317 = t191 + 5;
          const double t318 = initial[t317];
          v316 = t318;
        } else {
          const px_index t319 = t191 + 5;
          const px_index t320 = t319 * 64;
          const px_index t321 = px_lane_rank + t320;
          const double t322 = p34[t321];
          v316 = t322;
        }
        const double t323 = v316;
        v210 = t323;
        double v324 = 0.0;
        if (t213) {
          const px_index t325 = t191 + 6;
          const double t326 = initial[t325];
          v324 = t326;
        } else {
          const px_index t327 = t191 + 6;
          const px_index t328 = t327 * 64;
          const px_index t329 = px_lane_rank + t328;
          const double t330 = p34[t329];
          v324 = t330;
        }
        const double t331 = v324;
        v211 = t331;
        double v332 = 0.0;
        if (t213) {
          const px_index t333 = t191 + 7;
          const double t334 = initial[t333];
          v332 = t334;
        } else {
          const px_index t335 = t191 + 7;
          const px_index t336 = t335 * 64;
          const px_index t337 = px_lane_rank + t336;
          const double t338 = p34[t337];
          v332 = t338;
        }
        const double t339 = v332;
        v212 = t339;
        double* p950 = scratch + (px_lane_rank + t187.z * 64);
        double* p959 = scratch + (px_lane_rank + t187.w * 64);
        #pragma unroll 1
        for (px_index i341 = 0; i341 < t59; ++i341) {
          double v342 = 0.0;
          double v343 = 0.0;
          double v344 = 0.0;
          double v345 = 0.0;
          double v346 = 0.0;
          double v347 = 0.0;
          double v348 = 0.0;
          double v349 = 0.0;
          const double t354 = p950[576];
          v342 = t354;
          const double t360 = p950[640];
          v343 = t360;
          const double t366 = p950[704];
          v344 = t366;
          const double t372 = p950[768];
          v345 = t372;
          const double t378 = p950[832];
          v346 = t378;
          const double t384 = p950[896];
          v347 = t384;
          const double t390 = p950[960];
          v348 = t390;
          const double t396 = p950[1024];
          v349 = t396;
          const double t400 = p959[0];
          const double t401 = v197;
          const double t402 = v342;
          const double t403 = fma(t400, t402, t401);
          v197 = t403;
          const double t404 = v198;
          const double t405 = v343;
          const double t406 = fma(t400, t405, t404);
          v198 = t406;
          const double t407 = v199;
          const double t408 = v344;
          const double t409 = fma(t400, t408, t407);
          v199 = t409;
          const double t410 = v200;
          const double t411 = v345;
          const double t412 = fma(t400, t411, t410);
          v200 = t412;
          const double t413 = v201;
          const double t414 = v346;
          const double t415 = fma(t400, t414, t413);
          v201 = t415;
          const double t416 = v202;
          const double t417 = v347;
          const double t418 = fma(t400, t417, t416);
          v202 = t418;
          const double t419 = v203;
          const double t420 = v348;
          const double t421 = fma(t400, t420, t419);
          v203 = t421;
          const double t422 = v204;
          const double t423 = v349;
          const double t424 = fma(t400, t423, t422);
          v204 = t424;
          const double t429 = p959[64];
          const double t430 = v205;
          const double t431 = v342;
          const double t432 = fma(t429, t431, t430);
          v205 = t432;
          const double t433 = v206;
          const double t434 = v343;
          const double t435 = fma(t429, t434, t433);
          v206 = t435;
          const double t436 = v207;
          const double t437 = v344;
          const double t438 = fma(t429, t437, t436);
          v207 = t438;
          const double t439 = v208;
          const double t440 = v345;
          const double t441 = fma(t429, t440, t439);
          v208 = t441;
          const double t442 = v209;
          const double t443 = v346;
          const double t444 = fma(t429, t443, t442);
          v209 = t444;
          const double t445 = v210;
          const double t446 = v347;
          const double t447 = fma(t429, t446, t445);
          v210 = t447;
          const double t448 = v211;
          const double t449 = v348;
          const double t450 = fma(t429, t449, t448);
          v211 = t450;
          const double t451 = v212;
          const double t452 = v349;
          const double t453 = fma(t429, t452, t451);
          v212 = t453;
          p950 += 1792;
          p959 += 1792;
        }
        const double t454 = v197;
        const px_index t455 = t189 * 64;
        const px_index t456 = px_lane_rank + t455;
        p34[t456] = t454;
        const double t457 = v198;
        const px_index t458 = t189 + 1;
        const px_index t459 = t458 * 64;
        const px_index t460 = px_lane_rank + t459;
        p34[t460] = t457;
        const double t461 = v199;
        const px_index t462 = t189 + 2;
        const px_index t463 = t462 * 64;
        const px_index t464 = px_lane_rank + t463;
        p34[t464] = t461;
        const double t465 = v200;
        const px_index t466 = t189 + 3;
        const px_index t467 = t466 * 64;
        const px_index t468 = px_lane_rank + t467;
        p34[t468] = t465;
        const double t469 = v201;
        const px_index t470 = t189 + 4;
        const px_index t471 = t470 * 64;
        const px_index t472 = px_lane_rank + t471;
        p34[t472] = t469;
        const double t473 = v202;
        const px_index t474 = t189 + 5;
        const px_index t475 = t474 * 64;
        const px_index t476 = px_lane_rank + t475;
        p34[t476] = t473;
        const double t477 = v203;
        const px_index t478 = t189 + 6;
        const px_index t479 = t478 * 64;
        const px_index t480 = px_lane_rank + t479;
        p34[t480] = t477;
        const double t481 = v204;
        const px_index t482 = t189 + 7;
        const px_index t483 = t482 * 64;
        const px_index t484 = px_lane_rank + t483;
        p34[t484] = t481;
        const double t485 = v205;
        const px_index t486 = t191 * 64;
        const px_index t487 = px_lane_rank + t486;
        p34[t487] = t485;
        const double t488 = v206;
        const px_index t489 = t191 + 1;
        const px_index t490 = t489 * 64;
        const px_index t491 = px_lane_rank + t490;
        p34[t491] = t488;
        const double t492 = v207;
        const px_index t493 = t191 + 2;
        const px_index t494 = t493 * 64;
        const px_index t495 = px_lane_rank + t494;
        p34[t495] = t492;
        const double t496 = v208;
        const px_index t497 = t191 + 3;
        const px_index t498 = t497 * 64;
        const px_index t499 = px_lane_rank + t498;
        p34[t499] = t496;
        const double t500 = v209;
        const px_index t501 = t191 + 4;
        const px_index t502 = t501 * 64;
        const px_index t503 = px_lane_rank + t502;
        p34[t503] = t500;
        const double t504 = v210;
        const px_index t505 = t191 + 5;
        const px_index t506 = t505 * 64;
        const px_index t507 = px_lane_rank + t506;
        p34[t507] = t504;
        const double t508 = v211;
        const px_index t509 = t191 + 6;
        const px_index t510 = t509 * 64;
        const px_index t511 = px_lane_rank + t510;
        p34[t511] = t508;
        const double t512 = v212;
        const px_index t513 = t191 + 7;
        const px_index t514 = t513 * 64;
        const px_index t515 = px_lane_rank + t514;
        p34[t515] = t512;
      } else {
        const bool t516 = i186 < t17;
        if (t516) {
          double v517 = 0.0;
          double v518 = 0.0;
          double v519 = 0.0;
          double v520 = 0.0;
          double v521 = 0.0;
          double v522 = 0.0;
          double v523 = 0.0;
          double v524 = 0.0;
          const bool t525 = i56 == 0;
          double v526 = 0.0;
          if (t525) {
            const double t527 = initial[t189];
            v526 = t527;
          } else {
            const px_index t528 = t189 * 64;
            const px_index t529 = px_lane_rank + t528;
            const double t530 = p34[t529];
            v526 = t530;
          }
          const double t531 = v526;
          v517 = t531;
          double v532 = 0.0;
          if (t525) {
            const px_index t533 = t189 + 1;
            const double t534 = initial[t533];
            v532 = t534;
          } else {
            const px_index t535 = t189 + 1;
            const px_index t536 = t535 * 64;
            const px_index t537 = px_lane_rank + t536;
            const double t538 = p34[t537];
            v532 = t538;
          }
          const double t539 = v532;
          v518 = t539;
          double v540 = 0.0;
          if (t525) {
            const px_index t541 = t189 + 2;
            const double t542 = initial[t541];
            v540 = t542;
          } else {
            const px_index t543 = t189 + 2;
            const px_index t544 = t543 * 64;
            const px_index t545 = px_lane_rank + t544;
            const double t546 = p34[t545];
            v540 = t546;
          }
          const double t547 = v540;
          v519 = t547;
          double v548 = 0.0;
          if (t525) {
            const px_index t549 = t189 + 3;
            const double t550 = initial[t549];
            v548 = t550;
          } else {
            const px_index t551 = t189 + 3;
            const px_index t552 = t551 * 64;
            const px_index t553 = px_lane_rank + t552;
            const double t554 = p34[t553];
            v548 = t554;
          }
          const double t555 = v548;
          v520 = t555;
          double v556 = 0.0;
          if (t525) {
            const double t557 = initial[t191];
            v556 = t557;
          } else {
            const px_index t558 = t191 * 64;
            const px_index t559 = px_lane_rank + t558;
            const double t560 = p34[t559];
            v556 = t560;
          }
          const double t561 = v556;
          v521 = t561;
          double v562 = 0.0;
          if (t525) {
            const px_index t563 = t191 + 1;
            const double t564 = initial[t563];
            v562 = t564;
          } else {
            const px_index t565 = t191 + 1;
            const px_index t566 = t565 * 64;
            const px_index t567 = px_lane_rank + t566;
            const double t568 = p34[t567];
            v562 = t568;
          }
          const double t569 = v562;
          v522 = t569;
          double v570 = 0.0;
          if (t525) {
            const px_index t571 = t191 + 2;
            const double t572 = initial[t571];
            v570 = t572;
          } else {
            const px_index t573 = t191 + 2;
            const px_index t574 = t573 * 64;
            const px_index t575 = px_lane_rank + t574;
            const double t576 = p34[t575];
            v570 = t576;
          }
          const double t577 = v570;
          v523 = t577;
          double v578 = 0.0;
          if (t525) {
            const px_index t579 = t191 + 3;
            const double t580 = initial[t579];
            v578 = t580;
          } else {
            const px_index t581 = t191 + 3;
            const px_index t582 = t581 * 64;
            const px_index t583 = px_lane_rank + t582;
            const double t584 = p34[t583];
            v578 = t584;
          }
          const double t585 = v578;
          v524 = t585;
          double* p962 = scratch + (px_lane_rank + t187.z * 64);
          double* p967 = scratch + (px_lane_rank + t187.w * 64);
          #pragma unroll 1
          for (px_index i587 = 0; i587 < t59; ++i587) {
            double v588 = 0.0;
            double v589 = 0.0;
            double v590 = 0.0;
            double v591 = 0.0;
            const double t596 = p962[576];
            v588 = t596;
            const double t601 = p962[640];
            v589 = t601;
            const double t606 = p962[704];
            v590 = t606;
            const double t611 = p962[768];
            v591 = t611;
            const double t615 = p967[0];
            const double t616 = v517;
            const double t617 = v588;
            const double t618 = fma(t615, t617, t616);
            v517 = t618;
            const double t619 = v518;
            const double t620 = v589;
            const double t621 = fma(t615, t620, t619);
            v518 = t621;
            const double t622 = v519;
            const double t623 = v590;
            const double t624 = fma(t615, t623, t622);
            v519 = t624;
            const double t625 = v520;
            const double t626 = v591;
            const double t627 = fma(t615, t626, t625);
            v520 = t627;
            const double t632 = p967[64];
            const double t633 = v521;
            const double t634 = v588;
            const double t635 = fma(t632, t634, t633);
            v521 = t635;
            const double t636 = v522;
            const double t637 = v589;
            const double t638 = fma(t632, t637, t636);
            v522 = t638;
            const double t639 = v523;
            const double t640 = v590;
            const double t641 = fma(t632, t640, t639);
            v523 = t641;
            const double t642 = v524;
            const double t643 = v591;
            const double t644 = fma(t632, t643, t642);
            v524 = t644;
            p962 += 1792;
            p967 += 1792;
          }
          const double t645 = v517;
          const px_index t646 = t189 * 64;
          const px_index t647 = px_lane_rank + t646;
          p34[t647] = t645;
          const double t648 = v518;
          const px_index t649 = t189 + 1;
          const px_index t650 = t649 * 64;
          const px_index t651 = px_lane_rank + t650;
          p34[t651] = t648;
          const double t652 = v519;
          const px_index t653 = t189 + 2;
          const px_index t654 = t653 * 64;
          const px_index t655 = px_lane_rank + t654;
          p34[t655] = t652;
          const double t656 = v520;
          const px_index t657 = t189 + 3;
          const px_index t658 = t657 * 64;
          const px_index t659 = px_lane_rank + t658;
          p34[t659] = t656;
          const double t660 = v521;
          const px_index t661 = t191 * 64;
          const px_index t662 = px_lane_rank + t661;
          p34[t662] = t660;
          const double t663 = v522;
          const px_index t664 = t191 + 1;
          const px_index t665 = t664 * 64;
          const px_index t666 = px_lane_rank + t665;
          p34[t666] = t663;
          const double t667 = v523;
          const px_index t668 = t191 + 2;
          const px_index t669 = t668 * 64;
          const px_index t670 = px_lane_rank + t669;
          p34[t670] = t667;
          const double t671 = v524;
          const px_index t672 = t191 + 3;
          const px_index t673 = t672 * 64;
          const px_index t674 = px_lane_rank + t673;
          p34[t674] = t671;
        } else {
          const bool t675 = i186 < t19;
          if (t675) {
            double v676 = 0.0;
            double v677 = 0.0;
            double v678 = 0.0;
            double v679 = 0.0;
            double v680 = 0.0;
            double v681 = 0.0;
            double v682 = 0.0;
            double v683 = 0.0;
            const bool t684 = i56 == 0;
            double v685 = 0.0;
            if (t684) {
              const double t686 = initial[t189];
              v685 = t686;
            } else {
              const px_index t687 = t189 * 64;
              const px_index t688 = px_lane_rank + t687;
              const double t689 = p34[t688];
              v685 = t689;
            }
            const double t690 = v685;
            v676 = t690;
            double v691 = 0.0;
            if (t684) {
              const px_index t692 = t189 + 1;
              const double t693 = initial[t692];
              v691 = t693;
            } else {
              const px_index t694 = t189 + 1;
              const px_index t695 = t694 * 64;
              const px_index t696 = px_lane_rank + t695;
              const double t697 = p34[t696];
              v691 = t697;
            }
            const double t698 = v691;
            v677 = t698;
            double v699 = 0.0;
            if (t684) {
              const px_index t700 = t189 + 2;
              const double t701 = initial[t700];
              v699 = t701;
            } else {
              const px_index t702 = t189 + 2;
              const px_index t703 = t702 * 64;
              const px_index t704 = px_lane_rank + t703;
              const double t705 = p34[t704];
              v699 = t705;
            }
            const double t706 = v699;
            v678 = t706;
            double v707 = 0.0;
            if (t684) {
              const px_index t708 = t189 + 3;
              const double t709 = initial[t708];
              v707 = t709;
            } else {
              const px_index t710 = t189 + 3;
              const px_index t711 = t710 * 64;
              const px_index t712 = px_lane_rank + t711;
              const double t713 = p34[t712];
              v707 = t713;
            }
            const double t714 = v707;
            v679 = t714;
            double v715 = 0.0;
            if (t684) {
              const px_index t716 = t189 + 4;
              const double t717 = initial[t716];
              v715 = t717;
            } else {
              const px_index t718 = t189 + 4;
              const px_index t719 = t718 * 64;
              const px_index t720 = px_lane_rank + t719;
              const double t721 = p34[t720];
              v715 = t721;
            }
            const double t722 = v715;
            v680 = t722;
            double v723 = 0.0;
            if (t684) {
              const px_index t724 = t189 + 5;
              const double t725 = initial[t724];
              v723 = t725;
            } else {
              const px_index t726 = t189 + 5;
              const px_index t727 = t726 * 64;
              const px_index t728 = px_lane_rank + t727;
              const double t729 = p34[t728];
              v723 = t729;
            }
            const double t730 = v723;
            v681 = t730;
            double v731 = 0.0;
            if (t684) {
              const px_index t732 = t189 + 6;
              const double t733 = initial[t732];
              v731 = t733;
            } else {
              const px_index t734 = t189 + 6;
              const px_index t735 = t734 * 64;
              const px_index t736 = px_lane_rank + t735;
              const double t737 = p34[t736];
              v731 = t737;
            }
            const double t738 = v731;
            v682 = t738;
            double v739 = 0.0;
            if (t684) {
              const px_index t740 = t189 + 7;
              const double t741 = initial[t740];
              v739 = t741;
            } else {
              const px_index t742 = t189 + 7;
              const px_index t743 = t742 * 64;
              const px_index t744 = px_lane_rank + t743;
              const double t745 = p34[t744];
              v739 = t745;
            }
            const double t746 = v739;
            v683 = t746;
            double* p970 = scratch + (px_lane_rank + t187.z * 64);
            double* p979 = scratch + (px_lane_rank + t187.w * 64);
            #pragma unroll 1
            for (px_index i748 = 0; i748 < t59; ++i748) {
              double v749 = 0.0;
              double v750 = 0.0;
              double v751 = 0.0;
              double v752 = 0.0;
              double v753 = 0.0;
              double v754 = 0.0;
              double v755 = 0.0;
              double v756 = 0.0;
              const double t761 = p970[576];
              v749 = t761;
              const double t766 = p970[640];
              v750 = t766;
              const double t771 = p970[704];
              v751 = t771;
              const double t776 = p970[768];
              v752 = t776;
              const double t781 = p970[832];
              v753 = t781;
              const double t786 = p970[896];
              v754 = t786;
              const double t791 = p970[960];
              v755 = t791;
              const double t796 = p970[1024];
              v756 = t796;
              const double t800 = p979[0];
              const double t801 = v676;
              const double t802 = v749;
              const double t803 = fma(t800, t802, t801);
              v676 = t803;
              const double t804 = v677;
              const double t805 = v750;
              const double t806 = fma(t800, t805, t804);
              v677 = t806;
              const double t807 = v678;
              const double t808 = v751;
              const double t809 = fma(t800, t808, t807);
              v678 = t809;
              const double t810 = v679;
              const double t811 = v752;
              const double t812 = fma(t800, t811, t810);
              v679 = t812;
              const double t813 = v680;
              const double t814 = v753;
              const double t815 = fma(t800, t814, t813);
              v680 = t815;
              const double t816 = v681;
              const double t817 = v754;
              const double t818 = fma(t800, t817, t816);
              v681 = t818;
              const double t819 = v682;
              const double t820 = v755;
              const double t821 = fma(t800, t820, t819);
              v682 = t821;
              const double t822 = v683;
              const double t823 = v756;
              const double t824 = fma(t800, t823, t822);
              v683 = t824;
              p970 += 1792;
              p979 += 1792;
            }
            const double t825 = v676;
            const px_index t826 = t189 * 64;
            const px_index t827 = px_lane_rank + t826;
            p34[t827] = t825;
            const double t828 = v677;
            const px_index t829 = t189 + 1;
            const px_index t830 = t829 * 64;
            const px_index t831 = px_lane_rank + t830;
            p34[t831] = t828;
            const double t832 = v678;
            const px_index t833 = t189 + 2;
            const px_index t834 = t833 * 64;
            const px_index t835 = px_lane_rank + t834;
            p34[t835] = t832;
            const double t836 = v679;
            const px_index t837 = t189 + 3;
            const px_index t838 = t837 * 64;
            const px_index t839 = px_lane_rank + t838;
            p34[t839] = t836;
            const double t840 = v680;
            const px_index t841 = t189 + 4;
            const px_index t842 = t841 * 64;
            const px_index t843 = px_lane_rank + t842;
            p34[t843] = t840;
            const double t844 = v681;
            const px_index t845 = t189 + 5;
            const px_index t846 = t845 * 64;
            const px_index t847 = px_lane_rank + t846;
            p34[t847] = t844;
            const double t848 = v682;
            const px_index t849 = t189 + 6;
            const px_index t850 = t849 * 64;
            const px_index t851 = px_lane_rank + t850;
            p34[t851] = t848;
            const double t852 = v683;
            const px_index t853 = t189 + 7;
            const px_index t854 = t853 * 64;
            const px_index t855 = px_lane_rank + t854;
            p34[t855] = t852;
          } else {
            double v856 = 0.0;
            double v857 = 0.0;
            double v858 = 0.0;
            double v859 = 0.0;
            const bool t860 = i56 == 0;
            double v861 = 0.0;
            if (t860) {
              const double t862 = initial[t189];
              v861 = t862;
            } else {
              const px_index t863 = t189 * 64;
              const px_index t864 = px_lane_rank + t863;
              const double t865 = p34[t864];
              v861 = t865;
            }
            const double t866 = v861;
            v856 = t866;
            double v867 = 0.0;
            if (t860) {
              const px_index t868 = t189 + 1;
              const double t869 = initial[t868];
              v867 = t869;
            } else {
              const px_index t870 = t189 + 1;
              const px_index t871 = t870 * 64;
              const px_index t872 = px_lane_rank + t871;
              const double t873 = p34[t872];
              v867 = t873;
            }
            const double t874 = v867;
            v857 = t874;
            double v875 = 0.0;
            if (t860) {
              const px_index t876 = t189 + 2;
              const double t877 = initial[t876];
              v875 = t877;
            } else {
              const px_index t878 = t189 + 2;
              const px_index t879 = t878 * 64;
              const px_index t880 = px_lane_rank + t879;
              const double t881 = p34[t880];
              v875 = t881;
            }
            const double t882 = v875;
            v858 = t882;
            double v883 = 0.0;
            if (t860) {
              const px_index t884 = t189 + 3;
              const double t885 = initial[t884];
              v883 = t885;
            } else {
              const px_index t886 = t189 + 3;
              const px_index t887 = t886 * 64;
              const px_index t888 = px_lane_rank + t887;
              const double t889 = p34[t888];
              v883 = t889;
            }
            const double t890 = v883;
            v859 = t890;
            double* p981 = scratch + (px_lane_rank + t187.z * 64);
            double* p986 = scratch + (px_lane_rank + t187.w * 64);
            #pragma unroll 1
            for (px_index i892 = 0; i892 < t59; ++i892) {
              double v893 = 0.0;
              double v894 = 0.0;
              double v895 = 0.0;
              double v896 = 0.0;
              const double t901 = p981[576];
              v893 = t901;
              const double t906 = p981[640];
              v894 = t906;
              const double t911 = p981[704];
              v895 = t911;
              const double t916 = p981[768];
              v896 = t916;
              const double t920 = p986[0];
              const double t921 = v856;
              const double t922 = v893;
              const double t923 = fma(t920, t922, t921);
              v856 = t923;
              const double t924 = v857;
              const double t925 = v894;
              const double t926 = fma(t920, t925, t924);
              v857 = t926;
              const double t927 = v858;
              const double t928 = v895;
              const double t929 = fma(t920, t928, t927);
              v858 = t929;
              const double t930 = v859;
              const double t931 = v896;
              const double t932 = fma(t920, t931, t930);
              v859 = t932;
              p981 += 1792;
              p986 += 1792;
            }
            const double t933 = v856;
            const px_index t934 = t189 * 64;
            const px_index t935 = px_lane_rank + t934;
            p34[t935] = t933;
            const double t936 = v857;
            const px_index t937 = t189 + 1;
            const px_index t938 = t937 * 64;
            const px_index t939 = px_lane_rank + t938;
            p34[t939] = t936;
            const double t940 = v858;
            const px_index t941 = t189 + 2;
            const px_index t942 = t941 * 64;
            const px_index t943 = px_lane_rank + t942;
            p34[t943] = t940;
            const double t944 = v859;
            const px_index t945 = t189 + 3;
            const px_index t946 = t945 * 64;
            const px_index t947 = px_lane_rank + t946;
            p34[t947] = t944;
          }
        }
      }
      p988 += 2;
    }
    __syncthreads();
  }
}
