/* y := a*x + y, called as generated stubs call kernels. OpenCL and CUDA are
 * looked up at run time: the programs run on any machine. */
#include "loopyrt.h"

#include <CL/cl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* Kernels run on the device that LOOPYRT_DEVICE names. */
enum { DEVICE = LOOPYRT_TARGET_OPENCL | LOOPYRT_TARGET_CUDA };

static pthread_mutex_t built_lock = PTHREAD_MUTEX_INITIALIZER;

/* --- OpenCL --- */

static void *opencl(const char *function) {
  return dlsym(dlopen("libOpenCL.so.1", RTLD_NOW), function);
}
#define CL(FUNCTION) ((__typeof__(&FUNCTION))opencl(#FUNCTION))

static const char *const axpy_text[] = {
    "__kernel void axpy(int n, float a, __global const float *x, __global "
    "float *y) {\n",
    "  int i = get_global_id(0);\n", "  if (i < n) y[i] = a * x[i] + y[i];\n",
    "}\n"};

static cl_program build(cl_command_queue queue, const char *const *pieces,
                        size_t count) {
  cl_context context;
  cl_device_id device;
  CL(clGetCommandQueueInfo)
  (queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
  CL(clGetCommandQueueInfo)
  (queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
  return loopyrt_build_program(context, device, pieces, count, "-cl-std=CL1.2");
}

/* Built once. */
static cl_program axpy_program(cl_command_queue queue) {
  static cl_program program;
  pthread_mutex_lock(&built_lock);
  if (!program)
    program = build(queue, axpy_text, sizeof axpy_text / sizeof *axpy_text);
  pthread_mutex_unlock(&built_lock);
  return program;
}

static int launch_opencl(cl_command_queue queue, int n, float a, cl_mem x,
                         cl_mem y, cl_event *event) {
  size_t global = n;
  cl_int error = CL_SUCCESS;
  cl_program program = axpy_program(queue);
  cl_kernel kernel;
  if (!program)
    return 8;
  kernel = CL(clCreateKernel)(program, "axpy", &error);
  CL(clSetKernelArg)(kernel, 0, sizeof n, &n);
  CL(clSetKernelArg)(kernel, 1, sizeof a, &a);
  CL(clSetKernelArg)(kernel, 2, sizeof x, &x);
  CL(clSetKernelArg)(kernel, 3, sizeof y, &y);
  error |= CL(clEnqueueNDRangeKernel)(queue, kernel, 1, NULL, &global, NULL, 0,
                                      NULL, event);
  CL(clReleaseKernel)(kernel);
  return error == CL_SUCCESS ? 0 : 10;
}

/* --- CUDA, without its headers --- */

static void *cuda(const char *function) {
  return dlsym(dlopen("libcuda.so.1", RTLD_NOW), function);
}

static const char axpy_ptx[] =
    ".version 6.3\n.target sm_75\n.address_size 64\n"
    ".visible .entry axpy(.param .u32 n, .param .f32 a, .param .u64 x, .param "
    ".u64 y) {\n"
    "  .reg .pred %out; .reg .f32 %a, %v, %w; .reg .u32 %i, %b, %t, %n;\n"
    "  .reg .u64 %x, %y, %o;\n"
    "  mov.u32 %b, %ctaid.x; mov.u32 %t, %tid.x; mad.lo.u32 %i, %b, 128, %t;\n"
    "  ld.param.u32 %n, [n]; setp.ge.s32 %out, %i, %n; @%out bra DONE;\n"
    "  ld.param.f32 %a, [a]; ld.param.u64 %x, [x]; ld.param.u64 %y, [y];\n"
    "  mul.wide.u32 %o, %i, 4; add.u64 %x, %x, %o; add.u64 %y, %y, %o;\n"
    "  ld.global.f32 %v, [%x]; ld.global.f32 %w, [%y]; fma.rn.f32 %w, %a, %v, "
    "%w;\n"
    "  st.global.f32 [%y], %w;\n"
    "DONE: ret;\n}\n";

static void *axpy_function(void) {
  static void *function;
  int (*load)(void **, const void *), (*get)(void **, void *, const char *);
  void *module;
  *(void **)&load = cuda("cuModuleLoadData");
  *(void **)&get = cuda("cuModuleGetFunction");
  pthread_mutex_lock(&built_lock);
  if (!function && load(&module, axpy_ptx) == 0)
    get(&function, module, "axpy");
  pthread_mutex_unlock(&built_lock);
  return function;
}

static int launch_cuda(void *stream, int n, float a, void *x, void *y) {
  void *arguments[] = {&n, &a, &x, &y}, *function = axpy_function();
  int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                unsigned, unsigned, void *, void **, void **);
  if (!function)
    return 8;
  *(void **)&launch = cuda("cuLaunchKernel");
  return launch(function, (n + 127) / 128, 1, 1, 128, 1, 1, 0, stream,
                arguments, NULL)
             ? 10
             : 0;
}

/* --- C, and the call --- */

/* Threads may share y, each with its own elements of x that are not 0. */
static void on_host(int n, float a, const float *x, float *y) {
  for (int i = 0; i < n; ++i)
    if (x[i] != 0)
      y[i] = a * x[i] + y[i];
}

/* Returns what a stub would do: 0, or 1 for `error stop`. A launcher status
 * over 0 is returned in place of a launch. */
static int axpy_with_status(int targets, int launcher_status, int n, float a,
                            float *x, float *y) {
  loopyrt_call *call;
  int status = launcher_status;
  void *device_x, *device_y;
  int target = loopyrt_begin("axpy", targets, &call);
  if (target < 0)
    return 1;
  device_x = loopyrt_array(call, "x", x, n * sizeof *x, LOOPYRT_READ);
  device_y =
      loopyrt_array(call, "y", y, n * sizeof *y, LOOPYRT_READ | LOOPYRT_WRITE);
  if (loopyrt_ready(call) && status == 0 && target == LOOPYRT_TARGET_OPENCL)
    status = launch_opencl(loopyrt_queue(call), n, a, device_x, device_y,
                           (cl_event *)loopyrt_event(call));
  if (loopyrt_ready(call) && status == 0 && target == LOOPYRT_TARGET_CUDA)
    status = launch_cuda(loopyrt_queue(call), n, a, device_x, device_y);
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
