#ifndef DEVICE_CUDA_H
#define DEVICE_CUDA_H

#include "device.h"

#include <cuda_runtime_api.h>

struct device {
  cudaStream_t stream;
  cudaEvent_t start, stop;
  struct cudaDeviceProp properties;
};

#endif
