/* LOOPYRT_DEBUG=1: a present array's host copy is changed, and told or not; the
 * device's values are dropped, and used. */
#include "axpy.h"

enum { N = 100, BYTES = N * sizeof(float) };

int main(void) {
  float *x = filled(N, 1), *y = filled(N, 1);
  loopyrt_enter_data(x, BYTES, LOOPYRT_COPYIN);
  loopyrt_enter_data(y, BYTES, LOOPYRT_COPYIN);
  x[10] = 5;
  loopyrt_update_device(x + 10, sizeof *x);
  printf("told: %d\n", axpy(DEVICE, N, 2, x, y));
  loopyrt_update_host(y, BYTES);
  printf("updated: %d, %g\n", axpy(DEVICE, N, 2, x, y), y[10]);
  x[20] = 5;
  printf("changed: %d\n", axpy(DEVICE, N, 2, x, y));
  /* It is not in what the kernel reads: someone may still tell. */
  printf("changed elsewhere: %d\n", axpy(DEVICE, 20, 2, x, y));
  x[20] = 1;
  y[30] = 5;
  loopyrt_exit_data(y, BYTES, LOOPYRT_COPYOUT);
  print_error("changed before exit");
  loopyrt_exit_data(y, BYTES, LOOPYRT_DELETE);
  printf("dropped: %d\n", axpy(DEVICE, N, 2, x, y));
  print_error("dropped");
  y[0] = 0;
  printf("new values: %d\n", axpy(DEVICE, N, 2, x, y));
  return 0;
}
