// Times the launchers of coulomb.f90, plain and with fast math, and a kernel by
// hand, on one stream; medians. Prints a table.
#include "../timing.h"
#include "fast.h"
#include "plain.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

// The peer: a tile of charges as float4 in shared memory, of which each row of
// threads takes a part; four potentials a thread; j /= i asked in tiles that have
// charges of the block's own alone.
static constexpr int rowSize = 64, rows = 8, each = 4, tile = rowSize*rows;

__device__ static float inverseRoot(float x) {
  float root;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
  return root;
}

template <bool isOwn>
__device__ void addPairs(const float4 *charges, int begin, int first,
                         const float3 *at, float *sum) {
#pragma unroll 8
  for (int t = 0; t < rowSize; ++t) {
    float4 charge = charges[t];
#pragma unroll
    for (int k = 0; k < each; ++k) {
      float dx = at[k].x - charge.x, dy = at[k].y - charge.y,
            dz = at[k].z - charge.z;
      float root = inverseRoot(fmaf(dx, dx, fmaf(dy, dy, dz*dz)));
      if (isOwn)
        root = begin + t != first + k*rowSize ? root : 0;
      sum[k] = fmaf(charge.w, root, sum[k]);
    }
  }
}

__global__ __launch_bounds__(tile) void
byHand(int n, const float *__restrict__ x, const float *__restrict__ y,
       const float *__restrict__ z, const float *__restrict__ q,
       float *__restrict__ potential) {
  __shared__ float4 charges[tile];
  __shared__ float parts[rows][each*rowSize];
  float3 at[each];
  float sum[each];
  const int own = blockIdx.x*each*rowSize, first = own + threadIdx.x,
            item = threadIdx.y*rowSize + threadIdx.x;
#pragma unroll
  for (int k = 0; k < each; ++k) {
    int i = min(first + k*rowSize, n - 1);
    at[k] = make_float3(x[i], y[i], z[i]);
    sum[k] = 0;
  }
  for (int begin = 0; begin < n; begin += tile) {
    int j = begin + item;
    // Of no charge, and far from all that have one.
    charges[item] = j < n ? make_float4(x[j], y[j], z[j], q[j])
                          : make_float4(1e18f, 0, 0, 0);
    __syncthreads();
    const float4 *part = charges + threadIdx.y*rowSize;
    if (begin < own + each*rowSize && begin + tile > own)
      addPairs<true>(part, begin + threadIdx.y*rowSize, first, at, sum);
    else
      addPairs<false>(part, begin + threadIdx.y*rowSize, first, at, sum);
    __syncthreads();
  }
#pragma unroll
  for (int k = 0; k < each; ++k)
    parts[threadIdx.y][threadIdx.x + k*rowSize] = sum[k];
  __syncthreads();
  for (int k = item; k < each*rowSize && own + k < n; k += tile) {
    float all = 0;
    for (int r = 0; r < rows; ++r)
      all += parts[r][k];
    potential[own + k] = all;
  }
}

static int attribute(cudaDeviceAttr which) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, 0), "attribute");
  return value;
}

// A multiprocessor has 16 special functions a cycle.
static double limit(int n) {
  double perSecond = 16.0*attribute(cudaDevAttrMultiProcessorCount)*
                     attribute(cudaDevAttrClockRate)*1e3;
  return 1e3*n*(double)n/perSecond;
}

// Of some potentials, relative to the sum of magnitudes in double precision.
static double worstError(const std::vector<float> *in,
                         const std::vector<float> &potential) {
  size_t n = potential.size();
  double worst = 0;
  for (size_t i = 0; i < n; i += n/64 + 1) {
    double sum = 0, magnitude = 0;
    for (size_t j = 0; j < n; ++j) {
      double dx = (double)in[0][i] - in[0][j], dy = (double)in[1][i] - in[1][j],
             dz = (double)in[2][i] - in[2][j];
      if (j == i)
        continue;
      double term = in[3][j]/std::sqrt(dx*dx + dy*dy + dz*dz);
      sum += term;
      magnitude += std::fabs(term);
    }
    worst = std::max(worst, std::fabs(potential[i] - sum)/magnitude);
  }
  return worst;
}

static void table(int n, int rounds) {
  std::vector<float> in[4], out(n);
  float *device[4], *potential;
  check(cudaMalloc(&potential, n*sizeof(float)), "memory");
  for (int k = 0; k < 4; ++k) {
    in[k].resize(n);
    for (int i = 0; i < n; ++i)
      in[k][i] = (float)std::rand()/RAND_MAX - 0.5f;
    check(cudaMalloc(&device[k], n*sizeof(float)), "memory");
    cudaMemcpy(device[k], in[k].data(), n*sizeof(float), cudaMemcpyHostToDevice);
  }
  auto row = [&](const char *name, const std::function<void()> &run) {
    cudaMemset(potential, 0xff, n*sizeof(float));
    double ms = median(run, rounds);
    cudaMemcpy(out.data(), potential, n*sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%-10s %6d  %8.3f ms  %7.1f Gpairs/s  %5.1f %% of the "
                "special-function limit, error %.1e\n",
                name, n, ms, 1e-6*n*n/ms, 100*limit(n)/ms,
                worstError(in, out));
  };
  auto launch = [&](decltype(&plain_coulomb_launch_cuda) which) {
    int status = which(stream, n, device[0], device[1], device[2], device[3],
                       potential);
    if (status) {
      std::fprintf(stderr, "the launcher says %d\n", status);
      std::exit(1);
    }
  };
  row("plain", [&] { launch(plain_coulomb_launch_cuda); });
  row("fast math", [&] { launch(fast_coulomb_launch_cuda); });
  row("by hand", [&] {
    byHand<<<(n + rowSize*each - 1)/(rowSize*each), dim3(rowSize, rows), 0, stream>>>(
        n, device[0], device[1], device[2], device[3], potential);
  });
  for (float *array : device)
    cudaFree(array);
  cudaFree(potential);
}

int main(int count, char **words) {
  int rounds = count > 1 ? std::atoi(words[1]) : 15;
  check(cudaStreamCreate(&stream), "stream");
  for (int n : {65536, 65521})
    table(n, rounds);
}
