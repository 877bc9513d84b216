/* Launches that fail between launches that do not. */
#include "axpy.h"

enum { N = 100, BYTES = N * sizeof(float) };

int main(void) {
  float *x = filled(N, 1), *y = filled(N, 1);
  int status;
  loopyrt_enter_data(x, BYTES, LOOPYRT_COPYIN);
  loopyrt_enter_data(y, BYTES, LOOPYRT_COPYIN);
  printf("device: %d\n", axpy(DEVICE, N, 2, x, y));
  fflush(stdout);
  status = axpy_with_status(DEVICE, 1, N, 2, x, y);
  printf("host: %d, %g\n", status, y[5]);
  printf("device: %d\n", axpy(DEVICE, N, 2, x, y));
  status = loopyrt_exit_data(y, BYTES, LOOPYRT_COPYOUT);
  printf("exit: %d, %g\n", status, y[5]);
  axpy_with_status(DEVICE, 9, N, 2, x, y);
  printf("alias: %d\n", axpy(DEVICE, N, 2, x, x));
  return 0;
}
