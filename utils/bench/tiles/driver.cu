// Times the launchers of tiles.f90 beside cuBLAS, which is loaded where it is
// there, on one stream; medians. Prints a table.
#include "../timing.h"
#include "any.h"
#include "dividing.h"

#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

template <typename T> __global__ void fill(T *x, int64_t n, unsigned seed) {
  for (int64_t i = blockIdx.x*(int64_t)blockDim.x + threadIdx.x; i < n;
       i += (int64_t)gridDim.x*blockDim.x)
    x[i] = (T)((((unsigned)i + seed)*2654435761u >> 24) & 7) - 3;
}

// What such a product in double precision is bound by: sums of 8 by 8 products
// a work-item, of factors that come as short vectors of local memory, as in
// tiles.f90, but nothing is fetched, and nobody waits.
__global__ __launch_bounds__(128) void sumProducts(double *c, int steps) {
  __shared__ double a[8*128], b[8*64];
  for (int i = threadIdx.x; i < 8*128; i += 128)
    a[i] = b[i/2] = c[i];
  __syncthreads();
  const int item = threadIdx.x%16, column = threadIdx.x/16;
  double sums[8][8] = {};
  for (int step = 0; step < steps; ++step) {
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      double own[8], other[8];
#pragma unroll
      for (int part = 0; part < 4; ++part) {
        const double2 x = *(const double2 *)&a[k*128 + part*32 + 2*item];
        const double2 y = *(const double2 *)&b[k*64 + part*16 + 2*column];
        own[2*part] = x.x, own[2*part + 1] = x.y;
        other[2*part] = y.x, other[2*part + 1] = y.y;
      }
#pragma unroll
      for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j)
          sums[i][j] += own[i]*other[j];
    }
    asm volatile("" ::: "memory"); // each step loads
  }
  double sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += sums[i/8][i%8];
  if (sum != 0)
    c[0] = sum;
}

static void printBound(int rounds) {
  int processors = 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  double *c = nullptr;
  check(cudaMalloc(&c, 8*128*sizeof(double)), "memory");
  check(cudaMemset(c, 0, 8*128*sizeof(double)), "memory");
  const int steps = 2000, groups = 8*processors;
  double time = median(
      [&] { sumProducts<<<groups, 128, 0, stream>>>(c, steps); }, rounds);
  std::printf("bound of dgemm: %.1f TF/s\n",
              2.0*64*8*steps*128*groups/time*1e-9);
  cudaFree(c);
}

// Of the library's C interface, version 2.
struct Blas {
  void *handle = nullptr;
  int (*sgemm)(void *, int, int, int, int, int, const float *, const float *,
               int, const float *, int, const float *, float *, int) = nullptr;
  int (*dgemm)(void *, int, int, int, int, int, const double *, const double *,
               int, const double *, int, const double *, double *,
               int) = nullptr;
  Blas() {
    void *library = nullptr;
    for (const char *name : {"libcublas.so", "libcublas.so.13",
                             "libcublas.so.12", "libcublas.so.11"})
      if (!library)
        library = dlopen(name, RTLD_NOW);
    if (!library)
      return;
    auto create = (int (*)(void **))dlsym(library, "cublasCreate_v2");
    auto setStream = (int (*)(void *, cudaStream_t))dlsym(library, "cublasSetStream_v2");
    auto setMode = (int (*)(void *, int))dlsym(library, "cublasSetMathMode");
    create(&handle);
    setStream(handle, stream);
    setMode(handle, 2); // CUBLAS_PEDANTIC_MATH: no tensor cores of less precision
    sgemm = (decltype(sgemm))dlsym(library, "cublasSgemm_v2");
    dgemm = (decltype(dgemm))dlsym(library, "cublasDgemm_v2");
  }
};

template <typename T, typename Launch, typename Library>
static void row(const char *name, int n, Launch any, Launch dividing,
                Library library, int rounds) {
  const int64_t size = (int64_t)n*n;
  T *a, *b, *c, *d;
  check(cudaMalloc(&a, size*sizeof(T)), "memory");
  check(cudaMalloc(&b, size*sizeof(T)), "memory");
  check(cudaMalloc(&c, size*sizeof(T)), "memory");
  check(cudaMalloc(&d, size*sizeof(T)), "memory");
  fill<<<1024, 256, 0, stream>>>(a, size, 1);
  fill<<<1024, 256, 0, stream>>>(b, size, 5);
  const double flops = 2.0*n*n*n;
  double mine = median([&] { any(stream, n, n, n, a, b, c); }, rounds);
  double fixed = n % 128 ? 0
                         : median([&] { dividing(stream, n, n, n, a, b, d); },
                                  rounds);
  double theirs = library(n, a, b, d, rounds);
  int64_t wrong = -1;
  if (theirs > 0) {
    std::vector<T> one(size), other(size);
    cudaMemcpy(one.data(), c, size*sizeof(T), cudaMemcpyDeviceToHost);
    cudaMemcpy(other.data(), d, size*sizeof(T), cudaMemcpyDeviceToHost);
    wrong = 0;
    for (int64_t i = 0; i < size; ++i)
      wrong += one[i] != other[i];
  }
  std::printf("%-6s %5d  %8.3f ms %6.1f TF/s", name, n, mine, flops/mine*1e-9);
  if (fixed > 0)
    std::printf("   dividing %8.3f ms", fixed);
  if (theirs > 0)
    std::printf("   cuBLAS %8.3f ms, %5.1f %%, %lld differ", theirs,
                100*theirs/mine, (long long)wrong);
  std::printf("\n");
  for (T *array : {a, b, c, d})
    cudaFree(array);
}

int main(int count, char **words) {
  int rounds = count > 1 ? std::atoi(words[1]) : 15;
  check(cudaStreamCreate(&stream), "stream");
  Blas blas;
  printBound(rounds);
  for (int n : {4096, 4093, 4000}) {
    row<float>("sgemm", n, sgemm_launch_cuda, dividing_sgemm_launch_cuda,
               [&](int n, float *a, float *b, float *d, int rounds) {
                 float one = 1, zero = 0;
                 return blas.sgemm ? median([&] {
                   blas.sgemm(blas.handle, 0, 0, n, n, n, &one, a, n, b, n,
                              &zero, d, n);
                 }, rounds) : 0.0;
               }, rounds);
    row<double>("dgemm", n, dgemm_launch_cuda, dividing_dgemm_launch_cuda,
                [&](int n, double *a, double *b, double *d, int rounds) {
                  double one = 1, zero = 0;
                  return blas.dgemm ? median([&] {
                    blas.dgemm(blas.handle, 0, 0, n, n, n, &one, a, n, b, n,
                               &zero, d, n);
                  }, rounds) : 0.0;
                }, rounds);
  }
}
