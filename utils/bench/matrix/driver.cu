// Times the launchers of matrix.f90 beside cuBLAS, which is loaded where it is
// there, and beside a copy, on one stream; medians. Prints a table.
#include "../timing.h"
#include "three.h"
#include "units.h"

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

static void launched(int status, const char *what) {
  if (status == 0)
    return;
  std::fprintf(stderr, "%s: the launcher returns %d\n", what, status);
  std::exit(1);
}

template <typename T> __global__ void fill(T *x, int64_t n, unsigned seed) {
  for (int64_t i = blockIdx.x*(int64_t)blockDim.x + threadIdx.x; i < n;
       i += (int64_t)gridDim.x*blockDim.x)
    x[i] = (T)((((unsigned)i + seed)*2654435761u >> 16) & 65535)/(T)32768 - 1;
}

// Of the library's C interface, version 2; types and modes by their numbers.
struct Blas {
  void *handle = nullptr;
  int (*gemm)(void *, int, int, int, int, int, const void *, const void *, int,
              int, const void *, int, int, const void *, void *, int, int, int,
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
    create(&handle);
    setStream(handle, stream);
    gemm = (decltype(gemm))dlsym(library, "cublasGemmEx");
  }
  template <typename T>
  void operator()(int n, const T *a, const T *b, T *c, int mode) const {
    const T one = 1, zero = 0;
    const int type = sizeof(T) == 8 ? 1 : 0; // CUDA_R_64F, CUDA_R_32F
    launched(gemm(handle, 0, 0, n, n, n, &one, a, type, n, b, type, n, &zero, c,
                  type, n, mode, -1),
             "cuBLAS");
  }
};

static constexpr int doubles = 70, singles = 68, tf32 = 77; // CUBLAS_COMPUTE_*

template <typename T, typename Launch>
static void product(const char *name, int n, Launch launch, const Blas &blas,
                    int mode, int rounds) {
  const int64_t size = (int64_t)n*n;
  T *a, *b, *c, *d;
  for (T **array : {&a, &b, &c, &d})
    check(cudaMalloc(array, size*sizeof(T)), "memory");
  fill<<<1024, 256, 0, stream>>>(a, size, 1);
  fill<<<1024, 256, 0, stream>>>(b, size, 5);
  cudaMemsetAsync(c, 255, size*sizeof(T), stream);
  double mine = median([&] { launched(launch(stream, n, n, n, a, b, c), name); },
                       rounds);
  std::printf("%-22s %5d  %8.3f ms %6.1f TF/s", name, n, mine,
              2.0*n*n*n/mine*1e-9);
  if (blas.gemm) {
    double theirs = median([&] { blas(n, a, b, d, mode); }, rounds);
    // Beside the best that there is of the precision.
    blas(n, a, b, d, sizeof(T) == 8 ? doubles : singles);
    std::vector<T> one(size), other(size);
    check(cudaStreamSynchronize(stream), "cuBLAS");
    cudaMemcpy(one.data(), c, size*sizeof(T), cudaMemcpyDeviceToHost);
    cudaMemcpy(other.data(), d, size*sizeof(T), cudaMemcpyDeviceToHost);
    double worst = 0, largest = 0;
    for (int64_t i = 0; i < size; ++i) {
      double apart = std::fabs((double)one[i] - other[i]);
      worst = apart <= worst ? worst : apart; // NaN, too
      largest = std::max(largest, std::fabs((double)other[i]));
    }
    std::printf("   cuBLAS %8.3f ms, %5.1f %%, differ by %.1e", theirs,
                100*theirs/mine, worst/largest);
  }
  std::printf("\n");
  for (T *array : {a, b, c, d})
    cudaFree(array);
}

// By hand, to compare with: a thread a value.
__global__ void reference(int np, int n, const double *d, const double *u,
                          double *du) {
  int p = blockIdx.x*blockDim.x + threadIdx.x;
  if (p >= np)
    return;
  const double *in = u + (int64_t)blockIdx.y*n*np;
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = 0; k < n; ++k)
      s += d[i + n*k]*in[p + np*k];
    du[((int64_t)blockIdx.y*n + i)*np + p] = s;
  }
}

static void derivative(int np, int rounds) {
  constexpr int n = 16;
  const int ne = (1 << 30)/(8*n*np);
  const int64_t size = (int64_t)ne*n*np;
  double *d, *u, *du, *other;
  check(cudaMalloc(&d, n*n*sizeof(double)), "memory");
  for (double **array : {&u, &du, &other})
    check(cudaMalloc(array, size*sizeof(double)), "memory");
  fill<<<1, 256, 0, stream>>>(d, n*n, 3);
  fill<<<1024, 256, 0, stream>>>(u, size, 1);
  double mine = median([&] {
    launched(derivative_launch_cuda(stream, np, ne, d, u, du), "derivative");
  }, rounds);
  double hand = median([&] {
    reference<<<dim3((np + 127)/128, ne), 128, 0, stream>>>(np, n, d, u, other);
  }, rounds);
  std::vector<double> one(size), two(size);
  cudaMemcpy(one.data(), du, size*8, cudaMemcpyDeviceToHost);
  cudaMemcpy(two.data(), other, size*8, cudaMemcpyDeviceToHost);
  double worst = 0;
  for (int64_t i = 0; i < size; ++i) {
    double apart = std::fabs(one[i] - two[i]);
    worst = apart <= worst ? worst : apart;
  }
  double copy = median([&] {
    cudaMemcpyAsync(other, u, size*8, cudaMemcpyDeviceToDevice, stream);
  }, rounds);
  std::printf("derivative, n=16 %11d  %8.3f ms %6.2f TB/s   copy %8.3f ms, "
              "%5.1f %%, by hand %8.3f ms, differ by %.1e\n",
              np, mine, 16.0*size/mine*1e-9, copy, 100*copy/mine, hand, worst);
  for (double *array : {d, u, du, other})
    cudaFree(array);
}

int main(int count, char **words) {
  int rounds = count > 1 ? std::atoi(words[1]) : 15;
  check(cudaStreamCreate(&stream), "stream");
  Blas blas;
  for (int n : {4096, 4093, 4000})
    product<double>("dgemm", n, dgemm_launch_cuda, blas, doubles, rounds);
  for (int n : {4096, 4093, 4000}) {
    product<float>("sgemm, tf32", n, sgemm_launch_cuda, blas, tf32, rounds);
    product<float>("sgemm, 3xtf32", n, three_sgemm_launch_cuda, blas, singles,
                   rounds);
  }
  for (int np : {256, 225})
    derivative(np, rounds);
}
