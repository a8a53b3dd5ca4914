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
  __local __attribute__((aligned(16))) double scratch[1800];
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
  const px_index t48 = px_lane_rank + 192;
  #pragma unroll 1
  for (px_index i43 = px_team_rank; i43 < 9; i43 += 16) {
    const px_index t49 = i43 * 200;
    const px_index t50 = t48 + t49;
    scratch[t50] = 0.0;
  }
  const px_index t51 = t40 + 8;
  const px_index t52 = t51 / 9;
  const px_index t53 = t52 > 1 ? t52 : 1;
  const px_index t61 = px_lane_rank + 24;
  const px_index t67 = px_lane_rank + 32;
  const px_index t72 = px_lane_rank + 16;
  const px_index t77 = px_lane_rank + 8;
  const px_index t87 = px_lane_rank + 40;
  const px_index t118 = px_lane_rank + 72;
  const px_index t122 = px_lane_rank + 96;
  const px_index t126 = px_lane_rank + 152;
  const px_index t152 = px_lane_rank + 80;
  const px_index t158 = px_lane_rank + 88;
  const px_index t164 = px_lane_rank + 120;
  const px_index t169 = px_lane_rank + 128;
  const px_index t191 = px_lane_rank + 104;
  const px_index t197 = px_lane_rank + 112;
  const px_index t203 = px_lane_rank + 160;
  const px_index t209 = px_lane_rank + 168;
  const px_index t228 = px_lane_rank + 48;
  const px_index t234 = px_lane_rank + 136;
  const px_index t240 = px_lane_rank + 144;
  const px_index t256 = px_lane_rank + 56;
  const px_index t260 = px_lane_rank + 64;
  const px_index t266 = px_lane_rank + 176;
  const px_index t272 = px_lane_rank + 184;
  #pragma unroll 1
  for (px_index i54 = 0; i54 < t53; ++i54) {
    const px_index t55 = i54 * 9;
    const px_index t56 = t40 - t55;
    const px_index t57 = t56 < 9 ? t56 : 9;
    #pragma unroll 1
    for (px_index i58 = px_team_rank; i58 < t57; i58 += 16) {
      const px_index t59 = t55 + i58;
      const px_index t62 = t8 * t59;
      const px_index t63 = t61 + t62;
      const double t64 = p31[t63];
      const px_index t68 = t62 + t67;
      const double t69 = p31[t68];
      const px_index t73 = t62 + t72;
      const double t74 = p31[t73];
      const double t75 = t74 * t64;
      const double t76 = -t75;
      const px_index t78 = t62 + t77;
      const double t79 = p31[t78];
      const double t80 = t79 * t64;
      const px_index t81 = px_lane_rank + t62;
      const double t82 = p31[t81];
      const double t83 = t82 * t64;
      const double t84 = -t83;
      const px_index t88 = t62 + t87;
      const double t89 = p31[t88];
      const double t90 = t69 * t69;
      const double t91 = fma(t76, t76, t90);
      const double t94 = fma(t91, 2.0, -1.0);
      double v95 = 1.0;
      double v96 = 1.0;
      double v97 = 1.0;
      v96 = t94;
      const double t103 = v95;
      const double t104 = t94 * 2.0;
      const double t105 = v96;
      const double t106 = fma(t104, t105, -t103);
      v97 = t106;
      const double t107 = v95;
      const double t108 = v96;
      const double t109 = v97;
      const px_index t115 = i58 * 200;
      const px_index t116 = px_lane_rank + t115;
      scratch[t116] = t89;
      const px_index t119 = t115 + t118;
      scratch[t119] = t107;
      const px_index t123 = t115 + t122;
      scratch[t123] = t108;
      const px_index t127 = t115 + t126;
      scratch[t127] = t109;
      double v128 = 0.0;
      double v129 = 0.0;
      v128 = t89;
      double v130 = 1.0;
      double v131 = 0.0;
      const double t132 = v128;
      const double t133 = v129;
      const double t134 = t132 * t69;
      const double t135 = fma(-t133, t76, t134);
      const double t136 = t132 * t76;
      const double t137 = fma(t133, t69, t136);
      v128 = t135;
      v129 = t137;
      const double t138 = v130;
      const double t139 = v131;
      const double t140 = t138 * t80;
      const double t141 = fma(-t139, t84, t140);
      const double t142 = t138 * t84;
      const double t143 = fma(t139, t80, t142);
      v130 = t141;
      v131 = t143;
      const double t144 = v128;
      const px_index t145 = t77 + t115;
      scratch[t145] = t144;
      const double t146 = v129;
      const px_index t147 = t72 + t115;
      scratch[t147] = t146;
      const double t148 = v130;
      const double t149 = t148 * t107;
      const px_index t153 = t115 + t152;
      scratch[t153] = t149;
      const double t154 = v131;
      const double t155 = t154 * t107;
      const px_index t159 = t115 + t158;
      scratch[t159] = t155;
      const double t160 = v130;
      const double t161 = t160 * t108;
      const px_index t165 = t115 + t164;
      scratch[t165] = t161;
      const double t166 = v131;
      const double t167 = t166 * t108;
      const px_index t170 = t115 + t169;
      scratch[t170] = t167;
      const double t171 = v128;
      const double t172 = v129;
      const double t173 = t171 * t69;
      const double t174 = fma(-t172, t76, t173);
      const double t175 = t171 * t76;
      const double t176 = fma(t172, t69, t175);
      v128 = t174;
      v129 = t176;
      const double t177 = v130;
      const double t178 = v131;
      const double t179 = t177 * t80;
      const double t180 = fma(-t178, t84, t179);
      const double t181 = t177 * t84;
      const double t182 = fma(t178, t80, t181);
      v130 = t180;
      v131 = t182;
      const double t183 = v128;
      const px_index t184 = t61 + t115;
      scratch[t184] = t183;
      const double t185 = v129;
      const px_index t186 = t67 + t115;
      scratch[t186] = t185;
      const double t187 = v130;
      const double t188 = t187 * t107;
      const px_index t192 = t115 + t191;
      scratch[t192] = t188;
      const double t193 = v131;
      const double t194 = t193 * t107;
      const px_index t198 = t115 + t197;
      scratch[t198] = t194;
      const double t199 = v130;
      const double t200 = t199 * t108;
      const px_index t204 = t115 + t203;
      scratch[t204] = t200;
      const double t205 = v131;
      const double t206 = t205 * t108;
      const px_index t210 = t115 + t209;
      scratch[t210] = t206;
      const double t211 = v128;
      const double t212 = v129;
      const double t213 = t211 * t69;
      const double t214 = fma(-t212, t76, t213);
      const double t215 = t211 * t76;
      const double t216 = fma(t212, t69, t215);
      v128 = t214;
      v129 = t216;
      const double t217 = v130;
      const double t218 = v131;
      const double t219 = t217 * t80;
      const double t220 = fma(-t218, t84, t219);
      const double t221 = t217 * t84;
      const double t222 = fma(t218, t80, t221);
      v130 = t220;
      v131 = t222;
      const double t223 = v128;
      const px_index t224 = t87 + t115;
      scratch[t224] = t223;
      const double t225 = v129;
      const px_index t229 = t115 + t228;
      scratch[t229] = t225;
      const double t230 = v130;
      const double t231 = t230 * t107;
      const px_index t235 = t115 + t234;
      scratch[t235] = t231;
      const double t236 = v131;
      const double t237 = t236 * t107;
      const px_index t241 = t115 + t240;
      scratch[t241] = t237;
      const double t242 = v128;
      const double t243 = v129;
      const double t244 = t242 * t69;
      const double t245 = fma(-t243, t76, t244);
      const double t246 = t242 * t76;
      const double t247 = fma(t243, t69, t246);
      v128 = t245;
      v129 = t247;
      const double t248 = v130;
      const double t249 = v131;
      const double t250 = t248 * t80;
      const double t251 = fma(-t249, t84, t250);
      const double t252 = t248 * t84;
      const double t253 = fma(t249, t80, t252);
      v130 = t251;
      v131 = t253;
      const double t254 = v128;
      const px_index t257 = t115 + t256;
      scratch[t257] = t254;
      const double t258 = v129;
      const px_index t261 = t115 + t260;
      scratch[t261] = t258;
      const double t262 = v130;
      const double t263 = t262 * t107;
      const px_index t267 = t115 + t266;
      scratch[t267] = t263;
      const double t268 = v131;
      const double t269 = t268 * t107;
      const px_index t273 = t115 + t272;
      scratch[t273] = t269;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    const __global int4* p1065 = blocks + (px_team_rank);
    #pragma unroll 1
    for (px_index i274 = px_team_rank; i274 < t21; i274 += 16) {
      const int4 t275 = p1065[0];
      const px_index t277 = (px_index)t275.x;
      const px_index t279 = (px_index)t275.y;
      const bool t284 = i274 < t15;
      if (t284) {
        double v285 = 0.0;
        double v286 = 0.0;
        double v287 = 0.0;
        double v288 = 0.0;
        double v289 = 0.0;
        double v290 = 0.0;
        double v291 = 0.0;
        double v292 = 0.0;
        double v293 = 0.0;
        double v294 = 0.0;
        double v295 = 0.0;
        double v296 = 0.0;
        double v297 = 0.0;
        double v298 = 0.0;
        double v299 = 0.0;
        double v300 = 0.0;
        const bool t301 = i54 == 0;
        double v302 = 0.0;
        if (t301) {
          const double t303 = initial[t277];
          v302 = t303;
        } else {
          const px_index t304 = t277 * 8;
          const px_index t305 = px_lane_rank + t304;
          const double t306 = p34[t305];
          v302 = t306;
        }
        const double t307 = v302;
        v285 = t307;
        double v308 = 0.0;
        if (t301) {
          const px_index t309 = t277 + 1;
          const double t310 = initial[t309];
          v308 = t310;
        } else {
          const px_index t311 = t277 + 1;
          const px_index t312 = t311 * 8;
          const px_index t313 = px_lane_rank + t312;
          const double t314 = p34[t313];
          v308 = t314;
        }
        const double t315 = v308;
        v286 = t315;
        double v316 = 0.0;
        if (t301) {
          const px_index t317 = t277 + 2;
          const double t318 = initial[t317];
          v316 = t318;
        } else {
          const px_index t319 = t277 + 2;
          const px_index t320 = t319 * 8;
          const px_index t321 = px_lane_rank + t320;
          const double t322 = p34[t321];
          v316 = t322;
        }
        const double t323 = v316;
        v287 = t323;
        double v324 = 0.0;
        if (t301) {
          const px_index t325 = t277 + 3;
          const double t326 = initial[t325];
          v324 = t326;
        } else {
          const px_index t327 = t277 + 3;
          const px_index t328 = t327 * 8;
          const px_index t329 = px_lane_rank + t328;
          const double t330 = p34[t329];
          v324 = t330;
        }
        const double t331 = v324;
        v288 = t331;
        double v332 = 0.0;
        if (t301) {
          const px_index t333 = t277 + 4;
          const double t334 = initial[t333];
          v332 = t334;
        } else {
          const px_index t335 = t277 + 4;
          const px_index t336 = t335 * 8;
          const px_index t337 = px_lane_rank + t336;
          const double t338 = p34[t337];
          v332 = t338;
        }
        const double t339 = v332;
        v289 = t339;
        double v340 = 0.0;
        if (t301) {
          const px_index t341 = t277 + 5;
          const double t342 = initial[t341];
          v340 = t342;
        } else {
          const px_index t343 = t277 + 5;
          const px_index t344 = t343 * 8;
          const px_index t345 = px_lane_rank + t344;
          const double t346 = p34[t345];
          v340 = t346;
        }
        const double t347 = v340;
        v290 = t347;
        double v348 = 0.0;
        if (t301) {
          const px_index t349 = t277 + 6;
          const double t350 = initial[t349];
          v348 = t350;
        } else {
          const px_index t351 = t277 + 6;
          const px_index t352 = t351 * 8;
          const px_index t353 = px_lane_rank + t352;
          const double t354 = p34[t353];
          v348 = t354;
        }
        const double t355 = v348;
        v291 = t355;
        double v356 = 0.0;
        if (t301) {
          const px_index t357 = t277 + 7;
          const double t358 = initial[t357];
          v356 = t358;
        } else {
          const px_index t359 = t277 + 7;
          const px_index t360 = t359 * 8;
          const px_index t361 = px_lane_rank + t360;
          const double t362 = p34[t361];
          v356 = t362;
        }
        const double t363 = v356;
        v292 = t363;
        double v364 = 0.0;
        if (t301) {
          const double t365 = initial[t279];
          v364 = t365;
        } else {
          const px_index t366 = t279 * 8;
          const px_index t367 = px_lane_rank + t366;
          const double t368 = p34[t367];
          v364 = t368;
        }
        const double t369 = v364;
        v293 = t369;
        double v370 = 0.0;
        if (t301) {
          const px_index t371 = t279 + 1;
          const double t372 = initial[t371];
          v370 = t372;
        } else {
          const px_index t373 = t279 + 1;
          const px_index t374 = t373 * 8;
          const px_index t375 = px_lane_rank + t374;
          const double t376 = p34[t375];
          v370 = t376;
        }
        const double t377 = v370;
        v294 = t377;
        double v378 = 0.0;
        if (t301) {
          const px_index t379 = t279 + 2;
          const double t380 = initial[t379];
          v378 = t380;
        } else {
          const px_index t381 = t279 + 2;
          const px_index t382 = t381 * 8;
          const px_index t383 = px_lane_rank + t382;
          const double t384 = p34[t383];
          v378 = t384;
        }
        const double t385 = v378;
        v295 = t385;
        double v386 = 0.0;
        if (t301) {
          const px_index t387 = t279 + 3;
          const double t388 = initial[t387];
          v386 = t388;
        } else {
          const px_index t389 = t279 + 3;
          const px_index t390 = t389 * 8;
          const px_index t391 = px_lane_rank + t390;
          const double t392 = p34[t391];
          v386 = t392;
        }
        const double t393 = v386;
        v296 = t393;
        double v394 = 0.0;
        if (t301) {
          const px_index t395 = t279 + 4;
          const double t396 = initial[t395];
          v394 = t396;
        } else {
          const px_index t397 = t279 + 4;
          const px_index t398 = t397 * 8;
          const px_index t399 = px_lane_rank + t398;
          const double t400 = p34[t399];
          v394 = t400;
        }
        const double t401 = v394;
        v297 = t401;
        double v402 = 0.0;
        if (t301) {
          const px_index t403 = t279 + 5;
          const double t404 = initial[t403];
          v402 = t404;
        } else {
          const px_index t405 = t279 + 5;
          const px_index t406 = t405 * 8;
          const px_index t407 = px_lane_rank + t406;
          const double t408 = p34[t407];
          v402 = t408;
        }
        const double t409 = v402;
        v298 = t409;
        double v410 = 0.0;
        if (t301) {
          const px_index t411 = t279 + 6;
          const double t412 = initial[t411];
          v410 = t412;
        } else {
          const px_index t413 = t279 + 6;
          const px_index t414 = t413 * 8;
          const px_index t415 = px_lane_rank + t414;
          const double t416 = p34[t415];
          v410 = t416;
        }
        const double t417 = v410;
        v299 = t417;
        double v418 = 0.0;
        if (t301) {
          const px_index t419 = t279 + 7;
          const double t420 = initial[t419];
          v418 = t420;
        } else {
          const px_index t421 = t279 + 7;
          const px_index t422 = t421 * 8;
          const px_index t423 = px_lane_rank + t422;
          const double t424 = p34[t423];
          v418 = t424;
        }
        const double t425 = v418;
        v300 = t425;
        __local double* p1027 = scratch + (px_lane_rank + t275.z * 8);
        __local double* p1036 = scratch + (px_lane_rank + t275.w * 8);
        #pragma unroll 1
        for (px_index i427 = 0; i427 < t57; ++i427) {
          double v428 = 0.0;
          double v429 = 0.0;
          double v430 = 0.0;
          double v431 = 0.0;
          double v432 = 0.0;
          double v433 = 0.0;
          double v434 = 0.0;
          double v435 = 0.0;
          const double t440 = p1027[72];
          v428 = t440;
          const double t445 = p1027[80];
          v429 = t445;
          const double t450 = p1027[88];
          v430 = t450;
          const double t455 = p1027[96];
          v431 = t455;
          const double t460 = p1027[104];
          v432 = t460;
          const double t465 = p1027[112];
          v433 = t465;
          const double t470 = p1027[120];
          v434 = t470;
          const double t475 = p1027[128];
          v435 = t475;
          const double t479 = p1036[0];
          const double t480 = v285;
          const double t481 = v428;
          const double t482 = fma(t479, t481, t480);
          v285 = t482;
          const double t483 = v286;
          const double t484 = v429;
          const double t485 = fma(t479, t484, t483);
          v286 = t485;
          const double t486 = v287;
          const double t487 = v430;
          const double t488 = fma(t479, t487, t486);
          v287 = t488;
          const double t489 = v288;
          const double t490 = v431;
          const double t491 = fma(t479, t490, t489);
          v288 = t491;
          const double t492 = v289;
          const double t493 = v432;
          const double t494 = fma(t479, t493, t492);
          v289 = t494;
          const double t495 = v290;
          const double t496 = v433;
          const double t497 = fma(t479, t496, t495);
          v290 = t497;
          const double t498 = v291;
          const double t499 = v434;
          const double t500 = fma(t479, t499, t498);
          v291 = t500;
          const double t501 = v292;
          const double t502 = v435;
          const double t503 = fma(t479, t502, t501);
          v292 = t503;
          const double t508 = p1036[8];
          const double t509 = v293;
          const double t510 = v428;
          const double t511 = fma(t508, t510, t509);
          v293 = t511;
          const double t512 = v294;
          const double t513 = v429;
          const double t514 = fma(t508, t513, t512);
          v294 = t514;
          const double t515 = v295;
          const double t516 = v430;
          const double t517 = fma(t508, t516, t515);
          v295 = t517;
          const double t518 = v296;
          const double t519 = v431;
          const double t520 = fma(t508, t519, t518);
          v296 = t520;
          const double t521 = v297;
          const double t522 = v432;
          const double t523 = fma(t508, t522, t521);
          v297 = t523;
          const double t524 = v298;
          const double t525 = v433;
          const double t526 = fma(t508, t525, t524);
          v298 = t526;
          const double t527 = v299;
          const double t528 = v434;
          const double t529 = fma(t508, t528, t527);
          v299 = t529;
          const double t530 = v300;
          const double t531 = v435;
          const double t532 = fma(t508, t531, t530);
          v300 = t532;
          p1027 += 200;
          p1036 += 200;
        }
        const double t533 = v285;
        const px_index t534 = t277 * 8;
        const px_index t535 = px_lane_rank + t534;
        p34[t535] = t533;
        const double t536 = v286;
        const px_index t537 = t277 + 1;
        const px_index t538 = t537 * 8;
        const px_index t539 = px_lane_rank + t538;
        p34[t539] = t536;
        const double t540 = v287;
        const px_index t541 = t277 + 2;
        const px_index t542 = t541 * 8;
        const px_index t543 = px_lane_rank + t542;
        p34[t543] = t540;
        const double t544 = v288;
        const px_index t545 = t277 + 3;
        const px_index t546 = t545 * 8;
        const px_index t547 = px_lane_rank + t546;
        p34[t547] = t544;
        const double t548 = v289;
        const px_index t549 = t277 + 4;
        const px_index t550 = t549 * 8;
        const px_index t551 = px_lane_rank + t550;
        p34[t551] = t548;
        const double t552 = v290;
        const px_index t553 = t277 + 5;
        const px_index t554 = t553 * 8;
        const px_index t555 = px_lane_rank + t554;
        p34[t555] = t552;
        const double t556 = v291;
        const px_index t557 = t277 + 6;
        const px_index t558 = t557 * 8;
        const px_index t559 = px_lane_rank + t558;
        p34[t559] = t556;
        const double t560 = v292;
        const px_index t561 = t277 + 7;
        const px_index t562 = t561 * 8;
        const px_index t563 = px_lane_rank + t562;
        p34[t563] = t560;
        const double t564 = v293;
        const px_index t565 = t279 * 8;
        const px_index t566 = px_lane_rank + t565;
        p34[t566] = t564;
        const double t567 = v294;
        const px_index t568 = t279 + 1;
        const px_index t569 = t568 * 8;
        const px_index t570 = px_lane_rank + t569;
        p34[t570] = t567;
        const double t571 = v295;
        const px_index t572 = t279 + 2;
        const px_index t573 = t572 * 8;
        const px_index t574 = px_lane_rank + t573;
        p34[t574] = t571;
        const double t575 = v296;
        const px_index t576 = t279 + 3;
        const px_index t577 = t576 * 8;
        const px_index t578 = px_lane_rank + t577;
        p34[t578] = t575;
        const double t579 = v297;
        const px_index t580 = t279 + 4;
        const px_index t581 = t580 * 8;
        const px_index t582 = px_lane_rank + t581;
        p34[t582] = t579;
        const double t583 = v298;
        const px_index t584 = t279 + 5;
        const px_index t585 = t584 * 8;
        const px_index t586 = px_lane_rank + t585;
        p34[t586] = t583;
        const double t587 = v299;
        const px_index t588 = t279 + 6;
        const px_index t589 = t588 * 8;
        const px_index t590 = px_lane_rank + t589;
        p34[t590] = t587;
        const double t591 = v300;
        const px_index t592 = t279 + 7;
        const px_index t593 = t592 * 8;
        const px_index t594 = px_lane_rank + t593;
        p34[t594] = t591;
      } else {
        const bool t595 = i274 < t17;
        if (t595) {
          double v596 = 0.0;
          double v597 = 0.0;
          double v598 = 0.0;
          double v599 = 0.0;
          double v600 = 0.0;
          double v601 = 0.0;
          double v602 = 0.0;
          double v603 = 0.0;
          const bool t604 = i54 == 0;
          double v605 = 0.0;
          if (t604) {
            const double t606 = initial[t277];
            v605 = t606;
          } else {
            const px_index t607 = t277 * 8;
            const px_index t608 = px_lane_rank + t607;
            const double t609 = p34[t608];
            v605 = t609;
          }
          const double t610 = v605;
          v596 = t610;
          double v611 = 0.0;
          if (t604) {
            const px_index t612 = t277 + 1;
            const double t613 = initial[t612];
            v611 = t613;
          } else {
            const px_index t614 = t277 + 1;
            const px_index t615 = t614 * 8;
            const px_index t616 = px_lane_rank + t615;
            const double t617 = p34[t616];
            v611 = t617;
          }
          const double t618 = v611;
          v597 = t618;
          double v619 = 0.0;
          if (t604) {
            const px_index t620 = t277 + 2;
            const double t621 = initial[t620];
            v619 = t621;
          } else {
            const px_index t622 = t277 + 2;
            const px_index t623 = t622 * 8;
            const px_index t624 = px_lane_rank + t623;
            const double t625 = p34[t624];
            v619 = t625;
          }
          const double t626 = v619;
          v598 = t626;
          double v627 = 0.0;
          if (t604) {
            const px_index t628 = t277 + 3;
            const double t629 = initial[t628];
            v627 = t629;
          } else {
            const px_index t630 = t277 + 3;
            const px_index t631 = t630 * 8;
            const px_index t632 = px_lane_rank + t631;
            const double t633 = p34[t632];
            v627 = t633;
          }
          const double t634 = v627;
          v599 = t634;
          double v635 = 0.0;
          if (t604) {
            const double t636 = initial[t279];
            v635 = t636;
          } else {
            const px_index t637 = t279 * 8;
            const px_index t638 = px_lane_rank + t637;
            const double t639 = p34[t638];
            v635 = t639;
          }
          const double t640 = v635;
          v600 = t640;
          double v641 = 0.0;
          if (t604) {
            const px_index t642 = t279 + 1;
            const double t643 = initial[t642];
            v641 = t643;
          } else {
            const px_index t644 = t279 + 1;
            const px_index t645 = t644 * 8;
            const px_index t646 = px_lane_rank + t645;
            const double t647 = p34[t646];
            v641 = t647;
          }
          const double t648 = v641;
          v601 = t648;
          double v649 = 0.0;
          if (t604) {
            const px_index t650 = t279 + 2;
            const double t651 = initial[t650];
            v649 = t651;
          } else {
            const px_index t652 = t279 + 2;
            const px_index t653 = t652 * 8;
            const px_index t654 = px_lane_rank + t653;
            const double t655 = p34[t654];
            v649 = t655;
          }
          const double t656 = v649;
          v602 = t656;
          double v657 = 0.0;
          if (t604) {
            const px_index t658 = t279 + 3;
            const double t659 = initial[t658];
            v657 = t659;
          } else {
            const px_index t660 = t279 + 3;
            const px_index t661 = t660 * 8;
            const px_index t662 = px_lane_rank + t661;
            const double t663 = p34[t662];
            v657 = t663;
          }
          const double t664 = v657;
          v603 = t664;
          __local double* p1039 = scratch + (px_lane_rank + t275.z * 8);
          __local double* p1044 = scratch + (px_lane_rank + t275.w * 8);
          #pragma unroll 1
          for (px_index i666 = 0; i666 < t57; ++i666) {
            double v667 = 0.0;
            double v668 = 0.0;
            double v669 = 0.0;
            double v670 = 0.0;
            const double t675 = p1039[72];
            v667 = t675;
            const double t680 = p1039[80];
            v668 = t680;
            const double t685 = p1039[88];
            v669 = t685;
            const double t690 = p1039[96];
            v670 = t690;
            const double t694 = p1044[0];
            const double t695 = v596;
            const double t696 = v667;
            const double t697 = fma(t694, t696, t695);
            v596 = t697;
            const double t698 = v597;
            const double t699 = v668;
            const double t700 = fma(t694, t699, t698);
            v597 = t700;
            const double t701 = v598;
            const double t702 = v669;
            const double t703 = fma(t694, t702, t701);
            v598 = t703;
            const double t704 = v599;
            const double t705 = v670;
            const double t706 = fma(t694, t705, t704);
            v599 = t706;
            const double t711 = p1044[8];
            const double t712 = v600;
            const double t713 = v667;
            const double t714 = fma(t711, t713, t712);
            v600 = t714;
            const double t715 = v601;
            const double t716 = v668;
            const double t717 = fma(t711, t716, t715);
            v601 = t717;
            const double t718 = v602;
            const double t719 = v669;
            const double t720 = fma(t711, t719, t718);
            v602 = t720;
            const double t721 = v603;
            const double t722 = v670;
            const double t723 = fma(t711, t722, t721);
            v603 = t723;
            p1039 += 200;
            p1044 += 200;
          }
          const double t724 = v596;
          const px_index t725 = t277 * 8;
          const px_index t726 = px_lane_rank + t725;
          p34[t726] = t724;
          const double t727 = v597;
          const px_index t728 = t277 + 1;
          const px_index t729 = t728 * 8;
          const px_index t730 = px_lane_rank + t729;
          p34[t730] = t727;
          const double t731 = v598;
          const px_index t732 = t277 + 2;
          const px_index t733 = t732 * 8;
          const px_index t734 = px_lane_rank + t733;
          p34[t734] = t731;
          const double t735 = v599;
          const px_index t736 = t277 + 3;
          const px_index t737 = t736 * 8;
          const px_index t738 = px_lane_rank + t737;
          p34[t738] = t735;
          const double t739 = v600;
          const px_index t740 = t279 * 8;
          const px_index t741 = px_lane_rank + t740;
          p34[t741] = t739;
          const double t742 = v601;
          const px_index t743 = t279 + 1;
          const px_index t744 = t743 * 8;
          const px_index t745 = px_lane_rank + t744;
          p34[t745] = t742;
          const double t746 = v602;
          const px_index t747 = t279 + 2;
          const px_index t748 = t747 * 8;
          const px_index t749 = px_lane_rank + t748;
          p34[t749] = t746;
          const double t750 = v603;
          const px_index t751 = t279 + 3;
          const px_index t752 = t751 * 8;
          const px_index t753 = px_lane_rank + t752;
          p34[t753] = t750;
        } else {
          const bool t754 = i274 < t19;
          if (t754) {
            double v755 = 0.0;
            double v756 = 0.0;
            double v757 = 0.0;
            double v758 = 0.0;
            double v759 = 0.0;
            double v760 = 0.0;
            double v761 = 0.0;
            double v762 = 0.0;
            const bool t763 = i54 == 0;
            double v764 = 0.0;
            if (t763) {
              const double t765 = initial[t277];
              v764 = t765;
            } else {
              const px_index t766 = t277 * 8;
              const px_index t767 = px_lane_rank + t766;
              const double t768 = p34[t767];
              v764 = t768;
            }
            const double t769 = v764;
            v755 = t769;
            double v770 = 0.0;
            if (t763) {
              const px_index t771 = t277 + 1;
              const double t772 = initial[t771];
              v770 = t772;
            } else {
              const px_index t773 = t277 + 1;
              const px_index t774 = t773 * 8;
              const px_index t775 = px_lane_rank + t774;
              const double t776 = p34[t775];
              v770 = t776;
            }
            const double t777 = v770;
            v756 = t777;
            double v778 = 0.0;
            if (t763) {
              const px_index t779 = t277 + 2;
              const double t780 = initial[t779];
              v778 = t780;
            } else {
              const px_index t781 = t277 + 2;
              const px_index t782 = t781 * 8;
              const px_index t783 = px_lane_rank + t782;
              const double t784 = p34[t783];
              v778 = t784;
            }
            const double t785 = v778;
            v757 = t785;
            double v786 = 0.0;
            if (t763) {
              const px_index t787 = t277 + 3;
              const double t788 = initial[t787];
              v786 = t788;
            } else {
              const px_index t789 = t277 + 3;
              const px_index t790 = t789 * 8;
              const px_index t791 = px_lane_rank + t790;
              const double t792 = p34[t791];
              v786 = t792;
            }
            const double t793 = v786;
            v758 = t793;
            double v794 = 0.0;
            if (t763) {
              const px_index t795 = t277 + 4;
              const double t796 = initial[t795];
              v794 = t796;
            } else {
              const px_index t797 = t277 + 4;
              const px_index t798 = t797 * 8;
              const px_index t799 = px_lane_rank + t798;
              const double t800 = p34[t799];
              v794 = t800;
            }
            const double t801 = v794;
            v759 = t801;
            double v802 = 0.0;
            if (t763) {
              const px_index t803 = t277 + 5;
              const double t804 = initial[t803];
              v802 = t804;
            } else {
              const px_index t805 = t277 + 5;
              const px_index t806 = t805 * 8;
              const px_index t807 = px_lane_rank + t806;
              const double t808 = p34[t807];
              v802 = t808;
            }
            const double t809 = v802;
            v760 = t809;
            double v810 = 0.0;
            if (t763) {
              const px_index t811 = t277 + 6;
              const double t812 = initial[t811];
              v810 = t812;
            } else {
              const px_index t813 = t277 + 6;
              const px_index t814 = t813 * 8;
              const px_index t815 = px_lane_rank + t814;
              const double t816 = p34[t815];
              v810 = t816;
            }
            const double t817 = v810;
            v761 = t817;
            double v818 = 0.0;
            if (t763) {
              const px_index t819 = t277 + 7;
              const double t820 = initial[t819];
              v818 = t820;
            } else {
              const px_index t821 = t277 + 7;
              const px_index t822 = t821 * 8;
              const px_index t823 = px_lane_rank + t822;
              const double t824 = p34[t823];
              v818 = t824;
            }
            const double t825 = v818;
            v762 = t825;
            __local double* p1047 = scratch + (px_lane_rank + t275.z * 8);
            __local double* p1056 = scratch + (px_lane_rank + t275.w * 8);
            #pragma unroll 1
            for (px_index i827 = 0; i827 < t57; ++i827) {
              double v828 = 0.0;
              double v829 = 0.0;
              double v830 = 0.0;
              double v831 = 0.0;
              double v832 = 0.0;
              double v833 = 0.0;
              double v834 = 0.0;
              double v835 = 0.0;
              const double t840 = p1047[72];
              v828 = t840;
              const double t845 = p1047[80];
              v829 = t845;
              const double t850 = p1047[88];
              v830 = t850;
              const double t855 = p1047[96];
              v831 = t855;
              const double t860 = p1047[104];
              v832 = t860;
              const double t865 = p1047[112];
              v833 = t865;
              const double t870 = p1047[120];
              v834 = t870;
              const double t875 = p1047[128];
              v835 = t875;
              const double t879 = p1056[0];
              const double t880 = v755;
              const double t881 = v828;
              const double t882 = fma(t879, t881, t880);
              v755 = t882;
              const double t883 = v756;
              const double t884 = v829;
              const double t885 = fma(t879, t884, t883);
              v756 = t885;
              const double t886 = v757;
              const double t887 = v830;
              const double t888 = fma(t879, t887, t886);
              v757 = t888;
              const double t889 = v758;
              const double t890 = v831;
              const double t891 = fma(t879, t890, t889);
              v758 = t891;
              const double t892 = v759;
              const double t893 = v832;
              const double t894 = fma(t879, t893, t892);
              v759 = t894;
              const double t895 = v760;
              const double t896 = v833;
              const double t897 = fma(t879, t896, t895);
              v760 = t897;
              const double t898 = v761;
              const double t899 = v834;
              const double t900 = fma(t879, t899, t898);
              v761 = t900;
              const double t901 = v762;
              const double t902 = v835;
              const double t903 = fma(t879, t902, t901);
              v762 = t903;
              p1047 += 200;
              p1056 += 200;
            }
            const double t904 = v755;
            const px_index t905 = t277 * 8;
            const px_index t906 = px_lane_rank + t905;
            p34[t906] = t904;
            const double t907 = v756;
            const px_index t908 = t277 + 1;
            const px_index t909 = t908 * 8;
            const px_index t910 = px_lane_rank + t909;
            p34[t910] = t907;
            const double t911 = v757;
            const px_index t912 = t277 + 2;
            const px_index t913 = t912 * 8;
            const px_index t914 = px_lane_rank + t913;
            p34[t914] = t911;
            const double t915 = v758;
            const px_index t916 = t277 + 3;
            const px_index t917 = t916 * 8;
            const px_index t918 = px_lane_rank + t917;
            p34[t918] = t915;
            const double t919 = v759;
            const px_index t920 = t277 + 4;
            const px_index t921 = t920 * 8;
            const px_index t922 = px_lane_rank + t921;
            p34[t922] = t919;
            const double t923 = v760;
            const px_index t924 = t277 + 5;
            const px_index t925 = t924 * 8;
            const px_index t926 = px_lane_rank + t925;
            p34[t926] = t923;
            const double t927 = v761;
            const px_index t928 = t277 + 6;
            const px_index t929 = t928 * 8;
            const px_index t930 = px_lane_rank + t929;
            p34[t930] = t927;
            const double t931 = v762;
            const px_index t932 = t277 + 7;
            const px_index t933 = t932 * 8;
            const px_index t934 = px_lane_rank + t933;
            p34[t934] = t931;
          } else {
            double v935 = 0.0;
            double v936 = 0.0;
            double v937 = 0.0;
            double v938 = 0.0;
            const bool t939 = i54 == 0;
            double v940 = 0.0;
            if (t939) {
              const double t941 = initial[t277];
              v940 = t941;
            } else {
              const px_index t942 = t277 * 8;
              const px_index t943 = px_lane_rank + t942;
              const double t944 = p34[t943];
              v940 = t944;
            }
            const double t945 = v940;
            v935 = t945;
            double v946 = 0.0;
            if (t939) {
              const px_index t947 = t277 + 1;
              const double t948 = initial[t947];
              v946 = t948;
            } else {
              const px_index t949 = t277 + 1;
              const px_index t950 = t949 * 8;
              const px_index t951 = px_lane_rank + t950;
              const double t952 = p34[t951];
              v946 = t952;
            }
            const double t953 = v946;
            v936 = t953;
            double v954 = 0.0;
            if (t939) {
              const px_index t955 = t277 + 2;
              const double t956 = initial[t955];
              v954 = t956;
            } else {
              const px_index t957 = t277 + 2;
              const px_index t958 = t957 * 8;
              const px_index t959 = px_lane_rank + t958;
              const double t960 = p34[t959];
              v954 = t960;
            }
            const double t961 = v954;
            v937 = t961;
            double v962 = 0.0;
            if (t939) {
              const px_index t963 = t277 + 3;
              const double t964 = initial[t963];
              v962 = t964;
            } else {
              const px_index t965 = t277 + 3;
              const px_index t966 = t965 * 8;
              const px_index t967 = px_lane_rank + t966;
              const double t968 = p34[t967];
              v962 = t968;
            }
            const double t969 = v962;
            v938 = t969;
            __local double* p1058 = scratch + (px_lane_rank + t275.z * 8);
            __local double* p1063 = scratch + (px_lane_rank + t275.w * 8);
            #pragma unroll 1
            for (px_index i971 = 0; i971 < t57; ++i971) {
              double v972 = 0.0;
              double v973 = 0.0;
              double v974 = 0.0;
              double v975 = 0.0;
              const double t980 = p1058[72];
              v972 = t980;
              const double t985 = p1058[80];
              v973 = t985;
              const double t990 = p1058[88];
              v974 = t990;
              const double t995 = p1058[96];
              v975 = t995;
              const double t999 = p1063[0];
              const double t1000 = v935;
              const double t1001 = v972;
              const double t1002 = fma(t999, t1001, t1000);
              v935 = t1002;
              const double t1003 = v936;
              const double t1004 = v973;
              const double t1005 = fma(t999, t1004, t1003);
              v936 = t1005;
              const double t1006 = v937;
              const double t1007 = v974;
              const double t1008 = fma(t999, t1007, t1006);
              v937 = t1008;
              const double t1009 = v938;
              const double t1010 = v975;
              const double t1011 = fma(t999, t1010, t1009);
              v938 = t1011;
              p1058 += 200;
              p1063 += 200;
            }
            const double t1012 = v935;
            const px_index t1013 = t277 * 8;
            const px_index t1014 = px_lane_rank + t1013;
            p34[t1014] = t1012;
            const double t1015 = v936;
            const px_index t1016 = t277 + 1;
            const px_index t1017 = t1016 * 8;
            const px_index t1018 = px_lane_rank + t1017;
            p34[t1018] = t1015;
            const double t1019 = v937;
            const px_index t1020 = t277 + 2;
            const px_index t1021 = t1020 * 8;
            const px_index t1022 = px_lane_rank + t1021;
            p34[t1022] = t1019;
            const double t1023 = v938;
            const px_index t1024 = t277 + 3;
            const px_index t1025 = t1024 * 8;
            const px_index t1026 = px_lane_rank + t1025;
            p34[t1026] = t1023;
          }
        }
      }
      p1065 += 16;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
}
