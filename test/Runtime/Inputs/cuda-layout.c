/* What the runtime declares of the CUDA driver, or (without OWN) what the
 * toolkit does: the two must print the same. */
#ifdef OWN
#include "CUDA/Api.h"
#else
#include <cuda.h>
#endif

#include <stddef.h>
#include <stdio.h>

#define VALUE(NAME) printf(#NAME " %d\n", (int)NAME)
#define SIZE(TYPE) printf(#TYPE " %zu\n", sizeof(TYPE))
#define FIELD(NAME) printf(#NAME " %zu\n", offsetof(CUDA_MEMCPY3D, NAME))

int main(void) {
  VALUE(CUDA_SUCCESS);
  VALUE(CUDA_ERROR_OUT_OF_MEMORY);
  VALUE(CUDA_ERROR_NOT_READY);
  VALUE(CU_STREAM_NON_BLOCKING);
  VALUE(CU_EVENT_DEFAULT);
  VALUE(CU_EVENT_DISABLE_TIMING);
  VALUE(CU_MEMORYTYPE_HOST);
  VALUE(CU_MEMORYTYPE_DEVICE);
  VALUE(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X);
  VALUE(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X);
  VALUE(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  VALUE(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  VALUE(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  VALUE(CU_JIT_ERROR_LOG_BUFFER);
  VALUE(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
  SIZE(CUresult);
  SIZE(CUdevice);
  SIZE(CUdeviceptr);
  SIZE(CUDA_MEMCPY3D);
  FIELD(srcXInBytes);
  FIELD(srcMemoryType);
  FIELD(srcHost);
  FIELD(srcDevice);
  FIELD(srcPitch);
  FIELD(srcHeight);
  FIELD(dstXInBytes);
  FIELD(dstMemoryType);
  FIELD(dstHost);
  FIELD(dstDevice);
  FIELD(dstPitch);
  FIELD(dstHeight);
  FIELD(WidthInBytes);
  FIELD(Height);
  FIELD(Depth);
  return 0;
}
