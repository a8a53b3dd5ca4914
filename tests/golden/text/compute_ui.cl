#pragma OPENCL FP_CONTRACT OFF
typedef int px_index;
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void __attribute__((reqd_work_group_size(8, 16, 1))) px_kernel_compute_ui(
    const __global int* restrict npairs,
    const px_index npairs_n0,
    const __global double* restrict geometry,
    const px_index geometry_n0,
    const px_index geometry_n1,
    const px_index geometry_n2,
    const __global double* restrict initial,
    const px_index initial_n0,
    const __global int4* restrict blocks,
    const px_index blocks_n0,
    const int wide2,
    const int narrow2,
    const int wide1,
    const int narrow1,
    __global double* restrict moments,
    const px_index moments_n0,
    const px_index moments_n1) {
  __local __attribute__((aligned(16))) double scratch[1120];
  const px_index px_league_rank = get_group_id(0);
  const px_index px_team_rank = get_local_id(1);
  const px_index px_lane_rank = get_local_id(0);
  const px_index t8 = geometry_n1 * 8;
  const px_index t9 = geometry_n2 * t8;
  const px_index t15 = (px_index)wide2;
  const px_index t17 = (px_index)narrow2;
  const px_index t19 = (px_index)wide1;
  const px_index t21 = (px_index)narrow1;
  const px_index t25 = moments_n1 * 8;
  const __global double* const p31 = geometry + (long)px_league_rank * t9;
  __global double* const p34 = moments + (long)px_league_rank * t25;
  const int t39 = npairs[px_league_rank];
  const px_index t40 = (px_index)t39;
  const px_index t49 = px_lane_rank + 192;
  #pragma unroll 1
  for (px_index i43 = px_team_rank; i43 < 5; i43 += 16) {
    const px_index t50 = i43 * 224;
    const px_index t51 = t49 + t50;
    scratch[t51] = 0.0;
  }
  const px_index t53 = t40 + 4;
  const px_index t54 = t53 / 5;
  const px_index t55 = t54 > 1 ? t54 : 1;
  const px_index t63 = px_lane_rank + 24;
  const px_index t68 = px_lane_rank + 32;
  const px_index t73 = px_lane_rank + 16;
  const px_index t78 = px_lane_rank + 8;
  const px_index t87 = px_lane_rank + 40;
  #pragma unroll 1
  for (px_index i56 = 0; i56 < t55; ++i56) {
    const px_index t57 = i56 * 5;
    const px_index t58 = t40 - t57;
    const px_index t59 = t58 < 5 ? t58 : 5;
    #pragma unroll 1
    for (px_index i60 = px_team_rank; i60 < t59; i60 += 16) {
      const px_index t61 = t57 + i60;
      const px_index t64 = t8 * t61;
      const px_index t65 = t63 + t64;
      const double t66 = p31[t65];
      const px_index t69 = t64 + t68;
      const double t70 = p31[t69];
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
      const px_index t88 = t64 + t87;
      const double t89 = p31[t88];
      const double t90 = t70 * t70;
      const double t91 = fma(t77, t77, t90);
      const double t94 = fma(t91, 2.0, -1.0);
      double v95 = t94;
      double v96 = 1.0;
      px_index v98 = 9;
      const px_index t104 = i60 * 224;
      #pragma unroll 1
      for (px_index i99 = 0; i99 < 3; ++i99) {
        const double t100 = v96;
        const px_index t101 = i99 + 25;
        const px_index t102 = t101 * 8;
        const px_index t103 = px_lane_rank + t102;
        const px_index t105 = t103 + t104;
        scratch[t105] = t100;
        const double t106 = v96;
        const px_index t107 = v98;
        const px_index t108 = t107 * 8;
        const px_index t109 = px_lane_rank + t108;
        const px_index t110 = t104 + t109;
        scratch[t110] = t106;
        const double t111 = v95;
        const double t112 = t94 * 2.0;
        const double t113 = v96;
        const double t114 = fma(t112, t113, -t111);
        const double t115 = v96;
        v95 = t115;
        v96 = t114;
        const px_index t116 = v98;
        const px_index t117 = i99 * 4;
        const px_index t118 = t117 + 3;
        const px_index t119 = t116 + t118;
        v98 = t119;
      }
      const px_index t120 = i60 * 224;
      const px_index t121 = px_lane_rank + t120;
      scratch[t121] = t89;
      double v122 = 0.0;
      double v123 = 0.0;
      v122 = t89;
      double v124 = 1.0;
      double v125 = 0.0;
      #pragma unroll 1
      for (px_index i126 = 1; i126 < 5; ++i126) {
        const double t127 = v122;
        const double t128 = v123;
        const double t129 = t127 * t70;
        const double t130 = fma(-t128, t77, t129);
        const double t131 = t127 * t77;
        const double t132 = fma(t128, t70, t131);
        v122 = t130;
        v123 = t132;
        const double t133 = v124;
        const double t134 = v125;
        const double t135 = t133 * t81;
        const double t136 = fma(-t134, t85, t135);
        const double t137 = t133 * t85;
        const double t138 = fma(t134, t81, t137);
        v124 = t136;
        v125 = t138;
        const double t139 = v122;
        const px_index t140 = i126 * 2;
        const px_index t142 = t140 + (-1);
        const px_index t143 = t142 * 8;
        const px_index t144 = px_lane_rank + t143;
        const px_index t145 = t120 + t144;
        scratch[t145] = t139;
        const double t146 = v123;
        const px_index t147 = i126 * 16;
        const px_index t148 = px_lane_rank + t147;
        const px_index t149 = t120 + t148;
        scratch[t149] = t146;
        const px_index t150 = i126 + 1;
        const px_index t151 = i126 * t150;
        const px_index t152 = t151 / 2;
        const px_index t153 = i126 + t152;
        const px_index t155 = t153 + 8;
        px_index v156 = t155;
        const px_index t157 = 4 - i126;
        const px_index t158 = t157 / 2;
        const px_index t159 = t158 + 1;
        __local double* p944 = scratch + (px_lane_rank + i60 * 224);
        #pragma unroll 1
        for (px_index i160 = 0; i160 < t159; ++i160) {
          const double t165 = p944[200];
          const double t166 = v124;
          const double t167 = t166 * t165;
          const px_index t168 = v156;
          const px_index t169 = t168 * 8;
          const px_index t170 = px_lane_rank + t169;
          const px_index t171 = t120 + t170;
          scratch[t171] = t167;
          const double t172 = v125;
          const double t173 = t172 * t165;
          const px_index t174 = v156;
          const px_index t175 = t174 + 1;
          const px_index t176 = t175 * 8;
          const px_index t177 = px_lane_rank + t176;
          const px_index t178 = t120 + t177;
          scratch[t178] = t173;
          const px_index t179 = v156;
          const px_index t180 = i160 * 4;
          const px_index t181 = t140 + t180;
          const px_index t182 = t181 + 3;
          const px_index t183 = t179 + t182;
          v156 = t183;
          p944 += 8;
        }
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    const __global int4* p984 = blocks + (px_team_rank);
    #pragma unroll 1
    for (px_index i184 = px_team_rank; i184 < t21; i184 += 16) {
      const int4 t185 = p984[0];
      const px_index t187 = (px_index)t185.x;
      const px_index t189 = (px_index)t185.y;
      const bool t194 = i184 < t15;
      if (t194) {
        double v195 = 0.0;
        double v196 = 0.0;
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
        const bool t211 = i56 == 0;
        double v212 = 0.0;
        if (t211) {
          const double t213 = initial[t187];
          v212 = t213;
        } else {
          const px_index t214 = t187 * 8;
          const px_index t215 = px_lane_rank + t214;
          const double t216 = p34[t215];
          v212 = t216;
        }
        const double t217 = v212;
        v195 = t217;
        double v218 = 0.0;
        if (t211) {
          const px_index t219 = t187 + 1;
          const double t220 = initial[t219];
          v218 = t220;
        } else {
          const px_index t221 = t187 + 1;
          const px_index t222 = t221 * 8;
          const px_index t223 = px_lane_rank + t222;
          const double t224 = p34[t223];
          v218 = t224;
        }
        const double t225 = v218;
        v196 = t225;
        double v226 = 0.0;
        if (t211) {
          const px_index t227 = t187 + 2;
          const double t228 = initial[t227];
          v226 = t228;
        } else {
          const px_index t229 = t187 + 2;
          const px_index t230 = t229 * 8;
          const px_index t231 = px_lane_rank + t230;
          const double t232 = p34[t231];
          v226 = t232;
        }
        const double t233 = v226;
        v197 = t233;
        double v234 = 0.0;
        if (t211) {
          const px_index t235 = t187 + 3;
          const double t236 = initial[t235];
          v234 = t236;
        } else {
          const px_index t237 = t187 + 3;
          const px_index t238 = t237 * 8;
          const px_index t239 = px_lane_rank + t238;
          const double t240 = p34[t239];
          v234 = t240;
        }
        const double t241 = v234;
        v198 = t241;
        double v242 = 0.0;
        if (t211) {
          const px_index t243 = t187 + 4;
          const double t244 = initial[t243];
          v242 = t244;
        } else {
          const px_index t245 = t187 + 4;
          const px_index t246 = t245 * 8;
          const px_index t247 = px_lane_rank + t246;
          const double t248 = p34[t247];
          v242 = t248;
        }
        const double t249 = v242;
        v199 = t249;
        double v250 = 0.0;
        if (t211) {
          const px_index t251 = t187 + 5;
          const double t252 = initial[t251];
          v250 = t252;
        } else {
          const px_index t253 = t187 + 5;
          const px_index t254 = t253 * 8;
          const px_index t255 = px_lane_rank + t254;
          const double t256 = p34[t255];
          v250 = t256;
        }
        const double t257 = v250;
        v200 = t257;
        double v258 = 0.0;
        if (t211) {
          const px_index t260 = t187 + 6;
          const double t261 = initial[t260];
          v258 = t261;
        } else {
          const px_index t262 = t187 + 6;
          const px_index t263 = t262 * 8;
          const px_index t264 = px_lane_rank + t263;
          const double t265 = p34[t264];
          v258 = t265;
        }
        const double t266 = v258;
        v201 = t266;
        double v267 = 0.0;
        if (t211) {
          const px_index t268 = t187 + 7;
          const double t269 = initial[t268];
          v267 = t269;
        } else {
          const px_index t270 = t187 + 7;
          const px_index t271 = t270 * 8;
          const px_index t272 = px_lane_rank + t271;
          const double t273 = p34[t272];
          v267 = t273;
        }
        const double t274 = v267;
        v202 = t274;
        double v275 = 0.0;
        if (t211) {
          const double t276 = initial[t189];
          v275 = t276;
        } else {
          const px_index t277 = t189 * 8;
          const px_index t278 = px_lane_rank + t277;
          const double t279 = p34[t278];
          v275 = t279;
        }
        const double t280 = v275;
        v203 = t280;
        double v281 = 0.0;
        if (t211) {
          const px_index t282 = t189 + 1;
          const double t283 = initial[t282];
          v281 = t283;
        } else {
          const px_index t284 = t189 + 1;
          const px_index t285 = t284 * 8;
          const px_index t286 = px_lane_rank + t285;
          const double t287 = p34[t286];
          v281 = t287;
        }
        const double t288 = v281;
        v204 = t288;
        double v289 = 0.0;
        if (t211) {
          const px_index t290 = t189 + 2;
          const double t291 = initial[t290];
          v289 = t291;
        } else {
          const px_index t292 = t189 + 2;
          const px_index t293 = t292 * 8;
          const px_index t294 = px_lane_rank + t293;
          const double t295 = p34[t294];
          v289 = t295;
        }
        const double t296 = v289;
        v205 = t296;
        double v297 = 0.0;
        if (t211) {
          const px_index t298 = t189 + 3;
          const double t299 = initial[t298];
          v297 = t299;
        } else {
          const px_index t300 = t189 + 3;
          const px_index t301 = t300 * 8;
          const px_index t302 = px_lane_rank + t301;
          const double t303 = p34[t302];
          v297 = t303;
        }
        const double t304 = v297;
        v206 = t304;
        double v305 = 0.0;
        if (t211) {
          const px_index t306 = t189 + 4;
          const double t307 = initial[t306];
          v305 = t307;
        } else {
          const px_index t308 = t189 + 4;
          const px_index t309 = t308 * 8;
          const px_index t310 = px_lane_rank + t309;
          const double t311 = p34[t310];
          v305 = t311;
        }
        const double t312 = v305;
        v207 = t312;
        double v313 = 0.0;
        if (t211) {
          const px_index t314 = t189 + 5;
          const double t315 = initial[t314];
          v313 = t315;
        } else {
          const px_index t316 = t189 + 5;
          const px_index t317 = t316 * 8;
          const px_index t318 = px_lane_rank + t317;
          const double t319 = p34[t318];
          v313 = t319;
        }
        const double t320 = v313;
        v208 = t320;
        double v321 = 0.0;
        if (t211) {
          const px_index t322 = t189 + 6;
          const double t323 = initial[t322];
          v321 = t323;
        } else {
          const px_index t324 = t189 + 6;
          const px_index t325 = t324 * 8;
          const px_index t326 = px_lane_rank + t325;
          const double t327 = p34[t326];
          v321 = t327;
        }
        const double t328 = v321;
        v209 = t328;
        double v329 = 0.0;
        if (t211) {
          const px_index t330 = t189 + 7;
          const double t331 = initial[t330];
          v329 = t331;
        } else {
          const px_index t332 = t189 + 7;
          const px_index t333 = t332 * 8;
          const px_index t334 = px_lane_rank + t333;
          const double t335 = p34[t334];
          v329 = t335;
        }
        const double t336 = v329;
        v210 = t336;
        __local double* p946 = scratch + (px_lane_rank + t185.z * 8);
        __local double* p955 = scratch + (px_lane_rank + t185.w * 8);
        #pragma unroll 1
        for (px_index i338 = 0; i338 < t59; ++i338) {
          double v339 = 0.0;
          double v340 = 0.0;
          double v341 = 0.0;
          double v342 = 0.0;
          double v343 = 0.0;
          double v344 = 0.0;
          double v345 = 0.0;
          double v346 = 0.0;
          const double t351 = p946[72];
          v339 = t351;
          const double t357 = p946[80];
          v340 = t357;
          const double t363 = p946[88];
          v341 = t363;
          const double t369 = p946[96];
          v342 = t369;
          const double t375 = p946[104];
          v343 = t375;
          const double t381 = p946[112];
          v344 = t381;
          const double t387 = p946[120];
          v345 = t387;
          const double t392 = p946[128];
          v346 = t392;
          const double t396 = p955[0];
          const double t397 = v195;
          const double t398 = v339;
          const double t399 = fma(t396, t398, t397);
          v195 = t399;
          const double t400 = v196;
          const double t401 = v340;
          const double t402 = fma(t396, t401, t400);
          v196 = t402;
          const double t403 = v197;
          const double t404 = v341;
          const double t405 = fma(t396, t404, t403);
          v197 = t405;
          const double t406 = v198;
          const double t407 = v342;
          const double t408 = fma(t396, t407, t406);
          v198 = t408;
          const double t409 = v199;
          const double t410 = v343;
          const double t411 = fma(t396, t410, t409);
          v199 = t411;
          const double t412 = v200;
          const double t413 = v344;
          const double t414 = fma(t396, t413, t412);
          v200 = t414;
          const double t415 = v201;
          const double t416 = v345;
          const double t417 = fma(t396, t416, t415);
          v201 = t417;
          const double t418 = v202;
          const double t419 = v346;
          const double t420 = fma(t396, t419, t418);
          v202 = t420;
          const double t425 = p955[8];
          const double t426 = v203;
          const double t427 = v339;
          const double t428 = fma(t425, t427, t426);
          v203 = t428;
          const double t429 = v204;
          const double t430 = v340;
          const double t431 = fma(t425, t430, t429);
          v204 = t431;
          const double t432 = v205;
          const double t433 = v341;
          const double t434 = fma(t425, t433, t432);
          v205 = t434;
          const double t435 = v206;
          const double t436 = v342;
          const double t437 = fma(t425, t436, t435);
          v206 = t437;
          const double t438 = v207;
          const double t439 = v343;
          const double t440 = fma(t425, t439, t438);
          v207 = t440;
          const double t441 = v208;
          const double t442 = v344;
          const double t443 = fma(t425, t442, t441);
          v208 = t443;
          const double t444 = v209;
          const double t445 = v345;
          const double t446 = fma(t425, t445, t444);
          v209 = t446;
          const double t447 = v210;
          const double t448 = v346;
          const double t449 = fma(t425, t448, t447);
          v210 = t449;
          p946 += 224;
          p955 += 224;
        }
        const double t450 = v195;
        const px_index t451 = t187 * 8;
        const px_index t452 = px_lane_rank + t451;
        p34[t452] = t450;
        const double t453 = v196;
        const px_index t454 = t187 + 1;
        const px_index t455 = t454 * 8;
        const px_index t456 = px_lane_rank + t455;
        p34[t456] = t453;
        const double t457 = v197;
        const px_index t458 = t187 + 2;
        const px_index t459 = t458 * 8;
        const px_index t460 = px_lane_rank + t459;
        p34[t460] = t457;
        const double t461 = v198;
        const px_index t462 = t187 + 3;
        const px_index t463 = t462 * 8;
        const px_index t464 = px_lane_rank + t463;
        p34[t464] = t461;
        const double t465 = v199;
        const px_index t466 = t187 + 4;
        const px_index t467 = t466 * 8;
        const px_index t468 = px_lane_rank + t467;
        p34[t468] = t465;
        const double t469 = v200;
        const px_index t470 = t187 + 5;
        const px_index t471 = t470 * 8;
        const px_index t472 = px_lane_rank + t471;
        p34[t472] = t469;
        const double t473 = v201;
        const px_index t474 = t187 + 6;
        const px_index t475 = t474 * 8;
        const px_index t476 = px_lane_rank + t475;
        p34[t476] = t473;
        const double t477 = v202;
        const px_index t478 = t187 + 7;
        const px_index t479 = t478 * 8;
        const px_index t480 = px_lane_rank + t479;
        p34[t480] = t477;
        const double t481 = v203;
        const px_index t482 = t189 * 8;
        const px_index t483 = px_lane_rank + t482;
        p34[t483] = t481;
        const double t484 = v204;
        const px_index t485 = t189 + 1;
        const px_index t486 = t485 * 8;
        const px_index t487 = px_lane_rank + t486;
        p34[t487] = t484;
        const double t488 = v205;
        const px_index t489 = t189 + 2;
        const px_index t490 = t489 * 8;
        const px_index t491 = px_lane_rank + t490;
        p34[t491] = t488;
        const double t492 = v206;
        const px_index t493 = t189 + 3;
        const px_index t494 = t493 * 8;
        const px_index t495 = px_lane_rank + t494;
        p34[t495] = t492;
        const double t496 = v207;
        const px_index t497 = t189 + 4;
        const px_index t498 = t497 * 8;
        const px_index t499 = px_lane_rank + t498;
        p34[t499] = t496;
        const double t500 = v208;
        const px_index t501 = t189 + 5;
        const px_index t502 = t501 * 8;
        const px_index t503 = px_lane_rank + t502;
        p34[t503] = t500;
        const double t504 = v209;
        const px_index t505 = t189 + 6;
        const px_index t506 = t505 * 8;
        const px_index t507 = px_lane_rank + t506;
        p34[t507] = t504;
        const double t508 = v210;
        const px_index t509 = t189 + 7;
        const px_index t510 = t509 * 8;
        const px_index t511 = px_lane_rank + t510;
        p34[t511] = t508;
      } else {
        const bool t512 = i184 < t17;
        if (t512) {
          double v513 = 0.0;
          double v514 = 0.0;
          double v515 = 0.0;
          double v516 = 0.0;
          double v517 = 0.0;
          double v518 = 0.0;
          double v519 = 0.0;
          double v520 = 0.0;
          const bool t521 = i56 == 0;
          double v522 = 0.0;
          if (t521) {
            const double t523 = initial[t187];
            v522 = t523;
          } else {
            const px_index t524 = t187 * 8;
            const px_index t525 = px_lane_rank + t524;
            const double t526 = p34[t525];
            v522 = t526;
          }
          const double t527 = v522;
          v513 = t527;
          double v528 = 0.0;
          if (t521) {
            const px_index t529 = t187 + 1;
            const double t530 = initial[t529];
            v528 = t530;
          } else {
            const px_index t531 = t187 + 1;
            const px_index t532 = t531 * 8;
            const px_index t533 = px_lane_rank + t532;
            const double t534 = p34[t533];
            v528 = t534;
          }
          const double t535 = v528;
          v514 = t535;
          double v536 = 0.0;
          if (t521) {
            const px_index t537 = t187 + 2;
            const double t538 = initial[t537];
            v536 = t538;
          } else {
            const px_index t539 = t187 + 2;
            const px_index t540 = t539 * 8;
            const px_index t541 = px_lane_rank + t540;
            const double t542 = p34[t541];
            v536 = t542;
          }
          const double t543 = v536;
          v515 = t543;
          double v544 = 0.0;
          if (t521) {
            const px_index t545 = t187 + 3;
            const double t546 = initial[t545];
            v544 = t546;
          } else {
            const px_index t547 = t187 + 3;
            const px_index t548 = t547 * 8;
            const px_index t549 = px_lane_rank + t548;
            const double t550 = p34[t549];
            v544 = t550;
          }
          const double t551 = v544;
          v516 = t551;
          double v552 = 0.0;
          if (t521) {
            const double t553 = initial[t189];
            v552 = t553;
          } else {
            const px_index t554 = t189 * 8;
            const px_index t555 = px_lane_rank + t554;
            const double t556 = p34[t555];
            v552 = t556;
          }
          const double t557 = v552;
          v517 = t557;
          double v558 = 0.0;
          if (t521) {
            const px_index t559 = t189 + 1;
            const double t560 = initial[t559];
            v558 = t560;
          } else {
            const px_index t561 = t189 + 1;
            const px_index t562 = t561 * 8;
            const px_index t563 = px_lane_rank + t562;
            const double t564 = p34[t563];
            v558 = t564;
          }
          const double t565 = v558;
          v518 = t565;
          double v566 = 0.0;
          if (t521) {
            const px_index t567 = t189 + 2;
            const double t568 = initial[t567];
            v566 = t568;
          } else {
            const px_index t569 = t189 + 2;
            const px_index t570 = t569 * 8;
            const px_index t571 = px_lane_rank + t570;
            const double t572 = p34[t571];
            v566 = t572;
          }
          const double t573 = v566;
          v519 = t573;
          double v574 = 0.0;
          if (t521) {
            const px_index t575 = t189 + 3;
            const double t576 = initial[t575];
            v574 = t576;
          } else {
            const px_index t577 = t189 + 3;
            const px_index t578 = t577 * 8;
            const px_index t579 = px_lane_rank + t578;
            const double t580 = p34[t579];
            v574 = t580;
          }
          const double t581 = v574;
          v520 = t581;
          __local double* p958 = scratch + (px_lane_rank + t185.z * 8);
          __local double* p963 = scratch + (px_lane_rank + t185.w * 8);
          #pragma unroll 1
          for (px_index i583 = 0; i583 < t59; ++i583) {
            double v584 = 0.0;
            double v585 = 0.0;
            double v586 = 0.0;
            double v587 = 0.0;
            const double t592 = p958[72];
            v584 = t592;
            const double t597 = p958[80];
            v585 = t597;
            const double t602 = p958[88];
            v586 = t602;
            const double t607 = p958[96];
            v587 = t607;
            const double t611 = p963[0];
            const double t612 = v513;
            const double t613 = v584;
            const double t614 = fma(t611, t613, t612);
            v513 = t614;
            const double t615 = v514;
            const double t616 = v585;
            const double t617 = fma(t611, t616, t615);
            v514 = t617;
            const double t618 = v515;
            const double t619 = v586;
            const double t620 = fma(t611, t619, t618);
            v515 = t620;
            const double t621 = v516;
            const double t622 = v587;
            const double t623 = fma(t611, t622, t621);
            v516 = t623;
            const double t628 = p963[8];
            const double t629 = v517;
            const double t630 = v584;
            const double t631 = fma(t628, t630, t629);
            v517 = t631;
            const double t632 = v518;
            const double t633 = v585;
            const double t634 = fma(t628, t633, t632);
            v518 = t634;
            const double t635 = v519;
            const double t636 = v586;
            const double t637 = fma(t628, t636, t635);
            v519 = t637;
            const double t638 = v520;
            const double t639 = v587;
            const double t640 = fma(t628, t639, t638);
            v520 = t640;
            p958 += 224;
            p963 += 224;
          }
          const double t641 = v513;
          const px_index t642 = t187 * 8;
          const px_index t643 = px_lane_rank + t642;
          p34[t643] = t641;
          const double t644 = v514;
          const px_index t645 = t187 + 1;
          const px_index t646 = t645 * 8;
          const px_index t647 = px_lane_rank + t646;
          p34[t647] = t644;
          const double t648 = v515;
          const px_index t649 = t187 + 2;
          const px_index t650 = t649 * 8;
          const px_index t651 = px_lane_rank + t650;
          p34[t651] = t648;
          const double t652 = v516;
          const px_index t653 = t187 + 3;
          const px_index t654 = t653 * 8;
          const px_index t655 = px_lane_rank + t654;
          p34[t655] = t652;
          const double t656 = v517;
          const px_index t657 = t189 * 8;
          const px_index t658 = px_lane_rank + t657;
          p34[t658] = t656;
          const double t659 = v518;
          const px_index t660 = t189 + 1;
          const px_index t661 = t660 * 8;
          const px_index t662 = px_lane_rank + t661;
          p34[t662] = t659;
          const double t663 = v519;
          const px_index t664 = t189 + 2;
          const px_index t665 = t664 * 8;
          const px_index t666 = px_lane_rank + t665;
          p34[t666] = t663;
          const double t667 = v520;
          const px_index t668 = t189 + 3;
          const px_index t669 = t668 * 8;
          const px_index t670 = px_lane_rank + t669;
          p34[t670] = t667;
        } else {
          const bool t671 = i184 < t19;
          if (t671) {
            double v672 = 0.0;
            double v673 = 0.0;
            double v674 = 0.0;
            double v675 = 0.0;
            double v676 = 0.0;
            double v677 = 0.0;
            double v678 = 0.0;
            double v679 = 0.0;
            const bool t680 = i56 == 0;
            double v681 = 0.0;
            if (t680) {
              const double t682 = initial[t187];
              v681 = t682;
            } else {
              const px_index t683 = t187 * 8;
              const px_index t684 = px_lane_rank + t683;
              const double t685 = p34[t684];
              v681 = t685;
            }
            const double t686 = v681;
            v672 = t686;
            double v687 = 0.0;
            if (t680) {
              const px_index t688 = t187 + 1;
              const double t689 = initial[t688];
              v687 = t689;
            } else {
              const px_index t690 = t187 + 1;
              const px_index t691 = t690 * 8;
              const px_index t692 = px_lane_rank + t691;
              const double t693 = p34[t692];
              v687 = t693;
            }
            const double t694 = v687;
            v673 = t694;
            double v695 = 0.0;
            if (t680) {
              const px_index t696 = t187 + 2;
              const double t697 = initial[t696];
              v695 = t697;
            } else {
              const px_index t698 = t187 + 2;
              const px_index t699 = t698 * 8;
              const px_index t700 = px_lane_rank + t699;
              const double t701 = p34[t700];
              v695 = t701;
            }
            const double t702 = v695;
            v674 = t702;
            double v703 = 0.0;
            if (t680) {
              const px_index t704 = t187 + 3;
              const double t705 = initial[t704];
              v703 = t705;
            } else {
              const px_index t706 = t187 + 3;
              const px_index t707 = t706 * 8;
              const px_index t708 = px_lane_rank + t707;
              const double t709 = p34[t708];
              v703 = t709;
            }
            const double t710 = v703;
            v675 = t710;
            double v711 = 0.0;
            if (t680) {
              const px_index t712 = t187 + 4;
              const double t713 = initial[t712];
              v711 = t713;
            } else {
              const px_index t714 = t187 + 4;
              const px_index t715 = t714 * 8;
              const px_index t716 = px_lane_rank + t715;
              const double t717 = p34[t716];
              v711 = t717;
            }
            const double t718 = v711;
            v676 = t718;
            double v719 = 0.0;
            if (t680) {
              const px_index t720 = t187 + 5;
              const double t721 = initial[t720];
              v719 = t721;
            } else {
              const px_index t722 = t187 + 5;
              const px_index t723 = t722 * 8;
              const px_index t724 = px_lane_rank + t723;
              const double t725 = p34[t724];
              v719 = t725;
            }
            const double t726 = v719;
            v677 = t726;
            double v727 = 0.0;
            if (t680) {
              const px_index t728 = t187 + 6;
              const double t729 = initial[t728];
              v727 = t729;
            } else {
              const px_index t730 = t187 + 6;
              const px_index t731 = t730 * 8;
              const px_index t732 = px_lane_rank + t731;
              const double t733 = p34[t732];
              v727 = t733;
            }
            const double t734 = v727;
            v678 = t734;
            double v735 = 0.0;
            if (t680) {
              const px_index t736 = t187 + 7;
              const double t737 = initial[t736];
              v735 = t737;
            } else {
              const px_index t738 = t187 + 7;
              const px_index t739 = t738 * 8;
              const px_index t740 = px_lane_rank + t739;
              const double t741 = p34[t740];
              v735 = t741;
            }
            const double t742 = v735;
            v679 = t742;
            __local double* p966 = scratch + (px_lane_rank + t185.z * 8);
            __local double* p975 = scratch + (px_lane_rank + t185.w * 8);
            #pragma unroll 1
            for (px_index i744 = 0; i744 < t59; ++i744) {
              double v745 = 0.0;
              double v746 = 0.0;
              double v747 = 0.0;
              double v748 = 0.0;
              double v749 = 0.0;
              double v750 = 0.0;
              double v751 = 0.0;
              double v752 = 0.0;
              const double t757 = p966[72];
              v745 = t757;
              const double t762 = p966[80];
              v746 = t762;
              const double t767 = p966[88];
              v747 = t767;
              const double t772 = p966[96];
              v748 = t772;
              const double t777 = p966[104];
              v749 = t777;
              const double t782 = p966[112];
              v750 = t782;
              const double t787 = p966[120];
              v751 = t787;
              const double t792 = p966[128];
              v752 = t792;
              const double t796 = p975[0];
              const double t797 = v672;
              const double t798 = v745;
              const double t799 = fma(t796, t798, t797);
              v672 = t799;
              const double t800 = v673;
              const double t801 = v746;
              const double t802 = fma(t796, t801, t800);
              v673 = t802;
              const double t803 = v674;
              const double t804 = v747;
              const double t805 = fma(t796, t804, t803);
              v674 = t805;
              const double t806 = v675;
              const double t807 = v748;
              const double t808 = fma(t796, t807, t806);
              v675 = t808;
              const double t809 = v676;
              const double t810 = v749;
              const double t811 = fma(t796, t810, t809);
              v676 = t811;
              const double t812 = v677;
              const double t813 = v750;
              const double t814 = fma(t796, t813, t812);
              v677 = t814;
              const double t815 = v678;
              const double t816 = v751;
              const double t817 = fma(t796, t816, t815);
              v678 = t817;
              const double t818 = v679;
              const double t819 = v752;
              const double t820 = fma(t796, t819, t818);
              v679 = t820;
              p966 += 224;
              p975 += 224;
            }
            const double t821 = v672;
            const px_index t822 = t187 * 8;
            const px_index t823 = px_lane_rank + t822;
            p34[t823] = t821;
            const double t824 = v673;
            const px_index t825 = t187 + 1;
            const px_index t826 = t825 * 8;
            const px_index t827 = px_lane_rank + t826;
            p34[t827] = t824;
            const double t828 = v674;
            const px_index t829 = t187 + 2;
            const px_index t830 = t829 * 8;
            const px_index t831 = px_lane_rank + t830;
            p34[t831] = t828;
            const double t832 = v675;
            const px_index t833 = t187 + 3;
            const px_index t834 = t833 * 8;
            const px_index t835 = px_lane_rank + t834;
            p34[t835] = t832;
            const double t836 = v676;
            const px_index t837 = t187 + 4;
            const px_index t838 = t837 * 8;
            const px_index t839 = px_lane_rank + t838;
            p34[t839] = t836;
            const double t840 = v677;
            const px_index t841 = t187 + 5;
            const px_index t842 = t841 * 8;
            const px_index t843 = px_lane_rank + t842;
            p34[t843] = t840;
            const double t844 = v678;
            const px_index t845 = t187 + 6;
            const px_index t846 = t845 * 8;
            const px_index t847 = px_lane_rank + t846;
            p34[t847] = t844;
            const double t848 = v679;
            const px_index t849 = t187 + 7;
            const px_index t850 = t849 * 8;
            const px_index t851 = px_lane_rank + t850;
            p34[t851] = t848;
          } else {
            double v852 = 0.0;
            double v853 = 0.0;
            double v854 = 0.0;
            double v855 = 0.0;
            const bool t856 = i56 == 0;
            double v857 = 0.0;
            if (t856) {
              const double t858 = initial[t187];
              v857 = t858;
            } else {
              const px_index t859 = t187 * 8;
              const px_index t860 = px_lane_rank + t859;
              const double t861 = p34[t860];
              v857 = t861;
            }
            const double t862 = v857;
            v852 = t862;
            double v863 = 0.0;
            if (t856) {
              const px_index t864 = t187 + 1;
              const double t865 = initial[t864];
              v863 = t865;
            } else {
              const px_index t866 = t187 + 1;
              const px_index t867 = t866 * 8;
              const px_index t868 = px_lane_rank + t867;
              const double t869 = p34[t868];
              v863 = t869;
            }
            const double t870 = v863;
            v853 = t870;
            double v871 = 0.0;
            if (t856) {
              const px_index t872 = t187 + 2;
              const double t873 = initial[t872];
              v871 = t873;
            } else {
              const px_index t874 = t187 + 2;
              const px_index t875 = t874 * 8;
              const px_index t876 = px_lane_rank + t875;
              const double t877 = p34[t876];
              v871 = t877;
            }
            const double t878 = v871;
            v854 = t878;
            double v879 = 0.0;
            if (t856) {
              const px_index t880 = t187 + 3;
              const double t881 = initial[t880];
              v879 = t881;
            } else {
              const px_index t882 = t187 + 3;
              const px_index t883 = t882 * 8;
              const px_index t884 = px_lane_rank + t883;
              const double t885 = p34[t884];
              v879 = t885;
            }
            const double t886 = v879;
            v855 = t886;
            __local double* p977 = scratch + (px_lane_rank + t185.z * 8);
            __local double* p982 = scratch + (px_lane_rank + t185.w * 8);
            #pragma unroll 1
            for (px_index i888 = 0; i888 < t59; ++i888) {
              double v889 = 0.0;
              double v890 = 0.0;
              double v891 = 0.0;
              double v892 = 0.0;
              const double t897 = p977[72];
              v889 = t897;
              const double t902 = p977[80];
              v890 = t902;
              const double t907 = p977[88];
              v891 = t907;
              const double t912 = p977[96];
              v892 = t912;
              const double t916 = p982[0];
              const double t917 = v852;
              const double t918 = v889;
              const double t919 = fma(t916, t918, t917);
              v852 = t919;
              const double t920 = v853;
              const double t921 = v890;
              const double t922 = fma(t916, t921, t920);
              v853 = t922;
              const double t923 = v854;
              const double t924 = v891;
              const double t925 = fma(t916, t924, t923);
              v854 = t925;
              const double t926 = v855;
              const double t927 = v892;
              const double t928 = fma(t916, t927, t926);
              v855 = t928;
              p977 += 224;
              p982 += 224;
            }
            const double t929 = v852;
            const px_index t930 = t187 * 8;
            const px_index t931 = px_lane_rank + t930;
            p34[t931] = t929;
            const double t932 = v853;
            const px_index t933 = t187 + 1;
            const px_index t934 = t933 * 8;
            const px_index t935 = px_lane_rank + t934;
            p34[t935] = t932;
            const double t936 = v854;
            const px_index t937 = t187 + 2;
            const px_index t938 = t937 * 8;
            const px_index t939 = px_lane_rank + t938;
            p34[t939] = t936;
            const double t940 = v855;
            const px_index t941 = t187 + 3;
            const px_index t942 = t941 * 8;
            const px_index t943 = px_lane_rank + t942;
            p34[t943] = t940;
          }
        }
      }
      p984 += 16;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
}
