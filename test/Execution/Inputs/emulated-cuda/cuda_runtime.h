/* As much of CUDA as check programs use, on the processor: each work-group is a
   process, which begin in any order and run at the same time, each work-item a
   thread. "Device" memory is shared by processes. */
#ifndef EMULATED_CUDA_H
#define EMULATED_CUDA_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef enum {
  cudaSuccess,
  cudaErrorMemoryAllocation,
  cudaErrorNoKernelImageForDevice,
  cudaErrorInvalidDeviceFunction,
  cudaErrorLaunchOutOfResources
} cudaError_t;
typedef enum {
  cudaDevAttrMaxBlockDimX,
  cudaDevAttrMaxBlockDimY,
  cudaDevAttrMaxBlockDimZ,
  cudaDevAttrMaxGridDimX,
  cudaDevAttrMaxGridDimY,
  cudaDevAttrMaxGridDimZ,
  cudaDevAttrMaxThreadsPerBlock,
  cudaDevAttrMaxSharedMemoryPerBlockOptin
} cudaDeviceAttr;
enum { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
typedef struct CUstream_st *cudaStream_t;
struct cudaDeviceProp {
  char name[256];
};

static inline cudaError_t cudaGetDeviceCount(int *count) {
  *count = 1;
  return cudaSuccess;
}
static inline cudaError_t cudaGetDevice(int *device) {
  *device = 0;
  return cudaSuccess;
}
static inline cudaError_t cudaSetDevice(int device) {
  return device ? cudaErrorInvalidDeviceFunction : cudaSuccess;
}
static inline cudaError_t
cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device) {
  (void)device;
  strcpy(properties->name, "processes");
  return cudaSuccess;
}
static inline cudaError_t cudaDeviceGetAttribute(int *value,
                                                 cudaDeviceAttr what, int d) {
  (void)what, (void)d;
  *value = 1 << 20;
  return cudaSuccess;
}
static inline const char *cudaGetErrorString(cudaError_t error) {
  return error == cudaSuccess ? "no error" : "an error";
}
static inline cudaError_t cudaGetLastError(void) { return cudaSuccess; }
static inline cudaError_t cudaDeviceSynchronize(void) { return cudaSuccess; }
static inline cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  (void)stream;
  return cudaSuccess;
}

/* Filled with what is no number, and no status either. Never given back. */
static inline cudaError_t cudaMalloc(void **memory, size_t bytes) {
  *memory = mmap(NULL, bytes + 1, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (*memory == MAP_FAILED)
    return cudaErrorMemoryAllocation;
  memset(*memory, 0xff, bytes);
  return cudaSuccess;
}
static inline cudaError_t cudaFree(void *memory) {
  (void)memory;
  return cudaSuccess;
}
static inline cudaError_t cudaMallocAsync(void **memory, size_t bytes,
                                          cudaStream_t stream) {
  (void)stream;
  return cudaMalloc(memory, bytes);
}
static inline cudaError_t cudaFreeAsync(void *memory, cudaStream_t stream) {
  (void)stream;
  return cudaFree(memory);
}
static inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes,
                                     int kind) {
  (void)kind;
  memcpy(to, from, bytes);
  return cudaSuccess;
}
static inline cudaError_t cudaMemcpyAsync(void *to, const void *from,
                                          size_t bytes, int kind,
                                          cudaStream_t stream) {
  (void)stream;
  return cudaMemcpy(to, from, bytes, kind);
}

#ifdef __cplusplus
#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#define __global__
#define __host__
#define __device__
#define __shared__ static
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)

struct dim3 {
  unsigned x, y, z;
  dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
struct uint3 {
  unsigned x, y, z;
};
static inline uint3 make_uint3(unsigned x, unsigned y, unsigned z) {
  return {x, y, z};
}
static dim3 gridDim, blockDim, blockIdx;
static thread_local dim3 threadIdx;
static pthread_barrier_t all_items, warps[32][33]; /* by number and lanes */

static inline void __syncthreads() { pthread_barrier_wait(&all_items); }
static inline void nap() { usleep(200); }
static inline void __threadfence() {
  __sync_synchronize();
  usleep(rand() % 300);
}
static inline int __ffs(int word) { return __builtin_ffs(word); }
template <typename T> static inline T atomicAdd(T *element, T value) {
  return __atomic_fetch_add(element, value, __ATOMIC_SEQ_CST);
}

/* What each lane of the mask says, to all of them; it is the first lanes. */
static inline unsigned item_number() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
template <typename T, typename Use>
static T together(unsigned mask, T own, Use use) {
  static unsigned char said[32][32][sizeof(long long)];
  const unsigned warp = item_number() / 32, lane = item_number() % 32;
  const int lanes = __builtin_popcount(mask);
  memcpy(said[warp][lane], &own, sizeof own);
  pthread_barrier_wait(&warps[warp][lanes]);
  T result = use(
      [&](int other) {
        T value;
        memset(&value, 0xd5, sizeof value);
        if (other >= 0 && other < lanes)
          memcpy(&value, said[warp][other], sizeof value);
        return value;
      },
      int(lane), lanes);
  pthread_barrier_wait(&warps[warp][lanes]);
  return result;
}
template <typename T>
static inline T __shfl_sync(unsigned mask, T own, int from) {
  return together(mask, own,
                  [=](auto said, int, int) { return said(from & 31); });
}
template <typename T>
static inline T __shfl_down_sync(unsigned mask, T own, unsigned distance) {
  return together(mask, own, [=](auto said, int lane, int) {
    return lane + int(distance) > 31 ? own : said(lane + int(distance));
  });
}
template <typename T>
static inline T __shfl_up_sync(unsigned mask, T own, unsigned distance) {
  return together(mask, own, [=](auto said, int lane, int) {
    return lane < int(distance) ? own : said(lane - int(distance));
  });
}
static inline unsigned __ballot_sync(unsigned mask, int own) {
  return together(mask, unsigned(own), [](auto said, int, int lanes) {
    unsigned bits = 0;
    for (int i = 0; i < lanes; ++i)
      bits |= (said(i) != 0u) << i;
    return bits;
  });
}

struct emulated_item {
  dim3 at;
  const std::function<void()> *run;
};
static void *run_item(void *item) {
  threadIdx = ((emulated_item *)item)->at;
  (*((emulated_item *)item)->run)();
  return NULL;
}

static void run_group(const std::function<void()> &run) {
  unsigned count = blockDim.x * blockDim.y * blockDim.z;
  pthread_barrier_init(&all_items, NULL, count);
  for (unsigned i = 1; i <= 32; ++i)
    for (auto &warp : warps)
      pthread_barrier_init(&warp[i], NULL, i);
  std::vector<emulated_item> items;
  for (unsigned i = 0; i < count; ++i)
    items.push_back({dim3(i % blockDim.x, i / blockDim.x % blockDim.y,
                          i / blockDim.x / blockDim.y),
                     &run});
  std::vector<pthread_t> threads(count);
  for (unsigned i = 0; i < count; ++i)
    if (pthread_create(&threads[i], NULL, run_item, &items[i]))
      abort();
  for (pthread_t thread : threads)
    pthread_join(thread, NULL);
}

/* At most `most` groups have begun and not ended. */
static void emulate(dim3 grid, dim3 block, const std::function<void()> &run) {
  static std::mt19937 random(1);
  const unsigned count = grid.x * grid.y * grid.z, most = 7;
  gridDim = grid, blockDim = block;
  std::vector<unsigned> order(count);
  for (unsigned i = 0; i < count; ++i)
    order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  unsigned begun = 0, ended = 0;
  while (ended < count) {
    if (begun < count && begun - ended < most) {
      unsigned group = order[begun++];
      pid_t child = fork();
      if (child < 0)
        abort();
      if (child == 0) {
        blockIdx = dim3(group % grid.x, group / grid.x % grid.y,
                        group / grid.x / grid.y);
        srand(group);
        run_group(run);
        _exit(0);
      }
      continue;
    }
    int status;
    if (wait(&status) < 0 || status != 0)
      abort();
    ++ended;
  }
}
#endif
#endif
