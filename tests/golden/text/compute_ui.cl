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
    __global double* restrict moments,
    const px_index moments_n0,
    const px_index moments_n1) {
  __local __attribute__((aligned(16))) double scratch[2600];
  const px_index px_league_rank = get_group_id(0);
  const px_index px_team_rank = get_local_id(1);
  const px_index px_lane_rank = get_local_id(0);
  const px_index t8 = geometry_n1 * 8;
  const px_index t9 = geometry_n2 * t8;
  const px_index t17 = moments_n1 * 8;
  const __global double* const p23 = geometry + (long)px_league_rank * t9;
  __global double* const p26 = moments + (long)px_league_rank * t17;
  const int t31 = npairs[px_league_rank];
  const px_index t32 = (px_index)t31;
  const px_index t40 = px_lane_rank + 192;
  #pragma unroll 1
  for (px_index i35 = px_team_rank; i35 < 13; i35 += 16) {
    const px_index t41 = i35 * 200;
    const px_index t42 = t40 + t41;
    scratch[t42] = 0.0;
  }
  const px_index t44 = t32 + 12;
  const px_index t45 = t44 / 13;
  const px_index t46 = t45 > 1 ? t45 : 1;
  const px_index t54 = px_lane_rank + 24;
  const px_index t60 = px_lane_rank + 32;
  const px_index t65 = px_lane_rank + 16;
  const px_index t70 = px_lane_rank + 8;
  const px_index t80 = px_lane_rank + 40;
  const px_index t112 = px_lane_rank + 72;
  const px_index t115 = px_lane_rank + 96;
  const px_index t119 = px_lane_rank + 152;
  const px_index t145 = px_lane_rank + 80;
  const px_index t151 = px_lane_rank + 88;
  const px_index t157 = px_lane_rank + 120;
  const px_index t162 = px_lane_rank + 128;
  const px_index t183 = px_lane_rank + 104;
  const px_index t189 = px_lane_rank + 112;
  const px_index t195 = px_lane_rank + 160;
  const px_index t201 = px_lane_rank + 168;
  const px_index t220 = px_lane_rank + 48;
  const px_index t226 = px_lane_rank + 136;
  const px_index t232 = px_lane_rank + 144;
  const px_index t248 = px_lane_rank + 56;
  const px_index t252 = px_lane_rank + 64;
  const px_index t258 = px_lane_rank + 176;
  const px_index t264 = px_lane_rank + 184;
  #pragma unroll 1
  for (px_index i47 = 0; i47 < t46; ++i47) {
    const px_index t48 = i47 * 13;
    const px_index t49 = t32 - t48;
    const px_index t50 = t49 < 13 ? t49 : 13;
    #pragma unroll 1
    for (px_index i51 = px_team_rank; i51 < t50; i51 += 16) {
      const px_index t52 = t48 + i51;
      const px_index t55 = t8 * t52;
      const px_index t56 = t54 + t55;
      const double t57 = p23[t56];
      const px_index t61 = t55 + t60;
      const double t62 = p23[t61];
      const px_index t66 = t55 + t65;
      const double t67 = p23[t66];
      const double t68 = t67 * t57;
      const double t69 = -t68;
      const px_index t71 = t55 + t70;
      const double t72 = p23[t71];
      const double t73 = t72 * t57;
      const px_index t74 = px_lane_rank + t55;
      const double t75 = p23[t74];
      const double t76 = t75 * t57;
      const double t77 = -t76;
      const px_index t81 = t55 + t80;
      const double t82 = p23[t81];
      const double t83 = t62 * t62;
      const double t84 = fma(t69, t69, t83);
      const double t87 = fma(t84, 2.0, -1.0);
      double v88 = 1.0;
      double v89 = 1.0;
      double v90 = 1.0;
      v89 = t87;
      const double t96 = v88;
      const double t97 = t87 * 2.0;
      const double t98 = v89;
      const double t99 = fma(t97, t98, -t96);
      v90 = t99;
      const double t100 = v88;
      const double t101 = v89;
      const double t102 = v90;
      const px_index t108 = i51 * 200;
      const px_index t109 = px_lane_rank + t108;
      scratch[t109] = t82;
      const px_index t113 = t108 + t112;
      scratch[t113] = t100;
      const px_index t116 = t108 + t115;
      scratch[t116] = t101;
      const px_index t120 = t108 + t119;
      scratch[t120] = t102;
      double v121 = 0.0;
      double v122 = 0.0;
      v121 = t82;
      double v123 = 1.0;
      double v124 = 0.0;
      const double t125 = v121;
      const double t126 = v122;
      const double t127 = t125 * t62;
      const double t128 = fma(-t126, t69, t127);
      const double t129 = t125 * t69;
      const double t130 = fma(t126, t62, t129);
      v121 = t128;
      v122 = t130;
      const double t131 = v123;
      const double t132 = v124;
      const double t133 = t131 * t73;
      const double t134 = fma(-t132, t77, t133);
      const double t135 = t131 * t77;
      const double t136 = fma(t132, t73, t135);
      v123 = t134;
      v124 = t136;
      const double t137 = v121;
      const px_index t138 = t70 + t108;
      scratch[t138] = t137;
      const double t139 = v122;
      const px_index t140 = t65 + t108;
      scratch[t140] = t139;
      const double t141 = v123;
      const double t142 = t141 * t100;
      const px_index t146 = t108 + t145;
      scratch[t146] = t142;
      const double t147 = v124;
      const double t148 = t147 * t100;
      const px_index t152 = t108 + t151;
      scratch[t152] = t148;
      const double t153 = v123;
      const double t154 = t153 * t101;
      const px_index t158 = t108 + t157;
      scratch[t158] = t154;
      const double t159 = v124;
      const double t160 = t159 * t101;
      const px_index t163 = t108 + t162;
      scratch[t163] = t160;
      const double t164 = v121;
      const double t165 = v122;
      const double t166 = t164 * t62;
      const double t167 = fma(-t165, t69, t166);
      const double t168 = t164 * t69;
      const double t169 = fma(t165, t62, t168);
      v121 = t167;
      v122 = t169;
      const double t170 = v123;
      const double t171 = v124;
      const double t172 = t170 * t73;
      const double t173 = fma(-t171, t77, t172);
      const double t174 = t170 * t77;
      const double t175 = fma(t171, t73, t174);
      v123 = t173;
      v124 = t175;
      const double t176 = v121;
      const px_index t177 = t54 + t108;
      scratch[t177] = t176;
      const double t178 = v122;
      const px_index t179 = t60 + t108;
      scratch[t179] = t178;
      const double t180 = v123;
      const double t181 = t180 * t100;
      const px_index t184 = t108 + t183;
      scratch[t184] = t181;
      const double t185 = v124;
      const double t186 = t185 * t100;
      const px_index t190 = t108 + t189;
      scratch[t190] = t186;
      const double t191 = v123;
      const double t192 = t191 * t101;
      const px_index t196 = t108 + t195;
      scratch[t196] = t192;
      const double t197 = v124;
      const double t198 = t197 * t101;
      const px_index t202 = t108 + t201;
      scratch[t202] = t198;
      const double t203 = v121;
      const double t204 = v122;
      const double t205 = t203 * t62;
      const double t206 = fma(-t204, t69, t205);
      const double t207 = t203 * t69;
      const double t208 = fma(t204, t62, t207);
      v121 = t206;
      v122 = t208;
      const double t209 = v123;
      const double t210 = v124;
      const double t211 = t209 * t73;
      const double t212 = fma(-t210, t77, t211);
      const double t213 = t209 * t77;
      const double t214 = fma(t210, t73, t213);
      v123 = t212;
      v124 = t214;
      const double t215 = v121;
      const px_index t216 = t80 + t108;
      scratch[t216] = t215;
      const double t217 = v122;
      const px_index t221 = t108 + t220;
      scratch[t221] = t217;
      const double t222 = v123;
      const double t223 = t222 * t100;
      const px_index t227 = t108 + t226;
      scratch[t227] = t223;
      const double t228 = v124;
      const double t229 = t228 * t100;
      const px_index t233 = t108 + t232;
      scratch[t233] = t229;
      const double t234 = v121;
      const double t235 = v122;
      const double t236 = t234 * t62;
      const double t237 = fma(-t235, t69, t236);
      const double t238 = t234 * t69;
      const double t239 = fma(t235, t62, t238);
      v121 = t237;
      v122 = t239;
      const double t240 = v123;
      const double t241 = v124;
      const double t242 = t240 * t73;
      const double t243 = fma(-t241, t77, t242);
      const double t244 = t240 * t77;
      const double t245 = fma(t241, t73, t244);
      v123 = t243;
      v124 = t245;
      const double t246 = v121;
      const px_index t249 = t108 + t248;
      scratch[t249] = t246;
      const double t250 = v122;
      const px_index t253 = t108 + t252;
      scratch[t253] = t250;
      const double t254 = v123;
      const double t255 = t254 * t100;
      const px_index t259 = t108 + t258;
      scratch[t259] = t255;
      const double t260 = v124;
      const double t261 = t260 * t100;
      const px_index t265 = t108 + t264;
      scratch[t265] = t261;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    const __global int4* p931 = blocks + (px_team_rank * 2);
    #pragma unroll 1
    for (px_index i266 = px_team_rank; i266 < blocks_n0; i266 += 16) {
      const int4 t268 = p931[0];
      const px_index t270 = (px_index)t268.x;
      const px_index t272 = (px_index)t268.y;
      const int4 t278 = p931[1];
      const px_index t284 = (px_index)t278.z;
      const px_index t286 = (px_index)t278.w;
      const bool t287 = t284 == 1;
      if (t287) {
        const bool t288 = t286 == 6;
        if (t288) {
          double v289 = 0.0;
          double v290 = 0.0;
          double v291 = 0.0;
          double v292 = 0.0;
          double v293 = 0.0;
          double v294 = 0.0;
          const bool t295 = i47 == 0;
          double v296 = 0.0;
          if (t295) {
            const double t297 = initial[t270];
            v296 = t297;
          } else {
            const px_index t298 = t270 * 8;
            const px_index t299 = px_lane_rank + t298;
            const double t300 = p26[t299];
            v296 = t300;
          }
          const double t301 = v296;
          v289 = t301;
          double v302 = 0.0;
          if (t295) {
            const px_index t303 = t270 + 1;
            const double t304 = initial[t303];
            v302 = t304;
          } else {
            const px_index t305 = t270 + 1;
            const px_index t306 = t305 * 8;
            const px_index t307 = px_lane_rank + t306;
            const double t308 = p26[t307];
            v302 = t308;
          }
          const double t309 = v302;
          v290 = t309;
          double v310 = 0.0;
          if (t295) {
            const px_index t311 = t270 + 2;
            const double t312 = initial[t311];
            v310 = t312;
          } else {
            const px_index t313 = t270 + 2;
            const px_index t314 = t313 * 8;
            const px_index t315 = px_lane_rank + t314;
            const double t316 = p26[t315];
            v310 = t316;
          }
          const double t317 = v310;
          v291 = t317;
          double v318 = 0.0;
          if (t295) {
            const px_index t319 = t270 + 3;
            const double t320 = initial[t319];
            v318 = t320;
          } else {
            const px_index t321 = t270 + 3;
            const px_index t322 = t321 * 8;
            const px_index t323 = px_lane_rank + t322;
            const double t324 = p26[t323];
            v318 = t324;
          }
          const double t325 = v318;
          v292 = t325;
          double v326 = 0.0;
          if (t295) {
            const px_index t327 = t270 + 4;
            const double t328 = initial[t327];
            v326 = t328;
          } else {
            const px_index t329 = t270 + 4;
            const px_index t330 = t329 * 8;
            const px_index t331 = px_lane_rank + t330;
            const double t332 = p26[t331];
            v326 = t332;
          }
          const double t333 = v326;
          v293 = t333;
          double v334 = 0.0;
          if (t295) {
            const px_index t335 = t270 + 5;
            const double t336 = initial[t335];
            v334 = t336;
          } else {
            const px_index t337 = t270 + 5;
            const px_index t338 = t337 * 8;
            const px_index t339 = px_lane_rank + t338;
            const double t340 = p26[t339];
            v334 = t340;
          }
          const double t341 = v334;
          v294 = t341;
          __local double* p897 = scratch + (px_lane_rank + t278.y * 8);
          __local double* p899 = scratch + (px_lane_rank + t278.x * 8);
          #pragma unroll 1
          for (px_index i343 = 0; i343 < t50; ++i343) {
            double v344 = 0.0;
            const double t349 = p897[0];
            v344 = t349;
            const double t353 = p899[72];
            const double t354 = v289;
            const double t355 = v344;
            const double t356 = fma(t355, t353, t354);
            v289 = t356;
            const double t361 = p899[80];
            const double t362 = v290;
            const double t363 = v344;
            const double t364 = fma(t363, t361, t362);
            v290 = t364;
            const double t369 = p899[88];
            const double t370 = v291;
            const double t371 = v344;
            const double t372 = fma(t371, t369, t370);
            v291 = t372;
            const double t377 = p899[96];
            const double t378 = v292;
            const double t379 = v344;
            const double t380 = fma(t379, t377, t378);
            v292 = t380;
            const double t385 = p899[104];
            const double t386 = v293;
            const double t387 = v344;
            const double t388 = fma(t387, t385, t386);
            v293 = t388;
            const double t393 = p899[112];
            const double t394 = v294;
            const double t395 = v344;
            const double t396 = fma(t395, t393, t394);
            v294 = t396;
            p897 += 200;
            p899 += 200;
          }
          const double t397 = v289;
          const px_index t398 = t270 * 8;
          const px_index t399 = px_lane_rank + t398;
          p26[t399] = t397;
          const double t400 = v290;
          const px_index t401 = t270 + 1;
          const px_index t402 = t401 * 8;
          const px_index t403 = px_lane_rank + t402;
          p26[t403] = t400;
          const double t404 = v291;
          const px_index t405 = t270 + 2;
          const px_index t406 = t405 * 8;
          const px_index t407 = px_lane_rank + t406;
          p26[t407] = t404;
          const double t408 = v292;
          const px_index t409 = t270 + 3;
          const px_index t410 = t409 * 8;
          const px_index t411 = px_lane_rank + t410;
          p26[t411] = t408;
          const double t412 = v293;
          const px_index t413 = t270 + 4;
          const px_index t414 = t413 * 8;
          const px_index t415 = px_lane_rank + t414;
          p26[t415] = t412;
          const double t416 = v294;
          const px_index t417 = t270 + 5;
          const px_index t418 = t417 * 8;
          const px_index t419 = px_lane_rank + t418;
          p26[t419] = t416;
        } else {
          double v420 = 0.0;
          double v421 = 0.0;
          double v422 = 0.0;
          double v423 = 0.0;
          const bool t424 = i47 == 0;
          double v425 = 0.0;
          if (t424) {
            const double t426 = initial[t270];
            v425 = t426;
          } else {
            const px_index t427 = t270 * 8;
            const px_index t428 = px_lane_rank + t427;
            const double t429 = p26[t428];
            v425 = t429;
          }
          const double t430 = v425;
          v420 = t430;
          double v431 = 0.0;
          if (t424) {
            const px_index t432 = t270 + 1;
            const double t433 = initial[t432];
            v431 = t433;
          } else {
            const px_index t434 = t270 + 1;
            const px_index t435 = t434 * 8;
            const px_index t436 = px_lane_rank + t435;
            const double t437 = p26[t436];
            v431 = t437;
          }
          const double t438 = v431;
          v421 = t438;
          double v439 = 0.0;
          if (t424) {
            const px_index t440 = t270 + 2;
            const double t441 = initial[t440];
            v439 = t441;
          } else {
            const px_index t442 = t270 + 2;
            const px_index t443 = t442 * 8;
            const px_index t444 = px_lane_rank + t443;
            const double t445 = p26[t444];
            v439 = t445;
          }
          const double t446 = v439;
          v422 = t446;
          double v447 = 0.0;
          if (t424) {
            const px_index t448 = t270 + 3;
            const double t449 = initial[t448];
            v447 = t449;
          } else {
            const px_index t450 = t270 + 3;
            const px_index t451 = t450 * 8;
            const px_index t452 = px_lane_rank + t451;
            const double t453 = p26[t452];
            v447 = t453;
          }
          const double t454 = v447;
          v423 = t454;
          __local double* p906 = scratch + (px_lane_rank + t278.y * 8);
          __local double* p908 = scratch + (px_lane_rank + t278.x * 8);
          #pragma unroll 1
          for (px_index i456 = 0; i456 < t50; ++i456) {
            double v457 = 0.0;
            const double t462 = p906[0];
            v457 = t462;
            const double t466 = p908[72];
            const double t467 = v420;
            const double t468 = v457;
            const double t469 = fma(t468, t466, t467);
            v420 = t469;
            const double t474 = p908[80];
            const double t475 = v421;
            const double t476 = v457;
            const double t477 = fma(t476, t474, t475);
            v421 = t477;
            const double t482 = p908[88];
            const double t483 = v422;
            const double t484 = v457;
            const double t485 = fma(t484, t482, t483);
            v422 = t485;
            const double t490 = p908[96];
            const double t491 = v423;
            const double t492 = v457;
            const double t493 = fma(t492, t490, t491);
            v423 = t493;
            p906 += 200;
            p908 += 200;
          }
          const double t494 = v420;
          const px_index t495 = t270 * 8;
          const px_index t496 = px_lane_rank + t495;
          p26[t496] = t494;
          const double t497 = v421;
          const px_index t498 = t270 + 1;
          const px_index t499 = t498 * 8;
          const px_index t500 = px_lane_rank + t499;
          p26[t500] = t497;
          const double t501 = v422;
          const px_index t502 = t270 + 2;
          const px_index t503 = t502 * 8;
          const px_index t504 = px_lane_rank + t503;
          p26[t504] = t501;
          const double t505 = v423;
          const px_index t506 = t270 + 3;
          const px_index t507 = t506 * 8;
          const px_index t508 = px_lane_rank + t507;
          p26[t508] = t505;
        }
      }
      const bool t509 = t284 == 2;
      if (t509) {
        const bool t510 = t286 == 6;
        if (t510) {
          double v511 = 0.0;
          double v512 = 0.0;
          double v513 = 0.0;
          double v514 = 0.0;
          double v515 = 0.0;
          double v516 = 0.0;
          double v517 = 0.0;
          double v518 = 0.0;
          double v519 = 0.0;
          double v520 = 0.0;
          double v521 = 0.0;
          double v522 = 0.0;
          const bool t523 = i47 == 0;
          double v524 = 0.0;
          if (t523) {
            const double t525 = initial[t270];
            v524 = t525;
          } else {
            const px_index t526 = t270 * 8;
            const px_index t527 = px_lane_rank + t526;
            const double t528 = p26[t527];
            v524 = t528;
          }
          const double t529 = v524;
          v511 = t529;
          double v530 = 0.0;
          if (t523) {
            const px_index t531 = t270 + 1;
            const double t532 = initial[t531];
            v530 = t532;
          } else {
            const px_index t533 = t270 + 1;
            const px_index t534 = t533 * 8;
            const px_index t535 = px_lane_rank + t534;
            const double t536 = p26[t535];
            v530 = t536;
          }
          const double t537 = v530;
          v512 = t537;
          double v538 = 0.0;
          if (t523) {
            const px_index t539 = t270 + 2;
            const double t540 = initial[t539];
            v538 = t540;
          } else {
            const px_index t541 = t270 + 2;
            const px_index t542 = t541 * 8;
            const px_index t543 = px_lane_rank + t542;
            const double t544 = p26[t543];
            v538 = t544;
          }
          const double t545 = v538;
          v513 = t545;
          double v546 = 0.0;
          if (t523) {
            const px_index t547 = t270 + 3;
            const double t548 = initial[t547];
            v546 = t548;
          } else {
            const px_index t549 = t270 + 3;
            const px_index t550 = t549 * 8;
            const px_index t551 = px_lane_rank + t550;
            const double t552 = p26[t551];
            v546 = t552;
          }
          const double t553 = v546;
          v514 = t553;
          double v554 = 0.0;
          if (t523) {
            const px_index t555 = t270 + 4;
            const double t556 = initial[t555];
            v554 = t556;
          } else {
            const px_index t557 = t270 + 4;
            const px_index t558 = t557 * 8;
            const px_index t559 = px_lane_rank + t558;
            const double t560 = p26[t559];
            v554 = t560;
          }
          const double t561 = v554;
          v515 = t561;
          double v562 = 0.0;
          if (t523) {
            const px_index t563 = t270 + 5;
            const double t564 = initial[t563];
            v562 = t564;
          } else {
            const px_index t565 = t270 + 5;
            const px_index t566 = t565 * 8;
            const px_index t567 = px_lane_rank + t566;
            const double t568 = p26[t567];
            v562 = t568;
          }
          const double t569 = v562;
          v516 = t569;
          double v570 = 0.0;
          if (t523) {
            const double t571 = initial[t272];
            v570 = t571;
          } else {
            const px_index t572 = t272 * 8;
            const px_index t573 = px_lane_rank + t572;
            const double t574 = p26[t573];
            v570 = t574;
          }
          const double t575 = v570;
          v517 = t575;
          double v576 = 0.0;
          if (t523) {
            const px_index t577 = t272 + 1;
            const double t578 = initial[t577];
            v576 = t578;
          } else {
            const px_index t579 = t272 + 1;
            const px_index t580 = t579 * 8;
            const px_index t581 = px_lane_rank + t580;
            const double t582 = p26[t581];
            v576 = t582;
          }
          const double t583 = v576;
          v518 = t583;
          double v584 = 0.0;
          if (t523) {
            const px_index t585 = t272 + 2;
            const double t586 = initial[t585];
            v584 = t586;
          } else {
            const px_index t587 = t272 + 2;
            const px_index t588 = t587 * 8;
            const px_index t589 = px_lane_rank + t588;
            const double t590 = p26[t589];
            v584 = t590;
          }
          const double t591 = v584;
          v519 = t591;
          double v592 = 0.0;
          if (t523) {
            const px_index t593 = t272 + 3;
            const double t594 = initial[t593];
            v592 = t594;
          } else {
            const px_index t595 = t272 + 3;
            const px_index t596 = t595 * 8;
            const px_index t597 = px_lane_rank + t596;
            const double t598 = p26[t597];
            v592 = t598;
          }
          const double t599 = v592;
          v520 = t599;
          double v600 = 0.0;
          if (t523) {
            const px_index t601 = t272 + 4;
            const double t602 = initial[t601];
            v600 = t602;
          } else {
            const px_index t603 = t272 + 4;
            const px_index t604 = t603 * 8;
            const px_index t605 = px_lane_rank + t604;
            const double t606 = p26[t605];
            v600 = t606;
          }
          const double t607 = v600;
          v521 = t607;
          double v608 = 0.0;
          if (t523) {
            const px_index t609 = t272 + 5;
            const double t610 = initial[t609];
            v608 = t610;
          } else {
            const px_index t611 = t272 + 5;
            const px_index t612 = t611 * 8;
            const px_index t613 = px_lane_rank + t612;
            const double t614 = p26[t613];
            v608 = t614;
          }
          const double t615 = v608;
          v522 = t615;
          __local double* p913 = scratch + (px_lane_rank + t278.y * 8);
          __local double* p916 = scratch + (px_lane_rank + t278.x * 8);
          #pragma unroll 1
          for (px_index i617 = 0; i617 < t50; ++i617) {
            double v618 = 0.0;
            double v619 = 0.0;
            const double t624 = p913[0];
            v618 = t624;
            const double t629 = p913[8];
            v619 = t629;
            const double t633 = p916[72];
            const double t634 = v511;
            const double t635 = v618;
            const double t636 = fma(t635, t633, t634);
            v511 = t636;
            const double t637 = v517;
            const double t638 = v619;
            const double t639 = fma(t638, t633, t637);
            v517 = t639;
            const double t644 = p916[80];
            const double t645 = v512;
            const double t646 = v618;
            const double t647 = fma(t646, t644, t645);
            v512 = t647;
            const double t648 = v518;
            const double t649 = v619;
            const double t650 = fma(t649, t644, t648);
            v518 = t650;
            const double t655 = p916[88];
            const double t656 = v513;
            const double t657 = v618;
            const double t658 = fma(t657, t655, t656);
            v513 = t658;
            const double t659 = v519;
            const double t660 = v619;
            const double t661 = fma(t660, t655, t659);
            v519 = t661;
            const double t666 = p916[96];
            const double t667 = v514;
            const double t668 = v618;
            const double t669 = fma(t668, t666, t667);
            v514 = t669;
            const double t670 = v520;
            const double t671 = v619;
            const double t672 = fma(t671, t666, t670);
            v520 = t672;
            const double t677 = p916[104];
            const double t678 = v515;
            const double t679 = v618;
            const double t680 = fma(t679, t677, t678);
            v515 = t680;
            const double t681 = v521;
            const double t682 = v619;
            const double t683 = fma(t682, t677, t681);
            v521 = t683;
            const double t688 = p916[112];
            const double t689 = v516;
            const double t690 = v618;
            const double t691 = fma(t690, t688, t689);
            v516 = t691;
            const double t692 = v522;
            const double t693 = v619;
            const double t694 = fma(t693, t688, t692);
            v522 = t694;
            p913 += 200;
            p916 += 200;
          }
          const double t695 = v511;
          const px_index t696 = t270 * 8;
          const px_index t697 = px_lane_rank + t696;
          p26[t697] = t695;
          const double t698 = v512;
          const px_index t699 = t270 + 1;
          const px_index t700 = t699 * 8;
          const px_index t701 = px_lane_rank + t700;
          p26[t701] = t698;
          const double t702 = v513;
          const px_index t703 = t270 + 2;
          const px_index t704 = t703 * 8;
          const px_index t705 = px_lane_rank + t704;
          p26[t705] = t702;
          const double t706 = v514;
          const px_index t707 = t270 + 3;
          const px_index t708 = t707 * 8;
          const px_index t709 = px_lane_rank + t708;
          p26[t709] = t706;
          const double t710 = v515;
          const px_index t711 = t270 + 4;
          const px_index t712 = t711 * 8;
          const px_index t713 = px_lane_rank + t712;
          p26[t713] = t710;
          const double t714 = v516;
          const px_index t715 = t270 + 5;
          const px_index t716 = t715 * 8;
          const px_index t717 = px_lane_rank + t716;
          p26[t717] = t714;
          const double t718 = v517;
          const px_index t719 = t272 * 8;
          const px_index t720 = px_lane_rank + t719;
          p26[t720] = t718;
          const double t721 = v518;
          const px_index t722 = t272 + 1;
          const px_index t723 = t722 * 8;
          const px_index t724 = px_lane_rank + t723;
          p26[t724] = t721;
          const double t725 = v519;
          const px_index t726 = t272 + 2;
          const px_index t727 = t726 * 8;
          const px_index t728 = px_lane_rank + t727;
          p26[t728] = t725;
          const double t729 = v520;
          const px_index t730 = t272 + 3;
          const px_index t731 = t730 * 8;
          const px_index t732 = px_lane_rank + t731;
          p26[t732] = t729;
          const double t733 = v521;
          const px_index t734 = t272 + 4;
          const px_index t735 = t734 * 8;
          const px_index t736 = px_lane_rank + t735;
          p26[t736] = t733;
          const double t737 = v522;
          const px_index t738 = t272 + 5;
          const px_index t739 = t738 * 8;
          const px_index t740 = px_lane_rank + t739;
          p26[t740] = t737;
        } else {
          double v741 = 0.0;
          double v742 = 0.0;
          double v743 = 0.0;
          double v744 = 0.0;
          double v745 = 0.0;
          double v746 = 0.0;
          double v747 = 0.0;
          double v748 = 0.0;
          const bool t749 = i47 == 0;
          double v750 = 0.0;
          if (t749) {
            const double t751 = initial[t270];
            v750 = t751;
          } else {
            const px_index t752 = t270 * 8;
            const px_index t753 = px_lane_rank + t752;
            const double t754 = p26[t753];
            v750 = t754;
          }
          const double t755 = v750;
          v741 = t755;
          double v756 = 0.0;
          if (t749) {
            const px_index t757 = t270 + 1;
            const double t758 = initial[t757];
            v756 = t758;
          } else {
            const px_index t759 = t270 + 1;
            const px_index t760 = t759 * 8;
            const px_index t761 = px_lane_rank + t760;
            const double t762 = p26[t761];
            v756 = t762;
          }
          const double t763 = v756;
          v742 = t763;
          double v764 = 0.0;
          if (t749) {
            const px_index t765 = t270 + 2;
            const double t766 = initial[t765];
            v764 = t766;
          } else {
            const px_index t767 = t270 + 2;
            const px_index t768 = t767 * 8;
            const px_index t769 = px_lane_rank + t768;
            const double t770 = p26[t769];
            v764 = t770;
          }
          const double t771 = v764;
          v743 = t771;
          double v772 = 0.0;
          if (t749) {
            const px_index t773 = t270 + 3;
            const double t774 = initial[t773];
            v772 = t774;
          } else {
            const px_index t775 = t270 + 3;
            const px_index t776 = t775 * 8;
            const px_index t777 = px_lane_rank + t776;
            const double t778 = p26[t777];
            v772 = t778;
          }
          const double t779 = v772;
          v744 = t779;
          double v780 = 0.0;
          if (t749) {
            const double t781 = initial[t272];
            v780 = t781;
          } else {
            const px_index t782 = t272 * 8;
            const px_index t783 = px_lane_rank + t782;
            const double t784 = p26[t783];
            v780 = t784;
          }
          const double t785 = v780;
          v745 = t785;
          double v786 = 0.0;
          if (t749) {
            const px_index t787 = t272 + 1;
            const double t788 = initial[t787];
            v786 = t788;
          } else {
            const px_index t789 = t272 + 1;
            const px_index t790 = t789 * 8;
            const px_index t791 = px_lane_rank + t790;
            const double t792 = p26[t791];
            v786 = t792;
          }
          const double t793 = v786;
          v746 = t793;
          double v794 = 0.0;
          if (t749) {
            const px_index t795 = t272 + 2;
            const double t796 = initial[t795];
            v794 = t796;
          } else {
            const px_index t797 = t272 + 2;
            const px_index t798 = t797 * 8;
            const px_index t799 = px_lane_rank + t798;
            const double t800 = p26[t799];
            v794 = t800;
          }
          const double t801 = v794;
          v747 = t801;
          double v802 = 0.0;
          if (t749) {
            const px_index t803 = t272 + 3;
            const double t804 = initial[t803];
            v802 = t804;
          } else {
            const px_index t805 = t272 + 3;
            const px_index t806 = t805 * 8;
            const px_index t807 = px_lane_rank + t806;
            const double t808 = p26[t807];
            v802 = t808;
          }
          const double t809 = v802;
          v748 = t809;
          __local double* p923 = scratch + (px_lane_rank + t278.y * 8);
          __local double* p926 = scratch + (px_lane_rank + t278.x * 8);
          #pragma unroll 1
          for (px_index i811 = 0; i811 < t50; ++i811) {
            double v812 = 0.0;
            double v813 = 0.0;
            const double t818 = p923[0];
            v812 = t818;
            const double t823 = p923[8];
            v813 = t823;
            const double t827 = p926[72];
            const double t828 = v741;
            const double t829 = v812;
            const double t830 = fma(t829, t827, t828);
            v741 = t830;
            const double t831 = v745;
            const double t832 = v813;
            const double t833 = fma(t832, t827, t831);
            v745 = t833;
            const double t838 = p926[80];
            const double t839 = v742;
            const double t840 = v812;
            const double t841 = fma(t840, t838, t839);
            v742 = t841;
            const double t842 = v746;
            const double t843 = v813;
            const double t844 = fma(t843, t838, t842);
            v746 = t844;
            const double t849 = p926[88];
            const double t850 = v743;
            const double t851 = v812;
            const double t852 = fma(t851, t849, t850);
            v743 = t852;
            const double t853 = v747;
            const double t854 = v813;
            const double t855 = fma(t854, t849, t853);
            v747 = t855;
            const double t860 = p926[96];
            const double t861 = v744;
            const double t862 = v812;
            const double t863 = fma(t862, t860, t861);
            v744 = t863;
            const double t864 = v748;
            const double t865 = v813;
            const double t866 = fma(t865, t860, t864);
            v748 = t866;
            p923 += 200;
            p926 += 200;
          }
          const double t867 = v741;
          const px_index t868 = t270 * 8;
          const px_index t869 = px_lane_rank + t868;
          p26[t869] = t867;
          const double t870 = v742;
          const px_index t871 = t270 + 1;
          const px_index t872 = t871 * 8;
          const px_index t873 = px_lane_rank + t872;
          p26[t873] = t870;
          const double t874 = v743;
          const px_index t875 = t270 + 2;
          const px_index t876 = t875 * 8;
          const px_index t877 = px_lane_rank + t876;
          p26[t877] = t874;
          const double t878 = v744;
          const px_index t879 = t270 + 3;
          const px_index t880 = t879 * 8;
          const px_index t881 = px_lane_rank + t880;
          p26[t881] = t878;
          const double t882 = v745;
          const px_index t883 = t272 * 8;
          const px_index t884 = px_lane_rank + t883;
          p26[t884] = t882;
          const double t885 = v746;
          const px_index t886 = t272 + 1;
          const px_index t887 = t886 * 8;
          const px_index t888 = px_lane_rank + t887;
          p26[t888] = t885;
          const double t889 = v747;
          const px_index t890 = t272 + 2;
          const px_index t891 = t890 * 8;
          const px_index t892 = px_lane_rank + t891;
          p26[t892] = t889;
          const double t893 = v748;
          const px_index t894 = t272 + 3;
          const px_index t895 = t894 * 8;
          const px_index t896 = px_lane_rank + t895;
          p26[t896] = t893;
        }
      }
      p931 += 32;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
}
