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
  __shared__ __align__(16) double scratch[5600];
  const unsigned int px_at_scratch = px_scratch_address(scratch);
  const px_index px_league_rank = blockIdx.x;
  const px_index px_team_rank = threadIdx.y;
  const px_index px_lane_rank = threadIdx.x;
  px_after_previous();
  const px_index t8 = geometry_n1 * 32;
  const px_index t9 = geometry_n2 * t8;
  const px_index t15 = (px_index)wide2;
  const px_index t17 = (px_index)narrow2;
  const px_index t19 = (px_index)wide1;
  const px_index t21 = (px_index)narrow1;
  const px_index t25 = moments_n1 * 32;
  const double* const p31 = geometry + (long long)px_league_rank * t9;
  double* const p34 = moments + (long long)px_league_rank * t25;
  const int t39 = npairs[px_league_rank];
  const px_index t40 = (px_index)t39;
  const px_index t48 = px_lane_rank + 768;
  #pragma unroll 1
  for (px_index i43 = px_team_rank; i43 < 7; i43 += 4) {
    const px_index t49 = i43 * 800;
    const px_index t50 = t48 + t49;
    scratch[t50] = 0.0;
  }
  const px_index t52 = t40 + 6;
  const px_index t53 = t52 / 7;
  const px_index t54 = t53 > 1 ? t53 : 1;
  const px_index t63 = px_lane_rank + 96;
  const px_index t69 = px_lane_rank + 128;
  const px_index t74 = px_lane_rank + 64;
  const px_index t79 = px_lane_rank + 32;
  const px_index t89 = px_lane_rank + 160;
  const px_index t121 = px_lane_rank + 288;
  const px_index t125 = px_lane_rank + 384;
  const px_index t129 = px_lane_rank + 608;
  const px_index t155 = px_lane_rank + 320;
  const px_index t161 = px_lane_rank + 352;
  const px_index t167 = px_lane_rank + 480;
  const px_index t173 = px_lane_rank + 512;
  const px_index t195 = px_lane_rank + 416;
  const px_index t201 = px_lane_rank + 448;
  const px_index t207 = px_lane_rank + 640;
  const px_index t213 = px_lane_rank + 672;
  const px_index t231 = px_lane_rank + 192;
  const px_index t237 = px_lane_rank + 544;
  const px_index t243 = px_lane_rank + 576;
  const px_index t259 = px_lane_rank + 224;
  const px_index t264 = px_lane_rank + 256;
  const px_index t270 = px_lane_rank + 704;
  const px_index t276 = px_lane_rank + 736;
  #pragma unroll 1
  for (px_index i55 = 0; i55 < t54; ++i55) {
    const px_index t56 = i55 * 7;
    const px_index t57 = t40 - t56;
    const px_index t58 = t57 < 7 ? t57 : 7;
    #pragma unroll 1
    for (px_index i59 = px_team_rank; i59 < t58; i59 += 4) {
      const px_index t60 = t56 + i59;
      const px_index t64 = t8 * t60;
      const px_index t65 = t63 + t64;
      const double t66 = p31[t65];
      const px_index t70 = t64 + t69;
      const double t71 = p31[t70];
      const px_index t75 = t64 + t74;
      const double t76 = p31[t75];
      const double t77 = t76 * t66;
      const double t78 = -t77;
      const px_index t80 = t64 + t79;
      const double t81 = p31[t80];
      const double t82 = t81 * t66;
      const px_index t83 = px_lane_rank + t64;
      const double t84 = p31[t83];
      const double t85 = t84 * t66;
      const double t86 = -t85;
      const px_index t90 = t64 + t89;
      const double t91 = p31[t90];
      const double t92 = t71 * t71;
      const double t93 = fma(t78, t78, t92);
      const double t96 = fma(t93, 2.0, -1.0);
      double v97 = 1.0;
      double v98 = 1.0;
      double v99 = 1.0;
      v98 = t96;
      const double t105 = v97;
      const double t106 = t96 * 2.0;
      const double t107 = v98;
      const double t108 = fma(t106, t107, -t105);
      v99 = t108;
      const double t109 = v97;
      const double t110 = v98;
      const double t111 = v99;
      const px_index t117 = i59 * 800;
      const px_index t118 = px_lane_rank + t117;
      scratch[t118] = t91;
      const px_index t122 = t117 + t121;
      scratch[t122] = t109;
      const px_index t126 = t117 + t125;
      scratch[t126] = t110;
      const px_index t130 = t117 + t129;
      scratch[t130] = t111;
      double v131 = 0.0;
      double v132 = 0.0;
      v131 = t91;
      double v133 = 1.0;
      double v134 = 0.0;
      const double t135 = v131;
      const double t136 = v132;
      const double t137 = t135 * t71;
      const double t138 = fma(-t136, t78, t137);
      const double t139 = t135 * t78;
      const double t140 = fma(t136, t71, t139);
      v131 = t138;
      v132 = t140;
      const double t141 = v133;
      const double t142 = v134;
      const double t143 = t141 * t82;
      const double t144 = fma(-t142, t86, t143);
      const double t145 = t141 * t86;
      const double t146 = fma(t142, t82, t145);
      v133 = t144;
      v134 = t146;
      const double t147 = v131;
      const px_index t148 = t79 + t117;
      scratch[t148] = t147;
      const double t149 = v132;
      const px_index t150 = t74 + t117;
      scratch[t150] = t149;
      const double t151 = v133;
      const double t152 = t151 * t109;
      const px_index t156 = t117 + t155;
      scratch[t156] = t152;
      const double t157 = v134;
      const double t158 = t157 * t109;
      const px_index t162 = t117 + t161;
      scratch[t162] = t158;
      const double t163 = v133;
      const double t164 = t163 * t110;
      const px_index t168 = t117 + t167;
      scratch[t168] = t164;
      const double t169 = v134;
      const double t170 = t169 * t110;
      const px_index t174 = t117 + t173;
      scratch[t174] = t170;
      const double t175 = v131;
      const double t176 = v132;
      const double t177 = t175 * t71;
      const double t178 = fma(-t176, t78, t177);
      const double t179 = t175 * t78;
      const double t180 = fma(t176, t71, t179);
      v131 = t178;
      v132 = t180;
      const double t181 = v133;
      const double t182 = v134;
      const double t183 = t181 * t82;
      const double t184 = fma(-t182, t86, t183);
      const double t185 = t181 * t86;
      const double t186 = fma(t182, t82, t185);
      v133 = t184;
      v134 = t186;
      const double t187 = v131;
      const px_index t188 = t63 + t117;
      scratch[t188] = t187;
      const double t189 = v132;
      const px_index t190 = t69 + t117;
      scratch[t190] = t189;
      const double t191 = v133;
      const double t192 = t191 * t109;
      const px_index t196 = t117 + t195;
      scratch[t196] = t192;
      const double t197 = v134;
      const double t198 = t197 * t109;
      const px_index t202 = t117 + t201;
      scratch[t202] = t198;
      const double t203 = v133;
      const double t204 = t203 * t110;
      const px_index t208 = t117 + t207;
      scratch[t208] = t204;
      const double t209 = v134;
      const double t210 = t209 * t110;
      const px_index t214 = t117 + t213;
      scratch[t214] = t210;
      const double t215 = v131;
      const double t216 = v132;
      const double t217 = t215 * t71;
      const double t218 = fma(-t216, t78, t217);
      const double t219 = t215 * t78;
      const double t220 = fma(t216, t71, t219);
      v131 = t218;
      v132 = t220;
      const double t221 = v133;
      const double t222 = v134;
      const double t223 = t221 * t82;
      const double t224 = fma(-t222, t86, t223);
      const double t225 = t221 * t86;
      const double t226 = fma(t222, t82, t225);
      v133 = t224;
      v134 = t226;
      const double t227 = v131;
      const px_index t228 = t89 + t117;
      scratch[t228] = t227;
      const double t229 = v132;
      const px_index t232 = t117 + t231;
      scratch[t232] = t229;
      const double t233 = v133;
      const double t234 = t233 * t109;
      const px_index t238 = t117 + t237;
      scratch[t238] = t234;
      const double t239 = v134;
      const double t240 = t239 * t109;
      const px_index t244 = t117 + t243;
      scratch[t244] = t240;
      const double t245 = v131;
      const double t246 = v132;
      const double t247 = t245 * t71;
      const double t248 = fma(-t246, t78, t247);
      const double t249 = t245 * t78;
      const double t250 = fma(t246, t71, t249);
      v131 = t248;
      v132 = t250;
      const double t251 = v133;
      const double t252 = v134;
      const double t253 = t251 * t82;
      const double t254 = fma(-t252, t86, t253);
      const double t255 = t251 * t86;
      const double t256 = fma(t252, t82, t255);
      v133 = t254;
      v134 = t256;
      const double t257 = v131;
      const px_index t260 = t117 + t259;
      scratch[t260] = t257;
      const double t261 = v132;
      const px_index t265 = t117 + t264;
      scratch[t265] = t261;
      const double t266 = v133;
      const double t267 = t266 * t109;
      const px_index t271 = t117 + t270;
      scratch[t271] = t267;
      const double t272 = v134;
      const double t273 = t272 * t109;
      const px_index t277 = t117 + t276;
      scratch[t277] = t273;
    }
    __syncthreads();
    const int4* p1069 = blocks + (px_team_rank);
    #pragma unroll 1
    for (px_index i278 = px_team_rank; i278 < t21; i278 += 4) {
      const int4 t279 = p1069[0];
      const px_index t281 = (px_index)t279.x;
      const px_index t283 = (px_index)t279.y;
      const bool t288 = i278 < t15;
      if (t288) {
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
        double v301 = 0.0;
        double v302 = 0.0;
        double v303 = 0.0;
        double v304 = 0.0;
        const bool t305 = i55 == 0;
        double v306 = 0.0;
        if (t305) {
          const double t307 = initial[t281];
          v306 = t307;
        } else {
          const px_index t308 = t281 * 32;
          const px_index t309 = px_lane_rank + t308;
          const double t310 = p34[t309];
          v306 = t310;
        }
        const double t311 = v306;
        v289 = t311;
        double v312 = 0.0;
        if (t305) {
          const px_index t313 = t281 + 1;
          const double t314 = initial[t313];
          v312 = t314;
        } else {
          const px_index t315 = t281 + 1;
          const px_index t316 = t315 * 32;
          const px_index t317 = px_lane_rank + t316;
          const double t318 = p34[t317];
          v312 = t318;
        }
        const double t319 = v312;
        v290 = t319;
        double v320 = 0.0;
        if (t305) {
          const px_index t321 = t281 + 2;
          const double t322 = initial[t321];
          v320 = t322;
        } else {
          const px_index t323 = t281 + 2;
          const px_index t324 = t323 * 32;
          const px_index t325 = px_lane_rank + t324;
          const double t326 = p34[t325];
          v320 = t326;
        }
        const double t327 = v320;
        v291 = t327;
        double v328 = 0.0;
        if (t305) {
          const px_index t329 = t281 + 3;
          const double t330 = initial[t329];
          v328 = t330;
        } else {
          const px_index t331 = t281 + 3;
          const px_index t332 = t331 * 32;
          const px_index t333 = px_lane_rank + t332;
          const double t334 = p34[t333];
          v328 = t334;
        }
        const double t335 = v328;
        v292 = t335;
        double v336 = 0.0;
        if (t305) {
          const px_index t337 = t281 + 4;
          const double t338 = initial[t337];
          v336 = t338;
        } else {
          const px_index t339 = t281 + 4;
          const px_index t340 = t339 * 32;
          const px_index t341 = px_lane_rank + t340;
          const double t342 = p34[t341];
          v336 = t342;
        }
        const double t343 = v336;
        v293 = t343;
        double v344 = 0.0;
        if (t305) {
          const px_index t345 = t281 + 5;
          const double t346 = initial[t345];
          v344 = t346;
        } else {
          const px_index t347 = t281 + 5;
          const px_index t348 = t347 * 32;
          const px_index t349 = px_lane_rank + t348;
          const double t350 = p34[t349];
          v344 = t350;
        }
        const double t351 = v344;
        v294 = t351;
        double v352 = 0.0;
        if (t305) {
          const px_index t353 = t281 + 6;
          const double t354 = initial[t353];
          v352 = t354;
        } else {
          const px_index t355 = t281 + 6;
          const px_index t356 = t355 * 32;
          const px_index t357 = px_lane_rank + t356;
          const double t358 = p34[t357];
          v352 = t358;
        }
        const double t359 = v352;
        v295 = t359;
        double v360 = 0.0;
        if (t305) {
          const px_index t361 = t281 + 7;
          const double t362 = initial[t361];
          v360 = t362;
        } else {
          const px_index t363 = t281 + 7;
          const px_index t364 = t363 * 32;
          const px_index t365 = px_lane_rank + t364;
          const double t366 = p34[t365];
          v360 = t366;
        }
        const double t367 = v360;
        v296 = t367;
        double v368 = 0.0;
        if (t305) {
          const double t369 = initial[t283];
          v368 = t369;
        } else {
          const px_index t370 = t283 * 32;
          const px_index t371 = px_lane_rank + t370;
          const double t372 = p34[t371];
          v368 = t372;
        }
        const double t373 = v368;
        v297 = t373;
        double v374 = 0.0;
        if (t305) {
          const px_index t375 = t283 + 1;
          const double t376 = initial[t375];
          v374 = t376;
        } else {
          const px_index t377 = t283 + 1;
          const px_index t378 = t377 * 32;
          const px_index t379 = px_lane_rank + t378;
          const double t380 = p34[t379];
          v374 = t380;
        }
        const double t381 = v374;
        v298 = t381;
        double v382 = 0.0;
        if (t305) {
          const px_index t383 = t283 + 2;
          const double t384 = initial[t383];
          v382 = t384;
        } else {
          const px_index t385 = t283 + 2;
          const px_index t386 = t385 * 32;
          const px_index t387 = px_lane_rank + t386;
          const double t388 = p34[t387];
          v382 = t388;
        }
        const double t389 = v382;
        v299 = t389;
        double v390 = 0.0;
        if (t305) {
          const px_index t391 = t283 + 3;
          const double t392 = initial[t391];
          v390 = t392;
        } else {
          const px_index t393 = t283 + 3;
          const px_index t394 = t393 * 32;
          const px_index t395 = px_lane_rank + t394;
          const double t396 = p34[t395];
          v390 = t396;
        }
        const double t397 = v390;
        v300 = t397;
        double v398 = 0.0;
        if (t305) {
          const px_index t399 = t283 + 4;
          const double t400 = initial[t399];
          v398 = t400;
        } else {
          const px_index t401 = t283 + 4;
          const px_index t402 = t401 * 32;
          const px_index t403 = px_lane_rank + t402;
          const double t404 = p34[t403];
          v398 = t404;
        }
        const double t405 = v398;
        v301 = t405;
        double v406 = 0.0;
        if (t305) {
          const px_index t407 = t283 + 5;
          const double t408 = initial[t407];
          v406 = t408;
        } else {
          const px_index t409 = t283 + 5;
          const px_index t410 = t409 * 32;
          const px_index t411 = px_lane_rank + t410;
          const double t412 = p34[t411];
          v406 = t412;
        }
        const double t413 = v406;
        v302 = t413;
        double v414 = 0.0;
        if (t305) {
          const px_index t415 = t283 + 6;
          const double t416 = initial[t415];
          v414 = t416;
        } else {
          const px_index t417 = t283 + 6;
          const px_index t418 = t417 * 32;
          const px_index t419 = px_lane_rank + t418;
          const double t420 = p34[t419];
          v414 = t420;
        }
        const double t421 = v414;
        v303 = t421;
        double v422 = 0.0;
        if (t305) {
          const px_index t423 = t283 + 7;
          const double t424 = initial[t423];
          v422 = t424;
        } else {
          const px_index t425 = t283 + 7;
          const px_index t426 = t425 * 32;
          const px_index t427 = px_lane_rank + t426;
          const double t428 = p34[t427];
          v422 = t428;
        }
        const double t429 = v422;
        v304 = t429;
        double* p1031 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(t279.z) * (unsigned int)256 + (unsigned int)(0) * (unsigned int)6400);
        double* p1040 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(t279.w) * (unsigned int)256 + (unsigned int)(0) * (unsigned int)6400);
        #pragma unroll 1
        for (px_index i431 = 0; i431 < t58; ++i431) {
          double v432 = 0.0;
          double v433 = 0.0;
          double v434 = 0.0;
          double v435 = 0.0;
          double v436 = 0.0;
          double v437 = 0.0;
          double v438 = 0.0;
          double v439 = 0.0;
          const double t444 = p1031[288];
          v432 = t444;
          const double t449 = p1031[320];
          v433 = t449;
          const double t454 = p1031[352];
          v434 = t454;
          const double t459 = p1031[384];
          v435 = t459;
          const double t464 = p1031[416];
          v436 = t464;
          const double t469 = p1031[448];
          v437 = t469;
          const double t474 = p1031[480];
          v438 = t474;
          const double t479 = p1031[512];
          v439 = t479;
          const double t483 = p1040[0];
          const double t484 = v289;
          const double t485 = v432;
          const double t486 = fma(t483, t485, t484);
          v289 = t486;
          const double t487 = v290;
          const double t488 = v433;
          const double t489 = fma(t483, t488, t487);
          v290 = t489;
          const double t490 = v291;
          const double t491 = v434;
          const double t492 = fma(t483, t491, t490);
          v291 = t492;
          const double t493 = v292;
          const double t494 = v435;
          const double t495 = fma(t483, t494, t493);
          v292 = t495;
          const double t496 = v293;
          const double t497 = v436;
          const double t498 = fma(t483, t497, t496);
          v293 = t498;
          const double t499 = v294;
          const double t500 = v437;
          const double t501 = fma(t483, t500, t499);
          v294 = t501;
          const double t502 = v295;
          const double t503 = v438;
          const double t504 = fma(t483, t503, t502);
          v295 = t504;
          const double t505 = v296;
          const double t506 = v439;
          const double t507 = fma(t483, t506, t505);
          v296 = t507;
          const double t512 = p1040[32];
          const double t513 = v297;
          const double t514 = v432;
          const double t515 = fma(t512, t514, t513);
          v297 = t515;
          const double t516 = v298;
          const double t517 = v433;
          const double t518 = fma(t512, t517, t516);
          v298 = t518;
          const double t519 = v299;
          const double t520 = v434;
          const double t521 = fma(t512, t520, t519);
          v299 = t521;
          const double t522 = v300;
          const double t523 = v435;
          const double t524 = fma(t512, t523, t522);
          v300 = t524;
          const double t525 = v301;
          const double t526 = v436;
          const double t527 = fma(t512, t526, t525);
          v301 = t527;
          const double t528 = v302;
          const double t529 = v437;
          const double t530 = fma(t512, t529, t528);
          v302 = t530;
          const double t531 = v303;
          const double t532 = v438;
          const double t533 = fma(t512, t532, t531);
          v303 = t533;
          const double t534 = v304;
          const double t535 = v439;
          const double t536 = fma(t512, t535, t534);
          v304 = t536;
          p1031 += 800;
          p1040 += 800;
        }
        const double t537 = v289;
        const px_index t538 = t281 * 32;
        const px_index t539 = px_lane_rank + t538;
        p34[t539] = t537;
        const double t540 = v290;
        const px_index t541 = t281 + 1;
        const px_index t542 = t541 * 32;
        const px_index t543 = px_lane_rank + t542;
        p34[t543] = t540;
        const double t544 = v291;
        const px_index t545 = t281 + 2;
        const px_index t546 = t545 * 32;
        const px_index t547 = px_lane_rank + t546;
        p34[t547] = t544;
        const double t548 = v292;
        const px_index t549 = t281 + 3;
        const px_index t550 = t549 * 32;
        const px_index t551 = px_lane_rank + t550;
        p34[t551] = t548;
        const double t552 = v293;
        const px_index t553 = t281 + 4;
        const px_index t554 = t553 * 32;
        const px_index t555 = px_lane_rank + t554;
        p34[t555] = t552;
        const double t556 = v294;
        const px_index t557 = t281 + 5;
        const px_index t558 = t557 * 32;
        const px_index t559 = px_lane_rank + t558;
        p34[t559] = t556;
        const double t560 = v295;
        const px_index t561 = t281 + 6;
        const px_index t562 = t561 * 32;
        const px_index t563 = px_lane_rank + t562;
        p34[t563] = t560;
        const double t564 = v296;
        const px_index t565 = t281 + 7;
        const px_index t566 = t565 * 32;
        const px_index t567 = px_lane_rank + t566;
        p34[t567] = t564;
        const double t568 = v297;
        const px_index t569 = t283 * 32;
        const px_index t570 = px_lane_rank + t569;
        p34[t570] = t568;
        const double t571 = v298;
        const px_index t572 = t283 + 1;
        const px_index t573 = t572 * 32;
        const px_index t574 = px_lane_rank + t573;
        p34[t574] = t571;
        const double t575 = v299;
        const px_index t576 = t283 + 2;
        const px_index t577 = t576 * 32;
        const px_index t578 = px_lane_rank + t577;
        p34[t578] = t575;
        const double t579 = v300;
        const px_index t580 = t283 + 3;
        const px_index t581 = t580 * 32;
        const px_index t582 = px_lane_rank + t581;
        p34[t582] = t579;
        const double t583 = v301;
        const px_index t584 = t283 + 4;
        const px_index t585 = t584 * 32;
        const px_index t586 = px_lane_rank + t585;
        p34[t586] = t583;
        const double t587 = v302;
        const px_index t588 = t283 + 5;
        const px_index t589 = t588 * 32;
        const px_index t590 = px_lane_rank + t589;
        p34[t590] = t587;
        const double t591 = v303;
        const px_index t592 = t283 + 6;
        const px_index t593 = t592 * 32;
        const px_index t594 = px_lane_rank + t593;
        p34[t594] = t591;
        const double t595 = v304;
        const px_index t596 = t283 + 7;
        const px_index t597 = t596 * 32;
        const px_index t598 = px_lane_rank + t597;
        p34[t598] = t595;
      } else {
        const bool t599 = i278 < t17;
        if (t599) {
          double v600 = 0.0;
          double v601 = 0.0;
          double v602 = 0.0;
          double v603 = 0.0;
          double v604 = 0.0;
          double v605 = 0.0;
          double v606 = 0.0;
          double v607 = 0.0;
          const bool t608 = i55 == 0;
          double v609 = 0.0;
          if (t608) {
            const double t610 = initial[t281];
            v609 = t610;
          } else {
            const px_index t611 = t281 * 32;
            const px_index t612 = px_lane_rank + t611;
            const double t613 = p34[t612];
            v609 = t613;
          }
          const double t614 = v609;
          v600 = t614;
          double v615 = 0.0;
          if (t608) {
            const px_index t616 = t281 + 1;
            const double t617 = initial[t616];
            v615 = t617;
          } else {
            const px_index t618 = t281 + 1;
            const px_index t619 = t618 * 32;
            const px_index t620 = px_lane_rank + t619;
            const double t621 = p34[t620];
            v615 = t621;
          }
          const double t622 = v615;
          v601 = t622;
          double v623 = 0.0;
          if (t608) {
            const px_index t624 = t281 + 2;
            const double t625 = initial[t624];
            v623 = t625;
          } else {
            const px_index t626 = t281 + 2;
            const px_index t627 = t626 * 32;
            const px_index t628 = px_lane_rank + t627;
            const double t629 = p34[t628];
            v623 = t629;
          }
          const double t630 = v623;
          v602 = t630;
          double v631 = 0.0;
          if (t608) {
            const px_index t632 = t281 + 3;
            const double t633 = initial[t632];
            v631 = t633;
          } else {
            const px_index t634 = t281 + 3;
            const px_index t635 = t634 * 32;
            const px_index t636 = px_lane_rank + t635;
            const double t637 = p34[t636];
            v631 = t637;
          }
          const double t638 = v631;
          v603 = t638;
          double v639 = 0.0;
          if (t608) {
            const double t640 = initial[t283];
            v639 = t640;
          } else {
            const px_index t641 = t283 * 32;
            const px_index t642 = px_lane_rank + t641;
            const double t643 = p34[t642];
            v639 = t643;
          }
          const double t644 = v639;
          v604 = t644;
          double v645 = 0.0;
          if (t608) {
            const px_index t646 = t283 + 1;
            const double t647 = initial[t646];
            v645 = t647;
          } else {
            const px_index t648 = t283 + 1;
            const px_index t649 = t648 * 32;
            const px_index t650 = px_lane_rank + t649;
            const double t651 = p34[t650];
            v645 = t651;
          }
          const double t652 = v645;
          v605 = t652;
          double v653 = 0.0;
          if (t608) {
            const px_index t654 = t283 + 2;
            const double t655 = initial[t654];
            v653 = t655;
          } else {
            const px_index t656 = t283 + 2;
            const px_index t657 = t656 * 32;
            const px_index t658 = px_lane_rank + t657;
            const double t659 = p34[t658];
            v653 = t659;
          }
          const double t660 = v653;
          v606 = t660;
          double v661 = 0.0;
          if (t608) {
            const px_index t662 = t283 + 3;
            const double t663 = initial[t662];
            v661 = t663;
          } else {
            const px_index t664 = t283 + 3;
            const px_index t665 = t664 * 32;
            const px_index t666 = px_lane_rank + t665;
            const double t667 = p34[t666];
            v661 = t667;
          }
          const double t668 = v661;
          v607 = t668;
          double* p1043 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(t279.z) * (unsigned int)256 + (unsigned int)(0) * (unsigned int)6400);
          double* p1048 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(t279.w) * (unsigned int)256 + (unsigned int)(0) * (unsigned int)6400);
          #pragma unroll 1
          for (px_index i670 = 0; i670 < t58; ++i670) {
            double v671 = 0.0;
            double v672 = 0.0;
            double v673 = 0.0;
            double v674 = 0.0;
            const double t679 = p1043[288];
            v671 = t679;
            const double t684 = p1043[320];
            v672 = t684;
            const double t689 = p1043[352];
            v673 = t689;
            const double t694 = p1043[384];
            v674 = t694;
            const double t698 = p1048[0];
            const double t699 = v600;
            const double t700 = v671;
            const double t701 = fma(t698, t700, t699);
            v600 = t701;
            const double t702 = v601;
            const double t703 = v672;
            const double t704 = fma(t698, t703, t702);
            v601 = t704;
            const double t705 = v602;
            const double t706 = v673;
            const double t707 = fma(t698, t706, t705);
            v602 = t707;
            const double t708 = v603;
            const double t709 = v674;
            const double t710 = fma(t698, t709, t708);
            v603 = t710;
            const double t715 = p1048[32];
            const double t716 = v604;
            const double t717 = v671;
            const double t718 = fma(t715, t717, t716);
            v604 = t718;
            const double t719 = v605;
            const double t720 = v672;
            const double t721 = fma(t715, t720, t719);
            v605 = t721;
            const double t722 = v606;
            const double t723 = v673;
            const double t724 = fma(t715, t723, t722);
            v606 = t724;
            const double t725 = v607;
            const double t726 = v674;
            const double t727 = fma(t715, t726, t725);
            v607 = t727;
            p1043 += 800;
            p1048 += 800;
          }
          const double t728 = v600;
          const px_index t729 = t281 * 32;
          const px_index t730 = px_lane_rank + t729;
          p34[t730] = t728;
          const double t731 = v601;
          const px_index t732 = t281 + 1;
          const px_index t733 = t732 * 32;
          const px_index t734 = px_lane_rank + t733;
          p34[t734] = t731;
          const double t735 = v602;
          const px_index t736 = t281 + 2;
          const px_index t737 = t736 * 32;
          const px_index t738 = px_lane_rank + t737;
          p34[t738] = t735;
          const double t739 = v603;
          const px_index t740 = t281 + 3;
          const px_index t741 = t740 * 32;
          const px_index t742 = px_lane_rank + t741;
          p34[t742] = t739;
          const double t743 = v604;
          const px_index t744 = t283 * 32;
          const px_index t745 = px_lane_rank + t744;
          p34[t745] = t743;
          const double t746 = v605;
          const px_index t747 = t283 + 1;
          const px_index t748 = t747 * 32;
          const px_index t749 = px_lane_rank + t748;
          p34[t749] = t746;
          const double t750 = v606;
          const px_index t751 = t283 + 2;
          const px_index t752 = t751 * 32;
          const px_index t753 = px_lane_rank + t752;
          p34[t753] = t750;
          const double t754 = v607;
          const px_index t755 = t283 + 3;
          const px_index t756 = t755 * 32;
          const px_index t757 = px_lane_rank + t756;
          p34[t757] = t754;
        } else {
          const bool t758 = i278 < t19;
          if (t758) {
            double v759 = 0.0;
            double v760 = 0.0;
            double v761 = 0.0;
            double v762 = 0.0;
            double v763 = 0.0;
            double v764 = 0.0;
            double v765 = 0.0;
            double v766 = 0.0;
            const bool t767 = i55 == 0;
            double v768 = 0.0;
            if (t767) {
              const double t769 = initial[t281];
              v768 = t769;
            } else {
              const px_index t770 = t281 * 32;
              const px_index t771 = px_lane_rank + t770;
              const double t772 = p34[t771];
              v768 = t772;
            }
            const double t773 = v768;
            v759 = t773;
            double v774 = 0.0;
            if (t767) {
              const px_index t775 = t281 + 1;
              const double t776 = initial[t775];
              v774 = t776;
            } else {
              const px_index t777 = t281 + 1;
              const px_index t778 = t777 * 32;
              const px_index t779 = px_lane_rank + t778;
              const double t780 = p34[t779];
              v774 = t780;
            }
            const double t781 = v774;
            v760 = t781;
            double v782 = 0.0;
            if (t767) {
              const px_index t783 = t281 + 2;
              const double t784 = initial[t783];
              v782 = t784;
            } else {
              const px_index t785 = t281 + 2;
              const px_index t786 = t785 * 32;
              const px_index t787 = px_lane_rank + t786;
              const double t788 = p34[t787];
              v782 = t788;
            }
            const double t789 = v782;
            v761 = t789;
            double v790 = 0.0;
            if (t767) {
              const px_index t791 = t281 + 3;
              const double t792 = initial[t791];
              v790 = t792;
            } else {
              const px_index t793 = t281 + 3;
              const px_index t794 = t793 * 32;
              const px_index t795 = px_lane_rank + t794;
              const double t796 = p34[t795];
              v790 = t796;
            }
            const double t797 = v790;
            v762 = t797;
            double v798 = 0.0;
            if (t767) {
              const px_index t799 = t281 + 4;
              const double t800 = initial[t799];
              v798 = t800;
            } else {
              const px_index t801 = t281 + 4;
              const px_index t802 = t801 * 32;
              const px_index t803 = px_lane_rank + t802;
              const double t804 = p34[t803];
              v798 = t804;
            }
            const double t805 = v798;
            v763 = t805;
            double v806 = 0.0;
            if (t767) {
              const px_index t807 = t281 + 5;
              const double t808 = initial[t807];
              v806 = t808;
            } else {
              const px_index t809 = t281 + 5;
              const px_index t810 = t809 * 32;
              const px_index t811 = px_lane_rank + t810;
              const double t812 = p34[t811];
              v806 = t812;
            }
            const double t813 = v806;
            v764 = t813;
            double v814 = 0.0;
            if (t767) {
              const px_index t815 = t281 + 6;
              const double t816 = initial[t815];
              v814 = t816;
            } else {
              const px_index t817 = t281 + 6;
              const px_index t818 = t817 * 32;
              const px_index t819 = px_lane_rank + t818;
              const double t820 = p34[t819];
              v814 = t820;
            }
            const double t821 = v814;
            v765 = t821;
            double v822 = 0.0;
            if (t767) {
              const px_index t823 = t281 + 7;
              const double t824 = initial[t823];
              v822 = t824;
            } else {
              const px_index t825 = t281 + 7;
              const px_index t826 = t825 * 32;
              const px_index t827 = px_lane_rank + t826;
              const double t828 = p34[t827];
              v822 = t828;
            }
            const double t829 = v822;
            v766 = t829;
            double* p1051 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(t279.z) * (unsigned int)256 + (unsigned int)(0) * (unsigned int)6400);
            double* p1060 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(t279.w) * (unsigned int)256 + (unsigned int)(0) * (unsigned int)6400);
            #pragma unroll 1
            for (px_index i831 = 0; i831 < t58; ++i831) {
              double v832 = 0.0;
              double v833 = 0.0;
              double v834 = 0.0;
              double v835 = 0.0;
              double v836 = 0.0;
              double v837 = 0.0;
              double v838 = 0.0;
              double v839 = 0.0;
              const double t844 = p1051[288];
              v832 = t844;
              const double t849 = p1051[320];
              v833 = t849;
              const double t854 = p1051[352];
              v834 = t854;
              const double t859 = p1051[384];
              v835 = t859;
              const double t864 = p1051[416];
              v836 = t864;
              const double t869 = p1051[448];
              v837 = t869;
              const double t874 = p1051[480];
              v838 = t874;
              const double t879 = p1051[512];
              v839 = t879;
              const double t883 = p1060[0];
              const double t884 = v759;
              const double t885 = v832;
              const double t886 = fma(t883, t885, t884);
              v759 = t886;
              const double t887 = v760;
              const double t888 = v833;
              const double t889 = fma(t883, t888, t887);
              v760 = t889;
              const double t890 = v761;
              const double t891 = v834;
              const double t892 = fma(t883, t891, t890);
              v761 = t892;
              const double t893 = v762;
              const double t894 = v835;
              const double t895 = fma(t883, t894, t893);
              v762 = t895;
              const double t896 = v763;
              const double t897 = v836;
              const double t898 = fma(t883, t897, t896);
              v763 = t898;
              const double t899 = v764;
              const double t900 = v837;
              const double t901 = fma(t883, t900, t899);
              v764 = t901;
              const double t902 = v765;
              const double t903 = v838;
              const double t904 = fma(t883, t903, t902);
              v765 = t904;
              const double t905 = v766;
              const double t906 = v839;
              const double t907 = fma(t883, t906, t905);
              v766 = t907;
              p1051 += 800;
              p1060 += 800;
            }
            const double t908 = v759;
            const px_index t909 = t281 * 32;
            const px_index t910 = px_lane_rank + t909;
            p34[t910] = t908;
            const double t911 = v760;
            const px_index t912 = t281 + 1;
            const px_index t913 = t912 * 32;
            const px_index t914 = px_lane_rank + t913;
            p34[t914] = t911;
            const double t915 = v761;
            const px_index t916 = t281 + 2;
            const px_index t917 = t916 * 32;
            const px_index t918 = px_lane_rank + t917;
            p34[t918] = t915;
            const double t919 = v762;
            const px_index t920 = t281 + 3;
            const px_index t921 = t920 * 32;
            const px_index t922 = px_lane_rank + t921;
            p34[t922] = t919;
            const double t923 = v763;
            const px_index t924 = t281 + 4;
            const px_index t925 = t924 * 32;
            const px_index t926 = px_lane_rank + t925;
            p34[t926] = t923;
            const double t927 = v764;
            const px_index t928 = t281 + 5;
            const px_index t929 = t928 * 32;
            const px_index t930 = px_lane_rank + t929;
            p34[t930] = t927;
            const double t931 = v765;
            const px_index t932 = t281 + 6;
            const px_index t933 = t932 * 32;
            const px_index t934 = px_lane_rank + t933;
            p34[t934] = t931;
            const double t935 = v766;
            const px_index t936 = t281 + 7;
            const px_index t937 = t936 * 32;
            const px_index t938 = px_lane_rank + t937;
            p34[t938] = t935;
          } else {
            double v939 = 0.0;
            double v940 = 0.0;
            double v941 = 0.0;
            double v942 = 0.0;
            const bool t943 = i55 == 0;
            double v944 = 0.0;
            if (t943) {
              const double t945 = initial[t281];
              v944 = t945;
            } else {
              const px_index t946 = t281 * 32;
              const px_index t947 = px_lane_rank + t946;
              const double t948 = p34[t947];
              v944 = t948;
            }
            const double t949 = v944;
            v939 = t949;
            double v950 = 0.0;
            if (t943) {
              const px_index t951 = t281 + 1;
              const double t952 = initial[t951];
              v950 = t952;
            } else {
              const px_index t953 = t281 + 1;
              const px_index t954 = t953 * 32;
              const px_index t955 = px_lane_rank + t954;
              const double t956 = p34[t955];
              v950 = t956;
            }
            const double t957 = v950;
            v940 = t957;
            double v958 = 0.0;
            if (t943) {
              const px_index t959 = t281 + 2;
              const double t960 = initial[t959];
              v958 = t960;
            } else {
              const px_index t961 = t281 + 2;
              const px_index t962 = t961 * 32;
              const px_index t963 = px_lane_rank + t962;
              const double t964 = p34[t963];
              v958 = t964;
            }
            const double t965 = v958;
            v941 = t965;
            double v966 = 0.0;
            if (t943) {
              const px_index t967 = t281 + 3;
              const double t968 = initial[t967];
              v966 = t968;
            } else {
              const px_index t969 = t281 + 3;
              const px_index t970 = t969 * 32;
              const px_index t971 = px_lane_rank + t970;
              const double t972 = p34[t971];
              v966 = t972;
            }
            const double t973 = v966;
            v942 = t973;
            double* p1062 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(t279.z) * (unsigned int)256 + (unsigned int)(0) * (unsigned int)6400);
            double* p1067 = (double*)__cvta_shared_to_generic(px_at_scratch + (unsigned int)(px_lane_rank) * (unsigned int)8 + (unsigned int)(t279.w) * (unsigned int)256 + (unsigned int)(0) * (unsigned int)6400);
            #pragma unroll 1
            for (px_index i975 = 0; i975 < t58; ++i975) {
              double v976 = 0.0;
              double v977 = 0.0;
              double v978 = 0.0;
              double v979 = 0.0;
              const double t984 = p1062[288];
              v976 = t984;
              const double t989 = p1062[320];
              v977 = t989;
              const double t994 = p1062[352];
              v978 = t994;
              const double t999 = p1062[384];
              v979 = t999;
              const double t1003 = p1067[0];
              const double t1004 = v939;
              const double t1005 = v976;
              const double t1006 = fma(t1003, t1005, t1004);
              v939 = t1006;
              const double t1007 = v940;
              const double t1008 = v977;
              const double t1009 = fma(t1003, t1008, t1007);
              v940 = t1009;
              const double t1010 = v941;
              const double t1011 = v978;
              const double t1012 = fma(t1003, t1011, t1010);
              v941 = t1012;
              const double t1013 = v942;
              const double t1014 = v979;
              const double t1015 = fma(t1003, t1014, t1013);
              v942 = t1015;
              p1062 += 800;
              p1067 += 800;
            }
            const double t1016 = v939;
            const px_index t1017 = t281 * 32;
            const px_index t1018 = px_lane_rank + t1017;
            p34[t1018] = t1016;
            const double t1019 = v940;
            const px_index t1020 = t281 + 1;
            const px_index t1021 = t1020 * 32;
            const px_index t1022 = px_lane_rank + t1021;
            p34[t1022] = t1019;
            const double t1023 = v941;
            const px_index t1024 = t281 + 2;
            const px_index t1025 = t1024 * 32;
            const px_index t1026 = px_lane_rank + t1025;
            p34[t1026] = t1023;
            const double t1027 = v942;
            const px_index t1028 = t281 + 3;
            const px_index t1029 = t1028 * 32;
            const px_index t1030 = px_lane_rank + t1029;
            p34[t1030] = t1027;
          }
        }
      }
      p1069 += 4;
    }
    __syncthreads();
  }
}
