/* Calls with absent, present and partly named arrays; OpenCL and C in turns. */
#include "axpy.h"

enum { N = 1000, C = LOOPYRT_TARGET_C };
enum { BYTES = N * sizeof(float) };

static void absent(float *x, float *y, int targets) {
  int status = axpy(targets, N, 2, x, y);
  printf("absent: %d, %g\n", status, y[N - 1]);
}

static void present(float *x, float *y, int targets) {
  int status;
  loopyrt_enter_data(x, BYTES, LOOPYRT_COPYIN);
  loopyrt_enter_data(y, BYTES, LOOPYRT_COPYIN);
  status = axpy(targets, N, 2, x, y) + axpy(targets, N, 2, x, y);
  loopyrt_update_host(y, 10 * sizeof *y);
  printf("present: %d, %g\n", status, y[9]);
}

/* Both offsets that devices have handles for, and odd ones. */
static void parts(float *x, float *y, int targets) {
  int status = axpy(targets, 300, 2, x + 512, y + 512) +
               axpy(targets, 7, 2, x + 3, y + 513);
  loopyrt_update_host(y, BYTES);
  printf("parts: %d, %g %g %g %g %g\n", status, y[511], y[512], y[513], y[520],
         y[812]);
}

static void exits(float *x, float *y) {
  loopyrt_exit_data(x, BYTES, LOOPYRT_DELETE);
  loopyrt_exit_data(y, BYTES, LOOPYRT_COPYOUT);
  printf("exit: %g %g, present: %d %d\n", y[0], y[513],
         loopyrt_is_present(x, 4), loopyrt_is_present(y, 4));
}

/* Each kernel finds what the other left, without an update. */
static void both(float *x, float *y, int first, int second) {
  present(x, y, first);
  axpy(second, N, 2, x, y);
  axpy(first, N, 2, x, y);
  axpy(second, N, 2, x, y);
  printf("both: y[0] was %g", y[0]);
  exits(x, y);
}

/* A kernel that writes all of an array before it reads any. */
static void overwrite(float *x) {
  loopyrt_call *call;
  loopyrt_begin("fill", DEVICE | C, &call);
  loopyrt_array(call, "x", x, BYTES, LOOPYRT_WRITE | LOOPYRT_OVERWRITE);
  printf("overwrite: %d\n", loopyrt_finish(call, 0));
}

static void empty(float *x, float *y, int targets) {
  int status = 0;
  loopyrt_call *call;
  loopyrt_begin("empty", targets, &call);
  loopyrt_array(call, "x", x, 0, LOOPYRT_READ);
  loopyrt_array(call, "y", y, 0, LOOPYRT_READ | LOOPYRT_WRITE);
  /* Not allocated: its size may be anything. */
  loopyrt_array(call, "z", NULL, -BYTES, LOOPYRT_READ);
  loopyrt_array(call, "z", NULL, BYTES, LOOPYRT_READ);
  status = loopyrt_ready(call);
  printf("empty: %d %d\n", status, loopyrt_finish(call, 0));
}

int main(void) {
  float *x = filled(N, 1), *y = filled(N, 1);
  int targets = DEVICE | C;
  absent(x, y, targets);
  present(x, y, targets);
  parts(x, y, targets);
  exits(x, y);
  both(x, y, DEVICE | C, C);
  overwrite(x);
  empty(x, y, targets);
  return 0;
}
