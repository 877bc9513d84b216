/* The CUDA device that a check program runs on. */
#include <cuda_runtime.h>

/* 0, or 2 with a message where there is no such device. */
static int open_device(int number, char *device, char *message, size_t size) {
  struct cudaDeviceProp properties;
  int device_count = 0;
  if (cudaGetDeviceCount(&device_count) != cudaSuccess ||
      number >= device_count || cudaSetDevice(number) != cudaSuccess ||
      cudaGetDeviceProperties(&properties, number) != cudaSuccess) {
    snprintf(message, size, "no CUDA device");
    return 2;
  }
  snprintf(device, 128, "%.127s", properties.name);
  return 0;
}
