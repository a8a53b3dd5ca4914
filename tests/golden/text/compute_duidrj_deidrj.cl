#pragma OPENCL FP_CONTRACT OFF
typedef int px_index;
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void __attribute__((reqd_work_group_size(8, 16, 1))) px_kernel_compute_duidrj_deidrj(
    const __global int* restrict first,
    const px_index first_n0,
    const int ntiles,
    const __global int* restrict npairs,
    const px_index npairs_n0,
    const __global double* restrict geometry,
    const px_index geometry_n0,
    const px_index geometry_n1,
    const px_index geometry_n2,
    const __global int* restrict near,
    const px_index near_n0,
    const px_index near_n1,
    const __global double* restrict c,
    const px_index c_n0,
    const px_index c_n1,
    const __global int4* restrict rows,
    const px_index rows_n0,
    const __global int4* restrict groups,
    const px_index groups_n0,
    __global double* restrict dedr,
    const px_index dedr_n0,
    const px_index dedr_n1,
    __global double* restrict sums,
    const px_index sums_n0,
    const px_index sums_n1) {
  __local __attribute__((aligned(16))) double scratch[1184];
  const px_index px_league_rank = get_group_id(0);
  const px_index px_team_rank = get_local_id(1);
  const px_index px_lane_rank = get_local_id(0);
  const px_index t4 = (px_index)ntiles;
  const px_index t12 = geometry_n1 * 8;
  const px_index t13 = geometry_n2 * t12;
  const px_index t17 = near_n1 * 8;
  const px_index t21 = c_n1 * 8;
  const px_index t33 = sums_n1 * 8;
  const int t36 = first[0];
  const px_index t37 = (px_index)t36;
  const px_index t38 = px_league_rank + t37;
  const bool t39 = t38 >= t4;
  const bool t40 = !t39;
  if (t40) {
    const __global double* const p44 = geometry + (long)px_league_rank * t13;
    const __global int* const p47 = near + (long)px_league_rank * t17;
    const __global double* const p50 = c + (long)px_league_rank * t21;
    __global double* const p53 = sums + (long)t38 * t33;
    const int t58 = npairs[px_league_rank];
    const px_index t59 = (px_index)t58;
    #pragma unroll 1
    for (px_index i63 = px_team_rank; i63 < 9; i63 += 16) {
      const px_index t66 = i63 * 8;
      const px_index t67 = px_lane_rank + t66;
      p53[t67] = 0.0;
    }
    const px_index t69 = t59 + 3;
    const px_index t70 = t69 / 4;
    const px_index t78 = px_lane_rank + 24;
    const px_index t83 = px_lane_rank + 32;
    const px_index t88 = px_lane_rank + 16;
    const px_index t93 = px_lane_rank + 8;
    const px_index t158 = px_lane_rank + 192;
    const px_index t581 = px_lane_rank + 224;
    const px_index t631 = px_lane_rank + 24;
    const px_index t635 = px_lane_rank + 32;
    const px_index t638 = px_lane_rank + 16;
    const px_index t643 = px_lane_rank + 8;
    const px_index t807 = px_lane_rank + 48;
    const px_index t811 = px_lane_rank + 56;
    const px_index t818 = px_lane_rank + 64;
    const px_index t858 = px_lane_rank + 8;
    const px_index t860 = px_lane_rank + 16;
    const px_index t862 = px_lane_rank + 24;
    const px_index t864 = px_lane_rank + 32;
    const px_index t867 = px_lane_rank + 40;
    const px_index t869 = px_lane_rank + 48;
    const px_index t871 = px_lane_rank + 56;
    const px_index t873 = px_lane_rank + 64;
    const px_index t885 = px_lane_rank + 72;
    #pragma unroll 1
    for (px_index i71 = 0; i71 < t70; ++i71) {
      const px_index t72 = i71 * 4;
      const px_index t73 = t59 - t72;
      const px_index t74 = t73 < 4 ? t73 : 4;
      #pragma unroll 1
      for (px_index i75 = px_team_rank; i75 < t74; i75 += 16) {
        const px_index t76 = t72 + i75;
        const px_index t79 = t12 * t76;
        const px_index t80 = t78 + t79;
        const double t81 = p44[t80];
        const px_index t84 = t79 + t83;
        const double t85 = p44[t84];
        const px_index t89 = t79 + t88;
        const double t90 = p44[t89];
        const double t91 = t90 * t81;
        const double t92 = -t91;
        const px_index t94 = t79 + t93;
        const double t95 = p44[t94];
        const double t96 = t95 * t81;
        const px_index t97 = px_lane_rank + t79;
        const double t98 = p44[t97];
        const double t99 = t98 * t81;
        const double t100 = -t99;
        double v102 = 1.0;
        double v103 = 0.0;
        const px_index t104 = i75 * 296;
        const px_index t105 = px_lane_rank + t104;
        scratch[t105] = 1.0;
        #pragma unroll 1
        for (px_index i107 = 1; i107 < 5; ++i107) {
          const double t108 = v102;
          const double t109 = v103;
          const double t110 = t108 * t85;
          const double t111 = fma(-t109, t92, t110);
          const double t112 = t108 * t92;
          const double t113 = fma(t109, t85, t112);
          v102 = t111;
          v103 = t113;
          const double t114 = v102;
          const px_index t115 = i107 * 2;
          const px_index t117 = t115 + (-1);
          const px_index t118 = t117 * 8;
          const px_index t119 = px_lane_rank + t118;
          const px_index t120 = t104 + t119;
          scratch[t120] = t114;
          const double t121 = v103;
          const px_index t122 = i107 * 16;
          const px_index t123 = px_lane_rank + t122;
          const px_index t124 = t104 + t123;
          scratch[t124] = t121;
        }
        const double t125 = t85 * t85;
        const double t126 = fma(t92, t92, t125);
        const double t128 = fma(t126, 2.0, -1.0);
        double v129 = t128;
        double v130 = 1.0;
        #pragma unroll 1
        for (px_index i131 = 0; i131 < 3; ++i131) {
          const double t132 = v130;
          const px_index t134 = i131 + 25;
          const px_index t135 = t134 * 8;
          const px_index t136 = px_lane_rank + t135;
          const px_index t137 = t104 + t136;
          scratch[t137] = t132;
          const double t138 = v129;
          const double t139 = t128 * 2.0;
          const double t140 = v130;
          const double t141 = fma(t139, t140, -t138);
          const double t142 = v130;
          v129 = t142;
          v130 = t141;
        }
        __local double* p925 = scratch + (px_lane_rank + i75 * 296);
        #pragma unroll 1
        for (px_index i143 = 0; i143 < 3; ++i143) {
          const double t148 = p925[200];
          const px_index t149 = i143 * 2;
          const px_index t150 = t149 + 1;
          const px_index t151 = i143 * t150;
          const px_index t152 = t151 + 9;
          const px_index t153 = t152 * 8;
          const px_index t154 = px_lane_rank + t153;
          const px_index t155 = t104 + t154;
          scratch[t155] = t148;
          p925 += 8;
        }
        const px_index t159 = t104 + t158;
        scratch[t159] = 0.0;
        double v160 = 1.0;
        double v161 = 0.0;
        #pragma unroll 1
        for (px_index i162 = 1; i162 < 5; ++i162) {
          const double t163 = v160;
          const double t164 = v161;
          const double t165 = t163 * t96;
          const double t166 = fma(-t164, t100, t165);
          const double t167 = t163 * t100;
          const double t168 = fma(t164, t96, t167);
          v160 = t166;
          v161 = t168;
          const px_index t169 = i162 + 1;
          const px_index t170 = i162 * t169;
          const px_index t171 = t170 / 2;
          const px_index t172 = i162 + t171;
          const px_index t174 = t172 + 8;
          const px_index t175 = 4 - i162;
          const px_index t176 = t175 / 2;
          const px_index t177 = t176 + 1;
          const px_index t184 = i162 * 2;
          __local double* p927 = scratch + (px_lane_rank + i75 * 296);
          #pragma unroll 1
          for (px_index i178 = 0; i178 < t177; ++i178) {
            const double t183 = p927[200];
            const px_index t185 = i178 * 2;
            const px_index t186 = t184 + t185;
            const px_index t187 = t186 + 1;
            const px_index t188 = i178 * t187;
            const px_index t189 = t174 + t188;
            const double t190 = v160;
            const double t191 = t190 * t183;
            const px_index t192 = t189 * 8;
            const px_index t193 = px_lane_rank + t192;
            const px_index t194 = t104 + t193;
            scratch[t194] = t191;
            const double t195 = v161;
            const double t196 = t195 * t183;
            const px_index t197 = t189 + 1;
            const px_index t198 = t197 * 8;
            const px_index t199 = px_lane_rank + t198;
            const px_index t200 = t104 + t199;
            scratch[t200] = t196;
            p927 += 8;
          }
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      const __global int4* p945 = rows + (px_team_rank);
      #pragma unroll 1
      for (px_index i201 = px_team_rank; i201 < 5; i201 += 16) {
        const int4 t202 = p945[0];
        const px_index t208 = (px_index)t202.z;
        const bool t211 = i201 == 0;
        if (t211) {
          double v212 = 0.0;
          double v213 = 0.0;
          double v214 = 0.0;
          double v215 = 0.0;
          __local double* p929 = scratch + (px_lane_rank);
          const __global double* p934 = p50 + (px_lane_rank + t202.x * 8);
          #pragma unroll 1
          for (px_index i216 = 0; i216 < t208; ++i216) {
            double v217 = 0.0;
            double v218 = 0.0;
            double v219 = 0.0;
            double v220 = 0.0;
            const double t224 = p929[72];
            v217 = t224;
            const double t226 = p929[368];
            v218 = t226;
            const double t229 = p929[664];
            v219 = t229;
            const double t232 = p929[960];
            v220 = t232;
            const double t236 = p934[0];
            const double t237 = v212;
            const double t238 = v217;
            const double t239 = fma(t236, t238, t237);
            v212 = t239;
            const double t240 = v213;
            const double t241 = v218;
            const double t242 = fma(t236, t241, t240);
            v213 = t242;
            const double t243 = v214;
            const double t244 = v219;
            const double t245 = fma(t236, t244, t243);
            v214 = t245;
            const double t246 = v215;
            const double t247 = v220;
            const double t248 = fma(t236, t247, t246);
            v215 = t248;
            p929 += 8;
            p934 += 8;
          }
          const px_index t250 = i201 * 2;
          const px_index t251 = t250 + 28;
          const double t252 = v212;
          const px_index t253 = t251 * 8;
          const px_index t254 = px_lane_rank + t253;
          scratch[t254] = t252;
          const double t255 = v213;
          const px_index t256 = t254 + 296;
          scratch[t256] = t255;
          const double t257 = v214;
          const px_index t258 = t254 + 592;
          scratch[t258] = t257;
          const double t259 = v215;
          const px_index t260 = t254 + 888;
          scratch[t260] = t259;
        } else {
          double v261 = 0.0;
          double v262 = 0.0;
          double v263 = 0.0;
          double v264 = 0.0;
          double v265 = 0.0;
          double v266 = 0.0;
          double v267 = 0.0;
          double v268 = 0.0;
          __local double* p936 = scratch + (px_lane_rank);
          const __global double* p941 = p50 + (px_lane_rank + t202.x * 8);
          const __global double* p943 = p50 + (px_lane_rank + t202.y * 8);
          #pragma unroll 1
          for (px_index i269 = 0; i269 < t208; ++i269) {
            double v270 = 0.0;
            double v271 = 0.0;
            double v272 = 0.0;
            double v273 = 0.0;
            const double t277 = p936[72];
            v270 = t277;
            const double t279 = p936[368];
            v271 = t279;
            const double t281 = p936[664];
            v272 = t281;
            const double t283 = p936[960];
            v273 = t283;
            const double t287 = p941[0];
            const double t288 = v261;
            const double t289 = v270;
            const double t290 = fma(t287, t289, t288);
            v261 = t290;
            const double t291 = v262;
            const double t292 = v271;
            const double t293 = fma(t287, t292, t291);
            v262 = t293;
            const double t294 = v263;
            const double t295 = v272;
            const double t296 = fma(t287, t295, t294);
            v263 = t296;
            const double t297 = v264;
            const double t298 = v273;
            const double t299 = fma(t287, t298, t297);
            v264 = t299;
            const double t303 = p943[0];
            const double t304 = v265;
            const double t305 = v270;
            const double t306 = fma(t303, t305, t304);
            v265 = t306;
            const double t307 = v266;
            const double t308 = v271;
            const double t309 = fma(t303, t308, t307);
            v266 = t309;
            const double t310 = v267;
            const double t311 = v272;
            const double t312 = fma(t303, t311, t310);
            v267 = t312;
            const double t313 = v268;
            const double t314 = v273;
            const double t315 = fma(t303, t314, t313);
            v268 = t315;
            p936 += 8;
            p941 += 8;
            p943 += 8;
          }
          const px_index t317 = i201 * 2;
          const px_index t318 = t317 + 27;
          const double t319 = v261;
          const px_index t320 = t318 * 8;
          const px_index t321 = px_lane_rank + t320;
          scratch[t321] = t319;
          const double t322 = v262;
          const px_index t323 = t321 + 296;
          scratch[t323] = t322;
          const double t324 = v263;
          const px_index t325 = t321 + 592;
          scratch[t325] = t324;
          const double t326 = v264;
          const px_index t327 = t321 + 888;
          scratch[t327] = t326;
          const double t328 = v265;
          const px_index t329 = t317 + 28;
          const px_index t330 = t329 * 8;
          const px_index t331 = px_lane_rank + t330;
          scratch[t331] = t328;
          const double t332 = v266;
          const px_index t333 = t331 + 296;
          scratch[t333] = t332;
          const double t334 = v267;
          const px_index t335 = t331 + 592;
          scratch[t335] = t334;
          const double t336 = v268;
          const px_index t337 = t331 + 888;
          scratch[t337] = t336;
        }
        p945 += 16;
      }
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      const __global int4* p969 = groups + (px_team_rank);
      #pragma unroll 1
      for (px_index i338 = px_team_rank; i338 < groups_n0; i338 += 16) {
        const int4 t339 = p969[0];
        const px_index t341 = (px_index)t339.x;
        const px_index t343 = (px_index)t339.y;
        const px_index t345 = (px_index)t339.z;
        const bool t348 = t343 == 1;
        if (t348) {
          double v349 = 0.0;
          double v350 = 0.0;
          double v351 = 0.0;
          double v352 = 0.0;
          const px_index t353 = t341 * 8;
          const px_index t354 = px_lane_rank + t353;
          const double t355 = p50[t354];
          v349 = t355;
          v350 = t355;
          v351 = t355;
          v352 = t355;
          const px_index t356 = t345 + 1;
          const __global int4* p947 = rows + (1);
          __local double* p949 = scratch + (px_lane_rank + 1 * 16);
          #pragma unroll 1
          for (px_index i357 = 1; i357 < t356; ++i357) {
            const int4 t358 = p947[0];
            const px_index t360 = (px_index)t358.x;
            const px_index t362 = (px_index)t358.y;
            double v367 = 0.0;
            double v368 = 0.0;
            double v369 = 0.0;
            double v370 = 0.0;
            const double t375 = p949[(-8)];
            v367 = t375;
            const double t377 = p949[288];
            v368 = t377;
            const double t379 = p949[584];
            v369 = t379;
            const double t381 = p949[880];
            v370 = t381;
            const px_index t382 = t341 + t360;
            const px_index t383 = t382 * 8;
            const px_index t384 = px_lane_rank + t383;
            const double t385 = p50[t384];
            const double t386 = v349;
            const double t387 = v367;
            const double t388 = fma(t385, t387, t386);
            v349 = t388;
            const double t389 = v350;
            const double t390 = v368;
            const double t391 = fma(t385, t390, t389);
            v350 = t391;
            const double t392 = v351;
            const double t393 = v369;
            const double t394 = fma(t385, t393, t392);
            v351 = t394;
            const double t395 = v352;
            const double t396 = v370;
            const double t397 = fma(t385, t396, t395);
            v352 = t397;
            double v398 = 0.0;
            double v399 = 0.0;
            double v400 = 0.0;
            double v401 = 0.0;
            const double t405 = p949[0];
            v398 = t405;
            const double t407 = p949[296];
            v399 = t407;
            const double t409 = p949[592];
            v400 = t409;
            const double t411 = p949[888];
            v401 = t411;
            const px_index t412 = t341 + t362;
            const px_index t413 = t412 * 8;
            const px_index t414 = px_lane_rank + t413;
            const double t415 = p50[t414];
            const double t416 = v349;
            const double t417 = v398;
            const double t418 = fma(t415, t417, t416);
            v349 = t418;
            const double t419 = v350;
            const double t420 = v399;
            const double t421 = fma(t415, t420, t419);
            v350 = t421;
            const double t422 = v351;
            const double t423 = v400;
            const double t424 = fma(t415, t423, t422);
            v351 = t424;
            const double t425 = v352;
            const double t426 = v401;
            const double t427 = fma(t415, t426, t425);
            v352 = t427;
            p947 += 1;
            p949 += 16;
          }
          const double t428 = v349;
          const px_index t429 = t341 + 9;
          const px_index t430 = t429 * 8;
          const px_index t431 = px_lane_rank + t430;
          scratch[t431] = t428;
          const double t432 = v350;
          const px_index t433 = t431 + 296;
          scratch[t433] = t432;
          const double t434 = v351;
          const px_index t435 = t431 + 592;
          scratch[t435] = t434;
          const double t436 = v352;
          const px_index t437 = t431 + 888;
          scratch[t437] = t436;
        } else {
          double v438 = 0.0;
          double v439 = 0.0;
          double v440 = 0.0;
          double v441 = 0.0;
          double v442 = 0.0;
          double v443 = 0.0;
          double v444 = 0.0;
          double v445 = 0.0;
          const px_index t446 = t341 * 8;
          const px_index t447 = px_lane_rank + t446;
          const double t448 = p50[t447];
          v438 = t448;
          v439 = t448;
          v440 = t448;
          v441 = t448;
          const px_index t449 = t341 + 1;
          const px_index t450 = t449 * 8;
          const px_index t451 = px_lane_rank + t450;
          const double t452 = p50[t451];
          v442 = t452;
          v443 = t452;
          v444 = t452;
          v445 = t452;
          const px_index t453 = t345 + 1;
          const __global int4* p958 = rows + (1);
          __local double* p960 = scratch + (px_lane_rank + 1 * 16);
          #pragma unroll 1
          for (px_index i454 = 1; i454 < t453; ++i454) {
            const int4 t455 = p958[0];
            const px_index t457 = (px_index)t455.x;
            const px_index t459 = (px_index)t455.y;
            double v464 = 0.0;
            double v465 = 0.0;
            double v466 = 0.0;
            double v467 = 0.0;
            const double t472 = p960[(-8)];
            v464 = t472;
            const double t474 = p960[288];
            v465 = t474;
            const double t476 = p960[584];
            v466 = t476;
            const double t478 = p960[880];
            v467 = t478;
            const px_index t479 = t341 + t457;
            const px_index t480 = t479 * 8;
            const px_index t481 = px_lane_rank + t480;
            const double t482 = p50[t481];
            const double t483 = v438;
            const double t484 = v464;
            const double t485 = fma(t482, t484, t483);
            v438 = t485;
            const double t486 = v439;
            const double t487 = v465;
            const double t488 = fma(t482, t487, t486);
            v439 = t488;
            const double t489 = v440;
            const double t490 = v466;
            const double t491 = fma(t482, t490, t489);
            v440 = t491;
            const double t492 = v441;
            const double t493 = v467;
            const double t494 = fma(t482, t493, t492);
            v441 = t494;
            const px_index t495 = t479 + 1;
            const px_index t496 = t495 * 8;
            const px_index t497 = px_lane_rank + t496;
            const double t498 = p50[t497];
            const double t499 = v442;
            const double t500 = v464;
            const double t501 = fma(t498, t500, t499);
            v442 = t501;
            const double t502 = v443;
            const double t503 = v465;
            const double t504 = fma(t498, t503, t502);
            v443 = t504;
            const double t505 = v444;
            const double t506 = v466;
            const double t507 = fma(t498, t506, t505);
            v444 = t507;
            const double t508 = v445;
            const double t509 = v467;
            const double t510 = fma(t498, t509, t508);
            v445 = t510;
            double v511 = 0.0;
            double v512 = 0.0;
            double v513 = 0.0;
            double v514 = 0.0;
            const double t518 = p960[0];
            v511 = t518;
            const double t520 = p960[296];
            v512 = t520;
            const double t522 = p960[592];
            v513 = t522;
            const double t524 = p960[888];
            v514 = t524;
            const px_index t525 = t341 + t459;
            const px_index t526 = t525 * 8;
            const px_index t527 = px_lane_rank + t526;
            const double t528 = p50[t527];
            const double t529 = v438;
            const double t530 = v511;
            const double t531 = fma(t528, t530, t529);
            v438 = t531;
            const double t532 = v439;
            const double t533 = v512;
            const double t534 = fma(t528, t533, t532);
            v439 = t534;
            const double t535 = v440;
            const double t536 = v513;
            const double t537 = fma(t528, t536, t535);
            v440 = t537;
            const double t538 = v441;
            const double t539 = v514;
            const double t540 = fma(t528, t539, t538);
            v441 = t540;
            const px_index t541 = t525 + 1;
            const px_index t542 = t541 * 8;
            const px_index t543 = px_lane_rank + t542;
            const double t544 = p50[t543];
            const double t545 = v442;
            const double t546 = v511;
            const double t547 = fma(t544, t546, t545);
            v442 = t547;
            const double t548 = v443;
            const double t549 = v512;
            const double t550 = fma(t544, t549, t548);
            v443 = t550;
            const double t551 = v444;
            const double t552 = v513;
            const double t553 = fma(t544, t552, t551);
            v444 = t553;
            const double t554 = v445;
            const double t555 = v514;
            const double t556 = fma(t544, t555, t554);
            v445 = t556;
            p958 += 1;
            p960 += 16;
          }
          const double t557 = v438;
          const px_index t558 = t341 + 9;
          const px_index t559 = t558 * 8;
          const px_index t560 = px_lane_rank + t559;
          scratch[t560] = t557;
          const double t561 = v439;
          const px_index t562 = t560 + 296;
          scratch[t562] = t561;
          const double t563 = v440;
          const px_index t564 = t560 + 592;
          scratch[t564] = t563;
          const double t565 = v441;
          const px_index t566 = t560 + 888;
          scratch[t566] = t565;
          const double t567 = v442;
          const px_index t569 = t341 + 10;
          const px_index t570 = t569 * 8;
          const px_index t571 = px_lane_rank + t570;
          scratch[t571] = t567;
          const double t572 = v443;
          const px_index t573 = t571 + 296;
          scratch[t573] = t572;
          const double t574 = v444;
          const px_index t575 = t571 + 592;
          scratch[t575] = t574;
          const double t576 = v445;
          const px_index t577 = t571 + 888;
          scratch[t577] = t576;
        }
        p969 += 16;
      }
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      const __global int* p983 = p47 + (px_lane_rank + i71 * 32 + px_team_rank * 8);
      #pragma unroll 1
      for (px_index i578 = px_team_rank; i578 < t74; i578 += 16) {
        const px_index t579 = t72 + i578;
        const px_index t582 = i578 * 296;
        const px_index t583 = t581 + t582;
        const double t584 = scratch[t583];
        double v585 = t584;
        double v586 = 0.0;
        double v587 = 0.0;
        double v588 = 1.0;
        double v589 = 0.0;
        __local double* p971 = scratch + (px_lane_rank + i578 * 296 + 1 * 16);
        #pragma unroll 1
        for (px_index i590 = 1; i590 < 5; ++i590) {
          const double t596 = p971[(-8)];
          const double t600 = p971[0];
          const double t605 = p971[216];
          const double t610 = p971[224];
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
          p971 += 16;
        }
        const double t628 = v585;
        const double t629 = v586;
        const double t630 = v587;
        const px_index t632 = t12 * t579;
        const px_index t633 = t631 + t632;
        const double t634 = p44[t633];
        const px_index t636 = t632 + t635;
        const double t637 = p44[t636];
        const px_index t639 = t632 + t638;
        const double t640 = p44[t639];
        const double t641 = t640 * t634;
        const double t642 = -t641;
        const px_index t644 = t632 + t643;
        const double t645 = p44[t644];
        const double t646 = t645 * t634;
        const px_index t647 = px_lane_rank + t632;
        const double t648 = p44[t647];
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
          const px_index t664 = t663 * 8;
          const px_index t665 = px_lane_rank + t664;
          const px_index t666 = t582 + t665;
          scratch[t666] = t660;
          const double t667 = v652;
          const px_index t668 = t662 * 8;
          const px_index t669 = px_lane_rank + t668;
          const px_index t670 = t582 + t669;
          scratch[t670] = t667;
        }
        const double t671 = t637 * t637;
        const double t672 = fma(t642, t642, t671);
        const double t674 = fma(t672, 4.0, -2.0);
        double v675 = 0.0;
        double v676 = 0.0;
        __local double* p976 = scratch + (px_lane_rank + i578 * 296);
        #pragma unroll 1
        for (px_index i677 = 0; i677 < 3; ++i677) {
          const double t678 = v676;
          const px_index t679 = i677 * 8;
          const px_index t680 = px_lane_rank + t679;
          const px_index t681 = t582 + t680;
          scratch[t681] = t678;
          const double t686 = p976[200];
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
          p976 += 8;
        }
        double v697 = 0.0;
        __local double* p978 = scratch + (px_lane_rank + i578 * 296);
        #pragma unroll 1
        for (px_index i698 = 0; i698 < 3; ++i698) {
          const double t699 = v697;
          const px_index t700 = i698 * 2;
          const px_index t701 = t700 + 1;
          const px_index t702 = i698 * t701;
          const px_index t703 = t702 + 9;
          const px_index t704 = t703 * 8;
          const px_index t705 = px_lane_rank + t704;
          const px_index t706 = t582 + t705;
          const double t707 = scratch[t706];
          const double t711 = p978[0];
          const double t712 = fma(t707, t711, t699);
          v697 = t712;
          p978 += 8;
        }
        double v713 = 0.0;
        double v714 = 0.0;
        double v715 = 1.0;
        double v716 = 0.0;
        #pragma unroll 1
        for (px_index i717 = 1; i717 < 5; ++i717) {
          const px_index t718 = i717 * 2;
          const px_index t719 = t718 + 27;
          const px_index t720 = t719 * 8;
          const px_index t721 = px_lane_rank + t720;
          const px_index t722 = t582 + t721;
          const double t723 = scratch[t722];
          const px_index t724 = t718 + 28;
          const px_index t725 = t724 * 8;
          const px_index t726 = px_lane_rank + t725;
          const px_index t727 = t582 + t726;
          const double t728 = scratch[t727];
          double v729 = 0.0;
          double v730 = 0.0;
          double v731 = 0.0;
          const px_index t732 = i717 + 1;
          const px_index t733 = i717 * t732;
          const px_index t734 = t733 / 2;
          const px_index t735 = i717 + t734;
          const px_index t736 = t735 + 8;
          const px_index t737 = 4 - i717;
          const px_index t738 = t737 / 2;
          const px_index t739 = t738 + 1;
          __local double* p980 = scratch + (px_lane_rank + i578 * 296);
          #pragma unroll 1
          for (px_index i740 = 0; i740 < t739; ++i740) {
            const px_index t741 = i740 * 2;
            const px_index t742 = t718 + t741;
            const px_index t743 = t742 + 1;
            const px_index t744 = i740 * t743;
            const px_index t745 = t736 + t744;
            const px_index t746 = t745 * 8;
            const px_index t747 = px_lane_rank + t746;
            const px_index t748 = t582 + t747;
            const double t749 = scratch[t748];
            const px_index t750 = t745 + 1;
            const px_index t751 = t750 * 8;
            const px_index t752 = px_lane_rank + t751;
            const px_index t753 = t582 + t752;
            const double t754 = scratch[t753];
            const double t759 = p980[200];
            const double t760 = v729;
            const double t761 = fma(t749, t759, t760);
            v729 = t761;
            const double t762 = v730;
            const double t763 = fma(t754, t759, t762);
            v730 = t763;
            const double t764 = v731;
            const double t765 = t749 * t723;
            const double t766 = fma(t754, t728, t765);
            const double t770 = p980[0];
            const double t771 = fma(t766, t770, t764);
            v731 = t771;
            p980 += 8;
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
        const double t793 = p44[t633];
        const double t794 = p44[t636];
        const double t795 = p44[t647];
        const double t796 = p44[t644];
        const double t797 = p44[t639];
        const double t798 = t792 * 4.0;
        const double t799 = fma(t798, t794, t629);
        const double t800 = t797 * t793;
        const double t801 = fma(-t798, t800, t630);
        const double t802 = t796 * t790;
        const double t803 = fma(-t795, t791, t802);
        const double t804 = fma(-t797, t801, t803);
        const px_index t808 = t632 + t807;
        const double t809 = p44[t808];
        const px_index t812 = t632 + t811;
        const double t813 = p44[t812];
        const double t814 = t794 * t804;
        const double t815 = fma(-t793, t799, t814);
        const double t816 = t813 * t815;
        const px_index t819 = t632 + t818;
        const double t820 = p44[t819];
        const double t821 = fma(t820, t628, t816);
        const double t822 = fma(-t809, t804, t821);
        const double t823 = t822 * t795;
        const double t824 = fma(-t809, t791, t823);
        const double t825 = t822 * t796;
        const double t826 = fma(t809, t790, t825);
        const double t827 = t822 * t797;
        const double t828 = fma(-t809, t801, t827);
        const int t831 = p983[0];
        const px_index t832 = px_lane_rank + t582;
        scratch[t832] = t824;
        const px_index t833 = t582 + t643;
        scratch[t833] = t826;
        const px_index t834 = t582 + t638;
        scratch[t834] = t828;
        const bool t836 = t831 >= 0;
        if (t836) {
          const px_index t837 = t38 * 8;
          const px_index t838 = px_lane_rank + t837;
          const int t839 = (int)t838;
          const int t840 = (int)near_n1;
          const int t841 = (int)((uint)t839 * (uint)t840);
          const int t842 = (int)((uint)t831 + (uint)t841);
          const px_index t843 = (px_index)t842;
          const px_index t844 = dedr_n0 * t843;
          dedr[t844] = t824;
          const px_index t845 = t844 + 1;
          dedr[t845] = t826;
          const px_index t846 = t844 + 2;
          dedr[t846] = t828;
        }
        p983 += 128;
      }
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      #pragma unroll 1
      for (px_index i847 = px_team_rank; i847 < 1; i847 += 16) {
        double v848 = 0.0;
        double v849 = 0.0;
        double v850 = 0.0;
        double v851 = 0.0;
        double v852 = 0.0;
        double v853 = 0.0;
        double v854 = 0.0;
        double v855 = 0.0;
        double v856 = 0.0;
        const double t857 = p53[px_lane_rank];
        v848 = t857;
        const double t859 = p53[t858];
        v849 = t859;
        const double t861 = p53[t860];
        v850 = t861;
        const double t863 = p53[t862];
        v851 = t863;
        const double t865 = p53[t864];
        v852 = t865;
        const double t868 = p53[t867];
        v853 = t868;
        const double t870 = p53[t869];
        v854 = t870;
        const double t872 = p53[t871];
        v855 = t872;
        const double t874 = p53[t873];
        v856 = t874;
        __local double* p985 = scratch + (px_lane_rank);
        #pragma unroll 1
        for (px_index i875 = 0; i875 < t74; ++i875) {
          const double t878 = p985[0];
          const double t880 = p985[8];
          const double t882 = p985[16];
          const px_index t883 = t72 + i875;
          const px_index t886 = t12 * t883;
          const px_index t887 = t885 + t886;
          const double t888 = p44[t887];
          const px_index t889 = px_lane_rank + t886;
          const double t890 = p44[t889];
          const double t891 = t888 * t890;
          const px_index t892 = t858 + t886;
          const double t893 = p44[t892];
          const double t894 = t888 * t893;
          const px_index t895 = t860 + t886;
          const double t896 = p44[t895];
          const double t897 = t888 * t896;
          const double t898 = v848;
          const double t899 = t898 + t878;
          v848 = t899;
          const double t900 = v849;
          const double t901 = t900 + t880;
          v849 = t901;
          const double t902 = v850;
          const double t903 = t902 + t882;
          v850 = t903;
          const double t904 = v851;
          const double t905 = fma(-t891, t878, t904);
          v851 = t905;
          const double t906 = v852;
          const double t907 = fma(-t894, t880, t906);
          v852 = t907;
          const double t908 = v853;
          const double t909 = fma(-t897, t882, t908);
          v853 = t909;
          const double t910 = v854;
          const double t911 = fma(-t891, t880, t910);
          v854 = t911;
          const double t912 = v855;
          const double t913 = fma(-t891, t882, t912);
          v855 = t913;
          const double t914 = v856;
          const double t915 = fma(-t894, t882, t914);
          v856 = t915;
          p985 += 296;
        }
        const double t916 = v848;
        p53[px_lane_rank] = t916;
        const double t917 = v849;
        p53[t858] = t917;
        const double t918 = v850;
        p53[t860] = t918;
        const double t919 = v851;
        p53[t862] = t919;
        const double t920 = v852;
        p53[t864] = t920;
        const double t921 = v853;
        p53[t867] = t921;
        const double t922 = v854;
        p53[t869] = t922;
        const double t923 = v855;
        p53[t871] = t923;
        const double t924 = v856;
        p53[t873] = t924;
      }
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
  }
}
