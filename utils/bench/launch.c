/* What loopyrt adds to a launch, and what a strided halo costs. A kernel of
 * eight arrays does next to nothing; bare launches and calls take turns, with a
 * wait after each batch that is not counted. A thousand other arrays are
 * present, and OpenCL and CUDA are looked up at run time: one binary for every
 * machine. */
#include "loopyrt.h"
#include "timing.h"

#include <CL/cl.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARRAYS = 8, OTHERS = 1000, SIZE = 256, BATCHES = 200, BATCH = 50 };

static float *arrays[ARRAYS];
static void *library;

#define FUNCTION(NAME)                                                         \
  __typeof__(&NAME) p_##NAME = (__typeof__(&NAME))dlsym(library, #NAME)

/* --- OpenCL --- */

static __typeof__(&clEnqueueNDRangeKernel) enqueue;
static __typeof__(&clSetKernelArg) set_argument;
static cl_kernel kernel;

static int prepare_opencl(cl_command_queue queue) {
  static const char *const text =
      "__kernel void touch(__global float *a, __global float *b, __global "
      "float *c,"
      " __global float *d, __global float *e, __global float *f, __global "
      "float *g,"
      " __global float *h) { if (get_global_id(0) == 0) a[0] = b[0]; }";
  cl_context context;
  cl_device_id device;
  cl_program program;
  cl_int error;
  library = dlopen("libOpenCL.so.1", RTLD_NOW);
  FUNCTION(clGetCommandQueueInfo);
  FUNCTION(clCreateKernel);
  enqueue = (__typeof__(enqueue))dlsym(library, "clEnqueueNDRangeKernel");
  set_argument = (__typeof__(set_argument))dlsym(library, "clSetKernelArg");
  p_clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context,
                          NULL);
  p_clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
  program = loopyrt_build_program(context, device, &text, 1, "");
  if (!program)
    return 1;
  kernel = p_clCreateKernel(program, "touch", &error);
  return error;
}

static int launch_opencl(void *queue, void **handles) {
  size_t global = 64;
  for (cl_uint i = 0; i < ARRAYS; ++i)
    set_argument(kernel, i, sizeof handles[i], &handles[i]);
  return enqueue(queue, kernel, 1, NULL, &global, &global, 0, NULL, NULL) ? 10
                                                                          : 0;
}

/* --- CUDA --- */

static int (*cuda_launch)(void *, unsigned, unsigned, unsigned, unsigned,
                          unsigned, unsigned, unsigned, void *, void **,
                          void **);
static void *function;

static int prepare_cuda(void) {
  static const char text[] =
      ".version 6.3\n.target sm_75\n.address_size 64\n"
      ".visible .entry touch(.param .u64 a, .param .u64 b, .param .u64 c, "
      ".param .u64 d,"
      " .param .u64 e, .param .u64 f, .param .u64 g, .param .u64 h) { ret; }\n";
  int (*load)(void **, const void *), (*get)(void **, void *, const char *);
  void *module;
  library = dlopen("libcuda.so.1", RTLD_NOW);
  *(void **)&load = dlsym(library, "cuModuleLoadData");
  *(void **)&get = dlsym(library, "cuModuleGetFunction");
  *(void **)&cuda_launch = dlsym(library, "cuLaunchKernel");
  return load(&module, text) || get(&function, module, "touch");
}

static int launch_cuda(void *stream, void **handles) {
  void *arguments[ARRAYS];
  for (int i = 0; i < ARRAYS; ++i)
    arguments[i] = &handles[i];
  return cuda_launch(function, 1, 1, 1, 64, 1, 1, 0, stream, arguments, NULL)
             ? 10
             : 0;
}

/* --- Measuring --- */

static int target;
static void *bare_queue, *bare_handles[ARRAYS];

static int launch(void *queue, void **handles) {
  return target == LOOPYRT_TARGET_CUDA ? launch_cuda(queue, handles)
                                       : launch_opencl(queue, handles);
}

static int bare(void) { return launch(bare_queue, bare_handles); }

/* An array of 16 rows, turned on the device. */
static void *turned(loopyrt_call *call, const char *name, float *array,
                    int access) {
  const int64_t extents[] = {16, SIZE / 16};
  const struct loopyrt_term terms[] = {{0, 1, 0, SIZE / 16, 0},
                                       {1, 1, 0, 1, 0}};
  void *handle;
  loopyrt_array_in_layout(call, name, array, access, sizeof *array, 2, extents,
                          2, terms, 1, SIZE * sizeof *array, &handle);
  return handle;
}

static int call_with(bool in_layouts) {
  static const char names[] = "a\0b\0c\0d\0e\0f\0g\0h";
  loopyrt_call *call;
  void *handles[ARRAYS];
  int status = 0;
  if (loopyrt_begin("touch", target, &call) < 0)
    return 1;
  for (int i = 0; i < ARRAYS; ++i) {
    int access = i ? LOOPYRT_READ : LOOPYRT_READ | LOOPYRT_WRITE;
    handles[i] = in_layouts ? turned(call, names + 2 * i, arrays[i], access)
                            : loopyrt_array(call, names + 2 * i, arrays[i],
                                            SIZE * sizeof(float), access);
  }
  /* Another layout is other memory. */
  memcpy(bare_handles, handles, sizeof handles);
  if (loopyrt_ready(call))
    status = launch(loopyrt_queue(call), handles);
  return loopyrt_finish(call, status);
}

static int call(void) { return call_with(false); }

static int call_in_layouts(void) { return call_with(true); }

static double batch(int run(void)) {
  double start = now(), end;
  for (int i = 0; i < BATCH; ++i)
    if (run()) {
      fprintf(stderr, "a launch failed\n");
      exit(1);
    }
  end = now();
  loopyrt_wait_all();
  return (end - start) / BATCH;
}

/* The first call tells the queue and the handles for bare launches. */
static int prepare(void) {
  loopyrt_call *call;
  if (loopyrt_begin("touch", target, &call) < 0)
    return 1;
  for (int i = 0; i < ARRAYS; ++i)
    bare_handles[i] =
        loopyrt_array(call, "a", arrays[i], SIZE * sizeof(float), LOOPYRT_READ);
  bare_queue = loopyrt_queue(call);
  loopyrt_finish(call, 0);
  return target == LOOPYRT_TARGET_CUDA ? prepare_cuda()
                                       : prepare_opencl(bare_queue);
}

/* One row of a square of doubles, down its columns: to the host and back. */
static void measure_halo(const char *name) {
  enum { N = 4096, TURNS = 50 };
  int64_t count = N, stride = N * sizeof(double);
  double times[2][TURNS], *square = calloc((size_t)N * N, sizeof *square);
  loopyrt_enter_data(square, N * stride, LOOPYRT_CREATE);
  for (int i = 0; i < TURNS; ++i) {
    double start = now(), middle;
    loopyrt_update_host_section(square, sizeof *square, 1, &count, &stride);
    middle = now();
    loopyrt_update_device_section(square, sizeof *square, 1, &count, &stride);
    times[0][i] = middle - start;
    times[1][i] = now() - middle;
  }
  loopyrt_exit_data(square, N * stride, LOOPYRT_DELETE);
  free(square);
  printf("%-8s halo of %d elements across columns: to host %.1f us, to device "
         "%.1f us\n",
         name, N, median_of(times[0], TURNS), median_of(times[1], TURNS));
}

static void measure_calls(const char *name, const char *how, int run(void)) {
  double bare_times[BATCHES], call_times[BATCHES], bare_time, call_time;
  batch(run), batch(bare);
  for (int i = 0; i < BATCHES; ++i) {
    bare_times[i] = batch(bare);
    call_times[i] = batch(run);
  }
  bare_time = median_of(bare_times, BATCHES);
  call_time = median_of(call_times, BATCHES);
  printf("%-8s bare launch %.3f us, %s %.3f us, difference %.3f us\n", name,
         bare_time, how, call_time, call_time - bare_time);
}

static void measure(const char *name) {
  if (prepare()) {
    printf("%-8s not here\n", name);
    return;
  }
  measure_calls(name, "through loopyrt", call);
  measure_calls(name, "in other layouts", call_in_layouts);
  measure_halo(name);
}

int main(void) {
  for (int i = 0; i < ARRAYS + OTHERS; ++i) {
    float *array = calloc(SIZE, sizeof *array);
    loopyrt_enter_data(array, SIZE * sizeof *array, LOOPYRT_COPYIN);
    if (i % (OTHERS / ARRAYS) == 0 && i / (OTHERS / ARRAYS) < ARRAYS)
      arrays[i / (OTHERS / ARRAYS)] = array;
  }
  target = LOOPYRT_TARGET_OPENCL;
  measure("OpenCL");
  target = LOOPYRT_TARGET_CUDA;
  measure("CUDA");
  return 0;
}
