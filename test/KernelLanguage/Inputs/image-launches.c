/* Launches what reads images: of a part of a buffer, of arrays without
 * elements, of an array that is too wide. */
#include "images.h"
#include <stdio.h>

static cl_context context;
static cl_command_queue queue;

static cl_mem buffer_of(size_t bytes, void *data) {
  cl_int error;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, data,
                                 &error);
  return error == CL_SUCCESS ? buffer : NULL;
}

static void open_device(void) {
  cl_platform_id platform;
  cl_device_id device;
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  queue = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
}

int main(void) {
  static float numbers[20000], results[64];
  cl_buffer_region region = {1024, 16 * sizeof(float)};
  cl_mem all, part, y;
  cl_event launched;
  int i, status = 0;
  for (i = 0; i < 20000; ++i)
    numbers[i] = (float) i;
  open_device();
  all = buffer_of(sizeof numbers, numbers);
  y = buffer_of(sizeof results, results);
  part = clCreateSubBuffer(all, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);

  for (i = 0; i < 3 && status == LOOPYC_SUCCESS; ++i) {
    status = line_launch_opencl(queue, part, 16, y, &launched);
    clWaitForEvents(1, &launched);
    clReleaseEvent(launched);
    clFinish(queue);
  }
  clEnqueueReadBuffer(queue, y, CL_TRUE, 0, sizeof results, results, 0, NULL, NULL);
  printf("part: %d %g %g\n", status, results[0], results[15]);

  status = sums_launch_opencl(queue, all, 0, 5, y, NULL);
  clFinish(queue);
  clEnqueueReadBuffer(queue, y, CL_TRUE, 0, sizeof results, results, 0, NULL, NULL);
  printf("empty: %d %g %g\n", status, results[0], results[4]);
  status = sums_launch_opencl(queue, all, 4, 5, y, NULL);
  clFinish(queue);
  clEnqueueReadBuffer(queue, y, CL_TRUE, 0, sizeof results, results, 0, NULL, NULL);
  printf("rows: %d %g %g\n", status, results[0], results[4]);

  status = sums_launch_opencl(queue, all, 20000, 1, y, NULL);
  printf("wide: %s\n", loopyc_error_string(status));
  status = sums_launch_opencl(queue, all, 20001, 1, y, NULL);
  printf("small: %s\n", loopyc_error_string(status));
  return 0;
}
