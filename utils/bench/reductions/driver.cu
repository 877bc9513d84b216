// Times the launchers of reductions.f90 beside CUB and a copy, on one stream,
// with a workspace that is allocated once; medians. Prints a table.
#include "../timing.h"
#include "cg.h"
#include "reductions.h"

#include <cub/cub.cuh>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

__global__ static void fill(double *x, int64_t n, double scale) {
  for (int64_t i = blockIdx.x*(int64_t)blockDim.x + threadIdx.x; i < n;
       i += (int64_t)gridDim.x*blockDim.x)
    x[i] = scale*(1.0 + (i*2654435761u % 1000003)*1e-6);
}

// Singles of few bits, whose sums of groups are exact: any order gives the same.
__global__ static void fillSingles(float *x, int64_t n) {
  for (int64_t i = blockIdx.x*(int64_t)blockDim.x + threadIdx.x; i < n;
       i += (int64_t)gridDim.x*blockDim.x)
    x[i] = (float)(i*2654435761u % 3 == 0);
}

// Uniform, or with three of four values equal.
__global__ static void fillBytes(int *x, int64_t n, bool skewed) {
  for (int64_t i = blockIdx.x*(int64_t)blockDim.x + threadIdx.x; i < n;
       i += (int64_t)gridDim.x*blockDim.x) {
    unsigned h = (unsigned)i*2654435761u;
    x[i] = skewed && h >> 30 ? 7 : (h >> 16) & 255;
  }
}

template <typename T>
static int differences(const T *a, const T *b, int64_t n) {
  std::vector<T> one(n), other(n);
  cudaMemcpy(one.data(), a, n*sizeof(T), cudaMemcpyDeviceToHost);
  cudaMemcpy(other.data(), b, n*sizeof(T), cudaMemcpyDeviceToHost);
  int count = 0;
  for (int64_t i = 0; i < n; ++i)
    count += std::memcmp(&one[i], &other[i], sizeof(T)) != 0;
  return count;
}

__global__ static void countDifferences(const int *a, const int *b, int64_t n,
                                        unsigned long long *count) {
  for (int64_t i = blockIdx.x*(int64_t)blockDim.x + threadIdx.x; i < n;
       i += (int64_t)gridDim.x*blockDim.x)
    if (a[i] != b[i])
      atomicAdd(count, 1ull);
}

// How many words of a thousand runs' results are not those of the first.
static unsigned long long
wordsThatDiffer(const std::function<void()> &run, const void *result,
                size_t bytes) {
  int *first;
  unsigned long long *count, total;
  check(cudaMalloc(&first, bytes), "memory");
  check(cudaMalloc(&count, sizeof *count), "memory");
  cudaMemsetAsync(count, 0, sizeof *count, stream);
  run();
  cudaMemcpyAsync(first, result, bytes, cudaMemcpyDeviceToDevice, stream);
  for (int k = 0; k < 1000; ++k) {
    run();
    countDifferences<<<4096, 256, 0, stream>>>((const int *)result, first,
                                               bytes/4, count);
  }
  cudaMemcpyAsync(&total, count, sizeof total, cudaMemcpyDeviceToHost, stream);
  check(cudaStreamSynchronize(stream), "runs");
  cudaFree(first);
  cudaFree(count);
  return total;
}

static double valueAt(const double *device) {
  double value;
  check(cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost),
        "read");
  return value;
}

static void require(int status, const char *what) {
  if (status == 0)
    return;
  std::fprintf(stderr, "%s: %s\n", what, loopyc_error_string(status));
  std::exit(1);
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 31;
  const int n = 1 << 28, cells = 4096*4096;
  check(cudaStreamCreate(&stream), "stream");
  double *x, *y, *s, *t, *fields[12];
  check(cudaMalloc(&x, n*sizeof *x), "memory");
  check(cudaMalloc(&y, n*sizeof *y), "memory");
  check(cudaMalloc(&s, 8), "memory");
  check(cudaMalloc(&t, 8), "memory");
  fill<<<4096, 256, 0, stream>>>(x, n, 1.0);
  for (int f = 0; f < 12; ++f) {
    check(cudaMalloc(&fields[f], cells*sizeof(double)), "memory");
    fill<<<4096, 256, 0, stream>>>(fields[f], cells, 1.0 + f);
  }
  void *workspace, *cubSpace = nullptr;
  size_t cubBytes = 0;
  check(cudaMalloc(&workspace, std::max(total_workspace_bytes(n),
                                        time_step_workspace_bytes(cells))),
        "workspace");
  cub::DeviceReduce::Sum(cubSpace, cubBytes, x, t, n, stream);
  check(cudaMalloc(&cubSpace, cubBytes), "memory");

  auto sum = [&] {
    cudaMemsetAsync(s, 0, 8, stream);
    require(total_launch_cuda(stream, n, x, s, workspace), "total");
  };
  auto cubSum = [&] {
    cub::DeviceReduce::Sum(cubSpace, cubBytes, x, t, n, stream);
  };
  auto copy = [&] {
    cudaMemcpyAsync(y, x, n*sizeof *x, cudaMemcpyDeviceToDevice, stream);
  };
  auto step = [&] {
    double *const *a = fields;
    require(time_step_launch_cuda(stream, cells, a[0], a[1], a[2], a[3], a[4],
                                  a[5], a[6], a[7], a[8], a[9], a[10], a[11],
                                  s, workspace),
            "time_step");
  };
  // One step of conjugate gradients; the caller reads the residual back.
  const int edge = 4096;
  double *p, *rr, residual;
  void *cgSpace;
  check(cudaMalloc(&p, (edge + 2)*(int64_t)(edge + 2)*sizeof *p), "memory");
  check(cudaMalloc(&rr, 8), "memory");
  check(cudaMalloc(&cgSpace, cg_step_workspace_bytes(edge)), "workspace");
  fill<<<4096, 256, 0, stream>>>(p, (edge + 2)*(int64_t)(edge + 2), 1.0);
  fill<<<1, 32, 0, stream>>>(rr, 1, 1.0);
  auto cg = [&] {
    require(cg_step_launch_cuda(stream, edge, fields[0], fields[1], p,
                                fields[2], rr, cgSpace),
            "cg_step");
    cudaMemcpyAsync(&residual, rr, 8, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
  };
  // The smallest element and its place.
  int *at;
  cub::KeyValuePair<int, double> *pair;
  check(cudaMalloc(&at, 4), "memory");
  check(cudaMalloc(&pair, sizeof *pair), "memory");
  void *space[3] = {};
  size_t bytes[3] = {};
  cub::DeviceReduce::ArgMin(space[0], bytes[0], x, pair, n, stream);
  void *placeSpace;
  check(cudaMalloc(&placeSpace, smallest_workspace_bytes(n)), "workspace");
  auto place = [&] {
    cudaMemsetAsync(s, 0x7f, 8, stream);
    cudaMemsetAsync(at, 0, 4, stream);
    require(smallest_launch_cuda(stream, n, x, s, at, placeSpace), "smallest");
  };
  auto cubPlace = [&] {
    cub::DeviceReduce::ArgMin(space[0], bytes[0], x, pair, n, stream);
  };
  // Running sums of singles.
  float *singles, *sums, *backSums, *cubSums;
  check(cudaMalloc(&singles, n*sizeof *singles), "memory");
  check(cudaMalloc(&sums, n*sizeof *sums), "memory");
  check(cudaMalloc(&backSums, n*sizeof *backSums), "memory");
  check(cudaMalloc(&cubSums, n*sizeof *cubSums), "memory");
  fillSingles<<<4096, 256, 0, stream>>>(singles, n);
  cub::DeviceScan::InclusiveSum(space[1], bytes[1], singles, cubSums, n, stream);
  void *scanSpace;
  check(cudaMalloc(&scanSpace, running_workspace_bytes(n)), "workspace");
  auto scan = [&] {
    require(running_launch_cuda(stream, n, singles, sums, scanSpace), "running");
  };
  void *backSpace;
  check(cudaMalloc(&backSpace, looked_back_workspace_bytes(n)), "workspace");
  auto back = [&] {
    require(looked_back_launch_cuda(stream, n, singles, backSums, backSpace),
            "looked_back");
  };
  auto cubScan = [&] {
    cub::DeviceScan::InclusiveSum(space[1], bytes[1], singles, cubSums, n,
                                  stream);
  };
  // Histograms.
  int *uniform, *skewed, *bins, *cubBins;
  check(cudaMalloc(&uniform, n*sizeof *uniform), "memory");
  check(cudaMalloc(&skewed, n*sizeof *skewed), "memory");
  check(cudaMalloc(&bins, 256*sizeof *bins), "memory");
  check(cudaMalloc(&cubBins, 256*sizeof *cubBins), "memory");
  fillBytes<<<4096, 256, 0, stream>>>(uniform, n, false);
  fillBytes<<<4096, 256, 0, stream>>>(skewed, n, true);
  cub::DeviceHistogram::HistogramEven(space[2], bytes[2], uniform, cubBins, 257,
                                      0, 256, n, stream);
  for (int k = 0; k < 3; ++k)
    check(cudaMalloc(&space[k], bytes[k]), "memory");
  auto counted = [&](const int *values) {
    return [&, values] {
      cudaMemsetAsync(bins, 0, 256*sizeof *bins, stream);
      require(histogram_launch_cuda(stream, n, values, bins), "histogram");
    };
  };
  auto cubCounted = [&](const int *values) {
    return [&, values] {
      cub::DeviceHistogram::HistogramEven(space[2], bytes[2], values, cubBins,
                                          257, 0, 256, n, stream);
    };
  };
  std::vector<double> ms = medians(
      {sum, cubSum, copy, step, cg, place, cubPlace, scan, cubScan,
       counted(uniform), cubCounted(uniform), counted(skewed),
       cubCounted(skewed), back},
      rounds);
  const double copied = 2.0*n*sizeof(double)/ms[2]*1e-6; // GB/s
  auto line = [&](const char *what, double time, double bytes) {
    std::printf("%-24s %8.4f ms %8.1f GB/s  %5.1f %% of the copy\n", what, time,
                bytes/time*1e-6, 100*bytes/time*1e-6/copied);
  };
  line("copy", ms[2], 2.0*n*sizeof(double));
  line("sum", ms[0], 1.0*n*sizeof(double));
  line("cub::DeviceReduce::Sum", ms[1], 1.0*n*sizeof(double));
  line("time step, 12 arrays", ms[3], 12.0*cells*sizeof(double));
  line("cg step, 11 arrays", ms[4], 11.0*edge*edge*sizeof(double));
  std::printf("sum: %.1f %% of CUB's speed\n", 100*ms[1]/ms[0]);
  line("smallest, its place", ms[5], 1.0*n*sizeof(double));
  line("cub::DeviceReduce::ArgMin", ms[6], 1.0*n*sizeof(double));
  line("running sums", ms[7], 2.0*n*sizeof(float));
  line("the same by look-back", ms[13], 2.0*n*sizeof(float));
  line("cub::DeviceScan", ms[8], 2.0*n*sizeof(float));
  line("histogram, uniform", ms[9], 1.0*n*sizeof(int));
  line("cub::DeviceHistogram", ms[10], 1.0*n*sizeof(int));
  line("histogram, skewed", ms[11], 1.0*n*sizeof(int));
  line("cub::DeviceHistogram", ms[12], 1.0*n*sizeof(int));
  for (int k = 5; k < 13; k += 2)
    std::printf("%s: %.1f %% of CUB's speed\n",
                k == 5   ? "smallest"
                : k == 7 ? "running sums"
                : k == 9 ? "histogram, uniform"
                         : "histogram, skewed",
                100*ms[k + 1]/ms[k]);
  std::printf("running sums by look-back: %.1f %% of CUB's speed\n",
              100*ms[8]/ms[13]);
  place(), cubPlace(), scan(), back(), cubScan();
  counted(skewed)(), cubCounted(skewed)();
  cudaStreamSynchronize(stream);
  cub::KeyValuePair<int, double> least;
  int where;
  cudaMemcpy(&least, pair, sizeof least, cudaMemcpyDeviceToHost);
  cudaMemcpy(&where, at, 4, cudaMemcpyDeviceToHost);
  std::printf("smallest: at %d, CUB's at %d\n", where, least.key + 1);
  std::printf("running sums: %d of %d differ from CUB's\n",
              differences(sums, cubSums, 1 << 24), 1 << 24);
  std::printf("running sums by look-back: %d of %d differ from CUB's\n",
              differences(backSums, cubSums, 1 << 24), 1 << 24);
  std::printf("histogram: %d of 256 bins differ from CUB's\n",
              differences(bins, cubBins, 256));
  sum();
  cudaStreamSynchronize(stream);
  double ours = valueAt(s), theirs = valueAt(t);
  std::printf("sum: relative difference to CUB %.2g\n",
              std::abs(ours/theirs - 1));
  unsigned long long different = 0;
  auto same = [&](const char *what, const std::function<void()> &run,
                  const void *result, size_t bytes) {
    unsigned long long words = wordsThatDiffer(run, result, bytes);
    std::printf("%s: %llu words of 1000 runs differ from the first\n", what,
                words);
    different += words;
  };
  same("sum", sum, s, 8);
  same("time step", [&] { cudaMemsetAsync(s, 0x7f, 8, stream); step(); }, s, 8);
  same("smallest", place, s, 8);
  same("its place", place, at, 4);
  same("running sums", scan, sums, n*sizeof *sums);
  same("histogram", counted(skewed), bins, 256*sizeof *bins);
  return different != 0;
}
