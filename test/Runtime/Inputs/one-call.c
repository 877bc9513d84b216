/* One call, built for the targets of the first argument (a sum); with a second
 * argument, the arrays enter first. The status is that of a stub. */
#include "axpy.h"

int main(int count, char **arguments) {
  int targets = atoi(arguments[1]), status;
  float *x = filled(100, 1), *y = filled(100, 1);
  if (count > 2 && (loopyrt_enter_data(x, 400, LOOPYRT_COPYIN) ||
                    loopyrt_enter_data(y, 400, LOOPYRT_COPYIN)))
    print_error("enter");
  status = axpy(targets, 100, 2, x, y) || axpy(targets, 100, 2, x, y);
  if (count > 2 && loopyrt_exit_data(y, 400, LOOPYRT_COPYOUT))
    print_error("exit");
  printf("status %d, y %g\n", status, y[99]);
  return status;
}
