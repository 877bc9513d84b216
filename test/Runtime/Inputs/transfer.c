/* Transfers of a present array and a call, with a driver that fails. */
#include "axpy.h"

static void told(const char *what, int status) {
  if (status)
    print_error(what);
  else
    printf("%s: 0\n", what);
}

int main(void) {
  enum { N = 1000, BYTES = N * sizeof(float) };
  float *x = filled(N, 1), *y = filled(N, 1);
  told("enter", loopyrt_enter_data(x, BYTES, LOOPYRT_COPYIN));
  told("device", loopyrt_update_device(x, BYTES));
  told("host", loopyrt_update_host(x, BYTES));
  printf("call: %d\n", axpy(DEVICE, N, 2, x, y));
  told("exit", loopyrt_exit_data(x, BYTES, LOOPYRT_COPYOUT));
  printf("present: %d\n", loopyrt_is_present(x, BYTES));
  return 0;
}
