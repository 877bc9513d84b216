#include "scale.h"

#include <stdio.h>

/* A device that reports less for a kernel than it runs: what the launcher is to
 * go by is the size that the kernel was compiled for. */
cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                cl_kernel_work_group_info name, size_t size,
                                void *value, size_t *returned) {
  (void)kernel;
  (void)device;
  (void)returned;
  if (name != CL_KERNEL_WORK_GROUP_SIZE || size < sizeof(size_t))
    return CL_INVALID_VALUE;
  *(size_t *)value = 1;
  return CL_SUCCESS;
}

static void report(const char *what, int status) {
  printf("%s: %d %s", what, status, loopyc_error_string(status));
}

int main(void) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int error;
  cl_event event;
  float x[100];
  if (clGetPlatformIDs(1, &platform, NULL) ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
    return 1;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  for (int i = 0; i < 100; ++i)
    x[i] = 1;
  cl_mem buffer =
      clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof x, x, &error);
  report("100 elements", scale_launch_opencl(queue, 100, buffer, &event));
  clWaitForEvents(1, &event);
  clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL);
  printf(", %.1f %.1f\n", x[0], x[99]);
  report("no elements", scale_launch_opencl(queue, 0, buffer, &event));
  clWaitForEvents(1, &event);
  printf("\n");
  report("small buffer", scale_launch_opencl(queue, 101, buffer, NULL));
  printf("\n");
  return 0;
}
