// Times the launchers of wave.f90 beside a copy, on one stream; medians. Each
// reads `u` and `old` and writes `old`: three times the array's interior is
// what must move. Results are compared with one computed on the host.
#include "../timing.h"
#include "aligned.h"
#include "mapped.h"
#include "plain.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

static float valueAt(int64_t at, unsigned seed) {
  return (float)((((unsigned)at + seed)*2654435761u >> 20) & 255)/256;
}

static __global__ void fill(float *x, int64_t n, unsigned seed) {
  for (int64_t i = blockIdx.x*(int64_t)blockDim.x + threadIdx.x; i < n;
       i += (int64_t)gridDim.x*blockDim.x)
    x[i] = (float)((((unsigned)i + seed)*2654435761u >> 20) & 255)/256;
}

static const float coefficients[] = {-2.847222f, 1.6f, -0.2f, 0.025396825f,
                                     -0.0017857143f};

// Of one step at a point; outside of the interior, what was there.
static double expected(int n, int i, int j, int k) {
  auto at = [&](int x, int y, int z) { return x + (int64_t)n*(y + (int64_t)n*z); };
  const int64_t here = at(i, j, k);
  auto inside = [&](int x) { return x >= 4 && x < n - 4; };
  if (!inside(i) || !inside(j) || !inside(k))
    return valueAt(here, 5);
  auto u = [&](int64_t place) { return (double)valueAt(place, 1); };
  double value = (2 + 3*(double)coefficients[0])*u(here) - valueAt(here, 5);
  for (int r = 1; r <= 4; ++r)
    value += coefficients[r]*(u(at(i - r, j, k)) + u(at(i + r, j, k)) +
                              u(at(i, j - r, k)) + u(at(i, j + r, k)) +
                              u(at(i, j, k - r)) + u(at(i, j, k + r)));
  return value;
}

static int64_t countWrong(int n, const std::vector<float> &result) {
  int64_t wrong = 0;
  for (int64_t at = 0; at < (int64_t)result.size(); at += 7) {
    int i = at % n, j = at/n % n, k = at/n/n;
    wrong += !(std::fabs(result[at] - expected(n, i, j, k)) < 1e-4);
  }
  return wrong;
}

using Launch = decltype(&plain_launch_cuda);

int main(int count, char **words) {
  int rounds = count > 1 ? std::atoi(words[1]) : 15;
  check(cudaStreamCreate(&stream), "stream");
  const struct {
    const char *name;
    Launch launch;
  } kernels[] = {{"plain", plain_launch_cuda},
                 {"aligned", aligned_launch_cuda},
                 {"mapped", mapped_launch_cuda}};
  float *c;
  check(cudaMalloc(&c, sizeof coefficients), "memory");
  check(cudaMemcpy(c, coefficients, sizeof coefficients,
                   cudaMemcpyHostToDevice), "memory");
  int failures = 0;
  for (int n : {512, 500, 509}) {
    const int64_t size = (int64_t)n*n*n;
    float *u, *old;
    check(cudaMalloc(&u, size*sizeof(float)), "memory");
    check(cudaMalloc(&old, size*sizeof(float)), "memory");
    fill<<<1024, 256, 0, stream>>>(u, size, 1);
    double copy = median([&] {
      cudaMemcpyAsync(old, u, size*sizeof(float), cudaMemcpyDeviceToDevice,
                      stream);
    }, rounds);
    const double interior = std::pow(n - 8.0, 3);
    const double bound = copy*3*interior/(2.0*size);
    std::printf("%d: bound %.3f ms (a copy: %.0f GB/s)\n", n, bound,
                2e-6*size*sizeof(float)/copy);
    for (const auto &kernel : kernels) {
      fill<<<1024, 256, 0, stream>>>(old, size, 5);
      auto run = [&] {
        if (int status = kernel.launch(stream, n, n, n, c, u, old)) {
          std::fprintf(stderr, "%s: status %d\n", kernel.name, status);
          std::exit(1);
        }
      };
      run();
      check(cudaStreamSynchronize(stream), kernel.name);
      std::vector<float> result(size);
      check(cudaMemcpy(result.data(), old, size*sizeof(float),
                       cudaMemcpyDeviceToHost), "memory");
      const int64_t wrong = countWrong(n, result);
      failures += wrong != 0;
      double ms = median(run, rounds);
      std::printf("  %-8s %8.3f ms, %5.1f %% of the bound, %lld wrong\n",
                  kernel.name, ms, 100*bound/ms, (long long)wrong);
    }
    cudaFree(u);
    cudaFree(old);
  }
  return failures != 0;
}
