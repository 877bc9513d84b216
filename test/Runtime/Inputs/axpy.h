/* y := a*x + y, called as generated stubs call kernels. */
#include "loopyrt.h"

#include <CL/cl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const axpy_text[] = {
    "__kernel void axpy(int n, float a, __global const float *x, __global float *y) {\n",
    "  int i = get_global_id(0);\n",
    "  if (i < n) y[i] = a * x[i] + y[i];\n",
    "}\n"};

static cl_program build(cl_command_queue queue, const char *const *pieces, size_t count) {
  cl_context context;
  cl_device_id device;
  clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
  clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
  return loopyrt_build_program(context, device, pieces, count, "-cl-std=CL1.2");
}

/* Built once. */
static cl_program axpy_program(cl_command_queue queue) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static cl_program program;
  pthread_mutex_lock(&lock);
  if (!program)
    program = build(queue, axpy_text, sizeof axpy_text / sizeof *axpy_text);
  pthread_mutex_unlock(&lock);
  return program;
}

static int launch_opencl(cl_command_queue queue, int n, float a, cl_mem x, cl_mem y,
                         cl_event *event) {
  size_t global = n;
  cl_int error = CL_SUCCESS;
  cl_program program = axpy_program(queue);
  cl_kernel kernel;
  if (!program)
    return 8;
  kernel = clCreateKernel(program, "axpy", &error);
  clSetKernelArg(kernel, 0, sizeof n, &n);
  clSetKernelArg(kernel, 1, sizeof a, &a);
  clSetKernelArg(kernel, 2, sizeof x, &x);
  clSetKernelArg(kernel, 3, sizeof y, &y);
  error |= clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, event);
  clReleaseKernel(kernel);
  return error == CL_SUCCESS ? 0 : 10;
}

static void on_host(int n, float a, const float *x, float *y) {
  for (int i = 0; i < n; ++i)
    y[i] = a * x[i] + y[i];
}

/* Returns what a stub would do: 0, or 1 for `error stop`. A launcher status over
 * 0 is returned in place of a launch. */
static int axpy_with_status(int targets, int launcher_status, int n, float a, float *x,
                            float *y) {
  loopyrt_call *call;
  int status = launcher_status;
  void *device_x, *device_y;
  int target = loopyrt_begin("axpy", targets, &call);
  if (target < 0)
    return 1;
  device_x = loopyrt_array(call, "x", x, n * sizeof *x, LOOPYRT_READ);
  device_y = loopyrt_array(call, "y", y, n * sizeof *y, LOOPYRT_READ | LOOPYRT_WRITE);
  if (loopyrt_ready(call) && status == 0 && target == LOOPYRT_TARGET_OPENCL)
    status = launch_opencl(loopyrt_queue(call), n, a, device_x, device_y,
                           (cl_event *)loopyrt_event(call));
  if (loopyrt_ready(call) && status == 0 && target == LOOPYRT_TARGET_C)
    on_host(n, a, device_x, device_y);
  switch (loopyrt_finish(call, status)) {
  case 0:
    return 0;
  case -1:
    on_host(n, a, x, y);
    loopyrt_host_done(call);
    return 0;
  default:
    return 1;
  }
}

static inline int axpy(int targets, int n, float a, float *x, float *y) {
  return axpy_with_status(targets, 0, n, a, x, y);
}

static inline float *filled(int n, float value) {
  float *array = malloc(n * sizeof *array);
  for (int i = 0; i < n; ++i)
    array[i] = value;
  return array;
}

/* The code of the last error and its sentence. */
static inline void print_error(const char *what) {
  printf("%s: %d %s\n", what, loopyrt_last_error(), loopyrt_error_message());
  fflush(stdout);
}
