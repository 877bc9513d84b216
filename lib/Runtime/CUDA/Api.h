/* The part of the CUDA driver's interface that the runtime calls, from
 * libcuda.so.1 when first needed. The declarations are the driver's own binary
 * interface, written down here so that no toolkit is needed to build. */
#ifndef RT_CUDA_API_H
#define RT_CUDA_API_H

#include <stddef.h>
#include <stdint.h>

typedef int CUresult; /* enum in cuda.h */
typedef int CUdevice;
typedef uint64_t CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUstream_st *CUstream;
typedef struct CUmemPoolHandle_st *CUmemoryPool;
typedef struct CUevent_st *CUevent;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;

enum {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_READY = 600,
  CU_STREAM_NON_BLOCKING = 1,
  CU_MEMPOOL_ATTR_RELEASE_THRESHOLD = 4, /* a uint64_t: bytes */
  CU_EVENT_DEFAULT = 0,
  CU_EVENT_DISABLE_TIMING = 2,
  CU_MEMORYTYPE_HOST = 1,
  CU_MEMORYTYPE_DEVICE = 2,
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2, /* y and z follow */
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,  /* y and z follow */
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
  CU_JIT_ERROR_LOG_BUFFER = 5,
  CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6
};

/* Lengths in bytes, but heights and depths in rows and slices. */
typedef struct {
  size_t srcXInBytes, srcY, srcZ, srcLOD;
  int srcMemoryType;
  const void *srcHost;
  CUdeviceptr srcDevice;
  void *srcArray, *reserved0;
  size_t srcPitch, srcHeight;
  size_t dstXInBytes, dstY, dstZ, dstLOD;
  int dstMemoryType;
  void *dstHost;
  CUdeviceptr dstDevice;
  void *dstArray, *reserved1;
  size_t dstPitch, dstHeight;
  size_t WidthInBytes, Height, Depth;
} CUDA_MEMCPY3D;

/* F(name here, name in the library, parameters) */
#define RT_CUDA_FUNCTIONS(F)                                                   \
  F(cuInit, "cuInit", (unsigned flags))                                        \
  F(cuDeviceGetCount, "cuDeviceGetCount", (int *count))                        \
  F(cuDeviceGet, "cuDeviceGet", (CUdevice * device, int ordinal))              \
  F(cuDeviceGetName, "cuDeviceGetName", (char *name, int size, CUdevice))      \
  F(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain",                      \
    (CUcontext *, CUdevice))                                                   \
  F(cuCtxSetCurrent, "cuCtxSetCurrent", (CUcontext))                           \
  F(cuCtxGetCurrent, "cuCtxGetCurrent", (CUcontext *))                         \
  F(cuCtxGetDevice, "cuCtxGetDevice", (CUdevice *))                            \
  F(cuDeviceGetAttribute, "cuDeviceGetAttribute",                              \
    (int *value, int attribute, CUdevice))                                     \
  F(cuMemAlloc, "cuMemAlloc_v2", (CUdeviceptr *, size_t bytes))                \
  F(cuMemFree, "cuMemFree_v2", (CUdeviceptr))                                  \
  F(cuMemAllocAsync, "cuMemAllocAsync",                                        \
    (CUdeviceptr *, size_t bytes, CUstream))                                   \
  F(cuMemFreeAsync, "cuMemFreeAsync", (CUdeviceptr, CUstream))                 \
  F(cuDeviceGetDefaultMemPool, "cuDeviceGetDefaultMemPool",                    \
    (CUmemoryPool *, CUdevice))                                                \
  F(cuMemPoolSetAttribute, "cuMemPoolSetAttribute",                            \
    (CUmemoryPool, int attribute, void *value))                                \
  F(cuMemPoolTrimTo, "cuMemPoolTrimTo", (CUmemoryPool, size_t keep))           \
  F(cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2",                                 \
    (CUdeviceptr to, const void *from, size_t bytes, CUstream))                \
  F(cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2",                                 \
    (void *to, CUdeviceptr from, size_t bytes, CUstream))                      \
  F(cuMemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2",                                 \
    (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream))                \
  F(cuMemcpy3DAsync, "cuMemcpy3DAsync_v2", (const CUDA_MEMCPY3D *, CUstream))  \
  F(cuStreamCreate, "cuStreamCreate", (CUstream *, unsigned flags))            \
  F(cuStreamSynchronize, "cuStreamSynchronize", (CUstream))                    \
  F(cuStreamWaitEvent, "cuStreamWaitEvent",                                    \
    (CUstream, CUevent, unsigned flags))                                       \
  F(cuEventCreate, "cuEventCreate", (CUevent *, unsigned flags))               \
  F(cuEventDestroy, "cuEventDestroy_v2", (CUevent))                            \
  F(cuEventRecord, "cuEventRecord", (CUevent, CUstream))                       \
  F(cuEventQuery, "cuEventQuery", (CUevent))                                   \
  F(cuEventElapsedTime, "cuEventElapsedTime", (float *ms, CUevent, CUevent))   \
  F(cuModuleLoadDataEx, "cuModuleLoadDataEx",                                  \
    (CUmodule *, const void *image, unsigned count, int *options,              \
     void **values))                                                           \
  F(cuModuleGetFunction, "cuModuleGetFunction",                                \
    (CUfunction *, CUmodule, const char *name))                                \
  F(cuFuncGetAttribute, "cuFuncGetAttribute",                                  \
    (int *value, int attribute, CUfunction))                                   \
  F(cuFuncSetAttribute, "cuFuncSetAttribute",                                  \
    (CUfunction, int attribute, int value))                                    \
  F(cuLaunchKernel, "cuLaunchKernel",                                          \
    (CUfunction, unsigned grid_x, unsigned grid_y, unsigned grid_z,            \
     unsigned block_x, unsigned block_y, unsigned block_z,                     \
     unsigned shared_bytes, CUstream, void **arguments, void **extra))         \
  F(cuGetErrorName, "cuGetErrorName", (CUresult, const char **))

struct rt_cuda_api {
#define RT_MEMBER(NAME, SYMBOL, PARAMETERS) CUresult(*NAME) PARAMETERS;
  RT_CUDA_FUNCTIONS(RT_MEMBER)
#undef RT_MEMBER
};

/* NULL, and why in an error, if the library cannot be loaded. */
const struct rt_cuda_api *rt_cuda_api(void);

/* 0 for CUDA_SUCCESS; else records an error: memory, or what `doing` says. */
int rt_cuda_check(CUresult result, const char *doing);

#endif
