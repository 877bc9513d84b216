// Times the launchers of sparse.f90 beside a kernel by hand, cuSPARSE, which is
// loaded where it is there, and a copy; medians. The matrix couples each point
// of a cubic grid with its 26 neighbours; values are small integers, so that all
// results are exact, whatever the order of the sum. Prints tables.
#include "../timing.h"
#include "variants.h"

#include <cusparse.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

// --- the matrix

static __host__ __device__ int neighbours(int at, int points) {
  return 1 + (at > 0) + (at < points - 1);
}

template <typename T> static __host__ __device__ T small(unsigned i) {
  return (T)(int)((i*2654435761u >> 24) & 7) - 3;
}

template <typename T>
__global__ void fillRows(int points, const int *first, int *column, T *a) {
  int row = blockIdx.x*blockDim.x + threadIdx.x;
  if (row >= points*points*points)
    return;
  int at[3] = {row % points, row/points % points, row/points/points};
  int k = first[row] - 1;
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        int x = at[0] + dx, y = at[1] + dy, z = at[2] + dz;
        if (x < 0 || y < 0 || z < 0 || x >= points || y >= points || z >= points)
          continue;
        a[k] = small<T>(k);
        column[k++] = x + points*(y + points*z) + 1;
      }
}

template <typename T> __global__ void fill(T *x, int n) {
  for (int i = blockIdx.x*blockDim.x + threadIdx.x; i < n; i += gridDim.x*blockDim.x)
    x[i] = small<T>(i + 77);
}

template <typename T> struct Matrix {
  int rows, nonzeros;
  int *first, *column;
  T *a, *x, *y, *right;

  explicit Matrix(int points) : rows(points*points*points) {
    std::vector<int> begins(rows + 1, 1);
    for (int i = 0; i < rows; ++i)
      begins[i + 1] = begins[i] + neighbours(i % points, points)*
                                      neighbours(i/points % points, points)*
                                      neighbours(i/points/points, points);
    nonzeros = begins[rows] - 1;
    check(cudaMalloc(&first, begins.size()*sizeof(int)), "memory");
    check(cudaMalloc(&column, nonzeros*sizeof(int)), "memory");
    check(cudaMalloc(&a, nonzeros*sizeof(T)), "memory");
    for (T **vector : {&x, &y, &right})
      check(cudaMalloc(vector, rows*sizeof(T)), "memory");
    check(cudaMemcpy(first, begins.data(), begins.size()*sizeof(int), cudaMemcpyHostToDevice), "copy");
    fillRows<<<(rows + 127)/128, 128, 0, stream>>>(points, first, column, a);
    fill<<<1024, 256, 0, stream>>>(x, rows);
  }
  ~Matrix() {
    for (void *array : {(void *)first, (void *)column, (void *)a, (void *)x, (void *)y, (void *)right})
      cudaFree(array);
  }
  // Each number that must move, once.
  double bytes() const {
    return nonzeros*(sizeof(T) + 4.0) + (rows + 1)*4.0 + 2.0*rows*sizeof(T);
  }
};

// --- by hand

template <typename T>
__global__ void oneThreadARow(int rows, const int *first, const int *column,
                              const T *a, const T *x, T *y) {
  int row = blockIdx.x*blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  T sum = 0;
  for (int k = first[row] - 1; k < first[row + 1] - 1; ++k)
    sum += a[k]*x[column[k] - 1];
  y[row] = sum;
}

template <int lanes, typename T>
__global__ void __launch_bounds__(256)
lanesARow(int rows, const int *__restrict__ first, const int *__restrict__ column,
          const T *__restrict__ a, const T *__restrict__ x, T *__restrict__ y) {
  int thread = blockIdx.x*blockDim.x + threadIdx.x;
  int row = thread/lanes, lane = thread % lanes;
  T sum = 0;
  if (row < rows) {
    int end = first[row + 1] - 1;
    for (int k = first[row] - 1 + lane; k < end; k += lanes)
      sum += a[k]*x[column[k] - 1];
  }
  for (int distance = lanes/2; distance > 0; distance /= 2)
    sum += __shfl_down_sync(~0u, sum, distance);
  if (lane == 0 && row < rows)
    y[row] = sum;
}

// --- cuSPARSE

struct Sparse {
  void *library = nullptr;
  cusparseHandle_t handle = nullptr;
#define FUNCTION(name) decltype(&::cusparse##name) name = (decltype(&::cusparse##name))find("cusparse" #name)
  void *find(const char *name) {
    for (const char *file : {"libcusparse.so", "libcusparse.so.13", "libcusparse.so.12", "libcusparse.so.11"})
      if (!library)
        library = dlopen(file, RTLD_NOW);
    return library ? dlsym(library, name) : nullptr;
  }
  FUNCTION(Create);
  FUNCTION(SetStream);
  FUNCTION(CreateCsr);
  FUNCTION(CreateDnVec);
  FUNCTION(SpMV_bufferSize);
  FUNCTION(SpMV_preprocess);
  FUNCTION(SpMV);
  FUNCTION(DestroySpMat);
  FUNCTION(DestroyDnVec);
#undef FUNCTION
  Sparse() {
    if (!SpMV)
      return;
    Create(&handle);
    SetStream(handle, stream);
  }

  // 0 where it cannot.
  template <typename T> double time(Matrix<T> &of, cusparseSpMVAlg_t how, int rounds) {
    if (!handle)
      return 0;
    const cudaDataType type = sizeof(T) == 8 ? CUDA_R_64F : CUDA_R_32F;
    const T one = 1, zero = 0;
    cusparseSpMatDescr_t matrix;
    cusparseDnVecDescr_t x, y;
    CreateCsr(&matrix, of.rows, of.rows, of.nonzeros, of.first, of.column, of.a,
                      CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE, type);
    CreateDnVec(&x, of.rows, of.x, type);
    CreateDnVec(&y, of.rows, of.y, type);
    size_t bytes = 0;
    void *buffer = nullptr;
    const auto as = CUSPARSE_OPERATION_NON_TRANSPOSE;
    double result = 0;
    if (SpMV_bufferSize(handle, as, &one, matrix, x, &zero, y, type, how, &bytes) == CUSPARSE_STATUS_SUCCESS &&
        cudaMalloc(&buffer, bytes + 1) == cudaSuccess) {
      if (SpMV_preprocess)
        SpMV_preprocess(handle, as, &one, matrix, x, &zero, y, type, how, buffer);
      if (SpMV(handle, as, &one, matrix, x, &zero, y, type, how, buffer) == CUSPARSE_STATUS_SUCCESS)
        result = median([&] {
          SpMV(handle, as, &one, matrix, x, &zero, y, type, how, buffer);
        }, rounds);
    }
    cudaFree(buffer);
    DestroySpMat(matrix);
    DestroyDnVec(x);
    DestroyDnVec(y);
    return result;
  }
};

// --- the table

template <typename T> class Table {
public:
  Table(int points, Sparse &sparse, double bandwidth, int rounds)
      : matrix(points), rounds(rounds), bound(matrix.bytes()/bandwidth*1e-6) {
    oneThreadARow<<<(matrix.rows + 255)/256, 256, 0, stream>>>(matrix.rows, matrix.first, matrix.column, matrix.a,
                                                               matrix.x, matrix.right);
    std::printf("%s precision, %d^3 points: %.2f GB, bound %.3f ms\n", sizeof(T) == 8 ? "double" : "single", points,
                matrix.bytes()*1e-9, bound);
    library = std::min({theirs(sparse, "cuSPARSE, default", CUSPARSE_SPMV_ALG_DEFAULT),
                        theirs(sparse, "cuSPARSE, CSR_ALG1", CUSPARSE_SPMV_CSR_ALG1),
                        theirs(sparse, "cuSPARSE, CSR_ALG2", CUSPARSE_SPMV_CSR_ALG2)});
  }

  void line(const std::string &name, const std::function<void()> &run) {
    check(cudaMemsetAsync(matrix.y, 255, matrix.rows*sizeof(T), stream), "set");
    print(name, median(run, rounds));
  }
  template <int lanes> void byHand() {
    line("by hand, " + std::to_string(lanes) + " lanes", [&] {
      lanesARow<lanes><<<(int)((matrix.rows*(int64_t)lanes + 255)/256), 256, 0, stream>>>(
          matrix.rows, matrix.first, matrix.column, matrix.a, matrix.x, matrix.y);
    });
  }
  template <typename Launch> void generated(int lanes, int ahead, int items, Launch launch) {
    line("loopyc, " + std::to_string(lanes) + " lanes, " + std::to_string(ahead) + " ahead, " + std::to_string(items),
         [&] {
           int status = launch(stream, matrix.rows, matrix.rows, matrix.nonzeros, matrix.first, matrix.column,
                               matrix.a, matrix.x, matrix.y);
           if (status != 0) {
             std::fprintf(stderr, "the launcher returns %d\n", status);
             std::exit(1);
           }
         });
  }

private:
  double theirs(Sparse &sparse, const char *name, cusparseSpMVAlg_t how) {
    check(cudaMemsetAsync(matrix.y, 255, matrix.rows*sizeof(T), stream), "set");
    double ms = sparse.time(matrix, how, rounds);
    if (ms > 0)
      print(name, ms);
    return ms > 0 ? ms : 1e30;
  }
  void print(const std::string &name, double ms) {
    check(cudaGetLastError(), name.c_str());
    std::vector<T> one(matrix.rows), other(matrix.rows);
    cudaMemcpy(one.data(), matrix.y, matrix.rows*sizeof(T), cudaMemcpyDeviceToHost);
    cudaMemcpy(other.data(), matrix.right, matrix.rows*sizeof(T), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < matrix.rows; ++i)
      wrong += !(one[i] == other[i]);
    std::printf("  %-36s %8.4f ms  %5.1f %% of the bound", name.c_str(), ms, 100*bound/ms);
    if (library > 0 && library < 1e30)
      std::printf("  %4.2f times cuSPARSE's speed", library/ms);
    std::printf("  %d differ\n", wrong);
    failed = failed || wrong;
  }

  Matrix<T> matrix;
  int rounds;
  double bound, library = 0;

public:
  bool failed = false;
};

static double copyBandwidth(int rounds) {
  const size_t bytes = size_t(1) << 30;
  char *from, *to;
  check(cudaMalloc(&from, bytes), "memory");
  check(cudaMalloc(&to, bytes), "memory");
  double ms = median([&] { cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream); }, rounds);
  cudaFree(from);
  cudaFree(to);
  std::printf("copy: %.0f GB/s\n", 2.0*bytes/ms*1e-6);
  return 2.0*bytes/ms*1e-6; // GB/s
}

int main(int count, char **words) {
  int rounds = count > 1 ? std::atoi(words[1]) : 21;
  std::vector<int> sizes;
  for (int i = 2; i < count; ++i)
    sizes.push_back(std::atoi(words[i]));
  if (sizes.empty())
    sizes = {160, 157};
  check(cudaStreamCreate(&stream), "stream");
  Sparse sparse;
  if (!sparse.handle)
    std::printf("no cuSPARSE\n");
  double bandwidth = copyBandwidth(rounds);
  bool failed = false;
  for (int points : sizes) {
    {
      Table<double> table(points, sparse, bandwidth, rounds);
      table.byHand<2>();
      table.byHand<4>();
      table.byHand<8>();
      table.byHand<16>();
      table.byHand<32>();
#define VARIANT(lanes, ahead, items, name) table.generated(lanes, ahead, items, name##_dspmv_launch_cuda);
#include "table.h"
#undef VARIANT
      failed = failed || table.failed;
    }
    Table<float> table(points, sparse, bandwidth, rounds);
    table.byHand<4>();
    table.byHand<8>();
    table.byHand<16>();
#define VARIANT(lanes, ahead, items, name) table.generated(lanes, ahead, items, name##_sspmv_launch_cuda);
#include "table.h"
#undef VARIANT
    failed = failed || table.failed;
  }
  return failed;
}
