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
  __shared__ __attribute__((aligned(16))) double scratch[2560];
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
    const px_index t407 = px_lane_rank + 192;
    const px_index t411 = px_lane_rank + 256;
    const px_index t414 = px_lane_rank + 128;
    const px_index t419 = px_lane_rank + 64;
    const px_index t428 = px_lane_rank + 1984;
    const px_index t589 = px_lane_rank + 384;
    const px_index t594 = px_lane_rank + 448;
    const px_index t601 = px_lane_rank + 512;
    const px_index t630 = px_lane_rank + 64;
    const px_index t632 = px_lane_rank + 128;
    const px_index t634 = px_lane_rank + 192;
    const px_index t636 = px_lane_rank + 256;
    const px_index t639 = px_lane_rank + 320;
    const px_index t641 = px_lane_rank + 384;
    const px_index t643 = px_lane_rank + 448;
    const px_index t645 = px_lane_rank + 512;
    const px_index t657 = px_lane_rank + 576;
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
        const double t93 = t76 * t76;
        const double t94 = fma(t83, t83, t93);
        const double t96 = fma(t94, 2.0, -1.0);
        double v97 = t96;
        double v98 = 1.0;
        px_index v99 = 9;
        const px_index t106 = i64 * 2560;
        #pragma unroll 1
        for (px_index i100 = 0; i100 < 3; ++i100) {
          const double t101 = v98;
          const px_index t103 = i100 + 25;
          const px_index t104 = t103 * 64;
          const px_index t105 = px_lane_rank + t104;
          const px_index t107 = t105 + t106;
          scratch[t107] = t101;
          const double t108 = v98;
          const px_index t109 = v99;
          const px_index t110 = t109 * 64;
          const px_index t111 = px_lane_rank + t110;
          const px_index t112 = t106 + t111;
          scratch[t112] = t108;
          const double t113 = v97;
          const double t114 = t96 * 2.0;
          const double t115 = v98;
          const double t116 = fma(t114, t115, -t113);
          const double t117 = v98;
          v97 = t117;
          v98 = t116;
          const px_index t118 = v99;
          const px_index t119 = i100 * 4;
          const px_index t120 = t119 + 3;
          const px_index t121 = t118 + t120;
          v99 = t121;
        }
        const px_index t122 = i64 * 2560;
        const px_index t123 = px_lane_rank + t122;
        scratch[t123] = 1.0;
        double v124 = 0.0;
        double v125 = 0.0;
        v124 = 1.0;
        double v126 = 1.0;
        double v127 = 0.0;
        #pragma unroll 1
        for (px_index i129 = 1; i129 < 5; ++i129) {
          const double t130 = v124;
          const double t131 = v125;
          const double t132 = t130 * t76;
          const double t133 = fma(-t131, t83, t132);
          const double t134 = t130 * t83;
          const double t135 = fma(t131, t76, t134);
          v124 = t133;
          v125 = t135;
          const double t136 = v126;
          const double t137 = v127;
          const double t138 = t136 * t87;
          const double t139 = fma(-t137, t91, t138);
          const double t140 = t136 * t91;
          const double t141 = fma(t137, t87, t140);
          v126 = t139;
          v127 = t141;
          const double t142 = v124;
          const px_index t143 = i129 * 2;
          const px_index t145 = t143 + (-1);
          const px_index t146 = t145 * 64;
          const px_index t147 = px_lane_rank + t146;
          const px_index t148 = t122 + t147;
          scratch[t148] = t142;
          const double t149 = v125;
          const px_index t150 = i129 * 128;
          const px_index t151 = px_lane_rank + t150;
          const px_index t152 = t122 + t151;
          scratch[t152] = t149;
          const px_index t153 = i129 + 1;
          const px_index t154 = i129 * t153;
          const px_index t155 = t154 / 2;
          const px_index t156 = i129 + t155;
          const px_index t159 = t156 + 8;
          px_index v160 = t159;
          const px_index t161 = 4 - i129;
          const px_index t162 = t161 / 2;
          const px_index t163 = t162 + 1;
          double* p697 = scratch + (px_lane_rank + i64 * 2560);
          #pragma unroll 1
          for (px_index i164 = 0; i164 < t163; ++i164) {
            const double t169 = p697[1600];
            const double t170 = v126;
            const double t171 = t170 * t169;
            const px_index t172 = v160;
            const px_index t173 = t172 * 64;
            const px_index t174 = px_lane_rank + t173;
            const px_index t175 = t122 + t174;
            scratch[t175] = t171;
            const double t176 = v127;
            const double t177 = t176 * t169;
            const px_index t178 = v160;
            const px_index t179 = t178 + 1;
            const px_index t180 = t179 * 64;
            const px_index t181 = px_lane_rank + t180;
            const px_index t182 = t122 + t181;
            scratch[t182] = t177;
            const px_index t183 = v160;
            const px_index t184 = i164 * 4;
            const px_index t185 = t143 + t184;
            const px_index t186 = t185 + 3;
            const px_index t187 = t183 + t186;
            v160 = t187;
            p697 += 64;
          }
        }
        const double t188 = t76 * t76;
        const double t189 = fma(t83, t83, t188);
        const double t191 = fma(t189, 4.0, -2.0);
        double v192 = 0.0;
        double v193 = 0.0;
        double* p699 = scratch + (px_lane_rank + i64 * 2560);
        #pragma unroll 1
        for (px_index i194 = 0; i194 < 3; ++i194) {
          const double t195 = v193;
          const px_index t197 = i194 + 28;
          const px_index t198 = t197 * 64;
          const px_index t199 = px_lane_rank + t198;
          const px_index t200 = t122 + t199;
          scratch[t200] = t195;
          const double t205 = p699[1600];
          double v206 = t205;
          const bool t207 = i194 > 0;
          if (t207) {
            const double t208 = v206;
            const double t209 = t208 * 2.0;
            v206 = t209;
          }
          const double t210 = v192;
          const double t211 = v193;
          const double t212 = fma(t191, t211, -t210);
          const double t213 = v206;
          const double t214 = t212 + t213;
          const double t215 = v193;
          v192 = t215;
          v193 = t214;
          p699 += 64;
        }
      }
      __syncthreads();
      const int4* p711 = rows + (px_team_rank);
      #pragma unroll 1
      for (px_index i216 = px_team_rank; i216 < 5; i216 += 2) {
        const int4 t217 = p711[0];
        const px_index t223 = (px_index)t217.z;
        const bool t226 = i216 == 0;
        if (t226) {
          double v227 = 0.0;
          double* p701 = scratch + (px_lane_rank);
          const double* p703 = p43 + (px_lane_rank + t217.x * 64);
          #pragma unroll 1
          for (px_index i228 = 0; i228 < t223; ++i228) {
            double v229 = 0.0;
            const double t233 = p701[576];
            v229 = t233;
            const double t237 = p703[0];
            const double t238 = v227;
            const double t239 = v229;
            const double t240 = fma(t237, t239, t238);
            v227 = t240;
            p701 += 64;
            p703 += 64;
          }
          const px_index t242 = i216 * 2;
          const px_index t243 = t242 + 31;
          const double t244 = v227;
          const px_index t245 = t243 * 64;
          const px_index t246 = px_lane_rank + t245;
          scratch[t246] = t244;
        } else {
          double v247 = 0.0;
          double v248 = 0.0;
          double* p705 = scratch + (px_lane_rank);
          const double* p707 = p43 + (px_lane_rank + t217.x * 64);
          const double* p709 = p43 + (px_lane_rank + t217.y * 64);
          #pragma unroll 1
          for (px_index i249 = 0; i249 < t223; ++i249) {
            double v250 = 0.0;
            const double t254 = p705[576];
            v250 = t254;
            const double t258 = p707[0];
            const double t259 = v247;
            const double t260 = v250;
            const double t261 = fma(t258, t260, t259);
            v247 = t261;
            const double t265 = p709[0];
            const double t266 = v248;
            const double t267 = v250;
            const double t268 = fma(t265, t267, t266);
            v248 = t268;
            p705 += 64;
            p707 += 64;
            p709 += 64;
          }
          const px_index t270 = i216 * 2;
          const px_index t271 = t270 + 30;
          const double t272 = v247;
          const px_index t273 = t271 * 64;
          const px_index t274 = px_lane_rank + t273;
          scratch[t274] = t272;
          const double t275 = v248;
          const px_index t276 = t270 + 31;
          const px_index t277 = t276 * 64;
          const px_index t278 = px_lane_rank + t277;
          scratch[t278] = t275;
        }
        p711 += 2;
      }
      __syncthreads();
      const int4* p723 = groups + (px_team_rank);
      #pragma unroll 1
      for (px_index i279 = px_team_rank; i279 < groups_n0; i279 += 2) {
        const int4 t280 = p723[0];
        const px_index t282 = (px_index)t280.x;
        const px_index t284 = (px_index)t280.y;
        const px_index t286 = (px_index)t280.z;
        const bool t289 = t284 == 1;
        if (t289) {
          double v290 = 0.0;
          const px_index t291 = t282 * 64;
          const px_index t292 = px_lane_rank + t291;
          const double t293 = p43[t292];
          v290 = t293;
          const px_index t294 = t286 + 1;
          const int4* p713 = rows + (1);
          double* p715 = scratch + (px_lane_rank + 1 * 128);
          #pragma unroll 1
          for (px_index i295 = 1; i295 < t294; ++i295) {
            const int4 t296 = p713[0];
            const px_index t298 = (px_index)t296.x;
            const px_index t300 = (px_index)t296.y;
            double v305 = 0.0;
            const double t310 = p715[(-64)];
            v305 = t310;
            const px_index t311 = t282 + t298;
            const px_index t312 = t311 * 64;
            const px_index t313 = px_lane_rank + t312;
            const double t314 = p43[t313];
            const double t315 = v290;
            const double t316 = v305;
            const double t317 = fma(t314, t316, t315);
            v290 = t317;
            double v318 = 0.0;
            const double t322 = p715[0];
            v318 = t322;
            const px_index t323 = t282 + t300;
            const px_index t324 = t323 * 64;
            const px_index t325 = px_lane_rank + t324;
            const double t326 = p43[t325];
            const double t327 = v290;
            const double t328 = v318;
            const double t329 = fma(t326, t328, t327);
            v290 = t329;
            p713 += 1;
            p715 += 128;
          }
          const double t330 = v290;
          const px_index t331 = t282 + 9;
          const px_index t332 = t331 * 64;
          const px_index t333 = px_lane_rank + t332;
          scratch[t333] = t330;
        } else {
          double v334 = 0.0;
          double v335 = 0.0;
          const px_index t336 = t282 * 64;
          const px_index t337 = px_lane_rank + t336;
          const double t338 = p43[t337];
          v334 = t338;
          const px_index t339 = t282 + 1;
          const px_index t340 = t339 * 64;
          const px_index t341 = px_lane_rank + t340;
          const double t342 = p43[t341];
          v335 = t342;
          const px_index t343 = t286 + 1;
          const int4* p718 = rows + (1);
          double* p720 = scratch + (px_lane_rank + 1 * 128);
          #pragma unroll 1
          for (px_index i344 = 1; i344 < t343; ++i344) {
            const int4 t345 = p718[0];
            const px_index t347 = (px_index)t345.x;
            const px_index t349 = (px_index)t345.y;
            double v354 = 0.0;
            const double t359 = p720[(-64)];
            v354 = t359;
            const px_index t360 = t282 + t347;
            const px_index t361 = t360 * 64;
            const px_index t362 = px_lane_rank + t361;
            const double t363 = p43[t362];
            const double t364 = v334;
            const double t365 = v354;
            const double t366 = fma(t363, t365, t364);
            v334 = t366;
            const px_index t367 = t360 + 1;
            const px_index t368 = t367 * 64;
            const px_index t369 = px_lane_rank + t368;
            const double t370 = p43[t369];
            const double t371 = v335;
            const double t372 = v354;
            const double t373 = fma(t370, t372, t371);
            v335 = t373;
            double v374 = 0.0;
            const double t378 = p720[0];
            v374 = t378;
            const px_index t379 = t282 + t349;
            const px_index t380 = t379 * 64;
            const px_index t381 = px_lane_rank + t380;
            const double t382 = p43[t381];
            const double t383 = v334;
            const double t384 = v374;
            const double t385 = fma(t382, t384, t383);
            v334 = t385;
            const px_index t386 = t379 + 1;
            const px_index t387 = t386 * 64;
            const px_index t388 = px_lane_rank + t387;
            const double t389 = p43[t388];
            const double t390 = v335;
            const double t391 = v374;
            const double t392 = fma(t389, t391, t390);
            v335 = t392;
            p718 += 1;
            p720 += 128;
          }
          const double t393 = v334;
          const px_index t394 = t282 + 9;
          const px_index t395 = t394 * 64;
          const px_index t396 = px_lane_rank + t395;
          scratch[t396] = t393;
          const double t397 = v335;
          const px_index t399 = t282 + 10;
          const px_index t400 = t399 * 64;
          const px_index t401 = px_lane_rank + t400;
          scratch[t401] = t397;
        }
        p723 += 2;
      }
      __syncthreads();
      const px_index t403 = t44 + i61;
      #pragma unroll 1
      for (px_index i402 = px_team_rank; i402 < t63; i402 += 2) {
        const px_index t404 = i402 + t403;
        const px_index t405 = t404 * 64;
        const px_index t406 = i61 + i402;
        const px_index t408 = t12 * t406;
        const px_index t409 = t407 + t408;
        const double t410 = p40[t409];
        const px_index t412 = t408 + t411;
        const px_index t415 = t408 + t414;
        const px_index t420 = t408 + t419;
        const double t421 = p40[t420];
        const double t422 = t421 * t410;
        const px_index t423 = px_lane_rank + t408;
        const double t424 = p40[t423];
        const double t425 = t424 * t410;
        const double t426 = -t425;
        const px_index t429 = i402 * 2560;
        const px_index t430 = t428 + t429;
        const double t431 = scratch[t430];
        double v432 = t431;
        double v433 = 0.0;
        px_index v434 = 9;
        double* p725 = scratch + (px_lane_rank + i402 * 2560);
        #pragma unroll 1
        for (px_index i435 = 0; i435 < 3; ++i435) {
          const double t436 = v433;
          const px_index t437 = v434;
          const px_index t438 = t437 * 64;
          const px_index t439 = px_lane_rank + t438;
          const px_index t440 = t429 + t439;
          const double t441 = scratch[t440];
          const double t446 = p725[1792];
          const double t447 = fma(t441, t446, t436);
          v433 = t447;
          const px_index t448 = v434;
          const px_index t449 = i435 * 4;
          const px_index t450 = t449 + 3;
          const px_index t451 = t448 + t450;
          v434 = t451;
          p725 += 64;
        }
        double v452 = 0.0;
        double v453 = 0.0;
        double v454 = 0.0;
        double v455 = 0.0;
        double v456 = 1.0;
        double v457 = 0.0;
        double v458 = 1.0;
        double v459 = 0.0;
        #pragma unroll 1
        for (px_index i460 = 1; i460 < 5; ++i460) {
          const double t461 = (double)i460;
          const px_index t462 = i460 * 2;
          double* p734 = scratch + (px_lane_rank + i402 * 2560 + i460 * 128);
          const double t467 = p734[(-64)];
          const double t471 = p734[0];
          const double t476 = p734[1920];
          const double t481 = p734[1984];
          const double t482 = v432;
          const double t483 = fma(t467, t476, t482);
          v432 = t483;
          const double t484 = v432;
          const double t485 = fma(t471, t481, t484);
          v432 = t485;
          const double t486 = v452;
          const double t487 = v453;
          const double t488 = v456;
          const double t489 = v457;
          const double t490 = t476 * t461;
          const double t491 = t481 * t461;
          const double t492 = fma(t488, t490, t486);
          const double t493 = fma(t489, t491, t492);
          const double t494 = fma(t488, t491, t487);
          const double t495 = fma(-t489, t490, t494);
          v452 = t493;
          v453 = t495;
          v456 = t467;
          v457 = t471;
          const double t496 = v458;
          const double t497 = v459;
          const double t498 = t496 * t422;
          const double t499 = fma(-t497, t426, t498);
          const double t500 = t496 * t426;
          const double t501 = fma(t497, t422, t500);
          double v502 = 0.0;
          double v503 = 0.0;
          double v504 = 0.0;
          double v505 = 0.0;
          const px_index t506 = i460 + 1;
          const px_index t507 = i460 * t506;
          const px_index t508 = t507 / 2;
          const px_index t509 = i460 + t508;
          const px_index t511 = t509 + 8;
          px_index v512 = t511;
          const px_index t513 = 4 - i460;
          const px_index t514 = t513 / 2;
          const px_index t515 = t514 + 1;
          double* p727 = scratch + (px_lane_rank + i402 * 2560);
          #pragma unroll 1
          for (px_index i516 = 0; i516 < t515; ++i516) {
            const px_index t517 = v512;
            const px_index t518 = t517 * 64;
            const px_index t519 = px_lane_rank + t518;
            const px_index t520 = t429 + t519;
            const double t521 = scratch[t520];
            const px_index t522 = v512;
            const px_index t523 = t522 + 1;
            const px_index t524 = t523 * 64;
            const px_index t525 = px_lane_rank + t524;
            const px_index t526 = t429 + t525;
            const double t527 = scratch[t526];
            const double t532 = p727[1600];
            const double t537 = p727[1792];
            const double t538 = v502;
            const double t539 = fma(t521, t532, t538);
            v502 = t539;
            const double t540 = v503;
            const double t541 = fma(t527, t532, t540);
            v503 = t541;
            const double t542 = v504;
            const double t543 = fma(t521, t537, t542);
            v504 = t543;
            const double t544 = v505;
            const double t545 = fma(t527, t537, t544);
            v505 = t545;
            const px_index t546 = v512;
            const px_index t547 = i516 * 4;
            const px_index t548 = t462 + t547;
            const px_index t549 = t548 + 3;
            const px_index t550 = t546 + t549;
            v512 = t550;
            p727 += 64;
          }
          const double t551 = v433;
          const double t552 = v504;
          const double t553 = fma(t552, t499, t551);
          v433 = t553;
          const double t554 = v433;
          const double t555 = v505;
          const double t556 = fma(t555, t501, t554);
          v433 = t556;
          const double t557 = v454;
          const double t558 = v455;
          const double t559 = v458;
          const double t560 = v459;
          const double t561 = v502;
          const double t562 = v503;
          const double t563 = t561 * t461;
          const double t564 = t562 * t461;
          const double t565 = fma(t559, t563, t557);
          const double t566 = fma(t560, t564, t565);
          const double t567 = fma(t559, t564, t558);
          const double t568 = fma(-t560, t563, t567);
          v454 = t566;
          v455 = t568;
          v458 = t499;
          v459 = t501;
        }
        const double t569 = v432;
        const double t570 = v452;
        const double t571 = v453;
        const double t572 = v454;
        const double t573 = v455;
        const double t574 = v433;
        const double t575 = p40[t409];
        const double t576 = p40[t412];
        const double t577 = p40[t423];
        const double t578 = p40[t420];
        const double t579 = p40[t415];
        const double t580 = t574 * 4.0;
        const double t581 = fma(t580, t576, t570);
        const double t582 = t579 * t575;
        const double t583 = fma(-t580, t582, t571);
        const double t584 = t578 * t572;
        const double t585 = fma(-t577, t573, t584);
        const double t586 = fma(-t579, t583, t585);
        const px_index t590 = t408 + t589;
        const double t591 = p40[t590];
        const px_index t595 = t408 + t594;
        const double t596 = p40[t595];
        const double t597 = t576 * t586;
        const double t598 = fma(-t575, t581, t597);
        const double t599 = t596 * t598;
        const px_index t602 = t408 + t601;
        const double t603 = p40[t602];
        const double t604 = fma(t603, t569, t599);
        const double t605 = fma(-t591, t586, t604);
        const double t606 = t605 * t577;
        const double t607 = fma(-t591, t573, t606);
        const double t608 = t605 * t578;
        const double t609 = fma(t591, t572, t608);
        const double t610 = t605 * t579;
        const double t611 = fma(-t591, t583, t610);
        const px_index t612 = px_lane_rank + t429;
        scratch[t612] = t607;
        const px_index t613 = px_lane_rank + t405;
        const px_index t614 = dedr_n0 * t613;
        dedr[t614] = t607;
        const px_index t615 = t419 + t429;
        scratch[t615] = t609;
        const px_index t616 = t614 + 1;
        dedr[t616] = t609;
        const px_index t617 = t414 + t429;
        scratch[t617] = t611;
        const px_index t618 = t614 + 2;
        dedr[t618] = t611;
      }
      __syncthreads();
      #pragma unroll 1
      for (px_index i619 = px_team_rank; i619 < 1; i619 += 2) {
        double v620 = 0.0;
        double v621 = 0.0;
        double v622 = 0.0;
        double v623 = 0.0;
        double v624 = 0.0;
        double v625 = 0.0;
        double v626 = 0.0;
        double v627 = 0.0;
        double v628 = 0.0;
        const double t629 = p47[px_lane_rank];
        v620 = t629;
        const double t631 = p47[t630];
        v621 = t631;
        const double t633 = p47[t632];
        v622 = t633;
        const double t635 = p47[t634];
        v623 = t635;
        const double t637 = p47[t636];
        v624 = t637;
        const double t640 = p47[t639];
        v625 = t640;
        const double t642 = p47[t641];
        v626 = t642;
        const double t644 = p47[t643];
        v627 = t644;
        const double t646 = p47[t645];
        v628 = t646;
        double* p730 = scratch + (px_lane_rank);
        #pragma unroll 1
        for (px_index i647 = 0; i647 < t63; ++i647) {
          const double t650 = p730[0];
          const double t652 = p730[64];
          const double t654 = p730[128];
          const px_index t655 = i61 + i647;
          const px_index t658 = t12 * t655;
          const px_index t659 = t657 + t658;
          const double t660 = p40[t659];
          const px_index t661 = px_lane_rank + t658;
          const double t662 = p40[t661];
          const double t663 = t660 * t662;
          const px_index t664 = t630 + t658;
          const double t665 = p40[t664];
          const double t666 = t660 * t665;
          const px_index t667 = t632 + t658;
          const double t668 = p40[t667];
          const double t669 = t660 * t668;
          const double t670 = v620;
          const double t671 = t670 + t650;
          v620 = t671;
          const double t672 = v621;
          const double t673 = t672 + t652;
          v621 = t673;
          const double t674 = v622;
          const double t675 = t674 + t654;
          v622 = t675;
          const double t676 = v623;
          const double t677 = fma(-t663, t650, t676);
          v623 = t677;
          const double t678 = v624;
          const double t679 = fma(-t666, t652, t678);
          v624 = t679;
          const double t680 = v625;
          const double t681 = fma(-t669, t654, t680);
          v625 = t681;
          const double t682 = v626;
          const double t683 = fma(-t663, t652, t682);
          v626 = t683;
          const double t684 = v627;
          const double t685 = fma(-t663, t654, t684);
          v627 = t685;
          const double t686 = v628;
          const double t687 = fma(-t666, t654, t686);
          v628 = t687;
          p730 += 2560;
        }
        const double t688 = v620;
        p47[px_lane_rank] = t688;
        const double t689 = v621;
        p47[t630] = t689;
        const double t690 = v622;
        p47[t632] = t690;
        const double t691 = v623;
        p47[t634] = t691;
        const double t692 = v624;
        p47[t636] = t692;
        const double t693 = v625;
        p47[t639] = t693;
        const double t694 = v626;
        p47[t641] = t694;
        const double t695 = v627;
        p47[t643] = t695;
        const double t696 = v628;
        p47[t645] = t696;
      }
      __syncthreads();
    }
  }
}
