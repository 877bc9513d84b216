// Times the launchers of samples/kernels on one stream, medians, beside a copy and
// cuBLAS, which is loaded where it is there. Each is compared with a plain kernel
// first. Prints a table.
#include "../timing.h"
#include "coulomb.h"
#include "dg_surface.h"
#include "dg_volume.h"
#include "saxpy.h"
#include "sgemm.h"

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

static int rounds = 15;
static bool allAgree = true;

// --- data

__global__ void fill(float *x, int64_t n, unsigned seed) {
  for (int64_t i = blockIdx.x*(int64_t)blockDim.x + threadIdx.x; i < n;
       i += (int64_t)gridDim.x*blockDim.x) {
    unsigned h = ((unsigned)i + seed)*2654435761u;
    h = (h ^ h >> 15)*2246822519u;
    x[i] = (h >> 8)/16777216.0f - 0.5f;
  }
}

struct Array {
  float *data = nullptr;
  int64_t size;
  explicit Array(int64_t size, unsigned seed = 1) : size(size) {
    check(cudaMalloc(&data, size*sizeof(float)), "memory");
    fill<<<1024, 256, 0, stream>>>(data, size, seed);
  }
  Array(const Array &) = delete;
  ~Array() { cudaFree(data); }
  operator float *() const { return data; }
};

struct Indices {
  int *data = nullptr;
  explicit Indices(const std::vector<int> &host) {
    check(cudaMalloc(&data, host.size()*sizeof(int)), "memory");
    cudaMemcpy(data, host.data(), host.size()*sizeof(int), cudaMemcpyHostToDevice);
  }
  ~Indices() { cudaFree(data); }
  operator int *() const { return data; }
};

static void launched(int status, const char *name) {
  if (!status)
    return;
  std::fprintf(stderr, "%s: the launcher returned %d\n", name, status);
  std::exit(1);
}

// The norm of the difference over the norm.
static double difference(const Array &mine, const Array &wanted) {
  std::vector<float> a(mine.size), b(mine.size);
  cudaStreamSynchronize(stream);
  check(cudaMemcpy(a.data(), mine, mine.size*sizeof(float), cudaMemcpyDeviceToHost), "copy");
  check(cudaMemcpy(b.data(), wanted, mine.size*sizeof(float), cudaMemcpyDeviceToHost), "copy");
  double difference = 0, norm = 0;
  for (int64_t i = 0; i < mine.size; ++i) {
    difference += (double(a[i]) - b[i])*(double(a[i]) - b[i]);
    norm += double(b[i])*b[i];
  }
  return norm > 0 ? std::sqrt(difference/norm) : 1;
}

static void row(const char *name, double ms, const char *figures, double error) {
  bool agrees = error < 1e-4;
  allAgree = allAgree && agrees;
  std::printf("%-10s %9.4f ms  %s  error %.1e%s\n", name, ms, figures, error,
              agrees ? "" : " DIFFERS");
}

// --- plain kernels

static int blocks(int64_t n) { return (int)((n + 255)/256); }
#define INDEX(i, n)                                                            \
  int64_t i = blockIdx.x*(int64_t)blockDim.x + threadIdx.x;                    \
  if (i >= (n))                                                                \
  return

__global__ void plainSaxpy(int64_t n, float a, float b, const float *x, const float *y, float *z) {
  INDEX(i, n);
  z[i] = a*x[i] + b*y[i];
}

__global__ void plainGemm(int n, const float *a, const float *b, float *c) {
  INDEX(at, (int64_t)n*n);
  int64_t i = at%n, j = at/n; // by columns
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[k*(int64_t)n + i]*b[j*n + k];
  c[at] = sum;
}

__global__ void plainCoulomb(int n, float eps, const float *x, const float *y, const float *z,
                             const float *charge, float *potential) {
  INDEX(i, n);
  float sum = 0;
  for (int j = 0; j < n; ++j) {
    float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
    sum += charge[j]/sqrtf(dx*dx + dy*dy + dz*dz + eps);
  }
  potential[i] = sum;
}

struct Volume {
  const float *p, *u, *v, *w, *r[3], *s[3], *t[3], *dr, *ds, *dt;
};

__global__ void plainVolume(int elements, int np, Volume in, float *rhsP, float *rhsU,
                            float *rhsV, float *rhsW) {
  INDEX(at, (int64_t)elements*np);
  int64_t k = at/np, n = at%np;
  const float *fields[4] = {in.p, in.u, in.v, in.w};
  float d[4][3] = {};
  for (int m = 0; m < np; ++m)
    for (int f = 0; f < 4; ++f) {
      float x = fields[f][k*np + m]; // rows of equal m lie side by side
      d[f][0] += in.dr[m*np + n]*x;
      d[f][1] += in.ds[m*np + n]*x;
      d[f][2] += in.dt[m*np + n]*x;
    }
  auto along = [&](int f, int axis) {
    return in.r[axis][k]*d[f][0] + in.s[axis][k]*d[f][1] + in.t[axis][k]*d[f][2];
  };
  rhsU[at] = -along(0, 0);
  rhsV[at] = -along(0, 1);
  rhsW[at] = -along(0, 2);
  rhsP[at] = -(along(1, 0) + along(2, 1) + along(3, 2));
}

struct Surface {
  const float *p, *u, *v, *w, *nx, *ny, *nz, *scale, *lift;
  const int *inner, *outer;
};

__global__ void plainSurface(int elements, int np, int nf, Surface in, float *rhsP, float *rhsU,
                             float *rhsV, float *rhsW) {
  INDEX(at, (int64_t)elements*np);
  int64_t k = at/np, n = at%np;
  float sum[4] = {};
  for (int f = 0; f < nf; ++f) {
    int64_t face = k*nf + f;
    int a = in.outer[face], b = in.inner[face];
    float dp = in.p[a] - in.p[b];
    float dn = in.nx[face]*(in.u[a] - in.u[b]) + in.ny[face]*(in.v[a] - in.v[b]) +
               in.nz[face]*(in.w[a] - in.w[b]);
    float l = in.lift[f*np + n], s = 0.5f*in.scale[face];
    sum[0] += l*s*(dn - dp);
    sum[1] += l*in.nx[face]*s*(dp - dn);
    sum[2] += l*in.ny[face]*s*(dp - dn);
    sum[3] += l*in.nz[face]*s*(dp - dn);
  }
  rhsP[at] += sum[0];
  rhsU[at] += sum[1];
  rhsV[at] += sum[2];
  rhsW[at] += sum[3];
}

// --- rows

static char text[200];
template <typename... Values> static const char *figures(const char *format, Values... values) {
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

// GB/s, bytes read and written.
static double copyRow() {
  const int64_t n = int64_t(1) << 28;
  Array x(n), y(n);
  double ms = median([&] {
    cudaMemcpyAsync(y, x, n*sizeof(float), cudaMemcpyDeviceToDevice, stream);
  }, rounds);
  double rate = 2.0*n*sizeof(float)/ms*1e-6;
  std::printf("%-10s %9.4f ms  %7.0f GB/s\n", "copy", ms, rate);
  return rate;
}

static void saxpyRow(double copy) {
  const int64_t n = int64_t(1) << 28;
  Array x(n, 1), y(n, 7), z(n), wanted(n);
  auto run = [&] { launched(saxpy_launch_cuda(stream, 2, 3, x, y, (int)n, z), "saxpy"); };
  run();
  plainSaxpy<<<blocks(n), 256, 0, stream>>>(n, 2, 3, x, y, wanted);
  double error = difference(z, wanted), ms = median(run, rounds);
  double rate = 3.0*n*sizeof(float)/ms*1e-6;
  row("saxpy", ms, figures("%7.0f GB/s, %5.1f %% of the copy", rate, 100*rate/copy), error);
}

// Of cuBLAS, version 2 of its C interface; 0 where it is not there.
static double theirs(int n, float *a, float *b, float *c) {
  void *library = nullptr;
  for (const char *name :
       {"libcublas.so", "libcublas.so.13", "libcublas.so.12", "libcublas.so.11"})
    if (!library)
      library = dlopen(name, RTLD_NOW);
  if (!library)
    return 0;
  void *handle;
  ((int (*)(void **))dlsym(library, "cublasCreate_v2"))(&handle);
  ((int (*)(void *, cudaStream_t))dlsym(library, "cublasSetStream_v2"))(handle, stream);
  // CUBLAS_PEDANTIC_MATH: no tensor cores of less precision
  ((int (*)(void *, int))dlsym(library, "cublasSetMathMode"))(handle, 2);
  auto gemm = (int (*)(void *, int, int, int, int, int, const float *, const float *, int,
                       const float *, int, const float *, float *, int))
      dlsym(library, "cublasSgemm_v2");
  float one = 1, zero = 0;
  return median([&] { gemm(handle, 0, 0, n, n, n, &one, a, n, b, n, &zero, c, n); },
                rounds);
}

static void sgemmRow(int n) {
  const int64_t size = (int64_t)n*n;
  Array a(size, 1), b(size, 7), c(size), wanted(size);
  auto run = [&] { launched(sgemm_launch_cuda(stream, a, b, c, n, n, n), "sgemm"); };
  run();
  plainGemm<<<blocks(size), 256, 0, stream>>>(n, a, b, wanted);
  double error = difference(c, wanted), ms = median(run, rounds), blas = theirs(n, a, b, wanted);
  char name[20];
  std::snprintf(name, sizeof name, "sgemm %d", n);
  row(name, ms, figures("%7.0f GFLOP/s, %5.1f %% of cuBLAS", 2.0*n*n*n/ms*1e-6, 100*blas/ms),
      error);
}

static void coulombRow() {
  const int n = 65536;
  Array x(n, 1), y(n, 2), z(n, 3), charge(n, 4), potential(n), wanted(n);
  auto run = [&] {
    launched(coulomb_launch_cuda(stream, x, y, z, charge, 1e-6f, n, potential), "coulomb");
  };
  run();
  plainCoulomb<<<blocks(n), 256, 0, stream>>>(n, 1e-6f, x, y, z, charge, wanted);
  double error = difference(potential, wanted), ms = median(run, rounds);
  row("coulomb", ms, figures("%7.0f million pairs/s", (double)n*n/ms*1e-3), error);
}

static void dgRows(double copy) {
  const int elements = 200000, np = 20, nf = 40;
  const int64_t nodes = (int64_t)elements*np, faces = (int64_t)elements*nf;
  Array p(nodes, 1), u(nodes, 2), v(nodes, 3), w(nodes, 4);
  Array d0(np*np, 5), d1(np*np, 6), d2(np*np, 7);
  std::vector<Array *> map;
  for (int k = 0; k < 9; ++k)
    map.push_back(new Array(elements, 10 + k));
  Array mine[4]{Array(nodes), Array(nodes), Array(nodes), Array(nodes)};
  Array wanted[4]{Array(nodes), Array(nodes), Array(nodes), Array(nodes)};
  auto worst = [&] {
    double error = 0;
    for (int f = 0; f < 4; ++f)
      error = std::max(error, difference(mine[f], wanted[f]));
    return error;
  };

  Volume volume{p, u, v, w, {*map[0], *map[3], *map[6]}, {*map[1], *map[4], *map[7]},
                {*map[2], *map[5], *map[8]}, d0, d1, d2};
  auto runVolume = [&] {
    launched(dg_volume_launch_cuda(stream, p, u, v, w, *map[0], *map[1], *map[2], *map[3],
                                   *map[4], *map[5], *map[6], *map[7], *map[8], d0, d1, d2,
                                   elements, mine[3], mine[0], mine[1], mine[2]),
             "dg_volume");
  };
  runVolume();
  plainVolume<<<blocks(nodes), 256, 0, stream>>>(elements, np, volume, wanted[3], wanted[0],
                                                 wanted[1], wanted[2]);
  double error = worst(), ms = median(runVolume, rounds);
  double flops = nodes*(24.0*np + 12 + 12 + 3*3), bytes = 4.0*(8.0*nodes + 9.0*elements);
  row("dg volume", ms,
      figures("%7.0f GFLOP/s, %5.1f %% of the copy's bandwidth", flops/ms*1e-6,
              100*bytes/ms*1e-6/copy),
      error);

  // Faces meet faces of elements near by.
  std::vector<int> inner(faces), outer(faces);
  for (int64_t at = 0; at < faces; ++at) {
    int64_t k = at/nf, f = at%nf, other = (k + 1 + f/10*37)%elements;
    inner[at] = (int)(k*np + f*7%np);
    outer[at] = (int)(other*np + f*3%np);
  }
  Indices in(inner), out(outer);
  Array nx(faces, 31), ny(faces, 32), nz(faces, 33), scale(faces, 34), lift(np*nf, 35);
  Surface surface{p, u, v, w, nx, ny, nz, scale, lift, in, out};
  for (int f = 0; f < 4; ++f)
    for (Array *rhs : {&mine[f], &wanted[f]})
      cudaMemsetAsync(rhs->data, 0, nodes*sizeof(float), stream);
  auto runSurface = [&] {
    launched(dg_surface_launch_cuda(stream, p, u, v, w, in, out, nx, ny, nz, scale, mine[3],
                                    mine[0], mine[1], mine[2], lift, elements),
             "dg_surface");
  };
  runSurface();
  plainSurface<<<blocks(nodes), 256, 0, stream>>>(elements, np, nf, surface, wanted[3], wanted[0],
                                                  wanted[1], wanted[2]);
  error = worst();
  ms = median(runSurface, rounds);
  flops = nodes*(8.0*nf + 3.0*nf) + faces*13.0;
  bytes = 4.0*(12.0*nodes + 6.0*faces);
  row("dg surface", ms,
      figures("%7.0f GFLOP/s, %5.1f %% of the copy's bandwidth", flops/ms*1e-6,
              100*bytes/ms*1e-6/copy),
      error);
  for (Array *array : map)
    delete array;
}

int main(int count, char **words) {
  rounds = count > 1 ? std::atoi(words[1]) : rounds;
  check(cudaStreamCreate(&stream), "stream");
  double copy = copyRow();
  saxpyRow(copy);
  for (int n : {4096, 4093})
    sgemmRow(n);
  coulombRow();
  dgRows(copy);
  return allAgree ? 0 : 1;
}
