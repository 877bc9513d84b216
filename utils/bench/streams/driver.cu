// Times the launchers of streams.f90 and products.F90 beside a copy, and kernels
// by hand (peers.cuh), on one stream; medians. Values are small integers, so that results are exact: they
// are compared with those of plain kernels. Prints a table.
#include "../timing.h"
#include "peers.cuh"
#include "products16.h"
#include "products32.h"
#include "products4.h"
#include "products8.h"
#include "streams.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

// --- the same by plain kernels, a thread for each element

using Count = unsigned long long;

template <typename T> __global__ void fill(T *x, int64_t n, unsigned seed) {
  for (int64_t i = blockIdx.x*(int64_t)blockDim.x + threadIdx.x; i < n;
       i += (int64_t)gridDim.x*blockDim.x)
    x[i] = (T)((((unsigned)i + seed)*2654435761u >> 24) & 7) - 3;
}

template <typename F> __global__ void each(int64_t n, F f) {
  for (int64_t i = blockIdx.x*(int64_t)blockDim.x + threadIdx.x; i < n;
       i += (int64_t)gridDim.x*blockDim.x)
    f(i);
}

template <typename T>
__global__ void differences(const T *a, const T *b, int64_t n, Count *wrong) {
  for (int64_t i = blockIdx.x*(int64_t)blockDim.x + threadIdx.x; i < n;
       i += (int64_t)gridDim.x*blockDim.x)
    if (a[i] != b[i])
      atomicAdd(wrong, 1);
}

// --- times

static int rounds = 11;
static double rate; // of a copy, bytes a millisecond

// Three arrays, and one for what is expected.
static char *memory[4];
static Count *wrong;
constexpr int64_t bytesOfEach = int64_t(1) << 31;

template <typename T> static T *array(int number) { return (T *)memory[number]; }

// `launch` and `plain` assign the array that they are given; `n` elements of it
// are compared, all of which begin with the same values.
template <typename T>
static void row(const std::string &name, double bytes, int64_t n,
                const std::function<void(T *)> &launch,
                const std::function<void(T *)> &plain,
                const std::function<void(T *)> &byHand = nullptr) {
  if (byHand)
    row<T>(name + " by hand", bytes, n, byHand, plain);
  for (int number = 0; number < 4; ++number)
    fill<<<1024, 256, 0, stream>>>(array<T>(number), bytesOfEach/(int64_t)sizeof(T),
                                   number == 3 ? 2 : number);
  cudaMemsetAsync(wrong, 0, sizeof(Count), stream);
  launch(array<T>(2));
  plain(array<T>(3));
  differences<<<1024, 256, 0, stream>>>(array<T>(2), array<T>(3), n, wrong);
  Count differ = 0;
  cudaMemcpyAsync(&differ, wrong, sizeof differ, cudaMemcpyDeviceToHost, stream);
  check(cudaStreamSynchronize(stream), name.c_str());
  double ms = median([&] { launch(array<T>(2)); }, rounds);
  std::printf("%-24s %8.4f ms  %5.1f %% of the bound  %llu differ\n",
              name.c_str(), ms, 100*bytes/rate/ms, differ);
}

static void saxpyRow(int n) {
  row<float>("saxpy " + std::to_string(n), 12.0*n, n,
             [=](float *y) { saxpy_launch_cuda(stream, n, 2, array<float>(0), y); },
             [=](float *y) {
               const float *x = array<float>(0);
               each<<<1024, 256, 0, stream>>>(n, [=] __device__(int64_t i) {
                 y[i] = y[i] + 2*x[i];
               });
             });
}

static void transposedRow(int n) {
  row<float>("transpose " + std::to_string(n), 8.0*n*n, (int64_t)n*n,
             [=](float *b) {
               transposed_launch_cuda(stream, n, n, array<float>(0), b);
             },
             [=](float *b) {
               const float *a = array<float>(0);
               each<<<1024, 256, 0, stream>>>((int64_t)n*n, [=] __device__(int64_t i) {
                 b[i] = a[i/n + n*(i%n)];
               });
             },
             [=](float *b) {
               peers::transposed(stream, n, n, array<float>(0), b);
             });
}

static double *coefficients; // 2, 1

static void laplacianRow(int n) {
  const double inside = n - 2;
  row<double>("laplacian " + std::to_string(n),
              8*((double)n*n*n + inside*inside*inside), (int64_t)n*n*n,
              [=](double *v) {
                laplacian_launch_cuda(stream, n, n, n, 2, array<double>(0), v);
              },
              [=](double *v) {
                const double *u = array<double>(0);
                const int64_t p = n, q = p*n;
                each<<<1024, 256, 0, stream>>>(q*n, [=] __device__(int64_t at) {
                  int64_t i = at%p, j = at/p%p, k = at/q;
                  if (i > 0 && j > 0 && k > 0 && i < n - 1 && j < n - 1 && k < n - 1)
                    v[at] = 2*u[at] + u[at - 1] + u[at + 1] + u[at - p] +
                            u[at + p] + u[at - q] + u[at + q];
                });
              },
              [=](double *v) {
                peers::laplacian(stream, n, coefficients, array<double>(0), v);
              });
}

// The launch overwrites what it reads: one launch each is compared.
static void waveRow(int n) {
  const double inside = n - 8;
  row<float>("wave " + std::to_string(n),
             4*((double)n*n*n + 3*inside*inside*inside), (int64_t)n*n*n,
             [=](float *v) {
               wave_launch_cuda(stream, n, n, n, array<float>(0) + (1 << 28),
                                array<float>(0), v, array<float>(1));
             },
             [=](float *v) {
               const float *u = array<float>(0), *speed = array<float>(1);
               const float *c = u + (1 << 28);
               const int64_t p = n, q = p*n;
               each<<<1024, 256, 0, stream>>>(q*n, [=] __device__(int64_t at) {
                 int64_t i = at%p, j = at/p%p, k = at/q;
                 if (i < 4 || j < 4 || k < 4 || i >= n - 4 || j >= n - 4 || k >= n - 4)
                   return;
                 float s = 3*c[0]*u[at];
                 for (int64_t h = 1; h <= 4; ++h)
                   s = s + c[h]*(u[at - h] + u[at + h] + u[at - h*p] + u[at + h*p] +
                                 u[at - h*q] + u[at + h*q]);
                 v[at] = 2*u[at] - v[at] + speed[at]*s;
               });
             },
             [=](float *v) {
               peers::wave(stream, n, array<float>(0) + (1 << 28),
                           array<float>(0), v, array<float>(1));
             });
}

template <typename Launch>
static void productsRow(int size, int less, Launch launch) {
  const int square = size*size, m = (1 << 28)/square - less;
  const int64_t n = (int64_t)square*m;
  row<float>("products " + std::to_string(size) + " " + std::to_string(m),
             12.0*n, n,
             [=](float *c) { launch(stream, m, array<float>(0), array<float>(1), c); },
             [=](float *c) {
               const float *a = array<float>(0), *b = array<float>(1);
               each<<<1024, 256, 0, stream>>>(n, [=] __device__(int64_t at) {
                 int64_t first = at/square*square;
                 int i = at%size, j = at/size%size;
                 float s = 0;
                 for (int k = 0; k < size; ++k)
                   s += a[first + i + size*k]*b[first + k + size*j];
                 c[at] = s;
               });
             });
}

// program [ROUNDS [KERNEL]]
int main(int count, char **words) {
  if (count > 1)
    rounds = std::atoi(words[1]);
  const std::string only = count > 2 ? words[2] : "";
  auto isAsked = [&](const char *kernel) { return only.empty() || only == kernel; };
  check(cudaStreamCreate(&stream), "stream");
  for (char *&one : memory)
    check(cudaMalloc(&one, bytesOfEach), "memory");
  check(cudaMalloc(&wrong, sizeof(Count)), "memory");
  const double both[] = {2, 1};
  check(cudaMalloc(&coefficients, sizeof both), "memory");
  check(cudaMemcpy(coefficients, both, sizeof both, cudaMemcpyHostToDevice), "memory");
  rate = 2*(double)bytesOfEach/median([] {
    cudaMemcpyAsync(memory[1], memory[0], bytesOfEach, cudaMemcpyDeviceToDevice,
                    stream);
  }, rounds);
  std::printf("a copy: %.0f GB/s\n", rate*1e-6);
  for (int n : {268435456, 268435453, 200000003})
    if (isAsked("saxpy"))
      saxpyRow(n);
  for (int n : {8192, 8191, 8000})
    if (isAsked("transposed"))
      transposedRow(n);
  for (int n : {512, 509, 500})
    if (isAsked("laplacian"))
      laplacianRow(n);
  for (int n : {512, 509, 500})
    if (isAsked("wave"))
      waveRow(n);
  for (int less : {0, 3}) {
    if (!isAsked("products"))
      continue;
    productsRow(4, less, products4_launch_cuda);
    productsRow(8, less, products8_launch_cuda);
    productsRow(16, less, products16_launch_cuda);
    productsRow(32, less, products32_launch_cuda);
  }
}
