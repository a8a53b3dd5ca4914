// Times the printed text of compute_yi (direct form) and checks four atoms against the gradient of the cubic form by its
// definition. See src/bin/print-yi.rs for how to build it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#include "yi_direct.cuh"
#include "yi_direct_arguments.h"

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { std::printf("%s: %s\n", #call, cudaGetErrorString(e)); std::exit(1); } } while (0)

template <class T> std::vector<T> read(FILE *f) {
  int n = 0;
  if (std::fread(&n, 4, 1, f) != 1) std::exit(2);
  std::vector<T> v(n);
  if (std::fread(v.data(), sizeof(T), n, f) != size_t(n)) std::exit(2);
  return v;
}

template <class T> T *upload(const std::vector<T> &host) {
  T *device;
  CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
  CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

struct Complex { double re, im; };

// dE/dV of one atom: each entry of the form adds to its three factors.
std::vector<Complex> gradient(const std::vector<Complex> &v, const std::vector<int> &blocks, const std::vector<double> &entries) {
  std::vector<Complex> g(v.size(), Complex{0, 0});
  auto add = [&](int to, double w, Complex a, Complex b) { g[to].re += w * (a.re * b.re - a.im * b.im); g[to].im += w * (a.re * b.im + a.im * b.re); };
  auto conj = [](Complex a) { return Complex{a.re, -a.im}; };
  size_t p = 0;
  for (size_t k = 0; k < blocks.size(); k += 6)
    for (int x = 0; x < blocks[k + 3]; ++x)
      for (int y = 0; y < blocks[k + 4]; ++y)
        for (int z = 0; z < blocks[k + 5]; ++z, ++p) {
          int a = blocks[k] + x, b = blocks[k + 1] + y, c = blocks[k + 2] + z;
          add(c, entries[p], v[a], v[b]);
          add(a, entries[p], conj(v[b]), v[c]);
          add(b, entries[p], conj(v[a]), v[c]);
        }
  return g;
}

int main(int argc, char **argv) {
  FILE *f = std::fopen("tables.bin", "rb");
  if (!f) return 2;
  auto head = read<int>(f), h_items = read<int>(f), h_jobs = read<int>(f), h_starts = read<int>(f), blocks = read<int>(f);
  auto h_w = read<double>(f), entries = read<double>(f);
  const int values = head[0], njobs = h_jobs.size() / 4, warps = head[2], parts = (njobs + warps - 1) / warps;
  const int4 *items = (const int4 *)upload(h_items);
  const int4 *jobs = (const int4 *)upload(h_jobs);
  const int *starts = upload(h_starts);
  const double *w = upload(h_w);
  const int items_n0 = h_items.size() / 4, jobs_n0 = njobs, starts_n0 = head[1] + 1, starts_n1 = njobs, w_n0 = h_w.size(), w_count = h_w.size();
  const int *first = upload(std::vector<int>(1, 0));
  const int first_n0 = 1;
  for (int arg = 1; arg < argc; ++arg) {
    const int natoms = std::atoi(argv[arg]), ntiles = (natoms + 63) / 64 * 2;
    const int tile_element_n0 = ntiles, ulisttot_n0 = ntiles * 32, ulisttot_n1 = values, ylist_n0 = ulisttot_n0, ylist_n1 = values;
    const int *tile_element = upload(std::vector<int>(ntiles, 0));
    std::vector<double2> v(size_t(ntiles) * values * 32);
    unsigned long long state = 88172645463325252ull;
    auto uniform = [&] { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return double(state >> 11) / double(1ull << 53) - 0.5; };
    for (size_t i = 0; i < v.size(); ++i) { v[i].x = uniform(); v[i].y = uniform(); }
    const int radial = entries.empty() ? 0 : blocks[3];
    for (int t = 0; t < ntiles; ++t) for (int k = 0; k < radial; ++k) for (int l = 0; l < 32; ++l) v[(size_t(t) * values + k) * 32 + l].y = 0;
    double2 *ulisttot = upload(v), *ylist;
    CHECK(cudaMalloc(&ylist, v.size() * sizeof(double2)));
    auto run = [&](const char *name, auto launch) {
      CHECK(cudaMemset(ylist, 0xff, v.size() * sizeof(double2)));
      launch();
      CHECK(cudaGetLastError());
      CHECK(cudaDeviceSynchronize());
      std::vector<double2> g(v.size());
      CHECK(cudaMemcpy(g.data(), ylist, g.size() * sizeof(double2), cudaMemcpyDeviceToHost));
      double error = 0, largest = 0;
      for (int atom : {0, 37, ntiles * 16 + 5, ntiles * 32 - 1}) {
        auto at = [&](int k) { return (size_t(atom / 32) * values + k) * 32 + atom % 32; };
        std::vector<Complex> own(values);
        for (int k = 0; k < values; ++k) own[k] = Complex{v[at(k)].x, v[at(k)].y};
        auto want = gradient(own, blocks, entries);
        for (int k = 0; k < values; ++k) {
          double e = std::hypot(g[at(k)].x - want[k].re, k < radial ? 0 : g[at(k)].y - want[k].im);
          error = std::max(error, e == e ? e : 1e300);
          largest = std::max(largest, std::hypot(want[k].re, want[k].im));
        }
      }
      cudaEvent_t begin, end;
      CHECK(cudaEventCreate(&begin));
      CHECK(cudaEventCreate(&end));
      std::vector<float> times;
      for (int i = 0; i < 18; ++i) {
        CHECK(cudaEventRecord(begin));
        launch();
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        float ms;
        CHECK(cudaEventElapsedTime(&ms, begin, end));
        if (i >= 3) times.push_back(ms);
      }
      std::sort(times.begin(), times.end());
      std::printf("%7d atoms, %s: %.2f ns/atom (median of 15; best %.2f), error %.1e %s\n", ntiles * 32, name, times[7] * 1e6 / (ntiles * 32), times[0] * 1e6 / (ntiles * 32), error / largest, error / largest < 1e-13 ? "ok" : "WRONG");
    };
    run("direct", [&] { yi_direct<<<parts * ntiles, dim3(32, warps)>>>(YI_DIRECT_ARGUMENTS); });
    CHECK(cudaFree(ulisttot));
    CHECK(cudaFree(ylist));
  }
}
