/* What the drivers measure with: times, their medians, and on CUDA a stream
 * and the milliseconds of what is enqueued on it. C, C++ and CUDA; nothing to
 * link. */
#ifndef LOOPYC_BENCH_TIMING_H
#define LOOPYC_BENCH_TIMING_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Microseconds. */
static inline double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

static inline int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Sorts them; of an even count, the upper of the two in the middle. */
static inline double median_of(double *times, int count) {
  qsort(times, (size_t)count, sizeof *times, ascending);
  return times[count / 2];
}

#ifdef __CUDACC__

#include <cuda_runtime.h>

#include <functional>
#include <vector>

static inline void check(cudaError_t error, const char *what) {
  if (error == cudaSuccess)
    return;
  fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  exit(1);
}

/* Whose work is timed. */
static cudaStream_t stream;

/* Milliseconds of each, in turns, so that all see the same machine; two turns
 * before do not count. */
static inline std::vector<double>
medians(const std::vector<std::function<void()>> &works, int rounds) {
  std::vector<std::vector<double>> times(works.size());
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  for (int round = -2; round < rounds; ++round)
    for (size_t w = 0; w < works.size(); ++w) {
      cudaEventRecord(begin, stream);
      works[w]();
      cudaEventRecord(end, stream);
      check(cudaEventSynchronize(end), "run");
      float ms;
      cudaEventElapsedTime(&ms, begin, end);
      if (round >= 0)
        times[w].push_back(ms);
    }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  std::vector<double> result;
  for (std::vector<double> &of : times)
    result.push_back(median_of(of.data(), (int)of.size()));
  return result;
}

static inline double median(const std::function<void()> &run, int rounds) {
  return medians({run}, rounds).front();
}

#endif

#endif
