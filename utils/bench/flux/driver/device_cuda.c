#include "device_cuda.h"

#include <stdio.h>
#include <stdlib.h>

static void must(cudaError_t error, const char *what) {
  if (error == cudaSuccess)
    return;
  fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  exit(1);
}

struct device *device_open(void) {
  static struct device device;
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0)
    return NULL;
  must(cudaGetDeviceProperties(&device.properties, 0), "device properties");
  must(cudaStreamCreate(&device.stream), "stream");
  must(cudaEventCreate(&device.start), "event");
  must(cudaEventCreate(&device.stop), "event");
  return &device;
}

const char *device_name(const struct device *device) {
  return device->properties.name;
}

int device_is_gpu(const struct device *device) {
  (void)device;
  return 1;
}

void *device_new(struct device *device, size_t bytes) {
  void *buffer = NULL;
  (void)device;
  must(cudaMalloc(&buffer, bytes), "device memory");
  return buffer;
}

void device_free(struct device *device, void *buffer) {
  (void)device;
  must(cudaFree(buffer), "device memory");
}

void device_write(struct device *device, void *buffer, const void *from,
                  size_t bytes) {
  must(cudaStreamSynchronize(device->stream), "kernel");
  must(cudaMemcpy(buffer, from, bytes, cudaMemcpyHostToDevice),
       "copy to the device");
}

void device_read(struct device *device, const void *buffer, void *to,
                 size_t bytes) {
  must(cudaStreamSynchronize(device->stream), "kernel");
  must(cudaMemcpy(to, buffer, bytes, cudaMemcpyDeviceToHost),
       "copy from the device");
}

int device_copy(struct device *device, void *to, const void *from,
                size_t bytes) {
  return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice,
                         device->stream);
}

int device_time(struct device *device, device_work work, void *context,
                int count, double *milliseconds) {
  float elapsed;
  int status = 0;
  must(cudaEventRecord(device->start, device->stream), "event");
  for (int n = 0; n < count && !status; ++n)
    status = work(device, context, n);
  must(cudaEventRecord(device->stop, device->stream), "event");
  must(cudaEventSynchronize(device->stop), "kernel");
  must(cudaEventElapsedTime(&elapsed, device->start, device->stop), "event");
  *milliseconds = elapsed / count;
  return status;
}
