// Times the OpenCL launchers of streams.f90, products.F90, tiles.f90, coulomb.f90
// and sparse.f90 on one queue, beside a copy; medians. Results are compared with
// those of plain kernels (plain.h), and it exits with 1 if one differs. Prints a
// table.
#include "../timing.h"
#include "coulomb.h"
#include "dividing.h"
#include "plain.h"
#include "products16.h"
#include "products32.h"
#include "products4.h"
#include "products8.h"
#include "sparse.h"
#include "streams.h"
#include "tiles.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

static cl_context context;
static cl_command_queue queue;
static cl_program program;
static int rounds = 15;
static bool small = false;
static double rate; // of a copy, bytes a millisecond
static bool anyDiffer = false;

static void check(cl_int error, const char *what) {
  if (error == CL_SUCCESS)
    return;
  std::fprintf(stderr, "%s: OpenCL's error %d\n", what, error);
  std::exit(1);
}

// The first GPU, or else the first device.
static void open() {
  cl_platform_id platforms[8];
  cl_uint count = 0;
  check(clGetPlatformIDs(8, platforms, &count), "platforms");
  cl_device_id device = nullptr;
  for (cl_device_type type : std::initializer_list<cl_device_type>{
           CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ALL})
    for (cl_uint i = 0; i < std::min(count, 8u) && !device; ++i)
      if (clGetDeviceIDs(platforms[i], type, 1, &device, nullptr) != CL_SUCCESS)
        device = nullptr;
  if (!device)
    check(CL_DEVICE_NOT_FOUND, "devices");
  char name[256] = "";
  clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, nullptr);
  std::printf("%s\n", name);
  cl_int error;
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  check(error, "context");
  queue = clCreateCommandQueue(context, device, 0, &error);
  check(error, "queue");
  const char *text = plainKernels;
  program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  check(error, "plain kernels");
  check(clBuildProgram(program, 1, &device, "", nullptr, nullptr),
        "plain kernels");
}

// --- plain kernels

template <typename T> static void setArgument(cl_kernel kernel, cl_uint &number, const T &value) {
  check(clSetKernelArg(kernel, number++, sizeof value, &value), "argument");
}

template <typename... Values>
static void plain(const char *name, Values... values) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, name, &error);
  check(error, name);
  cl_uint number = 0;
  (setArgument(kernel, number, values), ...);
  const size_t items = small ? 1024 : 1024*256;
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0,
                               nullptr, nullptr), name);
  check(clFinish(queue), name);
  clReleaseKernel(kernel);
}

// --- arrays

template <typename T> struct TypeName;
template <> struct TypeName<float> { static constexpr const char *text = "float"; };
template <> struct TypeName<double> { static constexpr const char *text = "double"; };

static cl_mem memory(size_t bytes) {
  cl_int error;
  cl_mem result = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &error);
  check(error, "memory");
  return result;
}

// Of values from `least` to `least` + 7.
template <typename T> static cl_mem filled(int64_t n, unsigned seed, int least = -3) {
  cl_mem result = memory((size_t)n*sizeof(T));
  plain((std::string("fill_") + TypeName<T>::text).c_str(), result, (cl_long)n,
        (cl_uint)seed, (cl_int)least);
  return result;
}

template <typename T>
static int differences(cl_mem a, cl_mem b, int64_t n, float share) {
  cl_mem wrong = memory(sizeof(cl_int));
  cl_int count = 0;
  check(clEnqueueWriteBuffer(queue, wrong, CL_TRUE, 0, sizeof count, &count, 0,
                             nullptr, nullptr), "counter");
  plain((std::string("differences_") + TypeName<T>::text).c_str(), a, b,
        (cl_long)n, (cl_float)share, wrong);
  check(clEnqueueReadBuffer(queue, wrong, CL_TRUE, 0, sizeof count, &count, 0,
                            nullptr, nullptr), "counter");
  clReleaseMemObject(wrong);
  return count;
}

// --- times

// Milliseconds of one: medians of as many at a time as take ten or more.
static double median(const std::function<void()> &work) {
  auto timed = [&](int times) {
    check(clFinish(queue), "run");
    double begin = now();
    for (int i = 0; i < times; ++i)
      work();
    check(clFinish(queue), "run");
    return (now() - begin)*1e-3/times;
  };
  timed(1);
  int times = std::clamp((int)(10/timed(1)), 1, 200);
  std::vector<double> all;
  for (int round = 0; round < rounds; ++round)
    all.push_back(timed(times));
  return median_of(all.data(), (int)all.size());
}

// `launch` and `expect` set the array that they are given, of `n` elements, all
// of which begin with the same values. `amount`: bytes, operations or pairs;
// `what` says what became of them, given their number in a millisecond.
template <typename T>
static void row(const std::string &name, int64_t n, float share,
                const std::function<int(cl_mem)> &launch,
                const std::function<void(cl_mem)> &expect, double amount,
                const std::function<std::string(double)> &what) {
  cl_mem result = filled<T>(n, 2), expected = filled<T>(n, 2);
  int status = launch(result);
  if (status == LOOPYC_SUCCESS) {
    expect(expected);
    int differ = differences<T>(result, expected, n, share);
    anyDiffer |= differ != 0;
    double ms = median([&] { launch(result); });
    std::printf("%-24s %9.4f ms  %s  %d differ\n", name.c_str(), ms,
                what(amount/ms).c_str(), differ);
  } else {
    std::printf("%-24s %s\n", name.c_str(), loopyc_error_string(status));
  }
  clReleaseMemObject(result);
  clReleaseMemObject(expected);
}

static std::string text(const char *format, double value) {
  char line[64];
  std::snprintf(line, sizeof line, format, value);
  return line;
}

static std::string ofBound(double bytes) {
  return text("%5.1f %% of the bound", 100*bytes/rate);
}

static std::string teraflops(double operations) {
  return text("%6.2f TF/s", operations*1e-9);
}

static std::string gigapairs(double pairs) {
  return text("%7.1f Gpairs/s", pairs*1e-6);
}

static void measureCopy() {
  const size_t bytes = small ? 1 << 22 : 1 << 30;
  cl_mem a = memory(bytes), b = memory(bytes);
  rate = 2.0*bytes/median([&] {
    check(clEnqueueCopyBuffer(queue, a, b, 0, 0, bytes, 0, nullptr, nullptr),
          "copy");
  });
  std::printf("a copy: %.0f GB/s\n", rate*1e-6);
  clReleaseMemObject(a);
  clReleaseMemObject(b);
}

// --- kernels

static void saxpyRow(int n) {
  cl_mem x = filled<float>(n, 0);
  row<float>("saxpy " + std::to_string(n), n, 0,
             [=](cl_mem y) { return saxpy_launch_opencl(queue, n, 2, x, y, nullptr); },
             [=](cl_mem y) { plain("saxpy", (cl_long)n, x, y); }, 12.0*n, ofBound);
  clReleaseMemObject(x);
}

static void transposedRow(int n) {
  const int64_t all = (int64_t)n*n;
  cl_mem a = filled<float>(all, 0);
  row<float>("transpose " + std::to_string(n), all, 0,
             [=](cl_mem b) { return transposed_launch_opencl(queue, n, n, a, b, nullptr); },
             [=](cl_mem b) { plain("transposed", (cl_long)n, a, b); }, 8.0*all, ofBound);
  clReleaseMemObject(a);
}

static void laplacianRow(int n) {
  const int64_t all = (int64_t)n*n*n;
  const double inside = n - 2;
  cl_mem u = filled<double>(all, 0);
  row<double>("laplacian " + std::to_string(n), all, 0,
              [=](cl_mem v) { return laplacian_launch_opencl(queue, n, n, n, 2, u, v, nullptr); },
              [=](cl_mem v) { plain("laplacian", (cl_long)n, u, v); },
              8*(all + inside*inside*inside), ofBound);
  clReleaseMemObject(u);
}

// The launch overwrites what it reads: one launch each is compared.
static void waveRow(int n) {
  const int64_t all = (int64_t)n*n*n;
  const double inside = n - 8;
  cl_mem c = filled<float>(5, 3), u = filled<float>(all, 0), speed = filled<float>(all, 1);
  row<float>("wave " + std::to_string(n), all, 0,
             [=](cl_mem v) { return wave_launch_opencl(queue, n, n, n, c, u, v, speed, nullptr); },
             [=](cl_mem v) { plain("wave", (cl_long)n, c, u, speed, v); },
             4*(all + 3*inside*inside*inside), ofBound);
  for (cl_mem array : {c, u, speed})
    clReleaseMemObject(array);
}

using Products = int(cl_command_queue, int32_t, cl_mem, cl_mem, cl_mem, cl_event *);

static void productsRow(int n, Products *launch, int m) {
  const int64_t all = (int64_t)n*n*m;
  cl_mem a = filled<float>(all, 0), b = filled<float>(all, 1);
  row<float>("products " + std::to_string(n) + " " + std::to_string(m), all, 0,
             [=](cl_mem c) { return launch(queue, m, a, b, c, nullptr); },
             [=](cl_mem c) { plain("products", (cl_long)n, (cl_long)m, a, b, c); },
             12.0*all, ofBound);
  clReleaseMemObject(a);
  clReleaseMemObject(b);
}

using Gemm = int(cl_command_queue, int32_t, int32_t, int32_t, cl_mem, cl_mem, cl_mem, cl_event *);

template <typename T> static void gemmRow(const char *name, Gemm *launch, int n) {
  const int64_t all = (int64_t)n*n;
  cl_mem a = filled<T>(all, 0), b = filled<T>(all, 1);
  row<T>(std::string(name) + " " + std::to_string(n), all, 0,
         [=](cl_mem c) { return launch(queue, n, n, n, a, b, c, nullptr); },
         [=](cl_mem c) {
           plain(std::is_same_v<T, float> ? "sgemm" : "dgemm", (cl_long)n, a, b, c);
         },
         2.0*all*n, teraflops);
  clReleaseMemObject(a);
  clReleaseMemObject(b);
}

static void coulombRow(int n) {
  cl_mem at[3];
  for (cl_mem &x : at) {
    x = memory(n*sizeof(float));
    plain("places", x, (cl_long)n, (cl_uint)(1000003*(&x - at)));
  }
  cl_mem x = at[0], y = at[1], z = at[2], q = filled<float>(n, 0, 1);
  row<float>("coulomb " + std::to_string(n), n, 1e-3f,
             [=](cl_mem p) { return coulomb_launch_opencl(queue, n, x, y, z, q, p, nullptr); },
             [=](cl_mem p) { plain("coulomb", (cl_long)n, x, y, z, q, p); },
             (double)n*n, gigapairs);
  for (cl_mem array : {x, y, z, q})
    clReleaseMemObject(array);
}

static void sparseRow(int points) {
  const int n = points*points*points;
  std::vector<int> begins(1, 1);
  auto neighbours = [&](int i) { return 3 - (i == 0) - (i == points - 1); };
  for (int i = 0; i < n; ++i)
    begins.push_back(begins.back() + neighbours(i%points)*neighbours(i/points%points)*
                                         neighbours(i/points/points));
  const int entries = begins.back() - 1;
  cl_mem first = memory(begins.size()*sizeof(int)), column = memory(entries*sizeof(int));
  check(clEnqueueWriteBuffer(queue, first, CL_TRUE, 0, begins.size()*sizeof(int),
                             begins.data(), 0, nullptr, nullptr), "rows");
  plain("rows", (cl_int)points, first, column);
  cl_mem a = filled<double>(entries, 0), x = filled<double>(n, 1);
  row<double>("sparse, 27 points " + std::to_string(points), n, 0,
              [=](cl_mem y) {
                return dspmv_launch_opencl(queue, n, n, entries, first, column, a, x, y, nullptr);
              },
              [=](cl_mem y) { plain("sparse", (cl_long)n, first, column, a, x, y); },
              entries*12.0 + (n + 1)*4.0 + 2.0*n*8, ofBound);
  for (cl_mem array : {first, column, a, x})
    clReleaseMemObject(array);
}

int main(int count, char **words) {
  small = count == 3 && !std::strcmp(words[2], "small");
  if (count > 3 || (count == 3 && !small) ||
      (count > 1 && std::atoi(words[1]) < 1)) {
    std::fprintf(stderr, "usage: %s [ROUNDS [small]]\n", words[0]);
    return 1;
  }
  if (count > 1)
    rounds = std::atoi(words[1]);
  open();
  measureCopy();
  using Sizes = std::vector<int>;
  for (int n : small ? Sizes{1000, 1009} : Sizes{1 << 28, (1 << 28) - 3})
    saxpyRow(n);
  for (int n : small ? Sizes{256, 131} : Sizes{8192, 8191, 8000})
    transposedRow(n);
  for (int n : small ? Sizes{20, 37} : Sizes{512, 509, 500})
    laplacianRow(n);
  for (int n : small ? Sizes{20, 37} : Sizes{512, 509, 500})
    waveRow(n);
  const int elements = small ? 1 << 12 : 1 << 28;
  productsRow(4, products4_launch_opencl, elements/16 - 3);
  productsRow(8, products8_launch_opencl, elements/64 - 3);
  productsRow(16, products16_launch_opencl, elements/256 - 3);
  productsRow(32, products32_launch_opencl, elements/1024 - 3);
  const Sizes dividing = {small ? 128 : 4096};
  const Sizes any = small ? Sizes{128, 67} : Sizes{4096, 4093, 4000};
  for (int n : dividing)
    gemmRow<float>("sgemm, dividing", dividing_sgemm_launch_opencl, n);
  for (int n : any)
    gemmRow<float>("sgemm", sgemm_launch_opencl, n);
  for (int n : dividing)
    gemmRow<double>("dgemm, dividing", dividing_dgemm_launch_opencl, n);
  for (int n : any)
    gemmRow<double>("dgemm", dgemm_launch_opencl, n);
  for (int n : small ? Sizes{256, 131} : Sizes{65536, 65521})
    coulombRow(n);
  for (int points : small ? Sizes{7} : Sizes{160})
    sparseRow(points);
  return anyDiffer;
}
