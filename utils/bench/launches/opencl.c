/* The OpenCL launcher beside bare launches of its kernels. */
#include "steps_host.c"

#include "medians.h"

static cl_context context;
static cl_command_queue queue;
static cl_kernel kernels[2];
static cl_mem a, b, c, workspace;

static int bare(void) {
  const size_t local = 128, global = (N + 127) / 128 * local;
  const cl_int n = N;
  cl_int error = 0;
  for (cl_int t = 0; t < STEPS; ++t) {
    error |= clSetKernelArg(kernels[0], 0, sizeof n, &n);
    error |= clSetKernelArg(kernels[0], 1, sizeof a, &a);
    error |= clSetKernelArg(kernels[0], 2, sizeof c, &c);
    error |= clSetKernelArg(kernels[0], 3, sizeof t, &t);
    error |= clEnqueueNDRangeKernel(queue, kernels[0], 1, NULL, &global, &local,
                                    0, NULL, NULL);
    error |= clSetKernelArg(kernels[1], 0, sizeof n, &n);
    error |= clSetKernelArg(kernels[1], 1, sizeof a, &a);
    error |= clSetKernelArg(kernels[1], 2, sizeof b, &b);
    error |= clSetKernelArg(kernels[1], 3, sizeof c, &c);
    error |= clSetKernelArg(kernels[1], 4, sizeof t, &t);
    error |= clEnqueueNDRangeKernel(queue, kernels[1], 1, NULL, &global, &local,
                                    0, NULL, NULL);
  }
  return error;
}

/* As careless as can be: what does not change is set once. */
static int barest(void) {
  const size_t local = 128, global = (N + 127) / 128 * local;
  const cl_int n = N;
  cl_int error = 0;
  error |= clSetKernelArg(kernels[0], 0, sizeof n, &n);
  error |= clSetKernelArg(kernels[0], 1, sizeof a, &a);
  error |= clSetKernelArg(kernels[0], 2, sizeof c, &c);
  error |= clSetKernelArg(kernels[1], 0, sizeof n, &n);
  error |= clSetKernelArg(kernels[1], 1, sizeof a, &a);
  error |= clSetKernelArg(kernels[1], 2, sizeof b, &b);
  error |= clSetKernelArg(kernels[1], 3, sizeof c, &c);
  for (cl_int t = 0; t < STEPS; ++t) {
    error |= clSetKernelArg(kernels[0], 3, sizeof t, &t);
    error |= clEnqueueNDRangeKernel(queue, kernels[0], 1, NULL, &global, &local,
                                    0, NULL, NULL);
    error |= clSetKernelArg(kernels[1], 4, sizeof t, &t);
    error |= clEnqueueNDRangeKernel(queue, kernels[1], 1, NULL, &global, &local,
                                    0, NULL, NULL);
  }
  return error;
}

static int launcher(void) {
  return steps_launch_opencl(queue, N, STEPS, a, b, NULL, workspace);
}

static int launcher_alone(void) {
  return steps_launch_opencl(queue, N, STEPS, a, b, NULL, NULL);
}

static void reset(void) {
  float values[N];
  for (int i = 0; i < N; ++i)
    values[i] = (float)(i % 32);
  clEnqueueWriteBuffer(queue, a, CL_TRUE, 0, sizeof values, values, 0, NULL,
                       NULL);
  clEnqueueWriteBuffer(queue, b, CL_TRUE, 0, sizeof values, values, 0, NULL,
                       NULL);
}

static void result(float *values) {
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, N * sizeof *values, values, 0, NULL,
                      NULL);
}

static void wait(void) { clFinish(queue); }

static cl_mem buffer(size_t bytes) {
  return clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
}

/* A GPU, or what there is. */
static cl_device_id find_device(void) {
  cl_platform_id platforms[16];
  cl_device_id device = NULL;
  cl_uint count = 0;
  clGetPlatformIDs(16, platforms, &count);
  for (cl_uint p = 0; p < count && p < 16; ++p)
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_GPU, 1, &device, NULL) ==
        CL_SUCCESS)
      return device;
  for (cl_uint p = 0; p < count && p < 16; ++p)
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 1, &device, NULL) ==
        CL_SUCCESS)
      return device;
  return NULL;
}

int main(int count, char **arguments) {
  static struct way ways[] = {{.name = "bare launches", .run = bare},
                              {.name = "bare, only t set anew", .run = barest},
                              {.name = "launcher, workspace", .run = launcher},
                              {.name = "launcher, allocates",
                               .run = launcher_alone}};
  int rounds = count > 1 ? atoi(arguments[1]) : 201;
  char name[256] = "";
  cl_device_id device = find_device();
  cl_program program;
  check(device != NULL, "no OpenCL device");
  check(rounds > 0 && rounds < MAX_ROUNDS, "ROUNDS");
  clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL);
  context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  queue = clCreateCommandQueue(context, device, 0, NULL);
  a = buffer(N * sizeof(float));
  b = buffer(N * sizeof(float));
  c = buffer(N * sizeof(float));
  workspace = buffer(steps_workspace_bytes(N, STEPS));
  program = find_program(context, device, "");
  check(program != NULL, "the program was not built");
  kernels[0] = clCreateKernel(program, "steps", NULL);
  kernels[1] = clCreateKernel(program, "steps_0", NULL);
  printf("%s\n", name);
  measure("OpenCL", ways, sizeof ways / sizeof *ways, rounds, reset, result,
          wait);
  return 0;
}
