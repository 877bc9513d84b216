/* A CUDA driver for machines without a device: libcuda.so.1 whose device is the
 * host's memory, and whose one kernel is axpy. What is asked of it is done at
 * once. It shows what the runtime asks for, not that a device would do it. */
#include "CUDA/Api.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INVALID_VALUE = 1, INVALID_IMAGE = 200, NOT_FOUND = 500 };
static char a_context, a_stream, a_event, a_module, a_kernel, a_pool;
static _Thread_local CUcontext current;

/* --- The device --- */

CUresult cuInit(unsigned flags) { return flags ? INVALID_VALUE : 0; }

/* FAKE_CUDA_DEVICES: how many; 1 without it. */
CUresult cuDeviceGetCount(int *count) {
  const char *wanted = getenv("FAKE_CUDA_DEVICES");
  *count = wanted ? atoi(wanted) : 1;
  return 0;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  int count;
  cuDeviceGetCount(&count);
  *device = ordinal;
  return ordinal < 0 || ordinal >= count ? INVALID_VALUE : 0;
}

CUresult cuDeviceGetName(char *name, int size, CUdevice device) {
  (void)device;
  snprintf(name, (size_t)size, "the host, as a CUDA device");
  return 0;
}

CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device) {
  static const struct {
    int attribute, value;
  } known[] = {{CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
               {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 49152},
               {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 1024},
               {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + 1, 1024},
               {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + 2, 64},
               {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, INT32_MAX},
               {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + 1, 65535},
               {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + 2, 65535},
               {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 9},
               {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0}};
  (void)device;
  for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
    if (known[i].attribute == attribute) {
      *value = known[i].value;
      return 0;
    }
  return INVALID_VALUE;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  (void)device;
  *context = (CUcontext)&a_context;
  return 0;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  current = context;
  return 0;
}

CUresult cuCtxGetCurrent(CUcontext *context) {
  *context = current;
  return 0;
}

CUresult cuCtxGetDevice(CUdevice *device) {
  *device = 0;
  return current ? 0 : INVALID_VALUE;
}

CUresult cuGetErrorName(CUresult error, const char **name) {
  *name = error == INVALID_IMAGE ? "CUDA_ERROR_INVALID_IMAGE" : "an error";
  return 0;
}

/* NVRTC asks the driver for tables of functions: they are empty. */
CUresult cuGetExportTable(const void **table, const void *identifier) {
  static const size_t empty[1] = {sizeof empty};
  (void)identifier;
  *table = empty;
  return 0;
}

/* --- Memory --- */

static char *at(CUdeviceptr address) { return (char *)(uintptr_t)address; }

/* FAKE_CUDA_BYTES: of the device; a terabyte without it. */
static size_t device_bytes(void) {
  const char *wanted = getenv("FAKE_CUDA_BYTES");
  return wanted ? strtoull(wanted, NULL, 10) : (size_t)1 << 40;
}

enum { HEADER = 64 };
static _Atomic size_t used;   /* and what the pool has free: */
static _Atomic size_t pooled; /* at most */
static _Atomic uint64_t threshold;

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes) {
  bool fits = bytes < device_bytes() && used + bytes <= device_bytes();
  char *memory = fits ? malloc(HEADER + bytes) : NULL;
  *address = 0;
  if (!memory)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *(size_t *)memory = bytes;
  used += bytes;
  *address = (CUdeviceptr)(uintptr_t)(memory + HEADER);
  return 0;
}

CUresult cuMemFree_v2(CUdeviceptr address) {
  char *memory = at(address) - HEADER;
  if (!address)
    return INVALID_VALUE;
  used -= *(size_t *)memory;
  free(memory);
  return 0;
}

size_t fake_cuda_used(void) { return used; }

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t keep) {
  size_t bytes = pooled > keep ? pooled - keep : 0;
  pooled -= bytes;
  used -= bytes;
  return pool ? 0 : INVALID_VALUE;
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device) {
  (void)device;
  *pool = (CUmemoryPool)&a_pool;
  return 0;
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, int attribute, void *value) {
  if (!pool || attribute != CU_MEMPOOL_ATTR_RELEASE_THRESHOLD)
    return INVALID_VALUE;
  threshold = *(uint64_t *)value;
  return 0;
}

/* The pool has room for the temporary, or it all goes back first. */
CUresult cuMemAllocAsync(CUdeviceptr *address, size_t bytes, CUstream stream) {
  cuMemPoolTrimTo((CUmemoryPool)&a_pool, pooled >= bytes ? pooled - bytes : 0);
  return stream ? cuMemAlloc_v2(address, bytes) : INVALID_VALUE;
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
  size_t bytes;
  if (!stream || !address)
    return INVALID_VALUE;
  bytes = *(size_t *)(at(address) - HEADER);
  if (pooled + bytes <= threshold) {
    used += bytes;
    pooled += bytes;
  }
  return cuMemFree_v2(address);
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes,
                              CUstream stream) {
  (void)stream;
  memcpy(at(to), from, bytes);
  return 0;
}

CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes,
                              CUstream stream) {
  (void)stream;
  memcpy(to, at(from), bytes);
  return 0;
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                              CUstream stream) {
  (void)stream;
  memcpy(at(to), at(from), bytes);
  return 0;
}

CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *c, CUstream stream) {
  const char *from =
      c->srcMemoryType == CU_MEMORYTYPE_HOST ? c->srcHost : at(c->srcDevice);
  char *to =
      c->dstMemoryType == CU_MEMORYTYPE_HOST ? c->dstHost : at(c->dstDevice);
  (void)stream;
  if (c->WidthInBytes > c->srcPitch || c->WidthInBytes > c->dstPitch ||
      c->Height > c->srcHeight || c->Height > c->dstHeight)
    return INVALID_VALUE;
  for (size_t slice = 0; slice < c->Depth; ++slice)
    for (size_t row = 0; row < c->Height; ++row)
      memcpy(to + (slice * c->dstHeight + row) * c->dstPitch,
             from + (slice * c->srcHeight + row) * c->srcPitch,
             c->WidthInBytes);
  return 0;
}

/* --- Streams and events --- */

CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  *stream = (CUstream)&a_stream;
  return flags == CU_STREAM_NON_BLOCKING ? 0 : INVALID_VALUE;
}

CUresult cuStreamSynchronize(CUstream stream) {
  return stream ? 0 : INVALID_VALUE;
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  return stream && event && !flags ? 0 : INVALID_VALUE;
}

CUresult cuEventCreate(CUevent *event, unsigned flags) {
  (void)flags;
  *event = (CUevent)&a_event;
  return 0;
}

CUresult cuEventDestroy_v2(CUevent event) { return event ? 0 : INVALID_VALUE; }

CUresult cuEventRecord(CUevent event, CUstream stream) {
  return event && stream ? 0 : INVALID_VALUE;
}

CUresult cuEventQuery(CUevent event) { return event ? 0 : INVALID_VALUE; }

CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent stop) {
  *milliseconds = 0.001F;
  return start && stop ? 0 : INVALID_VALUE;
}

/* --- Kernels --- */

static int is_image(const char *image) {
  return memcmp(image, "\177ELF", 4) == 0 || strstr(image, ".version");
}

CUresult cuModuleLoadData(CUmodule *module, const void *image) {
  *module = (CUmodule)&a_module;
  return is_image(image) ? 0 : INVALID_IMAGE;
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count,
                            int *options, void **values) {
  if (!is_image(image) && count && options[0] == CU_JIT_ERROR_LOG_BUFFER)
    strcpy(values[0], "neither a cubin nor PTX");
  return cuModuleLoadData(module, image);
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module,
                             const char *name) {
  *function = (CUfunction)&a_kernel;
  return module && strcmp(name, "axpy") == 0 ? 0 : NOT_FOUND;
}

CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction function) {
  *value = 1024;
  return function && attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK
             ? 0
             : INVALID_VALUE;
}

/* So much shared memory that a launch may ask for. */
static int most_shared_bytes = 0;

CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value) {
  if (function &&
      attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT) {
    fprintf(stderr, "fake: %d percent for blocks\n", value);
    return 0;
  }
  if (!function ||
      attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES ||
      value > 232448)
    return INVALID_VALUE;
  most_shared_bytes = value;
  return 0;
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                        unsigned grid_z, unsigned block_x, unsigned block_y,
                        unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void **arguments, void **extra) {
  int64_t threads = (int64_t)grid_x * block_x;
  int n = *(int *)arguments[0];
  float a = *(float *)arguments[1];
  const float *x = *(float **)arguments[2];
  float *y = *(float **)arguments[3];
  if (!current || !function || extra ||
      shared_bytes > (unsigned)most_shared_bytes || block_y * block_z != 1)
    return INVALID_VALUE;
  if (n == 0) {
    const unsigned *first = arguments[4];
    fprintf(stderr, "fake: %u, %u, %u groups from %u, %u, %u on\n", grid_x,
            grid_y, grid_z, first[0], first[1], first[2]);
    return 0;
  }
  if (!stream || grid_y * grid_z != 1)
    return INVALID_VALUE;
  for (int i = 0; i < n && i < threads; ++i)
    y[i] = a * x[i] + y[i];
  return 0;
}
