/* CUDA modules: modules [IMAGE-FILE]. From PTX, from CUDA C++, from a file;
 * what cannot be loaded or launched. */
#include "axpy.h"

enum { N = 1000 };
static float *x, *y;
static const int64_t groups[3] = {(N + 127) / 128, 1, 1};
static const int local[3] = {128, 1, 1};

/* A call whose launcher uses modules. */
static int launch(struct CUfunc_st *function) {
  loopyrt_call *call;
  int n = N, status = 8;
  float a = 2;
  void *dx, *dy;
  if (loopyrt_begin("axpy", LOOPYRT_TARGET_CUDA, &call) < 0)
    return 1;
  dx = loopyrt_array(call, "x", x, N * sizeof *x, LOOPYRT_READ);
  dy = loopyrt_array(call, "y", y, N * sizeof *y, LOOPYRT_READ | LOOPYRT_WRITE);
  if (loopyrt_ready(call) && function) {
    void *arguments[] = {&n, &a, &dx, &dy};
    status = loopyrt_cuda_launch(function, groups, local, loopyrt_queue(call),
                                 arguments);
  }
  return loopyrt_finish(call, status);
}

static void told(const char *what, struct CUfunc_st *function) {
  int status = launch(function);
  printf("%s: %d, %g\n", what, status, y[N - 1]);
}

static struct CUfunc_st *axpy_of(struct CUmod_st *module) {
  return module ? loopyrt_cuda_function(module, "axpy") : NULL;
}

static struct CUmod_st *compiled(const char *assignment) {
  const char *pieces[] = {
      "extern \"C\" __global__ void axpy(int n, float a, const float *x,",
      " float *y) {\n  int i = 128 * blockIdx.x + threadIdx.x;\n",
      "  if (i < n) ", assignment, "\n}\n"};
  return loopyrt_cuda_compile(pieces, 5, "-DFACTOR=a  -fmad=false");
}

static struct CUmod_st *from_file(const char *path) {
  static char image[1 << 20];
  FILE *file = fopen(path, "rb");
  size_t bytes = file ? fread(image, 1, sizeof image - 1, file) : 0;
  return bytes ? loopyrt_cuda_module(image) : NULL;
}

/* Of no elements. */
static void parts(struct CUfunc_st *function) {
  const int64_t many[3] = {2, 140000, 65536};
  unsigned first_group[3] = {7, 7, 7};
  int n = 0;
  float a = 1;
  void *none = NULL, *arguments[] = {&n, &a, &none, &none, first_group};
  printf("parts: %d\n",
         loopyrt_cuda_launch_parts(function, many, local, 0, NULL, arguments,
                                   first_group));
}

static void sizes(struct CUfunc_st *function) {
  const int64_t none[3] = {1, 0, 1}, high[3] = {1, 70000, 1};
  const int wide[3] = {2048, 1, 1}, deep[3] = {64, 32, 1};
  printf("no groups: %d\n",
         loopyrt_cuda_launch(function, none, local, NULL, NULL));
  loopyrt_cuda_leave_l1(function);
  printf("grid: %d\n", loopyrt_cuda_launch(function, high, local, NULL, NULL));
  parts(function);
  printf("block: %d\n",
         loopyrt_cuda_launch(function, groups, wide, NULL, NULL));
  printf("threads: %d\n",
         loopyrt_cuda_launch(function, groups, deep, NULL, NULL));
}

int main(int count, char **arguments) {
  struct CUmod_st *module = loopyrt_cuda_module(axpy_ptx);
  x = filled(N, 1);
  y = filled(N, 1);
  if (!module) {
    print_error("no module");
    return 1;
  }
  told("PTX", axpy_of(module));
  told("NVRTC", axpy_of(compiled("y[i] = FACTOR * x[i] + y[i];")));
  if (count > 1)
    told("file", axpy_of(from_file(arguments[1])));
  sizes(axpy_of(module));
  if (!loopyrt_cuda_function(module, "axpby"))
    print_error("no kernel");
  if (!loopyrt_cuda_module("neither PTX nor a cubin"))
    print_error("no image");
  told("text", axpy_of(compiled("unheard_of = 1;")));
  return 0;
}
