#include "device_opencl.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_PLATFORMS = 16 };

static void must(cl_int error, const char *what) {
  if (error == CL_SUCCESS)
    return;
  fprintf(stderr, "%s: OpenCL error %d\n", what, error);
  exit(1);
}

static int find_device(cl_device_type type, cl_device_id *id) {
  cl_platform_id platforms[MOST_PLATFORMS];
  cl_uint count = 0;
  if (clGetPlatformIDs(MOST_PLATFORMS, platforms, &count) != CL_SUCCESS)
    return 0;
  for (cl_uint n = 0; n < count && n < MOST_PLATFORMS; ++n)
    if (clGetDeviceIDs(platforms[n], type, 1, id, NULL) == CL_SUCCESS)
      return 1;
  return 0;
}

struct device *device_open(void) {
  static struct device device;
  cl_int error;
  if (!find_device(CL_DEVICE_TYPE_GPU, &device.id) &&
      !find_device(CL_DEVICE_TYPE_CPU, &device.id))
    return NULL;
  must(clGetDeviceInfo(device.id, CL_DEVICE_TYPE, sizeof device.type,
                       &device.type, NULL),
       "device type");
  must(clGetDeviceInfo(device.id, CL_DEVICE_NAME, sizeof device.name,
                       device.name, NULL),
       "device name");
  device.context = clCreateContext(NULL, 1, &device.id, NULL, NULL, &error);
  must(error, "context");
  device.queue = clCreateCommandQueue(device.context, device.id,
                                      CL_QUEUE_PROFILING_ENABLE, &error);
  must(error, "queue");
  return &device;
}

const char *device_name(const struct device *device) { return device->name; }

int device_is_gpu(const struct device *device) {
  return (device->type & CL_DEVICE_TYPE_GPU) != 0;
}

void *device_new(struct device *device, size_t bytes) {
  cl_int error;
  cl_mem buffer =
      clCreateBuffer(device->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
  must(error, "device memory");
  return buffer;
}

void device_free(struct device *device, void *buffer) {
  (void)device;
  must(clReleaseMemObject(buffer), "device memory");
}

void device_write(struct device *device, void *buffer, const void *from,
                  size_t bytes) {
  must(clEnqueueWriteBuffer(device->queue, buffer, CL_TRUE, 0, bytes, from, 0,
                            NULL, NULL),
       "copy to the device");
}

void device_read(struct device *device, const void *buffer, void *to,
                 size_t bytes) {
  must(clEnqueueReadBuffer(device->queue, (cl_mem)buffer, CL_TRUE, 0, bytes, to,
                           0, NULL, NULL),
       "copy from the device");
}

int device_copy(struct device *device, void *to, const void *from,
                size_t bytes) {
  return clEnqueueCopyBuffer(device->queue, (cl_mem)from, to, 0, 0, bytes, 0,
                             NULL, &device->event);
}

static double event_milliseconds(cl_event event) {
  cl_ulong start, end;
  must(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start,
                               &start, NULL),
       "event");
  must(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end,
                               &end, NULL),
       "event");
  must(clReleaseEvent(event), "event");
  return (end - start) * 1e-6;
}

int device_time(struct device *device, device_work work, void *context,
                int count, double *milliseconds) {
  cl_event *events = calloc(count, sizeof *events);
  double sum = 0;
  int done = 0, status = 0;
  if (!events)
    abort();
  for (; done < count && !status; ++done) {
    status = work(device, context, done);
    events[done] = device->event;
  }
  must(clFinish(device->queue), "kernel");
  for (int n = 0; n < (status ? done - 1 : done); ++n)
    sum += event_milliseconds(events[n]);
  free(events);
  *milliseconds = sum / count;
  return status;
}
