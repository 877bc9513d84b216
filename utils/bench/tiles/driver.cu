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

// What such a product in double precision is bound by: sums of rows by columns
// products a work-item, back and forth, of factors that come as short vectors of
// local memory, as in tiles.f90, but nothing is fetched, and nobody waits. Two
// groups on a processor.
template <int rows, int columns>
__global__ __launch_bounds__(128, 2) void sumProducts(double *c, int steps) {
  __shared__ double a[8*16*rows], b[8*8*columns];
  for (int i = threadIdx.x; i < 8*16*rows; i += 128)
    a[i] = c[i%1024];
  for (int i = threadIdx.x; i < 8*8*columns; i += 128)
    b[i] = c[i%1024];
  __syncthreads();
  const int item = threadIdx.x%16, column = threadIdx.x/16;
  double sums[rows][columns] = {};
  for (int step = 0; step < steps; ++step) {
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      double own[rows], other[columns];
#pragma unroll
      for (int part = 0; part < rows/2; ++part) {
        const double2 x = *(const double2 *)&a[(k*rows + 2*part)*16 + 2*item];
        own[2*part] = x.x, own[2*part + 1] = x.y;
      }
#pragma unroll
      for (int part = 0; part < columns/2; ++part) {
        const double2 y = *(const double2 *)&b[(k*columns + 2*part)*8 + 2*column];
        other[2*part] = y.x, other[2*part + 1] = y.y;
      }
#pragma unroll
      for (int i = 0; i < rows; ++i)
#pragma unroll
        for (int j = 0; j < columns; ++j) {
          const int turned = i%2 ? columns - 1 - j : j;
          sums[i][turned] += own[i]*other[turned];
        }
    }
    asm volatile("" ::: "memory"); // each step loads
  }
  double sum = 0;
  for (int i = 0; i < rows*columns; ++i)
    sum += sums[i/columns][i%columns];
  if (sum != 0)
    c[0] = sum;
}

template <int rows, int columns> static void printBound(double *c, int rounds) {
  int processors = 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  const int steps = 2000, groups = 8*processors;
  double time = median(
      [&] { sumProducts<rows, columns><<<groups, 128, 0, stream>>>(c, steps); },
      rounds);
  std::printf("bound of dgemm, %d by %d sums: %.1f TF/s\n", rows, columns,
              2.0*rows*columns*8*steps*128*groups/time*1e-9);
}

static void printBounds(int rounds) {
  double *c = nullptr;
  check(cudaMalloc(&c, 1024*sizeof(double)), "memory");
  fill<<<1, 256, 0, stream>>>(c, 1024, 1);
  printBound<8, 8>(c, rounds);
  printBound<8, 10>(c, rounds);
  printBound<8, 12>(c, rounds);
  printBound<12, 8>(c, rounds);
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
  printBounds(rounds);
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
