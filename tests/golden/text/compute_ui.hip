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
    double* __restrict__ moments,
    const px_index moments_n0,
    const px_index moments_n1) {
  __shared__ __attribute__((aligned(16))) double scratch[4800];
  const px_index px_league_rank = blockIdx.x;
  const px_index px_team_rank = threadIdx.y;
  const px_index px_lane_rank = threadIdx.x;
  const px_index t8 = geometry_n1 * 64;
  const px_index t9 = geometry_n2 * t8;
  const px_index t17 = moments_n1 * 64;
  const double* const p23 = geometry + (long long)px_league_rank * t9;
  double* const p26 = moments + (long long)px_league_rank * t17;
  const int t31 = npairs[px_league_rank];
  const px_index t32 = (px_index)t31;
  const px_index t40 = px_lane_rank + 1536;
  #pragma unroll 1
  for (px_index i35 = px_team_rank; i35 < 3; i35 += 2) {
    const px_index t41 = i35 * 1600;
    const px_index t42 = t40 + t41;
    scratch[t42] = 0.0;
  }
  const px_index t44 = t32 + 2;
  const px_index t45 = t44 / 3;
  const px_index t46 = t45 > 1 ? t45 : 1;
  const px_index t54 = px_lane_rank + 192;
  const px_index t60 = px_lane_rank + 256;
  const px_index t64 = px_lane_rank + 128;
  const px_index t69 = px_lane_rank + 64;
  const px_index t79 = px_lane_rank + 320;
  const px_index t111 = px_lane_rank + 576;
  const px_index t115 = px_lane_rank + 768;
  const px_index t119 = px_lane_rank + 1216;
  const px_index t145 = px_lane_rank + 640;
  const px_index t151 = px_lane_rank + 704;
  const px_index t157 = px_lane_rank + 960;
  const px_index t163 = px_lane_rank + 1024;
  const px_index t185 = px_lane_rank + 832;
  const px_index t191 = px_lane_rank + 896;
  const px_index t197 = px_lane_rank + 1280;
  const px_index t203 = px_lane_rank + 1344;
  const px_index t222 = px_lane_rank + 384;
  const px_index t228 = px_lane_rank + 1088;
  const px_index t234 = px_lane_rank + 1152;
  const px_index t251 = px_lane_rank + 448;
  const px_index t256 = px_lane_rank + 512;
  const px_index t262 = px_lane_rank + 1408;
  const px_index t268 = px_lane_rank + 1472;
  #pragma unroll 1
  for (px_index i47 = 0; i47 < t46; ++i47) {
    const px_index t48 = i47 * 3;
    const px_index t49 = t32 - t48;
    const px_index t50 = t49 < 3 ? t49 : 3;
    #pragma unroll 1
    for (px_index i51 = px_team_rank; i51 < t50; i51 += 2) {
      const px_index t52 = t48 + i51;
      const px_index t55 = t8 * t52;
      const px_index t56 = t54 + t55;
      const double t57 = p23[t56];
      const px_index t61 = t55 + t60;
      const double t62 = p23[t61];
      const px_index t65 = t55 + t64;
      const double t66 = p23[t65];
      const double t67 = t66 * t57;
      const double t68 = -t67;
      const px_index t70 = t55 + t69;
      const double t71 = p23[t70];
      const double t72 = t71 * t57;
      const px_index t73 = px_lane_rank + t55;
      const double t74 = p23[t73];
      const double t75 = t74 * t57;
      const double t76 = -t75;
      const px_index t80 = t55 + t79;
      const double t81 = p23[t80];
      const double t82 = t62 * t62;
      const double t83 = fma(t68, t68, t82);
      const double t86 = fma(t83, 2.0, -1.0);
      double v87 = 1.0;
      double v88 = 1.0;
      double v89 = 1.0;
      v88 = t86;
      const double t95 = v87;
      const double t96 = t86 * 2.0;
      const double t97 = v88;
      const double t98 = fma(t96, t97, -t95);
      v89 = t98;
      const double t99 = v87;
      const double t100 = v88;
      const double t101 = v89;
      const px_index t107 = i51 * 1600;
      const px_index t108 = px_lane_rank + t107;
      scratch[t108] = t81;
      const px_index t112 = t107 + t111;
      scratch[t112] = t99;
      const px_index t116 = t107 + t115;
      scratch[t116] = t100;
      const px_index t120 = t107 + t119;
      scratch[t120] = t101;
      double v121 = 0.0;
      double v122 = 0.0;
      v121 = t81;
      double v123 = 1.0;
      double v124 = 0.0;
      const double t125 = v121;
      const double t126 = v122;
      const double t127 = t125 * t62;
      const double t128 = fma(-t126, t68, t127);
      const double t129 = t125 * t68;
      const double t130 = fma(t126, t62, t129);
      v121 = t128;
      v122 = t130;
      const double t131 = v123;
      const double t132 = v124;
      const double t133 = t131 * t72;
      const double t134 = fma(-t132, t76, t133);
      const double t135 = t131 * t76;
      const double t136 = fma(t132, t72, t135);
      v123 = t134;
      v124 = t136;
      const double t137 = v121;
      const px_index t138 = t69 + t107;
      scratch[t138] = t137;
      const double t139 = v122;
      const px_index t140 = t64 + t107;
      scratch[t140] = t139;
      const double t141 = v123;
      const double t142 = t141 * t99;
      const px_index t146 = t107 + t145;
      scratch[t146] = t142;
      const double t147 = v124;
      const double t148 = t147 * t99;
      const px_index t152 = t107 + t151;
      scratch[t152] = t148;
      const double t153 = v123;
      const double t154 = t153 * t100;
      const px_index t158 = t107 + t157;
      scratch[t158] = t154;
      const double t159 = v124;
      const double t160 = t159 * t100;
      const px_index t164 = t107 + t163;
      scratch[t164] = t160;
      const double t165 = v121;
      const double t166 = v122;
      const double t167 = t165 * t62;
      const double t168 = fma(-t166, t68, t167);
      const double t169 = t165 * t68;
      const double t170 = fma(t166, t62, t169);
      v121 = t168;
      v122 = t170;
      const double t171 = v123;
      const double t172 = v124;
      const double t173 = t171 * t72;
      const double t174 = fma(-t172, t76, t173);
      const double t175 = t171 * t76;
      const double t176 = fma(t172, t72, t175);
      v123 = t174;
      v124 = t176;
      const double t177 = v121;
      const px_index t178 = t54 + t107;
      scratch[t178] = t177;
      const double t179 = v122;
      const px_index t180 = t60 + t107;
      scratch[t180] = t179;
      const double t181 = v123;
      const double t182 = t181 * t99;
      const px_index t186 = t107 + t185;
      scratch[t186] = t182;
      const double t187 = v124;
      const double t188 = t187 * t99;
      const px_index t192 = t107 + t191;
      scratch[t192] = t188;
      const double t193 = v123;
      const double t194 = t193 * t100;
      const px_index t198 = t107 + t197;
      scratch[t198] = t194;
      const double t199 = v124;
      const double t200 = t199 * t100;
      const px_index t204 = t107 + t203;
      scratch[t204] = t200;
      const double t205 = v121;
      const double t206 = v122;
      const double t207 = t205 * t62;
      const double t208 = fma(-t206, t68, t207);
      const double t209 = t205 * t68;
      const double t210 = fma(t206, t62, t209);
      v121 = t208;
      v122 = t210;
      const double t211 = v123;
      const double t212 = v124;
      const double t213 = t211 * t72;
      const double t214 = fma(-t212, t76, t213);
      const double t215 = t211 * t76;
      const double t216 = fma(t212, t72, t215);
      v123 = t214;
      v124 = t216;
      const double t217 = v121;
      const px_index t218 = t79 + t107;
      scratch[t218] = t217;
      const double t219 = v122;
      const px_index t223 = t107 + t222;
      scratch[t223] = t219;
      const double t224 = v123;
      const double t225 = t224 * t99;
      const px_index t229 = t107 + t228;
      scratch[t229] = t225;
      const double t230 = v124;
      const double t231 = t230 * t99;
      const px_index t235 = t107 + t234;
      scratch[t235] = t231;
      const double t236 = v121;
      const double t237 = v122;
      const double t238 = t236 * t62;
      const double t239 = fma(-t237, t68, t238);
      const double t240 = t236 * t68;
      const double t241 = fma(t237, t62, t240);
      v121 = t239;
      v122 = t241;
      const double t242 = v123;
      const double t243 = v124;
      const double t244 = t242 * t72;
      const double t245 = fma(-t243, t76, t244);
      const double t246 = t242 * t76;
      const double t247 = fma(t243, t72, t246);
      v123 = t245;
      v124 = t247;
      const double t248 = v121;
      const px_index t252 = t107 + t251;
      scratch[t252] = t248;
      const double t253 = v122;
      const px_index t257 = t107 + t256;
      scratch[t257] = t253;
      const double t258 = v123;
      const double t259 = t258 * t99;
      const px_index t263 = t107 + t262;
      scratch[t263] = t259;
      const double t264 = v124;
      const double t265 = t264 * t99;
      const px_index t269 = t107 + t268;
      scratch[t269] = t265;
    }
    __syncthreads();
    const int4* p935 = blocks + (px_team_rank * 2);
    #pragma unroll 1
    for (px_index i270 = px_team_rank; i270 < blocks_n0; i270 += 2) {
      const int4 t272 = p935[0];
      const px_index t274 = (px_index)t272.x;
      const px_index t276 = (px_index)t272.y;
      const int4 t282 = p935[1];
      const px_index t288 = (px_index)t282.z;
      const px_index t290 = (px_index)t282.w;
      const bool t291 = t288 == 1;
      if (t291) {
        const bool t292 = t290 == 6;
        if (t292) {
          double v293 = 0.0;
          double v294 = 0.0;
          double v295 = 0.0;
          double v296 = 0.0;
          double v297 = 0.0;
          double v298 = 0.0;
          const bool t299 = i47 == 0;
          double v300 = 0.0;
          if (t299) {
            const double t301 = initial[t274];
            v300 = t301;
          } else {
            const px_index t302 = t274 * 64;
            const px_index t303 = px_lane_rank + t302;
            const double t304 = p26[t303];
            v300 = t304;
          }
          const double t305 = v300;
          v293 = t305;
          double v306 = 0.0;
          if (t299) {
            const px_index t307 = t274 + 1;
            const double t308 = initial[t307];
            v306 = t308;
          } else {
            const px_index t309 = t274 + 1;
            const px_index t310 = t309 * 64;
            const px_index t311 = px_lane_rank + t310;
            const double t312 = p26[t311];
            v306 = t312;
          }
          const double t313 = v306;
          v294 = t313;
          double v314 = 0.0;
          if (t299) {
            const px_index t315 = t274 + 2;
            const double t316 = initial[t315];
            v314 = t316;
          } else {
            const px_index t317 = t274 + 2;
            const px_index t318 = t317 * 64;
            const px_index t319 = px_lane_rank + t318;
            const double t320 = p26[t319];
            v314 = t320;
          }
          const double t321 = v314;
          v295 = t321;
          double v322 = 0.0;
          if (t299) {
            const px_index t323 = t274 + 3;
            const double t324 = initial[t323];
            v322 = t324;
          } else {
            const px_index t325 = t274 + 3;
            const px_index t326 = t325 * 64;
            const px_index t327 = px_lane_rank + t326;
            const double t328 = p26[t327];
            v322 = t328;
          }
          const double t329 = v322;
          v296 = t329;
          double v330 = 0.0;
          if (t299) {
            const px_index t331 = t274 + 4;
            const double t332 = initial[t331];
            v330 = t332;
          } else {
            const px_index t333 = t274 + 4;
            const px_index t334 = t333 * 64;
            const px_index t335 = px_lane_rank + t334;
            const double t336 = p26[t335];
            v330 = t336;
          }
          const double t337 = v330;
          v297 = t337;
          double v338 = 0.0;
          if (t299) {
            const px_index t339 = t274 + 5;
            const double t340 = initial[t339];
            v338 = t340;
          } else {
            const px_index t341 = t274 + 5;
            const px_index t342 = t341 * 64;
            const px_index t343 = px_lane_rank + t342;
            const double t344 = p26[t343];
            v338 = t344;
          }
          const double t345 = v338;
          v298 = t345;
          double* p901 = scratch + (px_lane_rank + t282.y * 64);
          double* p903 = scratch + (px_lane_rank + t282.x * 64);
          #pragma unroll 1
          for (px_index i347 = 0; i347 < t50; ++i347) {
            double v348 = 0.0;
            const double t353 = p901[0];
            v348 = t353;
            const double t357 = p903[576];
            const double t358 = v293;
            const double t359 = v348;
            const double t360 = fma(t359, t357, t358);
            v293 = t360;
            const double t365 = p903[640];
            const double t366 = v294;
            const double t367 = v348;
            const double t368 = fma(t367, t365, t366);
            v294 = t368;
            const double t373 = p903[704];
            const double t374 = v295;
            const double t375 = v348;
            const double t376 = fma(t375, t373, t374);
            v295 = t376;
            const double t381 = p903[768];
            const double t382 = v296;
            const double t383 = v348;
            const double t384 = fma(t383, t381, t382);
            v296 = t384;
            const double t389 = p903[832];
            const double t390 = v297;
            const double t391 = v348;
            const double t392 = fma(t391, t389, t390);
            v297 = t392;
            const double t397 = p903[896];
            const double t398 = v298;
            const double t399 = v348;
            const double t400 = fma(t399, t397, t398);
            v298 = t400;
            p901 += 1600;
            p903 += 1600;
          }
          const double t401 = v293;
          const px_index t402 = t274 * 64;
          const px_index t403 = px_lane_rank + t402;
          p26[t403] = t401;
          const double t404 = v294;
          const px_index t405 = t274 + 1;
          const px_index t406 = t405 * 64;
          const px_index t407 = px_lane_rank + t406;
          p26[t407] = t404;
          const double t408 = v295;
          const px_index t409 = t274 + 2;
          const px_index t410 = t409 * 64;
          const px_index t411 = px_lane_rank + t410;
          p26[t411] = t408;
          const double t412 = v296;
          const px_index t413 = t274 + 3;
          const px_index t414 = t413 * 64;
          const px_index t415 = px_lane_rank + t414;
          p26[t415] = t412;
          const double t416 = v297;
          const px_index t417 = t274 + 4;
          const px_index t418 = t417 * 64;
          const px_index t419 = px_lane_rank + t418;
          p26[t419] = t416;
          const double t420 = v298;
          const px_index t421 = t274 + 5;
          const px_index t422 = t421 * 64;
          const px_index t423 = px_lane_rank + t422;
          p26[t423] = t420;
        } else {
          double v424 = 0.0;
          double v425 = 0.0;
          double v426 = 0.0;
          double v427 = 0.0;
          const bool t428 = i47 == 0;
          double v429 = 0.0;
          if (t428) {
            const double t430 = initial[t274];
            v429 = t430;
          } else {
            const px_index t431 = t274 * 64;
            const px_index t432 = px_lane_rank + t431;
            const double t433 = p26[t432];
            v429 = t433;
          }
          const double t434 = v429;
          v424 = t434;
          double v435 = 0.0;
          if (t428) {
            const px_index t436 = t274 + 1;
            const double t437 = initial[t436];
            v435 = t437;
          } else {
            const px_index t438 = t274 + 1;
            const px_index t439 = t438 * 64;
            const px_index t440 = px_lane_rank + t439;
            const double t441 = p26[t440];
            v435 = t441;
          }
          const double t442 = v435;
          v425 = t442;
          double v443 = 0.0;
          if (t428) {
            const px_index t444 = t274 + 2;
            const double t445 = initial[t444];
            v443 = t445;
          } else {
            const px_index t446 = t274 + 2;
            const px_index t447 = t446 * 64;
            const px_index t448 = px_lane_rank + t447;
            const double t449 = p26[t448];
            v443 = t449;
          }
          const double t450 = v443;
          v426 = t450;
          double v451 = 0.0;
          if (t428) {
            const px_index t452 = t274 + 3;
            const double t453 = initial[t452];
            v451 = t453;
          } else {
            const px_index t454 = t274 + 3;
            const px_index t455 = t454 * 64;
            const px_index t456 = px_lane_rank + t455;
            const double t457 = p26[t456];
            v451 = t457;
          }
          const double t458 = v451;
          v427 = t458;
          double* p910 = scratch + (px_lane_rank + t282.y * 64);
          double* p912 = scratch + (px_lane_rank + t282.x * 64);
          #pragma unroll 1
          for (px_index i460 = 0; i460 < t50; ++i460) {
            double v461 = 0.0;
            const double t466 = p910[0];
            v461 = t466;
            const double t470 = p912[576];
            const double t471 = v424;
            const double t472 = v461;
            const double t473 = fma(t472, t470, t471);
            v424 = t473;
            const double t478 = p912[640];
            const double t479 = v425;
            const double t480 = v461;
            const double t481 = fma(t480, t478, t479);
            v425 = t481;
            const double t486 = p912[704];
            const double t487 = v426;
            const double t488 = v461;
            const double t489 = fma(t488, t486, t487);
            v426 = t489;
            const double t494 = p912[768];
            const double t495 = v427;
            const double t496 = v461;
            const double t497 = fma(t496, t494, t495);
            v427 = t497;
            p910 += 1600;
            p912 += 1600;
          }
          const double t498 = v424;
          const px_index t499 = t274 * 64;
          const px_index t500 = px_lane_rank + t499;
          p26[t500] = t498;
          const double t501 = v425;
          const px_index t502 = t274 + 1;
          const px_index t503 = t502 * 64;
          const px_index t504 = px_lane_rank + t503;
          p26[t504] = t501;
          const double t505 = v426;
          const px_index t506 = t274 + 2;
          const px_index t507 = t506 * 64;
          const px_index t508 = px_lane_rank + t507;
          p26[t508] = t505;
          const double t509 = v427;
          const px_index t510 = t274 + 3;
          const px_index t511 = t510 * 64;
          const px_index t512 = px_lane_rank + t511;
          p26[t512] = t509;
        }
      }
      const bool t513 = t288 == 2;
      if (t513) {
        const bool t514 = t290 == 6;
        if (t514) {
          double v515 = 0.0;
          double v516 = 0.0;
          double v517 = 0.0;
          double v518 = 0.0;
          double v519 = 0.0;
          double v520 = 0.0;
          double v521 = 0.0;
          double v522 = 0.0;
          double v523 = 0.0;
          double v524 = 0.0;
          double v525 = 0.0;
          double v526 = 0.0;
          const bool t527 = i47 == 0;
          double v528 = 0.0;
          if (t527) {
            const double t529 = initial[t274];
            v528 = t529;
          } else {
            const px_index t530 = t274 * 64;
            const px_index t531 = px_lane_rank + t530;
            const double t532 = p26[t531];
            v528 = t532;
          }
          const double t533 = v528;
          v515 = t533;
          double v534 = 0.0;
          if (t527) {
            const px_index t535 = t274 + 1;
            const double t536 = initial[t535];
            v534 = t536;
          } else {
            const px_index t537 = t274 + 1;
            const px_index t538 = t537 * 64;
            const px_index t539 = px_lane_rank + t538;
            const double t540 = p26[t539];
            v534 = t540;
          }
          const double t541 = v534;
          v516 = t541;
          double v542 = 0.0;
          if (t527) {
            const px_index t543 = t274 + 2;
            const double t544 = initial[t543];
            v542 = t544;
          } else {
            const px_index t545 = t274 + 2;
            const px_index t546 = t545 * 64;
            const px_index t547 = px_lane_rank + t546;
            const double t548 = p26[t547];
            v542 = t548;
          }
          const double t549 = v542;
          v517 = t549;
          double v550 = 0.0;
          if (t527) {
            const px_index t551 = t274 + 3;
            const double t552 = initial[t551];
            v550 = t552;
          } else {
            const px_index t553 = t274 + 3;
            const px_index t554 = t553 * 64;
            const px_index t555 = px_lane_rank + t554;
            const double t556 = p26[t555];
            v550 = t556;
          }
          const double t557 = v550;
          v518 = t557;
          double v558 = 0.0;
          if (t527) {
            const px_index t559 = t274 + 4;
            const double t560 = initial[t559];
            v558 = t560;
          } else {
            const px_index t561 = t274 + 4;
            const px_index t562 = t561 * 64;
            const px_index t563 = px_lane_rank + t562;
            const double t564 = p26[t563];
            v558 = t564;
          }
          const double t565 = v558;
          v519 = t565;
          double v566 = 0.0;
          if (t527) {
            const px_index t567 = t274 + 5;
            const double t568 = initial[t567];
            v566 = t568;
          } else {
            const px_index t569 = t274 + 5;
            const px_index t570 = t569 * 64;
            const px_index t571 = px_lane_rank + t570;
            const double t572 = p26[t571];
            v566 = t572;
          }
          const double t573 = v566;
          v520 = t573;
          double v574 = 0.0;
          if (t527) {
            const double t575 = initial[t276];
            v574 = t575;
          } else {
            const px_index t576 = t276 * 64;
            const px_index t577 = px_lane_rank + t576;
            const double t578 = p26[t577];
            v574 = t578;
          }
          const double t579 = v574;
          v521 = t579;
          double v580 = 0.0;
          if (t527) {
            const px_index t581 = t276 + 1;
            const double t582 = initial[t581];
            v580 = t582;
          } else {
            const px_index t583 = t276 + 1;
            const px_index t584 = t583 * 64;
            const px_index t585 = px_lane_rank + t584;
            const double t586 = p26[t585];
            v580 = t586;
          }
          const double t587 = v580;
          v522 = t587;
          double v588 = 0.0;
          if (t527) {
            const px_index t589 = t276 + 2;
            const double t590 = initial[t589];
            v588 = t590;
          } else {
            const px_index t591 = t276 + 2;
            const px_index t592 = t591 * 64;
            const px_index t593 = px_lane_rank + t592;
            const double t594 = p26[t593];
            v588 = t594;
          }
          const double t595 = v588;
          v523 = t595;
          double v596 = 0.0;
          if (t527) {
            const px_index t597 = t276 + 3;
            const double t598 = initial[t597];
            v596 = t598;
          } else {
            const px_index t599 = t276 + 3;
            const px_index t600 = t599 * 64;
            const px_index t601 = px_lane_rank + t600;
            const double t602 = p26[t601];
            v596 = t602;
          }
          const double t603 = v596;
          v524 = t603;
          double v604 = 0.0;
          if (t527) {
            const px_index t605 = t276 + 4;
            const double t606 = initial[t605];
            v604 = t606;
          } else {
            const px_index t607 = t276 + 4;
            const px_index t608 = t607 * 64;
            const px_index t609 = px_lane_rank + t608;
            const double t610 = p26[t609];
            v604 = t610;
          }
          const double t611 = v604;
          v525 = t611;
          double v612 = 0.0;
          if (t527) {
            const px_index t613 = t276 + 5;
            const double t614 = initial[t613];
            v612 = t614;
          } else {
            const px_index t615 = t276 + 5;
            const px_index t616 = t615 * 64;
            const px_index t617 = px_lane_rank + t616;
            const double t618 = p26[t617];
            v612 = t618;
          }
          const double t619 = v612;
          v526 = t619;
          double* p917 = scratch + (px_lane_rank + t282.y * 64);
          double* p920 = scratch + (px_lane_rank + t282.x * 64);
          #pragma unroll 1
          for (px_index i621 = 0; i621 < t50; ++i621) {
            double v622 = 0.0;
            double v623 = 0.0;
            const double t628 = p917[0];
            v622 = t628;
            const double t633 = p917[64];
            v623 = t633;
            const double t637 = p920[576];
            const double t638 = v515;
            const double t639 = v622;
            const double t640 = fma(t639, t637, t638);
            v515 = t640;
            const double t641 = v521;
            const double t642 = v623;
            const double t643 = fma(t642, t637, t641);
            v521 = t643;
            const double t648 = p920[640];
            const double t649 = v516;
            const double t650 = v622;
            const double t651 = fma(t650, t648, t649);
            v516 = t651;
            const double t652 = v522;
            const double t653 = v623;
            const double t654 = fma(t653, t648, t652);
            v522 = t654;
            const double t659 = p920[704];
            const double t660 = v517;
            const double t661 = v622;
            const double t662 = fma(t661, t659, t660);
            v517 = t662;
            const double t663 = v523;
            const double t664 = v623;
            const double t665 = fma(t664, t659, t663);
            v523 = t665;
            const double t670 = p920[768];
            const double t671 = v518;
            const double t672 = v622;
            const double t673 = fma(t672, t670, t671);
            v518 = t673;
            const double t674 = v524;
            const double t675 = v623;
            const double t676 = fma(t675, t670, t674);
            v524 = t676;
            const double t681 = p920[832];
            const double t682 = v519;
            const double t683 = v622;
            const double t684 = fma(t683, t681, t682);
            v519 = t684;
            const double t685 = v525;
            const double t686 = v623;
            const double t687 = fma(t686, t681, t685);
            v525 = t687;
            const double t692 = p920[896];
            const double t693 = v520;
            const double t694 = v622;
            const double t695 = fma(t694, t692, t693);
            v520 = t695;
            const double t696 = v526;
            const double t697 = v623;
            const double t698 = fma(t697, t692, t696);
            v526 = t698;
            p917 += 1600;
            p920 += 1600;
          }
          const double t699 = v515;
          const px_index t700 = t274 * 64;
          const px_index t701 = px_lane_rank + t700;
          p26[t701] = t699;
          const double t702 = v516;
          const px_index t703 = t274 + 1;
          const px_index t704 = t703 * 64;
          const px_index t705 = px_lane_rank + t704;
          p26[t705] = t702;
          const double t706 = v517;
          const px_index t707 = t274 + 2;
          const px_index t708 = t707 * 64;
          const px_index t709 = px_lane_rank + t708;
          p26[t709] = t706;
          const double t710 = v518;
          const px_index t711 = t274 + 3;
          const px_index t712 = t711 * 64;
          const px_index t713 = px_lane_rank + t712;
          p26[t713] = t710;
          const double t714 = v519;
          const px_index t715 = t274 + 4;
          const px_index t716 = t715 * 64;
          const px_index t717 = px_lane_rank + t716;
          p26[t717] = t714;
          const double t718 = v520;
          const px_index t719 = t274 + 5;
          const px_index t720 = t719 * 64;
          const px_index t721 = px_lane_rank + t720;
          p26[t721] = t718;
          const double t722 = v521;
          const px_index t723 = t276 * 64;
          const px_index t724 = px_lane_rank + t723;
          p26[t724] = t722;
          const double t725 = v522;
          const px_index t726 = t276 + 1;
          const px_index t727 = t726 * 64;
          const px_index t728 = px_lane_rank + t727;
          p26[t728] = t725;
          const double t729 = v523;
          const px_index t730 = t276 + 2;
          const px_index t731 = t730 * 64;
          const px_index t732 = px_lane_rank + t731;
          p26[t732] = t729;
          const double t733 = v524;
          const px_index t734 = t276 + 3;
          const px_index t735 = t734 * 64;
          const px_index t736 = px_lane_rank + t735;
          p26[t736] = t733;
          const double t737 = v525;
          const px_index t738 = t276 + 4;
          const px_index t739 = t738 * 64;
          const px_index t740 = px_lane_rank + t739;
          p26[t740] = t737;
          const double t741 = v526;
          const px_index t742 = t276 + 5;
          const px_index t743 = t742 * 64;
          const px_index t744 = px_lane_rank + t743;
          p26[t744] = t741;
        } else {
          double v745 = 0.0;
          double v746 = 0.0;
          double v747 = 0.0;
          double v748 = 0.0;
          double v749 = 0.0;
          double v750 = 0.0;
          double v751 = 0.0;
          double v752 = 0.0;
          const bool t753 = i47 == 0;
          double v754 = 0.0;
          if (t753) {
            const double t755 = initial[t274];
            v754 = t755;
          } else {
            const px_index t756 = t274 * 64;
            const px_index t757 = px_lane_rank + t756;
            const double t758 = p26[t757];
            v754 = t758;
          }
          const double t759 = v754;
          v745 = t759;
          double v760 = 0.0;
          if (t753) {
            const px_index t761 = t274 + 1;
            const double t762 = initial[t761];
            v760 = t762;
          } else {
            const px_index t763 = t274 + 1;
            const px_index t764 = t763 * 64;
            const px_index t765 = px_lane_rank + t764;
            const double t766 = p26[t765];
            v760 = t766;
          }
          const double t767 = v760;
          v746 = t767;
          double v768 = 0.0;
          if (t753) {
            const px_index t769 = t274 + 2;
            const double t770 = initial[t769];
            v768 = t770;
          } else {
            const px_index t771 = t274 + 2;
            const px_index t772 = t771 * 64;
            const px_index t773 = px_lane_rank + t772;
            const double t774 = p26[t773];
            v768 = t774;
          }
          const double t775 = v768;
          v747 = t775;
          double v776 = 0.0;
          if (t753) {
            const px_index t777 = t274 + 3;
            const double t778 = initial[t777];
            v776 = t778;
          } else {
            const px_index t779 = t274 + 3;
            const px_index t780 = t779 * 64;
            const px_index t781 = px_lane_rank + t780;
            const double t782 = p26[t781];
            v776 = t782;
          }
          const double t783 = v776;
          v748 = t783;
          double v784 = 0.0;
          if (t753) {
            const double t785 = initial[t276];
            v784 = t785;
          } else {
            const px_index t786 = t276 * 64;
            const px_index t787 = px_lane_rank + t786;
            const double t788 = p26[t787];
            v784 = t788;
          }
          const double t789 = v784;
          v749 = t789;
          double v790 = 0.0;
          if (t753) {
            const px_index t791 = t276 + 1;
            const double t792 = initial[t791];
            v790 = t792;
          } else {
            const px_index t793 = t276 + 1;
            const px_index t794 = t793 * 64;
            const px_index t795 = px_lane_rank + t794;
            const double t796 = p26[t795];
            v790 = t796;
          }
          const double t797 = v790;
          v750 = t797;
          double v798 = 0.0;
          if (t753) {
            const px_index t799 = t276 + 2;
            const double t800 = initial[t799];
            v798 = t800;
          } else {
            const px_index t801 = t276 + 2;
            const px_index t802 = t801 * 64;
            const px_index t803 = px_lane_rank + t802;
            const double t804 = p26[t803];
            v798 = t804;
          }
          const double t805 = v798;
          v751 = t805;
          double v806 = 0.0;
          if (t753) {
            const px_index t807 = t276 + 3;
            const double t808 = initial[t807];
            v806 = t808;
          } else {
            const px_index t809 = t276 + 3;
            const px_index t810 = t809 * 64;
            const px_index t811 = px_lane_rank + t810;
            const double t812 = p26[t811];
            v806 = t812;
          }
          const double t813 = v806;
          v752 = t813;
          double* p927 = scratch + (px_lane_rank + t282.y * 64);
          double* p930 = scratch + (px_lane_rank + t282.x * 64);
          #pragma unroll 1
          for (px_index i815 = 0; i815 < t50; ++i815) {
            double v816 = 0.0;
            double v817 = 0.0;
            const double t822 = p927[0];
            v816 = t822;
            const double t827 = p927[64];
            v817 = t827;
            const double t831 = p930[576];
            const double t832 = v745;
            const double t833 = v816;
            const double t834 = fma(t833, t831, t832);
            v745 = t834;
            const double t835 = v749;
            const double t836 = v817;
            const double t837 = fma(t836, t831, t835);
            v749 = t837;
            const double t842 = p930[640];
            const double t843 = v746;
            const double t844 = v816;
            const double t845 = fma(t844, t842, t843);
            v746 = t845;
            const double t846 = v750;
            const double t847 = v817;
            const double t848 = fma(t847, t842, t846);
            v750 = t848;
            const double t853 = p930[704];
            const double t854 = v747;
            const double t855 = v816;
            const double t856 = fma(t855, t853, t854);
            v747 = t856;
            const double t857 = v751;
            const double t858 = v817;
            const double t859 = fma(t858, t853, t857);
            v751 = t859;
            const double t864 = p930[768];
            const double t865 = v748;
            const double t866 = v816;
            const double t867 = fma(t866, t864, t865);
            v748 = t867;
            const double t868 = v752;
            const double t869 = v817;
            const double t870 = fma(t869, t864, t868);
            v752 = t870;
            p927 += 1600;
            p930 += 1600;
          }
          const double t871 = v745;
          const px_index t872 = t274 * 64;
          const px_index t873 = px_lane_rank + t872;
          p26[t873] = t871;
          const double t874 = v746;
          const px_index t875 = t274 + 1;
          const px_index t876 = t875 * 64;
          const px_index t877 = px_lane_rank + t876;
          p26[t877] = t874;
          const double t878 = v747;
          const px_index t879 = t274 + 2;
          const px_index t880 = t879 * 64;
          const px_index t881 = px_lane_rank + t880;
          p26[t881] = t878;
          const double t882 = v748;
          const px_index t883 = t274 + 3;
          const px_index t884 = t883 * 64;
          const px_index t885 = px_lane_rank + t884;
          p26[t885] = t882;
          const double t886 = v749;
          const px_index t887 = t276 * 64;
          const px_index t888 = px_lane_rank + t887;
          p26[t888] = t886;
          const double t889 = v750;
          const px_index t890 = t276 + 1;
          const px_index t891 = t890 * 64;
          const px_index t892 = px_lane_rank + t891;
          p26[t892] = t889;
          const double t893 = v751;
          const px_index t894 = t276 + 2;
          const px_index t895 = t894 * 64;
          const px_index t896 = px_lane_rank + t895;
          p26[t896] = t893;
          const double t897 = v752;
          const px_index t898 = t276 + 3;
          const px_index t899 = t898 * 64;
          const px_index t900 = px_lane_rank + t899;
          p26[t900] = t897;
        }
      }
      p935 += 4;
    }
    __syncthreads();
  }
}
